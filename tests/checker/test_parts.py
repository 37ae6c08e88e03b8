"""Parts of the checker by themselves, on data that no engine writes: what must be refused is, what holds is not."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from faier.checker import inequality, operations
from faier.checker.amounts import amounts
from faier.checker.budgets import Epsilon, factor, logarithm
from faier.checker.compared import Compared, cyclic
from faier.checker.couplings import coupling
from faier.checker.covering import cover
from faier.checker.document import Fields, document
from faier.checker.file import Type
from faier.checker.forms import Form, generator
from faier.checker.graph import Edge, Graph, Node
from faier.checker.growing import growth
from faier.checker.inequality import Range, allowance, bernstein, covered, holds, split_of, unit_polynomial
from faier.checker.inputs import MOST_VALUES, how_many, values_of
from faier.checker.language import expression, parsed, read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.relation import Refused, Rule, Watch, _after, alike, fits, related, rules_of
from faier.checker.run_states import Spot
from faier.checker.values import List, Mark, data_of, fraction_of, ranged, shown_key, value_of

X, Y = generator("x"), generator("y")
SQUARE = (Range("x"), Range("y"))
HALF = Fraction(1, 2)


# --- Boxes -------------------------------------------------------------------------------------------------------

# Above 0 on the square, but not by the coefficients of the whole square: by those of the two halves of x.
VALLEY = (X - HALF) ** 2 + Fraction(1, 100)
HALVES = [0, "1/2", 0, 0]
# x - 1/3 is below 0 on the first third alone.
SLOPE = X - Fraction(1, 3)

BOXES = {
    "halves": (VALLEY, HALVES, True),
    "the whole": (VALLEY, 0, False),
    "halves of the other axis": (VALLEY, [1, "1/2", 0, 0], False),
    "halves once too often": (VALLEY, [1, "1/2", HALVES, HALVES], True),
    "only the first half of y is halved in x": (VALLEY, [1, "1/2", HALVES, 0], False),
    "only the second half of y is halved in x": (VALLEY, [1, "1/2", 0, HALVES], False),
    "below 0 on the first part": (SLOPE, [0, "1/3", 0, 0], False),
    "below 0 on the last part": (-SLOPE, [0, "1/3", 0, 0], False),
    "below 0 at a corner": (X + Y - Fraction(1, 1000), [0, "1/2", [1, "1/2", 0, 0], 0], False),
    "0 at a corner": (X + Y, [0, "1/2", [1, "1/2", 0, 0], 0], True),
    "0": (Fraction(0), 0, True),
    "below 0": (Fraction(-1), 0, False),
}


@pytest.mark.parametrize("name", BOXES)
def test_boxes(name: str) -> None:
    number, tree, expected = BOXES[name]
    assert covered(unit_polynomial(number, SQUARE), 2, tree) is expected


NO_BOXES = {
    "an axis too many": [2, "1/2", 0, 0],
    "an axis too few": [-1, "1/2", 0, 0],
    "an axis that is true": [True, "1/2", 0, 0],
    "a cut at 0": [0, "0/1", 0, 0],
    "a cut at 1": [0, "1/1", 0, 0],
    "a cut beyond 1": [0, "3/2", 0, 0],
    "a cut before 0": [0, "-1/2", 0, 0],
    "a cut that is no fraction": [0, "half", 0, 0],
    "a part is missing": [0, "1/2", 0],
    "a part too many": [0, "1/2", 0, 0, 0],
    "false": False,
    "one": 1,
    "null": None,
    "a text": "0",
    "an object": {},
    "empty": [],
}


@pytest.mark.parametrize("name", NO_BOXES)
def test_no_boxes(name: str) -> None:
    for tree in (NO_BOXES[name], [0, "1/2", NO_BOXES[name], 0], [1, "1/2", 0, NO_BOXES[name]]):
        with pytest.raises(Invalid):
            covered(unit_polynomial(Fraction(1), SQUARE), 2, tree)


def test_a_cut() -> None:
    assert split_of([1, "2/3", 0, [0, "1/2", 0, 0]], 2) == (1, Fraction(2, 3), 0, [0, "1/2", 0, 0])


def test_bernstein() -> None:
    """(1 - x)^2 + 3 x (1 - x) y by its coefficients on the grid of degrees 2 and 1."""
    number = (1 - X) ** 2 + 3 * X * (1 - X) * Y
    found = bernstein(unit_polynomial(number, SQUARE), 2)
    expected = {(0, 0): 1, (0, 1): 1, (1, 0): 0, (1, 1): Fraction(3, 2), (2, 0): 0, (2, 1): 0}
    assert {at: found.get(at, 0) for at in expected} == expected
    assert set(found) <= set(expected)
    wide = {(99_999, 0): Fraction(1), (0, 99_999): Fraction(1)}
    with pytest.raises(Hole):
        bernstein(wide, 2)


def test_ranges() -> None:
    """1 - x is not negative on [0, 1], is on [0, 2], and touches 0 at the end of [-1, 1]."""
    for low, high, expected in ((0, 1, True), (0, 2, False), (-1, 1, True), (-3, 0, True), (Fraction(1, 2), 2, False)):
        ranges = (Range("x", Fraction(low), Fraction(high)),)
        assert covered(unit_polynomial(1 - X, ranges), 1, 0) is expected
    with pytest.raises(Hole):
        unit_polynomial(X + Y, (Range("x"),))


def test_quotients() -> None:
    """x / (y - 1/2) has the sign of x (y - 1/2), which takes both; x / (y + 1) has that of x."""
    assert covered(unit_polynomial(X / (Y + 1), SQUARE), 2, 0)
    assert not covered(unit_polynomial(X / (Y - HALF), SQUARE), 2, [1, "1/2", 0, 0])
    assert not covered(unit_polynomial(X / (Y - 2), SQUARE), 2, 0)
    for divisor in (Y + 1, 3 * Y, generator("e") * Y, (Y + 1) ** 2, generator("e") + Y):
        assert unit_polynomial(X / divisor, SQUARE).keys() == {(1, 0)}
    assert unit_polynomial(X / (Y - 2) / (Y - 2), SQUARE).keys() == {(1, 0)}
    rate = (Range("x"), Range("^EPS", exponential=True))
    assert unit_polynomial(X / (generator("^EPS") + 1), rate) == unit_polynomial(X, rate)
    shifted = (Range("x"), Range("y", Fraction(-2), Fraction(-1)))
    assert not covered(unit_polynomial(X / Y, shifted), 2, 0)
    assert covered(unit_polynomial(-X / Y, shifted), 2, 0)


def test_an_unknown_epsilon() -> None:
    """With EPS >= 0: e^(EPS / 2) <= e^EPS, and not the other way around."""
    ranges = (Range("^EPS", exponential=True),)
    half, all_ = generator("^EPS", HALF), generator("^EPS", Fraction(1))
    for right, left, expected in ((all_, half, True), (half, all_, False), (all_, Fraction(1), True)):
        assert covered(unit_polynomial(right - left, ranges), 1, 0) is expected
    with pytest.raises(Hole):
        unit_polynomial(generator("^EPS", Fraction(20_000)) - 1, ranges)
    # In u = e^(-EPS / 2), after a factor that is positive: e^(3 EPS / 2) - 2 x e^EPS + e^-EPS is 1 - 2 x u + u^5.
    number = generator("^EPS", Fraction(3, 2)) - 2 * X * generator("^EPS") + generator("^EPS", Fraction(-1))
    assert unit_polynomial(number, (*ranges, Range("x"))) == {(0, 0): 1, (1, 1): -2, (5, 0): 1}
    # The same number of e, and of what x is between 1 and 3.
    number = generator("e") * X**2 - 2 * generator("e", Fraction(2)) * X + 3 * X - X**2
    found = unit_polynomial(number, (Range("x", Fraction(1), Fraction(3)),))
    e, square = generator("e"), generator("e", Fraction(2))
    assert found == {(0,): e - 2 * square + 2, (1,): 4 * e - 4 * square + 2, (2,): 4 * e - 4}
    assert unit_polynomial(X, (Range("x"), Range("y"))) == {(1, 0): 1}
    for bad in (1 / X + Y - 1 / X, generator("z")):
        with pytest.raises(Hole):
            unit_polynomial(bad, (Range("y"),))
    with pytest.raises(Hole):
        unit_polynomial(generator("^EPS", Fraction(20_000)) - X, (*ranges, Range("x")))


def test_allowances() -> None:
    """A root is replaced by a rational below it, close to it."""
    root = logarithm(Fraction(2)).scaled(HALF)
    assert factor(root) is None
    for epsilon, power, number in (
        (root, 2, 2),
        (logarithm(Fraction(5)).scaled(Fraction(2, 3)), 3, 25),
        (logarithm(Fraction(1, 3)).scaled(HALF), 2, Fraction(1, 3)),
        (root.plus(logarithm(Fraction(3)).scaled(HALF)), 2, 6),
    ):
        low = allowance(epsilon)
        assert isinstance(low, Fraction)
        assert low**power <= number < (low + Fraction(1, 10**60)) ** power
    assert allowance(logarithm(Fraction(3))) == 3
    with_e = allowance(Epsilon(Fraction(1)).plus(root))
    assert isinstance(with_e, Form)
    # e sqrt(2) is 3.8442...
    assert operations.compare("<", Fraction(38442, 10000), with_e) is True
    assert operations.compare("<", with_e, Fraction(38443, 10000)) is True


def test_what_is_left_to_boxes() -> None:
    """With an unknown, boxes decide; without one, nothing is asked of them."""
    asked: list[object] = []

    def settle(number: object) -> bool:
        asked.append(number)
        return False

    assert holds(Fraction(2), Fraction(1), logarithm(Fraction(2)), settle)
    assert not holds(Fraction(3), Fraction(1), logarithm(Fraction(2)), settle)
    assert not asked
    assert not holds(X, Fraction(1), logarithm(Fraction(2)), settle)
    assert not holds(Fraction(1), X, logarithm(Fraction(2)), settle)
    assert asked == [2 - X, 2 * X - 1]


def test_names() -> None:
    """Positive multiples have one name, anything else another."""
    polynomial = unit_polynomial(X - 2 * Y + 1, SQUARE)
    name = inequality.name_of(polynomial)
    assert inequality.name_of({at: 3 * amount for at, amount in polynomial.items()}) == name
    others = [-X + 2 * Y - 1, X - Y + 1, X - 2 * Y, Y - 2 * X + 1, X - 2 * Y + generator("e", Fraction(1))]
    names = {inequality.name_of(unit_polynomial(other, SQUARE)) for other in others}
    assert len(names | {name}) == len(others) + 1


# --- Covers and couplings ----------------------------------------------------------------------------------------


def words(*, left: str, right: str, length: int | None = None) -> Compared:
    """Two spots on each side: one run shows the value of a coin that is true with these weights, again and again.

    The second spot is an end, which nothing leads to.
    """
    side = (Spot("tell"), Spot("end"))
    one, other = Fraction(left), Fraction(right)
    edges = [Edge(0, ({0: a}, {}), ({0: b}, {})) for a, b in ((one, other), (1 - one, 1 - other))]
    node = Node(side, side, Watch(()), {}, 0, True, edges)
    graph = Graph(None, (), length, 1, [node], ({0: Fraction(1)}, {0: Fraction(1)}))  # type: ignore[arg-type]
    ones = (Fraction(1), Fraction(1))
    return Compared(graph, graph.start, ((ones, ones),), True)


def once(*, left: str, right: str, ends: bool = True) -> Compared:
    """As above, but one value is shown, and then the run ends."""
    one, other = Fraction(left), Fraction(right)
    edges = [Edge(1, ({0: a},), ({0: b},)) for a, b in ((one, other), (1 - one, 1 - other))]
    kind = "end" if ends else "tell"
    nodes = [
        Node((Spot("tell"),), (Spot("tell"),), Watch(()), {}, 0, True, edges),
        Node((Spot(kind),), (Spot(kind),), Watch(()), {}, 0, True, []),
    ]
    graph = Graph(None, (), None, 1, nodes, ({0: Fraction(1)}, {0: Fraction(1)}))  # type: ignore[arg-type]
    ones = ((Fraction(1),), (Fraction(1),))
    return Compared(graph, graph.start, (ones, ones), True)


def test_cycles() -> None:
    assert cyclic(words(left="1/2", right="1/2").graph)
    assert not cyclic(once(left="1/2", right="1/2").graph)
    # A node before the cycle, and one beside it.
    graph = words(left="1/2", right="1/2").graph
    before = Node((), (), Watch(()), {}, 0, False, [Edge(1, (), ()), Edge(2, (), ()), Edge(2, (), ())])
    cycle = Node((), (), Watch(()), {}, 0, False, [Edge(1, (), ())])
    last = Node((), (), Watch(()), {}, 0, False, [])
    graph.nodes = [before, cycle, last]
    assert cyclic(graph)
    cycle.edges = [Edge(2, (), ())]
    assert not cyclic(graph)


def covering(compared: Compared, epsilon: Epsilon, vectors: object, steps: object) -> None:
    cover(
        compared, epsilon, Fields({"vectors": vectors, "steps": steps}, "the evidence"), amounts((), {}, Budget(10_000))
    )


TWO = logarithm(Fraction(2))


def a_cover() -> tuple[list[object], list[object]]:
    """For `once(1/2, 1/3)`: a word of one letter weighs (1/2, 1/3) or (1/2, 2/3), and no word ends at the first node.
    Vectors have whole amounts, (3, 2) and (3, 4)."""
    vectors: list[object] = [[[[3], [2]], [[3], [4]]], [[[1], [1]]]]
    ended = [[0, "1/1"]]
    steps: list[object] = [[[[0, "0/1"]], [[0, "1/6"]], [[1, "1/6"]]], [ended]]
    return vectors, steps


def test_a_cover() -> None:
    compared = once(left="1/2", right="1/3")
    vectors, steps = a_cover()
    epsilon = logarithm(Fraction(3, 2))
    covering(compared, epsilon, vectors, steps)
    with pytest.raises(Invalid, match="exceeds"):
        covering(compared, logarithm(Fraction(149, 100)), vectors, steps)
    with pytest.raises(Invalid, match="exceeds"):
        covering(compared, epsilon, [[[[3], [1]], [[3], [4]]], [[[1], [1]]]], steps)


WRONG_STEPS: dict[str, tuple[int, int, object]] = {
    "too little on the left": (0, 1, [[0, "1/7"]]),
    "too much on the right": (0, 1, [[0, "1/5"]]),
    "another vector": (0, 1, [[1, "1/6"]]),
    "more by a vector that takes more": (0, 1, [[0, "1/6"], [1, "1/6"]]),
    "nothing": (0, 2, []),
    "negative": (0, 2, [[1, "1/6"], [0, "-1/6"]]),
    "no vector of this number": (0, 1, [[2, "1/6"]]),
    "a vector before the first": (0, 1, [[-1, "1/6"]]),
    "a vector that is false": (0, 1, [[False, "1/6"]]),
    "no fraction": (0, 1, [[0, "1"]]),
    "not an array": (0, 1, {"0": "1/6"}),
    "no pair": (0, 1, [[0, "1/6", 0]]),
    "an end that is not covered": (1, 0, [[0, "1/2"]]),
    "an end that is more on the right": (1, 0, [[0, "2/1"]]),
}


@pytest.mark.parametrize("name", WRONG_STEPS)
def test_steps_of_a_cover_that_are_wrong(name: str) -> None:
    node, at, terms = WRONG_STEPS[name]
    vectors, steps = a_cover()
    steps[node][at] = terms  # type: ignore[index]
    with pytest.raises(Invalid):
        covering(once(left="1/2", right="1/3"), logarithm(Fraction(3, 2)), vectors, steps)


def test_covers_of_another_shape() -> None:
    compared, epsilon = once(left="1/2", right="1/3"), logarithm(Fraction(3, 2))
    for vectors in (
        [],
        [a_cover()[0][0]],
        [*a_cover()[0], []],
        [a_cover()[0][0], [[[1], [1, 1]]]],
        [a_cover()[0][0], [[[1, 0], [1]]]],
        [a_cover()[0][0], [[[1]]]],
        [a_cover()[0][0], [[[-1], [1]]]],
        [a_cover()[0][0], [[["1"], [1]]]],
        [a_cover()[0][0], {}],
    ):
        with pytest.raises(Invalid):
            covering(compared, epsilon, vectors, a_cover()[1])
    for steps in ([], [a_cover()[1][0]], [a_cover()[1][0], []], [a_cover()[1][0][:2], a_cover()[1][1]], [0, 0]):  # type: ignore[index]
        with pytest.raises(Invalid):
            covering(compared, epsilon, a_cover()[0], steps)
    covering(compared, epsilon, *a_cover())


def test_what_was_shown_so_far_is_a_word_where_more_follows_for_ever() -> None:
    """A run that shows a value again and again: the word of no letter weighs 1 on each side."""
    same = words(left="1/2", right="1/2")
    vectors = [[[[1, 0], [1, 0]], [[1, 1], [1, 1]], [[0, 1], [0, 1]]]]
    half = [[0, "1/2"]]
    # The end, then what was shown so far, then three images for each of the two letters.
    steps = [[[[2, "1/1"]], [[1, "1/1"]], half, half, [], half, half, []]]
    covering(same, TWO, vectors, steps)
    with pytest.raises(Invalid):
        covering(same, TWO, vectors, [[[[2, "1/1"]], [], *steps[0][2:]]])
    with pytest.raises(Invalid):
        covering(same, TWO, vectors, [[[], *steps[0][1:]]])
    # Of values that are more likely on the left, again and again, nothing covers all words.
    other = words(left="1/2", right="1/3")
    with pytest.raises(Invalid):
        covering(other, TWO, vectors, steps)


def bounded(compared: Compared, epsilon: Epsilon, **changed: object) -> None:
    """One row vector on each side, the spot that shows. Each letter's flow leads to the same bound."""
    rows = [[[[0, "1/1"]]]]
    data: dict[str, object] = {
        "left": rows,
        "right": rows,
        "bounds": [[["3/2"]]],
        "flows": [[[[[[0, 0, "1/2"]]]], [[[[0, 0, "1/2"]]]]]],
        "start": [[0, 0, "1/1"]],
        "factor": "3/2",
    }
    coupling(compared, epsilon, Fields(data | changed, "the evidence"), amounts((), {}, Budget(10_000)))


