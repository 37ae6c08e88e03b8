"""Is one vector covered by others? A `Cover` is the exact reason that it is.

    divisor * u.left <= sum of amount_i * v_i.left     and     divisor * u.right >= sum of amount_i * v_i.right

with a positive divisor and nonnegative amounts. Floats and the linear program propose; `_holds` accepts.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter, mul, truediv

from flint import fmpq_mat

from faier.engines.search.lp import Mixture, Program, Spend, add_column, maximize, mixture, program
from faier.engines.search.vectors import INTEGERS, Amount, Arithmetic

_MARGIN = 1e-7
_FREE_COST = 1e-6
_FEW = 6
_ROUNDS = 30


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A vector read off at chosen states; amounts are zero where it has none.

    Floats are near amount / 2**exponent, on the right times a power of two that all columns compared share.
    """

    left: tuple[Amount, ...]
    right: tuple[Amount, ...]
    left_floats: tuple[float, ...]
    right_floats: tuple[float, ...]
    exponent: int


@dataclass(frozen=True)
class Cover:
    """The terms are (place of v_i, amount_i): of a column among others, or a vector's identity."""

    divisor: Amount
    terms: tuple[tuple[int, Amount], ...]


def score(column: Column, other: Column) -> float:
    """About the largest t such that a multiple of `other` is at least t * column.left and at most column.right.

    From 1 on, `other` covers the column.
    """
    gain = min(map(truediv, other.left_floats, column.left_floats))
    if gain == 0.0:
        return 0.0
    cost = max(map(truediv, other.right_floats, column.right_floats), default=0.0)
    return gain / cost if cost else math.inf


def cover_by_one(column: Column, others: Sequence[Column], place: int, arithmetic: Arithmetic) -> Cover | None:
    """The exact version of `score`: the least multiple that suffices on the left, if the right allows it."""
    other = others[place]
    top, bottom = column.left[0], other.left[0]
    for amount, cover in zip(column.left, other.left, strict=True):
        if not arithmetic.at_most(amount * bottom, top * cover):
            top, bottom = amount, cover
    cover = Cover(bottom, ((place, top),))
    return cover if bottom and _holds(cover, column, others, arithmetic) else None


def cover_by_many(
    column: Column, others: Sequence[Column], arithmetic: Arithmetic, spend: Spend
) -> Cover | Mixture | None:
    """A cover, or the prices (a mixture that has them) at which the column beats all others, or neither.

    The linear program starts with the others that are best at even prices, and takes in more as long as they
    would improve it.
    """
    if missing := _missing(column, others):
        return missing
    active: list[int] = []
    units: dict[int, _Unit] = {}
    work: Program | None = None
    best = even_prices(column)
    for _ in range(_ROUNDS):
        spend(len(others) * (len(column.left) + len(column.right)))
        more = _improving(column, others, active, best)
        if not more:
            return best
        for place in more:
            units[place] = _unit(column, others[place])
            gain, cost = _entries(column, others[place], units[place])
            if work is None:
                work = program(gain, cost)
            else:
                add_column(work, gain, cost)
        active += more
        if work is not None:
            maximize(work, 1.0 + 16 * _MARGIN, spend)
            best = mixture(work)
        if best.value >= 1.0 - _MARGIN:
            break
    if best.value >= 1.0 + _MARGIN:
        rounded = _rounded(column, others, active, units, best, arithmetic)
        if rounded is not None:
            return rounded
    return _solved(column, others, active, best, arithmetic)


def even_prices(column: Column) -> Mixture:
    """Prices that weigh every state alike."""
    return Mixture(0.0, (), (), (), (), (1.0,) * len(column.left), (1.0,) * len(column.right))


def substituted(cover: Cover, gone: int, reason: Cover) -> Cover:
    """The same cover with a vector that is itself covered replaced by what covers it."""
    share = next((amount for place, amount in cover.terms if place == gone), None)
    if share is None:
        return cover
    total: dict[int, Amount] = {}
    pieces = [(place, amount * reason.divisor) for place, amount in cover.terms if place != gone]
    for place, amount in (*pieces, *((place, amount * share) for place, amount in reason.terms)):
        total[place] = total[place] + amount if place in total else amount
    return Cover(cover.divisor * reason.divisor, tuple(sorted(total.items())))


def _holds(cover: Cover, column: Column, others: Sequence[Column], arithmetic: Arithmetic) -> bool:
    """Check a cover exactly."""
    divisor, at_most = cover.divisor, arithmetic.at_most
    terms = [(others[place], amount) for place, amount in cover.terms]
    for place, aim in enumerate(column.left):
        if not at_most(divisor * aim, sum(amount * other.left[place] for other, amount in terms)):
            return False
    return all(
        at_most(sum(amount * other.right[place] for other, amount in terms), divisor * aim)
        for place, aim in enumerate(column.right)
    )


def _improving(column: Column, others: Sequence[Column], active: Sequence[int], best: Mixture) -> list[int]:
    """Columns outside the program that its prices undervalue most; without a program, the best at these prices."""
    taken = set(active)
    found = []
    for place, (gain, cost) in enumerate(valued(column, best, others)):
        if place not in taken and (gain > cost * (1.0 + 1e-9) or not active):
            found.append((cost / gain if gain else math.inf, place))
    return [place for _, place in heapq.nsmallest(_FEW, found)]


