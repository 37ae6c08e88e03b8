"""Weights on all integers, exactly: listed where they are irregular, and on each side sums of c n^k b^n without end.

They are what is known of a draw. Products, sums from a bound on, reflections and shifts of such weights are such again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import comb

from .forms import (
    MOST_BITS,
    MOST_POWER,
    ONE,
    ZERO,
    Form,
    Number,
    added,
    is_zero,
    key_of,
    multiplied,
    quotient,
    size,
    total,
)
from .outcome import Hole, spend

MOST_TERMS = 2_000

Polynomial = tuple[Number, ...]  # c_0, c_1, ...
Terms = tuple[tuple[Number, Polynomial], ...]  # (b, p): the sum of p(n) b^n, for n >= 0


_SUMS = frozenset(["total", "from_on", "up_to"])  # what is worked out once


@dataclass(frozen=True, eq=False)
class Weights:
    """`values` from `low` on; `above` at high + n, `below` at low - 1 - n, for n >= 0."""

    low: int
    values: tuple[Number, ...]
    below: Terms = ()
    above: Terms = ()

    @property
    def high(self) -> int:
        return self.low + len(self.values)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Of weights in their shortest shape, equal for equal ones."""
        return (self.low, tuple(map(key_of, self.values)), *(_key(terms) for terms in (self.below, self.above)))

    def at(self, place: int) -> Number:
        if place < self.low:
            return _value(self.below, self.low - 1 - place)
        return self.values[place - self.low] if place < self.high else _value(self.above, place - self.high)

    def widened(self, low: int, high: int) -> Weights:
        """The same, with all from `low` to before `high` listed."""
        low, high = min(low, self.low), max(high, self.high)
        _near(low, high, (*self.below, *self.above))
        spend(high - low)
        values = tuple(self.at(place) for place in range(low, high))
        return Weights(low, values, _later(self.below, self.low - low), _later(self.above, high - self.high))

    def reflected(self) -> Weights:
        """At n what was at -n."""
        return Weights(1 - self.high, self.values[::-1], self.above, self.below)

    def shifted(self, amount: int) -> Weights:
        """At n + amount what was at n."""
        if not amount:
            return self
        found = Weights(self.low + amount, self.values, self.below, self.above)
        for name, known in vars(self).items():
            if name in _SUMS:
                vars(found)[name] = known.shifted(amount) if isinstance(known, Weights) else known
        return found

    def along(self, start: int, step: int) -> Weights:
        """At n what was at start + step * n."""
        if step < 0:
            return self.reflected().along(-start, -step)
        if step == 1:
            return self.shifted(-start)
        low, high = -((start - self.low) // step), -((start - self.high) // step)
        values = tuple(self.at(start + step * place) for place in range(low, high))
        above = _every(_later(self.above, start + step * high - self.high), step)
        return Weights(low, values, _every(_later(self.below, self.low - 1 - start - step * (low - 1)), step), above)

    def times(self, other: Weights) -> Weights:
        low, high = min(self.low, other.low), max(self.high, other.high)
        one, two = self.widened(low, high), other.widened(low, high)
        values = tuple(map(multiplied, one.values, two.values))
        return Weights(low, values, _product(one.below, two.below), _product(one.above, two.above))

    def plus(self, other: Weights) -> Weights:
        low, high = min(self.low, other.low), max(self.high, other.high)
        one, two = self.widened(low, high), other.widened(low, high)
        values = tuple(map(added, one.values, two.values))
        return Weights(low, values, _gathered(one.below + two.below), _gathered(one.above + two.above))

    def scaled(self, by: Number) -> Weights:
        values = tuple(multiplied(value, by) for value in self.values)
        below, above = (_each(terms, lambda number: multiplied(number, by)) for terms in (self.below, self.above))
        return Weights(self.low, values, below, above)

    def restricted(self, low: int | None, high: int | None) -> Weights:
        """Only from `low` to `high`, both ends included (None: no end)."""
        found = self
        if low is not None:
            wide = found.widened(low, low)
            found = Weights(low, wide.values[low - wide.low :], (), wide.above)
        if high is not None:
            wide = found.widened(high + 1, high + 1)
            found = Weights(wide.low, wide.values[: high + 1 - wide.low], wide.below, ())
        return found

    @cached_property
    def from_on(self) -> Weights:
        """At n the sum of all from n on; all must be of a finite sum."""
        above = _sums(self.above)
        values: list[Number] = []
        known = _value(above, 0)
        for value in reversed(self.values):
            known = added(known, value)
            values.append(known)
        rest = _sums(self.below)
        whole = added(known, _value(rest, 0))
        below = _gathered(((ONE, (whole,)), *_each(_later(rest, 1), lambda number: -number)))
        return Weights(self.low, tuple(reversed(values)), below, above)

    @cached_property
    def up_to(self) -> Weights:
        """At n the sum of all up to n."""
        return self.reflected().from_on.reflected()

    def between(self, low: int | None, high: int | None) -> Number:
        """The sum of all from `low` to `high`, both ends included (None: no end)."""
        if low is None:
            return self.total if high is None else self.up_to.at(high)
        if high is None or high < low:
            return self.from_on.at(low) if high is None else ZERO
        return self.from_on.at(low) - self.from_on.at(high + 1)

    @cached_property
    def total(self) -> Number:
        ends = (_value(_sums(terms), 0) for terms in (self.below, self.above))
        return total((*self.values, *ends))

    @property
    def ends(self) -> tuple[int | None, int | None]:
        """The first and the last place listed; None where weights go on without end."""
        return None if self.below else self.low, None if self.above else self.high - 1

    @cached_property
    def formal(self) -> bool:
        """Whether there is anything else than a fraction in it."""
        terms = (*self.below, *self.above)
        every = (*self.values, *(base for base, _ in terms), *(number for _, poly in terms for number in poly))
        return any(isinstance(number, Form) for number in every)

    @cached_property
    def peak(self) -> tuple[int, Number] | None:
        """The top and the ratio, where these, in their shortest shape, are those of a geometric draw times a number."""
        match self:
            case Weights(low, (), ((base, (before,)),), ((ratio, (here,)),)) if is_zero(base - ratio):
                return (low, ratio) if is_zero(here * ratio - before) else None
        return None

    def shortest(self) -> Weights:
        """The same with the fewest values listed: first the upper end is as low as it can be."""
        high, above = _extended(self.high, self.above, self.at, self.low)
        if high >= self.low:
            found = Weights(self.low, self.values[: high - self.low], self.below, above)
        else:
            found = Weights(high, (), _later(self.below, self.low - high), above)
        back = found.reflected()
        high, above = _extended(back.high, back.above, back.at, back.low, crossing=False)
        return Weights(back.low, back.values[: high - back.low], back.below, above).reflected()


def geometric(ratio: Number) -> Weights:
    """The probabilities of a two-sided geometric draw. Their sums are written down as simple as they are."""
    part = quotient(ONE, ONE + ratio)
    share = multiplied(part, ONE - ratio)
    made = Weights(0, (), ((ratio, (multiplied(share, ratio),)),), ((ratio, (share,)),))
    below = ((ONE, (ONE,)), (ratio, (multiplied(part, -ratio * ratio),)))
    vars(made).update(total=ONE, from_on=Weights(0, (), below, ((ratio, (part,)),)))
    vars(made).update(up_to=made.from_on.reflected())
    return made


def with_geometric(weights: Weights, ratio: Number) -> Weights:
    """Of the sum with a geometric draw: the draw is as far above what it is added to, or below.

    With x the weights, it is share * (sum_{u <= n} x(u) a^(n - u) + sum_{u > n} x(u) a^(u - n))."""
    share = quotient(ONE - ratio, ONE + ratio)
    upward = _discounted(weights, ratio)
    downward = _discounted(weights.reflected(), ratio).reflected()
    return upward.plus(downward).plus(weights.scaled(-ONE)).scaled(share)


def _discounted(weights: Weights, ratio: Number) -> Weights:
    """At n the sum over u <= n of x(u) a^(n - u): s(n) = a s(n - 1) + x(n)."""
    # Below: s(low - 1 - n) = sum_{m >= n} p(m) b^m a^(m - n), which is q(n) b^n with q(n) - a b q(n + 1) = p(n).
    below = _gathered(tuple((base, _solved(poly, ratio * base)) for base, poly in weights.below))
    values: list[Number] = []
    known = _value(below, 0)
    for value in weights.values:
        known = added(multiplied(known, ratio), value)
        values.append(known)
    # Above: s(high + n) = c a^n + q(n) b^n with b q(n + 1) - a q(n) = b p(n + 1).
    terms: list[tuple[Number, Polynomial]] = []
    for base, poly in weights.above:
        terms.append((base, _steady(poly, base, ratio)))
    start = added(multiplied(known, ratio), _value(weights.above, 0))
    rest = start - total(poly[0] for _, poly in terms)
    return Weights(weights.low, tuple(values), below, _gathered(((ratio, (rest,)), *terms)))


def _steady(poly: Polynomial, base: Number, ratio: Number) -> Polynomial:
    """q with base * q(n + 1) - ratio * q(n) = base * p(n + 1); of one degree more if the two are equal."""
    wanted = tuple(multiplied(base, number) for number in _moved(poly, 1))
    alike = is_zero(base - ratio)
    found: list[Number] = [ZERO] * (len(wanted) + alike)
    for k in reversed(range(len(wanted))):
        # The coefficient of n^k: (base - ratio) q_k + base * sum_{j > k} C(j, k) q_j.
        more = total(multiplied(found[j], ONE * comb(j, k)) for j in range(k + 1 + alike, len(found)))
        left = wanted[k] - multiplied(base, more)
        if alike:
            found[k + 1] = quotient(left, multiplied(base, ONE * (k + 1)))
        else:
            found[k] = quotient(left, base - ratio)
    return tuple(found)


def _solved(poly: Polynomial, base: Number) -> Polynomial:
    """q with q(n) - base * q(n + 1) = p(n), for a base that is not 1."""
    found: list[Number] = [ZERO] * len(poly)
    left = ONE - base
    if is_zero(left):
        raise Hole("a sum of weights without end")
    for k in reversed(range(len(poly))):
        more = total(multiplied(found[j], ONE * comb(j, k)) for j in range(k + 1, len(poly)))
        found[k] = quotient(poly[k] + multiplied(base, more), left)
    return tuple(found)


def _sums(terms: Terms) -> Terms:
    """At n the sum of all from n on."""
    return tuple((base, _solved(poly, base)) for base, poly in terms)


def _extended(
    high: int, above: Terms, at: Callable[[int], Number], low: int, crossing: bool = True
) -> tuple[int, Terms]:
    """How far down the upper end is what it is above; below `low` only if it may go on there."""
    first = high
    while high > low or (crossing and above):
        earlier = _later(above, -1)
        if not is_zero(at(high - 1) - _value(earlier, 0)):
            break
        high, above = high - 1, earlier
        if first - high > 2 * MOST_POWER:
            raise Hole("what is known of a draw has no end")
    return high, above


def _key(terms: Terms) -> tuple[object, ...]:
    return tuple(sorted(((key_of(base), tuple(map(key_of, poly))) for base, poly in terms), key=repr))


def _value(terms: Terms, n: int) -> Number:
    """What the terms come to at n."""
    spend(len(terms))
    _near(n, n, terms)
    found: Number = ZERO
    for base, poly in terms:
        inner = poly[0] if n == 0 or len(poly) == 1 else total(multiplied(c, ONE * n**k) for k, c in enumerate(poly))
        found = added(found, multiplied(inner, base**n) if n else inner)
    return found


def _later(terms: Terms, by: int) -> Terms:
    """The terms of n + by."""
    if not by:
        return terms
    _near(by, by, terms)
    return tuple((base, tuple(multiplied(number, base**by) for number in _moved(poly, by))) for base, poly in terms)


def _moved(poly: Polynomial, by: int) -> Polynomial:
    """p(n + by)."""
    if len(poly) == 1:
        return poly
    return tuple(
        total(multiplied(poly[j], ONE * comb(j, k) * by ** (j - k)) for j in range(k, len(poly)))
        for k in range(len(poly))
    )


def _every(terms: Terms, step: int) -> Terms:
    """The terms of step * n."""
    return tuple(
        (base**step, tuple(multiplied(number, ONE * step**k) for k, number in enumerate(poly))) for base, poly in terms
    )


def _each(terms: Terms, change: Callable[[Number], Number]) -> Terms:
    return _gathered(tuple((base, tuple(map(change, poly))) for base, poly in terms))


def _product(one: Terms, other: Terms) -> Terms:
    found = []
    for base, poly in one:
        for second, more in other:
            made: list[Number] = [ZERO] * (len(poly) + len(more) - 1)
            for i, a in enumerate(poly):
                for j, b in enumerate(more):
                    made[i + j] = added(made[i + j], multiplied(a, b))
            found.append((multiplied(base, second), tuple(made)))
    return _gathered(tuple(found))


def _gathered(terms: Terms) -> Terms:
    """Each base once, nothing that is 0."""
    if len(terms) > MOST_TERMS:
        raise Hole("what is known of a draw has too many terms")
    made: dict[tuple[object, ...], tuple[Number, list[Number]]] = {}
    for base, poly in terms:
        _, known = made.setdefault(key_of(base), (base, []))
        known.extend([ZERO] * (len(poly) - len(known)))
        for k, number in enumerate(poly):
            known[k] = added(known[k], number)
    kept = []
    for base, known in made.values():
        while known and is_zero(known[-1]):
            known.pop()
        if known:
            kept.append((base, tuple(known)))
    return tuple(kept)


def _near(low: int, high: int, terms: Terms) -> None:
    """Powers of numbers that are too large are not computed."""
    most = max(abs(low), abs(high))
    if most > MOST_POWER or most * max((size(base) for base, _ in terms), default=0) > MOST_BITS:
        raise Hole("a geometric draw is compared with a number that is too large")
