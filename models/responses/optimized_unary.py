"""Optimized unary encoding: the 1 is kept like a fair coin, the 0s are rarely flipped.

OUE of Wang, Blocki, Li and Jha ("Locally differentially private protocols for frequency estimation", 2017): with
probability 1/2 for the 1 and 1/(e^epsilon + 1) for the 0s, which are many, estimates have the least variance for
epsilon. Here epsilon is log(3). The twin keeps the 1 for sure, for the sake of accuracy.
"""

from faier import Int, flip, log, mechanism, one, private

K = 3
ONE = 1 / 2
ZERO = 1 / 4


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def optimized_unary(value: Int[0, K - 1]):
    return tuple([flip(ONE) if value == index else flip(ZERO) for index in range(K)])


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="the 1 is always kept, so a 0 is never the value")
@mechanism
def certain_one(value: Int[0, K - 1]):
    return tuple([value == index or flip(ZERO) for index in range(K)])


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="the 1 is kept with 3/4, as in the symmetric encoding")
@private(epsilon=log(9), neighbors=one())
@private(epsilon=log(9) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def mixed_up(value: Int[0, K - 1]):
    return tuple([flip(1 - ZERO) if value == index else flip(ZERO) for index in range(K)])
