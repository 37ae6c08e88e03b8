"""A mean as the ratio of a noisy sum and a noisy count."""

from faier import Int, Records, added, laplace, mechanism, private


@private(epsilon=1, neighbors=added())
@mechanism
def both(values: Records[Int[0, 2], 2]) -> tuple[float, float]:
    return sum(values) + laplace(4), len(values) + laplace(2)


@private(epsilon=1, neighbors=added())
@mechanism
def ratio(values: Records[Int[0, 2], 2]) -> float:
    noisy_sum = sum(values) + laplace(4)
    noisy_count = len(values) + laplace(2)
    if noisy_count < 1:
        return 0
    return noisy_sum / noisy_count


@private(epsilon=1, neighbors=added())
@mechanism
def public_count(values: Records[Int[0, 2], 2]) -> float:
    noisy_sum = sum(values) + laplace(4)
    noisy_count = max(1, round(len(values) + laplace(2)))
    return noisy_sum / noisy_count
