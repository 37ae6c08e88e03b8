"""Sums of normal and Laplace noise that are clamped, compared, shown after that, or rounded: against quadrature."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import asked
import pytest
from flint import fmpq
from mixed_random import MADE, contest, generate
from normals_contest import decide, least

from faier.engines.density.law import Lattice, Law
from faier.engines.density.several import letters
from faier.engines.density.unrounded import real_of, unrounded
from faier.engines.verdict import Proved, Refuted
from faier.exact import ZERO, Epsilon, compare, nearest_float
from faier.lang import parse
from faier.lang.values import Sequence
from faier.semantics.kept import Reals

PRIOR = """
from faier import Real, clamp, flip, gaussian, laplace, mechanism, prior, private, secret


@prior
def weights():
    heavy = flip(1 / 2)
    secret(heavy)
    return 3 * heavy + gaussian(2)


@private(epsilon={epsilon}, prior=weights)
@mechanism
def released(weight: Real):
    {body}
"""


def tight(text: str) -> tuple[float, float]:
    program = parse(text, "m.py")
    found = asked.bound(program, program.claims[0].subject).tight
    assert found is not None
    low, high = (math.inf if end is None else math.log(nearest_float(end)) for end in (found.lower, found.upper))
    return low - 1e-12, high + 1e-12


@pytest.mark.parametrize("seed", [3, 13, 30, 53])
def test_a_random_mechanism(seed: int) -> None:
    assert not list(contest(seed, decide, least, tight))


def test_every_shape_is_among_the_random_ones() -> None:
    assert {generate(seed).made for seed in range(100)} == set(MADE)


def test_what_it_says_of_wrong_answers() -> None:
    told = [list(contest(s, lambda _: "proved", lambda _: (0.0, 0.0), lambda _: (0.0, 0.1))) for s in (3, 7, 32)]
    assert all(len(wrong) >= 3 for wrong in told)


@pytest.mark.parametrize(
    ("body", "most"),
    [
        ("return clamp(weight + laplace(2), 0, 5)", 1.2985772708679),
        ("return min(5, max(0, weight + laplace(2)))", 1.3530213551887),
        ("return round(weight + laplace(2))", 1.5),
        ("n = weight + laplace(2)\n    return n if n > 1 else None", 1.5),
    ],
)
def test_normal_data_with_laplace_noise_is_followed_whatever_is_made_of_it(body: str, most: float) -> None:
    for epsilon, kind in ((most + 1e-12, Proved), (most - 0.01, Refuted)):
        program = parse(PRIOR.format(epsilon=epsilon, body=body), "m.py")
        assert isinstance(asked.check(program, program.claims[0]), kind)


NOISE = Reals((Epsilon.rational(fmpq(1)),), fmpq(1))


def test_letters_of_a_rounded_sum_leave_nothing_out() -> None:
    """Together they are a little more than everything, also of a draw that is cut off on both sides."""
    every = {Lattice(fmpq(1), at, 1, NOISE) for at in (0, 1)}
    cut = Lattice(fmpq(1), 0, -1, NOISE, -1, 2)
    found = letters(every | {cut}, set())
    for lattice in (*every, cut):
        total = sum((letter.chance(lattice) for letter in found), start=ZERO)
        assert compare(lattice.mass, total) < 0
        assert compare(total, lattice.mass + fmpq(1, 10**50)) < 0


def test_a_real_that_is_rounded_in_two_ways_is_not_put_in_place_of_integers() -> None:
    output = Sequence("tuple", (0,))
    up, down = (Law({}, {}, {output: (Lattice(fmpq(1), 0, sign, NOISE),)}) for sign in (1, -1))
    assert unrounded(up, up) is not None
    assert unrounded(up, down) is None
    cut = real_of(Lattice(fmpq(1), 5, -1, NOISE, -1, 2))
    assert (cut.at, cut.low, cut.high) == (5, 2, 6)


ROUNDED = """
from faier import Int, each, laplace, mechanism, private


@private(epsilon=1, neighbors=each(1))
@mechanism
def released(x: Int[0, 2]):
    n = x + laplace({scale})
    return {sign}round(n) if {low} < n < {high} else None
"""


def below(y: float, scale: float) -> float:
    return math.exp(y / scale) / 2 if y < 0 else 1 - math.exp(-y / scale) / 2


@pytest.mark.parametrize(
    ("scale", "low", "high", "sign"),
    [("1", "1 / 3", "5", ""), ("2", "-7 / 4", "9 / 4", "-"), ("1 / 2", "1 / 2", "2", ""), ("2", "3 / 4", "5 / 4", "")],
)
def test_a_real_that_was_compared_is_rounded(scale: str, low: str, high: str, sign: str) -> None:
    """Also where it was compared with a number inside of what is rounded to one integer."""
    b, first, last = (float(Fraction(text.replace(" ", ""))) for text in (scale, low, high))
    ends = [first, *(k + 0.5 for k in range(-9, 9) if first < k + 0.5 < last), last]
    chances = [[below(end - x, b) - below(start - x, b) for start, end in pairwise(ends)] for x in range(3)]
    laws = [[*some, 1 - sum(some)] for some in chances]
    losses = [
        math.log(p / q) for a, c in ((0, 1), (1, 0), (1, 2), (2, 1)) for p, q in zip(laws[a], laws[c], strict=True)
    ]
    found = tight(ROUNDED.format(scale=scale, low=low, high=high, sign=sign))
    assert found == pytest.approx((max(losses), max(losses)), abs=1e-9)


MULTIPLE = """
from faier import Int, each, gaussian, laplace, mechanism, private


@private(epsilon=1, neighbors=each(1))
@mechanism
def m(x: Int[0, 2]):
    n = x + {noise}
    return {shown}
"""


@pytest.mark.parametrize("noise", ["laplace(2)", "laplace(2) + gaussian(1)", "gaussian(1) - laplace(1)"])
@pytest.mark.parametrize(
    "shown", ["{} if n > 1 else None", "{} if -2 < n < 1 / 3 else 'far'", "('low', {}) if n < 0 else 7"]
)
def test_a_multiple_of_a_real_that_was_compared_loses_what_the_real_does(noise: str, shown: str) -> None:
    plain, *others = [
        tight(MULTIPLE.format(noise=noise, shown=shown.format(real))) for real in ("n", "2 * n", "1 - n / 3")
    ]
    assert plain[0] > 0.1
    assert all(found == pytest.approx(plain, rel=1e-6) for found in others)
