"""A kept process that compares its draws as early as it can.

Where every way from a state says which of two of its draws is larger, the state is taken apart into two, and the ways
there say it. What a part knows of its draws need not be said again; ways from it that differ in one comparison alone,
of which each takes one side, are one; and draws that nothing looks at any more are forgotten. So `max` of a list is
found number by number, where the program compares the numbers when it has read all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from faier.engines.alignment.prices import rational
from faier.engines.alignment.region import Fact, Facts, Region, Size, Terms, closed, follows, joined, opposite
from faier.hmm.lump_kept import content
from faier.limits import Limits
from faier.semantics.kept import (
    Constraint,
    KeptAsk,
    KeptEnd,
    KeptProcess,
    KeptState,
    KeptTell,
    Reals,
    Unbounded,
    Way,
    ways_of,
)

MOST = 5_000
"""A state with more ways than that stays as it is."""


@dataclass(frozen=True)
class Part:
    """A state that stands for another one where its draws meet the facts, and which of these draws it holds."""

    number: int
    facts: Facts
    held: tuple[int, ...]


def early(kept: KeptProcess, limits: Limits) -> KeptProcess:
    """The process that compares its draws early, where all its runs end; the finals of all states are one number."""
    order = _backward(kept) if rational(kept) else None
    if order is None:
        return kept
    found = _Early(kept, limits)
    for number in order:
        limits.check()
        found.take_apart(number)
    start = found.onward(kept.start, Region((), frozenset()), 0)
    finals = tuple((secret, weights[:1] * len(found.states)) for secret, weights in kept.finals)
    notes = tuple(kept.notes[at] for at in found.origins)
    return replace(kept, states=tuple(found.states), start=start, finals=finals, notes=notes)


def _backward(kept: KeptProcess) -> list[int] | None:
    """The states, each behind those that it leads to; None where there is a circle."""
    order: list[int] = []
    seen: dict[int, bool] = {}
    stack: list[tuple[int, Iterator[int]]] = [(-1, iter([way.target for way in kept.start]))]
    while stack:
        number, rest = stack[-1]
        target = next((one for one in rest if not seen.get(one)), None)
        if target is None:
            stack.pop()
            if number >= 0:
                seen[number] = True
                order.append(number)
        elif target in seen:
            return None
        else:
            seen[target] = False
            stack.append((target, iter([way.target for ways in ways_of(kept.states[target]) for way in ways])))
    return order


@dataclass
class _Early:
    kept: KeptProcess
    limits: Limits
    states: list[KeptState] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    parts: dict[int, list[Part]] = field(default_factory=dict)
    reals: dict[int, frozenset[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for way in self.kept.start:
            self.reals.setdefault(way.target, _after(way, frozenset(), 0))
        waiting = list(self.reals)
        while waiting:
            at = waiting.pop()
            state = self.kept.states[at]
            for way in (way for ways in ways_of(state) for way in ways):
                if way.target not in self.reals:
                    self.reals[way.target] = _after(way, self.reals[at], _draws(state))
                    waiting.append(way.target)

    def take_apart(self, number: int) -> None:
        state = self.kept.states[number]
        if isinstance(state, KeptEnd):
            self.parts[number] = [Part(self._number(state, number), (), ())]
            return
        known = Region((), self.reals[number])
        rows = tuple(self.onward(ways, known, state.draws) for ways in ways_of(state))
        self.parts[number] = list(self._parts(number, state, known, rows))

    def onward(self, ways: Iterable[Way], known: Region, draws: int) -> tuple[Way, ...]:
        """The ways to what stands for their targets now."""
        found = []
        for way in ways:
            for part in self.parts[way.target]:
                said = tuple(_before(fact, way) for fact in part.facts)
                held = tuple(way.kept[at] for at in part.held)
                added = tuple(way.added[at] for at in part.held) if way.added else ()
                one = replace(way, target=part.number, constraints=(*way.constraints, *said), kept=held, added=added)
                if closed(_where(one, known, draws)) is not None:
                    found.append(one)
        return tuple(found)

    def _parts(
        self, number: int, state: KeptAsk | KeptTell, known: Region, rows: tuple[tuple[Way, ...], ...]
    ) -> Iterator[Part]:
        """The state where what is known holds, taken apart further."""
        self.limits.check()
        asked = _decided(rows, known, state.draws)
        if asked is not None:
            for fact in (asked, opposite(asked, known.reals)):
                there = known.within((fact,))
                rest = tuple(
                    tuple(way for way in ways if closed(_where(way, there, state.draws)) is not None) for ways in rows
                )
                yield from self._parts(number, state, there, rest)
            return
        rows = tuple(self._fewer(ways, known, state.draws) for ways in rows)
        used = {at for ways in rows for way in ways for at in _used(way) if at < state.draws}
        used |= {at for _, at in _told(state)}
        facts = known.facts
        held = _in_order([at for at in range(state.draws) if at in used], known)
        place = {at: new for new, at in enumerate(held)}
        moved = tuple(tuple(_renumbered(way, place, state.draws) for way in ways) for ways in rows)
        small: KeptState
        match state:
            case KeptAsk():
                small = replace(state, draws=len(held), ways=moved)
            case KeptTell(_, value):
                if isinstance(value, Unbounded):
                    value = replace(value, terms=_placed(Constraint(value.terms, 0), place).terms)
                small = replace(state, draws=len(held), value=value, ways=moved[0])
        yield Part(self._number(small, number), facts, tuple(held))

    def _number(self, state: KeptState, origin: int) -> int:
        key = content(state)
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.states)
            self.states.append(state)
            self.origins.append(origin)
        return number

    def _fewer(self, ways: Sequence[Way], known: Region, draws: int) -> tuple[Way, ...]:
        """The same ways, together where they can be, without what is known anyway."""
        alike: dict[object, list[Way]] = {}
        for way in ways:
            key = way.target, way.weight, way.fresh, way.kept, way.added
            alike.setdefault(key, []).append(way)
        found = []
        for several in alike.values():
            self.limits.check()
            for way in _together(several, known, draws):
                found.append(replace(way, constraints=_needed(way, known, draws)))
        return tuple(found)


def _together(ways: list[Way], known: Region, draws: int) -> list[Way]:
    """Two ways of which each takes one side of a comparison, and that agree else, are one without it."""
    found = list(ways)
    at = 0
    while at < len(found):
        one = found[at]
        for other in range(at):
            both = _joined(found[other], one, known, draws)
            if both is not None:
                del found[at]
                found[other] = both
                at = other
                break
        else:
            at += 1
    return found


def _joined(one: Way, other: Way, known: Region, draws: int) -> Way | None:
    mine, yours = (_where(way, known, draws) for way in (one, other))
    first, second = closed(mine), closed(yours)
    if first is None or second is None:
        return None
    both = {terms: min(least, second[terms]) for terms, least in first.items() if terms in second}
    sides = [(terms, least) for terms, least in first.items() if terms not in both or both[terms] < least]
    hull = Region(joined(both.items()), mine.reals)
    for fact in sides:
        contrary = opposite(fact, mine.reals)
        if _implies(second, contrary) and _same(hull, fact, mine) and _same(hull, contrary, yours):
            return replace(one, constraints=tuple(Constraint(terms, least) for terms, least in hull.facts))
    return None


def _same(hull: Region, fact: Fact, whole: Region) -> bool:
    """Whether the hull with the fact is the whole, which is inside of both."""
    inside = hull.within((fact,))
    return all(follows(inside, one) for one in whole.facts)


def _needed(way: Way, known: Region, draws: int) -> tuple[Constraint, ...]:
    """Constraints that say the same where what is known holds."""
    reals = _reals(way, known, draws)
    facts = list(joined((one.terms, one.least) for one in way.constraints))
    for fact in sorted(facts, key=lambda fact: [at for _, at in fact[0]]):
        rest = [one for one in facts if one != fact]
        if follows(Region(joined(known.facts, rest), reals), fact):
            facts = rest
    return tuple(Constraint(terms, least) for terms, least in facts)


def _decided(rows: tuple[tuple[Way, ...], ...], known: Region, draws: int) -> Fact | None:
    """A comparison of two draws of the state of which every way takes a side, and that is not known."""
    every = [way for ways in rows for way in ways]
    if draws < 2 or not every or len(every) > MOST:
        return None
    first, *others = (closed(_where(way, known, draws)) or {} for way in every)
    for terms, least in first.items():
        if len(terms) == 2 and terms[0][0] != terms[1][0] and terms[1][1] < draws:
            fact = (terms, least)
            contrary = opposite(fact, known.reals)
            if follows(known, fact) or follows(known, contrary):
                continue
            taken = [_implies(one, fact) or (None if _implies(one, contrary) else ()) for one in others]
            if () not in taken and None in taken:
                return fact
    return None


def _implies(facts: Mapping[Terms, Size], fact: Fact) -> bool:
    terms, least = fact
    return terms in facts and facts[terms] >= least


def _where(way: Way, known: Region, draws: int) -> Region:
    """What holds where the way is gone."""
    return Region(joined(known.facts, ((one.terms, one.least) for one in way.constraints)), _reals(way, known, draws))


def _reals(way: Way, known: Region, draws: int) -> frozenset[int]:
    return known.reals | {draws + at for at, fresh in enumerate(way.fresh) if isinstance(fresh, Reals)}


def _after(way: Way, reals: frozenset[int], draws: int) -> frozenset[int]:
    """Which draws of the target are reals."""
    real = _reals(way, Region((), reals), draws)
    return frozenset(new for new, at in enumerate(way.kept) if at in real)


def _before(fact: Fact, way: Way) -> Constraint:
    """What must hold on the way so that the fact holds of the target's draws."""
    terms, least = fact
    added = sum(sign * way.added[at] for sign, at in terms) if way.added else 0
    return _placed(Constraint(terms, least - added), way.kept)


