"""Unknown probabilities of a prior, with a delta: held against the same prior with many values in their place."""

from __future__ import annotations

from dataclasses import replace

import asked
import pytest
from flint import fmpq

from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import nearest_float
from faier.lang import parse
from faier.limits import seconds

HEAD = """from faier import Int, Probability, Real, flip, gaussian, geometric, laplace
from faier import mechanism, prior, private, secret

{line}
@prior
def people({parameters}):
{prior}

@private(epsilon=1/2, delta={delta}, prior=people)
@mechanism
def m(n: Int[0, 3]):
    return {shown}
"""
ONE_DRAW = """    ill = flip(1 / 2)
    secret(ill)
    return (1 if flip(p) else 0) + (1 if ill else 0)"""
SECRET_ITSELF = """    first = flip(p)
    second = first if flip(3 / 4) else not first
    secret(first)
    return (1 if first else 0) + (1 if second else 0) + (1 if flip(p) else 0)"""
A_QUOTIENT = """    first = flip(p)
    second = first if flip(3 / 4) else not first
    secret(second)
    return 2 * (1 if first else 0) + (1 if flip(p) else 0)"""
REAL, CHANCE = "p: Real[1/4, 3/4]", "p: Probability"
EVERY = [
    (ONE_DRAW, CHANCE, "n + gaussian(2)"),
    (ONE_DRAW, REAL, "n + geometric(1 / 2)"),
    (SECRET_ITSELF, REAL, "n + laplace(2)"),
    (A_QUOTIENT, REAL, "n + geometric(1 / 2)"),
]


def text(prior: str, parameters: str, shown: str, delta: str, line: str = "") -> str:
    return HEAD.format(prior=prior, parameters=parameters, shown=shown, delta=delta, line=line)


def least(source: str) -> tuple[float, float]:
    program = parse(source, "m.py", {})
    question = replace(question_of(program, program.claims[0]), delta=None)
    found = plan.least_delta(question, Store(), seconds(20))
    assert found.value is not None
    return nearest_float(found.value if found.lower is None else found.lower), nearest_float(found.value)


def decided(source: str) -> Proved | Refuted | Undecided:
    program = parse(source, "m.py", {})
    return asked.check(program, program.claims[0], limits=seconds(20))


@pytest.mark.parametrize(("prior", "parameters", "shown"), EVERY)
def test_the_worst_value_decides(prior: str, parameters: str, shown: str) -> None:
    low, high = least(text(prior, parameters, shown, "1/8"))
    assert 0 <= high - low < 2e-9
    for chance in ("1/4", "5/7"):
        assert least(text(prior, "", shown, "1/8", f"p = {chance}"))[0] <= high + 1e-12
    above, below = fmpq(int((high + 1e-4) * 10**12), 10**12), fmpq(int((low - 1e-4) * 10**12), 10**12)
    assert isinstance(decided(text(prior, parameters, shown, str(above))), Proved)
    refuted = decided(text(prior, parameters, shown, str(below)))
    assert isinstance(refuted, Refuted)
    assert [name for name, _ in refuted.witness.parameters] == ["p"]


def test_what_is_left_open() -> None:
    """Chances of normal draws, or means that are unknown too, are not followed beside unknown chances."""
    prior = ONE_DRAW.replace("1 if ill", "1 if ill and gaussian(1) > p")
    assert isinstance(decided(text(prior, REAL, "n + gaussian(2)", "1/8")), Undecided)
