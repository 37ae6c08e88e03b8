"""How much was bought, by campaign? Summary reports with a contribution budget per person.

As in the Private Aggregation API of browsers: a person's values for all keys are cut so that their sum is within a
budget, added up by an aggregator, and noise is added to every key's total. A person who is there or not moves the
totals by the budget at most; one who changes takes out as much and puts in as much. The twin spends the budget anew
for each key.
"""

from faier import Int, Vector, clamp, edges, geometric, log, mechanism, one, private

PEOPLE = 2
BUDGET = 2
TOP = PEOPLE * BUDGET
THERE_OR_NOT = tuple([((0, 0), (a, b)) for a in range(3) for b in range(3) if a + b > 0])


def within_budget(values):
    left, kept = BUDGET, []
    for value in values:
        kept.append(min(value, left))
        left -= kept[-1]
    return kept


def totals(contributions):
    sums = [0, 0]
    for contribution in contributions:
        for key, value in enumerate(contribution):
            sums[key] += value
    return sums


def noisy(sums):
    return tuple([clamp(total + geometric(1 / 2), 0, TOP) for total in sums])


@private(epsilon=BUDGET * log(2), neighbors=edges(*THERE_OR_NOT))
@private(epsilon=BUDGET * log(2) - 1 / 1000000, neighbors=edges(*THERE_OR_NOT), expect="refuted")
@private(epsilon=BUDGET * log(2), neighbors=one(), expect="refuted", name="a person who changes takes out and puts in")
@private(epsilon=2 * BUDGET * log(2), neighbors=one())
@private(epsilon=2 * BUDGET * log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def summary_report(people: Vector[Vector[Int[0, 2], 2], PEOPLE]):
    return noisy(totals([within_budget(values) for values in people]))


@private(
    epsilon=BUDGET * log(2),
    neighbors=edges(*THERE_OR_NOT),
    expect="refuted",
    name="the budget is spent anew for each key",
)
@private(epsilon=2 * BUDGET * log(2), neighbors=edges(*THERE_OR_NOT))
@private(epsilon=2 * BUDGET * log(2) - 1 / 1000000, neighbors=edges(*THERE_OR_NOT), expect="refuted")
@mechanism
def budget_for_each_key(people: Vector[Vector[Int[0, 2], 2], PEOPLE]):
    return noisy(totals([[min(value, BUDGET) for value in values] for values in people]))
