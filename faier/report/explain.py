"""Codes of diagnostics and findings -> what they mean, with a wrong and a right example.

A code is stable. FA0xx: the file; FA1xx: what is not in the language; FA2xx: names and types; FA3xx: claims;
FA4xx: runs that could fail; FA5xx: limits; FA6xx: claims that say nothing; FA7xx: verdicts; FA8xx: command line,
configuration, and faier itself. Each has a file in `explanations`, read when it is asked for: a line `# title`, prose,
and where something that is typed can show it, `## Wrong` and `## Right`, each with a fenced block.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from importlib import resources

WIDTH = 80

_FILES = resources.files("faier.report") / "explanations"


@dataclass(frozen=True)
class Explanation:
    """`wrong` and `right` are whole mechanism files, tables `[tool.faier]`, or commands after a `$`; both are empty
    where nothing that is typed can show it."""

    title: str
    text: str
    wrong: str = ""
    right: str = ""


def codes() -> tuple[str, ...]:
    """All codes, in order."""
    return tuple(sorted(file.name.removesuffix(".md") for file in _FILES.iterdir()))


def overview() -> str:
    """One line for each code."""
    return "\n".join(f"{code}  {find(code).title}" for code in codes())


def explanation(code: str) -> str | None:
    """What a code means, as text of 80 columns; None for what is no code."""
    if code not in codes():
        return None
    found = find(code)
    parts = [f"{code}: {found.title}", textwrap.fill(found.text, WIDTH)]
    for heading, example in (("Wrong", found.wrong), ("Right", found.right)):
        if example:
            where = ", in pyproject.toml" if example.startswith("[tool.faier]") else ""
            parts.append(f"{heading}{where}:\n\n{textwrap.indent(example.strip(), '    ')}")
    return "\n\n".join(parts)


def find(code: str) -> Explanation:
    """The explanation of a code there is."""
    head, *examples = (_FILES / f"{code}.md").read_text("utf-8").split("\n## ")
    title, prose = head.removeprefix("# ").split("\n", 1)
    return Explanation(title, " ".join(prose.split()), *map(_fenced, examples))


def _fenced(section: str) -> str:
    """The block between a line that begins with three backticks and the last such line."""
    return section.split("```", 1)[1].split("\n", 1)[1].rpartition("```")[0]
