"""Noisy max with gap: the winner, and by how much it wins.

Ding, Wang, Zhang and Kifer ("Free gap information from the differentially private sparse vector and noisy max
mechanisms", 2019): with continuous noise of unbounded range, the difference between the two largest noisy answers
comes for free. Here the difference of two noisy answers is clamped, not the answers. Answers that are clamped
before, as in `noisy_max.py`, do not move together at the ends of the range, and the gap tells more. For two
queries.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, private

TOP = 1


@private(epsilon=log(44 / 17), neighbors=each(1))
@private(epsilon=log(44 / 17) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def noisy_max_with_gap(answers: Vector[Int[0, TOP], 2]):
    gap = clamp(answers[0] - answers[1] + geometric(1 / 2) - geometric(1 / 2), -2, 2)
    return (0, gap) if gap >= 0 else (1, -gap)


@private(epsilon=log(44 / 17), neighbors=each(1), expect="refuted", name="answers are clamped before the gap is taken")
@private(epsilon=log(4), neighbors=each(1))
@private(epsilon=log(4) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def clamped_before(answers: Vector[Int[0, TOP], 2]):
    first, second = clamp(answers[0] + geometric(1 / 2), 0, TOP), clamp(answers[1] + geometric(1 / 2), 0, TOP)
    return (0, first - second) if first >= second else (1, second - first)


@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted", name="the gap to the true runner-up")
@mechanism
def true_runner_up(answers: Vector[Int[0, TOP], 2]):
    first, second = clamp(answers[0] + geometric(1 / 2), -1, 2), clamp(answers[1] + geometric(1 / 2), -1, 2)
    return (0, first - answers[1]) if first >= second else (1, second - answers[0])
