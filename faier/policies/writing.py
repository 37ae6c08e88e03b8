"""A mechanism file: the sums that a method measures, with its noise, and the claims that `faier check` decides.

The answers to the workload are computed from what it shows, so they need no claim of their own. Flows along circles are
not told by the counts: methods that measure them show counts with noise that the cells share (`shared`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import fill

import numpy as np

from faier.policies.budget import Budget
from faier.policies.estimating import answers, estimated
from faier.policies.exact_matrices import flows_of, sensitivity
from faier.policies.methods import Mechanism
from faier.policies.policy import Ints, Policy, from_pairs
from faier.policies.releasing import along
from faier.policies.strategies import Levels, Strategy, product_levels
from faier.policies.transform import transform
from faier.policies.trees import NotForThis, is_forest
from faier.policies.workloads import Workload, from_rows

# Over more cells than this nothing is written: nobody would read the sums, or check them.
MOST_CELLS = 64

WIDTH = 100


@dataclass(frozen=True)
class Measured:
    """What is measured: rows of numbers for the counts, each with the scale of its noise at epsilon 1, under a policy.

    Where `share` is more than 1, the policy is that of the flows, at epsilon over this.
    """

    policy: Policy
    rows: list[list[int]]
    scales: list[Fraction]
    share: int = 1


def measured(made: Mechanism) -> Measured:
    """The sums of the counts that the method's strategy asks for; over circles, those of the flows."""
    strategy = made.strategy
    if strategy is None:
        raise NotForThis(f"{made.method} has no sums of its own to be written")
    if made.within is None or made.blocks is None:
        rows = _rows(product_levels([strategy.levels(size) for size in made.policy.shape]))
        return Measured(made.policy, rows, [made.scale] * len(rows))
    of_edges, scales = _of_edges(made.within.edges, strategy, made.blocks), _scales(strategy, made.blocks)
    if not is_forest(made.within):
        each = [(edge, None) for edge in range(made.within.edges)]
        flows = from_pairs(each, made.within.edges, f"flows along the edges of {made.within.name}")
        return Measured(flows, of_edges, [scale * made.stretch for scale in scales], made.stretch)
    columns, cells = flow_sums(made.within), range(made.policy.cells)
    rows = [
        [sum(sign * columns[edge][cell] for edge, sign in enumerate(row) if sign) for cell in cells] for row in of_edges
    ]
    return Measured(made.policy, rows, [scale * made.stretch for scale in scales])


def written(made: Mechanism, budget: Budget, most: int = 1) -> str:
    """The file: counts up to `most`, since sums with noise that does not depend on them need no more."""
    cells = made.policy.cells
    if cells > MOST_CELLS:
        raise NotForThis(f"a file is written for up to {MOST_CELLS} cells, and {made.policy.name} has {cells}")
    if made.within is not None and not is_forest(made.within):
        return with_shared_noise(made, budget, most)
    return of_sums(made.method, made.policy.name, measured(made), budget, most)


def of_strategy(strategy: Workload, policy: Policy, budget: Budget, on_flows: bool = False, most: int = 1) -> str:
    """The file of the matrix mechanism with this strategy: the counts' sums that it asks for."""
    if policy.cells > MOST_CELLS:
        raise NotForThis(f"a file is written for up to {MOST_CELLS} cells, and {policy.name} has {policy.cells}")
    rows = [[int(number) for number in row] for row in strategy.rows().toarray().tolist()]
    moved, name = sensitivity(strategy, policy) * strategy.divisor if not on_flows else Fraction(0), "matrix"
    if on_flows:
        flows, found = flows_of(policy)
        name, moved = "transformed-matrix", sensitivity(strategy, flows) * strategy.divisor * found.stretch
        order = np.argsort(found.within.left, kind="stable").tolist()
        columns = flow_sums(found.within)
        rows = [
            [sum(n * columns[edge][cell] for n, edge in zip(row, order, strict=True)) for cell in range(policy.cells)]
            for row in rows
        ]
    if not moved:
        raise NotForThis(f"{strategy.name} asks for nothing that a record changes")
    return of_sums(name, policy.name, Measured(policy, rows, [moved] * len(rows)), budget, most)


