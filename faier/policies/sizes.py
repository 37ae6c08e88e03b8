"""The same policy over fewer and over more cells, to see how errors grow."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from faier.policies.budget import Budget
from faier.policies.planning import plan
from faier.policies.policy import Unreadable, read_policy
from faier.policies.workloads import Workload, read_workload

# Sizes along an axis; over more cells in all than this nothing is computed.
SIZES = (4, 8, 16, 32, 64, 128, 256)
MOST_CELLS = 1024

Curve = tuple[tuple[int, float], ...]


def by_size(
    policy: str, workload: Workload, budget: Budget, methods: Sequence[str] | None = None
) -> Mapping[str, Curve]:
    """For each method its mean errors by the number of cells; nothing for files, which have one size."""
    found: dict[str, list[tuple[int, float]]] = {}
    if workload.kind == "rows" or re.match(r"[a-z]+:\d", policy) is None:
        return {}
    for size in SIZES:
        square = re.match(r"[a-z]+:\d+x", policy) is not None
        text = re.sub(r":\d+(x\d+)?", f":{size}x{size}" if square else f":{size}", policy)
        try:
            made = read_policy(text)
        except Unreadable:
            continue
        if made.cells > MOST_CELLS:
            break
        for row in plan(made, read_workload(workload.kind, made), budget, methods).results:
            if row.error.mean_value is not None:
                found.setdefault(row.method, []).append((made.cells, row.error.mean_value))
    return {method: tuple(points) for method, points in found.items()}
