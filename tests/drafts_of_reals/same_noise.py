"""Noise that is used twice."""

from faier import Int, laplace, mechanism, one, private


@private(epsilon=10, neighbors=one(1), expect="refuted")
@mechanism
def reused(women: Int[0, 2], men: Int[0, 2]) -> tuple[float, float]:
    noise = laplace(2)
    return women + noise, men + noise


@private(epsilon=1, neighbors=one(1))
@mechanism
def total_and_share(women: Int[0, 2], men: Int[0, 2]) -> tuple[float, float]:
    noisy = women + laplace(1)
    others = men + laplace(1)
    return noisy, noisy + others
