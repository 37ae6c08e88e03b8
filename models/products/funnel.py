"""A funnel: how many visited, how many put something into the cart, how many paid.

Whoever pays has done the steps before, so one person moves all three counts, and three noisy counts lose log(8).
Counting where people leave instead loses log(4), as one person is in one place before and in another after; the
counts of the funnel are sums of these. Putting noisy counts in order is done to noisy counts, and is free; cutting
them off at the true number of visitors, so that "no step is above 100 %", is not.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

PEOPLE = 2
STEPS = 3


def reached(people):
    """How many came as far as each step."""
    return [sum(1 for steps in people if steps > step) for step in range(STEPS)]


@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(8) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=one(), expect="refuted", name="one person is in all steps")
@mechanism
def funnel(people: Vector[Int[0, STEPS], PEOPLE]):
    noisy = [clamp(count + geometric(1 / 2), 0, PEOPLE) for count in reached(people)]
    return tuple(sorted(noisy, reverse=True))


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def where_people_leave(people: Vector[Int[0, STEPS], PEOPLE]):
    return tuple(
        [clamp(sum(1 for s in people if s == step) + geometric(1 / 2), 0, PEOPLE) for step in range(STEPS + 1)]
    )


@private(epsilon=log(8), neighbors=one(), expect="refuted", name="cut off at the true number of visitors")
@mechanism
def at_most_all(people: Vector[Int[0, STEPS], PEOPLE]):
    counts = reached(people)
    return tuple([clamp(count + geometric(1 / 2), 0, counts[0]) for count in counts])
