"""`exp` of an epsilon that is made of logarithms is the rational that it is; of half a logarithm it is no number."""

from __future__ import annotations

import asked
import certificates
import pytest
from flint import fmpq
from referee import brute

from faier.engines.verdict import Proved, Refuted
from faier.exact import Epsilon
from faier.lang import Rejected, parse

HEAD = "from faier import Bool, Int, Vector, categorical, each, exp, flip, geometric, log, mechanism, one, private\n"

BINARY = f"""{HEAD}
class Binary:
    def __init__(self, epsilon):
        self.epsilon = epsilon

    def randomise(self, value):
        return value if not flip(1 / (1 + exp(self.epsilon))) else not value


@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(2) - 1 / 1000, neighbors=one(), expect="refuted")
@mechanism
def m(answers: Vector[Bool, 2]):
    mechanism = Binary(epsilon=log(2))
    return [mechanism.randomise(answer) for answer in answers]
"""

SCALED = f"""{HEAD}
def noisy(x, epsilon, sensitivity):
    return min(max(x + geometric(exp(-epsilon / sensitivity)), 0), 2)


@private(epsilon=log(4), neighbors=each(2))
@private(epsilon=log(4) - 1 / 1000, neighbors=each(2), expect="refuted")
@mechanism
def m(x: Int[0, 2]):
    return noisy(x, 2 * log(2), 2)
"""

SUMMED = f"""{HEAD}
@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000, neighbors=each(1), expect="refuted")
@mechanism
def m(x: Int[0, 1]):
    hidden = categorical(exp(2 * log(2) + log(6) - log(3)), 1)
    return 1 - x if hidden else x
"""


@pytest.mark.parametrize(("source", "ratio"), [(BINARY, 2), (SCALED, 4), (SUMMED, 8)])
def test_exponentials_of_logarithms_are_rational(source: str, ratio: int) -> None:
    program = parse(source, "m.py")
    assert [type(asked.check(program, claim)) for claim in program.claims] == [Proved, Refuted]
    truth = brute.tight(source, "m", neighbors="each(2)" if "Int[0, 2]" in source else "one()")
    assert isinstance(truth, brute.Tight)
    assert truth.ratio == ratio
    assert [made.answer().answer for made in certificates.certified(source)] == ["valid", "valid"]


def test_a_rational_in_the_exponent_stays_a_power_of_e() -> None:
    source = SUMMED.replace("exp(2 * log(2) + log(6) - log(3))", "exp(1 + log(2))").replace("log(8)", "(1 + log(2))")
    program = parse(source, "m.py")
    assert [type(asked.check(program, claim)) for claim in program.claims] == [Proved, Refuted]
    assert program.claims[0].budget.epsilon == Epsilon.rational(fmpq(1)) + Epsilon.log(fmpq(2))


@pytest.mark.parametrize(
    ("power", "message"),
    [
        ("log(3) / 2", "exp(1/2 * log(3)) is a root of a rational number, which is not computed with"),
        ("log(2) * log(3)", "exp takes rational numbers, logarithms of such, their sums, and multiples"),
    ],
)
def test_other_exponents_are_refused(power: str, message: str) -> None:
    source = SUMMED.replace("2 * log(2) + log(6) - log(3)", power)
    with pytest.raises(Rejected) as caught:
        program = parse(source, "m.py")
        asked.check(program, program.claims[0])
    (found,) = caught.value.diagnostics
    assert message in found.message


def test_floats_of_math_are_no_logarithms() -> None:
    source = BINARY.replace("Binary(epsilon=log(2))", "Binary(epsilon=EPSILON)").replace(HEAD, f"import math\n{HEAD}")
    with pytest.raises(Rejected) as caught:
        program = parse(source.replace("class Binary", "EPSILON = math.log(2)\n\n\nclass Binary"), "m.py")
        asked.check(program, program.claims[0])
    (found,) = caught.value.diagnostics
    assert found.code == "FA407"
