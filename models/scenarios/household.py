"""Contagion in a household: everybody who lives there falls ill together with some probability.

Kifer and Machanavajjhala ("Pufferfish", 2014) and Liu, Wang and Zhang ("Verifying Pufferfish privacy in hidden
Markov models", 2020) ask what a noisy count of the sick tells about one person. An adversary who takes people to
be independent learns at most log(2). One who knows that a case is passed on with probability between 1/2 and 1
learns more, and for certain contagion the count never changes by just one: 3 * log(2) for a household of three.
"""

from faier import Int, Probability, Real, clamp, each, flip, geometric, log, mechanism, prior, private, secret

SIZE = 3


@prior
def independent(rate: Probability):
    sick = flip(rate)
    secret(sick)
    return sick + sum([flip(rate) for _ in range(SIZE - 1)])


@prior
def contagious(rate: Probability):
    """If one is sick, all are."""
    sick = flip(rate)
    secret(sick)
    return SIZE * sick


@prior
def passed_on(rate: Probability, contagion: Real[1 / 2, 1]):
    """Only the first can bring it home; the others catch it with some probability."""
    sick = flip(rate)
    secret(sick)
    return sick + sum([sick and flip(contagion) for _ in range(SIZE - 1)])


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(8), prior=contagious)
@private(epsilon=log(8) - 1 / 1000000, prior=contagious, expect="refuted")
@private(epsilon=log(2), prior=contagious, expect="refuted", name="all members of the household are sick, or none")
@private(epsilon=log(2), prior=independent)
@private(epsilon=log(2) - 1 / 1000000, prior=independent, expect="refuted")
@private(epsilon=log(8), prior=passed_on)
@private(epsilon=log(8) - 1 / 1000000, prior=passed_on, expect="refuted")
@mechanism
def household(count: Int[0, SIZE]):
    return clamp(count + geometric(1 / 2), 0, SIZE)
