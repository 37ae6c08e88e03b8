"""Events: outputs in which some numbers may be anything between two ends. A `Between` in an output stands for any
number there, be it an integer or a real; all else must be as it is written. Of a text with numbers in it there are
its parts."""

from __future__ import annotations

from typing import TypeAlias, cast

from faier.exact import Number, compare
from faier.lang.arithmetic import meant_number
from faier.lang.values import ENUMS, Between, Real, Sequence, Shape, Value
from faier.semantics.denote.config import seen
from faier.semantics.denote.formulas import is_text
from faier.semantics.denote.noise import Formula, mentions

Shown: TypeAlias = tuple[Value, ...]


def asked(event: Shown, shown: Shown) -> list[Formula] | None:
    """What must hold of the draws so that what is shown is in the event; None: it cannot be."""
    if len(event) != len(shown):
        return None
    found: list[Formula] = []
    return found if all(_asked(one, other, found) for one, other in zip(event, shown, strict=True)) else None


def _asked(wanted: Value, value: Value | Formula, found: list[Formula]) -> bool:
    """Adds what must hold; whether it can."""
    if isinstance(wanted, Between):
        if isinstance(value, Formula):
            ends = ((">=", wanted.low), ("<=", wanted.high))
            found += [Formula(operator, (value, end), None) for operator, end in ends if end is not None]
            return True
        if not is_number(value):
            return False
        number = meant_number(value)
        above = wanted.low is None or compare(number, wanted.low) >= 0
        return above and (wanted.high is None or compare(number, wanted.high) <= 0)
    if isinstance(value, Formula):
        return is_text(value) and _written(wanted, value, found)
    if isinstance(wanted, Sequence) and isinstance(value, Sequence):
        if (wanted.kind, wanted.of, len(wanted.items)) != (value.kind, value.of, len(value.items)):
            return False
        return all(_asked(one, other, found) for one, other in zip(wanted.items, value.items, strict=True))
    return not mentions(value) and alike(wanted, value)


def _written(wanted: Value, value: Formula, found: list[Formula]) -> bool:
    """The same of a text."""
    if not isinstance(wanted, Sequence) or wanted.kind != "part" or len(wanted.items) != len(value.parts):
        return False
    pairs = zip(wanted.items, cast("tuple[Value, ...]", value.parts), strict=True)
    return all(_asked(one, other, found) for one, other in pairs)


def alike(one: Value, other: Value) -> bool:
    """Whether an observer sees the same: True is not 1."""
    return Sequence("tuple", (seen(one),)) == Sequence("tuple", (seen(other),))


def is_number(value: object) -> bool:
    return isinstance(value, Real) or type(value) is int


def numbers(shown: Shown) -> tuple[Shown, list[object]]:
    """The output with any number in place of each, and the numbers: formulas, and exact ones."""
    found: list[object] = []
    return tuple(_any(value, found) for value in shown), found


def _any(value: Value | Formula, found: list[object]) -> Value:
    if isinstance(value, Formula) and is_text(value):
        return Sequence("part", tuple(_any(part, found) for part in cast("tuple[Value, ...]", value.parts)))
    if isinstance(value, Formula) or is_number(value):
        found.append(value)
        return Between(None, None, numbers=True)
    if not isinstance(value, Sequence) or (isinstance(value.of, Shape) and value.of.kind in ENUMS):
        return value
    if value.kind in ("set", "frozenset"):
        return value
    if value.kind == "dict":
        pairs = [item for item in value.items if isinstance(item, Sequence)]
        return value.holding(pair.holding((pair.items[0], _any(pair.items[1], found))) for pair in pairs)
    return value.holding(_any(item, found) for item in value.items)


def with_ends(shown: Shown, ends: dict[int, tuple[Number | None, Number | None]]) -> Shown:
    """What `numbers` gives, with ends for the number of each of these places."""
    count = [0]

    def put(value: Value) -> Value:
        if isinstance(value, Between):
            count[0] += 1
            return Between(*ends.get(count[0] - 1, (None, None)), numbers=True)
        return value.holding(map(put, value.items)) if isinstance(value, Sequence) else value

    return tuple(map(put, shown))
