"""What of a claim one of several processes decides: numbers alone, for each makes what they stand for from the file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Share:
    """Some of a claim's comparisons: those from `first` on whose numbers leave `number` when divided by `count`.
    They are combinations of parameters, with `pairs` the pairs of secrets of one combination, and with `obligations`
    what a claim with unknowns says of each output."""

    number: int
    count: int
    first: int
    combination: int = 0
    pairs: bool = False
    obligations: bool = False
