"""Chances of normal variables as exact numbers: values, canonical form, texts, signs, and claims about them."""

from __future__ import annotations

import math
import pickle

import pytest
from flint import fmpq

from faier.engines.outputs.hockey_stick import divergence
from faier.engines.search.engine import tightest
from faier.exact import (
    ONE,
    Epsilon,
    LogRatio,
    Number,
    Undecidable,
    bounds,
    compare,
    exceeds,
    exponential,
    from_ratio,
    generators,
    is_opaque,
    nearest_float,
    normal,
    number_text,
    sign,
)
from faier.hmm.pair import pair_dp
from faier.lang.claim import Each
from faier.lang.syntax import Function, IntType, Parameter
from faier.lang.values import Sequence
from faier.limits import DEFAULTS
from faier.semantics.process import Ask, End, Entry, Process, Tell

HALF = fmpq(1, 2)


@pytest.mark.parametrize("z", [fmpq(1, 2), fmpq(-1, 2), fmpq(3), fmpq(-7, 3), fmpq(-30), fmpq(1, 1000)])
def test_value(z: fmpq) -> None:
    known = math.erfc(-float(int(z.p) / int(z.q)) / math.sqrt(2)) / 2
    assert nearest_float(normal(z)) == pytest.approx(known, rel=1e-14)


def test_canonical_form() -> None:
    assert normal(fmpq(0)) == HALF
    assert normal(fmpq(2)) + normal(fmpq(-2)) == 1
    assert normal(fmpq(3), fmpq(9, 4)) == normal(fmpq(2))
    assert normal(fmpq(1), fmpq(2)) == normal(fmpq(3), fmpq(18))
    assert normal(fmpq(1)) != normal(fmpq(2))
    assert pickle.loads(pickle.dumps(normal(fmpq(1)) + exponential(ONE))) == normal(fmpq(1)) + exponential(ONE)
    with pytest.raises(ValueError, match="variance"):
        normal(fmpq(1), fmpq(0))


def test_text() -> None:
    assert number_text(normal(fmpq(-1, 2))) == "normal(-1/2)"
    assert number_text(normal(fmpq(1, 2))) == "1 - normal(-1/2)"
    assert number_text(normal(fmpq(-1), fmpq(2)) ** 2 / 3) == "normal(-sqrt(1/2))**2 / 3"


def test_signs_by_balls() -> None:
    assert sign(normal(fmpq(-200))) == 1
    assert sign(1 - normal(fmpq(200))) == 1
    assert compare(normal(fmpq(-200)), normal(fmpq(-201))) == 1
    assert compare(normal(fmpq(-1)), normal(fmpq(-1))) == 0
    assert sign(normal(fmpq(1, 3)) - normal(fmpq(1, 3)) * exponential(ONE)) == -1
    near = bounds(normal(fmpq(1)), 100)[0]
    assert sign(normal(fmpq(1)) - near) == 1


def test_what_balls_cannot_tell_is_not_guessed() -> None:
    low, high = bounds(normal(fmpq(1)), 3000)
    with pytest.raises(Undecidable):
        sign(normal(fmpq(1)) - (low + high) / 2)
    with pytest.raises(Undecidable):
        exceeds(normal(fmpq(1)), ONE, Epsilon.log((low + high) / 2))
    with pytest.raises(Undecidable):
        ONE / (normal(fmpq(1)) - (low + high) / 2)


def test_parts() -> None:
    assert is_opaque(normal(fmpq(1))) and {one.label for one in generators(normal(fmpq(1)))} == {"normal(-1)"}
    budget = from_ratio(3 * normal(fmpq(-1)))
    assert isinstance(budget, LogRatio) and budget.value == pytest.approx(math.log(3 * 0.158655253931457))


def noisy_sign(count: int) -> Number:
    """The chance that count + gaussian(1) is above 1/2."""
    return normal(fmpq(count) - HALF)


def test_engines_decide_about_coins_of_this_kind() -> None:
    ways = tuple(((1, noisy_sign(count)), (2, 1 - noisy_sign(count))) for count in range(3))
    states = (Ask(Entry("count"), (0, 1, 2), ways), Tell(True, ((3, ONE),)), Tell(False, ((3, ONE),)), End())
    process = Process(states, ((0, ONE),), ((None, (ONE,) * 4),), ("",) * 4)
    function = Function("mechanism", "f", (Parameter("count", IntType(0, 2)),), (), (), False)
    found = tightest(pair_dp(process, function, Each(1)), None, DEFAULTS)
    expected = normal(fmpq(-1, 2)) / normal(fmpq(-3, 2))
    assert found.lower == found.upper == expected
    assert exceeds(found.left, found.right, Epsilon.rational(fmpq(3, 2)))
    assert not exceeds(found.left, found.right, Epsilon.rational(fmpq(31, 20)))
    above, below = Sequence("tuple", (True,)), Sequence("tuple", (False,))
    more, less = ({above: noisy_sign(count), below: 1 - noisy_sign(count)} for count in (1, 0))
    assert divergence(more, less, Epsilon()).delta == 1 - 2 * normal(-HALF)
