"""Loops that change what they go over: `for row in rows: row[0] = 1` changes `rows[at][0]` for each place `at`.

The loop is written over the places of the list, or over the keys of the dictionary, where nothing else changes it
meanwhile: then the item is what stands there.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from faier.lang import names
from faier.lang.kind_inference import Kinds, infer
from faier.lang.kinds import Many, Table
from faier.lang.names import File
from faier.lang.roles import assigned_names, items_in, passing, target_names
from faier.lang.syntax import (
    Assign,
    Augment,
    Block,
    Call,
    Change,
    Comprehension,
    Expression,
    For,
    Function,
    Index,
    Invoke,
    Item,
    Name,
    Span,
    StreamType,
    Unpack,
)
from faier.lang.walk import expressions, parts, statements, target_expressions


@dataclass(frozen=True)
class _Loop:
    """A loop over what `table` holds: `item` is what stands at `at`, which is a variable of the loop or a new one."""

    table: Name
    item: str
    at: str | None
    keys: bool


def with_rows(functions: tuple[Function, ...], file: File) -> tuple[Function, ...]:
    """The functions in which such loops go over places."""
    if not any(_changing(function) for function in functions):
        return functions
    kinds = infer(functions, file)
    return tuple(_Rows(function, kinds).function() if _changing(function) else function for function in functions)


def _changing(function: Function) -> bool:
    """Whether a loop changes the variable that it gives its items to."""
    loops = [statement for statement in statements(function.body) if isinstance(statement, For)]
    return any(set(target_names(loop.target)) & _changed(loop.body) for loop in loops)


def _changed(block: Block) -> set[str]:
    """The variables of which the block itself changes what is in them."""
    found: set[str] = set()
    for statement in statements(block):
        match statement:
            case Assign(targets=targets):
                found |= {item.name for target in targets for item in items_in(target)}
            case Augment(target=Item(name=name)):
                found.add(name)
        for expression in (*expressions(statement), *target_expressions(statement)):
            found |= {part.target.name for part in parts(expression) if isinstance(part, Change)}
    return found


class _Rows:
    def __init__(self, function: Function, kinds: Kinds) -> None:
        self.before = function
        self.kinds = kinds
        self.streams = {item.name for item in function.parameters if isinstance(item.type, StreamType)}
        self.passing = passing(function)
        self.taken = {*kinds.names[function.name], *kinds.constants, *(name for name, _ in function.settings)}

    def function(self) -> Function:
        return replace(self.before, body=self.node(self.before.body))

    def node(self, node: Any) -> Any:
        """The tree with its loops written anew, from the inside out."""
        if isinstance(node, tuple):
            return tuple(map(self.node, node))
        if not is_dataclass(node) or isinstance(node, (Span, type)):
            return node
        made = replace(node, **{each.name: self.node(getattr(node, each.name)) for each in fields(node)})
        return self.loop(made) if isinstance(made, For) else made

    def loop(self, loop: For) -> For:
        found = self.over(loop)
        if found is None or found.item not in _changed(loop.body) or not self.is_alone(loop, found):
            return loop
        at = found.at or names.fresh(f"{found.item}_at", self.taken)
        self.taken.add(at)
        span = loop.iterable.span
        place = Name(at, span)
        body = _placed(loop.body, found.item, found.table, place)
        length = Call("range", (Call("len", (found.table,), (), span),), (), span)
        return replace(loop, target=place, iterable=found.table if found.keys else length, body=body)

    def over(self, loop: For) -> _Loop | None:
        """What the loop goes over, if it is a list or a dictionary of the function."""
        match loop.iterable, loop.target:
            case Name() as table, Name(name=item):
                return self.known(table, item, None, False)
            case Call("enumerate", (Name() as table,), ()), Unpack((Name(name=at), Name(name=item))):
                return self.known(table, item, at, False)
            case Call(".values", (Name() as table,)), Name(name=item):
                return self.known(table, item, None, True)
            case Call(".items", (Name() as table,)), Unpack((Name(name=at), Name(name=item))):
                return self.known(table, item, at, True)
        return None

    def known(self, table: Name, item: str, at: str | None, keys: bool) -> _Loop | None:
        known = self.kinds.names[self.before.name]
        kind = known.get(table.name)
        fits = isinstance(kind, Table) if keys else isinstance(kind, Many) and kind.lists
        settings = {name for name, _ in self.before.settings}
        own = table.name in known and table.name not in self.streams | settings and item != at
        return _Loop(table, item, at, keys) if fits and own else None

    def is_alone(self, loop: For, found: _Loop) -> bool:
        """Whether the item is read in the loops alone that give it, and nothing in the loop changes the list, or gives
        its variable, the item or its place another value."""
        table = found.table.name
        bound = {item for inner in statements(loop.body) for item in assigned_names(inner)}
        if table in bound | _changed(loop.body) or {found.item, found.at} & bound:
            return False
        inside = [part for inner in statements(loop.body) for part in _parts_of(inner)]
        shared = {outside for part in inside if isinstance(part, Invoke) for _, outside in part.captured}
        compared = {name for part in inside if isinstance(part, Comprehension) for name in _clause_names(part)}
        if {table, found.item} & (shared | compared) or any(table in _lent(part) for part in inside):
            return False
        return found.item in self.passing


def _lent(part: Expression) -> set[str]:
    """The variables that a call is given as they are: it may change them."""
    return {item.name for item in part.arguments if isinstance(item, Name)} if isinstance(part, Invoke) else set()


def _clause_names(comprehension: Comprehension) -> set[str]:
    return {name for clause in comprehension.clauses for name in target_names(clause.target)}


def _parts_of(statement: Any) -> list[Expression]:
    return [
        part for expression in (*expressions(statement), *target_expressions(statement)) for part in parts(expression)
    ]


def _placed(node: Any, item: str, table: Name, place: Name) -> Any:
    """The tree with what stands at the place where it says the item."""
    if isinstance(node, tuple):
        return tuple(_placed(part, item, table, place) for part in node)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    if isinstance(node, Change) and node.target == Name(item):
        node = replace(node, target=Item(item, (), node.target.span))
    if isinstance(node, Item) and node.name == item:
        indices = _placed(node.indices, item, table, place)
        return Item(table.name, (place, *indices), node.span)
    if isinstance(node, Name) and node.name == item:
        return Index(replace(table, span=node.span), place, node.span)
    return replace(node, **{each.name: _placed(getattr(node, each.name), item, table, place) for each in fields(node)})
