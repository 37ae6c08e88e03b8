"""Rows of which there are too many values to look at each: boxes of them, whose numbers lie between two ends.

Of all values in a box the same must come, but for numbers that are added up, of which it is known where they lie. Where
a comparison does not say the same of all of them, the boxes are parted there, at all numbers of that field, and all is
followed again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import TypeAlias, cast

from flint import fmpq

from faier.deciding.side_by_side.held import Between, Field, Held, Unfollowed, ends_of
from faier.lang.syntax import BoolType, InputType, IntType, OneOfType, RecordType, VectorType
from faier.lang.values import Sequence as Items
from faier.lang.values import Value
from faier.semantics.inputs import choices

# Integers with no more values than that are looked at one by one.
SMALL = 8

# Boxes, at most.
CELLS = 2_500

Cuts: TypeAlias = Mapping[Field, Sequence[int]]
"""For each field the numbers at which a box begins."""


def cells(type_: InputType, cuts: Cuts, field: Field) -> tuple[Value, ...]:
    """The boxes of all values of the type."""
    match type_:
        case IntType(low, high) if high - low >= SMALL:
            begins = [low, *(cut for cut in cuts.get(field, ()) if low < cut <= high), high + 1]
            found = [_between(begin, end - 1, field) for begin, end in pairwise(begins)]
            return cast("tuple[Value, ...]", tuple(found))
        case IntType() | BoolType() | OneOfType():
            return choices(type_)
        case VectorType(item, length):
            if length > CELLS:
                raise Unfollowed
            one = cells(item, cuts, (*field, None))
            _require_few([len(one)] * length)
            return tuple(Items("list", items) for items in product(one, repeat=length))
        case RecordType(fields=fields):
            each = [cells(item, cuts, (*field, at)) for at, item in enumerate(fields)]
            _require_few(list(map(len, each)))
            return tuple(map(type_.made, product(*each)))
        case _:
            raise Unfollowed


def _between(low: int, high: int, field: Field) -> Between | int:
    return low if low == high else Between(fmpq(low), fmpq(high), field)


def _require_few(many: Sequence[int]) -> None:
    total = 1
    for one in many:
        total *= one
        if total > CELLS:
            raise Unfollowed


def with_cut(cuts: Sequence[int], at: int) -> list[int]:
    """The numbers at which boxes begin, and one more."""
    place = bisect_left(cuts, at)
    return [*cuts[:place], *([] if cuts[place : place + 1] == [at] else [at]), *cuts[place:]]


def decided(operator: str, left: Held, right: Held) -> bool | None:
    """Whether it holds of all numbers between the ends (None: of some alone)."""
    if operator in (">", ">="):
        operator, left, right = {">": "<", ">=": "<="}[operator], right, left
    (low, high), (least, most) = ends_of(left), ends_of(right)
    if low is None or high is None or least is None or most is None:
        raise Unfollowed
    match operator:
        case "<":
            return True if high < least else False if low >= most else None
        case "<=":
            return True if high <= least else False if low > most else None
        case "==" | "!=":
            apart = high < least or most < low
            one = low == high == least == most
            return None if not apart and not one else apart == (operator == "!=")
        case _:
            raise Unfollowed


def parted_at(operator: str, left: Held, right: Held) -> tuple[Field, list[int]]:
    """Where to part the boxes, so that the comparison with a number that is known says one thing of each."""
    if isinstance(right, Between) and isinstance(left, int):
        operator = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator)
        left, right = right, left
    if not isinstance(left, Between) or not isinstance(right, int) or left.field is None:
        raise Unfollowed
    at = int(right) - int(left.more)
    match operator:
        case "<" | ">=":
            begins = [at]
        case "<=" | ">":
            begins = [at + 1]
        case _:
            begins = [at, at + 1]
    return left.field, begins


def computed(operator: str, left: Held, right: Held) -> Between:
    """The sum, the difference or the product of integers."""
    if not all(isinstance(side, Between | int) for side in (left, right)):
        raise Unfollowed
    (low, high), (least, most) = ends_of(left), ends_of(right)
    assert low is not None and high is not None and least is not None and most is not None
    match operator:
        case "+" | "-":
            if operator == "-":
                least, most = -most, -least
            known, other = (left, right) if isinstance(left, Between) else (right, left)
            same = isinstance(known, Between) and isinstance(other, int) and (operator == "+" or known is left)
            field = known.field if same and isinstance(known, Between) else None
            more = cast(Between, known).more + (least if known is left else low) if field is not None else fmpq(0)
            return Between(low + least, high + most, field, more)
        case "*":
            ends = [one * other for one in (low, high) for other in (least, most)]
            return Between(min(ends), max(ends))
        case _:
            raise Unfollowed


def extreme(name: str, values: Sequence[Held]) -> Held:
    """The greatest or the least of integers."""
    if not values or not all(isinstance(value, Between | int) for value in values):
        raise Unfollowed
    ends = [ends_of(value) for value in values]
    chosen = max if name == "max" else min
    low, high = (chosen(one) for one in zip(*ends, strict=True))
    for value in values:
        if isinstance(value, Between) and (value.low, value.high) == (low, high):
            others = [decided(">=" if name == "max" else "<=", value, other) for other in values if other is not value]
            if all(others):
                return value
    return int(low) if low == high and low.q == 1 else Between(low, high)
