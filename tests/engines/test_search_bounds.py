"""Searches that end early: settled by bounds that words attain, or interrupted with an interval."""

from pathlib import Path

import pytest
from flint import fmpq

from faier.engines.search import engine as search
from faier.engines.search.engine import tightest
from faier.hmm.lump import lump
from faier.hmm.model import Pair
from faier.hmm.pair import pair_dp
from faier.lang import parse, parse_relation
from faier.limits import Limits
from faier.semantics.explore import explore

MODELS = Path(__file__).resolve().parent.parent.parent / "models"
NEVER = 10**9


def pair(name: str, settings: dict[str, str], relation: str, length: int | None) -> Pair:
    clamped = MODELS / f"{name}_clamped.py"  # where noise is kept there is another process
    path = clamped if clamped.exists() else MODELS / f"{name}.py"
    program = parse(path.read_text(), str(path), settings)
    rule, _ = parse_relation(relation, program, name)
    return pair_dp(lump(explore(program, name, Limits())), program.function(name), rule, length=length)


def test_many_answers_are_settled_by_bounds() -> None:
    result = tightest(pair("above_threshold", {"TOP": "10"}, "each(1)", 20), 20, Limits())
    assert (result.lower, result.upper, result.limit) == (2**20, 2**20, None)
    assert result.curve == tuple(fmpq(2) ** length for length in range(21))
    assert result.left == result.right * 2**20
    assert result.statistics.vectors < 1_000


@pytest.mark.parametrize("relation", ["each(1)", "one()", "one(1)"])
@pytest.mark.parametrize("top", [2, 3])
def test_bounds_change_no_factor(monkeypatch: pytest.MonkeyPatch, top: int, relation: str) -> None:
    results = []
    for crowd in (0, NEVER):
        monkeypatch.setattr(search, "_CROWD", crowd)
        results.append(tightest(pair("above_threshold", {"TOP": str(top)}, relation, 4), 4, Limits()))
    early, full = results
    assert (early.lower, early.upper, early.curve) == (full.lower, full.upper, full.curve)


CASES = [
    ("above_threshold", {"TOP": "3"}, "one()", 4),
    ("above_threshold", {"TOP": "3"}, "each(1)", 4),
    ("noisy_max", {"N": "5"}, "each(1)", None),
    ("noisy_max_uniform_ties", {"N": "5"}, "one()", None),
]


@pytest.mark.parametrize(("name", "settings", "relation", "length"), CASES)
def test_an_interrupted_search_gives_an_interval(
    monkeypatch: pytest.MonkeyPatch, name: str, settings: dict[str, str], relation: str, length: int | None
) -> None:
    subject = pair(name, settings, relation, length)
    monkeypatch.setattr(search, "_CROWD", NEVER)
    exact = tightest(subject, length, Limits()).lower
    cut = tightest(subject, length, Limits(), width=3)
    assert cut.limit is not None
    assert cut.limit.name == "vectors"
    assert exact is not None
    assert _number(cut.lower) <= exact <= _number(cut.upper)
    assert _number(cut.lower) > 0
    assert cut.left == _number(cut.lower) * cut.right


def test_an_interrupted_search_of_long_words_gives_a_useful_interval() -> None:
    """The factor approaches 2**8 with the length."""
    cut = tightest(pair("above_threshold", {"TOP": "8"}, "one()", 12), 12, Limits(), width=80)
    assert cut.limit is not None
    assert 128 < _number(cut.lower) <= _number(cut.upper) <= 256


def _number(factor: object) -> fmpq:
    assert isinstance(factor, fmpq)
    return factor
