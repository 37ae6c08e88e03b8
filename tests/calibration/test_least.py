"""The search for where a claim turns: whatever the claim does, what is told was decided, one unit apart."""

import random

import pytest
from flint import fmpq

from faier.calibration.least import Search, simplest

UNIT = fmpq(1, 1000)


def searching(decide, start, **ends):
    asked = {}

    def probe(value):
        asked[value] = decide(value)
        return asked[value]

    return Search(probe, fmpq(start), UNIT, **ends).turn(), asked


@pytest.mark.parametrize("start", [fmpq(1, 1000), fmpq(1, 7), 1, 3, 1000])
@pytest.mark.parametrize("edge", [fmpq(1, 900), fmpq(2, 3), 2, fmpq(4567, 100)])
@pytest.mark.parametrize("upwards", [True, False])
def test_an_edge_is_found_from_either_side(start, edge, upwards):
    turn, asked = searching(lambda x: "proved" if (x >= edge) == upwards else "refuted", start)
    assert abs(turn.proved - turn.refuted) == UNIT
    assert asked[turn.proved] == "proved"
    assert asked[turn.refuted] == "refuted"
    assert turn.open is None
    assert (turn.proved > turn.refuted) == upwards


def test_an_edge_beside_what_is_not_allowed_is_found():
    turn, _ = searching(
        lambda x: "outside" if not 0 < x < 1 else "proved" if x >= fmpq(99, 100) else "refuted", fmpq(1, 2)
    )
    assert (turn.proved, turn.refuted) == (fmpq(99, 100), fmpq(989, 1000))


def test_ends_are_kept():
    seen = []
    turn, _ = searching(lambda x: seen.append(x) or "refuted", 2, low=fmpq(1), high=fmpq(3))
    assert turn.proved is None
    assert turn.refuted == 2
    assert min(seen) == 1
    assert max(seen) == 3


def test_what_holds_everywhere_is_said_so():
    turn, _ = searching(lambda x: "proved", 2)
    assert (turn.proved, turn.refuted, turn.open) == (2, None, None)


def test_where_it_is_undecided_the_search_says_at_which_value():
    turn, asked = searching(lambda x: "undecided" if 1 < x < 2 else "proved" if x >= 2 else "refuted", 5)
    assert asked[turn.open] == "undecided"
    assert 2 <= turn.proved < 2 + fmpq(1, 64)
    assert 1 - fmpq(1, 64) < turn.refuted <= 1


def test_values_at_which_it_is_undecided_are_passed_by():
    turn, asked = searching(lambda x: "undecided" if 1 < x < 20 else "proved" if x >= 20 else "refuted", 100)
    assert asked[turn.proved] == "proved"
    assert asked[turn.refuted] == "refuted"
    assert turn.proved < 21


@pytest.mark.parametrize("seed", range(40))
def test_claims_of_any_shape_are_decided_at_what_is_told(seed):
    rng = random.Random(seed)
    edges = sorted(fmpq(rng.randint(1, 9000), 1000) for _ in range(rng.randint(1, 4)))

    def decide(x):
        return "refuted" if sum(x >= edge for edge in edges) % 2 else "proved"

    turn, asked = searching(decide, fmpq(rng.randint(1, 9000), 1000))
    assert turn.open is None
    if turn.proved is not None and turn.refuted is not None:
        assert abs(turn.proved - turn.refuted) == UNIT
        assert (asked[turn.proved], asked[turn.refuted]) == ("proved", "refuted")


def test_the_simplest_number_between():
    assert simplest(fmpq(333333, 10**6), fmpq(333334, 10**6)) == fmpq(1, 3)
    assert simplest(fmpq(1), fmpq(1001, 1000)) != 1
    assert simplest(fmpq(999, 1000), fmpq(1)) == 1
    for p in range(1, 30):
        for q in range(1, 30):
            found = simplest(fmpq(p, q), fmpq(p, q) + UNIT)
            assert fmpq(p, q) < found <= fmpq(p, q) + UNIT


@pytest.mark.parametrize("edge", [fmpq(4321, 1000), fmpq(1, 3), fmpq(77777, 1000)])
@pytest.mark.parametrize("curve", [lambda x, e: e / x - 1, lambda x, e: (e / x) ** 3 - 1, lambda x, e: x - e])
def test_what_is_lost_guides_the_search(edge, curve):
    """With a good guess few values are tried, and what is told is decided all the same."""
    unit, asked = fmpq(1, 10**6), {}

    def probe(value):
        asked[value] = "refuted" if curve(value, edge) > 0 else "proved"
        return asked[value]

    turn = Search(probe, fmpq(2), unit, guess=lambda value: float(curve(value, edge))).turn()
    assert abs(turn.proved - turn.refuted) == unit
    assert (asked[turn.proved], asked[turn.refuted]) == ("proved", "refuted")
    assert len(asked) < 26


@pytest.mark.parametrize("seed", range(20))
def test_a_wrong_guess_misleads_nobody(seed):
    rng = random.Random(seed)
    edge, unit = fmpq(rng.randint(1, 9000), 1000), fmpq(1, 10**6)
    asked = []

    def probe(value):
        asked.append(value)
        return "proved" if value >= edge else "refuted"

    turn = Search(probe, fmpq(1), unit, guess=lambda value: rng.uniform(-1, 1) or None).turn()
    assert (turn.proved, turn.refuted) == (edge, edge - unit)
    assert len(asked) < 120


@pytest.mark.parametrize("edge", [fmpq(1, 9), fmpq(900)])
@pytest.mark.parametrize("falls", [1, -1])
def test_the_side_on_which_the_turn_comes_nearer_goes_first(edge, falls):
    """What is on the other side may take long, or never end."""
    asked = []

    def probe(value):
        asked.append(value)
        return "proved" if (value >= edge) == (falls == 1) else "refuted"

    turn = Search(probe, fmpq(10), UNIT, guess=lambda value: falls * float(edge - value) / float(edge + value)).turn()
    assert abs(turn.proved - turn.refuted) == UNIT
    assert sum((value < 10) == (edge > 10) and value != 10 for value in asked) <= 1
