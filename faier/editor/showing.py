"""A report -> what an editor shows: complaints at their places, a line above each claim, and what is told under the
mouse. Columns are counted as the protocol does, in units of UTF-16."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from faier.answers.answer import Answer, Report
from faier.report.explain import explanation
from faier.report.findings import Finding, Place, findings
from faier.report.to_terminal import to_terminal
from faier.report.wording import tight

NO_MECHANISM = "FA801"


@dataclass(frozen=True)
class Range:
    """Lines and columns count from 0, columns in units of UTF-16; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def holds(self, line: int, column: int) -> bool:
        return (self.line, self.column) <= (line, column) <= (self.end_line, self.end_column)


@dataclass(frozen=True)
class Complaint:
    """A finding at its place in the text; one of another file is told with that."""

    range: Range
    finding: Finding
    elsewhere: bool = False

    @property
    def message(self) -> str:
        hint, place = self.finding.hint, self.finding.place
        where = f"{place.path}:{place.line}: " if self.elsewhere and place is not None else ""
        return where + self.finding.message + (f"\nhelp: {hint}" if hint else "")


def lines_of(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def units(text: str) -> int:
    """How long it is in UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def range_of(place: Place | None, text: str) -> Range:
    """Where it is in the text; what has no place is about the first line."""
    lines = lines_of(text)
    if place is None or place.line < 1 or place.line > len(lines):
        return Range(0, 0, 0, units(lines[0]))
    first = lines[place.line - 1]
    if place.column < 1:
        return Range(place.line - 1, 0, place.line - 1, units(first))
    last = lines[min(place.end_line, len(lines)) - 1] if place.end_line else first
    end = units(last[: place.end_column - 1]) if place.end_line else units(first)
    start = units(first[: place.column - 1])
    line, end_line = place.line - 1, max(place.end_line, place.line) - 1
    return Range(line, start, end_line, max(end, start + 1) if line == end_line else end)


def complaints(report: Report, text: str, path: str) -> list[Complaint]:
    """What is wrong in this file, and at its first line what is wrong elsewhere. That a file has no mechanism is not
    wrong: others may import it."""
    found = []
    for finding in findings(report):
        if finding.code == NO_MECHANISM:
            continue
        elsewhere = finding.place is not None and finding.place.path != path
        found.append(Complaint(range_of(None if elsewhere else finding.place, text), finding, elsewhere))
    return found


def titles(report: Report) -> Iterator[tuple[int, str]]:
    """The line of each claim, from 0, with its verdict and its tight epsilon."""
    for answer in report.answers:
        yield max(answer.question.line - 1, 0), title(answer)


def title(answer: Answer) -> str:
    known = tight(answer.loss)
    parts = [answer.verdict if answer.ok or answer.verdict == "undecided" else f"{answer.verdict}!"]
    if known:
        parts.append(f"tight epsilon {known}")
    if not answer.reach.all and answer.verdict != "undecided":
        parts.append(f"outputs of up to {answer.reach.length} values")
    if answer.reason:
        parts.append(answer.reason)
    return " | ".join([*parts, f"{answer.seconds:.2f}s"])


def told(report: Report, text: str, path: str, line: int, column: int) -> str | None:
    """What is told under the mouse, in Markdown: the claims of a line, or what a complaint means."""
    here = tuple(answer for answer in report.answers if answer.question.line == line + 1)
    if here:
        alone = to_terminal(replace(report, answers=here, problems=(), bugs=()), detail="witnesses")
        return f"```text\n{alone.rstrip()}\n```"
    for one in complaints(report, text, path):
        if one.range.holds(line, column):
            meaning = explanation(one.finding.code)
            return f"**{one.finding.code}**: {one.message}" + (f"\n\n```text\n{meaning}\n```" if meaning else "")
    return None
