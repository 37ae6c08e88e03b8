"""faier plan: noise and strategy for a policy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from faier.command.console import saved, say
from faier.command.destination import refuse_unwritable
from faier.command.options import files

if TYPE_CHECKING:
    from faier.policies import Budget, Planned, Policy, Workload

    Strategies = tuple[Workload | None, Workload | None]


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
    help="Rows of numbers that are measured instead, one for each cell or each edge of a tree: the matrix mechanism of "
    "this strategy, besides the others; alone with --method matrix or transformed-matrix.",
)
@click.option(
    "--data", metavar="FILE", shell_complete=files, help="Counts or records: also methods that depend on them."
)
@click.option("--records", is_flag=True, help="The lines of the data are records, one cell each, not counts.")
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    default=5,
    metavar="N",
    help="Over which errors that depend on the data are measured.  [default: 5]",
)
@click.option(
    "--release",
    "noisy",
    metavar="FILE",
    shell_complete=files,
    help="Write noisy counts of the data, one a line.",
)
@click.option(
    "--write",
    "mechanism",
    metavar="FILE.py",
    shell_complete=files,
    help="Write the method as a mechanism file.",
)
@click.option("--plot", metavar="FILE.svg", shell_complete=files, help="Draw errors against epsilon and size.")
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
      faier plan line:5 --method prefix --write prefix.py && faier check prefix.py
      faier plan line:100 --data ages.csv --release noisy.csv
    """
    form = str(given["form"])
    if given["compare"] and given["method"]:
        raise click.UsageError("Give --method or --compare, not both.")
    if (given["noisy"] or given["records"]) and not given["data"]:
        raise click.UsageError("Give --data too: the counts that this is about.")
    for option in ("output", "noisy", "mechanism", "plot"):
        if given[option]:
            refuse_unwritable(given[option], f"'--{_OPTIONS.get(option, option)}'")
    try:
        found, texts = _carried_out(given)
    except ValueError as error:  # what policies refuse: a policy, a workload, data, an epsilon, a method
        raise click.UsageError(str(error)) from None
    from faier.report.planned import planned_csv, planned_json, planned_text

    text = {"json": planned_json, "csv": planned_csv, "text": planned_text}[form](found)
    kept = [saved(path, told) for path, told in texts]
    if given["output"]:
        return 0 if all([*kept, saved(given["output"], text)]) else 4
    say(text)
    return 0 if all(kept) else 4


# What a strategy that is given is called, of cells and of flows.
MATRIX = ("matrix", "transformed-matrix")

_OPTIONS = {"noisy": "release", "mechanism": "write"}


def _carried_out(given: dict[str, Any]) -> tuple[Planned, list[tuple[str, str]]]:
    """The plan, and what is written besides."""
    from faier import policies

    policy = policies.read_policy(given["policy"])
    workload = policies.read_workload(given["workload"], policy)
    budget = policies.read_budget(given["epsilon"])
    counts = None if given["data"] is None else policies.read_counts(given["data"], policy, given["records"])
    strategies = (None, None) if given["strategy"] is None else policies.read_strategies(given["strategy"], policy)
    method, texts = given["method"], []
    adaptive = method in policies.ADAPTIVE
    if adaptive and counts is None and not given["mechanism"]:
        raise click.UsageError(f"The errors of {method} depend on the data: give --data too.")
    of_matrix = method in MATRIX and strategies[MATRIX.index(method)] is not None
    if method is not None and not adaptive and not of_matrix:
        policies.mechanism(method, policy, workload)
    chosen = [] if adaptive or of_matrix else [method] if method else None
    if of_matrix:
        strategies = (strategies[0], None) if method == MATRIX[0] else (None, strategies[1])
    found = policies.plan(policy, workload, budget, chosen, *strategies)
    if adaptive and counts is None:
        found = policies.not_measured(found, policy, workload, budget, method)
    if counts is not None and (method is None or adaptive):
        found = policies.with_data(found, policy, workload, budget, counts, given["runs"], [method] if method else None)
    if given["noisy"]:
        if of_matrix:
            raise click.UsageError(f"What {method} measures is not released: write it with --write.")
        released = policies.release(policy, workload, counts or [], budget, method or _best(found))
        texts.append((given["noisy"], "".join(f"{float(count)!r}\n" for count in released.counts)))
    if given["mechanism"]:
        found, text = _written(found, policy, workload, budget, given, strategies)
        texts.append((given["mechanism"], text))
    if given["plot"]:
        from faier.policies.sizes import by_size
        from faier.report.plan_chart import charts

        texts.append((given["plot"], charts(found, by_size(given["policy"], workload, budget, chosen))))
    return found, texts


def _best(found: Planned) -> str:
    """The best of the methods whose errors are known without the data, so that choosing one tells nothing of it."""
    ready = (row.method for row in found.results if row.measured is None and "hierarchical" not in row.method)
    return next(method for method in ready if "matrix " not in method)


def _written(
    found: Planned, policy: Policy, workload: Workload, budget: Budget, given: dict[str, Any], strategies: Strategies
) -> tuple[Planned, str]:
    """The method's mechanism, or the best one's that has one; the plan names the file beside it."""
    from faier import policies

    reasons = []
    alone = given["method"] and given["method"] not in MATRIX
    for method in [given["method"]] if alone else [row.method for row in found.results if row.measured is None]:
        try:
            if (kind := method.partition(" ")[0]) in MATRIX and (
                strategy := strategies[MATRIX.index(kind)]
            ) is not None:
                text = policies.of_strategy(strategy, policy, budget, on_flows=kind == MATRIX[1])
            elif method in policies.ADAPTIVE:
                text = policies.written_adaptive(method, policy, budget)
            else:
                text = policies.written(policies.mechanism(method, policy, workload), budget)
        except policies.NotForThis as error:
            reasons.append(str(error))
            continue
        rows = [replace(row, mechanism=given["mechanism"]) if row.method == method else row for row in found.results]
        return replace(found, results=tuple(rows)), text
    raise click.UsageError(f"No mechanism can be written: {'; '.join(dict.fromkeys(reasons))}")
