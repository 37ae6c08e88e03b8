"""What Markov quilts promise of random priors is decided, a few here: `scripts/judge_quilts` goes on from there."""

from collections import Counter

import pytest
from quilts_random import decided, promises

SEEDS = (0, 2, 13)


@pytest.mark.parametrize("seed", SEEDS)
def test_promises_hold(seed):
    for promise in promises(seed):
        outcome = decided(promise)
        assert outcome.verdict == "holds", promise.text
        assert outcome.spare is None or outcome.spare >= 1


def test_every_method_is_asked():
    counted = Counter(promise.method for seed in SEEDS for promise in promises(seed))
    assert counted.keys() == {"exact", "approximate", "sequential", "network", "parallel"}
