"""Randomized responses of n people, in random order.

The shuffle model (Erlingsson et al., "Amplification by shuffling", 2019; Cheu et al., 2019). Without a delta
nothing is amplified: if everybody reports yes, the order says nothing. With log(2), how much a delta must allow
shrinks in random order. The twin shuffles all reports but the first: the shuffle starts at index 1.
"""

from faier import Bool, Vector, flip, log, mechanism, one, private, uniform

N = 3
TRUTH = 3 / 4


def responses(answers):
    return [answer == flip(TRUTH) for answer in answers]


def shuffled(reports, first):
    deck = list(reports)
    for i in reversed(range(first + 1, N)):
        j = uniform(first, i)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=one(), delta=9 / 64)
@private(epsilon=log(2), neighbors=one(), delta=9 / 64 - 1 / 1000000, expect="refuted")
@mechanism
def shuffled_responses(answers: Vector[Bool, N]):
    return shuffled(responses(answers), 0)


@private(epsilon=log(2), neighbors=one(), delta=9 / 64, expect="refuted", name="the first report keeps its place")
@private(epsilon=log(2), neighbors=one(), delta=1 / 4)
@mechanism
def first_stays(answers: Vector[Bool, N]):
    return shuffled(responses(answers), 1)
