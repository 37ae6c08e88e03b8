"""What published methods ask for beside what was found, as a table of texts."""

from __future__ import annotations

import math

from faier.answers.answer import Calibrated, Least, Loss, Method
from faier.extras import INSTALLING
from faier.report.wording import amount

DIGITS = 4
# How wide the columns are at least.
LEAST = (19, 8, 10, 12, 0)
BEST, NONE_LESS = "least of all", "(no mechanism has less: certificate)"
MOST_SHOWN = 12

Row = tuple[str, ...]


def table(found: Calibrated) -> list[Row]:
    """The head, and a row for each method; its last text is empty where the claim holds. None where none was asked.
    Then what no mechanism is better than."""
    rows = [_row(method) for method in found.methods or ()]
    best = found.optimum
    if best is not None and best.error is not None:
        certified = best.certificate is not None and best.missing is None
        rows.append((BEST, "table", between(best.error), _epsilon(best.loss), NONE_LESS if certified else ""))
    return [("method", found.setting, "mean error", "true epsilon", ""), *rows] if rows else []


def times(found: Calibrated) -> list[tuple[Method, float]]:
    """How many times the least error of all mechanisms each method has that keeps to the claim."""
    best = found.optimum
    if best is None or best.error is None or best.error.upper is None or best.error.upper.value <= 0:
        return []
    least = best.error.upper.value
    return [(one, one.error / least) for one in found.methods or () if one.error is not None and one.holds]


def notes(found: Calibrated) -> list[str]:
    """What more is known of the least error."""
    best = found.optimum
    if best is None:
        return []
    if best.reason is not None:
        return [f"{BEST}: {best.reason}"]
    told = [
        f"{BEST}: of the mechanisms that see nothing but what is shown without noise, and show {_shown(best.outputs)}"
    ]
    if best.mean is not None:
        told.append(f"on average under the prior, the least error is {between(best.mean)}")
    if times(found):
        told.append("times the least error: " + ", ".join(f"{one.name} {factor:.1f}" for one, factor in times(found)))
    if best.trusting is not None:
        lost = "" if best.trusted is None else f", and lose {_epsilon(best.trusted)} elsewhere"
        middle = "a mechanism for the middle of what the prior leaves open"
        told.append(f"{middle} could have {between(best.trusting)}{lost}")
    if best.unwritten is not None:
        told.append(f"the table: {best.unwritten}")
    if best.missing is not None:
        told.append(f"no certificate: {best.missing}")
    return told


def between(error: Least) -> str:
    """In a few digits, or its ends where these differ in them."""
    low = number(error.lower.value)
    if error.upper is None:
        return f">= {low}"
    high = number(error.upper.value)
    return low if low == high else f"{low} to {high}"


def _shown(outputs: tuple[str, ...]) -> str:
    if len(outputs) > MOST_SHOWN:
        return f"one of {len(outputs)} numbers from {outputs[0]} to {outputs[-1]}"
    return f"one of {', '.join(outputs)}" if len(outputs) > 1 else f"nothing but {outputs[0]}"


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
    """The methods with which the claim is undecided, and why; those that a package is missing for, and without any
    method all that do not apply."""
    open_ = [(method.name, method.reason) for method in found.methods or () if method.reason is not None]
    published = [method for method in found.methods or () if method.published]
    return open_ + [other for other in found.others if not published or INSTALLING in other[1]]


def _row(method: Method) -> Row:
    error = "unknown" if method.error is None else number(method.error)
    held = "" if method.holds else "refuted" if method.holds is False else "undecided"
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
