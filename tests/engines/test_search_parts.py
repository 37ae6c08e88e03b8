"""Parts of the search by themselves, on small random pairs: what each says of words is compared with all words."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest
from flint import fmpq
from pairs import HALF, ONE, node, noisy_max_pair, random_pair

from faier.engines.search import bound as search_bound
from faier.engines.search import engine as search
from faier.engines.search import forward, layers, meeting, rounds
from faier.engines.search.bound import Reduce, by_partner, by_support, merge, promising, sweep
from faier.engines.search.dominance import Effort, Purse
from faier.engines.search.engine import SearchResult, tightest
from faier.engines.search.forward import favourable, one_sided
from faier.engines.search.graph import plan
from faier.engines.search.state import Ground, Progress
from faier.engines.search.vectors import INTEGERS, Shape, Vector, arithmetic_of, moved, row_shape, stopping, vector
from faier.engines.words import Best, Edges, better, empty, word_weights
from faier.exact import Number, compare, exponential
from faier.hmm.model import AskLetter, Edge, Pair, TellLetter
from faier.limits import Limits
from faier.semantics.process import Entry, Row

FREE = Limits()
ZERO = fmpq(0)
INFINITE = fmpq(10) ** 100

PAIRS = [random_pair(seed, cyclic) for seed in range(40) for cyclic in (False, True)]
LENGTHS = [number % 4 for number in range(len(PAIRS))]
BOTH = list(zip(PAIRS, LENGTHS, strict=True))


def some(count: int) -> pytest.MarkDecorator:
    """The pairs in groups, so that each test takes little."""
    return pytest.mark.parametrize("group", [BOTH[at::count] for at in range(count)], ids=range(count))


@dataclass(frozen=True)
class Beginning:
    """The beginning of a word that is possible on the left: where it leads, and its weights at the states there."""

    place: int
    edges: Edges
    left: dict[int, fmpq]
    right: dict[int, fmpq]
    shown: int

    def factor(self, pair: Pair) -> fmpq:
        """Of the word that stops here; 0 where it weighs nothing on both sides."""
        here = pair.nodes[self.place]
        above = sum((weight * here.left_final[at] for at, weight in self.left.items()), ZERO)
        below = sum((weight * here.right_final[at] for at, weight in self.right.items()), ZERO)
        if above == 0:
            return ZERO
        return (above * pair.right_mass) / (below * pair.left_mass) if below else INFINITE


def beginnings(pair: Pair, length: int) -> Iterator[Beginning]:
    waiting = [Beginning(pair.start, (), dict(pair.left), dict(pair.right), 0)]
    for item in waiting:
        yield item
        for number, edge in enumerate(pair.nodes[item.place].edges):
            shown = item.shown + isinstance(edge.letter, TellLetter)
            left = onward(item.left, edge.left)
            if left and shown <= length:
                edges = (*item.edges, (item.place, number))
                waiting.append(Beginning(edge.target, edges, left, onward(item.right, edge.right), shown))


def onward(weights: dict[int, fmpq], rows: Sequence[Row]) -> dict[int, fmpq]:
    after: dict[int, fmpq] = {}
    for state, weight in weights.items():
        for target, chance in rows[state]:
            after[target] = after.get(target, ZERO) + weight * chance
    return after


def greatest(pair: Pair, length: int) -> fmpq:
    return max(item.factor(pair) for item in beginnings(pair, length))


def factor(best: Best, pair: Pair) -> Number:
    found = best.factor(pair)
    return INFINITE if found is None else found


def ground_of(pair: Pair, length: int | None) -> Ground:
    arithmetic = arithmetic_of(pair)
    return Ground(pair, plan(pair, length), arithmetic, Effort(arithmetic, True, FREE, Purse()), FREE, 20_000)


def untouched(pair: Pair) -> Progress:
    return Progress([()] * len(pair.nodes), [()] * len(pair.nodes))


# --- The plan of a search ----------------------------------------------------------------------------------------


def possible(pair: Pair) -> set[tuple[int, frozenset[int], frozenset[int]]]:
    """Each node with the states that some word leads to."""
    start = (pair.start, frozenset(state for state, _ in pair.left), frozenset(state for state, _ in pair.right))
    found, waiting = {start}, [start]
    while waiting:
        place, left, right = waiting.pop()
        for edge in pair.nodes[place].edges:
            after = (
                edge.target,
                frozenset(target for state in left for target, _ in edge.left[state]),
                frozenset(target for state in right for target, _ in edge.right[state]),
            )
            if after[1] and after not in found:
                found.add(after)
                waiting.append(after)
    return found


@some(8)
def test_plans_know_the_states_that_words_reach(group: list[tuple[Pair, int]]) -> None:
    for pair, length in group:
        known, made = possible(pair), plan(pair, length)
        for place in range(len(pair.nodes)):
            here = [(left, right) for at, left, right in known if at == place]
            assert made.left_states[place] == frozenset().union(*(left for left, _ in here))
            assert made.right_states[place] == frozenset().union(*(right for _, right in here))


@some(8)
def test_plans_know_the_graph(group: list[tuple[Pair, int]]) -> None:
    """Edges that some word may take; the fewest and the most values that are shown on ways along these."""
    for pair, length in group:
        made = plan(pair, length)
        steps = [
            (place, number, edge.target, isinstance(edge.letter, TellLetter))
            for place, here in enumerate(pair.nodes)
            for number, edge in enumerate(here.edges)
            if any(edge.left[state] for state in made.left_states[place])
        ]
        incoming = [[(place, number) for place, number, target, _ in steps if target == at] for at in range(4)]
        assert [list(each) for each in made.incoming] == incoming[: len(pair.nodes)]
        fewest: dict[int, int] = {pair.start: 0}
        most: dict[int, int] = {pair.start: 0}
        for _ in range(20):
            for place, _, target, shows in steps:
                if place in fewest:
                    fewest[target] = min(fewest.get(target, 99), fewest[place] + shows)
                    most[target] = max(most.get(target, 0), most[place] + shows)
        assert made.distance == tuple(fewest.get(place) for place in range(len(pair.nodes)))
        endless = max(most.values()) > 4
        assert made.longest == (None if endless else max(most.values()))
        assert made.counting == (endless or length < max(most.values()))
        free = {(place, target) for place, _, target, shows in steps if not (made.counting and shows)}
        order = [place for component in made.components for place in component]
        assert sorted(order) == sorted(fewest)
        assert all(order.index(target) < order.index(place) for place, target in free)
        assert made.looping == (False,) * len(made.components)


def circle(*letters: bool) -> Pair:
    """Nodes in a circle; the edges behind them show a value where that is said. Then a node that is left once."""
    size = len(letters)
    unit: tuple[Row, ...] = (((0, ONE),),)
    nodes = [
        node("show", 1, [Edge(TellLetter(0) if shows else AskLetter(Entry("x"), 0, 0), (at + 1) % size, unit, unit)])
        for at, shows in enumerate(letters)
    ]
    first = node("show", 1, [Edge(AskLetter(Entry("y"), 0, 0), 0, unit, unit)])
    return Pair((*nodes, first), size, unit[0], unit[0], ONE, ONE)


def test_plans_of_circles() -> None:
    for letters, components, looping in (
        ((False, False), ((0, 1), (2,)), (True, False)),
        ((False, True), ((1,), (0,), (2,)), (False, False, False)),
        ((True, True), ((0,), (1,), (2,)), (False, False, False)),
        ((False,), ((0,), (1,)), (True, False)),
        ((True,), ((0,), (1,)), (False, False)),
        ((False, False, False), ((0, 1, 2), (3,)), (True, False)),
        ((False, False, True), ((2,), (1,), (0,), (3,)), (False,) * 4),
    ):
        made = plan(circle(*letters), 3)
        assert made.longest is None
        assert made.counting
        assert sorted(made.components) == sorted(components)
        order = [place for component in made.components for place in component]
        assert order[-1] == len(letters)
        found = dict(zip(made.components, made.looping, strict=True))
        assert found == dict(zip(components, looping, strict=True))
        assert made.distance[:-1] == tuple(sum(letters[:at]) for at in range(len(letters)))


# --- Steps -------------------------------------------------------------------------------------------------------


def alike(shape: Shape, left: dict[int, fmpq], right: dict[int, fmpq]) -> bool:
    """Whether the shape has these weights, up to a scale that both sides share."""
    both = [(shape.left_places, shape.left, left), (shape.right_places, shape.right, right)]
    if any(set(places) != set(weights) for places, _, weights in both):
        return False
    ratios = {
        weights[place] / amount
        for places, amounts, weights in both
        for place, amount in zip(places, amounts, strict=True)
    }
    return len(ratios) <= 1 and all(tuple(sorted(places)) == places for places, _, _ in both)


@some(4)
def test_steps_onward_and_back(group: list[tuple[Pair, int]]) -> None:
    for pair, length in group:
        ground = ground_of(pair, length)
        for item in beginnings(pair, 2):
            here = pair.nodes[item.place]
            states = ground.graph.left_states[item.place], ground.graph.right_states[item.place]
            shape = row_shape(tuple(item.left.items()), tuple(item.right.items()), INTEGERS)
            assert alike(shape, item.left, item.right)
            finals = (
                {state: here.left_final[state] for state in states[0] if here.left_final[state]},
                {state: here.right_final[state] for state in states[1] if here.right_final[state]},
            )
            assert alike(stopping(here, *states, INTEGERS), *finals)
            for number, edge in enumerate(here.edges):
                after = moved(ground.forward(item.place, number), shape, INTEGERS)
                assert alike(after, onward(item.left, edge.left), onward(item.right, edge.right))
                target, there = pair.nodes[edge.target], ground.graph
                end = stopping(target, there.left_states[edge.target], there.right_states[edge.target], INTEGERS)
                back = moved(ground.step(item.place, number), end, INTEGERS)
                images = [
                    {state: total for state in known if (total := sum((w * finals[t] for t, w in rows[state]), ZERO))}
                    for known, rows, finals in (
                        (states[0], edge.left, target.left_final),
                        (states[1], edge.right, target.right_final),
                    )
                ]
                assert alike(back, *images)


# --- Few vectors in place of many --------------------------------------------------------------------------------


def random_vectors(draw: random.Random, count: int, places: int, number: int = 9) -> list[Vector]:
    found = []
    for identity in range(count):
        left, right = (
            {place: draw.randint(1, number) for place in range(places) if draw.random() < 0.7} for _ in range(2)
        )
        if left:
            shape = Shape(tuple(left), tuple(left.values()), tuple(right), tuple(right.values()))
            found.append(vector(identity, 0, shape, INTEGERS))
    return found


def ratio(prefix: tuple[Sequence[int], Sequence[int]], item: Vector) -> fmpq:
    """After a prefix; nothing against nothing is least."""
    shape = item.shape
    above = sum(prefix[0][place] * amount for place, amount in zip(shape.left_places, shape.left, strict=True))
    below = sum(prefix[1][place] * amount for place, amount in zip(shape.right_places, shape.right, strict=True))
    return fmpq(above, below) if below else INFINITE if above else fmpq(-1)


def prefixes(draw: random.Random, places: int) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    for place in range(places):
        unit = [int(at == place) for at in range(places)]
        yield from ((unit, [1] * places), ([1] * places, unit), (unit, unit))
    for _ in range(20):
        yield tuple([draw.choice((0, 1, 1, 5)) for _ in range(places)] for _ in range(2))


def one_node(places: int) -> Ground:
    unit: Row = tuple((place, ONE) for place in range(places))
    return ground_of(Pair((node("ended", places, []),), 0, unit, unit, ONE, ONE), None)


@pytest.mark.parametrize("make", [by_support, by_partner])
@pytest.mark.parametrize("seed", range(12))
def test_bounds_are_not_exceeded_by_what_they_stand_for(seed: int, make: search_bound.Make) -> None:
    draw = random.Random(seed)
    for number in (1, 9, 2**150):
        items = random_vectors(draw, 6, 3, number)
        reduced = make(one_node(3), FREE)(0, items)
        assert len(reduced) <= (len({item.shape.support for item in items}) if make is by_support else len(items) + 3)
        for prefix in prefixes(draw, 3):
            most = max(ratio(prefix, item) for item in reduced)
            assert all(ratio(prefix, item) <= most for item in items)
        assert all(item.node == 0 for item in reduced)
        assert all(item.real is (item in items) for item in reduced)


def test_vectors_of_one_support_are_merged_to_the_greatest_left_and_the_least_right() -> None:
    def one(left: tuple[int, ...], right: tuple[int, ...]) -> Vector:
        return vector(7, 5, Shape((0, 2), left, (1,), right), INTEGERS)

    assert merge([one((1, 2), (3,))], INTEGERS).identity == 7
    found = merge([one((1, 2), (3,)), one((2, 1), (2,))], INTEGERS)
    assert found.shape == Shape((0, 2), (2, 2), (1,), (2,))
    assert (found.node, found.real) == (5, False)
    # A multiple says the same as the vector itself: they are brought to one size first.
    found = merge([one((1, 2), (3,)), one((1 << 20, 2 << 20), (3 << 20,))], INTEGERS)
    assert found.shape == Shape((0, 2), (1 << 20, 2 << 20), (1,), (3 << 20,))
    # Of long numbers those bits are left out that no one needs, upward on the left and downward on the right.
    large = 1 << 300
    found = merge([one((large + 1, large), (large + 1,)), one((large, large), (large + 3,))], INTEGERS)
    assert max(found.shape.left).bit_length() <= 100
    assert found.shape.left[0] > found.shape.left[1] == found.shape.right[0]


def test_where_it_is_not_known_which_is_greater_sums_and_nothing_bound_all() -> None:
    """As the amounts of a search may be too close to each other to tell."""
    blind = replace(INTEGERS, at_most=lambda a, b: False)
    items = [vector(0, 5, Shape((0, 2), left, (1, 3), (3, 4)), INTEGERS) for left in ((5, 6), (6, 7), (4, 4))]
    assert merge(items, blind).shape == Shape((0, 2), (15, 17), (), ())


def test_partners() -> None:
    """The right state of the same number if it always is there; else the one that bounds best."""

    def one(left: dict[int, int], right: dict[int, int]) -> Vector:
        return vector(0, 0, Shape(tuple(left), tuple(left.values()), tuple(right), tuple(right.values())), INTEGERS)

    partner = search_bound._partner
    same = [one({0: 6}, {0: 2, 1: 3}), one({0: 5}, {0: 5, 1: 1}), one({1: 100}, {1: 1})]
    assert partner(0, same) == (0, 3)
    assert partner(0, same[::-1]) == (0, 3)
    assert partner(2, same) == (2, 0)
    assert partner(1, same) == (1, 100)
    other = [one({0: 6}, {1: 3, 2: 2}), one({0: 4}, {0: 1, 1: 1, 2: 2})]
    assert partner(0, other) == (2, 3)
    assert partner(0, [one({0: 6}, {1: 2, 2: 2})]) == (1, 3)
    assert partner(0, [one({0: 6}, {1: 2}), one({0: 6}, {2: 2})]) is None
    assert partner(0, [one({0: 6}, {})]) is None


def test_the_vectors_that_are_best_after_some_prefix_are_promising() -> None:
    """Of three vectors, the first two are best after the two prefixes that there are, of states 0 and 1."""
    unit: list[tuple[Row, ...]] = [(((0, ONE),),), (((1, ONE),),)]
    edges = [Edge(TellLetter(at), 1, rows, rows) for at, rows in enumerate(unit)]
    pair = Pair((node("show", 1, edges), node("ended", 2, [])), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)

    def one(left: tuple[int, int], right: tuple[int, int]) -> Vector:
        return vector(0, 1, Shape((0, 1), left, (0, 1), right), INTEGERS)

    items = [one((5, 4), (1, 1)), one((4 << 400, 6 << 400), (1 << 400, 1 << 400)), one((4, 4), (1, 1))]
    reduce = promising(ground_of(pair, None), FREE)
    for order in (items, items[::-1], [items[2], *items[:2]]):
        assert set(reduce(1, order)) == set(items[:2])
    assert reduce(1, []) == ()
    nothing = vector(0, 1, Shape((0, 1), (1, 1), (), ()), INTEGERS)
    assert reduce(1, [*items, nothing]) == (nothing,)
    assert reduce(1, [vector(0, 1, Shape((1,), (9,), (1,), (1,)), INTEGERS), *items[2:]])[-1] is items[2]


def test_a_spread_takes_in_all() -> None:
    shapes = [Shape((number,), (1,), (), ()) for number in range(10)]
    assert search_bound._spread(shapes, 10) == shapes
    assert [shape.left_places[0] for shape in search_bound._spread(shapes, 5)] == [0, 2, 4, 6, 8]
    assert [shape.left_places[0] for shape in search_bound._spread(shapes, 3)] == [0, 3, 6]


# --- Sweeps ------------------------------------------------------------------------------------------------------


def everything(ground: Ground, limits: Limits) -> Reduce:
    return lambda place, items: tuple(items)


def swept(pair: Pair, length: int, make: search_bound.Make) -> list[tuple[Vector, ...]] | None:
    ground = ground_of(pair, length)
    found = sweep(ground, untouched(pair), 0, length, FREE, make)
    if found is not None:
        assert len(found) == (length + 1 if ground.graph.counting else 1)
    return None if found is None else list(found)


@some(8)
def test_a_sweep_that_forgets_nothing_knows_the_factor_of_every_length(group: list[tuple[Pair, int]]) -> None:
    for pair, length in group:
        found = swept(pair, length, everything)
        assert found is not None
        for least, items in enumerate(found, length + 1 - len(found)):
            best = better(pair, empty(pair), items)
            assert factor(best, pair) == greatest(pair, least)
            assert word_weights(pair, best.edges)[0] * best.right == word_weights(pair, best.edges)[1] * best.left
            assert all(item.real and item.node == pair.start for item in items)
            for item in items:
                word = Best((), item, ONE, ONE).edges
                edges = [pair.nodes[place].edges[number] for place, number in word]
                assert sum(isinstance(edge.letter, TellLetter) for edge in edges) <= least


@some(8)
def test_sweeps_with_few_vectors_bound_the_factor_of_every_length(group: list[tuple[Pair, int]]) -> None:
    for pair, length in group:
        for make in (by_support, by_partner):
            found = swept(pair, length, make)
            assert found is not None
            for least, items in enumerate(found, length + 1 - len(found)):
                assert factor(better(pair, empty(pair), items), pair) >= greatest(pair, least)
        found = swept(pair, length, promising)
        assert found is not None
        for least, items in enumerate(found, length + 1 - len(found)):
            assert factor(better(pair, empty(pair), items), pair) <= greatest(pair, least)
            assert len(items) <= 24


@some(4)
def test_a_sweep_goes_on_where_a_search_was_interrupted(group: list[tuple[Pair, int]]) -> None:
    for pair, length in group:
        ground = ground_of(pair, length)
        progress = untouched(pair)
        for layer in range(length + 1 if ground.graph.counting else 1):
            found = sweep(ground, progress, layer, length, FREE, everything)
            assert found is not None
            assert factor(better(pair, empty(pair), found[-1]), pair) == greatest(pair, length)
            layers.advance(ground, progress, layer, length)
            progress.before = [*progress.kept]


def test_sweeps_where_words_have_no_end_are_not_begun() -> None:
    pair = circle(True)
    assert sweep(ground_of(pair, None), untouched(pair), 0, None, FREE, everything) is None
    assert sweep(ground_of(pair, 2), untouched(pair), 0, 2, FREE, everything) is not None
    pair = circle(False)
    assert sweep(ground_of(pair, 2), untouched(pair), 0, 2, FREE, everything) is None
    late = Limits(deadline=0.0)
    assert sweep(ground_of(circle(True), 2), untouched(circle(True)), 0, 2, late, everything) is None


# --- Rounds ------------------------------------------------------------------------------------------------------


@some(4)
def test_what_is_known_of_all_prefixes_holds_for_each(group: list[tuple[Pair, int]]) -> None:
    known = 0
    for pair, length in group:
        reach = rounds._reach(ground_of(pair, length), FREE)
        for item in beginnings(pair, 2):
            for state, weight in item.left.items():
                bound = reach[item.place][state]
                if bound is not None:
                    known += 1
                    assert weight <= bound * item.right.get(state, ZERO)
    assert known > 0


@pytest.mark.parametrize("passes", [0, 1, 2])
def test_what_still_changes_after_many_passes_is_not_known(passes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One state leads to the next, which a bound reaches late; others are known before that."""
    rows: tuple[Row, ...] = (((1, HALF),), ((2, HALF),), ((3, HALF),), ((3, HALF),))
    turn = Edge(TellLetter(0), 0, rows, rows)
    pair = Pair((node("show", 4, [turn]),), 0, ((0, ONE),), ((0, HALF),), ONE, ONE)
    monkeypatch.setattr(rounds, "_PASSES", passes)
    reach = rounds._reach(ground_of(pair, 5), FREE)[0]
    assert reach == dict.fromkeys(range(3 if passes == 0 else 4), 2 if passes == 2 else None)
    monkeypatch.setattr(rounds, "_PASSES", 40)
    assert rounds._reach(ground_of(pair, 5), FREE) == [dict.fromkeys(range(4), 2)]


