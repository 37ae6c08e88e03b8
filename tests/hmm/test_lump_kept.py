"""Kept processes are made smaller, and show what they showed."""

from dataclasses import replace

import pytest
from kept_examples import noisy_maximum
from kept_sums import random_kept, shown

from faier.hmm.lump_kept import lump_kept
from faier.semantics.kept import KeptAsk, KeptProcess, KeptTell, Way


def doubled(kept: KeptProcess) -> KeptProcess:
    """Every state twice, each way to both, with half of the weight."""
    count = len(kept.states)

    def both(ways: tuple[Way, ...]) -> tuple[Way, ...]:
        return tuple(
            replace(way, target=target, weight=way.weight / 2)
            for way in ways
            for target in (way.target, way.target + count)
        )

    def moved(state):
        match state:
            case KeptAsk():
                return replace(state, ways=tuple(map(both, state.ways)))
            case KeptTell():
                return replace(state, ways=both(state.ways))
        return state

    states = tuple(map(moved, kept.states)) * 2
    finals = tuple((secret, weights * 2) for secret, weights in kept.finals)
    return replace(kept, states=states, start=both(kept.start), finals=finals, notes=kept.notes * 2)


def test_states_that_do_the_same_are_one() -> None:
    kept, _ = noisy_maximum(1, 3, 1)
    assert len(lump_kept(doubled(kept)).states) == len(lump_kept(kept).states) <= len(kept.states)


@pytest.mark.parametrize("seed", range(12))
def test_the_same_is_shown(seed: int) -> None:
    kept, _ = random_kept(seed)
    small = lump_kept(doubled(kept))
    assert len(small.states) <= len(kept.states)
    for arrivals in ((0, 1), (1, 1)):
        before, after = shown(kept, arrivals, 2), shown(small, arrivals, 2)
        assert before.keys() == after.keys()
        assert all(after[output] == pytest.approx(weight) for output, weight in before.items())
