"""Boxes: ends recomputed by another way, and how often they fail, summed over all sequences of a small chain."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq
from learned_programs import chain, laws

from faier.learning.boxes import excluded, interval

ALPHA = fmpq(1, 20)


def ratio(p: float, successes: int, trials: int) -> float:
    """log of: the mixture over Beta(1/2, 1/2), by the predictions of its next trial; to the likelihood under p."""
    mixed = sum(math.log((at + 0.5) / (at + 1)) for at in range(successes))
    mixed += sum(math.log((at + 0.5) / (successes + at + 1)) for at in range(trials - successes))
    return mixed - successes * math.log(p) - (trials - successes) * math.log1p(-p)


@pytest.mark.parametrize("trials", [1, 2, 10, 57, 1000])
def test_ends_are_just_outside(trials: int) -> None:
    for successes in sorted({0, 1, trials // 3, trials // 2, trials - 1, trials}):
        low, high = (Fraction(int(end.p), int(end.q)) for end in interval(successes, trials, ALPHA))
        assert 0 <= low <= Fraction(successes, trials) <= high <= 1
        assert (low == 0) == (successes == 0)
        assert (high == 1) == (successes == trials)
        for end, inward in ((low, 1), (high, -1)):
            if 0 < end < 1:
                assert ratio(float(end), successes, trials) >= math.log(20) - 1e-9
                width = (high - low) / 20
                assert ratio(float(end + inward * width), successes, trials) < math.log(20)


def test_ends_mirror_each_other() -> None:
    for successes in range(13):
        low, high = interval(successes, 12, ALPHA)
        assert interval(12 - successes, 12, ALPHA) == (1 - high, 1 - low)


def test_boxes_fail_seldom_enough() -> None:
    """Two states, every sequence of 9 records: looked at after each record, so that whoever stops when it fits loses
    nothing. The chance that some look has a box without the true chance is at most the doubt."""
    for up, down in ((fmpq(1, 10), fmpq(1, 2)), (fmpq(1, 2), fmpq(1, 2)), (fmpq(1, 50), fmpq(9, 10))):
        chances = {(0, 1): up, (0, 0): 1 - up, (1, 0): down, (1, 1): 1 - down}
        wrong = fmpq(0)
        for path in itertools.product((0, 1), repeat=8):
            states, likely, failed = (0, *path), fmpq(1), False
            counts = dict.fromkeys(chances, 0)
            for pair in itertools.pairwise(states):
                likely *= chances[pair]
                counts[pair] += 1
                seen = [(counts[0, 1], counts[0, 0], up), (counts[1, 0], counts[1, 1], down)]
                failed = failed or any(
                    excluded(chance, one, one + other, fmpq(1, 5) / 2) for one, other, chance in seen if one + other
                )
            wrong += likely * failed
        assert wrong <= fmpq(1, 5)


def test_boxes_of_a_program(tmp_path: Path) -> None:
    """At these chances the program draws their chain; of two states it begins with the stationary distribution."""
    found = chain(tmp_path, "x\n" + "0\n0\n0\n1\n0\n1\n1\n" * 20, "x", confidence=fmpq(19, 20), steps=3)
    boxes = found.facts["boxes"]
    assert isinstance(boxes, list)
    assert [box["name"] for box in boxes] == ["from_0_to_1", "from_1_to_0"]
    for box in boxes:
        assert f"{box['name']}: Real[{box['low']}, {box['high']}]," in found.program
    law = laws(found.program, "x", hidden=0, from_0_to_1=Fraction(1, 4), from_1_to_0=Fraction(1, 3))
    assert law[1, (1, 1, 0)] == Fraction(3, 7) * Fraction(2, 3) * Fraction(1, 3)


def test_wide_boxes_are_scaled(tmp_path: Path) -> None:
    found = chain(tmp_path, "x\na\nb\nc\na\nc\nb\na\nb\n", "x", confidence=fmpq(1, 2), steps=2)
    boxes = found.facts["boxes"]
    assert isinstance(boxes, list)
    assert len(boxes) == 9
    weights = {box["name"]: Fraction(1, 4) if box["to"] == "a" else Fraction(1, 8) for box in boxes}
    law = laws(found.program, "x", hidden=1, **weights)
    first = {path[0]: Fraction(0) for _, path in law}
    for (_, path), chance in law.items():
        first[path[0]] += chance
    assert all(
        chance == first[path[0]] * (Fraction(1, 2) if path[1] == "a" else Fraction(1, 4))
        for (_, path), chance in law.items()
    )
