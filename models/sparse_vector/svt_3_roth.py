"""Sparse vector, variant 3 of 6: answers above are shown with the very noise that was compared.

From lecture notes (Roth, 2011), as numbered by Lyu, Su and Li (2017), who prove that no epsilon is enough: a shown
answer bounds the threshold, and against a known threshold every answer below costs. The lower the shown answer, the
more is known, and N answers cost N * log(2). With fresh noise for what is shown,
as in `svt_numeric.py`, they cost less.
"""

from faier import Int, Vector, each, geometric, log, mechanism, private

N = 4
LIMIT = 1


@private(epsilon=log(62416 / 4951), neighbors=each(1))
@private(epsilon=log(62416 / 4951) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def fresh(answers: Vector[Int[0, 1], N]):
    threshold = LIMIT + geometric(1 / 2)
    for answer in answers:
        if answer + geometric(1 / 2) >= threshold:
            yield answer + geometric(1 / 2)
            return
        yield None


@private(epsilon=log(62416 / 4951), neighbors=each(1), expect="refuted", name="the compared noise is shown")
@private(epsilon=4 * log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def svt_3(answers: Vector[Int[0, 1], N]):
    threshold = LIMIT + geometric(1 / 2)
    for answer in answers:
        noisy = answer + geometric(1 / 2)
        if noisy >= threshold:
            yield noisy
            return
        yield None
