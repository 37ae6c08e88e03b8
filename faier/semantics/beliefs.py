"""What is known of draws that nobody has seen whole: a weight function for each, and comparisons that bind them.

The draws are independent but for the comparisons between them. What is forgotten is summed out, leaves first, as long
as it binds nothing else; sums over everything exist where the comparisons form no circle. A sum over a real is an
integral.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TypeAlias, cast

from faier.exact import ONE, ZERO, Number
from faier.exact.bonds import Bond, End, seen
from faier.exact.integers import Weights, point
from faier.exact.reals import Density, Spot
from faier.limits import LimitReached
from faier.semantics.binding import acyclic, bond_of, range_of
from faier.semantics.kept import Constraint, Way
from faier.semantics.nodes import Ambiguous, Beyond, Node, Shown, Watch, fresh_node


@dataclass(frozen=True)
class Belief:
    """The first `draws` nodes are the draws of a state; the others are forgotten but bind some of them. The weight of
    some values is the product of the nodes' weights where all `edges` hold. These add up to `mass`."""

    draws: int
    nodes: tuple[Node, ...]
    edges: tuple[Constraint, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.draws, self.nodes, self.edges))

    @cached_property
    def mass(self) -> Number:
        """The sum over all values."""
        graph = Graph(dict(enumerate(self.nodes)), list(self.edges))
        return graph.factor if graph.sum_out(set()) else ZERO

    def of(self, draw: int) -> Weights | Density:
        """The weights of the values of one draw, which is no known real."""
        graph = Graph(dict(enumerate(self.nodes)), list(self.edges))
        graph.sum_out({draw})
        weights = graph.nodes[draw].weights
        if isinstance(weights, Spot):
            raise LimitReached("draws", "a sum of reals that were told is told")
        return weights.scaled(graph.factor)

    @cached_property
    def scaled(self) -> tuple[Number, Belief]:
        """One of the beliefs that are a multiple of this one, the same for all of them, and how often it is in it."""
        factor: Number = ONE
        nodes = []
        for node in self.nodes:
            weights = node.weights
            if not isinstance(weights, Spot) and weights.first != 1:
                factor = factor * weights.first
                node = replace(node, weights=weights.scaled(1 / weights.first))
            nodes.append(node)
        return factor, replace(self, nodes=tuple(nodes))


NOTHING_KEPT = Belief(0, (), ())

Found: TypeAlias = tuple[Number, Belief] | None
"""What is believed then, and how often; None where it cannot be. The probability of what was found out is that number
times the mass of what is believed then, divided by the mass of what was believed before."""


