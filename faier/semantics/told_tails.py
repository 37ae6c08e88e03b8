"""Whether a few numbers stand for all that are told, by how their weights fall.

Far out, chances of integers fall by one factor wherever a run may be. Densities of reals do so everywhere, by one scale
at each place of an output.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import inf
from typing import TypeAlias

from flint import fmpq

from faier.exact import Number
from faier.exact.exponential_polynomials import Unit
from faier.exact.integers import Weights
from faier.exact.reals import Density
from faier.exact.tails import Tail
from faier.limits import LimitReached
from faier.semantics.kept import KeptProcess, KeptState, KeptTell, Unbounded, ways_of
from faier.semantics.nodes import Shown
from faier.semantics.process import Ask, End, Process, Row, State, Tell

# As a power of e, how much more likely the widest noise is so far out that it is tried there; and how many times its
# scale away that is where densities differ by a power of the distance alone.
FAR, FARTHER = 64, 1024

Onward: TypeAlias = "list[list[tuple[int, bool]]]"


@dataclass(frozen=True)
class Tails:
    """The factors by which the chances of what is told fall towards either end (None: they are 0 there)."""

    lower: Number | None
    upper: Number | None


def tails_of(weights: Weights) -> Tails | None:
    """The factors of a weight function, where it falls by one factor at either end."""
    if not (_pure(weights.lower) and _pure(weights.upper)):
        return None
    lower, upper = (tail[0][0] if tail else None for tail in (weights.lower, weights.upper))
    return Tails(lower, upper)


def several_bases(process: Process, tails: Mapping[int, set[Tails]]) -> str | None:
    """What is to be said where two runs that told equally much may tell something whose chances fall differently.

    `tails` has those of the states that tell one of the integers.
    """
    if len({each for found in tails.values() for each in found}) < 2:
        return None
    first, last = _depths(onward_of(process), process.start)
    spans = {(each, first[state], last[state]) for state, found in tails.items() for each in found}
    for (one, begin, end), (other, start, stop) in combinations(spans, 2):
        if begin <= stop and start <= end and (_differ(one.lower, other.lower) or _differ(one.upper, other.upper)):
            return "noise of different kinds is told at the same place of an output"
    return None


def _pure(tail: Tail) -> bool:
    return len(tail) <= 1 and all(degree == 0 for _, degree, _ in tail)


def _differ(one: Number | None, other: Number | None) -> bool:
    return one is not None and other is not None and one != other


def places_of(kept: KeptProcess) -> dict[int, int]:
    """For each state that tells a real, the place of an output at which it does: states that may do so when equally
    much was told have the same one. It is that number where there is one, else negative."""
    onward = [
        [(way.target, isinstance(state, KeptTell)) for ways in ways_of(state) for way in ways] for state in kept.states
    ]
    first, last = _depths(onward, [(way.target, None) for way in kept.start])
    telling = [at for at, state in enumerate(kept.states) if is_real(state)]
    found: dict[int, int] = {}
    together: list[int] = []
    reach = -inf
    for at in [*sorted(telling, key=lambda at: first[at]), None]:
        if at is None or first[at] > reach:
            depths = {depth for one in together for depth in (first[one], last[one])}
            place = int(min(depths)) if len(depths) == 1 and inf not in depths else -1 - len(found)
            found.update(dict.fromkeys(together, place))
            together = []
        if at is not None:
            together.append(at)
            reach = max(reach, last[at])
    return found


def is_real(state: KeptState) -> bool:
    """Whether it tells a real."""
    return isinstance(state, KeptTell) and isinstance(state.value, Unbounded) and state.value.real


@dataclass
class Scales:
    """What was seen of the densities of reals that are told, at each place of an output."""

    units: dict[int, Unit] = field(default_factory=dict)
    rates: dict[int, set[fmpq]] = field(default_factory=dict)
    tails: dict[tuple[int, int], set[tuple[fmpq, int]]] = field(default_factory=dict)
    again: dict[int, tuple[int, int]] = field(default_factory=dict)
    reason: str | None = None

    def see(self, place: int, shown: Density) -> None:
        """A run is about to tell a real of this density."""
        if place in self.again:
            raise _mixed()
        if self.units.setdefault(place, shown.unit) != shown.unit:
            text = (
                "reals of scales that are no rational multiples of each other are shown at the same place of an output"
            )
            raise LimitReached("draws", text)
        terms = {(abs(rate), degree) for piece in shown.pieces for rate, degree, _ in piece}
        rates = self.rates.setdefault(place, set())
        rates.update(rate for rate, _ in terms)
        if len({rate for rate, _ in terms}) > 1 or any(degree for _, degree in terms):
            self.reason = "the density of a real that is shown is not that of noise of one scale"
        elif len(rates) > 1:
            self.reason = self.reason or "noise of different scales is shown at the same place of an output"
        for direction, piece in ((-1, shown.pieces[0]), (1, shown.pieces[-1])):
            self.tails.setdefault((place, direction), set()).update((abs(rate), degree) for rate, degree, _ in piece)

    def see_again(self, place: int, shown: Shown, sign: int) -> None:
        """A run is about to tell a real that was told, or minus it (with the sign -1), with a number added. At that
        place nothing else is told, so that words that are equal anywhere are so wherever the real is."""
        if (
            place in self.units
            or shown.place < 0
            or self.again.setdefault(place, (shown.place, sign))
            != (
                shown.place,
                sign,
            )
        ):
            raise _mixed()

    def distances(self) -> dict[tuple[int, int], fmpq]:
        """How far beyond the numbers at which densities change the widest noise is much more likely than any other, for
        each place and direction in which densities fall by several rates, or by powers of the distance as well."""
        found: dict[tuple[int, int], fmpq] = {}
        for end, terms in self.tails.items():
            rates = sorted({rate for rate, _ in terms})
            if len(rates) > 1:
                found[end] = FAR / (rates[1] - rates[0])
            elif any(degree for _, degree in terms):
                found[end] = FARTHER / rates[0]
        return found


def _mixed() -> LimitReached:
    return LimitReached("draws", "a real that was told is told again where others may be told")


def onward_of(process: Process) -> Onward:
    """Where each state leads to, and whether it tells something."""
    return [[(to, isinstance(state, Tell)) for row in _rows(state) for to, _ in row] for state in process.states]


def _depths(onward: Onward, start: Iterable[tuple[int, object]]) -> tuple[list[float], list[float]]:
    """The least and the greatest number of values that are told before a state."""
    into = [0] * len(onward)
    for moves in onward:
        for to, _ in moves:
            into[to] += 1
    first = [inf] * len(onward)
    last = [-inf] * len(onward)
    for at, _ in start:
        first[at] = last[at] = 0
    free = [at for at, count in enumerate(into) if count == 0]
    for at in free:
        for to, shows in onward[at]:
            first[to] = min(first[to], first[at] + shows)
            last[to] = max(last[to], last[at] + shows)
            into[to] -= 1
            if into[to] == 0:
                free.append(to)
    for at, count in enumerate(into):
        if count:
            first[at], last[at] = 0, inf
    return first, last


def _rows(state: State) -> Iterator[Row]:
    match state:
        case Ask():
            yield from state.rows
        case Tell():
            yield state.row
        case End():
            pass
