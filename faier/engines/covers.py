"""Is one vector covered by others? A `Cover` is the exact reason that it is.

    divisor * u.left <= sum of amount_i * v_i.left     and     divisor * u.right >= sum of amount_i * v_i.right

with a positive divisor and nonnegative amounts. Floats and the linear program propose; `holds` accepts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import truediv

from flint import fmpq_mat

from faier.engines.lp import Mixture, best_mixture
from faier.engines.search_vectors import INTEGERS, Amount, Arithmetic, Support, Vector

_MARGIN = 1e-7
_SHIFT = 500
_FREE_COST = 1e-6


@dataclass(frozen=True)
class Cover:
    divisor: Amount
    terms: tuple[tuple[Vector, Amount], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A vector read off at the states of one support; amounts are zero where the vector has none.

    `tilt` is the exponent of the left floats less that of the right ones.
    """

    vector: Vector
    left: tuple[Amount, ...]
    right: tuple[Amount, ...]
    left_floats: tuple[float, ...]
    right_floats: tuple[float, ...]
    tilt: int


def aligned(vector: Vector, support: Support) -> Column:
    shape, left, right = vector.shape, vector.left_sketch, vector.right_sketch
    tilt = left.exponent - right.exponent
    if shape.support == support:
        return Column(vector, shape.left, shape.right, left.floats, right.floats, tilt)
    lefts = dict(zip(shape.left_places, zip(shape.left, left.floats, strict=True), strict=True))
    rights = dict(zip(shape.right_places, zip(shape.right, right.floats, strict=True), strict=True))
    nothing = (0, 0.0)
    read_left = [lefts.get(place, nothing) for place in support[0]]
    read_right = [rights.get(place, nothing) for place in support[1]]
    return Column(
        vector,
        tuple(amount for amount, _ in read_left),
        tuple(amount for amount, _ in read_right),
        tuple(near for _, near in read_left),
        tuple(near for _, near in read_right),
        tilt,
    )


def score(column: Column, other: Column) -> float:
    """About the largest t such that a multiple of `other` is at least t * column.left and at most column.right.

    From 1 on, `other` covers the column.
    """
    gain = min(map(truediv, other.left_floats, column.left_floats))
    cost = max(map(truediv, other.right_floats, column.right_floats), default=0.0)
    if gain == 0.0:
        return 0.0
    return _shifted(gain, other.tilt - column.tilt) / cost if cost else math.inf


def cover_by_one(column: Column, other: Column, arithmetic: Arithmetic) -> Cover | None:
    """The exact version of `score`: the least multiple that suffices on the left, if the right allows it."""
    at_most = arithmetic.at_most
    top, bottom = column.left[0], other.left[0]
    for amount, cover in zip(column.left, other.left, strict=True):
        if not at_most(amount * bottom, top * cover):
            top, bottom = amount, cover
    cover = Cover(bottom, ((other.vector, top),))
    return cover if bottom and holds(cover, column, [(other, top)], arithmetic) else None


def cover_by_many(
    column: Column, others: Sequence[Column], start: int, arithmetic: Arithmetic
) -> Cover | Mixture | None:
    """A cover, or the prices (a mixture that has them) at which the column beats all others, or neither.

    `start` is the place of a promising other.
    """
    units = [_unit(column, other) for other in others]
    gains, costs = _table(column, others, units)
    if not all(map(any, gains)):
        return None
    mixture = best_mixture(gains, costs, start, 1.0 + 16 * _MARGIN)
    if mixture.value < 1.0 - _MARGIN:
        return mixture
    if mixture.value >= 1.0 + _MARGIN:
        cover = _rounded(column, others, units, mixture, arithmetic)
        if cover is not None:
            return cover
    return _solved(column, others, mixture, arithmetic)


def holds(cover: Cover, column: Column, terms: Sequence[tuple[Column, Amount]], arithmetic: Arithmetic) -> bool:
    """Check a cover exactly (`terms` are its terms, read off at the column's support)."""
    return all(
        arithmetic.at_most(cover.divisor * amount, sum(share * other.left[place] for other, share in terms))
        for place, amount in enumerate(column.left)
    ) and all(
        arithmetic.at_most(sum(share * other.right[place] for other, share in terms), cover.divisor * amount)
        for place, amount in enumerate(column.right)
    )


def substituted(cover: Cover, gone: Vector, reason: Cover) -> Cover:
    """The same cover with a vector that is itself covered replaced by what covers it."""
    share = next((amount for item, amount in cover.terms if item is gone), None)
    if share is None:
        return cover
    total: dict[int, tuple[Vector, Amount]] = {}
    pieces = [(item, amount * reason.divisor) for item, amount in cover.terms if item is not gone]
    pieces += [(item, amount * share) for item, amount in reason.terms]
    for item, amount in pieces:
        before = total.get(item.identity)
        total[item.identity] = (item, amount if before is None else before[1] + amount)
    return Cover(cover.divisor * reason.divisor, tuple(total[key] for key in sorted(total)))


