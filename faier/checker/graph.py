"""Two copies of a mechanism that read related inputs -> a graph that all their words walk through.

A `Spot` is where one run stands: about to ask for an entry, about to show a value, or ended. A node is the spots that
the word so far leaves possible on each side, with what the relation has seen. An edge is one letter: a pair of values
for an entry, or a shown value; its rows say where each spot goes with what weight. Arrivals of a stream are numbered
anew, and entries that differ are forgotten by name, as soon as no run mentions them, so the graph may be finite where
words are not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from .enumeration import unread_inputs
from .forms import ONE, Form
from .joint import Joint
from .language import Type
from .machine import Ask, End, Run, Tell
from .outcome import Hole, Invalid
from .relation import Rule, Watch, allowed, leaf_values, unread, watched
from .values import Mark, Stream, changed, shown_key

SPENT = ("spent",)

Key = tuple[object, ...]
Row = dict[int, Fraction]


@dataclass(frozen=True, eq=False)
class Spot:
    """kind "ask" (of `mark`, at `run`), "tell" (`value`, then `run`) or "end". Equal if the keys are: True is not 1."""

    kind: str
    run: Run | None = None
    mark: Mark | None = None
    value: object = None

    def key(self) -> Key:
        run = self.run.key() if self.run is not None else ()
        return (self.kind, shown_key(self.mark), shown_key(self.value), run)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


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
    read: dict[Mark, tuple[object, object]]
    shown: int
    telling: bool = False
    edges: list[Edge] = field(default_factory=list)


@dataclass
class Graph:
    """`start` has the weights of the first node's spots on each side."""

    joint: Joint
    rules: tuple[Rule, ...]
    length: int | None
    most: int
    nodes: list[Node] = field(default_factory=list)
    start: tuple[Row, Row] = field(default_factory=lambda: ({}, {}))
    known: dict[object, int] = field(default_factory=dict)

    def build(self) -> None:
        begin = self.joint.mechanism.start(unread_inputs(self.joint.claim, everything=True))
        row = self._settled(begin, {}, 0)
        place, lefts, rights = self._node([row], [row], watched(self.rules), {}, 0)
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
        values = leaf_values(self._type(mark))
        for one, other, watch in allowed(self.rules, node.watch, mark, values, self.joint.budget):
            read = node.read | {mark: (one, other)}
            left = [self._read(spot, mark, read, 0) for spot in node.left]
            right = [self._read(spot, mark, read, 1) for spot in node.right]
            self._edge(node, left, right, watch, read, node.shown)

    def _tell(self, node: Node) -> None:
        letters = {shown_key(spot.value): None for spot in (*node.left, *node.right) if spot.kind == "tell"}
        for letter in letters:
            left, right = (
                [
                    self._settled(spot.run, node.read, side)
                    if spot.kind == "tell" and spot.run is not None and shown_key(spot.value) == letter
                    else {}
                    for spot in spots
                ]
                for side, spots in enumerate((node.left, node.right))
            )
            shown = node.shown + 1 if self.length is not None else 0
            self._edge(node, left, right, node.watch, node.read, shown)

    def _edge(
        self,
        node: Node,
        left: list[dict[Spot, Fraction]],
        right: list[dict[Spot, Fraction]],
        watch: Watch,
        read: dict[Mark, tuple[object, object]],
        shown: int,
    ) -> None:
        if any(left):  # otherwise the word weighs nothing on the left, and holds
            target, lefts, rights = self._node(left, right, watch, read, shown)
            node.edges.append(Edge(target, lefts, rights))

    def _node(
        self,
        left: list[dict[Spot, Fraction]],
        right: list[dict[Spot, Fraction]],
        watch: Watch,
        read: dict[Mark, tuple[object, object]],
        shown: int,
    ) -> tuple[int, tuple[Row, ...], tuple[Row, ...]]:
        """The node with these spots, made if it is new, and the rows in its numbering."""
        spots = [{spot: None for row in side for spot in row} for side in (left, right)]
        plain = _renamed(spots, watch, read)
        sides = [
            tuple(sorted((plain.spot[spot] for spot in side), key=lambda item: repr(item.key()))) for side in spots
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
            rows.append(tuple({place[plain.spot[spot]]: weight for spot, weight in row.items()} for row in made))
        return self.known[key], rows[0], rows[1]

    def _read(self, spot: Spot, mark: Mark, read: dict[Mark, tuple[object, object]], side: int) -> dict[Spot, Fraction]:
        if spot.mark != mark or spot.run is None:
            return {spot: ONE}
        return self._settled(self.joint.mechanism.answered(Ask(mark, spot.run), read[mark][side]), read, side)

    def _settled(self, run: Run, read: dict[Mark, tuple[object, object]], side: int) -> dict[Spot, Fraction]:
        """Where the run stands once it has done all that it can without what is unread."""
        machine = self.joint.mechanism
        found: dict[Spot, Fraction] = {}
        waiting = [(run, ONE)]
        while waiting:
            here, weight = waiting.pop()
            for event, share in machine.events(here).values():
                self.joint.budget.spend()
                if isinstance(share, Form):
                    raise Hole("a weight that is not rational")
                match event:
                    case Tell(value, then):
                        spot = Spot("tell", then, None, value)
                    case End():
                        spot = Spot("end")
                    case Ask(Mark() as mark, at):
                        if mark in read:
                            waiting.append((machine.answered(event, read[mark][side]), weight * share))
                            continue
                        spot = Spot("ask", at, mark)
                    case Ask(Stream() as stream, _):
                        item = self._type(Mark(stream.name)).item
                        if item is None:
                            raise Hole("a stream of no type")
                        arrival = unread(item, Mark(stream.name, (stream.taken,)))
                        waiting.append((machine.answered(event, arrival), weight * share))
                        continue
                    case _:
                        raise Hole("an event of this kind")
                found[spot] = found[spot] + weight * share if spot in found else weight * share
        return found

    def _type(self, mark: Mark) -> Type:
        for item in self.joint.claim.mechanism.inputs:
            if item.name == mark.name and item.type is not None:
                return item.type
        raise Hole("an input of no type")


def _order(spot: Spot) -> str:
    return repr(spot.key())


@dataclass(frozen=True)
class _Renamed:
    spot: dict[Spot, Spot]
    watch: Watch
    read: dict[Mark, tuple[object, object]]


def _renamed(spots: list[dict[Spot, None]], watch: Watch, read: dict[Mark, tuple[object, object]]) -> _Renamed:
    """Without what no run mentions any more; a stream that all have taken as much of starts anew."""
    marks: set[Mark] = set()
    taken: dict[str, set[int]] = {}

    def look(value: object) -> object:
        if isinstance(value, Mark):
            marks.add(value)
        elif isinstance(value, Stream):
            taken.setdefault(value.name, set()).add(value.taken)
            for inside in value.arrived:
                changed(inside, look)
        return value

    every = [spot for side in spots for spot in side]
    for spot in every:
        for _, value in spot.run.variables if spot.run is not None else ():
            changed(value, look)
    kept = {
        mark: pair
        for mark, pair in read.items()
        if mark in marks or (mark.name in taken and mark.path and mark.path[0] >= min(taken[mark.name]))
    }
    mentioned = {(mark.name, *mark.path[:1]) for mark in (*marks, *kept)}
    again = {
        name
        for name, counts in taken.items()
        if len(counts) == 1
        and not any(entry[0] == name for entry in mentioned)
        and all(spot.mark is None for spot in every)
    }
    coming = {name for name in taken if name not in again}
    states = tuple(
        SPENT if isinstance(state, tuple) and state not in mentioned and state[0] not in coming else state
        for state in watch.states
    )

    def anew(value: object) -> object:
        return Stream(value.name, 0, value.arrived) if isinstance(value, Stream) and value.name in again else value

    renamed = {}
    for spot in every:
        run = spot.run
        if run is not None and again:
            run = Run(run.at, tuple((name, changed(value, anew)) for name, value in run.variables))
        renamed[spot] = Spot(spot.kind, run, spot.mark, spot.value)
    return _Renamed(renamed, Watch(states), kept)
