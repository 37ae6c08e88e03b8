"""What published methods promise of random priors, held against faier's verdicts and the loss in floats."""

from methods_random import UNPROMISED, draft, judged

from faier.limits import DEFAULTS

# Few priors here; `scripts/judge_methods` goes through hundreds.
SEEDS = 4


def test_promises_of_random_priors():
    told = set()
    for seed in range(SEEDS):
        for one in judged(draft(seed), DEFAULTS):
            told.add((one.method, one.verdict))
            assert one.verdict == ("proved" if one.loss <= one.allowed * (1 + 1e-9) else "refuted"), (seed, one)
            if one.method not in UNPROMISED:
                assert one.verdict == "proved", (seed, one)
                assert one.scale >= one.least * (1 - 1e-9)
    assert {method for method, _ in told} >= {"group privacy", "Wasserstein", "Markov quilt, exact", "entry privacy"}
    assert ("entry privacy", "refuted") in told
