"""One unknown, all its values: whether a polynomial is at least 0 on an open interval, with evidence.

Turns a polynomial with rational coefficients and an interval into `NonNegative` or `Negative`. Both can be
redone with integers alone: the first is an identity and a list of breaks, the second a point. Always decides.

The method: poly = content * odd * square**2 with a squarefree `odd`, whose roots are exactly the places where
the sign changes. Bernstein coefficients of `odd` count its roots on a piece (none without sign changes,
one with one); other pieces are halved.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, gcd, lcm
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

from faier.exact.rational import ONE
from faier.exact.simplest import simplest_between, simplicity


@dataclass(frozen=True, slots=True)
class NonNegative:
    """polynomial = content * odd * square**2, content > 0, and odd >= 0 on the interval.

    Between neighboring breaks (the ends included) the Bernstein coefficients of `odd` are all at least 0; on a
    last piece without end, so are the coefficients of odd(last break + z) in z. Coefficients start with the
    constant.
    """

    content: fmpq
    odd: tuple[int, ...]
    square: tuple[int, ...]
    breaks: tuple[fmpq, ...]


@dataclass(frozen=True, slots=True)
class Negative:
    """The polynomial has this negative value at the simplest rational of the interval where it is negative."""

    at: fmpq
    value: fmpq


@dataclass(slots=True)
class _Root:
    """The only root of a polynomial in the open interval (low, high), or low itself when they are equal.

    `before` is the polynomial's sign between low and the root.
    """

    low: fmpq
    high: fmpq
    before: int

    def tell(self, point: fmpq, sign: int) -> None:
        """Narrow by the polynomial's sign at a point strictly between low and high."""
        if sign == 0:
            self.low = self.high = point
        elif sign == self.before:
            self.low = point
        else:
            self.high = point


@dataclass(frozen=True, slots=True)
class _Piece:
    """Part of the interval with its Bernstein coefficients, each up to a positive factor.

    Without an end (high is None) they are the coefficients of z**i over binomial(n, i) in x = low + step * z.
    """

    low: fmpq
    high: fmpq | None
    step: fmpq
    coefficients: list[int]

    @property
    def signs(self) -> list[int]:
        return [1 if value > 0 else -1 for value in self.coefficients if value]

    @property
    def changes(self) -> int:
        signs = self.signs
        return sum(first != second for first, second in itertools.pairwise(signs))


def sign_on(
    polynomial: Any | Sequence[fmpq], low: fmpq, high: fmpq | None, tick: Callable[[], None] = lambda: None
) -> NonNegative | Negative:
    """Whether the polynomial is at least 0 for every x with low < x < high (None: no end).

    The polynomial is a flint polynomial or its coefficients from the constant up. `tick` is called between
    steps and may raise to stop.
    """
    whole = fmpq_poly(polynomial if isinstance(polynomial, fmpz_poly | fmpq_poly) else list(polynomial))
    if not whole:
        return NonNegative(ONE, (), (1,), (low,) if high is None else (low, high))
    content, odd, square = _parts(whole)
    pieces, roots = _isolate(odd, low, high, tick)
    first_sign = next(sign for piece in pieces for sign in piece.signs)
    if not roots and first_sign > 0:
        breaks = (low, *(piece.high for piece in pieces if piece.high is not None))
        return NonNegative(content, _integers(odd), _integers(square), breaks)
    at = _simplest_negative(whole, odd, low, high, roots, first_sign, tick)
    return Negative(at, whole(at))


