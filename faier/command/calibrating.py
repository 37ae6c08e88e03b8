"""The options of `faier calibrate`, and what is asked by them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faier.command.console import saved
from faier.command.options import CERTIFICATES, files, grouped
from faier.extras import needed

if TYPE_CHECKING:
    from faier.answers.answer import Calibrated, Report
    from faier.running.request import Varied

VARIED = grouped(
    click.option("--vary", required=True, metavar="NAME", help="The top-level constant or keyword default to find."),
    click.option("--between", metavar="LO,HI", help="Look at values between these only."),
    click.option(
        "--digits", type=click.IntRange(min=0, max=12), default=6, metavar="N", help="After the point.  [default: 6]"
    ),
    click.option("--compare", is_flag=True, help="Beside it, what published methods ask for, each decided."),
    click.option("--optimum", is_flag=True, help="The least error of all mechanisms under the claim, certified."),
    click.option(
        "--error", metavar="E", help="Find the least epsilon with this mean error at most, instead of a claim."
    ),
    click.option(
        "--write", metavar="FILE.py", shell_complete=files, help="Write the file with the value, claim and all."
    ),
    click.option("--plot", metavar="FILE.svg", shell_complete=files, help="Draw epsilon and the mean error."),
    CERTIFICATES,
)

_NAMES = ("vary", "between", "digits", "error", "compare", "optimum")


def asked(given: dict[str, Any]) -> dict[str, Any]:
    """The options, with those that are about the setting as one, and the files that are written beside the report."""
    return {name: value for name, value in given.items() if name not in _NAMES} | {"varied": _varied(given)}


def _varied(given: dict[str, Any]) -> Varied:
    from faier.command.destination import refuse_unwritable
    from faier.running.request import Varied

    between = given["between"]
    ends = None
    if between is not None:
        low, comma, high = between.partition(",")
        if not comma:
            raise click.BadParameter("write two numbers with a comma between them: 1/2,10", param_hint="'--between'")
        ends = (low.strip(), high.strip())
    for option in ("write", "plot"):
        if given[option] is not None:
            refuse_unwritable(given[option], f"'--{option}'")
    if given["optimum"]:
        needed("calibrate", "numpy", "scipy")
    beside = any(given[name] for name in ("write", "plot", "certificates", "compare", "optimum"))
    if given["error"] is not None and beside:
        raise click.UsageError(
            "--error makes no claim: leave out --write, --plot, --certificates, --compare and --optimum."
        )
    chosen = {"written": bool(given["write"]), "plotted": bool(given["plot"]), "compared": given["compare"]} | {
        "optimum": given["optimum"]
    }
    return Varied(given["vary"], ends, given["digits"], given["error"], **chosen)


def refuse_several(report: Report, given: Mapping[str, Any]) -> None:
    """Of one file this is told when it is read."""
    if given.get("write") is not None and len(report.calibrated) > 1:
        number = len(report.calibrated)
        raise click.UsageError(f"--write is about one claim, and {number} are selected. Name one: PATH::MECHANISM.")


def beside(report: Report, given: Mapping[str, Any]) -> list[bool]:
    """Write the file with the value, and the plot, where something was calibrated; whether that was done."""
    done = []
    if given.get("plot") is not None and report.calibrated:
        from faier.report.calibration_chart import picture

        done.append(saved(given["plot"], picture(report.calibrated)))
    if given.get("write") is not None and report.calibrated:
        (found,) = report.calibrated
        if not found.edits:
            why = found.unwritten or "no value is known to be enough"
            click.echo(f"Error: {given['write']} was not written: {why}", err=True)
            return [*done, found.proved is None and found.optimum is None]
        done.append(saved(given["write"], _rewritten(found, report.sources.get(found.question.path, ""))))
    return done


def _rewritten(found: Calibrated, read: str) -> str:
    """The file with the value; where it still holds the text that was read, all other bytes are as they were."""
    from faier.calibration.rewriting import applied

    try:
        text = Path(found.question.path).read_bytes().decode()
    except (OSError, ValueError):
        text = read
    plain = text.removeprefix("\ufeff")
    mark = text[: len(text) - len(plain)]
    if plain.replace("\r\n", "\n").replace("\r", "\n") != read:
        plain, mark = read, ""
    return mark + applied(plain, found.edits)
