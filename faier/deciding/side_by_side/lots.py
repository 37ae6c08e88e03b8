"""Draws that each row makes for itself, as local randomizers do: what comes of a row is one of few things, and how
likely each is depends on the row.

A row is followed once for each outcome of its draws. Where all values of a row lead to the same things, both runs are
told to come to the same one, at the price of the logarithm of the greatest ratio of its two chances. That is sound:
rows draw independently, given what was drawn before, so what comes of all rows is likelier on one side by no more than
the product over the rows that differ. Rows must stand in the order of the input for that, or at places that depend on
nothing else: what is sorted is not followed.

Where that is not so, rows are parted (`parted`): rows of one value of which other things come are rows of different
kinds from there on. What comes of a row may also depend on noise that is the same on both sides, as which of several
noisy centers is nearest to it. Nobody has seen what came of which row, and it differs between neighbors as the rows do:
what is shown of it takes noise. That is sound. Let all rows draw first: what comes of them is a mixture over their
draws, and rows that do not differ have the same draws on both sides; whatever the draws of the row that differs, on
either side, no more is lost than by the dearest kinds, and so by the mixture (divergences are convex). What noise
decides is the same for all rows of one value, and known on both sides before what it is paid for is shown: each time
the row that differs is of one of the kinds, and pays no more than the dearest. What is paid each time adds up, but for
kinds of kinds, which pay for what they are kinds of. What a comparison tells of numbers that stay what they are
(`fixed`) it tells wherever it is asked: rows of which it was decided already are gone over as they were told apart
there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, TypeAlias, cast

from flint import fmpq

from faier.deciding.side_by_side.forks import Forks
from faier.deciding.side_by_side.frames import Maybe, Part
from faier.deciding.side_by_side.held import (
    Bins,
    Fact,
    Facts,
    Gone,
    Grown,
    Held,
    Moved,
    Off,
    Paid,
    Price,
    Rows,
    Same,
    Tag,
    Unfollowed,
    again,
    any_of,
    is_integer,
    is_known,
    is_whole,
    joined,
    same_of,
    same_shape,
)
from faier.deciding.side_by_side.neighbors import Neighbors
from faier.deciding.side_by_side.rows import Before, after_rows, at_path, stood_for, with_path
from faier.engines.algebra import engine as algebra
from faier.engines.algebra.domain import domain
from faier.exact import Epsilon, LogRatio, Number, compare_epsilon, epsilons, from_ratio
from faier.lang.comparing import iterate, pairs_of
from faier.lang.failures import Failure
from faier.lang.values import Sequence as Items
from faier.lang.values import Value
from faier.lang.vocabulary import DrawKind
from faier.limits import Limits
from faier.semantics.explore.outcomes import sampled

# Draws with outcomes that can be listed.
LISTED: frozenset[DrawKind] = frozenset(["flip", "uniform", "categorical", "choice", "shuffled", "sample"])

# Outcomes of one draw that are told apart; items of a list that are known one by one.
OUTCOMES, ITEMS = 300, 2_000

# Pairs of values of a row of which each is charged by itself.
PAIRS = 1_000

Law: TypeAlias = dict[Hashable, Number]
"""What comes of a row, with its chance."""


@dataclass
class Lots:
    """The draws of the row in hand: which outcome each has, and how likely these are together."""

    known: Facts = field(default_factory=dict)  # what was decided of the row before
    facts: dict[Fact, int] = field(default_factory=dict)  # what is decided here
    asked: dict[Fact, None] = field(default_factory=dict)
    forks: Forks = field(default_factory=lambda: Forks(answers=OUTCOMES))
    chance: Number = fmpq(1)
    chances: dict[Number, None] = field(default_factory=dict)
    in_order: bool = True  # whether rows stand in the order of the input
    draws: int = 0
    decided: bool = False  # whether anything but its draws told outcomes of the row apart

    @property
    def drawn(self) -> bool:
        """Whether there was a draw, or something was decided."""
        return bool(self.forks.taken)

    @property
    def may_pay(self) -> bool:
        """Whether what comes of the row depends on its draws alone, which tell nothing of the order."""
        return self.in_order and not self.decided

    def draw(self, kind: DrawKind, given: Sequence[Held]) -> Held:
        if kind not in LISTED or not all(map(is_known, given)):
            raise Unfollowed
        outcomes, chances = drawn_of(kind, cast("Sequence[Value]", given))
        self.chances |= chances
        self.draws += 1
        weight, value = outcomes[self.forks.one_of(len(outcomes))]
        self.chance = self.chance * weight
        if kind == "choice":
            return cast(Value, iterate(cast(Value, given[0]))[value])
        if kind in ("shuffled", "sample"):
            items = iterate(cast(Value, given[0]))
            return Items("list", tuple(items[at] for at in value.items))
        return cast(Value, value)

    def decide(self, fact: Fact, many: int) -> int:
        """What comes of this, of so many answers: it is the same each time. Of what is asked by comparisons, the first
        answer is that it holds."""
        self.asked[fact] = None
        if fact in self.known:
            return self.known[fact]
        if fact[0] == "<":  # of two numbers one alone is less
            other = ("<", fact[2], fact[1])
            self.asked[other] = None
            if 0 in (self.known.get(other), self.facts.get(other)):
                return 1
        if fact not in self.facts:
            self.facts[fact] = self.forks.one_of(many)
        return self.facts[fact]

    def next(self) -> bool:
        """Goes on to the next outcomes, if there are any."""
        self.decided = self.decided or self.forks.at > self.draws
        self.chance, self.draws, self.facts = fmpq(1), 0, {}
        return self.forks.next()


@dataclass
class Seen:
    """What is seen of all kinds of rows: what is `asked` of them, and what was decided of each, for each outcome."""

    may_pay: bool = True
    asked: dict[Fact, None] = field(default_factory=dict)
    decided: list[list[Facts]] = field(default_factory=list)

    def next(self, lots: Lots | None) -> bool:
        """Goes on to the next outcome of a row, if there is one."""
        self.decided[-1].append({} if lots is None else lots.facts)
        if lots is not None and lots.next():
            return True
        if lots is not None:
            self.asked |= lots.asked
            self.may_pay = self.may_pay and lots.may_pay
        return False


def drawn_of(kind: DrawKind, given: Sequence[Value]) -> tuple[list[tuple[Number, Any]], dict[Number, None]]:
    """The outcomes of a draw with their chances; and the numbers that must not be negative, whatever an unknown epsilon
    is."""
    try:
        outcomes, positive = sampled(kind, Items("tuple", tuple(given)))
    except Failure:
        raise Unfollowed from None
    numbers = [*positive, *(weight for weight, _ in outcomes)]
    return outcomes, dict.fromkeys(number for number in numbers if epsilons(number))


def require_chances(numbers: Mapping[Number, None], limits: Limits) -> None:
    """None of these is negative, whatever the unknown epsilon is."""
    for number in numbers:
        if not isinstance(algebra.nonnegative(number, domain(None, [number], Epsilon()), limits), algebra.Holds):
            raise Unfollowed


def parts_of_rows(
    made: Sequence[Sequence[tuple[tuple[Part, ...], Number]]], rows: Rows, neighbors: Neighbors, paid: Paid
) -> list[Part]:
    """What comes of all rows, where of each value of a row comes one of these, with its chance."""
    laws: list[Law] = []
    for of_row in made:
        if not all(is_known(part) and not isinstance(part, Maybe) for parts, _ in of_row for part in parts):
            raise Unfollowed
        laws.append(_law((tuple(map(_strictly, cast("tuple[Value, ...]", parts))), chance) for parts, chance in of_row))
    _pay(laws, rows.source, neighbors, paid)
    outcomes = [cast("tuple[Value, ...]", parts) for of_row in made for parts, _ in of_row]
    length = neighbors.lengths[rows.source]
    if rows.source in neighbors.vectors and length <= ITEMS and all(len(parts) == 1 for parts in outcomes):
        return [*again(_one_of([parts[0] for parts in outcomes]), length)]
    several = [part for parts in outcomes for part in parts]
    return [Maybe(_one_of(several))] if several else []


def parted_parts(
    made: Sequence[Sequence[tuple[tuple[Part, ...], Number]]], seen: Seen, rows: Rows, neighbors: Neighbors
) -> tuple[Rows, list[tuple[Part, ...]]]:
    """The rows of which each is told apart by what comes of it too, and that."""
    names: list[list[Hashable]] = []
    for of_row in made:
        known = [all(is_known(part) and not isinstance(part, Maybe) for part in parts) for parts, _ in of_row]
        names.append([tuple(map(_strictly, parts)) if known[at] else at for at, (parts, _) in enumerate(of_row)])
    rows, first = rows_parted(rows, names, seen, neighbors)
    return rows, [of_row[at][0] for of_row, places in zip(made, first, strict=True) for at in places]


def parted_scopes(
    before: Before,
    paths: Sequence[Sequence[tuple[dict[str, Held], Number]]],
    yielded: Sequence[tuple[Value, ...]],
    seen: Seen,
    rows: Rows,
    neighbors: Neighbors,
) -> tuple[Rows, list[dict[str, Held]], list[tuple[Value, ...]]]:
    """The same of the variables after a loop, and of what a generator yields there, once for each outcome."""
    left = iter(yielded)
    items = [[next(left) for _ in of_row] for of_row in paths]
    names: list[list[Hashable]] = []
    for of_row, of_items in zip(paths, items, strict=True):
        names.append([])
        for at, (scope, _) in enumerate(of_row):
            ends = [_told(at_path(scope.get(name, Gone()), inside)) for name, *inside in sorted(before.changing)]
            names[-1].append(at if None in ends else (*ends, tuple(map(_strictly, of_items[at]))))
    parted, first = rows_parted(rows, names, seen, neighbors)
    places = [(row, at) for row, several in enumerate(first) for at in several]
    return parted, [paths[row][at][0] for row, at in places], [items[row][at] for row, at in places]


def rows_parted(
    rows: Rows, names: Sequence[Sequence[Hashable]], seen: Seen, neighbors: Neighbors
) -> tuple[Rows, list[list[int]]]:
    """The same rows, of which each kind is told apart by these names of what comes of it: and where each first is. What
    was decided of one of these is what was decided wherever it comes."""
    first: list[list[int]] = []
    decided: list[list[Facts]] = []
    for of_row, facts in zip(names, seen.decided, strict=True):
        several: dict[Hashable, list[int]] = {}
        for at, name in enumerate(of_row):
            several.setdefault(name, []).append(at)
        first.append([places[0] for places in several.values()])
        decided.append([_always([facts[at] for at in places]) for places in several.values()])
    if all(len(one) == 1 for one in first):
        return rows, first
    return neighbors.lifted(rows, neighbors.parted(rows.source, decided)), first


def _always(several: Sequence[Facts]) -> Facts:
    return {fact: found for fact, found in several[0].items() if all(one.get(fact) == found for one in several)}


def after_lots(
    before: Before,
    paths: Sequence[Sequence[tuple[Mapping[str, Held], Number]]],
    rows: Rows,
    neighbors: Neighbors,
    paid: Paid,
) -> dict[str, Held]:
    """The variables after a loop, where each value of a row makes one of these of them, with its chance."""
    laws: list[list[tuple[tuple[Hashable, ...], Number]]] = [[((), chance) for _, chance in of_row] for of_row in paths]
    drawn: dict[tuple[str, ...], list[list[Held]]] = {}
    for path in sorted(before.changing):
        name, *inside = path
        if not all(name in scope for of_row in paths for scope, _ in of_row):
            continue  # it is gone after the loop
        ends = [[at_path(scope[name], inside) for scope, _ in of_row] for of_row in paths]
        told = [[_told(end) for end in of_row] for of_row in ends]
        if all(one is not None and one == of_row[0] for of_row in told for one in of_row):
            continue  # no draw changes what the row makes of it
        drawn[path] = ends
        if all(one is not None for of_row in told for one in of_row):
            laws = [
                [((*known, one), chance) for (known, chance), one in zip(law, of_row, strict=True)]
                for law, of_row in zip(laws, told, strict=True)
            ]
        else:
            drawn[path] = []
    found = [_law(law) for law in laws]
    if drawn:
        _pay(found, rows.source, neighbors, paid)
    settled = Before(before.scope, before.changing - drawn.keys())
    scope = after_rows(settled, [of_row[0][0] for of_row in paths], rows, neighbors)
    for (name, *inside), ends in drawn.items():
        start = at_path(before.scope.get(name, Gone()), inside)
        value: Held = Gone()
        if ends and not isinstance(start, Gone):
            several = [end for of_row in ends for end in of_row]
            value = _added_up(start, (name, *inside), several, rows.source, neighbors)
        scope[name] = with_path(scope.get(name, Gone()), inside, value)
    return scope


def _law(chances: Iterable[tuple[Hashable, Number]]) -> Law:
    law: Law = {}
    for outcome, chance in chances:
        law[outcome] = law[outcome] + chance if outcome in law else chance
    return law


def _pay(laws: Sequence[Law], source: str, neighbors: Neighbors, paid: Paid) -> None:
    """What it costs that both sides come to the same, for each way in which a row may differ; for all of very many ways
    what the dearest costs."""
    if neighbors.is_coarse(source):
        raise Unfollowed  # rows of one kind may come to other things
    ways = [(number, way) for number, way in enumerate(neighbors.ways) if way.source == source and way.width is None]
    for _, way in ways:
        if way.left is None or way.right is None or laws[way.left].keys() != laws[way.right].keys():
            raise Unfollowed  # something comes of the row on one side alone
    costs: dict[Epsilon, dict[int, fmpq]] = {}
    if len(ways) > PAIRS:
        if any(law.keys() != laws[0].keys() for law in laws):
            raise Unfollowed
        most = _cost(laws)
        costs[most] = {number: fmpq(1) for number, _ in ways}
    else:
        for number, way in ways:
            cost = _cost([laws[cast(int, way.left)], laws[cast(int, way.right)]])
            costs.setdefault(cost, {})[number] = fmpq(1)
    nothing = Epsilon()
    paid.draws += [(Price("categorical", cost), by) for cost, by in costs.items() if cost != nothing]
    neighbors.looked = True


def _cost(laws: Sequence[Law]) -> Epsilon:
    """The logarithm of the greatest ratio of two chances of the same thing."""
    most = Epsilon()
    known: set[tuple[Number, Number]] = set()
    for outcome in laws[0]:
        chances = list(dict.fromkeys(law[outcome] for law in laws))
        for at, one in enumerate(chances):
            for other in chances[at + 1 :]:
                if (one, other) in known:
                    continue
                known.add((one, other))
                cost = _logarithm(one / other)
                for either in (cost, -cost):
                    if compare_epsilon(either, most) > 0:
                        most = either
    return most


def _logarithm(ratio: Number) -> Epsilon:
    """The logarithm, or a little more than its size where it is none that can be written."""
    found = from_ratio(ratio)
    if not isinstance(found, LogRatio):
        return found
    low, high = found.bounds()
    return Epsilon.rational(max(-low, high))


def _strictly(value: object) -> tuple[type, object]:
    """The value with its type: 1 is not True."""
    return type(value), value


def _told(end: Held) -> Hashable | None:
    """What a row makes of a variable, where that is known."""
    match end:
        case Moved(_, by) if is_known(by):
            return "moved", _strictly(by)
        case Grown(_, items) if all(map(is_known, items)):
            return "grown", tuple(map(_strictly, items))
        case Bins(found=found) if not end.missing:
            bins = [(_strictly(key), _told(value)) for key, value in found]
            return None if any(told is None for _, told in bins) else ("bins", frozenset(bins))
        case Items() if not is_known(end):
            parts = [_told(item) for item in end.items]
            return None if None in parts else ("items", end.kind, tuple(parts))
        case _:
            return ("known", _strictly(end)) if is_known(end) else None


def _one_of(values: Sequence[Held]) -> Held:
    """One of these, which is the same on both sides."""
    found = reduce(joined, values)
    if isinstance(found, Gone):
        raise Unfollowed
    return found


def _added_up(start: Held, tag: Tag, ends: Sequence[Held], source: str, neighbors: Neighbors) -> Held:
    """What is there after all rows, each of which adds the same on both sides."""
    stood = stood_for(start, tag)
    match stood:
        case Moved() if all(isinstance(end, Moved) and end.tag == tag for end in ends):
            by = same_of([cast(Moved, end).by for end in ends])
            if by.kind not in ("number", "flag"):
                return Gone()
            whole, integer = by.whole and is_whole(start), by.integer and is_integer(start)
            if isinstance(start, Off):
                return Off(start.by, start.signed, whole, start.middle, integer)
            return Same("number", whole=whole, integer=integer)
        case Grown() if isinstance(start, Items) and all(isinstance(end, Grown) and end.tag == tag for end in ends):
            added = [cast(Grown, end).items for end in ends]
            length = neighbors.lengths[source]
            if source in neighbors.vectors and length <= ITEMS and all(len(items) == 1 for items in added):
                return Items("list", again(_one_of([items[0] for items in added]), length))
            several = [item for items in added for item in items]
            return Same("list", item=any_of(several) if several else None)
        case Bins() if all(isinstance(end, Bins) and end.tag == tag and not end.missing for end in ends):
            pairs = []
            for key, value in pairs_of(stood.known):
                there = (*tag, "at", key)
                left = [_of_bin(cast(Bins, end), key, stood_for(value, there)) for end in ends]
                pairs.append(Items("tuple", (key, cast(Value, _added_up(value, there, left, source, neighbors)))))
            return stood.known.holding(pairs)
        case Items() if all(isinstance(end, Items) and same_shape(stood, end) for end in ends):
            items = [
                _added_up(item, (*tag, at), [cast(Items, end).items[at] for end in ends], source, neighbors)
                for at, item in enumerate(cast(Items, start).items)
            ]
            return stood.holding(cast("tuple[Value, ...]", tuple(items)))
        case _:
            return Gone()


def _of_bin(bins: Bins, key: Value, start: Held) -> Held:
    return next((value for known, value in bins.found if _strictly(known) == _strictly(key)), start)
