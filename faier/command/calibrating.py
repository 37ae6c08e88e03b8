"""The options of `faier calibrate`, and what is asked by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from faier.command.options import grouped

if TYPE_CHECKING:
    from faier.running.request import Varied

VARIED = grouped(
    click.option("--vary", required=True, metavar="NAME", help="The top-level constant or keyword default to find."),
    click.option("--between", metavar="LO,HI", help="Look at values between these only."),
    click.option(
        "--digits", type=click.IntRange(min=0, max=12), default=6, metavar="N", help="After the point.  [default: 6]"
    ),
)

_NAMES = ("vary", "between", "digits")


def asked(given: dict[str, Any]) -> dict[str, Any]:
    """The options, with those that are about the setting as one."""
    return {name: value for name, value in given.items() if name not in _NAMES} | {"varied": _varied(given)}


def _varied(given: dict[str, Any]) -> Varied:
    from faier.running.request import Varied

    between = given["between"]
    ends = None
    if between is not None:
        low, comma, high = between.partition(",")
        if not comma:
            raise click.BadParameter("write two numbers with a comma between them: 1/2,10", param_hint="'--between'")
        ends = (low.strip(), high.strip())
    return Varied(given["vary"], ends, given["digits"])
