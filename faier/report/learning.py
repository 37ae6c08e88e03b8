"""What was learned from data, as a few lines for people and as JSON for programs."""

from __future__ import annotations

import json
import shlex
import textwrap
from collections.abc import Sequence

from faier.lang.diagnostics import Diagnostic, render
from faier.learning.learning import Learned
from faier.report.wording import visible
from faier.version import VERSION

WIDTH = 80


def told(found: Learned, data: str, written: str, claimed: bool) -> str:
    """What stands in the file that was written, what to be aware of, and what may be done next."""
    lines = textwrap.wrap(f"{written} is written: the prior {found.name}, {found.summary} of {data}.", WIDTH)
    lines += remarks(found)
    path = visible(shlex.quote(written))
    next_one = f"faier calibrate {path} --vary scale" if claimed else f"faier list {path}"
    lines.append(f"Now: {next_one}")
    if not claimed:
        lines.append("A mechanism with a claim about it is written too where --epsilon is given.")
    return "".join(f"{visible(line)}\n" for line in lines)


def remarks(found: Learned) -> list[str]:
    return [
        line
        for note in found.notes
        for line in textwrap.wrap(note, WIDTH, initial_indent="  note: ", subsequent_indent="        ")
    ]


def refused(problems: Sequence[Diagnostic], text: str, color: bool) -> str:
    """What is wrong with the data, with the line of it."""
    return "".join(f"{render(problem, text, color)}\n" for problem in problems)


def to_json(found: Learned | None, data: str, written: str | None, problems: Sequence[Diagnostic], status: int) -> str:
    """The document `faier.learn/1`."""
    from faier.report.to_json import problem_json

    results: list[dict[str, object]] = []
    if found is not None:
        results.append(
            {
                "path": visible(data),
                "prior": found.name,
                **found.facts,
                "notes": list(found.notes),
                "written": None if written is None else visible(written),
                "program": found.program,
            }
        )
    document = {
        "schema": "faier.learn/1",
        "faier": VERSION,
        "results": results,
        "errors": [problem_json(problem) for problem in problems],
        "exit": status,
    }
    return json.dumps(document, indent=1) + "\n"


def misused(message: str) -> str:
    """The document where the command line is wrong."""
    from faier.report.usage_error import problem

    return to_json(None, "", None, (problem("learn", message),), 2)
