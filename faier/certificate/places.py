"""The checker's places -> bounds and flows for all of them, on boxes of the unknowns, halved where it takes that."""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import fmpq

from faier.certificate.couplings import row_of, written_bound, written_flow, written_row
from faier.certificate.unwritten import Unwritten
from faier.checker.budgets import within
from faier.checker.claims import Claim
from faier.checker.compared import cyclic
from faier.checker.enumeration import ranges_of
from faier.checker.fed_process import Joint
from faier.checker.forms import ONE, ZERO
from faier.checker.graph import Edge, Node
from faier.checker.merge_nodes import END, Places
from faier.checker.outcome import Invalid
from faier.checker.secret_graphs import believed
from faier.checker.shared_bounds import Box, Spreading
from faier.engines.coupling.acyclic_bounds import Common
from faier.engines.coupling.check import Amounts
from faier.engines.coupling.engine import Coupling, prove
from faier.exact import fraction
from faier.hmm import model
from faier.limits import Limits
from faier.semantics.process import Row

# So many boxes are tried.
BOXES = 64

UNIT: Row = ((0, fmpq(1)),)


@dataclass(frozen=True)
class Table:
    """What a proof lists of one place, as it is written."""

    left: list[object]
    right: list[object]
    bounds: list[object]
    flows: list[object]


@dataclass
class Placing:
    """`compared` has the parts of everything that is compared, `loops` the places of those whose words have no end."""

    claim: Claim
    limits: Limits
    spreading: Spreading
    places: Places
    compared: set[tuple[int, ...]] = field(default_factory=set)
    loops: list[range] = field(default_factory=list)
    proofs: list[dict[str, object]] = field(default_factory=list)
    tried: int = 0

    def add(self, joint: Joint, length: int | None) -> None:
        for words in believed(joint, length):
            known = len(self.places.steps)
            self.compared.add(tuple(sorted(self.places.parts(words))))
            if cyclic(words.graph):
                self.loops.append(range(known, len(self.places.steps)))

    def tree(self, box: Box) -> object:
        """The boxes that this one is cut into; their proofs are kept."""
        self.tried += 1
        if self.tried > BOXES:
            raise Unwritten("no bounds were found on the boxes that were tried")
        found = self._proof(box)
        if found is not None:
            self.proofs.append(found)
            return 0
        ranges = self.spreading.ranges
        if not ranges:
            raise Unwritten("no bounds were found")
        widths = [(high - low) * (one.high - one.low) for one, (low, high) in zip(ranges, box, strict=True)]
        axis = widths.index(max(widths))
        low, high = box[axis]
        middle = (low + high) / 2
        parts = ((*box[:axis], half, *box[axis + 1 :]) for half in ((low, middle), (middle, high)))
        return [axis, "1/2", *map(self.tree, parts)]

    def _proof(self, box: Box) -> dict[str, object] | None:
        try:
            nodes = Spreading(self.spreading.ranges, box, self.spreading.budget).nodes(self.places)
        except Invalid:
            return None
        looping = {place for loop in self.loops for place in loop}
        common = Common()
        tables: dict[int, Table] = {}
        factors: dict[int, fmpq | None] = {}
        for place, node in enumerate(nodes[1:], 1):
            edges = () if place in looping else node.edges
            common.place(((edge.target, *_rows(edge)) for edge in edges), (len(node.left), len(node.right)))
        for loop in self.loops:
            coupling = prove(_pair(nodes, loop), None, self.limits)
            if coupling is None:
                return None
            factors[loop[-1]] = coupling.bounds[len(loop) - 1][0][0]
            tables |= {place: _coupled(coupling, place - loop[0], len(nodes[place].edges)) for place in loop}
        for parts in self.compared:
            factor = ONE
            for place in parts:
                if place not in factors:
                    factors[place] = common.bound(place, 0, 0, self.limits)
                bound = factors[place]
                if bound is None:
                    return None
                factor *= fraction(bound)
            if not within(factor, ONE, self.claim.epsilon):
                return None
        tables |= _tables(common, nodes)
        made = [tables.get(place, _nothing(node)) for place, node in enumerate(nodes)]
        return {name: [getattr(table, name) for table in made] for name in ("left", "right", "bounds", "flows")}


def placings(joint: Joint, length: int | None, limits: Limits) -> dict[str, object]:
    """The proof for all words, of whatever comparison."""
    ranges = ranges_of(joint.file, joint.claim)
    if any(one.exponential for one in ranges):
        raise Unwritten("an unknown epsilon")
    whole: Box = ((ZERO, ONE),) * len(ranges)
    made = Placing(joint.claim, limits, Spreading(ranges, whole, joint.budget), Places(joint.budget))
    made.add(joint, length)
    if made.loops and not ranges:
        raise Unwritten("words have no end, and nothing is unknown")
    return {"kind": "places", "boxes": made.tree(whole), "proofs": made.proofs}


def _tables(common: Common, nodes: list[Node]) -> dict[int, Table]:
    """Of the places at which something bounds something."""
    needed: dict[int, tuple[dict[int, int], dict[int, int]]] = {END: ({0: 0}, {0: 0})}
    for place, a, b in sorted(common.flows):
        for known, belief in zip(needed.setdefault(place, ({}, {})), (a, b), strict=True):
            known.setdefault(belief, len(known))
    found = {}
    for place, (lefts, rights) in needed.items():
        targets = [needed.get(edge.target, ({}, {})) for edge in nodes[place].edges]
        found[place] = Table(
            [written_row(common.beliefs[a]) for a in lefts],
            [written_row(common.beliefs[b]) for b in rights],
            [[written_bound(common.bounds.get((place, a, b))) for b in rights] for a in lefts],
            [
                [
                    [written_flow(_renamed(common.flows.get((place, a, b)), number, target)) for b in rights]
                    for a in lefts
                ]
                for number, target in enumerate(targets)
            ],
        )
    return found


def _renamed(
    flows: tuple[Amounts, ...] | None, number: int, target: tuple[dict[int, int], dict[int, int]]
) -> Amounts | None:
    """The flow of a step between the vectors of its target, of which the beliefs are these."""
    lefts, rights = target
    return None if flows is None else tuple((lefts[a], rights[b], amount) for a, b, amount in flows[number])


def _coupled(coupling: Coupling, at: int, steps: int) -> Table:
    return Table(
        [written_row(row) for row in coupling.left_beliefs[at]],
        [written_row(row) for row in coupling.right_beliefs[at]],
        [[written_bound(item) for item in line] for line in coupling.bounds[at]],
        [[[written_flow(item) for item in line] for line in table] for table in coupling.flows[at][:steps]],
    )


def _nothing(node: Node) -> Table:
    """A place that nothing needs a bound of."""
    return Table([], [], [], [[] for _ in node.edges])


def _pair(nodes: list[Node], loop: range) -> model.Pair:
    """The words that begin at the last place of the loop."""
    end = len(loop)
    made = []
    for place in loop:
        edges = tuple(
            model.Edge(model.TellLetter(number), end if not edge.target else edge.target - loop[0], *_rows(edge))
            for number, edge in enumerate(nodes[place].edges)
        )
        left, right = ((fmpq(0),) * len(side) for side in (nodes[place].left, nodes[place].right))
        made.append(model.Node("show", left, right, edges))
    made.append(model.Node("ended", (fmpq(1),), (fmpq(1),), ()))
    return model.Pair(tuple(made), end - 1, UNIT, UNIT, fmpq(1), fmpq(1))


def _rows(edge: Edge) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    return tuple(map(row_of, edge.left)), tuple(map(row_of, edge.right))
