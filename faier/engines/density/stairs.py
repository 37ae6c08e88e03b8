"""A set of outputs of several independent reals that lie elsewhere on the other side: boxes along the border.

Of each real the ratio of densities rises or falls all along. So where all reals but one are in narrow cells, what
exceeds is a half-line of that one. Floats say where it begins; chances are computed from the products.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

from flint import arb, fmpq

from faier.engines.density import again
from faier.engines.density.independent import lost
from faier.engines.density.law import PLACE, Law
from faier.engines.density.mixture import Part
from faier.exact import enclose, nearest_float
from faier.lang.values import Between, Value
from faier.limits import Limits

# So many boxes, in one attempt after the other; cells reach so far out, in deviations.
BOXES, REACH = (60, 400, 1500), 6.0
ANYTHING = Between(None, None)


@dataclass(frozen=True)
class Axis:
    """One real, on the left and on the right."""

    left: Part
    right: Part

    @cached_property
    def ends(self) -> tuple[float, float]:
        return nearest_float(self.left.at), nearest_float(self.right.at)

    @cached_property
    def size(self) -> float:
        """The deviation of a normal draw, or the scale of a Laplace draw."""
        rates = self.left.noise.rates
        return 1 / rates[0].value if rates else math.sqrt(nearest_float(self.left.noise.variance))

    @property
    def apart(self) -> float:
        return abs(self.ends[0] - self.ends[1]) / self.size

    def loss(self, x: float) -> float:
        a, b = ((x - end) / self.size for end in self.ends)
        return abs(b) - abs(a) if self.left.noise.rates else (b * b - a * a) / 2

    def beyond(self, loss: float) -> Between | None:
        """Where it is greater, about; None: nowhere."""
        a, b = self.ends
        sign, most = (1 if a > b else -1), self.apart
        if self.left.noise.rates and abs(loss) >= most:
            return None if loss > 0 else ANYTHING
        share = loss / most * self.size if not self.left.noise.rates else loss * self.size / 2
        at = self.rounded((a + b) / 2 + sign * share)
        return Between(at, None) if sign > 0 else Between(None, at)

    def cells(self, count: int) -> list[tuple[Between, float]]:
        """With a number inside of each."""
        low, high = min(self.ends) - REACH * self.size, max(self.ends) + REACH * self.size
        steps = [low + (high - low) * step / count for step in range(count + 1)]
        ends = [self.rounded(step) for step in steps]
        inner = [(Between(*pair), sum(map(nearest_float, pair)) / 2) for pair in pairwise(ends)]
        return [(Between(None, ends[0]), low), *inner, (Between(ends[-1], None), high)]

    def rounded(self, x: float) -> fmpq:
        """To a small part of the size."""
        unit = fmpq(2) ** (math.frexp(self.size)[1] - 11)
        return round(x / nearest_float(unit)) * unit

    def chances(self, cell: Between) -> tuple[arb, arb]:
        return again.chance((self.left,), cell.low, cell.high), again.chance((self.right,), cell.low, cell.high)


@dataclass
class Stairs:
    """Boxes that exceed, with both chances of all of them."""

    outputs: list[tuple[Value, ...]]
    left: arb
    right: arb


def stairs(left: Law, right: Law, factor: arb, delta: fmpq, limits: Limits) -> Stairs | None:
    """Boxes that together exceed delta; None where none are found, or other outputs are there."""
    both = [list(law.several) for law in (left, right)]
    if len(both[0]) != 1 or both[0] != both[1] or any(len(law.outputs) > 1 for law in (left, right)):
        return None
    (output,) = both[0]
    mine, yours = left.several[output], right.several[output]
    if lost(mine, yours) is None:
        return None
    axes = [Axis(*both) for both in zip(mine[0].factors, yours[0].factors, strict=True)]  # type: ignore[arg-type]
    weights = enclose(mine[0].weight, again.BITS), enclose(yours[0].weight, again.BITS)
    places = [at for at, item in enumerate(output.items) if item == PLACE]
    for count in BOXES:
        found = Stairs([], arb(0), arb(0))
        for cells, chances in _boxes(axes, factor * weights[1] / weights[0], count):
            limits.check()
            one, other = weights[0] * chances[0], weights[1] * chances[1]
            if one > factor * other:
                items = list(output.items)
                for at, cell in zip(places, cells, strict=True):
                    items[at] = cell
                found.outputs.append(tuple(items))
                found.left, found.right = found.left + one, found.right + other
        if found.left - factor * found.right > arb(delta):
            return found
    return None


def _boxes(axes: list[Axis], factor: arb, count: int) -> Iterator[tuple[list[Between], tuple[arb, arb]]]:
    goal = float(factor.log().mid())
    last = max(range(len(axes)), key=lambda at: axes[at].apart)
    moved = [at for at, axis in enumerate(axes) if axis.apart and at != last]
    each = max(2, int(count ** (1 / max(len(moved), 1)))) - 2
    choices = [[(cell, axes[at].loss(x), axes[at].chances(cell)) for cell, x in axes[at].cells(each)] for at in moved]
    for chosen in product(*choices):
        end = axes[last].beyond(goal - sum(loss for _, loss, _ in chosen))
        if end is not None:
            cells = [ANYTHING] * len(axes)
            one, other = axes[last].chances(end)
            cells[last] = end
            for at, (cell, _, chances) in zip(moved, chosen, strict=True):
                cells[at], one, other = cell, one * chances[0], other * chances[1]
            yield cells, (one, other)
