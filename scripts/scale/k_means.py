"""One step of k-means: for each of two centres the noisy sum of its points over their noisy number."""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

POINTS = 3
TOP = 3
LEFT, RIGHT = 0, 3


def nearer(point):
    return 0 if abs(point - LEFT) <= abs(point - RIGHT) else 1


@private(epsilon=8 * log(2), neighbors=one())
@mechanism
def k_means(points: Vector[Int[0, TOP], POINTS]):
    centres = []
    for centre in range(2):
        mine = [point for point in points if nearer(point) == centre]
        total = clamp(sum(mine) + geometric(1 / 2), 0, TOP * POINTS)
        number = clamp(len(mine) + geometric(1 / 2), 1, POINTS)
        centres.append(total // number)
    return tuple(centres)
