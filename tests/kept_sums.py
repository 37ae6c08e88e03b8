"""What a kept process shows on given inputs, by adding up all draws that are not far out; and random kept processes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

from flint import fmpq
from kept_examples import ARRIVAL, Asking, Doing, Going, Telling, function, kept_process

from faier.lang.syntax import Function, IntType, StreamType
from faier.semantics.kept import Constraint, Draws, KeptAsk, KeptEnd, KeptProcess, KeptTell, Unbounded, Way

Output = tuple[int, ...]


def shown(process: KeptProcess, arrivals: Sequence[int], far: int) -> dict[Output, float]:
    """How likely each output is begun with, but for draws beyond `far`, on a stream that has no more than this."""
    spread: dict[Draws, dict[int, float]] = {}
    runs: dict[tuple[int, tuple[int, ...], int, Output], float] = {}
    found: dict[Output, float] = {}

    def onward(ways: Sequence[Way], draws: tuple[int, ...], read: int, output: Output, weight: float) -> None:
        for way in ways:
            parts = [spread.setdefault(one, distribution(one, far)) for one in way.fresh]
            for fresh in product(*(part.items() for part in parts)):
                values = (*draws, *(value for value, _ in fresh))
                if all(sum(s * values[v] for s, v in one.terms) >= one.least for one in way.constraints):
                    share = weight * float(fmpq(way.weight).p) / float(fmpq(way.weight).q)
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
                    told = (
                        sum(sign * draws[at] for sign, at in value.terms) + value.offset
                        if isinstance(value, Unbounded)
                        else value
                    )
                    assert isinstance(told, int)
                    longer = (*output, told)
                    found[longer] = found.get(longer, 0.0) + weight
                    if len(longer) < 4:
                        onward(ways, draws, read, longer, weight)
                case KeptEnd():
                    pass
    return found


def distribution(draws: Draws, far: int) -> dict[int, float]:
    """The sum of the draws, each cut far out."""
    total = {0: 1.0}
    for coefficient, a in draws:
        base = float(fmpq(a).p) / float(fmpq(a).q)
        one = {y: (1 - base) / (1 + base) * base ** abs(y) for y in range(-far, far + 1)}
        sums: dict[int, float] = {}
        for known, weight in total.items():
            for y, chance in one.items():
                at = known + coefficient * y
                sums[at] = sums.get(at, 0.0) + weight * chance
        total = sums
    return total


def worst(process: KeptProcess, length: int, far: int, cut: float) -> float:
    """A lower end of the greatest ratio of two outputs on streams of up to this length of 0 and 1, any two of which
    are neighbors: what was cut is given to the less likely side."""
    every = [shown(process, arrivals, far) for arrivals in product((0, 1), repeat=length)]
    return max(
        (
            weight / (right.get(output, 0.0) + cut)
            for left in every
            for right in every
            for output, weight in left.items()
        ),
        default=1.0,
    )


def random_kept(seed: int, sums: bool = False) -> tuple[KeptProcess, Function]:
    """A process that reads a stream of 0 and 1; its comparisons with draws depend on what it reads. With `sums`, all
    its draws are told together."""
    rng = random.Random(seed)
    noise = [((1, fmpq(1, 4)),), ((1, fmpq(1, 8)),), ((1, fmpq(1, 4)),), ((2, fmpq(1, 8)),)]
    asking, size = rng.randint(1, 2), rng.randint(3, 5)
    draws = [rng.choice([0, 1, 1, 2]) for _ in range(size)]
    draws[0] = rng.choice([0, 1, 1])
    lasting = rng.random() < 0.3

    def goings(held: int, choices: int, targets: range) -> list[tuple[Going, ...]]:
        fresh = tuple(rng.choice(noise) for _ in range(rng.choice([0, 1, 1, 1, 2]) if held < 2 else rng.choice([0, 1])))
        count = held + len(fresh)
        ends = [_end(rng, count, draws, targets) for _ in range(3)]
        variables = sorted(rng.sample(range(count), min(count, rng.choice([1, 2, 2]))))
        signs = [1, -1] if rng.random() < 0.8 else [rng.choice([1, -1]) for _ in range(2)]
        terms = tuple(zip(signs, variables, strict=False))
        least, split = rng.randint(-1, 1), fmpq(rng.randint(1, 3), 4)
        found = []
        for choice in range(choices):
            end = [other if rng.random() < 0.03 else one for one, other in zip(ends, ends[1:] + ends[:1], strict=True)]
            at = least + choice * rng.choice([0, 1, 1, 1, 1, 1, -1])
            if terms and rng.random() < 0.95:
                above = Constraint(terms, at)
                under = Constraint(tuple((-s, v) for s, v in terms), 1 - at)
                ways = [(end[0], (above,), fmpq(1)), (end[1], (under,), fmpq(1))]
            else:
                ways = [(end[0], (), fmpq(1))]
            if rng.random() < 0.15:
                to, constraints, _ = ways.pop()
                part = split if rng.random() < 0.6 else 1 - split
                ways += [(to, constraints, part), (end[2], constraints, 1 - part)]
            found.append(tuple(Going(to, fresh, cons, kept, weight) for (to, kept), cons, weight in ways))
        return found

    states: list[Doing] = []
    for number in range(size):
        if number < asking:
            goes = goings(draws[number], 2, range(asking, size))
            states.append(Asking(draws[number], ARRIVAL, (0, 1), tuple(goes)))
        else:
            value = (
                Unbounded(
                    tuple((rng.choice([1, -1]), at) for at in range(draws[number] if sums else 1)), rng.randint(0, 1)
                )
                if draws[number] and rng.random() < 0.3
                else number
            )
            ends = not lasting and rng.random() < 0.6
            after = (Going("end"),) if ends else goings(draws[number], 1, range(asking))[0]
            states.append(Telling(draws[number], value, after))
    begin = Going(0, (((1, fmpq(1, 8)),),) * draws[0], (), tuple(range(draws[0])))
    process = kept_process([begin], lambda key: states[key] if isinstance(key, int) else None)
    return process, function("random", answers=StreamType(IntType(0, 1)))


def _end(rng: random.Random, count: int, draws: Sequence[int], targets: range) -> tuple[int | str, tuple[int, ...]]:
    """A state to go to, with draws to keep that it holds."""
    possible = [at for at in targets if draws[at] <= count]
    if not possible:
        return "end", ()
    target = rng.choice(possible)
    return target, tuple(sorted(rng.sample(range(count), draws[target])))
