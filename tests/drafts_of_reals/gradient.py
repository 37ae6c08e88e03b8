"""A step of gradient descent: gradients are clipped, summed and made noisy."""

from faier import Int, Vector, gaussian, mechanism, one, private

CLIP = 1
SIGMA = 3.7304


@private(epsilon=1, delta=0.00001002, neighbors=one(1))
@private(epsilon=1, delta=0.00001000, neighbors=one(1), expect="refuted")
@mechanism
def step(gradients: Vector[Int[-1, 1], 3]) -> float:
    clipped = [max(-CLIP, min(CLIP, g)) for g in gradients]
    return sum(clipped) + gaussian(CLIP * SIGMA)


@private(epsilon=1, delta=0.00001, neighbors=one(1), expect="refuted", name="averaged, with the noise of the sum of one")
@mechanism
def averaged(gradients: Vector[Int[-1, 1], 3]) -> float:
    average = sum(gradients) / len(gradients)
    return average + gaussian(SIGMA / 4)
