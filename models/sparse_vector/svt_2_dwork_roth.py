"""Sparse vector, variant 2 of 6: the threshold gets fresh noise after every answer above.

Dwork and Roth ("The algorithmic foundations of differential privacy", 2014, algorithm 2), as numbered by Lyu, Su
and Li (2017). Correct, but the fresh noise is paid for: C thresholds instead of one, so with the same noise C * 3
* log(2) are promised instead of (1 + 2 * C) * log(2). In the worst case of four answers, a threshold that is
refreshed loses a little less than one that is not.
"""

from faier import Int, Vector, each, geometric, log, mechanism, private

N = 4
C = 2
LIMIT = 1


@private(epsilon=log(2704 / 289), neighbors=each(1))
@private(epsilon=log(2704 / 289) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=3 * C * log(2), neighbors=each(1))
@mechanism
def svt_2(answers: Vector[Int[0, 1], N]):
    shown, left = [None] * N, C
    threshold = LIMIT + geometric(1 / 2)
    for index, answer in enumerate(answers):
        if left > 0:
            shown[index] = answer + geometric(1 / 2) >= threshold
            if shown[index]:
                left -= 1
                threshold = LIMIT + geometric(1 / 2)
    return tuple(shown)


@private(
    epsilon=log(2704 / 289),
    neighbors=each(1),
    expect="refuted",
    name="the noise is not refreshed, the budget is that of fresh noise",
)
@private(epsilon=log(25328 / 2419), neighbors=each(1))
@private(epsilon=log(25328 / 2419) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def noise_kept(answers: Vector[Int[0, 1], N]):
    shown, left = [None] * N, C
    threshold = LIMIT + geometric(1 / 2)
    for index, answer in enumerate(answers):
        if left > 0:
            shown[index] = answer + geometric(1 / 2) >= threshold
            left -= shown[index]
    return tuple(shown)
