"""What is promised of several releases about one chain, where the conditions of a theorem hold.

Song, Wang and Chaudhuri 2017 (Theorem II.6 as the other paper counts it) and Song and Chaudhuri 2017 (Theorems III.1,
III.3, III.6 and III.7). A promise is an epsilon, rounded up where it is no fraction; where a condition fails, that is
told instead. Theorem III.1 is taken as it is proved: its text exchanges the two influences, and does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flint import arb, ctx, fmpq

from faier.calibration.known import Missing
from faier.calibration.quilts.alike import alike_records
from faier.calibration.quilts.best import best_quilt
from faier.calibration.quilts.chains import Chain, Number, exact_number
from faier.calibration.quilts.mixing import Mixing
from faier.calibration.quilts.roughly import Mixed, quilts_by_mixing
from faier.calibration.quilts.scale import BITS, Budget, Quilt, Quilted, as_epsilon, rounded_up

Output: TypeAlias = tuple[object, object]
"""What two releases show."""

ALONE = 10_000
"""In a part of a chain with no more records, each is asked for its quilt."""


NO_CHAIN = "there is no chain of which anything is known"


@dataclass(frozen=True)
class Part:
    """The records `first` to `last` of a chain, released so that each of them loses no more than epsilon."""

    first: int
    last: int
    epsilon: Budget


def one_release(scales: Iterable[Number]) -> fmpq:
    """The scale of the one release that loses exactly as much as all of these together, of the same query with Laplace
    noise (or with two-sided geometric noise of exp(-1/scale) on integers): the inverse scales add up."""
    exact = [exact_number(scale) for scale in scales]
    if not exact or min(exact) <= 0:
        raise ValueError("scales of noise are more than 0")
    return 1 / sum((1 / scale for scale in exact), fmpq(0))


def same_quilts(releases: Sequence[tuple[Budget, Quilted]]) -> fmpq | Missing:
    """Theorem II.6: releases with the same quilts lose no more than their number times the greatest epsilon."""
    used = {frozenset((cover.first, cover.last, cover.quilt) for cover in quilted.covers) for _, quilted in releases}
    if len(used) != 1:
        return Missing("the releases do not use the same quilts")
    return len(releases) * max(_above(epsilon) for epsilon, _ in releases)


def sequential(epsilons: Iterable[Budget]) -> fmpq:
    """Theorem III.7: releases about one class of chains, each with the scale of the Markov quilt mechanism for its
    epsilon and 1-Lipschitz queries, lose no more than the sum."""
    return sum((_above(epsilon) for epsilon in epsilons), fmpq(0))


def dependent(one: Budget, other: Budget, correction: Number) -> fmpq:
    """Theorem III.6: with twice the correction, which bounds how far from independent both releases are."""
    apart = exact_number(correction)
    if apart < 0:
        raise ValueError("a correction is not less than 0")
    return _above(one) + _above(other) + 2 * apart


def correction(laws: Iterable[Mapping[Output, Number]]) -> fmpq | Missing:
    """The correction of Theorem III.6, rounded up: of the laws of both outputs, one for each secret, how far joint
    chances are from the products of their own, as a logarithm."""
    most = fmpq(1)
    for given in laws:
        law = {output: exact_number(chance) for output, chance in given.items() if chance}
        sides: tuple[dict[object, fmpq], dict[object, fmpq]] = ({}, {})
        for output, chance in law.items():
            for side, shown in zip(sides, output, strict=True):
                side[shown] = side.get(shown, fmpq(0)) + chance
        if len(law) < len(sides[0]) * len(sides[1]):
            return Missing("two outputs are possible each, and not together: no correction is enough")
        for (one, other), chance in law.items():
            ratio = chance / (sides[0][one] * sides[1][other])
            most = max(most, ratio, 1 / ratio)
    with ctx.workprec(BITS):
        return fmpq(0) if most == 1 else rounded_up(arb(most).log())


def parallel(chains: Chain | Iterable[Chain], one: Part, other: Part) -> fmpq | Missing:
    """Theorem III.1, as it is proved: a record of either part pays for the other part no more than its influence on the
    nearest record there, and no more than what that part loses."""
    if not 1 <= one.first <= one.last < other.first <= other.last:
        return Missing("the parts of the chain are not one after the other")
    promised = [_above(one.epsilon), _above(other.epsilon)]
    losses: list[fmpq] = []
    for chain in (chains,) if isinstance(chains, Chain) else chains:
        if other.last > chain.length:
            return Missing(f"the chain ends at record {chain.length}")
        steps = other.first - one.last
        for epsilon, rest, record, quilt in (
            (promised[0], promised[1], one.last, Quilt(None, steps)),
            (promised[1], promised[0], other.first, Quilt(steps, None)),
        ):
            influence = _influence(chain, record, quilt)
            losses.append(epsilon + (rest if influence is None else min(rest, influence)))
    return max(losses) if losses else Missing(NO_CHAIN)


def _influence(chain: Chain, record: int, quilt: Quilt) -> fmpq | None:
    """The max-influence of one record, rounded up (None: it has no bound)."""
    records = next(alike for alike in alike_records(chain) if alike.first <= record <= alike.last)
    while records.parts is not None:
        records = next(part for part in records.parts() if part.first <= record <= part.last)
    found = records.certainly(quilt)
    if found is None or found.is_zero():
        return fmpq(0)
    return rounded_up(found) if found.is_finite() else None


def far_apart(known: Iterable[Mixing], one: Part, other: Part) -> fmpq | Missing:
    """Theorem III.3: releases by MQMApprox of two parts lose no more than the greater epsilon where the parts are
    further from each other than either is long, and each has a record whose best quilt is on both sides."""
    lengths = [part.last - part.first + 1 for part in (one, other)]
    if min(lengths) < 2 or not one.last < other.first or one.first < 1:
        return Missing("the theorem is about two parts of two records or more, one after the other")
    if other.first - one.last < max(lengths) - 1:
        return Missing("the parts are nearer to each other than they are long")
    each = tuple(known)
    if not each:
        return Missing(NO_CHAIN)
    for mixing in each:
        for part, length in zip((one, other), lengths, strict=True):
            if not _has_both_sides(mixing, length, part.epsilon):
                return Missing(f"no record from {part.first} to {part.last} has its best quilt on both sides")
    return max(_above(one.epsilon), _above(other.epsilon))


def _has_both_sides(mixing: Mixing, length: int, epsilon: Budget) -> bool:
    covers = quilts_by_mixing(mixing, length, epsilon).covers
    if any(cover.quilt.before is not None and cover.quilt.after is not None for cover in covers):
        return True
    about, value = Mixed(mixing).about, as_epsilon(epsilon).value
    best = (best_quilt(record, length, value, about) for record in range(1, min(length, ALONE) + 1))
    return any(before is not None and after is not None for _, before, after in best)


def _above(epsilon: Budget) -> fmpq:
    """The epsilon, rounded up where it is no fraction."""
    budget = as_epsilon(epsilon)
    low, high = budget.bounds(30)
    return low if low == high else rounded_up(budget.enclose(BITS))
