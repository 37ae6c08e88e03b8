"""A claim at a scale with many digits is decided as at a round one, also beside other exponentials and a delta."""

import time

import pytest
from flint import fmpq

from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Undecided, Verdict
from faier.exact import exponential
from faier.lang import parse
from faier.limits import Limits

FILE = """
from faier import Bool, Int, Vector, clamp, each, exp, flip, geometric, laplace, mechanism, private
s = 2


@private(epsilon=6 / 5, neighbors=each(1))
@mechanism
def beside(x: Int[0, 2], y: Int[0, 2]):
    return clamp(x + geometric(exp(-1 / s)), 0, 2), clamp(y + geometric(exp(-1 / 2)), 0, 2)


@private(epsilon=1, delta=1 / 20, neighbors=each(1))
@mechanism
def allowed(x: Int[0, 2], y: Int[0, 2]):
    return clamp(x + geometric(exp(-1 / s)), 0, 2), clamp(y + geometric(exp(-1 / 2)), 0, 2)


@private(epsilon=1 / 2, neighbors=each(1))
@mechanism
def summed(x: Int[0, 2]):
    return round(x + laplace(s) + laplace(1))


@private(epsilon=1 / 2, neighbors=each(1))
@mechanism
def sampled(x: Int[0, 2]):
    return clamp(x + geometric(exp(-1 / s)), 0, 2) if flip(exp(-1)) else 0
"""


def _decided(number: int, scale: str) -> Verdict:
    program = parse(FILE, "file.py", {"s": scale})
    question = question_of(program, program.claims[number])
    return plan.decide(question, Store(), Limits(time.monotonic() + 60))


def test_the_tight_epsilon_is_the_sum_of_both_rates() -> None:
    rates = {"1.463533": fmpq(10**6, 1463533), "1.428571": fmpq(10**6, 1428571), "10 / 7": fmpq(7, 10)}
    for scale, rate in rates.items():
        found = _decided(0, scale)
        assert isinstance(found, Refuted if rate > fmpq(7, 10) else Proved), scale
        assert found.tight is not None and found.tight.lower == exponential(rate + fmpq(1, 2))


@pytest.mark.parametrize("number", range(1, 4))
def test_verdicts_do_not_depend_on_how_many_digits_a_scale_has(number: int) -> None:
    for round_, ugly in (("4", "3.999983"), ("3 / 2", "1.500017"), ("1", "0.999983")):
        found = _decided(number, ugly)
        assert not isinstance(found, Undecided) and type(found) is type(_decided(number, round_)), (round_, ugly)
