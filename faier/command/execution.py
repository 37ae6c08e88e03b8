"""A command that reads and decides, from its options to its exit status: once, or again whenever a file changes.

Only what a format needs is imported.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_never

import click

from faier.command.console import colorful, heeding_termination, on_terminal, progress_line, saved, say, width
from faier.report.formats import NAMED

if TYPE_CHECKING:
    from faier.answers.answer import Report
    from faier.report.to_terminal import Detail
    from faier.running.request import Purpose


def carried_out(purpose: Purpose, given: dict[str, Any]) -> int:
    """Do what the command says, tell the outcome, and return the exit status."""
    from faier.command.configuration import Misconfigured
    from faier.command.invocation import invocation
    from faier.running.batch import carry_out
    from faier.running.clusters import NoCluster, placed

    try:
        asked = invocation(purpose, given, Path.cwd())
    except Misconfigured as refused:
        from faier.answers.answer import Report

        sources = {problem.path: refused.source for problem in refused.diagnostics}
        report = Report(purpose, problems=refused.diagnostics, sources=sources)
        show_report(report, str(given.get("form") or "text"))
        return report.status
    detail = _detail(given)
    with heeding_termination(), progress_line("" if detail == "failures" else asked.form) as progress:
        try:
            with placed(asked.plan, given.get("executor"), given.get("jobs")) as plan:
                report = carry_out(plan, asked.problems, progress)
        except NoCluster as nobody:
            raise click.UsageError(f"{nobody}.") from None
    if purpose == "calibrate":
        from faier.command.calibrating import beside, refuse_several

        refuse_several(report, given)
    report, written = _certified(report, asked.certificates, dict(asked.plan.options.settings))
    written += [saved(path, text_of(report, form, False, detail)) for path, form in asked.files]
    if purpose == "calibrate":
        written += beside(report, given)
    if asked.plan.kept is not None and asked.plan.kept.trouble is not None:
        click.echo(f"Error: {asked.plan.kept.trouble}", err=True)
        written.append(False)
    if asked.printed or not all(written):
        show_report(report, asked.form, detail)
    return report.status if all(written) else 4


def watched(given: dict[str, Any]) -> int:
    """Check, and again after each change, until an interrupt: then the status of the last check that was finished."""
    from faier.command.configuration import Misconfigured, configured
    from faier.command.watching import change, sight

    folder = Path.cwd()
    if any(path.rpartition("::")[0] == "-" or path == "-" for path in given["paths"]):
        raise click.UsageError("--watch looks at files: standard input (-) does not change.")

    def look() -> Any:
        try:
            paths = given["paths"] or configured(folder).paths
        except Misconfigured:
            paths = ()
        return sight([path.rpartition("::")[0] or path for path in paths], folder)

    status = None
    while True:
        before = look()
        try:
            latest = carried_out("check", given)
        except click.ClickException as error:
            if status is None:
                raise
            error.show()
            latest = 2
        if latest == 130:
            return 130
        status = latest
        try:
            click.echo("Waiting for a change; Ctrl-C ends.", err=True)
            changed = change(before, look)
        except KeyboardInterrupt:
            return status
        if on_terminal():
            click.clear()
        click.echo(f"Changed: {_names(changed)}", err=True)


def _detail(given: dict[str, Any]) -> Detail:
    return "failures" if given.get("quiet") else "witnesses" if given.get("verbose") else "claims"


def text_of(report: Report, form: str, color: bool = False, detail: Detail = "claims") -> str:
    named = NAMED[form]
    match named:
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
        case "csv":
            from faier.report.to_csv import to_csv

            return to_csv(report)
        case "dot":
            from faier.report.to_dot import to_dot

            return to_dot(report)
        case "text":
            from faier.report.to_terminal import to_terminal

            return to_terminal(report, color, detail, width())
        case _:
            assert_never(named)


def show_report(report: Report, form: str, detail: Detail = "claims") -> None:
    say(text_of(report, form, colorful(), detail))
    if form == "dot" and (report.problems or report.bugs):
        from dataclasses import replace

        click.echo(text_of(replace(report, compiled=()), "text"), nl=False, err=True)


def _certified(report: Report, folder: str | None, settings: dict[str, str]) -> tuple[Report, list[bool]]:
    """Write the certificates of a run, each whole or not at all; the report, with where they are. Where nothing was
    decided for what is wrong with the files or the question, no folder is made."""
    if folder is None or (report.problems and not report.answers and not report.calibrated):
        return report, []
    from dataclasses import replace

    from faier.certificate.names import name_of

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        click.echo(f"Error: {folder} was not made: {error.strerror or error}", err=True)
        return report, [False]
    files: dict[str, str] = {}
    written: list[bool] = []
    for answer in report.answers:
        if answer.certificate is not None:
            question = answer.question
            path = str(Path(folder) / name_of(question.path, question.mechanism, question.label, settings))
            written.append(saved(path, answer.certificate))
            files |= {question.id: path} if written[-1] else {}
    for found in report.calibrated:
        for values, text in found.certificates:
            question = found.question
            name = name_of(question.path, question.mechanism, question.label, dict(values))
            written.append(saved(str(Path(folder) / name), text))
        best = found.optimum
        if best is not None and best.certificate is not None:
            label = f"{found.question.label} least error"
            name = name_of(found.question.path, found.question.mechanism, label, dict(best.settings))
            written.append(saved(str(Path(folder) / name), best.certificate))
    return replace(report, certificates=files), written


def _names(paths: list[str]) -> str:
    from faier.report.wording import visible

    shown = [visible(path) for path in paths[:3]]
    return ", ".join(shown) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
