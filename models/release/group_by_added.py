"""What people spend in each region, where people may be missing: all regions, or those with people.

A record is a person with a region and an amount, as a data frame has them. All regions are shown, also those without
anybody: one person more moves the sum of one region by TOP steps of the noise at most. The twin leaves out regions of
which it has no record, as GROUP BY does in a database: that a region appears says for certain that somebody is there.
"""

from typing import NamedTuple

from faier import Int, Records, added, clamp, geometric, log, mechanism, private

REGIONS = 2
TOP = 2
N = 2
ALPHA = 1 / 2


class Person(NamedTuple):
    region: Int[0, REGIONS - 1]
    spent: Int[0, TOP]


@private(epsilon=TOP * log(2), neighbors=added())
@private(epsilon=TOP * log(2) - 1 / 1000000, neighbors=added(), expect="refuted")
@mechanism
def group_by_added(people: Records[Person, N]):
    sums = [0] * REGIONS
    for person in people:
        sums[person.region] += person.spent
    return [clamp(amount + geometric(ALPHA), 0, N * TOP) for amount in sums]


@private(epsilon=TOP * log(2), neighbors=added(), expect="refuted", name="only regions that somebody is in")
@mechanism
def groups_that_exist(people: Records[Person, N]):
    sums, seen = [0] * REGIONS, [False] * REGIONS
    for person in people:
        sums[person.region] += person.spent
        seen[person.region] = True
    return [clamp(sums[at] + geometric(ALPHA), 0, N * TOP) if seen[at] else None for at in range(REGIONS)]
