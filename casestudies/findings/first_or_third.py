"""Which of three noisy winners tells who is ill: the first query, and not the third as printed in Table 2.

Example 6.3 of "Verifying Pufferfish Privacy in Hidden Markov Models", with all chances 1/2.
"""

from faier import Int, Vector, clamp, flip, geometric, log, mechanism, prior, private, secret


@prior
def contagious():
    john = flip(1 / 2)
    secret(john)
    return (2 * john, flip(1 / 2) + flip(1 / 2), flip(1 / 2) + flip(1 / 2))


def improved_noisy_max(answers):
    best, winner, ties = -1, 0, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if noisy == best:
            ties += 1
            if flip(1 / ties):
                winner = index
        if noisy > best:
            best, winner, ties = noisy, index, 1
    return winner


@private(epsilon=log(2), prior=contagious, expect="refuted")
@mechanism
def first_wins(answers: Vector[Int[0, 2], 3]):
    return improved_noisy_max(answers) == 0


@private(epsilon=log(2), prior=contagious)
@mechanism
def third_wins(answers: Vector[Int[0, 2], 3]):
    return improved_noisy_max(answers) == 2
