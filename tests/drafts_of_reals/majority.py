"""Did most people agree?"""

from faier import Bool, Vector, laplace, mechanism, one, private


@private(epsilon=1, neighbors=one())
@private(epsilon=0.7, neighbors=one(), expect="refuted")
@mechanism
def majority(votes: Vector[Bool, 4]) -> bool:
    return sum(votes) + laplace(1) > len(votes) / 2
