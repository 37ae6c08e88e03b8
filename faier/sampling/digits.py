"""Reals whose binary digits are drawn when somebody asks for them, and the two laws that they are drawn from.

Nothing but fair bits decides. A coin that shows heads with probability exp(-q) is made of one of probability q: go on
while the coin shows heads and each new uniform real is below the one before. That happens n times or more with
probability q^n / n!, so an even number of times with probability 1 - q + q^2 / 2! - ... = exp(-q). (For q a uniform
real this is von Neumann's way to draw exponentials.)

Both laws are of k + x, with an integer k and x in [0, 1): x is a uniform real that is kept with the probability that
it needs, so the digits of x that nobody has looked at are fair bits still.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from faier.sampling.enclosure import Interval
from faier.sampling.entropy import random_bits

AT_ONCE = 32


class Uniform:
    """A uniform real in [0, 1), of which some leading binary digits are known."""

    __slots__ = ("_count", "_digits")

    def __init__(self) -> None:
        self._digits = self._count = 0

    def leading(self, count: int) -> int:
        """The first `count` digits, as an integer."""
        while self._count < count:
            self._digits = self._digits << AT_ONCE | random_bits(AT_ONCE)
            self._count += AT_ONCE
        return self._digits >> (self._count - count)

    def __lt__(self, other: Uniform) -> bool:
        count = AT_ONCE
        while (mine := self.leading(count)) == (theirs := other.leading(count)):
            count += AT_ONCE
        return mine < theirs


@dataclass(frozen=True, eq=False, slots=True)
class Drawn:
    """sign * (whole + fraction)."""

    sign: int
    whole: int
    fraction: Uniform

    def enclosure(self, bits: int) -> Interval:
        low = (self.whole << bits) + self.fraction.leading(bits)
        ends = Fraction(self.sign * low, 1 << bits), Fraction(self.sign * (low + 1), 1 << bits)
        return ends if self.sign > 0 else (ends[1], ends[0])

    def is_drawn(self) -> bool:
        return True


def standard_laplace() -> Drawn:
    """A real with density exp(-abs(y)) / 2: the k-th uniform real u is the first that is kept, with probability
    exp(-u), with density exp(-1)^k exp(-u)."""
    whole, fraction = 0, Uniform()
    while not _decays(fraction):
        whole, fraction = whole + 1, Uniform()
    return Drawn(_sign(), whole, fraction)


def standard_normal() -> Drawn:
    """A real with density proportional to exp(-y^2 / 2): (k + x)^2 / 2 is k / 2 + k (k - 1) / 2 + k x + x^2 / 2."""
    while True:
        whole, fraction = 0, Uniform()
        while _happens_less(_bit):
            whole += 1
        if (
            all(_happens_less(_bit) for _ in range(whole * (whole - 1)))
            and all(_decays(fraction) for _ in range(whole))
            and _happens_less(partial(_half_square, fraction))
        ):
            return Drawn(_sign(), whole, fraction)


def _decays(x: Uniform) -> bool:
    """True with probability exp(-x)."""
    return _happens_less(lambda: Uniform() < x)


def _half_square(x: Uniform) -> bool:
    """True with probability x^2 / 2."""
    return _bit() and Uniform() < x and Uniform() < x


def _happens_less(coin: Callable[[], bool]) -> bool:
    """True with probability exp(-q), where q is the probability of the coin."""
    even, last = True, None
    while coin():
        drawn = Uniform()
        if last is not None and not drawn < last:
            break
        even, last = not even, drawn
    return even


def _bit() -> bool:
    return random_bits(1) == 1


def _sign() -> int:
    return 1 if _bit() else -1
