"""How many people answered yes? OpenDP's first example."""

from faier import Bool, Vector, laplace, mechanism, one, private


@private(epsilon=1 / 2, neighbors=one())
@private(epsilon=0.49, neighbors=one(), expect="refuted")
@mechanism
def noisy_count(answers: Vector[Bool, 5]) -> float:
    count = sum(1 for answer in answers if answer)
    return count + laplace(scale(1, 0.5))


def scale(sensitivity: float, epsilon: float) -> float:
    return sensitivity / epsilon
