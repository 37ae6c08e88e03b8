"""Geometric noise as the plain integer that it is, cut far out: what is known of a law then.

A draw may be anything between -r and r, where r depends on how likely the run is so far: what has less than the `floor`
is not followed (`chance.Beyond`). Python does all the rest with these integers, so stored noise needs no care here. The
law has the probability of all runs that are not followed under `chance.LOST`, exactly: every output has the probability
that was found, or more, by what is lost at most.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import log
from typing import Any

from .chance import LOST, Beyond, Law, Options, Tape

Event = tuple[tuple[Any, ...], bool]


def geometric(tape: Tape, a: Fraction, floor: Fraction) -> int:
    """One draw, as far out as the run is more likely than the floor."""
    drawn = tape.choose(lambda: near(a, reach(a, floor / tape.weight)))
    if drawn is None:
        raise Beyond
    return int(drawn)


def reach(a: Fraction, least: Fraction) -> int:
    """The greatest r with about Pr[r] >= least, or -1. Any r is right: what is left out is known exactly."""
    share = float((1 - a) / (1 + a))
    return -1 if least > share else int(log(float(least) / share) / log(float(a)))


@lru_cache(maxsize=4096)
def near(a: Fraction, r: int) -> Options:
    """Pr[y] for abs(y) <= r, the likely ones first, and what remains."""
    share = (1 - a) / (1 + a)
    inside = [(y, share * a ** abs(y)) for y in sorted(range(-r, r + 1), key=abs)]
    return (*inside, (None, 1 - sum((weight for _, weight in inside), Fraction(0))))


ABOVE, BELOW = "above", "below"


def within(tape: Tape, a: Fraction, radius: int) -> Any:
    """One draw: an integer not further out than the radius, or that it is further out on one side."""
    drawn = tape.choose(lambda: sides(a, radius))
    if not isinstance(drawn, str):
        return drawn
    return Distant(drawn, radius + 1 if drawn == ABOVE else -radius - 1)


@lru_cache(maxsize=4096)
def sides(a: Fraction, radius: int) -> Options:
    outside = a ** (radius + 1) / (1 + a)
    inside = tuple((y, (1 - a) / (1 + a) * a ** abs(y)) for y in range(-radius, radius + 1))
    return (*inside, (ABOVE, outside), (BELOW, outside))


class Distant:
    """An integer of which only an end is known: it is that or further out, above or below. Where more matters, the run
    is not followed."""

    def __init__(self, side: str, end: int) -> None:
        self.side, self.end = side, end

    def frozen(self, places: dict[int, int]) -> Hashable:
        return self.side, self.end

    def __add__(self, other: Any) -> "Distant":
        if isinstance(other, Distant) and other.side != self.side:
            raise Beyond
        return Distant(self.side, self.end + (other.end if isinstance(other, Distant) else other))

    __radd__ = __add__

    def __neg__(self) -> "Distant":
        return Distant(BELOW if self.side == ABOVE else ABOVE, -self.end)

    def __sub__(self, other: Any) -> "Distant":
        return self + -other

    def __rsub__(self, other: Any) -> "Distant":
        return -self + other

    def __gt__(self, other: Any) -> bool:
        """Whether the difference is above 0, where its end tells that."""
        rest = self - other
        if rest.side == ABOVE and rest.end > 0:
            return True
        if rest.side == BELOW and rest.end <= 0:
            return False
        raise Beyond

    def __lt__(self, other: Any) -> bool:
        return -self > -other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        if self > other or self < other:
            return False
        raise AssertionError

    __hash__ = None  # type: ignore[assignment]

    def __index__(self) -> int:
        raise Beyond


@dataclass(frozen=True)
class Far:
    """What is known of a law: every event's probability is between that found and `lost` more."""

    found: Law
    lost: Fraction

    def least(self, event: Event) -> Fraction:
        return self.found.get(event, Fraction(0))

    def most(self, event: Event) -> Fraction:
        return self.least(event) + self.lost


def far(law: Law) -> Far:
    """A law that was cut, as what is known of it."""
    return Far({event: weight for event, weight in law.items() if event != LOST}, law.get(LOST, Fraction(0)))


def agree(exact: Mapping[Any, Fraction], known: Far) -> Iterator[str]:
    """Every way in which a whole law, or a part of it, differs from what is known by more than what is lost."""
    beyond = Fraction(0)
    for event in dict.fromkeys(chain(exact, known.found)):
        least, weight = known.least(event), exact.get(event, Fraction(0))
        beyond += max(weight - least, Fraction(0))
        if not least <= weight <= known.most(event):
            yield f"{event} has {weight} = {float(weight)}, but {interval(least, known.most(event))} is known"
    if beyond > known.lost:
        yield f"all outputs together have {float(beyond)} more than was found, but {float(known.lost)} was lost"


def interval(least: Fraction, most: Fraction) -> str:
    return f"{float(least)} to {float(most)}"


def overlap(one: Far, other: Far) -> Iterator[str]:
    """Every way in which two laws that were cut cannot be the same."""
    for event in dict.fromkeys(chain(one.found, other.found)):
        if one.most(event) < other.least(event) or other.most(event) < one.least(event):
            known = [interval(law.least(event), law.most(event)) for law in (one, other)]
            yield f"{event} has {known[0]} or {known[1]}"
