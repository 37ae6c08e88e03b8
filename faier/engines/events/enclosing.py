"""Formulas on intervals: ends between which a number lies, as floats that are rounded outwards; and formulas at points,
as floats that may be wrong, for guesses.

An interval is a pair of floats, perhaps infinite: the number, which is finite, is between them. Integers below 2**53
are floats themselves, so that nothing is rounded where all ends are integers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias, cast

from flint import arb, ctx, fmpq

from faier.exact import Number, float_above, float_below, nearest_float
from faier.lang.values import Infinite
from faier.semantics.denote.noise import Formula

Interval: TypeAlias = tuple[float, float]
Cells: TypeAlias = Mapping[int, Interval]

INF = math.inf
ALL: Interval = (-INF, INF)
EXACT = float(2**53)

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def _down(x: float) -> float:
    return -INF if x != x else math.nextafter(x, -INF)


def _up(x: float) -> float:
    return INF if x != x else math.nextafter(x, INF)


def _add(x: Interval, y: Interval, whole: bool) -> Interval:
    low, high = x[0] + y[0], x[1] + y[1]
    return _whole(low, high) if whole else (_down(low), _up(high))


def _subtract(x: Interval, y: Interval, whole: bool) -> Interval:
    low, high = x[0] - y[1], x[1] - y[0]
    return _whole(low, high) if whole else (_down(low), _up(high))


def _whole(low: float, high: float) -> Interval:
    """The same of integers, which are not rounded as long as they are small."""
    return (
        low if -EXACT < low < EXACT else _down(low),
        high if -EXACT < high < EXACT else _up(high),
    )


def _multiply(x: Interval, y: Interval, whole: bool) -> Interval:
    products = [one * other if one and other else 0.0 for one in x for other in y]
    low, high = min(products), max(products)
    return _whole(low, high) if whole else (_down(low), _up(high))


def _divide(x: Interval, y: Interval, whole: bool) -> Interval:
    if y[0] <= 0 <= y[1]:
        return ALL
    quotients = [_quotient(one, other) for one in x for other in y]
    return _down(min(quotients)), _up(max(quotients))


def _quotient(one: float, other: float) -> float:
    """Where both are infinite: any end of what there may be between, for the others tell the rest."""
    if math.isinf(other):
        return 0.0
    return one / other


def _floor_divide(x: Interval, y: Interval, whole: bool) -> Interval:
    low, high = _divide(x, y, whole)
    return _floor_of(low), _floor_of(high)


def _floor_of(x: float) -> float:
    return x if math.isinf(x) else float(math.floor(x))


def _remainder(x: Interval, y: Interval, whole: bool) -> Interval:
    if y[0] <= 0 <= y[1]:
        return ALL
    if x[0] == x[1] and y[0] == y[1] and whole and abs(x[0]) < EXACT and abs(y[0]) < EXACT:
        return (float(int(x[0]) % int(y[0])),) * 2
    return (0.0, y[1]) if y[0] > 0 else (y[0], 0.0)


def _minimum(x: Interval, y: Interval, whole: bool) -> Interval:
    return min(x[0], y[0]), min(x[1], y[1])


def _maximum(x: Interval, y: Interval, whole: bool) -> Interval:
    return max(x[0], y[0]), max(x[1], y[1])


def _absolute(x: Interval, whole: bool) -> Interval:
    if x[0] >= 0:
        return x
    return (-x[1], -x[0]) if x[1] <= 0 else (0.0, max(-x[0], x[1]))


def _rising(function: Callable[[float], int]) -> Callable[[Interval, bool], Interval]:
    """A function to integers that never falls, of which floats give the exact value."""

    def rounded(x: Interval, whole: bool) -> Interval:
        return (
            x[0] if math.isinf(x[0]) else float(function(x[0])),
            x[1] if math.isinf(x[1]) else float(function(x[1])),
        )

    return rounded


def _to_digits(x: Interval, digits: int) -> Interval:
    """`round` to so many digits never falls."""
    low, high = (end if math.isinf(end) else float_ends(round(Fraction(end), digits)) for end in x)
    return low if isinstance(low, float) else low[0], high if isinstance(high, float) else high[1]


def _power(x: Interval, exponent: int, whole: bool) -> Interval:
    if exponent % 2 == 0:
        x = _absolute(x, whole)
    low, high = x
    return (
        _product(low, exponent, _down) if low >= 0 else -_product(-low, exponent, _up),
        _product(high, exponent, _up) if high >= 0 else -_product(-high, exponent, _down),
    )


def _product(base: float, exponent: int, away: Callable[[float], float]) -> float:
    """A power of a number that is not negative, rounded up or down where that is needed."""
    found = 1.0
    for _ in range(exponent):
        found = found * base if found and base else 0.0
        found = found if found.is_integer() and found < EXACT and base.is_integer() else max(0.0, away(found))
    return found


def _by_balls(function: Callable[[arb], arb], least: float) -> Callable[[Interval, bool], Interval]:
    """A function that rises, from this number on; where it may be asked of less, nothing is known."""

    def found(x: Interval, whole: bool) -> Interval:
        if x[0] < least:
            return ALL
        with ctx.workprec(80):
            low = -INF if math.isinf(x[0]) else _below(function(arb(x[0])))
            high = INF if math.isinf(x[1]) else _above(function(arb(x[1])))
        return low, high

    return found


def _below(ball: arb) -> float:
    return _down(float(ball.lower())) if ball.is_finite() else -INF


def _above(ball: arb) -> float:
    return _up(float(ball.upper())) if ball.is_finite() else INF


def float_ends(number: Fraction | Number | Infinite) -> Interval:
    """Floats around a number."""
    if isinstance(number, Infinite):
        return number.sign * INF, number.sign * INF
    if isinstance(number, Fraction):
        number = fmpq(number.numerator, number.denominator)
    return float_below(number), float_above(number)


_TWO: dict[str, Callable[[Interval, Interval, bool], Interval]] = {
    "+": _add,
    "-": _subtract,
    "*": _multiply,
    "/": _divide,
    "//": _floor_divide,
    "%": _remainder,
    "min": _minimum,
    "max": _maximum,
}

_ONE: dict[str, Callable[[Interval, bool], Interval]] = {
    "abs": _absolute,
    "round": _rising(round),
    "trunc": _rising(math.trunc),
    "floor": _rising(math.floor),
    "ceil": _rising(math.ceil),
    "sqrt": _by_balls(arb.sqrt, 0.0),
    "exp": _by_balls(arb.exp, -INF),
    "log": _by_balls(arb.log, math.nextafter(0.0, 1.0)),
}


_POINTS: dict[str, Callable[..., float]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "//": lambda x, y: x // y,
    "%": lambda x, y: x % y,
    "**": lambda x, y: x**y,
    "min": min,
    "max": max,
    "abs": abs,
    "round": round,
    "rounded": lambda x, y: round(x, int(y)),
    "trunc": math.trunc,
    "floor": math.floor,
    "ceil": math.ceil,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
}


class Tape:
    """A formula as a list of steps, each with the places of what it is computed of. The formula of a comparison has two
    places, and no step of its own."""

    def __init__(self, formula: Formula) -> None:
        self.steps: list[tuple[int, Callable[..., Interval] | None, int, int, object]] = []
        self.points: list[tuple[Callable[..., float] | None, int, int, object]] = []
        self.laws: dict[int, object] = {}
        places: dict[int, int] = {}
        self.operation = formula.operation
        if formula.operation in COMPARISONS:
            self.ends = tuple(self._placed(part, places) for part in formula.parts)
        else:
            self.ends = (self._placed(formula, places),)

    def _placed(self, root: object, places: dict[int, int]) -> int:
        """The place of a part; what it is made of comes before."""
        waiting = [root]
        while waiting:
            part = waiting[-1]
            if id(part) in places:
                waiting.pop()
                continue
            inner = part.parts if isinstance(part, Formula) and part.operation != "draw" else ()
            missing = [other for other in inner if id(other) not in places and not isinstance(other, int)]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            self._append(part, [places.get(id(other), -1) for other in inner])
            places[id(part)] = len(self.steps) - 1
        return places[id(root)]

    def _append(self, part: object, inner: list[int]) -> None:
        if not isinstance(part, Formula):
            number = cast("Number | Infinite", part)
            self.steps.append((0, None, 0, 0, float_ends(number)))
            point = number.sign * INF if isinstance(number, Infinite) else nearest_float(number)
            self.points.append((None, -1, 0, point))
            return
        if part.operation == "draw":
            number_of_draw, law = part.parts
            self.laws[cast(int, number_of_draw)] = law
            self.steps.append((1, None, cast(int, number_of_draw), 0, ALL))
            self.points.append((None, cast(int, number_of_draw), 0, law))
            return
        first, second = (*inner, -1)[:2]
        whole = part.whole is True
        if part.operation in ("**", "rounded"):
            exponent = cast(int, part.parts[1])
            if part.operation == "**":
                self.steps.append((4, _power, first, exponent, whole))
            else:
                self.steps.append((5, _to_digits, first, exponent, whole))
            self.points.append((_POINTS[part.operation], first, -2, exponent))
            return
        if part.operation in _TWO:
            self.steps.append((2, _TWO[part.operation], first, second, whole))
        else:
            self.steps.append((3, _ONE[part.operation], first, 0, whole))
        self.points.append((_POINTS[part.operation], first, second, None))

    def enclosed(self, cells: Cells) -> list[Interval]:
        """Between which ends each step lies, and so the formula, or both sides of the comparison."""
        found: list[Interval] = []
        for kind, function, first, second, more in self.steps:
            if kind == 2:
                found.append(function(found[first], found[second], more))  # type: ignore[misc]
            elif kind == 0:
                found.append(more)  # type: ignore[arg-type]
            elif kind == 1:
                found.append(cells.get(first, ALL))
            elif kind == 3:
                found.append(function(found[first], more))  # type: ignore[misc]
            elif kind == 4:
                found.append(function(found[first], second, more))  # type: ignore[misc]
            else:
                found.append(function(found[first], second))  # type: ignore[misc]
        return [found[at] for at in self.ends]

    def decided(self, cells: Cells) -> bool | None:
        """Whether the comparison holds on all of the box; None: that is not known."""
        return decided(self.operation, *self.enclosed(cells))

    def at(self, drawn: Callable[[int, object], float]) -> float:
        """About what it is where the draws are that; of a comparison, whether it holds."""
        found: list[float] = []
        for function, first, second, more in self.points:
            if function is None:
                found.append(cast(float, more) if first < 0 else drawn(first, more))
            elif second == -2:
                found.append(function(found[first], more))
            else:
                found.append(function(found[first]) if second < 0 else function(found[first], found[second]))
        ends = [found[at] for at in self.ends]
        return _POINTS[self.operation](*ends) if len(ends) == 2 else ends[0]


def decided(operation: str, left: Interval, right: Interval) -> bool | None:
    """left operation right, for all numbers between these ends; None: that is not known."""
    match operation:
        case "<":
            return True if left[1] < right[0] else False if left[0] >= right[1] else None
        case "<=":
            return True if left[1] <= right[0] else False if left[0] > right[1] else None
        case ">" | ">=":
            return decided({">": "<", ">=": "<="}[operation], right, left)
    apart = left[1] < right[0] or left[0] > right[1]
    if not apart and not left[0] == left[1] == right[0] == right[1]:
        return None
    return apart == (operation == "!=")
