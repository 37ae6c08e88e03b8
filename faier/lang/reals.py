"""Reals that were drawn and that nobody has looked at yet.

A `Linear` is what a variable holds then. Arithmetic leaves it unlooked at; a comparison asks the judge, as for integers
in `noise`. Two reals that were drawn are never equal, nor is one ever equal to an exact number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NoReturn, TypeVar

from flint import fmpq

from faier.exact import ZERO, Number, Undecidable, has_value
from faier.exact.bernstein import range_in
from faier.lang.arithmetic import compare_numbers, meant_number
from faier.lang.failures import DIVISION, WRONG_KIND, Failure, kind_of
from faier.lang.judging import UNBOUNDED, Terms, box, judge, not_followed
from faier.lang.values import Real

HALF = fmpq(1, 2)
UNITS = fmpq(1), fmpq(-1)
Scale = TypeVar("Scale", bound=int | Number)


@dataclass(frozen=True)
class Linear:
    """The sum of `scale` * y over different draws, as (scale, variable), of `offset`, a number with a value, and of
    `unknown`, a polynomial of unknowns; a scale may be one too. Variables ascend."""

    terms: tuple[tuple[Number, int], ...]  # one at least; no scale is 0
    offset: Number = ZERO
    unknown: Number = ZERO

    def __bool__(self) -> NoReturn:
        raise AssertionError("whether a real is 0 is asked of a judge")

    def times(self, factor: Number) -> Linear:
        terms = tuple((scale * factor, variable) for scale, variable in self.terms)
        offset = self.offset * factor
        if has_value(offset):
            return Linear(terms, offset, self.unknown * factor)
        return Linear(terms, ZERO, offset + self.unknown * factor)

    def plus(self, offset: Number) -> Linear:
        return replace(self, offset=self.offset + offset)


def is_real(value: object) -> bool:
    return type(value) is Linear


def drawn(variable: int) -> Linear:
    """The draw of that number, which is a real."""
    return Linear(((fmpq(1), variable),))


def binary(operation: str, a: object, b: object) -> Linear | Real:
    """`a operation b`, one of them a real that was drawn."""
    if operation in ("+", "-"):
        second = _linear(operation, b)
        return _gathered(_linear(operation, a), second if operation == "+" else second.times(fmpq(-1)))
    if operation == "*":
        if isinstance(a, Linear) and isinstance(b, Linear):
            raise not_followed("the product of two reals that were drawn")
        real, other = (a, b) if isinstance(a, Linear) else (b, a)
        assert isinstance(real, Linear)
        return _scaled(real, _number(operation, other))
    if operation == "/" and isinstance(a, Linear) and not isinstance(b, Linear):
        divisor = _number(operation, b)
        if divisor == 0:
            raise Failure(DIVISION, "division by zero")
        if not isinstance(divisor, fmpq):
            raise not_followed("a real that was drawn, divided by an unknown,")
        return a.times(1 / divisor)
    if operation in ("/", "//", "%", "**"):
        raise not_followed(f"`{operation}` of reals that were drawn")
    raise Failure(WRONG_KIND, f"{operation} is not defined for reals")


def compare(operation: str, a: object, b: object) -> bool:
    """`a operation b` for == != < <= > >=, one of them a real that was drawn."""
    if not all(isinstance(side, Linear | int | Real) for side in (a, b)):
        if operation in ("==", "!="):
            return operation == "!="
        other = b if isinstance(a, Linear) else a
        raise Failure(WRONG_KIND, f"a real {operation} {kind_of(other)} is not defined")
    left = _gathered(_linear(operation, a), _linear(operation, b).times(fmpq(-1)))
    if isinstance(left, Real):
        return compare_numbers(operation, left, 0)
    require_no_unknown(left, "comparing it")
    if operation in ("==", "!="):
        return operation == "!="
    return _positive(left) == (operation in (">", ">="))


def _positive(real: Linear) -> bool:
    """Whether the real is above 0. That it is 0 does not happen."""
    terms = _few(rational_terms(real))
    size = _size(terms[0][0])
    if len(terms) == 2 and _size(terms[1][0]) != size:
        terms = _alike(terms)
        size = _size(terms[0][0])
    signs = tuple(sorted(((1 if scale > 0 else -1, variable) for scale, variable in terms), key=lambda term: term[1]))
    try:
        return judge().at_least(signs, -real.offset / size)
    except Undecidable:
        raise not_followed("a real whose comparison with a number is not decided,") from None


def _size(scale: int | fmpq) -> fmpq:
    return fmpq(scale if scale > 0 else -scale)


def _few(terms: Terms) -> Terms:
    """The same with two terms at most."""
    found = terms if len(terms) <= 2 else _with_sum(terms)
    if len(found) > 2:
        raise not_followed("a sum of three reals that were compared")
    return found


def _alike(terms: Terms) -> Terms:
    """Two terms with scales of one size."""
    for one, other in (terms, terms[::-1]):
        if judge().untouched(other[1]):
            size = _size(one[0])
            variable = judge().added(((other[0] / size, other[1]),))
            if variable is not None:
                return one, (size, variable)
    raise not_followed("comparing multiples of reals that were compared")


def rational_terms(real: Linear) -> Terms:
    """The terms, in which no unknown is."""
    found: list[tuple[fmpq, int]] = []
    for scale, variable in real.terms:
        assert isinstance(scale, fmpq)
        found.append((scale, variable))
    return tuple(found)


def _with_sum(terms: tuple[tuple[Scale, int], ...]) -> tuple[tuple[Scale | fmpq, int], ...]:
    """The same, where those of which nothing is known are one draw."""
    loose = tuple(term for term in terms if judge().untouched(term[1]))
    if not loose or (len(loose) == 1 and loose[0][0] in UNITS):
        return terms
    variable = judge().added(loose)
    return terms if variable is None else (*(term for term in terms if term not in loose), (fmpq(1), variable))


def single(real: Linear) -> Linear:
    """The same, where those of which nothing is known are one draw: the same one for a real and for its negative."""
    first = real.terms[0][0]
    if isinstance(first, fmpq) and first < 0:
        return single(real.times(fmpq(-1))).times(fmpq(-1))
    return replace(real, terms=tuple(sorted(_with_sum(real.terms), key=lambda term: term[1])))


def told(real: Linear) -> Linear:
    """The real as it can be shown: the sum of one or two draws, or their negatives, and an offset."""
    found = real if _can_be_told(real) else single(real)
    if not _can_be_told(found):
        raise not_followed("showing multiples, or a sum, of reals that were looked at")
    return found


def _can_be_told(real: Linear) -> bool:
    return len(real.terms) <= 2 and all(scale in UNITS for scale, _ in real.terms)


def ends(real: Linear) -> tuple[Number | None, Number | None]:
    """The ends between which it is known to lie."""
    require_no_unknown(real, "what bounds it")
    low: Number | None = real.offset
    high: Number | None = real.offset
    for scale, variable in rational_terms(real):
        least, most = judge().real_ends(variable)
        below, above = (least, most) if scale > 0 else (most, least)
        low = None if low is None or below is None else low + scale * below
        high = None if high is None or above is None else high + scale * above
    return low, high


def _scaled(real: Linear, factor: Number) -> Linear | Real:
    return Real(fmpq(0), "fraction") if factor == 0 else real.times(factor)


def _gathered(a: Linear, b: Linear) -> Linear | Real:
    """The sum, in which each draw is mentioned once."""
    scales: dict[int, Number] = {}
    for scale, variable in (*a.terms, *b.terms):
        scales[variable] = scales.get(variable, fmpq(0)) + scale
    terms = tuple((scales[variable], variable) for variable in sorted(scales) if scales[variable] != 0)
    offset, unknown = a.offset + b.offset, a.unknown + b.unknown
    if unknown != 0 and not isinstance(offset, fmpq):
        raise not_followed("a real to which an unknown is added beside a number that is not rational")
    return Linear(terms, offset, unknown) if terms else exactly(offset + unknown)


def exactly(number: Number) -> Real:
    """What is left of sums of reals in which no draw is left."""
    return Real(number, "fraction" if isinstance(number, fmpq) else "symbolic")


def _linear(operation: str, value: object) -> Linear:
    if isinstance(value, Linear):
        return value
    number = _number(operation, value)
    return Linear((), number) if has_value(number) else Linear((), ZERO, number)


def require_no_unknown(real: Linear, doing: str) -> None:
    """What would have to know an unknown that is added, or a factor, is not followed."""
    if real.unknown != 0:
        raise not_followed(f"a real to which an unknown is added, and {doing},")
    if not all(isinstance(scale, fmpq) for scale, _ in real.terms):
        raise not_followed(f"a real times an unknown, and {doing},")


def _number(operation: str, value: object) -> Number:
    """A number that is added to reals or compared with them, or a fraction that they are multiplied with; of unknowns
    a polynomial, where these are followed."""
    if not isinstance(value, int | Real):
        raise Failure(WRONG_KIND, f"a real {operation} {kind_of(value)} is not defined")
    number = meant_number(value)
    if isinstance(number, fmpq) or (has_value(number) and operation not in ("*", "/")):
        return number
    if has_value(number):
        hint = "say it where the noise is drawn: gaussian(sigma) in place of sigma * gaussian(1)"
        raise Failure(UNBOUNDED, "a real that was drawn is multiplied with rational numbers alone", hint)
    if box() is None or range_in(number, box() or {}) is None:
        raise not_followed("a real that was drawn beside a number that is not rational")
    return number
