"""Unary encoding in one integer: every bit is turned with its own coin."""

from functools import reduce

from faier import Int, flip, log, mechanism, one, private

WIDTH = 3


@private(epsilon=log(9), neighbors=one())
@private(epsilon=log(8), neighbors=one(), expect="refuted")
@mechanism
def unary(value: Int[0, 2]) -> int:
    word = 1 << value
    mask = reduce(lambda bits, _: bits << 1 | flip(1 / 4), range(WIDTH), 0)
    return word ^ mask
