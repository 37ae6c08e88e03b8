"""Loops that change what they go over: `for row in rows: row[0] = 1` changes `rows[at][0]` for each place `at`.

The loop is written over the places of the list, or over the keys of the dictionary, where nothing else changes it
meanwhile: then the item is what stands there. So are loops over lists side by side, `zip(self.rows, xs)`, and
those that change their items by calls: `for box in self.boxes: box.put(x)`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from faier.lang import names
from faier.lang.kind_inference import Kinds, infer, path
from faier.lang.kinds import Many, Table
from faier.lang.lending import changed_in, changed_parameters, quiet
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
    Field,
    For,
    Function,
    Index,
    Invoke,
    Item,
    Name,
    Span,
    StreamType,
    Target,
    Unpack,
)
from faier.lang.walk import expressions, lent, parts, place_of, read_in, statements, target_expressions

# More loops than this inside of each other are left as they are.
_MOST_ROUNDS = 8


@dataclass(frozen=True)
class _Loop:
    """A loop over what `table` holds: `item` is what stands at `at`, which is a variable of the loop or a new one."""

    table: Expression
    item: str
    at: str | None
    keys: bool


@dataclass(frozen=True)
class Known:
    """What is known of the functions of a file: which parameters they change, and which of them change nothing."""

    changed: frozenset[tuple[str, str]]
    quiet: frozenset[str]
    parameters: dict[str, tuple[str, ...]]


def with_rows(functions: tuple[Function, ...], file: File) -> tuple[Function, ...]:
    """The functions in which such loops go over places."""
    for _ in range(_MOST_ROUNDS):
        known = known_of(functions)
        if not any(_changing(function, known) for function in functions):
            return functions
        kinds, before = infer(functions, file), functions
        functions = tuple(
            _Rows(function, kinds, known).function() if _changing(function, known) else function
            for function in functions
        )
        if functions == before:
            return functions
    return functions


def known_of(functions: tuple[Function, ...]) -> Known:
    parameters = {function.name: tuple(item.name for item in function.parameters) for function in functions}
    return Known(changed_parameters(functions), quiet(functions), parameters)


def _changing(function: Function, known: Known) -> bool:
    """Whether a loop changes the variable that it gives its items to."""
    loops = [statement for statement in statements(function.body) if isinstance(statement, For)]
    return any(set(target_names(loop.target)) & changed_by(loop.body, known) for loop in loops)


def changed_by(block: Block, known: Known) -> set[str]:
    """The variables of which the block, or what it calls, changes what is in them."""
    found = changed_in(block)
    for part in parts_in(block):
        if isinstance(part, Invoke):
            given = zip(known.parameters.get(part.function, ()), part.arguments, strict=False)
            places = [place_of(argument) for name, argument in given if (part.function, name) in known.changed]
            found |= {place.name for place in places if place is not None}
    return found


class _Rows:
    def __init__(self, function: Function, kinds: Kinds, known: Known) -> None:
        self.before = function
        self.kinds = kinds
        self.known = known
        self.streams = {item.name for item in function.parameters if isinstance(item.type, StreamType)}
        self.settings = {name for name, _ in function.settings}
        self.passing = passing(function)
        self.taken = {*kinds.names[function.name], *kinds.constants, *self.settings}

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
        changed = changed_by(loop.body, self.known)
        for found in self.over(loop.iterable, loop.target):
            if found.item in changed and self.is_alone(loop, found):
                at = found.at or names.fresh(f"{found.item}_at", self.taken)
                self.taken.add(at)
                place = Name(at, loop.iterable.span)
                iterable, target = _gone_over(loop.iterable, loop.target, found, place)
                body = _placed(loop.body, found.item, found.table, place)
                loop = replace(loop, target=target, iterable=iterable, body=body)
        return loop

    def over(self, iterable: Expression, target: Target) -> list[_Loop]:
        """The lists and dictionaries of the function that the loop goes over."""
        match iterable, target:
            case Call("enumerate", (table,), ()), Unpack((Name(name=at), Name(name=item))) if place_of(table):
                found = self.at(table, item, at, False)
            case Call("enumerate", (inner, *_), ()), Unpack((_, part)):
                return self.over(inner, part)
            case Call("reversed", (inner,), ()), _ if not isinstance(inner, Call):
                return self.over(inner, target)
            case Call("zip", arguments), Unpack(targets) if len(arguments) == len(targets):
                pairs = zip(arguments, targets, strict=True)
                return [found for argument, part in pairs for found in self.over(argument, part)]
            case Call(".values", (table,)), Name(name=item):
                found = self.at(table, item, None, True)
            case Call(".items", (table,)), Unpack((Name(name=at), Name(name=item))):
                found = self.at(table, item, at, True)
            case _, Name(name=item):
                found = self.at(iterable, item, None, False)
            case _:
                found = None
        return [] if found is None else [found]

    def at(self, table: Expression, item: str, at: str | None, keys: bool) -> _Loop | None:
        names_known, place = self.kinds.names[self.before.name], place_of(table)
        if place is None or isinstance(table, Change) or any(isinstance(part, Change) for part in parts(table)):
            return None
        kind = self.kinds.of(table, self.before.name)
        fits = isinstance(kind, Table) if keys else isinstance(kind, Many) and kind.lists
        own = place.name in names_known and place.name not in self.streams | self.settings
        return _Loop(table, item, at, keys) if fits and own and item not in {at, *read_in(table)} else None

    def is_alone(self, loop: For, found: _Loop) -> bool:
        """Whether the item is read in the loops alone that give it, and nothing in the loop changes the list, or gives
        its variable, the item or its place another value."""
        names_of_table, table = read_in(found.table), place_of(found.table)
        assert table is not None
        bound = {item for inner in statements(loop.body) for item in assigned_names(inner)}
        bound |= {name for name in target_names(loop.target) if name not in (found.item, found.at)}
        if {*names_of_table, found.item, found.at} & bound:
            return False
        inside = parts_in(loop.body)
        shared = {name for part in inside if isinstance(part, Invoke) for name in part.shared}
        compared = {name for part in inside if isinstance(part, Comprehension) for name in _clause_names(part)}
        if {*names_of_table, found.item} & (shared | compared):
            return False
        ways = names_of_table - {table.name}
        if ways & changed_by(loop.body, self.known) or any(
            meet(table, place) for place in places_in(loop.body, self.known)
        ):
            return False
        return found.item in self.passing


def places_in(block: Block, known: Known) -> list[Name | Item]:
    """What the block, or what it calls, may change."""
    found: list[Name | Item] = []
    for statement in statements(block):
        match statement:
            case Assign(targets=targets):
                found += [item for target in targets for item in items_in(target)]
            case Augment(target=target):
                found.append(target)
    for part in parts_in(block):
        if isinstance(part, Change):
            found.append(part.target)
        elif isinstance(part, Invoke) and part.function not in known.quiet:
            for argument in part.arguments:
                places = [place_of(inner) for inner in parts(argument)]
                found += [place for place in places if place is not None]
    return found


def meet(table: Name | Item, place: Name | Item) -> bool:
    """Whether what is at these places may be the same, or part of each other."""
    if table.name != place.name:
        return False
    for one, other in zip(path(table), path(place), strict=False):
        if isinstance(one, Field) and isinstance(other, Field) and one != other:
            return False
    return True


def _clause_names(comprehension: Comprehension) -> set[str]:
    return {name for clause in comprehension.clauses for name in target_names(clause.target)}


def parts_in(block: Block) -> list[Expression]:
    return [
        part
        for statement in statements(block)
        for expression in (*expressions(statement), *target_expressions(statement))
        for part in parts(expression)
    ]


def _gone_over(iterable: Expression, target: Target, found: _Loop, place: Name) -> tuple[Expression, Target]:
    """What the loop goes over with the places of the list, or the keys of the dictionary."""
    span = iterable.span
    keys = found.table if found.keys else Call("range", (Call("len", (found.table,), (), span),), (), span)
    match iterable, target:
        case Call("enumerate", (_,)), Unpack((Name(name=at), Name(name=item))) if (at, item) == (
            found.at,
            found.item,
        ):
            return keys, place
        case Call(".values" | ".items"), _:
            return keys, place
        case Call("enumerate" | "reversed", (inner, *more)), _:
            part = target.targets[1] if isinstance(target, Unpack) and iterable.function == "enumerate" else target
            made, inside = _gone_over(inner, part, found, place)
            around = replace(iterable, arguments=(made, *more))
            if iterable.function == "reversed":
                return around, inside
            assert isinstance(target, Unpack)
            return around, replace(target, targets=(target.targets[0], inside))
        case Call("zip", arguments), Unpack(targets):
            pairs = [
                _gone_over(argument, part, found, place) if found.item in target_names(part) else (argument, part)
                for argument, part in zip(arguments, targets, strict=True)
            ]
            one, other = (tuple(part for part in side) for side in zip(*pairs, strict=True))
            return replace(iterable, arguments=one), replace(target, targets=other)
    return keys, place


def _placed(node: Any, item: str, table: Expression, place: Name) -> Any:
    """The tree with what stands at the place where it says the item."""
    if isinstance(node, tuple):
        return tuple(_placed(part, item, table, place) for part in node)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    if isinstance(node, Change) and node.target == Name(item):
        node = replace(node, target=Item(item, (), node.target.span))
    if isinstance(node, Item) and node.name == item:
        holder = place_of(table)
        assert holder is not None
        indices = _placed(node.indices, item, table, place)
        return Item(holder.name, (*path(holder), place, *indices), node.span)
    if isinstance(node, Name) and node.name == item:
        holder = place_of(table)
        assert holder is not None
        return Index(lent(holder if isinstance(holder, Item) else holder.name, node.span), place, node.span)
    return replace(node, **{each.name: _placed(getattr(node, each.name), item, table, place) for each in fields(node)})
