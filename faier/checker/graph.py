"""Two copies of a mechanism -> a graph that all their words walk through: they read related inputs, or are the runs of
one prior, of which two secrets are told apart at the end.

A `Spot` is where one run stands: about to ask for an entry, about to show a value, or ended, and where its prior
stands then. A node is the spots that the word so far leaves possible on each side, with what the relation has seen. An
edge is one letter: a pair of values for an entry, or a shown value; its rows say where each spot goes with what
weight. Arrivals of a stream are numbered anew, and entries that differ are forgotten by name, as soon as no run
mentions them, so the graph may be finite where words are not.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .fed_process import Joint, State, States
from .forms import ONE, ZERO, Number, added, multiplied
from .letters import letters
from .machine import Ask, Tell
from .outcome import Hole, Invalid
from .relation import Rule, Watch, allowed, leaf_values, watched
from .run_states import Pairs, Spot, renamed, spot_of
from .values import Mark, Stream

Row = dict[int, Number]


@dataclass(frozen=True)
class Edge:
    target: int
    left: tuple[Row, ...]  # of each left spot
    right: tuple[Row, ...]


@dataclass
class Node:
    """`telling`: no run asks. `edges` are made when all nodes are known."""

    left: tuple[Spot, ...]
    right: tuple[Spot, ...]
    watch: Watch
    read: Pairs
    shown: int
    telling: bool = False
    edges: list[Edge] = field(default_factory=list)


@dataclass
class Graph:
    """`start` has the weights of the first node's spots on each side. With a prior both sides are one."""

    joint: Joint
    rules: tuple[Rule, ...]
    length: int | None
    most: int
    nodes: list[Node] = field(default_factory=list)
    start: tuple[Row, Row] = field(default_factory=lambda: ({}, {}))
    known: dict[object, int] = field(default_factory=dict)

    def build(self, left: States, right: States) -> None:
        """From what the two runs may be at first."""
        rows = [self._started(states, side) for side, states in enumerate((left, right))]
        place, lefts, rights = self._node(rows[:1], rows[1:], watched(self.rules), {}, 0)
        if place:
            raise Invalid("the first node is not the first")
        self.start = lefts[0], rights[0]
        at = 0
        while at < len(self.nodes):
            self._expand(self.nodes[at])
            at += 1

    def _expand(self, node: Node) -> None:
        asked = [spot.mark for spot in (*node.left, *node.right) if spot.mark is not None]
        if not asked:
            node.telling = True
            if node.shown != self.length:
                self._tell(node)
            return
        mark = min(asked, key=lambda item: (item.name, item.path))
        values = leaf_values(self.joint.input_type(mark.name))
        for one, other, watch in allowed(self.rules, node.watch, mark, values, self.joint.budget):
            read = node.read | {mark: (one, other)}
            left = [self._read(spot, mark, read, 0) for spot in node.left]
            right = left if self.joint.prior is not None else [self._read(spot, mark, read, 1) for spot in node.right]
            self._edge(node, left, right, watch, read, node.shown)

    def _tell(self, node: Node) -> None:
        both = (*node.left, *node.right)
        for letter in letters(
            [(spot.value, spot.run) for spot in both if spot.kind == "tell" and spot.run is not None]
        ):
            left = [self._told(spot, letter, node.read, 0) for spot in node.left]
            right = (
                left
                if self.joint.prior is not None
                else [self._told(spot, letter, node.read, 1) for spot in node.right]
            )
            shown = node.shown + 1 if self.length is not None else 0
            self._edge(node, left, right, node.watch, node.read, shown)

    def _edge(
        self,
        node: Node,
        left: list[dict[Spot, Number]],
        right: list[dict[Spot, Number]],
        watch: Watch,
        read: Pairs,
        shown: int,
    ) -> None:
        if any(left):  # otherwise the word weighs nothing on the left, and holds
            target, lefts, rights = self._node(left, right, watch, read, shown)
            node.edges.append(Edge(target, lefts, rights))

    def _node(
        self,
        left: list[dict[Spot, Number]],
        right: list[dict[Spot, Number]],
        watch: Watch,
        read: Pairs,
        shown: int,
    ) -> tuple[int, tuple[Row, ...], tuple[Row, ...]]:
        """The node with these spots, made if it is new, and the rows in its numbering."""
        spots = [{spot: None for row in side for spot in row} for side in (left, right)]
        plain = renamed(spots, watch, read, self.joint.prior is not None)
        sides = [
            tuple(sorted({plain.spot[spot] for spot in side}, key=lambda item: repr(item.key()))) for side in spots
        ]
        key = (
            tuple(tuple(spot.key() for spot in side) for side in sides),
            plain.watch,
            tuple(sorted((mark.name, mark.path, repr(pair)) for mark, pair in plain.read.items())),
            shown,
        )
        if key not in self.known:
            if len(self.nodes) >= self.most:
                raise Hole("the graph of all words has too many nodes")
            self.known[key] = len(self.nodes)
            self.nodes.append(Node(sides[0], sides[1], plain.watch, plain.read, shown))
        self.joint.budget.spend(len(sides[0]) + len(sides[1]))
        rows = []
        for side, made in zip(sides, (left, right), strict=True):
            place = {spot: at for at, spot in enumerate(side)}
            rows.append(tuple(_placed(row, place, plain.spot) for row in made))
        return self.known[key], rows[0], rows[1]

    def _read(self, spot: Spot, mark: Mark, read: Pairs, side: int) -> dict[Spot, Number]:
        if spot.mark != mark or spot.run is None:
            return {spot: ONE}
        run = self.joint.mechanism.answered(Ask(mark, spot.run), read[mark][side])
        return self._settled(State(run, spot.prior, spot.secret), read, side)

    def _told(self, spot: Spot, letter: object, read: Pairs, side: int) -> dict[Spot, Number]:
        if spot.kind != "tell" or spot.run is None:
            return {}
        found = self.joint.mechanism.told(Tell(spot.value, spot.run), letter)
        if found is None:
            return {}
        after = self._settled(replace(spot.state(), run=found[0]), read, side)
        return {target: multiplied(weight, found[1]) for target, weight in after.items()}

    def _started(self, states: States, side: int) -> dict[Spot, Number]:
        found: dict[Spot, Number] = {}
        for state, weight in states.values():
            for spot, share in self._settled(state, {}, side).items():
                found[spot] = added(found.get(spot, ZERO), multiplied(weight, share))
        return found

    def _answer(self, entry: Mark | Stream, read: Pairs, side: int) -> object:
        return read[entry][side] if isinstance(entry, Mark) else self.joint.arrival(entry)

    def _settled(self, state: State, read: Pairs, side: int) -> dict[Spot, Number]:
        """Where the run stands once it has done all that it can without what is unread."""
        found: dict[Spot, Number] = {}
        waiting: list[tuple[State, Number]] = [(state, ONE)]
        while waiting:
            here, weight = waiting.pop()
            if here.run is None:
                raise Invalid("a run goes on after its end")
            for event, share in self.joint.mechanism.events(here.run).values():
                self.joint.budget.spend()
                spot = spot_of(event, here, read)
                if spot is not None:
                    found[spot] = added(found.get(spot, ZERO), multiplied(weight, share))
                elif isinstance(event, Ask):
                    for after, part in self.joint.answered(event, here, lambda e: self._answer(e, read, side)):
                        waiting.append((after, multiplied(multiplied(weight, share), part)))
        return found


def moved(row: Row, rows: tuple[Row, ...]) -> Row:
    """The weights one letter later."""
    after: Row = {}
    for spot, weight in row.items():
        for target, share in rows[spot].items():
            after[target] = added(after.get(target, ZERO), multiplied(weight, share))
    return after


def _placed(row: dict[Spot, Number], place: dict[Spot, int], renamed: dict[Spot, Spot]) -> Row:
    found: Row = {}
    for spot, weight in row.items():
        at = place[renamed[spot]]
        found[at] = found.get(at, ZERO) + weight
    return found