def two(compared: Compared, epsilon: Epsilon, **changed: object) -> None:
    """As for `once`: the second node's bound is 1, and each letter's flow leads there."""
    rows = [[[[0, "1/1"]]], [[[0, "1/1"]]]]
    data: dict[str, object] = {
        "left": rows,
        "right": rows,
        "bounds": [[["3/2"]], [["1/1"]]],
        "flows": [[[[[[0, 0, "1/2"]]]], [[[[0, 0, "1/2"]]]]], []],
        "start": [[0, 0, "1/1"]],
        "factor": "3/2",
    }
    coupling(compared, epsilon, Fields(data | changed, "the evidence"), amounts((), {}, Budget(10_000)))


def test_a_coupling() -> None:
    two(once(left="1/2", right="1/3"), logarithm(Fraction(3, 2)))
    bounded(words(left="1/2", right="1/2"), logarithm(Fraction(3, 2)))
    with pytest.raises(Invalid, match="uses more"):
        bounded(words(left="1/2", right="1/3"), logarithm(Fraction(3, 2)))
    with pytest.raises(Invalid, match="factor is more"):
        two(once(left="1/2", right="1/3"), logarithm(Fraction(149, 100)))


FLOW = [[[[0, 0, "1/2"]]]]
WRONG_COUPLINGS: dict[str, dict[str, object]] = {
    "a bound that is too low": {"bounds": [[["149/100"]], [["1/1"]]], "factor": "149/100"},
    "a factor below the bound": {"factor": "149/100"},
    "an end that exceeds its bound": {"bounds": [[["3/2"]], [["9/10"]]]},
    "a later bound that asks for more": {"bounds": [[["3/2"]], [["2/1"]]]},
    "no bound where a flow leads": {"bounds": [[["3/2"]], [[None]]]},
    "no bound at the start": {"bounds": [[[None]], [["1/1"]]]},
    "a flow too little": {"flows": [[FLOW, [[[[0, 0, "1/3"]]]]], []]},
    "a flow too much": {"flows": [[[[[[0, 0, "2/3"]]]], FLOW], []]},
    "a negative flow": {"flows": [[[[[[0, 0, "1/1"], [0, 0, "-1/2"]]]], FLOW], []]},
    "a flow to no vector on the left": {"flows": [[[[[[1, 0, "1/2"]]]], FLOW], []]},
    "a flow to no vector on the right": {"flows": [[[[[[0, 1, "1/2"]]]], FLOW], []]},
    "a flow to the vector before the first": {"flows": [[[[[[-1, 0, "1/2"]]]], FLOW], []]},
    "a flow from false": {"flows": [[[[[[False, 0, "1/2"]]]], FLOW], []]},
    "a flow to false": {"flows": [[[[[[0, False, "1/2"]]]], FLOW], []]},
    "no flow": {"flows": [[[[[]]], FLOW], []]},
    "a flow of one edge": {"flows": [[FLOW], []]},
    "flows of three edges": {"flows": [[FLOW, FLOW, FLOW], []]},
    "flows of an edge that is not there": {"flows": [[FLOW, FLOW], [FLOW]]},
    "flows of one node": {"flows": [[FLOW, FLOW]]},
    "a start too little": {"start": [[0, 0, "1/2"]]},
    "a start too much": {"start": [[0, 0, "2/1"]]},
    "no start": {"start": []},
    "a spot that is not there": {"left": [[[[1, "1/1"]]], [[[0, "1/1"]]]]},
    "a spot before the first": {"left": [[[[-1, "1/1"]]], [[[0, "1/1"]]]]},
    "a spot that is false": {"right": [[[[False, "1/1"]]], [[[0, "1/1"]]]]},
    "a spot twice": {"left": [[[[0, "1/2"], [0, "1/1"]]], [[[0, "1/1"]]]]},
    "a negative weight": {"right": [[[[0, "-1/1"]]], [[[0, "1/1"]]]]},
    "vectors of one node": {"left": [[[[0, "1/1"]]]]},
    "a bound too many": {"bounds": [[["3/2", "3/2"]], [["1/1"]]]},
    "a line of bounds too many": {"bounds": [[["3/2"], ["3/2"]], [["1/1"]]]},
    "a negative bound": {"bounds": [[["3/2"]], [["-1/1"]]]},
    "a negative factor": {"factor": "-3/2"},
    "no array": {"start": {}},
}