def test_bounds_of_prefixes_are_the_least() -> None:
    """Two ways to the last node, whose bounds are 3 and 2; a third one that the right does not have."""
    unit: tuple[Row, ...] = (((0, ONE),),)
    ways = [
        Edge(TellLetter(0), 1, (((0, fmpq(3, 4)),),), (((0, fmpq(1, 4)),),)),
        Edge(TellLetter(1), 1, (((0, fmpq(1, 4)),),), (((0, fmpq(1, 8)),),)),
    ]
    last = node("ended", 1, [])
    start = ((0, HALF),), ((0, fmpq(1, 4)),)
    pair = Pair((node("show", 1, ways), last), 0, *start, ONE, ONE)
    assert rounds._reach(ground_of(pair, None), FREE) == [{0: 2}, {0: 6}]
    for gone in ((((0, ONE),),), ((),)):
        ways = [ways[0], Edge(TellLetter(1), 1, unit, gone)]
        pair = Pair((node("show", 1, ways), last), 0, *start, ONE, ONE)
        assert rounds._reach(ground_of(pair, None), FREE)[1] == {0: 6 if gone[0] else None}
    # In a circle that favours the left without end nothing is bounded; what goes down again is.
    for more, bound in ((fmpq(3, 4), None), (HALF, 2), (fmpq(1, 4), 2)):
        turn = Edge(TellLetter(0), 0, (((0, more),),), (((0, HALF),),))
        pair = Pair((node("show", 1, [turn]),), 0, *start, ONE, ONE)
        assert rounds._reach(ground_of(pair, 3), FREE) == [{0: bound}]
    assert rounds._reach(ground_of(replace(pair, right=()), 3), FREE) == [{0: None}]


