"""Functions that call themselves: not inlined, but drawn from what they return on these arguments.

Each call is explored once. Calls inside of it that are not known yet go first; a call that waits for itself, and one
that is too deep, have no end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from flint import fmpq

from faier.exact import Number
from faier.lang.noise import not_followed
from faier.lang.recursion import DEEPEST, endless, too_deep
from faier.lang.syntax import Function, Span
from faier.lang.values import Sequence, Value
from faier.limits import LimitReached
from faier.semantics.explore.silent import Forever, settle

# So many configurations of one call are explored.
MOST = 50_000

_ONE = fmpq(1)

Outcomes: TypeAlias = list[tuple[Number, Sequence]]


class Run(Protocol):
    """A machine whose end holds what the function returns: the moves of a configuration, or its result."""

    def started(self, values: tuple[Value, ...]) -> Any: ...
    def moves(self, place: Any) -> tuple[tuple[Number, Any], ...] | Sequence: ...
    def line(self, place: Any) -> Span: ...


@dataclass(frozen=True)
class Key:
    """A call: values of different types are different ones."""

    function: str
    values: Sequence


class _Wanted(Exception):
    """What a call returns must be known first."""

    def __init__(self, key: Key) -> None:
        super().__init__(key)
        self.key = key


@dataclass
class Calls:
    """What calls return. `run` makes a machine of a function; `check` may raise now and then."""

    functions: dict[str, Function]
    run: Callable[[Function], Run]
    check: Callable[[], None] = lambda: None
    known: dict[Key, Outcomes] = field(default_factory=dict)
    depths: dict[Key, int] = field(default_factory=dict)
    runs: dict[str, Run] = field(default_factory=dict)
    steps: dict[Key, dict[Any, Any]] = field(default_factory=dict)
    used: dict[Key, set[Key]] = field(default_factory=dict)
    stack: list[Key] = field(default_factory=list)
    noisy: bool = False  # whether noise without bounds was handed over or returned, which is not followed here

    def outcomes(self, function: str, values: tuple[Value, ...]) -> Outcomes:
        """What the function returns with which probability, each followed by the variables that it shares."""
        key = Key(function, Sequence("tuple", values))
        if self.stack:
            self.used[self.stack[-1]].add(key)
        if key not in self.known:
            if self.stack:
                raise _Wanted(key)
            self._solve(key)
        return self.known[key]

    def _solve(self, key: Key) -> None:
        self._push(key)
        try:
            while self.stack:
                top = self.stack[-1]
                try:
                    outcomes = self._explored(top)
                except _Wanted as wanted:
                    self._push(wanted.key)
                    continue
                self.depths[top] = 1 + max((self.depths[inner] for inner in self.used[top]), default=0)
                if self.depths[top] > DEEPEST:
                    raise too_deep(top.function).at(self.functions[top.function].span)
                self.known[top] = outcomes
                self.stack.pop()
        finally:
            self.stack.clear()
            self.steps.clear()

    def _push(self, key: Key) -> None:
        if key in self.stack or len(self.stack) >= DEEPEST:
            chain = [*self.stack[self.stack.index(key) if key in self.stack else 0 :], key]
            shown = [(one.function, one.values.items[: len(self.functions[one.function].parameters)]) for one in chain]
            raise endless(shown, key in self.stack).at(self.functions[key.function].span)
        self.stack.append(key)
        self.steps.setdefault(key, {})
        self.used.setdefault(key, set())

    def _explored(self, key: Key) -> Outcomes:
        if key.function not in self.runs:
            self.runs[key.function] = self.run(self.functions[key.function])
        run, steps = self.runs[key.function], self.steps[key]

        def moves(place: Any) -> tuple[tuple[Number, Any], ...] | None:
            if place not in steps:
                if len(steps) >= MOST:
                    raise LimitReached("states", f"a call of {key.function} has more than {MOST:,} configurations")
                if len(steps) % 256 == 0:
                    self.check()
                steps[place] = run.moves(place)
            found = steps[place]
            return None if isinstance(found, Sequence) else found

        def depends(_place: Any, _determinant: Number) -> None:
            raise not_followed("a loop with unknowns in a function that calls itself")

        try:
            ends = settle([(run.started(key.values.items), _ONE)], moves, depends, self.check)
        except Forever as failure:
            raise failure.at(min((run.line(place) for place in failure.places), key=lambda span: span.line)) from None
        outcomes: dict[Sequence, Number] = {}
        for place, weight in ends.items():
            result = steps[place]
            outcomes[result] = outcomes[result] + weight if result in outcomes else weight
        return [(weight, result) for result, weight in outcomes.items()]
