"""Inferential privacy of a Markov chain's records, by the matrix of their influences on each other.

Ghosh and Kleinberg, Inferential Privacy Guarantees for Differentially Private Mechanisms (2016), as Song, Wang and
Chaudhuri (2017) compare with it in section 5 and appendix B.10. A record is influenced by its two neighbors alone. The
method applies where the spectral norm of the matrix is less than 1; numbers are balls, and the scale is rounded up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from flint import arb, ctx, fmpq

from faier.calibration.known import ROUNDED, Chain, Known, Missing

BITS = 256
TOO_STRONG = Missing(
    "the records influence each other too much: the spectral norm of the influence matrix is not below 1"
)


def asks(known: Known) -> fmpq | Missing:
    """Twice the greatest sum of a row of the inverse of 1 - influence, over epsilon."""
    if isinstance(known.chains, Missing):
        return known.chains
    if isinstance(known.step, Missing):
        return known.step
    scales: list[fmpq] = []
    with ctx.workprec(BITS):
        for chain in known.chains:
            total = _greatest_sum(chain)
            if total is None:
                return TOO_STRONG
            steps = (2 * total * known.step / known.epsilon.enclose(BITS) / ROUNDED).upper().ceil().unique_fmpz()
            scales.append(fmpq(steps) * ROUNDED)
    return max(scales)


def influences(chain: Chain) -> tuple[list[arb], list[arb]] | None:
    """How much each record is influenced by the one before it, and by the one after it, the first by none before and
    the last by none after; None where an influence is infinite."""
    states = range(len(chain.start))
    inside = [
        [[chain.moves[left][here] * chain.moves[here][right] for here in states] for right in states] for left in states
    ]
    ends = [[chain.start[here] * chain.moves[here][right] for here in states] for right in states]
    last = [list(chain.moves[left]) for left in states]
    before: list[arb] = []
    after: list[arb] = []
    for place in range(chain.length):
        first, end = place == 0, place == chain.length - 1
        if first or end:
            laws = ends if first else last
            found = _influence(laws)
            if found is None:
                return None
            before.append(arb(0) if first else found)
            after.append(found if first and not end else arb(0))
            continue
        if place > 1:
            before.append(before[-1])
            after.append(after[-1])
            continue
        sides = [
            [_influence([inside[left][right] for left in states]) for right in states],
            [_influence(inside[left]) for left in states],
        ]
        if any(one is None for side in sides for one in side):
            return None
        before.append(_most(sides[0]))
        after.append(_most(sides[1]))
    return before, after


def _most(values: Iterable[arb | None]) -> arb:
    found = arb(0)
    for value in values:
        assert value is not None
        found = found.max(value)
    return found


def _influence(weights: list[list[fmpq]]) -> arb | None:
    """Half of the logarithm of the greatest ratio of the chances of a value, between any two of these laws."""
    laws = [[weight / sum(law) for weight in law] for law in weights if sum(law)]
    found = arb(0)
    for one, other in product(laws, repeat=2):
        for more, less in zip(one, other, strict=True):
            if more > less:
                if not less:
                    return None
                found = found.max(arb(more / less).log() / 2)
    return found


def _greatest_sum(chain: Chain) -> arb | None:
    """The greatest sum of a row of the inverse of 1 - influence; None where its norm is not seen to be below 1."""
    if chain.length == 1:
        return arb(1)
    found = influences(chain)
    if found is None or not _contracts(*found):
        return None
    before, after = found
    return _most(_solved(before, after))


def _contracts(before: list[arb], after: list[arb]) -> bool:
    """Whether the spectral norm of the matrix with these beside its diagonal is below 1: 1 - (its transpose)(itself) is
    positive definite. Only entries two apart are in a row with others, so even and odd places are two bands."""
    count = len(before)
    for start in (0, 1):
        pivot: arb | None = None
        for at in range(start, count, 2):
            square = arb(0)
            if at > 0:
                square += after[at - 1] ** 2
            if at + 1 < count:
                square += before[at + 1] ** 2
            here = 1 - square
            if pivot is not None:
                beside = after[at - 1] * before[at - 1]
                here -= beside * beside / pivot
            if not here > 0:
                return False
            pivot = here
    return True


def _solved(before: list[arb], after: list[arb]) -> Iterator[arb]:
    """The sums of the rows of the inverse of 1 - influence: x with x[i] - before[i] x[i-1] - after[i] x[i+1] = 1."""
    factors: list[arb] = []
    rests: list[arb] = []
    for at, (low, high) in enumerate(zip(before, after, strict=True)):
        pivot = 1 - (low * factors[-1] if at else arb(0))
        factors.append(high / pivot)
        rests.append((1 + (low * rests[-1] if at else arb(0))) / pivot)
    value = rests[-1]
    yield value
    for at in range(len(before) - 2, -1, -1):
        value = rests[at] + factors[at] * value
        yield value
