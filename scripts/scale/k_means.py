"""One step of k-means: for each of two centres the noisy sum of its points over their noisy number."""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

POINTS = 3
TOP = 3
LEFT = 0
RIGHT = 3


def nearer(point):
    return 0 if abs(point - LEFT) <= abs(point - RIGHT) else 1


@private(epsilon=8 * log(2), neighbors=one())
@mechanism
def k_means(points: Vector[Int[0, TOP], POINTS]):
    return tuple([centre(points, number) for number in range(2)])


def centre(points, number):
    mine = [point for point in points if nearer(point) == number]
    total = clamp(sum(mine) + geometric(1 / 2), 0, TOP * POINTS)
    return total // clamp(len(mine) + geometric(1 / 2), 1, POINTS)
