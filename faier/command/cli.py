"""Arguments in, exit status out: the commands and their options.

Nothing heavy is imported before it is needed: `faier --help` loads click and nothing of the engine room.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import click

from faier.command.auditing import SAMPLED
from faier.command.calibrating import VARIED, asked
from faier.command.choices import SCHEMAS, SHELLS
from faier.command.console import (
    Unwritten,
    colorful,
    forget_output,
    heeding_termination,
    progress_line,
    saved,
    say,
    survive_any_encoding,
)
from faier.command.editor import lsp
from faier.command.execution import carried_out, text_of, watched
from faier.command.learning import learn
from faier.command.options import (
    ABOUT,
    CACHE,
    CERTIFICATES,
    DELTA,
    EMIT,
    ENGINE,
    EPSILON,
    EXCLUDE,
    EXECUTOR,
    FORMAT,
    JOBS,
    LENGTH,
    LIMITS,
    MEMORY,
    OUTPUT,
    PATHS,
    REPORT,
    SET,
    UNDECIDED,
    files,
    mechanisms,
)
from faier.command.planning import plan_command
from faier.extras import MissingExtraError
from faier.report.formats import formats_of
from faier.version import VERSION

EPILOG = """\b
Exit status:
  0    every claim came out as expected, and there was at least one
  1    some claim did not
  2    the command line, the configuration or a mechanism file is wrong,
       or no claim was selected; the rest was still decided
  3    nothing failed, but some claim is undecided within its limits
  4    an internal error
  130  interrupted; what was decided is reported
The first that applies of 4, 2, 1, 3."""


# What writing to a disk or a device without room says.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    survive_any_encoding()
    if arguments is None and "_FAIER_COMPLETE" in os.environ:  # a shell asks what could stand here
        from faier.command.completing import known

        known()
        cli.main(prog_name="faier", complete_var="_FAIER_COMPLETE")
    try:
        return _status(arguments)
    except Unwritten as error:
        forget_output()
        error.show()
        return 4
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return 130
    except BrokenPipeError:
        forget_output()
        return 2
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _FULL:
            forget_output()
            click.echo(f"Error: standard output was not written: {error.strerror}", err=True)
            return 4
        click.echo(
            f"Internal error: {type(error).__name__}: {error}\nThis is a bug in faier: please report it.", err=True
        )
        return 4


def _status(arguments: list[str] | None) -> int:
    """Do what the command line says, or tell what is wrong with it."""
    try:
        status = cli.main(arguments, prog_name="faier", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except Unwritten:
        raise
    except click.ClickException as error:
        error.show()
        _tell_programs(error, sys.argv[1:] if arguments is None else arguments)
        return 2
    except MissingExtraError as missing:
        refused = click.ClickException(str(missing))
        refused.show()
        _tell_programs(refused, sys.argv[1:] if arguments is None else arguments)
        return 2


def _tell_programs(error: click.ClickException, arguments: list[str]) -> None:
    """Whoever reads a format for programs gets a document, also where the command line is wrong."""
    from faier.report.usage_error import said, wanted
    from faier.versions.difference import Difference

    asked = wanted(arguments)
    if asked is None or asked[0] not in cli.commands:
        return
    command, form = asked
    if command == "verify":
        from faier.report.verification import to_json

        say(to_json((), 2, error.format_message()))
        return
    if command == "plan":
        from faier.report.planned import failed_json

        say(failed_json(error.format_message()))
        return
    if command == "learn":
        from faier.report.learning import misused

        say(misused(error.format_message()))
        return
    outcome = said(command, error.format_message())
    if isinstance(outcome, Difference):
        from faier.report.difference import written_as

        say(written_as(form, outcome, False))
    else:
        say(text_of(outcome, form))


def _codes(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from faier.report.explain import codes

    return [code for code in codes() if code.startswith(incomplete.upper())]


class _InOrder(click.Group):
    """Lists the commands as they are written here, the most used first."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)


@click.group(
    cls=_InOrder, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80}, epilog=EPILOG
)
@click.version_option(VERSION, message="%(prog)s %(version)s")
def cli() -> None:
    """Prove or refute the privacy of mechanisms written in Python.

    A mechanism file is a Python file that imports from faier. It is read, never executed. Each
    @private(epsilon=..., neighbors=...) or @private(epsilon=..., prior=...) above a mechanism is a claim, and
    every claim is decided exactly: proved, refuted with a witness, or undecided with the reason.

    \b
      faier check noisy_max.py                decide every claim in the file
      faier check models                      and in every file of a folder
      faier bound noisy_max.py::noisy_max     the tight epsilon, exactly
      faier explain FA001                     what an error means, how to fix it
    """


