"""Noise scaled to the data that happens to be there."""

from faier import Int, Vector, laplace, mechanism, one, private


@private(epsilon=100, neighbors=one(), expect="refuted")
@mechanism
def mean(values: Vector[Int[0, 3], 2]) -> float:
    spread = max(values) - min(values)
    return sum(values) + laplace(spread + 1)


@private(epsilon=100, neighbors=one(), expect="refuted")
@mechanism
def no_noise_for_some(values: Vector[Int[0, 2], 2]) -> float:
    spread = max(values) - min(values)
    if spread == 0:
        return values[0]
    return sum(values) / 2 + laplace(spread)
