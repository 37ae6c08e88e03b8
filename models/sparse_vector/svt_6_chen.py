"""Sparse vector, variant 6 of 6: no limit on the answers above.

Chen, Xiao, Zhang and Xu ("Differentially private high-dimensional data publication via sampling-based inference",
2015), as numbered by Lyu, Su and Li (2017): noise on threshold and answers, but the run goes on after answers
above. A shift of the threshold cannot pay for answers above and answers below at once, so every further pair of
answers costs. For answers without end no epsilon is enough; faier finds the turn that multiplies the ratio.
"""

from faier import Int, Stream, Vector, clamp, each, geometric, log, mechanism, private

N = 4
LIMIT = 1
WIDE = 1


@private(epsilon=log(1000), neighbors=each(1), expect="refuted", name="answers above are not counted")
@mechanism
def svt_6(answers: Stream[Int[0, 1]]):
    threshold = clamp(LIMIT + geometric(1 / 2), LIMIT - WIDE, LIMIT + WIDE)
    for answer in answers:
        yield answer + geometric(1 / 2) >= threshold


@private(epsilon=log(19 / 2), neighbors=each(1))
@private(epsilon=log(19 / 2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=3 * log(2), neighbors=each(1), expect="refuted", name="four answers already cost more than promised")
@mechanism
def svt_6_of_four(answers: Vector[Int[0, 1], N]):
    threshold = clamp(LIMIT + geometric(1 / 2), LIMIT - WIDE, LIMIT + WIDE)
    return tuple([answer + geometric(1 / 2) >= threshold for answer in answers])
