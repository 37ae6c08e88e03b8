"""Sparse vector, variant 1 of 6: noise on the threshold once, noise on every answer, C answers above.

Lyu, Su and Li ("Understanding the sparse vector technique for differential privacy", 2017) compare six algorithms
that say of each answer whether it is above a threshold; this is their own, and it is correct. With a = 1/2 for all
noise the threshold costs log(2) and each answer above costs 2 * log(2); answers below are free, for the threshold
may be shifted by one without end. Without noise on the threshold every answer costs log(2), and with noise that is
clamped, so that shifting fails at the end of its range, a stream of answers costs without end.
"""

from faier import Int, Stream, Vector, clamp, each, geometric, log, mechanism, private, where

N = 3
C = 1
LIMIT = 1
WIDE = 1


def svt(answers, threshold, count):
    """What is shown for each answer; the run ends after `count` answers above."""
    shown = [None] * N
    for index, answer in enumerate(answers):
        if count > 0:
            shown[index] = answer + geometric(1 / 2) >= threshold
            count -= shown[index]
    return tuple(shown)


@private(epsilon=(1 + 2 * C) * log(2), neighbors=each(1))
@private(epsilon=log(112 / 23), neighbors=each(1))
@private(epsilon=log(112 / 23) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(2), neighbors=each(1), delta=286 / 2835)
@private(epsilon=log(2), neighbors=each(1), delta=286 / 2835 - 1 / 1000000, expect="refuted")
@private(epsilon=log(776 / 299), neighbors=where(lambda x, y: all(0 <= y[i] - x[i] <= 1 for i in range(N))))
@private(
    epsilon=log(776 / 299) - 1 / 1000000,
    neighbors=where(lambda x, y: all(0 <= y[i] - x[i] <= 1 for i in range(N))),
    expect="refuted",
)
@mechanism
def svt_1(answers: Vector[Int[0, 1], N]):
    return svt(answers, LIMIT + geometric(1 / 2), C)


@private(epsilon=3 * log(2), neighbors=each(1))
@mechanism
def svt_1_on_a_stream(answers: Stream[Int[0, 1]]):
    threshold = LIMIT + geometric(1 / 2)
    for answer in answers:
        above = answer + geometric(1 / 2) >= threshold
        yield above
        if above:
            return


@private(epsilon=(1 + 2 * C) * log(2), neighbors=each(1))
@private(epsilon=log(67 / 14), neighbors=each(1))
@private(epsilon=log(67 / 14) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def clamped_threshold(answers: Vector[Int[0, 1], N]):
    return svt(answers, clamp(LIMIT + geometric(1 / 2), LIMIT - WIDE, LIMIT + WIDE), C)


@private(epsilon=log(1000), neighbors=each(1), expect="refuted", name="a clamped threshold cannot be shifted")
@mechanism
def clamped_threshold_on_a_stream(answers: Stream[Int[0, 1]]):
    threshold = clamp(LIMIT + geometric(1 / 2), LIMIT - WIDE, LIMIT + WIDE)
    for answer in answers:
        above = answer + geometric(1 / 2) >= threshold
        yield above
        if above:
            return


@private(epsilon=log(112 / 23), neighbors=each(1), expect="refuted", name="no noise on the threshold")
@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def no_noise_on_the_threshold(answers: Vector[Int[0, 1], N]):
    return svt(answers, LIMIT, C)
