"""Bayesian networks: a graph of networkx, a table of chances for each node, and the chances of any nodes together.

Chances are exact. They are found by elimination: of the tables of all nodes that can matter, those that mention one
node are multiplied, and the node is summed out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from flint import fmpq

from faier.calibration.quilts.chains import Number, exact_number
from faier.extras import needed

if TYPE_CHECKING:
    import networkx

Values: TypeAlias = tuple[int, ...]

Table: TypeAlias = Mapping[Values, Mapping[int, fmpq]]
"""For the values of a node's parents, in the order of their edges, the chance of each of its own."""

Chances: TypeAlias = dict[Values, fmpq]


@dataclass(frozen=True)
class Network:
    """A directed graph without cycles, and a table for each of its nodes."""

    graph: networkx.DiGraph
    tables: Mapping[str, Table]

    @property
    def nodes(self) -> tuple[str, ...]:
        return tuple(self.graph.nodes)

    def parents(self, node: str) -> tuple[str, ...]:
        return tuple(self.graph.predecessors(node))

    def values(self, node: str) -> tuple[int, ...]:
        return tuple(sorted({value for row in self.tables[node].values() for value in row}))


def network(graph: networkx.DiGraph, tables: Mapping[str, Mapping[Values, Mapping[int, Number]]]) -> Network:
    """A network of this graph. `tables[node][values of its parents][value]` is a chance; the parents of a node are
    ordered as their edges were added (`graph.predecessors`), and a node without parents has one row, of `()`."""
    needed("calibrate", "networkx")
    import networkx

    if not graph.is_directed():
        raise ValueError("the edges of a network go from parents to children: networkx.DiGraph")
    if not networkx.is_directed_acyclic_graph(graph):
        raise ValueError("the graph of a network has no cycles")
    unlike = sorted(map(str, set(tables) ^ set(graph.nodes)))
    if unlike:
        raise ValueError(f"a network has a table for each node of its graph, and no other: {', '.join(unlike)}")
    made = Network(
        graph,
        {
            node: {
                values: {value: exact_number(chance) for value, chance in row.items() if chance}
                for values, row in table.items()
            }
            for node, table in tables.items()
        },
    )
    for node in made.nodes:
        for values, row in made.tables[node].items():
            if sum(row.values(), fmpq(0)) != 1 or any(chance < 0 for chance in row.values()):
                raise ValueError(f"the chances of {node} given {values} do not add up to 1, or one is less than 0")
        for values in product(*(made.values(parent) for parent in made.parents(node))):
            if values not in made.tables[node]:
                ways = "of its parents, a tuple in the order of the edges" if values else "of no parents"
                raise ValueError(f"{node} has no chances for the values {values} {ways}")
    return made


@dataclass(frozen=True)
class _Factor:
    nodes: tuple[str, ...]
    chances: Chances


def together(made: Network, nodes: Sequence[str]) -> Chances:
    """The chances of the values of these nodes together, without those that are 0."""
    import networkx

    needed_nodes = set(nodes).union(*(networkx.ancestors(made.graph, node) for node in nodes))
    factors = [_of_node(made, node) for node in made.nodes if node in needed_nodes]
    rest = needed_nodes - set(nodes)
    while rest:
        node = min(rest, key=lambda node: (len(_scope(factors, node)), node))
        rest.remove(node)
        mentioning = [factor for factor in factors if node in factor.nodes]
        factors = [factor for factor in factors if node not in factor.nodes]
        factors.append(_summed(_product(mentioning), node))
    whole = _product(factors)
    places = [whole.nodes.index(node) for node in nodes]
    return {tuple(values[place] for place in places): chance for values, chance in whole.chances.items()}


def _of_node(made: Network, node: str) -> _Factor:
    chances = {
        (*values, value): chance for values, row in made.tables[node].items() for value, chance in row.items() if chance
    }
    return _Factor((*made.parents(node), node), chances)


def _scope(factors: Iterable[_Factor], node: str) -> set[str]:
    return set().union(*(factor.nodes for factor in factors if node in factor.nodes))


def _product(factors: Iterable[_Factor]) -> _Factor:
    found = _Factor((), {(): fmpq(1)})
    for factor in factors:
        found = _times(found, factor)
    return found


def _times(one: _Factor, other: _Factor) -> _Factor:
    shared = [node for node in other.nodes if node in one.nodes]
    new = [place for place, node in enumerate(other.nodes) if node not in one.nodes]
    here = [one.nodes.index(node) for node in shared]
    there = [other.nodes.index(node) for node in shared]
    rows: dict[Values, list[tuple[Values, fmpq]]] = {}
    for values, chance in other.chances.items():
        key = tuple(values[place] for place in there)
        rows.setdefault(key, []).append((tuple(values[place] for place in new), chance))
    chances = {
        (*values, *added): chance * factor
        for values, chance in one.chances.items()
        for added, factor in rows.get(tuple(values[place] for place in here), ())
    }
    return _Factor((*one.nodes, *(other.nodes[place] for place in new)), chances)


def _summed(factor: _Factor, node: str) -> _Factor:
    place = factor.nodes.index(node)
    chances: Chances = {}
    for values, chance in factor.chances.items():
        key = values[:place] + values[place + 1 :]
        chances[key] = chances.get(key, fmpq(0)) + chance
    return _Factor(factor.nodes[:place] + factor.nodes[place + 1 :], chances)
