"""The weights of the difference of two numbers that have weights each: h(d) = sum of f(y + d) * g(y) over all y.

Both are integers, or both reals, whose sum is an integral. Far out g is a sum of multiples of y**k * base**y: along
each of these the sum is made of cumulative sums of f, in closed form. A piece of a density is treated alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import comb

from flint import fmpq

from faier.exact import exponential_polynomials as sums
from faier.exact import tails
from faier.exact.exponential_polynomials import Unit
from faier.exact.integers import NOTHING, Weights
from faier.exact.limits import Undecidable
from faier.exact.rational import ONE, ZERO
from faier.exact.reals import Density, End, constant
from faier.exact.tails import Tail


def difference(one: Weights | Density, other: Weights | Density) -> Weights | Density:
    """h(d) = sum of one(y + d) * other(y), both about numbers of one kind."""
    if isinstance(one, Weights) and isinstance(other, Weights):
        below = _along_tail(one.mirrored(), other.lower, 1 - other.low).mirrored()
        return below + _at_values(one, other) + _along_tail(one, other.upper, other.high)
    assert isinstance(one, Density) and isinstance(other, Density)
    if one.unit != other.unit:
        raise Undecidable("real noise of scales that are no rational multiples of each other is kept")
    found = constant(one.unit, ZERO)
    for start, stop, piece in _pieces(other):
        for rate, degree, coefficient in piece:
            found = found + _along_piece(one, start, stop, rate, degree).scaled(coefficient)
    return found


def _at_values(one: Weights, other: Weights) -> Weights:
    """The part of the values that `other` has one by one."""
    found = NOTHING
    for place, weight in enumerate(other.window):
        found = found + one.shifted(-other.low - place).scaled(weight)
    return found


def _along_tail(one: Weights, tail: Tail, start: int) -> Weights:
    """The part of the y from the start on, where `other` is the tail."""
    found = NOTHING
    for base, degree, coefficient in tail:
        summed, scale = one, coefficient * tails.power(base, start)
        for factor in _in_cumulative_sums(start, degree):
            summed = summed.gathered(base)
            found = found + summed.shifted(-start).scaled(scale * factor)
    return found


def _in_cumulative_sums(start: int, degree: int) -> list[fmpq]:
    """c with y**degree = sum of c[k] * comb(y - start + k, k), which k + 1 sums of ones from the start on come to."""
    found: list[fmpq] = []
    for k in range(degree + 1):
        known = sum(((-1) ** i * comb(k, i) * c for i, c in enumerate(found)), ZERO)
        found.append((-1) ** k * (fmpq(start - 1 - k) ** degree - known))
    return found


def _pieces(density: Density) -> Iterator[tuple[End, End, sums.Terms]]:
    ends = pairwise([None, *density.breaks, None])
    return ((start, stop, piece) for (start, stop), piece in zip(ends, density.pieces, strict=True))


def _along_piece(one: Density, start: End, stop: End, rate: fmpq, degree: int) -> Density:
    """The integral of one(y + d) * x**degree * exp(rate * y) over start <= y <= stop, x being y in units of length.

    With z = y + d it is that of one(z) * (z - d)**degree * exp(rate * z) * exp(-rate * d) over z.
    """
    found = constant(one.unit, ZERO)
    for k in range(degree + 1):
        inside = one * _term(one.unit, rate, k, ONE)
        outside = _term(one.unit, -rate, degree - k, fmpq(comb(degree, k) * (-1) ** (degree - k)))
        found = found + _between(inside, start, stop) * outside
    return found


def _term(unit: Unit, rate: fmpq, degree: int, coefficient: fmpq) -> Density:
    return Density(unit, (), (((rate, degree, coefficient),),))


def _between(inside: Density, start: End, stop: End) -> Density:
    """The function of d that is the integral from start + d to stop + d; the function falls far out at least where
    there is no such end."""
    nothing = constant(inside.unit, ZERO)
    if start is None or (stop is not None and sums.vanishes(inside.pieces[0], -1)):
        if stop is None:
            return constant(inside.unit, inside.total)
        below = inside.below()
        return below.shifted(-stop) - (nothing if start is None else below.shifted(-start))
    above = inside.above()
    return above.shifted(-start) - (nothing if stop is None else above.shifted(-stop))