@pytest.mark.parametrize("name", WRONG_COUPLINGS)
def test_couplings_that_are_wrong(name: str) -> None:
    compared = once(left="1/2", right="1/3")
    two(compared, TWO)
    with pytest.raises(Invalid):
        two(compared, TWO, **WRONG_COUPLINGS[name])


def test_ends_and_what_is_shown_so_far_count_alone() -> None:
    """One end on the left, none on the right: what is seen so far is the same, the end is not."""
    compared = once(left="1/2", right="1/3")
    compared.graph.nodes[1].right = (Spot("tell"),)
    with pytest.raises(Invalid, match="an end exceeds"):
        two(compared, TWO)
    compared = once(left="1/2", right="1/3", ends=False)
    two(compared, TWO)
    with pytest.raises(Invalid, match="seen so far exceeds"):
        two(compared, TWO, bounds=[[["3/2"]], [["9/10"]]])


def growing(right: list[dict[int, Fraction]], high: list[str]) -> None:
    """One run shows one letter again and again with probability 3/4; the other moves among three spots."""
    one, three = (Spot("tell"),), (Spot("tell"), Spot("tell", value=1), Spot("tell", value=2))
    edge = Edge(0, ({0: Fraction(3, 4)},), tuple(right))
    node = Node(one, three, Watch(()), {}, 0, True, [edge])
    graph = Graph(None, (), None, 1, [node], ({0: Fraction(1)}, {0: Fraction(1)}))  # type: ignore[arg-type]
    ones = (Fraction(1),)
    evidence = {"prefix": [], "cycle": [0], "suffix": [], "ended": False, "low": ["1/1"], "high": high}
    fields = Fields(evidence | {"rates": ["3/4", "1/2"]}, "the evidence")
    growth(Compared(graph, graph.start, ((ones, ones * 3),), True), fields, Budget(10_000))


