"""What is found of an implementation: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from faier.audit.expected import Expected

Judgement = Literal["consistent", "differs", "leaks", "too few"]


@dataclass(frozen=True)
class Difference:
    """The outputs that are shown too often, or not often enough: how often, and how often they should be."""

    outputs: tuple[str, ...]
    found: float
    expected: float


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
