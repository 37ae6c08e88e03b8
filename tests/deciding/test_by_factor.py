"""Ends of other measures by a factor and an output, against the measures of random laws that keep to them."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from asked import subject_of
from command_line import faier
from flint import fmpq

from faier.deciding.by_factor import with_ends
from faier.deciding.finding import Finding
from faier.deciding.measuring import Delta, Measured, Measures
from faier.deciding.question import Question
from faier.engines.measures.excess import excess
from faier.engines.measures.orders import Divergence, Rho, concentrated, renyi
from faier.engines.measures.pairing import Pairing
from faier.engines.verdict import Coverage, Tight, Witness
from faier.exact import Epsilon, compare
from faier.lang import parse
from faier.limits import Limits

TEXT = """\
from faier import Bool, each, mechanism, pairs, where


@mechanism
def shown(x: Bool):
    return x
"""
ASKED = Measures(fmpq(5, 2), True, True, True)
Law = list[fmpq]


def drawn(source: random.Random) -> Law:
    weights = [source.randint(1, 9) for _ in range(source.randint(2, 2) + 2)]
    return [fmpq(weight, sum(weights)) for weight in weights]


def ends(
    laws: list[tuple[Law, Law]],
    relation: str,
    reason: str | None = "why",
    covered: bool = True,
    limits: Limits | None = None,
    found: Measured | None = None,
    variation: Delta | None = None,
) -> Measured:
    """What follows from the greatest ratio of all the laws, and the output with it."""
    best, left, right = max(((a / b, a, b) for p, q in laws for a, b in zip(p, q, strict=True)), key=lambda one: one[0])
    witness = Witness((), (), (True,), True, left, right, best)
    finding = Finding(Tight(best, best, True, witness), Coverage(1, covered), "search")
    program = parse(TEXT, "a.py", {})
    question = Question(program, subject_of(program, "shown", relation, None))
    before = Measured(ASKED.alpha, reason=reason) if found is None else found
    return with_ends(before, question, ASKED, finding, limits or Limits(), variation)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("relation", ["each(1)", "where(lambda x, y: x and not y)"])
def test_measures_are_between_their_ends(seed: int, relation: str) -> None:
    source = random.Random(seed)
    two = drawn(source), drawn(source)
    laws = [two] if relation != "each(1)" else list(permutations(two))
    found = ends(laws, relation)  # type: ignore[arg-type]
    pairings = [Pairing(tuple(zip(p, q, strict=True)), (), ()) for p, q in laws]
    assert found.renyi and found.rho and found.variation and found.profile
    divergences = [renyi(one, fmpq(5, 2), Limits()) for one in pairings]
    lowest, highest = (max(getattr(one, end) for one in divergences) for end in ("lower", "upper"))
    assert found.renyi.lower <= highest and lowest <= found.renyi.upper  # type: ignore[operator]
    rhos = [concentrated(one, lambda: fmpq(100), Limits()) for one in pairings]
    assert found.rho.lower <= max(one.upper for one in rhos)  # type: ignore[type-var, operator]
    assert max(one.lower for one in rhos) <= found.rho.upper  # type: ignore[type-var, operator]
    assert len(found.profile) > 3
    for point in (found.variation, *found.profile):
        least = [excess(one, Epsilon.rational(point.epsilon), Limits())[0] for one in pairings]
        assert any(compare(one, point.lower) >= 0 for one in least)
        assert all(compare(one, point.upper) <= 0 for one in least)


def test_randomized_response_meets_its_ends() -> None:
    often, seldom = fmpq(3, 4), fmpq(1, 4)
    found = ends([([often, seldom], [seldom, often])], "each(1)")
    assert found.variation is not None
    assert found.variation.lower == found.variation.upper == fmpq(1, 2)
    one_way = ends([([fmpq(1), fmpq(0)], [fmpq(1, 3), fmpq(2, 3)])], "where(lambda x, y: x and not y)")
    assert one_way.variation is not None
    assert one_way.variation.lower == one_way.variation.upper == fmpq(2, 3)


def test_only_what_is_missing_is_filled_and_only_by_what_is_certain() -> None:
    laws = [([fmpq(3, 4), fmpq(1, 4)], [fmpq(1, 4), fmpq(3, 4)])]
    assert ends(laws, "each(1)", reason=None) == Measured(ASKED.alpha)
    short = ends(laws, "each(1)", covered=False)
    assert short.renyi is not None and short.variation is not None
    assert (short.renyi.upper, short.variation.upper) == (None, 1)
    assert short.variation.lower == fmpq(1, 2)


@pytest.mark.parametrize("seed", range(10))
def test_lower_ends_that_follow_from_other_measures(seed: int) -> None:
    """By the total variation, and by a divergence: not above those of the laws, and what is larger stays."""
    source = random.Random(seed)
    p, q = drawn(source), drawn(source)
    pairing = Pairing(tuple(zip(p, q, strict=True)), (), ())
    apart = Delta(fmpq(0), *excess(pairing, Epsilon(), Limits()))
    real, rho = renyi(pairing, fmpq(5, 2), Limits()), concentrated(pairing, lambda: fmpq(100), Limits())
    assert real.lower is not None and real.upper is not None and rho.upper is not None
    none = Measured(fmpq(5, 2), Divergence(fmpq(0), None), Rho(fmpq(0), None, None), reason="why")
    raised = ends([(p, q)], "each(1)", found=none, variation=apart)
    assert raised.renyi is not None and raised.renyi.lower is not None and 0 < raised.renyi.lower <= real.upper
    assert raised.rho is not None and raised.rho.lower == raised.renyi.lower <= rho.upper
    known = ends([(p, q)], "each(1)", found=replace(none, renyi=real), variation=apart)
    assert known.renyi == real and known.rho is not None and known.rho.lower is not None
    assert max(raised.rho.lower, real.lower / fmpq(5, 2)) == known.rho.lower <= rho.upper


def test_without_time_for_it_nothing_is_told() -> None:
    laws = [([fmpq(3, 4), fmpq(1, 4)], [fmpq(1, 4), fmpq(3, 4)])]
    none = ends(laws, "each(1)", limits=Limits(deadline=0.0))
    assert (none.rho, none.reason) == (None, "why")


def test_they_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text(
        "from faier import Bool, each, geometric, mechanism, private\n\n\n"
        "@private(epsilon=3, neighbors=each(1))\n@mechanism\ndef greatest(x: Bool):\n"
        "    return max((1 if x else 0) + geometric(1 / 2), geometric(1 / 2))\n"
    )
    ran = faier(capsys, "bound", str(tmp_path / "a.py"), "--total-variation", "--no-cache")
    assert "total variation: 0.1666666666 to 0.3333333333" in ran.out
    assert "other measures are between ends that epsilon and its output leave: noise" in " ".join(ran.out.split())
    assert ran.status == 3


def test_what_one_measure_lacks_takes_no_other_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Laplace noise or normal noise: deltas are known, divergences have ends by the tight factor, also for a delta."""
    (tmp_path / "a.py").write_text(
        "from faier import Bool, each, flip, gaussian, laplace, mechanism, private\n\n\n"
        "@private(epsilon=1, delta=0.4, neighbors=each(1))\n@mechanism\ndef either(x: Bool):\n"
        "    return (x if flip(1 / 2) else 1) + laplace(1) if flip(1 / 2) else gaussian(1)\n"
    )
    ran = faier(capsys, "bound", str(tmp_path / "a.py"), "--total-variation", "--renyi", "2", "--zcdp", "--no-cache")
    told = " ".join(ran.out.split())
    assert re.search(r"total variation: 0\.0983\d+ ", told)
    assert "Renyi divergence of order 2: 0.01935" in told and "zero-concentrated: rho = 0.01935" in told
    assert "between ends that epsilon and its output leave: normal noise is shown beside Laplace noise" in told
    assert ran.status == 3
