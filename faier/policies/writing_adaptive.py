"""A mechanism file of a method that depends on the data: how its buckets are found, with noise, and what is measured.

Counts that are made to grow are made so of noisy prefix sums, and these alone are shown.
"""

from __future__ import annotations

from fractions import Fraction
from textwrap import fill

import numpy as np

from faier.policies.adaptive import ADAPTIVE, Adaptive, cost, moved, nearby
from faier.policies.budget import Budget
from faier.policies.methods import mechanism
from faier.policies.policy import Policy
from faier.policies.strategies import height
from faier.policies.trees import NotForThis
from faier.policies.workloads import read_workload
from faier.policies.writing import (
    CELLS,
    MOST_CELLS,
    WIDTH,
    Measured,
    counts_of,
    flow_sums,
    measured,
    named_pairs,
    of_sums,
    words,
)

PRICE = """\
def price(values):
    total = sum(values)
    apart = sum(abs(len(values) * value - total) for value in values) / len(values)
    return max(apart + laplace(OF_PRICES), 0) + COST
"""


def written_adaptive(method: str, policy: Policy, budget: Budget, most: int = 1) -> str:
    """The file, with counts up to `most`."""
    made = ADAPTIVE[method](policy)
    if policy.cells > MOST_CELLS:
        raise NotForThis(f"a file is written for up to {MOST_CELLS} cells, and {policy.name} has {policy.cells}")
    if made.buckets:
        return _of_buckets(method, made, budget, most)
    prefixes = measured(mechanism("prefix", policy, read_workload("cells", policy)))
    return of_sums(method, policy.name, Measured(policy, prefixes.rows, prefixes.scales), budget, most)


def _of_buckets(method: str, made: Adaptive, budget: Budget, most: int) -> str:
    policy, flat = made.policy, len(made.policy.shape) == 1
    constants, values, places = _values(made)
    half = Fraction(2 * made.stretch)
    head = f"{method} under {policy.name}: buckets of like numbers, found with half of epsilon, and their noisy sums."
    tail = "What is wanted is computed from what is shown: where each bucket ends, and its sum."
    lines = [
        f'"""{fill(head, WIDTH)}\n\n{fill(tail, WIDTH)}\n"""',
        "",
        f"from faier import {words(budget)}",
        "",
        f"POLICY = {named_pairs(policy)!r}",
        *constants,
        f"COST = {cost(budget.scaled(half))}",
        f"OF_SUMS = {budget.shown(half)}",
        f"OF_PRICES = {budget.shown(moved(places) * half)}",
        "",
        "",
        PRICE,
        "",
        f"@private(epsilon={budget.text}, neighbors=moves(*POLICY))",
        "@mechanism",
        f"def {method.replace('-', '_')}_sums(counts: {counts_of(policy, most)}):",
        *([] if flat else [CELLS]),
        f"    values = {values}",
        *_chosen(places),
        "    shown = []",
        f"    for first, last in buckets_0_{places}:",
        "        shown.append(last)",
        "        shown.append(sum(values[first:last]) + laplace(OF_SUMS))",
        "    return shown",
        "",
    ]
    return "\n".join(lines)


def _values(made: Adaptive) -> tuple[list[str], str, int]:
    """Constants, what buckets are made of, and how many of these there are."""
    policy = made.policy
    counts = "counts" if len(policy.shape) == 1 else "cells"
    if made.within is None:
        if len(policy.shape) == 1:
            return [], counts, policy.cells
        return [f"ORDER = {nearby(policy.shape)}"], "[cells[at] for at in ORDER]", policy.cells
    each = flow_sums(made.within)
    rows = [each[edge] for edge in np.argsort(made.within.left, kind="stable").tolist()]
    asked = f"[sum(weight * count for weight, count in zip(row, {counts})) for row in SUMS]"
    return ["SUMS = [", *(f"    {row}," for row in rows), "]"], asked, len(rows)


def _chosen(places: int) -> list[str]:
    """Which buckets are less costly than their halves by themselves, from small ones to all places."""
    lines = []
    for level in range(1, height(places) + 1):
        size = 1 << level
        for first in range(0, places, size):
            last, middle = min(first + size, places), first + size // 2
            name = f"{first}_{last}"
            if middle >= places:
                continue
            halves = [(first, middle), (middle, last)]
            apart = " + ".join("COST" if b - a == 1 else f"cost_{a}_{b}" for a, b in halves)
            parts = " + ".join(f"[({a}, {b})]" if b - a == 1 else f"buckets_{a}_{b}" for a, b in halves)
            lines += [
                f"    price_{name} = price(values[{first}:{last}])",
                f"    buckets_{name} = [({first}, {last})] if price_{name} < {apart} else {parts}",
                f"    cost_{name} = min(price_{name}, {apart})",
            ]
    return lines[:-1] or ["    buckets_0_1 = [(0, 1)]"]
