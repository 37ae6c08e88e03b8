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
        "faier`. Folders whose names begin with a dot are not searched, nor what .gitignore, --exclude or `exclude` in "
        "[tool.faier] leaves out. Finding nothing is an error, so that a misspelt path does not pass as a success.",
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
        "the run was interrupted",
        "It was told to end before everything was decided, by Ctrl-C or by a signal. What was decided by then is in "
        "the report, and the exit status is 130.",
    ),
    "FA806": Explanation(
        "neither a path nor a revision",
        "`faier diff OLD NEW` compares files, folders, or revisions of git: `faier diff main .` compares this folder "
        "with what it was in main, `faier diff v1:models models` a folder with one of a revision. A revision is what "
        "`git rev-parse` knows; a clone may have to fetch it first.",
    ),
    "FA807": Explanation(
        "a value of faier certify that does not fit",
        "--left and --right give the whole of two inputs: --left '[0, 1, 2]' where there is one, --left NAME=VALUE "
        "for each where there are several, and the secret's value with --prior. Then --with NAME=VALUE gives the "
        "public inputs and the parameters of the prior. Every value is in the declared range. --output gives the "
        "event: a value that the mechanism returns, or the list of those that it yields.",
    ),
    "FA808": Explanation(
        "no query for a claim",
        "`faier encode` writes what solvers of real arithmetic can be asked: no exp beside unknowns, "
        "an epsilon with a value, and no delta. Where that is not so there is no query, and nothing else is written in "
        "its place. `faier check` may decide the claim all the same. A claim that is decided before a solver is needed "
        "has a query without a solution.",
    ),
    "FA809": Explanation(
        "a wrong command line",
        "An option or an argument that is not known, not complete, or contradicts another one. Nothing was done. It is "
        "told on standard error; with a --format that programs read, also there.",
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


_CLAIM = """\
from faier import Bool, flip, log, mechanism, one, private


@private(epsilon=log(EPSILON), neighbors=one()EXPECT)
@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer
"""


def _claim(epsilon: str, expect: str = "") -> str:
    return _CLAIM.replace("EPSILON", epsilon).replace("EXPECT", expect)


FINDINGS = {
    "FA701": Explanation(
        "a privacy claim is refuted",
        "Some output is more likely for one input, or one value of the secret, than the claim allows against another. "
        "The witness names both, the output, and the exact probabilities; it was recomputed from the file by a second, "
        "independent implementation. Claim the tight epsilon, add noise, or show less. If the claim is there to fail, "
        'say so: @private(..., expect="refuted").',
        _claim("2"),
        _claim("3"),
    ),
    "FA702": Explanation(
        "a claim that should be refuted holds",
        'The claim says expect="refuted", and it was proved. Either the mechanism is more private than was thought, '
        "or it is not the one that was meant.",
        _claim("3", ', expect="refuted"'),
        _claim("2", ', expect="refuted"'),
    ),
    "FA703": Explanation(
        "a privacy claim is undecided",
        "It was neither proved nor refuted: a limit of time or memory was reached, or the claim is of a kind that "
        "cannot be decided; the finding says which. An undecided claim is not a pass: the exit status is 3, unless "
        "--undecided warn is given. Give it more time (--timeout) or memory (--memory), cover shorter outputs only "
        "(--length), or ask for less.",
    ),
}


def codes() -> tuple[str, ...]:
    """All codes, in order."""
    return tuple(sorted({*CODES, *COMMAND_LINE, *FINDINGS}))


def overview() -> str:
    """One line for each code."""
    return "\n".join(f"{code}  {find(code).title}" for code in codes())


def explanation(code: str) -> str | None:
    """What a code means, as text of 80 columns; None for what is no code."""
    if code not in codes():
        return None
    found = find(code)
    parts = [f"{code}: {found.title}", textwrap.fill(found.text, WIDTH)]
    for heading, example in (("Wrong:", found.wrong), ("Right:", found.right)):
        if example:
            parts.append(f"{heading}\n\n{textwrap.indent(example.strip(), '    ')}")
    return "\n\n".join(parts)


def find(code: str) -> Explanation:
    """The explanation of a code there is."""
    return next(table[code] for table in (CODES, COMMAND_LINE, FINDINGS) if code in table)
