"""Exact chance for the obvious semantics: all ways a computation can go, and where a Markov chain ends up.

`paths` runs a computation once for every sequence of its random choices. `absorbed` pushes probability through
a graph of hashable nodes until it rests; cycles are solved as linear systems. Both are exact, and know nothing
of programs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, Protocol, TypeVar

from flint import fmpq

from faier.exact import Number
from faier.limits import LimitReached, Limits

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)
O = TypeVar("O")  # noqa: E741 - the outcome of one choice


class Choose(Protocol):
    """Picks one outcome of a distribution."""

    def __call__(self, distribution: Mapping[O, Number]) -> O: ...


def paths(action: Callable[[Choose], T], limits: Limits) -> dict[T, Number]:
    """The distribution of action's result: it is run once for every sequence of choices it makes.

    The action must make the same choices in the same order whenever it is given the same outcomes.
    """
    results: dict[T, Number] = {}
    todo: list[tuple[tuple[object, Number], ...]] = [()]
    while todo:
        limits.check()
        path = _Path(todo.pop(), todo)
        result = action(path)
        results[result] = results.get(result, fmpq(0)) + path.weight()
    return results


class _Path:
    """Repeats the choices of `taken`, then takes the first outcome each time, leaving the others in `todo`."""

    def __init__(self, taken: tuple[tuple[object, Number], ...], todo: list[tuple[tuple[object, Number], ...]]) -> None:
        self.taken = list(taken)
        self.todo = todo
        self.position = 0

    def __call__(self, distribution: Mapping[O, Number]) -> O:
        if self.position == len(self.taken):
            first, *others = [option for option in distribution.items() if option[1] != 0]
            self.todo.extend((*self.taken, option) for option in reversed(others))
            self.taken.append(first)
        self.position += 1
        return self.taken[self.position - 1][0]  # type: ignore[return-value]

    def weight(self) -> Number:
        product: Number = fmpq(1)
        for _, share in self.taken:
            product = product * share
        return product


def absorbed(
    start: Mapping[S, Number],
    successors: Callable[[S], Mapping[S, Number] | None],
    closed: Callable[[list[S]], S],
    limits: Limits,
) -> dict[S, Number]:
    """Where the chain that starts in `start` comes to rest, with the probability of each place.

    `successors` is None for a place of rest, and otherwise a distribution. A set of nodes that is entered and
    never left is handed to `closed`, which names the place that stands for going round there forever, or raises.
    """
    edges = _explored(start, successors, limits)
    weights: dict[S, Number] = dict(start)
    for component in reversed(_components(edges)):
        limits.check()
        if edges[component[0]] is None:
            continue
        inflow = {node: weights.pop(node) for node in component if node in weights}
        inside = set(component)
        if all(target in inside for node in component for target in edges[node] or ()):
            rest = closed(component)
            weights[rest] = weights.get(rest, fmpq(0)) + sum(inflow.values(), start=fmpq(0))
            continue
        for target, weight in _left(inflow, {node: dict(edges[node] or {}) for node in component}).items():
            weights[target] = weights.get(target, fmpq(0)) + weight
    return weights


def _explored(
    start: Mapping[S, Number], successors: Callable[[S], Mapping[S, Number] | None], limits: Limits
) -> dict[S, Mapping[S, Number] | None]:
    """The graph that is reachable from the start."""
    edges: dict[S, Mapping[S, Number] | None] = {}
    todo = list(start)
    while todo:
        node = todo.pop()
        if node in edges:
            continue
        limits.check()
        if len(edges) >= limits.states:
            raise LimitReached("states", f"a run goes through more than {limits.states:,} configurations")
        edges[node] = successors(node)
        todo.extend(edges[node] or ())
    return edges


def _left(inflow: Mapping[S, Number], edges: dict[S, dict[S, Number]]) -> dict[S, Number]:
    """Where the inflow leaves a set of nodes from which every node can leave.

    Nodes are eliminated one by one: whatever enters a node is sent on to where it goes next, any number of turns
    of its own loop summed up.
    """
    weights: dict[S, Number] = dict(inflow)
    predecessors: dict[S, dict[S, None]] = {node: {} for node in edges}
    for node, targets in edges.items():
        for target in targets:
            if target in predecessors:
                predecessors[target][node] = None
    for node in list(edges):
        targets = edges.pop(node)
        stay = targets.pop(node, fmpq(0))
        onward = {target: share / (1 - stay) for target, share in targets.items()}
        for source in predecessors.pop(node):
            if source in edges:
                _send(edges[source], edges[source].pop(node), onward)
                for target in onward:
                    if target in predecessors:
                        predecessors[target][source] = None
        if node in weights:
            _send(weights, weights.pop(node), onward)
    return weights


def _send(weights: dict[S, Number], weight: Number, onward: Mapping[S, Number]) -> None:
    for target, share in onward.items():
        weights[target] = weights.get(target, fmpq(0)) + weight * share


class _Visit(Generic[S]):
    """A node on the search path, and its successors not looked at yet."""

    def __init__(self, node: S, successors: Mapping[S, Number] | None) -> None:
        self.node = node
        self.rest = iter(successors or ())


def _components(edges: Mapping[S, Mapping[S, Number] | None]) -> list[list[S]]:
    """The strongly connected components, each after all that it leads to (Tarjan, without recursion)."""
    number: dict[S, int] = {}
    lowest: dict[S, int] = {}
    open_nodes: dict[S, None] = {}
    components: list[list[S]] = []
    for root in edges:
        visits = [] if root in number else [_Visit(root, edges[root])]
        while visits:
            visit = visits[-1]
            node = visit.node
            if node not in number:
                number[node] = lowest[node] = len(number)
                open_nodes[node] = None
            for target in visit.rest:
                if target not in number:
                    visits.append(_Visit(target, edges[target]))
                    break
                if target in open_nodes:
                    lowest[node] = min(lowest[node], number[target])
            else:
                visits.pop()
                if visits:
                    parent = visits[-1].node
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == number[node]:
                    component: list[S] = []
                    while not component or component[-1] != node:
                        component.append(open_nodes.popitem()[0])
                    components.append(component)
    return components
