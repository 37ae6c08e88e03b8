"""The mean of clipped values, with the noise that the mean needs."""

from faier import Int, Positive, Vector, laplace, mechanism, one, private

EPS = Positive(1)
LOWER, UPPER = 1, 4


def clip(value: int) -> int:
    return min(max(value, LOWER), UPPER)


@private(epsilon=EPS, neighbors=one())
@private(epsilon=EPS / 2, neighbors=one(), expect="refuted")
@mechanism
def mean(values: Vector[Int[0, 6], 3]) -> float:
    clipped = [clip(value) for value in values]
    sensitivity = (UPPER - LOWER) / len(values)
    return sum(clipped) / len(clipped) + laplace(sensitivity / EPS)


@private(epsilon=EPS, neighbors=one(), expect="refuted", name="noise for a range of 1")
@mechanism
def careless(values: Vector[Int[0, 6], 3]) -> float:
    clipped = [clip(value) for value in values]
    return sum(clipped) / len(clipped) + laplace(1 / (len(values) * EPS))
