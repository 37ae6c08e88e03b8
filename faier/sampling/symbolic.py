"""Numbers made of exponentials, logarithms and draws, exact: never a float, compared by ever narrower enclosures.

`exponentials` and `reals` make them; + - * / and whole powers combine them with each other and with int, float and
Fraction (a float counts as its simplest fraction). A number is a quotient of two sums in the normal
form of `terms`, so numbers that are equal by the laws of exponentials and logarithms are found equal, and
numbers that differ are told apart by enclosing them more narrowly. Where neither settles a comparison,
it raises ArithmeticError.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, isfinite, isinf, trunc
from operator import index
from typing import TypeAlias, TypeVar

from faier.sampling import terms
from faier.sampling.enclosure import Interval, TooWideError, divide, widened
from faier.sampling.simplest import simplest_fraction
from faier.sampling.terms import ONE, Sum

T = TypeVar("T")


class Exact:
    """An exact real number: a quotient of sums whose divisor has leading term 1, and is 1 if it has one term.

    Equal numbers may be written in several ways, so there is no hash. The last enclosure is kept.
    """

    __slots__ = ("_dividend", "_divisor", "_enclosure")

    def __init__(self, dividend: Sum, divisor: Sum = ONE) -> None:
        if divisor != ONE:
            if terms.sign(divisor) == 0:
                raise ZeroDivisionError("division by zero")
            inverse = terms.reciprocal(*terms.leading(divisor))
            dividend, divisor = terms.times(dividend, inverse), terms.times(divisor, inverse)
            factor = dividend.get((), Fraction(0))
            if dividend == terms.add({}, divisor, factor):
                dividend, divisor = terms.add({}, ONE, factor), ONE
        self._dividend = dividend
        self._divisor = divisor
        self._enclosure: tuple[int, Interval] | None = None

    def enclosure(self, bits: int) -> Interval:
        """A rational interval around this number; more bits, a narrower one."""
        if self._enclosure is None or self._enclosure[0] != bits:
            self._enclosure = bits, self._enclose(bits)
        return self._enclosure[1]

    def _enclose(self, bits: int) -> Interval:
        while True:
            try:
                if self._divisor == ONE:
                    return terms.enclose(self._dividend, bits)
                quotient = divide(terms.enclose(self._dividend, bits), terms.enclose(self._divisor, bits))
                return widened(quotient, bits)
            except TooWideError:
                bits *= 2

    def sign(self) -> int:
        """-1, 0 or 1."""
        return terms.sign(self._dividend) * terms.sign(self._divisor)

    def as_fraction(self) -> Fraction | None:
        """The rational number this is by the laws of exponentials and logarithms, if it is one."""
        if self._divisor != ONE or any(self._dividend.keys() - {()}):
            return None
        return self._dividend.get((), Fraction(0))

    def parts(self) -> tuple[Sum, Sum]:
        """Dividend and divisor."""
        return self._dividend, self._divisor

    def __repr__(self) -> str:
        over = terms.show(self._dividend)
        if self._divisor == ONE:
            return over
        return f"{over if len(self._dividend) == 1 else f'({over})'}/({terms.show(self._divisor)})"

    def __str__(self) -> str:
        return str(self.settled(float)) if self.is_drawn() else repr(self)

    def __format__(self, spec: str) -> str:
        return format(self.settled(float), spec) if spec else str(self)

    def is_drawn(self) -> bool:
        """Whether a random real is part of this number."""
        return any(
            atom.argument.is_drawn()
            for part in (self._dividend, self._divisor)
            for monomial in part
            for atom, _ in monomial
        )

    def settled(self, step: Callable[[Fraction], T]) -> T:
        """step(number), for a function that never falls and is constant around this number."""
        if (rational := self.as_fraction()) is not None:
            return step(rational)
        bits = 64
        while bits <= terms.MOST_BITS:
            low, high = map(step, self.enclosure(bits))
            if low == high:
                return low
            bits *= 2
        raise ArithmeticError(f"how {self!r} is rounded is not decided by {terms.MOST_BITS} bits")

    def __float__(self) -> float:
        """The nearest float."""
        if self.is_drawn():
            raise TypeError("a random real is rounded once, when it is shown: compute with it as it is, without float")
        return self.settled(float)

    def __floor__(self) -> int:
        return self.settled(floor)

    def __ceil__(self) -> int:
        return self.settled(ceil)

    def __trunc__(self) -> int:
        return self.settled(trunc)

    __int__ = __trunc__

    def __round__(self, digits: int | None = None) -> int | Fraction:
        return self.settled(lambda number: round(number, digits))

    def __floordiv__(self, other: Number) -> int:
        return NotImplemented if (right := _lifted(other)) is None else floor(self / right)

    def __rfloordiv__(self, other: Number) -> int:
        return NotImplemented if (left := _lifted(other)) is None else floor(left / self)

    def __divmod__(self, other: Number) -> tuple[int, Exact]:
        return NotImplemented if _lifted(other) is None else (self // other, self % other)

    def __mod__(self, other: Number) -> Exact:
        return NotImplemented if (right := _lifted(other)) is None else self - right * (self // right)

    def __bool__(self) -> bool:
        return self.sign() != 0

    def __add__(self, other: Number) -> Exact:
        if (right := _lifted(other)) is None:
            return NotImplemented
        if self._divisor == right._divisor:
            return Exact(terms.add(self._dividend, right._dividend), self._divisor)
        crossed = terms.times(self._dividend, right._divisor), terms.times(right._dividend, self._divisor)
        return Exact(terms.add(*crossed), terms.times(self._divisor, right._divisor))

    def __sub__(self, other: Number) -> Exact:
        return NotImplemented if (right := _lifted(other)) is None else self + -right

    def __mul__(self, other: Number) -> Exact:
        if (right := _lifted(other)) is None:
            return NotImplemented
        over, under = terms.times(self._dividend, right._dividend), terms.times(self._divisor, right._divisor)
        return Exact(over, under)

    def __truediv__(self, other: Number) -> Exact:
        if (right := _lifted(other)) is None:
            return NotImplemented
        over, under = terms.times(self._dividend, right._divisor), terms.times(self._divisor, right._dividend)
        return Exact(over, under)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Number) -> Exact:
        return -self + other

    def __rtruediv__(self, other: Number) -> Exact:
        return NotImplemented if (left := _lifted(other)) is None else left / self

    def __pow__(self, exponent: int) -> Exact:
        try:
            count = index(exponent)
        except TypeError:
            raise TypeError(f"({self!r}) ** {exponent!r}: the exponent must be an integer") from None
        factor = self if count >= 0 else 1 / self
        result = Exact(ONE)
        for digit in f"{abs(count):b}":
            result = result * result * factor if digit == "1" else result * result
        return result

    def __rpow__(self, other: Number) -> Exact:
        raise TypeError(f"{other!r} ** ({self!r}): write exp(({self!r}) * log({other!r}))")

    def __neg__(self) -> Exact:
        return Exact(terms.add({}, self._dividend, Fraction(-1)), self._divisor)

    def __pos__(self) -> Exact:
        return self

    def __abs__(self) -> Exact:
        return -self if self.sign() < 0 else self

    def __eq__(self, other: object) -> bool:
        return NotImplemented if (right := _lifted(other)) is None else (self - right).sign() == 0

    def _beyond(self, other: object) -> int | None:
        """On which side of another number, which may be infinite, this one lies."""
        if isinstance(other, float) and isinf(other):
            return -1 if other > 0 else 1
        return None if (right := _lifted(other)) is None else (self - right).sign()

    def __lt__(self, other: Number) -> bool:
        return NotImplemented if (beyond := self._beyond(other)) is None else beyond < 0

    def __le__(self, other: Number) -> bool:
        return NotImplemented if (beyond := self._beyond(other)) is None else beyond <= 0

    def __gt__(self, other: Number) -> bool:
        return NotImplemented if (beyond := self._beyond(other)) is None else beyond > 0

    def __ge__(self, other: Number) -> bool:
        return NotImplemented if (beyond := self._beyond(other)) is None else beyond >= 0


Number: TypeAlias = int | float | Fraction | Exact


def as_exact(value: object, function: str) -> Exact:
    """The number `value` stands for as an argument of `function`."""
    if (number := _lifted(value)) is None:
        raise TypeError(f"{function}({value!r}): write a finite number, such as {function}(1 / 2)")
    return number


def as_number(value: object) -> Fraction | Exact | None:
    """The exact number `value` stands for, as a Fraction where it is one; None if it is no number."""
    if isinstance(value, Exact):
        rational = value.as_fraction()
        return value if rational is None else rational
    return _rational(value)


def _lifted(value: object) -> Exact | None:
    if isinstance(value, Exact):
        return value
    rational = _rational(value)
    return None if rational is None else Exact({(): rational} if rational else {})


def _rational(value: object) -> Fraction | None:
    if isinstance(value, float):
        return simplest_fraction(value) if isfinite(value) else None
    if isinstance(value, Fraction):
        return value
    try:
        return Fraction(index(value))  # type: ignore[arg-type]
    except TypeError:
        return None
