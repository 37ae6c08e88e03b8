"""Tight epsilons by output length -> a chart of plain characters, one bar for each length."""

from __future__ import annotations

import math
from collections.abc import Sequence

from faier.answers.answer import Point
from faier.report.wording import decimal

# More lengths than this are thinned out.
ROWS = 24

_DIGITS = 6
_MARGIN = "    "


def chart(points: Sequence[Point], width: int) -> list[str]:
    """Bars go as far as the epsilon is certain; dots, where it is not known exactly, to its upper end; `>`: no end."""
    chosen = _thinned(points)
    lengths = [str(point.length) for point in chosen]
    values = ["infinite" if math.isinf(point.loss.lower) else decimal(point.loss.lower, _DIGITS) for point in chosen]
    first, second = max(map(len, (*lengths, "length"))), max(map(len, (*values, "epsilon")))
    room = max(width - len(_MARGIN) - first - second - 4, 8)
    greatest = max((_finite(end) for point in chosen for end in (point.loss.lower, point.loss.upper)), default=0.0)
    lines = [f"{_MARGIN}{'length':>{first}}  {'epsilon':>{second}}"]
    for point, length, value in zip(chosen, lengths, values, strict=True):
        lines.append(f"{_MARGIN}{length:>{first}}  {value:>{second}}  {_bar(point, greatest, room)}".rstrip())
    return lines


def _bar(point: Point, greatest: float, room: int) -> str:
    lower, upper = point.loss.lower, point.loss.upper
    if math.isinf(lower):
        return "#" * (room - 1) + ">"
    filled = 0 if greatest == 0 else round(room * lower / greatest)
    if point.loss.exact is not None:
        return "#" * filled
    if math.isinf(upper):
        return "#" * filled + "." * max(room - filled - 1, 0) + ">"
    return "#" * filled + "." * (round(room * upper / greatest) - filled)


def _thinned(points: Sequence[Point]) -> list[Point]:
    """Every point, or every second one, or every third, ...; and the last."""
    step = -(-len(points) // ROWS)
    return [point for at, point in enumerate(points, 1) if at % step == 0 or at == len(points)] if points else []


def _finite(value: float) -> float:
    return value if math.isfinite(value) else 0.0