@cli.command(epilog=EPILOG)
@PATHS
@EXCLUDE
@EPSILON
@DELTA
@ABOUT
@SET
@LENGTH
@ENGINE
@LIMITS
@EXECUTOR
@REPORT
@OUTPUT
@UNDECIDED
@CACHE
@click.option(
    "--resume",
    metavar="FILE",
    shell_complete=files,
    help="Go on from the claims in FILE, and write there what is decided.",
)
@CERTIFICATES
@EMIT
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option("-v", "--verbose", is_flag=True, help="Tell the witness of every refuted claim.")
@click.option("-q", "--quiet", is_flag=True, help="As text, tell nothing but what failed or is undecided.")
def check(watch: bool, **given: Any) -> int:
    """Decide every claim in files and folders.

    A claim that should fail, @private(..., expect="refuted"), passes when it is refuted. Under each claim that
    comes out otherwise than expected stands its witness: two inputs, an output, and how likely it is given
    each. Without PATH, the paths of [tool.faier] in pyproject.toml are checked.

    \b
      faier check models --timeout 60            a minute for each claim
      faier check models --format sarif --output faier.sarif
      faier check models --watch                 and again after each change
      faier check - < a.py                       what stands in standard input
      faier check a.py --epsilon 'log(2)' --neighbors 'one(1)'
    """
    return watched(given) if watch else carried_out("check", given)


