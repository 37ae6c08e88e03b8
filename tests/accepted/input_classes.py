"""Inputs that are members of Enums and records of classes, and lists of them."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Literal, NamedTuple

from faier import Bool, Int, Public, Records, Stream, Vector, added, each, flip, log, mechanism, one, prior, private, secret


class Color(Enum):
    RED = 1
    BLUE = "b"


class Level(IntEnum):
    LOW = 0
    HIGH = 5


class Person(NamedTuple):
    age: Int[0, 3]
    sick: bool
    region: Public[Int[0, 1]] = 0


@dataclass(frozen=True)
class Visit:
    person: Person
    color: Public[Color]
    notes: Vector[Literal["a", "b"], 1]
    length: Int[0, 2] | None = None


@private(epsilon=log(3), neighbors={"people": added(), "color": one()})
@mechanism
def mixed(
    people: Records[Person, 3],
    visit: Visit,
    color: Color,
    some: Literal[Color.RED],
    maybe: Color | None,
    known: Public[Person],
):
    count = 0
    for person in people:
        count += person.sick and person.region == known.region
    return count > 1 if flip(1 / 2) else visit.color == color or maybe == some


@private(epsilon=log(3), neighbors=one())
@mechanism
def people(values: Stream[Person], levels: Vector[Level, 2]):
    for value in values:
        yield flip(1 / 2)


@prior
def believed(color: Color, sick: Bool):
    state = flip(1 / 2)
    secret(state)
    return [Person(3, state), Person(2, sick, 1)] if color == Color.RED else []


@private(epsilon=log(3), prior=believed)
@mechanism
def fed(people: Records[Person, 2]):
    return len(people) if flip(1 / 2) else flip(1 / 2)
