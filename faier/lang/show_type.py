"""Types, as a reader of the mechanism file would write them."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from faier.exact import number_text
from faier.lang.syntax import (
    AnyRealType,
    BoolType,
    IntType,
    OneOfType,
    ProbabilityType,
    RealType,
    RecordsType,
    RecordType,
    StreamType,
    Type,
    VectorType,
)
from faier.lang.values import Value, show_value

# So many integers in a row are written as `Int[lo, hi]` where more may stand beside them.
_RANGE = 3


def type_text(declared: Type, word: Callable[[str], str] = str) -> str:
    """The type, with the words that it needs named by `word`."""
    match declared:
        case IntType(low, high):
            return f"{word('Int')}[{low}, {high}]"
        case BoolType():
            return word("Bool")
        case OneOfType(values, name):
            return name or _one_of(values, word)
        case VectorType(item, length):
            return f"{word('Vector')}[{type_text(item, word)}, {length}]"
        case RecordType(shape, fields):
            return shape.name if shape else f"tuple[{', '.join(type_text(field, word) for field in fields)}]"
        case RecordsType(item, most):
            return f"{word('Records')}[{type_text(item, word)}, {most}]"
        case StreamType(item):
            return f"{word('Stream')}[{type_text(item, word)}]"
        case ProbabilityType():
            return word("Probability")
        case AnyRealType():
            return word("Real")
        case RealType(low, high):
            return f"{word('Real')}[{number_text(low)}, {number_text(high)}]"
        case _:
            assert_never(declared)


def _one_of(values: tuple[Value, ...], word: Callable[[str], str]) -> str:
    """`Int[0, 9] | None`, else `Literal[...]`."""
    *numbers, last = values
    if last is None and len(numbers) >= _RANGE and all(type(number) is int for number in numbers):
        low, high = numbers[0], numbers[-1]
        if numbers == list(range(low, high + 1)):  # type: ignore[arg-type, operator]
            return f"{word('Int')}[{low}, {high}] | None"
    return f"{word('Literal')}[{', '.join(map(show_value, values))}]"
