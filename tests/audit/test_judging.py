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
