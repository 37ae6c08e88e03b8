"""Retry until the noisy answer is plausible.

Drawing noise again until the noisy count lies in its range, instead of clamping. The number of tries is not shown,
yet the probabilities are divided by the chance of success, which depends on the count: near the ends it is less.
With a = 1/2 on {0, ..., 3} more than log(2) is lost, though never more than twice that. Retrying until the answer
is close to the truth loses everything.
"""

from faier import Int, clamp, each, geometric, log, mechanism, private

TOP = 3


@private(
    epsilon=log(2), neighbors=each(1), expect="refuted", name="the chance that a try succeeds depends on the count"
)
@private(epsilon=log(12 / 5), neighbors=each(1))
@private(epsilon=log(12 / 5) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def retry_until_plausible(count: Int[0, TOP]):
    noisy = clamp(count + geometric(1 / 2), -1, TOP + 1)
    while not 0 <= noisy <= TOP:
        noisy = clamp(count + geometric(1 / 2), -1, TOP + 1)
    return noisy


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def clamped(count: Int[0, TOP]):
    return clamp(count + geometric(1 / 2), 0, TOP)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="only answers near the truth are accepted")
@mechanism
def retry_until_useful(count: Int[0, TOP]):
    noisy = clamp(count + geometric(1 / 2), -1, TOP + 1)
    while abs(noisy - count) > 1:
        noisy = clamp(count + geometric(1 / 2), -1, TOP + 1)
    return noisy
