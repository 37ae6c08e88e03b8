"""Programs in which lists get second names: what is accepted does what Python does."""

from __future__ import annotations

from aliases_random import attacked


def test_random_programs_with_second_names_are_refused_or_do_what_python_does() -> None:
    """`scripts/fuzz_names aliases` goes on from here."""
    counts = {"agreed": 0, "refused": 0, "fails": 0}
    for seed in range(40):
        counts[attacked(seed)] += 1
    assert counts["agreed"] >= 8, counts
    assert counts["refused"] >= 8, counts
