"""A bounded sum over records that may be missing."""

from faier import Int, Positive, Records, added, laplace, mechanism, private

EPS = Positive(1)
MOST = 3


@private(epsilon=EPS, neighbors=added())
@private(epsilon=EPS / 2, neighbors=added(), expect="refuted")
@mechanism
def bounded_sum(amounts: Records[Int[0, 5], 3]) -> float:
    return sum(min(amount, MOST) for amount in amounts) + laplace(MOST / EPS)
