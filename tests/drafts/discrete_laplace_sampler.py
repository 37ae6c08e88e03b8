"""A discrete Laplace sampler built from coins, as in diffprivlib, cut off at B."""

from faier import Int, flip, log, mechanism, one, private

B = 2


def bernoulli(p):
    return flip(p)


def magnitude(p, most):
    """How many coins in a row come up heads."""
    n = 0
    while n < most and bernoulli(p):
        n += 1
    return n


def snapped_noise():
    while True:
        sign = -1 if bernoulli(1 / 2) else 1
        size = magnitude(1 / 2, B)
        if sign == -1 and size == 0:
            continue
        return sign * size


@private(epsilon=log(2), neighbors=one(1), expect="refuted")
@mechanism
def count(x: Int[0, 2]):
    return x + snapped_noise()
