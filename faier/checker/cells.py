"""Runs whose draws are left open, each draw in a cell: from below and from above, how likely a way leads on.

A `Place` is where a run stands, with a cell for each draw that it holds. From any values of these draws in their cells,
a way leads to a place whose fresh draws are in given cells with a chance that is no less than where all that it asks is
hardest to meet, and no more than where that is easiest. So sums of products of the lesser ends are at most what a word
weighs, from any values in the cells, and those of the greater ends at least. What is shown with noise in it is known to
be a number only where the cell has no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm

from . import noise
from .budgets import Epsilon
from .continuous import rate_of
from .densities import laplace
from .draws import NOTHING, Draws
from .forms import ONE, ZERO, Number, generator, key_of, size, substituted
from .lines import around
from .open_ways import Constraints, Kind, OpenRuns, Rational, Terms, Way
from .outcome import Hole
from .run_states import Spot
from .series import Enclosure
from .values import Continuous, Inverse, Mark, Noise, noisy, parts, same_kind, shown_key
from .weights import geometric

BITS = 64

Cell = tuple[bool, int]  # of reals or of integers, and its number on the line
Box = tuple[Cell, ...]
Ends = tuple[Rational | None, Rational | None]
Asked = tuple[tuple[Terms, Rational | None, Rational | None], ...]  # sums of fresh draws, and between what they lie
Row = dict["Place", Enclosure]


@dataclass(frozen=True)
class Grid:
    """Where cells begin, but for the first, ascending. Cells of reals share their ends."""

    integers: tuple[int, ...]
    reals: tuple[Fraction, ...]

    def cells(self, real: bool) -> Iterator[Cell]:
        return ((real, at) for at in range(len(self.reals if real else self.integers) + 1))

    def ends(self, cell: Cell) -> Ends:
        real, at = cell
        points: tuple[Rational, ...] = self.reals if real else self.integers
        low = points[at - 1] if at else None
        high = points[at] if at < len(points) else None
        return low, high if real or high is None else high - 1


@dataclass(frozen=True)
class Place:
    spot: Spot
    box: Box

    @cached_property
    def key(self) -> str:
        return repr((self.spot.key(), self.box))


@dataclass
class Cells:
    """`value` is that of the unknown epsilon, where there is one."""

    runs: OpenRuns
    grid: Grid
    value: Fraction | None = None
    ways: dict[object, list[Way]] = field(default_factory=dict)
    rows: dict[object, Row] = field(default_factory=dict)
    chances: dict[object, Enclosure] = field(default_factory=dict)

    def read(self, place: Place, mark: Mark, value: object) -> Row:
        key = ("read", place.spot.key(), shown_key(mark), shown_key(value))
        return self._row(key, place, lambda: self.runs.read(place.spot, mark, value))

    def told(self, place: Place, letter: object) -> Row:
        sure = self._shows(place.spot.value, letter, place.box)
        if sure is None:
            return {}
        found = self._row(("told", place.spot.key()), place, lambda: self.runs.told(place.spot))
        return found if sure else {target: (ZERO, high) for target, (_, high) in found.items()}

    def _row(self, key: object, place: Place, made: Callable[[], list[Way]]) -> Row:
        if key not in self.ways:
            self.ways[key] = made()
        if (key, place.box) not in self.rows:
            self.rows[key, place.box] = self.row(self.ways[key], place.box)
        return self.rows[key, place.box]

    def row(self, ways: list[Way], box: Box) -> Row:
        """The places that these ways lead to from a box, and with which chance at least and at most."""
        found: Row = {}
        for way in ways:
            easy, hard = self._asked(way.constraints, box, False), self._asked(way.constraints, box, True)
            if easy is None:
                continue
            weight = around(at_value(way.weight, self.value))
            for cells in self._cells(way):
                inside = tuple((((1, name),), *self.grid.ends(cell)) for name, cell in cells.items())
                more = self._chance(way, (*easy, *inside))[1]
                if not more:
                    continue
                less = ZERO if hard is None else self._chance(way, (*hard, *inside))[0]
                target = Place(way.spot, tuple(cells[name] if name in cells else box[name] for name in way.kept))
                low, high = found.get(target, (ZERO, ZERO))
                found[target] = _outward(low + weight[0] * less, high + weight[1] * more)
        return found

    def _cells(self, way: Way) -> Iterator[dict[int, Cell]]:
        """Every cell of every fresh draw that is kept."""
        kinds = {name: isinstance(kind, Epsilon) for name, kind in way.fresh if name in way.kept}
        for cells in product(*(tuple(self.grid.cells(real)) for real in kinds.values())):
            yield dict(zip(kinds, cells, strict=True))

    def _asked(self, constraints: Constraints, box: Box, hard: bool) -> Asked | None:
        """What is asked of fresh draws where it is hardest to meet in the box, or easiest; None if it cannot be met."""
        found = []
        for terms, (low, high) in constraints.items():
            inner = [_times(self.grid.ends(box[name]), factor) for factor, name in terms if name < len(box)]
            fresh = tuple((factor, name) for factor, name in terms if name >= len(box))
            least, most = (_sum([ends[end] for ends in inner]) for end in ((0, 1) if hard else (1, 0)))
            if hard and ((low is not None and least is None) or (high is not None and most is None)):
                return None
            low = None if low is None or least is None else low - least
            high = None if high is None or most is None else high - most
            if fresh:
                found.append((fresh, low, high))
            elif (low is not None and low > 0) or (high is not None and high < 0):
                return None
        return tuple(found)

    def _chance(self, way: Way, asked: Asked) -> Enclosure:
        """That fresh draws meet this."""
        kinds = tuple((name, kind if isinstance(kind, Epsilon) else key_of(kind)) for name, kind in way.fresh)
        key = (kinds, asked)
        if key not in self.chances:
            self.runs.joint.budget.spend(20)
            low, high = around(_met([(name, self._kind(kind)) for name, kind in way.fresh], asked))
            self.chances[key] = _outward(max(low, ZERO), high)
        return self.chances[key]

    def _kind(self, kind: Kind) -> Kind:
        """The kind of a draw where the unknown epsilon has its value."""
        if not isinstance(kind, Epsilon):
            return at_value(kind, self.value)
        return kind if self.value is None else Epsilon(kind.constant + kind.rate * self.value, kind.logs)

    def _shows(self, value: object, letter: object, box: Box) -> bool | None:
        """Whether the letter is shown for all draws in the box; None: for none of them."""
        if isinstance(value, Continuous):
            raise Hole("a real is shown while noise is kept in cells")
        if isinstance(value, Noise):
            return self._holds(value, letter, box)
        if not noisy(value):
            return True if shown_key(value) == shown_key(letter) else None
        inside, other = parts(value), parts(letter)
        if inside is None or other is None or not same_kind(value, letter) or len(inside) != len(other):
            return None
        found = [self._shows(one, item, box) for one, item in zip(inside, other, strict=True)]
        return None if None in found else all(found)

    def _holds(self, value: Noise, letter: object, box: Box) -> bool | None:
        if not isinstance(value.draw, int):
            raise Hole("a geometric draw that was divided is shown while noise is kept in cells")
        if isinstance(letter, bool) or not isinstance(letter, int) or (letter - value.shift) % value.scale:
            return None
        number = (letter - value.shift) // value.scale
        low, high = self.grid.ends(box[value.draw])
        if (low is not None and number < low) or (high is not None and number > high):
            return None
        return low == high


def at_value(number: Number, value: Fraction | None) -> Number:
    """A number where the unknown epsilon has this value."""
    if value is None:
        return number
    return substituted(number, lambda name, exponent: generator("e", exponent * value) if name == "^EPS" else None)


def _met(kinds: list[tuple[int, Kind]], asked: Asked) -> Number:
    """The chance that fresh draws of these kinds meet what is asked."""
    draws, names = Draws(NOTHING), {}
    for name, kind in kinds:
        if isinstance(kind, Epsilon):
            scale = Inverse(ONE, kind) if kind.rational is None else 1 / kind.rational
            names[name] = draws.reals.new(laplace(*rate_of(scale)))
        else:
            names[name] = draws.new(geometric(kind), True)
    real = {name for name, kind in kinds if isinstance(kind, Epsilon)}
    for terms, low, high in map(_upright, asked):
        renamed = tuple((factor, names[name]) for factor, name in terms)
        ask = _real_at_least if terms[0][1] in real else _at_least
        for bound, answer in ((low, True), (high, False)):
            draws.pick = lambda _, answer=answer: answer
            if bound is not None and ask(draws, renamed, bound, answer) != answer:
                return ZERO
    draws.settle({})
    return draws.scale


def _upright(asked: tuple[Terms, Rational | None, Rational | None]) -> tuple[Terms, Rational | None, Rational | None]:
    """The same with a first factor above 0."""
    terms, low, high = asked
    if terms[0][0] > 0:
        return asked
    low, high = (None if end is None else -end for end in (high, low))
    return tuple((-factor, name) for factor, name in terms), low, high


def _at_least(draws: Draws, terms: Terms, bound: Rational, least: bool) -> bool:
    """Whether a sum of integers is at least the bound; or, if it is not the least, more than that."""
    common = lcm(*(Fraction(factor).denominator for factor, _ in terms))
    factors, whole = [int(factor * common) for factor, _ in terms], Fraction(bound * common)
    number = -(-whole.numerator // whole.denominator) if least else whole.numerator // whole.denominator + 1
    if len(terms) == 1:
        return noise.at_least(draws, Noise(terms[0][1], 0, factors[0]), number)
    return draws.sum_at_least(factors[0], terms[0][1], factors[1], terms[1][1], number)


def _real_at_least(draws: Draws, terms: Terms, bound: Rational, least: bool) -> bool:
    """The same of reals, which are more as often as at least."""
    if len(terms) == 1:
        return draws.reals.at_least(terms[0][1], Fraction(bound) / terms[0][0])
    (p, one), (q, other) = terms
    return draws.reals.sum_at_least(Fraction(p), one, Fraction(q), other, Fraction(bound))


def _times(ends: Ends, factor: Rational) -> Ends:
    low, high = (None if end is None else end * factor for end in ends)
    return (low, high) if factor > 0 else (high, low)


def _sum(ends: list[Rational | None]) -> Rational | None:
    """None where one has no end."""
    found: Rational = 0
    for end in ends:
        if end is None:
            return None
        found += end
    return found


def _outward(low: Fraction, high: Fraction) -> Enclosure:
    """With fewer digits."""
    return _rounded(low, False), _rounded(high, True)


def _rounded(number: Fraction, up: bool) -> Fraction:
    if size(number) < 2 * BITS:
        return number
    place = number.numerator.bit_length() - number.denominator.bit_length() - BITS
    unit = Fraction(2) ** place
    count = number / unit
    return (-(-count.numerator // count.denominator) if up else count.numerator // count.denominator) * unit