def of_sums(method: str, under: str, found: Measured, budget: Budget, most: int) -> str:
    """The file of a mechanism that shows these sums with Laplace noise."""
    policy, rows, scales = found.policy, found.rows, found.scales
    spent = max(
        sum((abs(part) for part in moved), Fraction(0))
        for moved in _moved(policy, [[Fraction(n) / s for n in row] for row, s in zip(rows, scales, strict=True)])
    )
    name = method.replace("-", "_") + "_sums"
    claims = [f"@private(epsilon={budget.text}, neighbors=moves(*POLICY))"]
    less = budget.shown_times(spent * Fraction(999, 1000))
    claims.append(f'@private(epsilon={less}, neighbors=moves(*POLICY), expect="refuted", name="a thousandth less")')
    flat = len(policy.shape) == 1
    same = len(set(scales)) == 1
    noise = "laplace(SCALE)" if same else "laplace(scale)"
    scale_lines = (
        [f"SCALE = {budget.shown(scales[0])}"]
        if same
        else ["SCALES = [" + ", ".join(budget.shown(scale) for scale in scales) + "]"]
    )
    loop = "for row in SUMS:" if same else "for row, scale in zip(SUMS, SCALES):"
    head = f"{method} under {under}: sums of counts, with noise."
    tail = "What is wanted is computed from what is shown. What a sum loses depends on how far it moves only."
    lines = [
        f'"""{fill(head, WIDTH)}\n\n{fill(tail, WIDTH)}\n"""',
        "",
        f"from faier import {words(budget)}",
        "",
        f"POLICY = {named_pairs(policy)!r}",
        "SUMS = [",
        *(f"    {row}," for row in rows),
        "]",
        *scale_lines,
        "",
        "",
        *claims,
        "@mechanism",
        f"def {name}(counts: {counts_of(policy, most)}):",
        "    shown = []",
        *([] if flat else [CELLS]),
        f"    {loop}",
        f"        total = sum(weight * count for weight, count in zip(row, {'counts' if flat else 'cells'}))",
        f"        shown.append(total + {noise})",
        "    return shown",
        "",
    ]
    return "\n".join(lines)


def with_shared_noise(made: Mechanism, budget: Budget, most: int) -> str:
    """The counts, with what noise of flows along circles does to them."""
    policy, flat = made.policy, len(made.policy.shape) == 1
    weights, scales = shared(made)
    parts = math.lcm(*(number.denominator for row in weights for number in row))
    same = len(set(scales)) == 1
    claim = f"@private(epsilon={budget.text}, neighbors=moves(*POLICY))"
    head = f"{made.method} under {policy.name}: counts, with noise that they share."
    tail = (
        "Noise of what flows along edges is noise of the counts at both ends. What a record that moves along an edge "
        "does to the counts, other noise of the flows there would have done."
    )
    noise = "sum(weight * draw for weight, draw in zip(row, draws))"
    lines = [
        f'"""{fill(head, WIDTH)}\n\n{fill(tail, WIDTH)}\n"""',
        "",
        f"from faier import {words(budget)}",
        "",
        f"POLICY = {named_pairs(policy)!r}",
        "NOISE = [",
        *(f"    {[int(number * parts) for number in row]}," for row in weights),
        "]",
        *([f"PARTS = {parts}"] if parts > 1 else []),
        f"SCALES = [{', '.join(budget.shown(scale) for scale in scales)}]"
        if not same
        else f"SCALE = {budget.shown(scales[0])}",
        "",
        "",
        claim,
        "@mechanism",
        f"def {made.method.replace('-', '_')}_counts(counts: {counts_of(policy, most)}):",
        f"    draws = [laplace(SCALE) for _ in range({len(scales)})]"
        if same
        else "    draws = [laplace(scale) for scale in SCALES]",
        "    shown = []",
        *([] if flat else [CELLS]),
        f"    for count, row in zip({'counts' if flat else 'cells'}, NOISE):",
        f"        shown.append(count + {noise}{' / PARTS' if parts > 1 else ''})",
        "    return shown",
        "",
    ]
    return "\n".join(lines)


