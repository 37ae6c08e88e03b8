"""The arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from faier.command.choices import ENGINES, SOLVERS, STAGES
from faier.report.formats import FORMATS, PLAIN

Command = TypeVar("Command", bound=Callable[..., Any])


def grouped(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """One decorator for several options, shown in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """What a shell may complete here: the names of files, and of folders on the way to them."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def mechanisms(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """Files, and the mechanisms in one."""
    from faier.command.completing import paths

    return paths(context, parameter, incomplete)


def priors(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[Any]:
    """The priors of the files that stand before."""
    from faier.command.completing import priors

    return priors(context, parameter, incomplete)


PATHS = click.argument("paths", nargs=-1, metavar="PATH[::MECHANISM]...", shell_complete=mechanisms)

EXCLUDE = click.option(
    "--exclude",
    metavar="PATTERN",
    multiple=True,
    help="Leave out what matches, in folders: a pattern as in .gitignore. Repeatable.",
)

EPSILON = click.option("--epsilon", metavar="EXPR", help="Check this epsilon instead of the file's claims.")

DELTA = click.option("--delta", metavar="EXPR", help="The delta that goes with it.  [default: 0]")

ABOUT = grouped(
    click.option("--neighbors", metavar="EXPR", help="Which inputs are neighbors, such as 'each(1)' or 'one()'."),
    click.option(
        "--prior", metavar="NAME", shell_complete=priors, help="What the adversary believes: a @prior of the file."
    ),
)

SET = click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="Replace a top-level constant or the default of a keyword parameter. Repeatable.",
)

LENGTH = click.option(
    "--length",
    type=click.IntRange(min=1),
    metavar="K",
    help="Cover outputs of up to K values.  [default: all where a mechanism ends, else 12]",
)

ENGINE = grouped(
    click.option(
        "--engine",
        type=click.Choice(ENGINES),
        metavar="NAME",
        help=f"How to decide: {', '.join(ENGINES)}.  [default: auto]",
    ),
    click.option("--solver", type=click.Choice(SOLVERS), help="For the engine smt.  [default: z3]"),
)

MEMORY = click.option(
    "--memory", type=click.IntRange(min=1), metavar="MIB", help="For all that runs side by side.  [default: 4096]"
)
JOBS = click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="What is done side by side.  [default: all cores]"
)


def _place(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    if text is not None:
        from faier.running.clusters import is_place

        if not is_place(text):
            raise click.BadParameter(f"{text!r} is none of local, dask and dask://HOST:PORT")
    return text


EXECUTOR = click.option(
    "--executor",
    metavar="PLACE",
    callback=_place,
    help="Where the work is done: local, dask, or dask://HOST:PORT, a cluster's scheduler.  [default: local]",
)

LIMITS = grouped(
    click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True, max=1e9),
        metavar="SECONDS",
        help="For each claim; one that takes longer is undecided.  [default: 300]",
    ),
    MEMORY,
    JOBS,
)

OUTPUT = click.option(
    "--output",
    "outputs",
    metavar="[FORMAT=]FILE",
    multiple=True,
    shell_complete=files,
    help="Write to FILE, whole or not at all, instead of standard output: in the format of its ending, or of --format. "
    "With FORMAT= the file is written beside what is printed. Repeatable.",
)

FORMAT = click.option("--format", "form", type=click.Choice(PLAIN), help="What is printed.  [default: text]")

REPORT = click.option("--format", "form", type=click.Choice(FORMATS), help="What is printed.  [default: text]")

CERTIFICATES = click.option(
    "--certificates",
    metavar="DIR",
    help="Write a certificate of every decided claim into this folder, for `faier verify`.",
)

EMIT = click.option("--emit", type=click.Choice(STAGES), help="Print this stage instead of deciding.")

UNDECIDED = click.option(
    "--undecided", type=click.Choice(["fail", "warn"]), help="Whether an undecided claim fails the run."
)

CACHE = grouped(
    click.option(
        "--cache",
        "cache",
        metavar="DIR",
        shell_complete=files,
        help="Where decided claims are kept.  [default: the user's cache]",
    ),
    click.option("--no-cache", is_flag=True, help="Decide everything anew, and keep nothing."),
)