def test_growth_is_bounded_wherever_the_right_side_may_come() -> None:
    half, more = Fraction(1, 2), Fraction(2, 3)
    growing([{0: half}, {1: half}, {2: half}], ["1/1", "1/1", "1/1"])
    growing([{1: half}, {2: half}, {0: half}], ["1/1", "1/1", "1/1"])
    # A spot where nothing is known does no harm, unless one turn, or two, lead there.
    growing([{1: half}, {0: half}, {2: more}], ["1/1", "1/1", "0/1"])
    for rows in (
        [{1: half}, {2: half}, {2: more}],
        [{2: half}, {1: half}, {2: more}],
        [{1: half / 2, 2: half / 2}, {0: half}, {1: more}],
        [{1: half}, {2: half}, {0: more}],
    ):
        with pytest.raises(Invalid, match="turn of the cycle"):
            growing(rows, ["1/1", "1/1", "1/1"])
    with pytest.raises(Invalid, match="turn of the cycle"):
        growing([{1: half}, {2: half}, {0: half}], ["1/1", "1/1", "1/2"])


def test_spots_are_told_apart_by_what_they_show() -> None:
    assert Spot("tell", value=1) == Spot("tell", value=1) and len({Spot("end"), Spot("end")}) == 1
    for other in (
        Spot("tell", value=True),
        Spot("tell", value=2),
        Spot("end", value=1),
        Spot("tell", value=1, secret=(1,)),
    ):
        assert Spot("tell", value=1) != other


