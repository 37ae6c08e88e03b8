"""A noisy sum of a random sample."""

from faier import Bool, Vector, laplace, mechanism, one, private, sample


@private(epsilon=0.6202, neighbors=one())
@private(epsilon=0.6, neighbors=one(), expect="refuted")
@mechanism
def sampled(answers: Vector[Bool, 4]) -> float:
    chosen = sample(answers, 2)
    return sum(chosen) + laplace(1)
