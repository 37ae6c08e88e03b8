"""A plan as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import TYPE_CHECKING

from faier.report.to_json import problem_json
from faier.report.usage_error import problem
from faier.report.wording import IDEAL, decimal
from faier.version import VERSION

if TYPE_CHECKING:
    from faier.policies.planning import Planned, Row

COLUMNS = ("method", "scale", "stretch", "mean", "worst", "to bound")


def planned_json(found: Planned) -> str:
    """The document; squared errors are exact texts, and the nearest floats."""
    document: dict[str, object] = {
        "schema": "faier.plan/1",
        "faier": VERSION,
        "policy": found.policy,
        "workload": found.workload,
        "epsilon": found.epsilon,
        "queries": found.queries,
        "results": [_row(row) for row in found.results],
        "refused": [{"method": method, "reason": reason} for method, reason in found.refused],
        "errors": [],
        "notes": [IDEAL],
        "exit": 0,
    }
    return json.dumps(document, indent=2) + "\n"


def failed_json(message: str) -> str:
    """The document of a plan that was not made."""
    document: dict[str, object] = {
        "schema": "faier.plan/1",
        "faier": VERSION,
        "policy": None,
        "workload": None,
        "epsilon": None,
        "queries": 0,
        "results": [],
        "refused": [],
        "errors": [problem_json(problem("plan", message))],
        "exit": 2,
    }
    return json.dumps(document, indent=2) + "\n"


def _row(row: Row) -> dict[str, object]:
    error = row.error
    return {
        "method": row.method,
        "scale": row.scale,
        "stretch": row.stretch,
        "error": {
            "total": error.total,
            "mean": _finite(error.mean_value),
            "worst": _finite(error.worst_value),
            "mean_exact": error.mean,
            "worst_exact": error.worst,
        },
        "bound": _finite(row.bound),
        "ratio": _finite(row.ratio),
        "measured": row.measured,
        "mechanism": row.mechanism,
    }


def _finite(number: float | None) -> float | None:
    return None if number is None or not math.isfinite(number) else number


def planned_csv(found: Planned) -> str:
    """A line for each method, with a line of names before them."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    error_columns = ["total", "mean", "worst", "bound", "ratio"]
    writer.writerow(["policy", "workload", "epsilon", "method", "scale", "stretch", *error_columns, "note"])
    for row in found.results:
        error = row.error
        numbers = [error.total, error.mean_value, error.worst_value, row.bound, row.ratio]
        writer.writerow(
            [found.policy, found.workload, found.epsilon, row.method, row.scale, row.stretch, *numbers, IDEAL]
        )
    return stream.getvalue()


def planned_text(found: Planned) -> str:
    """A table for people, and why methods are not in it."""
    lines = [f"{found.policy}, {found.workload}: {_queries(found.queries)} at epsilon {found.epsilon}"]
    bound = next((row.bound for row in found.results if row.bound is not None), None)
    if bound is not None:
        lines.append(f"no strategy with Laplace noise has less than {_number(bound)} mean squared error")
    table = [COLUMNS, *(_columns(row) for row in found.results)]
    widths = [max(len(line[at]) for line in table) for at in range(len(COLUMNS))]
    lines.append("")
    for line in table:
        cells = [
            line[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    if any(row.measured for row in found.results):
        lines += ["", "~ measured on the data, over some runs: for you, not for publishing"]
    if found.refused:
        lines.append("")
        lines += [f"  {method}: {reason}" for method, reason in found.refused]
    lines += ["", f"{IDEAL}."]
    return "\n".join(lines) + "\n"


def _queries(count: int) -> str:
    return "1 query" if count == 1 else f"{count:,} queries"


def _columns(row: Row) -> tuple[str, ...]:
    mean = ("~" if row.measured else "") + _number(row.error.mean_value)
    return row.method, row.scale, str(row.stretch), mean, _number(row.error.worst_value), _number(row.ratio)


def _number(number: float | None) -> str:
    if number is None or not math.isfinite(number):
        return "-"
    return decimal(number, 4) if abs(number) < 1e7 else f"{number:.4e}"