def test_steps_of_proofs_are_counted() -> None:
    compared, epsilon = once(left="1/2", right="1/3"), logarithm(Fraction(3, 2))
    vectors, steps = a_cover()
    with pytest.raises(Hole, match="more steps"):
        cover(
            compared, epsilon, Fields({"vectors": vectors, "steps": steps}, "the evidence"), amounts((), {}, Budget(3))
        )


# --- Values and relations ----------------------------------------------------------------------------------------

THIRD = Fraction(1, 3)
VALUES: dict[str, tuple[Callable[[], object], object]] = {
    "list()": (lambda: operations.call("list", [], {}), List()),
    "tuple()": (lambda: operations.call("tuple", [], {}), ()),
    "[1, 2] < [1, 2, 0]": (lambda: operations.compare("<", List((1, 2)), List((1, 2, 0))), True),
    "[1, 2, 0] < [1, 2]": (lambda: operations.compare("<", List((1, 2, 0)), List((1, 2))), False),
    "[1, 2] <= [1, 2]": (lambda: operations.compare("<=", List((1, 2)), List((1, 2))), True),
    "[2] > [1, 5]": (lambda: operations.compare(">", List((2,)), List((1, 5))), True),
    "min([], default=3)": (lambda: operations.call("min", [List()], {"default": 3}), 3),
    "max([1], default=3)": (lambda: operations.call("max", [List((1,))], {"default": 3}), 1),
    "min(2, 1/3)": (lambda: operations.call("min", [2, THIRD], {}), THIRD),
    "max(2, 1/3)": (lambda: operations.call("max", [2, THIRD], {}), 2),
    "abs(-1/3)": (lambda: operations.call("abs", [-THIRD], {}), THIRD),
    "sum([1, 2], 3)": (lambda: operations.call("sum", [List((1, 2)), 3], {}), 6),
    "sum([1, 2], start=3)": (lambda: operations.call("sum", [List((1, 2))], {"start": 3}), 6),
    "sorted, backwards": (lambda: operations.call("sorted", [(1, 3, 2)], {"reverse": True}), List((3, 2, 1))),
    "clamp(5, 0, 3)": (lambda: operations.call("clamp", [5, 0, 3], {}), 3),
    "clamp(-1, 0, 3)": (lambda: operations.call("clamp", [-1, 0, 3], {}), 0),
    "clamp(2, 2, 2)": (lambda: operations.call("clamp", [2, 2, 2], {}), 2),
    "int(-7/2)": (lambda: operations.call("int", [Fraction(-7, 2)], {}), -3),
    "int(7/2)": (lambda: operations.call("int", [Fraction(7, 2)], {}), 3),
    "2 ** -3": (lambda: operations.binary("**", 2, -3), Fraction(1, 8)),
    "(-2) ** -3": (lambda: operations.binary("**", -2, -3), Fraction(-1, 8)),
    "-7 // 2": (lambda: operations.binary("//", -7, 2), -4),
    "-7 % 2": (lambda: operations.binary("%", -7, 2), 1),
    "(1/3) ** -2": (lambda: operations.binary("**", THIRD, -2), 9),
    "2 in (1, 2)": (lambda: operations.compare("in", 2, (1, 2)), True),
    "2 not in (1, 2)": (lambda: operations.compare("not in", 2, (1, 2)), False),
    "[1] == (1,)": (lambda: operations.compare("==", List((1,)), (1,)), False),
    "3 log 2 / 2": (lambda: operations.binary("/", TWO.scaled(Fraction(3)), 2), TWO.scaled(Fraction(3, 2))),
    "2 * log 2": (lambda: operations.binary("*", 2, TWO), TWO.scaled(Fraction(2))),
    "log 2 - log 2": (lambda: operations.binary("-", TWO, TWO), Epsilon()),
    "1 + log 2": (lambda: operations.binary("+", 1, TWO), Epsilon(Fraction(1)).plus(TWO)),
    "range(3, 0, -2)": (lambda: operations.call("range", [3, 0, -2], {}), ranged(range(3, 0, -2))),
    "enumerate from 2": (lambda: operations.call("enumerate", [(5, 6)], {"start": 2}), ((2, 5), (3, 6))),
}


@pytest.mark.parametrize("name", VALUES)
def test_values(name: str) -> None:
    compute, expected = VALUES[name]
    found = compute()
    assert found == expected
    assert type(found) is type(expected) or isinstance(found, Fraction)


