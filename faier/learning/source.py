"""Where a program comes from and what it is to hold, beside what was learned."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from faier.exact import Epsilon


@dataclass(frozen=True)
class Wished:
    """The claim that a mechanism with noise is to have: its epsilon as text and as a number, and which state is counted
    where states are no numbers."""

    epsilon: Epsilon
    text: str
    counted: str | None = None

    def noise(self, span: fmpq, times: str = "") -> str:
        """A scale that hides whatever moves a number by `span`, for each of so many `times`: a decimal, rounded up."""
        low, _ = self.epsilon.bounds()
        exact = span / low
        if exact.q != 1:
            unit = 1000
            exact = fmpq((exact * unit).ceil(), unit)
        from faier.learning.listing import decimal

        text = decimal(exact)
        return (times if text == "1" else f"{times} * {text}") if times else text


@dataclass(frozen=True)
class Source:
    """The data file, the command that was given, the name that the prior is to have, and how many records it draws."""

    path: str
    command: str
    name: str | None
    steps: int
    wished: Wished | None = None
