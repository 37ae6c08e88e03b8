"""Sums with Laplace noise, for every EPS.

Partial sum and smart sum of CheckDP's collection (Wang, Ding, Kifer and Zhang, 2020); the latter is the counter of
Chan, Shi and Song ("Private and continual release of statistics", 2011), in blocks of two, with the noisy numbers that
it adds up shown: each value is in two of them at most. The broken twins halve the scale, or show where a block ends
without noise.
"""

from faier import Int, Positive, Stream, Vector, laplace, mechanism, one, private

EPS = Positive(1)
N = 3
BLOCK = 2


@private(epsilon=EPS, neighbors=one())
@private(epsilon=0.999999 * EPS, neighbors=one(), expect="refuted")
@mechanism
def partial_sum(values: Vector[Int[0, 1], N]):
    return sum(values) + laplace(1 / EPS)


@private(epsilon=EPS, neighbors=one(), expect="refuted", name="noise of half the scale")
@private(epsilon=2 * EPS, neighbors=one())
@mechanism
def half_the_scale(values: Vector[Int[0, 1], N]):
    return sum(values) + laplace(1 / 2 / EPS)


@private(epsilon=EPS, neighbors=one())
@mechanism
def randomized_sum(values: Vector[Int[0, 1], N]):
    return sum([value + laplace(1 / EPS) for value in values])


@private(epsilon=EPS, neighbors=one(), expect="refuted", name="the first value is shown without noise")
@mechanism
def first_without_noise(values: Vector[Int[0, 1], N]):
    return values[0], sum([value + laplace(1 / EPS) for value in values])


@private(epsilon=2 * EPS, neighbors=one())
@mechanism
def smart_sum(values: Stream[Int[0, 1]]):
    block, place = 0, 0
    for value in values:
        block += value
        place += 1
        if place == BLOCK:
            yield block + laplace(1 / EPS)
            block, place = 0, 0
        else:
            yield value + laplace(1 / EPS)


@private(epsilon=2 * EPS, neighbors=one(), expect="refuted", name="no noise where a block ends")
@mechanism
def end_without_noise(values: Stream[Int[0, 1]]):
    block, place = 0, 0
    for value in values:
        block += value
        place += 1
        if place == BLOCK:
            yield block
            block, place = 0, 0
        else:
            yield value + laplace(1 / EPS)
