"""Every kind of constant."""
from fractions import Fraction

from faier import Int, exp, flip, log, mechanism

N = 3
NEGATIVE = -N
HALF = 1 / 2
TENTH = 0.1
SMALL = 2.5e-3
LARGE = 1e20
BIG = 2**64
THIRD = Fraction(1, 3)
LABEL = "a 'label' with \"quotes\", \n and \u202e"
NOTHING = None
YES = not False
PAIR = (N, "two")
SINGLE = (1,)
EMPTY = ()
LISTED = [1, [2, 3], (4,)]
SQUARES = [i**2 for i in range(N) if i != 1]
PAIRS = tuple((i, j) for i in range(2) for j in range(i))
LONG = tuple(range(12))
CHOSEN = N if N > 2 and YES else 0
ITEM = LISTED[1][0] + SQUARES[-1] + sum(LONG[2:4])
ALPHA = exp(-1 / 4)
ODDS = (1 + exp(1)) / 2
BUDGET = log(2)
typed: int = 5


@mechanism
def shows(x: Int[0, N]):
    if flip(ALPHA) and flip(THIRD):
        return LABEL
    return (PAIR, x + ITEM, NOTHING, YES, LISTED[2], typed, CHOSEN, SINGLE, EMPTY, PAIRS, SMALL < HALF, BIG, LARGE > 1)
