"""Records of a chain whose own chances are known, one by one or many at once: what any of them may lose to a quilt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from flint import arb, ctx

from faier.calibration.quilts.influence import HUGE, Ratios, Sides, Support
from faier.calibration.quilts.scale import BITS, Quilt
from faier.extras import needed

if TYPE_CHECKING:
    from faier.calibration.quilts.powers import Floats


@dataclass
class Records:
    """Records `first` to `last`. `weights[x][y]` bounds, for each of them, the chance of y over that of x: the ratio
    that counts for what was before (None: x or y is none of their values). `support` has what may stand so far before
    (None: anything). `parts` are two halves of them, each with its own bounds."""

    sides: Sides
    first: int
    last: int
    weights: Sequence[Sequence[arb | None]]
    support: Callable[[int], Support | None] = lambda steps: None
    parts: Callable[[], tuple[Records, Records]] | None = None
    _known_before: dict[int, Floats] = field(default_factory=dict)
    _known_after: dict[int, Floats] = field(default_factory=dict)

    @property
    def decided(self) -> bool:
        """Whether they have one value only, so that nothing is secret."""
        return all(weight is None for x, row in enumerate(self.weights) for y, weight in enumerate(row) if x != y)

    def about(self, before: int | None, after: int | None) -> float:
        """About how much they influence such a quilt."""
        if before is None and after is None:
            return 0.0
        if before is None:
            return float(self._after(after).max())
        both = self._before(before) if after is None else self._before(before) + self._after(after)
        return float(both.max())

    def _before(self, steps: int) -> Floats:
        """For each pair of their values."""
        if steps not in self._known_before:
            pairs = self._pairs
            self._known_before[steps] = self._logs + self.sides.before(steps, self.support(steps))[pairs]
        return self._known_before[steps]

    def _after(self, steps: int | None) -> Floats:
        assert steps is not None
        if steps not in self._known_after:
            self._known_after[steps] = self.sides.after(steps)[self._pairs]
        return self._known_after[steps]

    def certainly(self, quilt: Quilt) -> arb | None:
        """Not less than they influence it; None: there is nothing that they could influence."""
        if quilt.before is None and quilt.after is None:
            return None
        sides: list[Ratios | Sequence[Sequence[arb | None]]] = []
        if quilt.before is not None:
            sides += [self.weights, self.sides.exactly_before(quilt.before, self.support(quilt.before))]
        if quilt.after is not None:
            sides.append(self.sides.exactly_after(quilt.after))
        most = arb(1)
        with ctx.workprec(BITS):
            for x, row in enumerate(self.weights):
                for y, weight in enumerate(row):
                    if x == y or weight is None:
                        continue
                    product = arb(1)
                    for ratio in sides:
                        factor = ratio[x][y]
                        assert factor is not None
                        product *= factor
                    most = most.max(product)
            return most.log()

    @cached_property
    def _pairs(self) -> tuple[list[int], list[int]]:
        """The pairs of their values: the ones, and the others."""
        size = range(len(self.weights))
        found = [(x, y) for x in size for y in size if x != y and self.weights[x][y] is not None]
        return [x for x, _ in found], [y for _, y in found]

    @cached_property
    def _logs(self) -> Floats:
        needed("calibrate", "numpy")
        import numpy

        weights = [self.weights[x][y] for x, y in zip(*self._pairs, strict=True)]
        with numpy.errstate(divide="ignore"):
            logs = numpy.log([float(weight.mid()) for weight in weights if weight is not None])
        return numpy.clip(logs, -HUGE, HUGE)
