"""The median of records that may be missing, by the exponential mechanism.

A candidate is the worse, the more the numbers of records below and above it differ. One record more moves that by one,
one replaced by two; with weights 2 ** -difference, the general bound is two steps of log(2) for the one and four for
the other. It loses less: weights do not all move at once, and up to three records cannot move them further.
"""

from faier import Int, Records, added, categorical, log, mechanism, one, private

TOP = 2
N = 3


@private(epsilon=log(12 / 5), neighbors=added())
@private(epsilon=log(12 / 5) - 1 / 1000000, neighbors=added(), expect="refuted")
@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=added(), expect="refuted", name="one step for what moves two weights")
@mechanism
def median_added(records: Records[Int[0, TOP], N]):
    apart = [0] * (TOP + 1)
    for record in records:
        for candidate in range(TOP + 1):
            if record < candidate:
                apart[candidate] += 1
            elif record > candidate:
                apart[candidate] -= 1
    return categorical(*[2 ** -abs(difference) for difference in apart])
