"""Counts that are drawn from a model, or from a broken one: false alarms, power, and leaks."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from faier.audit.expected import Expected, Model, Outcome
from faier.audit.findings import Samples
from faier.audit.judging import judge

SAMPLES = 20_000


def expected(name: int, chances: list[Fraction]) -> Expected:
    outcomes = tuple(Outcome(str(at), one, one, Fraction(at)) for at, one in enumerate(chances))
    return Expected({"x": name}, (name,), outcomes)


def two(ratio: Fraction) -> Model:
    """A response that says the truth with chance ratio / (1 + ratio)."""
    truth = ratio / (1 + ratio)
    inputs = (expected(0, [truth, 1 - truth]), expected(1, [1 - truth, truth]))
    return Model(inputs, ((0, 1),), math.log(ratio), "log(3)")


def drawn(source: np.random.Generator, chances: list[float]) -> Samples:
    halves = [source.multinomial(SAMPLES // 2, chances) for _ in range(2)]
    one, other = ({str(at): int(count) for at, count in enumerate(half) if count} for half in halves)
    return Samples((one, other))


def test_few_right_ones_are_accused() -> None:
    """Twenty-five times with a significance of one in twenty: one accusation or so at most, on average."""
    model, accused = two(Fraction(3)), 0
    for seed in range(25):
        source = np.random.default_rng(seed)
        found = judge(model, [drawn(source, [0.75, 0.25]), drawn(source, [0.25, 0.75])], 0.05)
        accused += any(one.verdict != "consistent" for one in found)
    assert accused <= 6


@pytest.mark.parametrize("truth", [0.73, 0.77])
def test_broken_ones_are_told(truth: float) -> None:
    """By two percent points: a leak where it is too much, and a difference where it is not."""
    verdicts = set()
    for seed in range(8):
        source = np.random.default_rng(seed)
        found = judge(two(Fraction(3)), [drawn(source, [truth, 1 - truth]), drawn(source, [1 - truth, truth])], 0.001)
        verdicts |= {one.verdict for one in found}
        assert all(one.p_value < 0.01 for one in found)
    assert verdicts <= ({"differs"} if truth < 0.75 else {"differs", "leaks"})


def test_a_lower_end_is_one() -> None:
    model, above = two(Fraction(3)), 0
    for seed in range(15):
        source = np.random.default_rng(seed)
        found = judge(model, [drawn(source, [0.75, 0.25]), drawn(source, [0.25, 0.75])], 0.05)
        lower = found[0].lower
        assert lower is not None
        above += lower > math.log(3)
        assert lower > 0.95
    assert above <= 4


def test_what_the_model_never_shows() -> None:
    counts = Samples(({"0": 600, "1": 200, "2": 1}, {"0": 600, "1": 200}))
    found = judge(two(Fraction(3)), [counts, drawn(np.random.default_rng(1), [0.25, 0.75])], 0.001)
    assert found[0].verdict == "differs"
    assert found[0].p_value == 0
    assert found[0].difference is not None
    assert found[0].difference.outputs == ("2",)


def test_too_few() -> None:
    nothing = [Samples(({}, {})), Samples(({"0": 2}, {"1": 1}))]
    assert [one.verdict for one in judge(two(Fraction(3)), nothing, 0.001)] == ["too few", "too few"]


def test_the_last_bits_of_reals() -> None:
    """What is an odd multiple of a small power of 2 for one input alone, in any interval, tells it."""
    fine, rough = ({f"interval {at} step {step}": 50 for at in range(8)} for step in (-60, -52))
    outcomes = tuple(Outcome(f"interval {at}", Fraction(1, 8), Fraction(1, 8), Fraction(at)) for at in range(8))
    model = Model(tuple(Expected({"x": x}, (x,), outcomes) for x in (0, 1)), ((0, 1),), 1.0, "1")
    both = [Samples(({**fine, **rough}, {**fine, **rough})), Samples((rough, rough))]
    found, other = judge(model, both, 0.001)
    assert found.verdict == "leaks"
    assert found.p_value == 1
    assert found.leak is not None
    assert found.leak.outputs == ("interval step -60",)
    assert found.leak.frequency == (0.5, 0)
    assert other.verdict == "too few"


def test_what_comes_twice_in_a_row_and_what_comes_again() -> None:
    model = two(Fraction(3))
    halves = ({"0": 3000, "1": 1000}, {"0": 3000, "1": 1000})
    for twice, accused in (((2500, 4000), False), ((4000, 4000), True)):
        shown = [Samples(halves, twice=twice), Samples((halves[0], halves[1]))]
        difference = judge(model, shown, 0.001)[0].difference
        assert (difference is not None and difference.event == "twice") == accused
    outcomes = (Outcome("interval 0", Fraction(1), Fraction(1), Fraction(0)),)
    real = Model((Expected({}, (), outcomes, cuts=(0.0,), peak=Fraction(1, 2)),))
    for width, accused in ((1e-16, True), (1e-3, False)):
        counts = {"interval 0": 2000}
        (found,) = judge(real, [Samples((counts, counts), repeated=(1, 2000), width=width)], 0.001)
        assert (found.verdict == "differs") == accused
        assert found.difference is None or found.difference.event == "repeated"