def test_values_on_the_rays_of_a_cone() -> None:
    """With c = 3/2: on a = 0, b = 1 a state is worth -3/2 y; on a = U, b = 1 it is U x - 3/2 y; on a = 1, b = 0, x."""
    shape = Shape((0, 1, 3), (4, 1, 7), (0, 1, 2), (1, 5, 2))
    found = rounds._on_rays({0: fmpq(1, 2), 1: fmpq(2), 2: fmpq(1), 3: None}, shape, fmpq(3, 2))
    rights = {0: 1, 2: 5, 4: 2, 3: 2 * 2 * 1 - 3 * 5, 5: -3 * 2}
    assert dict(zip(found.left_places, found.left, strict=True)) == {1: 1 * 2 * 4 - 2 * 3 * 1, 7: 7}
    assert dict(zip(found.right_places, found.right, strict=True)) == {at: abs(value) for at, value in rights.items()}
    # What the right has of no state that the left reaches costs as much as it is.
    assert rounds._on_rays({}, shape, fmpq(3, 2)) == Shape((1, 3, 7), (4, 1, 7), (0, 2, 4), (1, 5, 2))
    nothing = rounds._on_rays({0: fmpq(1, 2), 1: fmpq(2), 2: fmpq(1), 3: None}, shape, fmpq(0))
    assert nothing == Shape((1, 3, 7), (4, 2, 7), (), ())


