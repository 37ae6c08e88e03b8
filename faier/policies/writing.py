"""A mechanism file: the sums that a method measures, with its noise, and the claims that `faier check` decides.

The answers to the workload are computed from what it shows, so they need no claim of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import fill

from faier.policies.budget import Budget
from faier.policies.exact_matrices import sensitivity
from faier.policies.methods import Mechanism
from faier.policies.policy import Ints, Policy, from_pairs
from faier.policies.strategies import Levels, Strategy, product_levels
from faier.policies.transform import transform
from faier.policies.trees import NotForThis, is_forest
from faier.policies.workloads import from_rows

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
    of_flows: bool = False


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
        return Measured(flows, of_edges, [scale * made.stretch for scale in scales], made.stretch, of_flows=True)
    columns, cells = _flows(made.within), range(made.policy.cells)
    rows = [
        [sum(sign * columns[edge][cell] for edge, sign in enumerate(row) if sign) for cell in cells] for row in of_edges
    ]
    return Measured(made.policy, rows, [scale * made.stretch for scale in scales])


def written(made: Mechanism, budget: Budget, most: int = 1) -> str:
    """The file: counts up to `most`, since sums with noise that does not depend on them need no more."""
    cells = made.policy.cells
    if cells > MOST_CELLS:
        raise NotForThis(f"a file is written for up to {MOST_CELLS} cells, and {made.policy.name} has {cells}")
    found = measured(made)
    policy, rows, scales = found.policy, found.rows, found.scales
    spent = max(
        sum((abs(part) for part in moved), Fraction(0))
        for moved in _moved(policy, [[Fraction(n) / s for n in row] for row, s in zip(rows, scales, strict=True)])
    )
    name = made.method.replace("-", "_") + "_sums"
    logarithms = [word for word in ("exp", "log") if f"{word}(" in budget.text]
    words = sorted(["Int", "Vector", "laplace", "mechanism", "moves", "private", *logarithms], key=_as_imported)
    whole = budget.text if found.share == 1 else budget.shown_times(Fraction(1, found.share))
    claims = [f"@private(epsilon={whole}, neighbors=moves(*POLICY))"]
    less = budget.shown_times(spent * Fraction(999, 1000))
    claims.append(f'@private(epsilon={less}, neighbors=moves(*POLICY), expect="refuted", name="a thousandth less")')
    flat = len(policy.shape) == 1
    low, values = (-most if found.of_flows else 0), ("flows" if found.of_flows else "counts")
    counts = f"Vector[Int[{low}, {most}], {policy.cells}]"
    if not flat:
        counts = f"Vector[Vector[Int[0, {most}], {policy.shape[1]}], {policy.shape[0]}]"
    same = len(set(scales)) == 1
    noise = "laplace(SCALE)" if same else "laplace(scale)"
    scale_lines = (
        [f"SCALE = {budget.shown(scales[0])}"]
        if same
        else ["SCALES = [" + ", ".join(budget.shown(scale) for scale in scales) + "]"]
    )
    loop = "for row in SUMS:" if same else "for row, scale in zip(SUMS, SCALES):"
    head = f"{made.method} under {made.policy.name}: sums of {values}, with noise."
    tail = "What is wanted is computed from what is shown. What a sum loses depends on how far it moves only."
    if found.of_flows:
        tail = _about_flows(found)
    lines = [
        f'"""{fill(head, WIDTH)}\n\n{fill(tail, WIDTH)}\n"""',
        "",
        f"from faier import {', '.join(words)}",
        "",
        *_policy_lines(made, found),
        "SUMS = [",
        *(f"    {row}," for row in rows),
        "]",
        *scale_lines,
        "",
        "",
        *claims,
        "@mechanism",
        f"def {name}({values}: {counts}):",
        "    shown = []",
        *([] if flat else ["    cells = [count for row in counts for count in row]"]),
        f"    {loop}",
        f"        total = sum(weight * count for weight, count in zip(row, {values if flat else 'cells'}))",
        f"        shown.append(total + {noise})",
        "    return shown",
        "",
    ]
    return "\n".join(lines)


def _policy_lines(made: Mechanism, found: Measured) -> list[str]:
    if not found.of_flows or made.within is None:
        return [f"POLICY = {_named_pairs(found.policy)!r}"]
    return [f"EDGES = {_named_pairs(made.within)!r}", "POLICY = [(flow, None) for flow in range(len(EDGES))]"]


def _named_pairs(policy: Policy) -> list[tuple[object, object]]:
    return [(_place(policy, left), _place(policy, right)) for left, right in _pairs(policy)]


def _about_flows(found: Measured) -> str:
    """Why a claim about flows is one about the policy."""
    share = "" if found.share == 1 else f"; each move of the policy is one along {found.share} of them at most"
    return (
        "Counts are what the flows along their edges add up to, and what is told is such counts, made of the sums "
        "shown here. Flows that lead to the same counts are told alike, so it does not matter to which of them noise "
        f"is added. A record that moves along an edge changes one flow by 1{share}."
    )


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


def _flows(within: Policy) -> list[list[int]]:
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
