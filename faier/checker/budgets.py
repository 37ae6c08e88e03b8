"""What a claim allows: e^epsilon for epsilon = constant + sum of rational multiples of logarithms + rate * EPS."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from .forms import MOST_POWER, ONE, ZERO, Form, Number, generator, generators
from .outcome import Hole
from .series import PRECISIONS, exponential, sign

# A comparison of powers takes numbers of at most so many bits.
MOST_BITS = 4_000_000


@dataclass(frozen=True)
class Epsilon:
    """`logs` are (q, r) for r * log(q), q > 0; `rate` multiplies the unknown EPS."""

    constant: Fraction = ZERO
    logs: tuple[tuple[Fraction, Fraction], ...] = ()
    rate: Fraction = ZERO

    def plus(self, other: Epsilon) -> Epsilon:
        logs = dict(self.logs)
        for base, amount in other.logs:
            logs[base] = logs.get(base, ZERO) + amount
        kept = tuple(sorted((base, amount) for base, amount in logs.items() if amount))
        return Epsilon(self.constant + other.constant, kept, self.rate + other.rate)

    def scaled(self, factor: Fraction) -> Epsilon:
        logs = tuple((base, amount * factor) for base, amount in self.logs) if factor else ()
        return Epsilon(self.constant * factor, logs, self.rate * factor)

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
        result = result * base ** int(amount)
    return result


def within(left: Number, right: Number, epsilon: Epsilon) -> bool:
    """Whether left <= e^epsilon * right, exactly; both are at least 0 and have no unknowns."""
    whole = factor(epsilon)
    if whole is not None:
        return sign(whole * right - left) >= 0
    if isinstance(left, Form) or isinstance(right, Form):
        raise Hole("a root is compared with numbers that are not rational")
    return _powers(left, right, epsilon)


def _powers(left: Fraction, right: Fraction, epsilon: Epsilon) -> bool:
    """The comparison raised to the power that makes every multiple of a logarithm whole."""
    if left <= 0:
        return True
    if right <= 0:
        return False
    power = lcm(*(amount.denominator for _, amount in epsilon.logs))
    ratio = right / left
    size = power * (ratio.numerator.bit_length() + ratio.denominator.bit_length())
    for base, amount in epsilon.logs:
        size += int(abs(amount * power)) * (base.numerator.bit_length() + base.denominator.bit_length())
    if size > MOST_BITS:
        raise Hole("a comparison of powers takes numbers that are too large")
    value = ratio**power
    for base, amount in epsilon.logs:
        value *= base ** int(amount * power)
    if not epsilon.constant:
        return value >= 1
    for bits in PRECISIONS:
        low, high = exponential(epsilon.constant * power, bits)
        if value * low >= 1:
            return True
        if value * high < 1:
            return False
    raise Hole("two numbers are too close together to be told apart")


def at_least_zero(epsilon: Epsilon) -> bool:
    if epsilon.rate < 0 or not epsilon.logs:
        return epsilon.rate >= 0 and epsilon.constant >= 0
    return within(ONE, ONE, Epsilon(epsilon.constant, epsilon.logs))


def unknown(number: Number) -> bool:
    """Whether the number depends on something that is not known."""
    return bool(generators(number) - {"e"})
