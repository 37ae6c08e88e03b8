"""Normal data of a prior with noise added, by the checker's own hand: densities, chances, and forged claims."""

from __future__ import annotations

from fractions import Fraction
from math import erf, exp, log, pi, sqrt
from random import Random

import pytest
from claimed_files import Claimed

from faier.checker.densities import laplace
from faier.checker.forms import Form, Number
from faier.checker.normals import PLAIN, Normal
from faier.checker.outcome import Hole
from faier.checker.series import enclosed, normal_chance

HEAD = "from faier import Int, Real, each, flip, gaussian, laplace, mechanism, prior, private, secret, uniform\n\n\n"
DATA = (
    "@prior\ndef p():\n    far = flip(1 / 2)\n    secret(far)\n"
    "    return gaussian(1) if flip(0.9) else 6 + 2 * far + gaussian(1)\n\n\n"
)
NOISY = "def m(x: Real):\n    return x + laplace(2)\n"


def middle(number: Number) -> float:
    if not isinstance(number, Form):
        return float(number)
    assert not number.bottom
    low, high = enclosed(number.top, 256)
    return float((low + high) / 2)


def summed(low: float, high: float, f, steps: int = 6_000) -> float:
    width = (high - low) / steps
    return width * sum(f(low + (n + 1 / 2) * width) for n in range(steps))


@pytest.mark.parametrize(("variance", "rate", "mean"), [("1", "1/2", "0"), ("4", "3", "-1/2"), ("1/9", "2", "5")])
def test_a_normal_draw_with_a_laplace_draw(variance: str, rate: str, mean: str) -> None:
    v, r, m = float(Fraction(variance)), float(Fraction(rate)), float(Fraction(mean))
    noise = laplace(Fraction(rate), PLAIN)
    place, steep = noise.peak or (None, None)
    assert (place, steep) == (0, Fraction(rate))
    found = Normal(Fraction(variance), Fraction(mean)).plus_laplace(Fraction(0), Fraction(rate), Fraction(1))
    assert found.total == 1 and found.unit == PLAIN

    def density(x: float) -> float:
        reach = 12 * sqrt(v)
        return summed(
            m - reach, m + reach,
            lambda y: exp(-((y - m) ** 2) / 2 / v) / sqrt(2 * pi * v) * r / 2 * exp(-r * abs(x - y)),
        )  # fmt: skip

    def below(x: float) -> float:
        reach = 40 / r
        return summed(-reach, reach, lambda z: r / 2 * exp(-r * abs(z)) * (1 + erf((x - z - m) / sqrt(2 * v))) / 2)

    for x in ("-3", "0", "7/3", "6"):
        here = Fraction(x)
        assert middle(found.at(here)) == pytest.approx(density(float(here)), rel=1e-3)
        assert middle(found.restricted(None, here).total) == pytest.approx(below(float(here)), rel=1e-3)
        turned = found.along(Fraction(1), Fraction(-2)).restricted(None, here).total
        assert 2 * middle(turned) == pytest.approx(1 - below(1 - 2 * float(here)), rel=1e-3, abs=2e-5)


def test_sums_of_more_are_not_known() -> None:
    both = Normal(Fraction(1)).plus_laplace(Fraction(0), Fraction(1), Fraction(1))
    assert both.plus_noise(Normal(Fraction(3), Fraction(2))).variance == 4
    for make in (lambda: both.plus_noise(both), lambda: both.plus_laplace(Fraction(0), Fraction(1), Fraction(1))):
        with pytest.raises(Hole, match="two other draws"):
            make()
    with pytest.raises(Hole, match="compared"):
        both.restricted(Fraction(0), None).plus_noise(Normal(Fraction(1)))


def test_chances_far_out_are_between_nothing_and_little() -> None:
    low, high = normal_chance("normal 10000/1", 64)
    assert low == 0 and 0 < high <= Fraction(1, 2**5000)
    assert normal_chance("normal 10000000000/1", 64)[1] > 0


def claimed(decorator: str, epsilon: str, mechanism: str = NOISY, data: str = DATA) -> Claimed:
    return Claimed(f"{HEAD}{data}@private(epsilon={epsilon}, {decorator})\n@mechanism\n{mechanism}", epsilon, decorator)


def seen(of: Claimed, shown: object, left: bool, right: bool) -> str:
    outputs = [{"shown": [shown], "ended": True}]
    sides = {"left": left, "right": right, "parameters": {}, "public": {}, "at_epsilon": None}
    made = Claimed(of.source, of.epsilon, of.decorator, {"kind": "violation", "outputs": outputs} | sides, "refuted")
    return made.answer()[0]


def law(x: float, far: bool) -> float:
    def part(mean: float) -> float:
        return summed(
            mean - 10, mean + 10,
            lambda y: exp(-((y - mean) ** 2) / 2) / sqrt(2 * pi) / 4 * exp(-abs(x - y) / 2), 500,
        )  # fmt: skip

    return 0.9 * part(0) + 0.1 * part(8 if far else 6)


