"""Priors with silent loops whose weights are unknown: their supremum against the same file at fixed values."""

from __future__ import annotations

import asked
import pytest
from flint import fmpq

HEAD = "from faier import Bool, Int, Probability, Real, assume, flip, mechanism, prior, secret, uniform\n"
MECHANISM = "@mechanism\ndef m(v: Int[0, 2]):\n    return v if flip(2 / 3) else uniform(0, 2)\n"
GRID = ("1/8", "1/4", "1/2", "5/8", "7/8")

PRIORS = [
    # Retried until two coins differ.
    "    x, y = flip(p), flip(1 / 3)\n    while x == y:\n        x, y = flip(p), flip(1 / 3)\n"
    "    secret(x)\n    return x + y\n",
    # A walk on three places with two ways out.
    "    at = 1\n    while 0 < at < 4:\n        at += 1 if flip(p) else -1\n    secret(at == 0)\n"
    "    return 2 if at == 0 else flip(p)\n",
    # Runs are lost inside the loop.
    "    x = flip(p)\n    while flip(1 / 2):\n        assume(flip(p) or x)\n        x = flip(1 / 2)\n"
    "    secret(x)\n    return x + flip(1 / 4)\n",
    # Two loops, one inside the other.
    "    n = 0\n    while flip(p):\n        while flip(p * p):\n            n = (n + 1) % 3\n"
    "        n = (n + 2) % 3\n    secret(n == 0)\n    return n\n",
]


def tight(body: str, parameter: str) -> fmpq:
    text = HEAD + f"@prior\ndef belief({parameter}):\n{body}\n{MECHANISM}"
    found = asked.tight(text, "m", None, "belief").tight
    assert found is not None and found.upper is not None
    return found.upper


@pytest.mark.parametrize("body", PRIORS)
def test_the_supremum_is_that_of_the_fixed_values(body):
    fixed = {at: tight(body.replace("flip(p", f"flip({at}").replace("* p)", f"* {at})"), "") for at in GRID}
    for at in GRID:
        assert tight(body, f"p: Real[{at}, {at}]") == fixed[at]
    assert tight(body, f"p: Real[{GRID[0]}, {GRID[-1]}]") >= max(fixed.values())
    assert tight(body, f"p: Real[{GRID[1]}, {GRID[2]}]") >= max(fixed[GRID[1]], fixed[GRID[2]])
