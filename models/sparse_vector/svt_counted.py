"""Counted positives: how many of the answers are above the threshold, all noise shared with the threshold.

A common shortcut for "how many groups are large": one noisy threshold, all answers compared with it, and only the
number of those above shown. Nothing else of the comparisons is seen, so it is a post-processing of variant 6 and
loses less; but it is one count whose sensitivity is N, not 1, if all answers may move.
"""

from faier import Int, Vector, each, geometric, log, mechanism, one, private

N = 3
LIMIT = 1


def above(answers):
    threshold = LIMIT + geometric(1 / 2)
    return sum([answer + geometric(1 / 2) >= threshold for answer in answers])


@private(epsilon=log(2914 / 1541), neighbors=each(1))
@private(epsilon=log(2914 / 1541) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(1457 / 1117), neighbors=one())
@private(epsilon=log(1457 / 1117) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def svt_counted(answers: Vector[Int[0, 1], N]):
    return above(answers)


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="the true count is shown when it is all or nothing")
@mechanism
def exact_at_the_ends(answers: Vector[Int[0, 1], N]):
    count = sum(answers)
    return count if count == 0 or count == N else above(answers)
