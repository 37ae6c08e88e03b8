"""The two-sided geometric, drawn as late and as coarsely as the program looks at it.

`geometric(a)` gives a `Noisy` integer: scale * noise + offset. The noise knows the interval that it is known
to lie in; every comparison splits that interval with its exact probability. What is finite becomes an
integer when an integer is needed; what is still infinite then is an error of the file.
"""

import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .chance import Failed, Options, Tape, Unsupported

Tail = Callable[[int], Fraction]


@lru_cache(maxsize=4096)
def geometric_tail(a: Fraction, m: int) -> Fraction:
    """Pr[y >= m] for Pr[y] = (1-a)/(1+a) * a^abs(y)."""
    return a**m / (1 + a) if m >= 1 else 1 - a ** (1 - m) / (1 + a)


@lru_cache(maxsize=4096)
def sum_tail(a: Fraction, b: Fraction, m: int) -> Fraction:
    """Pr[y + z >= m] for independent two-sided geometrics y and z with parameters a and b.

    Partial fractions give Pr[n] = A a^n + B b^n for n >= 0 (or (A + B n) a^n where a = b); the convolution
    at n = 0 and n = 1 gives A and B.
    """
    if m < 1:
        return 1 - sum_tail(a, b, 1 - m)
    both = (1 - a) * (1 - b) / ((1 + a) * (1 + b))
    at_0 = both * (1 + a * b) / (1 - a * b)
    at_1 = both * (a + b) / (1 - a * b)
    if a == b:
        slope = at_1 / a - at_0
        return at_0 * a**m / (1 - a) + slope * a**m * (m * (1 - a) + a) / (1 - a) ** 2
    first = (at_1 - b * at_0) / (a - b)
    return first * a**m / (1 - a) + (at_0 - first) * b**m / (1 - b)


@lru_cache(maxsize=4096)
def residues(a: Fraction, n: int) -> Options:
    """Pr[y % n == r] for every r."""
    if n == 1:
        return ((0, Fraction(1)),)
    scale = (1 - a) / ((1 + a) * (1 - a**n))
    return tuple((r, scale * (a**r + (a ** (n - r) if r else a**n))) for r in range(n))


@lru_cache(maxsize=65536)
def split(inside: Fraction, outside: Fraction) -> Options:
    """The event of weight `inside` or its complement of weight `outside`, conditional on either."""
    whole = inside + outside
    return tuple((value, w / whole) for value, w in ((True, inside), (False, outside)) if w)


class Noise:
    """One symmetric random integer, known to lie in [low, high] (`None`: no bound yet)."""

    def __init__(self, tape: Tape, tail: Tail, parameter: Fraction | None) -> None:
        self.tape, self.tail, self.parameter = tape, tail, parameter
        self.low: int | None = None
        self.high: int | None = None
        self.spent = False

    def mass(self, low: int | None, high: int | None) -> Fraction:
        above = Fraction(1) if low is None else self.tail(low)
        return above - (Fraction(0) if high is None else self.tail(high + 1))

    def at_least(self, m: int) -> bool:
        self.check()
        if self.low is not None and self.low >= m:
            return True
        if self.high is not None and self.high < m:
            return False
        answer: bool = self.tape.choose(lambda: split(self.mass(m, self.high), self.mass(self.low, m - 1)))
        if answer:
            self.low = m
        else:
            self.high = m - 1
        return answer

    def value(self) -> int:
        self.check()
        if self.low is None or self.high is None:
            raise Failed("noise without end must be clamped")
        for m in range(self.low + 1, self.high + 1):
            if not self.at_least(m):
                break
        assert self.low == self.high
        return self.low

    def fresh(self) -> bool:
        return self.low is None and self.high is None and not self.spent

    def frozen(self, places: dict[int, int]) -> Hashable:
        """What is known of it; two names for one draw are told from two draws by its first place."""
        if self.parameter is None:
            raise Unsupported("a loop variable holds noise of several draws")
        return places.setdefault(id(self), len(places)), self.parameter, self.low, self.high, self.spent

    def check(self) -> None:
        if self.spent:
            raise Unsupported("one noise is used in two combinations")


