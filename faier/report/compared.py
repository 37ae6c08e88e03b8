"""What published methods ask for beside what was found, as a table of texts."""

from __future__ import annotations

import math

from faier.answers.answer import Calibrated, Loss, Method
from faier.report.wording import amount

DIGITS = 4
# How wide the columns are at least.
LEAST = (19, 8, 10, 12, 0)

Row = tuple[str, ...]


def table(found: Calibrated) -> list[Row]:
    """The head, and a row for each method; its last text is empty where the claim holds. None where none was asked."""
    if not found.methods:
        return []
    head = ("method", found.setting, "mean error", "true epsilon", "")
    return [head, *(_row(method) for method in found.methods)]


def lines(found: Calibrated) -> list[str]:
    """The table in columns."""
    rows = table(found)
    if not rows:
        return []
    widths = [max(least, *map(len, column)) for least, column in zip(LEAST, zip(*rows, strict=True), strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def violations(found: Calibrated) -> list[Method]:
    """The methods with which the claim does not hold."""
    return [method for method in found.methods or () if method.story is not None]


def unsettled(found: Calibrated) -> list[tuple[str, str]]:
    """The methods with which the claim is undecided, and why; without any method, those that do not apply."""
    open_ = [(method.name, method.reason) for method in found.methods or () if method.reason is not None]
    published = [method for method in found.methods or () if method.published]
    return open_ + ([] if published else list(found.others))


def _row(method: Method) -> Row:
    error = "unknown" if method.error is None else number(method.error)
    held = "" if method.holds else "does not hold" if method.holds is False else "undecided"
    return method.name, amount(method.value), error, _epsilon(method.loss), held


def _epsilon(loss: Loss | None) -> str:
    """The tight epsilon in a few digits, or its ends where these differ in them."""
    if loss is None:
        return "unknown"
    if loss.exact is not None:
        return "infinite" if loss.exact.infinite else number(loss.exact.value)
    low, high = number(loss.lower), number(loss.upper)
    if low == high:
        return low
    return f"{low} to {high}" if math.isfinite(loss.upper) else f">= {low}"


def number(value: float) -> str:
    """In four digits after the point; an integer without."""
    return f"{value:.{DIGITS}f}".removesuffix("." + "0" * DIGITS)