REFUSED: dict[str, tuple[type[Exception], str, tuple[object, ...]]] = {
    "min of nothing": (Invalid, "call", ("min", [List()], {})),
    "max of nothing": (Invalid, "call", ("max", [()], {})),
    "min of no arguments": (Invalid, "call", ("min", [], {})),
    "min of no arguments, by default": (Invalid, "call", ("min", [], {"default": 1})),
    "a key": (Hole, "call", ("min", [(1, 2)], {"key": 1})),
    "the log of an unknown": (Hole, "call", ("log", [X], {})),
    "the log of 0": (Hole, "call", ("log", [0], {})),
    "the log of a negative number": (Hole, "call", ("log", [-1], {})),
    "an empty range": (Invalid, "call", ("clamp", [1, 3, 2], {})),
    "int of a power of e": (Hole, "call", ("int", [generator("e")], {})),
    "exp of a root": (Hole, "call", ("exp", [TWO.scaled(HALF)], {})),
    "exp of an unknown": (Hole, "call", ("exp", [X], {})),
    "step 0": (Invalid, "call", ("range", [0, 3, 0], {})),
    "a long range": (Hole, "call", ("range", [200_000], {})),
    "a strict zip": (Invalid, "call", ("zip", [(1,), ()], {"strict": True})),
    "a function that is not known": (Hole, "call", ("open", [1], {})),
    "log 2 * log 2": (Hole, "binary", ("*", TWO, TWO)),
    "log 2 / 0": (Hole, "binary", ("/", TWO, 0)),
    "log 2 ** 2": (Hole, "binary", ("**", TWO, 2)),
    "1 / 0": (Invalid, "binary", ("/", 1, 0)),
    "1/3 / 0": (Invalid, "binary", ("/", THIRD, 0)),
    "1 // 0": (Invalid, "binary", ("//", 1, 0)),
    "1 % 0": (Invalid, "binary", ("%", 1, 0)),
    "0 ** -1": (Invalid, "binary", ("**", 0, -1)),
    "2 ** 100000": (Hole, "binary", ("**", 2, 100_000)),
    "(1/3) ** 10^6": (Hole, "binary", ("**", THIRD, 10**6)),
    "(1/3) ** -10^6": (Hole, "binary", ("**", THIRD, -(10**6))),
    "[1] + (1,)": (Hole, "binary", ("+", List((1,)), (1,))),
    "a long list": (Hole, "binary", ("*", List((1,)), 200_000)),
    "an unknown is compared": (Hole, "compare", ("<", X, 1)),
    "a tuple and a number": (Hole, "compare", ("<", (1,), 1)),
    "a number and a tuple": (Hole, "compare", ("<", 1, (1,))),
    "a list and a number": (Hole, "compare", (">", List((1,)), 1)),
    "none and a number": (Hole, "compare", ("<", None, 1)),
    "in a number": (Hole, "compare", ("in", 1, 1)),
    "a product of many bits": (Hole, "binary", ("*", 2**60_000, 2**60_000)),
    "a sum of many bits": (Hole, "binary", ("+", 2**65_535, 2**65_535)),
    "a difference of many bits": (Hole, "binary", ("-", 2**65_535, -(2**65_535))),
    "two long lists": (Hole, "binary", ("+", (1,) * 60_000, (1,) * 60_000)),
    "an item of a number": (Hole, "index", (1, 0)),
    "an item at a fraction": (Hole, "index", ((1, 2), THIRD)),
    "no item to change": (Invalid, "replaced", (List((1, 2)), 2, 3)),
    "the truth of an unknown": (Hole, "truth", (X,)),
    "a fraction to a fraction": (Hole, "binary", ("**", THIRD, THIRD)),
    "a remainder by 0": (Hole, "binary", ("%", THIRD, Fraction(0))),
    "an unknown's remainder": (Hole, "binary", ("%", X, 2)),
    "the sum of a number": (Hole, "call", ("sum", [1], {})),
    "a sum by keywords": (Hole, "call", ("sum", [(1,), 2], {"start": 3})),
    "sorted by a key": (Hole, "call", ("sorted", [(1,)], {"key": 1})),
    "clamp by a keyword": (Hole, "call", ("clamp", [1, 2], {"high": 3})),
    "the length of a number": (Hole, "call", ("len", [1], {})),
    "a range by keywords": (Hole, "call", ("range", [1], {"stop": 2})),
    "a range of nothing": (Hole, "call", ("range", [], {})),
    "a range of four": (Hole, "call", ("range", [1, 2, 3, 4], {})),
    "a range of a fraction": (Hole, "call", ("range", [THIRD], {})),
    "numbers from two starts": (Hole, "call", ("enumerate", [(1,), 2, 3], {})),
    "zip by a wrong name": (Hole, "call", ("zip", [(1,)], {"loose": True})),
    "a list and a tuple": (Hole, "compare", ("<", List((1,)), (1,))),
    "a text and a number": (Hole, "compare", ("<", "a", 1)),
    "a logarithm": (Hole, "compare", ("==", TWO, TWO)),
    "is 1": (Hole, "compare", ("is", 1, 1)),
    "outside": (Invalid, "index", ((1, 2), 2)),
    "outside before": (Invalid, "index", ((1, 2), -3)),
    "a tuple changed": (Hole, "replaced", ((1, 2), 0, 3)),
    "slices by 0": (Invalid, "sliced", ((1, 2), [None, None, 0])),
}


@pytest.mark.parametrize("name", REFUSED)
def test_values_that_are_refused(name: str) -> None:
    kind, function, given = REFUSED[name]
    with pytest.raises(kind):
        getattr(operations, function)(*given)


INPUTS = "\n@mechanism\ndef m(a: Int[0, 9], b: Int[0, 9]):\n    yield a\n"
LISTED = "\n@mechanism\ndef m(a: Vector[Int[0, 9], 2]):\n    yield a[0]\n"
IMPORTS = "from faier import Int, Vector, each, one, total, edges, pairs, where, mechanism\n"

