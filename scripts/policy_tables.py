"""The tables of casestudies/policies: `python scripts/policy_tables.py exact|grids|data|bounds` prints one of them.

The data of Adult are counts from data/adult.json, given as --adult FILE; the others are generated, the same each time.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from faier.policies import (
    ADAPTIVE,
    METHODS,
    NotForThis,
    Policy,
    mechanism,
    plan,
    read_budget,
    read_policy,
    read_workload,
    singular_values,
)
from faier.policies.adaptive import adapted
from faier.policies.measuring import squared

SIZES = (16, 64, 256, 1024, 4096)
EPSILONS = ("1/1000", "1/100", "1/10", "1")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=sorted(TABLES))
    parser.add_argument("--adult", type=Path, help="counts of the Adult data")
    given = parser.parse_args()
    for text in TABLES[given.table](given.adult):
        print(text, flush=True)


def exact(adult: Path | None) -> Iterator[str]:
    """Range queries over a row of cells: every method, policy and size, with the lower bound."""
    for name in ("line:{}", "within:{},4", "within:{},16", "star:{}", "complete:{}"):
        yield from _by_size(name, SIZES)


def grids(adult: Path | None) -> Iterator[str]:
    """Range queries over rows and columns."""
    yield from _by_size("grid:{0}x{0}", (8, 16, 32, 64, 100))
    yield from _by_size("within:{0}x{0},2", (8, 16, 32))
    yield from _by_size("within:{0}x{0},8", (8, 16, 32))
    yield from _by_size("star:{0}x{0}", (8, 16, 32, 64, 100))


def _by_size(name: str, sizes: Sequence[int]) -> Iterator[str]:
    found: dict[str, dict[int, str]] = {}
    bounds, best = {}, {}
    used = []
    for size in sizes:
        policy = read_policy(name.format(size))
        if ",16" in name and size <= 16:
            continue
        used.append(size)
        result = plan(policy, read_workload("ranges", policy), read_budget("1"))
        for row in result.results:
            mean, worst = row.error.mean_value, row.error.worst_value
            stretch = f", stretch {row.stretch}" if row.stretch > 1 else ""
            found.setdefault(row.method, {})[size] = f"{_short(mean)} / {_short(worst)}{stretch}"
        bounds[size] = _short(result.results[0].bound)
        best[size] = f"{result.results[0].method} ({_short(result.results[0].ratio)})"
    yield f"\n### {name.format('k')}\n"
    yield from _table(
        ["mean / worst", *map(str, used)], [[m, *(found[m].get(k, "-") for k in used)] for m in METHODS if m in found]
    )
    yield ""
    yield from _table(
        ["", *map(str, used)],
        [["lower bound", *(bounds[k] for k in used)], ["ahead (times the bound)", *(best[k] for k in used)]],
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "| " + " | ".join("---" if at == 0 else "---:" for at in range(len(head))) + " |"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def _short(number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number:.3g}" if number < 1000 else f"{number:.2e}" if number >= 1e6 else f"{number:,.0f}"


def data(adult: Path | None) -> Iterator[str]:
    """Mean squared errors of a query on data, as in figures 8 and 9: methods for the policy, and for any change."""
    sets = dict(_generated())
    if adult is not None:
        sets = dict(_of_adult(json.loads(adult.read_text()))) | sets
    for title, policies, workload in (
        ("Cells, line", ("line:{}",), "cells"),
        ("Ranges, line", ("line:{}",), "ranges"),
        ("Ranges, up to 4 apart", ("within:{},4",), "ranges"),
    ):
        yield f"\n### {title}\n"
        yield from _measured({n: c for n, (c, shape) in sets.items() if len(shape) == 1}, sets, policies[0], workload)
    yield "\n### Ranges, grid\n"
    yield from _measured({n: c for n, (c, shape) in sets.items() if len(shape) == 2}, sets, "grid:{}x{}", "ranges")


def _measured(
    chosen: dict[str, list[int]], sets: dict[str, tuple[list[int], tuple[int, ...]]], policy: str, workload: str
) -> Iterator[str]:
    oblivious = ("prefix", "rows", "groups", "privelet", "laplace")
    rows = []
    for name, counts in chosen.items():
        shape = sets[name][1]
        made = read_policy(policy.format(*shape))
        asked = read_workload(workload, made)
        for epsilon in EPSILONS:
            budget = read_budget(epsilon)
            cells = []
            for method in oblivious:
                try:
                    total = mechanism(method, made, asked).total(asked)
                    cells.append(_short(float(total / asked.queries) / float(Fraction(epsilon)) ** 2))
                except NotForThis:
                    cells.append("-")
            for method in ADAPTIVE:
                try:
                    noisy = adapted(ADAPTIVE[method](made), counts, budget)
                    errors = [number - count for number, count in zip(noisy, counts, strict=True)]
                    cells.append(_short(squared(asked, errors) / asked.queries))
                except NotForThis:
                    cells.append("-")
            rows.append([name, epsilon, *cells])
    yield from _table(["data", "epsilon", *oblivious, *ADAPTIVE], rows)


def _of_adult(tables: dict[str, dict[str, int]]) -> Iterator[tuple[str, tuple[list[int], tuple[int, ...]]]]:
    ages, losses = tables["age"], tables["capital_loss"]
    yield "age, 74 cells", ([ages.get(str(age), 0) for age in range(17, 91)], (74,))
    binned = [0] * 4096
    for loss, count in losses.items():
        binned[int(loss) * 4096 // 4357] += count
    yield "capital loss, 4096 cells", (binned, (4096,))


def _generated() -> Iterator[tuple[str, tuple[list[int], tuple[int, ...]]]]:
    """Counts of which a share is 0, the others spread over some powers of ten."""
    for cells, zeros in ((1024, 0.97), (1024, 0.5), (1024, 0.05)):
        yield f"{zeros:.0%} zero, {cells} cells", (_counts(cells, zeros), (cells,))
    for side, zeros in ((16, 0.5), (32, 0.85)):
        yield f"{zeros:.0%} zero, {side}x{side} cells", (_counts(side * side, zeros), (side, side))


def _counts(cells: int, zeros: float) -> list[int]:
    draw = random.Random(f"{cells} {zeros}")
    return [0 if draw.random() < zeros else int(10 ** draw.uniform(0, 3)) for _ in range(cells)]


def bounds(adult: Path | None) -> Iterator[str]:
    """The lower bounds of figure 10 at epsilon 1 and delta 1/1000, per query."""
    factor = 2 * math.log(2 / 0.001)
    for sizes, names in (
        (
            (16, 32, 64, 128, 256, 512, 1024),
            ["star:{}", "complete:{}", *(f"within:{{}},{t}" for t in (1, 2, 4, 8, 16))],
        ),
        ((4, 8, 12, 16, 20, 24), ["star:{0}x{0}", "complete:{0}x{0}", *(f"within:{{0}}x{{0}},{t}" for t in (1, 2, 4))]),
    ):
        yield f"\n### {'A row of cells' if len(sizes) == 7 else 'Rows and columns'}\n"
        rows = [
            [name.format("k"), *(_bound(read_policy(name.format(size)), factor) for size in sizes)] for name in names
        ]
        yield from _table(["policy", *map(str, sizes)], rows)


def _bound(policy: Policy, factor: float) -> str:
    workload = read_workload("ranges", policy)
    values = singular_values(workload, policy)
    return "-" if values is None else _short(factor * values**2 / policy.edges / workload.queries)


TABLES: dict[str, Callable[[Path | None], Iterator[str]]] = {
    "exact": exact,
    "grids": grids,
    "data": data,
    "bounds": bounds,
}

if __name__ == "__main__":
    main()
