"""The referee where noise is kept: draws are cut far out, and what was cut is known."""

from fractions import Fraction

import pytest
from referee import brute, one_draw
from referee.far import Far, agree, far

FLOOR = Fraction(1, 2**18)
TEXT = one_draw.FILE.read_text()


@pytest.fixture(scope="module")
def loaded():
    return brute.load(TEXT, floor=FLOOR)


def found(loaded, name):
    mechanism = loaded.mechanism(name)
    return far(brute.law_of(loaded, mechanism, brute.inputs_of(mechanism), one_draw.inputs_of(name), 12, waits=True))


@pytest.mark.parametrize("name", one_draw.NAMES)
def test_a_draw_that_is_used_twice_is_one_value(loaded, name):
    truth, known = one_draw.truth(name), found(loaded, name)
    assert list(agree(truth, known)) == []
    assert known.lost < Fraction(1, 20)
    assert sum(known.found.values()) + known.lost == 1
    assert name in one_draw.ENDLESS or sum(truth.values()) == 1


def test_the_family_has_every_mechanism_of_the_file():
    assert set(one_draw.NAMES) == {
        name for name, it in brute.load(TEXT).names.items() if isinstance(it, brute.Mechanism)
    }


def test_the_exact_referee_says_the_same_where_it_can():
    """Noise that is drawn as late and coarsely as it is looked at has no cut: its laws are those by hand."""
    loaded, same = brute.load(TEXT), 0
    for name in one_draw.NAMES:
        mechanism = loaded.mechanism(name)
        try:
            law = brute.law_of(loaded, mechanism, brute.inputs_of(mechanism), one_draw.inputs_of(name), 12, waits=True)
        except (brute.Failed, brute.Unsupported):
            continue
        assert law == one_draw.truth(name), name
        same += 1
    assert same > 25


def test_disagreement_is_noticed():
    truth = one_draw.truth("two_thresholds")
    (first, weight), (second, other), _ = truth.items()
    known = Far({**truth, first: weight - Fraction(1, 100)}, Fraction(1, 100))
    assert list(agree(truth, known)) == []
    assert list(agree({**truth, first: weight + Fraction(1, 1000)}, known))
    assert list(agree({**truth, first: weight - Fraction(2, 100)}, known))
    assert list(agree({**truth, ((("bool", 5),), True): Fraction(1, 50)}, known))
    missing = dict(truth)
    del missing[second]
    assert list(agree(missing, known))
    assert list(agree({**truth, second: other + Fraction(1, 150)}, known))
