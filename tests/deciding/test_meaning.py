"""What constants, headers, claims and relations divide by is not 0 for any epsilon, or nothing is proved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.lang import parse
from faier.limits import seconds

RESPONSE = """@private(epsilon=EPS, neighbors=each(1))
@mechanism
def m(a: Bool):
    return flip(exp(EPS) / (exp(EPS) + 1)) == a
"""
MIXED = "K = [2, 3]\n\n\n" + RESPONSE.replace("epsilon=EPS", "epsilon=log(3)").replace(
    "exp(EPS) / (exp(EPS) + 1)", "3 / 4"
)


@pytest.mark.parametrize(
    "text",
    [
        "K = 1 / {0}\n\n\n" + RESPONSE,
        "K = pow({0}, -1)\n\n\n" + RESPONSE,
        "K = [{0} / {0} for k in range(3)]\n\n\n" + RESPONSE,
        "class A:\n    k = {0} / {0}\n\n\n" + RESPONSE,
        "@dataclass\nclass A:\n    k: int = {0} / {0}\n\n\n" + RESPONSE,
        "def same(x, k={0} / {0}):\n    return x\n\n\n" + RESPONSE.replace("== a", "== same(a)"),
        RESPONSE.replace("a: Bool", "a: Bool, *, k={0} / {0}"),
        RESPONSE.replace("each(1)", "each(int({0} / {0}))"),
        RESPONSE.replace("each(1)", "where(lambda a, b: {0} / {0} == 1)"),
        "K = 1 / {0}\n\n\n" + RESPONSE.replace("(epsilon=EPS", "(epsilon=log({0} / {0} * 3)").replace("exp(EPS)", "3"),
        MIXED.replace("[2, 3]", "1 / {0}"),
        MIXED.replace("[2, 3]", "1 / {0}").replace("epsilon=log(3)", "epsilon=log(2), delta=1 / 2"),
        MIXED.replace("[2, 3]", "1 / {0}").replace("epsilon=log(3)", "renyi=(2, 3)"),
        "K = 1 / {0}\n\n\n" + RESPONSE.replace("flip(exp(EPS) / (exp(EPS) + 1)) == a", "a + laplace(1 / EPS)"),
    ],
)
def test_no_epsilon_makes_a_divisor_outside_of_bodies_0(text: str) -> None:
    """Where it is 0 Python raises before any mechanism runs: nothing is told of that epsilon, nor of the least one."""
    head = "from dataclasses import dataclass\n\n"
    head += "from faier import Bool, Positive, each, exp, flip, laplace, log, mechanism, private, where\n\n"
    head += "EPS = Positive(1)\n"
    for divisor, proved in (("(exp(EPS) - 2)", False), ("(exp(EPS) - exp(1))", False), ("(exp(EPS) - 1)", True)):
        program = parse(head + text.format(divisor), "m.py", {})
        question = question_of(program, program.claims[0])
        assert isinstance(plan.decide(question, Store(), seconds(20)), Proved if proved else Undecided), divisor
        if question.measure is None and question.delta == 0:
            tight = plan.bound(replace(question, epsilon=None), Store(), seconds(20)).tight
            assert proved or tight is None, divisor


def test_what_a_divisor_leaves_is_refuted_all_the_same() -> None:
    head = "from faier import Bool, Positive, each, exp, flip, mechanism, private\n\nEPS = Positive(1)\n"
    head += "K = 1 / (exp(EPS) - 2)\n"
    program = parse(head + RESPONSE.replace("epsilon=EPS", "epsilon=EPS / 2"), "m.py", {})
    assert isinstance(plan.decide(question_of(program, program.claims[0]), Store(), seconds(20)), Refuted)
