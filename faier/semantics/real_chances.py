"""The chances of reals that are drawn, in closed form: half-lines and intervals, and sums of multiples of draws."""

from __future__ import annotations

from functools import lru_cache

from flint import fmpq

from faier.exact import ONE, ZERO, Epsilon, Number, TooLarge, Undecidable, has_value, normal
from faier.exact.bernstein import range_in
from faier.exact.reals import Density, sum_of_laplace
from faier.lang.failures import TOO_LARGE, Failure
from faier.lang.judging import box, not_followed
from faier.semantics.kept import Reals, rate_key
from faier.semantics.powers import no_number, power_at


def added(parts: tuple[tuple[Number, Reals], ...]) -> Reals:
    """The sum of multiples of independent draws: a draw and its negative have the same distribution."""
    rates: list[Epsilon] = []
    variance: Number = ZERO
    for scale, reals in parts:
        if isinstance(scale, fmpq):
            rates += [rate / abs(scale) for rate in reals.rates]
        elif reals.rates:
            raise not_followed("Laplace noise times an unknown")
        elif _may_be_0(scale):
            raise not_followed("a normal draw times an unknown that may be 0")
        variance = variance + scale * scale * reals.variance
    return Reals(tuple(sorted(rates, key=rate_key)), variance)


def _may_be_0(scale: Number) -> bool:
    ends = range_in(scale, box() or {})
    return ends is None or ends[0] <= 0 <= ends[1]


def between(reals: Reals, low: Number | None, high: Number | None) -> Number:
    """The chance that the real lies there (None: no end)."""
    if low is None and high is None:
        return ONE
    below_high: Number = ONE if high is None else _below(reals, high)
    return below_high if low is None else below_high - _below(reals, low)


@lru_cache(maxsize=8192)
def _below(reals: Reals, end: Number) -> Number:
    """The chance that it is below this number."""
    if not reals.rates:
        if not has_value(reals.variance):
            raise not_followed("normal noise with an unknown deviation that is compared")
        return normal(end, reals.variance)
    if end == 0:
        return fmpq(1, 2)
    if reals.variance != 0:
        return _below_of_both(reals, end)
    try:
        return _distribution(reals).at(end)
    except Undecidable as reason:
        raise no_number(reason) from None
    except TooLarge as reason:
        raise Failure(
            TOO_LARGE,
            f"so far out a probability of noise is too large to be written: {reason}",
            "compared with a number nearer to it, it is another mechanism",
        ) from None


def _below_of_both(reals: Reals, end: Number) -> Number:
    """The chance that a sum of Laplace and normal draws is below the end.

    By partial fractions of its characteristic function, a sum of Laplace draws of different rates r has the density of
    a mixture of them, with shares that may be negative. With a normal draw of variance v, the chance for one rate is
    P(N < y) - e^(v r^2 / 2) (e^(-r y) P(N < y - v r) - e^(r y) P(N < -y - v r)) / 2.
    """
    variance, rates = reals.variance, [rate.constant for rate in reals.rates]
    if not isinstance(variance, fmpq):
        raise not_followed("Laplace noise and normal noise whose variance is no fraction that are compared together")
    if any(rate.factor or rate.multiples for rate in reals.rates):
        raise not_followed("a sum of normal noise and Laplace noise whose scale is no fraction that is compared")
    if len(set(rates)) < len(rates):
        raise not_followed("a sum of normal noise and Laplace draws of which two are alike that is compared")
    found = normal(end, variance)
    for rate in rates:
        share = fmpq(1)
        for other in rates:
            if other != rate:
                share *= other**2 / (other**2 - rate**2)
        more = variance * rate
        falling = power_at(Epsilon.rational(rate), more / 2 - end) * normal(end - more, variance)
        rising = power_at(Epsilon.rational(rate), more / 2 + end) * normal(-end - more, variance)
        found = found - share / 2 * (falling - rising)
    return found


@lru_cache(maxsize=256)
def _distribution(reals: Reals) -> Density:
    """The chance that it is below y, as a function of y."""
    return sum_of_laplace(reals.rates).below()
