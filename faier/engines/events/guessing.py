"""Events that runs which are drawn suggest: where numbers that are shown are more often above, or below, something for
one input than for the other. Floats guess, and nothing depends on what they are wrong about."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from flint import fmpq

from faier.engines.events.patterns import Shown, numbers, with_ends
from faier.engines.events.weighing import Known
from faier.exact import Number, nearest_float
from faier.lang.arithmetic import meant_number
from faier.lang.values import Real, show_value
from faier.limits import Limits
from faier.semantics.denote.branching import Chances, Fork, Lost, Over, Place
from faier.semantics.denote.noise import Formula

# So many ends are tried of each number that is shown, and digits that ends have.
ENDS, DIGITS = 60, 3

# A guess that is more than so many deviations above what is allowed is worth to be weighed.
WORTH = 2.0

Ends = tuple[Number | None, Number | None]


@dataclass
class Seen:
    """What runs of one shape showed: their numbers, run by run."""

    shape: Shown
    rows: tuple[list[list[float]], list[list[float]]] = field(default_factory=lambda: ([], []))


@dataclass(frozen=True)
class Guess:
    """An event, how likely it seems for both, and by how many deviations that is more than is allowed."""

    event: Shown
    left: float
    right: float
    score: float


class Runs:
    """Runs that are drawn for two inputs."""

    def __init__(self, roots: tuple[Place, Place], known: Known, limits: Limits) -> None:
        self.roots, self.known, self.limits = roots, known, limits
        self.random = Random(0)
        self.seen: dict[str, Seen] = {}
        self.drawn = [0, 0]
        self.shapes: dict[Place, tuple[Seen, list[object]]] = {}

    def draw(self, runs: int) -> None:
        """So many more runs for each."""
        for _ in range(runs):
            for side in (0, 1):
                self.limits.check()
                self.drawn[side] += 1
                self._one(side)

    def _one(self, side: int) -> None:
        place, values = self.roots[side], dict[int, float]()

        def drawn(number: int, law: object) -> float:
            if number not in values:
                values[number] = self.known.law(law).drawn(self.random)
            return values[number]

        try:
            while True:
                match place.then:
                    case Fork(asked, yes, no):
                        place = yes if self.known.tape(asked).at(drawn) else no
                    case Chances(ways):
                        weights = [nearest_float(chance) for _, chance in ways]
                        (place,) = self.random.choices([way for way, _ in ways], weights)
                    case Over(shown):
                        found, parts = self._shape(place, shown)
                        row = [self.known.tape(part).at(drawn) if isinstance(part, Formula) else part for part in parts]
                        found.rows[side].append(row)  # type: ignore[arg-type]
                        return
                    case Lost():
                        return
        except (ArithmeticError, ValueError, TypeError):
            return

    def _shape(self, place: Place, shown: Shown) -> tuple[Seen, list[object]]:
        if place not in self.shapes:
            shape, parts = numbers(shown)
            found = self.seen.setdefault(", ".join(map(show_value, shape)), Seen(shape))
            self.shapes[place] = found, [part if isinstance(part, Formula) else _near(part) for part in parts]
        return self.shapes[place]

    def best(self, turned: bool, allowed: float, delta: float) -> list[Guess]:
        """Events that seem to be too likely for the first input (the second one, if `turned`), the surest first."""
        found = [guess for seen in self.seen.values() for guess in self._of(seen, turned, allowed, delta)]
        return sorted(found, key=lambda guess: -guess.score)

    def _of(self, seen: Seen, turned: bool, allowed: float, delta: float) -> Iterator[Guess]:
        one, other = reversed(seen.rows) if turned else seen.rows
        many, more = reversed(self.drawn) if turned else self.drawn

        def guess(ends: dict[int, tuple[float, float]]) -> Guess:
            left, right = (sum(1 for row in rows if _inside(row, ends)) for rows in (one, other))
            first, second = left / many, right / more
            excess = first - allowed * second - delta
            size = math.sqrt(first / many + allowed**2 * (second + 1 / more) / more)
            exact = {at: (_simple(low), _simple(high)) for at, (low, high) in ends.items()}
            return Guess(with_ends(seen.shape, exact), first, second, excess / size if left else -math.inf)

        yield guess({})
        if not one:
            return
        best: list[tuple[float, int, tuple[float, float]]] = []
        for at in range(len(one[0])):
            mine, yours = (sorted(row[at] for row in rows) for rows in (one, other))
            for share in (1.0, math.sqrt(allowed), allowed):
                gain, ends = _ends(mine, yours, share, many, more)
                yield guess({at: ends})
                if share == 1.0:
                    best.append((gain, at, ends))
        together: dict[int, tuple[float, float]] = {}
        for gain, at, ends in sorted(best, key=lambda item: -item[0]):
            if gain <= 0:
                break
            together[at] = ends
            if len(together) > 1:
                yield guess(together)


def _near(number: object) -> float:
    """About what an exact number is."""
    return nearest_float(meant_number(number)) if isinstance(number, int | Real) else 0.0


def _inside(row: list[float], ends: dict[int, tuple[float, float]]) -> bool:
    return all(low <= row[at] <= high for at, (low, high) in ends.items())


def _ends(
    mine: list[float], yours: list[float], share: float, many: int, more: int
) -> tuple[float, tuple[float, float]]:
    """The half-line, or the number, of which more of mine than of yours are so many times, and by how much."""
    tried = _tried(sorted({*mine, *yours}))
    best, found = -math.inf, (-math.inf, math.inf)
    for end in dict.fromkeys(tried):
        above = (len(mine) - bisect_left(mine, end)) / many - share * (len(yours) - bisect_left(yours, end)) / more
        under = bisect_right(mine, end) / many - share * bisect_right(yours, end) / more
        for gain, ends in ((above, (end, math.inf)), (under, (-math.inf, end))):
            if gain > best:
                best, found = gain, ends
    return best, found


def _tried(every: list[float]) -> list[float]:
    """Ends between which what was seen falls apart: integers themselves, and numbers between others. Chances of numbers
    that are computed are not compared with what is one of them."""
    every = [value for value in every if math.isfinite(value)]
    step = max(1, len(every) // ENDS)
    places = range(step // 2, len(every), step)
    if all(value == int(value) for value in every):
        return [every[at] for at in places]
    found = [_between(every[at - 1], every[at]) for at in places if at > 0]
    return [*found, _between(every[0], every[0] - 1), _between(every[-1], every[-1] + 1)]


def _between(one: float, other: float) -> float:
    """A number of few digits between two others."""
    middle = (one + other) / 2
    found = (float(f"{middle:.{digits}g}") for digits in range(DIGITS, 16))
    return next((end for end in found if min(one, other) < end < max(one, other)), middle)


def _simple(end: float) -> Number | None:
    """The end as an exact number of few digits."""
    if not math.isfinite(end):
        return None
    found = Fraction(repr(end))
    return fmpq(found.numerator, found.denominator)
