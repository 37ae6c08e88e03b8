"""A meter that reports when its value has changed.

To save traffic, a device reports a bucket when it is not the one it reported last, and nothing otherwise. Each report
has noise, but when it comes does not: who is away shows as silence. Deciding on the noisy value costs no more than the
value, for nothing else is looked at. For a week of three days.
"""

from faier import Int, Vector, categorical, log, mechanism, one, private

DAYS = 3
BUCKETS = 3
WEIGHT = 3


def response(value):
    return (value + categorical(WEIGHT, *[1] * (BUCKETS - 1))) % BUCKETS


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def changed_reports(values: Vector[Int[0, BUCKETS - 1], DAYS]):
    last = None
    for value in values:
        noisy = response(value)
        yield noisy if noisy != last else "the same"
        last = noisy


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="the true value decides whether a report comes")
@mechanism
def true_change(values: Vector[Int[0, BUCKETS - 1], DAYS]):
    last = None
    for value in values:
        yield response(value) if value != last else "the same"
        last = value
