"""Negative survey: tick a category that does NOT apply."""

from enum import IntEnum

from faier import Int, choice, log, mechanism, one, private


class Income(IntEnum):
    LOW = 0
    MIDDLE = 1
    HIGH = 2
    NO_ANSWER = 3


@private(epsilon=log(3), neighbors=one(), expect="refuted")
@mechanism
def negative(income: Int[0, 3]) -> str:
    mine = Income(income)
    not_mine = {c for c in Income if c is not mine}
    return choice(sorted(not_mine)).name.lower().replace("_", " ")
