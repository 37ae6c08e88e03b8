"""Randomized responses with a knob: k-ary response and unary encoding for any epsilon.

The weight exp(EPS) on the truth gives k-ary response EPS. Unary encoding needs exp(EPS / 2) for each bit, as two bits
change; whoever writes exp(EPS) there loses 2 * EPS.
"""

from faier import Int, Positive, categorical, exp, flip, mechanism, one, private

EPS = Positive(1)
K = 3


@private(epsilon=EPS, neighbors=one())
@private(epsilon=0.999999 * EPS, neighbors=one(), expect="refuted")
@mechanism
def any_epsilon(value: Int[0, K - 1]):
    return (value + categorical(exp(EPS), *[1] * (K - 1))) % K


def unary(value, keep):
    return tuple([(index == value) == flip(keep) for index in range(K)])


@private(epsilon=2 * EPS, neighbors=one())
@private(epsilon=0.999999 * 2 * EPS, neighbors=one(), expect="refuted")
@private(epsilon=EPS, neighbors=one(), expect="refuted", name="exp(EPS) for each bit, and two bits change")
@mechanism
def unary_of_epsilon_each(value: Int[0, K - 1]):
    return unary(value, exp(EPS) / (exp(EPS) + 1))
