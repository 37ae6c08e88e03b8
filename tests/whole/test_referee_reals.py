"""faier against numerical integration on random mechanisms with Laplace noise, a few here: `scripts/fuzz_laplace`."""

import pytest
from flint import arb, ctx
from referee.integrate import PRECISION, Integral, Laplace, Least
from referee.real_contest import contest
from referee.real_files import generate

SEEDS = (4, 31, 70, 149)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_mechanisms(seed):
    result = contest(generate(seed))
    assert result.disagreements == []
    assert result.kinds["densities of denote"] > 0


def test_the_referee_integrates_as_by_hand():
    """One Laplace draw is by one or more above another of its scale 2."""
    with ctx.workprec(PRECISION):
        found = Integral({0: [Laplace(2)], 1: [Laplace(2)]}, [Least(((1, 0), (-1, 1)), 1)]).value()
        assert abs(found - arb(-0.5).exp() * arb(1.25) / 2) < arb("1e-20")


def test_a_wrong_density_would_be_seen(monkeypatch):
    from referee import real_contest

    right = real_contest.denote.probability
    monkeypatch.setattr(real_contest.denote, "probability", lambda *asked: right(*asked) * 2)
    assert contest(generate(SEEDS[0]), ("denote",)).disagreements


def test_a_witness_longer_than_what_was_asked_is_run_to_its_end():
    """A refutation may look further than the length of the claim."""
    result = contest(generate(944), ("claims",))
    assert result.disagreements == []
    assert result.kinds["witnesses"] == 2
