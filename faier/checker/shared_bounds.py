"""Rule "places": bounds, as those of a coupling, that many comparisons share; for a prior's unknowns box by box.

On a box every weight is a sum of Bernstein polynomials, which are nowhere negative there, with coefficients. A step
becomes one for each polynomial: its rows are the coefficients, all weights of the step written in the same degrees. So
both weights of a word are sums over the new words, with the same factors, and what bounds every new word bounds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from .budgets import within
from .claims import Claim
from .compared import Finals
from .couplings import Proof
from .document import Fields
from .enumeration import ranges_of, require_conditions
from .fed_process import Joint
from .file import File
from .forms import ONE, ZERO, Form, Number, generators, size
from .graph import Edge, Node, Row
from .inequality import Range, Unit, bernstein, covered, degrees_of, moved, split_of, unit_polynomial
from .merge_nodes import Places
from .outcome import Budget, Hole, Invalid
from .relation import Watch
from .run_states import Spot
from .secret_graphs import believed

Box = tuple[tuple[Fraction, Fraction], ...]
"""Of each unit variable the least and the greatest value."""


Coefficients = dict[Number, tuple[Fraction, ...]]


def placed(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """`proofs` has, for every box of the tree `boxes`, what a coupling has for its nodes, for all places."""
    tree, proofs = evidence.take("boxes"), evidence.items("proofs")
    evidence.finish()
    joint, ranges = Joint(file, claim, budget), ranges_of(file, claim)
    boxes = boxes_of(tree, len(ranges))
    places = Places(budget)
    compared = {tuple(sorted(places.parts(words))) for words in believed(joint, length)}
    if not compared:
        raise Invalid("the claim compares nothing")
    if joint.mechanism.unit is not None:
        raise Hole("places where reals are shown")
    if len(proofs) != len(boxes):
        raise Invalid("the proofs are not those of the boxes")
    for box, data in zip(boxes, proofs, strict=True):
        proof = _proof(Spreading(ranges, box, budget).nodes(places), data, budget)
        for parts in compared:
            factor = ONE
            for place in parts:
                factor *= proof.whole(place)
                budget.spend(size(factor) // 64)
            if not within(factor, ONE, claim.epsilon):
                raise Invalid("the factors of the parts are more than the claim allows")
    require_conditions(joint, lambda number: covered(unit_polynomial(number, ranges), len(ranges), tree))


def boxes_of(tree: object, dimensions: int) -> list[Box]:
    """The boxes of a tree, those below before those above."""
    found: list[Box] = []
    waiting: list[tuple[object, Box]] = [(tree, ((ZERO, ONE),) * dimensions)]
    while waiting:
        node, box = waiting.pop()
        if isinstance(node, int) and not isinstance(node, bool) and node == 0:
            found.append(box)
            continue
        axis, at, below, above = split_of(node, dimensions)
        low, high = box[axis]
        middle = low + at * (high - low)
        waiting += [(above, (*box[:axis], (middle, high), *box[axis + 1 :]))]
        waiting += [(below, (*box[:axis], (low, middle), *box[axis + 1 :]))]
    return found


def _proof(nodes: list[Node], data: object, budget: Budget) -> Proof:
    fields = Fields(data, "a proof")
    parts = {name: fields.items(name) for name in ("left", "right", "bounds", "flows")}
    fields.finish()
    counts: list[Finals] = [(tuple(map(_count, node.left)), tuple(map(_count, node.right))) for node in nodes]
    proof = Proof(nodes, counts, parts, budget)
    for place in range(len(nodes)):
        proof.node(place)
    return proof


def _count(spot: Spot) -> Fraction:
    return ONE if spot.kind == "end" else ZERO


@dataclass
class Spreading:
    """Places on a box of the unknowns, with rational weights."""

    ranges: tuple[Range, ...]
    box: Box
    budget: Budget
    known: dict[tuple[tuple[int, ...], Number], tuple[Fraction, ...]] = field(default_factory=dict)
    units: dict[Number, Unit] = field(default_factory=dict)

    def nodes(self, places: Places) -> list[Node]:
        """As nodes of a graph; all that a run shows is left out."""
        found = []
        for steps, sizes in zip(places.steps, places.sizes, strict=True):
            kind = "tell" if steps else "end"
            left, right = ((Spot(kind),) * size for size in sizes)
            edges = [edge for step in steps for edge in self._edges(step)]
            found.append(Node(left, right, Watch(()), {}, 0, True, edges))
        return found

    def _edges(self, step: Edge) -> Iterator[Edge]:
        """One for each Bernstein polynomial of the degrees that the weights of the step have together."""
        dimensions = len(self.ranges)
        weights: set[Number] = {weight for rows in (step.left, step.right) for row in rows for weight in row.values()}
        if not any(isinstance(weight, Form) for weight in weights):
            yield step
            return
        every = [degrees_of(self._unit(weight), dimensions) for weight in weights]
        degrees = [max(each) for each in zip(*every, strict=True)]
        spread: Coefficients = {weight: self._coefficients(weight, degrees) for weight in weights}
        for number in range(len(next(iter(spread.values())))):
            self.budget.spend(len(step.left) + len(step.right))
            left, right = (tuple(_at(row, spread, number) for row in rows) for rows in (step.left, step.right))
            yield Edge(step.target, left, right)

    def _coefficients(self, weight: Number, degrees: list[int]) -> tuple[Fraction, ...]:
        """In the order of their places, the last variable first."""
        key = (tuple(degrees), weight)
        if key not in self.known:
            values = bernstein(self._unit(weight), len(degrees), degrees)
            self.budget.spend(len(values))
            found = []
            for index in product(*(range(degree + 1) for degree in degrees)):
                value = values.get(index, ZERO)
                if isinstance(value, Form):
                    raise Hole("a weight whose coefficients are not rational")
                if value < 0:
                    raise Invalid("a weight has a negative coefficient on a box")
                found.append(value)
            self.known[key] = tuple(found)
        return self.known[key]

    def _unit(self, weight: Number) -> Unit:
        """The weight on the unit cube that the box is moved to."""
        if weight not in self.units:
            reals = {item.name for item in self.ranges if not item.exponential}
            if generators(weight) - reals or (isinstance(weight, Form) and weight.bottom):
                raise Hole("a weight that is no polynomial in a prior's reals")
            unit = unit_polynomial(weight, self.ranges)
            for axis, (low, high) in enumerate(self.box):
                unit = moved(unit, axis, low, high)
            self.units[weight] = unit
        return self.units[weight]


def _at(row: Mapping[int, Number], spread: Coefficients, number: int) -> Row:
    return {at: share for at, weight in row.items() if (share := spread[weight][number])}
