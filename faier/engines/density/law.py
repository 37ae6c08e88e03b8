"""How likely each output is where one real may be in it: exact numbers, and densities of what is shown in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from flint import fmpq

from faier.engines.density.mixture import Mixture
from faier.exact import Number
from faier.lang.values import Near, Sequence, Value

PLACE = Near(fmpq(0))
"""What stands for the real in an output."""

Output: TypeAlias = Sequence
"""What was told, one after the other: sequences tell True from 1."""


@dataclass(frozen=True)
class Law:
    """`atoms` are outputs of exact values with their probabilities; `densities` those with a real in them."""

    atoms: Mapping[Output, Number]
    densities: Mapping[Output, Mixture]


def filled(output: Output, real: Value) -> tuple[Value, ...]:
    """The output with this in the place of the real."""
    return tuple(real if item == PLACE else item for item in output.items)
