"""Mechanisms with noise on the reals, as engineers write them, are decided as they were by hand, or left open.

Of those in `QUICK` every claim is decided here; `scripts/judge_reals` decides all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import asked
import pytest

from faier.engines.verdict import Proved, Refuted, Tight, Undecided, Verdict
from faier.exact import Epsilon, from_ratio
from faier.lang import parse
from faier.lang.claim import Claim
from faier.limits import seconds

FOLDER = Path(__file__).parent.parent / "drafts_of_reals"
QUICK = ["flu", "gradient", "majority", "noisy_count", "rounded", "same_noise"]

# Of all mechanisms whose epsilon was derived: what it is.
DERIVED = {
    "noisy_count": 1 / 2,  # a count, sensitivity 1, scale 2
    "histogram": 1.0,  # two bins change by one each, scale 2
    "half_the_noise": 2.0,
    "median": 2.0,  # from "all as old as 0" to "one of 3": three lower tails, 1 / 1.5 each
    "vote": 1.5556776864493,  # integrated piece by piece, over all votes that differ in one
    "by_index": 1.5556776864493,
    "majority": 1.0,  # upper tails of 0 and of 1 vote
    "running": 1.0,
    "tree": 1.0,
    "both": 1.0,
    "cases": 0.7416949217865,  # the five breakpoints, by hand
    "largest": 0.853279593806953,
    "with_gap": 1.0,  # the difference of two draws, far out
    "rejected": math.log(2 * math.e**2 / (1 + math.e)),  # e times the ratio of what is left of the two tails
    "to_integer": 1 / 2,
    "not_negative": 1 / 2,
    "within": 1 / 2,
    "truncated": 1 / 2,
    "bucketed": 1 / 2,
    "budgeted": 1 / 2,
    "plus_gaussian": 1.0,  # far out
    "twice": 1.0,  # far out
    "sampled": math.log((1 + math.e) / 2),
    "mean": math.inf,  # of local_sensitivity: far out
    "no_noise_for_some": math.inf,
}
# What is not followed, or takes long: left undecided, never wrongly decided.
OPEN = {
    "confident": "normal noise is compared with normal noise",
    "decimals": "rounding a real to digits is not followed",
    "folded": "folds have no end",
    "noisy_total": "sums of draws that were shown are shown",
    "public_count": "a real is divided by an integer that is noisy too",
    "ratio": "a real is divided by a real",
    "reused": "a draw is shown twice",
    "shows_the_answer": "a real is shown after it was compared with one of another scale",
    "to_fives": "multiples of an integer made of a real",
}


def claims(stem: str, timeout: float) -> Iterator[tuple[Claim, Verdict]]:
    path = FOLDER / f"{stem}.py"
    program = parse(path.read_text(), path.name)
    for claim in program.claims:
        yield claim, asked.check(program, claim, limits=seconds(timeout))


def disagreements(stem: str, timeout: float = 30.0) -> Iterator[str]:
    """What is not as it should be."""
    for claim, verdict in claims(stem, timeout):
        name = claim.subject.mechanism
        if isinstance(verdict, Undecided):
            if name not in OPEN:
                yield f"{stem}.{name} is undecided: {verdict.reason}"
        elif isinstance(verdict, Proved) is not (claim.expect == "proved"):
            yield f"{stem}.{name} is {'proved' if isinstance(verdict, Proved) else 'refuted'}"
        if verdict.tight is not None and (name, stem) != ("mean", "clipped_mean"):
            low, high = ends(verdict.tight)
            if name in DERIVED and not low - 1e-9 <= DERIVED[name] <= high + 1e-9:
                yield f"the epsilon of {stem}.{name} is between {low} and {high}, not {DERIVED[name]}"
        if isinstance(verdict, Refuted) and not verdict.witness.outputs:
            left, right = verdict.witness.probability_left, verdict.witness.probability_right
            if right != 0 and verdict.witness.ratio != left / right:
                yield f"the witness of {stem}.{name} has another ratio"


def ends(tight: Tight) -> tuple[float, float]:
    if tight.unknown is not None:
        return 0.0, math.inf
    low, high = (math.inf if end is None else value(end) for end in (tight.lower, tight.upper))
    return low, high


def value(factor: object) -> float:
    epsilon = from_ratio(factor)  # type: ignore[arg-type]
    return math.inf if isinstance(epsilon, Epsilon) and epsilon.unknowns else epsilon.value


@pytest.mark.parametrize("stem", QUICK)
def test_verdicts_are_those_derived_by_hand(stem: str) -> None:
    assert not list(disagreements(stem))


def test_every_draft_is_known() -> None:
    stems = {path.stem for path in FOLDER.glob("*.py")}
    assert set(QUICK) <= stems
    found = {
        claim.subject.mechanism
        for stem in sorted(stems)
        for claim in parse((FOLDER / f"{stem}.py").read_text(), stem).claims
    }
    assert set(DERIVED) | set(OPEN) <= found
