"""Integrals over all reals, and sums over all integers, that meet linear inequalities, in closed form.

As in `sums`, one variable after the other goes, the reals first: where its ends depend on other variables, cases are
told apart, one for each inequality that may be the one that binds; in each case the integral is a difference of two
values of the antiderivative. What is left is about integers, with powers of exponentials.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import factorial
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import Epsilon, Number, exponential_of
from faier.semantics.denote import sums
from faier.semantics.denote.bells import apart, real_sides
from faier.semantics.denote.densities import LEVEL, Density, number_of
from faier.semantics.denote.noise import Affine, variable
from faier.semantics.denote.planes import Condition, Law, Plane, Seen, Sides, planes_of, sharpened
from faier.semantics.denote.sums import Bound
from faier.semantics.denote.weights import ONE, ZERO, Weight
from faier.semantics.powers import power_at

Monomial: TypeAlias = tuple[tuple[int, Epsilon, int], ...]  # (variable, rate, degree), variables ascend
Terms: TypeAlias = dict[Monomial, Number]


@dataclass(frozen=True)
class _Piece:
    """`planes`: for each combination of variables the least offset beside which it is at least 0."""

    planes: Mapping[Sides, Number]
    terms: Terms


@lru_cache(maxsize=1 << 12)
def total(laws: tuple[Law, ...], conditions: tuple[Condition, ...]) -> Number:
    """The integral of the product of the laws, variable i having laws[i], over all that meets the conditions."""
    factor, groups = _Integral(laws).without_reals(conditions, None)
    if factor == 0:
        return ZERO
    integers = [draw for draw, law in enumerate(laws) if isinstance(law, Weight)]
    factors: list[sums.Factor] = [([draw], sums.pieces_of(draw, cast(Weight, laws[draw]))) for draw in integers]
    factors += [(sorted(names), _counted(pieces)) for names, pieces in groups]
    return factor * sums.eliminated(frozenset(integers), factors)


def marginal(laws: tuple[Law, ...], conditions: tuple[Condition, ...], kept: int) -> Weight | Density:
    """The same as a function of one variable, all others being real."""
    integral = _Integral(laws)
    factor, groups = integral.without_reals(conditions, kept)
    law, found = laws[kept], [_Piece({}, {(): ONE})]
    for _, pieces in groups:
        found = integral.product(found, pieces)
    if isinstance(law, Weight):
        return sums.collected(kept, sums.product_of(sums.pieces_of(kept, law), _counted(found))).times(factor)
    return _collected(kept, found).times(factor)


def _summed(one: Density, factor: fmpq, other: Density, times: fmpq) -> Density:
    """The density of factor * x + times * y."""
    everywhere = Density([(None, None, ((LEVEL, 0, ONE),))])
    rest = Affine(((0, -factor / times), (1, 1 / times)))
    return cast(Density, marginal((one, everywhere), (Seen(other, rest),), 1)).times(1 / abs(times))


class _Integral:
    """Functions of several variables are sums of pieces, each with inequalities that tell where it is and its terms."""

    def __init__(self, laws: tuple[Law, ...]) -> None:
        self.laws = dict(enumerate(laws))

    def without_reals(
        self, conditions: tuple[Condition, ...], kept: int | None
    ) -> tuple[Number, list[tuple[set[int], list[_Piece]]]]:
        """A number and functions whose product is the integral over all reals but one that is kept."""
        planes: list[Plane] = []
        for plane in (plane for condition in conditions for plane in planes_of(condition)):
            sharp = sharpened(plane, self.laws)
            if sharp is False:
                return ZERO, []
            planes += [] if sharp is True else [sharp]
        seen = [condition for condition in conditions if isinstance(condition, Seen)]
        factor, planes, seen, gone = apart(self.laws, planes, seen, kept, _summed)
        reals = {draw for draw, law in self.laws.items() if isinstance(law, Density)} - gone
        groups = [self.group(self.along(cast(Density, self.laws[draw]), variable(draw))) for draw in sorted(reals)]
        groups += [self.group(self.along(cast(Density, one.law), one.form)) for one in seen]
        groups += [self.group([self.piece([plane], {(): ONE})]) for plane in planes]
        left = reals - {kept}
        while left:
            chosen = min(left, key=lambda one: (len(_around(one, groups)), one))
            around = _around(chosen, groups)
            product = [_Piece({}, {(): ONE})]
            for names, pieces in groups:
                if chosen in names:
                    product = self.product(product, pieces)
            groups = [group for group in groups if chosen not in group[0]]
            found = self.integrated(chosen, product)
            if not found:
                return ZERO, []
            if len(around) == 1 and (only := min(around)) in reals:
                found = self.along(_collected(only, found), variable(only))
            groups.append(self.group(found))
            left -= {chosen}
        return factor, groups

    def group(self, pieces: Iterable[_Piece | None]) -> tuple[set[int], list[_Piece]]:
        """The pieces that are not empty, and the variables that occur in them."""
        found = [piece for piece in pieces if piece is not None]
        names = {draw for piece in found for sides in piece.planes for draw, _ in sides}
        return names | {draw for piece in found for term in piece.terms for draw, _, _ in term}, found

    def piece(self, planes: Iterable[Plane], terms: Terms) -> _Piece | None:
        """The piece; None where its inequalities plainly contradict each other, or leave a set of measure 0."""
        least: dict[Sides, Number] = {}
        for plane in planes:
            sharp = sharpened(plane, self.laws)
            if sharp is False:
                return None
            if sharp is not True:
                sides, offset = sharp.form.sides, sharp.form.offset
                least[sides] = min(offset, least.get(sides, offset))
        for sides, offset in least.items():
            opposite = least.get(tuple((draw, -value) for draw, value in sides))
            width: Number = ONE if opposite is None else offset + opposite
            if width < 0 or (width == 0 and any(isinstance(self.laws[draw], Density) for draw, _ in sides)):
                return None
        return _Piece(least, terms)

    def along(self, density: Density, form: Affine) -> list[_Piece]:
        """The density at the form."""
        found = []
        place = Affine(real_sides(self.laws, form), form.offset)
        for low, high, terms in density.cells:
            planes = [] if low is None else [Plane(form.shifted(-low))]
            planes += [] if high is None else [Plane(form.times(-1).shifted(high), strict=True)]
            inside: Terms = {}
            for rate, degree, value in terms:
                _add(inside, _exponential(rate, [ZERO] * degree + [value], place), 1)
            found.append(self.piece(planes, inside))
        return [piece for piece in found if piece is not None]

    def product(self, one: list[_Piece], other: list[_Piece]) -> list[_Piece]:
        found = []
        for first in one:
            for second in other:
                planes = [*_planes(first), *_planes(second)]
                found.append(self.piece(planes, _multiplied(first.terms, second.terms)))
        return [piece for piece in found if piece is not None]

    def integrated(self, chosen: int, pieces: list[_Piece]) -> list[_Piece]:
        """The integral over one variable."""
        found: list[_Piece] = []
        for piece in pieces:
            lows: list[Affine] = []
            highs: list[Affine] = []
            others: list[Plane] = []
            for plane in _planes(piece):
                coefficient = dict(plane.form.sides).get(chosen)
                if coefficient is None:
                    others.append(plane)
                else:
                    end = plane.form.given(chosen, Affine(())).times(-1 / coefficient)
                    (lows if coefficient > 0 else highs).append(end)
            for low, below in _cases(lows, 1):
                for high, above in _cases(highs, -1):
                    between = [] if low is None or high is None else [Plane(high.plus(low, -1))]
                    case = self.piece([*others, *below, *above, *between], {})
                    terms = {} if case is None else _between(chosen, piece.terms, low, high)
                    if case is not None and terms:
                        found.append(_Piece(case.planes, terms))
        return found


def _planes(piece: _Piece) -> list[Plane]:
    return [Plane(Affine(sides, offset)) for sides, offset in piece.planes.items()]


def _around(one: int, groups: list[tuple[set[int], list[_Piece]]]) -> set[int]:
    """The variables that occur beside this one."""
    return set().union(*(names for names, _ in groups if one in names)) - {one}


def _cases(ends: list[Affine], sign: int) -> Iterator[tuple[Affine | None, list[Plane]]]:
    """Each end that may be the greatest (sign 1) or the least (sign -1), the first of equal ones, and when it is."""
    if not ends:
        yield None, []
    for at, end in enumerate(ends):
        conditions = [
            Plane(end.plus(other, -1).times(sign), strict=number < at)
            for number, other in enumerate(ends)
            if number != at
        ]
        yield end, conditions


def _between(chosen: int, terms: Terms, low: Affine | None, high: Affine | None) -> Terms:
    """The terms integrated over low <= variable <= high."""
    found: Terms = {}
    for monomial, value in terms.items():
        rate, degree = next(((rate, degree) for draw, rate, degree in monomial if draw == chosen), (LEVEL, 0))
        rest = {tuple(item for item in monomial if item[0] != chosen): value}
        if low is None or high is None:
            _require_convergence(rate, low, high)
        antiderivative = _antiderivative(rate, degree)
        if high is not None:
            _add(found, _multiplied(rest, _exponential(rate, antiderivative, high)), 1)
        if low is not None:
            _add(found, _multiplied(rest, _exponential(rate, antiderivative, low)), -1)
    return {monomial: value for monomial, value in found.items() if value != 0}


def _require_convergence(rate: Epsilon, low: Affine | None, high: Affine | None) -> None:
    """Laws are distributions, so this holds; where a rate is not rational only that it is not 0 is looked at."""
    converges = (low is not None or high is not None) and rate != LEVEL
    if converges and not rate.factor and not rate.multiples:
        converges = rate.constant < 0 if high is None else rate.constant > 0
    if not converges:
        raise AssertionError("an integral of densities has no end")


@lru_cache(maxsize=1 << 12)
def _antiderivative(rate: Epsilon, degree: int) -> list[Number]:
    """The polynomial P, by ascending degree, for which P(y) * exp(rate * y) has the slope y**degree * exp(rate * y)."""
    if rate == LEVEL:
        return [ZERO] * (degree + 1) + [fmpq(1, degree + 1)]
    by = 1 / number_of(rate)
    return [
        by ** (degree - at + 1) * ((-1) ** (degree - at) * (factorial(degree) // factorial(at)))
        for at in range(degree + 1)
    ]


def _exponential(rate: Epsilon, polynomial: list[Number], place: Affine) -> Terms:
    """exp(rate * place) * polynomial(place)"""
    powers = tuple((draw, rate * coefficient, 0) for draw, coefficient in place.sides if rate != LEVEL)
    linear: Terms = {((draw, LEVEL, 1),): coefficient for draw, coefficient in place.sides}
    if place.offset:
        linear[()] = place.offset
    found: Terms = {}
    power: Terms = {(): ONE}
    for at, coefficient in enumerate(polynomial):
        if at:
            power = _multiplied(power, linear)
        _add(found, {monomial: value * coefficient for monomial, value in power.items() if coefficient != 0}, 1)
    return _multiplied(found, {powers: power_at(rate, place.offset)})


def _multiplied(one: Terms, other: Terms) -> Terms:
    terms: Terms = {}
    for first, value in one.items():
        for second, factor in other.items():
            known = {draw: (rate, degree) for draw, rate, degree in first}
            for draw, rate, degree in second:
                before, power = known.get(draw, (LEVEL, 0))
                known[draw] = (before + rate, power + degree)
            monomial = tuple((draw, *known[draw]) for draw in sorted(known) if known[draw] != (LEVEL, 0))
            terms[monomial] = terms.get(monomial, ZERO) + value * factor
    return terms


def _add(terms: Terms, more: Terms, sign: int) -> None:
    for monomial, value in more.items():
        terms[monomial] = terms.get(monomial, ZERO) + sign * value


def _collected(kept: int, pieces: list[_Piece]) -> Density:
    """The sum of pieces over one variable, as a density: cut where a piece begins or ends."""
    intervals = []
    for piece in pieces:
        low, high = piece.planes.get(((kept, ONE),)), piece.planes.get(((kept, fmpq(-1)),))
        intervals.append((None if low is None else -low, high, piece.terms))
    ends = {end for low, high, _ in intervals for end in (low, high) if end is not None}
    cells: list[tuple[Number | None, Number | None, dict[tuple[Epsilon, int], Number]]] = []
    for start, stop in pairwise([None, *sorted(ends), None]):
        terms: dict[tuple[Epsilon, int], Number] = {}
        for low, high, known in intervals:
            if (low is None or (start is not None and low <= start)) and (
                high is None or (stop is not None and stop <= high)
            ):
                for monomial, value in known.items():
                    _, rate, degree = monomial[0] if monomial else (kept, LEVEL, 0)
                    terms[rate, degree] = terms.get((rate, degree), ZERO) + value
        terms = {key: value for key, value in terms.items() if value != 0}
        if terms and cells and cells[-1][1] == start and cells[-1][2] == terms:
            cells[-1] = (cells[-1][0], stop, terms)
        elif terms:
            cells.append((start, stop, terms))
    return Density(
        (low, high, tuple((rate, degree, terms[rate, degree]) for rate, degree in sorted(terms, key=_written)))
        for low, high, terms in cells
    )


def _written(key: tuple[Epsilon, int]) -> tuple[str, int]:
    return str(key[0]), key[1]


def _counted(pieces: list[_Piece]) -> list[sums.Piece]:
    """Pieces over integers, as `sums` has them."""
    found = []
    for piece in pieces:
        bounds = [
            Bound(tuple((draw, int(value.p)) for draw, value in sides), -int(cast(fmpq, offset).p))
            for sides, offset in piece.planes.items()
        ]
        terms: sums.Terms = {}
        for monomial, value in piece.terms.items():
            bases = tuple((draw, exponential_of(rate), degree) for draw, rate, degree in monomial)
            terms[bases] = terms.get(bases, ZERO) + value
        counted = sums.piece_of(bounds, terms)
        found += [] if counted is None else [counted]
    return found
