"""A two-sided geometric draw: y with probability (1-a)/(1+a) * a^|y|, kept open until something bounds it.

What is asked about it (a comparison, clamp, a remainder) is decided branch by branch; each answer narrows the
interval that y is known to lie in, and the probabilities of the answers are quotients of interval masses.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .budgets import unknown
from .forms import MOST_BITS, MOST_POWER, ONE, ZERO, Number, is_zero, size
from .outcome import Hole, Invalid
from .series import sign

Pick = Callable[[list[tuple[object, Number]]], object]


class Source:
    """One draw y, known to lie between `low` and `high` (None: without end), with `mass` for that interval."""

    def __init__(self, ratio: Number, pick: Pick) -> None:
        if not unknown(ratio) and not (sign(ratio) > 0 and sign(ONE - ratio) > 0):
            raise Invalid("the parameter of geometric is not between 0 and 1")
        self.ratio = ratio
        self.pick = pick
        self.low: int | None = None
        self.high: int | None = None
        self.mass: Number = ONE
        self.closed = False

    def at_least(self, bound: int) -> bool:
        """Whether y >= bound."""
        if self.closed:
            raise Hole("a geometric draw is used after its remainder was taken")
        if self.low is not None and bound <= self.low:
            return True
        if self.high is not None and bound > self.high:
            return False
        above, below = self._mass(bound, self.high), self._mass(self.low, bound - 1)
        answer = bool(self.pick([(False, below / self.mass), (True, above / self.mass)]))
        if answer:
            self.low, self.mass = bound, above
        else:
            self.high, self.mass = bound - 1, below
        return answer

    def remainder(self, modulus: int) -> int:
        """y modulo the modulus; the draw cannot be used again."""
        if self.low is not None or self.high is not None or self.closed or modulus == 0 or abs(modulus) > MOST_POWER:
            raise Hole("the remainder of a geometric draw that is bounded")
        self.closed = True
        n, a = abs(modulus), self.ratio
        share = (1 - a) / (1 + a) / (1 - a**n)
        weights = [share * (1 + a**n)] + [share * (a**r + a ** (n - r)) for r in range(1, n)]
        found = self.pick(list(enumerate(weights)))
        return found if isinstance(found, int) else 0

    def _mass(self, low: int | None, high: int | None) -> Number:
        below = ZERO if low is None else ONE - self._tail(low)
        above = ZERO if high is None else self._tail(high + 1)
        return ONE - below - above

    def _tail(self, bound: int) -> Number:
        """The probability that y >= bound."""
        _require_near(bound, self.ratio)
        if bound >= 1:
            return self.ratio**bound / (1 + self.ratio)
        return ONE - self.ratio ** (1 - bound) / (1 + self.ratio)


def _require_near(bound: int, *ratios: Number) -> None:
    if abs(bound) > MOST_POWER or abs(bound) * max(map(size, ratios)) > MOST_BITS:
        raise Hole("a geometric draw is compared with a number that is too large")


class Sum(Source):
    """The sum of two fresh draws y and z with parameters a and b. For n >= 0 its probability is

        K (q (a^n + b^n) + (a^(n+1) - b^(n+1)) / (a - b))    with q = ab / (1 - ab), K = (1-a)(1-b) / ((1+a)(1+b)),

    where the last quotient is (n + 1) a^n if a = b; summed over n >= m these are geometric series."""

    def __init__(self, one: Source, other: Source) -> None:
        for source in (one, other):
            if type(source) is not Source or source.low is not None or source.high is not None or source.closed:
                raise Hole("a sum of geometric draws of which something is known")
            source.closed = True
        super().__init__(one.ratio, one.pick)
        self.other = other.ratio

    def remainder(self, modulus: int) -> int:
        raise Hole("the remainder of a sum of geometric draws")

    def _tail(self, bound: int) -> Number:
        _require_near(bound, self.ratio, self.other)
        if bound < 1:
            return ONE - self._tail(1 - bound)
        a, b, m = self.ratio, self.other, bound
        outer = a * b / (1 - a * b) * (a**m / (1 - a) + b**m / (1 - b))
        if a == b:
            inner = a**m * ((m + 1) * (1 - a) + a) / ((1 - a) * (1 - a))
        else:
            inner = (a ** (m + 1) / (1 - a) - b ** (m + 1) / (1 - b)) / (a - b)
        return (1 - a) * (1 - b) / ((1 + a) * (1 + b)) * (outer + inner)


class Noise:
    """shift + scale * y, scale not 0."""

    __slots__ = ("scale", "shift", "source")

    def __init__(self, source: Source, shift: int = 0, scale: int = 1) -> None:
        self.source, self.shift, self.scale = source, shift, scale

    def plus(self, amount: int) -> Noise:
        return Noise(self.source, self.shift + amount, self.scale)

    def times(self, amount: int) -> Noise | int:
        return Noise(self.source, self.shift * amount, self.scale * amount) if amount else 0

    def bounded(self) -> bool:
        return self.source.low is not None and self.source.high is not None

    def decided(self) -> int:
        """The value, of finitely many that it may have."""
        return self.shift + self.scale * self._found(self.source.low or 0, self.source.high or 0, self.source.at_least)

    def _found(self, low: int, high: int, at_least: Callable[[int], bool]) -> int:
        """The greatest number up to `high` that the value is at least, or `low`. Halving asks less, but the masses that
        it asks for are simple only where they are fractions."""
        halve = isinstance(self.source.ratio, Fraction)
        while low < high:
            middle = (low + high + 1) // 2 if halve else low + 1
            low, high = (middle, high) if at_least(middle) else (low, middle - 1)
        return low

    def at_least(self, bound: int) -> bool:
        """Whether the value is at least the bound."""
        if self.scale > 0:
            return self.source.at_least(-((self.shift - bound) // self.scale))
        return not self.source.at_least((self.shift - bound) // -self.scale + 1)

    def with_noise(self, other: Noise) -> Noise:
        """The sum with another draw; a draw and its negative have the same distribution."""
        if abs(self.scale) != abs(other.scale):
            raise Hole("a sum of geometric draws of different scales")
        return Noise(Sum(self.source, other.source), self.shift + other.shift, abs(self.scale))

    def compare(self, operator: str, number: int | Fraction) -> bool:
        """Whether the value stands in this order to the number."""
        bound = number.numerator // number.denominator
        if bound != number:
            if operator in ("==", "!="):
                return operator == "!="
            return self.at_least(bound + 1) == (operator in (">", ">="))
        match operator:
            case ">=":
                return self.at_least(bound)
            case ">":
                return self.at_least(bound + 1)
            case "<":
                return not self.at_least(bound)
            case "<=":
                return not self.at_least(bound + 1)
            case "==":
                return self.at_least(bound) and not self.at_least(bound + 1)
            case "!=":
                return not (self.at_least(bound) and not self.at_least(bound + 1))
        raise Hole(f"{operator} with a geometric draw")

    def clamp(self, low: int, high: int) -> int:
        if high - low > 10_000:
            raise Hole("a geometric draw is clamped to a range that is too large")
        if low > high:
            raise Invalid("a run clamps to an empty range")
        return self._found(low, high, self.at_least)

    def quotient(self, divisor: int) -> Noise:
        if divisor == 0:
            raise Invalid("a run divides by zero")
        part = self if divisor > 0 else Noise(self.source, -self.shift, -self.scale)
        return Noise(Quotient(part, abs(divisor)))

    def modulo(self, modulus: int) -> int:
        if modulus == 0:
            raise Invalid("a run divides by zero")
        return (self.shift + self.scale * self.source.remainder(modulus)) % modulus


class Quotient(Source):
    """floor(x / divisor) of a draw x that may be scaled and shifted, for a divisor above 0."""

    def __init__(self, part: Noise, divisor: int) -> None:
        super().__init__(part.source.ratio, part.source.pick)
        self.part = part
        self.divisor = divisor

    def at_least(self, bound: int) -> bool:
        answer = self.part.at_least(bound * self.divisor)
        if answer:
            self.low = bound if self.low is None else max(self.low, bound)
        else:
            self.high = bound - 1 if self.high is None else min(self.high, bound - 1)
        return answer

    def remainder(self, modulus: int) -> int:
        raise Hole("the remainder of a quotient of a geometric draw")


def drawn(options: list[tuple[object, Number]], pick: Pick) -> object:
    """One of the options that are possible."""
    return pick([(value, weight) for value, weight in options if not is_zero(weight)])
