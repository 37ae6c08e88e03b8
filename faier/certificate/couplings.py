"""The checker's graph of all words -> bounds and flows that hold for words of every length, found by `coupling`."""

from __future__ import annotations

from flint import fmpq

from faier.certificate.unwritten import Unwritten
from faier.checker.graph import Graph
from faier.checker.graph import Node as Spots
from faier.checker.graph import Row as Weights
from faier.engines.coupling import prove
from faier.engines.coupling_check import Amounts
from faier.hmm.model import Edge, EndLetter, Node, Pair, Row, TellLetter
from faier.limits import Limits

ONE = fmpq(1)


def couplings(graph: Graph, wanted: fmpq | None, limits: Limits) -> dict[str, object]:
    """The evidence of a proof whose graph this is."""
    found = prove(pair_of(graph), wanted, limits)
    if found is None:
        raise Unwritten("no coupling was found")
    size = len(graph.nodes)
    flows = [
        [[[_flow(item) for item in line] for line in table] for table in found.flows[place][: len(node.edges)]]
        for place, node in enumerate(graph.nodes)
    ]
    bounds = [[[_bound(item) for item in line] for line in found.bounds[place]] for place in range(size)]
    return {
        "kind": "coupling",
        "factor": _text(found.factor),
        "left": [[_written(row) for row in found.left_beliefs[at]] for at in range(size)],
        "right": [[_written(row) for row in found.right_beliefs[at]] for at in range(size)],
        "bounds": bounds,
        "flows": flows,
        "start": _flow(found.start),
    }


def pair_of(graph: Graph) -> Pair:
    """The same words as a pair; the end is a node of its own, the last one."""
    last = len(graph.nodes)
    nodes = [_node(node, last) for node in graph.nodes]
    ended = Node("ended", (ONE,), (ONE,), ())
    left, right = (_row(row) for row in graph.start)
    return Pair((*nodes, ended), 0, left, right, ONE, ONE)


def _node(node: Spots, last: int) -> Node:
    edges = [
        Edge(TellLetter(number), edge.target, tuple(map(_row, edge.left)), tuple(map(_row, edge.right)))
        for number, edge in enumerate(node.edges)
    ]
    if any(spot.kind == "end" for spot in node.left):
        left, right = (
            tuple(((0, ONE),) if spot.kind == "end" else () for spot in side) for side in (node.left, node.right)
        )
        edges.append(Edge(EndLetter(), last, left, right))
    return Node("show", (ONE,) * len(node.left), (ONE,) * len(node.right), tuple(edges))


def _row(row: Weights) -> Row:
    return tuple(sorted((at, fmpq(weight.numerator, weight.denominator)) for at, weight in row.items() if weight))


def _written(row: Row) -> list[list[object]]:
    return [[at, _text(weight)] for at, weight in row if isinstance(weight, fmpq)]


def _flow(flow: Amounts | None) -> list[list[object]] | None:
    return None if flow is None else [[i, j, _text(amount)] for i, j, amount in flow]


def _bound(bound: fmpq | None) -> str | None:
    return None if bound is None else _text(bound)


def _text(amount: fmpq) -> str:
    return f"{int(amount.p)}/{int(amount.q)}"
