"""Mechanisms of the library have all measures, exactly or between ends: a slice of `scripts/measure_models`."""

from __future__ import annotations

import runpy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from library import MODELS, ROOT, relative

SCRIPT: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "measure_models"))

# What is listed, what is compared with other noise, what has no end, and what has too many inputs.
SOME = (
    "models/randomized_response.py",
    "models/sparse_vector/svt_3_roth.py",
    "models/streams/sliding_window.py",
    "models/release/parallel_counts.py",
)


@pytest.mark.parametrize("file", SOME)
def test_every_mechanism_has_a_profile(file: str) -> None:
    measured(ROOT / file)


@pytest.mark.long
@pytest.mark.parametrize("file", [path for path in MODELS if relative(path) not in SOME], ids=relative)
def test_every_mechanism_of_the_library_has_a_profile(file: Path) -> None:
    measured(file)


def measured(file: Path) -> None:
    found = SCRIPT["measured"](file, 60.0)
    assert found
    for one in found:
        assert SCRIPT["faults"](one) == [], one.question.id
        deltas = [delta for _, delta in one.measured.profile]
        assert all(delta.upper >= later.upper for delta, later in pairwise(deltas))
        assert one.measured.variation.upper == deltas[0].upper <= 1
