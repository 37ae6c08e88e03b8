"""What every HTML page has: its frame, and what is wrong with the files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from faier.answers.answer import Report
from faier.report.html_claim import text
from faier.report.html_style import STYLE
from faier.version import VERSION

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(title: str, header: str, parts: Iterable[str]) -> str:
    """A page with this title, its header and its sections."""
    body = "\n".join(part for part in parts if part)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<a class="skip" href="#content">Skip to the report</a>\n<header>\n{header}\n</header>\n'
        f'<main id="content">\n{body}\n</main>\n'
        f"<footer><p>Made by faier {VERSION}. Every number in the text is exact or cut off from an exact one, unless "
        "“about” is said; numbers in charts are rounded.</p></footer>\n</body>\n</html>\n"
    )


def problems(report: Report) -> str:
    if not report.problems and not report.bugs:
        return ""
    items = [f"<li>{_problem(problem)}</li>" for problem in report.problems]
    items += [f"<li><strong>internal error</strong>: {text(bug)}</li>" for bug in report.bugs]
    return f'<section id="problems"><h2>What could not be checked</h2>\n<ul>{"".join(items)}</ul></section>'


def _problem(problem: Diagnostic) -> str:
    line = f", line {problem.span.line}" if problem.span.line else ""
    hint = f" ({text(problem.hint)})" if problem.hint else ""
    place = f"<code>{text(problem.path)}</code>{line}"
    return f"<strong>{problem.code}</strong> {place}: {text(problem.message)}{hint}"
