"""Sparse vector, variant 1 of 6: noise on the threshold once, noise on every answer, C answers above.

Lyu, Su and Li ("Understanding the sparse vector technique for differential privacy", 2017) compare six algorithms
that say of each answer whether it is above a threshold; this is their own, and it is correct. With a = 1/2 for all
noise the threshold costs log(2) and each answer above costs 2 * log(2); answers below are free, if the threshold
may be shifted by one without end. Here its noise is clamped, so shifting fails at the end of the range. For N
answers it costs what is proved below, still less than (1 + 2 * C) * log(2). Without noise on the threshold every
answer costs log(2).
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, private, where

N = 3
C = 1
LIMIT = 1
WIDE = 2


def svt(answers, wide, count):
    """What is shown for each answer; the run ends after `count` answers above."""
    shown = [None] * N
    threshold = clamp(LIMIT + geometric(1 / 2), LIMIT - wide, LIMIT + wide)
    for index, answer in enumerate(answers):
        if count > 0:
            shown[index] = answer + geometric(1 / 2) >= threshold
            count -= shown[index]
    return tuple(shown)


@private(epsilon=log(935 / 199), neighbors=each(1))
@private(epsilon=log(935 / 199) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=(1 + 2 * C) * log(2), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1), delta=179 / 1728)
@private(epsilon=log(2), neighbors=each(1), delta=179 / 1728 - 1 / 1000000, expect="refuted")
@private(epsilon=log(1001 / 398), neighbors=where(lambda x, y: all(0 <= y[i] - x[i] <= 1 for i in range(N))))
@private(
    epsilon=log(1001 / 398) - 1 / 1000000,
    neighbors=where(lambda x, y: all(0 <= y[i] - x[i] <= 1 for i in range(N))),
    expect="refuted",
)
@mechanism
def svt_1(answers: Vector[Int[0, 1], N]):
    return svt(answers, WIDE, C)


@private(epsilon=log(935 / 199), neighbors=each(1), expect="refuted", name="no noise on the threshold")
@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def no_noise_on_the_threshold(answers: Vector[Int[0, 1], N]):
    return svt(answers, 0, C)
