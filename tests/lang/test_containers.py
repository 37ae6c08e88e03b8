"""Methods and operators of containers do what Python does: random calls, compared by type and order."""

from __future__ import annotations

import builtins
import random
from collections import Counter, deque
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from faier.lang import changes, methods, operations
from faier.lang.failures import Failure
from faier.lang.python_functions import pure
from faier.lang.values import Sequence, Value, make

KEYS = (0, 1, True, 2, Fraction(1), Fraction(1, 2), "a", "b", None, (1, 2), (True, 2), frozenset({1}))


class Writer:
    """Random plain objects."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def few(self, make: Callable[[], Any], most: int = 4) -> list[Any]:
        return [make() for _ in range(self.random.randrange(most + 1))]

    def key(self) -> Any:
        return self.pick(*KEYS)

    def number(self) -> int:
        return self.random.randrange(-2, 4)

    def any_value(self) -> Any:
        return self.pick(self.number, self.key, lambda: [1], lambda: {2: [3]})()

    def holder(self, kind: str) -> Any:
        match kind:
            case "list" | "tuple":
                return (list if kind == "list" else tuple)(self.few(self.any_value))
            case "deque":
                return deque(self.few(self.any_value), self.pick(None, None, 2, 4))
            case "dict":
                return {self.key(): self.any_value() for _ in range(self.random.randrange(5))}
            case "Counter":
                return Counter({self.key(): self.number() for _ in range(self.random.randrange(5))})
            case "set" | "frozenset":
                return (set if kind == "set" else frozenset)(self.few(self.key))
        raise AssertionError(kind)

    def argument(self) -> Any:
        kinds = ("list", "tuple", "dict", "Counter", "set", "frozenset", "deque")
        return self.pick(self.key, self.number, self.number, lambda: self.holder(self.pick(*kinds)))()


def outcome(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return Exception


def ours(run: Callable[[], Value]) -> Any:
    try:
        return run()
    except Failure as failure:
        return failure


def viewed(value: Any) -> Any:
    """A view or an iterator, as the tuple that is gone over."""
    return (
        value
        if value is None or isinstance(value, (int, str, Fraction, tuple, list, dict, set, frozenset, deque))
        else tuple(value)
    )


# What is refused though Python computes something: it depends on the order of sets, on sizes, or mixes kinds.
REFUSED = (
    "no order",
    "depends on",
    "is not defined",
    "key by key: it is not followed",
    "set has no `.pop",
    "not take these",
    "cannot be a key",
    "a label",
)


def agreed(expected: Any, found: Any, what: str) -> bool:
    """Whether the two are the same; False where faier refuses what Python computes."""
    if isinstance(found, Failure):
        if expected is not Exception:
            assert any(part in found.message for part in REFUSED), f"{what}: {found.message}, Python: {expected!r}"
        return expected is Exception
    assert expected is not Exception, f"{what}: {found}, Python raises"
    assert found == make(viewed(expected)), f"{what}: {found}, Python: {expected!r}"
    return True


def method_called(kind: str, name: str, target: Any, arguments: list[Any]) -> bool:
    before, given = make(target), [make(argument) for argument in arguments]
    what = f"{target!r}.{name}({', '.join(map(repr, arguments))})"
    expected = outcome(lambda: getattr(target, name)(*arguments))
    if name not in changes.METHODS.get(kind, {}):
        return agreed(expected, ours(lambda: methods.called(name, [before, *given], {})), what)
    if expected is not Exception:
        expected = (target, expected)
    return agreed(expected, ours(lambda: Sequence("tuple", changes.changed(name, before, given, {}))), what)


@pytest.mark.parametrize("seed", range(2))
def test_methods(seed: int) -> None:
    writer, same = Writer(seed), 0
    for _ in range(1_000):
        kind = writer.pick("list", "deque", "dict", "Counter", "set", "tuple", "frozenset")
        table: dict[str, Any] = dict(methods.METHODS.get(kind, {})) | changes.METHODS.get(kind, {})
        usual = table.keys() - methods.PROPERTIES
        names = sorted(name for name in usual if name.isidentifier() and name != "del")
        same += method_called(kind, writer.pick(*names), writer.holder(kind), writer.few(writer.argument, 2))
    assert same > 600


def operator_used(operator: str, left: Any, right: Any) -> bool:
    a, b = make(left), make(right)
    what = f"{left!r} {operator} {right!r}"
    names = {"a": left, "b": right}
    match operator:
        case "[]":
            return agreed(outcome(lambda: left[right]), ours(lambda: operations.index(a, b)), what)
        case "=":
            expected = outcome(lambda: (left.__setitem__(right, 7), left)[1])
            return agreed(expected, ours(lambda: operations.replaced(a, b, 7)), what)
        case "+=" | "|=" | "-=" | "&=":
            expected = outcome(lambda: (exec(f"a {operator} b", names), names["a"])[1])
            return agreed(expected, ours(lambda: operations.augmented(operator[0], a, b)), what)
        case "==" | "!=" | "<" | "<=" | ">" | ">=" | "in":
            expected = outcome(lambda: eval(f"a {operator} b", names))
            return agreed(expected, ours(lambda: operations.compare(operator, a, b)), what)
    return agreed(
        outcome(lambda: eval(f"a {operator} b", names)), ours(lambda: operations.binary(operator, a, b)), what
    )


OPERATORS = ("+", "-", "|", "&", "^", "*", "==", "!=", "<", "<=", ">", ">=", "in", "[]", "=", "+=", "|=", "-=", "&=")


@pytest.mark.parametrize("seed", range(2))
def test_operators(seed: int) -> None:
    writer, same = Writer(seed), 0
    kinds = ("list", "tuple", "deque", "dict", "Counter", "set", "frozenset")
    for _ in range(1_000):
        left = writer.holder(writer.pick(*kinds))
        right = writer.holder(type(left).__name__) if writer.pick(True, True, False) else writer.argument()
        same += operator_used(writer.pick(*OPERATORS), left, right)
    assert same > 700


FUNCTIONS = (
    "dict",
    "set",
    "frozenset",
    "Counter",
    "deque",
    "list",
    "tuple",
    "sorted",
    "min",
    "max",
    "sum",
    "len",
    "any",
)


HOMES = {"Counter": "collections.Counter", "deque": "collections.deque"}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_functions(function: str) -> None:
    writer = Writer(len(function))
    called: Any = {"Counter": Counter, "deque": deque}.get(function) or getattr(builtins, function)
    for argument in [writer.argument() for _ in range(300)]:
        agreed(*both(called, function, argument), f"{function}({argument!r})")


def both(called: Any, function: str, argument: Any) -> tuple[Any, Any]:
    return outcome(lambda: called(argument)), ours(lambda: pure(HOMES.get(function, function), [make(argument)], {}))
