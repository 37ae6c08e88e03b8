"""Noisy top-k: the k best of n queries in one go, or one after the other.

Durfee and Rogers ("Practical differentially private top-k selection with pay-what-you-get composition", 2019):
adding noise once and reporting the k largest in order loses no more than k selections one after the other, which
"peel" off a winner each time. Here two of three are reported, ties broken uniformly, and the one go loses less.
Clamped answers are equal more often; if ties then always go to the earlier query, that costs more.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, one, private, uniform

N = 3
TOP = 1


def noisy(answers):
    return [answer + geometric(1 / 2) for answer in answers]


def best_of(values, taken):
    """The index of a greatest value that is not taken, ties broken uniformly."""
    best = max([value for index, value in enumerate(values) if index != taken])
    winners = [index for index in range(N) if index != taken and values[index] == best]
    return winners[uniform(0, len(winners) - 1)]


@private(epsilon=log(14 / 5), neighbors=each(1))
@private(epsilon=log(14 / 5) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(9 / 5), neighbors=one(1))
@private(epsilon=log(9 / 5) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def noisy_top_k(answers: Vector[Int[0, TOP], N]):
    values = noisy(answers)
    first = best_of(values, N)
    return first, best_of(values, first)


@private(epsilon=log(44 / 13), neighbors=each(1))
@private(epsilon=log(44 / 13) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def peeling(answers: Vector[Int[0, TOP], N]):
    first = best_of(noisy(answers), N)
    return first, best_of(noisy(answers), first)


@private(epsilon=log(14 / 5), neighbors=each(1), expect="refuted", name="clamped, and ties go to the earlier query")
@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def ties_to_the_first(answers: Vector[Int[0, TOP], N]):
    values = [clamp(value, 0, TOP) for value in noisy(answers)]
    first = max([2 * N * value - index for index, value in enumerate(values)])
    second = max([2 * N * value - index for index, value in enumerate(values) if 2 * N * value - index != first])
    return -first % (2 * N), -second % (2 * N)
