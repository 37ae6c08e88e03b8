"""Group by a public set of keys: what was earned in each town, as Tumult Analytics would ask."""

from collections import defaultdict
from dataclasses import dataclass

from faier import Int, Records, added, clamp, geometric, log, mechanism, private

KEYSET = ["Aachen", "Bonn"]
CLAMP = (0, 2)


@dataclass(frozen=True)
class Row:
    town: Int[0, 1]
    income: Int[0, 3]


@private(epsilon=log(4), neighbors=added())
@private(epsilon=log(2), neighbors=added(), expect="refuted")
@mechanism
def incomes(rows: Records[Row, 2]):
    groups = defaultdict(list)
    for row in rows:
        groups[KEYSET[row.town]].append(clamp(row.income, *CLAMP))
    return [(town, clamp(sum(groups[town]) + geometric(1 / 2), 0, 4)) for town in KEYSET]
