"""A second name for what a variable holds: `row = table[i]`, and then `row[j] += 1`.

Where nothing but the name itself changes what leads there, the name stands for the place: `table[i][j] += 1`. So one
change is seen by both names, as in Python. Everything else is left to `aliasing`.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from faier.lang import names
from faier.lang.chosen_names import Chosen
from faier.lang.roles import assigned_names, target_names
from faier.lang.rows import Known, changed_by, known_of, meet, parts_in, places_in
from faier.lang.syntax import (
    Assign,
    Augment,
    Block,
    Change,
    Choice,
    Comprehension,
    Display,
    Evaluate,
    Expression,
    Field,
    For,
    Function,
    If,
    Index,
    Invoke,
    Item,
    Match,
    Name,
    Span,
    Statement,
    StreamType,
    Try,
    While,
)
from faier.lang.walk import blocks, lent, mentions_in, parts, place_of, read_in, renamed, statements

_MOST_ROUNDS = 10


def with_places(functions: tuple[Function, ...]) -> tuple[Function, ...]:
    """The functions, in which such names stand for the places."""
    if not any(_may_name(statement) for function in functions for statement in statements(function.body)):
        return functions
    for _ in range(_MOST_ROUNDS):
        known, before = known_of(functions), functions
        functions = tuple(_Naming(function, functions, known).function() for function in functions)
        if functions == before:
            break
    return functions


class _Naming:
    def __init__(self, function: Function, functions: tuple[Function, ...], known: Known) -> None:
        self.before = function
        self.known = known
        self.parameters = {item.name for item in function.parameters}
        self.streams = {item.name for item in function.parameters if isinstance(item.type, StreamType)}
        inside = [inner for inner in functions if inner.within is not None and inner.name != function.name]
        self.seen_inside = {name for inner in inside for name in inner.captured}
        self.assigned = [name for statement in statements(function.body) for name in assigned_names(statement)]
        self.used = mentions_in(function.body)
        self.taken = {*self.used, *self.parameters, *self.assigned, *function.captured}
        own = set(self.assigned) - self.parameters - self.seen_inside - set(function.captured)
        self.chosen = Chosen(self.used, self.assigned, own, self.taken, known)

    def function(self) -> Function:
        if not any(map(_may_name, statements(self.before.body))):
            return self.before
        return replace(self.before, body=self.block(self.before.body))

    def second(self, statement: Statement) -> str | None:
        """The name that the statement alone gives a value, of what a variable holds."""
        match statement:
            case Assign((Name(name=name),), value, None) if self.assigned.count(name) == 1 and _base(value) is not None:
                return None if name in self.parameters | self.seen_inside | set(self.before.captured) else name
        return None

    def block(self, block: Block) -> Block:
        for at, statement in enumerate(block):
            name = self.second(statement)
            if name is not None and isinstance(statement, Assign):
                made = self.placed(name, statement, block[at + 1 :])
                if made is not None:
                    first, rest = made
                    return (*block[:at], *first, *self.block(rest))
            chosen = self.chosen.rewritten(statement, block[at + 1 :])
            if chosen is not None:
                return (*block[:at], *chosen)
            inner = tuple(map(self.block, blocks(statement)))
            if inner != blocks(statement):
                block = (*block[:at], with_blocks(statement, inner), *block[at + 1 :])
        return block

    def placed(self, name: str, statement: Assign, rest: Block) -> tuple[Block, Block] | None:
        """What comes in place of the statement, and what comes after it."""
        used, changed = mentions_in(rest), changed_by(rest, self.known)
        holder = statement.value.name if isinstance(statement.value, Name) else name
        if used.count(name) != self.used.count(name) - 1 or not changed & {name, holder}:
            return None
        value, before = statement.value, tuple[Statement, ...]()
        place = _place(value)
        if place is None and isinstance(value, Index) and (base := place_of(value.base)) is not None:
            calls = [part for part in parts(value.index) if isinstance(part, (Invoke, Change, Comprehension))]
            if not all(isinstance(call, Invoke) and call.function in self.known.quiet for call in calls):
                return None
            at = Name(names.fresh(f"{name}_at", self.taken), value.span)
            self.taken.add(at.name)
            before = (Assign((at,), value.index, None, statement.span),)
            value = replace(value, index=at)
            known = base.indices if isinstance(base, Item) else ()
            place = Item(base.name, (*known, at), value.span)
        if place is None or not self.stays(place, name, rest):
            return None
        named = renamed(rest, {name: place.name}) if isinstance(place, Name) else _placed(rest, name, place)
        return (*before, Evaluate(value, statement.span)), named

    def stays(self, place: Name | Item, name: str, rest: Block) -> bool:
        """Whether the place is the same all the time, and nothing changes what leads there."""
        root = place.name
        indices = place.indices if isinstance(place, Item) else ()
        ways = {found for index in indices if not isinstance(index, Field) for found in read_in(index)}
        if root in self.streams or root in ways or name in {root, *ways} or root in self.seen_inside:
            return False
        if root not in self.parameters and root not in self.assigned and root not in self.before.captured:
            return False
        bound = {item for statement in statements(rest) for item in assigned_names(statement)}
        shared = {item for part in parts_in(rest) if isinstance(part, Invoke) for item in part.shared}
        clauses = {
            item
            for part in parts_in(rest)
            if isinstance(part, Comprehension)
            for clause in part.clauses
            for item in target_names(clause.target)
        }
        if {root, name, *ways} & (bound | shared | clauses) or ways & changed_by(rest, self.known):
            return False
        if isinstance(place, Name):
            if root in self.parameters and self.before.kind != "helper":
                return False
            return not any(isinstance(other, Augment) and other.target == place for other in statements(rest))
        return not any(meet(place, other) for other in places_in(rest, self.known))


def _may_name(statement: Statement) -> bool:
    match statement:
        case Assign((Name(),), value, None):
            return isinstance(value, Choice) or _base(value) is not None
        case For(iterable=Display()):
            return True
    return False


def _base(value: Expression) -> Name | Item | None:
    """What the place is in, that the value may be."""
    match value:
        case Index(base=base):
            return place_of(base)
        case Change(target=target, method="setdefault"):
            return target
    return place_of(value)


def _place(value: Expression) -> Name | Item | None:
    match value:
        case Change(target=target, method="setdefault", arguments=(key, *_)):
            whole: Expression = lent(target if isinstance(target, Item) else target.name, value.span)
            return place_of(Index(whole, key, value.span))
    return place_of(value)


def _placed(node: Any, name: str, place: Item) -> Any:
    """The tree with the place where it says the name."""
    if isinstance(node, tuple):
        return tuple(_placed(part, name, place) for part in node)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    if isinstance(node, Change) and node.target == Name(name):
        node = replace(node, target=Item(name, (), node.target.span))
    if isinstance(node, Item) and node.name == name:
        return Item(place.name, (*place.indices, *_placed(node.indices, name, place)), node.span)
    if isinstance(node, Name) and node.name == name:
        return lent(replace(place, span=node.span), node.span)
    return replace(node, **{each.name: _placed(getattr(node, each.name), name, place) for each in fields(node)})


def with_blocks(statement: Statement, inner: tuple[Block, ...]) -> Statement:
    """The statement with other blocks."""
    match statement:
        case For() | While():
            return replace(statement, body=inner[0], otherwise=inner[1])
        case Try(handlers=handlers):
            made = tuple(replace(one, body=body) for one, body in zip(handlers, inner[1:-2], strict=True))
            return replace(statement, body=inner[0], handlers=made, otherwise=inner[-2], final=inner[-1])
        case If():
            return replace(statement, then=inner[0], otherwise=inner[1])
        case Match(cases=cases):
            return replace(
                statement, cases=tuple(replace(one, body=body) for one, body in zip(cases, inner, strict=True))
            )
    return statement
