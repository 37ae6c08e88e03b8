"""What every part of following two runs side by side rests on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Self, TypeAlias, TypeVar, cast

from faier.deciding.side_by_side import cells
from faier.deciding.side_by_side.alone import Alone, Ones
from faier.deciding.side_by_side.entries import entries_of, keys_of, listed
from faier.deciding.side_by_side.forks import Forks
from faier.deciding.side_by_side.frames import (
    Frame,
    Scope,
    either,
    is_key,
    is_lazy,
    is_set,
    is_something,
    is_table,
)
from faier.deciding.side_by_side.held import (
    ORDERS,
    Among,
    Between,
    Bins,
    Entries,
    Entry,
    Fresh,
    Gone,
    Held,
    Lone,
    Off,
    Paid,
    Rows,
    Same,
    Table,
    Unfollowed,
    asked_of,
    flag_of,
    is_known,
    is_number,
    is_ordered,
    leaves,
)
from faier.deciding.side_by_side.lots import Lots
from faier.deciding.side_by_side.neighbors import Neighbors
from faier.deciding.side_by_side.numbers import Numbers
from faier.deciding.side_by_side.rows import made_or_changed, stood_for_key, unchanged, with_key
from faier.deciding.side_by_side.shifting import Keeping, against_a_limit
from faier.exact import Number
from faier.lang import operations
from faier.lang.comparing import hashable, iterate, pairs_of, place, unordered
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import (
    Expression,
    Star,
)
from faier.lang.values import MEMBERS, Value
from faier.lang.values import Sequence as Items
from faier.lang.walk import read_in
from faier.limits import Limits

Found = TypeVar("Found")

Outcome: TypeAlias = tuple[Found, Number]
"""What comes of a run on one side alone, and the chance of it, at most."""


class Beside(ABC):
    """Both runs, or what one of them does `alone`. `risked`: something may raise, on both sides alike. With `forks`,
    what is the same on both sides is told apart, where that can be done; `parting`, for each row by itself."""

    def __init__(
        self,
        program: Program,
        neighbors: Neighbors,
        limits: Limits,
        forks: Forks | None = None,
        keeping: Keeping | None = None,
        alone: Alone | None = None,
        parting: bool = False,
    ) -> None:
        self.program = program
        self.forks = forks
        self.keeping = keeping
        self.neighbors = neighbors
        self.limits = limits
        self.risked = False
        self.paid = Paid()
        self.alone = alone
        self.parting = parting
        self.repeating = 0  # loops around of which one turn is followed for all
        self.numbers = self._numbers(bool(keeping))
        self.present: list[tuple[str, frozenset[int]]] = []  # of an input: there is a row of one of these kinds
        self.constants = dict(program.constants)
        self.caught: Held = None  # what the last one told that was caught
        self.depth = 0
        self.trying = 0
        self.parted = 0  # how often it was not known whether one goes on behind a branch
        self.in_rows = 0  # loops over rows around
        self.sums: dict[tuple[object, ...], Same] = {}  # of all rows, which are the same on both sides
        self.lots: Lots | None = None  # the draws of the row in hand, where these are told apart
        self.sorted = False  # whether rows were put into an order of their own
        self.chances: dict[Number, None] = {}  # chances of draws, which are some for each unknown epsilon

    def _numbers(self, loosely: bool) -> Numbers:
        if self.alone is not None:
            return Ones(self.paid, self._risk, self.neighbors, self.alone)
        return Numbers(self.paid, self._risk, self.neighbors, loosely)

    def _risk(self) -> None:
        """Something may raise here."""
        if self.trying or self.in_rows:
            raise Unfollowed
        self.risked = True

    @abstractmethod
    def _many(self, rows: Rows) -> Held:
        """How many of them there are."""

    @abstractmethod
    def _value(self, expression: Expression, frame: Frame) -> Held:
        """What the expression is on both sides."""

    def _true(self, value: Held) -> bool | None:
        """Whether it is true (None: that is not known, but the same on both sides)."""
        value = self._tested(value)
        if isinstance(value, Between):
            return self._of_a_box("!=", value, 0)
        if isinstance(value, Items) and value.kind != "record":
            return bool(value.items)
        if is_known(value):
            return operations.truth(value)
        self.numbers.same([value])
        if isinstance(value, Items):  # a record
            raise Unfollowed
        return None if self.forks is None else self.forks.one_of(2) == 0

    def _tested(self, value: Held) -> Held:
        """What is asked where it is asked if that is true: of rows, how many there are."""
        return self._many(value) if isinstance(value, Rows) else value

    def _flag(self) -> bool | Same:
        """Something holds or not, the same on both sides."""
        return Same("flag") if self.forks is None else self.forks.one_of(2) == 0

    def _one_of(self, values: Sequence[Held]) -> Held:
        """One of several, the same one on both sides: only where runs are told apart."""
        if self.forks is None or not values:
            raise Unfollowed
        return values[self.forks.one_of(len(values))]

    def _compared(self, operator: str, left: Held, right: Held) -> bool | Same | Off | Among:
        if is_known(left) and is_known(right):
            return operations.compare(operator, left, right)
        if operator in ("is", "is not") and right is None and is_something(left):
            return operator == "is not"
        if operator in ("in", "not in") and is_known(left) and is_table(right):
            hashable(left)
            keys = Items("tuple", iterate(cast(Items, right)))
            return operations.compare(operator, left, keys)
        if operator in ("in", "not in") and isinstance(right, Bins | Table | Entries) and is_known(left):
            found = self._among(left, right)
            return replace(found, there=operator == "in") if isinstance(found, Among) else found == (operator == "in")
        if isinstance(left, Between) or isinstance(right, Between):
            return self._of_a_box(operator, left, right)
        if self.alone is not None and (decided := self.alone.decided(operator, left, right)) is not None:
            return decided
        if self.keeping is not None and self.forks is not None and not self.in_rows and not self.trying:
            against = against_a_limit(self.paid, self.keeping, operator, left, right, lambda: self._flag() is True)
            if against is not None:
                return against
        left, right = self.numbers.used(left), self.numbers.used(right)
        if isinstance(left, Off) or isinstance(right, Off):
            return flag_of(operator, left, right)
        self.numbers.same([left, right])
        sides = [side for side in (left, right) if isinstance(side, Same)]
        known = len([side for side in sides if side.kind in ("number", "flag", "ordered")]) + len(
            [*filter(is_ordered, (left, right))]
        )
        if operator in ("in", "not in"):
            if not _is_among(left, right):
                self._risk()
        elif operator not in ("==", "!=", "is", "is not") and known < 2:
            self._risk()
        if self.parting and self.lots is not None and (fact := asked_of(operator, left, right)) is not None:
            return (self.lots.decide(fact[0], 2) == 0) == fact[1]
        flag = self._flag()
        return replace(flag, tells=_tells(operator, left, right)) if isinstance(flag, Same) else flag

    def _of_a_box(self, operator: str, left: Held, right: Held) -> bool:
        """What a comparison says of all values in a box: else the boxes are parted."""
        found = cells.decided(operator, left, right)
        if found is None:
            self.neighbors.cut(*cells.parted_at(operator, left, right))
            raise Unfollowed
        return found

    def _among(self, key: Value, base: Bins | Table | Entries) -> bool | Among:
        """Whether the key is there."""
        hashable(key)
        if isinstance(base, Bins):
            known = [one for one, _ in (*pairs_of(base.known), *base.found)]
            return place(known, key) is not None or Among(base, key, True)
        if self._there_alone(base, key) is None:
            raise Unfollowed
        return True

    def _branched(self, test: Held, then: Callable[[], bool], otherwise: Callable[[], bool], frame: Frame) -> bool:
        """One of the two, the same one on both sides."""
        if isinstance(test, Among):
            return self._made_or_changed(test, *((then, otherwise) if test.there else (otherwise, then)), frame)
        held = self._true(test)
        if held is not None:
            return then() if held else otherwise()
        before, made = [dict(scope) for scope in frame.scopes], len(frame.yielded)
        reached = []
        for branch in (then, otherwise):
            frame.scopes[:] = [dict(scope) for scope in before]
            try:
                on = branch()
            except Failure:
                raise Unfollowed from None
            if len(frame.yielded) != made:
                raise Unfollowed  # it depends on the branch what comes of a generator
            reached += [list(frame.scopes)] if on else []
        self.parted += len(reached) != 2
        if not reached:
            return False
        frame.scopes[:] = [either([scopes[at] for scopes in reached]) for at in range(len(before))]
        return True

    def _made_or_changed(self, test: Among, there: Callable[[], bool], made: Callable[[], bool], frame: Frame) -> bool:
        """What a row does with a key that may be there already, or not: both add the same to what was there at the
        start, and nothing else differs."""
        names = [name for name, value in frame.scope.items() if value is test.bins]
        if len(names) != 1 or not self.in_rows:
            raise Unfollowed
        before, ended, value = [dict(scope) for scope in frame.scopes], list[Scope](), cast(Held, Gone())
        for branch in (made, there):
            frame.scopes[:] = [dict(scope) for scope in before]
            frame.scope[names[0]] = with_key(test.bins, test.key, value)
            noted = len(frame.yielded), len(frame.left), len(frame.again), len(frame.returned)
            try:
                on = branch()
            except Failure:
                raise Unfollowed from None
            if not on or noted != (len(frame.yielded), len(frame.left), len(frame.again), len(frame.returned)):
                raise Unfollowed
            ended.append(frame.scope)
            value = stood_for_key(test.bins, test.key, ended[0][names[0]])
        made_, changed = ended
        if made_.keys() != changed.keys() or not all(
            name in names or unchanged(value, changed[name]) for name, value in made_.items()
        ):
            raise Unfollowed
        frame.scope[names[0]] = made_or_changed(test.bins, test.key, *(scope[names[0]] for scope in ended))
        return True

    @contextmanager
    def _of_a_row(self, rows: Rows, kind: int) -> Iterator[Lots | None]:
        """What a row does, with draws of its own."""
        in_order = not self.sorted and not rows.apart
        known = self.neighbors.facts_of(rows.source, kind)
        lots = Lots(known, in_order=in_order) if not self.in_rows and (in_order or self.parting) else None
        (outer, self.lots), forks = (self.lots, lots), self.forks
        if self.parting:
            self.forks = None if lots is None else lots.forks
        self.in_rows += 1
        try:
            yield self.lots
        finally:
            self.in_rows -= 1
            self.chances |= {} if self.lots is None else self.lots.chances
            self.lots, self.forks = outer, forks

    def _paid_for(self, pay: Callable[[], Found]) -> list[Found]:
        """What comes of it if that is followed; else nothing is paid, where rows are parted instead."""
        noted = self.paid.noted()
        try:
            return [pay()]
        except Unfollowed:
            if not self.parting:
                raise
            self.paid.back_to(noted)
            return []

    def _require_once(self) -> None:
        """Requires that rows can be parted here: not where one turn is followed for several."""
        if not self.parting or self.repeating or self.alone is not None:
            raise Unfollowed

    @contextmanager
    def _perhaps(self, frame: Frame) -> Iterator[None]:
        """What is computed here may not be reached, or later, or more than once: it does not fail, and gives no
        variable another value."""
        changes = frame.changes
        try:
            yield
        except Failure:
            raise Unfollowed from None
        if frame.changes != changes:
            raise Unfollowed

    def _lazily(self, expression: Expression, frame: Frame) -> Held:
        """The value, which is known at once here. A generator makes it later, one item after the other."""
        if not is_lazy(expression):
            return self._value(expression, frame)
        with self._perhaps(frame):
            return self._value(expression, frame)

    def _read_of(self, lazy: Expression, frame: Frame) -> dict[str, Held]:
        """What the variables hold that a generator reads at each turn: nothing changes them while it is gone over."""
        if not is_lazy(lazy):
            return {}
        names = read_in(lazy)
        return {name: value for scope in reversed(frame.scopes) for name, value in scope.items() if name in names}

    def _gone_over(self, iterable: Expression, frame: Frame) -> Rows | Entries | Same | tuple[Held, ...]:
        """What a loop goes over, before its first turn; of what is the same on both sides it is not known how much."""
        value = self._lazily(iterable, frame)
        if isinstance(value, Table):
            value = entries_of(value)
        if isinstance(value, Entries):
            value = listed("list", value)
        if isinstance(value, Rows | Entries | Same):
            return value
        return self._iterated(value)

    def _one_sided(self, given: Entries, entry: Entry, row: int, run: Callable[[Self], Found]) -> list[Outcome[Found]]:
        """What comes of an entry on the side that alone has it, by a row of this kind: in each run, with its chance."""
        if not self.neighbors.differs_in_a_row(given.source) or self.neighbors.parts:
            raise Unfollowed
        own = frozenset(leaf.draw.number for leaf in leaves(entry.alone[row]) if isinstance(leaf, Lone))
        own |= {leaf.number for leaf in leaves(entry.alone[row]) if isinstance(leaf, Fresh)}
        found: list[Outcome[Found]] = []
        forks, made = Forks(), self.paid.made
        while True:
            alone = Alone(given.source, row, entry.made_by, made, own, forks)
            side = type(self)(self.program, self.neighbors, self.limits, forks, None, alone)
            side.constants, side.depth, side.trying, side.paid.made = self.constants, self.depth, self.trying, made
            try:
                result = run(side)
            except Failure:
                raise Unfollowed from None
            found.append((result, alone.chance()))
            if side.risked:
                self._risk()
            self.chances |= side.chances
            self.paid.made = max(self.paid.made, side.paid.made)
            if not forks.next():
                return found

    def _require_own(self, made: Iterable[object]) -> None:
        """Requires that no draw of both sides is handed on as what this side alone has made."""
        for part in made:
            for leaf in leaves(part):
                if isinstance(leaf, Fresh) and not (self.alone and self.alone.owns(leaf)):
                    raise Unfollowed

    @contextmanager
    def _with_rows(self, given: Entries, entry: Entry) -> Iterator[None]:
        """Meanwhile there are rows that make this entry, on both sides, if it takes any."""
        present = self.present
        if entry.made_by:
            self.present = [*present, (given.source, entry.made_by)]
        try:
            yield
        finally:
            self.present = present

    def _there_alone(self, base: Table | Entries, key: Held) -> Held | None:
        """What the key stands for, where a row is alone, or where rows are known to be there; None where that is not
        known."""
        if not is_known(key):
            return None
        given = entries_of(base) if isinstance(base, Table) else base
        if given.kind != "dict":
            return None
        at = place(keys_of(given), key)
        if at is None:
            return None
        entry = given.items[at]
        if entry.sure:
            return cast(Items, entry.value).items[1]
        if self.alone is None:
            surely = any(source == base.source and made_by <= entry.made_by for source, made_by in self.present)
            return cast(Items, entry.value).items[1] if surely and not entry.chosen else None
        if self.alone.source != base.source or not entry.made_by <= self.alone.made_by:
            return None
        if self.alone.row not in entry.alone:
            return None
        found: Held = cast(Items, entry.alone[self.alone.row]).items[1]
        if isinstance(found, Gone):
            raise Unfollowed
        return found

    def _iterated(self, value: Held) -> tuple[Held, ...]:
        if is_known(value):
            return unordered(value) if is_set(value) else iterate(value)
        if isinstance(value, Items) and value.kind in ("list", "tuple", "deque", "dict"):
            return iterate(value)
        raise Unfollowed

    def _spread(self, parts: Sequence[Expression], frame: Frame) -> list[Held]:
        found: list[Held] = []
        for part in parts:
            found += (
                self._iterated(self._value(part.value, frame)) if isinstance(part, Star) else [self._value(part, frame)]
            )
        return found


def _tells(operator: str, left: Held, right: Held) -> tuple[tuple[Same, bool], ...]:
    """Where a comparison with a number tells that the other one is not 0."""
    if operator not in ORDERS or is_number(left) == is_number(right):
        return ()
    known, other = (left, right) if is_number(left) else (right, left)
    if not isinstance(other, Same) or not other.fixed:
        return ()
    zero = operations.compare(operator, *((cast(Value, known), 0) if known is left else (0, cast(Value, known))))
    return ((other, not zero),)


def _is_among(value: Held, others: Held) -> bool:
    """Whether it can be asked for certain if the one is among the others."""
    if not isinstance(others, Items):
        return isinstance(others, Same) and others.kind == "list"
    if others.of == MEMBERS:
        return False
    return others.kind in ("list", "tuple", "deque") or (others.kind in ("dict", "set", "frozenset") and is_key(value))
