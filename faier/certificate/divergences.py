"""Evidence about Renyi divergences: orders at which they are compared, one after the other, found with floats."""

from __future__ import annotations

from fractions import Fraction
from math import exp, inf, log

from faier.certificate.unwritten import Unwritten
from faier.checker.budgets import exponent, unknown
from faier.checker.claims import Claim
from faier.checker.divergences import ends
from faier.checker.fed_process import Joint
from faier.checker.file import File
from faier.checker.forms import ZERO, Number, is_zero
from faier.checker.outcome import Budget
from faier.checker.outputs import Outputs, laws
from faier.engines.verdict import Witness
from faier.exact import fraction

# At most so many orders, each a multiple of such a part of 1, at least so much below what floats say.
MOST, PARTS, BELOW = 200, 1 << 16, 1e-9

# No order is looked for above this one, nor much above one that is enough.
FURTHEST, ENOUGH = 1 << 12, 1.01

Losses = list[tuple[float, float]]
"""How likely an output is on the left, and the logarithm of how much more likely than on the right."""


def orders(file: File, claim: Claim, length: int | None, budget: Budget) -> dict[str, object]:
    """Of an order each divergence is compared; of all orders from each to the next one."""
    if length is not None or claim.measure is None:
        raise Unwritten("the checker compares no divergences up to a length")
    made: dict[str, object] = {"kind": "divergences"}
    if claim.measure.alpha is not None:
        return made
    every = [_losses(left, right) for left, right in laws(Joint(file, claim, budget))]
    rho = float(exponent(claim.measure.rho, 64)[0]) * (1 - BELOW)
    most = max((loss for losses in every for _, loss in losses), default=0.0)
    found = [Fraction(1)]
    while most > rho * found[-1]:
        further = _furthest(every, rho * float(found[-1]), float(found[-1]), ENOUGH * most / rho if rho else FURTHEST)
        if further <= found[-1] or len(found) > MOST:
            raise Unwritten("the divergences come too close to what is claimed of all orders")
        found.append(further)
    return made | {"orders": [f"{order.numerator}/{order.denominator}" for order in found[1:]]}


def exceeding(claim: Claim, found: Witness) -> dict[str, object]:
    """The order at which a claim about all orders is exceeded."""
    made: dict[str, object] = {"kind": "divergence"}
    if claim.measure is None or claim.measure.alpha is not None or found.diverged is None:
        return made
    order = fraction(found.diverged.alpha)
    return made | {"order": f"{order.numerator}/{order.denominator}"}


def _furthest(every: list[Losses], allowed: float, begin: float, most: float) -> Fraction:
    """The greatest order, about, of which no divergence is more than allowed, up to one that is enough."""
    low, high = begin, min(most, FURTHEST) + 1
    for _ in range(40):
        middle = (low + high) / 2
        if all(_divergence(losses, middle) <= allowed for losses in every):
            low = middle
        else:
            high = middle
    parts = PARTS if low < 2 else 64
    return Fraction(int(low * parts), parts)


def _divergence(losses: Losses, order: float) -> float:
    most = max((loss for _, loss in losses), default=0.0)
    if most == inf:
        return inf
    total = sum(chance * exp((order - 1) * (loss - most)) for chance, loss in losses)
    return most + log(total) / (order - 1) if total > 0 else 0.0


def _losses(left: Outputs, right: Outputs) -> Losses:
    found = []
    for output, weight in left.items():
        other = right.get(output, ZERO)
        if unknown(weight) or unknown(other):
            raise Unwritten("the checker compares no divergences with unknowns")
        if not is_zero(weight):
            more = _near(weight)
            found.append((more, inf if is_zero(other) else log(more) - log(_near(other))))
    return found


def _near(number: Number) -> float:
    low, high = ends(number, 128)
    return max(float((low + high) / 2), 1e-300)
