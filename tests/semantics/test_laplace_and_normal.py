"""Sums of Laplace and normal noise that are compared: the chances, against integrals in 30 digits."""

from __future__ import annotations

import random

import asked
import mpmath
import pytest
from flint import fmpq
from mpmath import mpf
from normals_by_quadrature import real

from faier.engines.verdict import Proved, Refuted
from faier.exact import bounds
from faier.lang import parse
from faier.lang.values import make
from faier.limits import DEFAULTS
from faier.semantics import denote
from faier.semantics.explore import explore
from faier.semantics.process import Process, Tell

HEAD = """from fractions import Fraction

from faier import clamp, gaussian, laplace, mechanism


@mechanism
def f():
    return """


def chances(line: str) -> tuple[mpf, mpf]:
    """That True is shown, by both meanings."""
    program = parse(HEAD + line + "\n", "k.py")
    process = explore(program, "f", DEFAULTS)
    assert isinstance(process, Process)
    states = [(process.states[at], weight) for at, weight in process.start]
    (fast,) = [weight for state, weight in states if isinstance(state, Tell) and state.value is True]
    slow = denote.probability(program, "f", {}, (make(True),), True)
    return real(bounds(fast, 30)[0]), real(bounds(slow, 30)[0])


def by_waves(scales: list[fmpq], deviation: fmpq, end: fmpq) -> mpf:
    """The chance that the sum is below the end, from its characteristic function."""
    b, s, x = [real(scale) for scale in scales], real(deviation), real(end)

    def wave(t: mpf) -> mpf:
        found = mpmath.exp(-((s * t) ** 2) / 2) * mpmath.sin(x * t) / t
        for scale in b:
            found /= 1 + (scale * t) ** 2
        return found

    return mpf(1) / 2 + mpmath.quad(wave, mpmath.linspace(0, 12 / s, 49)) / mpmath.pi


@pytest.mark.parametrize("seed", range(12))
def test_both_meanings_are_the_integral(seed: int) -> None:
    chance = random.Random(seed)
    scales = [fmpq(one, 2) for one in chance.sample(range(1, 7), chance.choice([1, 1, 2]))]
    deviation, low = fmpq(chance.randint(1, 6), 2), fmpq(chance.randint(-9, 9), 2)
    draws = " + ".join([f"laplace(Fraction({b.p}, {b.q}))" for b in scales])
    total = f"{chance.choice(['', '-'])}gaussian(Fraction({deviation.p}, {deviation.q})) - ({draws})"
    with mpmath.workdps(40):
        below = by_waves(scales, deviation, low)
        for found in chances(f"{total} < Fraction({low.p}, {low.q})"):
            assert abs(found - below) < mpf(10) ** -25


CLAIMED = """from faier import Int, each, gaussian, laplace, mechanism, private


@private(epsilon={} / 10**8, neighbors=each(1))
@mechanism
def f(x: Int[0, 2]):
    return x + laplace(2) + gaussian(1) > 1
"""


@pytest.mark.parametrize("missing", [0, 1])
def test_a_comparison_loses_what_the_integral_says(missing: int) -> None:
    """The chances at 1 and at 0 have the greatest ratio; the first is a half."""
    with mpmath.workdps(40):
        least = mpmath.ceil(mpmath.log(1 / by_waves([fmpq(2)], fmpq(1), fmpq(-1)) / 2) * 10**8)
    program = parse(CLAIMED.format(int(least) - missing), "k.py")
    assert isinstance(asked.check(program, program.claims[0]), Refuted if missing else Proved)
