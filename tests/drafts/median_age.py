"""The median by the exponential mechanism."""

from fractions import Fraction

from faier import Int, Vector, categorical, log, mechanism, one, private

BASE = Fraction(1, 2)


@private(epsilon=log(16), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def median_age(ages: Vector[Int[0, 4], 3]):
    def distance(candidate):
        """How far the candidate is from having as many people below as above."""
        below = sum(age < candidate for age in ages)
        above = sum(age > candidate for age in ages)
        return abs(below - above)

    weights = {candidate: BASE ** distance(candidate) for candidate in range(5)}
    candidates = list(weights.keys())
    return candidates[categorical(*weights.values())]