@some(8)
def test_rounds_settle_what_they_settle_exactly(group: list[tuple[Pair, int]]) -> None:
    done = 0
    for pair, length in group:
        found = rounds.settled(ground_of(pair, length), untouched(pair), empty(pair), 0, length, FREE)
        if found is not None:
            done += 1
            assert factor(found, pair) == greatest(pair, length)
    assert done > 2


# --- Forward -----------------------------------------------------------------------------------------------------


def shown(pair: Pair, edges: Edges) -> int:
    return sum(isinstance(pair.nodes[place].edges[number].letter, TellLetter) for place, number in edges)


@some(4)
def test_words_made_forward_weigh_what_is_said(group: list[tuple[Pair, int]]) -> None:
    good = 0
    for pair, length in group:
        found = favourable(ground_of(pair, length), length, FREE, empty(pair))
        left, right = word_weights(pair, found.edges)
        assert left * found.right == right * found.left
        assert shown(pair, found.edges) <= length
        exact = greatest(pair, length)
        assert greatest(pair, 0) <= exact
        assert factor(found, pair) <= exact
        good += factor(found, pair) == exact
    assert good > len(group) * 3 // 4


def test_the_best_of_many_words_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two letters the second favours the left; with one word at a time the first one is forgotten."""
    unit: tuple[Row, ...] = (((0, ONE),),)
    letters = [Edge(TellLetter(at), 0, (((0, fmpq(at + 1, 4)),),), unit) for at in range(3)]
    pair = Pair((node("show", 1, letters[::-1]),), 0, unit[0], unit[0], ONE, ONE)
    pair = replace(pair, nodes=(replace(pair.nodes[0], left_final=(fmpq(3, 4),), right_final=(HALF,)),))
    best = favourable(ground_of(pair, 3), 3, FREE, empty(pair))
    assert best.edges == ()
    # The longer the word, the better: 3/2 each time.
    letters = [Edge(TellLetter(at), 0, (((0, fmpq(at + 1, 2)),),), unit) for at in range(3)]
    pair = replace(pair, nodes=(replace(pair.nodes[0], edges=tuple(letters)),))
    monkeypatch.setattr(forward, "_WIDTH", 1)
    for length in range(4):
        best = favourable(ground_of(pair, length), length, FREE, empty(pair))
        assert best.edges == ((0, 2),) * length
        assert factor(best, pair) == fmpq(3, 2) ** (length + 1)
    # It is the ratio that counts, not how likely a letter is.
    rare = Edge(TellLetter(0), 0, (((0, HALF),),), (((0, fmpq(1, 4)),),))
    often = Edge(TellLetter(1), 0, unit, unit)
    even = Edge(TellLetter(2), 0, (((0, fmpq(3, 4)),),), unit)
    for edges in ((rare, often), (often, rare), (even, often, rare), (often, even, rare)):
        changed = replace(pair, nodes=(replace(pair.nodes[0], edges=edges),))
        best = favourable(ground_of(changed, 3), 3, FREE, empty(changed))
        assert best.edges == ((0, edges.index(rare)),) * 3
    # Within its longest, too, where no length is asked for.
    monkeypatch.setattr(forward, "_LONGEST", 5)
    assert len(favourable(ground_of(pair, None), None, FREE, empty(pair)).edges) == 4
    assert favourable(ground_of(pair, 3), 3, Limits(deadline=0.0), empty(pair)).edges == ()


@some(4)
def test_words_that_the_right_does_not_have_are_found(group: list[tuple[Pair, int]]) -> None:
    seen = set()
    for pair, length in group:
        found = one_sided(pair, length, 10_000)
        exists = greatest(pair, length) == INFINITE
        seen.add(exists)
        assert (found is not None) is exists
        if found is not None:
            left, right = word_weights(pair, found)
            assert left != 0 == right
            assert shown(pair, found) <= length
            assert one_sided(pair, length, 0) is None
    assert seen == {False, True}


def test_a_word_that_the_right_does_not_have_is_sought_for_so_many_steps() -> None:
    """The third value is one that the left alone shows; each look at an edge takes a step for each state."""
    unit: tuple[Row, ...] = (((0, ONE),),)
    edges = [Edge(TellLetter(0), at + 1, unit, unit if at < 2 else ((),)) for at in range(3)]
    pair = Pair((*(node("show", 1, [edge]) for edge in edges), node("ended", 1, [])), 0, unit[0], unit[0], ONE, ONE)
    word = ((0, 0), (1, 0), (2, 0))
    assert one_sided(pair, 3, 100) == word
    assert one_sided(pair, 2, 100) is None
    assert [one_sided(pair, None, steps) is not None for steps in range(9)] == [False] * 7 + [True] * 2


# --- Meeting halfway ---------------------------------------------------------------------------------------------


def nothing_yet(left: int = 0, right: int = 1) -> Best:
    return Best((), None, fmpq(left), fmpq(right))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [(8, 2, 2.0), (1, 8, -3.0), (3 << 2000, 3, 2000.0), (1, 1 << 2000, -2000.0), (1, 0, math.inf), (0, 1, -math.inf)],
)
def test_logarithms_of_ratios(left: int, right: int, expected: float) -> None:
    assert meeting._logarithm(nothing_yet(left, right)) == pytest.approx(expected)
    assert meeting._logarithm(Best((), None, fmpq(left, 3), fmpq(right, 3))) == pytest.approx(expected)


def scaled(draw: random.Random, count: int, sizes: Sequence[int]) -> list[Vector]:
    """Vectors of one support whose sides have very different sizes."""
    return [
        vector(
            identity,
            0,
            Shape(
                (0, 1), tuple(draw.randint(1, 9) << size for _ in range(2)), (0, 2), (draw.randint(1, 9), 1 << other)
            ),
            INTEGERS,
        )
        for identity, (size, other) in enumerate((draw.choice(sizes), draw.choice(sizes)) for _ in range(count))
    ]


@pytest.mark.parametrize("sizes", [(0, 1, 3), (0, 200), (0, 400, 900)])
@pytest.mark.parametrize("seed", range(5))
def test_floats_of_a_crowd_do_not_favour_it_too_little(seed: int, sizes: Sequence[int]) -> None:
    items = scaled(random.Random(seed), 9, sizes)
    crowd = meeting._crowd(items[0].shape.support, items)
    tilts = [item.left_sketch.exponent - item.right_sketch.exponent for item in items]
    assert crowd.level == sorted(tilts)[4]
    assert crowd.wild == tuple(abs(crowd.level - tilt) > 300 for tilt in tilts)
    for item, left, right, wild in zip(items, crowd.lefts, crowd.rights, crowd.wild, strict=True):
        if not wild:
            exact = math.log2(sum(item.shape.left)) - math.log2(sum(item.shape.right))
            assert math.log2(sum(left)) - math.log2(sum(right)) + crowd.level >= exact - 1e-9
            if min(item.right_sketch.floats) > 1e-100:
                assert math.log2(sum(left)) - math.log2(sum(right)) + crowd.level <= exact + 1e-9


def after(prefix: meeting.Prefix, item: Vector) -> tuple[int, int]:
    sides = []
    for ahead, behind in (("left_places", "left"), ("right_places", "right")):
        first, second = (
            dict(zip(getattr(shape, ahead), getattr(shape, behind), strict=True))
            for shape in (prefix.shape, item.shape)
        )
        sides.append(sum(amount * second.get(place, 0) for place, amount in first.items()))
    return sides[0], sides[1]


@pytest.mark.parametrize("sizes", [(0, 1, 3), (0, 3, 150), (0, 400, 600, 1_100)])
@pytest.mark.parametrize("seed", range(20))
def test_the_best_word_that_begins_with_a_prefix(seed: int, sizes: Sequence[int]) -> None:
    draw = random.Random(seed)
    items = scaled(draw, 8, sizes)
    crowd = meeting._crowd(items[0].shape.support, items)
    for _ in range(6):
        places = [tuple(place for place in range(3) if draw.random() < 0.7) for _ in range(2)]
        amounts = [tuple(draw.randint(1, 9) << draw.choice(sizes) for _ in side) for side in places]
        prefix = meeting.Prefix(Shape(places[0], amounts[0], places[1], amounts[1]), ((7, 1),))
        weights = [after(prefix, item) for item in items]
        start = nothing_yet(draw.choice((0, 1, 1 << 300)), draw.choice((0, 1, 7)) or int(draw.random() < 0.5))
        if start.left == start.right == 0:
            continue
        exact = start
        for left, right in weights:
            if exact.beaten(fmpq(left), fmpq(right)):
                exact = Best(prefix.edges, None, fmpq(left), fmpq(right))
        found = meeting._best_with(prefix, crowd, start, INTEGERS)
        assert found.left * exact.right == found.right * exact.left
        if exact is start:
            assert found is start
        else:
            assert found.begin == prefix.edges
            assert found.rest is not None
            assert (found.left, found.right) == after(prefix, found.rest)


@pytest.mark.parametrize("few", [1, 3, 600])
def test_all_prefixes_of_a_node_and_of_those_before_it_are_listed(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meeting, "_FEW", few)
    seen = set()
    for seed in range(40):
        pair = random_pair(seed, cyclic=False)
        ground = ground_of(pair, None)
        listed: dict[int, dict[Shape, None]] = {}
        for item in beginnings(pair, 9):
            shape = row_shape(tuple(item.left.items()), tuple(item.right.items()), INTEGERS)
            listed.setdefault(item.place, {})[shape] = None
        for place in sorted(listed):
            before = {place}
            for _ in pair.nodes:
                before |= {source for target in before for source, _ in ground.graph.incoming[target]}
            many = any(len(listed[each]) > few for each in before)
            found = meeting._prefixes(ground, place)
            seen.add(found is None)
            assert (found is None) is many
            if found is not None:
                assert set(found) == before
                for each, prefixes in found.items():
                    assert {prefix.shape for prefix in prefixes} == set(listed[each])
                    for prefix in prefixes:
                        weights = word_weights(pair, prefix.edges)
                        end = stopping(pair.nodes[each], *states(ground, each), INTEGERS)
                        whole = after(prefix, vector(0, each, end, INTEGERS))
                        assert whole[0] * weights[1] == whole[1] * weights[0]
    assert seen == ({False} if few == 600 else {False, True})


def states(ground: Ground, place: int) -> tuple[frozenset[int], frozenset[int]]:
    return ground.graph.left_states[place], ground.graph.right_states[place]


@pytest.mark.parametrize("crowd", [1, 3, 10])
def test_meeting_halfway_changes_no_factor(crowd: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prefixes are listed from the node on to which so many vectors lead; each word is met."""
    asked = []
    plain = meeting.crowded

    def crowded(ground: Ground, progress: Progress, place: int) -> bool:
        found = plain(ground, progress, place)
        many = sum(len(progress.kept[edge.target]) for edge in ground.pair.nodes[place].edges)
        assert found is (many >= crowd)
        assert (place in progress.listed) is found
        asked.append(found)
        return found

    monkeypatch.setattr(meeting, "_CROWD", crowd)
    monkeypatch.setattr(layers, "crowded", crowded)
    pairs = [random_pair(seed, cyclic=False) for seed in range(30)] + [noisy_max_pair(2, 2, "uniform")]
    for pair in pairs:
        result = tightest(pair, None, FREE)
        exact = greatest(pair, 9)
        assert (INFINITE if result.lower is None else result.lower) == exact
        assert result.limit is None
    assert any(asked)
    asked.clear()
    # Where words have no end, nothing is met halfway; nor where weights are not rational.
    assert not plain(ground_of(endless(HALF, HALF), 3), untouched(endless(HALF, HALF)), 0)
    assert not plain(
        ground_of(symbolic(pairs[-1]), None), Progress([(random_vectors(random.Random(1), 9, 2)[0],)] * 5), 0
    )