def shared(made: Mechanism) -> tuple[list[list[Fraction]], list[Fraction]]:
    """For each cell how much of each draw is in its count; the scales of the draws at epsilon 1."""
    if made.within is None or made.blocks is None or made.strategy is None:
        raise NotForThis(f"{made.method} has no noise of flows")
    columns: list[list[Fraction]] = []
    scales: list[Fraction] = []
    for block in made.blocks:
        many, depth = answers(made.strategy, len(block)), made.strategy.levels(len(block)).depth
        for at in range(many):
            noise = np.array([Fraction(int(at == other)) for other in range(many)], dtype=object)
            flows = [Fraction(0)] * made.within.edges
            for edge, number in zip(block.tolist(), estimated(made.strategy, noise, len(block)), strict=True):
                flows[edge] = number
            if any(flows):
                columns.append(along(made.within, flows))
                scales.append(Fraction(depth * made.stretch))
    return [list(row) for row in zip(*columns, strict=True)], scales


CELLS = "    cells = [count for row in counts for count in row]"


def counts_of(policy: Policy, most: int) -> str:
    """The type of the counts."""
    if len(policy.shape) == 1:
        return f"Vector[Int[0, {most}], {policy.cells}]"
    return f"Vector[Vector[Int[0, {most}], {policy.shape[1]}], {policy.shape[0]}]"


def named_pairs(policy: Policy) -> list[tuple[object, object]]:
    return [(_place(policy, left), _place(policy, right)) for left, right in _pairs(policy)]


def words(budget: Budget) -> str:
    """What the file imports."""
    logarithms = [word for word in ("exp", "log") if f"{word}(" in budget.text]
    words = ["Int", "Vector", "laplace", "mechanism", "moves", "private", *logarithms]
    return ", ".join(sorted(words, key=_as_imported))


def _as_imported(word: str) -> tuple[bool, str]:
    return word.islower(), word


def _pairs(policy: Policy) -> list[tuple[int, int]]:
    return list(zip(policy.left.tolist(), policy.right.tolist(), strict=True))


def _place(policy: Policy, cell: int) -> object:
    """As `moves` names it, whatever the policy's file calls it."""
    if cell < 0:
        return None
    return cell if len(policy.shape) == 1 else divmod(cell, policy.shape[1])


def _rows(levels: Levels) -> list[list[int]]:
    found = []
    for numbers, signs in zip(levels.rows.tolist(), levels.signs.tolist(), strict=True):
        for number in sorted(set(numbers)):
            found.append([sign if at == number else 0 for at, sign in zip(numbers, signs, strict=True)])
    return found


def flow_sums(within: Policy) -> list[list[int]]:
    """For each edge what of each cell flows along it."""
    found = transform(within)
    columns = [found.database([int(at == cell) for at in range(within.cells)]) for cell in range(within.cells)]
    return [[column[edge] for column in columns] for edge in range(within.edges)]


def _of_edges(edges: int, strategy: Strategy, blocks: Sequence[Ints]) -> list[list[int]]:
    """What the strategy over each of the blocks asks of every edge."""
    found = []
    for block in blocks:
        for row in _rows(strategy.levels(len(block))):
            signs = dict(zip(block.tolist(), row, strict=True))
            found.append([signs.get(edge, 0) for edge in range(edges)])
    return found


def _scales(strategy: Strategy, blocks: Sequence[Ints]) -> list[Fraction]:
    """Of each sum's noise, where epsilon is not divided."""
    found: list[Fraction] = []
    for block in blocks:
        levels = strategy.levels(len(block))
        found += [Fraction(levels.depth)] * len(_rows(levels))
    return found


def _moved(policy: Policy, rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """How far each sum moves along each edge."""
    return [[row[left] - (row[right] if right >= 0 else 0) for row in rows] for left, right in _pairs(policy)]


def promised(made: Mechanism) -> bool:
    """Whether the sums move no farther along any edge than their noise is for, recomputed from the sums themselves."""
    found = measured(made)
    rows = [[Fraction(n) / s for n in row] for row, s in zip(found.rows, found.scales, strict=True)]
    return sensitivity(from_rows(rows, found.policy), found.policy) * found.share <= 1
