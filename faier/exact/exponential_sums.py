"""One unknown epsilon, all its values: whether a sum of exponentials is at least 0 for every t > 0, with evidence.

A sum is f(t) = sum of a e^(r t + p) with rational a, r and p. Its cost is that of its terms: how fine the fractions r
are does not matter. Turns a sum into `Proof`, `Below`, or None where it seems to touch 0 inside.

On a piece from `low` to `high` (None: no end) f is seen to be at least 0 in one of these ways:

- "sums": the terms at `low`, those that grow fastest first, have partial sums that are at least 0. With s = t - low,
  f is sum S_k (e^(r_k s) - e^(r_(k+1) s)) + S_n e^(r_n s), in which no factor is negative.
- ("chord", s): g = f e^(-s t) is at least (high - low)^2 M / 8 and 0 at both ends, for an M that g'' does not exceed on
  the piece. With the rate s of a term that is large there, M is small.
- ("rise", s, how): f(low) is at least 0, and so is e^(s t) (f e^(-s t))', a sum again, on the piece.

A point at which f is negative is found as soon as pieces are small enough. What is positive inside is proved: at 0
after as many rises as f has roots there, from some point on by "sums", and between by "chord".
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from flint import arb, ctx, fmpq

from faier.exact.epsilon import WRITTEN_BITS, Epsilon
from faier.exact.generators import Exponential
from faier.exact.limits import PRECISION_LIMIT, Undecidable
from faier.exact.parts import numerator_denominator
from faier.exact.rational import ONE, ZERO
from faier.exact.simplest import simplest_between
from faier.exact.symbolic import Number, Symbolic, element

Terms: TypeAlias = Mapping[tuple[fmpq, fmpq], fmpq]
"""Rate and power of e to the amount, which is not 0."""

How: TypeAlias = "Literal['sums'] | tuple[Literal['chord'], fmpq] | tuple[Literal['rise'], fmpq, How]"

# Pieces that are looked at before the question is left open.
MAXIMAL_PIECES = 400
# Rises one after the other: at 0, where a claim has a root of some order, and elsewhere.
RISES, RISES_INSIDE = 40, 1
BITS = 96


@dataclass(frozen=True)
class Proof:
    """Where the pieces begin, the first at 0, each with how it is proved; the last has no end."""

    pieces: tuple[tuple[fmpq, How], ...]


@dataclass(frozen=True)
class Below:
    """The sum is negative here."""

    at: fmpq


def nonnegative(terms: Terms, tick: Callable[[], None] = lambda: None) -> Proof | Below | None:
    """Whether the sum is at least 0 for every t > 0."""
    if not terms or _rising(terms, ZERO, None) == "sums":
        return Proof(((ZERO, "sums"),))
    below = _at_the_ends(terms)
    if below is not None:
        return Below(_simple(terms, below))
    settled: list[tuple[fmpq, How]] = []
    waiting: deque[tuple[fmpq, fmpq | None]] = deque([(ZERO, None)])
    for _ in range(MAXIMAL_PIECES):
        if not waiting:
            return Proof(tuple(sorted(settled, key=lambda piece: piece[0])))
        tick()
        low, high = waiting.popleft()
        how = _proved(terms, low, high, RISES if low == 0 else RISES_INSIDE)
        if how is not None:
            settled.append((low, how))
            continue
        middle = (low + high) / 2 if high is not None else max(2 * low, ONE)
        if sign_at(terms, middle) < 0:
            return Below(_simple(terms, middle))
        waiting += [(low, middle), (middle, high)]
    return None


def positive(terms: Terms) -> bool:
    """Whether partial sums show the sum to be above 0 for every t > 0; that a sum is not 0 then makes it positive."""
    return bool(terms) and _sums(_by_rate(terms, ZERO))


def sign_at(terms: Terms, t: fmpq) -> int:
    return _sign((rate * t + power, amount) for (rate, power), amount in terms.items())


def terms_of(number: Number, name: str) -> dict[tuple[fmpq, fmpq], fmpq] | None:
    """A number without a denominator as a sum in the unknown epsilon; None if it is made of anything else."""
    if not isinstance(number, Symbolic):
        return {(ZERO, ZERO): number} if number else {}
    if number.denominator is not None:
        return None
    found: dict[tuple[fmpq, fmpq], fmpq] = {}
    for exponents, amount in number.numerator.terms():
        powers = {None: ZERO, name: ZERO}
        for (generator, unit), exponent in zip(number.ring.members, exponents, strict=True):
            if not exponent:
                continue
            if not isinstance(generator, Exponential) or generator.epsilon not in powers:
                return None
            powers[generator.epsilon] += unit * int(exponent)
        found[(powers[name], powers[None])] = amount
    return found


def excess(left: Number, right: Number, epsilon: Epsilon, name: str) -> Terms | None:
    """A sum with the sign of e^epsilon right - left for every positive value of the unknown; None if there is none."""
    if isinstance(epsilon.base, Symbolic):
        return None
    large = abs(epsilon.factor) * epsilon.base.height_bits() > WRITTEN_BITS
    if epsilon.unknowns - {name} or epsilon.factor.q != 1 or large:
        return None
    budget = {(dict(epsilon.multiples).get(name, ZERO), epsilon.constant): epsilon.base ** int(epsilon.factor.p)}
    above, below = numerator_denominator(left / right if right else left)
    shared = right / below if right else 1 / below
    sums = [terms_of(number, name) for number in (below if right else ZERO, above)]
    total: Terms = {}
    for found, weight in zip(sums, (budget, {(ZERO, ZERO): -ONE}), strict=True):
        if found is None:
            return None
        total = plus(total, times(weight, found))
    for factor in _odd_factors(shared):
        terms = terms_of(factor, name)
        if terms is None:
            return None
        if positive(terms):
            continue
        opposite = {key: -amount for key, amount in terms.items()}
        total = {key: -amount for key, amount in total.items()} if positive(opposite) else times(total, terms)
    return total


def _odd_factors(number: Number) -> Iterator[Number]:
    """Factors whose product has the sign of the number, but where that is 0."""
    if not isinstance(number, Symbolic):
        yield number
        return
    for polynomial in (number.numerator, number.denominator):
        if polynomial is not None:
            content, factors = polynomial.factor_squarefree()
            yield content
            yield from (element(number.ring, factor) for factor, power in factors if power % 2)


def plus(one: Terms, other: Terms) -> dict[tuple[fmpq, fmpq], fmpq]:
    total = dict(one)
    for key, amount in other.items():
        total[key] = total.get(key, ZERO) + amount
    return {key: amount for key, amount in total.items() if amount}


def times(one: Terms, other: Terms) -> dict[tuple[fmpq, fmpq], fmpq]:
    total: dict[tuple[fmpq, fmpq], fmpq] = {}
    for (rate, power), amount in one.items():
        for (another, more), factor in other.items():
            key = (rate + another, power + more)
            total[key] = total.get(key, ZERO) + amount * factor
    return {key: amount for key, amount in total.items() if amount}


def risen(terms: Terms, shift: fmpq) -> dict[tuple[fmpq, fmpq], fmpq]:
    """e^(shift t) (f e^(-shift t))'"""
    return {key: (key[0] - shift) * amount for key, amount in terms.items() if key[0] != shift}


