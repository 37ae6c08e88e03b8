"""Kept processes with noise on the reals: twins of those on the integers, and sums over a fine lattice."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import exp

from flint import fmpq

from faier.exact import Epsilon
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
    rate_key,
)

Place = tuple[object, int]
"""A variable of the ways that leave a state, by the state's number; or of one way, by its identity."""


def twin(process: KeptProcess, seed: int | None = None) -> KeptProcess:
    """The process with reals in place of integers: a sum that reaches an integer exceeds that less 1/2. With a seed
    some of its draws remain integers, by chance: those that have nothing to do with others."""
    chance = random.Random(seed)
    groups = _groups(process)
    real: dict[Place, bool] = {}

    def is_real(place: Place) -> bool:
        root = groups(place)
        if root not in real:
            real[root] = seed is None or chance.random() < 0.6
        return real[root]

    def way(one: Way, held: int) -> Way:
        fresh = tuple(_reals(draws) if is_real((id(one), held + at)) else draws for at, draws in enumerate(one.fresh))
        constraints = tuple(
            replace(each, least=each.least - fmpq(1, 2)) if is_real((id(one), each.terms[0][1])) else each
            for each in one.constraints
        )
        return replace(one, fresh=fresh, constraints=constraints)

    def state(number: int, one: KeptState) -> KeptState:
        match one:
            case KeptAsk():
                return replace(one, ways=tuple(tuple(way(each, one.draws) for each in ways) for ways in one.ways))
            case KeptTell():
                value = one.value
                if isinstance(value, Unbounded) and is_real((("leaves", number), value.terms[0][1])):
                    value = replace(value, offset=fmpq(value.offset), real=True)
                return replace(one, value=value, ways=tuple(way(each, one.draws) for each in one.ways))
            case KeptEnd():
                return one

    return replace(
        process,
        start=tuple(way(each, 0) for each in process.start),
        states=tuple(state(number, one) for number, one in enumerate(process.states)),
    )


def _reals(draws: Fresh) -> Fresh:
    assert not isinstance(draws, Reals)
    return Reals(tuple(sorted((-Epsilon.log(fmpq(a)) / c for c, a in draws), key=rate_key)))


def _groups(process: KeptProcess) -> Callable[[Place], Place]:
    """What stands for all draws that are integers, or reals, together."""
    parent: dict[Place, Place] = {}

    def root(place: Place) -> Place:
        while (above := parent.get(place, place)) != place:
            place = above
        return place

    def join(places: Iterable[Place]) -> None:
        first, *others = map(root, places)
        parent.update((root(other), root(first)) for other in others)

    def joined(way: Way, state: object, held: int) -> None:
        for at in range(held + len(way.fresh)):
            join([(("leaves", state), at), (id(way), at)])
        for constraint in way.constraints:
            join([(id(way), at) for _, at in constraint.terms])
        for at, variable in enumerate(way.kept):
            join([(("leaves", way.target), at), (id(way), variable)])

    for way in process.start:
        joined(way, "start", 0)
    for number, state in enumerate(process.states):
        for way in leaving(state):
            joined(way, number, 0 if isinstance(state, KeptEnd) else state.draws)
        if isinstance(state, KeptTell) and isinstance(state.value, Unbounded):
            join([(("leaves", number), at) for _, at in state.value.terms])
    return root


def leaving(state: KeptState) -> list[Way]:
    match state:
        case KeptAsk():
            return [way for ways in state.ways for way in ways]
        case KeptTell():
            return list(state.ways)
        case KeptEnd():
            return []


def shown(process: KeptProcess, arrivals: Sequence[int], far: int, parts: int) -> dict[tuple[object, ...], float]:
    """How likely each output is begun with, but for draws beyond `far`, on a stream that has no more than this. A real
    is a multiple of 1 / parts. Where a sum of reals is just what it is compared with, it is half above."""
    spread: dict[Fresh, dict[fmpq, float]] = {}
    runs: dict[tuple[int, tuple[fmpq, ...], int, tuple[object, ...]], float] = {}
    found: dict[tuple[object, ...], float] = {}

    def onward(
        ways: Sequence[Way], draws: tuple[fmpq, ...], read: int, output: tuple[object, ...], weight: float
    ) -> None:
        for way in ways:
            each = [spread.setdefault(one, distribution(one, far, parts)) for one in way.fresh]
            for fresh in product(*(part.items() for part in each)):
                values = (*draws, *(value for value, _ in fresh))
                share = weight * float(fmpq(way.weight).p) / float(fmpq(way.weight).q)
                for constraint in way.constraints:
                    share *= _met(constraint, values)
                if share:
                    for _, chance in fresh:
                        share *= chance
                    key = way.target, tuple(values[at] for at in way.kept), read, output
                    runs[key] = runs.get(key, 0.0) + share

    onward(process.start, (), 0, (), 1.0)
    while runs:
        current, runs = runs, {}
        for (at, draws, read, output), weight in current.items():
            match process.states[at]:
                case KeptAsk(_, _, choices, ways):
                    if read < len(arrivals):
                        onward(ways[choices.index(arrivals[read])], draws, read + 1, output, weight)
                case KeptTell(_, value, ways):
                    told: object = value
                    if isinstance(value, Unbounded):
                        total = sum((sign * draws[at] for sign, at in value.terms), fmpq(value.offset))
                        told = ("real" if value.real else "integer", total)
                    longer = (*output, told)
                    found[longer] = found.get(longer, 0.0) + weight
                    if len(longer) < 4:
                        onward(ways, draws, read, longer, weight)
                case KeptEnd():
                    pass
    return found


def _met(constraint: Constraint, values: Sequence[fmpq]) -> float:
    more = sum((sign * values[at] for sign, at in constraint.terms), fmpq(0)) - constraint.least
    return 0.5 if more == 0 and isinstance(constraint.least, fmpq) else float(more >= 0)


def distribution(draws: Fresh, far: int, parts: int) -> dict[fmpq, float]:
    """The sum of the draws, each cut far out."""
    total = {fmpq(0): 1.0}
    if isinstance(draws, Reals):
        steps = [(fmpq(1, parts), exp(-rate.value / parts), far * parts) for rate in draws.rates]
    else:
        steps = [(fmpq(c), float(fmpq(a).p) / float(fmpq(a).q), far) for c, a in draws]
    for step, base, count in steps:
        one = {y: (1 - base) / (1 + base) * base ** abs(y) for y in range(-count, count + 1)}
        sums: dict[fmpq, float] = {}
        for known, weight in total.items():
            for y, chance in one.items():
                sums[known + step * y] = sums.get(known + step * y, 0.0) + weight * chance
        total = sums
    return total


def worst(process: KeptProcess, length: int, far: int, parts: int, cut: float) -> float:
    """A lower end of the greatest ratio of two outputs on streams of up to this length of 0 and 1, any two of which
    are neighbors: what was cut is given to the less likely side."""
    every = [shown(process, arrivals, far, parts) for arrivals in product((0, 1), repeat=length)]
    return max(
        (
            weight / (right.get(output, 0.0) + cut)
            for left in every
            for right in every
            for output, weight in left.items()
        ),
        default=1.0,
    )
