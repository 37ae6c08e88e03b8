"""Exact chance for the obvious semantics: all ways a computation can go, and where a Markov chain ends up.

`paths` runs a computation once for every sequence of its random choices. `absorbed` pushes probability through
a graph of hashable nodes until it rests; cycles are solved as linear systems. Both are exact, and know nothing
of programs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from typing import Protocol, TypeAlias, TypeVar

from flint import fmpq

from faier.exact import Number
from faier.limits import LimitReached, Limits

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)
O = TypeVar("O")  # noqa: E741 - the outcome of one choice


class Choose(Protocol):
    """Picks one outcome of a distribution."""

    def __call__(self, distribution: Mapping[O, Number]) -> O: ...


class Later(Mapping[O, Number]):
    """A distribution that is worked out when it is looked at: who repeats a choice need not."""

    def __init__(self, make: Callable[[], Mapping[O, Number]]) -> None:
        self.make = make

    @cached_property
    def known(self) -> Mapping[O, Number]:
        return self.make()

    def __getitem__(self, outcome: O) -> Number:
        return self.known[outcome]

    def __iter__(self) -> Iterator[O]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


def paths(action: Callable[[Choose], T], limits: Limits) -> dict[T, Number]:
    """The distribution of action's result: it is run once for every sequence of choices it makes.

    The action must make the same choices in the same order whenever it is given the same outcomes.
    """
    results: dict[T, Number] = {}
    todo: list[tuple[tuple[object, Number], ...]] = [()]
    while todo:
        limits.spend(1)
        path = _Path(todo.pop(), todo)
        result = action(path)
        if not results and not todo:
            return {result: path.weight()}
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
    nodes, edges = _explored(start, successors, limits)
    weights: dict[int, Number] = dict(enumerate(start.values()))
    rests: dict[S, Number] = {}
    for component in reversed(_components(edges)):
        limits.check()
        inflow = {node: weights.pop(node) for node in component if node in weights}
        if edges[component[0]] is None:
            rests[nodes[component[0]]] = inflow[component[0]]
        elif {target for node in component for target in edges[node] or ()} <= set(component):
            rest = closed([nodes[node] for node in component])
            rests[rest] = rests.get(rest, fmpq(0)) + sum(inflow.values(), start=fmpq(0))
        else:
            _send(weights, fmpq(1), _left(inflow, {node: dict(edges[node] or {}) for node in component}))
    return rests


Edges: TypeAlias = list[dict[int, Number] | None]  # for each node: where it goes, or None where it rests


def _explored(
    start: Mapping[S, Number], successors: Callable[[S], Mapping[S, Number] | None], limits: Limits
) -> tuple[list[S], Edges]:
    """The nodes that can be reached, numbered from the start's on, and the edges between them."""
    nodes = list(start)
    numbers = {node: number for number, node in enumerate(nodes)}
    edges: Edges = []
    for node in nodes:  # grows on the way
        limits.check()
        following = successors(node)
        for target in following or ():
            if target not in numbers:
                numbers[target] = len(nodes)
                nodes.append(target)
        if len(nodes) > limits.states:
            raise LimitReached("states", f"a run goes through more than {limits.states:,} configurations")
        edges.append(None if following is None else {numbers[target]: share for target, share in following.items()})
    return nodes, edges


def _left(inflow: Mapping[int, Number], edges: dict[int, dict[int, Number]]) -> dict[int, Number]:
    """Where the inflow leaves a set of nodes from which every node can leave.

    Nodes are eliminated one by one: whatever enters a node is sent on to where it goes next, any number of turns
    of its own loop summed up.
    """
    weights: dict[int, Number] = dict(inflow)
    predecessors: dict[int, set[int]] = {node: set() for node in edges}
    for node, targets in edges.items():
        for target in targets:
            if target in predecessors:
                predecessors[target].add(node)
    for node in list(edges):
        targets = edges.pop(node)
        stay = targets.pop(node, fmpq(0))
        onward = {target: share / (1 - stay) for target, share in targets.items()} if stay != 0 else targets
        for source in sorted(predecessors.pop(node)):
            if source in edges:
                _send(edges[source], edges[source].pop(node), onward)
                for target in onward:
                    if target in predecessors:
                        predecessors[target].add(source)
        if node in weights:
            _send(weights, weights.pop(node), onward)
    return weights


def _send(weights: dict[int, Number], weight: Number, onward: Mapping[int, Number]) -> None:
    for target, share in onward.items():
        weights[target] = weights.get(target, fmpq(0)) + weight * share


def _components(edges: Edges) -> list[list[int]]:
    """The strongly connected components, each after all that it leads to (Tarjan, without recursion)."""
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_nodes: dict[int, None] = {}
    components: list[list[int]] = []
    for root in range(len(edges)):
        visits = [] if root in number else [(root, iter(edges[root] or ()))]
        while visits:
            node, rest = visits[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                open_nodes[node] = None
            for target in rest:
                if target not in number:
                    visits.append((target, iter(edges[target] or ())))
                    break
                if target in open_nodes:
                    lowest[node] = min(lowest[node], number[target])
            else:
                visits.pop()
                if visits:
                    parent = visits[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == number[node]:
                    component: list[int] = []
                    while not component or component[-1] != node:
                        component.append(open_nodes.popitem()[0])
                    components.append(component)
    return components
