"""What a function does with lists: which it changes in place, where it gets them, who else gets them.

The facts are collected without regard to order, so what is true of them is true of every run.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from faier.lang.kinds import NOTHING, SCALAR, Kind, component, field_of, holds_list, is_list, item_of
from faier.lang.list_owners import ALL, NOBODY, Shared, Sharing, inside, items_of
from faier.lang.roles import item_names, passing, renewed
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Bind,
    Block,
    Call,
    Comprehension,
    Display,
    Expression,
    Field,
    For,
    Function,
    Item,
    Name,
    Rest,
    Return,
    Slice,
    Span,
    Star,
    Statement,
    Target,
    Unpack,
    Yield,
)
from faier.lang.walk import blocks, children, expressions, statements, target_expressions


@dataclass(frozen=True)
class Change:
    """Lists of `name` down to this level are changed in place; `kept` levels of it stay nobody else's."""

    name: str
    level: int
    kept: int
    span: Span


@dataclass(frozen=True)
class Binding:
    """`name` gets a value of which the first `fresh` levels are new. `value` is None for parameters, items of
    what a loop goes over, and parts of what is unpacked."""

    name: str
    fresh: int
    value: Expression | None
    span: Span


@dataclass(frozen=True)
class Handing:
    """The lists of these variables become part of something that lives on."""

    shared: Shared
    span: Span
    how: str  # "name", "item", "yield"


@dataclass(frozen=True)
class Loop:
    """The loop reads the lists of these variables while its body makes these changes."""

    shared: Shared
    changed: frozenset[str]
    span: Span


@dataclass(frozen=True)
class Returned:
    """`current` tells which variables the names mean at the `return`."""

    value: Expression
    shared: Shared
    current: dict[str, str]


@dataclass
class Facts:
    """What one function does with lists, without regard to order."""

    changes: list[Change] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    handings: list[Handing] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    members: dict[str, set[tuple[str, int, int]]] = field(default_factory=dict)  # what a variable can share
    returned: list[Returned] = field(default_factory=list)


