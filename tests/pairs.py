"""Pairs built by hand, for tests and for `scripts/bench`: the models of known mechanisms, and random ones."""

from __future__ import annotations

import random
from collections.abc import Callable

from flint import fmpq

from faier.hmm.model import AskLetter, Edge, EndLetter, Letter, Node, Pair, TellLetter
from faier.semantics.process import Entry, Row

ONE = fmpq(1)
HALF = fmpq(1, 2)


def truncated_geometric(alpha: fmpq, center: int, top: int) -> list[fmpq]:
    """The probabilities of clamp(center + geometric(alpha), 0, top)."""
    middle = (1 - alpha) / (1 + alpha)
    inner = [middle * alpha ** abs(value - center) for value in range(top + 1)]
    if top == 0:
        return [ONE]
    inner[0] = alpha**center / (1 + alpha)
    inner[top] = alpha ** (top - center) / (1 + alpha)
    return inner


def row(weights: dict[int, fmpq]) -> Row:
    return tuple(sorted((target, weight) for target, weight in weights.items() if weight != 0))


def node(kind: str, size: int, edges: list[Edge]) -> Node:
    return Node(kind, (ONE,) * size, (ONE,) * size, tuple(edges))  # type: ignore[arg-type]


def noisy_max_pair(queries: int, top: int, ties: str, near: Callable[[int, int], bool] | None = None) -> Pair:
    """Noisy Max over answers in {0..top} with truncated 1/2-geometric noise, under each(1).

    `ties`: "first" (the first of equal answers wins: naive) or "uniform". `near` may replace the relation.
    """
    near = near or (lambda a, b: abs(a - b) <= 1)
    noise = [truncated_geometric(HALF, answer, top) for answer in range(top + 1)]
    layers: list[list[tuple[int, int, int]]] = [[(-1, 0, 0)]]
    nodes: list[Node] = []
    for index in range(queries):
        onward: dict[tuple[int, int, int], int] = {}
        last = index == queries - 1

        def place(
            state: tuple[int, int, int],
            last: bool = last,
            onward: dict[tuple[int, int, int], int] = onward,
        ) -> int:
            key = (0, state[1], 0) if last else state
            return onward.setdefault(key, len(onward))

        rows: list[list[Row]] = []
        for answer in range(top + 1):
            table = []
            for best, winner, count in layers[-1]:
                weights: dict[int, fmpq] = {}
                for noisy, weight in enumerate(noise[answer]):
                    for state, share in _outcomes(best, winner, count, noisy, index, ties):
                        target = place(state)
                        weights[target] = weights.get(target, fmpq(0)) + weight * share
                table.append(row(weights))
            rows.append(table)
        edges = [
            Edge(AskLetter(Entry("answers", (index,)), a, b), index + 1, tuple(rows[a]), tuple(rows[b]))
            for a in range(top + 1)
            for b in range(top + 1)
            if near(a, b)
        ]
        nodes.append(node("ask", len(layers[-1]), edges))
        layers.append(list(onward))
    size = len(layers[-1])
    shown = []
    for state, (_, winner, _) in enumerate(layers[-1]):
        table = tuple(((0, ONE),) if other == state else () for other in range(size))
        shown.append(Edge(TellLetter(winner), queries + 1, table, table))
    nodes.append(node("show", size, shown))
    return Pair((*nodes, *ending(queries + 1)), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)


def _outcomes(
    best: int, winner: int, count: int, noisy: int, index: int, ties: str
) -> list[tuple[tuple[int, int, int], fmpq]]:
    """What becomes of (best noisy answer, winner, how many hold it) when `noisy` comes in at `index`."""
    if noisy > best:
        return [((noisy, index, 1 if ties == "uniform" else 0), ONE)]
    if noisy == best and ties == "uniform":
        share = fmpq(1, count + 1)
        return [((best, index, count + 1), share), ((best, winner, count + 1), 1 - share)]
    return [((best, winner, count), ONE)]


def ending(place: int) -> tuple[Node, Node]:
    """The two last nodes: about to end, and ended; `place` is the first one's number."""
    onward: tuple[Row, ...] = (((0, ONE),),)
    return node("show", 1, [Edge(EndLetter(), place + 1, onward, onward)]), node("ended", 1, [])