def _missing(column: Column, others: Sequence[Column]) -> Mixture | None:
    """Prices for the states at which only the column has something, if there are such."""
    gains = [float(not any(near)) for near in zip(*(other.left_floats for other in others), strict=True)]
    if not any(gains):
        return None
    return Mixture(0.0, (), (), (), (), tuple(gains), (1e-9,) * len(column.right))


def valued(column: Column, best: Mixture, others: Sequence[Column]) -> list[tuple[float, float]]:
    """The gain and the cost of each of the others at the mixture's prices, which are for shares of the column."""
    gains, left = _priced(best.gain_prices, column.left_floats)
    costs, right = _priced(best.cost_prices, column.right_floats)
    return [
        (sum(map(mul, gains, left(other.left_floats))), sum(map(mul, costs, right(other.right_floats))))
        for other in others
    ]


def _priced(
    prices: Sequence[float], floats: Sequence[float]
) -> tuple[list[float], Callable[[Sequence[float]], Sequence[float]]]:
    """The positive prices for floats, and what reads the floats they are for.

    A program has one more cost price than there are floats, for the row that `_entries` adds.
    """
    places = [place for place, near in enumerate(floats) if prices[place] > 0.0]
    chosen = [prices[place] / floats[place] for place in places]
    if len(places) < 2:
        return chosen, lambda line: [line[place] for place in places]
    return chosen, itemgetter(*places)


@dataclass(frozen=True, slots=True)
class _Unit:
    """How much of a vector is called 1 in the linear program: so much that its greatest cost (or gain) is 1.

    `gain` and `cost` multiply its floats; the true multiple is gain * 2**exponent.
    """

    gain: float
    cost: float
    exponent: int


def _unit(column: Column, other: Column) -> _Unit:
    exponent = column.exponent - other.exponent
    cost = max(map(truediv, other.right_floats, column.right_floats), default=0.0)
    if cost:
        return _Unit(1.0 / cost, 1.0 / cost, exponent)
    gain = max(map(truediv, other.left_floats, column.left_floats)) or 1.0
    return _Unit(1.0 / gain, 0.0, exponent)


def _entries(column: Column, other: Column, unit: _Unit) -> tuple[list[float], list[float]]:
    """The gains and costs of one unit, as shares of the column's.

    The last cost only keeps vectors that cost nothing from growing forever.
    """
    gains = [unit.gain * near / own for near, own in zip(other.left_floats, column.left_floats, strict=True)]
    costs = [unit.cost * near / own for near, own in zip(other.right_floats, column.right_floats, strict=True)]
    return gains, [*costs, _FREE_COST]


def _rounded(
    column: Column,
    others: Sequence[Column],
    active: Sequence[int],
    units: dict[int, _Unit],
    best: Mixture,
    arithmetic: Arithmetic,
) -> Cover | None:
    """Where there is room, share it between both sides and round the multiples to as few bits as it allows."""
    room = min(best.value, 2.0) - 1.0
    bits = int(-math.log2(room)) + len(best.used).bit_length() + 3
    level = math.sqrt(best.value)
    picked = []
    for index in best.used:
        unit = units[active[index]]
        mantissa = best.weights[index] / level * unit.gain
        if 0.0 < mantissa < math.inf:
            fraction, exponent = math.frexp(mantissa)
            picked.append((active[index], round(math.ldexp(fraction, bits)), exponent - bits + unit.exponent))
    if not picked:
        return None
    lowest = min(0, *(exponent for *_, exponent in picked))
    terms = sorted((place, amount << (exponent - lowest)) for place, amount, exponent in picked)
    cover = Cover(1 << -lowest, tuple(terms))
    return cover if _holds(cover, column, others, arithmetic) else None


def _solved(
    column: Column, others: Sequence[Column], active: Sequence[int], best: Mixture, arithmetic: Arithmetic
) -> Cover | None:
    """Where there is no room, the rows that are tight at the optimum determine the multiples: solve for them."""
    used = [active[index] for index in best.used]
    size = len(used) + 1
    rows = [([others[place].left[row] for place in used], column.left[row], 0) for row in best.tight_gains]
    rows += [
        ([others[place].right[row] for place in used], 0, column.right[row])
        for row in best.tight_costs
        if row < len(column.right)
    ]
    if arithmetic is not INTEGERS or len(rows) != size:
        return None
    matrix = fmpq_mat(size, size, [entry for shares, own, _ in rows for entry in (*shares, -own)])
    try:
        solution = matrix.solve(fmpq_mat(size, 1, [aim for *_, aim in rows]))
    except ZeroDivisionError:
        return None
    shares = [solution[index, 0] for index in range(size - 1)]
    if any(share < 0 for share in shares):
        return None
    divisor = math.lcm(*(int(share.q) for share in shares))
    terms = [
        (place, int(share.p) * (divisor // int(share.q)))
        for place, share in zip(used, shares, strict=True)
        if share != 0
    ]
    cover = Cover(divisor, tuple(sorted(terms)))
    return cover if _holds(cover, column, others, arithmetic) else None
