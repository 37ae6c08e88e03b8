"""The known facts about mechanisms in models/ and casestudies/ come out exactly."""

from __future__ import annotations

from math import log
from pathlib import Path

import asked
import pytest
from flint import fmpq

from faier.engines.verdict import Refuted
from faier.lang import parse

ROOT = Path(__file__).parent.parent.parent
NOISY = (ROOT / "models/noisy_max.py").read_text()
CLAMPED = (ROOT / "models/noisy_max_clamped.py").read_text()
UNIFORM = (ROOT / "models/noisy_max_uniform_ties.py").read_text()
GEOMETRIC = (ROOT / "models/truncated_geometric.py").read_text()

# mechanism, relation, the factor e^epsilon.
FACTS = [
    (GEOMETRIC, "truncated_geometric", {}, "each(1)", fmpq(2)),
    (CLAMPED, "noisy_max", {}, "each(1)", fmpq(8)),
    (CLAMPED, "noisy_max", {}, "one()", fmpq(25, 7)),
    (CLAMPED, "noisy_max", {}, "one(1)", fmpq(2)),
    (CLAMPED, "noisy_max", {"N": "2"}, "each(1)", fmpq(4)),
    (CLAMPED, "noisy_max", {"N": "4"}, "each(1)", fmpq(16)),
    (NOISY, "noisy_max", {"N": "2"}, "each(1)", fmpq(44, 17)),
    (NOISY, "noisy_max", {"N": "2"}, "one(1)", fmpq(28, 17)),
    (NOISY, "noisy_max", {}, "each(1)", fmpq(376, 103)),
    (NOISY, "noisy_max", {}, "one(1)", fmpq(200, 103)),
    (UNIFORM, "without_a_clamp", {}, "each(1)", fmpq(24, 7)),
    (UNIFORM, "noisy_max_uniform_ties", {}, "each(1)", fmpq(24, 7)),
    (UNIFORM, "noisy_max_uniform_ties", {}, "one()", fmpq(24, 7)),
    (UNIFORM, "noisy_max_uniform_ties", {}, "one(1)", fmpq(40, 21)),
    (UNIFORM, "noisy_max_uniform_ties", {"N": "4"}, "each(1)", fmpq(432, 113)),
    (UNIFORM, "noisy_max_uniform_ties", {"N": "5"}, "each(1)", fmpq(288, 73)),
    (UNIFORM, "noisy_max_uniform_ties", {"N": "6"}, "each(1)", fmpq(15552, 3905)),
]


@pytest.mark.parametrize(("text", "mechanism", "settings", "relation", "factor"), FACTS)
def test_the_tight_factor_is_the_known_one(
    text: str, mechanism: str, settings: dict[str, str], relation: str, factor: fmpq
) -> None:
    found = asked.tight(text, mechanism, relation, settings=settings).tight
    assert found is not None
    assert (found.lower, found.upper, found.attained) == (factor, factor, True)


@pytest.mark.parametrize("length", [1, 2, 5, 11])
def test_above_threshold_doubles_with_every_query(length: int) -> None:
    text = (ROOT / "models/above_threshold_clamped.py").read_text()
    found = asked.tight(text, "above_threshold", "each(1)", length=length).tight
    assert found is not None
    assert (found.lower, found.upper) == (fmpq(2) ** length, fmpq(2) ** length)


@pytest.mark.parametrize(
    ("length", "epsilon"),
    [(1, 0.6190392084), (2, 1.2939210410), (3, 1.9450965897), (4, 2.4083799785), (5, 2.6487008639), (6, 2.7378168716)],
)
def test_above_threshold_without_a_clamp_stays_below_4_log_2(length: int, epsilon: float) -> None:
    """For a threshold of 1, as in the study of hidden Markov models."""
    text = (ROOT / "models/above_threshold.py").read_text().replace("Public[Int[0, TOP]]", "Public[Int[1, 1]]")
    found = asked.tight(text, "above_threshold", "each(1)", length=length).tight
    assert found is not None and isinstance(found.lower, fmpq)
    assert found.lower == found.upper
    assert abs(log(found.lower) - epsilon) < 1e-10


@pytest.mark.parametrize(
    ("file", "mechanism", "prior", "factor", "attained"),
    [
        ("geometric", "truncated_geometric", "contagious", fmpq(4), True),
        ("geometric", "truncated_geometric", "independent", fmpq(2), False),
        ("improved_noisy_max", "improved_noisy_max", "independent", fmpq(40, 21), False),
        ("improved_noisy_max", "improved_noisy_max", "contagious", fmpq(24, 7), False),
    ],
)
def test_the_supremum_over_unknown_priors_is_closed_form(
    file: str, mechanism: str, prior: str, factor: fmpq, attained: bool
) -> None:
    text = (ROOT / f"casestudies/hidden_markov_models/{file}.py").read_text()
    found = asked.tight(text, mechanism, prior=prior).tight
    assert found is not None
    assert (found.lower, found.upper, found.attained) == (factor, factor, attained)


def test_example_6_3_names_the_three_unknowns() -> None:
    path = ROOT / "casestudies/hidden_markov_models/improved_noisy_max.py"
    program = parse(path.read_text(), str(path), {})
    claim = next(claim for claim in program.claims if claim.name == "Example 6.3")
    verdict = asked.check(program, claim)
    assert isinstance(verdict, Refuted)
    assert [name for name, _ in verdict.witness.parameters] == ["p_a", "p_b", "p_c"]
