"""Lists are values here and objects in Python: whatever could tell the difference is reported.

The difference shows when a list is changed in place (`v[i] = x`, `v += [x]`) while somebody else holds the same
list. So a variable that is changed in place must own what it changes: its lists are new where it gets them,
nothing else gets hold of them, and no loop goes over them meanwhile. `return v` is fine: the variable is gone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from faier.lang.kinds import Kinds, component, holds_list, infer, is_list, item_of
from faier.lang.names import File
from faier.lang.scope import BROKEN
from faier.lang.sharing import ALL, Shared, Sharing, Summary, shifted
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Block,
    Choice,
    Display,
    Expression,
    For,
    Function,
    Item,
    Name,
    Return,
    Span,
    Star,
    Statement,
    Target,
    Unpack,
    Yield,
)
from faier.lang.walk import blocks, statements


@dataclass(frozen=True)
class Change:
    """Lists of `name` up to this level are changed in place; `made` is how much of what is stored is new."""

    name: str
    level: int
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


@dataclass
class Facts:
    """What one function does with lists, without regard to order."""

    changes: list[Change] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    handings: list[Handing] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    stored: list[tuple[str, int]] = field(default_factory=list)  # (name, levels of it that stay new)
    members: dict[str, set[tuple[str, int]]] = field(default_factory=dict)  # whose lists a variable can hold
    returned: list[tuple[Expression, Shared]] = field(default_factory=list)


def check_aliasing(functions: tuple[Function, ...], file: File) -> None:
    """Report what Python would compute differently. Functions must not be recursive."""
    kinds = infer(functions, file)
    summaries: dict[str, Summary] = {}
    for function in _callees_first(functions):
        sharing = Sharing(function.name, kinds, summaries)
        facts = _Reading(function, sharing).facts
        _report(function, facts, file)
        summaries[function.name] = _summary(function, facts, sharing)


def _callees_first(functions: tuple[Function, ...]) -> list[Function]:
    from faier.lang.checks import callees

    table = {function.name: function for function in functions}
    ordered: dict[str, Function] = {}
    waiting = [(function.name, False) for function in reversed(functions)]
    while waiting:
        name, ready = waiting.pop()
        if name in ordered or name not in table:
            continue
        if ready:
            ordered[name] = table[name]
        else:
            waiting.append((name, True))
            waiting.extend((callee, False) for callee in callees(table[name]))
    return list(ordered.values())


class _Reading:
    """Collects the facts of one function. A parameter that is given a new value at the top of the body, before
    anything else is assigned to it, counts as two variables: `counts = list(counts)`."""

    def __init__(self, function: Function, sharing: Sharing) -> None:
        self.function = function
        self.sharing = sharing
        self.facts = Facts()
        self.renewed = _renewed(function)
        for name in self.renewed:
            sharing.current[name] = f"{name}, as it was given"
        for parameter in function.parameters:
            name = sharing.current.get(parameter.name, parameter.name)
            fresh = 0 if holds_list(sharing.kinds.names[function.name].get(parameter.name, sharing.kinds.of(Name(BROKEN), function.name))) else ALL
            self.facts.bindings.append(Binding(name, fresh, None, parameter.span))
        self.block(function.body)

    def block(self, block: Block) -> None:
        for statement in block:
            self.statement(statement)
            for inner in blocks(statement):
                self.block(inner)

    def statement(self, statement: Statement) -> None:
        match statement:
            case Assign():
                self.assign(statement)
            case Augment():
                self.augment(statement)
            case For():
                self.loop(statement)
            case Yield(value=value, span=span):
                self.facts.handings.append(Handing(self.sharing.shares(value), span, "yield"))
            case Return(value=value) if value is not None:
                self.facts.returned.append((value, self.sharing.shares(value)))

    def assign(self, statement: Assign) -> None:
        value, alone = statement.value, len(statement.targets) == 1
        shared = self.sharing.shares(value)
        fresh = self.sharing.fresh(value)
        if not alone and self.sharing.holds_list(value):
            fresh = 0
        for target in statement.targets:
            if alone and isinstance(target, Name) and target.name in self.renewed:
                self.sharing.current.pop(target.name, None)
            self.bind(target, value, fresh, shared, statement.span)

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

    def unpack(
        self, targets: tuple[Target, ...], value: Expression | None, fresh: int, shared: Shared, span: Span
    ) -> None:
        """A display is taken apart item by item."""
        if isinstance(value, Display) and len(value.items) == len(targets):
            if not any(isinstance(item, Star) for item in value.items):
                for target, item in zip(targets, value.items, strict=True):
                    self.bind(target, item, self.sharing.fresh(item), self.sharing.shares(item), span)
                return
        inner = ALL if fresh >= ALL else max(0, fresh - 1)
        kind = None if value is None else self.sharing.kinds.of(value, self.function.name)
        for position, target in enumerate(targets):
            plain = kind is not None and not holds_list(component(kind, position, len(targets)))
            levels = ALL if plain else inner
            self.bind(target, None, levels, frozenset() if plain else shifted(shared), span)

    def store(self, name: str, depth: int, fresh: int, shared: Shared, span: Span) -> None:
        """`name[i]...[j] = value`, with `depth` indices."""
        variable = self.variable(name)
        self.facts.changes.append(Change(variable, depth, span))
        self.facts.stored.append((variable, min(depth + fresh, ALL)))
        self.facts.members.setdefault(variable, set()).update(shared)
        self.facts.handings.append(Handing(shared, span, "item"))

    def augment(self, statement: Augment) -> None:
        """`v += x` changes a list in place and gives anything else a new value."""
        target, value, span = statement.target, statement.value, statement.span
        sharing = self.sharing
        whole = Name(target.name)
        kind = sharing.kinds.of(whole, self.function.name)
        depth = len(target.indices) if isinstance(target, Item) else 0
        for _ in range(depth):
            kind = item_of(kind)
        grows = statement.operator in ("+", "*") and is_list(kind)
        if not grows and isinstance(target, Name):
            self.bind(target, Binary(statement.operator, target, value), ALL, frozenset(), span)
            return
        fresh, shared = ALL, frozenset[tuple[str, int]]()
        if grows:
            repeated = statement.operator == "*" and holds_list(item_of(kind))
            fresh = 0 if repeated else sharing.fresh_items(value)
            shared = sharing.shares_items(value)
        self.store(target.name, depth + 1 if grows else depth, fresh, shared, span)

    def loop(self, statement: For) -> None:
        sharing = self.sharing
        gone_over = sharing.gone_over(statement.iterable)
        changed = frozenset(self.changed_in(statement.body))
        self.facts.loops.append(Loop(gone_over, changed, statement.iterable.span))
        value = statement.iterable
        shared = sharing.shares_items(value)
        fresh = sharing.fresh_items(value)
        self.bind_items(statement.target, value, fresh, shared)

    def bind_items(self, target: Target, iterable: Expression, fresh: int, shared: Shared) -> None:
        """The target of a loop gets one item after the other."""
        kind = item_of(self.sharing.kinds.of(iterable, self.function.name))
        targets = target.targets if isinstance(target, Unpack) else (target,)
        for position, inner in enumerate(targets):
            part = component(kind, position, len(targets)) if isinstance(target, Unpack) else kind
            if not holds_list(part):
                self.bind(inner, None, ALL, frozenset(), target.span)
            elif isinstance(target, Unpack):
                self.bind(inner, None, ALL if fresh >= ALL else max(0, fresh - 1), shifted(shared), target.span)
            else:
                self.bind(inner, None, fresh, shared, target.span)

    def changed_in(self, block: Block) -> set[str]:
        """The variables whose lists the block changes in place."""
        found: set[str] = set()
        for statement in statements(block):
            match statement:
                case Assign(targets=targets):
                    found |= {self.variable(name) for target in targets for name in _items(target)}
                case Augment(target=Item(name=name)):
                    found.add(self.variable(name))
                case Augment(target=Name(name=name), operator="+" | "*"):
                    if is_list(self.sharing.kinds.of(Name(name), self.function.name)):
                        found.add(self.variable(name))
        return found

    def variable(self, name: str) -> str:
        return self.sharing.current.get(name, name)


def _items(target: Target) -> list[str]:
    match target:
        case Item(name=name):
            return [name]
        case Unpack(targets=targets):
            return [name for inner in targets for name in _items(inner)]
    return []


def _renewed(function: Function) -> set[str]:
    """The parameters whose first assignment is a statement of its own at the top of the body."""
    open_names = {parameter.name for parameter in function.parameters}
    found: set[str] = set()
    for statement in function.body:
        if isinstance(statement, Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], Name):
            name = statement.targets[0].name
            if name in open_names:
                found.add(name)
                open_names.discard(name)
            continue
        for inner in statements((statement,)):
            open_names -= set(_assigned(inner))
    return found


def _assigned(statement: Statement) -> list[str]:
    match statement:
        case Assign(targets=targets):
            return [name for target in targets for name in _names(target)]
        case Augment(target=target) | For(target=target):
            return _names(target)
    return []


def _names(target: Target) -> list[str]:
    match target:
        case Name(name=name):
            return [name]
        case Unpack(targets=targets):
            return [name for inner in targets for name in _names(inner)]
    return []


# What the facts come to.


def _report(function: Function, facts: Facts, file: File) -> None:
    needs: dict[str, int] = {}
    first: dict[str, Change] = {}
    for change in facts.changes:
        needs[change.name] = max(needs.get(change.name, 0), change.level)
        first.setdefault(change.name, change)
    parameters = {parameter.span for parameter in function.parameters}
    for binding in facts.bindings:
        if binding.fresh < needs.get(binding.name, 0):
            _report_binding(binding, first[binding.name], needs[binding.name], binding.span in parameters, file)
    for handing in facts.handings:
        for name, level in sorted(handing.shared):
            if level <= needs.get(name, 0):
                _report_handing(name, handing, first[name], file)
                break
    for name, levels in facts.stored:
        if levels < needs.get(name, 0):
            change = next(item for item in facts.changes if item.name == name)
            _add(file, change.span, f"what is stored in `{name}` here is a list that something else holds too", "store a copy: list(...)")
    for loop in facts.loops:
        for name, _ in sorted(loop.shared):
            if name in loop.changed:
                message = f"`{name}` changes while the loop goes over it"
                _add(file, loop.span, message, f"go over a copy: list({name})")
                break


def _report_binding(binding: Binding, change: Change, need: int, parameter: bool, file: File) -> None:
    name = binding.name.split(",")[0]
    if parameter:
        message = f"this changes `{name}`, a list that was passed in: it would change for the caller too"
        _add(file, change.span, message, f"copy it first: {name} = list({name})")
    elif binding.value is None:
        message = f"this changes `{name}`, a list that is part of another one"
        _add(file, change.span, message, f"copy it under a new name: own = list({name})")
    elif binding.fresh == 0:
        message = f"`{name}` is changed on line {change.span.line}, but this list has another name too"
        _add(file, binding.span, message, f"make a copy: {name} = list(...)")
    else:
        message = f"items of `{name}` are changed on line {change.span.line}, but they are lists that something shares"
        _add(file, binding.span, message, "make each of them anew: [[0] * 2 for _ in range(3)], [list(row) for row in rows]")


def _report_handing(name: str, handing: Handing, change: Change, file: File) -> None:
    shown = name.split(",")[0]
    if handing.how == "yield":
        message = f"this shows the list `{shown}`, which is changed on line {change.span.line}"
        _add(file, handing.span, message, f"show what it holds now: tuple({shown})")
    else:
        message = f"this gives the list `{shown}` a second name, and it is changed on line {change.span.line}"
        _add(file, handing.span, message, f"make a copy: list({shown})")


def _add(file: File, span: Span, message: str, hint: str) -> None:
    """One report for a place is enough."""
    if not any(item.code == "FA210" and item.span == span for item in file.problems.found):
        file.problems.add("FA210", span, message, hint)


def _summary(function: Function, facts: Facts, sharing: Sharing) -> Summary:
    """What the caller must know of the result."""
    own: dict[str, int] = {}
    for binding in facts.bindings:
        own[binding.name] = min(own.get(binding.name, ALL), binding.fresh)
    for name, levels in facts.stored:
        own[name] = min(own.get(name, ALL), levels)
    for name in sharing.current.values():
        own[name] = 0
    fresh = min((_result_fresh(value, own, sharing) for value, _ in facts.returned), default=ALL)
    positions = {parameter.name: at for at, parameter in enumerate(function.parameters)}
    positions |= {f"{name}, as it was given": at for name, at in positions.items()}
    reached = {pair for _, shared in facts.returned for pair in shared}
    waiting = list(reached)
    while waiting:
        name, _ = waiting.pop()
        for pair in facts.members.get(name, ()):
            if pair not in reached:
                reached.add(pair)
                waiting.append(pair)
    return Summary(fresh, frozenset((positions[name], level) for name, level in reached if name in positions))


def _result_fresh(value: Expression, own: dict[str, int], sharing: Sharing) -> int:
    """A variable's own lists pass to the caller: the variable is gone."""
    match value:
        case Name(name=name) if sharing.holds_list(value):
            return own.get(sharing.current.get(name, name), 0)
        case Choice(then=then, otherwise=otherwise):
            return min(_result_fresh(then, own, sharing), _result_fresh(otherwise, own, sharing))
    return sharing.fresh(value)