@cli.command()
@PATHS
@EXCLUDE
@click.option("--epsilon", metavar="EXPR", help="Find the least delta for this epsilon instead.")
@DELTA
@ABOUT
@SET
@LENGTH
@ENGINE
@click.option("--curve", is_flag=True, help="Also the tight epsilon of outputs of up to 1, 2, 3, ... values.")
@click.option("--sample", is_flag=True, help="Draw runs first, and go on from the best output of them.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="For --sample.  [default: 0]")
@click.option("--renyi", metavar="ALPHA", help="Also the Renyi divergence of this order.")
@click.option("--zcdp", is_flag=True, help="Also the least rho of zero-concentrated privacy.")
@click.option("--total-variation", is_flag=True, help="Also the total variation: the least delta for epsilon 0.")
@click.option("--profile", is_flag=True, help="Also the least delta of epsilons from 0 on.")
@click.option("--interval", metavar="LO,HI", help="For the engine smt: epsilons between which to search first.")
@LIMITS
@EXECUTOR
@FORMAT
@OUTPUT
@CACHE
@EMIT
def bound(renyi: str | None, zcdp: bool, total_variation: bool, profile: bool, **given: Any) -> int:
    """The tight epsilon of a mechanism.

    It is exact, and shown with the inputs and the output that attain it. Without --neighbors or --prior it is
    found for each relation and each prior that the file claims something about. With --delta it is the least
    epsilon for that delta, and with --epsilon the least delta for that epsilon. With --engine smt it is found by
    binary search with solver queries.

    \b
      faier bound noisy_max.py                         for each relation and prior
      faier bound noisy_max.py --neighbors 'one(1)'    for this relation
      faier bound noisy_max.py --set N=5               with five queries
      faier bound watch.py --curve --length 8          by the length of the output
      faier bound large.py --sample                    also what drawn runs show
      faier bound count.py --renyi 2 --zcdp --profile  by other measures
    """
    from faier.running.request import Measuring

    asked = Measuring(renyi, zcdp, total_variation, profile)
    return carried_out("bound", given | {"measuring": None if asked == Measuring() else asked})


@cli.command(epilog="Exit status: 1 where no value satisfies a claim, 3 where that is undecided, else as for check.")
@PATHS
@VARIED
@EXCLUDE
@EPSILON
@DELTA
@ABOUT
@SET
@LENGTH
@ENGINE
@LIMITS
@EXECUTOR
@click.option("--format", "form", type=click.Choice(formats_of("calibrate")), help="[default: text]")
@OUTPUT
def calibrate(**given: Any) -> int:
    """How much noise is enough, and that less is not.

    For each claim of a mechanism: the least value of a constant at which the claim is proved, or the greatest where
    less noise is more. It is proved at the value that is printed, and refuted one unit of the last digit further on,
    with the witness. What is known of all values beyond is said with its reason.

    \b
      faier calibrate flu.py::cases --vary scale
      faier calibrate count.py --vary a --between 0,1 --digits 3
      faier calibrate walk.py --vary STEPS --epsilon 1 --prior walk
    """
    return carried_out("calibrate", asked(given))


cli.add_command(learn)
cli.add_command(plan_command)
cli.add_command(lsp)


@cli.command(epilog="Exit status: 1 where it differs or leaks, 3 where there are too few samples, else as for check.")
@click.argument("callable_", metavar="CALLABLE")
@PATHS
@SAMPLED
@EXCLUDE
@EPSILON
@DELTA
@ABOUT
@SET
@LIMITS
@FORMAT
@OUTPUT
def audit(callable_: str, **given: Any) -> int:
    """Is the code that runs the one that was verified?

    CALLABLE is PACKAGE:NAME, called with the inputs of the mechanism in their order. This is the only command that runs
    what it is shown: in a process of its own, for at most the time and memory given. Its outputs are held against the
    distribution of the model, and against the claim: it differs, it leaks, or it is consistent, which is no proof.

    \b
      faier audit mylib.noise:count count.py::count
      faier audit mylib:vote vote.py::vote --samples 1000000 --seed 1
    """
    from faier.command.auditing import audit

    return audit(callable_, given)


@cli.command(epilog="Exit status: 1 where privacy got worse, 3 where that is undecided, else as for check.")
@click.argument("old", shell_complete=files)
@click.argument("new", default=".", shell_complete=files)
@EXCLUDE
@SET
@LENGTH
@ENGINE
@LIMITS
@FORMAT
@OUTPUT
@UNDECIDED
@CACHE
def diff(old: str, new: str, **given: Any) -> int:
    """What a change does to privacy.

    OLD and NEW are files, folders, or revisions of git; a revision stands for what the other path was then. For each
    mechanism in a file that changed: its tight epsilon before and after, and which claims appeared, vanished or
    changed. Privacy got worse where a tight or a claimed epsilon is greater, where a claim is gone that no other
    implies, or where a claim does not come out as expected any more.

    \b
      faier diff main .               this folder against the branch main
      faier diff HEAD~1 HEAD          the last commit
      faier diff old.py new.py        two files
    """
    from faier.command.configuration import Misconfigured
    from faier.command.invocation import comparison
    from faier.report.difference import written_as
    from faier.versions.difference import Difference
    from faier.versions.differing import differing
    from faier.versions.revision import sides

    try:
        asked = comparison(given, Path.cwd())
    except Misconfigured as refused:
        sources = {problem.path: refused.source for problem in refused.diagnostics}
        found = Difference(old, new, problems=refused.diagnostics, sources=sources)
        say(written_as(str(given.get("form") or "text"), found, colorful()))
        return found.status
    with heeding_termination(), progress_line(asked.form) as progress:
        found = differing(asked.plan, *sides(old, new, Path.cwd(), asked.excluded), progress)
    written = [saved(path, written_as(form, found, False)) for path, form in asked.files]
    if asked.printed or not all(written):
        say(written_as(asked.form, found, colorful()))
    return found.status if all(written) else 4


@cli.command()
@PATHS
@EPSILON
@ABOUT
@SET
@LENGTH
@LIMITS
@FORMAT
@OUTPUT
def encode(**given: Any) -> int:
    """The SMT-LIB 2 query of each claim.

    Satisfiable means that some output of up to K values (--length) is more likely than the claim allows.

    \b
      faier encode noisy_max.py::noisy_max | z3 -in
    """
    return carried_out("check", given | {"emit": "smt"})


@cli.command()
@click.argument("path", metavar="PATH::MECHANISM", shell_complete=mechanisms)
@click.option("--left", multiple=True, required=True, metavar="VALUE", help="One input, or one secret with --prior.")
@click.option("--right", multiple=True, required=True, metavar="VALUE", help="The other one.")
@click.option(
    "--output",
    "event",
    multiple=True,
    required=True,
    metavar="VALUE",
    help="What is shown; a list of values where the mechanism yields. Repeatable: an event of several outputs.",
)
@click.option("--prefix/--whole", default=None, help="Whether more may be shown after it.  [default: for streams]")
@click.option(
    "--with",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="With --prior: a public input, or a parameter of the prior. Repeatable.",
)
@EPSILON
@DELTA
@ABOUT
@SET
@LIMITS
@FORMAT
def certify(path: str, left: Any, right: Any, event: Any, prefix: bool | None, given: Any, **others: Any) -> int:
    """Decide whether a reported violation is real.

    Two inputs and an event, as a statistical tester reports them, are compared exactly. Of several inputs each is
    given as NAME=VALUE, --left repeated. Without --epsilon the event is held against every claim of the file about
    the mechanism. The exit status is 1 if the event refutes a claim, 0 if it refutes none, 3 if that is open.

    \b
      faier certify noisy_max.py::noisy_max --left '[1, 1, 1]' \\
          --right '[2, 2, 0]' --output 2 --epsilon 'log(2)' --neighbors 'each(1)'
    """
    from faier.deciding.event import Event

    return carried_out("certify", others | {"paths": (path,), "event": Event(left, right, event, given, prefix)})


@cli.command(name="list")
@PATHS
@EXCLUDE
@SET
@FORMAT
@OUTPUT
def list_(**given: Any) -> int:
    """The mechanisms, priors and claims that are found.

    \b
      faier list models
      faier list models --format json         for a script
    """
    return carried_out("list", given)


@cli.command(name="compile")
@PATHS
@ABOUT
@SET
@LENGTH
@LIMITS
@click.option("--format", "form", type=click.Choice(formats_of("compile")), help="[default: text]")
@OUTPUT
def compile_(**given: Any) -> int:
    """The hidden Markov model of a mechanism.

    With --neighbors or --prior, the pair of models that such a claim compares.

    \b
      faier compile noisy_max.py::noisy_max
      faier compile noisy_max.py --format dot | dot -Tsvg > noisy_max.svg
    """
    return carried_out("compile", given)


@cli.command()
@click.argument("paths", nargs=-1, required=True, metavar="CERTIFICATE... [MECHANISM.py]...", shell_complete=files)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True, max=1e9),
    metavar="SECONDS",
    default=300.0,
    help="For each certificate; one that takes longer is holey.  [default: 300]",
)
@MEMORY
@JOBS
@FORMAT
def verify(paths: tuple[str, ...], timeout: float, memory: int | None, jobs: int | None, form: str | None) -> int:
    """Check certificates with the independent checker.

    \b
      valid    the certificate proves its verdict about the file (exit status 0)
      invalid  it does not, or it is about another text (1)
      holey    it lists a step that the checker cannot redo, which is named (3)

    \b
      faier check models --certificates proofs
      faier verify proofs

    Of a folder, every file whose name ends in .json is checked. The mechanism file is found by the path in the
    certificate, or among the files that are given. Under each answer stands the whole claim, and whether it is one of
    the file as it stands.
    """
    from faier.checker.command import certificates, lines, status
    from faier.command.invocation import cores
    from faier.running.verifying import verified

    sources = [path for path in paths if path.endswith(".py")]
    named = {path: certificates(path) for path in paths if not path.endswith(".py")}
    for path, found in named.items():
        if not found:
            raise click.UsageError(f"The folder {path!r} holds no certificate: no file in it has a name with .json.")
    if not named:
        raise click.UsageError("Name a certificate, written by `faier check --certificates DIR`.")
    asked = list(dict.fromkeys(path for found in named.values() for path in found))
    results, bugs = verified(asked, sources, timeout, memory or 4096, jobs or cores())
    ended = 4 if bugs else status([result for _, result in results])
    if form == "json":
        from faier.report.verification import to_json

        say(to_json(results, ended))
    else:
        say("".join(f"{text}\n" for text in lines(results)))
    return ended


