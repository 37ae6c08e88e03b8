"""Parts of the engines by themselves: covers, rates of growth and obligations."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import fmpq
from pairs import random_pair

from faier.engines.algebra.obligations import obligations
from faier.engines.algebra.obligations import times as times_matrix
from faier.engines.growth.rates import above, below, closure, rates, times
from faier.engines.outputs import engine as outputs
from faier.engines.outputs.engine import output_distribution
from faier.engines.search import covers
from faier.engines.search.covers import Column, Cover, cover_by_one, substituted
from faier.engines.search.vectors import INTEGERS
from faier.hmm.forward import forward
from faier.hmm.model import Pair, TellLetter
from faier.lang.values import Sequence
from faier.limits import LimitReached, Limits
from faier.semantics.process import Ask, End, Entry, Process, Tell

# --- Covers ------------------------------------------------------------------------------------------------------


def column(left: tuple[int, ...], right: tuple[int, ...]) -> Column:
    return Column(left, right, tuple(map(float, left)), tuple(map(float, right)), 0)


OTHERS = [column((2, 4), (3, 1)), column((1, 0), (1, 1)), column((0, 3), (2, 2))]

# What is covered, by which cover, and whether it is.
COVERS: dict[str, tuple[tuple[int, ...], tuple[int, ...], Cover, bool]] = {
    "itself": ((2, 4), (3, 1), Cover(1, ((0, 1),)), True),
    "twice itself": ((4, 8), (6, 2), Cover(1, ((0, 2),)), True),
    "half of itself": ((1, 2), (2, 1), Cover(2, ((0, 1),)), True),
    "a multiple that is too small": ((4, 8), (6, 2), Cover(1, ((0, 1),)), False),
    "a multiple that is too large": ((4, 8), (6, 2), Cover(1, ((0, 3),)), False),
    "a divisor that is too large": ((2, 4), (3, 1), Cover(2, ((0, 1),)), False),
    "less on the left": ((1, 4), (3, 1), Cover(1, ((0, 1),)), True),
    "more on the first of the left": ((3, 4), (3, 1), Cover(1, ((0, 1),)), False),
    "more on the last of the left": ((2, 5), (3, 1), Cover(1, ((0, 1),)), False),
    "more on the right": ((2, 4), (4, 1), Cover(1, ((0, 1),)), True),
    "less on the first of the right": ((2, 4), (2, 1), Cover(1, ((0, 1),)), False),
    "less on the last of the right": ((2, 4), (3, 0), Cover(1, ((0, 1),)), False),
    "two": ((3, 4), (4, 2), Cover(1, ((0, 1), (1, 1))), True),
    "two that need more on the right": ((3, 4), (4, 1), Cover(1, ((0, 1), (1, 1))), False),
    "three over two": ((2, 4), (4, 3), Cover(2, ((0, 1), (1, 2), (2, 2))), False),
    "three over two, with room": ((2, 5), (5, 4), Cover(2, ((0, 1), (1, 2), (2, 2))), True),
    "nothing": ((0, 0), (1, 1), Cover(1, ()), True),
    "something by nothing": ((0, 1), (1, 1), Cover(1, ()), False),
}


@pytest.mark.parametrize("name", COVERS)
def test_covers(name: str) -> None:
    left, right, cover, expected = COVERS[name]
    assert covers._holds(cover, column(left, right), OTHERS, INTEGERS) is expected


@pytest.mark.parametrize("seed", range(200))
def test_a_multiple_that_covers_is_found_when_there_is_one(seed: int) -> None:
    draw = random.Random(seed)
    one = column(*(tuple(draw.randint(1, 5) for _ in range(2)) for _ in range(2)))
    others = [column(*(tuple(draw.randint(0, 5) for _ in range(2)) for _ in range(2))) for _ in range(2)]
    for place, other in enumerate(others):
        found = cover_by_one(one, others, place, INTEGERS)
        # The least multiple that suffices on the left is the one that leaves most room on the right.
        possible = min(other.left) > 0
        if possible:
            least = max(Fraction(a, b) for a, b in zip(one.left, other.left, strict=True))
            possible = all(least * b <= a for a, b in zip(one.right, other.right, strict=True))
        assert (found is not None) is possible
        if found is not None:
            [(where, amount)] = found.terms
            assert where == place
            assert Fraction(amount, found.divisor) == least


def test_a_covered_vector_is_replaced_by_what_covers_it() -> None:
    """u = (2 v3 + 3 v5) / 7 and v3 = (v5 + 4 v6) / 5, so u = (2 v5 + 8 v6 + 15 v5) / 35."""
    cover, reason = Cover(7, ((3, 2), (5, 3))), Cover(5, ((5, 1), (6, 4)))
    assert substituted(cover, 3, reason) == Cover(35, ((5, 17), (6, 8)))
    assert substituted(cover, 4, reason) == cover
    assert substituted(Cover(1, ((3, 1),)), 3, reason) == reason
    assert substituted(cover, 5, Cover(2, ((1, 1),))) == Cover(14, ((1, 3), (3, 4)))


@pytest.mark.parametrize("seed", range(40))
def test_substituted_covers_hold(seed: int) -> None:
    """Vectors made to be covered: after the exchange the cover still holds, without the vector that went."""
    draw = random.Random(seed)

    def vector() -> tuple[tuple[int, ...], tuple[int, ...]]:
        return tuple(draw.randint(1, 9) for _ in range(2)), tuple(draw.randint(1, 9) for _ in range(2))

    def mixed(items: list[Column], amounts: list[int]) -> Column:
        sides = (
            tuple(sum(amount * row[at] for row, amount in zip(rows, amounts, strict=True)) for at in range(2))
            for rows in ([item.left for item in items], [item.right for item in items])
        )
        return column(*sides)

    one, other, third = (column(*vector()) for _ in range(3))
    amounts = [draw.randint(1, 4) for _ in range(4)]
    gone = mixed([one, other], amounts[:2])
    whole = mixed([gone, third], amounts[2:])
    table = [one, other, third, gone]
    reason = Cover(1, ((0, amounts[0]), (1, amounts[1])))
    cover = Cover(1, ((2, amounts[3]), (3, amounts[2])))
    assert covers._holds(reason, gone, table, INTEGERS)
    assert covers._holds(cover, whole, table, INTEGERS)
    found = substituted(cover, 3, reason)
    assert [place for place, _ in found.terms] == [0, 1, 2]
    assert covers._holds(found, whole, table, INTEGERS)


# --- Rates of growth ---------------------------------------------------------------------------------------------

HALF = fmpq(1, 2)

# A matrix, where to start, the states reached, and the rates of its classes, ascending.
TABLES: dict[str, tuple[list[dict[int, fmpq]], list[int], set[int], list[float]]] = {
    "one state": ([{0: HALF}], [0], {0}, [0.5]),
    "a chain": ([{1: fmpq(1)}, {2: fmpq(1)}, {}], [0], {0, 1, 2}, [0, 0, 0]),
    "the middle of a chain": ([{1: fmpq(1)}, {2: fmpq(1)}, {}], [1], {1, 2}, [0, 0]),
    "two loops, one behind the other": ([{0: HALF, 1: fmpq(1)}, {1: fmpq(1, 3)}], [0], {0, 1}, [1 / 3, 1 / 2]),
    "a circle": ([{1: fmpq(1, 4)}, {0: fmpq(1)}], [0], {0, 1}, [0.5]),
    "a circle and a loop beside it": ([{1: fmpq(1, 4)}, {0: fmpq(1)}, {2: fmpq(1)}], [1], {0, 1}, [0.5]),
    "two ways from a start": ([{1: fmpq(1), 2: fmpq(1)}, {1: HALF}, {2: fmpq(3, 4)}], [0], {0, 1, 2}, [0, 0.5, 0.75]),
    "the golden ratio": ([{0: fmpq(1), 1: fmpq(1)}, {0: fmpq(1)}], [0], {0, 1}, [(1 + 5**0.5) / 2]),
}


@pytest.mark.parametrize("name", TABLES)
def test_rates(name: str) -> None:
    table, start, reached, expected = TABLES[name]
    within = closure(table, start)
    assert within == reached
    assert sorted(rates(table, within)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", TABLES)
def test_vectors_below_and_above(name: str) -> None:
    """What the vectors promise, by multiplication; below, with as fast a growth as there is."""
    table, start, reached, expected = TABLES[name]
    size = len(table)
    weights = {state: fmpq(1) for state in start}
    seen = [fmpq(2)] * size
    found = below(table, weights, seen)
    assert (found is None) is (max(expected) == 0)
    if found is not None:
        rate, x = found
        assert float(rate) == pytest.approx(max(expected), abs=1e-6)
        assert all(entry >= rate * own for entry, own in zip(times(table, x), x, strict=True))
        assert all(0 <= entry <= most for entry, most in zip(x, seen, strict=True))
        assert any(x[state] > 0 for state in start)
    tries = list(above(table, weights, seen))
    assert (tries == []) is (max(expected) == 0)
    for rate, y in tries:
        assert max(expected) - 1e-9 <= float(rate) <= max(expected) * (1 + 1e-5)
        assert all(entry <= rate * own for entry, own in zip(times(table, y), y, strict=True))
        assert all(y[state] >= seen[state] for state in reached if table[state])


def test_states_that_are_not_seen_bound_nothing_from_below() -> None:
    """The fastest class is not seen: the next one is taken, whichever comes first."""
    for loops in ((fmpq(3, 4), HALF), (HALF, fmpq(3, 4))):
        table = [{1: fmpq(1), 2: fmpq(1)}, {1: loops[0]}, {2: loops[1]}]
        fast = 1 if loops[0] > loops[1] else 2
        seen = [fmpq(1)] * 3
        found = below(table, {0: fmpq(1)}, seen)
        assert found is not None
        assert found[0] == fmpq(3, 4)
        assert found[1][3 - fast] == 0 < found[1][fast]
        seen[fast] = fmpq(0)
        found = below(table, {0: fmpq(1)}, seen)
        assert found is not None
        assert found[0] == HALF
        assert found[1][fast] == 0
    # Nor is a class taken that is led to through a state that is not seen.
    assert below([{1: fmpq(1)}, {1: HALF}], {0: fmpq(1)}, [fmpq(0), fmpq(1)]) is None
    # Of a class of which one state is not seen, nothing is known.
    assert below([{1: fmpq(1, 4)}, {0: fmpq(1)}], {0: fmpq(1)}, [fmpq(1), fmpq(0)]) is None


def test_states_that_nothing_is_seen_of_are_bounded_by_nothing() -> None:
    tries = list(above([{0: HALF, 1: fmpq(1)}, {1: fmpq(1, 3)}], {0: fmpq(1)}, [fmpq(1), fmpq(0)]))
    assert tries
    assert all(y[0] >= 1 and y[1] == 0 for _, y in tries)


# --- Obligations -------------------------------------------------------------------------------------------------


def words(pair: Pair, length: int) -> set[tuple[fmpq, fmpq]]:
    """All comparisons, by walking along every word: what is shown so far counts at the ends and where it is cut."""
    found = set()
    waiting: list[tuple[int, tuple[object, ...], int]] = [(pair.start, (), 0)]
    while waiting:
        place, word, shown = waiting.pop()
        node = pair.nodes[place]
        tells = any(isinstance(edge.letter, TellLetter) for edge in node.edges)
        if node.kind == "ended" or (tells and shown == length):
            left, right = forward(pair, word)
            if left:
                found.add((left, right))
        for edge in node.edges if node.kind != "ended" else ():
            more = isinstance(edge.letter, TellLetter)
            if shown + more <= length:
                waiting.append((edge.target, (*word, edge.letter), shown + more))
    return found


@pytest.mark.parametrize("seed", range(60))
def test_obligations_are_those_of_all_words(seed: int) -> None:
    pair = random_pair(seed, cyclic=seed % 2 == 0)
    pair = replace(pair, nodes=tuple(node if node.edges else replace(node, kind="ended") for node in pair.nodes))
    length = seed % 4
    found = obligations(pair, length, Limits())
    compared = {(item.left / pair.right_mass, item.right / pair.left_mass) for item in found.items}
    assert compared == words(pair, length)
    for item in found.items:
        left, right = forward(pair, item.word)
        assert (item.left, item.right) == (left * pair.right_mass, right * pair.left_mass)


def test_rows_times_matrices_are_ascending_and_without_zeros() -> None:
    matrix = (((1, HALF), (2, fmpq(1))), ((0, HALF), (2, fmpq(-1, 2))))
    assert times_matrix(((0, HALF), (1, fmpq(1))), matrix) == ((0, HALF), (1, fmpq(1, 4)))
    assert times_matrix((), matrix) == ()


# --- Outputs -----------------------------------------------------------------------------------------------------

ASKING = Process(
    (
        Ask(Entry("x"), (False, True), (((1, HALF), (2, HALF)), ((2, fmpq(1)),))),
        Tell(0, ((3, fmpq(1)),)),
        Tell(1, ((3, fmpq(1)),)),
        End(),
    ),
    ((0, fmpq(1)),),
    ((None, (fmpq(1),) * 4),),
    ("",) * 4,
)


def test_the_distribution_of_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer of false is shown as 0 or 1, an answer of true as 1."""
    weights = ASKING.finals[0][1]
    zero, one = (Sequence("tuple", (value,)) for value in (0, 1))
    assert output_distribution(ASKING, weights, {Entry("x"): False}, Limits()) == {zero: HALF, one: HALF}
    assert output_distribution(ASKING, weights, {Entry("x"): True}, Limits()) == {one: 1}
    assert output_distribution(ASKING, (*weights[:3], fmpq(0)), {Entry("x"): True}, Limits()) == {}
    third = fmpq(1, 3)
    assert output_distribution(ASKING, (*weights[:3], third), {Entry("x"): True}, Limits()) == {one: third}
    monkeypatch.setattr(outputs, "MAXIMAL_OUTPUTS", 2)
    assert len(output_distribution(ASKING, weights, {Entry("x"): False}, Limits())) == 2
    monkeypatch.setattr(outputs, "MAXIMAL_OUTPUTS", 1)
    with pytest.raises(LimitReached, match="more than 1 outputs"):
        output_distribution(ASKING, weights, {Entry("x"): False}, Limits())
    with pytest.raises(LimitReached):
        output_distribution(ASKING, weights, {Entry("x"): True}, Limits(deadline=0.0))