class Reading:
    """Collects the facts of one function. A parameter that is given a new value at the top of the body, before
    anything else is assigned to it, counts as two variables: `counts = list(counts)`."""

    def __init__(self, function: Function, sharing: Sharing) -> None:
        self.function = function
        self.sharing = sharing
        self.facts = Facts()
        self.parameters = {parameter.name for parameter in function.parameters}
        self.renewed = renewed(function)
        self.passing = passing(function)
        for name in self.renewed:
            sharing.current[name] = given_name(name)
        for parameter in function.parameters:
            kind = sharing.kinds.names[function.name][parameter.name]
            fresh = 0 if holds_list(kind) or kind is NOTHING else ALL
            self.facts.bindings.append(Binding(self.variable(parameter.name), fresh, None, parameter.span))
        for name in function.captured:
            fresh = (
                0 if sharing.holds_list(Name(name)) or sharing.kinds.of(Name(name), function.name) is NOTHING else ALL
            )
            self.facts.bindings.append(Binding(name, fresh, None, function.span))
        self.block(function.body)

    def block(self, block: Block) -> None:
        for statement in block:
            for expression in (*expressions(statement), *target_expressions(statement)):
                self.inside(expression)
            if isinstance(statement, For):
                self.loop(statement)
                continue
            self.statement(statement)
            for inner in blocks(statement):
                self.block(inner)

    def inside(self, expression: Expression) -> None:
        """What is given a name inside of the expression."""
        sharing = self.sharing
        if not isinstance(expression, Comprehension):
            for part in children(expression):
                self.inside(part)
            if isinstance(expression, Bind):
                shared, value = sharing.shares(expression.value), expression.value
                fresh = 0 if sharing.holds_list(value) else ALL
                self.bind(expression.target, value, fresh, shared, expression.span)
            return
        outer = dict(sharing.bound)
        for clause in expression.clauses:
            self.inside(clause.iterable)
            sharing.bind(clause.target, items_of(sharing.shares(clause.iterable)))
            for condition in clause.conditions:
                self.inside(condition)
        self.inside(expression.element)
        sharing.bound = outer

    def statement(self, statement: Statement) -> None:
        match statement:
            case Assign():
                self.assign(statement)
            case Augment():
                self.augment(statement)
            case Yield(value=value, span=span):
                self.facts.handings.append(Handing(self.sharing.shares(value), span, "yield"))
            case Return(value=value) if value is not None:
                returned = Returned(value, self.sharing.shares(value), dict(self.sharing.current))
                self.facts.returned.append(returned)

    def assign(self, statement: Assign) -> None:
        value, alone = statement.value, len(statement.targets) == 1
        shared = self.sharing.shares(value)
        fresh = self.sharing.fresh(value)
        if not alone and self.sharing.holds_list(value):
            fresh = 0
        for target in statement.targets:
            if alone and isinstance(target, Name) and target.name not in self.parameters:
                own = self.rebuilt(target.name, value)
                if own is not None:
                    fresh, shared = own, frozenset(part for part in shared if part[0] != target.name)
            if alone and isinstance(target, Name) and target.name in self.renewed:
                self.sharing.current.pop(target.name, None)
            self.bind(target, value, fresh, shared, statement.span)

    def rebuilt(self, name: str, value: Expression) -> int | None:
        """The new levels of `v = v + [x]`, `v = v[1:]` and the like for a local variable: the items of the old
        list, which is gone, each at most once, and new ones. None when the value is not of this form."""
        match value:
            case Name():
                return ALL if value.name == name else None
            case Slice(base=base):
                return self.rebuilt(name, base)
            case Call(function="list" | "sorted", arguments=(base,)):
                return self.rebuilt(name, base)
            case Binary(operator="+", left=left, right=right):
                for kept, added in ((left, right), (right, left)):
                    own = self.rebuilt(name, kept)
                    if own is not None and not self.mentions(name, added):
                        return min(own, self.sharing.fresh_items(added) + 1)
        return None

    def mentions(self, name: str, value: Expression) -> bool:
        return any(part[0] == self.variable(name) for part in self.sharing.shares(value))

    def bind(self, target: Target, value: Expression | None, fresh: int, shared: Shared, span: Span) -> None:
        match target:
            case Name(name=name):
                self.facts.bindings.append(Binding(self.variable(name), fresh, value, span))
                self.facts.members.setdefault(self.variable(name), set()).update(shared)
                self.facts.handings.append(Handing(shared, span, "name"))
            case Item(name=name, indices=indices):
                self.store(name, len(indices), fresh, shared, span)
            case Unpack(targets=targets):
                self.unpack(targets, value, fresh, shared, span)
            case Rest(target=inner):
                self.bind(inner, None, min(fresh + 1, ALL), inside(shared), span)

    def unpack(
        self, targets: tuple[Target, ...], value: Expression | None, fresh: int, shared: Shared, span: Span
    ) -> None:
        """A display is taken apart item by item."""
        starred = isinstance(value, Display) and any(isinstance(item, Star) for item in value.items)
        gathers = any(isinstance(target, Rest) for target in targets)
        if isinstance(value, Display) and len(value.items) == len(targets) and not (starred or gathers):
            for target, item in zip(targets, value.items, strict=True):
                self.bind(target, item, self.sharing.fresh(item), self.sharing.shares(item), span)
            return
        inner = ALL if fresh >= ALL else max(0, fresh - 1)
        kind = None if value is None else self.sharing.kinds.of(value, self.function.name)
        for position, target in enumerate(targets):
            part = None if kind is None else item_of(kind) if gathers else component(kind, position, len(targets))
            plain = part is not None and not holds_list(part)
            levels = ALL if plain else inner
            self.bind(target, None, levels, NOBODY if plain else items_of(shared), span)

    def store(self, name: str, depth: int, fresh: int, shared: Shared, span: Span) -> None:
        """`name[i]...[j] = value`, with `depth` indices."""
        variable = self.variable(name)
        self.facts.changes.append(Change(variable, depth, min(depth + fresh, ALL), span))
        self.facts.members.setdefault(variable, set()).update(shared)
        self.facts.handings.append(Handing(shared, span, "item"))

    def augment(self, statement: Augment) -> None:
        """`v += x` changes a list in place and gives anything else a new value."""
        target, value, span = statement.target, statement.value, statement.span
        sharing = self.sharing
        whole = Name(target.name)
        kind = sharing.kinds.of(whole, self.function.name)
        indices = target.indices if isinstance(target, Item) else ()
        depth = len(indices)
        for index in indices:
            kind = field_of(kind, index.name) if isinstance(index, Field) else item_of(kind)
        number = statement.operator == "+" and sharing.kinds.of(value, self.function.name) is SCALAR
        grows = statement.operator in ("+", "*") and is_list(kind) and not number
        if not grows and isinstance(target, Name):
            self.bind(target, Binary(statement.operator, target, value), ALL, NOBODY, span)
            return
        fresh, shared = ALL, NOBODY
        if grows:
            repeated = statement.operator == "*" and holds_list(item_of(kind))
            fresh = 0 if repeated else sharing.fresh_items(value)
            shared = items_of(sharing.shares(value))
        self.store(target.name, depth + 1 if grows else depth, fresh, shared, span)

    def loop(self, statement: For) -> None:
        """The target of a loop gets one item after the other. Where it is read in the body alone, and the body
        leaves the lists it comes from as they are, it stands for them and is no second name."""
        sharing, iterable, outer = self.sharing, statement.iterable, dict(self.sharing.bound)
        changed = frozenset(self.changed_in(statement.body))
        self.facts.loops.append(Loop(sharing.gone_over(iterable), changed, iterable.span))
        kind = item_of(sharing.kinds.of(iterable, self.function.name))
        shared, fresh = items_of(sharing.shares(iterable)), sharing.fresh_items(iterable)
        quiet = not any(name in changed for name, _, _ in shared)
        self.bind_item(statement.target, kind, fresh, shared, quiet)
        self.block(statement.body)
        sharing.bound = outer
        self.block(statement.otherwise)

    def bind_item(self, target: Target, kind: Kind, fresh: int, shared: Shared, quiet: bool) -> None:
        if not holds_list(kind):
            fresh, shared = ALL, NOBODY
        match target:
            case Unpack(targets=targets):
                for position, inner in enumerate(targets):
                    part = component(kind, position, len(targets)) if target.rest is None else item_of(kind)
                    levels = ALL if fresh >= ALL else max(0, fresh - 1)
                    self.bind_item(inner, part, levels, items_of(shared), quiet)
            case Name(name=name) if quiet and shared and name in self.passing:
                self.facts.bindings.append(Binding(name, fresh, None, target.span))
                self.facts.members.setdefault(name, set()).update(shared)
                self.sharing.bound[name] = shared
            case _:
                self.bind(target, None, fresh, shared, target.span)

    def changed_in(self, block: Block) -> set[str]:
        """The variables whose lists the block changes in place."""
        found: set[str] = set()
        for statement in statements(block):
            match statement:
                case Assign(targets=targets):
                    found |= {self.variable(name) for target in targets for name in item_names(target)}
                case Augment(target=Item(name=name)):
                    found.add(self.variable(name))
                case Augment(target=Name(name=name), operator="+" | "*"):
                    if is_list(self.sharing.kinds.of(Name(name), self.function.name)):
                        found.add(self.variable(name))
        return found

    def variable(self, name: str) -> str:
        return self.sharing.current.get(name, name)


def given_name(name: str) -> str:
    """The variable that a parameter is before it is given a new value."""
    return f"{name}, as it was given"
