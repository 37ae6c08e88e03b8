"""Whether the lists in a value are new, and if not, whose they are.

Lists count by level: level 1 is the value itself, level 2 its items, and so on. `fresh` says how many levels of
a value nobody else has. `shares` says which variables' lists are part of it: (name, level, depth) means that
what is at this level of the variable, and all below it, is at this depth of the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from faier.lang.kind_inference import Kinds, path
from faier.lang.kinds import Table, element_of, holds_list, item_of, values_in
from faier.lang.names import CALL
from faier.lang.scope import BROKEN
from faier.lang.syntax import (
    NOWHERE,
    Attribute,
    Binary,
    Bind,
    Call,
    Change,
    Choice,
    Comprehension,
    Construct,
    Display,
    Draw,
    Expression,
    Index,
    Invoke,
    Item,
    Literal,
    Logic,
    Name,
    Rest,
    Slice,
    Star,
    Target,
    Unary,
    Unpack,
)
from faier.lang.walk import lent

# More levels than any value has.
ALL = 99

Shared: TypeAlias = frozenset[tuple[str, int, int]]
NOBODY: Shared = frozenset()


@dataclass(frozen=True)
class Effect:
    """What a call does to a variable that it shares: lists down to this level are changed, `kept` levels stay nobody
    else's as far as the function can say, and the variable may hold from then on what `holds` says, as
    `Summary.shares`: of that the caller knows how much is new."""

    level: int
    kept: int
    holds: frozenset[tuple[int, int, int]] = frozenset()


@dataclass(frozen=True)
class Summary:
    """What a call's result has in common with its arguments: as `shares`, with positions of parameters, then of the
    variables that are shared. `aside` counts these as new. `effects` says which of the variables that are shared it
    changes, `lent` which parameter such a variable is: by their places among them. `apart` levels are new as far as
    those of the arguments are, but for those `at_rest`: what is shared where nothing changes it."""

    fresh: int
    shares: frozenset[tuple[int, int, int]]
    aside: int = 0
    effects: tuple[tuple[int, Effect], ...] = ()
    lent: tuple[tuple[int, int], ...] = ()
    apart: int = 0
    at_rest: frozenset[tuple[int, int, int]] = frozenset()


@dataclass(frozen=True)
class Touch:
    """A call changes what is in a variable of its caller, at this place; `beside` is what else the call can see."""

    name: str
    place: Name | Item
    effect: Effect
    holds: Shared
    beside: Shared


def _picked(read: Index) -> Expression | None:
    """The item of `(a := x, a + y)[1]` that is read."""
    match read:
        case Index(base=Display("tuple", items), index=Literal(value=int(at))) if 0 <= at < len(items):
            return None if any(isinstance(item, Star) for item in items) else items[at]
    return None


@dataclass
class Sharing:
    """Reads the expressions of one function. `current` tells which variable a name means at the moment."""

    function: str
    kinds: Kinds
    summaries: dict[str, Summary]
    current: dict[str, str] = field(default_factory=dict)
    bound: dict[str, Shared] = field(default_factory=dict)
    given: frozenset[str] = frozenset()  # variables of which the lists count as new
    owned: Mapping[str, int] = field(default_factory=dict)  # how many levels of each variable's lists are its own
    resting: frozenset[str] = frozenset()  # fields of which nothing changes the lists, see `roles.resting`

    def holds_list(self, expression: Expression) -> bool:
        return holds_list(self.kinds.of(expression, self.function))

    def fresh(self, expression: Expression) -> int:
        """How many levels of the value's lists are new."""
        if not self.holds_list(expression) or expression == Name(BROKEN):
            return ALL
        match expression:
            case Name(name=name) if name in self.given:
                return ALL
            case Display(items=items):
                inside = [
                    self.fresh_items(item.value) if isinstance(item, Star) else self.fresh(item) for item in items
                ]
                return _deeper(min(inside, default=ALL))
            case Construct():
                return self.fresh(Display("tuple", self.moving(expression)))
            case Attribute(name=name) if name == CALL:
                return ALL
            case Attribute(name=name) if name in self.resting:
                return 0
            case Attribute(base=base):
                return self.fresh_items(base)
            case Slice(base=base):
                return _deeper(self.fresh_items(base))
            case Index(base=base):
                item = _picked(expression)
                return self.fresh_items(base) if item is None else self.fresh(item)
            case Binary(operator="*"):
                return _deeper(0 if holds_list(element_of(self.kinds.of(expression, self.function))) else ALL)
            case Binary(left=left, right=right):
                return _deeper(min(self.fresh_items(left), self.fresh_items(right)))
            case Unary(operand=operand):
                return _deeper(self.fresh_items(operand))
            case Choice(then=then, otherwise=otherwise):
                return min(self.fresh(then), self.fresh(otherwise))
            case Logic(operands=operands):
                return min(map(self.fresh, operands))
            case Draw(kind="choice", arguments=(values, *_)):
                return self.fresh_items(values)
            case Draw(kind="shuffled" | "sample", arguments=(values, *_)):
                return _deeper(self.fresh_items(values))
            case Comprehension(element=element):
                return _deeper(self.fresh(element))
            case Invoke(function=callee) if callee in self.summaries:
                return self.fresh_made(expression, self.fresh)
            case Call():
                return self._fresh_call(expression)
        return 0

    def fresh_made(self, call: Invoke, fresh: Callable[[Expression], int]) -> int:
        """How many levels are new of what a call returns, where so many are new of each argument."""
        summary = self.summaries[call.function]
        levels = [self._kept(call, part, fresh) - 1 for part in summary.shares - summary.at_rest]
        return max(summary.fresh, min([summary.apart, *levels]))

    def moving(self, made: Construct) -> tuple[Expression, ...]:
        """The arguments of a new record but for those of fields that rest."""
        if made.shape.kind == "NamedTuple" or any(isinstance(item, Star) for item in made.arguments):
            return made.arguments
        pairs = zip(made.shape.fields, made.arguments, strict=True)
        return tuple(item for name, item in pairs if name not in self.resting)

    def fresh_items(self, expression: Expression) -> int:
        """How many levels of the items' lists are new; of a dictionary those of its values."""
        if not holds_list(element_of(self.kinds.of(expression, self.function))):
            return ALL
        return max(0, self.fresh(expression) - 1)

    def fresh_gone_over(self, expression: Expression) -> int:
        """How many levels are new of what iterating gives."""
        return self.fresh_items(expression) if holds_list(item_of(self.kinds.of(expression, self.function))) else ALL

    def iterated(self, expression: Expression) -> Shared:
        """The variables whose lists are part of what iterating gives."""
        kind = self.kinds.of(expression, self.function)
        return items_of(self.shares(expression)) if holds_list(item_of(kind)) else NOBODY

    def fresh_values(self, pairs: Expression) -> int:
        """How many levels are new of the values of a dictionary that is made of these."""
        kind = self.kinds.of(pairs, self.function)
        if not holds_list(values_in(kind)):
            return ALL
        return max(0, self.fresh(pairs) - (1 if isinstance(kind, Table) else 2))

    def values(self, pairs: Expression) -> Shared:
        """The variables whose lists are part of the values of a dictionary that is made of these."""
        kind, shared = self.kinds.of(pairs, self.function), items_of(self.shares(pairs))
        if not holds_list(values_in(kind)):
            return NOBODY
        return shared if isinstance(kind, Table) else shared | items_of(shared)

    def _fresh_call(self, call: Call) -> int:
        arguments = [argument.value if isinstance(argument, Star) else argument for argument in call.arguments]
        items = min(map(self.fresh_items, arguments), default=ALL)
        gone_over = min(map(self.fresh_gone_over, arguments), default=ALL)
        match call.function:
            case "list" | "tuple" | "sorted" | "reversed" | "collections.deque":
                return _deeper(gone_over)
            case ".copy" | ".copy.copy" | ".values" | "._asdict":
                return _deeper(items)
            case "._replace" | ".__replace__":
                return _deeper(min([items, *(self.fresh(value) for _, value in call.keywords)]))
            case ".copy.deepcopy":  # what is twice in the value is twice in the copy
                return max(1, *map(self._within, arguments))
            case ".dataclasses.asdict" | ".dataclasses.astuple":  # each field by itself
                return 2
            case "set" | "frozenset" | ".keys" | ".elements":
                return ALL
            case "dict" | "collections.defaultdict" | "collections.Counter" if arguments == list(call.arguments):
                named = [self.fresh(value) for _, value in call.keywords]
                return _deeper(min([*map(self.fresh_values, arguments[-1:]), *named], default=ALL))
            case "dict.fromkeys" if len(call.arguments) > 1:
                return _deeper(0 if self.holds_list(call.arguments[1]) else ALL)
            case ".items" | ".most_common":
                return _deeper(_deeper(items))
            case ".split" | ".rsplit" | ".splitlines":
                return ALL
            case ".get" if arguments == list(call.arguments):
                return min(self.fresh_items(arguments[0]), *map(self.fresh, arguments[2:]), ALL)
            case "enumerate" | "zip":
                return _deeper(_deeper(gone_over))
            case "clamp":
                return min(map(self.fresh, arguments))
            case "min" | "max" if len(arguments) > 1 and not any(isinstance(item, Star) for item in call.arguments):
                return min(map(self.fresh, arguments))
            case "min" | "max" if not call.keywords and arguments == list(call.arguments):
                return items
        return 0

    def _within(self, expression: Expression) -> int:
        """How many levels of the value's lists have one place in it."""
        if isinstance(expression, Name) and self.holds_list(expression):
            name = expression.name
            return 0 if name in self.bound else self.owned.get(self.current.get(name, name), 0)
        return self.fresh(expression)

    def shares(self, expression: Expression) -> Shared:
        """The variables whose lists are part of the value."""
        if not self.holds_list(expression):
            return NOBODY
        match expression:
            case Name(name=name):
                if name in self.bound:
                    return self.bound[name]
                return frozenset({(self.current.get(name, name), 1, 1)})
            case Display(items=items):
                return inside(self._each(items))
            case Index(base=base):
                item = _picked(expression)
                return items_of(self.shares(base)) if item is None else self.shares(item)
            case Construct(arguments=arguments):
                return inside(self._each(arguments))
            case Attribute(base=base):
                return items_of(self.shares(base))
            case Slice(base=base):
                return inside(items_of(self.shares(base)))
            case Binary(left=left, right=right):
                return inside(items_of(self.shares(left) | self.shares(right)))
            case Unary(operand=operand):
                return inside(items_of(self.shares(operand)))
            case Change():
                return self._change(expression)
            case Choice(then=then, otherwise=otherwise):
                return self.shares(then) | self.shares(otherwise)
            case Logic(operands=operands):
                return _all(map(self.shares, operands))
            case Bind(target=target, value=value):
                return self.shares(target) | self.shares(value)
            case Draw(kind="choice", arguments=(values, *_)):
                return items_of(self.shares(values))
            case Draw(kind="shuffled" | "sample", arguments=(values, *_)):
                return inside(items_of(self.shares(values)))
            case Comprehension():
                return self._comprehension(expression)
            case Invoke():
                return self._invoke(expression)
            case Call():
                return self._call(expression)
        return NOBODY

    def bind(self, target: Target, shared: Shared) -> None:
        """A target of a comprehension stands for what shares these."""
        match target:
            case Name(name=name):
                self.bound[name] = shared
            case Unpack(targets=targets):
                for inner in targets:
                    self.bind(inner, items_of(shared))
            case Rest(target=inner):
                self.bound[inner.name] = inside(shared)

    def gone_over(self, iterable: Expression) -> Shared:
        """The variables whose lists a loop reads while it runs; copies are not among them."""
        match iterable:
            case Call(
                function="enumerate" | "zip" | "reversed" | ".keys" | ".values" | ".items" | ".elements",
                arguments=arguments,
            ):
                return _all(map(self.gone_over, arguments))
            case Call(function=function, arguments=arguments) if function.startswith("itertools."):
                return _all(map(self.gone_over, arguments))
            case Invoke(function=callee) if callee in self.kinds.generators:
                given = (*iterable.arguments, *(lent(outside, NOWHERE) for _, outside in iterable.captured))
                return self._each(given)
            case Comprehension(kind="generator", clauses=clauses):
                return _all(self.gone_over(clause.iterable) for clause in clauses)
        return frozenset(part for part in self.shares(iterable) if part[2] == 1)

    def _each(self, items: tuple[Expression, ...]) -> Shared:
        """What the items of a display or the arguments of a call share."""
        return _all(
            items_of(self.shares(item.value)) if isinstance(item, Star) else self.shares(item) for item in items
        )

    def _comprehension(self, expression: Comprehension) -> Shared:
        outer = dict(self.bound)
        for clause in expression.clauses:
            self.bind(clause.target, items_of(self.shares(clause.iterable)))
        result = inside(self.shares(expression.element))
        self.bound = outer
        return result

    def _call(self, call: Call) -> Shared:
        given = self._each(tuple(value for name, value in call.keywords if name != "key"))
        arguments = self._each(call.arguments)
        starred = any(isinstance(argument, Star) for argument in call.arguments)
        match call.function:
            case "clamp":
                return arguments | given
            case "set" | "frozenset" | ".keys" | ".elements" | ".dataclasses.asdict" | ".dataclasses.astuple":
                return NOBODY
            case ".copy.deepcopy":
                return NOBODY
            case "dict" | "collections.defaultdict" | "collections.Counter" if not starred:
                return inside(_all(map(self.values, call.arguments[-1:])) | given)
            case "dict.fromkeys":
                return inside(arguments)
            case ".items" | ".most_common":
                return inside(inside(items_of(arguments)))
            case ".get":
                return arguments | items_of(arguments)
            case ".copy" | ".copy.copy" | ".values" | "._asdict":
                return inside(items_of(arguments))
            case "._replace" | ".__replace__":
                return inside(items_of(arguments) | given)
            case "list" | "tuple" | "sorted" | "reversed" | "collections.deque" if not starred:
                return inside(_all(map(self.iterated, call.arguments)))
            case "list" | "tuple" | "sorted" | "reversed" | "collections.deque":
                return inside(items_of(arguments))
            case "enumerate" | "zip" if not starred:
                return inside(inside(_all(map(self.iterated, call.arguments))))
            case "enumerate" | "zip":
                return inside(inside(items_of(arguments)))
            case name if name.startswith("itertools."):
                parts = arguments | items_of(arguments) | items_of(items_of(arguments)) | given
                return inside(parts) | inside(inside(parts))
        return arguments | items_of(arguments) | given

    def _change(self, change: Change) -> Shared:
        """What a change takes out of a container, or finds there."""
        found = self.shares(Name(change.target.name))
        for _ in path(change.target):
            found = items_of(found)
        found = items_of(found)
        if change.method == "popitem":
            return inside(found)
        return found | self._each(change.arguments)

    def _invoke(self, call: Invoke) -> Shared:
        summary = self.summaries.get(call.function)
        return NOBODY if summary is None else self._mapped(call, summary.shares)

    def touches(self, expression: Expression) -> tuple[Touch, ...]:
        """What the expression itself changes, where it is a call."""
        if not isinstance(expression, Invoke) or expression.function not in self.summaries:
            return ()
        summary, found = self.summaries[expression.function], []
        shared = [lent(outside, expression.span) for _, outside in expression.captured]
        own, depths = dict(summary.lent), [len(path(outside)) for _, outside in expression.captured]
        for at, effect in summary.effects:
            others = [item for each, item in enumerate(shared) if each != at]
            others += [item for each, item in enumerate(expression.arguments) if each != own.get(at)]
            beside = self._each(tuple(others))
            kept = min([effect.kept, *(self._kept(expression, part, self.fresh) for part in effect.holds)])
            holds, deeper = self._mapped(expression, effect.holds), depths[at]
            for _ in range(deeper):
                holds = inside(holds)
            changed = replace(effect, level=min(effect.level + deeper, ALL), kept=min(kept + deeper, ALL))
            outside = expression.captured[at][1]
            place = Name(outside) if isinstance(outside, str) else outside
            found.append(Touch(place.name, place, changed, holds, beside))
        return tuple(found)

    def _kept(self, call: Invoke, part: tuple[int, int, int], fresh_of: Callable[[Expression], int]) -> int:
        """How many levels stay nobody else's of a variable that holds this part of an argument from then on: one more
        than those of the part itself."""
        position, level, at = part
        if any(isinstance(argument, Star) for argument in call.arguments):
            return 1
        arguments = (*call.arguments, *(lent(outside, call.span) for _, outside in call.captured))
        default = arguments[position].span == NOWHERE  # Python makes it once, for all calls
        fresh = 0 if default and self.holds_list(arguments[position]) else fresh_of(arguments[position])
        return ALL if fresh >= ALL else (at if at < ALL else 1) + max(0, fresh - (level - 1))

    def _mapped(self, call: Invoke, shares: frozenset[tuple[int, int, int]]) -> Shared:
        """What a callee says of its parameters and of what it shares, in the caller's terms."""
        found: set[tuple[str, int, int]] = set()
        starred = any(isinstance(argument, Star) for argument in call.arguments)
        captured = tuple(lent(outside, NOWHERE) for _, outside in call.captured)
        anything = self._each((*call.arguments, *captured)) if starred else NOBODY
        arguments = (*call.arguments, *captured)
        for position, part, at in shares:
            given = anything if starred else self.shares(arguments[position])
            for name, level, depth in given:
                found.add((name, level + max(0, part - depth), min(at + max(0, depth - part), ALL)))
        return frozenset(found)


def items_of(shared: Shared) -> Shared:
    """What an item of a value shares, of which this is what the value shares."""
    return frozenset((name, level, depth - 1) if depth > 1 else (name, level + 1, 1) for name, level, depth in shared)


def inside(shared: Shared) -> Shared:
    """What a new sequence shares whose items share this."""
    return frozenset((name, level, min(depth + 1, ALL)) for name, level, depth in shared)


def _deeper(levels: int) -> int:
    return min(levels + 1, ALL)


def _all(parts: Iterable[Shared]) -> Shared:
    return NOBODY.union(*parts)
