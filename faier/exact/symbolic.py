"""Field arithmetic with unknowns and exponentials: the class behind every weight that is not rational.

A `Symbolic` is a reduced fraction of polynomials of one `Ring`. It is immutable, and never a constant:
whatever simplifies to a rational is returned as `fmpq`. Numbers that are formally equal are equal and hash
alike, whatever ring they were computed in; without logarithms, roots and chances of normal variables, formally equal
and equal are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias, Union

from flint import fmpq, fmpz

from faier.exact.balls import folded
from faier.exact.divisor import require_nonzero
from faier.exact.generators import Ring, Scaled, embedding, join, require_short, ring
from faier.exact.limits import Undecidable
from faier.exact.rational import ONE, ZERO, fraction_text
from faier.exact.show import quotient_text
from faier.exact.signs import sign_of

Number: TypeAlias = Union[fmpq, "Symbolic"]
Terms = Sequence[tuple[Sequence[int], fmpq]]


class Symbolic:
    """An element of Q(generators) that is not rational; made by arithmetic, never mutated.

    `ring` may hold more variables than occur. `denominator` is None for 1, otherwise monic, not constant
    and coprime to `numerator`.
    """

    __slots__ = ("_hash", "_key", "_lifted", "denominator", "numerator", "ring")

    def __init__(self, ring: Ring, numerator: Any, denominator: Any = None) -> None:
        self.ring = ring
        self.numerator = numerator
        self.denominator = denominator
        self._lifted: Symbolic | None = None
        self._key: tuple[Any, Any] | None = None
        self._hash: int | None = None

    def __add__(self, other: object) -> Number:
        if isinstance(other, Symbolic):
            return _sum(*_aligned(self, other))
        constant = _constant(other)
        return NotImplemented if constant is None else _shifted(self, constant)

    __radd__ = __add__

    def __sub__(self, other: object) -> Number:
        if isinstance(other, Symbolic):
            return _sum(*_aligned(self, -other))
        constant = _constant(other)
        return NotImplemented if constant is None else _shifted(self, -constant)

    def __rsub__(self, other: object) -> Number:
        constant = _constant(other)
        return NotImplemented if constant is None else _shifted(-self, constant)

    def __mul__(self, other: object) -> Number:
        if isinstance(other, Symbolic):
            return _product(*_aligned(self, other))
        constant = _constant(other)
        if constant is None:
            return NotImplemented
        return Symbolic(self.ring, self.numerator * constant, self.denominator) if constant else ZERO

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        if isinstance(other, Symbolic):
            return self * _inverse(other)
        constant = _constant(other)
        if constant is None:
            return NotImplemented
        if not constant:
            raise ZeroDivisionError("division by zero")
        return Symbolic(self.ring, self.numerator / constant, self.denominator)

    def __rtruediv__(self, other: object) -> Number:
        constant = _constant(other)
        return NotImplemented if constant is None else _inverse(self) * constant

    def __pow__(self, exponent: int) -> Number:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent == 0:
            return ONE
        number: Number = self if exponent > 0 else _inverse(self)
        if not isinstance(number, Symbolic):
            return number ** abs(exponent)
        below = None if number.denominator is None else number.denominator ** abs(exponent)
        return element(number.ring, number.numerator ** abs(exponent), below)

    def __neg__(self) -> Symbolic:
        return Symbolic(self.ring, -self.numerator, self.denominator)

    def __pos__(self) -> Symbolic:
        return self

    def __abs__(self) -> Symbolic:
        return self if self > 0 else -self

    def __bool__(self) -> bool:
        return True

    def __lt__(self, other: Number | int) -> bool:
        """Of numbers in which nothing is unknown. Raises `Undecidable` where no theorem tells the two apart."""
        return _order(self, other) < 0

    def __le__(self, other: Number | int) -> bool:
        return _order(self, other) <= 0

    def __gt__(self, other: Number | int) -> bool:
        return _order(self, other) > 0

    def __ge__(self, other: Number | int) -> bool:
        return _order(self, other) >= 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Symbolic):
            return False if _constant(other) is not None else NotImplemented
        if self.ring is other.ring:
            if (self.denominator is None) != (other.denominator is None):
                return False
            return bool(self.numerator == other.numerator and self.denominator == other.denominator)
        return self.key == other.key

    def __hash__(self) -> int:
        """Of coefficients, as text because rationals hash slowly, and highest powers: the same in every ring."""
        if self._hash is None:
            if self.ring.far:
                self._hash = hash(tuple(map(_outline_of_terms, self.key)))
            else:
                self._hash = hash((_outline(self.ring, self.numerator), _outline(self.ring, self.denominator)))
        return self._hash

    @property
    def key(self) -> tuple[Any, Any]:
        """The number written without its ring: equal for formally equal numbers."""
        if self._key is None and self.ring.far:
            self._key = _named_together(self)
        elif self._key is None:
            below = None if self.denominator is None else _named_terms(self.ring, self.denominator)
            self._key = (_named_terms(self.ring, self.numerator), below)
        return self._key

    def __reduce__(self) -> tuple[Any, ...]:
        below = None if self.denominator is None else _plain_terms(self.denominator)
        return from_terms, (self.ring.members, _plain_terms(self.numerator), below)

    def __repr__(self) -> str:
        return f"<{number_text(self)}>"


def number_text(number: Number, roots: bool = False) -> str:
    """The number as an expression, with or without square roots; a rational as "24/7"."""
    if isinstance(number, Symbolic):
        return quotient_text(number.ring, number.numerator, number.denominator, roots)
    return fraction_text(number)


def as_number(value: int | Number) -> Number:
    """An integer as a rational, and numbers as they are."""
    return fmpq(value) if isinstance(value, int) else value


def from_terms(members: tuple[Scaled, ...], above: Terms, below: Terms | None) -> Number:
    """The number with these numerator and denominator terms over the given generators."""
    home = ring(members)
    order = [members.index(member) for member in home.members]

    def polynomial(terms: Terms) -> Any:
        return home.context.from_dict(
            {tuple(exponents[index] for index in order): coefficient for exponents, coefficient in terms}
        )

    return element(home, polynomial(above), None if below is None else polynomial(below))


def _order(left: Symbolic, right: Number | int) -> int:
    """The sign of left - right."""
    if left == right:
        return 0
    difference = left - right
    if not isinstance(difference, Symbolic):
        return int(difference > 0) - int(difference < 0)
    found = sign_of((difference.ring, difference.numerator, difference.denominator))
    if found is None:
        raise Undecidable(f"no theorem tells {left!r} from {right!r}")
    return found


def _constant(value: object) -> fmpq | None:
    if isinstance(value, fmpq):
        return value
    if isinstance(value, int | fmpz):
        return fmpq(value)
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    return None


def _aligned(left: Symbolic, right: Symbolic) -> tuple[Symbolic, Symbolic]:
    if left.ring is right.ring:
        return left, right
    common = join(left.ring, right.ring)
    return _in_ring(left, common), _in_ring(right, common)


def _in_ring(number: Symbolic, target: Ring) -> Symbolic:
    if number.ring is target:
        return number
    if number._lifted is None or number._lifted.ring is not target:
        move = embedding(number.ring, target)
        above, below = move(number.numerator), None if number.denominator is None else move(number.denominator)
        if below is not None and not move.plain:
            # What has no common factor may have one as products of others.
            lifted = element(target, above, below)
            assert isinstance(lifted, Symbolic)
            number._lifted = lifted
        else:
            number._lifted = _short(Symbolic(target, above, below))
    return number._lifted


def _shifted(number: Symbolic, constant: fmpq) -> Symbolic:
    if number.denominator is None:
        return Symbolic(number.ring, number.numerator + constant)
    return Symbolic(number.ring, number.numerator + number.denominator * constant, number.denominator)


def _sum(left: Symbolic, right: Symbolic) -> Number:
    """Sums reduce only by a factor that both denominators share (Henrici)."""
    home, below, other = left.ring, left.denominator, right.denominator
    if below is None and other is None:
        return element(home, left.numerator + right.numerator)
    if below is None:
        return element(home, left.numerator * other + right.numerator, other, reduced=True)
    if other is None:
        return element(home, left.numerator + right.numerator * below, below, reduced=True)
    if below == other:
        return element(home, left.numerator + right.numerator, below)
    common = below.gcd(other)
    if common.is_one():
        return element(home, left.numerator * other + right.numerator * below, below * other, reduced=True)
    below, other = below / common, other / common
    total = left.numerator * other + right.numerator * below
    shared = total.gcd(common) if total else common
    if shared.is_one():
        return element(home, total, below * other * common, reduced=True)
    return element(home, total / shared, below * other * (common / shared), reduced=True)


def _product(left: Symbolic, right: Symbolic) -> Number:
    home, above, below = left.ring, left.numerator, left.denominator
    factor, other = right.numerator, right.denominator
    if below is None and other is None:
        product = above * factor
        return element(home, product) if home.radical else _short(Symbolic(home, product))
    if other is not None:
        above, other = _cancelled(above, other)
    if below is not None:
        factor, below = _cancelled(factor, below)
    denominator = other if below is None else below if other is None else below * other
    return element(home, above * factor, denominator, reduced=True)


def _cancelled(above: Any, below: Any) -> tuple[Any, Any]:
    common = above.gcd(below)
    if common.is_one():
        return above, below
    return above / common, below / common


def _inverse(number: Symbolic) -> Number:
    if number.ring.opaque:
        require_nonzero(number.ring, number.numerator)
    above = number.denominator
    if above is None:
        above = number.ring.context.constant(1)
    return element(number.ring, above, number.numerator, reduced=True)


def element(home: Ring, above: Any, below: Any = None, reduced: bool = False) -> Number:
    """The number above / below in canonical form; `reduced` promises that they are coprime."""
    if home.radical:
        above = folded(home, above)
        below, reduced = (None if below is None else folded(home, below)), False
    if not above:
        return ZERO
    if below is not None:
        if not reduced:
            above, below = _cancelled(above, below)
        leading = below.leading_coefficient()
        if leading != 1:
            above, below = above / leading, below / leading
        if below.is_one():
            below = None
    if below is None and above.is_constant():
        return above.leading_coefficient()
    return _short(Symbolic(home, above, below))


def _short(number: Symbolic) -> Symbolic:
    if number.ring.far:
        require_short(number.ring, number.numerator)
        if number.denominator is not None:
            require_short(number.ring, number.denominator)
    return number


def _outline(home: Ring, polynomial: Any) -> tuple[Any, ...]:
    if polynomial is None:
        return ()
    present = zip(home.members, home.labels, polynomial.degrees(), strict=True)
    powers = ((label, str(degree * unit)) for (_, unit), label, degree in present if degree)
    return (*map(str, polynomial.coeffs()), *powers)


def _named_terms(home: Ring, polynomial: Any) -> tuple[Any, ...]:
    named = list(zip(home.labels, (unit for _, unit in home.members), strict=True))
    return tuple(
        (
            tuple((label, power * unit) for (label, unit), power in zip(named, row, strict=True) if power),
            coefficient,
        )
        for row, coefficient in polynomial.terms()
    )


def _named_together(number: Symbolic) -> tuple[Any, Any]:
    """`_named_terms` of numerator and denominator where powers of e have several variables: as in a ring with one. They
    are divided by the least power of e in them, which is not always a product of the variables."""
    home, below = number.ring, number.denominator
    first, *others = home.far
    sides = []
    for polynomial in (number.numerator, home.context.constant(1) if below is None else below):
        side = []
        for row, coefficient in polynomial.terms():
            powers = [int(power) * unit for power, (_, unit) in zip(row, home.members, strict=True)]
            powers[first] = sum((powers[index] for index in home.far), start=ZERO)
            side.append(([ZERO if index in others else power for index, power in enumerate(powers)], coefficient))
        sides.append(sorted(side, reverse=True))
    least = min(powers[first] for side in sides for powers, _ in side)
    leading = sides[1][0][1]
    above, below = (
        tuple((_named(home, powers, first, least), coefficient / leading) for powers, coefficient in side)
        for side in sides
    )
    return above, None if below == (((), ONE),) else below


def _named(home: Ring, powers: list[fmpq], first: int, least: fmpq) -> tuple[tuple[str, fmpq], ...]:
    shifted = (power - least if index == first else power for index, power in enumerate(powers))
    return tuple((label, power) for label, power in zip(home.labels, shifted, strict=True) if power)


def _outline_of_terms(terms: Any) -> tuple[Any, ...]:
    """`_outline` of a polynomial that is written out by names."""
    if terms is None:
        return ()
    greatest: dict[str, fmpq] = {}
    for product, _ in terms:
        for label, power in product:
            greatest[label] = max(power, greatest.get(label, power))
    return (
        *(str(coefficient) for _, coefficient in terms),
        *((label, str(power)) for label, power in greatest.items()),
    )


def _plain_terms(polynomial: Any) -> Terms:
    return [(tuple(int(item) for item in exponents), value) for exponents, value in polynomial.terms()]
