"""Two exact output distributions -> their hockey-stick divergence, and the least factor for a given delta.

delta(c) = sum over outputs of max(0, P[w] - c Q[w]) for c = e^epsilon: the least delta for that epsilon. It
falls and is piecewise linear in c, so the least c for a given delta has a closed form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cmp_to_key

from flint import fmpq

from faier.engines.outputs.engine import Output
from faier.exact import Epsilon, Number, compare, exceeds, exponential_of
from faier.lang.values import sort_key

Distribution = Mapping[Output, Number]
ZERO = fmpq(0)


@dataclass(frozen=True)
class Divergence:
    """`delta` = left - e^epsilon * right, summed over `outputs`: those that are too likely on the left."""

    delta: Number
    left: Number
    right: Number
    outputs: tuple[Output, ...]


def divergence(p: Distribution, q: Distribution, epsilon: Epsilon) -> Divergence:
    """The least delta for which Pr[S | left] <= e^epsilon Pr[S | right] + delta for every set S of outputs."""
    outputs = tuple(sorted((output for output in p if exceeds(p[output], q.get(output, ZERO), epsilon)), key=sort_key))
    left = _total(p, outputs)
    right = _total(q, outputs)
    delta = left - exponential_of(epsilon) * right if right != 0 else left
    return Divergence(delta, left, right, outputs)


def least_factor(p: Distribution, q: Distribution, delta: Number) -> Number | None:
    """The least c >= 1 with sum of max(0, P - c Q) <= delta; None when no c is enough."""
    impossible = _total(p, tuple(output for output in p if q.get(output, ZERO) == 0))
    if compare(impossible, delta) > 0:
        return None
    ratios = [(p[output] / q[output], p[output], q[output]) for output in p if q.get(output, ZERO) != 0]
    ratios.sort(key=cmp_to_key(_falling))
    left, right = impossible, ZERO
    best: Number = fmpq(1)
    for place, (_, more, less) in enumerate(ratios):
        # With the outputs up to here in the sum, it is left - c * right as long as c is between this ratio and
        # the next one.
        left, right = left + more, right + less
        following = ratios[place + 1][0] if place + 1 < len(ratios) else ZERO
        c = (left - delta) / right
        if compare(c, following) >= 0:
            best = c
            break
    return best if compare(best, fmpq(1)) > 0 else fmpq(1)


def _falling(a: tuple[Number, Number, Number], b: tuple[Number, Number, Number]) -> int:
    return compare(b[0], a[0])


def _total(weights: Distribution, outputs: tuple[Output, ...]) -> Number:
    total: Number = ZERO
    for output in outputs:
        total = total + weights.get(output, ZERO)
    return total
