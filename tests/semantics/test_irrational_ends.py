"""Noise on the reals beside logarithms and roots: compared with them, added to them, shown next to them."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import asked
import mpmath
import pytest
from reals_on_a_grid import explored, made, on_a_grid, source

from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import nearest_float
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.values import show_value
from faier.limits import DEFAULTS, LimitReached
from faier.semantics import denote
from faier.semantics.explore import explore

LITERAL = re.compile(r"(?<!laplace\()(?<!gaussian\()Fraction\((-?\d+), (\d+)\)")
NUMBERS = {
    "math.log(3)": Fraction(109861228866810969139524523692, 10**29),
    "math.sqrt(2)": Fraction(141421356237309504880168872420, 10**29),
}


def denoted(text: str) -> dict[str, float]:
    """How likely each output is, as the obvious semantics has it."""
    found = denote.outputs(parse(text, "k.py"), "f", {})
    return {show_value(output[0][0]): nearest_float(weight) for output, weight in found.items()}


def same(one: dict[str, float], other: dict[str, float], width: float) -> bool:
    return all(abs(one.get(output, 0) - other.get(output, 0)) < width for output in {*one, *other})


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("seed", range(12))
def test_what_is_irrational_is_the_limit_of_what_is_rational(seed: int, number: str) -> None:
    text = made(random.Random(f"ends {seed}"), 1)
    near = NUMBERS[number]
    written = LITERAL.sub(rf"Fraction(\1, \2) * {number}", text)
    rounded = LITERAL.sub(rf"Fraction(\1, \2) * Fraction({near.numerator}, {near.denominator})", text)
    try:
        found, beside = explored(written), explored(rounded)
    except LimitReached:  # a sum that is rounded is kept
        return
    assert same(found, beside, 1e-12) and same(denoted(written), found, 1e-12)
    assert same(found, on_a_grid(written, 1000, 1), 0.008)


CHANCES = {
    "laplace(1) >= 1 + math.log(5)": mpmath.exp(-1) / 10,
    "laplace(1 / math.log(3)) > 1 + math.log(50) / math.log(3)": mpmath.mpf(1) / 300,
    "laplace(1) + laplace(1) > math.log(4)": (2 + mpmath.log(4)) / 16,
    "gaussian(2) < math.sqrt(2 * math.log(5))": mpmath.ncdf(mpmath.sqrt(2 * mpmath.log(5)) / 2),
    "gaussian(1) + laplace(1) > math.log(2)": mpmath.quad(
        lambda y: mpmath.exp(-abs(y)) / 2 * mpmath.ncdf(y - mpmath.log(2)), [-40, 0, mpmath.log(2), 40]
    ),
    "round(laplace(1) + math.log(2)) == 1": mpmath.quad(
        lambda y: mpmath.exp(-abs(y - mpmath.log(2))) / 2, [0.5, mpmath.log(2), 1.5]
    ),
    "0 < laplace(1) + math.log(2) < math.log(6)": mpmath.mpf(1) - mpmath.mpf(1) / 4 - mpmath.mpf(1) / 6,
}


@pytest.mark.parametrize("line", CHANCES)
def test_chances_are_those_of_the_numbers_that_are_written(line: str) -> None:
    text = source([f"return {line}"])
    for found in (explored(text), denoted(text)):
        assert found["True"] == pytest.approx(float(CHANCES[line]), abs=1e-14)


HEAD = """\
import math
from fractions import Fraction
from faier import Int, Stream, Vector, each, gaussian, laplace, log, mechanism, one, private

EPS, DELTA = Fraction(1, 2), Fraction(3, 10**6)
T = 1 + {log}(1 / (2 * DELTA)) / EPS


"""

PARTITIONS = {
    "a release": """\
    noisy = x + laplace(1 / EPS)
    return noisy if x > 0 and noisy > T else None
""",
    "an answer": """\
    return x > 0 and x + laplace(1 / EPS) > T
""",
    "a record": """\
    noisy = x + laplace(1 / EPS)
    return {"kept": noisy} if x > 0 and noisy > T else {}