def _at_the_ends(terms: Terms) -> fmpq | None:
    """A point where the sum is negative, if it is so near 0 or far out."""
    fastest = max(rate for rate, _ in terms)
    if _sign((power, amount) for (rate, power), amount in terms.items() if rate == fastest) < 0:
        return next(t for t in _doubled(ONE, fmpq(2)) if sign_at(terms, t) < 0)
    near = terms
    while near:
        found = sign_at(near, ZERO)
        if found < 0:
            return next(t for t in _doubled(ONE, fmpq(1, 2)) if sign_at(terms, t) < 0)
        if found:
            break
        near = risen(near, ZERO)
    return None


def _doubled(start: fmpq, factor: fmpq) -> Iterator[fmpq]:
    while True:
        yield start
        start = start * factor


def _proved(terms: Terms, low: fmpq, high: fmpq | None, rises: int) -> How | None:
    here = _rising(terms, low, high)
    if here is not None or not rises or not terms or sign_at(terms, low) < 0:
        return here
    for shift in dict.fromkeys((ZERO, *_ends([rate for rate, _ in terms]))):
        how: How | None = None
        if high is None or low == 0:
            how = _chain(terms, shift, low, high, rises)
        elif shift == 0:
            how = _rising(risen(terms, shift), low, high)
            how = None if how is None else ("rise", shift, how)
        if how is not None:
            return how
    return None


