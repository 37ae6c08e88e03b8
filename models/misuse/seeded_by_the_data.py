"""Noise that is seeded by the data.

A hash of the data as the seed makes reports repeatable, and the noise a function of the data. Diffix and other
systems with "sticky" noise were attacked because of that (Gadotti et al., "When the signal is in the noise",
2019). If the seed is the answer itself, the report is the answer in another order. A seed that neighbors share is
no noise at all: it cancels. Only a secret key, drawn at random, makes sticky noise noise.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, one, private

TOP = 2
TABLE = (1, -1, 0)


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def secret_key(count: Int[0, TOP]):
    key = [clamp(geometric(1 / 2), -TOP, TOP) for _ in range(TOP + 1)]
    return clamp(count + key[count], 0, TOP)


@private(epsilon=log(1000), neighbors=each(1), expect="refuted", name="the noise is a function of the count")
@mechanism
def seeded_by_the_count(count: Int[0, TOP]):
    return clamp(count + TABLE[count], 0, TOP)


@private(
    epsilon=log(1000), neighbors=one(), expect="refuted", name="two queries, one seed: noise is a function of the sum"
)
@mechanism
def seeded_by_the_sum(counts: Vector[Int[0, TOP], 2]):
    key = [clamp(geometric(1 / 2), -TOP, TOP) for _ in range(TOP + 1)]
    noise = key[sum(counts) % (TOP + 1)]
    return tuple([clamp(count + noise, 0, TOP) for count in counts])
