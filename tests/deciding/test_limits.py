"""Numbers of which nothing but a comparison is looked at lose no more than is told of them, and nearly that."""

from __future__ import annotations

from math import log

import pytest
from limits_random import Asked, asked

NEAR = ("NEAR",) * 4


@pytest.mark.parametrize(
    ("mechanism", "thirds"),
    [
        (Asked(">", "NEAR", ((1, 12), (1, 12), (1, 12), (-1, -12)), NEAR, "each(1)"), 3),
        (Asked(">=", "NEAR", ((-1, 12), (-1, 12), (-1, 12), (1, -12)), NEAR, "one(1)"), 3),
        (Asked(">=", "NEAR", ((2, 12), (1, 12), (2, 12), (-1, -12)), NEAR, "one(1)"), 5),
        (Asked(">=", "NEAR", ((1, 12), (2, 12), (2, 12), (-1, -12)), NEAR, "one(1)"), 5),
        (Asked("min", "NEAR", ((1, 12), (-1, 0)), NEAR[:2], "one(1)"), 2),
    ],
)
def test_what_is_told_is_nearly_lost(mechanism: Asked, thirds: int) -> None:
    told = min(mechanism.told())
    assert told == pytest.approx(thirds * log(3))
    assert 0.9 * told < mechanism.loses() <= told * (1 + 1e-9)


@pytest.mark.parametrize("seed", [5, 10, 26, 29, 34, 53])
def test_no_more_is_lost_than_is_told(seed: int) -> None:
    mechanism = asked(seed)
    assert mechanism.loses() <= min(mechanism.told()) * (1 + 1e-9)