# Relation, left and right inputs, whether they are neighbors.
RELATED: list[tuple[str, str, list[object], list[object], bool]] = [
    (INPUTS, "each(2)", [1, 2], [3, 0], True),
    (INPUTS, "each(2)", [1, 2], [4, 2], False),
    (INPUTS, "one()", [1, 2], [9, 2], True),
    (INPUTS, "one()", [1, 2], [2, 3], False),
    (INPUTS, "one()", [1, 2], [1, 2], False),
    (INPUTS, "one(2)", [1, 2], [3, 2], True),
    (INPUTS, "one(2)", [1, 2], [4, 2], False),
    (INPUTS, "total(2)", [1, 2], [2, 3], True),
    (INPUTS, "total(2)", [1, 2], [2, 4], False),
    (INPUTS, "edges((1, 2))", [1, 5], [2, 5], True),
    (INPUTS, "edges((1, 2))", [2, 5], [1, 5], True),
    (INPUTS, "edges((1, 2))", [1, 5], [3, 5], False),
    (INPUTS, "edges((1, 2))", [1, 2], [2, 1], False),
    (INPUTS, "pairs(((1, 2), (3, 4)))", [1, 2], [3, 4], True),
    (INPUTS, "pairs(((1, 2), (3, 4)))", [3, 4], [1, 2], False),
    (INPUTS, "where(lambda x, y: x[0] < y[0])", [1, 2], [2, 9], True),
    (INPUTS, "where(lambda x, y: x[0] < y[0])", [2, 2], [2, 9], False),
    (INPUTS, "{'a': each(1)}", [1, 2], [2, 2], True),
    (INPUTS, "{'a': each(1)}", [1, 2], [2, 3], False),
    (INPUTS, "{'a': each(1), 'b': one()}", [1, 2], [2, 9], True),
    (INPUTS, "{'a': each(1), 'b': one()}", [1, 2], [2, 2], False),
    (LISTED, "each(1)", [List((1, 2))], [List((2, 3))], True),
    (LISTED, "each(1)", [List((1, 2))], [List((1, 4))], False),
    (LISTED, "one()", [List((1, 2))], [List((1, 4))], True),
    (LISTED, "pairs(([1, 2], [3, 4]))", [List((1, 2))], [List((3, 4))], True),
    (LISTED, "pairs(([1, 2], [3, 4]))", [List((1, 2))], [List((3, 5))], False),
    (LISTED, "where(lambda x, y: sum(x) == sum(y))", [List((1, 2))], [List((3, 0))], True),
]


@pytest.mark.parametrize("at", range(len(RELATED)))
def test_neighbors(at: int) -> None:
    program, text, left, right, expected = RELATED[at]
    file = read(IMPORTS + program, {})
    mechanism = file.functions["m"]
    rules = rules_of(file, mechanism, expression(text))
    names = [item.name for item in mechanism.inputs]
    given = (dict(zip(names, side, strict=True)) for side in (left, right))
    assert related(file, rules, *given) is expected


NO_RELATIONS = {
    "each()": Hole,
    "each(0)": Hole,
    "one(0)": Hole,
    "total()": Hole,
    "each(1, 2)": Hole,
    "each(distance=1)": Hole,
    "edges()": Hole,
    "pairs(1)": Hole,
    "edges((1, 2, 3))": Hole,
    "where(lambda x: True)": Hole,
    "where(lambda x, y, z: True)": Hole,
    "where(lambda x, y=1: True)": Hole,
    "where(1)": Hole,
    "max(1)": Hole,
    "1": Hole,
    "{'c': each(1)}": Invalid,
    "{'a': each(1), 'a': one()}": Invalid,
}


@pytest.mark.parametrize("text", NO_RELATIONS)
def test_no_relations(text: str) -> None:
    file = read(IMPORTS + INPUTS, {})
    with pytest.raises(NO_RELATIONS[text]):
        rules_of(file, file.functions["m"], expression(text))


def test_entries_one_by_one() -> None:
    a, b = Mark("a", (0,)), Mark("a", (1,))
    edges = Rule("edges", ("a",), listed=((1, 2),))
    assert _after(edges, None, a, 1, 2) == _after(edges, None, a, 2, 1) == ("a", 0)
    assert _after(edges, None, a, 1, 1) is None
    assert _after(edges, None, a, 1, 3) is Refused
    assert _after(edges, ("a", 0), b, 1, 2) is Refused
    assert _after(edges, ("a", 0), b, 2, 2) == ("a", 0)
    one = Rule("one", ("a",), 2)
    assert _after(one, None, a, 1, 3) == ("a", 0)
    assert _after(one, None, a, 1, 4) is Refused
    assert _after(one, ("a", 0), b, 1, 2) is Refused
    total = Rule("total", ("a",), 2)
    assert [_after(total, spent, a, 1, 2) for spent in (0, 1)] == [1, 2]
    assert _after(total, 2, a, 1, 2) is Refused
    each = Rule("each", ("a",), 1)
    assert _after(each, None, a, 1, 2) is None
    assert _after(each, None, a, 1, 3) is Refused


def test_inputs_of_other_shapes_are_no_neighbors() -> None:
    file = read(IMPORTS + LISTED, {})
    for text in ("each(1)", "one(9)", "total(9)"):
        rules = rules_of(file, file.functions["m"], expression(text))
        for right in (List((1,)), List((1, 2, 3)), 1, List((1, List((2,))))):
            with pytest.raises(Invalid):
                related(file, rules, {"a": List((1, 2))}, {"a": right})


def test_rows_are_entries() -> None:
    """`one` lets one row differ in all of its leaves, by a distance at most."""
    file = read(IMPORTS + "\n@mechanism\ndef m(a: Vector[Vector[Int[0, 9], 2], 2]):\n    yield a[0][0]\n", {})
    zero = List((List((0, 0)), List((0, 0))))
    for text, other, expected in (
        ("one()", List((List((3, 4)), List((0, 0)))), True),
        ("one()", List((List((3, 0)), List((0, 1)))), False),
        ("one(4)", List((List((3, 4)), List((0, 0)))), True),
        ("one(3)", List((List((3, 4)), List((0, 0)))), False),
        ("each(1)", List((List((1, 1)), List((0, 1)))), True),
        ("each(1)", List((List((1, 2)), List((0, 1)))), False),
        ("total(3)", List((List((1, 1)), List((0, 1)))), True),
        ("total(2)", List((List((1, 1)), List((0, 1)))), False),
        ("edges(([0, 0], [1, 2]))", List((List((0, 0)), List((1, 2)))), True),
        ("edges(([1, 2], [0, 0]))", List((List((0, 0)), List((1, 2)))), True),
        ("edges(([0, 0], [2, 1]))", List((List((0, 0)), List((1, 2)))), False),
        ("edges(([0, 0], [1, 2]))", List((List((1, 2)), List((1, 2)))), False),
    ):
        rules = rules_of(file, file.functions["m"], expression(text))
        assert related(file, rules, {"a": zero}, {"a": other}) is expected, text


