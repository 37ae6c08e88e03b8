"""Claims as amplification by sampling has them, `log(1 + q * (exp(eps) - 1))`: exactly what the mechanisms lose."""

from __future__ import annotations

from fractions import Fraction

import asked
import pytest

from faier.engines.verdict import Proved, Refuted
from faier.lang import Rejected, parse

HEAD = """\
import math
from fractions import Fraction
from faier import Bool, Positive, Vector, exp, flip, geometric, laplace, log, mechanism, one, private

EPS, Q = 1, Fraction({q.numerator}, {q.denominator})
LESS = math.log(1 + Q * (math.exp(EPS) - 1))


def amplified(eps, q):
    return math.log(1 + q * (math.exp(eps) - 1))


"""
BODY = """\
@mechanism
def m(xs: Vector[Bool, 2]):
    total = sum([x for x in xs if flip(Q)])
    return total + {noise}
"""
WRITTEN = [
    "math.log(1 + Q * (math.exp(EPS) - 1))",
    "log(1 + Q * (exp(EPS) - 1))",
    "LESS",
    "amplified(EPS, Q)",
    "2 * LESS - log(1 + Q * (exp(EPS) - 1))",
    "log((1 + Q * (exp(EPS) - 1)) * exp(2)) - 2",
]


def verdict(claim: str, q: Fraction = Fraction(1, 4), noise: str = "laplace(1 / EPS)") -> object:
    text = HEAD.format(q=q) + f"@private(epsilon={claim}, neighbors=one())\n" + BODY.format(noise=noise)
    program = parse(text, "m.py")
    return asked.check(program, program.claims[0])


@pytest.mark.parametrize("written", WRITTEN)
def test_what_is_published_is_met_and_no_less(written: str) -> None:
    for q in (Fraction(1, 4), Fraction(9, 10)):
        assert type(verdict(written, q)) is Proved
        assert type(verdict(f"{written} - Fraction(1, 10**30)", q)) is Refuted
    assert type(verdict(written, noise="geometric(exp(-EPS))")) is Proved
    assert type(verdict(f"{written} - Fraction(1, 10**30)", noise="geometric(exp(-EPS))")) is Refuted


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("LESS / 3", "a root of"),
        ("LESS * 10**6", "cannot be written exactly"),
        ("math.log(Q * (math.exp(EPS) - 3))", "positive number"),
        ("math.log(1 - Q * 4)", "positive number"),
    ],
)
def test_what_cannot_be_written_is_refused(claim: str, said: str) -> None:
    with pytest.raises(Rejected) as caught:
        verdict(claim)
    assert [one.code for one in caught.value.diagnostics] == ["FA302"]
    assert said in caught.value.diagnostics[0].message


def test_of_an_unknown_epsilon_no_sum_is_taken() -> None:
    text = HEAD.format(q=Fraction(1, 4)).replace("EPS, Q = 1, ", "EPS = Positive(1)\nQ = ").replace("LESS = ", "# ")
    with pytest.raises(Rejected) as caught:
        parse(
            text + "@private(epsilon=log(1 + Q * (exp(EPS) - 1)), neighbors=one())\n" + BODY.format(noise="0"), "m.py"
        )
    assert "EPS = 1" in caught.value.diagnostics[0].hint
