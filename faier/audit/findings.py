"""What is found of an implementation: plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from faier.audit.expected import Expected

Judgement = Literal["consistent", "differs", "leaks", "too few"]


STEP = " step "
"""Parts the name of an interval from the power of 2 that its reals are odd multiples of."""

Event = Literal["outputs", "twice", "repeated"]
"""What was counted: these outputs, the same output twice in a row, or reals that had been shown twice before."""


@dataclass(frozen=True)
class Samples:
    """How often each output was shown, in both halves of the samples; in how many pairs of samples one after the other
    both showed the same, and of how many; and how often a real was shown again that had been shown twice in the first
    half, of how many, and how wide all such reals are together. Intervals may be told with the step of their reals."""

    halves: tuple[Mapping[str, int], Mapping[str, int]]
    twice: tuple[int, int] = (0, 0)
    repeated: tuple[int, int] = (0, 0)
    width: float = 0.0


@dataclass(frozen=True)
class Difference:
    """What is shown too often, or not often enough: how often, and how often it should be."""

    outputs: tuple[str, ...]
    found: float
    expected: float
    event: Event = "outputs"


@dataclass(frozen=True)
class Leak:
    """Outputs that are certainly so much more likely for one input than for the other, `against`."""

    against: dict[str, object]
    outputs: tuple[str, ...]
    frequency: tuple[float, float]


@dataclass(frozen=True)
class Found:
    """What is known of one input; `lower` is an epsilon that the implementation has at least, with a pair of inputs
    that this one is of (None: it is of none)."""

    expected: Expected
    samples: int
    verdict: Judgement
    p_value: float
    distance: float
    lower: float | None = None
    difference: Difference | None = None
    leak: Leak | None = None
