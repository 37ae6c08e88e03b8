"""A mean of a known number of people, shown as a fraction and as a rounded number."""

from fractions import Fraction

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(3), neighbors=one(), expect="refuted")
@mechanism
def mean(values: Vector[Int[0, 2], 3]) -> Fraction:
    n = len(values)
    total = sum(values) + geometric(1 / 2)
    return Fraction(clamp(total, 0, 2 * n), n)


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(3), neighbors=one(), expect="refuted")
@mechanism
def rounded(values: Vector[Int[0, 2], 3]) -> int:
    return round(mean(values))
