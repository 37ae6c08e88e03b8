"""A report as JUnit XML: a suite for each file, a test case for each claim.

A surprise is a failure; an undecided claim is an error, or skipped where it is only a warning; so is everything
that is wrong with a file. No character of a user's file is taken for markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from faier.answers.answer import Answer, Report
from faier.report.findings import Finding, findings
from faier.report.wording import IDEAL, claimed, visible


@dataclass(frozen=True)
class _Case:
    """`fault` is (element, type, message); None for a pass."""

    path: str
    suite: str
    name: str
    line: int
    seconds: float
    fault: tuple[str, str, str] | None


def to_junit(report: Report) -> str:
    """The document."""
    cases = [_claim(answer, found, report.lenient) for answer, found in _claims(report)]
    cases += [_error(item) for item in findings(report) if item.answer is None]
    cases.sort(key=lambda case: case.path)
    suites = [(path, list(group)) for path, group in groupby(cases, lambda case: case.path)]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites{_attributes('faier', cases, False)}>"]
    reals = next((visible(each.question.path) for each in report.answers if each.question.reals), None)
    for path, group in suites:
        lines.append(f"  <testsuite{_attributes(path, group)}>")
        if path == reals:
            lines.append(f'    <properties><property name="note" value="{_escaped(IDEAL)}"/></properties>')
        for case in group:
            lines += _written(case)
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _claims(report: Report) -> list[tuple[Answer, Finding | None]]:
    found = {id(item.answer): item for item in findings(report) if item.answer is not None}
    return [(answer, found.get(id(answer))) for answer in report.answers]


def _claim(answer: Answer, found: Finding | None, lenient: bool) -> _Case:
    question = answer.question
    fault = None
    if found is not None:
        element = "failure" if answer.failed else "skipped" if lenient else "error"
        fault = element, found.code, found.message
    name = question.name and f"{visible(question.name)}: "
    return _Case(
        visible(question.path),
        f"{visible(question.path)}::{visible(question.mechanism)}",
        f"{name or ''}{claimed(question)}",
        question.line,
        answer.seconds,
        fault,
    )


def _error(item: Finding) -> _Case:
    path = "faier" if item.place is None else visible(item.place.path)
    line = 0 if item.place is None else item.place.line
    message = f"{item.message}; {item.hint}" if item.hint else item.message
    return _Case(
        path, path, f"{item.code} at line {line}" if line else item.code, line, 0.0, ("error", item.code, message)
    )


def _attributes(name: str, cases: list[_Case], suite: bool = True) -> str:
    """The counts; those who check what they read know of skipped cases of a suite, not of all suites together."""

    def count(element: str) -> int:
        return sum(case.fault is not None and case.fault[0] == element for case in cases)

    counts = f'tests="{len(cases)}" failures="{count("failure")}" errors="{count("error")}"'
    counts += f' skipped="{count("skipped")}"' if suite else ""
    return f' name="{_escaped(name)}" {counts} time="{sum(case.seconds for case in cases):.3f}"'


def _written(case: _Case) -> list[str]:
    line = f' line="{case.line}"' if case.line else ""
    head = (
        f'<testcase classname="{_escaped(case.suite)}" name="{_escaped(case.name)}" file="{_escaped(case.path)}"{line}'
    )
    head += f' time="{case.seconds:.3f}"'
    if case.fault is None:
        return [f"    {head}/>"]
    element, kind, message = case.fault
    kind = "" if element == "skipped" else f' type="{kind}"'
    text = "" if element == "skipped" else _escaped(message)
    return [
        f"    {head}>",
        f'      <{element} message="{_escaped(message)}"{kind}>{text}</{element}>',
        "    </testcase>",
    ]


def _escaped(text: str) -> str:
    """`visible` has left no control character, surrogate or unassigned one, so nothing XML cannot hold."""
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&apos;")):
        text = text.replace(character, entity)
    return text
