"""What is known of the tight factor of a subject."""

from __future__ import annotations

from dataclasses import dataclass, replace

from faier.deciding.endless import Endless
from faier.deciding.replay import Mismatch
from faier.engines import Engine
from faier.engines.verdict import Coverage, Tight, Witness
from faier.exact import Number, compare


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


@dataclass(frozen=True)
class Sampled:
    """The best output that was found by drawing runs from a seed (None: none) of so many that were computed; `reason`
    says why not of more."""

    witness: Witness | None
    computed: int
    seed: int
    reason: str | None = None

    def below(self, finding: Finding) -> Finding:
        """What is known of the tight factor, with the output as a lower end."""
        witness, tight = self.witness, finding.tight
        if witness is None or (tight is not None and not greater(witness.ratio, tight.lower)):
            return finding
        if witness.ratio is None:
            return Finding(Tight(None, None, True, witness), Coverage(len(witness.output), True), finding.engine)
        if tight is not None and tight.upper is not None:
            if compare(witness.ratio, tight.upper) > 0:
                raise Mismatch(f"an output has the factor {witness.ratio}, and {tight.upper} was proved")
            met = witness.ratio == tight.upper
            known = replace(tight, lower=witness.ratio, attained=met, witness=witness)
            return replace(finding, tight=known, reason=None if met else finding.reason)
        known = Tight(witness.ratio, None, False, witness)
        coverage = Coverage(max(finding.coverage.length, len(witness.output)), False)
        return replace(finding, tight=known, coverage=coverage)


def greater(factor: Number | None, than: Number | None) -> bool:
    """None is infinite."""
    return than is not None and (factor is None or compare(factor, than) > 0)
