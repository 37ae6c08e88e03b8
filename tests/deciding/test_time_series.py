"""Time series: long ones are enclosed by couplings, and short ones agree with the exact search."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import asked
import pytest
from asked import comparisons
from flint import fmpq
from streams import stream_text

from faier.deciding import by_search
from faier.engines.coupling import engine as coupling
from faier.engines.coupling.acyclic_bounds import Common
from faier.engines.coupling.enclosure import Enclosure, enclosed
from faier.engines.search.engine import tightest
from faier.engines.verdict import Proved, Refuted
from faier.hmm.forward import forward
from faier.hmm.model import Pair
from faier.lang import parse
from faier.lang.claim import Subject
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.limits import LimitReached, Limits, seconds

TEXT = """from faier import Bool, Int, Stream, categorical, flip, mechanism, prior, private, secret


@prior
def chain(hidden: Int[{first}, {last}]):
    state = flip({start})
    for day in range({days}):
        if day == hidden:
            secret(state)
        yield state
        if state:
            state = flip({stays})
        else:
            state = flip({turns})


@private(epsilon={epsilon}, prior=chain)
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip({truth}) else not state
"""

SLOW = {"start": "1 / 2", "stays": "9 / 10", "turns": "1 / 10", "truth": "3 / 4", "epsilon": "4.701"}


def parsed(text: str) -> tuple[Program, Subject]:
    program = parse(text, "m.py", {})
    return program, program.claims[0].subject


def some_chain(seed: int) -> str:
    draw = Random(seed)
    chances = {name: f"{draw.randint(1, 9)} / 10" for name in ("start", "stays", "turns", "truth")}
    return TEXT.format(first=0, last=4, days=6, epsilon=1, **chances)


@pytest.mark.parametrize("seed", range(8))
def test_an_enclosure_holds_the_exact_factor(seed: int) -> None:
    program, subject = parsed(some_chain(seed))
    met = 0
    for comparison in comparisons(program, subject, None, Limits()):
        pair = comparison.pair
        exact = tightest(pair, None, Limits())
        found = enclosed(pair, 6, Limits(), Common())
        assert exact.limit is None
        if found is None:
            assert exact.lower is None
            continue
        assert exact.lower is not None
        assert found.lower <= exact.lower <= found.upper
        met += found.lower == found.upper
        left, right = forward(pair, found.word)
        assert left / pair.left_mass / (right / pair.right_mass) == found.lower
    assert met > 0


def factors(pairs: list[Pair], common: Common | None = None) -> list[fmpq | None]:
    return [(common or Common()).factor(pair, Limits()) for pair in pairs]


@pytest.mark.parametrize("block", range(3))
def test_no_word_exceeds_the_factor_of_any_pair_without_a_cycle(block: int) -> None:
    """Random mechanisms, some of which end early, whose records come from a chain that ends; knowing some changes
    nothing about the others."""
    pairs: list[Pair] = []
    known = tight = 0
    for seed in range(block * 12, block * 12 + 12):
        text = stream_text(seed).replace("while True:", "for _ in range(4):")
        try:
            pairs += [
                one.pair for one in comparisons(*parsed(text), None, Limits(states=3000)) if _long_enough(one.pair)
            ]
        except (Rejected, LimitReached):
            continue
    bounds = factors(pairs)
    common = Common()
    assert factors(pairs, common) == bounds
    assert factors(pairs[::-1], common) == bounds[::-1]
    for pair, factor in zip(pairs, bounds, strict=True):
        exact = tightest(pair, None, Limits(), width=100)
        if factor is not None and exact.limit is None:
            assert exact.lower is not None
            assert factor >= exact.lower
            known += 1
            tight += factor == exact.lower
    assert known >= 4
    assert tight >= 1


def _long_enough(pair: Pair) -> bool:
    return 4 < len(pair.nodes) < 40 and pair.rational and pair.left_mass != 0 and pair.right_mass != 0


def test_parts_of_long_pairs_are_known_from_others() -> None:
    """A state that is secret cuts a chain; what follows it, and what comes before, looks alike from far away."""
    text = TEXT.format(first=0, last=11, days=24, **SLOW)
    pairs = [one.pair for one in comparisons(*parsed(text), None, Limits())]
    common = Common()
    sizes = []
    for pair in pairs:
        assert common.factor(pair, Limits()) is not None
        sizes.append(len(common.places))
    more = [after - before for before, after in pairwise(sizes[3:])]
    assert max(more) <= 3
    wrong = replace(pairs[0], right=tuple((state, weight / 2) for state, weight in pairs[0].right))
    assert factors([wrong], common)[0] == 2 * (factors([pairs[0]], common)[0] or 0)


def test_hundred_days_of_which_any_of_two_is_secret() -> None:
    text = TEXT.format(first=49, last=50, days=100, **SLOW)
    program, subject = parsed(text)
    found = asked.find(program, subject, None, seconds(100))
    assert found.coverage.all
    assert found.tight is not None
    assert found.tight.witness is not None
    assert len(found.tight.witness.output) == 100
    assert found.tight.lower is not None
    assert found.tight.upper is not None
    assert found.tight.lower <= found.tight.upper < found.tight.lower * (1 + fmpq(1, 10**9))
    claim = program.claims[0]
    assert isinstance(asked.judge(claim, found), Proved)
    lower = parse(text.replace("4.701", "4.7"), "m.py", {}).claims[0]
    assert isinstance(asked.judge(lower, found), Refuted)


def test_few_long_pairs_are_searched_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other pairs keep their enclosures, and what is told of all is certified."""
    program, subject = parsed(TEXT.format(first=0, last=5, days=30, **SLOW))
    monkeypatch.setattr(by_search, "EXACTLY", 0)
    enclosures: list[object] = []
    monkeypatch.setattr(by_search, "tightest", lambda *_, **__: enclosures.append(None))
    found = asked.find(program, subject, None, seconds(100))
    assert not enclosures
    assert found.tight is not None
    assert found.tight.lower is not None
    assert found.tight.upper is not None
    assert found.tight.lower <= found.tight.upper


def test_claims_of_the_case_study_about_every_length_carry_their_proofs() -> None:
    path = Path(__file__).parent.parent.parent / "casestudies/time_series/response_to_a_chain.py"
    program = parse(path.read_text(), str(path), {})
    verdict = asked.check(program, program.claims[0], limits=seconds(100))
    assert isinstance(verdict, Proved)
    assert verdict.coverage.all
    assert isinstance(verdict.evidence, tuple)
    assert len(verdict.evidence) == 2  # the two orders of the two secrets
    for proof in verdict.evidence:
        assert coupling.verify(proof.comparison.pair, proof.coupling)
    found = asked.bound(program, program.claims[0].subject, limits=seconds(100))
    assert found.coverage.all
    assert found.tight is not None
    assert not found.tight.attained
    assert found.tight.lower is not None
    assert found.tight.upper is not None
    assert found.tight.lower < found.tight.upper < found.tight.lower * fmpq(1001, 1000)


def test_enclosures_are_for_words_that_end() -> None:
    program, subject = parsed(TEXT.format(first=0, last=1, days=3, **SLOW))
    for comparison in comparisons(program, subject, None, Limits()):
        found = enclosed(comparison.pair, 3, Limits(), Common())
        assert isinstance(found, Enclosure)
        assert (found.all, found.limit, found.length) == (True, None, 3)
