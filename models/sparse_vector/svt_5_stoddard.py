"""Sparse vector, variant 5 of 6: no noise on the answers, and no limit.

Stoddard, Chen and Machanavajjhala ("Differentially private algorithms for empirical machine learning", 2014), as
numbered by Lyu, Su and Li (2017): noise on the threshold only. Answers 0 and 1 that are told apart by one
threshold are told apart for sure: if one is above and the other is not, no threshold explains the same with the
answers exchanged. No epsilon is enough.
"""

from faier import Int, Vector, each, geometric, log, mechanism, private

N = 2
LIMIT = 1


@private(epsilon=log(1000), neighbors=each(1), expect="refuted", name="answers are compared without noise")
@mechanism
def svt_5(answers: Vector[Int[0, 1], N]):
    threshold = LIMIT + geometric(1 / 2)
    return tuple([answer >= threshold for answer in answers])
