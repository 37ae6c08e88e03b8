"""The place where a claim about a setting turns from refuted to proved, between two neighboring values of a grid.

What is decided at a value is asked of a `probe`. Nothing is assumed of the values between: the answer is two decided
claims, one unit apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from flint import fmpq

from faier.exact.simplest import simplest_between

Outcome: TypeAlias = Literal["proved", "refuted", "undecided", "outside"]
"""Of a claim at a value; outside: the value is not one that the mechanism may have."""

Probe: TypeAlias = Callable[[fmpq], Outcome]

Guess: TypeAlias = Callable[[fmpq], float | None]
"""About how much is lost at a value that was probed, less what is allowed: it guides, and decides nothing."""

# So often the distance to where the search began is doubled, and so often it is halved towards a value outside.
DOUBLINGS, HALVINGS = 40, 24
# So often the way to a value at which it is undecided is halved, and so many such values in a row are passed by.
NARROWINGS, PATIENCE = 8, 6
# A smaller part of what is lost too much, or could be lost more, is as nothing.
LITTLE = 1e-12
# About so many units, doubled, are near.
NEAR = 6


@dataclass(frozen=True)
class Turn:
    """The claim holds at `proved` and not at `refuted`, one unit apart (None: no such value was found). Where it was
    undecided at the value `open`, the two are further apart, or missing."""

    proved: fmpq | None
    refuted: fmpq | None
    open: fmpq | None = None


@dataclass
class Search:
    """`low` and `high` are the ends of the values that are looked at (None: no end). Values are multiples of `unit`;
    some may be `known` before. On the way to no end, a value that took very long (`dear`) is the last one."""

    probe: Probe
    start: fmpq
    unit: fmpq
    low: fmpq | None = None
    high: fmpq | None = None
    guess: Guess = lambda value: None
    dear: Callable[[fmpq], bool] = lambda value: False
    known: dict[fmpq, Outcome] = field(default_factory=dict)

    def turn(self) -> Turn:
        """Where the claim turns, as near to the start as it is found."""
        start = self.on_grid(self.start)
        here = self.at(start)
        if here == "outside" and self.low is not None and self.high is not None:
            start = self.on_grid((self.low + self.high) / 2)
            here = self.at(start)
        if here in ("undecided", "outside"):
            return Turn(None, None, start if here == "undecided" else None)
        wanted: Outcome = "refuted" if here == "proved" else "proved"
        last = {1: start, -1: start}
        before = next((value for value in self.known if self.at(value) == wanted), None)
        if before is not None:
            return self.between(start, before)
        for side, value in self.outward(start):
            found = self.at(value)
            if found == wanted:
                return self.between(last[side], value)
            if found == here:
                last[side] = value
        undecided = next((value for value, found in self.known.items() if found == "undecided"), None)
        return Turn(start, None, undecided) if here == "proved" else Turn(None, start, undecided)

    def near(self, value: fmpq, steps: int = NEAR) -> Turn | None:
        """Where the claim turns, if that is no more than a few units from here."""
        here = self.on_grid(value)
        found = self.at(here)
        if found not in ("proved", "refuted"):
            return None
        for step in range(steps):
            for side in (1, -1) if here < value else (-1, 1):
                there = here + side * 2**step * self.unit
                if {found, self.at(there)} == {"proved", "refuted"}:
                    return self.between(here, there)
        return None

    def outward(self, start: fmpq) -> Iterator[tuple[int, fmpq]]:
        """Values on both sides, further and further away, until some are undecided, or one is outside of what may be. A
        side on which the claim comes nearer to its turn goes first, and one on which it gets further from it last."""
        sides = {side: self.along(start, side) for side in (-1, 1)}
        last = dict.fromkeys(sides, start)
        steps = dict.fromkeys(sides, 0)
        while sides:
            side = min(sides, key=lambda one: (-self.nearer(start, last[one]), steps[one]))
            found = next(sides[side], None)
            if found is None:
                del sides[side]
            else:
                last[side], steps[side] = found[1], steps[side] + 1
                yield found

    def nearer(self, start: fmpq, there: fmpq) -> int:
        """1 where about as much as is allowed is lost there, compared with the start, -1 where it is further from that;
        0 where that is not known."""
        here, after = self.guess(start), self.guess(there)
        if here is None or after is None:
            return 0
        gain = abs(here) - abs(after)
        return 0 if not abs(gain) > LITTLE * abs(here) else 1 if gain > 0 else -1

    def along(self, start: fmpq, side: int) -> Iterator[tuple[int, fmpq]]:
        """Downward a positive value is halved, upward it is doubled; towards an end, half of the way is gone."""
        end = self.high if side > 0 else self.low
        value, open_ = start, 0
        for _ in range(DOUBLINGS):
            if end is not None:
                following = self.on_grid((value + end) / 2) if abs(end - value) > self.unit else end
            elif start > 0:
                following = self.on_grid(value * 2 if side > 0 else value / 2)
            else:
                following = value + side * (abs(value - start) * 2 or self.unit)
            if following == value:
                following = value + side * self.unit
            if (end is not None and value == end) or (start > 0 and following <= 0 and end is None):
                return
            value = following
            yield side, value
            found = self.at(value)
            open_ = open_ + 1 if found == "undecided" else 0
            if open_ > PATIENCE or (end is None and self.dear(value)):
                return
            if found == "outside":
                yield from self.towards(start, value, side)
                return

    def towards(self, inside: fmpq, outside: fmpq, side: int) -> Iterator[tuple[int, fmpq]]:
        """Values nearer and nearer to one that is outside."""
        inside = max(
            (at for at, found in self.known.items() if found != "outside" and (at < outside) == (side > 0)),
            key=lambda at: side * at,
            default=inside,
        )
        for _ in range(HALVINGS):
            middle = self.on_grid((inside + outside) / 2)
            if middle in (inside, outside):
                return
            yield side, middle
            found = self.at(middle)
            if found == "undecided":
                return
            if found == "outside":
                outside = middle
            else:
                inside = middle

    def between(self, one: fmpq, other: fmpq) -> Turn:
        """Between a value where the claim holds and one where it does not: nearer, up to one unit.

        The next value is where a line through what is lost at both crosses what is allowed; an end that stays again
        counts half as much. Where that does not help, it is the middle.
        """
        shares, last, slow = {1: 1.0, -1: 1.0}, 0, 0
        while abs(one - other) > self.unit:
            width = abs(one - other)
            middle = self.inside(one, other, None if slow > 2 else self.crossing(one, other, shares))
            found = self.at(middle)
            if found == self.at(one):
                one, shares, last = middle, {1: 1.0, -1: shares[-1] / (2 if last == 1 else 1)}, 1
            elif found == self.at(other):
                other, shares, last = middle, {1: shares[1] / (2 if last == -1 else 1), -1: 1.0}, -1
            else:
                return self.ends(self.towards_open(one, middle), self.towards_open(other, middle), middle)
            slow = slow + 1 if 2 * abs(one - other) > width and slow <= 2 else 0
        return self.ends(one, other, None)

    def towards_open(self, known: fmpq, undecided: fmpq) -> fmpq:
        """The last value on the way to one that is undecided at which it is the same as here, after a few halvings."""
        for _ in range(NARROWINGS):
            if abs(known - undecided) <= self.unit:
                break
            middle = self.inside(known, undecided, None)
            if self.at(middle) == self.at(known):
                known = middle
            else:
                undecided = middle
        return known

    def crossing(self, one: fmpq, other: fmpq, shares: dict[int, float]) -> fmpq | None:
        """Where the line through both crosses; None where that is not known."""
        here, there = self.guess(one), self.guess(other)
        if here == 0 or there == 0:
            return one if here == 0 else other
        if here is None or there is None or here * there > 0:
            return None
        here, there = here * shares[1], there * shares[-1]
        part = here / (here - there)
        return one + (other - one) * fmpq(round(part * 2**60), 2**60)

    def inside(self, one: fmpq, other: fmpq, wanted: fmpq | None) -> fmpq:
        """A multiple of the unit strictly between the two, near the one that is wanted; else in the middle."""
        found = self.on_grid((one + other) / 2 if wanted is None else wanted)
        low, high = min(one, other) + self.unit, max(one, other) - self.unit
        return min(max(found, low), high)

    def ends(self, one: fmpq, other: fmpq, undecided: fmpq | None) -> Turn:
        return Turn(one, other, undecided) if self.at(one) == "proved" else Turn(other, one, undecided)

    def at(self, value: fmpq) -> Outcome:
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            return "outside"
        if value not in self.known:
            self.known[value] = self.probe(value)
        return self.known[value]

    def on_grid(self, value: fmpq) -> fmpq:
        """The nearest multiple of the unit."""
        return fmpq((value / self.unit + fmpq(1, 2)).floor()) * self.unit


def simplest(outside: fmpq, end: fmpq) -> fmpq:
    """The number with the smallest denominator between two, of which only the second may be it."""
    low, high = min(outside, end), max(outside, end)
    return simplest_between(low, high, closed_low=end == low, closed_high=end == high)
