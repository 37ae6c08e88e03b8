"""The least multiple of an unknown epsilon, against values of the ratio at very many epsilons, and as it is told."""

import math
import random
from dataclasses import replace

import asked
import pytest
from flint import arb, fmpq

from faier.engines.algebra.multiple import Multiple, _rational_below, least_multiple
from faier.engines.algebra.obligations import Obligation
from faier.engines.verdict import Proved, Refuted
from faier.exact import Epsilon, exponential, from_ratio, unknown
from faier.lang import parse
from faier.limits import Limits, Work, seconds

ONE, HALF = fmpq(1), fmpq(1, 2)


def power(rate, below=1):
    return exponential(fmpq(rate, below), "EPS")


X, Y = power(1), power(-1)


def both(left, right):
    """An output of two neighbors, compared both ways."""
    return [Obligation(left, right, ()), Obligation(right, left, ())]


def found(items):
    answer = least_multiple(items, "EPS", seconds(60))
    assert isinstance(answer, Multiple)
    return answer


CLOSED = [
    (X / (1 + X), 1 / (1 + X), fmpq(1), True),
    ((2 * X + 1) / (1 + X), (X + 2) / (1 + X), fmpq(1, 3), False),
    (1 + X, 1 + power(4, 5), fmpq(1, 5), False),
    (3 + power(1, 1000), 3 + power(-2), fmpq(2001, 4000), False),
    (power(999, 1000), ONE, fmpq(999, 1000), True),
    (ONE, HALF + HALF * Y, fmpq(1, 2), False),
    (HALF, HALF, fmpq(0), True),
]


@pytest.mark.parametrize(("left", "right", "multiple", "attained"), CLOSED)
def test_closed_forms(left, right, multiple, attained):
    answer = found(both(left, right))
    assert (answer.lower, answer.upper, answer.attained) == (multiple, multiple, attained)


@pytest.mark.parametrize(("left", "right", "multiple", "attained"), CLOSED)
def test_what_is_known_to_be_enough_is_not_proved_again(left, right, multiple, attained):
    items = both(left, right)
    known, alone = (replace(Limits(), work=Work(1000)) for _ in range(2))
    assert least_multiple(items, "EPS", known, multiple) == least_multiple(items, "EPS", alone)
    assert known.work.left > alone.work.left


@pytest.mark.parametrize("enough", [fmpq(2), fmpq(1, 2)])
def test_what_is_enough_need_not_be_the_least(enough):
    items = both(*CLOSED[1][:2])
    assert least_multiple(items, "EPS", seconds(60), enough) == found(items)


@pytest.mark.parametrize(
    ("left", "right"), [(fmpq(3), ONE), (X, 2 + X - X), (ONE, fmpq(0)), (2 - Y, HALF), (1 + X, X), (ONE, X - 1)]
)
def test_no_multiple_is_enough_where_the_ratio_is_not_1_at_0(left, right):
    answer = found(both(left, right) if right else [Obligation(left, right, ())])
    assert answer.lower is None and answer.upper is None and not answer.reason


def test_a_hump_has_certified_ends():
    """The greatest value is inside, at an epsilon that is no simple number."""
    answer = found(both(HALF + Y * (1 - Y) ** 2, HALF))
    brute = max(math.log(1 + 2 * math.exp(-t) * (1 - math.exp(-t)) ** 2) / t for t in _grid())
    assert answer.lower is not None and answer.upper is not None and answer.attained
    assert brute <= float(answer.upper) and float(answer.lower) <= brute * (1 + 1e-3)
    assert answer.lower < answer.upper <= answer.lower * (1 + fmpq(1, 10**8))


@pytest.mark.parametrize("seed", range(80))
def test_as_many_values_say(seed):
    """Mixtures of responses with random rates: nothing on a grid exceeds the upper end, and something comes near the
    lower one."""
    chance = random.Random(seed)
    weights = [fmpq(chance.randint(1, 5)) for _ in range(chance.randint(1, 3))]
    rates = [(chance.randint(-6, 6), chance.choice((1, 2, 3, 7, 1000))) for _ in weights]
    left = sum((weight * power(*rate) for weight, rate in zip(weights, rates, strict=True)), fmpq(0))
    right = sum((weight * power(rate[0] // 2, rate[1]) for weight, rate in zip(weights, rates, strict=True)), fmpq(0))
    answer = found(both(left, right))

    def value(rates, t):
        exponents = [math.log(float(weight)) + rate * t for weight, rate in zip(weights, rates, strict=True)]
        return max(exponents) + math.log(sum(math.exp(exponent - max(exponents)) for exponent in exponents))

    ends = [rate / below for rate, below in rates], [rate // 2 / below for rate, below in rates]
    brute = max(abs(value(ends[0], t) - value(ends[1], t)) / t for t in _grid())
    assert answer.lower is not None and answer.upper is not None and not answer.reason
    assert answer.lower <= answer.upper
    assert brute <= float(answer.upper) * (1 + 1e-9) + 1e-9
    assert float(answer.lower) <= brute * (1 + 1e-2) + 1e-9


def _grid():
    return [1.02**step for step in range(-500, 900)]


def test_other_unknowns_have_no_multiple():
    assert isinstance(least_multiple([Obligation(unknown("p"), ONE, ())], "EPS", Limits()), str)


TEXT = """from faier import Bool, Positive, exp, flip, log, mechanism, one, private

EPS = Positive(1)


@private(epsilon=EPS, neighbors=one())
@private(epsilon=EPS / 4, neighbors=one(), expect="refuted")
@mechanism
def shy(a: Bool):
    if flip(1 / 3):
        return a if flip(exp(EPS) / (1 + exp(EPS))) else not a
    return flip(1 / 2)


@private(epsilon=EPS + log(3), neighbors=one())
@mechanism
def fixed(a: Bool):
    return (flip(exp(EPS) / (1 + exp(EPS))), flip(3 / 4) if a else flip(1 / 4))
"""


def test_verdicts_tell_it():
    program = parse(TEXT, "m.py", {})
    proved, refuted, beside = (asked.check(program, claim, limits=seconds(60)) for claim in program.claims)
    assert isinstance(proved, Proved) and isinstance(refuted, Refuted) and isinstance(beside, Proved)
    for verdict in (proved, refuted):
        assert verdict.tight is not None and not verdict.tight.attained
        assert from_ratio(verdict.tight.lower) == from_ratio(verdict.tight.upper) == Epsilon.positive("EPS", fmpq(1, 3))
    # Beside EPS + log(3), that no multiple of EPS is enough says nothing.
    assert beside.tight is None


def test_the_lower_end_of_a_ball_may_be_nought() -> None:
    """Two probabilities that are equal at a start have a ratio whose logarithm is 0."""
    assert _rational_below(arb(0)) == 0
    assert _rational_below(arb(1)) == 1
