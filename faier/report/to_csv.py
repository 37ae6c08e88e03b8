"""What was calibrated as a table: a row for what was found of each claim, for each method beside it, and for the
least error of all."""

from __future__ import annotations

import csv
import io
import math

from faier.answers.answer import Calibrated, Loss, Report
from faier.report.compared import BEST
from faier.report.wording import IDEAL

HEAD = (
    "path",
    "mechanism",
    "epsilon",
    "delta",
    "neighbors",
    "prior",
    "vary",
    "method",
    "value",
    "refuted",
    "mean_error",
    "epsilon_lower",
    "epsilon_upper",
    "holds",
    "reason",
    "note",
)
# What a spreadsheet would take for a formula begins with one of these.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def to_csv(report: Report) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for found in report.calibrated:
        for row in _rows(found):
            writer.writerow([*map(_plain, row), IDEAL if found.question.reals else ""])
    return out.getvalue()


def _rows(found: Calibrated) -> list[list[str]]:
    question = found.question
    about = [question.path, question.mechanism, question.epsilon.text, question.delta]
    about += [question.neighbors or "", question.prior or "", found.setting]
    kind = "" if found.least is None else "least" if found.least else "greatest"
    value, refuted = (one.text if one is not None else "" for one in (found.proved, found.refuted))
    error = _float(None if found.mean_error is None else found.mean_error.value)
    holds = "" if found.most is not None or found.proved is None else "true"
    rows = [[*about, kind, value, refuted, error, *_ends(found.loss), holds, found.reason or ""]]
    for method in found.methods or ():
        if method.published:
            held = "" if method.holds is None else str(method.holds).lower()
            told = [method.name, method.value.text, "", _float(method.error), *_ends(method.loss), held]
            rows.append([*about, *told, method.reason or ""])
    best = found.optimum
    if best is not None:
        least = None if best.error is None else (best.error.upper or best.error.lower).value
        rows.append([*about, BEST, "", "", _float(least), *_ends(best.loss), "", best.reason or best.missing or ""])
    return rows


def _ends(loss: Loss | None) -> tuple[str, str]:
    return ("", "") if loss is None else (_float(loss.lower), _float(loss.upper))


def _float(value: float | None) -> str:
    return "" if value is None else "inf" if math.isinf(value) else repr(value)


def _plain(cell: str) -> str:
    """No spreadsheet computes what stands here; numbers are left as they are."""
    try:
        float(cell)
    except ValueError:
        return f"'{cell}" if cell.startswith(_FORMULAS) else cell
    return cell
