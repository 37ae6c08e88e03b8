"""faier plan: noise and strategy for a policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from faier.command.console import saved, say
from faier.command.destination import refuse_unwritable
from faier.command.options import files

if TYPE_CHECKING:
    from faier.policies import Planned


@click.command(name="plan", epilog="Exit status: 0, or 2 where the policy, the workload or a method is wrong.")
@click.argument("policy")
@click.option(
    "--workload",
    default="ranges",
    metavar="ranges|cells|prefixes|FILE",
    shell_complete=files,
    help="Which sums of counts are wanted; a file has a row of numbers for each.  [default: ranges]",
)
@click.option("--epsilon", default="1", metavar="E", help="Such as 1/2 or 'log(3)'.  [default: 1]")
@click.option("--method", metavar="NAME", help="This method only.")
@click.option("--compare", is_flag=True, help="Every method that applies: so it is without --method.")
@click.option(
    "--strategy",
    metavar="FILE",
    shell_complete=files,
    help="Rows of numbers that are measured instead: the matrix mechanism of this strategy, besides the others.",
)
@click.option("--format", "form", type=click.Choice(("text", "json", "csv")), default="text", help="[default: text]")
@click.option("--output", metavar="FILE", shell_complete=files, help="Write to FILE, whole or not at all.")
def plan_command(**given: Any) -> int:
    """Noise and strategy for a policy: which sums cost how much error.

    POLICY says which pairs of cells nobody may tell apart: line:64, grid:16x16, within:64,3 (up to 3 apart), star:64
    (records come and go), complete:64 (any two), or a file of edges in any of networkx's text formats. Methods are
    sorted by their mean squared error, which is exact, and held against the least that any strategy has.

    \b
      faier plan line:64 --workload ranges --epsilon 1
      faier plan within:4096,4 --workload ranges --epsilon 1/10 --format json
      faier plan edges.txt --workload cells --method transformed-laplace
    """
    form = str(given["form"])
    if given["compare"] and given["method"]:
        raise click.UsageError("Give --method or --compare, not both.")
    if given["output"]:
        refuse_unwritable(given["output"])
    try:
        found = _planned(given)
    except ValueError as error:  # what policies refuse: a policy, a workload, data, an epsilon, a method
        raise click.UsageError(str(error)) from None
    from faier.report.planned import planned_csv, planned_json, planned_text

    text = {"json": planned_json, "csv": planned_csv, "text": planned_text}[form](found)
    if given["output"]:
        return 0 if saved(given["output"], text) else 4
    say(text)
    return 0


def _planned(given: dict[str, Any]) -> Planned:
    from faier import policies

    policy = policies.read_policy(given["policy"])
    workload = policies.read_workload(given["workload"], policy)
    budget = policies.read_budget(given["epsilon"])
    strategy = None if given["strategy"] is None else policies.read_workload(given["strategy"], policy)
    if given["method"] is not None:
        policies.mechanism(given["method"], policy, workload)
    return policies.plan(policy, workload, budget, [given["method"]] if given["method"] else None, strategy)
