"""Noise that is added last, and what only looks like it."""

from fractions import Fraction

import pytest

from faier.calibration.added_last import added_last
from faier.lang import parse

HEAD = "from faier import Int, Public, Stream, Vector, clamp, each, exp, flip, geometric, laplace, mechanism, private\n"
CLAIM = "@private(epsilon=1, neighbors=each(1))\n@mechanism\n"

LAST = {
    "a": "def m(x: Int[0, 2]):\n    return x + geometric(a)",
    "stored": "def m(x: Int[0, 2]):\n    noisy = 2 * x + geometric(a) - 1\n    return noisy",
    "clamped": "def m(x: Int[0, 2]):\n    return clamp(x + geometric(a), 0, 2)",
    "items": "def m(x: Int[0, 2], y: Int[0, 2]):\n    return x + geometric(a), [y - geometric(a)], 3",
    "a list": "def m(xs: Vector[Int[0, 2], 3]):\n    return [x + geometric(a) for x in xs]",
    "one by one": "def m(xs: Stream[Int[0, 2]]):\n    for x in xs:\n        yield x + geometric(a)",
    "beside others": "def m(x: Int[0, 2]):\n    if flip(1 / 2):\n        return None\n    "
    "return x + geometric(1 / 2) + geometric(a)",
    "beside a number": "def m(x: Int[0, 2]):\n    if flip(1 / 2):\n        return 0\n    return x + laplace(a)",
    "in two places": "def m(x: Int[0, 2]):\n    if x > 1:\n        return x + laplace(a)\n    return laplace(a)",
    "clamped and more": "def m(x: Int[0, 2]):\n    return clamp(1 - x + laplace(a), -1, 4)",
    "clamped at a constant": "def m(x: Int[0, 2]):\n    return clamp(x + geometric(a), 0, TOP)",
    "clamped at a setting": "def m(x: Int[0, 2], *, end=TOP - 2):\n    return clamp(2 * x + geometric(a), 0, end - 1)",
    "clamped, then shown": "def m(x: Int[0, 2]):\n    noisy = x + geometric(a)\n    return clamp(noisy, 0, 2)",
    "clamped one way": "def m(x: Int[0, 2]):\n    return max(0, x + geometric(a))",
    "clamped by both": "def m(x: Int[0, 2]):\n    noisy = x + geometric(a)\n    above = max(noisy, 0)\n    "
    "return min(above, TOP)",
    "clamped at what all know": "def m(x: Int[0, 2], low: Public[Int[-3, 0]]):\n    return max(x + laplace(a), low)",
    "a scale": "def m(x: Int[0, 2]):\n    return x + laplace(3 * a)",
    "of a base": "def m(x: Int[0, 2]):\n    return x + geometric(exp(-2 / a))",
}
FALLING = {
    "an inverse scale": "def m(x: Int[0, 2]):\n    return x + laplace(2 / a)",
    "an inverse of a product": "def m(x: Int[0, 2]):\n    return x + laplace(1 / (2 * a))",
    "an exponent": "def m(x: Int[0, 2]):\n    return x + geometric(exp(-a))",
}
OTHERS = {
    "compared": "def m(x: Int[0, 2]):\n    noisy = x + geometric(a)\n    return noisy >= 1",
    "shown twice": "def m(x: Int[0, 2]):\n    noisy = x + geometric(a)\n    return noisy, noisy * x",
    "then changed": "def m(x: Int[0, 2]):\n    noisy = x + geometric(a)\n    noisy += x\n    return noisy",
    "rounded first": "def m(x: Int[0, 2]):\n    return clamp(geometric(a), 0, 2) + x",
    "times data": "def m(x: Int[0, 2]):\n    return x * geometric(a)",
    "a bound": "def m(x: Int[0, 2]):\n    return clamp(x + geometric(a), 0, 2 * a)",
    "an index": "def m(x: Int[0, 2]):\n    kept = [0, 0]\n    kept[a > 1] = x\n    return kept[0] + geometric(a)",
    "a coin as well": "def m(x: Int[0, 2]):\n    if flip(a):\n        return 0\n    return x + geometric(a)",
    "both ways": "def m(x: Int[0, 2]):\n    if x > 1:\n        return x + geometric(a)\n    return x + "
    "geometric(exp(-a))",
    "a sum with itself": "def m(x: Int[0, 2]):\n    return x + geometric(a * a)",
    "around a corner": "def noise(b):\n    return geometric(b)\n\n\n@private(epsilon=1, neighbors=each(1))\n"
    "@mechanism\ndef m(x: Int[0, 2]):\n    return x + noise(a)",
    "taken for another": "def m(x: Int[0, 2]):\n    if flip(1 / 2):\n        return 0\n    return x + geometric(a)",
    "two kinds": "def m(x: Int[0, 2]):\n    if x > 1:\n        return x + laplace(a)\n    return x + laplace(1)",
    "two widths": "def m(x: Int[0, 2]):\n    if x > 1:\n        return x + laplace(a)\n    return x + laplace(2 * a)",
    "clamped inside": "def m(x: Int[0, 2]):\n    return clamp(x + geometric(a), 0, 1)",
    "clamped at a constant inside": "def m(x: Int[0, 9]):\n    return clamp(x + geometric(a), 0, TOP)",
    "clamped one way inside": "def m(x: Int[0, 2]):\n    return max(1, x + geometric(a))",
    "clamped by both inside": "def m(x: Int[0, 2]):\n    return max(min(x + geometric(a), 1), 0)",
    "the lesser of two": "def m(x: Int[0, 2]):\n    return min(x + geometric(a), 2 + geometric(1 / 2))",
    "at an end of its own": "def m(x: Int[0, 2], *, TOP=1):\n    return clamp(x + geometric(a), 0, TOP)",
    "at data": "def m(x: Int[0, 2], TOP: Int[0, 9]):\n    return clamp(x + geometric(a), 0, TOP)",
    "at data below": "def m(x: Int[0, 2], y: Int[-3, 0]):\n    return max(x + geometric(a), y)",
    "between data": "def m(x: Int[0, 2], y: Int[-3, 0]):\n    return clamp(x + laplace(a), y, 9 - y)",
    "beside an end": "def m(x: Int[0, 2]):\n    if flip(1 / 2):\n        return 0\n    return max(x + laplace(a), 0)",
    "at an end that changes": "def m(x: Int[0, 2]):\n    TOP = x\n    return clamp(x + geometric(a), 0, TOP)",
    "drawn once, shown twice": "def m(x: Int[0, 2]):\n    noisy = x + geometric(a)\n    "
    "return [noisy for _ in range(2)]",
    "clamped twice over": "def m(x: Int[0, 2]):\n    return clamp(x + geometric(a) + geometric(1 / 2), 0, 2)",
    "the greater": "def m(x: Int[0, 1]):\n    if flip(1 / 2):\n        return x / 100 + laplace(a)\n    "
    "return max(x + laplace(a), 5)",
    "rounded": "def m(x: Int[0, 1]):\n    return round(2 * x / 5 + laplace(a))",
    "shown again": "def m(xs: Vector[Int[0, 2], 3]):\n    noisy = 1 + geometric(a)\n    for x in xs:\n        "
    "if flip(1 / 2):\n            noisy = x + geometric(a)\n        yield noisy",
    "not at all": "def m(x: Int[0, 2]):\n    return x + geometric(1 / 2)",
}


