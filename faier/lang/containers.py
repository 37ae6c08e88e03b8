"""Dictionaries, sets, Counters, defaultdicts and deques: how they are made, read, and combined by operators.

What is inside is compared and added up in the `Ways` of who asks: `denote` has ways of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import fmpq

from faier.lang.comparing import SETS, Comparison, iterate, key, pairs_of, place
from faier.lang.errors import KEY
from faier.lang.failures import (
    BAD_ARGUMENT,
    MAXIMAL_KEYS,
    MAXIMAL_LENGTH,
    OUT_OF_RANGE,
    TOO_LARGE,
    WRONG_KIND,
    Failure,
    kind_of,
)
from faier.lang.sets import gathered, of_set
from faier.lang.values import Real, Sequence, SequenceKind, Value, make, show_value

Pairs: TypeAlias = list[tuple[Value, Value]]

EMPTY = Sequence("tuple", ())


@dataclass(frozen=True)
class Ways:
    """How what is inside of containers is compared and added up."""

    compare: Comparison
    binary: Callable[[str, Value, Value], Value]


# Making them.


def table(pairs: Iterable[tuple[Value, Value]], of: str | None = None) -> Sequence:
    """The dictionary of the pairs: the first of equal keys stays where it is, the last value is its value."""
    found: Pairs = []
    for name, value in pairs:
        _put(found, name, value)
    return _table(found, of)


def dictionary(source: Value = EMPTY, /, **named: Value) -> Sequence:
    """`dict(...)`"""
    return table([*pairs_in(source), *named.items()])


def from_keys(keys: Value, value: Value = None, /) -> Sequence:
    """`dict.fromkeys(...)`"""
    return table((name, value) for name in iterate(keys))


def a_set(kind: SequenceKind) -> Callable[..., Sequence]:
    """`set(...)` or `frozenset(...)`"""

    def made(values: Value = EMPTY, /) -> Sequence:
        if isinstance(values, Sequence) and values.kind in SETS:
            return Sequence(kind, values.items)
        return gathered(iterate(values), kind)

    return made


def counter(ways: Ways, source: Value = None, /, **named: Value) -> Sequence:
    """`Counter(...)`"""
    return counted(ways, table((), "Counter"), source, named)


def counted(ways: Ways, counts: Sequence, source: Value, named: dict[str, Value], sign: str = "+") -> Sequence:
    """The counts after `counts.update(...)`, or `counts.subtract(...)`."""
    found = pairs_of(counts)
    if isinstance(source, Sequence) and source.kind == "dict":
        added = pairs_of(source)
    else:
        added = [(item, 1) for item in (() if source is None else iterate(source))]
    for given in (added, list(named.items())):
        mapping = given is not added or (isinstance(source, Sequence) and source.kind == "dict")
        fresh = not found and sign == "+" and mapping
        for name, count in given:
            at = place((known for known, _ in found), name)
            before: Value = 0 if at is None else found[at][1]
            sides = (count, before) if sign == "+" and mapping else (before, count)
            _put(found, name, count if fresh else ways.binary(sign, *sides))
    return _table(found, "Counter")


def default_dictionary(factory: Value, source: Value = EMPTY, /, **named: Value) -> Sequence:
    """`defaultdict(factory, ...)`: the factory is the name of a type, or the text of what it makes."""
    if not isinstance(factory, str):
        raise Failure(WRONG_KIND, f"a defaultdict takes what makes its values, not {kind_of(factory)}", "write int")
    return Sequence("dict", dictionary(source, **named).items, factory)


def deque(values: Value = EMPTY, maxlen: Value = None) -> Sequence:
    """`deque(...)`"""
    if maxlen is None:
        return Sequence("deque", iterate(values))
    if not isinstance(maxlen, int) or maxlen < 0:
        raise Failure(BAD_ARGUMENT, "maxlen is an integer, 0 or more")
    return queue(iterate(values), str(int(maxlen)))


def queue(items: tuple[Value, ...], of: object, left: bool = False) -> Sequence:
    """A deque that drops what does not fit, at the left end unless items come in there."""
    if isinstance(of, str):
        most = int(of)
        items = items[:most] if left else items[max(len(items) - most, 0) :]
        return Sequence("deque", items, of)
    return Sequence("deque", bounded(items))


def pairs_in(source: Value) -> Pairs:
    """What `dict` and `.update` take: a dictionary, or pairs."""
    if isinstance(source, Sequence) and source.kind == "dict":
        return pairs_of(source)
    found: Pairs = []
    for pair in iterate(source):
        items = iterate(pair)
        if len(items) != 2:
            raise Failure(BAD_ARGUMENT, f"a dictionary is made of pairs, not of {len(items)} values")
        found.append((items[0], items[1]))
    return found


# Reading and changing items.


def at_key(source: Sequence, wanted: Value) -> Value:
    """`source[wanted]` of a dictionary."""
    found = _found(source, wanted)
    if found is not None:
        return found[1]
    if source.of == "Counter":
        return 0
    shown = show_value(wanted)
    if isinstance(source.of, str):
        message = f"reading the key {shown} adds it to this defaultdict"
        raise Failure(WRONG_KIND, message, "give the defaultdict a name, or write .setdefault(key, value)")
    raise Failure(
        OUT_OF_RANGE, f"the key {shown} is not in the dictionary", "write .get(key, value), or ask: if key in d", KEY
    )


def made(source: Sequence, wanted: Value) -> Value:
    """`source[wanted]` of a dictionary that is about to be changed there: a defaultdict makes what is not there."""
    found = _found(source, wanted)
    if found is None and isinstance(source.of, str) and source.of != "Counter":
        return made_by(source.of)
    return at_key(source, wanted)


def made_by(factory: str) -> Value:
    """What the factory of a defaultdict makes."""
    if factory in _FACTORIES:
        return _FACTORIES[factory]
    if factory.startswith("defaultdict("):
        return table((), factory.removeprefix("defaultdict(").removesuffix(")"))
    return _made(ast.parse(factory, mode="eval").body)


def _made(node: ast.expr) -> Value:
    """What the text of a factory says."""
    match node:
        case ast.Constant(value=int() | str() | None as value):
            return value
        case ast.UnaryOp(operand=ast.Constant(value=int(number))):
            return -number
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return Sequence("list" if isinstance(node, ast.List) else "tuple", tuple(map(_made, items)))
        case ast.Set(elts=items):
            return gathered(tuple(map(_made, items)), "set")
        case ast.Dict(keys=keys, values=values):
            return table((_made(key), _made(value)) for key, value in zip(keys, values, strict=True) if key is not None)
        case ast.BinOp(left=left, right=right):
            whole, times = _made(left), _made(right)
            assert isinstance(whole, Sequence) and isinstance(times, int)
            return Sequence(whole.kind, bounded(whole.items * times))
    text = ast.unparse(node)
    return made_by(text if text in _FACTORIES or text.startswith("defaultdict(") else text.removesuffix("()"))


def with_key(source: Sequence, name: Value, value: Value) -> Sequence:
    """The dictionary after `source[name] = value`."""
    found = pairs_of(source)
    _put(found, name, value)
    return _table(found, source.of)


def without(source: Sequence, at: int) -> Sequence:
    """What holds all items but one."""
    return source.holding((*source.items[:at], *source.items[at + 1 :]))


def where(source: Sequence, wanted: Value) -> int:
    """The place of the key in a dictionary."""
    at = place((known for known, _ in pairs_of(source)), key(wanted))
    if at is None:
        raise Failure(OUT_OF_RANGE, f"the key {show_value(wanted)} is not in the dictionary", "ask: if key in d", KEY)
    return at


# Operators.


def combined(ways: Ways, operation: str, a: Sequence, b: Sequence) -> Sequence | None:
    """`a operation b`; None where Python has no such operation."""
    if a.kind in SETS and b.kind in SETS and operation in ("|", "&", "-", "^"):
        return of_set(operation, a, b)
    if a.kind == b.kind == "dict" and a.of == b.of == "Counter":
        return _counts(ways, operation, a, b) if operation in ("+", "-", "|", "&") else None
    if a.kind == b.kind == "dict" and operation == "|" and "Counter" not in (a.of, b.of):
        return table([*pairs_of(a), *pairs_of(b)], _factory(a) or _factory(b))
    if operation == "+" and a.kind == b.kind and a.kind in ("list", "tuple", "bytes"):
        return Sequence(a.kind, bounded(a.items + b.items))
    if operation == "+" and a.kind == b.kind == "deque":
        return queue(a.items + b.items, a.of)
    return None


def repeated(a: Sequence, times: int) -> Sequence | None:
    """`a * times`; None where Python has no such operation."""
    if a.kind not in ("list", "tuple", "bytes", "deque"):
        return None
    if len(a.items) * max(times, 0) > MAXIMAL_LENGTH:
        raise Failure(TOO_LARGE, f"a sequence has more than {MAXIMAL_LENGTH:,} items")
    return queue(a.items * times, a.of) if a.kind == "deque" else Sequence(a.kind, a.items * times)


def in_place(ways: Ways, operation: str, a: Sequence, b: Value) -> Sequence | None:
    """What `a operation= b` leaves behind, where that is not `a operation b`; None where it is."""
    match a.kind, operation:
        case "list", "+":
            return Sequence("list", bounded(a.items + iterate(b)))
        case "deque", "+":
            return queue(a.items + iterate(b), a.of)
        case "dict", "|" if a.of != "Counter":
            return table([*pairs_of(a), *pairs_in(b)], _factory(a))
        case "dict", "&" if a.of == "Counter" and isinstance(b, Sequence) and b.of == "Counter":
            return _counts(ways, "&=", a, b)
    return None


def positive(ways: Ways, counts: Sequence, operation: str = "+") -> Sequence:
    """`+counts`, `-counts`"""
    order = ">" if operation == "+" else "<"
    kept = [(item, count) for item, count in pairs_of(counts) if ways.compare(order, count, 0)]
    return _table(kept if operation == "+" else [(item, ways.binary("-", 0, count)) for item, count in kept], "Counter")


def _counts(ways: Ways, operation: str, a: Sequence, b: Sequence) -> Sequence:
    """Counters keep what is there more than 0 times."""
    left, right = pairs_of(a), pairs_of(b)
    found: Pairs = []
    for item, count in left:
        at = place((known for known, _ in right), item)
        other: Value = 0 if at is None else right[at][1]
        found.append((item, _count(ways, operation, count, other)))
    for item, count in right:
        if place((known for known, _ in left), item) is None and operation in ("+", "|", "-"):
            found.append((item, ways.binary("-", 0, count) if operation == "-" else count))
    return _table([(item, count) for item, count in found if ways.compare(">", count, 0)], "Counter")


def _count(ways: Ways, operation: str, count: Value, other: Value) -> Value:
    match operation:
        case "|":
            return other if ways.compare("<", count, other) else count
        case "&":
            return count if ways.compare("<", count, other) else other
        case "&=":
            return other if ways.compare("<", other, count) else count
    return ways.binary(operation, count, other)


def _put(pairs: Pairs, name: Value, value: Value) -> None:
    """A key that is there stays as it is."""
    stored = key(name)
    at = place((known for known, _ in pairs), stored)
    if at is None:
        pairs.append((stored, value))
    else:
        pairs[at] = (pairs[at][0], value)


def _found(source: Sequence, wanted: Value) -> tuple[Value, Value] | None:
    pairs = pairs_of(source)
    at = place((known for known, _ in pairs), key(wanted))
    return None if at is None else pairs[at]


def _table(pairs: Pairs, of: object) -> Sequence:
    if len(pairs) > MAXIMAL_KEYS:
        raise Failure(TOO_LARGE, f"a dictionary has more than {MAXIMAL_KEYS:,} keys")
    return Sequence("dict", tuple(Sequence("tuple", pair) for pair in pairs), of if isinstance(of, str) else None)


def _factory(source: Sequence) -> str | None:
    return source.of if isinstance(source.of, str) else None


def bounded(items: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(items) > MAXIMAL_LENGTH:
        raise Failure(TOO_LARGE, f"a sequence has more than {MAXIMAL_LENGTH:,} items")
    return items


# What a type makes when it is called without arguments.
_FACTORIES: dict[str, Value] = {
    "int": 0,
    "bool": False,
    "str": "",
    "float": Real(fmpq(0), 0.0),
    "list": Sequence("list", ()),
    "tuple": EMPTY,
    "dict": Sequence("dict", ()),
    "set": Sequence("set", ()),
    "frozenset": Sequence("frozenset", ()),
    "deque": Sequence("deque", ()),
    "Counter()": Sequence("dict", (), "Counter"),
    "Fraction": make(Fraction(0)),
}
