"""A table of two attributes, every cell with noise, also those that are empty."""

from dataclasses import dataclass
from itertools import product

from faier import Bool, Int, Vector, clamp, geometric, log, mechanism, one, private

SEXES = ["f", "m"]
SMOKES = [False, True]


@dataclass
class Person:
    sex: Int[0, 1]
    smokes: Bool


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(3), neighbors=one(), expect="refuted")
@mechanism
def table(people: Vector[Person, 2]):
    cells = dict.fromkeys(product(SEXES, SMOKES), 0)
    for person in people:
        cells[SEXES[person.sex], person.smokes] += 1
    return {cell: clamp(count + geometric(1 / 2), 0, 2) for cell, count in cells.items()}
