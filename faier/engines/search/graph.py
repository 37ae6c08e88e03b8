"""The graph of a pair as the search walks it: which states matter, what comes before what, how far it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from faier.hmm.model import Edge, Pair, TellLetter
from faier.semantics.components import components
from faier.semantics.process import Row


@dataclass(frozen=True)
class Plan:
    """What the search needs to know of a pair's graph before it starts.

    `left_states[n]` and `right_states[n]` are the states of node n that some word reaches (a state that none
    reaches weighs nothing in any word). `distance[n]` is the fewest values shown on the way to node n (None:
    no word that is possible on the left gets there). `longest` is the most values any word shows (None: no
    limit). With `counting` a shown value costs one step, and words are searched by the number of values they
    show; without, all at once. `components` lists the nodes, those a free letter leads to first; nodes in one
    component reach each other by free letters. `incoming[n]` lists the edges to node n that some word takes, as (node,
    number of the edge).
    """

    left_states: tuple[frozenset[int], ...]
    right_states: tuple[frozenset[int], ...]
    distance: tuple[int | None, ...]
    longest: int | None
    counting: bool
    components: tuple[tuple[int, ...], ...]
    looping: tuple[bool, ...]
    incoming: tuple[tuple[tuple[int, int], ...], ...]


def plan(pair: Pair, length: int | None) -> Plan:
    """Prepare the search of words that show at most `length` values (None: of all words)."""
    left, right = _reached(pair)
    alive = tuple(
        tuple(edge for edge in node.edges if any(edge.left[state] for state in left[place]))
        for place, node in enumerate(pair.nodes)
    )
    every = _components([pair.start], lambda place: [edge.target for edge in alive[place]])
    endless = any(_loops(component, alive, free=False) for component in every)
    longest = None if endless else _longest(pair.start, every, alive)
    counting = endless or (length is not None and longest is not None and length < longest)
    order = every
    if counting:
        starts = [place for component in every for place in component]
        order = _components(starts, lambda place: [edge.target for edge in alive[place] if not shows(edge)])
    return Plan(
        left_states=tuple(frozenset(states) for states in left),
        right_states=tuple(frozenset(states) for states in right),
        distance=_distances(pair.start, alive),
        longest=longest,
        counting=counting,
        components=order,
        looping=tuple(_loops(component, alive, free=counting) for component in order),
        incoming=_incoming(pair, left),
    )


def shows(edge: Edge) -> bool:
    return isinstance(edge.letter, TellLetter)


def _reached(pair: Pair) -> tuple[list[set[int]], list[set[int]]]:
    """The states of each node that some word reaches, along words that are possible on the left."""
    left: list[set[int]] = [set() for _ in pair.nodes]
    right: list[set[int]] = [set() for _ in pair.nodes]
    left[pair.start].update(state for state, _ in pair.left)
    right[pair.start].update(state for state, _ in pair.right)
    waiting = {pair.start}
    while waiting:
        place = waiting.pop()
        lefts: dict[int, set[int]] = {}
        rights: dict[int, set[int]] = {}
        done: set[tuple[int, int, bool]] = set()
        for edge in pair.nodes[place].edges:
            ways = {(edge.target, id(edge.left), False), (edge.target, id(edge.right), True)}
            if ways <= done:
                continue
            done |= ways
            onward = _onward(lefts, edge.left, left[place])
            if not onward:
                continue
            answer = _onward(rights, edge.right, right[place])
            if not (onward <= left[edge.target] and answer <= right[edge.target]):
                left[edge.target] |= onward
                right[edge.target] |= answer
                waiting.add(edge.target)
    return left, right


def _onward(known: dict[int, set[int]], rows: tuple[Row, ...], states: set[int]) -> set[int]:
    """The states that a matrix leads to from these; looked at once for edges that share it."""
    found = known.get(id(rows))
    if found is None:
        found = known[id(rows)] = {target for state in states for target, _ in rows[state]}
    return found


def _components(starts: Iterable[int], onward: Callable[[int], Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(each)) for each in components(starts, onward))


def _loops(component: tuple[int, ...], alive: tuple[tuple[Edge, ...], ...], free: bool) -> bool:
    """Whether the component has a cycle (with `free`: a cycle of letters that show nothing)."""
    if len(component) > 1:
        return True
    place = component[0]
    return any(edge.target == place and not (free and shows(edge)) for edge in alive[place])


def _longest(start: int, order: tuple[tuple[int, ...], ...], alive: tuple[tuple[Edge, ...], ...]) -> int:
    most: dict[int, int] = {}
    for (place,) in order:
        most[place] = max((most[edge.target] + shows(edge) for edge in alive[place]), default=0)
    return most[start]


def _incoming(pair: Pair, left: list[set[int]]) -> tuple[tuple[tuple[int, int], ...], ...]:
    found: list[list[tuple[int, int]]] = [[] for _ in pair.nodes]
    for place, node in enumerate(pair.nodes):
        for number, edge in enumerate(node.edges):
            if any(edge.left[state] for state in left[place]):
                found[edge.target].append((place, number))
    return tuple(map(tuple, found))


def _distances(start: int, alive: tuple[tuple[Edge, ...], ...]) -> tuple[int | None, ...]:
    """The fewest shown values from the start: a search by layers, free letters first."""
    distance: list[int | None] = [None] * len(alive)
    layer, steps = [start], 0
    while layer:
        after: list[int] = []
        while layer:
            place = layer.pop()
            if distance[place] is not None:
                continue
            distance[place] = steps
            for edge in alive[place]:
                (after if shows(edge) else layer).append(edge.target)
        layer, steps = after, steps + 1
    return tuple(distance)
