"""Sparse vector, variant 6 of 6: no limit on the answers above.

Chen, Xiao, Zhang and Xu ("Differentially private high-dimensional data publication via sampling-based inference",
2015), as numbered by Lyu, Su and Li (2017): noise on threshold and answers, but the run goes on after answers
above. A shift of the threshold cannot pay for answers above and answers below at once, so every further pair of
answers costs, and for answers without end no epsilon is enough.
"""

from faier import Int, Stream, Vector, each, geometric, log, mechanism, private

N = 4
LIMIT = 1


@private(epsilon=log(100), neighbors=each(1), expect="refuted", name="answers above are not counted")
@mechanism
def svt_6(answers: Stream[Int[0, 1]]):
    threshold = LIMIT + geometric(1 / 2)
    for answer in answers:
        yield answer + geometric(1 / 2) >= threshold


@private(epsilon=log(25328 / 2419), neighbors=each(1))
@private(epsilon=log(25328 / 2419) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=3 * log(2), neighbors=each(1), expect="refuted", name="four answers already cost more than promised")
@mechanism
def svt_6_of_four(answers: Vector[Int[0, 1], N]):
    threshold = LIMIT + geometric(1 / 2)
    return tuple([answer + geometric(1 / 2) >= threshold for answer in answers])