@dataclass(frozen=True, slots=True)
class _Unit:
    """How much of a vector is called 1 in the linear program: so much that its greatest cost (or gain) is 1.

    `gain` and `cost` multiply its floats; the true multiple is mantissa * 2**exponent.
    """

    gain: float
    cost: float
    mantissa: float
    exponent: int


def _unit(column: Column, other: Column) -> _Unit:
    cost = max(map(truediv, other.right_floats, column.right_floats), default=0.0)
    if cost:
        exponent = column.vector.right_sketch.exponent - other.vector.right_sketch.exponent
        return _Unit(_shifted(1.0 / cost, other.tilt - column.tilt), 1.0 / cost, 1.0 / cost, exponent)
    gain = max(map(truediv, other.left_floats, column.left_floats)) or 1.0
    exponent = column.vector.left_sketch.exponent - other.vector.left_sketch.exponent
    return _Unit(1.0 / gain, 0.0, 1.0 / gain, exponent)


def _table(
    column: Column, others: Sequence[Column], units: Sequence[_Unit]
) -> tuple[list[list[float]], list[list[float]]]:
    """The gain and cost rows. The last cost row only keeps vectors that cost nothing from growing forever."""
    gains = [
        [unit.gain * near / own for unit, near in zip(units, line, strict=True)]
        for own, line in zip(
            column.left_floats, zip(*(other.left_floats for other in others), strict=True), strict=True
        )
    ]
    costs = [
        [unit.cost * near / own for unit, near in zip(units, line, strict=True)]
        for own, line in zip(
            column.right_floats, zip(*(other.right_floats for other in others), strict=True), strict=True
        )
    ]
    return gains, [*costs, [_FREE_COST] * len(others)]


def _rounded(
    column: Column, others: Sequence[Column], units: Sequence[_Unit], mixture: Mixture, arithmetic: Arithmetic
) -> Cover | None:
    """Where there is room, share it between both sides and round the multiples to as few bits as it allows."""
    room = min(mixture.value, 2.0) - 1.0
    bits = int(-math.log2(room)) + len(mixture.used).bit_length() + 3
    level = math.sqrt(mixture.value)
    picked = []
    for place in mixture.used:
        mantissa = mixture.weights[place] / level * units[place].mantissa
        if not 0.0 < mantissa < math.inf:
            continue
        fraction, exponent = math.frexp(mantissa)
        amount = round(math.ldexp(fraction, bits))
        picked.append((others[place], amount, exponent - bits + units[place].exponent))
    if not picked:
        return None
    lowest = min(0, *(exponent for *_, exponent in picked))
    terms = [(other, amount << (exponent - lowest)) for other, amount, exponent in picked]
    return _accepted(column, 1 << -lowest, terms, arithmetic)


def _solved(column: Column, others: Sequence[Column], mixture: Mixture, arithmetic: Arithmetic) -> Cover | None:
    """Where there is no room, the rows that are tight at the optimum determine the multiples: solve for them."""
    size = len(mixture.used) + 1
    rows = [([others[place].left[row] for place in mixture.used], column.left[row], 0) for row in mixture.tight_gains]
    rows += [
        ([others[place].right[row] for place in mixture.used], 0, column.right[row])
        for row in mixture.tight_costs
        if row < len(column.right)
    ]
    if arithmetic is not INTEGERS or len(rows) != size:
        return None
    matrix = fmpq_mat(size, size, [entry for shares, own, _ in rows for entry in (*shares, -own)])
    try:
        solution = matrix.solve(fmpq_mat(size, 1, [aim for *_, aim in rows]))
    except ZeroDivisionError:
        return None
    shares = [solution[place, 0] for place in range(size - 1)]
    if any(share < 0 for share in shares):
        return None
    divisor = math.lcm(*(int(share.q) for share in shares))
    terms = [
        (others[place], int(share.p) * (divisor // int(share.q)))
        for place, share in zip(mixture.used, shares, strict=True)
        if share != 0
    ]
    return _accepted(column, divisor, terms, arithmetic)


def _accepted(
    column: Column, divisor: Amount, terms: list[tuple[Column, Amount]], arithmetic: Arithmetic
) -> Cover | None:
    cover = Cover(divisor, tuple((other.vector, amount) for other, amount in terms))
    return cover if holds(cover, column, terms, arithmetic) else None


def _shifted(value: float, exponent: int) -> float:
    return math.ldexp(value, max(-_SHIFT, min(_SHIFT, exponent)))
