"""Obligations in which an epsilon alone is unknown -> the least multiple of it that all of them satisfy, or its ends.

The supremum of log(left / right) / t over the words and all t > 0, where t is the unknown epsilon. Its candidates in
closed form are the limits at 0, where the ratio must be 1 and then counts by its slope, and far out, where the fastest
exponents tell: if all obligations hold for the greatest of them, that is the supremum, exactly. Otherwise a climb in
numbers of many digits finds values of t, at which the multiple is enclosed from below; and sums of exponentials prove
that a little more than the greatest is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, ctx, fmpq

from faier.engines.algebra.obligations import Obligation
from faier.exact import Epsilon, bounds, exponential, numerator_denominator, sign
from faier.exact.enclosure import ends
from faier.exact.exponential_sums import Below, Proof, Terms, excess, nonnegative, terms_of
from faier.exact.rational import ONE, ZERO
from faier.exact.simplest import simplest_between
from faier.exact.symbolic import Number
from faier.limits import LimitReached, Limits

# The upper end is at most this share above the lower one, where there is no closed form.
CLOSE = fmpq(1, 10**9)
# Where ratios are looked at first, and where one is told that only comes near the multiple.
STARTS = tuple(fmpq(2) ** power for power in range(-12, 11, 2))
NEAR_ZERO, FAR_OUT = fmpq(1, 1000), fmpq(30)
BITS = 256
# Proofs that are tried, and how much further off each next one is.
TRIES, STRIDE = 24, 8


@dataclass(frozen=True)
class Multiple:
    """`lower` <= supremum <= `upper` (None: there is none, or none is known, for the `reason`). The obligation has the
    multiple `lower` for the epsilon `at`; not `attained`: then it comes near it there."""

    lower: fmpq | None
    upper: fmpq | None
    attained: bool
    obligation: Obligation
    at: fmpq
    reason: str = ""


@dataclass(frozen=True)
class _Ratio:
    """left / right without a common factor, as sums of exponentials."""

    obligation: Obligation
    above: Terms
    below: Terms

    def value(self, t: fmpq) -> fmpq | None:
        """A rational just below log(left / right) / t; None where left is 0."""
        with ctx.workprec(BITS):
            above, below = abs(_at(self.above, t)), abs(_at(self.below, t))
            if not above > 0 or not below > 0:
                return None
            return _rational_below((above / below).log() / arb(t))


def least_multiple(
    items: Sequence[Obligation], name: str, limits: Limits, enough: fmpq | None = None
) -> Multiple | str:
    """The supremum over all obligations, which is not above what is known to be `enough`; a text says why nothing is
    known."""
    ratios: list[_Ratio] = []
    best: Multiple | None = None
    for item in items:
        limits.spend(1)
        ratio = _ratio(item, name)
        if ratio is None:
            return "the ratio of an output is no quotient of sums of exponentials"
        if isinstance(ratio, Multiple):
            return ratio
        ratios.append(ratio)
        for found in _limits(ratio):
            if found.lower is None:
                return found
            if best is None or best.lower is None or found.lower > best.lower:
                best = found
    if best is None or best.lower is None or best.lower < 0:
        best = Multiple(ZERO, None, False, items[0], ONE)
    if best.lower == enough or _decided(items, name, _multiple_of(best), limits) is True:
        return _closed(best, items, name)
    return _between(ratios, name, best, limits)


def _multiple_of(found: Multiple) -> fmpq:
    assert found.lower is not None
    return found.lower


def _ratio(item: Obligation, name: str) -> _Ratio | Multiple | None:
    if item.right == 0:
        return Multiple(None, None, True, item, ONE)
    above, below = (terms_of(number, name) for number in numerator_denominator(item.left / item.right))
    return None if above is None or below is None else _Ratio(item, above, below)


def _limits(ratio: _Ratio) -> list[Multiple]:
    """The multiples that the ratio comes near to at 0 and far out, or an end below; without end at 0 if it is above 1
    there."""
    item, found = ratio.obligation, list[Multiple]()
    one, other = (_number(terms) for terms in (ratio.above, ratio.below))
    gap = sign(one * one - other * other)
    if gap > 0:
        return [Multiple(None, None, False, item, NEAR_ZERO)]
    if gap == 0:
        slope = _number(_slopes(ratio.above)) / one - _number(_slopes(ratio.below)) / other
        closed = isinstance(slope, fmpq)
        found.append(Multiple(slope if closed else bounds(slope)[0], None, False, item, NEAR_ZERO))
    fastest = [max(rate for rate, _ in terms) for terms in (ratio.above, ratio.below)]
    found.append(Multiple(fastest[0] - fastest[1], None, False, item, FAR_OUT))
    return found


def _number(terms: Terms) -> Number:
    """The sum at 0."""
    total: Number = ZERO
    for (_, power), amount in terms.items():
        total = total + exponential(power) * amount
    return total


def _slopes(terms: Terms) -> Terms:
    return {(rate, power): rate * amount for (rate, power), amount in terms.items()}


def _decided(items: Sequence[Obligation], name: str, multiple: fmpq, limits: Limits) -> bool | tuple[Obligation, fmpq]:
    """Whether all obligations hold for the multiple (False: that is open), or one that does not, and where."""
    epsilon, open_ = Epsilon.positive(name, multiple), False
    for item in items:
        limits.spend(1)
        terms = excess(item.left, item.right, epsilon, name)
        found = None if terms is None else nonnegative(terms, lambda: limits.spend(1))
        if isinstance(found, Below):
            return item, found.at
        open_ = open_ or not isinstance(found, Proof)
    return not open_


def _closed(best: Multiple, items: Sequence[Obligation], name: str) -> Multiple:
    """The limit is the supremum. It is attained by an obligation that has this multiple for every epsilon."""
    epsilon = Epsilon.positive(name, _multiple_of(best))
    for item in items:
        if not excess(item.left, item.right, epsilon, name):
            return Multiple(best.lower, best.lower, True, item, ONE)
    return Multiple(best.lower, best.lower, False, best.obligation, best.at)


def _between(ratios: Sequence[_Ratio], name: str, best: Multiple, limits: Limits) -> Multiple:
    """The lower end is a value for some epsilon, or a limit; the upper end is proved."""
    for ratio in ratios:
        best = _higher(best, ratio, STARTS, limits)
    by_item = {id(ratio.obligation): ratio for ratio in ratios}
    items, step = [ratio.obligation for ratio in ratios], CLOSE
    try:
        for _ in range(TRIES):
            low = _multiple_of(best)
            tried = simplest_between(low + low * step / 2, low + low * step) if low else step
            found = _decided(items, name, tried, limits)
            if found is True:
                return Multiple(low, tried, best.attained, best.obligation, best.at)
            if isinstance(found, tuple):
                best = _higher(best, by_item[id(found[0])], (found[1],), limits)
            step = step * STRIDE
    except LimitReached as reached:
        return Multiple(best.lower, None, best.attained, best.obligation, best.at, reached.text)
    return Multiple(best.lower, None, best.attained, best.obligation, best.at, f"no multiple of {name} was proved")


def _higher(best: Multiple, ratio: _Ratio, starts: Sequence[fmpq], limits: Limits) -> Multiple:
    """The best, or what climbing from the starts finds that is greater."""
    values = [(value, t) for t in starts if (value := ratio.value(t)) is not None]
    if not values:
        return best
    value, t = max(values)
    share = ONE
    while share > fmpq(1, 2**40):
        limits.spend(1)
        for moved in (t * (1 + share), t / (1 + share)):
            near = ratio.value(moved)
            if near is not None and near > value:
                value, t = near, moved
                break
        else:
            share = share / 2
    simple, near = t, value
    for width in (fmpq(1, 10), fmpq(1, 100), fmpq(1, 1000), fmpq(1, 10**4), fmpq(1, 10**5)):
        at = simplest_between(t * (1 - width), t * (1 + width))
        there = ratio.value(at)
        if there is not None and there >= value - abs(value) * CLOSE / 4:
            simple, near = at, there
            break
    return best if near <= _multiple_of(best) else Multiple(near, None, True, ratio.obligation, simple)


def _at(terms: Terms, t: fmpq) -> arb:
    total = arb(0)
    for (rate, power), amount in terms.items():
        total += arb(amount) * arb(rate * t + power).exp()
    return total


def _rational_below(ball: arb) -> fmpq:
    """A rational with few digits just below a ball, or its lower end."""
    low = ends(ball)[0]
    return simplest_between(low - abs(low) * fmpq(1, 10**20), low, closed_low=True, closed_high=True)