@dataclass
class Graph:
    """Draws that are being summed out. `factor` is what was found of the total so far."""

    nodes: dict[int, Node]
    edges: list[Constraint]
    factor: Number = ONE
    watch: Watch = field(default_factory=Watch)

    def sum_out(self, kept: set[int]) -> bool:
        """Sum over all that is not kept and can be summed out; False where no value is left."""
        while True:
            if not self._simplified():
                return False
            leaves = [at for at in self.nodes if at not in kept and len(self._beside(at)) <= 1]
            if leaves:
                self._drop(min(leaves, key=lambda at: self.nodes[at].size))
            elif not self._opened():
                break
        for at, node in self.nodes.items():
            known = node.known
            if known is not None and not node.real:
                self.factor = self.factor * node.weights.total
                self.nodes[at] = replace(node, weights=point(cast(int, known)))
        return True

    def _opened(self) -> bool:
        """Take out edges that close a circle; whether there was one."""
        found = acyclic(self.edges, {at: node.ends for at, node in self.nodes.items()})
        if found is None:
            raise LimitReached("draws", "draws that are kept are compared with each other in a circle")
        changed, self.edges = found != self.edges, found
        return changed

    def bind(self, constraint: Constraint) -> bool:
        """Add what is known to hold; False where no value is left."""
        if len(constraint.terms) == 2:
            self.edges.append(constraint)
            return True
        ((sign, at),) = constraint.terms
        node = self.nodes[at]
        if isinstance(node.beyond, Beyond):
            self._look_beyond(node, node.beyond, sign, cast(int, constraint.least), (0, 0))
        if isinstance(node.weights, Spot):
            return self._holds_at(node.weights, node.beyond, sign, constraint.least)
        ends = (constraint.least, None) if sign > 0 else (None, -constraint.least)
        weights = node.weights.within(*cast("tuple[int | None, int | None]", ends))
        self.nodes[at] = replace(node, weights=weights)
        return not weights.zero

    def _holds_at(self, spot: Spot, shown: Beyond | Shown | None, sign: int, least: Number) -> bool:
        """Whether sign * y >= least for a known real."""
        if isinstance(shown, Shown):
            self.watch.reach_real(shown.place, shown.sign * sign * least + shown.offset, parted=True)
        found = spot.least(sign, least)
        if found is None:
            raise Ambiguous
        return found

    def _simplified(self) -> bool:
        """Take out the edges that hold anyway or bind one draw alone; False where no value is left."""
        again = True
        while again:
            again = False
            for edge in list(dict.fromkeys(self.edges)):
                for (sign, at), (other, to) in (edge.terms, edge.terms[::-1]):
                    beyond = self.nodes[at].beyond
                    if isinstance(beyond, Beyond):
                        ends = (None, None) if self.nodes[to].beyond else self.nodes[to].ends
                        self._look_beyond(self.nodes[at], beyond, sign, cast(int, edge.least), range_of(other, ends))
                    elif isinstance(beyond, Shown):
                        self.watch.refuse("a real that was told goes on to be compared with noise", close=False)
                low, high = self._range(edge)
                real = self.nodes[edge.terms[0][1]].real
                if real and all(self.nodes[at].known is not None for _, at in edge.terms):
                    raise LimitReached("draws", "reals that were told are compared with each other")
                if high is not None and (high <= edge.least if real else high < edge.least):
                    return False
                holds = low is not None and low >= edge.least
                settled = None if holds else self._of_one(edge)
                if holds or settled is not None:
                    self.edges = [each for each in self.edges if each != edge]
                    again = True
                if settled is not None and not self.bind(settled):
                    return False
        self.edges = sorted(dict.fromkeys(self.edges), key=lambda edge: (edge.terms, edge.least))
        return all(not node.weights.zero for node in self.nodes.values())

    def _range(self, edge: Constraint) -> tuple[End, End]:
        (low, high), (least, most) = (range_of(sign, self.nodes[at].ends) for sign, at in edge.terms)
        return (
            None if low is None or least is None else low + least,
            None if high is None or most is None else high + most,
        )

    def _of_one(self, edge: Constraint) -> Constraint | None:
        """What an edge says of one draw where the other is known."""
        for term, (sign, at) in (edge.terms, edge.terms[::-1]):
            known = self.nodes[at].known
            if known is not None:
                return Constraint((term,), edge.least - sign * known)
        return None

    def _beside(self, at: int) -> set[int]:
        pairs = [{one for _, one in edge.terms} for edge in self.edges]
        return set().union(*(pair for pair in pairs if at in pair)) - {at}

    def _drop(self, leaf: int) -> None:
        """Sum a draw out that is bound to one other draw at most."""
        weights = self.nodes.pop(leaf).weights
        bond, beside = Bond(), None
        rest = []
        for edge in self.edges:
            found = bond_of(edge, leaf)
            if found is None:
                rest.append(edge)
            else:
                beside, more = found
                bond = bond & more
        self.edges = rest
        if beside is None:
            self.factor = self.factor * weights.total
        else:
            node = self.nodes[beside]
            assert not isinstance(weights, Spot) and not isinstance(node.weights, Spot)
            self.nodes[beside] = replace(node, weights=_product(node.weights, seen(weights, bond)))

    def _look_beyond(self, node: Node, beyond: Beyond, sign: int, least: int, others: tuple[End, End]) -> None:
        """Note up to where the truth of sign * y + z >= least depends on y, with z somewhere in a range."""
        low, high = others
        assert node.known is not None
        here, rises = sign * node.known, sign * beyond.direction > 0
        end = low if rises else high
        if end is None:
            self.watch.refuse("a draw that was told goes on to be compared with noise")
            return
        turn = least - end if rises else least - end - 1
        if (here < turn) if rises else (here > turn):
            self.watch.reach(cast(int, beyond.sign * sign * turn + beyond.offset))


def after(belief: Belief, way: Way, watch: Watch) -> Found:
    """What is believed after a way, whose own weight does not count."""
    count = belief.draws
    moved = {at: at + len(way.fresh) for at in range(count, len(belief.nodes))}
    nodes = {moved.get(at, at): node for at, node in enumerate(belief.nodes)}
    nodes.update((count + at, fresh_node(draws)) for at, draws in enumerate(way.fresh))
    graph = Graph(nodes, [renamed(edge, moved) for edge in belief.edges], watch=watch)
    found = settled(graph, way.constraints, way.kept)
    return found if found is None or not any(way.added) else (found[0], _plus(found[1], way.added))


