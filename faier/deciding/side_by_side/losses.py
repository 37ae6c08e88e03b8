"""What is lost by all draws together, where the claim has a delta, or is about Renyi divergences.

One draw after the other is shown, and where it lies on one side may depend on what was shown before; on the other side
it lies no farther away than what it makes up for. For each draw alone the numbers at that distance lose most, whatever
the epsilon and the delta, and draws that lose no more than such do so together too (Dong, Roth and Su): independent
draws at these distances are asked about in place of those of the mechanism. Of draws that are neither normal nor
Laplace noise, and of too many to add up, nothing is used but that they lose no more than their epsilon.

Renyi divergences of one order add up, also where each draw depends on what was shown before: what all of them lose is
the expectation of a product, of which the last factor is at most that of its draw whatever was shown. Normal draws at a
distance have order * distance ** 2 / (2 * variance), Laplace draws what an integral says, and others with an epsilon no
more than the two answers of a coin that are furthest apart for it: of order alpha that is no more than
alpha * epsilon ** 2 / 2 (Bun and Steinke). Each of these is more the greater the distance is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import TypeAlias

from flint import arb, ctx, fmpq

from faier.deciding.side_by_side.held import Price, Unfollowed
from faier.deciding.side_by_side.neighbors import ARRIVAL, Neighbors, Way, far
from faier.engines.density.independent import INTEGRALS, PRECISION, TERMS, Lost, divergence
from faier.exact import ZERO, Epsilon, Number, bounds, compare, compare_epsilon
from faier.lang.claim import Added, Concentrated, Each, Measure, One, PerInput, Relation, Total

# Irrational numbers lie below rational ones, with so many digits.
DIGITS = 60

# Combinations of differences of several inputs, at most.
COMBINED = 10_000

# Ways in which neighbors differ at once, and how far.
Together = Mapping[int, int]

# Draws by their numbers, and how far they are shifted; and the same by their prices.
_Moved: TypeAlias = list[tuple[int, fmpq]]
_Shifts: TypeAlias = tuple[tuple[Price, fmpq], ...]


@dataclass(frozen=True)
class Loss:
    """Of two neighbors: `apart` are the epsilons of Laplace draws, each with how many there are; `squared` is the sum
    of squared distances by variances of normal draws; `others` is what other draws lose at most, likewise."""

    apart: tuple[tuple[Epsilon, int], ...]
    squared: Number
    others: tuple[tuple[Epsilon, int], ...] = ()

    @property
    def rest(self) -> Epsilon:
        """What all of the others lose at most."""
        return _total(self.others)


def losses(neighbors: Neighbors, draws: Sequence[tuple[Price, Mapping[int, fmpq]]]) -> tuple[Loss, ...]:
    """Of all neighbors, each once."""
    of_way: dict[int, list[tuple[int, fmpq]]] = {}
    for number, (_, by) in enumerate(draws):
        for way, much in by.items():
            of_way.setdefault(way, []).append((number, abs(much)))
    known = [(way, neighbors.ways[way]) for way in dict.fromkeys(map(neighbors.base, of_way))]
    parts = _parts_of(neighbors, of_way, draws)
    found: dict[tuple[_Shifts, ...], None] = {}
    for together in _together(neighbors.relation, known):
        ways = [parts.get(way, [of_way.get(way, [])]) for way in together]
        if reduce(lambda many, one: many * len(one), ways, 1) > COMBINED:
            raise Unfollowed
        several = dict[_Shifts, None]()
        for chosen in product(*ways):
            all_ = zip(together.values(), chosen, strict=True)
            moves = [(number, much * steps) for steps, moved in all_ for number, much in moved]
            several.setdefault(_by_price(moves, draws))
        found.setdefault(tuple(several))
    made = [one for several in found for one in at_most_of(list(map(_loss, several)))]
    if _has_total(neighbors.relation):
        return at_most(made)
    return tuple(dict.fromkeys(made))


def _by_price(moved: Iterable[tuple[int, fmpq]], draws: Sequence[tuple[Price, Mapping[int, fmpq]]]) -> _Shifts:
    """How far draws of each price are shifted."""
    shifts: dict[int, fmpq] = {}
    for number, much in moved:
        shifts[number] = shifts.get(number, fmpq(0)) + much
    kinds: dict[Price, list[fmpq]] = {}
    for number, shift in shifts.items():
        kinds.setdefault(draws[number][0], []).append(shift)
    return tuple((price, shift) for price, several in kinds.items() for shift in sorted(several))


def _parts_of(
    neighbors: Neighbors, of_way: Mapping[int, _Moved], draws: Sequence[tuple[Price, Mapping[int, fmpq]]]
) -> dict[int, list[_Moved]]:
    """What comes of ways in which parted rows differ: all that may be decided each time, with all of the others. What
    was decided may depend on what was shown before."""
    below: dict[int, dict[str, list[int]]] = {}
    for number in sorted({above for way in of_way for above in neighbors.above(way)}):
        way = neighbors.ways[number]
        if way.base is not None:
            below.setdefault(way.base, {}).setdefault(way.source, []).append(number)

    def all_of(way: int) -> list[_Moved]:
        """All that may come of a way and of its parts."""
        return _each_with_each([[of_way.get(way, [])], *(any_of(ways) for ways in below.get(way, {}).values())])

    def any_of(ways: Iterable[int]) -> list[_Moved]:
        return list({tuple(sorted(moved)): moved for way in ways for moved in all_of(way)}.values())

    found: dict[int, list[_Moved]] = {}
    for base in [way for way in below if neighbors.ways[way].base is None]:
        own = of_way.get(base, [])
        sources = {source: any_of(ways) for source, ways in below[base].items()}
        used = {source: {number for moved in several for number, _ in moved} for source, several in sources.items()}
        choices: list[list[_Moved]] = [[own]]
        for source, several in sources.items():
            others = {number for name, numbers in used.items() if name != source for number in numbers}
            alone = not used[source] & (others | {number for number, _ in own})
            choices.append(list({_by_price(one, draws): one for one in several}.values()) if alone else several)
        found[base] = _each_with_each(choices)
    return found


def _each_with_each(choices: Sequence[Sequence[_Moved]]) -> list[_Moved]:
    if reduce(lambda many, one: many * len(one), choices, 1) > COMBINED:
        raise Unfollowed
    return [[step for moved in chosen for step in moved] for chosen in product(*choices)]


def keeps(loss: Loss, epsilon: Epsilon, delta: fmpq) -> bool:
    """Whether it is known that no more than delta exceeds e^epsilon."""
    with ctx.workprec(2 * PRECISION):
        lost = Lost(tuple((one.enclose(2 * PRECISION), count) for one, count in loss.apart), loss.squared)
    if lost.terms > (INTEGRALS if lost.squared else TERMS):
        return keeps(_without_delta(loss), epsilon, delta)
    goal = epsilon - loss.rest
    if not loss.apart and loss.squared == 0:
        return compare_epsilon(goal, Epsilon()) >= 0
    with ctx.workprec(2 * PRECISION):
        return bool(divergence(lost, goal.enclose(2 * PRECISION)) <= delta)


def diverges(loss: Loss, measure: Measure) -> bool:
    """Whether it is known that no Renyi divergence exceeds what is promised of it."""
    if isinstance(measure, Concentrated):
        half = _above(loss.squared) + sum((count * _most(one) ** 2 for one, count in _all(loss)), fmpq(0))
        return compare_epsilon(Epsilon.rational(half / 2), measure.rho) <= 0
    if not loss.apart and not loss.others:
        return compare_epsilon(Epsilon.rational(measure.alpha * _above(loss.squared) / 2), measure.rho) <= 0
    with ctx.workprec(2 * PRECISION):
        alpha = arb(measure.alpha)
        total = alpha * arb(_above(loss.squared)) / 2
        for several, furthest in ((loss.apart, _of_laplace), (loss.others, _of_a_coin)):
            for one, count in several:
                apart = one.enclose(2 * PRECISION)
                total += count * furthest(alpha, apart).log() / (alpha - 1)
        return bool(total <= measure.rho.enclose(2 * PRECISION))


def _of_laplace(alpha: arb, apart: arb) -> arb:
    """The moment of two Laplace laws, of scale 1."""
    more, less = ((alpha - 1) * apart).exp(), (-alpha * apart).exp()
    return (alpha * more + (alpha - 1) * less) / (2 * alpha - 1)


def _of_a_coin(alpha: arb, apart: arb) -> arb:
    """The moment of the two laws of a coin of which each answer is so much likelier on one side."""
    return ((alpha * apart).exp() + ((1 - alpha) * apart).exp()) / (apart.exp() + 1)


def _all(loss: Loss) -> tuple[tuple[Epsilon, int], ...]:
    return *loss.apart, *loss.others


def _above(number: Number) -> fmpq:
    """A rational that is not below it, and is it where it is rational."""
    return number if isinstance(number, fmpq) else bounds(number, DIGITS)[1]


def _most(one: Epsilon) -> fmpq:
    return one.plain if one.plain is not None else one.bounds()[1]


def _loss(shifts: Iterable[tuple[Price, fmpq]]) -> Loss:
    apart: dict[Epsilon, int] = {}
    others: dict[Epsilon, int] = {}
    squared: Number = ZERO
    for price, shift in shifts:
        if price.variance is not None:
            squared = squared + shift**2 / price.variance
        else:
            several = apart if price.kind == "laplace" else others
            several[price.each * shift] = several.get(price.each * shift, 0) + 1
    return Loss(tuple(apart.items()), squared, tuple(others.items()))


def _without_delta(loss: Loss) -> Loss:
    return Loss((), loss.squared, ((_total(_all(loss)), 1),))


def _total(several: Iterable[tuple[Epsilon, int]]) -> Epsilon:
    return reduce(lambda rest, one: rest + one[0] * one[1], several, Epsilon())


def at_most_of(several: Sequence[Loss]) -> tuple[Loss, ...]:
    """The same, where it is more than one."""
    return tuple(several) if len(several) == 1 else at_most(several)


def at_most(several: Sequence[Loss]) -> tuple[Loss, ...]:
    """What none of these exceeds, nor anything between them."""
    if not several:
        return ()
    plain = list(map(_without_delta, several))
    rest = reduce(lambda one, other: other if compare_epsilon(other, one) > 0 else one, (loss.rest for loss in plain))
    squared = reduce(lambda one, other: other if compare(other, one) > 0 else one, (loss.squared for loss in plain))
    return (Loss((), squared, ((rest, 1),)),)


def _has_total(relation: Relation) -> bool:
    if isinstance(relation, PerInput):
        return any(_has_total(inner) for _, inner in relation.relations)
    return isinstance(relation, Total)


def _together(relation: Relation, ways: Sequence[tuple[int, Way]]) -> Iterator[Together]:
    match relation:
        case One(distance):
            entries: dict[tuple[str, tuple[int, ...]], dict[int, int]] = {}
            for number, way in ways:
                if way.width is None:
                    yield {number: 1}
                else:
                    entries.setdefault((way.source, way.place[:1]), {})[number] = far(distance, way.width)
            yield from entries.values()
        case Added():
            yield from ({number: 1} for number, _ in ways)
        case Each(distance) if all(way.width is not None and way.place[:1] != (ARRIVAL,) for _, way in ways):
            yield {number: far(distance, way.width) for number, way in ways if way.width is not None}
        case Total(distance) if all(way.width is not None for _, way in ways):
            yield from ({number: distance} for number, _ in ways)
        case PerInput(relations):
            inner = [
                [{}, *_together(one, [(number, way) for number, way in ways if way.source == name])]
                for name, one in relations
            ]
            if reduce(lambda many, more: many * len(more), inner, 1) > COMBINED:
                raise Unfollowed
            for chosen in product(*inner):
                yield {number: steps for each in chosen for number, steps in each.items()}
        case _:
            raise Unfollowed
