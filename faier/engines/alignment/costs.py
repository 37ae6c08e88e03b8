"""What a step costs: logarithms of products of powers, as whole numbers that add up and that can be put in order.

A logarithm has a coordinate for the constant, for each unknown and for each prime. Where all are whole multiples of one
unit, a code is the multiple, and codes are exact. Else a code holds an approximation of the whole in
its high bits and the coordinates in its low ones: it is decoded exactly, but the order of codes is only nearly that of
what they stand for, so whoever relies on an order checks it with `at_most`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from flint import fmpq, fmpz

from faier.exact import Epsilon, LogRatio, Number, Symbolic, Undecidable, compare_epsilon, from_ratio
from faier.exact.atoms import prime_factors

ZERO = fmpq(0)
UNIT, ROOM = 64, 40
"""Bits behind the point of an approximation, and bits of a coordinate."""

Key = tuple[str, int]
"""("", 0) for the constant, (name, 0) for an unknown, ("", p) for the logarithm of a prime, or of what has no small
factors."""


def logarithm_of(ratio: Number) -> Epsilon | None:
    """The logarithm of a positive number that is a product of powers; None for another."""
    if isinstance(ratio, Symbolic) or ratio > 0:
        try:
            found = from_ratio(ratio)
        except (ValueError, Undecidable):
            return None
        return None if isinstance(found, LogRatio) else found
    return None


def at_most(one: Epsilon, other: Epsilon) -> bool:
    """Whether one is at most the other for all values of the unknowns, which are positive; False may mean unknown."""
    mine, yours = dict(one.multiples), dict(other.multiples)
    if any(mine.get(name, ZERO) > yours.get(name, ZERO) for name in mine.keys() | yours.keys()):
        return False
    return compare_epsilon(_alone(one), _alone(other)) <= 0


@dataclass(frozen=True)
class Codes:
    """What is counted: no two units share a coordinate."""

    units: tuple[Epsilon, ...]

    @cached_property
    def parts(self) -> tuple[dict[Key, fmpq], ...]:
        return tuple(map(coordinates, self.units))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The code of each unit."""
        if len(self.units) == 1:
            return (1,)
        low = ROOM * len(self.units)
        return tuple((_approximate(unit) << low) + (1 << (ROOM * at)) for at, unit in enumerate(self.units))

    def code(self, logarithm: Epsilon) -> int:
        rest, total = coordinates(logarithm), 0
        for parts, weight in zip(self.parts, self.weights, strict=True):
            key = next(iter(parts))
            count = rest.get(key, ZERO) / parts[key]
            if count.q != 1 or any(rest.pop(key, ZERO) != count * amount for key, amount in parts.items()):
                raise ValueError("the logarithm is not made of these units")
            total += int(count.p) * weight
        if any(rest.values()):
            raise ValueError("the logarithm has other coordinates")
        return total

    def decode(self, code: int) -> Epsilon:
        if len(self.units) == 1:
            return self.units[0] * code
        total = Epsilon()
        for unit in self.units:
            count = code & ((1 << ROOM) - 1)
            count -= (count >> (ROOM - 1)) << ROOM
            code = (code - count) >> ROOM
            total += unit * count
        return total

    def greatest(self, budget: Epsilon) -> int:
        """A code that none of those of at most this budget exceeds; with one unit exactly the greatest."""
        if len(self.units) != 1:
            given = budget.substitute(dict.fromkeys(budget.unknowns, fmpq(1)))
            return (int((given.bounds(30)[1] * (1 << UNIT)).ceil()) + (1 << 20)) << (ROOM * len(self.units))
        unit = self.units[0]
        ones = dict.fromkeys(unit.unknowns | budget.unknowns, fmpq(1))
        count = int((budget.substitute(ones).bounds(30)[1] / unit.substitute(ones).bounds(30)[0]).floor()) + 1
        while count > 0 and not at_most(unit * count, budget):
            count -= 1
        return count


def codes_of(logarithms: Iterable[Epsilon]) -> Codes:
    """Codes for all sums of these: one unit if they are all multiples of one, else one for each coordinate."""
    given = dict.fromkeys(one for one in logarithms if one != Epsilon())
    if not given:
        return Codes((Epsilon.rational(1),))
    first = next(iter(given))
    key, parts = next(iter(coordinates(first).items())), coordinates(first)
    counts = [_share(coordinates(one), parts, key[0]) for one in given]
    if None not in counts:
        unit = first * common([count for count in counts if count is not None])
        return Codes((unit if _positive(unit) else -unit,))
    amounts: dict[Key, list[fmpq]] = {}
    for one in given:
        for at, amount in coordinates(one).items():
            amounts.setdefault(at, []).append(amount)
    return Codes(tuple(_logarithm(at, common(amounts[at])) for at in sorted(amounts)))


def coordinates(logarithm: Epsilon) -> dict[Key, fmpq]:
    found: dict[Key, fmpq] = {(name, 0): amount for name, amount in logarithm.multiples}
    if logarithm.constant:
        found["", 0] = logarithm.constant
    if logarithm.factor:
        if isinstance(logarithm.base, Symbolic):
            raise Undecidable("the logarithm of what is not rational is not taken apart")
        factors = prime_factors(logarithm.base)
        if factors is None:
            whole, part = int(logarithm.base.p), int(logarithm.base.q)
            if part != 1:
                raise Undecidable("a ratio of large numbers is not taken apart")
            factors = [(logarithm.base.p, 1)] if whole else []
        for prime, power in factors:
            found["", int(prime)] = logarithm.factor * power
    return found


def _logarithm(key: Key, amount: fmpq) -> Epsilon:
    name, prime = key
    if name:
        return Epsilon.positive(name, amount)
    return Epsilon.log(prime) * amount if prime else Epsilon.rational(amount)


def _approximate(unit: Epsilon) -> int:
    ones = dict.fromkeys(unit.unknowns, fmpq(1))
    return int((unit.substitute(ones).bounds(30)[1] * (1 << UNIT)).ceil())


def _share(one: dict[Key, fmpq], of: dict[Key, fmpq], key: Key) -> fmpq | None:
    """How many times the other it is."""
    share = one.get(key, ZERO) / of[key]
    same = one.keys() == of.keys() and all(one[at] == share * of[at] for at in of)
    return share if same and share else None


def _positive(unit: Epsilon) -> bool:
    return bool(unit.substitute(dict.fromkeys(unit.unknowns, fmpq(1))).bounds(30)[0] > 0)


def _alone(budget: Epsilon) -> Epsilon:
    """Without its unknowns."""
    return Epsilon(budget.constant, budget.factor, budget.base)


def common(amounts: Sequence[fmpq]) -> fmpq:
    """The greatest rational of which all are whole multiples."""
    above, below = fmpz(0), fmpz(1)
    for amount in amounts:
        above, below = (above * amount.q).gcd(amount.p * below), below * amount.q
        shared = above.gcd(below)
        above, below = above // shared, below // shared
    return fmpq(above, below)