def _plus(belief: Belief, added: Sequence[int | Number]) -> Belief:
    """The same of draws to which this was added."""
    nodes = list(belief.nodes)
    for at, by in enumerate(added):
        node = nodes[at]
        if by and node.beyond is not None:
            raise LimitReached("draws", "a draw that was told goes on with a number added")
        weights = node.weights
        nodes[at] = Node(weights.moved(1, by) if isinstance(weights, Spot) else weights.shifted(cast(int, by)))
    edges = [
        replace(edge, least=edge.least + sum(sign * added[at] for sign, at in edge.terms if at < len(added)))
        for edge in belief.edges
    ]
    return replace(belief, nodes=tuple(nodes), edges=tuple(edges))


def told(belief: Belief, draw: int, y: int, beyond: Beyond | None, watch: Watch) -> Found:
    """What is believed when a draw becomes known."""
    weights = belief.nodes[draw].weights
    assert isinstance(weights, Weights)
    chance = weights.at(y)
    if chance == 0:
        return None
    nodes = dict(enumerate(belief.nodes))
    nodes[draw] = Node(point(y), beyond or nodes[draw].beyond)
    return settled(Graph(nodes, list(belief.edges), chance, watch), (), range(belief.draws))


def told_real(belief: Belief, draw: int, spot: Spot, shown: Shown, watch: Watch) -> Found:
    """What is believed when a real becomes known, weighted with its density there."""
    weights = belief.nodes[draw].weights
    if not isinstance(weights, Density):
        raise LimitReached("draws", "a real that was told is told again")
    density = weights.at(spot.at, spot.side)
    if density == 0:
        return None
    nodes = {**dict(enumerate(belief.nodes)), draw: Node(spot, shown)}
    return settled(Graph(nodes, list(belief.edges), density, watch), (), range(belief.draws))


def told_sum(belief: Belief, terms: Sequence[tuple[int, int]], total: int, watch: Watch) -> Found:
    """What is believed when the sum of sign * y[draw] over one or two draws becomes known."""
    if len(terms) == 1:
        ((sign, draw),) = terms
        return told(belief, draw, sign * total, None, watch)
    both = Constraint(tuple(terms), total), Constraint(tuple((-sign, draw) for sign, draw in terms), -total)
    return settled(Graph(dict(enumerate(belief.nodes)), list(belief.edges), watch=watch), both, range(belief.draws))


def narrowed(belief: Belief, used: frozenset[int]) -> Found:
    """The same without what is known of draws that are not used."""
    idle = Node(point(0))
    unused = [at for at in range(belief.draws) if at not in used and belief.nodes[at] != idle]
    if not unused:
        return ONE, belief
    moved = {at: len(belief.nodes) + place for place, at in enumerate(unused)}
    nodes = {moved.get(at, at): node for at, node in enumerate(belief.nodes)} | dict.fromkeys(unused, idle)
    return settled(Graph(nodes, [renamed(edge, moved) for edge in belief.edges]), (), range(belief.draws))


def settled(graph: Graph, constraints: Iterable[Constraint], kept: Sequence[int]) -> Found:
    """What is believed of the kept draws of a graph when constraints hold too."""
    if not all(graph.bind(constraint) for constraint in constraints) or not graph.sum_out(set(kept)):
        return None
    hidden = [at for at in sorted(graph.nodes) if at not in kept]
    places = {at: place for place, at in enumerate(chain(kept, hidden))}
    edges = sorted((renamed(edge, places) for edge in graph.edges), key=lambda edge: (edge.terms, edge.least))
    belief = Belief(len(kept), tuple(graph.nodes[at] for at in places), tuple(edges))
    return None if graph.factor == 0 or (edges and belief.mass == 0) else (graph.factor, belief)


def renamed(edge: Constraint, places: dict[int, int]) -> Constraint:
    """The same constraint of variables with other numbers."""
    return replace(edge, terms=tuple(sorted(((s, places.get(at, at)) for s, at in edge.terms), key=lambda t: t[1])))


def _product(one: Weights | Density, other: Weights | Density) -> Weights | Density:
    if isinstance(one, Weights) and isinstance(other, Weights):
        return one * other
    assert isinstance(one, Density) and isinstance(other, Density)
    return one * other
