"""Counts by key, shown where the noisy count passes a threshold: is the delta that of `>` or of `>=`?

Keys that nobody has are not known to the library, so a person who brings a new key is protected by the delta only:
the probability that a noisy count of 1 passes. If counts equal to the threshold pass but are not counted in the
delta, too little is reported.
"""

from faier import Int, clamp, geometric, log, mechanism, one, private

THRESHOLD = 3
TOP = 6


def noisy(count):
    return clamp(count + geometric(1 / 2), 0, TOP) if count > 0 else 0


@private(epsilon=log(2), neighbors=one(1), delta=1 / 6, name="the delta of >=")
@private(epsilon=log(2), neighbors=one(1), delta=1 / 12, expect="refuted", name="as reported: the delta of >")
@mechanism
def at_least(count: Int[0, 3]):
    value = noisy(count)
    return value if value >= THRESHOLD else None


@private(epsilon=log(2), neighbors=one(1), delta=1 / 12, name="the delta of >")
@mechanism
def above(count: Int[0, 3]):
    value = noisy(count)
    return value if value > THRESHOLD else None


@private(epsilon=log(2), neighbors=one(1), name="all keys known")
@mechanism
def known_keys(count: Int[0, 3]):
    value = clamp(count + geometric(1 / 2), 0, TOP)
    return value if value >= THRESHOLD else None
