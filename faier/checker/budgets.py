"""What a claim allows: e^epsilon for epsilon = constant + sum of rational multiples of logarithms + rate * EPS."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from .forms import (
    MOST_POWER,
    MOST_POWER_BITS,
    NORMAL,
    ONE,
    ZERO,
    Form,
    Number,
    generator,
    generators,
    multiplied,
    power,
    size,
)
from .outcome import Hole, labour, spend
from .series import Enclosure, exponential, natural_logarithm, sign

# The bits to which logarithms are enclosed.
NEAR = (64, 256, 1024, 4096)

# Powers of so many bits are computed at once.
SHORT = 1_000


@dataclass(frozen=True)
class Epsilon:
    """`logs` are (q, r) for r * log(q), q > 0; `rate` multiplies the unknown EPS."""

    constant: Fraction = ZERO
    logs: tuple[tuple[Fraction, Fraction], ...] = ()
    rate: Fraction = ZERO

    def plus(self, other: Epsilon) -> Epsilon:
        spend(self._labour() + other._labour())
        logs = dict(self.logs)
        for base, amount in other.logs:
            logs[base] = logs.get(base, ZERO) + amount
        kept = tuple(sorted((base, amount) for base, amount in logs.items() if amount))
        return Epsilon(self.constant + other.constant, kept, self.rate + other.rate)

    def scaled(self, factor: Fraction) -> Epsilon:
        spend(self._labour() + labour(size(factor)) * (2 + len(self.logs)))
        logs = tuple((base, amount * factor) for base, amount in self.logs) if factor else ()
        return Epsilon(self.constant * factor, logs, self.rate * factor)

    def shown(self, unknown: str) -> str:
        """As an expression."""
        terms = [(self.constant, ""), *((amount, f"log({base})") for base, amount in self.logs), (self.rate, unknown)]
        parts = [(amount, what) for amount, what in terms if amount]
        return " + ".join(str(a) if not what else what if a == 1 else f"{a} * {what}" for a, what in parts) or "0"

    def _labour(self) -> int:
        amounts = (self.constant, self.rate, *(amount for _, amount in self.logs))
        return sum(8 + labour(size(amount)) for amount in amounts)

    @property
    def rational(self) -> Fraction | None:
        return self.constant if not self.logs and not self.rate else None


def logarithm(number: Fraction) -> Epsilon:
    if number <= 0:
        raise Hole("a logarithm of a number that is not positive")
    return Epsilon(logs=((number, ONE),)) if number != 1 else Epsilon()


def factor(epsilon: Epsilon) -> Number | None:
    """e^epsilon as an exact number; None when it is a root."""
    result: Number = generator("e", epsilon.constant) * generator("^EPS", epsilon.rate)
    for base, amount in epsilon.logs:
        if amount.denominator != 1:
            return None
        if abs(amount) > MOST_POWER:
            raise Hole("a power is too large")
        result = multiplied(result, power(base, int(amount)))
    return result


def within(left: Number, right: Number, epsilon: Epsilon) -> bool:
    """Whether left <= e^epsilon * right, exactly; both are at least 0 and have no unknowns. That is so for every value
    of EPS if it is so for none of it, and only then: EPS may be as small as it likes, and its rate is not negative."""
    fixed = Epsilon(epsilon.constant, epsilon.logs)
    if not isinstance(left, Form) and not isinstance(right, Form):
        return _rational(left, right, fixed)
    whole = factor(fixed)
    if whole is not None:
        return sign(whole * right - left) >= 0
    for bits in NEAR[:-1]:
        low, high = exponent(fixed, bits)
        if sign(exponential(low, bits)[0] * right - left) >= 0:
            return True
        if sign(exponential(high, bits)[1] * right - left) < 0:
            return False
    raise Hole("two numbers are too close together to be told apart")


def _rational(left: Fraction, right: Fraction, epsilon: Epsilon) -> bool:
    """By powers without logarithms where these are short, or both sides as good as equal; else by enclosures of
    the logarithms. With a constant the sides are never equal, for e to a rational power is not algebraic."""
    if left <= 0:
        return True
    if right <= 0:
        return False
    ratio = right / left
    if epsilon.rational == 0:
        return ratio >= 1
    powers = _raised(ratio, epsilon)
    if not epsilon.constant and _length(powers) <= SHORT:
        return _at_least_one(powers)
    for bits in NEAR if epsilon.constant else NEAR[:-1]:
        low, high = exponent(epsilon.plus(Epsilon(logs=((ratio, ONE),))), bits)
        if low >= 0 or high < 0:
            return low >= 0
    if epsilon.constant:
        raise Hole("two numbers are too close together to be told apart")
    return _at_least_one(powers)


def exponent(epsilon: Epsilon, bits: int) -> Enclosure:
    """Rationals around an epsilon without EPS."""
    low = high = epsilon.constant
    for base, amount in epsilon.logs:
        ends = natural_logarithm(base, bits + (abs(amount.numerator) // amount.denominator).bit_length())
        below, above = ends if amount > 0 else ends[::-1]
        low, high = low + multiplied(amount, below), high + multiplied(amount, above)
    return low, high


def _raised(ratio: Fraction, epsilon: Epsilon) -> list[tuple[Fraction, int]]:
    """ratio * e^epsilon as powers, to the power that makes every multiple of a logarithm whole."""
    common = lcm(*(amount.denominator for _, amount in epsilon.logs))
    return [(ratio, common), *((base, int(amount * common)) for base, amount in epsilon.logs)]


def _length(powers: list[tuple[Fraction, int]]) -> int:
    """About how many bits the powers have."""
    return sum(abs(times) * size(base) for base, times in powers)


def _at_least_one(powers: list[tuple[Fraction, int]]) -> bool:
    bits = _length(powers)
    if bits > MOST_POWER_BITS:
        raise Hole("a comparison of powers takes numbers that are too large")
    spend(bits // 256 * (1 + bits // 65536))
    above = below = 1
    for base, times in powers:
        top, bottom = (base.numerator, base.denominator) if times >= 0 else (base.denominator, base.numerator)
        above, below = above * top ** abs(times), below * bottom ** abs(times)
    return above >= below


def at_least_zero(epsilon: Epsilon) -> bool:
    if epsilon.rate < 0 or not epsilon.logs:
        return epsilon.rate >= 0 and epsilon.constant >= 0
    return within(ONE, ONE, Epsilon(epsilon.constant, epsilon.logs))


def unknown(number: Number) -> bool:
    """Whether the number depends on something that is not known."""
    return any(name != "e" and not name.startswith(NORMAL) for name in generators(number))
