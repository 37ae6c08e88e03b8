"""Every kind of declaration, as a strict type checker wants it."""
# mypy: disallow-untyped-defs, disallow-incomplete-defs, disallow-untyped-calls

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

import faier
from faier import (
    Bool,
    Int,
    Positive,
    Probability,
    Public,
    Real,
    Records,
    Stream,
    Vector,
    added,
    assume,
    categorical,
    clamp,
    each,
    exp,
    flip,
    geometric,
    log,
    mechanism,
    moves,
    one,
    prior,
    private,
    secret,
    uniform,
)

N: Final = 3
LO, HI = -1, 2
EPS = Positive(1)
HALF = Fraction(1, 2)
Answer: TypeAlias = Int[0, 2]
Row = Vector[Int[0, 2], N]
TABLE: dict[str, int] = {"yes": 1, "no": 0}


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = auto()
    HIGH = auto()


class Point(NamedTuple):
    x: Int[0, 2]
    y: Bool = False


@dataclass
class State:
    total: int = 0
    seen: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Person:
    age: Int[0, 2]
    sick: Bool = False


def noisy(x: int, scale: Fraction = HALF) -> int:
    return clamp(x + geometric(scale), LO, HI)


def peak(values: Sequence[int]) -> tuple[int, ...]:
    return tuple(index for index, value in enumerate(values) if value == max(values))


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def rows(values: Vector[Int[0, 2], N], other: Vector[Bool, 2], *, rounds: int = 3) -> list[int]:
    state = State()
    for value in values:
        state.total += noisy(value) + rounds
        state.seen.append(value + sum(other))
    return [*state.seen, values[0], len(values)]


@private(epsilon=log(2), neighbors=moves((0, 1), (None, 1)))
@private(epsilon=log(2), neighbors=moves(*[(at, at + 1) for at in range(N - 1)]))
@mechanism
def histogram(counts: Vector[Int[0, 2], N]) -> tuple[int, ...]:
    return tuple(noisy(count) for count in counts)


@private(epsilon=EPS, neighbors={"records": added()})
@mechanism
def counted(records: Records[Person, 3], limit: Public[Int[0, 2]]) -> int:
    total: int = sum(person.age for person in records if not person.sick) + limit
    return total


@private(epsilon=2 * log(2), neighbors=one(), expect="refuted", name="stream")
@mechanism
def streaming(values: Stream[Answer]) -> Iterator[bool]:
    for value in values:
        yield value + uniform(0, 1) > 1 and flip(exp(-EPS))


@mechanism
def colored(x: Int[0, 1], color: Color, point: Point, level: Level) -> tuple[Color, int]:
    match color:
        case Color.RED:
            return Color.BLUE, point.x + level
        case _:
            return Color(color.value), categorical(1, 2, exp(-1 / 2)) + N


@prior
def believed(p: Probability, q: Real[0.1, 0.9], day: Int[0, 3]) -> tuple[int, bool]:
    sick = flip(p) or flip(q)
    assume(day < 3 or not sick)
    secret(sick)
    return 2 * sick, sick


@faier.private(epsilon=log(4), prior=believed)
@faier.mechanism
def shown(x: Int[0, 2], sick: Bool) -> bool:
    return flip(1 / 2) if sick else x > 1
