"""Polynomials on a box in the Bernstein basis, on integers: bounds that get sharp as the box is halved.

Turns a polynomial, given by its terms, into the coefficients of its Bernstein form on a rational box. The
smallest and largest coefficient bound the polynomial on the box, and those at the corners are its values
there. All coefficients are integers over one positive scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import comb, gcd, lcm, prod

from flint import fmpq

from faier.exact.limits import TooLarge
from faier.exact.parts import unknowns
from faier.exact.rational import ZERO
from faier.exact.substitution import coefficients, substitute
from faier.exact.symbolic import Number

Polynomial = Mapping[tuple[int, ...], fmpq]
"""Exponents, one for each variable, to coefficient."""

Box = tuple[tuple[fmpq, fmpq], ...]
"""The ends, low < high, of each variable's interval."""

Point = tuple[fmpq, ...]

_COEFFICIENT_LIMIT = 1 << 20
_EXACT_LIMIT = 1 << 14


@dataclass(frozen=True, slots=True)
class Bernstein:
    """The polynomial sum of coefficients[i] / scale times the i-th Bernstein polynomial of the box.

    Coefficients are in row-major order of their multi-index, the last variable fastest; scale > 0.
    """

    box: Box
    degrees: tuple[int, ...]
    coefficients: list[int]
    scale: int

    @property
    def least(self) -> fmpq:
        """A lower bound of the polynomial on the box."""
        return fmpq(min(self.coefficients), self.scale)

    @property
    def greatest(self) -> fmpq:
        """An upper bound of the polynomial on the box."""
        return fmpq(max(self.coefficients), self.scale)

    @property
    def middle(self) -> Point:
        """The middle of the box."""
        return tuple((low + high) / 2 for low, high in self.box)


