"""Hadamard response with one bit: a random row, and the sign of the value there."""

from faier import Int, choice, flip, log, mechanism, one, private

BITS = 2
SIZE = 1 << BITS


def parity(n: int) -> int:
    """1 if the number of ones is odd."""
    return bin(n).count("1") % 2


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def hadamard(value: Int[0, 3]):
    row = choice(range(SIZE))
    sign = -1 if parity(row & value) else 1
    if flip(1 / 4):
        sign *= -1
    return row, sign
