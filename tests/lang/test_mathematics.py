"""`math`: exact logarithms in claims, no floats in draws, and infinity as what every number is better than."""

from __future__ import annotations

import asked
import pytest
from referee import brute

from faier.engines.verdict import Proved
from faier.lang import Rejected, parse, show

LARGEST = """
import math
from math import log
from faier import Int, Vector, geometric, log as exact, mechanism, private, one, flip

EPSILON = math.log(3)


@private(epsilon=2 * math.log(2), neighbors=one(1))
@mechanism
def largest(xs: Vector[Int[0, 1], 2]):
    best, winner = -math.inf, None
    for index, x in enumerate(xs):
        noisy = x + geometric(1 / 2)
        if noisy > best:
            best, winner = noisy, index
    return winner


@private(epsilon=EPSILON, neighbors=one())
@private(epsilon=log(3), neighbors=one(), name="again")
@mechanism
def response(x: Int[0, 1]):
    return x if flip(3 / 4) else 1 - x
"""


def test_logarithms_of_math_are_exact_in_claims_and_infinity_begins_a_search() -> None:
    program = parse(LARGEST, "m.py")
    assert parse(show(program), "m.py") == program
    answers = {claim.label: asked.check(program, claim) for claim in program.claims}
    assert all(isinstance(found, Proved) for found in answers.values()), answers
    assert "log(3)" in [claim.budget.epsilon_text for claim in program.claims]
    truth = brute.tight(LARGEST, "response", neighbors="one()")
    assert isinstance(truth, brute.Tight)
    assert truth.ratio == 3


def refused(body: str, head: str = "") -> tuple[str, str]:
    text = f"import math\nfrom faier import Int, each, flip, log, mechanism, private\n{head}\n\n"
    text += f"@private(epsilon=log(2), neighbors=each(1))\n@mechanism\ndef m(x: Int[0, 3]):\n    {body}\n"
    with pytest.raises(Rejected) as caught:
        program = parse(text, "m.py")
        asked.check(program, program.claims[0])
    (found,) = caught.value.diagnostics
    return found.code, found.hint


@pytest.mark.parametrize(
    ("body", "code", "way"),
    [
        ("return flip(math.exp(-1))", "FA407", "from faier import exp"),
        ("return flip(1 / (1 + math.exp(x)))", "FA407", "from faier import exp"),
        ("return flip(math.log(2))", "FA407", "from faier import exp"),
        ("return flip(math.sqrt(1 / 2))", "FA407", "isqrt"),
        ("return flip(HALF_LIFE)", "FA407", "from faier import exp"),
        ("return HALF_LIFE", "FA407", "from faier import exp"),
        ("return math.e", "FA205", "exp(1)"),
        ("return math.inf", "FA409", "None"),
        ("return math.inf + x", "FA409", ""),
        ("return math.sqrt(x + 2)", "FA407", "isqrt"),
        ("return math.floor", "FA205", "math.floor(...)"),
        ("return math.hypot(x, x)", "FA205", ""),
        ("return isinstance(x, 3)", "FA205", "a class of the file"),
    ],
)
def test_what_is_no_exact_number_is_refused_with_the_way_on(body: str, code: str, way: str) -> None:
    found, hint = refused(body, "HALF_LIFE = math.log(2)")
    assert found == code
    assert way in hint
