"""Adaptive sparse vector: answers far above the threshold are found with more noise and cost less.

Ding, Wang, Zhang and Kifer ("Free gap information from the differentially private sparse vector and noisy max
mechanisms", 2019): each answer first gets a coarse look with much noise; if it is above by a margin, that is
enough and cheap, else a fine look follows. The budget counts what was spent. The twin's coarse look has no noise.
"""

from faier import Int, Vector, each, geometric, log, mechanism, private

N = 3
TOP = 1
LIMIT = 0
MARGIN = 1
BUDGET = 2


@private(epsilon=1.597183, neighbors=each(1))
@private(epsilon=1.597183 - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def svt_adaptive(answers: Vector[Int[0, TOP], N]):
    shown, left = [None] * N, BUDGET
    threshold = LIMIT + geometric(1 / 2)
    for index, answer in enumerate(answers):
        if left > 0:
            if answer + geometric(3 / 4) >= threshold + MARGIN:
                shown[index] = "far above"
                left -= 1
            elif answer + geometric(1 / 2) >= threshold:
                shown[index] = "above"
                left -= 2
            else:
                shown[index] = "below"
    return tuple(shown)


@private(epsilon=log(1000), neighbors=each(1), expect="refuted", name="the coarse look is without noise")
@mechanism
def exact_coarse_look(answers: Vector[Int[0, TOP], N]):
    threshold = LIMIT + geometric(1 / 2)
    for answer in answers:
        if answer >= threshold + MARGIN:
            yield "far above"
            return
        if answer + geometric(1 / 2) >= threshold:
            yield "above"
            return
        yield "below"
