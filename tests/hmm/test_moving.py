"""Histograms between which one record moves: everybody relates the pairs of the definition, in every reading order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest
from hmm_examples import mechanism
from referee.domain import Moves as RefereeMoves

from faier.checker.language import expression, read
from faier.checker.outcome import Budget
from faier.checker.relation import allowed, related, rules_of, watched
from faier.checker.values import List, Mark
from faier.hmm.model import AskLetter
from faier.hmm.neighbors import automaton
from faier.hmm.wholes import holds
from faier.lang import Rejected, parse, parse_relation
from faier.lang.claim import Moves, One, PerInput
from faier.lang.syntax import IntType, VectorType
from faier.lang.values import Sequence, Value
from faier.semantics.process import Entry

Cell = tuple[int, ...]
Edge = tuple[Cell, Cell | None]
Counts = dict[Cell, int]


def neighbors(shape: tuple[int, ...], low: int, high: int, edges: list[Edge]) -> Iterator[tuple[Counts, Counts]]:
    """Straight from the definition: y = x - e_u + e_v, in either direction."""
    cells = list(product(*map(range, shape)))
    for counts in product(range(low, high + 1), repeat=len(cells)):
        x = dict(zip(cells, counts, strict=True))
        found = []
        for u, v in {*edges, *((v, u) for u, v in edges)}:
            y = dict(x)
            if u is not None:
                y[u] -= 1
            if v is not None:
                y[v] += 1
            if all(low <= count <= high for count in y.values()) and y not in found:
                found.append(y)
        yield from ((x, y) for y in found)


def drawn(rng: random.Random) -> tuple[tuple[int, ...], int, int, list[Edge]]:
    """A shape, the least and the greatest count, and edges between its cells."""
    shape: tuple[int, ...] = rng.choice([(1,), (2,), (3,), (4,), (1, 2), (2, 2), (2, 1), (1, 2, 2), (3, 1)])
    cells = list(product(*map(range, shape)))
    every: list[Edge] = [(u, v) for at, u in enumerate(cells) for v in [*cells[:at], None]]
    low = rng.choice([0, 0, -1])
    return shape, low, low + rng.choice([0, 1, 1, 2]), rng.sample(every, rng.randint(1, min(len(every), 6)))


def policies() -> list[tuple[tuple[int, ...], int, int, list[Edge]]]:
    rng = random.Random(19)
    return [drawn(rng) for _ in range(60)]


def histogram(shape: tuple[int, ...], low: int, high: int) -> Any:
    type_: Any = IntType(low, high)
    for length in reversed(shape):
        type_ = VectorType(type_, length)
    return type_


def nested(shape: tuple[int, ...], counts: Counts, path: Cell = ()) -> Any:
    if len(path) == len(shape):
        return counts[path]
    return [nested(shape, counts, (*path, at)) for at in range(shape[len(path)])]


def value(counts: Any) -> Value:
    return Sequence("list", tuple(map(value, counts))) if isinstance(counts, list) else counts


def boxed(counts: Any) -> object:
    return List(map(boxed, counts)) if isinstance(counts, list) else counts


def named(edge: Edge, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """As it is written in a file."""
    one, other = (cell if cell is None or len(shape) > 1 else cell[0] for cell in edge)
    return one, other


def written(edges: list[Edge], shape: tuple[int, ...]) -> str:
    return f"moves({', '.join(repr(named(edge, shape)) for edge in edges)})"


def source(shape: tuple[int, ...], low: int, high: int, text: str) -> str:
    type_ = f"Int[{low}, {high}]"
    for length in reversed(shape):
        type_ = f"Vector[{type_}, {length}]"
    return (
        "from faier import Int, Vector, mechanism, moves, private\n\n\n"
        f"@private(epsilon=1, neighbors={text})\n@mechanism\ndef m(x: {type_}):\n    return 0\n"
    )


@pytest.mark.parametrize("policy", policies(), ids=str)
def test_everybody_relates_what_the_definition_does(policy: Any) -> None:
    shape, low, high, edges = policy
    expected = list(neighbors(shape, low, high, edges))
    text = source(shape, low, high, written(edges, shape))
    program, file = parse(text, "m.py"), read(text, {})
    relation, function = program.claims[0].subject.relation, program.function("m")
    assert isinstance(relation, Moves)
    rules = rules_of(file, file.functions["m"], expression(written(edges, shape)))
    referee = RefereeMoves(tuple(named(edge, shape) for edge in edges))
    cells = list(product(*map(range, shape)))
    every = [dict(zip(cells, row, strict=True)) for row in product(range(low, high + 1), repeat=len(cells))]
    for x, y in product(every[:9], every):
        one, other = nested(shape, x), nested(shape, y)
        wanted = (x, y) in expected
        assert holds(relation, function, {"x": value(one)}, {"x": value(other)}) == wanted
        assert related(file, rules, {"x": boxed(one)}, {"x": boxed(other)}) == wanted
        assert referee.related(one, other) == wanted


@pytest.mark.parametrize("policy", policies(), ids=str)
def test_in_every_reading_order_exactly_the_neighbors_are_read(policy: Any) -> None:
    shape, low, high, edges = policy
    pairs = list(neighbors(shape, low, high, edges))
    rule = automaton(Moves(tuple(edges)), mechanism(x=histogram(shape, low, high)))
    assert rule.exists() == rule.differs() == bool(pairs)
    orders = list(permutations(product(*map(range, shape))))
    for order in {orders[0], orders[-1], orders[len(orders) // 3]} if pairs else ():
        words: list[tuple[tuple[tuple[int, int], ...], Any]] = [((), rule.start)]
        for count, cell in enumerate(order, 1):
            words = [
                ((*word, (left, right)), after)
                for word, state in words
                for left, right, after in rule.letters(state, Entry("x", cell))
            ]
            prefixes = {tuple((x[at], y[at]) for at in order[:count]) for x, y in pairs}
            assert len(words) == len(prefixes)
            assert {word for word, _ in words} == prefixes
            word = words[-1][0]
            letters = [AskLetter(Entry("x", at), *ends) for at, ends in zip(order, word, strict=False)]
            left, right = rule.complete(letters)
            assert holds(Moves(tuple(edges)), mechanism(x=histogram(shape, low, high)), left, right)


@pytest.mark.parametrize("policy", policies(), ids=str)
def test_the_checker_watches_exactly_the_neighbors_and_equal_inputs(policy: Any) -> None:
    shape, low, high, edges = policy
    pairs = list(neighbors(shape, low, high, edges))
    text = source(shape, low, high, written(edges, shape))
    if low == high:
        return
    file = read(text, {})
    rules = rules_of(file, file.functions["m"], expression(written(edges, shape)))
    cells = list(product(*map(range, shape)))
    for order in (cells, cells[::-1], random.Random(1).sample(cells, len(cells))):
        words: list[tuple[tuple[tuple[object, object], ...], Any]] = [((), watched(rules))]
        for cell in order:
            words = [
                ((*word, (left, right)), after)
                for word, watch in words
                for left, right, after in allowed(
                    rules, watch, Mark("x", cell), tuple(range(low, high + 1)), Budget(10**6)
                )
            ]
        different = [word for word, _ in words if any(left != right for left, right in word)]
        assert len(different) == len(pairs)
        assert set(different) == {tuple((x[at], y[at]) for at in order) for x, y in pairs}
        assert len(words) == len(pairs) + (high - low + 1) ** len(cells)


def test_whole_rows_beside_public_and_other_inputs() -> None:
    rows = VectorType(VectorType(IntType(0, 1), 2), 2)
    function = mechanism(public=("k",), k=IntType(0, 1), x=rows, y=IntType(0, 2))
    relation = PerInput((("x", Moves((((0, 0), (1, 1)), ((0, 1), None)))), ("y", One(1))))
    rule = automaton(relation, function)
    words = [((), rule.start)]
    for entry in (Entry("x", (1,)), Entry("y"), Entry("k"), Entry("x", (0,))):
        words = [((*word, ends[:2]), ends[2]) for word, state in words for ends in rule.letters(state, entry)]
    moved = 2 * len([x for x in product((0, 1), repeat=4) if x[0] > x[3]]) + 16
    assert len(words) == len({repr(word) for word, _ in words}) == moved * 4 * 2


@pytest.mark.parametrize(
    ("shape", "edges", "states"),
    [
        ((64,), [((i,), (i + 1,)) for i in range(63)], 4),
        ((64,), [((i,), None) for i in range(64)], 3),
        ((64,), [((i,), (j,)) for i in range(64) for j in range(i)], 4),
        ((64,), [((i,), (j,)) for i in range(64) for j in range(max(0, i - 3), i)], 12),
        ((10, 10), [((i, j), (i + di, j + dj)) for i in range(10) for j in range(10)
                    for di, dj in ((0, 1), (1, 0)) if i + di < 10 and j + dj < 10], 24),
    ],
)  # fmt: skip
def test_many_edges_make_few_states(shape: tuple[int, ...], edges: list[Edge], states: int) -> None:
    """Of what a cell was it only matters where the other end may still be."""
    rule = automaton(Moves(tuple(edges)), mechanism(x=histogram(shape, 0, 1)))
    known = {rule.start}
    for cell in product(*map(range, shape)):
        known = {after for state in known for _, _, after in rule.letters(state, Entry("x", cell))}
        assert len(known) <= states
    assert len(known) == 1


WRONG = {
    "moves()": ("FA304", "`moves` lists the edges", "moves()"),
    "moves(*[])": ("FA304", "`moves` lists the edges", "moves(*[])"),
    "moves": ("FA304", "it is not a relation by itself", "moves"),
    "moves((0, 1), (1, 4))": ("FA305", "`x` has no cell 4", "(1, 4)"),
    "moves((0, 1), (-1, 0))": ("FA305", "`x` has no cell -1", "(-1, 0)"),
    "moves((True, 0))": ("FA305", "`x` has no cell True", "(True, 0)"),
    "moves(*LINE, *[(3, 4)])": ("FA305", "`x` has no cell 4", "*[(3, 4)]"),
    "moves(((0, 1), (1, 2)))": ("FA305", "`x` has no cell (0, 1)", "((0, 1), (1, 2))"),
    "moves(LINE)": ("FA304", "is no edge", "LINE"),
    "moves((1, 1))": ("FA304", "both ends are the same", "(1, 1)"),
    "moves((None, None))": ("FA304", "both ends are the same", "(None, None)"),
    "moves((0, 1, 2))": ("FA304", "is no edge", "(0, 1, 2)"),
    "moves(3)": ("FA304", "3 is no edge", "3"),
    "moves(*3)": ("FA304", "3 is no list of edges", "*3"),
    "moves(edges=LINE)": ("FA304", "takes its arguments by position", "edges=LINE"),
    "{'x': moves((0, 4))}": ("FA305", "`x` has no cell 4", "(0, 4)"),
}


@pytest.mark.parametrize("relation", WRONG)
def test_what_no_policy_is_has_its_place(relation: str) -> None:
    code, message, place = WRONG[relation]
    (item,) = problems(relation, "x: Vector[Int[0, 1], 4]")
    assert (item.code, item.message) == (code, next((m for m in [item.message] if message in m), message))
    assert item.span.column == len("@private(epsilon=1, neighbors=") + relation.rindex(place) + 1
    assert (item.hint == "write moves(*LINE)") == (relation == "moves(LINE)")


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ("x: Int[0, 3]", "`x` is no histogram"),
        ("x: Stream[Int[0, 3]]", "`x` is no histogram"),
        ("x: Vector[Bool, 4]", "`x` is no histogram"),
        ("x: Records[Int[0, 3], 4]", "`x` is no histogram"),
        ("x: Vector[Int[0, 1], 4], y: Int[0, 1]", "`moves` is about one histogram"),
    ],
)
def test_inputs_that_are_no_histograms(inputs: str, message: str) -> None:
    (item,) = problems("moves((0, 1))", inputs)
    assert item.code == "FA305"
    assert message in item.message


def test_a_matrix_has_cells_that_are_pairs() -> None:
    (item,) = problems("moves((0, 1))", "x: Vector[Vector[Int[0, 1], 2], 3]")
    assert item.message == "`x` has no cell 0"
    assert item.hint == "its cells are (0, 0) to (2, 1); None stands for no cell"
    program = parse(source((3, 2), 0, 1, "moves(((0, 0), (2, 1)), [None, [0, 1]])"), "m.py")
    assert program.claims[0].subject.relation == Moves((((0, 0), (2, 1)), ((0, 1), None)))
    relation, text = parse_relation("moves(((0,0),(2,1)),)", program, "m")
    assert (relation, text) == (Moves((((0, 0), (2, 1)),)), "moves(((0, 0), (2, 1)))")


def problems(relation: str, inputs: str) -> Any:
    text = (
        "from faier import Bool, Int, Records, Stream, Vector, mechanism, moves, private\n\n"
        "LINE = [(i, i + 1) for i in range(3)]\n\n\n"
        f"@private(epsilon=1, neighbors={relation})\n@mechanism\ndef m({inputs}):\n    return 0\n"
    )
    with pytest.raises(Rejected) as caught:
        parse(text, "m.py")
    return caught.value.diagnostics
