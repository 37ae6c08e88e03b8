"""Whether the lists in a value are new, and if not, whose they are.

Lists count by level: level 1 is the value itself, level 2 its items, and so on. `fresh` says how many levels of
a value nobody else has; `shares` says which variables' lists are part of it, and from which level of theirs on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from faier.lang.kinds import Kinds, holds_list, item_of
from faier.lang.scope import BROKEN
from faier.lang.syntax import (
    Binary,
    Call,
    Choice,
    Comprehension,
    Display,
    Expression,
    Index,
    Invoke,
    Logic,
    Name,
    Slice,
    Star,
    Target,
    Unpack,
)

# More levels than any value has.
ALL = 99

Shared: TypeAlias = frozenset[tuple[str, int]]
NOBODY: Shared = frozenset()


@dataclass(frozen=True)
class Summary:
    """What a call's result has in common with its arguments: parameters by position, and levels."""

    fresh: int
    shares: frozenset[tuple[int, int]]


@dataclass
class Sharing:
    """Reads the expressions of one function. `current` tells which variable a name means at the moment."""

    function: str
    kinds: Kinds
    summaries: dict[str, Summary]
    current: dict[str, str] = field(default_factory=dict)
    bound: dict[str, Shared] = field(default_factory=dict)

    def holds_list(self, expression: Expression) -> bool:
        return holds_list(self.kinds.of(expression, self.function))

    def fresh(self, expression: Expression) -> int:
        """How many levels of the value's lists are new."""
        if not self.holds_list(expression) or expression == Name(BROKEN):
            return ALL
        match expression:
            case Display(items=items):
                inside = [self.fresh_items(item.value) if isinstance(item, Star) else self.fresh(item) for item in items]
                return _deeper(min(inside, default=ALL))
            case Slice(base=base):
                return _deeper(self.fresh_items(base))
            case Index(base=base):
                return self.fresh_items(base)
            case Binary(operator="+", left=left, right=right):
                return _deeper(min(self.fresh_items(left), self.fresh_items(right)))
            case Binary(operator="*"):
                return _deeper(0 if holds_list(item_of(self.kinds.of(expression, self.function))) else ALL)
            case Choice(then=then, otherwise=otherwise):
                return min(self.fresh(then), self.fresh(otherwise))
            case Logic(operands=operands):
                return min(map(self.fresh, operands))
            case Comprehension(element=element):
                return _deeper(self.fresh(element))
            case Invoke(function=callee):
                return self.summaries[callee].fresh if callee in self.summaries else 0
            case Call():
                return self.fresh_call(expression)
        return 0

    def fresh_items(self, expression: Expression) -> int:
        """How many levels of the items' lists are new."""
        if not holds_list(item_of(self.kinds.of(expression, self.function))):
            return ALL
        return max(0, self.fresh(expression) - 1)

    def fresh_call(self, call: Call) -> int:
        arguments = [argument.value if isinstance(argument, Star) else argument for argument in call.arguments]
        items = min(map(self.fresh_items, arguments), default=ALL)
        match call.function:
            case "list" | "tuple" | "sorted" | "reversed":
                return _deeper(items)
            case "enumerate" | "zip":
                return _deeper(_deeper(items))
            case "clamp":
                return min(map(self.fresh, arguments))
            case "min" | "max" if len(arguments) > 1 and not any(isinstance(item, Star) for item in call.arguments):
                return min(map(self.fresh, arguments))
            case "min" | "max" if not call.keywords and arguments == list(call.arguments):
                return items
        return 0

    def shares(self, expression: Expression) -> Shared:
        """The variables whose lists are part of the value, each with the first level that is."""
        if not self.holds_list(expression):
            return NOBODY
        match expression:
            case Name(name=name):
                if name in self.bound:
                    return self.bound[name]
                return frozenset({(self.current.get(name, name), 1)})
            case Display(items=items):
                return _all(self.shares_items(item.value) if isinstance(item, Star) else self.shares(item) for item in items)
            case Slice(base=base) | Index(base=base):
                return self.shares_items(base)
            case Binary(left=left, right=right):
                return self.shares_items(left) | self.shares_items(right)
            case Choice(then=then, otherwise=otherwise):
                return self.shares(then) | self.shares(otherwise)
            case Logic(operands=operands):
                return _all(map(self.shares, operands))
            case Comprehension():
                return self.shares_comprehension(expression)
            case Invoke():
                return self.shares_invoke(expression)
            case Call(function="clamp", arguments=arguments):
                return _all(map(self.shares, arguments))
            case Call(function="min" | "max", arguments=arguments, keywords=keywords):
                given = _all(self.shares(value) for _, value in keywords)
                return given | _all(self.shares(_plain(argument)) for argument in arguments)
            case Call(arguments=arguments, keywords=keywords):
                given = _all(self.shares(value) for _, value in keywords)
                return given | _all(self.shares_items(_plain(argument)) for argument in arguments)
        return NOBODY

    def shares_items(self, expression: Expression) -> Shared:
        return shifted(self.shares(expression))

    def shares_comprehension(self, expression: Comprehension) -> Shared:
        """The targets stand for items of what the clauses go over."""
        outer = dict(self.bound)
        for clause in expression.clauses:
            self.bind(clause.target, self.shares_items(clause.iterable))
        result = self.shares(expression.element)
        self.bound = outer
        return result

    def bind(self, target: Target, shared: Shared) -> None:
        match target:
            case Name(name=name):
                self.bound[name] = shared
            case Unpack(targets=targets):
                for inner in targets:
                    self.bind(inner, shared)

    def shares_invoke(self, call: Invoke) -> Shared:
        summary = self.summaries.get(call.function)
        if summary is None:
            return _all(map(self.shares, call.arguments))
        return _all(
            frozenset((name, level + deeper - 1) for name, level in self.shares(call.arguments[position]))
            for position, deeper in summary.shares
        )

    def gone_over(self, iterable: Expression) -> Shared:
        """The variables whose lists a loop reads while it runs; copies are not among them."""
        match iterable:
            case Call(function="enumerate" | "zip" | "reversed", arguments=arguments):
                return _all(self.gone_over(_plain(argument)) for argument in arguments)
            case Name() | Index() | Choice() | Logic() | Invoke():
                return self.shares(iterable)
        return NOBODY


def shifted(shared: Shared) -> Shared:
    """The same variables, one level further inside."""
    return frozenset((name, level + 1) for name, level in shared)


def _deeper(levels: int) -> int:
    return min(levels + 1, ALL)


def _plain(argument: Expression) -> Expression:
    return argument.value if isinstance(argument, Star) else argument


def _all(parts: Iterable[Shared]) -> Shared:
    return NOBODY.union(*parts)