""",
}


def verdict(body: str, claim: str, log: str = "math.log", inputs: str = "x: Int[0, 2]") -> object:
    text = HEAD.replace("{log}", log) + f"@private({claim})\n@mechanism\ndef m({inputs}):\n{body}"
    program = parse(text, "m.py")
    return asked.check(program, program.claims[0])


@pytest.mark.parametrize("log", ["math.log", "log"])
@pytest.mark.parametrize("body", PARTITIONS)
def test_the_published_threshold_meets_its_delta_and_no_less(body: str, log: str) -> None:
    claim = "epsilon=EPS, neighbors=each(1), delta=DELTA"
    assert type(verdict(PARTITIONS[body], claim, log)) is Proved
    assert type(verdict(PARTITIONS[body], f"{claim} - Fraction(1, 10**18)", log)) is not Proved
    assert type(verdict(PARTITIONS[body], f"{claim} - Fraction(1, 10**12)", log)) is Refuted
    lower = PARTITIONS[body].replace("> T", "> T - Fraction(1, 10**6)")
    assert type(verdict(lower, claim, log)) is Refuted


def test_a_sparse_vector_with_such_a_threshold_loses_what_is_known_of_rational_ones() -> None:
    body = """\
    t = math.log(7) + laplace(2)
    for x in xs:
        if x + laplace(4) >= t:
            return True
    return False
"""
    inputs = "xs: Vector[Int[0, 2], 2]"
    found = verdict(body, "epsilon=1, neighbors=each(1)", inputs=inputs)
    near = verdict(
        body.replace("math.log(7)", "Fraction(1945910149, 10**9)"), "epsilon=1, neighbors=each(1)", inputs=inputs
    )
    assert isinstance(found, Proved) and isinstance(near, Proved)
    assert found.tight is not None and near.tight is not None
    assert found.tight.lower is not None and near.tight.lower is not None
    assert nearest_float(found.tight.lower) == pytest.approx(nearest_float(near.tight.lower), abs=1e-8)


def test_ends_that_no_theorem_tells_apart_are_left_undecided() -> None:
    body = """\
    y = x + gaussian(1)
    return y > math.sqrt(2) + math.sqrt(3), y > math.sqrt(5 + 2 * math.sqrt(6))
"""
    assert type(verdict(body, "epsilon=3, neighbors=each(1)")) is Undecided
    alike = body.replace("math.sqrt(5 + 2 * math.sqrt(6))", "(2 + math.sqrt(6)) / math.sqrt(2)")
    assert type(verdict(alike, "epsilon=3, neighbors=each(1)")) is Proved


SCALES = {"math.sqrt(2)": mpmath.sqrt(2), "2 / math.sqrt(3)": 2 / mpmath.sqrt(3), "1 + math.log(5)": 1 + mpmath.log(5)}
SCALES["math.sqrt(2) * math.log(3)"] = mpmath.sqrt(2) * mpmath.log(3)


@pytest.mark.parametrize("scale", SCALES)
def test_scales_may_be_any_exact_number(scale: str) -> None:
    width = SCALES[scale]
    for line, chance in {
        f"laplace({scale}) > 1": mpmath.exp(-1 / width) / 2,
        f"laplace({scale}) < ({scale}) * 2": 1 - mpmath.exp(-2) / 2,
        f"round(laplace({scale})) == 1": (mpmath.exp(-1 / width / 2) - mpmath.exp(-3 / width / 2)) / 2,
        f"laplace({scale}) + laplace({scale}) > 3": (2 + 3 / width) / 4 * mpmath.exp(-3 / width),
    }.items():
        text = source([f"return {line}"])
        for found in (explored(text), denoted(text)):
            assert found["True"] == pytest.approx(float(chance), abs=1e-14), line
    claim = f"epsilon=1 / ({scale}), neighbors=each(1)"
    assert type(verdict(f"    return x + laplace({scale})\n", claim)) is Proved
    less = claim.replace(", neigh", " - Fraction(1, 10**30), neigh")
    assert type(verdict(f"    return x + laplace({scale})\n", less)) is Refuted
    assert type(verdict(f"    return round(x + laplace({scale}))\n", claim)) is Proved
    body = f"    noisy, limit = x + laplace({scale}), 1 + ({scale}) * math.log(50)\n"
    body += "    return noisy if x > 0 and noisy > limit else None\n"
    assert type(verdict(body, f"{claim}, delta=0.01")) is Proved
    assert type(verdict(body, f"{claim}, delta=0.0099999")) is Refuted


def test_numbers_that_floats_lose_are_no_thresholds() -> None:
    with pytest.raises(Rejected) as caught:
        explore(parse(source(["return laplace(1) > math.sqrt(2) - 1.4142135"]), "m.py"), "f", DEFAULTS)
    assert [one.code for one in caught.value.diagnostics] == ["FA407"]
