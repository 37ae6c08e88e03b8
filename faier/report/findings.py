"""A report as a list of findings: what a gate has to say, and where, for formats that are lists of complaints.

Claims that came out as expected are no findings; undecided ones are. The order is that of files and lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from faier.answers.answer import Answer, Report
from faier.report.wording import finding, visible

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic

Level = Literal["error", "warning"]

# The codes of what came out otherwise than expected, and of what did not come out.
VERDICTS = {"refuted": "FA701", "proved": "FA702", "undecided": "FA703"}


@dataclass(frozen=True)
class Place:
    """Lines and columns count from 1; `end_column` is one past the last character. Line 0: the whole file."""

    path: str
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0


@dataclass(frozen=True)
class Finding:
    """`place` is None where nothing is at a place of a file. `identity` names what it is about and stays the same
    when lines move. `answer` is the claim's."""

    code: str
    level: Level
    message: str
    place: Place | None
    identity: str
    hint: str = ""
    answer: Answer | None = None


def findings(report: Report) -> list[Finding]:
    """Every surprise, every undecided claim, every error."""
    found = [_about(answer, report) for answer in report.answers if not answer.ok]
    found += [_problem(problem) for problem in report.problems]
    found += [Finding("FA899", "error", visible(text), None, visible(text)) for text in report.bugs]
    if report.interrupted:
        found.append(Finding("FA805", "error", "the run was interrupted before the end", None, "interrupted"))
    return found


def line_of(path: str, line: int, report: Report) -> Place:
    """A whole line without its indentation; the line alone where the text is not known."""
    lines = report.sources.get(path, "").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    text = lines[line - 1].rstrip() if 0 < line <= len(lines) else ""
    if not text:
        return Place(path, line)
    return Place(path, line, len(text) - len(text.lstrip()) + 1, line, len(text) + 1)


def _about(answer: Answer, report: Report) -> Finding:
    level: Level = "warning" if answer.verdict == "undecided" else "error"
    question = answer.question
    place = line_of(question.path, question.line, report)
    return Finding(VERDICTS[answer.verdict], level, finding(answer), place, question.id, answer=answer)


def _problem(problem: Diagnostic) -> Finding:
    span, place = problem.span, None
    if problem.path and not problem.path.startswith("--"):  # an option is named where a path would be
        place = Place(problem.path, span.line, span.column, span.end_line, span.end_column)
    message = visible("; ".join((problem.message, *problem.notes)))
    identity = f"{problem.path}: {problem.message}"
    return Finding(problem.code, "error", message, place, identity, visible(problem.hint))
