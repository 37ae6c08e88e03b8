"""A histogram: one person moves from one bin to another."""

from collections import Counter

from faier import Int, Vector, laplace, mechanism, one, private

BINS = 3


@private(epsilon=1, neighbors=one())
@private(epsilon=0.9, neighbors=one(), expect="refuted")
@mechanism
def histogram(choices: Vector[Int[0, 2], 3]) -> list[float]:
    counts = Counter(choices)
    return [counts[i] + laplace(2) for i in range(BINS)]


@private(epsilon=1, neighbors=one(), expect="refuted")
@mechanism
def half_the_noise(choices: Vector[Int[0, 2], 3]) -> list[float]:
    counts = [0] * BINS
    for choice in choices:
        counts[choice] += 1
    return [max(0, count + laplace(1)) for count in counts]