def test_words_that_leave_the_listed_nodes_behind_another_edge_are_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways from the start: to a node whose prefixes are listed, and to one that is not; the second is better."""

    def tell(number: int, target: int, left: fmpq, right: fmpq) -> Edge:
        return Edge(TellLetter(number), target, (((0, left),),), (((0, right),),))

    monkeypatch.setattr(meeting, "_CROWD", 2)
    ways = [tell(0, 1, HALF, HALF), tell(1, 2, HALF, fmpq(1, 4))]
    for order in (ways, ways[::-1]):
        crowded = node("show", 1, [tell(0, 3, HALF, HALF), tell(1, 3, HALF, fmpq(2, 5))])
        alone = node("show", 1, [tell(0, 3, ONE, ONE)])
        nodes = (node("show", 1, order), crowded, alone, node("ended", 1, []))
        pair = Pair(nodes, 0, ((0, ONE),), ((0, ONE),), ONE, ONE)
        ground, progress = ground_of(pair, None), untouched(pair)
        layers.advance(ground, progress, 0, None)
        assert set(progress.listed) == {0, 1}
        result = tightest(pair, None, FREE)
        assert (result.lower, result.upper) == (2, 2)


# --- The search itself -------------------------------------------------------------------------------------------


def strained(draw: random.Random, patch: pytest.MonkeyPatch) -> dict[str, int | bool]:
    patch.setattr(search, "_CROWD", draw.choice((0, 1, 64)))
    patch.setattr(search, "_MANY", draw.choice((0, 500)))
    patch.setattr(meeting, "_CROWD", draw.choice((0, 1, 2_000)))
    patch.setattr(meeting, "_FEW", draw.choice((1, 3, 600)))
    return {"conic": draw.random() < 0.7, "width": draw.choice((0, 1, 3, 20_000))}


@some(16)
def test_ends_and_the_curve(group: list[tuple[Pair, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    for number, (pair, length) in enumerate(group):
        draw = random.Random(number)
        for _ in range(3):
            with monkeypatch.context() as patch:
                result = tightest(pair, length, FREE, **strained(draw, patch))
            checked(pair, length, result)


def checked(pair: Pair, length: int, result: SearchResult) -> None:
    """Each factor is the one that all words have, and the ends enclose it; the word has the lower end."""
    exact = greatest(pair, length)
    lower = INFINITE if result.lower is None else result.lower
    if result.lower is None:
        assert result.left != 0 == result.right
    else:
        assert result.lower * result.right * pair.left_mass == result.left * pair.right_mass
    assert lower <= exact
    assert result.upper is None or exact <= result.upper
    if result.limit is None:
        assert lower == exact
        assert result.upper == (None if exact == INFINITE else exact)
    else:
        assert result.limit.name == "vectors"
        # Only what was searched to the end is known to the end.
        searched = len(result.curve) - 1 if result.curve else None
        assert result.length == searched or lower == INFINITE
    assert result.counting is plan(pair, length).counting
    tells = sum(isinstance(letter, TellLetter) for letter in result.word)
    assert tells <= length
    if result.counting:
        for least, value in enumerate(result.curve):
            known = greatest(pair, least)
            assert value == (None if known == INFINITE else known) or (value is None and lower == INFINITE == exact)
        assert result.length is None or tells <= result.length or result.limit is not None
    elif result.limit is None:
        assert result.all
        assert len(result.curve) == 1


def symbolic(pair: Pair) -> Pair:
    """Each letter's weights times e, on both sides: no ratio changes."""
    e = exponential(ONE)

    def matrix(rows: tuple[Row, ...]) -> tuple[Row, ...]:
        return tuple(tuple((target, weight * e) for target, weight in row) for row in rows)

    nodes = tuple(
        replace(
            here,
            edges=tuple(replace(edge, left=matrix(edge.left), right=matrix(edge.right)) for edge in here.edges),
        )
        for here in pair.nodes
    )
    return replace(pair, nodes=nodes)