def bernstein(polynomial: Polynomial, box: Sequence[tuple[fmpq, fmpq]]) -> Bernstein:
    """The Bernstein form of the polynomial on the box."""
    variables = len(box)
    degrees = tuple(max((row[axis] for row in polynomial), default=0) for axis in range(variables))
    sizes = [degree + 1 for degree in degrees]
    if prod(sizes) > _COEFFICIENT_LIMIT:
        raise TooLarge(f"a Bernstein form needs more than {_COEFFICIENT_LIMIT} coefficients")
    scale = lcm(*(int(value.q) for value in polynomial.values()))
    tensor = [0] * prod(sizes)
    for row, value in polynomial.items():
        tensor[_place(row, sizes)] = int(value.p) * (scale // int(value.q))
    for axis, (low, high) in enumerate(box):
        matrix, factor = _to_bernstein(degrees[axis], low, high)
        rows = _rows(tensor, sizes, axis)
        mixed = [[sum(map(int.__mul__, weights, column)) for column in zip(*rows, strict=True)] for weights in matrix]
        tensor = _from_rows(mixed, sizes, axis)
        scale *= factor
    return _reduced(tuple(box), degrees, tensor, scale)


def range_in(number: Number, box: Mapping[str, tuple[fmpq, fmpq]]) -> tuple[fmpq, fmpq] | None:
    """Ends between which a polynomial of unknowns lies on a box; None where it is none, or one is not in the box."""
    if isinstance(number, fmpq):
        return number, number
    names = sorted(unknowns(number))
    if not all(name in box for name in names):
        return None
    try:
        terms = coefficients(number, names)
    except ValueError:
        return None
    known = {exponents: value for exponents, value in terms.items() if isinstance(value, fmpq)}
    if len(known) != len(terms):
        return None
    wide = [name for name in names if box[name][0] < box[name][1]]
    if wide != names:
        points = {name: box[name][0] for name in names if name not in wide}
        return range_in(substitute(number, points), box)
    form = bernstein(known, [box[name] for name in names])
    return form.least, form.greatest


def bernstein_below(terms: Mapping[tuple[int, ...], Number], below: Callable[[Number], fmpq]) -> Bernstein:
    """A form on the unit cube that is nowhere greater than the polynomial with these terms, whose coefficients need not
    be rational. `below` gives rationals at or just below numbers, and rationals themselves.

    The change of basis is exact, and only its result is rounded: what is 0 at a corner, or on a face, stays 0.
    """
    variables = len(next(iter(terms)))
    degrees = tuple(max(row[axis] for row in terms) for axis in range(variables))
    sizes = [degree + 1 for degree in degrees]
    if prod(sizes) > _EXACT_LIMIT:
        raise TooLarge(f"a Bernstein form needs more than {_EXACT_LIMIT} coefficients that are not rational")
    values: dict[tuple[int, ...], Number] = dict(terms)
    for axis, degree in enumerate(degrees):
        moved: dict[tuple[int, ...], Number] = {}
        for row, value in values.items():
            for index in range(row[axis], degree + 1):
                share = fmpq(comb(index, row[axis]), comb(degree, row[axis]))
                place = (*row[:axis], index, *row[axis + 1 :])
                moved[place] = moved[place] + share * value if place in moved else share * value
        values = moved
    rounded = [below(values.get(row, ZERO)) for row in product(*map(range, sizes))]
    scale = lcm(*(int(value.q) for value in rounded))
    tensor = [int(value.p) * (scale // int(value.q)) for value in rounded]
    return _reduced(((ZERO, fmpq(1)),) * variables, degrees, tensor, scale)


def split(form: Bernstein, axis: int) -> tuple[Bernstein, Bernstein]:
    """The forms of the same polynomial on the two halves of the box along one variable (de Casteljau)."""
    sizes = [degree + 1 for degree in form.degrees]
    degree = form.degrees[axis]
    rows = _rows(form.coefficients, sizes, axis)
    left, right = [], []
    for level in range(degree + 1):
        shift = degree - level
        left.append([value << shift for value in rows[0]])
        right.append([value << shift for value in rows[-1]])
        rows = [list(map(int.__add__, first, second)) for first, second in pairwise(rows)]
    right.reverse()
    low, high = form.box[axis]
    middle = (low + high) / 2
    halves = []
    for part, ends in ((left, (low, middle)), (right, (middle, high))):
        box = (*form.box[:axis], ends, *form.box[axis + 1 :])
        halves.append(_reduced(box, form.degrees, _from_rows(part, sizes, axis), form.scale << degree))
    return halves[0], halves[1]


def vertices(form: Bernstein) -> Iterator[tuple[Point, fmpq]]:
    """The corners of the box with the polynomial's values there."""
    sizes = [degree + 1 for degree in form.degrees]
    for corner in product((0, 1), repeat=len(sizes)):
        place = _place([side * degree for side, degree in zip(corner, form.degrees, strict=True)], sizes)
        point = tuple(ends[side] for side, ends in zip(corner, form.box, strict=True))
        yield point, fmpq(form.coefficients[place], form.scale)


def _to_bernstein(degree: int, low: fmpq, high: fmpq) -> tuple[list[list[int]], int]:
    """The integer matrix from power to Bernstein coefficients of one variable, and the factor it carries.

    Row i, column k is the polar form of x**k at degree - i copies of low and i copies of high.
    """
    below = lcm(int(low.q), int(high.q))
    first, second = int((low * below).p), int((high * below).p)
    binomials = lcm(*(comb(degree, k) for k in range(degree + 1)))
    matrix = []
    for i in range(degree + 1):
        row = []
        for k in range(degree + 1):
            polar = sum(
                comb(i, j) * second**j * comb(degree - i, k - j) * first ** (k - j)
                for j in range(max(0, k - degree + i), min(i, k) + 1)
            )
            row.append(polar * (binomials // comb(degree, k)) * below ** (degree - k))
        matrix.append(row)
    return matrix, binomials * below**degree


def _rows(tensor: list[int], sizes: list[int], axis: int) -> list[list[int]]:
    """The tensor cut along an axis: one long list for each index of that axis."""
    size, inner = sizes[axis], prod(sizes[axis + 1 :])
    if inner == 1:
        return [tensor[index::size] for index in range(size)]
    step = size * inner
    starts = range(0, len(tensor), step)
    return [
        [value for start in starts for value in tensor[start + index * inner : start + (index + 1) * inner]]
        for index in range(size)
    ]


def _from_rows(rows: list[list[int]], sizes: list[int], axis: int) -> list[int]:
    inner = prod(sizes[axis + 1 :])
    if inner == 1:
        return [value for column in zip(*rows, strict=True) for value in column]
    return [value for start in range(0, len(rows[0]), inner) for row in rows for value in row[start : start + inner]]


def _place(row: Sequence[int], sizes: Sequence[int]) -> int:
    place = 0
    for index, size in zip(row, sizes, strict=True):
        place = place * size + index
    return place


def _reduced(box: Box, degrees: tuple[int, ...], tensor: list[int], scale: int) -> Bernstein:
    common = gcd(scale, *tensor)
    if common > 1:
        tensor, scale = [value // common for value in tensor], scale // common
    return Bernstein(box, degrees, tensor, scale)
