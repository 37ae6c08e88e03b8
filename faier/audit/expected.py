"""What a model says of the inputs that an implementation is called with: plain data, in which outputs are texts.

An output is a text of JSON. Where a real is shown it is the number of its interval between cuts.
"""

from __future__ import annotations

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
class Model:
    """All that is compared: the inputs, and the pairs of them (numbers) that the claim is about, with what it says.
    With `several` values are shown one after the other. `reason` says why there is nothing; `names` are the inputs'."""

    inputs: tuple[Expected, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    epsilon: float | None = None
    epsilon_text: str | None = None
    delta: float = 0.0
    several: bool = False
    reason: str | None = None
    names: tuple[str, ...] = ()