def _parts(whole: Any) -> tuple[fmpq, Any, Any]:
    """content, odd and square with whole = content * odd * square**2."""
    content, factors = whole.numer().factor_squarefree()
    odd, square = fmpz_poly([1 if content > 0 else -1]), fmpz_poly([1])
    for factor, power in factors:
        if power % 2:
            odd *= factor
        square *= factor ** (power // 2)
    return fmpq(abs(content), whole.denom()), odd, square


def _isolate(odd: Any, low: fmpq, high: fmpq | None, tick: Callable[[], None]) -> tuple[list[_Piece], list[_Root]]:
    """Pieces from left to right on which the squarefree polynomial has at most one root, and those roots."""
    bound = _root_bound(odd, low)
    pending, pieces, roots = [_first_piece(odd, low, high)], [], []
    while pending:
        tick()
        piece = pending.pop()
        if piece.changes > 1:
            left, right = _halves(piece)
            pending += [right, left]
            continue
        pieces.append(piece)
        if piece.changes == 1:
            roots.append(_Root(piece.low, bound if piece.high is None else piece.high, piece.signs[0]))
        if piece.high is not None and piece.high != high and piece.coefficients[-1] == 0:
            roots.append(_Root(piece.high, piece.high, 0))
    return pieces, roots


def _first_piece(odd: Any, low: fmpq, high: fmpq | None) -> _Piece:
    """The whole interval; x = (low + high * z) / (1 + z) takes the positive axis to a finite one."""
    degree = odd.degree()
    shifted = fmpq_poly(odd)(fmpq_poly([low, 1]))
    if high is not None:
        stretched = shifted(fmpq_poly([0, high - low]))
        shifted = _reversed(_reversed(stretched, degree)(fmpq_poly([1, 1])), degree)
    values = [shifted[i] / comb(degree, i) for i in range(degree + 1)]
    scale = lcm(*(int(value.q) for value in values))
    return _Piece(low, high, ONE, [int((value * scale).p) for value in values])


def _reversed(polynomial: Any, degree: int) -> Any:
    return fmpq_poly([polynomial[degree - i] for i in range(degree + 1)])


def _halves(piece: _Piece) -> tuple[_Piece, _Piece]:
    """A piece cut in the middle; without an end, one step after its start, and the step doubles (de Casteljau).

    With z = y / (1 - y) an endless piece is 0 < y < 1, cut at y = 1/2. The weight (1 - y)**n leaves a factor
    2**-i on the left coefficients and, with the doubled step, 2**-n on all of the right ones.
    """
    degree = len(piece.coefficients) - 1
    row, left, right = piece.coefficients, [], []
    for level in range(degree + 1):
        left.append(row[0] << (degree - level if piece.high is not None else degree))
        right.append(row[-1] << (degree - level))
        row = [first + second for first, second in itertools.pairwise(row)]
    right.reverse()
    middle = piece.low + piece.step if piece.high is None else (piece.low + piece.high) / 2
    return (
        _Piece(piece.low, middle, ONE, _primitive(left)),
        _Piece(middle, piece.high, 2 * piece.step, _primitive(right)),
    )


def _primitive(values: list[int]) -> list[int]:
    common = gcd(*values)
    return [value // common for value in values] if common > 1 else values


def _root_bound(odd: Any, low: fmpq) -> fmpq:
    """A number above low and above every real root (Cauchy)."""
    leading = abs(odd.leading_coefficient())
    largest = max(fmpq(abs(value), leading) for value in odd.coeffs())
    return max(largest, low) + 1


def _simplest_negative(
    whole: Any,
    odd: Any,
    low: fmpq,
    high: fmpq | None,
    roots: list[_Root],
    first_sign: int,
    tick: Callable[[], None],
) -> fmpq:
    """The simplest point at which the polynomial is negative: the sign of `odd` alternates from root to root."""
    end = None if high is None else _Root(high, high, 0)
    borders: list[_Root | None] = [_Root(low, low, 0), *roots, end]
    found = []
    for index, (left, right) in enumerate(itertools.pairwise(borders)):
        if left is not None and first_sign * (-1) ** index < 0:
            found.append(_simplest_in_gap(whole, odd, left, right, tick))
    return min(found, key=simplicity)


def _simplest_in_gap(whole: Any, odd: Any, left: _Root, right: _Root | None, tick: Callable[[], None]) -> fmpq:
    """The simplest point between two neighboring roots, where `odd` is negative, that is no root of `square`.

    A candidate from the outer enclosure with a negative value lies between the roots, because on the far side of
    either root, inside its isolating interval, `odd` is positive.
    """
    while True:
        tick()
        point = simplest_between(left.low, None if right is None else right.high)
        sign = _sign(odd(point))
        if sign < 0:
            break
        for root in (left, right):
            if root is not None and root.low < point < root.high:
                root.tell(point, sign)
            if root is not None and root.low < root.high:
                middle = (root.low + root.high) / 2
                root.tell(middle, _sign(odd(middle)))
    if whole(point) < 0:
        return point
    here = _Root(point, point, 0)
    return min(
        _simplest_in_gap(whole, odd, left, here, tick),
        _simplest_in_gap(whole, odd, here, right, tick),
        key=simplicity,
    )


def _integers(polynomial: Any) -> tuple[int, ...]:
    return tuple(int(value) for value in polynomial.coeffs())


def _sign(value: fmpq) -> int:
    return int(value > 0) - int(value < 0)