@cli.command()
@click.argument("code", required=False, shell_complete=_codes)
def explain(code: str | None) -> int:
    """What the code of an error means and how to fix it, with a wrong and a right example. Without CODE, all codes.

    \b
      faier explain FA405
    """
    from faier.report.explain import explanation, overview

    if code is None:
        click.echo(overview())
        return 0
    text = explanation(code.upper())
    if text is None:
        from difflib import get_close_matches

        from faier.report.explain import codes

        close = get_close_matches(code.upper(), codes(), n=1)
        hint = f" Did you mean {close[0]}?" if close else " `faier explain` lists all codes."
        raise click.UsageError(f"There is no code {code!r}.{hint}")
    click.echo(text)
    return 0


@cli.command()
@click.argument("command", required=False, type=click.Choice(SCHEMAS), metavar="[COMMAND]")
def schema(command: str | None) -> int:
    """The JSON Schema of what a command prints with --format json.

    COMMAND is check, bound, calibrate, audit, certify, diff, list, compile, verify or plan. Without it, all their
    schemas, by command.
    """
    import json

    from faier.report.schemas import schema

    document = schema(command) if command else {name: schema(name) for name in SCHEMAS}
    click.echo(json.dumps(document, indent=1))
    return 0


@cli.command()
@click.argument("path", metavar="FILE", shell_complete=files)
def new(path: str) -> int:
    """Write a first mechanism file, with a claim that passes.

    The mechanism is called like the file, as far as Python takes that name. Folders that are not there are made; a
    file that exists is left as it is. Without an ending, FILE gets .py.
    """
    import shlex

    from faier.command.starting import NotWrittenError, write_first_file
    from faier.report.wording import visible

    try:
        written = write_first_file(path)
    except NotWrittenError as refused:
        raise click.UsageError(visible(str(refused))) from None
    named = f"./{written}" if written.startswith("-") else written
    click.echo(f"{visible(written)} is written. Now: faier check {visible(shlex.quote(named))}")
    return 0


@cli.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """The script that completes commands and options in a shell.

    \b
      bash  faier completion bash \\
                > ~/.local/share/bash-completion/completions/faier
      zsh   faier completion zsh > a file _faier in a folder of $fpath
      fish  faier completion fish > ~/.config/fish/completions/faier.fish
    """
    from faier.command.completing import script

    click.echo(script(shell, cli))
    return 0
