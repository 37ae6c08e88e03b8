"""What is answered: proved, refuted with a witness, or undecided with what was covered.

Engines make verdicts; `report` turns them into something to read. Probabilities and ratios are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from flint import fmpq

from faier.engines import Engine
from faier.exact import Epsilon, LogRatio, Number
from faier.hmm.model import Letter
from faier.lang.values import Value
from faier.semantics.boxes import Grid


@dataclass(frozen=True)
class Coverage:
    """The verdict holds for outputs of every length (`all`), or else for those of up to `length` values; with `counts`
    for counts of any size, beyond those that the mechanism declares."""

    length: int
    all: bool
    counts: bool = False


@dataclass(frozen=True)
class Diverged:
    """The Renyi divergence of the order `alpha` of all outputs, from left to right, is between two rationals (None:
    infinite); `exact` is it, where that is known."""

    alpha: fmpq
    lower: fmpq | None
    upper: fmpq | None
    exact: Epsilon | LogRatio | None = None


@dataclass(frozen=True)
class Witness:
    """An output whose two probabilities are further apart than allowed; `left` is the more likely side.

    In a DP claim `left` and `right` map each input to its value; for a stream, to the arrivals read. In a
    Pufferfish claim they map "secret" to the secret's value; public inputs are listed in both.

    In an (epsilon, delta) claim the probabilities are those of the set `outputs`, of which `output` is the most
    likely, and `excess` is the delta that the set needs: probability_left - e^epsilon * probability_right.

    In a claim about a Renyi divergence `output` is the one that adds most to what has `diverged`.
    """

    left: tuple[tuple[str, Value], ...]
    right: tuple[tuple[str, Value], ...]
    output: tuple[Value, ...]
    ended: bool
    probability_left: Number
    probability_right: Number
    ratio: Number | None  # None: infinite, the output is possible on the left side only
    parameters: tuple[tuple[str, Value], ...] = ()
    outputs: tuple[tuple[Value, ...], ...] = ()
    excess: Number | None = None
    unknown: str | None = None  # which of the parameters is the epsilon that is unknown in the file
    rounded: bool = False  # the weights are certified ends: the left one and the ratio from below, the right from above
    diverged: Diverged | None = None


@dataclass(frozen=True)
class Growth:
    """Outputs whose ratio grows without end: prefix, then the cycle any number of times, then the suffix."""

    prefix: tuple[object, ...]
    cycle: tuple[object, ...]
    suffix: tuple[object, ...]
    per_cycle: Number  # at least this factor per turn
    on_cells: OnCells | None = None  # where noise is kept


@dataclass(frozen=True)
class OnCells:
    """The letters of prefix and cycle, and the cells of what is believed of draws on which they were seen to grow."""

    prefix: tuple[Letter, ...]
    cycle: tuple[Letter, ...]
    grid: Grid


@dataclass(frozen=True)
class Tight:
    """The least factor e^epsilon that holds for the covered outputs: between `lower` and `upper`, certified.

    `lower` and `upper` are factors (None: infinite). They are equal when the search was exhaustive.
    `attained` says that the witness has ratio exactly `lower`; a supremum only approached is not attained. With an
    `unknown` epsilon the factors are powers of e to multiples of it (infinite: no multiple is enough), and the witness
    is one at a value of it.
    """

    lower: Number | None
    upper: Number | None
    attained: bool
    witness: Witness | None
    growth: Growth | None = None
    unknown: str | None = None


@dataclass(frozen=True)
class Unwritable:
    """In the place of evidence: why no certificate of it is looked for."""

    why: str


@dataclass(frozen=True)
class Proved:
    coverage: Coverage
    engine: Engine
    tight: Tight | None = None
    evidence: object = None


@dataclass(frozen=True)
class Refuted:
    coverage: Coverage
    engine: Engine
    witness: Witness
    tight: Tight | None = None
    evidence: object = None


@dataclass(frozen=True)
class Attempt:
    """What an engine that was asked came to, and how long that took."""

    engine: Engine
    seconds: float
    reason: str


@dataclass(frozen=True)
class Undecided:
    """`reason` is one sentence: the limit that was hit, or what cannot be decided. `tight` is what is known."""

    coverage: Coverage
    engine: Engine
    reason: str
    tight: Tight | None = None
    attempts: tuple[Attempt, ...] = ()


Verdict: TypeAlias = Proved | Refuted | Undecided
