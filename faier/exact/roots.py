"""One unknown, all its values: whether a polynomial is at least 0 on an open interval, with evidence.

Turns a polynomial with rational coefficients and an interval into `NonNegative` or `Negative`. Both can be
redone with integers alone: the first is an identity and a list of breaks, the second a point. Always decides.

The method: poly = content * odd * square**2 with a squarefree `odd`, whose roots are exactly the places where
the sign changes. Bernstein coefficients of `odd` count its roots on a piece (none without sign changes,
one with one); other pieces are halved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, gcd, lcm
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

from faier.exact.rational import ONE, ZERO
from faier.exact.simplest import simplest_between, simplicity


@dataclass(frozen=True, slots=True)
class NonNegative:
    """polynomial = content * odd * square**2, content > 0, and odd >= 0 on the interval.

    Between neighboring breaks (the ends included) the Bernstein coefficients of `odd` are all at least 0; on a
    last piece without end, so are the coefficients of odd(last break + z) in z. Coefficients start with the constant.
    """

    content: fmpq
    odd: tuple[int, ...]
    square: tuple[int, ...]
    breaks: tuple[fmpq, ...]


@dataclass(frozen=True, slots=True)
class Negative:
    """The polynomial is negative at this point, the simplest rational of the interval where it is."""

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
    """Part of the interval with its Bernstein coefficients, up to a positive factor for each; high None is infinity."""

    low: fmpq
    high: fmpq | None
    coefficients: list[int]

    @property
    def signs(self) -> list[int]:
        return [1 if value > 0 else -1 for value in self.coefficients if value]

    @property
    def changes(self) -> int:
        signs = self.signs
        return sum(first != second for first, second in zip(signs, signs[1:], strict=False))


def sign_on(
    polynomial: Any | Sequence[fmpq], low: fmpq, high: fmpq | None, tick: Callable[[], None] = lambda: None
) -> NonNegative | Negative:
    """Whether the polynomial is at least 0 for every x with low < x < high (None: no end).

    The polynomial is a flint polynomial or its coefficients from the constant up. `tick` is called between steps and
    may raise to stop.
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


def isolate_roots(polynomial: Any, low: fmpq, high: fmpq | None) -> list[tuple[fmpq, fmpq]]:
    """Open intervals (a, b), or points (a, a), that hold one root each: all roots strictly between low and high."""
    radical = fmpz_poly([1])
    for factor, _ in fmpq_poly(polynomial).numer().factor_squarefree()[1]:
        radical *= factor
    return [(root.low, root.high) for root in _isolate(radical, low, high, lambda: None)[1]]


def _parts(whole: Any) -> tuple[fmpq, Any, Any]:
    """content, odd and square with whole = content * odd * square**2."""
    content, factors = whole.numer().factor_squarefree()
    odd, square = fmpz_poly([1 if content > 0 else -1]), fmpz_poly([1])
    for factor, power in factors:
        if power % 2:
            odd *= factor
        square *= factor ** (power // 2)
    return fmpq(abs(content), whole.denom()), odd, square


def _isolate(
    odd: Any, low: fmpq, high: fmpq | None, tick: Callable[[], None]
) -> tuple[list[_Piece], list[_Root]]:
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
    """The substitution x = low + z takes (low, infinity) to the positive axis, x = (low + high*z) / (1 + z) takes (low, high).

    With z = y / (1 - y), the coefficient of z**i over binomial(n, i) is the i-th Bernstein coefficient on 0 < y < 1.
    """
    degree = odd.degree()
    shifted = fmpq_poly(odd)(fmpq_poly([low, 1]))
    if high is not None:
        stretched = shifted(fmpq_poly([0, high - low]))
        reversed_ = fmpq_poly([stretched[degree - i] for i in range(degree + 1)])
        moved = reversed_(fmpq_poly([1, 1]))
        shifted = fmpq_poly([moved[degree - i] for i in range(degree + 1)])
    values = [shifted[i] / comb(degree, i) for i in range(degree + 1)]
    scale = lcm(*(int(value.q) for value in values))
    return _Piece(low, high, [int((value * scale).p) for value in values])


def _halves(piece: _Piece) -> tuple[_Piece, _Piece]:
    """Both halves in the variable y, by de Casteljau; in x, the middle of an endless piece is one more than twice low.

    An endless piece (low, infinity) uses weights that make its break move away geometrically.
    """
    degree = len(piece.coefficients) - 1
    middle = _middle(piece)
    row, left, right = piece.coefficients, [], []
    for level in range(degree + 1):
        left.append(row[0] << (degree - level))
        right.append(row[-1] << (degree - level))
        row = [first + second for first, second in zip(row, row[1:], strict=False)]
    right.reverse()
    return (
        _Piece(piece.low, middle, _primitive(left)),
        _Piece(middle, piece.high, _primitive(right)),
    )


def _middle(piece: _Piece) -> fmpq:
    raise NotImplementedError


def _primitive(values: list[int]) -> list[int]:
    common = gcd(*values)
    return [value // common for value in values] if common > 1 else values
