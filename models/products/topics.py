"""What is somebody interested in? One of a browser's top topics, now and then a random one.

The Topics API (WICG, 2022-2025): for each week one of a person's top topics is drawn and shown to a site, and with
probability 5 % a topic drawn from all of them. What is private is the set of top topics; here two of four. Ten
weeks are ten draws: sites that are visited again and again learn the set.
"""

from faier import Int, flip, log, mechanism, one, private, uniform

RANDOM = 1 / 20
TOPICS = ("cars", "films", "music", "travel")
SETS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


def week(top):
    return TOPICS[uniform(0, 3)] if flip(RANDOM) else TOPICS[SETS[top][uniform(0, 1)]]


@private(epsilon=log(39), neighbors=one())
@private(epsilon=log(39) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def topic(top: Int[0, 5]):
    return week(top)


@private(epsilon=log(39), neighbors=one(), expect="refuted", name="two weeks, the budget of one")
@private(epsilon=2 * log(39), neighbors=one())
@private(epsilon=2 * log(39) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def two_weeks(top: Int[0, 5]):
    yield week(top)
    yield week(top)
