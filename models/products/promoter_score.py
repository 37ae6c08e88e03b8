"""Would you recommend us? The promoter score of a team: promoters minus detractors, answers from 0 to 10.

An employee who changes their mind from 0 to 10 moves the score by two, so noise for one gives log(4), not log(2). A
report that is left out for small teams, "fewer than two answers", is a threshold on a true count: whether it is there
tells whether somebody answered. Left out by a noisy count, it costs no more here than the score does.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

TEAM = 2
ABSTAINED = 11


def score(answers):
    promoters = sum(1 for answer in answers if 9 <= answer <= 10)
    return promoters - sum(1 for answer in answers if answer <= 6)


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=one(), expect="refuted", name="one person moves the score by two")
@mechanism
def promoter_score(answers: Vector[Int[0, 10], TEAM]):
    return clamp(score(answers) + geometric(1 / 2), -TEAM, TEAM)


@private(epsilon=2 * log(2), neighbors=one())
@private(epsilon=2 * log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def left_out_by_a_noisy_count(answers: Vector[Int[0, ABSTAINED], TEAM]):
    count = sum(1 for answer in answers if answer != ABSTAINED)
    if count + geometric(1 / 2) < TEAM:
        return None
    return clamp(score(answers) + geometric(1 / 2), -TEAM, TEAM)


@private(epsilon=3 * log(2), neighbors=one(), expect="refuted", name="whether there is a report tells who answered")
@mechanism
def left_out_by_the_true_count(answers: Vector[Int[0, ABSTAINED], TEAM]):
    if sum(1 for answer in answers if answer != ABSTAINED) < TEAM:
        return None
    return clamp(score(answers) + geometric(1 / 2), -TEAM, TEAM)
