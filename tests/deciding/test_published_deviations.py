"""Normal noise as papers write how wide it is, `sqrt(2 * log(1.25 / delta)) / eps`: verdicts against mpmath."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import asked
import mpmath
import pytest

from faier.deciding.replay import Mismatch
from faier.engines.verdict import Proved, Refuted
from faier.exact import compare
from faier.lang import parse, show
from faier.lang.diagnostics import Rejected
from faier.lang.values import Real, Sequence

HEAD = """\
import math
from math import log, sqrt
from dataclasses import dataclass
from fractions import Fraction
from faier import Int, Vector, each, gaussian, mechanism, one, private

EPS, DELTA, K = 0.5, 1e-5, 3


def scale(eps, delta, sensitivity=1):
    return sensitivity * math.sqrt(2 * math.log(1.25 / delta)) / eps


@dataclass(frozen=True)
class Budget:
    eps: float
    delta: float

    @property
    def sigma(self):
        return scale(self.eps, self.delta)


BUDGET = Budget(0.5, 1e-5)
SIGMA = scale(EPS, DELTA)


"""

CLASSICAL = mpmath.sqrt(2 * mpmath.log(125000)) * 2

DEVIATIONS = {
    "SIGMA": CLASSICAL,
    "BUDGET.sigma": CLASSICAL,
    "scale(EPS, DELTA)": CLASSICAL,
    "sqrt(2 * log(1.25 / DELTA)) * 2": CLASSICAL,
    "(2 * log(1.25) - 2 * log(DELTA)) ** 0.5 / EPS": CLASSICAL,
    "math.pow(2 * log(1.25 / 10 ** -5), 0.5) / EPS": CLASSICAL,
    "sqrt(log(1.25 / DELTA) * 8)": CLASSICAL,
    "sqrt(2 * K * log(2 / DELTA)) / 2": mpmath.sqrt(6 * mpmath.log(200000)) / 2,
    "sqrt(2 * log(1 / sqrt(DELTA)))": mpmath.sqrt(mpmath.log(100000)),
    "sqrt(K) / EPS": 2 * mpmath.sqrt(3),
    "log(3)": mpmath.log(3),
    "1 + sqrt(2)": 1 + mpmath.sqrt(2),
    "sqrt(1 + sqrt(2))": mpmath.sqrt(1 + mpmath.sqrt(2)),
    "1.1 * 0.3 * sqrt(7)": mpmath.mpf("0.33") * mpmath.sqrt(7),
    "3 / sqrt(log(7))": 3 / mpmath.sqrt(mpmath.log(7)),
}


def least_delta(distance: mpmath.mpf, epsilon: str) -> mpmath.mpf:
    """Of a normal draw with deviation 1 that is moved by this distance."""
    eps = mpmath.mpf(epsilon)
    return mpmath.ncdf(distance / 2 - eps / distance) - mpmath.exp(eps) * mpmath.ncdf(-distance / 2 - eps / distance)


def verdicts(body: str, *claims: str) -> list[str]:
    text = HEAD + "".join(f"@private({claim})\n" for claim in claims) + body
    program = parse(text, "m.py")
    found = [asked.check(program, claim) for claim in program.claims]
    assert not any(isinstance(one, Mismatch) for one in found)
    return [type(one).__name__ for one in found]


def told_apart(body: str, delta: mpmath.mpf, claim: str, part: str = "1e-9") -> None:
    """The claim holds with a little more than the least delta, and not with a little less."""
    ends = [Fraction(str(delta * (1 + sign * mpmath.mpf(part)))) for sign in (1, -1)]
    claims = [claim.format(f"Fraction({end.numerator}, {end.denominator})") for end in ends]
    assert verdicts(body, *claims) == [Proved.__name__, Refuted.__name__], body


@pytest.mark.parametrize("deviation", DEVIATIONS)
def test_the_least_delta_is_that_of_the_exact_deviation(deviation: str) -> None:
    with mpmath.workdps(40):
        delta = least_delta(1 / DEVIATIONS[deviation], "0.5")
        body = f"@mechanism\ndef m(x: Int[0, 3]):\n    return x + gaussian({deviation})\n"
        told_apart(body, delta, "epsilon=1 / 2, delta={}, neighbors=each(1)")


def test_several_draws_are_one_along_the_line_between_two_points() -> None:
    """Of deviations whose squares are fractions of each other, and of others."""
    with mpmath.workdps(40):
        wide, narrow = CLASSICAL, mpmath.sqrt(2 * mpmath.log(200000))
        alike = "    return [x + gaussian(SIGMA), 2 * x - gaussian(3 * SIGMA)]\n"
        apart = "    return x + gaussian(SIGMA), x - gaussian(sqrt(2 * log(2 / DELTA)))\n"
        head = "@mechanism\ndef m(x: Int[0, 3]):\n"
        claim = "epsilon=1 / 2, delta={}, neighbors=each(1)"
        told_apart(head + alike, least_delta(mpmath.sqrt(1 + mpmath.mpf(4) / 9) / wide, "0.5"), claim)
        least = least_delta(mpmath.sqrt(1 / wide**2 + 1 / narrow**2), "0.5")
        more = Fraction(str(least * (1 + mpmath.mpf("1e-9"))))
        shown = f"Fraction({more.numerator}, {more.denominator})"
        assert verdicts(head + apart, claim.format(shown)) == [Proved.__name__]
        less = Fraction(str(least * mpmath.mpf("0.5")))
        shown = f"Fraction({less.numerator}, {less.denominator})"
        assert verdicts(head + apart, claim.format(shown)) == [Refuted.__name__]


def test_comparisons_are_coins_with_the_chance_of_the_exact_deviation() -> None:
    with mpmath.workdps(40):
        chances = [mpmath.ncdf((x - 1) / CLASSICAL) for x in (0, 1, 2)]
        tight = max(
            abs(mpmath.log(a / b)) for side in (chances, [1 - chance for chance in chances]) for a, b in pairwise(side)
        )
        above, below = (Fraction(str(tight * (1 + sign * mpmath.mpf("1e-12")))) for sign in (1, -1))
        body = "@mechanism\ndef m(x: Int[0, 2]):\n    return x + gaussian(SIGMA) > 1\n"
        claims = [f"epsilon=Fraction({end.numerator}, {end.denominator}), neighbors=each(1)" for end in (above, below)]
        assert verdicts(body, *claims) == [Proved.__name__, Refuted.__name__]


def test_divergences_and_zcdp_are_those_of_the_exact_square() -> None:
    with mpmath.workdps(30):
        body = "@mechanism\ndef m(x: Int[0, 3]):\n    return x + gaussian(SIGMA)\n"
        rho = 1 / (2 * CLASSICAL**2)
        above, below = (str(rho * (1 + sign * mpmath.mpf("1e-7"))) for sign in (1, -1))
        claims = [f"zcdp={above}, neighbors=each(1)", f"zcdp={below}, neighbors=each(1)"]
        assert verdicts(body, *claims) == [Proved.__name__, Refuted.__name__]
        above, below = (str(3 * rho * (1 + sign * mpmath.mpf("1e-7"))) for sign in (1, -1))
        claims = [f"renyi=(3, {above}), neighbors=each(1)", f"renyi=(3, {below}), neighbors=each(1)"]
        assert verdicts(body, *claims) == [Proved.__name__, Refuted.__name__]
    tight = "@mechanism\ndef m(x: Int[0, 3]):\n    return x + gaussian(math.sqrt(1 / (2 * 0.1)))\n"
    assert verdicts(tight, "zcdp=0.1, neighbors=each(1)", "zcdp=0.0999999, neighbors=each(1)") == [
        Proved.__name__,
        Refuted.__name__,
    ]


def test_without_a_delta_one_real_far_out_refutes() -> None:
    """Also beside others that are the same on both sides; where several differ, none is found."""
    one = "@mechanism\ndef m(x: Int[0, 3]):\n    return x + gaussian(SIGMA)\n"
    assert verdicts(one, "epsilon=3, neighbors=each(1)") == [Refuted.__name__]
    many = "@mechanism\ndef m(xs: Vector[Int[0, 1], 2]):\n    return [x + gaussian(SIGMA) for x in xs]\n"
    assert verdicts(many, "epsilon=3, neighbors=one(1)") == [Refuted.__name__]


def test_numbers_that_are_written_are_meant_whatever_python_rounds_them_to() -> None:
    with mpmath.workdps(40):
        delta = least_delta(1 / mpmath.mpf("1.21"), "0.5")
        body = "@mechanism\ndef m(x: Int[0, 3]):\n    return x + gaussian(1.1 * 1.1)\n"
        told_apart(body, delta, "epsilon=1 / 2, delta={}, neighbors=each(1)")


def test_programs_are_written_with_roots_and_read_again() -> None:
    text = HEAD + "NUMBERS = sqrt(2), 1 / sqrt(3), sqrt(sqrt(5) / log(3)), 1 / (1 + sqrt(2)), log(3)\n\n\n"
    text += (
        "@mechanism\ndef m(x: Int[0, 3], *, scale=sqrt(log(7))):\n    return x + gaussian(scale * SIGMA * NUMBERS[0])\n"
    )
    program = parse(text, "m.py")
    again = parse(show(program), "m.py")
    mine, yours = (dict(one.constants)["NUMBERS"] for one in (program, again))
    assert isinstance(mine, Sequence)
    assert isinstance(yours, Sequence)
    assert len(mine.items) == 5
    for one, other in zip(mine.items, yours.items, strict=True):
        assert isinstance(one, Real)
        assert isinstance(other, Real)
        assert compare(one.exact, other.exact) == 0


def test_a_deviation_that_a_secret_decides_is_refuted() -> None:
    body = "@mechanism\ndef m(x: Int[0, 3]):\n    return gaussian(math.sqrt(1 + x * log(2)))\n"
    assert verdicts(body, "epsilon=1 / 100, delta=1e-3, neighbors=each(1)") == [Refuted.__name__]
    same = "@mechanism\ndef m(x: Int[0, 1]):\n    return gaussian(sqrt(2 * log(3)) if x else sqrt(log(9)))\n"
    assert verdicts(same, "epsilon=0, neighbors=each(1)") == [Proved.__name__]


@pytest.mark.parametrize(
    ("deviation", "code"),
    [
        ("sqrt(2 * log(1.25 / 1.25))", "FA411"),
        ("sqrt(log(1.25 / 2))", "FA411"),
        ("log(0.5)", "FA411"),
        ("log(0)", "FA411"),
        ("log(-1)", "FA411"),
        ("log(2) - 1", "FA411"),
        ("(-2) ** 0.5", "FA411"),
        ("0 ** -0.5", "FA402"),
        ("1 / log(1)", "FA402"),
        ("sqrt(sqrt(2) - sqrt(3))", "FA411"),
        ("sqrt(2) * sqrt(3) - sqrt(6)", "FA407"),
        ("sqrt(2) - 1.414213562373095", "FA407"),
        ("1 - 0.9999999999999999999", "FA407"),
        ("log(2) - 0.69314718055", "FA407"),
        ("sqrt(2 * log(2)) - sqrt(log(4))", "FA411"),
    ],
)
def test_what_is_no_deviation_is_an_error(deviation: str, code: str) -> None:
    body = f"@mechanism\ndef m(x: Int[0, 3]):\n    return x + gaussian({deviation})\n"
    with pytest.raises(Rejected) as caught:
        verdicts(body, "epsilon=1, delta=1e-3, neighbors=each(1)")
    assert {one.code for one in caught.value.diagnostics} == {code}


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("SIGMA * gaussian(1)", "gaussian(sigma) in place of"),
        ("gaussian(1) / sqrt(2)", "gaussian(sigma) in place of"),
        ("sqrt(2)", "gaussian takes it as it is"),
    ],
)
def test_what_is_not_read_says_how_to_write_it(line: str, way: str) -> None:
    with pytest.raises(Rejected) as caught:
        verdicts(f"@mechanism\ndef m(x: Int[0, 3]):\n    return {line}\n", "epsilon=1, delta=1e-3, neighbors=each(1)")
    (found,) = caught.value.diagnostics
    assert way in found.hint


@pytest.mark.parametrize("delta", [Fraction(1, 1000), Fraction(1, 100000), Fraction(3, 10**7)])
@pytest.mark.parametrize("log", ["math.log", "log"])
@pytest.mark.parametrize("rounded", ["ceil", "floor"])
def test_a_threshold_that_is_rounded_up_hides_a_single_row(delta: Fraction, log: str, rounded: str) -> None:
    """A row alone is shown with chance exp(1 - threshold) / 2: delta at most just where the threshold is not less."""
    written = f"Fraction({delta.numerator}, {delta.denominator})"
    imports = (
        "import math\nfrom fractions import Fraction\nfrom faier import Int, each, laplace, log, mechanism, private\n"
    )
    tau = f"TAU = math.{rounded}(1000 * (1 + {log}(1 / (2 * {written})))) / 1000\n"
    claim = f"@private(epsilon=1, delta={written}, neighbors=each(1))\n@mechanism\ndef m(n: Int[0, 3]):\n"
    body = "    noisy = n + laplace(1)\n    if n > 0 and noisy >= TAU:\n        return noisy\n    return None\n"
    program = parse(imports + tau + claim + body, "m.py")
    exactly = mpmath.mpf(delta.numerator) / delta.denominator
    threshold = getattr(mpmath, rounded)(1000 * (1 - mpmath.log(2 * exactly))) / 1000
    holds = mpmath.exp(1 - threshold) / 2 <= exactly
    assert holds == (rounded == "ceil")
    assert type(asked.check(program, program.claims[0])) is (Proved if holds else Refuted)


def test_an_irrational_delta_is_answered_with_a_fraction_below() -> None:
    body = "@mechanism\ndef m(x: Int[0, 3]):\n    return x + gaussian(SIGMA)\n"
    with pytest.raises(Rejected) as caught:
        verdicts(body, "epsilon=1, delta=math.exp(-10), neighbors=each(1)")
    (found,) = caught.value.diagnostics
    number = eval(found.hint.partition(": ")[2], {"Fraction": Fraction})
    assert (
        mpmath.exp(-10) * (1 - mpmath.mpf("1e-6")) < mpmath.mpf(number.numerator) / number.denominator < mpmath.exp(-10)
    )


def test_of_rounded_noise_the_greatest_deviation_decides_far_out() -> None:
    body = "    return round(x + gaussian(SIGMA if flip(1 / 2) else sqrt(log(7))))\n"
    program = parse(HEAD.replace("each,", "each, flip,") + "@mechanism\ndef m(x: Int[0, 1]):\n" + body, "m.py")
    tight = asked.bound(program, asked.subject_of(program, "m", "each(1)", None)).tight
    assert (tight.lower, tight.upper) == (None, None)
    assert tight.witness is not None
