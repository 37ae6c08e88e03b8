"""`faier learn`: a data file becomes a prior program."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

import click

from faier.command.console import colorful, saved, say
from faier.command.options import FORMAT, files, grouped

if TYPE_CHECKING:
    from fractions import Fraction

    from faier.learning.learning import Wanted

_CHAIN = grouped(
    click.option("--column", metavar="NAME", help="The column whose values follow each other."),
    click.option("--by", multiple=True, metavar="NAME", help="A sequence for each value of this column. Repeatable."),
    click.option(
        "--order", metavar="NAME", help="The column that orders records: numbers or dates.  [default: the file]"
    ),
    click.option(
        "--step",
        metavar="STEP",
        help="What lies between neighbors, 1 or 15min; else there is a gap. Or any.  [default: what is most frequent]",
    ),
    click.option(
        "--start",
        type=click.Choice(["stationary", "sequences", "records"]),
        help="How a series begins: as the chain settles, as the sequences do, or as any record.  [default: stationary]",
    ),
    click.option("--pseudocount", metavar="NUMBER", help="Added to each count, so that nothing is impossible."),
    click.option(
        "--confidence", metavar="NUMBER", help="Write unknown chances in boxes that hold with this confidence."
    ),
    click.option(
        "--hidden", type=click.IntRange(min=2, max=50), metavar="K", help="Fit so many hidden states instead."
    ),
    click.option(
        "--emissions", type=click.Choice(["categorical", "normal"]), help="What these show.  [default: found out]"
    ),
    click.option(
        "--steps", type=click.IntRange(min=1, max=1_000_000), metavar="T", help="Records of the prior.  [default: 10]"
    ),
    click.option("--counted", metavar="STATE", help="With --epsilon, the state that is counted."),
)

_GROUPS = grouped(
    click.option("--secret", metavar="NAME", help="The column that is secret; with --value."),
    click.option("--value", metavar="NAME", help="The column that is released."),
    click.option(
        "--mixture", type=click.IntRange(min=1, max=50), metavar="K", help="Fit K normal parts for each secret."
    ),
    click.option("--count", metavar="NAME", help="The column that says how many records a row stands for."),
)

_READING = grouped(
    click.option("--where", multiple=True, metavar="NAME=VALUE", help="Take these records only. Repeatable."),
    click.option("--bin", "width", metavar="WIDTH", help="Group numbers into intervals of this width."),
    click.option("--missing", multiple=True, metavar="TEXT", help="Another text for a missing value. Repeatable."),
    click.option("--delimiter", metavar="CHAR", help="What parts cells.  [default: the most frequent of , ; tab |]"),
    click.option("--encoding", metavar="NAME", help="How the file is text.  [default: utf-8]"),
    click.option("--no-header", is_flag=True, help="The first line is a record; columns are called 1, 2, 3, ..."),
    click.option("--table", metavar="NAME", help="The object of a JSON file that counts values for each secret."),
)

_WRITING = grouped(
    click.option("--epsilon", metavar="EXPR", help="Also write a mechanism with noise, and this claim about it."),
    click.option("--name", metavar="NAME", help="What the prior is called.  [default: as the column]"),
    click.option(
        "--write", metavar="FILE.py", shell_complete=files, help="Where the program goes.  [default: printed]"
    ),
)


@click.command(epilog="Exit status: 2 where nothing can be learned from the data as asked, else 0.")
@click.argument("data", metavar="DATA", shell_complete=files)
@_CHAIN
@_GROUPS
@_READING
@_WRITING
@FORMAT
def learn(data: str, form: str | None, write: str | None, **given: Any) -> int:
    """A prior program from data.

    DATA is a table: CSV, JSON, .npy. With --column, how its values follow each other: a chain of exact counts, boxes of
    unknown chances, or a hidden Markov model. With --secret and --value, how the values are distributed given each
    secret: as counted, or as a mixture of normal parts. A missing value or a gap ends a sequence. With --epsilon
    a mechanism and its claim are written too, for `faier calibrate`.

    \b
      faier learn diary.csv --column activity --by person --write diary.py
      faier learn diary.csv --column activity --order day --confidence 0.95
      faier learn load.csv --column power --hidden 2
      faier learn census.csv --secret race --value age --mixture 3 --epsilon 1
    """
    from faier.command.destination import refuse_unwritable
    from faier.lang.diagnostics import Rejected
    from faier.learning.learning import learned
    from faier.learning.table import text_for_quoting
    from faier.report.learning import refused, remarks, to_json, told

    if write is not None:
        if not write.endswith(".py"):
            raise click.BadParameter(f"{write!r} does not end in .py", param_hint="'--write'")
        refuse_unwritable(write, "'--write'")
    asked = wanted(data, write, given)
    try:
        found = learned(asked)
    except Rejected as rejection:
        if form == "json":
            say(to_json(None, data, None, rejection.diagnostics, 2))
        else:
            say(refused(rejection.diagnostics, text_for_quoting(data, asked.reading), colorful()))
        return 2
    if write is not None and not saved(write, found.program):
        return 4
    if form == "json":
        say(to_json(found, data, write, (), 0))
    elif write is not None:
        say(told(found, data, write, asked.epsilon is not None))
    else:
        say(found.program)
        for line in remarks(found):
            click.echo(line, err=True)
    return 0


def typed(words: list[str]) -> tuple[str, str | None, Wanted]:
    """The data, where the program goes, and what is asked by these words; else ValueError."""
    try:
        given = learn.make_context("learn", words).params
        data, write = given.pop("data"), given.pop("write")
        del given["form"]
        return data, write, wanted(data, write, given)
    except click.ClickException as error:
        raise ValueError(error.format_message()) from None


def wanted(data: str, write: str | None, given: dict[str, Any]) -> Wanted:
    """The options as what is asked; whatever does not go together is refused."""
    from fractions import Fraction

    from faier.exact import rational
    from faier.learning.learning import Wanted
    from faier.learning.sequences import ANY, Ordering
    from faier.learning.table import COUNT, MISSING, Reading
    from faier.learning.values import duration

    _refuse_strange_pairs(given)
    reading = Reading(
        given["delimiter"],
        given["encoding"],
        not given["no_header"],
        MISSING | set(given["missing"]),
        given["table"],
        (given["secret"] or "secret", given["value"] or "value"),
    )
    step: Fraction | str | None = given["step"]
    if isinstance(step, str) and step != ANY:
        step = duration(step)
        if step is None or step <= 0:
            raise click.BadParameter("write a number, or a time: 30s, 15min, 1h, 1d, 1w; or any", param_hint="'--step'")
    where = []
    for item in given["where"]:
        name, equals, value = item.partition("=")
        if not equals:
            raise click.BadParameter(f"{item!r} is not NAME=VALUE", param_hint="'--where'")
        where.append((name.strip(), value.strip()))
    width = None if given["width"] is None else _number(given["width"], "'--bin'")
    if width is not None and width <= 0:
        raise click.BadParameter("the width is above 0", param_hint="'--bin'")
    confidence = None if given["confidence"] is None else _number(given["confidence"], "'--confidence'")
    if confidence is not None and not 0 < confidence < 1:
        raise click.BadParameter("write a number between 0 and 1, such as 0.95", param_hint="'--confidence'")
    added = Fraction(0) if given["pseudocount"] is None else _number(given["pseudocount"], "'--pseudocount'")
    if added < 0:
        raise click.BadParameter("write 0 or more", param_hint="'--pseudocount'")
    if given["name"] is not None and not _is_name(given["name"]):
        raise click.BadParameter(f"{given['name']!r} is no name that a function may have", param_hint="'--name'")
    return Wanted(
        data,
        _command(data, write, given),
        reading,
        tuple(where),
        width,
        None if given["column"] is None else Ordering(given["column"], given["by"], given["order"], step),
        given["start"] or "stationary",
        rational(added),
        None if confidence is None else rational(confidence),
        given["hidden"],
        given["emissions"],
        given["secret"],
        given["value"],
        given["count"] or (COUNT if given["table"] else None),
        given["mixture"],
        given["steps"] or 10,
        given["name"],
        given["epsilon"],
        given["counted"],
    )


def _refuse_strange_pairs(given: dict[str, Any]) -> None:
    chain, groups = given["column"] is not None, given["secret"] is not None or given["value"] is not None
    if chain == groups:
        raise click.UsageError("Name --column, whose values follow each other; or --secret and --value.")
    if groups and (given["secret"] is None or given["value"] is None):
        raise click.UsageError("--secret and --value go together.")
    of_chains = ("by", "order", "step", "start", "pseudocount", "confidence", "hidden", "emissions", "steps", "counted")
    for name in of_chains if groups else ("mixture", "count", "table"):
        if given[name]:
            raise click.UsageError(f"--{name} goes with {'--column' if groups else '--secret and --value'}.")
    if given["hidden"] is None and given["emissions"] is not None:
        raise click.UsageError("--emissions goes with --hidden.")
    if given["hidden"] is not None:
        for name in ("pseudocount", "confidence"):
            if given[name] is not None:
                raise click.UsageError(f"--{name} goes with a chain that is counted, not with --hidden.")
        if given["start"] == "records":
            raise click.UsageError("--start records goes with a chain that is counted, not with --hidden.")
    if given["confidence"] is not None and given["pseudocount"] is not None:
        raise click.UsageError("--confidence is about the counts as they are: leave out --pseudocount.")
    if given["counted"] is not None and given["epsilon"] is None:
        raise click.UsageError("--counted goes with --epsilon.")


def _number(text: str, option: str) -> Fraction:
    from fractions import Fraction

    from faier.learning.values import number

    found = number(text.strip())
    if found is None:
        one, slash, other = text.partition("/")
        parts = number(one.strip()), number(other.strip())
        if slash and parts[0] is not None and parts[1]:
            return Fraction(parts[0] / parts[1])
        raise click.BadParameter(f"{text!r} is no number", param_hint=option)
    return found


def _is_name(text: str) -> bool:
    from faier.learning.listing import TAKEN

    return re.fullmatch(r"[A-Za-z_]\w*", text, re.ASCII) is not None and text not in TAKEN


def _command(data: str, write: str | None, given: dict[str, Any]) -> str:
    """The command again, so that whoever reads the program can write it anew."""
    words = ["faier", "learn", data]
    for name, value in given.items():
        option = {"width": "--bin"}.get(name, f"--{name.replace('_', '-')}")
        if value is True:
            words.append(option)
        elif isinstance(value, tuple):
            words += [word for item in value for word in (option, str(item))]
        elif value is not None and value is not False:
            words += [option, str(value)]
    if write is not None:
        words += ["--write", write]
    return shlex.join(words)
