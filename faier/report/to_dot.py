"""Models as graphs for Graphviz."""

from __future__ import annotations

from faier.answers.answer import Report
from faier.report.wording import IDEAL


def to_dot(report: Report) -> str:
    ideal = f"// {IDEAL}.\n" if report.reals else ""
    return "".join(model["dot"] for item in report.compiled for model in item.models) + ideal