@pytest.mark.parametrize("group", [BOTH[at:40:10] for at in range(10)], ids=range(10))
def test_weights_that_are_not_rational(group: list[tuple[Pair, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    for number, (pair, length) in enumerate(group):
        given, draw = symbolic(pair), random.Random(number)
        exact = greatest(pair, length)
        assert not given.rational or not any(here.edges for here in pair.nodes)
        with monkeypatch.context() as patch:
            result = tightest(given, length, FREE, **strained(draw, patch))
        lower = INFINITE if result.lower is None else result.lower
        assert compare(lower, exact) <= 0
        assert result.upper is None or compare(exact, result.upper) <= 0
        if result.limit is None:
            assert compare(lower, exact) == 0
        assert rounds.settled(ground_of(given, length), untouched(given), empty(given), 0, 1, FREE) is None or (
            given.rational
        )


def test_nodes_from_which_no_word_is_short_enough_are_left_out() -> None:
    """In a circle of three values each node is one further from the start; the node before the circle is the start."""
    pair = circle(True, True, True)
    ground = ground_of(pair, 4)
    for place, distance in enumerate((0, 1, 2, 0)):
        for layer in range(6):
            assert ground.beyond(place, layer, 4) is (distance + layer > 4)
            assert not ground.beyond(place, layer, None)
    short = ground_of(noisy_max_pair(2, 1, "first"), None)
    assert not any(short.beyond(place, 9, 0) for place in range(5))


def test_how_far_a_search_is_grows_from_nothing_to_all() -> None:
    for pair, length in ((endless(fmpq(3, 4), HALF), 3), (noisy_max_pair(2, 1, "first"), None)):
        told: list[float] = []
        tightest(pair, length, Limits(told=told.append))
        assert told == sorted(told)
        assert told[0] == 0
        assert 0.5 < told[-1] < 1
    told = []
    tightest(endless(HALF, HALF), None, Limits(told=told.append))
    assert told == []


def test_words_that_are_too_short_to_end_are_not_all_words() -> None:
    """The only end is after five values; no word of two weighs anything."""
    unit: tuple[Row, ...] = (((0, ONE),),)
    rare: tuple[Row, ...] = (((0, fmpq(1, 5)),),)
    nodes = [node("show", 1, [Edge(TellLetter(0), at + 1, unit, unit if at else rare)]) for at in range(5)]
    nothing = {"left_final": (ZERO,), "right_final": (ZERO,)}
    pair = Pair((*(replace(each, **nothing) for each in nodes), node("ended", 1, [])), 0, unit[0], unit[0], ONE, ONE)
    for length in range(5):
        result = tightest(pair, length, FREE)
        assert (result.lower, result.upper, result.length, result.all) == (0, 0, length, False)
    result = tightest(pair, 5, FREE)
    assert (result.lower, result.upper, result.all) == (5, 5, True)


def silent_circle(draw: random.Random) -> Pair:
    """What is read goes in a circle of two nodes, by the same steps on both sides, which only exchange states; at the
    second one a value may be told."""

    def turn(name: str, number: int, target: int) -> Edge:
        stays, chance = draw.random() < 0.5, fmpq(1, draw.randint(2, 5))
        rows: tuple[Row, ...] = tuple(((state if stays else 1 - state, chance),) for state in range(2))
        return Edge(AskLetter(Entry(name), number, 0), target, rows, rows)

    told = [tuple(((0, fmpq(draw.randint(1, 5), 6)),) for _ in range(2)) for _ in range(2)]
    show = Edge(TellLetter(0), 2, told[0], told[1])
    first, second = node("ask", 2, [turn("x", 0, 1), turn("x", 1, 1)]), node("show", 2, [turn("y", 0, 0), show])
    start = tuple((state, fmpq(draw.randint(1, 4), 4)) for state in range(2))
    return Pair((first, second, node("ended", 2, [])), 0, start, ((0, HALF), (1, HALF)), ONE, ONE)


@pytest.mark.parametrize("seed", range(20))
def test_what_goes_in_circles_without_a_value(seed: int) -> None:
    pair = silent_circle(random.Random(seed))
    for length in (0, 1):
        result = tightest(pair, length, FREE)
        exact = max(item.factor(pair) for item in turning(pair, 7) if item.shown <= length)
        assert (result.lower, result.upper, result.limit) == (exact, exact, None)


def turning(pair: Pair, letters: int) -> Iterator[Beginning]:
    waiting = [Beginning(pair.start, (), dict(pair.left), dict(pair.right), 0)]
    for item in waiting:
        yield item
        for number, edge in enumerate(pair.nodes[item.place].edges):
            left = onward(item.left, edge.left)
            if left and len(item.edges) < letters:
                edges = (*item.edges, (item.place, number))
                shown = item.shown + isinstance(edge.letter, TellLetter)
                waiting.append(Beginning(edge.target, edges, left, onward(item.right, edge.right), shown))


def test_what_a_search_counts() -> None:
    found = tightest(noisy_max_pair(2, 2, "uniform"), None, FREE).statistics
    assert 1 < found.peak < found.vectors <= found.candidates
    assert found.layers == 1
    assert found.programs >= 0
    few = tightest(noisy_max_pair(2, 2, "uniform"), None, replace(FREE, bits=3))
    assert few.limit is not None
    assert few.limit.name == "bits"


def test_each_vector_that_is_made_pays_for_linear_programs() -> None:
    pair = noisy_max_pair(2, 1, "first")
    purse = Purse(0.0)
    ground = replace(ground_of(pair, None), effort=Effort(INTEGERS, False, FREE, purse))
    progress = untouched(pair)
    layers.advance(ground, progress, 0, None)
    assert progress.candidates > 0
    assert purse.left == 2_000 * progress.candidates


def endless(left: fmpq, right: fmpq) -> Pair:
    """A value is shown again and again, with these weights."""
    turn = Edge(TellLetter(0), 0, (((0, left),),), (((0, right),),))
    return Pair((node("show", 1, [turn]),), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)


def test_a_search_of_words_of_one_length_says_how_far_it_went() -> None:
    result = tightest(endless(fmpq(3, 4), HALF), 3, FREE)
    assert (result.lower, result.upper, result.length, result.all) == (fmpq(27, 8), fmpq(27, 8), 3, False)
    assert result.curve == tuple(fmpq(3, 2) ** count for count in range(4))
    assert result.word == (TellLetter(0),) * 3
    assert (result.left, result.right) == (fmpq(27, 64), fmpq(1, 8))
    # Where longer words are no better, all words are known.
    result = tightest(endless(HALF, HALF), 3, FREE)
    assert (result.lower, result.upper, result.length, result.all) == (1, 1, 1, True)
    result = tightest(endless(HALF, fmpq(3, 4)), None, FREE)
    assert (result.lower, result.upper, result.all, result.limit) == (1, 1, True, None)
    assert result.curve == (1, 1)
    # A word that one side does not have ends the search.
    result = tightest(endless(HALF, ZERO), 3, FREE)
    assert (result.lower, result.upper, result.all, result.limit) == (None, None, True, None)
    assert len(result.word) == 1
    result = tightest(noisy_max_pair(2, 1, "first"), None, FREE)
    assert (result.lower, result.length, result.all, result.counting) == (4, 1, True, False)
    assert result.curve == (4,)


def exceeding(claim: fmpq) -> search.Exceeds:
    return lambda left, right: left > claim * right


@pytest.mark.parametrize(("claim", "exceeds"), [(4, False), (fmpq(27, 8), False), (3, True), (1, True), (HALF, True)])
def test_decisions(claim: fmpq, exceeds: bool) -> None:
    found = tightest(endless(fmpq(3, 4), HALF), 3, FREE, exceeding(fmpq(claim)))
    assert found.lower is not None
    assert (found.lower > claim) is exceeds
    if exceeds:
        # The search stops at the first word that is enough.
        assert len(found.curve) == {3: 4, 1: 2, HALF: 1}[claim]
        assert found.upper == (found.lower if claim == 3 else None)
    else:
        assert found.upper == found.lower


def test_decisions_where_the_right_is_impossible() -> None:
    assert tightest(endless(HALF, ZERO), 3, FREE, exceeding(fmpq(1000))).lower is None
    found = tightest(endless(HALF, ZERO), 0, FREE, exceeding(fmpq(1000)))
    assert found.lower == found.upper == 1


def test_an_interrupted_search_tells_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = noisy_max_pair(3, 2, "uniform")
    monkeypatch.setattr(search, "settled", lambda *_: None)
    ends = tightest(pair, None, FREE, width=1)
    exact = tightest(pair, None, FREE).lower
    assert isinstance(ends.lower, fmpq)
    assert isinstance(ends.upper, fmpq)
    assert isinstance(exact, fmpq)
    assert ends.limit is not None
    assert ends.lower <= exact <= ends.upper
    assert ends.lower < ends.upper
    enough = ends.lower * fmpq(99, 100)
    found = tightest(pair, None, FREE, exceeding(enough), width=1).lower
    assert isinstance(found, fmpq) and found > enough
