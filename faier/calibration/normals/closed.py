"""The least scale of Laplace noise for two normal distributions in closed form, where what is far out decides.

The wider one is the other one plus an independent normal variable, of mean d and variance v. That makes no density with
noise of scale b more than exp(abs(d) / b + v / (2 b**2)) times as large, and far out on one side comes as near to that
as you like. So in this direction an epsilon is kept from that b on where the exponent is epsilon, and not before.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, ctx, fmpq, fmpz

from faier.calibration.normals.components import BITS
from faier.exact import fraction_text

# Larger numbers are not searched for squares.
FACTORED = 128


@dataclass(frozen=True)
class Closed:
    """The number whole + sqrt(under), neither below 0."""

    whole: fmpq
    under: fmpq

    @property
    def ball(self) -> arb:
        with ctx.workprec(BITS):
            return arb(self.whole) + arb(self.under).sqrt()

    @property
    def text(self) -> str:
        """As it is written in Python, with the least integer below the root."""
        inside, outside = without_squares(fmpz(self.under.p * self.under.q))
        times = fmpq(outside, self.under.q)
        if inside == 1:
            return fraction_text(self.whole + times)
        divisor = self.whole.q.lcm(times.q)
        many, more = times * divisor, self.whole * divisor
        found = f"sqrt({inside})" if many == 1 else f"{many} * sqrt({inside})"
        if more:
            found = f"{more} + {found}" if divisor == 1 else f"({more} + {found})"
        return found if divisor == 1 else f"{found} / {divisor}"


def by_tails(apart: fmpq, wider: fmpq, epsilon: fmpq) -> Closed:
    """The scale for this distance of means and of variances."""
    whole = abs(apart) / (2 * epsilon)
    return Closed(whole, whole**2 + abs(wider) / (2 * epsilon))


def without_squares(number: fmpz) -> tuple[fmpz, fmpz]:
    """(n, k) with number = k**2 * n."""
    inside, outside = fmpz(1), fmpz(1)
    if number.bit_length() > FACTORED:
        root = number.isqrt()
        return (fmpz(1), root) if root**2 == number else (number, fmpz(1))
    for prime, power in number.factor():
        inside *= prime ** (power % 2)
        outside *= prime ** (power // 2)
    return inside, outside
