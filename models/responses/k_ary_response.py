"""k-ary randomized response: name the true one of k values with more weight than each of the others.

The generalization of Warner's coin to k values (Kairouz, Bonawitz and Ramage, "Discrete distribution estimation
under local privacy", 2016). The truth has weight 3, each lie weight 1, so one person loses log(3), whatever k is.
The twin lies only by a little: the values that it never names give the truth away.
"""

from faier import Int, categorical, log, mechanism, one, private

K = 4
WEIGHT = 3


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def k_ary_response(value: Int[0, K - 1]):
    return (value + categorical(WEIGHT, *[1] * (K - 1))) % K


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="lies stay near the truth")
@mechanism
def near_lies(value: Int[0, K - 1]):
    return (value + categorical(WEIGHT, 1, *[0] * (K - 3), 1)) % K


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="two reports, one budget")
@private(epsilon=log(9), neighbors=one())
@private(epsilon=log(9) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def asked_twice(value: Int[0, K - 1]):
    return k_ary_response(value), k_ary_response(value)
