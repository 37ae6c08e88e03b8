"""What a model says of the inputs that an implementation is called with: plain data, in which outputs are texts.

An output is a text of JSON. Where a real is shown it is the number of its interval between cuts; where noisy numbers
are inside of what is shown, each is the name of its cell.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction

Json = object


@dataclass(frozen=True)
class Outcome:
    """An output, and two ends of its probability. Those with a `place` are ordered by it."""

    key: str
    low: Fraction
    high: Fraction
    place: Fraction | None = None


@dataclass(frozen=True)
class Expected:
    """What is shown of one input. `arguments` are what the implementation is given; `cuts` the ends of intervals, where
    a real is shown, whose density is at most `peak`; what is no outcome is shown with at most the chance `rest`."""

    input: dict[str, Json]
    arguments: tuple[Json, ...]
    outcomes: tuple[Outcome, ...]
    rest: Fraction = Fraction(0)
    cuts: tuple[float, ...] | None = None
    peak: Fraction = Fraction(0)


@dataclass(frozen=True)
class Place:
    """Where a noisy number is inside of what is shown, and the `cuts` between its cells; a `real` that is shown exactly
    (as texts) is in none."""

    path: tuple[str | int, ...]
    cuts: tuple[float, ...]
    real: bool
    exact: tuple[str, ...] = ()

    def cell(self, number: float) -> int:
        return bisect_right(self.cuts, number)

    def name(self, cell: int) -> str:
        """Of reals the ends, of integers the least and the greatest."""
        low, high = (None if not 0 <= at < len(self.cuts) else self.cuts[at] for at in (cell - 1, cell))
        if self.real:
            ends = [None if end is None else f"{end:.4g}" for end in (low, high)]
        else:
            ends = [None if low is None else f"{low + 0.5:.0f}", None if high is None else f"{high - 0.5:.0f}"]
        if ends[0] is None or ends[1] is None:
            return f"from {ends[0]} on" if ends[1] is None else f"up to {ends[1]}"
        return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


@dataclass(frozen=True)
class Model:
    """All that is compared: the inputs, and the pairs of them (numbers) that the claim is about, with what it says.
    With `several` values are shown one after the other; `places` are where noisy numbers are inside of what is shown.
    `reason` says why there is nothing; `names` are the inputs'."""

    inputs: tuple[Expected, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    epsilon: float | None = None
    epsilon_text: str | None = None
    delta: float = 0.0
    several: bool = False
    reason: str | None = None
    names: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
