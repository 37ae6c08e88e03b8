"""Sums over all integers of several variables at once that meet linear inequalities, in closed form.

What is summed is a `Weight` for each variable: on intervals, a sum of coefficient * y**degree * base**y. One variable
after the other is summed out. Where its least and its greatest value depend on other variables, cases are told apart,
one for each inequality that may be the one that binds; in each case the sum is a difference of two values of the
antidifference. Where an inequality has a multiple of it, cases are told apart by remainders first. Two-sided geometric
draws have such weights, and what is left after each step is again of this kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import pairwise, product
from math import comb, gcd, lcm
from typing import TypeAlias

from flint import fmpq

from faier.exact import Number
from faier.semantics.denote.weights import ONE, ZERO, Weight, power_of

Coefficients: TypeAlias = tuple[tuple[int, int], ...]  # (variable, coefficient not 0), variables ascend
Monomial: TypeAlias = tuple[tuple[int, Number, int], ...]  # (variable, base, degree), variables ascend
Terms: TypeAlias = dict[Monomial, Number]


@dataclass(frozen=True)
class Bound:
    """The sum of coefficient * variable is at least `least`."""

    sides: Coefficients
    least: int


@lru_cache(maxsize=1 << 14)
def total(weights: tuple[Weight, ...], bounds: tuple[Bound, ...]) -> Number:
    """The sum of the product of the weights, variable i having weights[i], over all integers that meet the bounds."""
    factors = [([variable], pieces_of(variable, weight)) for variable, weight in enumerate(weights)]
    for bound in bounds:
        holds = piece_of([bound], {(): ONE})
        factors.append(([variable for variable, _ in bound.sides], [] if holds is None else [holds]))
    return eliminated(frozenset(range(len(weights))), factors)


def eliminated(left: frozenset[int], factors: list[Factor]) -> Number:
    """The sum of the product of the factors over all integers for the variables that are left."""
    while left:
        variable = min(left, key=lambda one: (_step(one, factors), len(_around(one, factors)), one))
        step, around = _step(variable, factors), sorted(_around(variable, factors) - {variable})
        if step > 1:
            # Where a multiple of the variable begins depends on what remainders the others leave.
            known = (dict(zip(around, rests, strict=True)) for rests in product(range(step), repeat=len(around)))
            return sum((eliminated(left, _stretched(factors, step, rests)) for rests in known), start=ZERO)
        touching = [pieces for names, pieces in factors if variable in names]
        factors = [(names, pieces) for names, pieces in factors if variable not in names]
        summed = _summed(variable, reduce(product_of, touching))
        left -= {variable}
        if len(around) == 1:
            summed = pieces_of(around[0], collected(around[0], summed))
        factors.append((around, summed))
    sums = (sum((piece.terms[()] for piece in pieces), start=ZERO) for _, pieces in factors)
    return reduce(lambda one, other: one * other, sums, ONE)


def folded(one: Weight, other: Weight, bounds: Iterable[Bound]) -> Weight:
    """The weight of variable 0 with variable 1, of weight `other`, summed out where the bounds between them hold."""
    piece = piece_of(list(bounds), {(): ONE})
    if piece is None:
        return Weight(())
    summed = _summed(1, reduce(product_of, [pieces_of(1, other), [piece]]))
    return collected(0, product_of(pieces_of(0, one), summed))


def within(weight: Weight, low: int | None, high: int | None) -> Weight:
    """The weight where low <= y <= high, and 0 elsewhere."""
    cells = []
    for least, most, terms in weight.cells:
        least = least if low is None else low if least is None else max(least, low)
        most = most if high is None else high if most is None else min(most, high)
        if least is None or most is None or least <= most:
            cells.append((least, most, terms))
    return collected(0, pieces_of(0, Weight(cells)))


# Functions of several variables: sums of pieces, each with inequalities that tell where it is and its terms there.


@dataclass(frozen=True)
class Piece:
    """`bounds`: for each combination of variables the strongest inequality."""

    bounds: Mapping[Coefficients, int]
    terms: Terms


Factor: TypeAlias = tuple[list[int], list[Piece]]  # the variables that may occur, and a sum of pieces


@dataclass(frozen=True)
class _Affine:
    sides: Coefficients
    offset: int


def piece_of(bounds: Iterable[Bound], terms: Terms) -> Piece | None:
    """The piece, its inequalities rounded to integers; None where they contradict each other plainly."""
    strongest: dict[Coefficients, int] = {}
    for bound in bounds:
        if not bound.sides:
            if bound.least > 0:
                return None
            continue
        divisor = gcd(*(coefficient for _, coefficient in bound.sides))
        sides = tuple((variable, coefficient // divisor) for variable, coefficient in bound.sides)
        least = -(-bound.least // divisor)
        strongest[sides] = max(least, strongest.get(sides, least))
    for sides, least in strongest.items():
        opposite = strongest.get(tuple((variable, -coefficient) for variable, coefficient in sides))
        if opposite is not None and least > -opposite:
            return None
    return Piece(strongest, terms)


def _bounds(piece: Piece) -> list[Bound]:
    return [Bound(sides, least) for sides, least in piece.bounds.items()]


def pieces_of(variable: int, weight: Weight) -> list[Piece]:
    pieces = []
    for low, high, terms in weight.cells:
        bounds = [] if low is None else [Bound(((variable, 1),), low)]
        bounds += [] if high is None else [Bound(((variable, -1),), -high)]
        piece = piece_of(bounds, {((variable, base, degree),): value for base, degree, value in terms})
        if piece is not None:
            pieces.append(piece)
    return pieces


def product_of(one: list[Piece], other: list[Piece]) -> list[Piece]:
    found = []
    for first in one:
        for second in other:
            piece = piece_of(_bounds(first) + _bounds(second), _multiplied(first.terms, second.terms))
            if piece is not None:
                found.append(piece)
    return found


def _multiplied(one: Terms, other: Terms) -> Terms:
    terms: Terms = {}
    for first, value in one.items():
        for second, factor in other.items():
            known = {variable: (base, degree) for variable, base, degree in first}
            for variable, base, degree in second:
                before, power = known.get(variable, (ONE, 0))
                known[variable] = (before * base, power + degree)
            monomial = tuple((variable, *known[variable]) for variable in sorted(known))
            terms[monomial] = terms.get(monomial, ZERO) + value * factor
    return terms


def _around(variable: int, factors: list[Factor]) -> set[int]:
    """The variable and those that occur beside it in some factor."""
    return {variable}.union(*(names for names, _ in factors if variable in names))


def _step(variable: int, factors: list[Factor]) -> int:
    """The least common multiple of what the variable is multiplied with in inequalities."""
    pieces = [piece for names, pieces in factors if variable in names for piece in pieces]
    return lcm(*(dict(sides).get(variable, 1) for piece in pieces for sides in piece.bounds))


def _stretched(factors: list[Factor], step: int, rests: Mapping[int, int]) -> list[Factor]:
    """The factors where each of these variables is step * (a new one of the same name) + its remainder."""
    found: list[Factor] = []
    for names, pieces in factors:
        changed = []
        for piece in pieces:
            bounds = [
                Bound(
                    tuple((name, factor * step if name in rests else factor) for name, factor in sides),
                    least - sum(factor * rests.get(name, 0) for name, factor in sides),
                )
                for sides, least in piece.bounds.items()
            ]
            new = piece_of(bounds, _stretched_terms(piece.terms, step, rests))
            if new is not None:
                changed.append(new)
        found.append((names, changed))
    return found


def _stretched_terms(terms: Terms, step: int, rests: Mapping[int, int]) -> Terms:
    found: Terms = {}
    for monomial, value in terms.items():
        new: Terms = {(): value}
        for name, base, degree in monomial:
            along: Terms = {((name, base, degree),): ONE}
            if name in rests:
                terms_along = Weight([(None, None, ((base, degree, ONE),))]).along(step, rests[name]).cells[0][2]
                along = {((name, other, power),): factor for other, power, factor in terms_along}
            new = _multiplied(new, along)
        _add(found, new, 1)
    return found


def _summed(variable: int, pieces: list[Piece]) -> list[Piece]:
    """The variable summed out; in inequalities it has no multiples."""
    found: list[Piece] = []
    for piece in pieces:
        lows: list[_Affine] = []
        highs: list[_Affine] = []
        others: list[Bound] = []
        for sides, least in piece.bounds.items():
            coefficient = dict(sides).get(variable, 0)
            rest = tuple((name, factor) for name, factor in sides if name != variable)
            if coefficient == 1:
                lows.append(_Affine(tuple((name, -factor) for name, factor in rest), least))
            elif coefficient == -1:
                highs.append(_Affine(rest, -least))
            else:
                others.append(Bound(sides, least))
        for low, below in _cases(lows, 1):
            for high, above in _cases(highs, -1):
                between = [] if low is None or high is None else [_at_least(high, low, 0)]
                case = piece_of([*others, *below, *above, *between], {})
                if case is not None:
                    terms = _between(variable, piece.terms, low, high)
                    if terms:
                        found.append(Piece(case.bounds, terms))
    return found


def _cases(ends: list[_Affine], sign: int) -> Iterator[tuple[_Affine | None, list[Bound]]]:
    """Each end that may be the greatest (sign 1) or the least (sign -1), the first of equal ones, and when it is."""
    if not ends:
        yield None, []
    for at, end in enumerate(ends):
        conditions = []
        for number, other in enumerate(ends):
            if number != at:
                more, less = (end, other) if sign == 1 else (other, end)
                conditions.append(_at_least(more, less, 1 if number < at else 0))
        yield end, conditions


def _at_least(more: _Affine, less: _Affine, by: int) -> Bound:
    """more - less >= by"""
    sides = dict(more.sides)
    for variable, coefficient in less.sides:
        sides[variable] = sides.get(variable, 0) - coefficient
    return Bound(tuple(sorted((v, c) for v, c in sides.items() if c != 0)), by - more.offset + less.offset)


def _between(variable: int, terms: Terms, low: _Affine | None, high: _Affine | None) -> Terms:
    """The terms summed over low <= variable <= high."""
    found: Terms = {}
    for monomial, value in terms.items():
        base, degree = next(((base, degree) for name, base, degree in monomial if name == variable), (ONE, 0))
        rest = {tuple(item for item in monomial if item[0] != variable): value}
        antidifference = _antidifference(base, degree)
        if low is None or high is None:
            _require_convergence(base, low, high)
        if high is not None:
            after = _Affine(high.sides, high.offset + 1)
            _add(found, _multiplied(rest, _at(base, antidifference, after)), 1)
        if low is not None:
            _add(found, _multiplied(rest, _at(base, antidifference, low)), -1)
    return {monomial: value for monomial, value in found.items() if value != 0}


def _add(terms: Terms, more: Terms, sign: int) -> None:
    for monomial, value in more.items():
        terms[monomial] = terms.get(monomial, ZERO) + sign * value


def _require_convergence(base: Number, low: _Affine | None, high: _Affine | None) -> None:
    """Weights are distributions, so this holds; where a base is symbolic only that it is not 1 is looked at."""
    converges = (low is not None or high is not None) and base != 1
    if converges and isinstance(base, fmpq):
        converges = base < 1 if high is None else base > 1
    if not converges:
        raise AssertionError("a sum of weights has no end")


@lru_cache(maxsize=1 << 14)
def _antidifference(base: Number, degree: int) -> tuple[Number, ...]:
    """The polynomial P, by ascending degree, with F(y + 1) - F(y) = y**degree * base**y for F(y) = base**y * P(y)."""
    if base == 1:
        found: list[Number] = [ZERO] * (degree + 2)
        for at in reversed(range(degree + 1)):
            known = sum((found[i] * comb(i, at) for i in range(at + 2, degree + 2)), start=ZERO)
            found[at + 1] = ((ONE if at == degree else ZERO) - known) / (at + 1)
        return tuple(found)
    found = [ZERO] * (degree + 1)
    for at in reversed(range(degree + 1)):
        known = sum((found[i] * comb(i, at) for i in range(at + 1, degree + 1)), start=ZERO)
        found[at] = ((ONE if at == degree else ZERO) - base * known) / (base - 1)
    return tuple(found)


def _at(base: Number, polynomial: tuple[Number, ...], place: _Affine) -> Terms:
    """base**place * polynomial(place)"""
    bases = tuple((variable, power_of(base, coefficient), 0) for variable, coefficient in place.sides)
    linear: Terms = {((variable, ONE, 1),): fmpq(coefficient) for variable, coefficient in place.sides}
    if place.offset:
        linear[()] = fmpq(place.offset)
    total_: Terms = {}
    power: Terms = {(): ONE}
    for at, coefficient in enumerate(polynomial):
        if at:
            power = _multiplied(power, linear)
        _add(total_, {monomial: value * coefficient for monomial, value in power.items()}, 1)
    return _multiplied(total_, {bases: power_of(base, place.offset)})


def collected(variable: int, pieces: list[Piece]) -> Weight:
    """The sum of pieces over one variable, as a weight: cut where a piece begins or ends."""
    intervals = []
    cuts: set[int] = set()
    for piece in pieces:
        low = piece.bounds.get(((variable, 1),))
        high = None if ((variable, -1),) not in piece.bounds else -piece.bounds[((variable, -1),)]
        intervals.append((low, high, piece.terms))
        cuts |= {end for end in (low, None if high is None else high + 1) if end is not None}
    cells: list[tuple[int | None, int | None, dict[tuple[Number, int], Number]]] = []
    ends = [None, *sorted(cuts), None]
    for start, stop in pairwise(ends):
        last = None if stop is None else stop - 1
        terms: dict[tuple[Number, int], Number] = {}
        for low, high, known in intervals:
            if (low is None or (start is not None and low <= start)) and (
                high is None or (last is not None and last <= high)
            ):
                for monomial, value in known.items():
                    _, base, degree = monomial[0] if monomial else (variable, ONE, 0)
                    terms[base, degree] = terms.get((base, degree), ZERO) + value
        if start is not None and start == last:
            terms = {(ONE, 0): _value(terms, start)}
        terms = {key: value for key, value in terms.items() if value != 0}
        if not terms:
            continue
        if cells and start is not None and cells[-1][1] == start - 1 and cells[-1][2] == terms:
            cells[-1] = (cells[-1][0], last, terms)
        else:
            cells.append((start, last, terms))
    return Weight(
        (low, high, tuple((base, degree, terms[base, degree]) for base, degree in sorted(terms, key=_written)))
        for low, high, terms in cells
    )


def _written(key: tuple[Number, int]) -> tuple[str, int]:
    return str(key[0]), key[1]


def _value(terms: Mapping[tuple[Number, int], Number], at: int) -> Number:
    return sum((value * power_of(base, at) * at**degree for (base, degree), value in terms.items()), start=ZERO)
