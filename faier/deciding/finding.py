"""What is known of the tight factor of a subject."""

from __future__ import annotations

from dataclasses import dataclass

from faier.deciding.endless import Endless
from faier.engines import Engine
from faier.engines.verdict import Coverage, Tight
from faier.exact import Number


@dataclass(frozen=True)
class Finding:
    """The tight factor of a subject for the covered outputs (None: nothing is known). `reason` says why it is not
    known exactly; `endless` is what is known about outputs of every length besides. `curve[k]` is the factor of
    outputs of up to k values, where the search came upon it."""

    tight: Tight | None
    coverage: Coverage
    engine: Engine = "search"
    reason: str | None = None
    endless: Endless = Endless()
    curve: tuple[Number | None, ...] = ()


@dataclass(frozen=True)
class Delta:
    """The least delta for an epsilon (None: not known, for the reason); with a `lower` end it is between the two."""

    value: Number | None
    coverage: Coverage
    reason: str | None = None
    lower: Number | None = None


def nothing(reason: str, engine: Engine = "search") -> Finding:
    return Finding(None, Coverage(0, False), engine, reason)
