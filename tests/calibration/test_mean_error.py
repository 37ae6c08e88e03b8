"""The expected error of what is released, against sums and integrals that are written here by hand."""

import math
from fractions import Fraction

import pytest

from faier.calibration.mean_error import mean_error
from faier.lang import parse

HEAD = """
from faier import Int, Vector, Stream, categorical, clamp, each, exp, flip, gaussian, geometric, laplace
from faier import mechanism
a = 1 / 2
scale = 5 / 2
T = 3
"""


def error(body):
    found = mean_error(parse(f"{HEAD}\n\n@mechanism\n{body}\n", "m.py"), "m")
    return None if found is None else (Fraction(str(found.lower)), Fraction(str(found.upper)))


def law(a, z):
    return (1 - a) / (1 + a) * a ** abs(z)


def size(a):
    return 2 * a / (1 - a * a)


HALF = Fraction(1, 2)

EXACT = {
    "def m(x: Int[0, 4]):\n    return x + laplace(scale)": Fraction(5, 2),
    "def m(x: Int[0, 4]):\n    return x - laplace(2 * scale) + 1": Fraction(5),
    "def m(x: Int[0, 4]):\n    return x + geometric(a)": size(HALF),
    "def m(xs: Vector[Int[0, 1], 5]):\n    return sum(xs) + geometric(1 / 3)": size(Fraction(1, 3)),
    "def m(xs: Vector[Int[0, 1], 60]):\n    return [x + geometric(a) for x in xs]": 60 * size(HALF),
    "def m(x: Int[0, 4]):\n    noisy = x + laplace(1)\n    return noisy, 3": Fraction(1),
    "def m(x: Int[0, 4]):\n    for t in range(T):\n        yield x + laplace(t * 0 + scale)": None,
    "def m(x: Int[0, 4]):\n    for t in range(T):\n        yield x + laplace(scale)": 3 * Fraction(5, 2),
    "def m(x: Int[0, 4]):\n    if x > 1:\n        return x + laplace(scale)\n    return x + laplace(scale)": Fraction(
        5, 2
    ),
    "def m(x: Int[0, 4]):\n    if x > 1:\n        return x + laplace(1)\n    return x + laplace(scale)": None,
    "def m(x: Int[0, 2]):\n    return categorical(2, 1, 0) if x < 1 else categorical(0, 3, 1)": Fraction(3, 4),
    "def m(x: Int[0, 4]):\n    return x + laplace(1) + laplace(1)": None,
    "def m(x: Int[0, 4]):\n    return x + laplace(1) > 2": None,
    "def m(xs: Stream[Int[0, 4]]):\n    for x in xs:\n        yield x + laplace(1)": None,
    "def m(x: Int[0, 4]):\n    return x": Fraction(0),
    "def m(x: Int[0, 4]):\n    return x + geometric(2 * a)": None,
    "def m(x: Int[0, 4]):\n    return x + geometric(3)": None,
}


@pytest.mark.parametrize("body", EXACT)
def test_fractions(body):
    found = error(body)
    wanted = EXACT[body]
    assert found == (None if wanted is None else (wanted, wanted))


@pytest.mark.parametrize("top", [1, 2, 5])
@pytest.mark.parametrize("high", [1, 3])
def test_what_is_cut_off(top, high):
    """The range of what is shown is not that of the number: the ends pile up, and so does a wide input."""
    found = error(
        f"def m(xs: Vector[Int[0, 1], {top}]):\n    noisy = sum(xs) + geometric(a)\n    return clamp(noisy, 0, {high})"
    )

    def cut(y):
        return min(max(y, 0), high)

    far = 200
    worst = max(sum(law(HALF, z) * abs(cut(n + z) - cut(n)) for z in range(-far, far + 1)) for n in range(top + 1))
    assert found is not None
    assert found[0] == found[1]
    assert abs(found[0] - worst) < Fraction(1, 10**50)


def test_ends_of_what_is_no_fraction():
    low, high = error("def m(x: Int[0, 4]):\n    return x + gaussian(scale)")
    assert low < high < low + Fraction(1, 10**18)
    assert low - Fraction(1, 10**12) < 2.5 * math.sqrt(2 / math.pi) < high + Fraction(1, 10**12)
    low, high = error("def m(x: Int[0, 4]):\n    return clamp(x + geometric(exp(-1 / scale)), 0, 4)")
    a = math.exp(-0.4)
    worst = max(sum(law(a, z) * abs(min(max(n + z, 0), 4) - n) for z in range(-300, 301)) for n in range(5))
    assert low - Fraction(1, 10**12) < worst < high + Fraction(1, 10**12)
