"""What a search may forget: every reason holds exactly, and what has one is forgotten, in whatever order it comes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest
from flint import fmpq

from faier.engines.search import dominance
from faier.engines.search.covers import Column, Cover, cover_by_many
from faier.engines.search.dominance import Effort, Pruned, Purse, prune
from faier.engines.search.lp import Mixture
from faier.engines.search.vectors import INTEGERS, SYMBOLS, Shape, Vector, vector
from faier.exact import exponential
from faier.limits import LimitReached, Limits

STATES = 3
Amounts = Sequence[int]


def made(identity: int, left: Amounts, right: Amounts) -> Vector:
    sides = [[(place, amount) for place, amount in enumerate(side) if amount] for side in (left, right)]
    places = [tuple(place for place, _ in side) for side in sides]
    amounts = [tuple(amount for _, amount in side) for side in sides]
    return vector(identity, 0, Shape(places[0], amounts[0], places[1], amounts[1]), INTEGERS)


def effort(conic: bool = True, steps: float = 10**9) -> Effort:
    return Effort(INTEGERS, conic, Limits(), Purse(steps))


def amount(item: Vector, side: str, state: int) -> int:
    places, amounts = getattr(item.shape, f"{side}_places"), getattr(item.shape, side)
    return dict(zip(places, amounts, strict=True)).get(state, 0)


def reasoned(items: Sequence[Vector], found: Pruned) -> None:
    """Each of the items is kept, or covered by some that are, exactly."""
    named = {item.identity: item for item in items}
    kept = {item.identity for item in found.kept}
    assert [item.identity for item in found.kept] == sorted(kept)
    assert kept.isdisjoint(found.covers)
    assert kept | set(found.covers) == set(named)
    for identity, cover in found.covers.items():
        item = named[identity]
        assert cover.divisor > 0
        assert all(times >= 0 and other in kept for other, times in cover.terms)
        for state in range(STATES):
            above, below = (
                sum(times * amount(named[other], side, state) for other, times in cover.terms)
                for side in ("left", "right")
            )
            assert cover.divisor * amount(item, "left", state) <= above
            assert cover.divisor * amount(item, "right", state) >= below


def drawn(draw: random.Random, count: int, dense: float = 0.8) -> list[Vector]:
    def side() -> list[int]:
        return [draw.randint(1, 30) if draw.random() < dense else 0 for _ in range(STATES)]

    return [made(identity, side(), side()) for identity in range(count)]


def covered_by_one(item: Vector, other: Vector) -> bool:
    """Whether a multiple of the other has at least as much on the left and at most as much on the right."""
    if any(amount(item, "left", state) and not amount(other, "left", state) for state in range(STATES)):
        return False
    least = max(fmpq(amount(item, "left", state), amount(other, "left", state)) for state in item.shape.left_places)
    return all(least * amount(other, "right", state) <= amount(item, "right", state) for state in range(STATES))


@pytest.mark.parametrize("dense", [0.6, 0.8, 1.0])
@pytest.mark.parametrize("seed", range(12))
def test_random_vectors(seed: int, dense: float) -> None:
    draw = random.Random(seed)
    items = [item for item in drawn(draw, 12, dense) if item.shape.left]
    whole = prune((), items, effort())
    reasoned(items, whole)
    assert not any(one is not two and covered_by_one(one, two) for one, two in product(whole.kept, repeat=2))
    # In parts, what is kept is the same: no vector is forgotten for one that is forgotten later.
    for cut in (1, 6, len(items) - 1):
        first = prune((), items[:cut], effort())
        second = prune(first.kept, items[cut:], effort())
        reasoned([*first.kept, *items[cut:]], second)
        assert {item.shape for item in second.kept} == {item.shape for item in whole.kept}
    alone = prune((), items, effort(conic=False))
    reasoned(items, alone)
    assert alone.programs == 0
    assert {item.identity for item in whole.kept} <= {item.identity for item in alone.kept}
    for item in alone.kept:
        assert not any(other is not item and covered_by_one(item, other) for other in alone.kept)


ONE, TWO = made(1, (4, 1, 0), (1, 1, 0)), made(2, (1, 4, 0), (1, 1, 0))
MIDDLE = made(3, (5, 5, 0), (2, 2, 0))
OUTSIDE = made(4, (6, 5, 0), (2, 2, 0))


def names(found: Pruned) -> list[int]:
    return [item.identity for item in found.kept]


@pytest.mark.parametrize("order", [(ONE, TWO, MIDDLE), (MIDDLE, ONE, TWO), (ONE, MIDDLE, TWO)])
def test_what_lies_between_others_is_forgotten(order: tuple[Vector, ...]) -> None:
    """Whether it comes with them, before them or after them: (5, 5) is (4, 1) and (1, 4), at the same cost."""
    for cut in range(len(order)):
        found = prune(order[:cut], order[cut:], effort())
        assert names(found) == [1, 2]
        assert dict(found.covers[3].terms) == {1: 1, 2: 1}
        assert found.programs > 0
        for other in (effort(conic=False), effort(steps=0)):
            alone = prune(order[:cut], order[cut:], other)
            assert names(alone) == [1, 2, 3]
            assert (alone.covers, alone.programs) == ({}, 0)
    more = tuple(OUTSIDE if item is MIDDLE else item for item in order)
    assert names(prune(more[:1], more[1:], effort())) == [1, 2, 4]


def test_what_lies_between_vectors_of_fewer_states_is_forgotten() -> None:
    """None of the two has all states that the third has on the left, both together have."""
    parts = [made(1, (3, 0, 0), (1, 1, 0)), made(2, (0, 3, 1), (1, 0, 1))]
    both = made(3, (3, 3, 1), (2, 1, 1))
    for cut in range(3):
        for order in ((*parts, both), (both, *parts)):
            found = prune(order[:cut], order[cut:], effort())
            assert names(found) == [1, 2]
            assert dict(found.covers[3].terms) == {1: 1, 2: 1}
    # Less on the right is not covered, nor is more on the left, nor what is left without one of the parts.
    for other in (made(3, (3, 3, 1), (1, 1, 1)), made(3, (3, 3, 2), (2, 1, 1)), made(3, (3, 3, 1), (2, 1, 0))):
        assert names(prune(parts, [other], effort())) == [1, 2, 3]
    assert names(prune(parts[:1], [both], effort())) == [1, 3]


def test_what_covers_is_named_by_what_covers_it_in_turn() -> None:
    """The third is covered by the first and the second; when these go, for one, it is by what they went for."""
    twins = [made(1, (2, 1, 0), (1, 1, 0)), made(2, (4, 2, 0), (2, 2, 0))]
    found = prune((), [*twins, made(3, (8, 8, 1), (4, 4, 1))], effort())
    assert names(found) in ([1, 3], [2, 3])
    wide = made(9, (9, 9, 9), (1, 1, 0))
    for cut in range(4):
        order = [ONE, TWO, MIDDLE, wide]
        late = prune(order[:cut], order[cut:], effort())
        reasoned(order, late)
        assert names(late) == [9]
    first = prune((), [ONE, TWO, MIDDLE], effort())
    last = prune(first.kept, [made(5, (5, 2, 0), (1, 1, 0)), made(6, (2, 5, 0), (1, 1, 0))], effort())
    reasoned([*first.kept, made(5, (5, 2, 0), (1, 1, 0)), made(6, (2, 5, 0), (1, 1, 0))], last)
    assert names(last) == [5, 6]


def test_vectors_that_weigh_nothing_on_the_left_are_covered_by_nothing() -> None:
    nothing = made(5, (0, 0, 0), (1, 0, 0))
    for order in ((nothing, ONE), (ONE, nothing)):
        found = prune((), order, effort())
        assert names(found) == [1]
        assert found.covers == {5: Cover(1, ())}


def test_equal_vectors_are_kept_once() -> None:
    twins = [made(7, (4, 1, 0), (1, 1, 0)), made(8, (8, 2, 0), (2, 2, 0))]
    for order in ([ONE, *twins], [*twins, ONE]):
        found = prune(order[:1], order[1:], effort())
        assert names(found) == [order[0].identity]
        reasoned(order, found)


def test_the_same_vectors_over_other_states_are_sieved_once() -> None:
    """The second group reads like the first one, but for the names of its states."""
    amounts = [((4, 1), (1, 1)), ((1, 4), (1, 1)), ((5, 5), (2, 2)), ((2, 1), (1, 1))]
    groups = [
        [made(at, (*left, 0), (*right, 0)) for at, (left, right) in enumerate(amounts)],
        [made(10 + at, (0, *left[::-1]), (0, *right)) for at, (left, right) in enumerate(amounts)],
    ]
    found = prune((), [*groups[0], *groups[1]], effort())
    reasoned([*groups[0], *groups[1]], found)
    alone = [prune((), group, effort()) for group in groups]
    assert names(found) == [*names(alone[0]), *names(alone[1])] == [0, 1, 10, 11]
    assert found.covers == alone[0].covers | alone[1].covers
    assert dict(found.covers[2].terms) == {0: 1, 1: 1}
    assert dict(found.covers[12].terms) == {10: 1, 11: 1}


def test_linear_programs_are_paid() -> None:
    purse = Purse(10.0)
    purse.spend(4)
    assert purse.left == 6
    paid = Effort(INTEGERS, True, Limits(), purse)
    paid.spend(1)
    assert purse.left == 5
    prune((), [ONE, TWO, MIDDLE], paid)
    assert purse.left < 0
    with pytest.raises(LimitReached):
        Effort(INTEGERS, True, Limits(deadline=0.0), purse).spend(1)
    with pytest.raises(LimitReached):
        prune((), [ONE], Effort(INTEGERS, True, Limits(deadline=0.0), purse))


# --- Covers by many ----------------------------------------------------------------------------------------------


def column(left: Amounts, right: Amounts) -> Column:
    """With floats as a search has them: in [1/2, 1] of a power of two."""
    item = made(0, left, right)
    level = item.right_sketch.exponent - item.left_sketch.exponent
    floats = [
        [dict(zip(places, sketch.floats, strict=True)).get(at, 0.0) for at in range(len(side))]
        for places, sketch, side in (
            (item.shape.left_places, item.left_sketch, left),
            (item.shape.right_places, item.right_sketch, right),
        )
    ]
    return Column(
        tuple(left),
        tuple(right),
        tuple(floats[0]),
        tuple(near * 2.0**level for near in floats[1]),
        item.left_sketch.exponent,
    )


def holds(cover: Cover, one: Column, others: Sequence[Column]) -> bool:
    terms = [(others[place], times) for place, times in cover.terms]
    return (
        cover.divisor > 0
        and all(times >= 0 for _, times in terms)
        and all(
            cover.divisor * own <= sum(times * other.left[at] for other, times in terms)
            for at, own in enumerate(one.left)
        )
        and all(
            cover.divisor * own >= sum(times * other.right[at] for other, times in terms)
            for at, own in enumerate(one.right)
        )
    )


def spent(steps: int) -> None:
    assert steps > 0


def mixed(others: Sequence[Column], weights: Amounts) -> tuple[list[int], list[int]]:
    left, right = (
        [sum(times * side[at] for times, side in zip(weights, sides, strict=True)) for at in range(4)]
        for sides in ([other.left for other in others], [other.right for other in others])
    )
    return left, right


@pytest.mark.parametrize("seed", range(60))
def test_mixtures_are_found(seed: int) -> None:
    """Exactly where there is no room, in few bits where there is, prices that prove it where there is none."""
    draw = random.Random(seed)
    largest = draw.choice((9, 10**6, 2**300))
    others = [
        column(*([draw.randint(largest // 9, largest) for _ in range(4)] for _ in range(2)))
        for _ in range(draw.randint(2, 12))
    ]
    left, right = mixed(others, [draw.choice((0, 0, 1, 2, 3)) for _ in others[1:]] + [1])
    tight = cover_by_many(column(left, right), others, INTEGERS, spent)
    assert isinstance(tight, Cover)
    assert holds(tight, column(left, right), others)
    wide = column(left, [amount * 3 // 2 for amount in right])
    found = cover_by_many(wide, others, INTEGERS, spent)
    assert isinstance(found, Cover)
    assert holds(found, wide, others)
    assert max(times for _, times in found.terms).bit_length() < 100
    assert 0 < found.divisor < 2**100
    rich = column([amount * 2**40 + 1 for amount in left], [amount * 2**40 for amount in right])
    assert not isinstance(cover_by_many(rich, others, INTEGERS, spent), Cover) or len(others) > 2
    over = column([amount * 11 // 10 + 1 for amount in left], right)
    verdict = cover_by_many(over, others, INTEGERS, spent)
    if isinstance(verdict, Cover):
        assert holds(verdict, over, others)
    else:
        assert isinstance(verdict, Mixture)
        best = value(verdict, over, over)
        assert all(value(verdict, over, other) <= best * (1 + 1e-6) for other in others)


def value(prices: Mixture, own: Column, other: Column) -> float:
    """The ratio of a column at prices for shares of `own`."""
    gain = sum(p * a / b for p, a, b in zip(prices.gain_prices, other.left, own.left, strict=False))
    cost = sum(p * a / b for p, a, b in zip(prices.cost_prices, other.right, own.right, strict=False))
    return gain / cost


def test_a_state_that_only_the_column_has_is_what_it_is_best_at() -> None:
    others = [column((1, 5, 0), (1, 1)), column((5, 1, 0), (1, 1))]
    own = column((1, 1, 1), (9, 9))
    verdict = cover_by_many(own, others, INTEGERS, spent)
    assert isinstance(verdict, Mixture)
    assert verdict.gain_prices[2] > 0 == verdict.gain_prices[0] == verdict.gain_prices[1]
    assert dominance._best([*others, own], own, verdict) == 2


def test_vectors_that_cost_nothing_may_be_taken_as_often_as_one_likes() -> None:
    others = [column((1, 0), (0, 0)), column((0, 3), (1, 0)), column((1, 1), (5, 5))]
    own = column((100, 3), (2, 1))
    found = cover_by_many(own, others, INTEGERS, spent)
    assert isinstance(found, Cover)
    assert holds(found, own, others)


def test_covers_of_symbolic_vectors() -> None:
    """With room, mixtures cover vectors that hold powers of e, too; without room none is known."""
    e = exponential(fmpq(1))

    def symbolic(identity: int, left: tuple[object, ...], right: tuple[object, ...]) -> Vector:
        return vector(identity, 0, Shape((0, 1), left, (0, 1), right), SYMBOLS)

    one, two = symbolic(1, (4 * e, e), (e, e)), symbolic(2, (e, 4 * e), (e, e))
    paid = Effort(SYMBOLS, True, Limits(), Purse())
    for between, kept in (((5 * e, 5 * e), [1, 2, 3]), ((4 * e, 4 * e), [1, 2]), ((e, e), [1, 2])):
        found = prune((), [one, two, symbolic(3, between, (2 * e, 2 * e))], paid)
        assert [item.identity for item in found.kept] == kept
    found = prune((), [one, symbolic(3, (8 * e, 2 * e), (2 * e, 2 * e))], paid)
    assert len(found.kept) == 1


def test_the_best_column_at_prices() -> None:
    prices = Mixture(0.0, (), (), (), (), (1.0, 1.0), (1.0, 1.0))
    own = column((1, 1), (1, 1))
    pending = [column((1, 1), (1, 1)), column((3, 3), (1, 2)), column((2, 2), (1, 1)), column((0, 0), (1, 0))]
    assert dominance._best(pending, own, prices) == 1 or dominance._best(pending, own, prices) == 2
    assert dominance._best(pending[:1], own, prices) == 0
    assert dominance._best([*pending, column((1, 0), (0, 0))], own, prices) == 4
    assert dominance._best([pending[3], pending[0]], own, prices) == 1
    assert dominance._best([pending[0], pending[3]], own, prices) == 0
