"""No chain of a box loses more than is said of its parts, wherever the time is up: `scripts/judge_boxes` goes on."""

import random

import pytest
from boxes_random import judged
from flint import arb, ctx, fmpq

from faier.calibration.sums import bounds, parted
from faier.calibration.sums.parted import Aim
from faier.limits import LimitReached, Limits

WHOLE, BY_PARTS = (3, 19, 20, 22, 28, 32, 46), (49,)


@pytest.mark.parametrize("seed", [*WHOLE, *BY_PARTS])
def test_no_point_of_a_box_loses_more_than_the_bound(seed):
    lost, least, whole, wrong = judged(seed, number=5, looks=80)
    assert not wrong
    assert least is not None
    assert whole is not None
    assert least < whole or seed in WHOLE
    assert lost > 1


@pytest.mark.parametrize("seed", range(40))
def test_what_floats_send_is_all_that_there_is_to_send(seed):
    """Room in the shares of what is sent must grow by nothing, and not by less."""
    draw = random.Random(seed)
    amounts = [draw.random() * 10 ** draw.randint(-9, 0) for _ in range(draw.randint(2, 9))]
    places = [((number,), 0) for number in range(len(amounts))]
    exact = [fmpq(*amount.as_integer_ratio()) for amount in amounts]
    room = {place: amount / sum(exact) for place, amount in zip(places, exact, strict=True)}
    plan = [(((-1,), 0), place, amount) for place, amount in zip(places, amounts, strict=True)]
    with ctx.workprec(128):
        found = bounds.paid(plan, {((-1,), 0): fmpq(1)}, room, lambda one, other: (arb(1), 1.0))
        assert not found < 1
        assert found < 1 + arb(2) ** -100


@pytest.mark.parametrize("ended", [0, 1, 2, 5, 40])
@pytest.mark.parametrize("seed", range(8))
def test_some_part_has_each_point_of_the_box_wherever_the_time_is_up(ended, seed, monkeypatch):
    """Where the point is, 3 is lost, and elsewhere less."""
    asked: list[object] = []
    draw = random.Random(seed)
    box = {"a": (fmpq(-1), fmpq(1)), "b": (fmpq(0), fmpq(1))}
    point = {name: low + (high - low) * fmpq(draw.randint(0, 8), 8) for name, (low, high) in box.items()}

    def lost(chain, part, *_):
        asked.append(part)
        if len(asked) > ended + 2:  # the whole, and one point alone
            raise LimitReached("timeout", "")
        if not all(low <= point[name] <= high for name, (low, high) in part.items()):
            return arb(2)
        return arb(3) if seed % 2 or part == box else None  # for what is smaller none need be found

    monkeypatch.setattr(parted.boxes, "at_most", lost)
    aim = Aim(arb(0), {"a": fmpq(1, 3), "b": fmpq(1, 3)}, least=True)
    assert parted.at_most(Named(), box, 10, (0, 9), arb(1), lambda a, b: True, aim, Limits()) == 3


class Named:
    unknowns = frozenset("ab")
