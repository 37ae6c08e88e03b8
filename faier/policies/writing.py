"""A mechanism file: the sums that a method measures, with its noise, and the claims that `faier check` decides.

The answers to the workload are computed from what it shows, so they need no claim of their own.
"""

from __future__ import annotations

from fractions import Fraction
from textwrap import fill

from faier.policies.budget import Budget
from faier.policies.exact_matrices import sensitivity
from faier.policies.methods import Mechanism
from faier.policies.policy import Policy
from faier.policies.strategies import Levels, Strategy, product_levels
from faier.policies.transform import transform
from faier.policies.trees import NotForThis, is_forest
from faier.policies.workloads import from_rows

# Over more cells than this nothing is written: nobody would read the sums, or check them.
MOST_CELLS = 64

WIDTH = 100


def measured_rows(made: Mechanism) -> list[list[int]]:
    """What the method's strategy asks of each cell."""
    if made.strategy is None:
        raise NotForThis(f"{made.method} has no sums of its own to be written: use consistency")
    if made.within is None or made.blocks is None:
        return _rows(product_levels([made.strategy.levels(size) for size in made.policy.shape]))
    if not is_forest(made.within):
        raise NotForThis(f"{made.method} measures flows along circles, which are no sums of counts: use another method")
    columns, cells = _flows(made.within), range(made.policy.cells)
    found = []
    for block in made.blocks:
        for row in _rows(made.strategy.levels(len(block))):
            flows = [columns[edge] for edge in block.tolist()]
            found.append([sum(sign * flow[cell] for sign, flow in zip(row, flows, strict=True)) for cell in cells])
    return found


def written(made: Mechanism, budget: Budget, most: int = 1) -> str:
    """The file: counts up to `most`, since sums with noise that does not depend on them need no more."""
    policy = made.policy
    if policy.cells > MOST_CELLS:
        raise NotForThis(f"a file is written for up to {MOST_CELLS} cells, and {policy.name} has {policy.cells}")
    rows = measured_rows(made)
    scales = _scales(made)
    spent = max(
        sum((abs(part) for part in moved), Fraction(0))
        for moved in _moved(policy, [[Fraction(n) / s for n in row] for row, s in zip(rows, scales, strict=True)])
    )
    name = made.method.replace("-", "_") + "_sums"
    logarithms = [word for word in ("exp", "log") if f"{word}(" in budget.text]
    words = sorted(["Int", "Vector", "laplace", "mechanism", "moves", "private", *logarithms], key=_as_imported)
    claims = [f"@private(epsilon={budget.text}, neighbors=moves(*POLICY))"]
    less = budget.shown_times(spent * Fraction(999, 1000))
    claims.append(f'@private(epsilon={less}, neighbors=moves(*POLICY), expect="refuted", name="a thousandth less")')
    shape = policy.shape
    counts = f"Vector[Int[0, {most}], {policy.cells}]"
    flat = len(shape) == 1
    if not flat:
        counts = f"Vector[Vector[Int[0, {most}], {shape[1]}], {shape[0]}]"
    edges = [(_place(policy, left), _place(policy, right)) for left, right in _pairs(policy)]
    same = len(set(scales)) == 1
    noise = "laplace(SCALE)" if same else "laplace(scale)"
    listed = [f"    {row}," for row in rows]
    scale_lines = (
        [f"SCALE = {budget.shown(scales[0])}"]
        if same
        else ["SCALES = [" + ", ".join(budget.shown(scale) for scale in scales) + "]"]
    )
    values = "counts" if flat else "[count for row in counts for count in row]"
    loop = "for row in SUMS:" if same else "for row, scale in zip(SUMS, SCALES):"
    head = f"{made.method} under {policy.name}: sums of counts, with noise."
    tail = "What is wanted is computed from what is shown. What a sum loses depends on how far it moves only."
    lines = [
        f'"""{fill(head, WIDTH)}\n\n{fill(tail, WIDTH)}\n"""',
        "",
        f"from faier import {', '.join(words)}",
        "",
        f"POLICY = {edges!r}",
        "SUMS = [",
        *listed,
        "]",
        *scale_lines,
        "",
        "",
        *claims,
        "@mechanism",
        f"def {name}(counts: {counts}):",
        "    shown = []",
        *([] if flat else [f"    cells = {values}"]),
        f"    {loop}",
        f"        total = sum(weight * count for weight, count in zip(row, {'counts' if flat else 'cells'}))",
        f"        shown.append(total + {noise})",
        "    return shown",
        "",
    ]
    return "\n".join(lines)


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


def _scales(made: Mechanism) -> list[Fraction]:
    """Of each sum's noise, at epsilon 1."""
    strategy = made.strategy
    assert isinstance(strategy, Strategy)
    if made.blocks is None:
        return [made.scale] * len(measured_rows(made))
    found: list[Fraction] = []
    for block in made.blocks:
        levels = strategy.levels(len(block))
        found += [Fraction(levels.depth * made.stretch)] * len(_rows(levels))
    return found


def _moved(policy: Policy, rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """How far each sum moves along each edge."""
    return [[row[left] - (row[right] if right >= 0 else 0) for row in rows] for left, right in _pairs(policy)]


def promised(made: Mechanism) -> bool:
    """Whether the sums move no farther along any edge than their noise is for, recomputed from the sums themselves."""
    rows = [[Fraction(n) / s for n in row] for row, s in zip(measured_rows(made), _scales(made), strict=True)]
    return sensitivity(from_rows(rows, made.policy), made.policy) <= 1
