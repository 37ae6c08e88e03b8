"""In which ways the inputs of two neighboring runs differ, and what the worst of them pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import combinations, combinations_with_replacement
from types import MappingProxyType
from typing import cast

from flint import fmpq

from faier.deciding.side_by_side.cells import Cuts, cells, with_cut
from faier.deciding.side_by_side.held import (
    Arrivals,
    Ends,
    Fact,
    Facts,
    Field,
    Fresh,
    Gone,
    Held,
    Mass,
    Off,
    Price,
    Rows,
    Same,
    Shift,
    Times,
    Unfollowed,
    Weight,
    leaves,
    summed,
    without_ends,
)
from faier.exact import ZERO, Epsilon, Number, compare, compare_epsilon
from faier.lang.claim import Added, Each, One, PerInput, Relation, Total
from faier.lang.syntax import (
    BoolType,
    Function,
    InputType,
    IntType,
    Parameter,
    RecordsType,
    RecordType,
    StreamType,
    VectorType,
)
from faier.lang.values import Sequence as Items
from faier.lang.values import Value
from faier.semantics.inputs import choices
from faier.semantics.leaves import count_of, leaves_of, places_of

# Ways in which the entries of one input may differ, at most, and values of an entry.
WAYS, VALUES = 40_000, 5_000

# Values of an entry of which some are told apart, into so many kinds.
GROUPED, KINDS = 20_000, 250

# Exponents of draws by weights that are looked at two by two.
PAIRS = 200

# Entries that are told apart.
MOST = 10_000

# The place of an arrival in its stream, whichever it is.
ARRIVAL = -1


@dataclass(frozen=True)
class Way:
    """How neighbors may differ: in one entry of an input, which is a number with so many between its ends (`width`), at
    `place` among its entries; or which has the value numbered `left` on one side, and on the other the one numbered
    `right` (None: the entry is missing there). Of numbers the differences are for each 1. Where rows are parted, it is
    the way numbered `base`, if that is what was decided."""

    source: str
    place: tuple[int, ...] = ()
    width: int | None = None
    left: int | None = None
    right: int | None = None
    base: int | None = None


@dataclass(frozen=True)
class Parts:
    """Rows of a `source` that are told apart by more than their values: for each kind the one of the source, and
    what was decided of it."""

    source: str
    of: tuple[int, ...]
    facts: tuple[Facts, ...]


@dataclass
class Neighbors:
    """The ways of all inputs, by their numbers. `looked`: what is the same on both sides may be more than noise, and
    public inputs: it may depend on other inputs too. Where an entry has very many values, `kinds` says of which kind
    each is: those of one kind add the same to a sum, or numbers between two ends; `finer` are kinds that would tell
    more. Where it has more than that, `boxes` are followed in place of values, parted at `cuts`; `cut_at` are those
    that would tell more."""

    relation: Relation
    kinds: dict[str, list[int]] = field(default_factory=dict)
    finer: dict[str, list[int]] = field(default_factory=dict)
    cuts: Cuts = field(default_factory=dict)
    cut_at: dict[Field, list[int]] = field(default_factory=dict)
    boxes: set[str] = field(default_factory=set)
    ways: list[Way] = field(default_factory=list)
    values: dict[str, tuple[Value, ...]] = field(default_factory=dict)  # of an entry
    lengths: dict[str, int] = field(default_factory=dict)
    looked: bool = False
    vectors: set[str] = field(default_factory=set)  # of which it is known how many entries they have
    parts: dict[str, Parts] = field(default_factory=dict)  # of rows that are parted

    def inputs(self, function: Function, in_rows: bool) -> dict[str, Held]:
        """What the inputs are at first. Vectors are lists of entries, or `in_rows` without an order."""
        return {parameter.name: self._input(parameter, in_rows) for parameter in function.parameters}

    def _input(self, parameter: Parameter, in_rows: bool) -> Held:
        relation = of_input(self.relation, parameter.name)
        name = parameter.name
        match parameter.type:
            case type_ if parameter.public or relation is None:
                self.looked = self.looked or not parameter.public
                return _alike(type_)
            case RecordsType(item, most):
                return self._rows(name, item, most, relation)
            case VectorType(item, length) if in_rows and length > 1 and not isinstance(relation, Total):
                self.vectors.add(name)
                return self._rows(name, item, length, relation)
            case StreamType(item):
                return Arrivals(self._entries(name, (ARRIVAL,), item, relation))
            case type_:
                return self._entries(name, (), type_, relation)

    def _rows(self, name: str, item: InputType, length: int, relation: Relation) -> Rows:
        many = count_of(item)
        if many > GROUPED:
            return self._of_boxes(name, item, length, relation)
        values = choices(item)
        self.values[name], self.lengths[name] = values, length
        if many > VALUES or _has_many_ways(many, relation):
            return self._of_kinds(name, item, relation)
        self.ways += [Way(name, left=left, right=right) for left, right in _differing(values, item, relation)]
        return Rows(name, tuple((value,) for value in values))

    def _of_boxes(self, name: str, item: InputType, length: int, relation: Relation) -> Rows:
        """The same, where boxes stand for many values each."""
        added = isinstance(relation, Added)
        if not added and (not isinstance(relation, One) or relation.distance is not None or _has_public(item)):
            raise Unfollowed
        values = cells(item, self.cuts, (len(self.boxes),))
        if _has_many_ways(len(values), relation):
            raise Unfollowed
        self.boxes.add(name)
        self.values[name], self.lengths[name] = values, length
        several = range(len(values))
        lefts = [(None, right) for right in several] if added else list(combinations_with_replacement(several, 2))
        self.ways += [Way(name, left=left, right=right) for left, right in lefts]
        return Rows(name, tuple((value,) for value in values))

    def cut(self, field: Field, begins: Iterable[int]) -> None:
        """Boxes are parted there, when all is followed again."""
        known = list(self.cut_at.get(field, self.cuts.get(field, ())))
        for begin in begins:
            known = with_cut(known, begin)
        self.cut_at[field] = known

    def is_coarse(self, source: str) -> bool:
        """Whether some values of a row are not told from others."""
        return source in self.kinds or source in self.boxes

    def _of_kinds(self, name: str, item: InputType, relation: Relation) -> Rows:
        """The same, told apart by their kinds alone."""
        added = isinstance(relation, Added)
        if not added and (not isinstance(relation, One | Each) or relation.distance is not None or _has_public(item)):
            raise Unfollowed
        values = self.values[name]
        of = self.kinds.setdefault(name, [0] * len(values))
        self.finer[name] = [*of]
        firsts = [of.index(kind) for kind in sorted(set(of))]
        if added:
            self.ways += [Way(name, right=right) for right in firsts]
        many = Counter(of)
        for at, left in enumerate(firsts if not added else ()):
            self.ways += [Way(name, left=left, right=right) for right in firsts[at + (many[of[left]] == 1) :]]
        return Rows(name, tuple((value,) for value in values))

    def _of_each_kind(self, source: str, numbers: Sequence[Ends]) -> list[Ends]:
        """For each value the ends of what values of its kind add."""
        of, finer = self.kinds[source], self.finer[source]
        keys = list(zip(finer, numbers, strict=True))
        known = {key: at for at, key in enumerate(dict.fromkeys(keys))}
        if len(known) <= KINDS:
            self.finer[source] = [known[key] for key in keys]
        ends: dict[int, Ends] = {}
        for kind, one in zip(of, numbers, strict=True):
            other = ends.get(kind, one)
            ends[kind] = Ends(min(one.low, other.low), max(one.high, other.high), one.whole and other.whole)
        return [ends[kind] for kind in of]

    def tells_more(self) -> bool:
        """Whether it would tell more to have finer kinds, or boxes."""
        return bool(self.cut_at) or any(
            len(set(kinds)) > len(set(self.kinds[name])) for name, kinds in self.finer.items()
        )

    def _entries(self, name: str, place: tuple[int, ...], type_: object, relation: Relation) -> Held:
        match type_:
            case IntType(low, high):
                width = high - low
            case BoolType():
                width = 1
            case VectorType(item, length):
                if _size(type_) > MOST:
                    raise Unfollowed
                items = [self._entries(name, (*place, at), item, relation) for at in range(length)]
                return Items("list", cast("tuple[Value, ...]", tuple(items)))
            case _:
                raise Unfollowed
        if not isinstance(relation, One | Each | Total):
            raise Unfollowed
        self.ways.append(Way(name, place, width))
        low, high = (fmpq(type_.low), fmpq(type_.high)) if isinstance(type_, IntType) else (fmpq(0), fmpq(1))
        return Off({len(self.ways) - 1: fmpq(1)}, True, True, integer=True, low=low, high=high)

    def parted(self, source: str, decided: Sequence[Sequence[Facts]]) -> str:
        """The name of the same rows, where several things may come of each kind of them: what is decided there."""
        many = list(map(len, decided))
        if self.is_coarse(self.root(source)):
            raise Unfollowed  # other rows of a kind may come to something else
        name = f"{self.root(source)} {len(self.parts)}"
        places = [range(sum(many[:at]), sum(many[: at + 1])) for at in range(len(many))]
        of = tuple(at for at, several in enumerate(places) for _ in several)
        if len(of) > GROUPED:
            raise Unfollowed
        found: list[Way] = []
        for number, way in enumerate(self.ways):
            if way.source != source or way.width is not None:
                continue
            sides = [(None,) if at is None else places[at] for at in (way.left, way.right)]
            found += (Way(name, left=left, right=right, base=number) for left in sides[0] for right in sides[1])
            if len(found) > WAYS:
                raise Unfollowed
        self.ways += found
        facts = (self.facts_of(source, kind) | dict(one) for kind, several in enumerate(decided) for one in several)
        self.parts[name] = Parts(source, of, tuple(facts))
        self.lengths[name] = self.lengths[source]
        self.vectors |= {name} if source in self.vectors else set()
        return name

    def kinds_of(self, source: str) -> int:
        """How many kinds of these rows there are."""
        return len(self.parts[source].of) if source in self.parts else len(self.values[source])

    def facts_of(self, source: str, kind: int) -> dict[Fact, int]:
        """What was decided of these rows before."""
        return dict(self.parts[source].facts[kind]) if source in self.parts else {}

    def where_decided(self, source: str, asked: Iterable[Fact]) -> str:
        """The rows as they are told apart where some of that was decided."""
        asked, found = set(asked), source
        for name, parts in list(self.parts.items()):
            if self.root(name) == self.root(source) and any(not asked.isdisjoint(facts) for facts in parts.facts):
                found = self.together(found, name)[0]
        return found

    def lifted(self, rows: Rows, source: str) -> Rows:
        """The same rows, as they are told apart there."""
        kinds = self._above(source)[rows.source]
        return replace(rows, source=source, items=tuple(rows.items[kind] for kind in kinds))

    def root(self, source: str) -> str:
        """The input that these are rows of."""
        return self.root(self.parts[source].source) if source in self.parts else source

    def together(self, one: str, other: str) -> tuple[str, Sequence[int], Sequence[int]]:
        """The name of rows that are told apart by both, and for each kind of them the one that it is of either."""
        if other in (above := self._above(one)):
            return one, range(len(above[one])), above[other]
        if one in (below := self._above(other)):
            return other, below[one], range(len(below[other]))
        common = next((source for source in above if source in below), None)
        if common is None:
            raise Unfollowed
        of_kind: dict[int, list[int]] = {}
        for kind, at in enumerate(below[common]):
            of_kind.setdefault(at, []).append(kind)
        beside = [of_kind[at] for at in above[common]]
        facts = [[self.facts_of(other, kind) for kind in several] for several in beside]
        name = self.parted(one, facts)
        return name, self.parts[name].of, [kind for several in beside for kind in several]

    def _above(self, source: str) -> dict[str, Sequence[int]]:
        """For each kind of these rows the one that it is of those of which they are parts, the nearest first."""
        if source not in self.parts:
            return {source: range(len(self.values[source]))}
        parts = self.parts[source]
        found: dict[str, Sequence[int]] = {source: range(len(parts.of))}
        above = self._above(parts.source)
        return found | {name: [kinds[at] for at in parts.of] for name, kinds in above.items()}

    def differs_in_a_row(self, source: str) -> bool:
        """Whether it is one entry of the input at most that differs, or is missing."""
        return isinstance(of_input(self.relation, source), One | Added)

    def has_units(self, way: int) -> bool:
        """Whether an entry is a number there, which differs by any number of units."""
        return self.ways[way].width is not None

    def most_units(self, way: int) -> int | None:
        """How many units an entry may differ by there, all of which are always charged; None where others are."""
        known = self.ways[way]
        relation = of_input(self.relation, known.source)
        if known.width is None:
            return 1
        return far(relation.distance, known.width) if isinstance(relation, One | Each) else None

    def gathered(self, source: str, numbers: Sequence[fmpq], integer: bool = False) -> Off:
        """A sum of numbers, one for each entry, by its value. `integer`: that is what Python takes them for."""
        if source in self.kinds:
            ends = [Ends(number, number, number.q == 1) for number in numbers]
            if any(one.low != one.high for one in self._of_each_kind(source, ends)):
                return replace(self.ranged(source, ends), integer=integer)
        by: dict[int, fmpq] = {}
        for number, way in enumerate(self.ways):
            if way.source != source or way.width is not None:
                continue
            left, right = (fmpq(0) if at is None else numbers[at] for at in (way.left, way.right))
            if left != right:
                by[number] = right - left
        self.looked = self.looked or not by
        return Off(by, True, all(number.q == 1 for number in numbers), integer=integer)

    def anywhere(self, source: str, most: fmpq) -> Off:
        """A number that differs by no more than that, whichever entry of the input does."""
        ways = [at for at, way in enumerate(self.ways) if way.source == source]
        return Off({at: most for at in ways if most != 0}, False, False)

    def ranged(self, source: str, numbers: Sequence[Ends]) -> Off:
        """The same of numbers of which the ends are known."""
        if source in self.kinds:
            numbers = self._of_each_kind(source, numbers)
        nothing = Ends(fmpq(0), fmpq(0), True)
        by: dict[int, fmpq] = {}
        for number, way in enumerate(self.ways):
            if way.source != source or way.width is not None:
                continue
            left, right = (nothing if at is None else numbers[at] for at in (way.left, way.right))
            if (most := max(left.high - right.low, right.high - left.low)) > 0:
                by[number] = most
        return Off(by, False, all(number.whole for number in numbers))

    def forgotten(self, scope: Mapping[str, Held]) -> dict[str, Held]:
        """The variables when the next arrival comes, which is another than the one that differs; a draw of before may
        have been used."""

        def lasts(value: Held) -> bool:
            for leaf in leaves(value):
                if isinstance(leaf, Mass) or (isinstance(leaf, Weight) and leaf.over is not None):
                    return False
                number = leaf.exponent if isinstance(leaf, Times | Weight) else leaf
                if isinstance(leaf, Fresh) or (isinstance(number, Off) and self.of_arrivals(number.by)):
                    return False
            return True

        return {name: without_ends(value) if lasts(value) else Gone() for name, value in scope.items()}

    def of_arrivals(self, ways: Iterable[int]) -> bool:
        """Whether an arrival differs in any of these."""
        return any(self.ways[way].place[:1] == (ARRIVAL,) for way in ways)

    def worst(
        self,
        draws: Iterable[tuple[Price, Mapping[int, fmpq]]],
        shifts: Iterable[Shift] = (),
        chosen: Mapping[int, Sequence[Off]] = MappingProxyType({}),
    ) -> Epsilon | None:
        """What the worst neighbors pay for draws that make up for such differences, at such prices, and for shifts
        (None: no epsilon is enough, as there is normal noise).

        Where neighbors may differ in several ways at once, the draws by weights are counted a second time, each alone.
        What is drawn gets likelier by no more than exp(a - b), where a is what its own exponent rises by, and b the
        least of what all rise by: the greatest of what two exponents rise by differently. For each two of them that is
        what a draw would pay that makes up for their difference. The lesser of both counts is told."""
        draws = list(draws)
        together = self._worst_with(draws, shifts)
        if together is None or self._is_one_way() or not 0 < sum(map(len, chosen.values())) <= PAIRS:
            return together
        apart = self._worst_with([draw for at, draw in enumerate(draws) if at not in chosen], shifts)
        if apart is None:
            return together
        least = _total([apart, *(self._of_pairs(draws[at][0], exponents) for at, exponents in chosen.items())])
        return least if compare_epsilon(least, together) < 0 else together

    def _of_pairs(self, price: Price, exponents: Sequence[Off]) -> Epsilon:
        """What the worst neighbors pay for the difference of two exponents, at most."""
        found = [self._worst_of([(price, summed(one, other, -1).by)]) for one, other in combinations(exponents, 2)]
        return _greatest(one for one in found if one is not None)

    def _worst_with(self, draws: Iterable[tuple[Price, Mapping[int, fmpq]]], shifts: Iterable[Shift]) -> Epsilon | None:
        draws, rises = list(draws), list[Epsilon]()
        for shift in shifts:
            if self._is_one_way():
                draws.append((shift.price, _shifted(shift)))
                continue
            draws.append((shift.price, shift.less.by))
            alone = [self._worst_of([(shift.price, rise.by)]) for rise in shift.rises]
            rises.append(_greatest(one for one in alone if one is not None))
        found = self._worst_of(draws)
        return None if found is None else _total([found, *rises])

    def shown_alone(self, shown: Mapping[tuple[str, int, frozenset[int]], Number]) -> Number:
        """The chance, at most, that anything comes of what is there on one side alone, see `Paid.may_show`: of what
        the row makes there on the one side, or on the other, whichever is more."""
        if any(self.is_coarse(source) for source, *_ in shown):
            raise Unfollowed  # other rows of a kind may show something else
        of_sides: dict[tuple[int, int], Number] = {}
        for (source, row, made_by), chance in shown.items():
            for number, way in enumerate(self.ways):
                other = {way.left: way.right, way.right: way.left}
                if way.source == source and row in other and other[row] not in made_by:
                    of_sides[number, row] = of_sides.get((number, row), ZERO) + chance
        return self._likeliest(self.relation, [(self.ways[way], chance) for (way, _), chance in of_sides.items()])

    def _likeliest(self, relation: Relation, chances: list[tuple[Way, Number]]) -> Number:
        match relation:
            case PerInput(relations):
                return sum(
                    (
                        self._likeliest(inner, [(way, chance) for way, chance in chances if way.source == name])
                        for name, inner in relations
                    ),
                    ZERO,
                )
            case One() | Added():
                several = [chance for _, chance in chances]
                return reduce(lambda one, other: other if compare(other, one) > 0 else one, several, ZERO)
            case _ if not chances:
                return ZERO
            case _:
                raise Unfollowed

    def _is_one_way(self) -> bool:
        """Whether two neighbors differ in one of the ways alone."""
        return isinstance(self.relation, Added) or (
            isinstance(self.relation, One) and all(way.width is None or len(way.place) <= 1 for way in self.ways)
        )

    def _worst_of(self, draws: Iterable[tuple[Price, Mapping[int, fmpq]]]) -> Epsilon | None:
        prices: list[Epsilon] = []
        totals: list[dict[int, fmpq]] = []
        for price, by in draws:
            if price.variance is not None and by:
                return None
            known = next((at for at, other in enumerate(prices) if other == price.each), None)
            if known is None:
                known = len(prices)
                prices.append(price.each)
                totals.append({})
            for way, much in by.items():
                totals[known][way] = totals[known].get(way, fmpq(0)) + abs(much)
        costs: dict[tuple[fmpq, ...], Epsilon] = {}
        paid: dict[int, Epsilon] = {}
        for way in {way for total in totals for way in total}:
            row = tuple(total.get(way, fmpq(0)) for total in totals)
            if row not in costs:
                costs[row] = _total(price * much for price, much in zip(prices, row, strict=True) if much != 0)
            paid[way] = costs[row]
        paid = self._of_dearest_parts(paid)
        return self._worst(self.relation, [(self.ways[way], price) for way, price in paid.items()])

    def _of_dearest_parts(self, paid: dict[int, Epsilon]) -> dict[int, Epsilon]:
        """Where rows are parted, each is what is dearest there each time."""
        found = dict(paid)
        dearest: dict[int, dict[str, Epsilon]] = {}
        for number in range(len(self.ways) - 1, -1, -1) if self.parts else ():  # the parts of a way come after it
            if number in dearest:
                found[number] = _total([found.get(number, Epsilon()), *dearest[number].values()])
            way = self.ways[number]
            if way.base is not None and number in found:
                price, others = found.pop(number), dearest.setdefault(way.base, {})
                others[way.source] = _greatest([price, others.get(way.source, price)])
        return found

    def above(self, way: int) -> Iterator[int]:
        """The way and those of which it is one."""
        yield way
        base = self.ways[way].base
        if base is not None:
            yield from self.above(base)

    def base(self, way: int) -> int:
        """The way in which inputs differ, of which it is one."""
        return [*self.above(way)][-1]

    def _worst(self, relation: Relation, paid: list[tuple[Way, Epsilon]]) -> Epsilon:
        match relation:
            case One(distance):
                entries: dict[tuple[str, tuple[int, ...]], Epsilon] = {}
                for way, price in paid:
                    if way.width is not None:
                        at = way.source, way.place[:1]
                        entries[at] = entries.get(at, Epsilon()) + price * far(distance, way.width)
                return _greatest([*entries.values(), *(price for way, price in paid if way.width is None)])
            case Added():
                return _greatest([price for _, price in paid])
            case Each(distance) if not any(way.place[:1] == (ARRIVAL,) for way, _ in paid):
                alone = [price * far(distance, way.width) for way, price in paid if way.width is not None]
                return _total([*alone, *(self._all_of(name, paid) for name in self.values)])
            case Total(distance) if all(way.width is not None for way, _ in paid):
                return _greatest([price * distance for _, price in paid])
            case PerInput(relations):
                return _total(
                    self._worst(inner, [(way, price) for way, price in paid if way.source == name])
                    for name, inner in relations
                )
            case _:
                raise Unfollowed

    def _all_of(self, name: str, paid: list[tuple[Way, Epsilon]]) -> Epsilon:
        """What is paid where every entry of the input differs."""
        each = _greatest([price for way, price in paid if way.source == name and way.width is None])
        return each * self.lengths[name]


def of_input(relation: Relation, name: str) -> Relation | None:
    """By what relation the input differs in neighbors (None: it does not)."""
    if isinstance(relation, PerInput):
        return dict(relation.relations).get(name)
    return relation


def most_values(function: Function) -> int:
    """How many values a row of an input has that is looked at value by value."""
    items = [
        parameter.type.item for parameter in function.parameters if isinstance(parameter.type, RecordsType | VectorType)
    ]
    return max([0, *(many for many in map(count_of, items) if many <= GROUPED)])


def _size(type_: InputType) -> int:
    """How many entries a vector has."""
    return type_.length * max(_size(type_.item), 1) if isinstance(type_, VectorType) else 1


def _alike(type_: object) -> Held:
    """An input that is equal on both sides."""
    if isinstance(type_, VectorType):
        if _size(type_) > MOST:
            return Same("list")
        return Items("list", cast("tuple[Value, ...]", tuple(_alike(type_.item) for _ in range(type_.length))))
    if isinstance(type_, IntType):
        return Same("number", type_.low > 0, whole=True, integer=True)
    return Same("flag" if isinstance(type_, BoolType) else "any")


def _differing(
    values: tuple[Value, ...], item: InputType, relation: Relation
) -> Iterator[tuple[int | None, int | None]]:
    """The places of the values of an entry that differs."""
    if isinstance(relation, Added):
        yield from ((None, right) for right in range(len(values)))
        return
    if not isinstance(relation, One | Each) or _has_many_ways(len(values), relation):
        raise Unfollowed
    distance = relation.distance
    numbers = isinstance(item, IntType | BoolType)
    if distance is not None and not numbers:
        raise Unfollowed
    public = [place.path for place in places_of("", item, True) if place.public] if _has_public(item) else []
    known = [leaves_of(value, item) or {} for value in values] if public else []
    for left in range(len(values)):
        for right in range(left + 1, len(values)):
            if distance is not None and right - left > distance:
                break
            if all(known[left][path] == known[right][path] for path in public):
                yield left, right


def _has_many_ways(many: int, relation: Relation) -> bool:
    """Whether two values of so many are not told apart."""
    return not isinstance(relation, Added) and many**2 > 2 * WAYS


def _has_public(item: InputType) -> bool:
    return isinstance(item, RecordType) and (any(item.public) or any(map(_has_public, item.fields)))


def far(distance: int | None, width: int) -> int:
    """How far a number with so many between its ends is from one beside it, at most."""
    return width if distance is None else min(distance, width)


def _shifted(shift: Shift) -> dict[int, fmpq]:
    """By how much at most in each way, in either direction."""
    found: dict[int, fmpq] = {}
    signed = shift.less.signed and all(rise.signed for rise in shift.rises)
    for way in {way for one in (*shift.rises, shift.less) for way in one.by}:
        rises, less = [rise.by.get(way, fmpq(0)) for rise in shift.rises], shift.less.by.get(way, fmpq(0))
        if signed:
            found[way] = max(abs(max([fmpq(0), *(sign * rise for rise in rises)]) - sign * less) for sign in (1, -1))
        else:
            found[way] = max([fmpq(0), *map(abs, rises)]) + abs(less)
    return found


def _total(costs: Iterable[Epsilon]) -> Epsilon:
    return reduce(lambda one, other: one + other, costs, Epsilon())


def _greatest(costs: Iterable[Epsilon]) -> Epsilon:
    return reduce(lambda one, other: other if compare_epsilon(other, one) > 0 else one, costs, Epsilon())
