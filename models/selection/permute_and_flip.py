"""Permute and flip: candidates in random order, each accepted by a coin that depends on how far it is from the best.

McKenna and Sheldon ("Permute-and-flip: a new mechanism for differentially private selection", 2020). Never worse
than the exponential mechanism for the same promise, which is 2 * log(2) for scores that may all move by one. A
library's documented proof was about another mechanism than this one, which it ran (OpenDP issue 2911, 2026).
Without the permutation the promise is broken: the first candidate wins for sure if it is best, and must not win
for sure if it nearly is.
"""

from faier import Int, Vector, each, flip, log, mechanism, private, uniform

N = 3
RATIO = 1 / 2


def permuted():
    order = list(range(N))
    for i in reversed(range(1, N)):
        j = uniform(0, i)
        order[i], order[j] = order[j], order[i]
    return order


@private(epsilon=log(4), neighbors=each(1))
@private(epsilon=log(4) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def permute_and_flip(scores: Vector[Int[0, 2], N]):
    for candidate in permuted():
        if flip(RATIO ** (max(scores) - scores[candidate])):
            return candidate


@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted", name="no permutation: the first candidate goes first")
@mechanism
def in_order(scores: Vector[Int[0, 2], N]):
    for candidate in range(N):
        if flip(RATIO ** (max(scores) - scores[candidate])):
            return candidate
