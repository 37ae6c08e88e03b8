"""SELECT sex, band, COUNT(*) ... GROUP BY sex, band: as SmartNoise would show it."""

from dataclasses import dataclass
from typing import Literal

from faier import Int, Records, added, geometric, log, mechanism, private


@dataclass(frozen=True)
class Person:
    sex: Literal["f", "m"]
    age: Int[17, 19]


def band(age):
    return "adult" if age >= 18 else "minor"


@private(epsilon=log(2), neighbors=added())
@private(epsilon=log(3 / 2), neighbors=added(), expect="refuted")
@mechanism
def counts(people: Records[Person, 2]):
    table = {f"{sex}-{group}": 0 for sex in ("f", "m") for group in ("minor", "adult")}
    for p in people:
        table[f"{p.sex}-{band(p.age)}"] += 1
    for key in table:
        table[key] = min(2, max(0, table[key] + geometric(1 / 2)))
    return table
