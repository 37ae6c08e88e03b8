"""Pufferfish: visits to a web site are a Markov chain; was the person there at noon?"""

from faier import Bool, Probability, Vector, flip, log, mechanism, one, prior, private, secret

HOURS = 3


@prior
def habits(stay: Probability):
    """Whoever visits the site goes on, or stays away, with the same probability."""
    visits = [flip(1 / 2)]
    while len(visits) < HOURS:
        last = visits[-1]
        visits.append(last if flip(stay) else not last)
    secret(visits[1])
    return visits


def randomize(bit):
    return bit ^ flip(1 / 3)


@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(8), prior=habits)
@private(epsilon=log(4), prior=habits, expect="refuted")
@mechanism
def history(visits: Vector[Bool, 3]):
    return [randomize(bit) for bit in visits]
