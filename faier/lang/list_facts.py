"""What a function does with lists: which it changes in place, where it gets them, who else gets them.

The facts are collected without regard to order, so what is true of them is true of every run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from faier.lang.following import Following, following
from faier.lang.kind_inference import path
from faier.lang.kinds import (
    NOTHING,
    SCALAR,
    Kind,
    Many,
    Table,
    component,
    element_of,
    field_of,
    holds_list,
    is_list,
    item_of,
)
from faier.lang.list_calls import calls_between
from faier.lang.list_owners import ALL, NOBODY, Shared, Sharing, inside, items_of
from faier.lang.roles import item_names, items_in, passing, renewed, target_names
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Bind,
    Block,
    Call,
    Choice,
    Comprehension,
    Construct,
    Display,
    Expression,
    Field,
    For,
    Function,
    Invoke,
    Item,
    Logic,
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
from faier.lang.syntax import Change as Tree
from faier.lang.walk import (
    blocks,
    changes,
    children,
    expressions,
    lent,
    ordered,
    parts,
    place_of,
    read_in,
    statements,
    target_expressions,
    targets_of,
)

# These operators change what stands on the left of `+=` and the like, where that can change.
IN_PLACE = ("+", "*", "-", "|", "&", "^")


@dataclass(frozen=True)
class Change:
    """Lists of `name` down to this level are changed in place; `kept` levels of it stay nobody else's."""

    name: str
    level: int
    kept: int
    span: Span
    when: int  # statements are counted as they stand in the file


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
    when: int  # statements are counted as they stand in the file


@dataclass(frozen=True)
class Loop:
    """The loop reads the lists of these variables while its body makes these changes."""

    shared: Shared
    changed: frozenset[str]
    span: Span


@dataclass(frozen=True)
class Meanwhile:
    """The list of `name` changes here while the expression around it holds it."""

    name: str
    span: Span


@dataclass(frozen=True)
class Returned:
    """`current` tells which variables the names mean at the `return`; `moving` is what is shared where something may
    change it."""

    value: Expression
    shared: Shared
    current: dict[str, str]
    moving: Shared


@dataclass
class Facts:
    """What one function does with lists, without regard to order."""

    changes: list[Change] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    handings: list[Handing] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    members: dict[str, set[tuple[str, int, int]]] = field(default_factory=dict)  # what a variable can share
    returned: list[Returned] = field(default_factory=list)
    meanwhile: list[Meanwhile] = field(default_factory=list)
    twice: list[Meanwhile] = field(default_factory=list)  # a call changes it, and sees it by another name too
    between: list[Meanwhile] = field(default_factory=list)  # a call changes it at a time that is hard to say
    renewals: dict[str, set[int]] = field(default_factory=dict)  # statements that give a variable another value
    body: Block = ()

    @cached_property
    def ways(self) -> Following:
        return following(self.body)

    def may_follow(self, change: Change, handing: Handing, name: str) -> bool:
        """Whether a run may come to the change after the variable's list was handed over, with the same list in it."""
        return self.ways.may(handing.when, change.when, self.renewals.get(name, ()))