def sense(body):
    head = CLAIM if body.startswith("def m") else ""
    return added_last(parse(f"{HEAD}a = 1 / 2\nTOP = 7\n{head}{body}\n", "m.py"), "m", None, "a")


@pytest.mark.parametrize("name", LAST)
def test_more_is_wider(name):
    assert sense(LAST[name]) == 1


@pytest.mark.parametrize("name", FALLING)
def test_more_is_narrower(name):
    assert sense(FALLING[name]) == -1


@pytest.mark.parametrize("name", OTHERS)
def test_nothing_is_said(name):
    assert sense(OTHERS[name]) is None


@pytest.mark.parametrize(("a", "b"), [(Fraction(1, 4), Fraction(1, 2)), (Fraction(1, 10), Fraction(9, 10))])
def test_wider_geometric_noise_is_narrower_noise_and_more(a, b):
    """The law that the module's text promises, up to what is cut far out."""
    far, share = 400, (a / b) * ((1 - b) / (1 - a)) ** 2

    def law(c, y):
        return (1 - c) / (1 + c) * c ** abs(y)

    for y in (-3, 0, 1, 5):
        mixed = share * law(a, y) + (1 - share) * sum(law(a, z) * law(b, y - z) for z in range(-far, far + 1))
        assert abs(float(mixed / law(b, y)) - 1) < 1e-12
