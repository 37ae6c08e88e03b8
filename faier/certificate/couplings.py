"""The checker's graph of all words -> bounds and flows that hold for words of every length, found by `coupling`."""

from __future__ import annotations

from flint import fmpq

from faier.certificate.numbers import number_of, text_of
from faier.certificate.unwritten import Unwritten
from faier.checker.compared import Compared, Finals
from faier.checker.graph import Node as Spots
from faier.checker.graph import Row as Weights
from faier.engines.coupling.check import Amounts
from faier.engines.coupling.engine import prove
from faier.hmm.model import Edge, EndLetter, Node, Pair, TellLetter
from faier.limits import Limits
from faier.semantics.process import Row

ONE = fmpq(1)


def couplings(words: Compared, wanted: fmpq | None, limits: Limits) -> dict[str, object]:
    """The proof that bounds these words."""
    graph = words.graph
    found = prove(pair_of(words), wanted, limits)
    if found is None:
        raise Unwritten("no coupling was found")
    size = len(graph.nodes)
    flows = [
        [[[written_flow(item) for item in line] for line in table] for table in found.flows[place][: len(node.edges)]]
        for place, node in enumerate(graph.nodes)
    ]
    bounds = [[[written_bound(item) for item in line] for line in found.bounds[place]] for place in range(size)]
    return {
        "kind": "coupling",
        "factor": text_of(found.factor),
        "left": [[written_row(row) for row in found.left_beliefs[at]] for at in range(size)],
        "right": [[written_row(row) for row in found.right_beliefs[at]] for at in range(size)],
        "bounds": bounds,
        "flows": flows,
        "start": written_flow(found.start),
    }


def pair_of(words: Compared) -> Pair:
    """The same words as a pair; the end is a node of its own, the last one."""
    nodes = words.graph.nodes
    made = [_node(node, finals, len(nodes)) for node, finals in zip(nodes, words.finals, strict=True)]
    ended = Node("ended", (ONE,), (ONE,), ())
    left, right = (row_of(row) for row in words.start)
    return Pair((*made, ended), 0, left, right, ONE, ONE)


def _node(node: Spots, finals: Finals, last: int) -> Node:
    edges = [
        Edge(TellLetter(number), edge.target, tuple(map(row_of, edge.left)), tuple(map(row_of, edge.right)))
        for number, edge in enumerate(node.edges)
    ]
    left, right = (tuple(map(number_of, side)) for side in finals)
    if any(spot.kind == "end" for spot in node.left):
        ends = [
            tuple(((0, final),) if spot.kind == "end" and final else () for spot, final in zip(*side, strict=True))
            for side in ((node.left, left), (node.right, right))
        ]
        edges.append(Edge(EndLetter(), last, ends[0], ends[1]))
    return Node("show", left, right, tuple(edges))


def row_of(row: Weights) -> Row:
    return tuple(sorted((at, number_of(weight)) for at, weight in row.items() if weight))


def written_row(row: Row) -> list[list[object]]:
    return [[at, text_of(weight)] for at, weight in row if isinstance(weight, fmpq)]


def written_flow(flow: Amounts | None) -> list[list[object]] | None:
    return None if flow is None else [[i, j, text_of(amount)] for i, j, amount in flow]


def written_bound(bound: fmpq | None) -> str | None:
    return None if bound is None else text_of(bound)
