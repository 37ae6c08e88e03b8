"""All three records of a chain that stays what it is with chance 4/5, each with noise of its own.

"Privacy-Preserving Analysis of Correlated Data", appendix B.2: of a vector, each number gets noise of the scale that
the Markov quilt mechanism asks for: 3 at epsilon 1, by the quilt of nothing.
"""

from faier import Int, Vector, flip, laplace, mechanism, prior, private, secret

DAYS = 3


@prior
def any_day(hidden: Int[0, DAYS - 1]):
    state = flip(1 / 2)
    states = []
    for day in range(DAYS):
        if day == hidden:
            secret(state)
        states.append(int(state))
        state = state if flip(4 / 5) else not state
    return states


@private(epsilon=1, prior=any_day)
@private(epsilon=0.73, prior=any_day, expect="refuted")
@mechanism
def quilts(days: Vector[Int[0, 1], DAYS]):
    return tuple(day + laplace(3) for day in days)
