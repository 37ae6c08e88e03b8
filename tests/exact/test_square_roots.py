"""Square roots of numbers with logarithms in them: values, canonical form, arithmetic, signs and chances."""

from __future__ import annotations

import pickle
import random

import mpmath
import pytest
from flint import fmpq

from faier.exact import (
    Number,
    Undecidable,
    bounds,
    compare,
    exponential,
    logarithm,
    nearest_float,
    normal,
    number_text,
    sign,
    square_root,
    unknown,
)

TWO, THREE, TEN = (logarithm(fmpq(number)) for number in (2, 3, 10))


def rooted(dice: random.Random, depth: int) -> tuple[Number, mpmath.mpf]:
    """A number, and about the same by mpmath."""
    if depth == 0:
        base = dice.randint(2, 40)
        if dice.random() < 0.5:
            share = fmpq(base, dice.randint(1, 9))
            return share, mpmath.mpf(int(share.p)) / int(share.q)
        return logarithm(fmpq(base)), mpmath.log(base)
    one, other = rooted(dice, depth - 1), rooted(dice, depth - 1)
    match dice.randint(0, 4):
        case 0:
            return one[0] + other[0], one[1] + other[1]
        case 1:
            return one[0] * other[0], one[1] * other[1]
        case 2:
            return one[0] / other[0], one[1] / other[1]
        case _:
            return square_root(one[0]), mpmath.sqrt(one[1])


@pytest.mark.parametrize("seed", range(40))
def test_values_are_those_of_mpmath_and_squares_are_what_was_under_the_root(seed: int) -> None:
    with mpmath.workdps(50):
        number, value = rooted(random.Random(seed), 3)
        low, high = bounds(number, 30)
        for end in (low, high):
            assert mpmath.almosteq(mpmath.mpf(int(end.p)) / int(end.q), value, rel_eps=mpmath.mpf(10) ** -28)
        root = square_root(number)
        assert compare(root * root, number) == 0
        assert compare(1 / (root * root), 1 / number) == 0
        assert sign(root) == 1
        again = pickle.loads(pickle.dumps(root))
        assert again == root and hash(again) == hash(root)


def test_one_number_has_one_form() -> None:
    assert square_root(2 * TEN) == square_root(fmpq(2)) * square_root(TEN)
    assert square_root(TWO * THREE) == square_root(TWO) * square_root(THREE)
    assert square_root(8 * TWO / 9) == 2 * square_root(2 * TWO) / 3
    assert square_root(TWO**2) == TWO and square_root(TWO**3) == TWO * square_root(TWO)
    assert square_root((TEN - THREE) ** 2) == TEN - THREE == square_root((THREE - TEN) ** 2)
    assert square_root(exponential(fmpq(1))) == exponential(fmpq(1, 2))
    assert square_root(square_root(fmpq(2))) ** 4 == 2
    assert square_root(fmpq(9, 4)) == fmpq(3, 2) and square_root(fmpq(0)) == 0
    assert (square_root(TEN) + 1) * (square_root(TEN) - 1) == TEN - 1
    assert number_text(square_root(TEN)) == "sqrt(log(2) + log(5))"


def test_signs_are_told_or_left_open() -> None:
    assert compare(square_root(2 * TEN), square_root(TEN + TEN)) == 0
    assert compare(square_root(3 + 2 * square_root(fmpq(2))), square_root(fmpq(2)) + fmpq(1, 10**9) + 1) < 0
    with pytest.raises(Undecidable):
        compare(square_root(3 + 2 * square_root(fmpq(2))), square_root(fmpq(2)) + 1)
    with pytest.raises(ValueError, match="negative"):
        square_root(THREE - TEN)
    with pytest.raises(ValueError, match="depends on p"):
        square_root(unknown("p"))


def test_chances_of_normal_variables_have_any_variance() -> None:
    for z in (fmpq(-3, 2), fmpq(1, 7), fmpq(4)):
        found = nearest_float(normal(z, 2 * TEN))
        assert found == pytest.approx(
            float(mpmath.ncdf(mpmath.mpf(float(z)) / mpmath.sqrt(2 * mpmath.log(10)))), abs=1e-15
        )
    assert normal(fmpq(3), 2 * TEN) + normal(fmpq(-3), 2 * TEN) == 1
    assert normal(fmpq(3), 9 * TEN) == normal(fmpq(1), TEN)
    assert normal(square_root(TEN), TEN) == normal(fmpq(1))
    assert normal(fmpq(0), TEN) == fmpq(1, 2)
