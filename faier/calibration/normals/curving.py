"""Normal data with unknowns in it: by how much what exceeds may be more within a box than in its corners.

For a set S of outputs let F be the chance of S on the left less a multiple of that on the right, a smooth function of
the unknowns. A place of a box is the mean of corners that are drawn coordinate by coordinate, so F is there at most the
mean of F in them, and half of the sum over i and j of H_ij r_i r_j: r are half the widths of the box, and H_ij is what
the second derivative does not exceed, in absolute value. What exceeds at most is F for one S, so it is no more than in
the worst corner, and that.

The density f of a normal variable of mean m and variance v, with independent noise, has df/dv = (d/dm)**2 f / 2. So all
derivatives are those by m, and half the integral of abs((d/dm)**k f) bounds the chance of any set. That integral is no
more than the product of those for what is added, if k is divided among them: for a normal variable those of Hermite's
functions, for Laplace noise of rate r they are 1, r, and 2 r**2.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb, ctx, fmpq

from faier.engines.density.law import Formula, Law
from faier.engines.density.rounding import above
from faier.exact import ZERO, Epsilon, Number, substitute, unknown
from faier.exact.bernstein import range_in
from faier.exact.substitution import coefficients
from faier.lang.judging import Box

BITS = 128
# The integrals of abs((d/dz)**k exp(-z**2 / 2) / sqrt(2 pi)) are at most these: k = 0, 1, ...
HERMITE = (fmpq(1), fmpq(4, 5), fmpq(97, 100), fmpq(38, 25), fmpq(281, 100))


def curved(more: Law, less: Law, factor: fmpq, box: Box) -> fmpq | None:
    """What is left of the factor's divergence within a box beside that of its corners; None where it is not known."""
    total = ZERO
    for law, times in ((more, fmpq(1)), (less, factor)):
        for found in law.formulas.values():
            for one in found:
                size = _of(one, box)
                if size is None or not isinstance(one.weight, fmpq):
                    return None
                total += times * one.weight * size
    return total


def _of(one: Formula, box: Box) -> fmpq | None:
    """Half of the sum for one normal variable."""
    means, variances, ends = _sizes(one.at, box), _sizes(one.noise.variance, box), range_in(one.noise.variance, box)
    if means is None or variances is None or ends is None:
        return None
    (mean, bent), (wider, bowed) = means, variances
    sizes = _derivatives(max(ends[0], ZERO), one.noise.rates)
    amounts = (bent, mean**2 + bowed / 2, mean * wider, wider**2 / 4)
    total = ZERO
    for amount, size in zip(amounts, sizes[1:], strict=True):
        if amount:
            if size is None:
                return None
            total += amount * size
    return total / 4


def _sizes(number: Number, box: Box) -> tuple[fmpq, fmpq] | None:
    """The sums of absolute first and second derivatives, by unknowns that go from -1 to 1; None for no polynomial."""
    if isinstance(number, fmpq):
        return ZERO, ZERO
    inner = {name: (low + high) / 2 + (high - low) / 2 * unknown(name) for name, (low, high) in box.items()}
    try:
        terms = coefficients(substitute(number, inner), sorted(box))
    except ValueError:
        return None
    first = second = ZERO
    for exponents, value in terms.items():
        if not isinstance(value, fmpq):
            return None
        degree = sum(exponents)
        first += degree * abs(value)
        second += degree * (degree - 1) * abs(value)
    return first, second


def _derivatives(variance: fmpq, rates: Sequence[Epsilon]) -> list[fmpq | None]:
    """What the integrals of a density's derivatives do not exceed, in absolute value; None: not known."""
    found: list[fmpq | None] = [fmpq(1), *[None] * (len(HERMITE) - 1)]
    if variance > 0:
        with ctx.workprec(BITS):
            narrow = above(1 / arb(variance).sqrt())
        found = [size * narrow**order for order, size in enumerate(HERMITE)]
    for rate in rates:
        if not rate.multiples:
            found = _beside(found, rate.bounds()[1])
    return found


def _beside(sizes: list[fmpq | None], rate: fmpq) -> list[fmpq | None]:
    """With Laplace noise of this rate."""
    found: list[fmpq | None] = []
    for order in range(len(sizes)):
        ways = [
            size * mine
            for size, mine in zip(sizes[order::-1], (fmpq(1), rate, 2 * rate**2), strict=False)
            if size is not None
        ]
        found.append(min(ways, default=None))
    return found
