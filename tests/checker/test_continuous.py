"""Laplace noise by the checker's own hand: exact values, numerical integration, and what it does not follow."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import exp, log
from random import Random

import pytest
from claimed_files import Claimed
from flint import arb, ctx

from faier.checker.budgets import Epsilon
from faier.checker.densities import Density, laplace, two_at_most, with_laplace
from faier.checker.forms import Form, Number
from faier.checker.normals import PLAIN
from faier.checker.outcome import Hole, Invalid
from faier.checker.series import normal_chance

EPS = Epsilon(rate=Fraction(1))
HEAD = (
    "import math\nfrom faier import Int, Positive, Stream, Vector, categorical, clamp, each, exp, flip, gaussian, log\n"
    "from faier import laplace, mechanism, one, prior, private, secret, total, uniform\n\nEPS = Positive(1)\n\n\n"
)


def near(number: Number, knob: float = 0.7) -> float:
    """For EPS at the knob."""
    if not isinstance(number, Form):
        return float(number)
    value = _sum(number.top.items(), knob)
    for factor, times in number.bottom.items():
        value /= _sum(factor, knob) ** times
    return value


def _sum(terms, knob):
    found = 0.0
    for powers, amount in terms:
        value = float(amount)
        for name, power in powers:
            value *= exp(float(power) * (1 if name == "e" else knob))
        found += value
    return found


def integral(f, low: float, high: float, steps: int = 4_000) -> float:
    width = (high - low) / steps
    return width * (f(low) / 2 + f(high) / 2 + sum(f(low + n * width) for n in range(1, steps)))


def at(density: Density, x: float) -> float:
    return near(density.at(Fraction(x).limit_denominator(10**6), 1))


def two_sided(rate: float, x: float) -> float:
    return rate / 2 * exp(-rate * abs(x))


@pytest.mark.parametrize(("one", "other"), [("1/2", "1/3"), ("1/2", "1/2"), ("2", "1/5")])
def test_a_sum_of_two_draws_has_their_convolution(one: str, other: str) -> None:
    found = with_laplace(laplace(Fraction(one), PLAIN), Fraction(other))
    a, b = float(Fraction(one)), float(Fraction(other))
    assert found.total == 1
    for x in (-1.5, 0, 0.25, 3):
        wanted = integral(lambda v, x=x: two_sided(a, v) * two_sided(b, x - v), -40, 40, 16_000)
        assert at(found, x) == pytest.approx(wanted, rel=1e-4)


def test_what_is_known_of_a_bound_draw_is_integrated() -> None:
    """y with rate 1/3 where a draw with rate 1/2, between -1 and 2, is at least 1 - 2 y."""
    message = (
        laplace(Fraction(1, 2), PLAIN).restricted(Fraction(-1), Fraction(2)).from_on.along(Fraction(1), Fraction(-2))
    )
    found = laplace(Fraction(1, 3), PLAIN).times(message)

    def inner(y: float) -> float:
        low = max(1 - 2 * y, -1)
        return integral(lambda v: two_sided(1 / 2, v), low, 2, 200) if low < 2 else 0.0

    assert near(found.total) == pytest.approx(integral(lambda y: two_sided(1 / 3, y) * inner(y), -30, 60), rel=1e-3)
    assert at(found, 0.25) == pytest.approx(two_sided(1 / 3, 0.25) * inner(0.25), rel=1e-4)


def test_integers_below_are_weighed() -> None:
    density = laplace(Fraction(1), PLAIN).restricted(Fraction(-3), None).along(Fraction(3, 10), Fraction(-1, 2))
    weights = density.floors()
    for n in range(-4, 9):
        wanted = integral(lambda x: at(density, x), n, n + 1, 300)
        assert near(weights.at(n)) == pytest.approx(wanted, abs=2e-3)
    assert near(weights.total) == pytest.approx(near(density.total))


def test_powers_of_the_unknown_epsilon_stand_in_exponents_alone() -> None:
    draw = laplace(Fraction(2), EPS)
    assert near(draw.from_on.at(Fraction(1, 2))) == pytest.approx(exp(-0.7) / 2)
    assert with_laplace(draw, Fraction(2)).total == 1
    assert near(with_laplace(draw, Fraction(2)).at(Fraction(0))) == pytest.approx(1 / 2)
    with pytest.raises(Hole, match="outside of an exponent"):
        with_laplace(draw, Fraction(2)).at(Fraction(1))
    with pytest.raises(Hole, match="quotient"):
        draw.times(laplace(Fraction(2), PLAIN))
    with pytest.raises(Hole, match="a root"):
        laplace(Fraction(1), Epsilon(logs=((Fraction(3), Fraction(1)),))).at(Fraction(1, 2))


def test_a_density_that_jumps_has_two_sides() -> None:
    half = laplace(Fraction(1), PLAIN).restricted(Fraction(0), None)
    assert [half.at(Fraction(0), side) for side in (-1, 1)] == [0, Fraction(1, 2)]
    assert half.jumps(Fraction(0))
    assert not half.jumps(Fraction(1))
    with pytest.raises(Invalid, match="jumps"):
        half.at(Fraction(0))


def test_which_functions_letters_stand_for() -> None:
    up, down, more = ((Fraction(rate), (Fraction(1),)) for rate in (1, -1, 2))
    steep = (Fraction(-1), (Fraction(0), Fraction(1)))
    assert two_at_most([(down,), (down,)], True)
    assert not two_at_most([(down,), (up,)], True)
    assert not two_at_most([(steep,)], True)
    assert two_at_most([(down, up), (up,), ()], False)
    assert two_at_most([(steep,), (down,)], False)
    assert not two_at_most([(up,), (down,), (more,)], False)
    assert not two_at_most([(steep,), (up,)], False)


# Whole claims: the mechanism, what is claimed beside epsilon, an epsilon that holds, and one that does not.
COUNT = "def m(x: Int[0, 4]):\n    return x + laplace(2)\n"
SPARSE = (
    "def m(v: Vector[Int[0, 2], 2]):\n    t = 1 + laplace(2)\n    for i in range(2):\n"
    "        if v[i] + laplace(4) >= t:\n            return i\n    return -1\n"
)
LARGEST = (
    "def m(v: Vector[Int[0, 1], 3]):\n    best, most = 0, v[0] + laplace(2)\n    for i in range(1, 3):\n"
    "        now = v[i] + laplace(2)\n        if now > most:\n            best, most = i, now\n    return best\n"
)
FLU = (
    "@prior\ndef p():\n    well = flip(1 / 2)\n    secret(well)\n"
    "    return categorical(1 / 2, 1 / 6, 1 / 6, 1 / 6) if well else uniform(1, 4)\n\n\n"
)
EACH, ONE = "neighbors=each(1)", "neighbors=one(1)"
MEASURED = {
    "a count": (COUNT, EACH, "1 / 2", "499 / 1000"),
    "an unknown epsilon": (COUNT.replace("2)", "1 / EPS)"), EACH, "EPS", "999 / 1000 * EPS"),
    "a multiple of it": (COUNT.replace("2)", "3 / (2 * EPS))"), EACH, "2 * EPS / 3", "EPS / 2"),
    "a scale that is a variable": (
        COUNT.replace("    return", "    b = 3 / (2 * EPS)\n    return").replace("laplace(2)", "laplace(b / 3)"),
        EACH,
        "2 * EPS",
        "EPS",
    ),
    "one over a logarithm": (COUNT.replace("laplace(2)", "laplace(1 / log(3))"), EACH, "log(3)", "log(5 / 2)"),
    "two reals": (COUNT.replace("laplace(2)", "laplace(2), [3 - x + 2 * laplace(2)]"), EACH, "3 / 4", "74 / 100"),
    "a part of the time": (COUNT.replace("x +", "0 if flip(1 / 3) else x +"), EACH, "1 / 2", "49 / 100"),
    "seen above 1": (
        "def m(x: Int[0, 1]):\n    y = x + laplace(2)\n    return y if y >= 1 else 0\n", EACH, "1 / 2", "49 / 100",
    ),
    "taken from itself": (
        "def m(x: Int[0, 4]):\n    y = x + laplace(2)\n    return y - 0 * y, y - y + x >= x\n", EACH, "1 / 2", "2 / 5",
    ),
    "a coin": (COUNT.replace("laplace(2)", "laplace(2) > 3 / 2"), EACH, "1 / 2", "499 / 1000"),
    "sparse vector": (SPARSE, EACH, "424249072184008 / 10**15", "424249072184007 / 10**15"),
    "the largest": (LARGEST, ONE, "41 / 100", "2 / 5"),
    "what is believed": (FLU + "@\n" + COUNT, "prior=p", "74169492179 / 10**11", "74169492178 / 10**11"),
}  # fmt: skip
MEASURED |= {
    name: (f"def m(x: Int[0, 2]):\n    return {name}\n".replace("Y", "x + laplace(1)"), EACH, "1", "99 / 100")
    for name in (
        "round(Y)", "(Y) // 1", "math.floor(Y)", "math.ceil(Y)", "int(Y)", "math.trunc(Y)", "clamp(Y, 0, 2)", "abs(Y)",
        "clamp(2 * round(Y) + 1, -3, 3)", "-(Y) / 3 // 1",
    )
}  # fmt: skip


def claimed(body: str, decorator: str, epsilon: str) -> Claimed:
    above = f"@private(epsilon={epsilon}, {decorator})\n@mechanism\n"
    before, mark, rest = body.partition("@\n")
    return Claimed(HEAD + (before + above + rest if mark else above + body), epsilon, decorator)


@pytest.mark.parametrize("name", MEASURED)
def test_words_are_weighed(name: str) -> None:
    body, decorator, holds, fails = MEASURED[name]
    assert claimed(body, decorator, holds).answer() == ("valid", "")
    assert claimed(body, decorator, fails).answer()[0] == "invalid"


REFUSED = {
    "normal noise": ("return x + gaussian(2)", "normal noise"),
    "normal noise that is rounded": ("return round(x + gaussian(2))", "without bounds"),
    "normal noise beside other noise": ("return x + gaussian(2) > laplace(1)", "normal noise"),
    "another scale for other inputs": ("return x + laplace(1 + x)", "quotient"),
    "two units": ("return x + (laplace(1) if flip(1 / 2) else laplace(1 / EPS))", "quotient"),
    "a sum far out": ("return x + laplace(1) + laplace(1)", "quotient"),
    "looked at when it was shown": ("y = x + laplace(1); yield y; yield y > 0", "looked at again"),
    "shown twice": ("y = x + laplace(1); return y, y", "looked at again"),
    "of which another knows": ("y = laplace(1); z = laplace(1); yield y > z; yield y + x; yield z > 0", "another one"),
    "rounded and shown": ("y = x + laplace(1); yield round(y); yield y", "made of it"),
    "rounded and compared": ("y = x + laplace(1); yield round(y); yield y > 1 / 2", "made of it"),
    "beside integers with noise": ("return x + laplace(1) + round(laplace(1))", "an integer with noise"),
    "compared with an unknown": ("return x + laplace(1) > exp(-EPS)", "a rational number"),
    "an index": ("return [0, 1][laplace(1)]", "no noise"),
    "a circle": ("a = laplace(1); b = x + laplace(1); c = laplace(2); return a > b, b > c, a > c", "circle"),
    "equal scales of an unknown epsilon": ("return x + laplace(1 / EPS) > laplace(1 / EPS)", "an exponent"),
    "a scale that is shown": ("y = laplace(1 / EPS); b = 1 / EPS; return b", "scale of noise"),
    "a scale that is a sum": ("b = 1 / EPS; return laplace(b + b)", "scale of noise"),
    "in a set": ("return len({laplace(1), x})", "looked for"),
    "in a text": ("return f'{laplace(1)}'", "no noise"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_followed_is_told(name: str) -> None:
    lines, reason = REFUSED[name]
    body = "def m(x: Int[0, 1]):\n" + "".join(f"    {line}\n" for line in lines.split("; "))
    answer, why = claimed(body, EACH, "100").answer()
    assert answer == "holey"
    assert reason in why


@pytest.mark.parametrize("scale", ["0", "-1", "0 / EPS", "-2 / EPS", "1 / log(1 / 2)"])
def test_scales_are_above_zero(scale: str) -> None:
    assert claimed(COUNT.replace("laplace(2)", f"laplace({scale})"), EACH, "1").answer()[0] in ("invalid", "holey")


def test_a_bare_type_of_reals_is_not_read() -> None:
    text = "from faier import Real\n\n\n" + COUNT.replace("Int[0, 4]", "Real")
    assert claimed("@\n".join(["", text.partition("\n\n\n")[2]]), EACH, "1").answer()[0] == "holey"


def test_no_density_is_compared_with_a_delta() -> None:
    found = claimed(COUNT, EACH + ", delta=1 / 10", "1 / 10")
    assert found.answer()[0] == "invalid"
    assert found.refuted([{"near": "0/1", "side": 0}], {"x": 0}, {"x": 1}).answer()[0] == "invalid"


NEAR = {"near": "0/1", "side": 0}


@pytest.mark.parametrize(
    ("shown", "left", "right", "epsilon", "answer"),
    [
        (NEAR, 0, 1, "1 / 2", "invalid"),
        (NEAR, 0, 1, "499 / 1000", "valid"),
        (NEAR, 1, 0, "1 / 3", "invalid"),
        ({"near": "9/2", "side": -1}, 1, 0, "1 / 3", "valid"),
        ("0/1", 0, 1, "1 / 3", "invalid"),
        (0, 0, 1, "1 / 3", "invalid"),
        ({"near": "0/1"}, 0, 1, "1 / 3", "invalid"),
        ({"near": "0/1", "side": True}, 0, 1, "1 / 3", "invalid"),
        ({"near": "0/1", "side": 2}, 0, 1, "1 / 3", "invalid"),
        ({"near": 0, "side": 0}, 0, 1, "1 / 3", "invalid"),
        ({"near": "0/1", "side": 0, "of": "x"}, 0, 1, "1 / 3", "invalid"),
        ({"side": 0, "near": "0/1"}, 0, 1, "499 / 1000", "valid"),
    ],
)
def test_densities_refute(shown: object, left: int, right: int, epsilon: str, answer: str) -> None:
    found = claimed(COUNT, EACH, epsilon).refuted([shown], {"x": left}, {"x": right})
    assert found.answer()[0] == answer


def test_a_side_is_that_of_the_density() -> None:
    body = "def m(x: Int[0, 1]):\n    y = x + laplace(2)\n    return y if y >= x else 0\n"
    found = [
        claimed(body, EACH, "9").refuted([{"near": "0/1", "side": side}], {"x": 0}, {"x": 1}).answer()
        for side in (-1, 0, 1)
    ]
    assert [answer for answer, _ in found] == ["invalid", "invalid", "valid"]
    assert "jumps" in found[1][1]


def test_densities_in_other_units_are_not_compared() -> None:
    body = "def m(x: Int[0, 1]):\n    return laplace(1) if x else laplace(1 / EPS)\n"
    for left, right in ((0, 1), (1, 0)):
        found = claimed(body, EACH, "1 / 9").refuted([NEAR], {"x": left}, {"x": right}, "1/100")
        assert found.answer()[0] == "holey"


STREAM = (
    "def m(s: Stream[Int[0, 1]]):\n    t = laplace(2 / EPS)\n    for q in s:\n        if q + laplace(4 / EPS) >= t:\n"
    "            yield True\n            break\n        yield False\n"
)
HALVES = "def m(x: Int[0, 2]):\n    y = x / 2 + laplace(2)\n    yield y\n    yield y >= 1\n    yield 3 * y\n"
SHOWN = "def m(s: Stream[Int[0, 2]]):\n    for q in s:\n        yield q + laplace(2)\n"
ALIGNED = [
    (STREAM, EACH, "EPS", {}, "valid"),
    (STREAM, EACH, "99 / 100 * EPS", {}, "invalid"),
    (STREAM.replace("4 /", "3 /"), EACH, "EPS", {}, "invalid"),
    (STREAM.replace("            break\n", ""), EACH, "EPS", {}, "invalid"),
    (STREAM.replace(">= t", ">= -t"), EACH, "EPS", {}, "valid"),
    (STREAM.replace(">= t", ">= 2 * t"), EACH, "EPS", {}, "invalid"),
    (STREAM.replace("2 /", "1 /").replace(">= t", ">= 2 * t"), EACH, "EPS", {"step": "1/2", "shift": 4}, "valid"),
    (HALVES, EACH, "1 / 4", {"step": "1/2"}, "valid"),
    (HALVES, EACH, "1 / 4", {}, "invalid"),
    (HALVES, EACH, "1 / 5", {"step": "1/2"}, "invalid"),
    (HALVES, EACH, "1 / 4", {"step": "0/1"}, "invalid"),
    (HALVES, EACH, "1 / 4", {"step": "-1/2"}, "invalid"),
    (HALVES.replace("3 * y", "y - x"), EACH, "9", {"step": "1/2"}, "invalid"),
    (HALVES.replace("3 * y", "x / 2 + laplace(2)"), EACH, "1 / 2", {"step": "1/2"}, "valid"),
    (HALVES.replace("3 * y", "round(y)"), EACH, "9", {"step": "1/2"}, "holey"),
    (HALVES.replace("laplace(2)", "laplace(2 + x)"), EACH, "9", {"step": "1/2"}, "invalid"),
    (SHOWN, "neighbors=total(2)", "1", {}, "valid"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "decorator", "epsilon", "more", "answer"), ALIGNED)
def test_reals_are_shifted(body: str, decorator: str, epsilon: str, more: dict[str, object], answer: str) -> None:
    found = claimed(body, decorator, epsilon)
    assert found.with_evidence({"kind": "alignment", "shift": 2} | more).answer()[0] == answer


def test_words_of_kept_reals_are_integrals() -> None:
    """The probability of each answer, against draws on a fine grid."""
    rng = Random(1)
    runs = [(2 * _drawn(rng), _drawn(rng), _drawn(rng) / 2) for _ in range(40_000)]
    body = (
        "def m(x: Int[0, 1]):\n    a = laplace(2)\n    b = laplace(1)\n    c = laplace(1 / 2)\n"
        "    yield a + x > b\n    yield 2 * c < b\n    yield b > 1 / 2\n"
    )
    joint = claimed(body, EACH, "1").joint()
    for x in (0, 1):
        seen: dict[tuple[bool, ...], int] = {}
        for a, b, c in runs:
            word = (a + x > b, 2 * c < b, b > 1 / 2)
            seen[word] = seen.get(word, 0) + 1
        found = {word: near(weight) for word, weight in joint(x).items()}
        assert sum(found.values()) == pytest.approx(1)
        for word, share in found.items():
            assert share == pytest.approx(seen[word] / len(runs), abs=0.011)


def _drawn(rng: Random) -> float:
    return rng.choice((-1, 1)) * -log(1 - rng.random())


def test_pieces_are_as_many_as_places_leave() -> None:
    found = laplace(Fraction(1), PLAIN).plus(laplace(Fraction(1), PLAIN).along(Fraction(-1), Fraction(1))).simplest()
    assert len(found.pieces) == len(found.places) + 1
    assert all(low < high for low, high in pairwise(found.places))


# A certificate of one file, for files that are nearly the same: (what is written, what stands there instead).
# Normal noise: the mechanism, what is shown, on which inputs, what is claimed, and the answer.
BELL = "def m(x: Int[0, 2]):\n    return x + gaussian(2)\n"
WIDE = BELL.replace("gaussian(2)", "gaussian(3) - gaussian(4)")
LOW = {"between": [None, "-4/1"]}
SEEN = [
    (BELL, {"near": "-6/1", "side": 0}, 0, 1, "1", "", "valid"),
    (BELL, {"near": "-6/1", "side": 0}, 0, 1, "163 / 100", "", "invalid"),
    (BELL, {"near": "-6/1", "side": 0}, 1, 0, "1", "", "invalid"),
    (BELL, {"near": "-6/1", "side": 0}, 0, 1, "1", ", delta=1 / 1000", "invalid"),
    (BELL, LOW, 0, 1, "1", ", delta=1 / 1000", "valid"),
    (BELL, LOW, 0, 1, "1", ", delta=587 / 100000", "valid"),
    (BELL, LOW, 0, 1, "1", ", delta=588 / 100000", "invalid"),
    (BELL, LOW, 1, 0, "1", ", delta=1 / 1000", "invalid"),
    (BELL, {"between": ["-4/1", "-5/1"]}, 0, 1, "1", ", delta=1 / 1000", "invalid"),
    (BELL, {"between": ["-4/1"]}, 0, 1, "1", ", delta=1 / 1000", "invalid"),
    (BELL, {"between": [None, None]}, 0, 1, "1", ", delta=1 / 1000", "invalid"),
    (BELL.replace("gaussian(2)", "gaussian(2 + x)"), {"near": "-6/1", "side": 0}, 1, 0, "1.3723", "", "valid"),
    (BELL.replace("gaussian(2)", "gaussian(2 + x)"), {"near": "-6/1", "side": 0}, 1, 0, "1.3724", "", "invalid"),
    (BELL.replace("gaussian(2)", "gaussian(2) + x * gaussian(1)"), {"near": "-9/1", "side": 0}, 1, 0, "1", "", "holey"),
    (BELL.replace("gaussian(2)", "2 * gaussian(1)"), {"near": "-6/1", "side": 0}, 0, 1, "1", "", "valid"),
    (WIDE, {"near": "-14/1", "side": 0}, 0, 1, "1 / 2", "", "valid"),
    (WIDE, {"near": "-14/1", "side": 0}, 0, 1, "3 / 5", "", "invalid"),
    (BELL + "\n", {"between": ["0/1", "1/1"]}, 0, 2, "1 / 10", "", "valid"),
    (COUNT, {"between": [None, "0/1"]}, 0, 1, "1 / 10", ", delta=16 / 100", "valid"),
    (COUNT, {"between": [None, "0/1"]}, 0, 1, "1 / 10", ", delta=17 / 100", "invalid"),
]  # fmt: skip


# Of two normal draws the sum: on a line between two centers it tells all.
PAIR = "def m(x: Int[0, 2]):\n    return [x + gaussian(2), 7, x + gaussian(2)]\n"
SAME = "def m(x: Int[0, 2]):\n    y = gaussian(2)\n    return [x - y, 7, x + y]\n"
SUM = {"between": [None, "-3/1"], "beside": [[0, "1/1"]]}
ALL = {"between": [None, None]}
SEEN += [
    (PAIR, [ALL, 7, SUM], 0, 1, "1", ", delta=3963259300 / 100000000000", "valid"),
    (PAIR, [ALL, 7, SUM], 0, 1, "1", ", delta=3963259301 / 100000000000", "invalid"),
    (PAIR, [ALL, 7, SUM], 1, 0, "1", ", delta=1 / 100", "invalid"),
    (PAIR, [SUM | {"beside": [[2, "1/1"]]}, 7, ALL], 0, 1, "1", ", delta=3963259300 / 100000000000", "valid"),
    (PAIR, [ALL, 7, SUM | {"beside": [[0, "-1/1"]]}], 0, 1, "1", ", delta=1 / 100", "invalid"),
    (PAIR, [ALL, 7, SUM | {"beside": [[1, "1/1"]]}], 0, 1, "1", ", delta=1 / 100", "invalid"),
    (PAIR, [ALL, 7, SUM | {"beside": [[2, "1/1"]]}], 0, 1, "1", ", delta=1 / 100", "invalid"),
    (PAIR, [ALL, 7, SUM | {"beside": [[3, "1/1"]]}], 0, 1, "1", ", delta=1 / 100", "invalid"),
    (PAIR, [ALL, 7, SUM | {"beside": [[0, "0/1"]]}], 0, 1, "1", ", delta=1 / 100", "invalid"),
    (PAIR, [ALL, 7, SUM | {"beside": [[0, "1/1"], [0, "1/1"]]}], 0, 1, "1", ", delta=1 / 100", "invalid"),
    (PAIR, [LOW, 7, SUM], 0, 1, "1", ", delta=1 / 1000", "invalid"),
    (BELL, SUM, 0, 1, "1", ", delta=1 / 1000", "invalid"),
    (SAME, [ALL, 7, SUM], 0, 1, "1", ", delta=1 / 1000", "holey"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "shown", "left", "right", "epsilon", "more", "answer"), SEEN)
def test_what_is_seen_of_reals_refutes(
    body: str, shown: object, left: int, right: int, epsilon: str, more: str, answer: str
) -> None:
    found = claimed(body, EACH.replace("1)", "2)") + more, epsilon).refuted([shown], {"x": left}, {"x": right})
    assert found.answer()[0] == answer


# Several normal draws that are shown together: whether the checker sees by itself that at most delta exceeds.
LINE = "def m(x: Int[0, 2]):\n    return [x + gaussian(2), 7, (gaussian(1), 3 - x + gaussian(2))]\n"
TWICE = "def m(x: Int[0, 2]):\n    y = gaussian(2)\n    return [x + y, y]\n"
BELOW = "def m(x: Int[0, 2]):\n    y = x + gaussian(2)\n    if y > 0:\n        return 1\n    return [y, gaussian(2)]\n"
TOGETHER = [
    (LINE, "1", "3963259301 / 100000000000", "valid"),
    (LINE, "1", "3963259300 / 100000000000", "invalid"),
    (LINE.replace("gaussian(1)", "x + gaussian(1)"), "1", "3963259301 / 100000000000", "invalid"),
    (LINE.replace("gaussian(1)", "x + gaussian(1)"), "1", "1 / 2", "valid"),
    (LINE.replace("3 - x", "3 - x * x"), "1", "1 / 10", "invalid"),
    (LINE.replace("3 - x", "3 - x * x if flip(1 / 2) else 3"), "1", "9 / 10", "holey"),
    (LINE.replace("gaussian(2))", "gaussian(2 + x))"), "1", "9 / 10", "holey"),
    (LINE.replace("gaussian(1)", "laplace(1)"), "1", "9 / 10", "holey"),
    (LINE.replace("7", "x"), "1", "9 / 10", "holey"),
    (TWICE, "1", "9 / 10", "holey"),
    (BELOW, "1", "9 / 10", "holey"),
    (LINE, "1", "0", "holey"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "epsilon", "delta", "answer"), TOGETHER)
def test_normal_draws_that_are_shown_together_are_one(body: str, epsilon: str, delta: str, answer: str) -> None:
    assert claimed(body, f"{EACH}, delta={delta}", epsilon).answer()[0] == answer


def test_sets_of_outputs_do_not_overlap() -> None:
    """Listed twice, the same outputs would weigh twice as much."""
    body = COUNT.replace("laplace(2)", "laplace(2), 5")
    found = claimed(body, EACH + ", delta=1 / 5", "1 / 10")
    parts: list[list[object]] = [[None, "-1/1"], ["-1/1", "0/1"], ["-2/1", "0/1"], [None, None], ["-1/2", "-1/3"]]
    answers = {}
    for one, other in ((0, 1), (0, 2), (1, 4), (1, 3), (2, 2)):
        outputs = [{"shown": [{"tuple": [{"between": parts[at]}, 5]}], "ended": True} for at in (one, other)]
        forged = found.refuted([], {"x": 0}, {"x": 1}).evidence | {"outputs": outputs}  # type: ignore[operator]
        answers[one, other] = Claimed(found.source, found.epsilon, found.decorator, forged, "refuted").answer()
    slanted = [{"between": ["0/1", None], "beside": [[0, f"{by}/1"]]} for by in (1, 2)]
    outputs = [{"shown": [[ALL, 7, one]], "ended": True} for one in slanted]
    forged = claimed(PAIR, EACH + ", delta=1 / 5", "1 / 10").refuted([], {"x": 2}, {"x": 0})
    assert forged.evidence is not None
    told = forged.evidence | {"outputs": outputs}
    forged = Claimed(forged.source, forged.epsilon, forged.decorator, told, "refuted")
    assert forged.answer()[0] == "invalid"
    assert "twice" in forged.answer()[1]
    assert "twice" not in answers[0, 1][1]
    assert all("twice" in answers[pair][1] for pair in ((0, 2), (1, 4), (1, 3), (2, 2)))


@pytest.mark.parametrize("bits", [64, 256])
def test_chances_of_normal_draws_are_enclosed(bits: int) -> None:
    rng = Random(bits)
    for _ in range(40):
        square = Fraction(
            rng.choice((1, rng.randint(1, 30), rng.randint(1, 700), rng.randint(700, 9_000))),
            rng.choice((1, 4, 7, 900)),
        )
        low, high = normal_chance(f"normal {square.numerator}/{square.denominator}", bits)
        with ctx.extraprec(30_000):
            known = (arb(square.numerator) / square.denominator / 2).sqrt().erfc() / 2
            assert arb(low.numerator) / low.denominator < known < arb(high.numerator) / high.denominator
            assert (high - low) * 2 ** (bits - 4) < low


def test_coins_of_normal_noise_are_compared() -> None:
    body = "def m(x: Int[0, 4]):\n    y = x + gaussian(2)\n    yield y >= 3\n    yield y >= 4\n"
    assert claimed(body, EACH, "108 / 100").answer() == ("valid", "")
    assert claimed(body, EACH, "107 / 100").answer()[0] == "invalid"
    assert claimed(body.replace("gaussian(2)", "gaussian(0)"), EACH, "1").answer()[0] == "invalid"
    assert claimed(body, EACH, "1").with_evidence({"kind": "alignment", "shift": 2}).answer()[0] == "holey"


SIGNED = "def m(x: Int[0, 1]):\n    y = x + laplace(4)\n    yield [y, 3]\n    z = x - laplace(4)\n    yield -z\n"
FORGED = {
    "less noise": ("y = x + laplace(4)", "y = x + laplace(3)"),
    "another scale for some inputs": ("y = x + laplace(4)", "y = x + laplace(4 + x)"),
    "another scale now and then": ("y = x + laplace(4)", "y = x + (laplace(3) if flip(1 / 9) else laplace(5))"),
    "a draw used twice": ("z = x - laplace(4)", "z = x - (y - x)"),
    "an input seen beside it": ("z = x - laplace(4)", "z = y - x"),
    "further apart": ("y = x +", "y = 2 * x +"),
    "steeper": ("y = x + laplace(4)", "y = x + laplace(4) / 2"),
    "shown where it is": ("[y, 3]", "[y, x]"),
    "exact now and then": ("[y, 3]", "[y if flip(1 / 2) else x, 3]"),
    "cut where the input is": ("[y, 3]", "[y if y >= x else 3, 3]"),
    "rounded where the input is": ("[y, 3]", "[round(y - x), 3, x]"),
    "as it is in some runs": ("yield -z", "yield x if z > 9 else -z"),
    "no noise": ("z = x - laplace(4)", "z = x"),
    "nothing left of it": ("z = x - laplace(4)", "z = y - x - y"),
    "more that is shown": ("yield -z", "yield -z\n    yield x + laplace(9)"),
    "a coin too many": ("yield -z", "yield -z\n    yield x + laplace(9) >= 0"),
}


def test_the_file_that_is_signed_is_valid() -> None:
    assert claimed(SIGNED, EACH, "1 / 2").answer() == ("valid", "")
    assert claimed(SIGNED, EACH, "1 / 2").with_evidence({"kind": "alignment", "shift": 2}).answer() == ("valid", "")


@pytest.mark.parametrize("name", FORGED)
def test_what_is_signed_is_not_said_of_another_file(name: str) -> None:
    old, new = FORGED[name]
    assert old in SIGNED
    found = claimed(SIGNED.replace(old, new), EACH, "1 / 2")
    assert found.answer()[0] != "valid"
    assert found.with_evidence({"kind": "alignment", "shift": 2}).answer()[0] != "valid"
