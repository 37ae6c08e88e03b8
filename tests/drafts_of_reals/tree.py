"""Range counts by a tree of noisy sums."""

from faier import Bool, Vector, laplace, mechanism, one, private

LEVELS = 2


@private(epsilon=1, neighbors=one())
@private(epsilon=0.9, neighbors=one(), expect="refuted")
@mechanism
def tree(present: Vector[Bool, 4]):
    leaves = [sum(present[2 * i : 2 * i + 2]) for i in range(2)]
    root = sum(leaves)
    nodes = [root, *leaves]
    return tuple(node + laplace(LEVELS) for node in nodes)
