"""Random streaming mechanisms: what is proved about outputs of every length withstands long words.

`scripts/attack_endless` tries more mechanisms and more words.
"""

from __future__ import annotations

from collections import Counter

import asked
import pytest
from asked import comparisons
from asked import known_endless as endless
from flint import fmpq
from proofs_contest import attacked
from streams import exceeded, stream_text
from streams_contest import contest

from faier.engines.verdict import Coverage, Proved
from faier.lang import parse
from faier.lang.claim import Subject
from faier.lang.program import Program
from faier.limits import Limits

BLOCK = 10

CHAIN = """from faier import Bool, Stream, flip, mechanism, prior, private, secret


@prior
def chain():
    state = flip(1 / 2)
    secret(state)
    while True:
        yield state
        state = state if flip(9 / 10) else not state


@private(epsilon=2.8996, prior=chain)
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state
"""


@pytest.mark.parametrize("start", range(0, 10, BLOCK))
def test_nothing_exceeds_what_is_proved(start: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(start, start + BLOCK):
        result = contest(stream_text(seed), seed, words=12, letters=40)
        assert not result.failures, f"seed {seed}"
        kinds += result.kinds
    assert kinds["words weighed"] > 400
    assert kinds["proved"] + kinds["grows"] >= 2


def parsed(text: str) -> tuple[Program, Subject]:
    program = parse(text, "m.py", {})
    return program, program.claims[0].subject


def test_a_factor_that_is_too_small_is_exceeded() -> None:
    program, subject = parsed(CHAIN)
    for comparison in comparisons(program, subject, None, Limits(), whole=True):
        tried, word = exceeded(comparison.pair, fmpq(181, 10), seed=1, count=60, length=40)
        assert word is not None
        assert len(word) >= 6
        assert tried >= len(word)


def test_the_same_is_proved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the clock says, as long as the claim has time."""
    program, subject = parsed(CHAIN)
    first = endless(program, subject)
    ticks = iter(range(0, 10**9, 1000))
    monkeypatch.setattr("time.monotonic", lambda: next(ticks))
    again = endless(program, subject)
    assert first.upper is not None
    assert again.upper == first.upper
    assert [proof.coupling for proof in again.proofs] == [proof.coupling for proof in first.proofs]


def test_work_that_does_not_suffice_leaves_nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    program, subject = parsed(CHAIN)
    monkeypatch.setattr("faier.deciding.endless.COUPLING_WORK", 1000)
    known = endless(program, subject)
    assert (known.upper, known.grown, known.proofs) == (None, None, ())
    found = asked.bound(program, subject)
    assert not found.coverage.all
    assert found.tight is not None
    assert found.tight.lower == found.tight.upper


def test_every_proof_of_a_text_is_attacked() -> None:
    twice = CHAIN.replace("@private(epsilon=2.8996", "@private(epsilon=1, prior=chain)\n@private(epsilon=2.8996")
    outcome = attacked(twice, seed=0, words=40, letters=60, patience=60.0)
    assert not outcome.failures
    assert (outcome.kinds["proofs attacked"], outcome.kinds["of them by a coupling"]) == (1, 1)
    assert outcome.kinds["words weighed, with their beginnings"] > 1000
    assert outcome.kinds["claims not proved for every length"] == 1


UNKNOWN = """from faier import Bool, Probability, flip, log, mechanism, prior, private, secret


@prior
def belief(p: Probability):
    it = flip(p)
    secret(it)
    return it


@private(epsilon={epsilon}, prior=belief)
@mechanism
def response(it: Bool):
    return it if flip({truth}) else not it
"""


@pytest.mark.parametrize(
    ("epsilon", "low", "truth"),
    [("log(3)", "1", "3 / 4"), ("1", "99 / 100", "exp(1) / (1 + exp(1))")],
)
def test_what_is_not_so_is_found_out(epsilon: str, low: str, truth: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also at values of unknowns, and where weights are not rational."""
    text = UNKNOWN.replace("flip,", "exp, flip,")
    kinds = attacked(text.format(epsilon=epsilon, truth=truth), 0, 40, 60, 60.0).kinds
    assert kinds["proofs attacked"] == 1
    told = Proved(Coverage(1, True), "search", None)
    monkeypatch.setattr("faier.deciding.plan.decide", lambda *_, **__: told)
    assert attacked(text.format(epsilon=low, truth=truth), 0, 40, 60, 60.0).failures
