"""Claims about one real that is shown, by the checker's own enclosures: against closed forms and integration."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, pi, sqrt
from random import Random

import pytest
from claimed_files import Claimed

from faier.checker.densities import laplace
from faier.checker.lines import Bell, Exponential, Merged, Part, Smeared, merged
from faier.checker.normals import PLAIN, Normal

HEAD = "from faier import Int, Real, each, flip, gaussian, laplace, mechanism, prior, private, secret, uniform\n\n\n"


def below(x: float) -> float:
    return erfc(-x / sqrt(2)) / 2


def value(term: Exponential | Bell | Smeared, x: float) -> float:
    if isinstance(term, Exponential):
        return sum(float(c[0]) * x**k for k, c in enumerate(term.amounts)) * exp(float(term.rate) * x)
    m, v = float(term.mean), float(term.variance)
    if isinstance(term, Bell):
        return exp(-((x - m) ** 2) / 2 / v) / sqrt(2 * pi * v)
    r, side = float(term.rate), term.side
    return r / 2 * exp(r * (v * r / 2 - side * (x - m))) * below((side * (x - m) - v * r) / sqrt(v))


def test_terms_lie_between_their_ends() -> None:
    rng = Random(3)
    for _ in range(150):
        mean, variance = Fraction(rng.randint(-9, 9), 4), Fraction(rng.randint(1, 20), rng.randint(1, 9))
        rate = Fraction(rng.randint(1, 9), rng.randint(1, 9))
        amounts = tuple((Fraction(rng.randint(-5, 5)),) * 2 for _ in range(rng.randint(1, 3)))
        term = rng.choice(
            (Exponential(rate * rng.choice((1, -1)), amounts), Bell(mean, variance),
             Smeared(mean, variance, rate, rng.choice((1, -1))))
        )  # fmt: skip
        low = Fraction(rng.randint(-30, 30), 7)
        high, tilt = low + Fraction(rng.randint(1, 20), 9), Fraction(rng.randint(-4, 4), 3)
        least, most = term.on(low, high, tilt)
        for at in range(9):
            x = float(low) + at / 8 * float(high - low)
            here = value(term, x) * exp(float(tilt) * (x - float(low)))
            room = 1e-9 * max(1, abs(here))
            assert float(least) - room <= here <= float(most) + room


def test_terms_far_out_lie_between_their_ends() -> None:
    mean, variance, rate = Fraction(1), Fraction(2), Fraction(3, 4)
    terms = [Smeared(mean, variance, rate, 1), Smeared(mean, variance, rate, -1), Bell(mean, variance)]
    terms += [Exponential(-rate, ((Fraction(5),) * 2,)), Exponential(-2 * rate, ((Fraction(5),) * 2,))]
    for term in terms:
        least, most = term.far(Fraction(3), rate)
        for x in (3.0, 3.5, 5, 9, 14):
            assert float(least) - 1e-9 <= value(term, x) * exp(0.75 * x) <= float(most) * (1 + 1e-9)


def test_what_is_added_up_is_what_its_parts_are() -> None:
    draws = [laplace(Fraction(1, 2), PLAIN).along(Fraction(-n), Fraction(1)) for n in (0, 2, 3)]
    cut = laplace(Fraction(2), PLAIN).restricted(Fraction(-1), Fraction(5, 2))
    parts = [Part((Fraction(n + 1, 9),) * 2, draw) for n, draw in enumerate([*draws, cut])]
    (whole,) = merged(parts)
    assert isinstance(whole, Merged)
    for low, high in ((None, Fraction(1, 3)), (Fraction(-4), Fraction(4)), (Fraction(5, 2), None), (None, None)):
        found, wanted = whole.between(low, high), [part.between(low, high) for part in parts]
        assert float(found[0]) == pytest.approx(float(sum(one for one, _ in wanted)))
        turned = whole.mirrored().between(None if high is None else -high, None if low is None else -low)
        assert float(turned[1]) == pytest.approx(float(found[1]))
    for low in (Fraction(-7), Fraction(0), Fraction(9, 4)):
        one, other = whole.on(low, low + Fraction(1, 8), Fraction(1)), [
            part.on(low, low + Fraction(1, 8), Fraction(1)) for part in parts
        ]  # fmt: skip
        assert one[0] <= sum(high for _, high in other) and one[1] >= sum(low for low, _ in other)
    normal = Part((Fraction(1),) * 2, Normal(Fraction(1)))
    assert merged([normal]) == [normal]


def claimed(mechanism: str, decorator: str, epsilon: str, data: str = "") -> tuple[str, str]:
    source = f"{HEAD}{data}@private(epsilon={epsilon}, {decorator})\n@mechanism\n{mechanism}"
    return Claimed(source, epsilon, decorator).answer()


def test_the_analytic_gaussian() -> None:
    """delta(eps) of a sum that one person changes by 1."""
    for deviation, epsilon in ((1, 1), (2, 0.5), (3, 0.1)):
        delta = below(0.5 / deviation - epsilon * deviation) - exp(epsilon) * below(
            -0.5 / deviation - epsilon * deviation
        )
        for part, answer in ((1.001, "valid"), (0.999, "invalid")):
            found = claimed(
                f"def m(x: Int[0, 1]):\n    return x + gaussian({deviation})\n",
                f"neighbors=each(1), delta={delta * part:.12f}", str(epsilon),
            )  # fmt: skip
            assert found[0] == answer
    assert claimed("def m(x: Int[0, 1]):\n    return x + gaussian(1)\n", "neighbors=each(1)", "50")[0] == "holey"


def test_a_count_with_laplace_noise() -> None:
    """delta = 1 - e^((eps - 1 / b) / 2) where counts differ by 1; and other scales for some inputs."""
    for epsilon in (0.1, 0.3):
        delta = 1 - exp((epsilon - 0.5) / 2)
        for part, answer in ((1.001, "valid"), (0.999, "invalid")):
            found = claimed(
                "def m(x: Int[0, 2]):\n    return x + laplace(2)\n",
                f"neighbors=each(1), delta={delta * part:.12f}", str(epsilon),
            )  # fmt: skip
            assert found[0] == answer
    wide = "def m(x: Int[0, 1]):\n    return laplace(1 + x)\n"
    assert claimed(wide, "neighbors=each(1)", "10")[0] != "valid"
    # the chance to be beyond 2 log 2, where (1/4) e^(-|y| / 2) is more than (1/2) e^(-|y|), less the other
    assert claimed(wide, "neighbors=each(1), delta=251 / 1000", "0")[0] == "valid"
    assert claimed(wide, "neighbors=each(1), delta=249 / 1000", "0")[0] == "invalid"


SCALES = "laplace(1) if flip(1 / 2) else laplace(2)"


@pytest.mark.parametrize(("noise", "epsilon"), [("gaussian(2) + laplace(1)", "101 / 100"), (SCALES, "51 / 100")])
def test_sums_and_choices_of_noise(noise: str, epsilon: str) -> None:
    """Far out the ratio comes to e^(1 / b) of the largest scale b; between, it is less, or for two scales more."""
    body = f"def m(x: Int[0, 1]):\n    return x + ({noise})\n"
    assert claimed(body, "neighbors=each(1)", "101 / 100")[0] == "valid"
    assert claimed(body, "neighbors=each(1)", "49 / 100")[0] != "valid"
    assert claimed(body, "neighbors=each(1)", epsilon)[0] == ("valid" if noise != SCALES else "invalid")


def test_exact_values_beside_reals() -> None:
    body = "def m(x: Int[0, 1]):\n    return 7 if flip((1 + x) / 4) else laplace(2)\n"
    assert claimed(body, "neighbors=each(1)", "7 / 10")[0] == "valid"
    assert claimed(body, "neighbors=each(1)", "69 / 100")[0] == "invalid"
    assert claimed(body, "neighbors=each(1), delta=251 / 1000", "0")[0] == "valid"
    assert claimed(body, "neighbors=each(1), delta=249 / 1000", "0")[0] == "invalid"


NOT_ONE = {
    "shown twice": "def m(x: Int[0, 1]):\n    y = x + laplace(2)\n    return y, y\n",
    "two reals": "def m(x: Int[0, 1]):\n    return x + gaussian(2), x + gaussian(2)\n",
    "looked at when it was shown": "def m(x: Int[0, 1]):\n    y = x + gaussian(2)\n    yield y\n    yield y > 0\n",
    "looked at by another": "def m(x: Int[0, 1]):\n    y = laplace(1)\n    yield y + x\n    yield y > laplace(1)\n",
    "beside what is exact": "def m(x: Int[0, 1]):\n    return gaussian(2), x\n",
    "one after another": "def m(x: Int[0, 1]):\n    yield gaussian(2)\n    yield x\n",
    "an exact value first": "def m(x: Int[0, 1]):\n    yield x\n    yield gaussian(2)\n",
    "nothing now and then": "def m(x: Int[0, 1]):\n    if x:\n        return gaussian(2)\n",
    "the input itself": "def m(x: Int[0, 1]):\n    return x if flip(1 / 2) else gaussian(2)\n",
}


@pytest.mark.parametrize("name", NOT_ONE)
def test_nothing_else_is_taken_for_one_real(name: str) -> None:
    for more in ("", ", delta=1 / 1000"):
        assert claimed(NOT_ONE[name], f"neighbors=each(1){more}", "1 / 10")[0] != "valid"


def law(means: list[int], weights: list[int], deviation: float, scale: float, x: float) -> float:
    found = 0.0
    for mean, weight in zip(means, weights, strict=True):
        r, t, s = 1 / scale, x - mean, deviation
        up = exp(r * t) * below(-(t + s * s * r) / s)
        found += weight * r / 2 * exp(s * s * r * r / 2) * (exp(-r * t) * below((t - s * s * r) / s) + up)
    return found / sum(weights)


@pytest.mark.parametrize("seed", [0])
def test_random_mixtures_lose_what_integration_says(seed: int) -> None:
    """What is exceeded, at every tenth; a tenth of a percent above it is valid, and below it is not."""
    rng = Random(seed)
    sides = [([rng.randint(-3, 3) for _ in range(2)], [rng.randint(1, 3) for _ in range(2)]) for _ in range(2)]
    deviation, scale, epsilon = rng.randint(1, 2), rng.randint(1, 3), rng.choice((0.1, 0.3))
    lost, step = 0.0, 1 / 16
    for one, other in (sides, sides[::-1]):
        found = 0.0
        for n in range(-25 * 16, 25 * 16):
            x = (n + 1 / 2) * step
            more = law(*one, deviation, scale, x) - exp(epsilon) * law(*other, deviation, scale, x)
            found += max(more, 0) * step
        lost = max(lost, found)

    def drawn(means: list[int], weights: list[int]) -> str:
        return f"{means[0]} if flip({weights[0]} / {sum(weights)}) else {means[1]}"

    data = (
        "@prior\ndef p():\n    far = flip(1 / 2)\n    secret(far)\n    if far:\n"
        f"        return ({drawn(*sides[0])}) + gaussian({deviation})\n"
        f"    return ({drawn(*sides[1])}) + gaussian({deviation})\n\n\n"
    )
    for delta, answer in ((lost * 1.002 + 1e-6, "valid"), (lost * 0.998 - 1e-6, "invalid")):
        if delta > 0:
            found_answer = claimed(
                f"def m(x: Real):\n    return x + laplace({scale})\n",
                f"prior=p, delta={delta:.12f}",
                str(epsilon),
                data,
            )
            assert found_answer[0] == answer
