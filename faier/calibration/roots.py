"""Where a quotient of polynomials in one unknown is e^epsilon, as a number in closed form.

Of numerator - e^epsilon * denominator: where it has two terms, or is linear in the unknown, whatever epsilon is; where
e^epsilon is rational, also where the factor with the root is quadratic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

from flint import arb, ctx, fmpq, fmpq_poly, fmpz

from faier.calibration.normals.closed import without_squares
from faier.calibration.unknown_setting import Unknown
from faier.exact import (
    Epsilon,
    LogRatio,
    Number,
    Symbolic,
    TooLarge,
    coefficients,
    enclose,
    exponential_of,
    fraction_text,
    from_ratio,
    number_text,
    numerator_denominator,
)
from faier.exact.roots import NonNegative, sign_on

BITS = 192


@dataclass(frozen=True)
class Root:
    """The setting at which the claim turns, as it is written in Python."""

    text: str
    ball: arb


@dataclass(frozen=True)
class _At:
    """A value of the unknown, and its logarithm where that is a number with a text of its own."""

    text: str
    ball: arb
    logarithm: Epsilon | LogRatio | None = None


def root_of(ratio: Number, budget: Epsilon, unknown: Unknown, low: fmpq, high: fmpq) -> Root | None:
    """The only root where the setting is strictly between two values; None if there are more, or no form is known."""
    with ctx.workprec(BITS):
        ends = sorted((end for value in (low, high) for end in unknown.ends(value)), key=lambda end: end)
        found = [_setting(at, unknown) for at in _roots(ratio, budget, unknown.name, ends[0], ends[-1])]
        inside = [one for one in found if one is not None and one.ball > arb(low) and one.ball < arb(high)]
        return inside[0] if len(inside) == 1 == len(found) else None


def _roots(ratio: Number, budget: Epsilon, name: str, low: fmpq, high: fmpq) -> Iterator[_At | None]:
    """Those between two values of the unknown; None for one without a form."""
    above, below = (coefficients(part, (name,)) for part in numerator_denominator(ratio))
    if len(above) == len(below) == 1:
        yield _of_powers(above, below, budget)
        return
    try:
        factor = exponential_of(budget)
    except TooLarge:
        yield None
        return
    powers = sorted({*above, *below})
    terms = {power[0]: above.get(power, fmpq(0)) - factor * below.get(power, fmpq(0)) for power in powers}
    if max(terms) == 1:
        yield _number(-terms.get(0, fmpq(0)) / terms[1])
    elif any(isinstance(value, Symbolic) for value in terms.values()):
        yield None
    else:
        yield from _rational([terms.get(power, fmpq(0)) for power in range(max(terms) + 1)], low, high)


def _of_powers(
    above: dict[tuple[int, ...], Number], below: dict[tuple[int, ...], Number], budget: Epsilon
) -> _At | None:
    """Of c * x**-k = e^epsilon: x is exp((log(c) - epsilon) / k)."""
    ((more, one),), ((less, other),) = above.items(), below.items()
    count, constant = less[0] - more[0], one / other
    written = not (budget.factor and budget.constant) and not isinstance(budget.base, Symbolic)
    if count <= 0 or not isinstance(constant, fmpq) or constant <= 0 or not written:
        return None
    exponent = (Epsilon.log(constant) + -budget) / count
    with ctx.workprec(BITS):
        ball = exponent.enclose(BITS).exp()
    try:
        return _At(number_text(exponential_of(exponent)), ball, exponent)
    except TooLarge:
        return None


def _number(number: Number) -> _At:
    ball = enclose(number, BITS)
    return _At(number_text(number), ball, from_ratio(number) if ball > 0 else None)


def _rational(terms: list[Number], low: fmpq, high: fmpq) -> Iterator[_At | None]:
    _, factors = fmpq_poly(terms).numer().factor()
    for factor, _ in factors:
        if factor.degree() == 1:
            yield from (_number(at) for at in (fmpq(-factor[0], factor[1]),) if low < at < high)
        elif factor.degree() == 2:
            yield from _quadratic(int(factor[0]), int(factor[1]), int(factor[2]), low, high)
        elif not any(isinstance(sign_on(side, low, high), NonNegative) for side in (factor, -factor)):
            yield None


def _quadratic(last: int, middle: int, first: int, low: fmpq, high: fmpq) -> Iterator[_At]:
    under = middle**2 - 4 * last * first
    for sign in (1, -1) if under > 0 else ():
        ball = (arb(-middle) + sign * arb(under).sqrt()) / (2 * first)
        if not (ball < arb(low) or ball > arb(high)):
            yield _At(_with_root(-middle, sign * (1 if first > 0 else -1), under, 2 * first), ball)


def _with_root(whole: int, sign: int, under: int, divisor: int) -> str:
    """A root of a quadratic; the sign is that in front of sqrt once the divisor is above 0."""
    if divisor < 0:
        whole, divisor = -whole, -divisor
    inside, outside = without_squares(fmpz(under))
    shared = gcd(whole, int(outside), divisor)
    whole, times, divisor = whole // shared, int(outside) // shared, divisor // shared
    root = f"sqrt({inside})" if times == 1 else f"{times} * sqrt({inside})"
    text = f"{whole} {'+' if sign > 0 else '-'} {root}" if whole else root if sign > 0 else f"-{root}"
    return text if divisor == 1 else f"({text}) / {divisor}"


def _setting(at: _At | None, unknown: Unknown) -> Root | None:
    """The setting where the unknown is that."""
    if at is None:
        return None
    if unknown.standing == "itself":
        return Root(at.text, at.ball)
    falls = -at.ball.log()
    if not falls > 0:
        return None
    text = f"log({at.text})" if at.logarithm is None else at.logarithm.text
    if isinstance(at.logarithm, Epsilon):
        rate = -at.logarithm / unknown.unit
        ball = 1 / rate.enclose(BITS) if unknown.standing == "width" else rate.enclose(BITS)
        return Root(_reciprocal(rate) if unknown.standing == "width" else rate.text, ball)
    unit = fraction_text(unknown.unit)
    if unknown.standing == "width":
        return Root(f"-{unit} / {text}", arb(unknown.unit) / falls)
    return Root(f"-{text}" if unknown.unit == 1 else f"-{text} / ({unit})", falls / arb(unknown.unit))


def _reciprocal(rate: Epsilon) -> str:
    """1 / rate as it is written."""
    if rate.plain is not None:
        return fraction_text(1 / rate.plain)
    if rate.constant or rate.multiples:
        return f"1 / ({rate.text})"
    times = 1 / rate.factor
    inner = f"log({number_text(rate.base)})"
    return f"{times.p} / {inner}" if times.q == 1 else f"{times.p} / ({times.q} * {inner})"
