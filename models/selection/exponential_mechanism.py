"""The exponential mechanism for a vote: each candidate wins with a weight that doubles with every vote.

McSherry and Talwar ("Mechanism design via differential privacy", 2007). With weight exp(epsilon * score / 2) it is
epsilon-private where every score may change by one; the base 2 stands for exp(epsilon / 2), so the promise is 2 *
log(2). Here scores are the votes for N candidates. When one voter changes their mind, one score falls and another
rises, and the weights never sum up to the worst case: less is lost than promised.
"""

from faier import Int, Vector, categorical, each, log, mechanism, one, private

N = 3
VOTERS = 3
BASE = 2


def scores_of(votes):
    return [sum([vote == candidate for vote in votes]) for candidate in range(N)]


@private(epsilon=log(20 / 7), neighbors=one())
@private(epsilon=log(20 / 7) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=one(), expect="refuted", name="one vote counts in two scores")
@mechanism
def exponential_mechanism(votes: Vector[Int[0, N - 1], VOTERS]):
    return categorical(*[BASE**score for score in scores_of(votes)])


@private(epsilon=log(3), neighbors=each(1))
@private(epsilon=log(3) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def exponential_mechanism_of_scores(scores: Vector[Int[0, 2], N]):
    return categorical(*[BASE**score for score in scores])


@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted", name="exp(epsilon * score): the 1/2 is forgotten")
@private(epsilon=log(11), neighbors=each(1))
@private(epsilon=log(11) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def factor_forgotten(scores: Vector[Int[0, 2], N]):
    return categorical(*[(BASE * BASE) ** score for score in scores])
