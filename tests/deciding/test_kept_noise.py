"""Random mechanisms that keep noise: faier says what the referee knows of them, draws cut far out.

`scripts/fuzz_kept` runs more of them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from referee import kept_contest
from referee.kept import generate
from referee.kept_contest import asked, contest

from faier.engines.verdict import Coverage, Proved

SEEDS = range(4, 16)
TIME = 2.0


def test_random_mechanisms_that_keep_noise() -> None:
    tally, disagreements = Counter[str](), list[str]()
    for seed in SEEDS:
        found = contest(generate(seed), ("denote", "unfold", "bound"), TIME)
        tally.update(found.kinds)
        disagreements += [f"{each}\n{generate(seed).text()}" for each in found.disagreements]
    assert not disagreements, "\n\n".join(disagreements)
    assert tally["outputs of denote"] > 80
    assert tally["outputs of the process without draws"] > 80
    assert tally["tight"] > len(SEEDS) / 2
    assert tally["refuted"] > len(SEEDS) / 4


def test_a_wrong_verdict_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A faier that proves everything does not pass, nor one whose probabilities are a little off."""
    seed = next(seed for seed in SEEDS if contest(generate(seed), ("bound",), TIME).kinds["refuted"])
    monkeypatch.setattr(asked, "check", lambda *_: Proved(Coverage(12, True), "search"))
    assert contest(generate(seed), ("bound",), TIME).disagreements


def test_a_wrong_probability_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right: Any = kept_contest.denote.probability
    monkeypatch.setattr(kept_contest.denote, "probability", lambda *rest: right(*rest) * 999 / 1000)
    noticed = [seed for seed in SEEDS[:5] if contest(generate(seed), ("denote",), TIME).disagreements]
    assert len(noticed) > 2
