"""Contagion on a small graph: a path of four people, of whom the first was exposed.

The flu example of Song, Wang and Chaudhuri ("Pufferfish privacy mechanisms for correlated data", 2017): who is ill
depends on who they meet. Each person passes it on to the next with probability SPREAD. The noisy count tells most
about the last on the path, who is ill only if all are, and in a star about the one in the middle.
"""

from faier import Int, clamp, each, flip, geometric, log, mechanism, prior, private, secret

PEOPLE = 4
SPREAD = 1 / 2


@prior
def path(who: Int[0, PEOPLE - 1]):
    sick = [False] * PEOPLE
    sick[0] = flip(1 / 2)
    for person in range(1, PEOPLE):
        sick[person] = sick[person - 1] and flip(SPREAD)
    secret(sick[who])
    return sum(sick)


@prior
def star(who: Int[0, PEOPLE - 1]):
    """The first meets all others, who do not meet each other."""
    sick = [flip(1 / 2)] + [False] * (PEOPLE - 1)
    for person in range(1, PEOPLE):
        sick[person] = sick[0] and flip(SPREAD)
    secret(sick[who])
    return sum(sick)


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(34 / 3), prior=path)
@private(epsilon=log(34 / 3) - 1 / 1000000, prior=path, expect="refuted")
@private(epsilon=log(27 / 4), prior=star)
@private(epsilon=log(27 / 4) - 1 / 1000000, prior=star, expect="refuted")
@private(epsilon=log(2), prior=path, expect="refuted", name="whoever is ill was infected, and infects")
@private(epsilon=log(2), prior=star, expect="refuted", name="one person decides about all")
@mechanism
def contagion_on_a_graph(count: Int[0, PEOPLE]):
    return clamp(count + geometric(1 / 2), 0, PEOPLE)
