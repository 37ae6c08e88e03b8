"""Functions that run, on both sides at once, and their variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeAlias

from faier.deciding.side_by_side.held import (
    Between,
    Gone,
    Held,
    Off,
    Ranges,
    Rows,
    Same,
    is_known,
    joined,
)
from faier.lang import operations, records
from faier.lang.comparing import pairs_of
from faier.lang.syntax import (
    Call,
    Compare,
    Comprehension,
    Decimal,
    Error,
    Expression,
    Field,
    Function,
    Literal,
    Logic,
    Name,
    Unary,
)
from faier.lang.values import Real, Value
from faier.lang.values import Sequence as Items
from faier.lang.walk import leaves_marks, parts

ORDER = frozenset(["==", "!=", "<", "<=", ">", ">="])


Scope: TypeAlias = dict[str, Held]

# The name inside, the variable outside, and where in that it is.
Way: TypeAlias = tuple[str, str, list[Held | Field]]


@dataclass
class Frame:
    """A function that runs: its names, those of comprehensions inside of each other first; and what it did."""

    function: Function
    scopes: list[Scope]
    returned: list[tuple[Held, Scope]] = field(default_factory=list)
    left: list[Scope] = field(default_factory=list)  # by `break`
    again: list[Scope] = field(default_factory=list)  # by `continue`
    handled: list[Error] = field(default_factory=list)
    changes: int = 0  # of variables, by what is inside of expressions
    yielded: list[Held | Flat] = field(default_factory=list)

    @property
    def scope(self) -> Scope:
        return self.scopes[-1]


@dataclass(frozen=True, eq=False)
class Maybe:
    """An item that is there or not, the same on both sides."""

    value: Held


@dataclass(frozen=True, eq=False)
class Flat:
    """What comes of the rows of an input, among other items."""

    rows: Rows | Ranges


Part: TypeAlias = Held | Maybe | Flat
"""Some of the items that a comprehension makes."""


def either(scopes: Sequence[Scope]) -> Scope:
    """What may come from any of these; a variable that some of them do not have is not known."""
    if len(scopes) == 1:
        return scopes[0]
    names = dict.fromkeys(name for scope in scopes for name in scope)
    return {
        name: reduce(joined, (scope[name] for scope in scopes)) if all(name in scope for scope in scopes) else Gone()
        for name in names
    }


def keys_known(value: Items) -> bool:
    """Whether it is a list, a tuple or a dictionary of which it is known what is where."""
    if value.kind == "dict":
        return all(is_known(key) for key, _ in pairs_of(value))
    return value.kind in ("list", "tuple", "deque") or (value.kind == "record" and records.holds_items(value))


def is_key(value: Held | Field) -> bool:
    """Whether it is known that a dictionary may have it as a key."""
    if isinstance(value, Items):
        return value.kind == "tuple" and all(map(is_key, value.items))
    return isinstance(value, int | str) or (isinstance(value, Same) and value.kind in ("number", "flag", "text"))


def is_something(value: Held) -> bool:
    """Whether it is not None for certain."""
    return isinstance(value, Off | Items | Between) or (isinstance(value, Same) and value.kind != "any")


def is_table(value: Held) -> bool:
    return isinstance(value, Items) and value.kind == "dict" and keys_known(value)


def is_set(value: Held) -> bool:
    return isinstance(value, Items) and value.kind in ("set", "frozenset")


def is_lazy(expression: Expression) -> bool:
    """Whether some of its values are made one by one, when they are asked for."""
    return any(isinstance(part, Comprehension) and part.kind == "generator" for part in parts(expression))


def told_of(test: Expression, held: bool) -> str | None:
    """The variable that is not 0 where the test holds, or does not."""
    if any(map(leaves_marks, parts(test))):
        return None
    match test:
        case Unary("not", inner):
            return told_of(inner, not held)
        case Name(name):
            return name if held else None
        case Compare((left, right), (operator,)) if operator in ORDER:
            names = [_named(left), _named(right)]
            ends = [_number(left), _number(right)]
            if (names[0] is None) == (names[1] is None) or (ends[0] is None) == (ends[1] is None):
                return None
            one, other = (0 if end is None else end for end in ends)
            return (names[0] or names[1]) if operations.compare(operator, one, other) != held else None
        case Logic("or", operands) if not held:
            return next(filter(None, (told_of(one, False) for one in operands)), None)
        case Logic("and", operands) if held:
            return next(filter(None, (told_of(one, True) for one in operands)), None)
        case _:
            return None


def _named(side: Expression) -> str | None:
    """The variable, or the one of `abs(variable)`: the one is 0 where the other is."""
    match side:
        case Name(name) | Call("abs", (Name(name),), ()):
            return name
        case _:
            return None


def _number(side: Expression) -> Value | None:
    match side:
        case Literal(bool()):
            return None
        case Literal(int(number)):
            return number
        case Decimal(exact, machine):
            return Real(exact, machine)
        case _:
            return None
