"""The staircase mechanism for a count that may change by two, in its discrete form.

Geng and Viswanath ("The optimal noise-adding mechanism in differential privacy", 2014): noise whose probability
falls in stairs as wide as the sensitivity, not at every step. With stairs of width 2, each lower by a factor of 2,
a change by two goes down one stair: log(2). The first stair ends at 1. Clamped noise of at least 3 lies on the
end, so its probability, that of all the stairs beyond, is one weight. The twin's stairs are as wide as if the
count changed by one.
"""

from faier import Int, categorical, clamp, each, log, mechanism, private

TOP = 2
STAIRS = (1 / 2, 1 / 2, 1, 1 / 2, 1 / 2)
TAIL = 1
NARROW = (1 / 4, 1 / 2, 1, 1 / 2, 1 / 4)
NARROW_TAIL = 1 / 4


@private(epsilon=log(2), neighbors=each(2))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(2), expect="refuted")
@mechanism
def staircase(count: Int[0, TOP]):
    return clamp(count + categorical(TAIL, *STAIRS, TAIL) - 3, 0, TOP)


@private(epsilon=log(2), neighbors=each(2), expect="refuted", name="stairs of width 1 for a change by two")
@private(epsilon=log(4), neighbors=each(2))
@private(epsilon=log(4) - 1 / 1000000, neighbors=each(2), expect="refuted")
@mechanism
def narrow_stairs(count: Int[0, TOP]):
    return clamp(count + categorical(NARROW_TAIL, *NARROW, NARROW_TAIL) - 3, 0, TOP)
