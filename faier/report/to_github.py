"""A report as workflow commands of GitHub Actions: annotations at the lines of claims.

GitHub shows ten annotations of a kind and step: the last of them says how many more there are, and those are
plain lines of the log. Nothing that a user's file holds can be taken for a command.
"""

from __future__ import annotations

from faier.answers.answer import Report
from faier.report.explain import find
from faier.report.findings import Finding, Place, findings
from faier.report.wording import IDEAL, plural, visible

SHOWN = 10


def to_github(report: Report) -> str:
    """The lines to print in a step."""
    found = findings(report)
    lines = []
    for level in ("error", "warning"):
        items = [item for item in found if item.level == level]
        shown = len(items) if len(items) <= SHOWN else SHOWN - 1
        lines += [_command(level, find(item.code).title, _text(item), item.place, item.code) for item in items[:shown]]
        rest = items[shown:]
        if rest:
            more = f"{plural(len(rest), 'more finding')} of this kind: see the log of this step"
            lines += [_command(level, "more findings", more, None, ""), *(_logged(item) for item in rest)]
    ideal = [f"{IDEAL}."] if report.reals else []
    return "\n".join([*lines, _closing(report), *ideal]) + "\n"


def _command(level: str, title: str, text: str, place: Place | None, code: str) -> str:
    properties = [f"title={_property(f'{title} ({code})' if code else title)}"]
    if place is not None:
        properties.append(f"file={_property(place.path)}")
        for name, number in (("line", place.line), ("col", place.column)):
            if number:
                properties.append(f"{name}={number}")
        if place.end_line >= place.line and place.end_column:
            properties += [f"endLine={place.end_line}", f"endColumn={place.end_column}"]
    return f"::{level} {','.join(properties)}::{_data(text)}"


def _text(item: Finding) -> str:
    return f"{item.message}\n{item.hint}" if item.hint else item.message


def _logged(item: Finding) -> str:
    place = "" if item.place is None else f"{visible(item.place.path)}:{item.place.line}: "
    return _harmless(f"{item.level} {item.code}: {place}{item.message}")


def _closing(report: Report) -> str:
    answers = report.answers
    undecided = sum(answer.verdict == "undecided" for answer in answers)
    ok, failed = sum(answer.ok for answer in answers), sum(answer.failed for answer in answers)
    return f"faier: {plural(len(answers), 'claim')}, {ok} as expected, {failed} not, {undecided} undecided"


def _data(text: str) -> str:
    """What follows `::`, on one line."""
    return _harmless(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")


def _harmless(text: str) -> str:
    """Runners still obey an older kind of command, `##[name]`, wherever it stands in a line."""
    return text.replace("##[", "# #[")
