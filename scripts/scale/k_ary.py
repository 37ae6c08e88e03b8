"""k-ary randomized response."""

from faier import Int, categorical, log, mechanism, one, private

K = 512


@private(epsilon=log(3), neighbors=one())
@mechanism
def k_ary(value: Int[0, K - 1]):
    return (value + categorical(3, *[1] * (K - 1))) % K
