"""Codes of diagnostics -> what they mean, with a wrong and a right example.

The codes of mechanism files are explained beside the language; those of the command line, of configuration
and of faier itself are explained here.
"""

from __future__ import annotations

import textwrap

from faier.lang import CODES, Explanation

WIDTH = 80

COMMAND_LINE = {
    "FA801": Explanation(
        "no mechanism in a file or a folder",
        "A file that is checked holds at least one mechanism or prior. A folder stands for the mechanism files in "
        "it and below it: files whose names end in .py and that have a line `from faier import ...` or `import "
        "faier`. Folders whose names begin with a dot are not searched. Finding nothing is an error, so that a "
        "misspelt path does not pass as a success.",
    ),
    "FA802": Explanation(
        "nothing was selected",
        "The files were read, but nothing is claimed in them, so there is nothing to check. Write a claim above a "
        "mechanism, @private(epsilon=..., neighbors=...) or @private(epsilon=..., prior=...), or give one on the "
        "command line with --epsilon and --neighbors or --prior.",
    ),
    "FA803": Explanation(
        "reading a file did not come to an end",
        "The process that read the file was ended from outside, or crashed. The other files were read. If it "
        "happens again with this file, please report it as a bug in faier.",
    ),
    "FA804": Explanation(
        "a wrong --interval",
        "A binary search by a solver (--engine smt) starts between two epsilons: --interval 1.2,1.3, or "
        "--interval 'log(2),log(8)'. "
        "The first is at least 0 and less than the second. If the answer is outside, the search goes on there.",
    ),
    "FA805": Explanation(
        "a value of faier certify that does not fit",
        "--left and --right give the whole of two inputs: --left '[0, 1, 2]' where there is one, --left NAME=VALUE "
        "for each where there are several, and the secret's value with --prior. Then --with NAME=VALUE gives the "
        "public inputs and the parameters of the prior. Every value is in the declared range. --output gives the "
        "event: a value that the mechanism returns, or the list of those that it yields.",
    ),
    "FA811": Explanation(
        "pyproject.toml is not TOML",
        "The nearest pyproject.toml mentions faier and cannot be read. Nothing is checked until it can: a setting "
        "that is not heard must not weaken a check.",
    ),
    "FA812": Explanation(
        "an unknown key in [tool.faier]",
        "The table [tool.faier] of pyproject.toml holds defaults for the options of the command line, under their "
        "names without dashes, and `paths`. Any other key is an error.",
    ),
    "FA813": Explanation(
        "a value of the wrong type in [tool.faier]",
        'Expressions are strings, epsilon = "log(2)"; length, memory and jobs are whole numbers; timeout is a '
        "number of seconds; paths is a list of strings; set is a table.",
    ),
    "FA899": Explanation(
        "an internal error",
        "This is a bug in faier. The claim it happened in is undecided, the others are decided, and the exit status "
        "is 4. Please report it with the file that shows it.",
    ),
}


def codes() -> tuple[str, ...]:
    """All codes, in order."""
    return tuple(sorted({*CODES, *COMMAND_LINE}))


def overview() -> str:
    """One line for each code."""
    return "\n".join(f"{code}  {_find(code).title}" for code in codes())


def explanation(code: str) -> str | None:
    """What a code means, as text of 80 columns; None for what is no code."""
    if code not in codes():
        return None
    found = _find(code)
    parts = [f"{code}: {found.title}", textwrap.fill(found.text, WIDTH)]
    for heading, example in (("Wrong:", found.wrong), ("Right:", found.right)):
        if example:
            parts.append(f"{heading}\n\n{textwrap.indent(example.strip(), '    ')}")
    return "\n\n".join(parts)


def _find(code: str) -> Explanation:
    return CODES[code] if code in CODES else COMMAND_LINE[code]
