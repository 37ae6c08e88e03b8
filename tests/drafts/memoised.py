"""Telemetry: the same value is reported each day. Is the noise drawn once, or every day?"""

from faier import Int, Vector, flip, log, mechanism, one, private, uniform

DAYS = 3


def randomized(value):
    """The value half of the time, else anything."""
    return value if flip(1 / 2) else uniform(0, 2)


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(3), neighbors=one(), expect="refuted")
@mechanism
def memoised(value: Int[0, 2]):
    memo = {}
    reports = []
    for _ in range(DAYS):
        if value not in memo:
            memo[value] = randomized(value)
        reports.append(memo[value])
    return reports


@private(epsilon=log(64), neighbors=one())
@private(epsilon=log(4), neighbors=one(), expect="refuted")
@mechanism
def fresh(value: Int[0, 2]):
    return [randomized(value) for _ in range(DAYS)]


@private(epsilon=log(1000), neighbors=one(), expect="refuted")
@mechanism
def changing(values: Vector[Int[0, 2], 3]):
    """When the value changes, the memo shows that it did."""
    memo = {}
    for value in values:
        memo.setdefault(value, randomized(value))
    return [memo[value] for value in values]
