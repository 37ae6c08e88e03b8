"""Rules about lists of records, of which nobody knows how many there are before their flags are read.

What stands at the places of records that there are not is as low as it can be, on both sides.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias

from faier.lang.syntax import RecordsType
from faier.semantics.leaves import Path, Place, leaf_paths


class Inner(Protocol):
    """A rule about the records that there are."""

    @property
    def start(self) -> Hashable: ...
    def step(self, state: Hashable, place: Place, left: int, right: int) -> Hashable | None: ...
    def settled(self, state: Hashable) -> bool: ...
    def window(self, state: Hashable) -> int | None: ...


@dataclass(frozen=True)
class Counted:
    """A state of the rule inside, and of each input how many records there are for certain, and whether that is all.
    Of an input that is not mentioned it does not matter any more."""

    inner: Hashable
    counts: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True)
class Alike:
    """Both sides have equally many records, and what there is obeys the rule inside."""

    inner: Inner
    most: tuple[tuple[str, int], ...]  # the inputs that are records

    @property
    def start(self) -> Hashable:
        return Counted(self.inner.start, tuple((name, 0, most == 0) for name, most in self.most))

    def step(self, state: Hashable, place: Place, left: int, right: int) -> Hashable | None:
        assert isinstance(state, Counted)
        known = next((item for item in state.counts if item[0] == place.input), None)
        if known is None and place.flag:
            return state if left == right else None
        if known is not None and (place.flag or place.path[0] >= known[1]):
            return self._counted(state, known, place, left, right)
        after = self.inner.step(state.inner, place, left, right)
        return None if after is None else self._state(after, state.counts)

    def settled(self, state: Hashable) -> bool:
        assert isinstance(state, Counted)
        return self.inner.settled(state.inner)

    def window(self, state: Hashable) -> int | None:
        assert isinstance(state, Counted)
        window = self.inner.window(state.inner)
        return None if window is None else max(window, 0)

    def _counted(
        self, state: Counted, known: tuple[str, int, bool], place: Place, left: int, right: int
    ) -> Hashable | None:
        name, count, ended = known
        if left != right or (ended and left != place.values()[0]) or not (ended or place.flag):
            return None
        if ended:
            return state
        count, ended = count + left, not left or count + 1 == dict(self.most)[name]
        others = tuple(item for item in state.counts if item[0] != name)
        return self._state(state.inner, tuple(sorted((*others, (name, count, ended)))))

    def _state(self, inner: Hashable, counts: tuple[tuple[str, int, bool], ...]) -> Counted:
        """How many there were does not matter once all are known and nothing more is asked of them."""
        if self.inner.settled(inner):
            counts = tuple(item for item in counts if not item[2])
        return Counted(inner, counts)


Side: TypeAlias = Literal[0, 1]
Leaf: TypeAlias = tuple[int, Path]  # the number of a record, and the path of a leaf inside
Case: TypeAlias = tuple[Side, int]
_SIDES: tuple[Side, Side] = (0, 1)


@dataclass(frozen=True)
class Adding:
    """`cases` say which side may have one record more, and which; the others are equal in their order. `read` are the
    leaves read, `pending` those among them that must equal one that was not read, in some case. Both sides have `count`
    records for certain; with `ended` the shorter one has no more."""

    cases: frozenset[Case]
    count: int = 0
    ended: bool = False
    pending: tuple[tuple[Side, Leaf, int], ...] = ()
    read: frozenset[Leaf] = frozenset()

    def there(self, side: Side, at: int) -> bool:
        """Whether the side can have the record."""
        return not self.ended or at < self.count + (side == self.longer)

    @property
    def longer(self) -> Side:
        """The side with one record more, once the shorter one has ended."""
        return next(iter(self.cases))[0]


@dataclass(frozen=True)
class OneMore:
    """One side has one record more, at any place; else they are equal."""

    type_: RecordsType

    @property
    def start(self) -> Hashable:
        return Adding(frozenset((side, at) for side in _SIDES for at in range(self.type_.most)))

    def step(self, state: Hashable, place: Place, left: int, right: int) -> Hashable | None:
        assert isinstance(state, Adding)
        if place.flag:
            return self._flag(state, place.path[1], left, right)
        return self._leaf(state, place, (left, right))

    def settled(self, state: Hashable) -> bool:
        """What was not read can be whatever it must be."""
        assert isinstance(state, Adding)
        return bool(state.cases)

    def window(self, state: Hashable) -> int | None:
        return None

    def _flag(self, state: Adding, at: int, left: int, right: int) -> Adding | None:
        if state.ended:
            return state if not left and not right else None
        if left != right:
            longer: Side = 0 if left else 1
            cases = frozenset((side, k) for side, k in state.cases if side == longer and k <= at)
            return self._told(replace(state, cases=cases, ended=True)) if cases else None
        return replace(state, count=at + 1) if left and at + 1 < self.type_.most else None

    def _leaf(self, state: Adding, place: Place, leaves: tuple[int, int]) -> Adding | None:
        at, path = place.path[0], place.path[1:]
        if any(not state.there(side, at) and leaves[side] != place.values()[0] for side in _SIDES):
            return None
        if state.ended and at > state.count:
            return state
        known = {(side, leaf): value for side, leaf, value in state.pending}
        known |= {(side, (at, path)): leaves[side] for side in _SIDES}
        cases = frozenset(case for case in state.cases if _fits(case, state, (at, path), known))
        pending = tuple(sorted((side, leaf, value) for (side, leaf), value in known.items()))
        after = replace(state, cases=cases, pending=pending, read=state.read | {(at, path)})
        return self._told(after) if cases else None

    def _told(self, state: Adding) -> Adding:
        """The state without what makes no difference to what may follow."""
        paths = leaf_paths(self.type_.item)
        last = state.count + 1 if state.ended else self.type_.most
        whole = [all((at, path) in state.read for path in paths) for at in range(last)]
        cases = set()
        for side, k in state.cases:
            # Of a record that was read whole, and the next one, nothing is open: which of them is more is no matter.
            while k + 1 < last and whole[k] and whole[k + 1]:
                k += 1
            cases.add((side, k))
        for side, k in sorted(cases):
            # What a later record leaves open is open here as well, and more.
            if any(longer == side and k < other and all(whole[k:other]) for longer, other in cases):
                cases.discard((side, k))
        if state.ended and all(whole):
            return Adding(frozenset({(state.longer, 0)}), 0, True)
        state = replace(state, cases=frozenset(cases))
        return replace(state, pending=tuple(item for item in state.pending if _awaited(state, item[0], item[1])))


def _partner(case: Case, side: Side, at: int) -> int | None:
    """The number of the record on the other side that must equal this one."""
    longer, k = case
    if at < k:
        return at
    if side == longer:
        return None if at == k else at - 1
    return at + 1


def _fits(case: Case, state: Adding, leaf: Leaf, known: Mapping[tuple[Side, Leaf], int]) -> bool:
    """Whether both leaves that were read now are what their partners are, where these are known."""
    at, path = leaf
    for side in _SIDES:
        partner = _partner(case, side, at)
        if partner is not None and state.there(side, at):
            value = known.get((1 if side == 0 else 0, (partner, path)))
            if value is not None and value != known[side, leaf]:
                return False
    return True


def _awaited(state: Adding, side: Side, leaf: Leaf) -> bool:
    """Whether in some case another leaf must be equal to this one that is not read yet."""
    at, path = leaf
    for case in state.cases:
        partner = _partner(case, side, at) if state.there(side, at) else None
        if partner not in (None, at) and (partner, path) not in state.read:
            return True
    return False
