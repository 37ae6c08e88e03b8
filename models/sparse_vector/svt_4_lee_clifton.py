"""Sparse vector, variant 4 of 6: the noise on answers does not grow with the number of answers above.

Lee and Clifton ("Top-k frequent itemsets via differentially private FP-trees", 2014), as numbered by Lyu, Su and
Li (2017). The budget of one answer above is claimed for C of them. With C = 1 the claim of 3 * log(2) holds; with
C = 3 the same noise loses more than that.
"""

from faier import Int, Vector, each, geometric, log, mechanism, private

N = 4
LIMIT = 1


def svt(answers, count):
    shown = [None] * N
    threshold = LIMIT + geometric(1 / 2)
    for index, answer in enumerate(answers):
        if count > 0:
            shown[index] = answer + geometric(1 / 2) >= threshold
            count -= shown[index]
    return tuple(shown)


@private(epsilon=log(31208 / 4951), neighbors=each(1))
@private(epsilon=log(31208 / 4951) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=3 * log(2), neighbors=each(1))
@mechanism
def svt_4_with_one(answers: Vector[Int[0, 1], N]):
    return svt(answers, 1)


@private(epsilon=3 * log(2), neighbors=each(1), expect="refuted", name="noise is not scaled with the answers above")
@private(epsilon=log(25328 / 2419), neighbors=each(1))
@private(epsilon=log(25328 / 2419) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def svt_4(answers: Vector[Int[0, 1], N]):
    return svt(answers, 3)