def test_inputs_alike() -> None:
    assert alike(List((1, (2, 3))), (1, List((2, 3))))
    for one, other in ((List((1,)), List((1, 2))), ((1, 2), (1, 3)), ((1,), 1), (1, (1,)), (1, 2)):
        assert not alike(one, other)


def test_values_of_a_type() -> None:
    file = read("from faier import Bool, Int, Vector, mechanism\n" + LISTED, {})
    vector = file.functions["m"].inputs[0].type
    assert vector is not None
    assert fits(List((0, 9)), vector)
    for value in (List((0, 10)), List((-1, 0)), List((0,)), List((0, 1, 2)), (0, 1), List((True, 1)), 0, None):
        assert not fits(value, vector)


def test_expressions() -> None:
    assert isinstance(expression("1 + 2"), ast.BinOp)
    for text in ("1\n)\n(2", "x = 1", "1; 2"):
        with pytest.raises(Invalid):
            expression(text)
    with pytest.raises(Hole):
        parsed("x = " + "-" * 150 + "1")
    parsed("x = " + "-" * 90 + "1")
    with pytest.raises(Hole):
        read("from faier import Int, mechanism\n\n@mechanism\ndef m(a: Int[0, 'x']):\n    yield a\n", {})
    for number in ("1e99999", "1." + "0" * 500, "2e-10000"):
        with pytest.raises(Hole):
            parsed(f"x = {number}")
    assert read("x = 1.25e2", {}).constants["x"] == 125
    for text in ("x = x", "x = 1\nx = 2", "import faier.lang"):
        with pytest.raises(Hole):
            read(text, {})


def test_how_many_values_a_type_has() -> None:
    file = read("from faier import Bool, Int, Vector\nT = Vector[Int[0, 2], 2]\nU = Vector[Vector[Bool, 2], 3]\n", {})
    one = Type("vector", item=Type("int", Fraction(3), Fraction(3)), length=10**9)
    for type_, number in ((file.types["T"], 9), (file.types["U"], 64), (one, 1), (Type("bool"), 2)):
        assert how_many(type_) == number
    assert len(list(values_of(file.types["U"]))) == 64
    for length in (17, 10**9):
        many = Type("vector", item=Type("bool"), length=length)
        assert how_many(many) > MOST_VALUES
        with pytest.raises(Hole):
            list(values_of(many))


def test_certificates_are_strict_json() -> None:
    for data, reason in (
        (b'{"a": 1, "a": 2}', "twice"),
        (b'{"a": {"b": 1, "b": 1}}', "twice"),
        (b'{"a": ' + b"[" * 250 + b"]" * 250 + b"}", "nested"),
        (b'{"a": "x", "b": ' + b'{"c": ' * 250 + b"1" + b"}" * 251, "nested"),
        (b'{"\\"": ' + b"[" * 250 + b"]" * 250 + b"}", "nested"),
        (b'{"a": ' + b"[" * 200 + b"]" * 200 + b"}", "nested"),
        (b'{"a": 1.0}', "whole"),
        (b'{"a": ' + b"1" * 5000 + b"}", "digits"),
        (b'{"a": -' + b"1" * 4300 + b"}", "digits"),
        (b"[]", "object"),
    ):
        with pytest.raises(Invalid, match=reason):
            document(data)
    text = "[" * 300 + '"{'
    assert document(json.dumps({"a": text, "b": [[]]}).encode()) == {"a": text, "b": [[]]}
    assert document(b'{"a": ' + b"1" * 4300 + b"}")["a"] == int("1" * 4300)
    assert document(b'{"a": ' + b"[" * 199 + b"]" * 199 + b"}")
    siblings = json.dumps({"a": [[]] * 300}).encode()
    assert len(document(siblings)["a"]) == 300  # type: ignore[arg-type]


WRITTEN: list[tuple[object, object]] = [
    (None, None),
    (True, True),
    (5, 5),
    ("3/4", Fraction(3, 4)),
    ("-3/4", Fraction(-3, 4)),
    ({"label": "high"}, "high"),
    ([1, [True]], List((1, List((True,))))),
    ({"tuple": [1, {"tuple": []}]}, (1, ())),
]


@pytest.mark.parametrize("at", range(len(WRITTEN)))
def test_values_as_certificates_write_them(at: int) -> None:
    data, value = WRITTEN[at]
    assert shown_key(value_of(data)) == shown_key(value)
    assert data_of(value) == data


def test_what_certificates_do_not_write() -> None:
    deep: object = 1
    for _ in range(25):
        deep = [deep]
    for data in (deep, 1.5, "1", "1/0", "1/-2", "+1/2", " 1/2", "1/2\n", {}, {"label": 1}, {"tuple": 1}, {"list": []}):
        with pytest.raises(Invalid):
            value_of(data)
    for data in ({"label": "a", "tuple": []}, [[1.5]], {"tuple": [{}]}):
        with pytest.raises(Invalid):
            value_of(data)
    with pytest.raises(Invalid):
        fraction_of(1)


def test_what_is_shown_is_told_apart() -> None:
    shown = [1, True, Fraction(1), "1", None, (1,), List((1,)), (True,), (), List(), ((),), X, X + 1, TWO, (1, 1)]
    keys = [shown_key(value) for value in shown]
    assert len(set(keys)) == len(shown)
    assert shown_key(Fraction(2, 4)) == shown_key(HALF) and shown_key(X + X) == shown_key(2 * X)
    with pytest.raises(Hole):
        shown_key(1.5)