class Reading:
    """Collects the facts of one function. A parameter that is given a new value at the top of the body, before
    anything else is assigned to it, counts as two variables: `counts = list(counts)`."""

    def __init__(self, function: Function, sharing: Sharing) -> None:
        self.function = function
        self.sharing = sharing
        self.facts = Facts(body=function.body)
        self.now = 0  # the statement that is read, as `lang.following` counts them
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
            self.now += 1
            for expression in (*expressions(statement), *target_expressions(statement)):
                self.inside(expression)
                for part in calls_between(expression, lambda part: bool(self.sharing.touches(part))):
                    changed = self.sharing.touches(part)[0]
                    self.facts.between.append(Meanwhile(self.variable(changed.name), part.span))
            self.in_order(ordered(statement))
            self.targets(statement)
            if isinstance(statement, For):
                self.loop(statement)
                continue
            self.statement(statement)
            for inner in blocks(statement):
                self.block(inner)

    def inside(self, expression: Expression) -> None:
        """What is given a name inside of the expression."""
        sharing = self.sharing
        self.called(expression)
        if not isinstance(expression, Comprehension):
            for part in children(expression):
                self.inside(part)
            self.meanwhile(expression)
            if isinstance(expression, Tree):
                self.change(expression)
            if isinstance(expression, Bind):
                shared, value = sharing.shares(expression.value), expression.value
                fresh = 0 if sharing.holds_list(value) else ALL
                self.bind(expression.target, value, fresh, shared, expression.span)
            return
        outer = dict(sharing.bound)
        self.meanwhile(expression)
        for clause in expression.clauses:
            self.inside(clause.iterable)
            sharing.bind(clause.target, items_of(sharing.shares(clause.iterable)))
            for condition in clause.conditions:
                self.inside(condition)
        self.inside(expression.element)
        sharing.bound = outer

    def called(self, expression: Expression) -> None:
        """What a call changes of the variables that it shares."""
        if isinstance(expression, Invoke):
            self.lent(expression)
        for touch in self.sharing.touches(expression):
            variable, effect = self.variable(touch.name), touch.effect
            self.facts.changes.append(Change(variable, effect.level, effect.kept, expression.span, self.now))
            self.facts.members.setdefault(variable, set()).update(touch.holds)
            self.facts.handings.append(Handing(touch.holds, expression.span, "item", self.now))
            if any(name == variable and level <= effect.level for name, level, _ in touch.beside):
                self.facts.twice.append(Meanwhile(variable, expression.span))

    def lent(self, call: Invoke) -> None:
        """What leads to what a call changes must be the same before and after its arguments are computed."""
        for _, outside in call.captured:
            if isinstance(outside, str):
                continue
            way = {self.variable(name) for name in read_in(lent(outside, call.span))}
            for argument in call.arguments:
                if place_of(argument) == outside:
                    continue
                for name, _, span in self.changed_by(argument):
                    if name in way:
                        self.facts.meanwhile.append(Meanwhile(name, span))

    def statement(self, statement: Statement) -> None:
        match statement:
            case Assign():
                self.assign(statement)
            case Augment():
                self.augment(statement)
            case Yield(value=value, span=span):
                self.facts.handings.append(Handing(self.sharing.shares(value), span, "yield", self.now))
                listed = Display("list", (value,), span)
                shared = self.sharing.shares(listed)
                self.facts.returned.append(Returned(listed, shared, dict(self.sharing.current), shared))
            case Return(value=value) if value is not None:
                shared, moving = self.sharing.shares(value), self.sharing.shares(value)
                if isinstance(value, Construct):
                    moving = self.sharing.shares(Display("tuple", self.sharing.moving(value)))
                self.facts.returned.append(Returned(value, shared, dict(self.sharing.current), moving))

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
        for target in statement.targets:
            for name in target_names(target):
                if name not in read_in(value) and name not in self.function.captured:
                    self.facts.renewals.setdefault(self.variable(name), set()).add(self.now)

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
            case Invoke() if any(outside == name for _, outside in value.captured):
                return self.handed_back(name, value)
            case Binary(operator="+", left=left, right=right):
                for kept, added in ((left, right), (right, left)):
                    own = self.rebuilt(name, kept)
                    if own is not None and not self.mentions(name, added):
                        return min(own, self.sharing.fresh_items(added) + 1)
        return None

    def handed_back(self, name: str, call: Invoke) -> int | None:
        """The new levels of `v = put(v, 1)`, where the function returns what it was lent, or something new."""
        shared = {part for part in self.sharing.shares(call) if part[0] == self.variable(name)}
        known = self.sharing.summaries.get(call.function)
        return known.aside if known is not None and shared <= {(self.variable(name), 1, 1)} else None

    def mentions(self, name: str, value: Expression) -> bool:
        return any(part[0] == self.variable(name) for part in self.sharing.shares(value))

    def bind(self, target: Target, value: Expression | None, fresh: int, shared: Shared, span: Span) -> None:
        match target:
            case Name(name=name):
                self.facts.bindings.append(Binding(self.variable(name), fresh, value, span))
                self.facts.members.setdefault(self.variable(name), set()).update(shared)
                self.facts.handings.append(Handing(shared, span, "name", self.now))
            case Item(name=name, indices=indices):
                last = indices[-1]
                rests = isinstance(last, Field) and last.name in self.sharing.resting
                self.store(name, len(indices), ALL if rests else fresh, shared, span)
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

    # Changes inside of expressions.

    def change(self, change: Tree) -> None:
        """`values.append(item)`, `values.pop()` and the like."""
        if not self.is_of_list(change):
            return
        sharing, arguments = self.sharing, change.arguments
        depth = len(path(change.target))
        fresh, shared = ALL, NOBODY
        if any(isinstance(argument, Star) for argument in arguments):
            fresh = 0
            for argument in arguments:
                inner = argument.value if isinstance(argument, Star) else argument
                shared |= sharing.shares(inner) | items_of(sharing.shares(inner))
        elif change.method in ("append", "appendleft", "insert", "setdefault") and arguments:
            fresh, shared = sharing.fresh(arguments[-1]), sharing.shares(arguments[-1])
        elif change.method in ("extend", "extendleft", "[:]=") and arguments:
            fresh, shared = sharing.fresh_gone_over(arguments[0]), sharing.iterated(arguments[0])
        elif change.method == "update" and holds_list(sharing.kinds.stored(change, self.function.name)):
            given = [value for _, value in change.keywords]
            levels = [*map(sharing.fresh_values, arguments), *map(sharing.fresh, given)]
            fresh = min(levels, default=ALL)
            shared = NOBODY.union(*map(sharing.values, arguments), *map(sharing.shares, given))
        self.store(change.target.name, depth + 1, fresh, shared, change.span)
        name = change.target.name
        if change.method == "sort" and sum(name in read_in(value) for _, value in change.keywords):
            self.sorting(change)

    def is_of_list(self, change: Tree) -> bool:
        """Whether what it is called on can be a list: `node.insert(x)` of an object that has a place fails here, and is
        a method of its class where it does not."""
        return self.sharing.kinds.target(change, self.function.name) is not SCALAR

    def sorting(self, change: Tree) -> None:
        """While Python sorts a list, the list is empty: its keys must not ask for it."""
        name = change.target.name
        keys = [value for key, value in change.keywords if key == "key"]
        for key in keys:
            inner = key.clauses[0].iterable if isinstance(key, Comprehension) else key
            if any(isinstance(part, Invoke) and name in read_in(part) for part in parts(key)):
                self.facts.meanwhile.append(Meanwhile(name, change.span))
            times = sum(isinstance(part, Name) and part.name == name for part in parts(key))
            if times > sum(isinstance(part, Name) and part.name == name for part in parts(inner)):
                self.facts.meanwhile.append(Meanwhile(name, change.span))

    def meanwhile(self, expression: Expression) -> None:
        """What is evaluated first must not change while the rest of the expression is."""
        match expression:
            case Logic() | Choice():
                return  # operands are looked at, one by one
            case Comprehension(clauses=clauses, element=element):
                outer = dict(self.sharing.bound)
                held = NOBODY
                for clause in clauses:
                    held |= self.sharing.gone_over(clause.iterable)
                    self.sharing.bind(clause.target, items_of(self.sharing.shares(clause.iterable)))
                held |= self.sharing.shares(element)
                self.sharing.bound = outer
                for part in children(expression)[1:]:
                    self.held(held, part)
            case _:
                self.in_order(children(expression))
        if isinstance(expression, Tree) and isinstance(expression.target, Item):
            for part in (*expression.arguments, *(value for _, value in expression.keywords)):
                for name, _, span in self.changed_by(part):
                    if name == self.variable(expression.target.name):
                        self.facts.meanwhile.append(Meanwhile(name, span))

    def in_order(self, evaluated: tuple[Expression, ...]) -> None:
        held = NOBODY
        for part in evaluated:
            self.held(held, part)
            held |= self.sharing.shares(part)

    def held(self, held: Shared, part: Expression) -> None:
        """These lists are held while the part is evaluated."""
        for variable, level, span in self.changed_by(part):
            for name, at, _ in held:
                if name == variable and at <= level:
                    self.facts.meanwhile.append(Meanwhile(name, span))

    def changed_by(self, expression: Expression) -> Iterator[tuple[str, int, Span]]:
        """The variables that are changed inside of the expression, and down to which level."""
        for change in filter(self.is_of_list, changes(expression)):
            yield self.variable(change.target.name), len(path(change.target)) + 1, change.span
        for part in parts(expression):
            for touch in self.sharing.touches(part):
                yield self.variable(touch.name), touch.effect.level, part.span

    def targets(self, statement: Statement) -> None:
        """A variable of which an item is assigned, or which is augmented, must not change on the way there."""
        match statement:
            case Assign(targets=targets):
                own = {self.variable(name) for target in targets for name in item_names(target)}
                between = target_expressions(statement)
            case Augment(target=target, value=value):
                own, between = {self.variable(target.name)}, (*target_expressions(statement), value)
            case _:
                own, between = set(), ()
        for part in between:
            for name, _, span in self.changed_by(part):
                if name in own:
                    self.facts.meanwhile.append(Meanwhile(name, span))

    def store(self, name: str, depth: int, fresh: int, shared: Shared, span: Span) -> None:
        """`name[i]...[j] = value`, with `depth` indices."""
        variable = self.variable(name)
        self.facts.changes.append(Change(variable, depth, min(depth + fresh, ALL), span, self.now))
        self.facts.members.setdefault(variable, set()).update(shared)
        self.facts.handings.append(Handing(shared, span, "item", self.now))

    def augment(self, statement: Augment) -> None:
        """`v += x` changes a list in place and gives anything else a new value."""
        target, value, span = statement.target, statement.value, statement.span
        sharing = self.sharing
        whole = Name(target.name)
        kind = sharing.kinds.of(whole, self.function.name)
        indices = path(target)
        depth = len(indices)
        for index in indices:
            kind = field_of(kind, index.name) if isinstance(index, Field) else element_of(kind)
        number = statement.operator != "*" and sharing.kinds.of(value, self.function.name) is SCALAR
        grows = statement.operator in IN_PLACE and is_list(kind) and not number
        if not grows and isinstance(target, Name):
            self.bind(target, Binary(statement.operator, target, value), ALL, NOBODY, span)
            return
        fresh, shared = ALL, NOBODY
        if grows:
            repeated = statement.operator == "*" and holds_list(element_of(kind))
            table = statement.operator == "|"
            fresh = 0 if repeated else sharing.fresh_values(value) if table else sharing.fresh_gone_over(value)
            shared = sharing.values(value) if table else items_of(sharing.shares(value))
        self.store(target.name, depth + 1 if grows else depth, fresh, shared, span)

    def loop(self, statement: For) -> None:
        """The target of a loop gets one item after the other. Where it is read in the body alone, and the body
        leaves the lists it comes from as they are, it stands for them and is no second name."""
        sharing, iterable, outer = self.sharing, statement.iterable, dict(self.sharing.bound)
        changed = frozenset(self.changed_in(statement.body, self.at_hand(statement)))
        self.facts.loops.append(Loop(sharing.gone_over(iterable), changed, iterable.span))
        kind = item_of(sharing.kinds.of(iterable, self.function.name))
        shared, fresh = sharing.iterated(iterable), sharing.fresh_gone_over(iterable)
        everything = self.changed_in(statement.body)
        quiet = not any(name in everything for name, _, _ in shared)
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
            case Name(name=name) if quiet and shared and fresh == 0 and name in self.passing:
                self.facts.bindings.append(Binding(name, fresh, None, target.span))
                self.facts.members.setdefault(name, set()).update(shared)
                self.sharing.bound[name] = shared
            case _:
                self.bind(target, None, fresh, shared, target.span)

    def at_hand(self, loop: For) -> Item | None:
        """The value of the dictionary that a loop goes over at the key in its variable: it may be set. So may the item
        of a list at the place that `enumerate` has come to."""
        numbered = False
        match loop.iterable, loop.target:
            case Call("enumerate", (table,), ()), Unpack((Name(name=key), _)):
                numbered = True
            case Call(".keys", (table,)), Name(name=key):
                pass
            case Call(".items", (table,)), Unpack(targets=(Name(name=key), _)):
                pass
            case table, Name(name=key):
                pass
            case _:
                return None
        place = place_of(table)
        if place is None or any(not isinstance(index, Field | Name) for index in path(place)):
            return None
        ways = {index.name for index in path(place) if isinstance(index, Name)}
        others = [target for statement in statements(loop.body) for target in targets_of(statement)]
        kind = self.sharing.kinds.of(table, self.function.name)
        if not (isinstance(kind, Many) and kind.lists if numbered else isinstance(kind, Table)):
            return None
        assigned = {name for target in (*others, loop.target) for name in target_names(target)}
        bound = [name for target in others for name in target_names(target)]
        bound += [name for statement in statements(loop.body) for name in _shared(statement)]
        if key in bound or place.name in assigned or ways & {*bound, key} or key == place.name:
            return None
        return Item(place.name, (*path(place), Name(key)))

    def changed_in(self, block: Block, at_hand: Item | None = None) -> set[str]:
        """The variables whose lists the block changes in place, but for the dictionary at the key that is at hand."""
        found: set[str] = set()
        for statement in statements(block):
            for expression in (*expressions(statement), *target_expressions(statement)):
                for change in changes(expression):
                    found |= self.touched(change.target, at_hand)
                for part in parts(expression):
                    for touch in self.sharing.touches(part):
                        found |= self.touched(touch.place, at_hand)
            match statement:
                case Assign(targets=targets):
                    for target in targets:
                        for item in items_in(target):
                            found |= self.touched(item, at_hand)
                case Augment(target=Item() as target):
                    found |= self.touched(target, at_hand)
                case Augment(target=Name(name=name), operator=operator) if operator in IN_PLACE:
                    if is_list(self.sharing.kinds.of(Name(name), self.function.name)):
                        found.add(self.variable(name))
        return found

    def touched(self, target: Name | Item, at_hand: Item | None) -> set[str]:
        if at_hand is not None and (target.name, *path(target)[: len(at_hand.indices)]) == (
            at_hand.name,
            *at_hand.indices,
        ):
            return set()
        return {self.variable(target.name)}

    def variable(self, name: str) -> str:
        return self.sharing.current.get(name, name)


def _shared(statement: Statement) -> Iterator[str]:
    """The variables that calls in the statement itself share: they may get other values there."""
    for expression in (*expressions(statement), *target_expressions(statement)):
        for part in parts(expression):
            if isinstance(part, Invoke):
                yield from (outside for _, outside in part.captured if isinstance(outside, str))


def given_name(name: str) -> str:
    """The variable that a parameter is before it is given a new value."""
    return f"{name}, as it was given"
