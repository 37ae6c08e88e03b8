"""Second names that a condition chooses, `bucket = low if x < 2 else high`, or a loop gives, `for row in (low, high)`.

What comes after is written once for each thing that the name may stand for, each time with a name of its own: then
every one of them is a second name for one thing, see `lang.second_names`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from faier.lang import names
from faier.lang.roles import assigned_names, target_names
from faier.lang.rows import Known, changed_by, meet, parts_in, places_in
from faier.lang.syntax import (
    Assign,
    Block,
    Break,
    Choice,
    Continue,
    Display,
    Evaluate,
    Expression,
    Field,
    For,
    If,
    Invoke,
    Item,
    Literal,
    Name,
    Raise,
    Return,
    Star,
    Statement,
    Unpack,
    While,
)
from faier.lang.walk import blocks, mentions_in, place_of, read_in, renamed, statements

# So many statements are written again in one function at most.
_MOST_WRITTEN = 400


class Chosen:
    """Rewrites the names of one function. `used` and `assigned` are every mention, `own` the variables that nothing
    outside of the function sees."""

    def __init__(self, used: list[str], assigned: list[str], own: set[str], taken: set[str], known: Known) -> None:
        self.used = used
        self.assigned = assigned
        self.own = own
        self.taken = taken
        self.known = known
        self.written = 0

    def rewritten(self, statement: Statement, rest: Block) -> Block | None:
        """What comes in place of the statement and of the rest of its block."""
        match statement:
            case Assign((Name(name=name),), Choice() as value, None) if self.may_be(name, 1, rest):
                if self.is_place(value.then) or self.is_place(value.otherwise):
                    arms = [(replace(statement, value=arm),) for arm in (value.then, value.otherwise)]
                    return self.parted(If(value.test, arms[0], arms[1], statement.span), name, rest)
            case If():
                found = _given(statement)
                if found is not None and self.may_be(found[0], found[1], rest):
                    return self.parted(statement, found[0], rest)
            case For(iterable=Display(items=items), otherwise=()) if items and self.is_unrolled(statement):
                return self.unrolled(statement, items, rest)
        return None

    def may_be(self, name: str, times: int, rest: Block) -> bool:
        """Whether the name has these values alone, is read in the rest of the block alone, and changed there."""
        if name not in self.own or self.assigned.count(name) != times or name not in changed_by(rest, self.known):
            return False
        return mentions_in(rest).count(name) == self.used.count(name) - times and self.may_write(rest)

    def may_write(self, block: Block, times: int = 2) -> bool:
        self.written += times * sum(1 for _ in statements(block))
        return self.written <= _MOST_WRITTEN

    def is_place(self, value: Expression) -> bool:
        if isinstance(value, Choice):
            return self.is_place(value.then) or self.is_place(value.otherwise)
        return place_of(value) is not None

    def parted(self, statement: Statement, name: str, rest: Block) -> Block:
        """The statement, with the rest of the block in each of its branches that gives the name a value."""

        def arm(block: Block) -> Block:
            if block and isinstance(block[-1], If) and _given(block[-1]) is not None:
                return (*block[:-1], *self.parted(block[-1], name, rest))
            if block and isinstance(block[-1], Return | Raise | Break | Continue):
                return block
            known = {name: self.fresh(name)}
            return renamed((*block, *rest), known)  # type: ignore[no-any-return]

        assert isinstance(statement, If)
        return (replace(statement, then=arm(statement.then), otherwise=arm(statement.otherwise)),)

    def fresh(self, name: str) -> str:
        made = names.fresh(name, self.taken)
        self.taken.add(made)
        return made

    def is_unrolled(self, loop: For) -> bool:
        """Whether the body may be written once for each item that the loop goes over."""
        assert isinstance(loop.iterable, Display)
        given = set(target_names(loop.target))
        changed = changed_by(loop.body, self.known)
        if not given & changed or not given <= self.own or _ends_turns(loop.body):
            return False
        inside = mentions_in((loop,))
        if any(self.used.count(name) != inside.count(name) or self.assigned.count(name) != 1 for name in given):
            return False
        bound = {name for statement in statements(loop.body) for name in assigned_names(statement)} | given
        shared = {name for part in parts_in(loop.body) if isinstance(part, Invoke) for name in part.shared}
        for item in loop.iterable.items:
            pairs = _paired(loop, item)
            if pairs is None or not all(self.stays(*pair, loop, bound, changed | shared) for pair in pairs):
                return False
        return self.may_write(loop.body, len(loop.iterable.items))

    def stays(self, name: str, value: Expression, loop: For, bound: set[str], changed: set[str]) -> bool:
        """Whether the value is the same when its turn comes; of what is changed the place."""
        place = place_of(value)
        if place is None or name not in changed:
            return isinstance(value, Literal) or (isinstance(value, Name) and value.name not in bound | changed)
        if isinstance(place, Name):
            return place.name not in bound
        ways = {found for index in place.indices if not isinstance(index, Field) for found in read_in(index)}
        moved = any(meet(place, other) for other in places_in(loop.body, self.known))
        return place.name not in bound and not ways & (bound | changed) and not moved

    def unrolled(self, loop: For, items: Iterable[Expression], rest: Block) -> Block:
        found: list[Statement] = []
        for item in items:  # all items are computed before the first turn
            for _, value in _paired(loop, item) or ():
                place = place_of(value)
                if isinstance(place, Item) and not all(isinstance(index, Field) for index in place.indices):
                    found.append(Evaluate(value, loop.span))
        for item in items:
            known = {name: self.fresh(name) for name in target_names(loop.target)}
            for name, value in _paired(loop, item) or ():
                found.append(Assign((Name(known[name], loop.span),), value, None, loop.span))
            found += renamed(loop.body, known)
        return (*found, *rest)


def _given(statement: If) -> tuple[str, int] | None:
    """The name that each branch gives a value in the end, where it does not leave, and how many do."""
    names_found: set[str] = set()
    count = 0
    for block in (statement.then, statement.otherwise):
        match block[-1:]:
            case (Assign((Name(name=name),), value, None),) if place_of(value) is not None:
                names_found.add(name)
                count += 1
            case (If() as inner,):
                found = _given(inner)
                if found is None:
                    return None
                names_found.add(found[0])
                count += found[1]
            case (Return() | Raise() | Break() | Continue(),):
                pass
            case _:
                return None
    return (names_found.pop(), count) if len(names_found) == 1 else None


def _paired(loop: For, item: Expression) -> list[tuple[str, Expression]] | None:
    """The variables of the loop with what they are for this item."""
    match loop.target, item:
        case Name(name=name), _ if not isinstance(item, Star):
            return [(name, item)]
        case Unpack(targets=targets), Display(items=items) if len(targets) == len(items):
            pairs = zip(targets, items, strict=True)
            if all(isinstance(target, Name) and not isinstance(part, Star) for target, part in pairs):
                pairs = zip(targets, items, strict=True)
                return [(target.name, part) for target, part in pairs if isinstance(target, Name)]
    return None


def _ends_turns(block: Block) -> bool:
    """Whether `break` or `continue` of the loop around stands in the block."""
    for statement in block:
        if isinstance(statement, Break | Continue):
            return True
        inner = (statement.otherwise,) if isinstance(statement, For | While) else blocks(statement)
        if any(map(_ends_turns, inner)):
            return True
    return False
