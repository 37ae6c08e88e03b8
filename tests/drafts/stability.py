"""Propose-test-release: the exact mode, if its lead is large enough after noise."""

from faier import Int, Vector, geometric, log, mechanism, one, private

REFUSED = object()


def lead(votes):
    ones = sum(votes)
    zeros = len(votes) - ones
    return abs(ones - zeros), int(ones > zeros)


def ptr(votes, threshold):
    gap, mode = lead(votes)
    distance = gap // 2
    if distance + geometric(1 / 2) <= threshold:
        return REFUSED
    return mode


@private(epsilon=log(2), delta=1 / 6, neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def majority(votes: Vector[Int[0, 1], 5]):
    answer = ptr(votes, threshold=1)
    return "refused" if answer is REFUSED else answer
