"""Report Noisy Max: the first winner (naive), or a winner chosen uniformly (improved)."""

from faier import (
    Int,
    Probability,
    Vector,
    clamp,
    each,
    flip,
    geometric,
    log,
    mechanism,
    one,
    prior,
    private,
    secret,
)

N = 3
Answers = Vector[Int[0, 2], N]


@prior
def independent(a: Probability, b: Probability, c: Probability):
    """Two people; every disease strikes each of them independently."""
    john = flip(a)
    secret(john)
    return [john + flip(a), flip(b) + flip(b), flip(c) + flip(c)]


@prior
def contagious(a: Probability, b: Probability, c: Probability):
    """The first disease strikes both or neither."""
    john = flip(a)
    secret(john)
    return [2 * john, flip(b) + flip(b), flip(c) + flip(c)]


@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(25 / 7), neighbors=one())
@private(epsilon=log(2), neighbors=one(1))
@mechanism
def naive(answers: Answers):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner


@private(epsilon=log(24 / 7), neighbors=each(1))
@private(epsilon=log(24 / 7), neighbors=one())
@private(epsilon=log(40 / 21), neighbors=one(1))
@mechanism
def improved(answers: Answers):
    best, winner, ties = -1, 0, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best == noisy:
            ties += 1
            if flip(1 / ties):
                winner = index
        elif best < noisy:
            best, winner, ties = noisy, index, 1
    return winner