def above_threshold_pair(top: int) -> Pair:
    """Above Threshold over {0..top}: public threshold with 1/4-geometric noise, then a stream of queries with
    1/2-geometric noise under each(1); False is shown while they stay below, True once, and it ends."""
    size = top + 1
    thresholds = [(row(dict(enumerate(truncated_geometric(fmpq(1, 4), threshold, top)))),) for threshold in range(size)]
    public = [Edge(AskLetter(Entry("threshold"), t, t), 1, thresholds[t], thresholds[t]) for t in range(size)]
    compared = []
    for answer in range(size):
        noise = truncated_geometric(HALF, answer, top)
        compared.append(
            tuple(row({state: sum(noise[:state], fmpq(0)), size: sum(noise[state:], fmpq(0))}) for state in range(size))
        )
    queries = [
        Edge(AskLetter(Entry("queries", None, True), a, b), 2, compared[a], compared[b])
        for a in range(size)
        for b in range(size)
        if abs(a - b) <= 1
    ]
    below = (*(((state, ONE),) for state in range(size)), ())
    above = (*(() for _ in range(size)), ((0, ONE),))
    shown = [Edge(TellLetter(False), 1, below, below), Edge(TellLetter(True), 3, above, above)]
    nodes = (node("ask", 1, public), node("ask", size, queries), node("show", size + 1, shown))
    return Pair((*nodes, *ending(3)), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)


def chain_response_pair(stay: fmpq, truth: fmpq) -> Pair:
    """Randomized response to each state of a two-state Markov chain without end; the first state is secret."""
    leave, lie = 1 - stay, 1 - truth
    told = tuple(row({2 * state: truth, 2 * state + 1: lie}) for state in range(2))
    edges = []
    for value in range(2):
        table = []
        for state in range(2):
            for honest in (True, False):
                tells = state if honest else 1 - state
                weights = {}
                if tells == value:
                    for onward, weight in ((state, stay), (1 - state, leave)):
                        for target, chance in told[onward]:
                            weights[target] = weights.get(target, fmpq(0)) + weight * chance
                table.append(row(weights))
        edges.append(Edge(TellLetter(value), 0, tuple(table), tuple(table)))
    left, right = ((row({t: w * HALF for t, w in told[s]})) for s in range(2))
    return Pair((node("show", 4, edges),), 0, left, right, HALF, HALF)


def random_pair(seed: int, cyclic: bool) -> Pair:
    """A small pair with sparse rational rows: zero rows, infinite factors, unequal masses, any finals.

    Every cycle of a cyclic pair shows a value; acyclic pairs only go to later nodes.
    """
    draw = random.Random(seed)
    count = draw.randint(1, 4)
    sizes = [(draw.randint(1, 3), draw.randint(1, 3)) for _ in range(count)]
    dense = draw.choice((0.4, 0.7, 0.95))
    largest = draw.choice((1, 2, 6))

    def weight() -> fmpq:
        return fmpq(draw.randint(1, largest), draw.randint(1, largest)) / 4

    def table(rows: int, columns: int) -> tuple[Row, ...]:
        return tuple(
            tuple((column, weight()) for column in range(columns) if draw.random() < dense) for _ in range(rows)
        )

    def vector(size: int) -> tuple[fmpq, ...]:
        return tuple(weight() if draw.random() < dense else fmpq(0) for _ in range(size))

    def edges(place: int) -> tuple[Edge, ...]:
        made = []
        for number in range(draw.randint(0, 3)):
            letter: Letter = TellLetter(number) if draw.random() < 0.6 else AskLetter(Entry("x"), number, 0)
            lowest = 0 if cyclic and isinstance(letter, TellLetter) else place + 1
            if lowest >= count:
                continue
            target = draw.randrange(lowest, count)
            left = table(sizes[place][0], sizes[target][0])
            square = all(len(set(size)) == 1 for size in (sizes[place], sizes[target]))
            right = left if square and draw.random() < 0.2 else None
            made.append(Edge(letter, target, left, right or table(sizes[place][1], sizes[target][1])))
        return tuple(made)

    nodes = tuple(Node("show", vector(left), vector(right), edges(place)) for place, (left, right) in enumerate(sizes))
    left = tuple((state, weight()) for state in range(sizes[0][0]))
    right = tuple((state, weight()) for state in range(sizes[0][1]))
    masses = weight(), weight()
    return Pair(nodes, 0, left, right, *masses)