def _chain(terms: Terms, shift: fmpq, low: fmpq, high: fmpq | None, rises: int) -> How | None:
    """Rises one after the other, by the shift first and then by the same kind of shift."""
    slowest, fastest = _ends([rate for rate, _ in terms])
    after = risen(terms, shift)
    inner: How | None = _rising(after, low, high)
    if inner is None and rises > 1 and after and sign_at(after, low) >= 0:
        least, most = _ends([rate for rate, _ in after])
        following = least if shift == slowest else most if shift == fastest else shift
        inner = _chain(after, following, low, high, rises - 1)
    return None if inner is None else ("rise", shift, inner)


def _ends(rates: list[fmpq]) -> tuple[fmpq, fmpq]:
    return min(rates), max(rates)


def _rising(terms: Terms, low: fmpq, high: fmpq | None) -> Literal["sums"] | tuple[Literal["chord"], fmpq] | None:
    """How the piece is proved without a rise."""
    if _sums(_by_rate(terms, low)):
        return "sums"
    if high is None:
        return None
    for shift in dict.fromkeys((_largest(terms, low), ZERO)):
        if _chord({(rate - shift, power): amount for (rate, power), amount in terms.items()}, low, high):
            return "chord", shift
    return None


def _largest(terms: Terms, t: fmpq) -> fmpq:
    """The rate of a term that is about as large as any."""
    sizes = {key: float((arb(abs(amount)).log() + key[0] * t + key[1]).mid()) for key, amount in terms.items()}
    return max(sizes, key=lambda key: sizes[key])[0]


def _by_rate(terms: Terms, t: fmpq) -> list[list[tuple[fmpq, fmpq]]]:
    """Exponent and amount of the terms at t, in groups of equal rates, those that grow fastest first."""
    groups: dict[fmpq, list[tuple[fmpq, fmpq]]] = {}
    for (rate, power), amount in terms.items():
        groups.setdefault(rate, []).append((rate * t + power, amount))
    return [groups[rate] for rate in sorted(groups, reverse=True)]


def _sums(groups: list[list[tuple[fmpq, fmpq]]]) -> bool:
    """Whether no partial sum is negative; balls decide where they can."""
    with ctx.workprec(BITS):
        total, seen = arb(0), list[tuple[fmpq, fmpq]]()
        for group in groups:
            seen += group
            total += _ball(group)
            if total < 0 or (not total > 0 and _sign(seen) < 0):
                return False
    return True


def _chord(terms: Terms, low: fmpq, high: fmpq) -> bool:
    share = (high - low) ** 2 / 8
    bend = []
    for (rate, power), amount in terms.items():
        end = high if (amount > 0) == (rate > 0) else low
        bend.append((rate * end + power, -share * rate**2 * amount))
    for t in (low, high):
        value = [(rate * t + power, amount) for (rate, power), amount in terms.items()]
        if _sign(value) < 0 or _sign((*value, *bend)) < 0:
            return False
    return True


def _ball(terms: Iterable[tuple[fmpq, fmpq]]) -> arb:
    total = arb(0)
    for exponent, amount in terms:
        total += arb(amount) * arb(exponent).exp()
    return total


def _sign(terms: Iterable[tuple[fmpq, fmpq]]) -> int:
    """The sign of a sum of a e^x: by Lindemann's theorem it is 0 only where all amounts of equal exponents are."""
    merged: dict[fmpq, fmpq] = {}
    for exponent, amount in terms:
        merged[exponent] = merged.get(exponent, ZERO) + amount
    kept = [(exponent, amount) for exponent, amount in merged.items() if amount]
    if all(amount > 0 for _, amount in kept) or all(amount < 0 for _, amount in kept):
        return int(kept[0][1] > 0) * 2 - 1 if kept else 0
    for bits in itertools.takewhile(lambda bits: bits <= PRECISION_LIMIT, (BITS << number for number in range(64))):
        with ctx.workprec(bits):
            total = _ball(kept)
            if total > 0 or total < 0:
                return 1 if total > 0 else -1
    raise Undecidable(f"{PRECISION_LIMIT} bits do not tell a sum of exponentials from zero")


def _simple(terms: Terms, at: fmpq) -> fmpq:
    """A simple point near this one at which the sum is negative too."""
    for width in (fmpq(1, 2), fmpq(1, 4), fmpq(1, 16), fmpq(1, 64), fmpq(1, 1024)):
        near = simplest_between(at * (1 - width), at * (1 + width))
        if sign_at(terms, near) < 0:
            return near
    return at