def _placed(one: Constraint, place: Mapping[int, int] | Sequence[int]) -> Constraint:
    """The same of draws with other numbers."""
    return Constraint(tuple(sorted(((sign, place[at]) for sign, at in one.terms), key=lambda term: term[1])), one.least)


def _used(way: Way) -> set[int]:
    return {*way.kept, *(at for one in way.constraints for _, at in one.terms)}


def _told(state: KeptAsk | KeptTell) -> tuple[tuple[int, int], ...]:
    return state.value.terms if isinstance(state, KeptTell) and isinstance(state.value, Unbounded) else ()


def _in_order(draws: list[int], known: Region) -> list[int]:
    """The draws, greater ones first as far as that is known."""
    above = {at: sum(_greater(known, at, other) for other in draws) for at in draws}
    return sorted(draws, key=lambda at: (-above[at], at))


def _greater(known: Region, one: int, other: int) -> bool:
    if one == other:
        return False
    terms = tuple(sorted(((1, one), (-1, other)), key=lambda term: term[1]))
    return follows(known, (terms, 0))


def _renumbered(way: Way, place: dict[int, int], draws: int) -> Way:
    count = len(place)
    there = place | {draws + at: count + at for at in range(len(way.fresh))}
    return replace(
        way,
        constraints=tuple(
            Constraint(
                tuple(sorted(((sign, there[at]) for sign, at in one.terms), key=lambda term: term[1])), one.least
            )
            for one in way.constraints
        ),
        kept=tuple(there[at] for at in way.kept),
    )


def _draws(state: KeptState) -> int:
    return 0 if isinstance(state, KeptEnd) else state.draws
