"""Arguments in, text out: the only module that prints or exits.

Nothing heavy is imported before it is needed: `faier --help` loads click and nothing of the engine room.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from faier.choices import MACHINES, PLAIN, SCHEMAS
from faier.options import (
    ABOUT,
    CACHE,
    CERTIFICATES,
    DELTA,
    EMIT,
    ENGINE,
    EPSILON,
    EXCLUDE,
    FORMAT,
    LENGTH,
    LIMITS,
    OUTPUT,
    PATHS,
    REPORT,
    SET,
    UNDECIDED,
)
from faier.version import VERSION

if TYPE_CHECKING:
    from faier.answer import Report
    from faier.request import Purpose

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
    _survive_any_encoding()
    if arguments is None and "_FAIER_COMPLETE" in os.environ:  # a shell asks what could stand here
        cli.main(prog_name="faier", complete_var="_FAIER_COMPLETE")
    try:
        status = cli.main(arguments, prog_name="faier", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except _Unwritten as error:
        _forget_output()
        error.show()
        return 4
    except click.ClickException as error:
        error.show()
        _tell_programs(error.format_message(), sys.argv[1:] if arguments is None else arguments)
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return 130
    except BrokenPipeError:
        _forget_output()
        return 2
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _FULL:
            _forget_output()
            click.echo(f"Error: standard output was not written: {error.strerror}", err=True)
            return 4
        click.echo(
            f"Internal error: {type(error).__name__}: {error}\nThis is a bug in faier: please report it.", err=True
        )
        return 4


def _tell_programs(message: str, arguments: Sequence[str]) -> None:
    """A wrong command line, for those who asked for a format that programs read."""
    named = [second for first, second in pairwise(arguments) if first == "--format"]
    forms = [*named, *(text.partition("=")[2] for text in arguments if text.startswith("--format="))]
    command = next(iter(arguments), "")
    if len(forms) != 1 or forms[0] not in MACHINES.get(command, ()):
        return
    from faier.lang.diagnostics import Diagnostic
    from faier.lang.syntax import NOWHERE

    problem = Diagnostic("FA809", message, f"faier {command} --help", f"faier {command}", NOWHERE)
    if command == "diff":
        from faier.difference import Difference
        from faier.report.difference import written_as

        _say(written_as("json", Difference("", "", problems=(problem,), sources={}), False))
        return
    from faier.answer import Report

    _print(Report(cast("Purpose", command), problems=(problem,)), forms[0], False)


class _Unwritten(click.ClickException):
    """What was decided could not be printed, on a full disk say."""


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
@REPORT
@OUTPUT
@UNDECIDED
@CACHE
@click.option("--resume", metavar="FILE", help="Go on from the claims in FILE, and write there what is decided.")
@CERTIFICATES
@EMIT
@click.option("-v", "--verbose", is_flag=True, help="Tell the witness of every refuted claim.")
def check(**given: Any) -> int:
    """Decide every claim in files and folders.

    A claim that should fail, @private(..., expect="refuted"), passes when it is refuted. Under each claim that
    comes out otherwise than expected stands its witness: two inputs, an output, and how likely it is given
    each. Without PATH, the paths of [tool.faier] in pyproject.toml are checked.
    """
    return _carried_out("check", given)


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
@click.option("--interval", metavar="LO,HI", help="For the engine smt: epsilons between which to search first.")
@LIMITS
@FORMAT
@OUTPUT
@CACHE
@EMIT
def bound(**given: Any) -> int:
    """The tight epsilon of a mechanism.

    It is exact, and shown with the inputs and the output that attain it. Without --neighbors or --prior it is
    found for each relation and each prior that the file claims something about. With --delta it is the least
    epsilon for that delta, and with --epsilon the least delta for that epsilon. With --engine smt it is found by
    binary search with solver queries.
    """
    return _carried_out("bound", given)


@cli.command(epilog="Exit status: 1 where privacy got worse, 3 where that is undecided, else as for check.")
@click.argument("old")
@click.argument("new", default=".")
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
    from faier.configuration import Misconfigured
    from faier.difference import Difference
    from faier.differing import differing
    from faier.invocation import comparison
    from faier.report.difference import written_as
    from faier.revision import sides

    try:
        asked = comparison(given, Path.cwd())
    except Misconfigured as refused:
        sources = {problem.path: refused.source for problem in refused.diagnostics}
        found = Difference(old, new, problems=refused.diagnostics, sources=sources)
        _say(written_as(str(given.get("form") or "text"), found, _colorful()))
        return found.status
    with _heeding_termination():
        found = differing(asked.plan, *sides(old, new, Path.cwd(), asked.excluded), _progress())
    written = [_written(path, written_as(form, found, False)) for path, form in asked.files]
    if asked.printed or not all(written):
        _say(written_as(asked.form, found, _colorful()))
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
    """
    return _carried_out("check", given | {"emit": "smt"})