class Noisy:
    """scale * noise + offset."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, noise: Noise, scale: int, offset: int) -> None:
        self.noise, self.scale, self.offset = noise, scale, offset

    def frozen(self, places: dict[int, int]) -> Hashable:
        return self.noise.frozen(places), self.scale, self.offset

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Noisy):
            return self.plus(other)
        return Noisy(self.noise, self.scale, self.offset + integer(other))

    __radd__ = __add__

    def __neg__(self) -> "Noisy":
        return Noisy(self.noise, -self.scale, -self.offset)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        factor = integer(other)
        return Noisy(self.noise, self.scale * factor, self.offset * factor) if factor else 0

    __rmul__ = __mul__

    def __abs__(self) -> "Noisy":
        return self if self >= 0 else -self

    def __mod__(self, other: Any) -> int:
        n, a = integer(other), self.noise.parameter
        if a is None or abs(self.scale) != 1 or not self.noise.fresh() or n < 1:
            raise Unsupported("a remainder of combined noise")
        self.noise.spent = True
        drawn: int = self.noise.tape.choose(lambda: residues(a, n))
        return (self.scale * drawn + self.offset) % n

    def __floordiv__(self, other: Any) -> "Noisy":
        n = integer(other)
        if n == 0:
            raise Failed("noise is divided by zero")
        return Noisy(Floor(self if n > 0 else -self, abs(n)), 1, 0)

    def __ge__(self, other: Any) -> bool:
        if isinstance(other, Noisy):
            return bool((self - other) >= 0)
        least = math.ceil(number(other)) - self.offset
        if self.scale > 0:
            return self.noise.at_least(-(-least // self.scale))
        return not self.noise.at_least(least // self.scale + 1)

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __gt__(self, other: Any) -> bool:
        if isinstance(other, Noisy):
            return other < self
        return self >= math.floor(number(other)) + 1

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Noisy):
            return bool((self - other) == 0)
        k = number(other)
        return k.denominator == 1 and self >= k and not self >= k + 1

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __index__(self) -> int:
        return self.scale * self.noise.value() + self.offset

    def __bool__(self) -> bool:
        raise Unsupported("noise as a condition")

    def plus(self, other: "Noisy") -> Any:
        """The sum of two noises is a new one; neither can be looked at alone afterwards."""
        one, two = self.noise, other.noise
        if one is two:
            scale, offset = self.scale + other.scale, self.offset + other.offset
            return Noisy(one, scale, offset) if scale else offset
        a, b = one.parameter, two.parameter
        if a is None or b is None or not one.fresh() or not two.fresh():
            raise Unsupported("a sum of noises that were looked at")
        if abs(self.scale) != 1 or abs(other.scale) != 1:
            raise Unsupported("a sum of scaled noises")
        one.spent = two.spent = True
        least, most = min(a, b), max(a, b)
        both = Noise(one.tape, lambda m: sum_tail(least, most, m), None)
        return Noisy(both, 1, self.offset + other.offset)


class Floor(Noise):
    """floor(part / divisor), known by what is known of the part."""

    def __init__(self, part: Noisy, divisor: int) -> None:
        super().__init__(part.noise.tape, part.noise.tail, None)
        self.part, self.divisor = part, divisor

    def at_least(self, m: int) -> bool:
        answer = self.part >= m * self.divisor
        if answer:
            self.low = m if self.low is None else max(self.low, m)
        else:
            self.high = m - 1 if self.high is None else min(self.high, m - 1)
        return answer

    def fresh(self) -> bool:
        return False


def geometric(tape: Tape, a: Fraction) -> Noisy:
    if not 0 < a < 1:
        raise Failed("geometric needs a parameter between 0 and 1")
    return Noisy(Noise(tape, lambda m: geometric_tail(a, m), a), 1, 0)


def clamp(x: Any, lo: int, hi: int) -> Any:
    if not isinstance(x, Noisy):
        return max(lo, min(x, hi))
    if x >= hi:
        return hi
    return x.__index__() if x > lo else lo


def least(*values: Any, **options: Any) -> Any:
    return settled(min(*values, **options))


def greatest(*values: Any, **options: Any) -> Any:
    return settled(max(*values, **options))


def settled(value: Any) -> Any:
    """Noise that is bounded on both sides becomes the integer that it is."""
    bounded = isinstance(value, Noisy) and value.noise.low is not None and value.noise.high is not None
    return value.__index__() if bounded else value


def integer(value: Any) -> int:
    if not isinstance(value, int):
        raise Failed(f"noise meets {value!r}, which is not an integer")
    return int(value)


def number(value: Any) -> Fraction:
    if not isinstance(value, int | float | Fraction):
        raise Failed(f"noise meets {value!r}, which is not a number")
    return Fraction(value)