@pytest.mark.parametrize("at", [Fraction(9), Fraction(17, 2), Fraction(20), Fraction(5, 2)])
def test_densities_refute_exactly_what_they_exceed(at: Fraction) -> None:
    lost = log(law(float(at), True) / law(float(at), False))
    for far in (True, False):
        for less, answer in ((0.001, "valid"), (-0.001, "invalid")):
            allowed = (lost if far else -lost) - less
            if allowed > 0:
                letter = {"near": f"{at.numerator}/{at.denominator}", "side": 0}
                assert seen(claimed("prior=p", f"{allowed:.9f}"), letter, far, not far) == answer


def test_sets_refute_exactly_what_they_exceed() -> None:
    above = [summed(9, 40, lambda x, far=far: law(x, far), 50) for far in (True, False)]
    more = above[0] - exp(0.1) * above[1]
    assert more > 0.001
    for delta, answer in ((more * 0.97, "valid"), (more * 1.03, "invalid")):
        found = claimed(f"prior=p, delta={delta:.9f}", "1 / 10")
        assert seen(found, {"between": ["9/1", None]}, True, False) == answer
        assert seen(found, {"between": ["9/1", None]}, False, True) == "invalid"


# What the data of a prior may be, and what no mechanism may be given: none is ever valid.
STRANGE = {
    "data that is a number": (DATA.replace("gaussian(1) if", "7 if"), NOISY),
    "data that is a fraction": (DATA.replace("gaussian(1) if", "1 / 2 if"), NOISY),
    "data that is a truth": (DATA.replace("gaussian(1) if", "True if"), NOISY),
    "a real for an integer": (DATA, NOISY.replace("Real", "Int[0, 9]")),
    "a real with ends": (DATA, NOISY.replace("Real", "Real[0, 9]")),
    "a list of reals": (DATA.replace("return gaussian(1)", "return [gaussian(1)]"), NOISY),
    "a secret that is a real": (DATA.replace("secret(far)", "secret(gaussian(1))"), NOISY),
    "a real of a helper": (DATA, "def m(x: Real):\n    y: Real = x\n    return y + laplace(2)\n"),
    "a real that is shown": (DATA, "def m(x: Real):\n    return x\n"),
    "an index": (DATA, "def m(x: Real):\n    return [0, 1][x]\n"),
}


@pytest.mark.parametrize("name", STRANGE)
def test_strange_data_proves_nothing(name: str) -> None:
    data, mechanism = STRANGE[name]
    for kind in ({"kind": "enumeration", "boxes": {}}, {"kind": "alignment", "shift": 2}, {"kind": "shifts"}):
        found = claimed("prior=p", "5", mechanism, data)
        assert found.with_evidence(kind).answer()[0] != "valid"
    found = claimed("prior=p", "1 / 100", mechanism, data)
    if name != "a real that is shown":
        assert seen(found, {"near": "9/1", "side": 0}, True, False) != "valid"


def test_no_relation_is_about_reals_of_a_prior() -> None:
    for kind in ({"kind": "enumeration", "boxes": {}}, {"kind": "alignment", "shift": 2}, {"kind": "shifts"}):
        assert claimed("neighbors=each(1)", "5").with_evidence(kind).answer()[0] != "valid"
    for given in ("0/1", 0, {"near": "0/1", "side": 0}):
        forged = claimed("neighbors=each(1)", "1 / 100").refuted(
            [{"near": "1/1", "side": 0}], {"x": given}, {"x": "1/1"}
        )
        assert forged.answer()[0] != "valid"


def test_random_data_is_weighed() -> None:
    """Chances of coins on normal data with noise, against integration."""
    rng = Random(5)
    for _ in range(3):
        means, scale, cut = (rng.randint(-2, 2), rng.randint(-2, 3)), rng.randint(1, 3), rng.randint(-2, 2)
        data = (
            f"@prior\ndef p():\n    far = flip(1 / 2)\n    secret(far)\n"
            f"    return {means[1]} + gaussian(2) if far else {means[0]} + gaussian(2)\n\n\n"
        )
        mechanism = f"def m(x: Real):\n    return x + laplace({scale}) >= {cut}\n"

        def above(mean: int, scale: int = scale, cut: int = cut) -> float:
            return summed(
                -60, 60,
                lambda z: exp(-abs(z) / scale) / 2 / scale * (1 - erf((cut - z - mean) / sqrt(8))) / 2,
            )  # fmt: skip

        chances = [above(mean) for mean in means]
        lost = max(abs(log(chances[0] / chances[1])), abs(log((1 - chances[0]) / (1 - chances[1]))))
        assert claimed("prior=p", f"{lost + 1e-4:.9f}", mechanism, data).answer() == ("valid", "")
        if lost > 1e-3:
            assert claimed("prior=p", f"{lost - 1e-4:.9f}", mechanism, data).answer()[0] == "invalid"