@cli.command()
@click.argument("path", metavar="PATH::MECHANISM")
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
    """
    from faier.request import Event

    return _carried_out("certify", others | {"paths": (path,), "event": Event(left, right, event, given, prefix)})


@cli.command(name="list")
@PATHS
@EXCLUDE
@SET
@FORMAT
@OUTPUT
def list_(**given: Any) -> int:
    """The mechanisms, priors and claims that are found."""
    return _carried_out("list", given)


@cli.command(name="compile")
@PATHS
@ABOUT
@SET
@LENGTH
@LIMITS
@click.option("--format", "form", type=click.Choice([*PLAIN, "dot"]), help="[default: text]")
@OUTPUT
def compile_(**given: Any) -> int:
    """The hidden Markov model of a mechanism.

    With --neighbors or --prior, the pair of models that such a claim compares.
    """
    return _carried_out("compile", given)


@cli.command()
@click.argument("paths", nargs=-1, required=True, metavar="CERTIFICATE... [MECHANISM.py]...")
def verify(paths: tuple[str, ...]) -> int:
    """Check certificates with the independent checker.

    \b
      valid    the certificate proves its verdict about the mechanism file (exit status 0)
      invalid  it does not, or it is about another text (1)
      holey    it lists a step that the checker cannot redo, which is named (3)

    The mechanism file is found by the path in the certificate, or among the files that are given.
    """
    from faier.checker.command import line, status
    from faier.checker.command import verify as checked

    sources = [path for path in paths if path.endswith(".py")]
    certificates = [path for path in paths if not path.endswith(".py")]
    if not certificates:
        raise click.UsageError("Name a certificate, written by `faier check --certificates DIR`.")
    results = []
    for path in certificates:
        results.append(checked(path, sources))
        click.echo(line(path, results[-1]))
    return status(results)


@cli.command()
@click.argument("code", required=False)
def explain(code: str | None) -> int:
    """What the code of an error means and how to fix it. Without CODE, all codes."""
    from faier.explain import explanation, overview

    if code is None:
        click.echo(overview())
        return 0
    text = explanation(code.upper())
    if text is None:
        from difflib import get_close_matches

        from faier.explain import codes

        close = get_close_matches(code.upper(), codes(), n=1)
        hint = f" Did you mean {close[0]}?" if close else " `faier explain` lists all codes."
        raise click.UsageError(f"There is no code {code!r}.{hint}")
    click.echo(text)
    return 0


@cli.command()
@click.argument("command", required=False, type=click.Choice(SCHEMAS), metavar="[COMMAND]")
def schema(command: str | None) -> int:
    """The JSON Schema of what a command prints with --format json.

    COMMAND is check, bound, certify, diff, list or compile. Without it, all their schemas, by command.
    """
    import json

    from faier.report.schemas import schema

    document = schema(command) if command else {name: schema(name) for name in SCHEMAS}
    click.echo(json.dumps(document, indent=1))
    return 0


@cli.command()
@click.argument("path", metavar="FILE")
def new(path: str) -> int:
    """Write a first mechanism file, with a claim that passes.

    The name of the mechanism is that of the file. A file that exists is left as it is.
    """
    from faier.starting import first_file, mechanism_name

    name = mechanism_name(Path(path).stem)
    if Path(path).suffix != ".py" or name is None:
        raise click.BadParameter(f"{path!r} is not named like a module, such as noisy_count.py", param_hint="'FILE'")
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            try:
                file.write(first_file(name))
                file.flush()
            except OSError:
                Path(path).unlink()
                raise
    except OSError as error:
        raise click.UsageError(f"{path} was not written: {error.strerror or error}") from None
    click.echo(f"{path} is written. Now: faier check {path}")
    return 0


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """The script that completes commands and options in a shell.

    \b
      bash  faier completion bash > ~/.local/share/bash-completion/completions/faier
      zsh   faier completion zsh > a file _faier in a folder of $fpath
      fish  faier completion fish > ~/.config/fish/completions/faier.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    # The shell's own version is not asked for: the script is for whatever shell reads it.
    source = kind.source_template % kind(cli, {}, "faier", "_FAIER_COMPLETE").source_vars()
    click.echo(source)
    return 0


