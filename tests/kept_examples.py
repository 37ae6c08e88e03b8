"""Kept processes written by hand: known mechanisms whose noise is kept without bounds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flint import fmpq

from faier.exact import ONE, Epsilon, Number
from faier.lang.syntax import Function, IntType, Parameter, StreamType, VectorType
from faier.lang.values import Value
from faier.semantics.kept import (
    Constraint,
    Fresh,
    KeptAsk,
    KeptEnd,
    KeptProcess,
    KeptState,
    KeptTell,
    Reals,
    Unbounded,
    Way,
)
from faier.semantics.process import Entry

ARRIVAL = Entry("answers", arrival=True)
END = "end"


@dataclass(frozen=True)
class Going:
    """A way, by the key of its target."""

    target: Hashable
    fresh: tuple[Fresh, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    kept: tuple[int, ...] = ()
    weight: Number = ONE


@dataclass(frozen=True)
class Asking:
    draws: int
    entry: Entry
    choices: tuple[int, ...]
    goings: tuple[tuple[Going, ...], ...]


@dataclass(frozen=True)
class Telling:
    draws: int
    value: Value | Unbounded
    goings: tuple[Going, ...]


Doing = Asking | Telling | None
"""What a state does; None: it ends."""


def kept_process(start: Sequence[Going], does: Callable[[Hashable], Doing]) -> KeptProcess:
    """The process of what each key does, from the start on."""
    numbers: dict[Hashable, int] = {}
    found: list[Doing] = []

    def number(key: Hashable) -> int:
        if key not in numbers:
            numbers[key] = len(numbers)
        return numbers[key]

    def way(going: Going) -> Way:
        return Way(number(going.target), going.weight, going.fresh, going.constraints, going.kept)

    begin = tuple(map(way, start))
    states: list[KeptState] = []
    while len(states) < len(numbers):
        doing = does(list(numbers)[len(states)])
        found.append(doing)
        match doing:
            case Asking(draws, entry, choices, goings):
                ways = tuple(tuple(map(way, each)) for each in goings)
                states.append(KeptAsk(draws, entry, choices, ways))
            case Telling(draws, value, after):
                states.append(KeptTell(draws, value, tuple(map(way, after))))
            case None:
                states.append(KeptEnd())
    notes = tuple(map(str, numbers))
    return KeptProcess(tuple(states), begin, ((None, (ONE,) * len(states)),), notes)


def at_least(variable: int, other: int | None, least: int | fmpq) -> Constraint:
    """y[variable] - y[other] >= least, or y[variable] >= least."""
    terms = [(1, variable)] if other is None else [(1, variable), (-1, other)]
    return Constraint(tuple(sorted(terms, key=lambda term: term[1])), least)


def below(variable: int, other: int | None, least: int | fmpq) -> Constraint:
    """y[variable] - y[other] < least, or y[variable] < least."""
    terms = [(-1, variable)] if other is None else [(-1, variable), (1, other)]
    return Constraint(tuple(sorted(terms, key=lambda term: term[1])), -least if isinstance(least, fmpq) else 1 - least)


def function(name: str, **types: IntType | StreamType | VectorType) -> Function:
    return Function("mechanism", name, tuple(Parameter(key, type_) for key, type_ in types.items()), (), (), False)


Noise: TypeAlias = Number | Epsilon
"""The parameter of noise on the integers, or the rate of noise on the reals."""


def draw(noise: Noise) -> Fresh:
    return Reals((noise,)) if isinstance(noise, Epsilon) else ((1, noise),)


def size(noise: Noise, number: int | fmpq) -> int | fmpq:
    """What such a draw is compared with, or added to."""
    return fmpq(number) if isinstance(noise, Epsilon) else number


def told(noise: Noise, offset: int | fmpq) -> Unbounded:
    """That the first draw, which is such noise, is shown, and what is added to it."""
    return Unbounded(((1, 0),), size(noise, offset), real=isinstance(noise, Epsilon))


def sparse_vector(
    threshold: Noise, noise: Noise, low: int, high: int, stop: bool = True, shown: Noise | None = None
) -> tuple[KeptProcess, Function]:
    """Whether answer + noise >= the noisy threshold, answer after answer, to the first that is (or without end). With
    `shown` the answer is shown then, with fresh noise."""
    choices = tuple(range(low, high + 1))

    def asked(answer: int) -> tuple[Going, ...]:
        kept = () if stop else (0,)
        least = size(noise, -answer)
        above = at_least(1, 0, least)
        hit = (
            Going(("hit", kept), (draw(noise),), (above,), kept)
            if shown is None
            else Going(("shown", answer), (draw(noise), draw(shown)), (above,), (2,))
        )
        return hit, Going("miss", (draw(noise),), (below(1, 0, least),), (0,))

    def does(key: Hashable) -> Doing:
        match key:
            case "ask":
                return Asking(1, ARRIVAL, choices, tuple(map(asked, choices)))
            case "miss":
                return Telling(1, 0, (Going("ask", kept=(0,)),))
            case ("hit", ()):
                return Telling(0, 1, (Going(END),))
            case ("hit", _):
                return Telling(1, 1, (Going("ask", kept=(0,)),))
            case ("shown", int(answer)):
                assert shown is not None
                return Telling(1, told(shown, answer), (Going(END),))
        return None

    process = kept_process([Going("ask", (draw(threshold),), kept=(0,))], does)
    return process, function("sparse", answers=StreamType(IntType(low, high)))


def noisy_maximum(noise: Noise, count: int, top: int, value: bool = False) -> tuple[KeptProcess, Function]:
    """Which of the counts, in 0..top, is the greatest with noise; the first of equal ones. With `value` its noisy
    count is shown after it."""
    choices = tuple(range(top + 1))

    def asked(index: int, best: int, held: int, answer: int) -> tuple[Going, ...]:
        if index == 0:
            return (Going((1, 0, answer), (draw(noise),), kept=(0,)),)
        least = size(noise, held - answer + (not isinstance(noise, Epsilon)))
        wins = at_least(1, 0, least)
        return (
            Going((index + 1, index, answer), (draw(noise),), (wins,), (1,)),
            Going((index + 1, best, held), (draw(noise),), (below(1, 0, least),), (0,)),
        )

    def does(key: Hashable) -> Doing:
        match key:
            case (int(index), int(best), int(held)) if index < count:
                goings = tuple(asked(index, best, held, answer) for answer in choices)
                return Asking(int(index > 0), Entry("counts", (index,)), choices, goings)
            case (int(), int(best), int(held)):
                return Telling(1, best, (Going(("value", held), kept=(0,)) if value else Going(END),))
            case ("value", int(held)):
                return Telling(1, told(noise, held), (Going(END),))
        return None

    return kept_process([Going((0, 0, 0))], does), function("argmax", counts=VectorType(IntType(0, top), count))
