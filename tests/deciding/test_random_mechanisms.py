"""Twenty random mechanisms: faier and the referee agree on every tight epsilon, witness, verdict and error.

`scripts/campaign` runs more of them.
"""

from fractions import Fraction

import pytest
from referee.brute import Tight
from referee.contest import asked, contest
from referee.generate import generate

from faier.engines.verdict import Coverage, Proved

BLOCK = 20
COUNT = 20


@pytest.mark.parametrize("start", range(0, COUNT, BLOCK))
def test_random_mechanisms(start):
    contests = [contest(generate(seed)) for seed in range(start, start + BLOCK)]
    disagreements = [disagreement for judged in contests for disagreement in judged.disagreements]
    assert not disagreements, "\n\n".join(map(str, disagreements))
    ratios = [outcome.ratio for judged in contests for outcome in judged.outcomes if isinstance(outcome, Tight)]
    assert sum(isinstance(ratio, Fraction) and ratio > 1 for ratio in ratios) >= BLOCK // 4


def test_a_wrong_verdict_is_noticed(monkeypatch):
    """A faier that proves everything does not pass."""
    monkeypatch.setattr(asked, "judge", lambda *_: Proved(Coverage(12, True), "search"))
    monkeypatch.setattr(asked, "check", lambda *_: Proved(Coverage(12, True), "search"))
    noticed = [seed for seed in range(BLOCK) if any("Proved" in d.what for d in contest(generate(seed)).disagreements)]
    assert len(noticed) >= BLOCK // 4