def _carried_out(purpose: Purpose, given: dict[str, Any]) -> int:
    """Do what the command says, tell the outcome, and return the exit status."""
    from faier.batch import carry_out
    from faier.configuration import Misconfigured
    from faier.invocation import invocation

    try:
        asked = invocation(purpose, given, Path.cwd())
    except Misconfigured as refused:
        from faier.answer import Report

        sources = {problem.path: refused.source for problem in refused.diagnostics}
        report = Report(purpose, problems=refused.diagnostics, sources=sources)
        _print(report, str(given.get("form") or "text"), False)
        return report.status
    with _heeding_termination():
        report = carry_out(asked.plan, asked.problems, _progress())
    verbose = bool(given.get("verbose"))
    written = [_written(path, _text(report, form, False, verbose)) for path, form in asked.files]
    written += _certified(report, asked.certificates, dict(asked.plan.options.settings))
    if asked.plan.kept is not None and asked.plan.kept.trouble is not None:
        click.echo(f"Error: {asked.plan.kept.trouble}", err=True)
        written.append(False)
    if asked.printed or not all(written):
        _print(report, asked.form, verbose)
    return report.status if all(written) else 4


def _text(report: Report, form: str, color: bool, verbose: bool) -> str:
    match form:
        case "json":
            from faier.report.to_json import to_json

            return to_json(report)
        case "sarif":
            from faier.report.to_sarif import to_sarif

            return to_sarif(report)
        case "junit":
            from faier.report.to_junit import to_junit

            return to_junit(report)
        case "github":
            from faier.report.to_github import to_github

            return to_github(report)
        case "html":
            from faier.report.to_html import to_html

            return to_html(report)
        case "dot":
            return "".join(model["dot"] for item in report.compiled for model in item.models)
        case _:
            from faier.report.to_terminal import to_terminal

            return to_terminal(report, color, verbose, _width())


def _print(report: Report, form: str, verbose: bool) -> None:
    _say(_text(report, form, _colorful(), verbose))
    if form == "dot" and (report.problems or report.bugs):
        from dataclasses import replace

        click.echo(_text(replace(report, compiled=()), "text", False, False), nl=False, err=True)


def _say(text: str) -> None:
    """To standard output, where there is one; a reader who has stopped reading is no error."""
    try:
        click.echo(text, nl=False, color=_colorful())
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
    except OSError as error:
        raise _Unwritten(f"standard output was not written: {error.strerror or error}") from None


def _certified(report: Report, folder: str | None, settings: dict[str, str]) -> list[bool]:
    """Write the certificates of a run, each whole or not at all."""
    if folder is None:
        return []
    from faier.certificate.names import name_of

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        click.echo(f"Error: {folder} was not made: {error.strerror or error}", err=True)
        return [False]
    told = ((answer.question, answer.certificate) for answer in report.answers if answer.certificate is not None)
    return [
        _written(str(Path(folder) / name_of(question.path, question.mechanism, question.label, settings)), text)
        for question, text in told
    ]


def _written(path: str, text: str) -> bool:
    from faier.destination import written

    try:
        written(path, text)
    except OSError as error:
        click.echo(f"Error: {path} was not written: {error.strerror or error}", err=True)
        return False
    return True


def _colorful() -> bool:
    return _on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _width() -> int:
    """The columns that a chart may have: the terminal's, or 80 where there is none."""
    import shutil

    return max(shutil.get_terminal_size().columns, 40) if _on_terminal() else 80


def _on_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _progress() -> Callable[[int, int, str], None]:
    """A line that is rewritten, on a terminal only."""
    if sys.stderr is None or not sys.stderr.isatty():
        return lambda done, known, last: None
    from faier.report.wording import visible

    def show(done: int, known: int, last: str) -> None:
        text = f"[{done}/{known}] {visible(last)}"[:78] if done < known else ""
        click.echo(f"\r\x1b[K{text}", nl=False, err=True, color=True)

    return show


@contextmanager
def _heeding_termination() -> Iterator[None]:
    """Being told to end is an interrupt: what was decided is reported."""
    import signal
    import threading

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _forget_output() -> None:
    """Nobody reads standard output any more: let Python's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _survive_any_encoding() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
