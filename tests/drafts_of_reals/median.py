"""The median by noisy counts: the first threshold that about half of the people are not above."""

from faier import Int, Vector, laplace, mechanism, one, private


@private(epsilon=2, neighbors=one())
@private(epsilon=1 / 2, neighbors=one(), expect="refuted")
@mechanism
def median(ages: Vector[Int[0, 3], 3]) -> int:
    for threshold in range(3):
        below = sum(age <= threshold for age in ages)
        if below + laplace(1.5) >= len(ages) / 2:
            return threshold
    return 3
