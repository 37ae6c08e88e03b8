"""Counts of what an implementation showed, and what its model says -> whether they differ, and what it leaks at least.

All events that are looked at share the stated probability of a wrong accusation: half of it goes to what differs, half
to what leaks. An event that leaks is found in the first half of the samples and measured in the second one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from faier.audit.expected import Expected, Model
from faier.audit.findings import STEP, Difference, Event, Found, Judgement, Leak, Samples
from faier.audit.statistics import greatest_chance, least_chance, surprise

Counts = Mapping[str, int]

Halves = tuple[Counts, Counts]


@dataclass(frozen=True)
class Counted:
    """An event that is counted in so many trials; and two ends of its probability. It is of so many of the keys."""

    event: Event
    keys: tuple[str, ...]
    count: int
    trials: int
    low: Fraction
    high: Fraction
    size: int | None = None

    @property
    def outputs(self) -> tuple[str, ...]:
        return self.keys[: self.size]

    @property
    def off(self) -> float:
        """About by how many deviations the count is off."""
        frequency = self.count / self.trials
        near = min(max(frequency, float(self.low)), float(self.high))
        return abs(frequency - near) / math.sqrt(near * (1 - near) / self.trials + self.trials**-2)


# Outputs that are expected less often are looked at together.
FEW = 10

# Of so many events that are most off the chance is computed; that of the others is not told.
CLOSELY = 6

# With fewer samples nothing is said.
LEAST = 1_000


def judge(model: Model, samples: Sequence[Samples], significance: float) -> tuple[Found, ...]:
    """What is found of each input, from its samples."""
    leaks = dict(_leaks(model, [one.halves for one in samples], significance / 2))
    found = []
    for at, (expected, shown) in enumerate(zip(model.inputs, samples, strict=True)):
        both = _coarse(_added(*shown.halves))
        size = sum(both.values())
        p_value, difference = _fit(expected, shown, both, size)
        lower, leak = leaks.get(at, (None, None))
        limit = significance / (2 * len(model.inputs))
        verdict: Judgement = "consistent"
        if leak is not None:
            verdict = "leaks"
        elif p_value <= limit:
            verdict = "differs"
        elif size < LEAST:
            verdict = "too few"
        told = difference if verdict in ("differs", "leaks") and p_value <= limit else None
        distance = _distance(expected, both, size)
        found.append(Found(expected, size, verdict, p_value, distance, lower, told, leak))
    return tuple(found)


def _added(one: Counts, other: Counts) -> Counts:
    return {key: one.get(key, 0) + other.get(key, 0) for key in {**one, **other}}


def _coarse(counts: Counts) -> Counts:
    """Intervals without the steps of their reals."""
    return _grouped(counts, lambda key: key.partition(STEP)[0] if key.startswith("interval ") else key)


def _steps(counts: Counts) -> Counts:
    """Steps of reals without their intervals."""
    return _grouped(counts, lambda key: f"interval{STEP}{key.partition(STEP)[2]}" if STEP in key else key)


def _grouped(counts: Counts, name: Callable[[str], str]) -> Counts:
    found: dict[str, int] = {}
    for key, count in counts.items():
        found[name(key)] = found.get(name(key), 0) + count
    return found


def _fit(expected: Expected, shown: Samples, counts: Counts, samples: int) -> tuple[float, Difference | None]:
    """The least surprise of all events, times their number, and the event."""
    if samples == 0:
        return 1.0, None
    events = list(_events(expected, counts, samples))
    if shown.twice[1]:
        ends = [sum((end**2 for end in ends), start=Fraction(0)) for ends in _chances(expected)]
        events.append(Counted("twice", (), *shown.twice, ends[0], min(ends[1] + expected.rest**2, Fraction(1))))
    if shown.repeated[1]:
        chance = min(expected.peak * Fraction(shown.width), Fraction(1))
        events.append(Counted("repeated", (), *shown.repeated, Fraction(0), chance))
    best, where = 1.0, events[0]
    for event in sorted(events, key=lambda event: -event.off)[:CLOSELY]:
        found = surprise(event.count, event.trials, event.low, event.high)
        if found < best:
            best, where = found, event
    should = float((where.low + where.high) / 2)
    return min(1.0, best * len(events)), Difference(where.outputs, where.count / where.trials, should, where.event)


def _chances(expected: Expected) -> tuple[list[Fraction], list[Fraction]]:
    """The lower and the upper ends."""
    return [one.low for one in expected.outcomes], [one.high for one in expected.outcomes]


def _events(expected: Expected, counts: Counts, samples: int) -> Iterator[Counted]:
    """Sets of outputs with both ends of their probability: each by itself, rare ones together, those that are never
    shown, and where outputs have an order all up to each."""

    def counted(keys: tuple[str, ...], low: Fraction, high: Fraction) -> Counted:
        return Counted("outputs", keys, sum(counts.get(key, 0) for key in keys), samples, low, min(high, Fraction(1)))

    frequent = [one for one in expected.outcomes if one.high * samples >= FEW]
    rare = [one for one in expected.outcomes if one.high * samples < FEW]
    for one in frequent:
        yield counted((one.key,), one.low, one.high)
    if rare:
        low, high = (sum(ends, start=Fraction(0)) for ends in ([o.low for o in rare], [o.high for o in rare]))
        yield counted(tuple(one.key for one in rare), low, high)
    ordered = sorted((one for one in expected.outcomes if one.place is not None), key=lambda one: one.place or 0)
    lows, highs = _up_to_each(tuple((one.low, one.high) for one in ordered))
    seen = list(accumulate((counts.get(one.key, 0) for one in ordered), initial=0))
    keys = tuple(one.key for one in ordered)
    for size in range(2, len(ordered)):
        yield Counted("outputs", keys, seen[size], samples, lows[size], min(highs[size], Fraction(1)), size)
    known = {one.key for one in expected.outcomes}
    yield counted(tuple(key for key in counts if key not in known), Fraction(0), expected.rest)


@lru_cache(maxsize=64)
def _up_to_each(every: tuple[tuple[Fraction, Fraction], ...]) -> tuple[list[Fraction], list[Fraction]]:
    """Both ends of the probability of all outcomes before each."""
    lows, highs = zip(*every, strict=True) if every else ((), ())
    return list(accumulate(lows, initial=Fraction(0))), list(accumulate(highs, initial=Fraction(0)))


def _distance(expected: Expected, counts: Counts, samples: int) -> float:
    if samples == 0:
        return 0.0
    chances = {one.key: float((one.low + one.high) / 2) for one in expected.outcomes}
    every = {**chances, **counts}
    return sum(abs(counts.get(key, 0) / samples - chances.get(key, 0.0)) for key in every) / 2


def _leaks(
    model: Model, halves: Sequence[Halves], significance: float
) -> Iterator[tuple[int, tuple[float, Leak | None]]]:
    """For each input that is of a pair, the greatest epsilon that it shows, and the event where that is too much."""
    directions = [(one, other) for pair in model.pairs for one, other in (pair, pair[::-1])]
    best: dict[int, tuple[float, Leak | None]] = {}
    for one, other in directions:
        error = significance / (2 * len(directions))
        lower, event, frequency = _shown(halves[one], halves[other], model.delta, error)
        leak = None
        if model.epsilon is not None and lower > model.epsilon:
            leak = Leak(model.inputs[other].input, event, frequency)
        if one not in best or lower > best[one][0]:
            best[one] = lower, leak
    yield from best.items()


def _shown(
    left: Halves, right: Halves, delta: float, error: float
) -> tuple[float, tuple[str, ...], tuple[float, float]]:
    """An epsilon that is certainly exceeded by an event, but for that probability; the event and its frequencies."""
    sizes = [[sum(half.values()) for half in side] for side in (left, right)]
    if not all(size for side in sizes for size in side):
        return 0.0, (), (0.0, 0.0)
    looks = [[[look(half) for half in side] for side in (left, right)] for look in (_coarse, _steps)]
    events = [_event(one[0], other[0], sizes[0][0], sizes[1][0], delta, error) for one, other in looks]
    at = int(events[1][0] > events[0][0])
    event, (left_halves, right_halves) = events[at][1], looks[at]
    counts = [sum(half.get(key, 0) for key in event) for half in (left_halves[1], right_halves[1])]
    low = least_chance(counts[0], sizes[0][1], error)
    high = greatest_chance(counts[1], sizes[1][1], error)
    lower = math.log((low - delta) / high) if low > delta and high > 0 else 0.0
    return max(lower * (1 - 1e-12), 0.0), event, (counts[0] / sizes[0][1], counts[1] / sizes[1][1])


def _event(
    left: Counts, right: Counts, one: int, other: int, delta: float, error: float
) -> tuple[float, tuple[str, ...]]:
    """The outputs that are most in favor of the left side, as many as show the most; and about what they show."""

    def share(key: str) -> float:
        return (left.get(key, 0) + 0.5) / one / ((right.get(key, 0) + 0.5) / other)

    ordered = sorted(left, key=lambda key: (-share(key), key))
    best, size, above, below = -math.inf, 1, 0, 0
    for number, key in enumerate(ordered, start=1):
        above, below = above + left.get(key, 0), below + right.get(key, 0)
        guess = _guess(above / one, below / other, one, other, delta, error)
        if guess > best:
            best, size = guess, number
    return best, tuple(ordered[:size])


def _guess(above: float, below: float, one: int, other: int, delta: float, error: float) -> float:
    """About what an event with these frequencies shows."""
    width = math.sqrt(2 * math.log(1 / error))
    low = above - width * math.sqrt(above * (1 - above) / one) - delta
    high = below + width * math.sqrt(max(below * (1 - below), 1 / other) / other) + 1 / other
    return math.log(low / high) if low > 0 else -math.inf
