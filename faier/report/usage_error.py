"""A command line that is wrong -> what the format that it asks for says of that, for programs that read the output.

The arguments are read again here, since it is their parser that gave up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

from faier.answers.answer import Report
from faier.lang.diagnostics import Diagnostic
from faier.lang.syntax import NOWHERE
from faier.report.formats import formats_of
from faier.running.request import Purpose
from faier.versions.difference import Difference

CODE = "FA809"


def wanted(arguments: Sequence[str]) -> tuple[str, str] | None:
    """The command and its format, where both are known and the format is not for people."""
    form = ""
    for argument, following in zip(arguments, [*arguments, ""][1:], strict=True):
        if argument == "--format":
            form = following
        elif argument.startswith("--format="):
            form = argument.removeprefix("--format=")
    command = next((argument for argument in arguments if not argument.startswith("-")), "")
    forms = formats_of(command)
    return (command, form) if form in forms and form != "text" else None


def said(command: str, message: str) -> Report | Difference:
    """The outcome of a command that was not carried out."""
    problems = (problem(command, message),)
    if command == "diff":
        return Difference("", "", problems=problems)
    return Report(cast(Purpose, command) if command in get_args(Purpose) else "compile", problems=problems)


def problem(command: str, message: str) -> Diagnostic:
    """What is wrong with the command line, as a diagnostic."""
    return Diagnostic(CODE, message, f"`faier {command} --help` tells what there is", "", NOWHERE)
