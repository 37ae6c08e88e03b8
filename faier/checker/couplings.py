"""Rule "coupling": bounds between what the two runs may see of any word, however long.

For row vectors u of left spots and v of right spots of a node, a bound U says left(u, w) <= U right(v, w) for every
word w. It is proved by induction on w: for what is seen so far and for the end by adding up; for an edge with rows A
and B by a flow over the bounded pairs (u', v') of its target, with u A <= sum of flow * u' and
sum of flow * U' * v' <= U * v B.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .amounts import Amounts
from .budgets import Epsilon, within
from .compared import Compared, Finals
from .document import Fields
from .forms import ONE, ZERO, Number, added, multiplied, total
from .graph import Node, Row, moved
from .outcome import Budget, Invalid
from .series import sign
from .values import fraction_of

Table = list[list[Fraction | None]]


def coupling(words: Compared, epsilon: Epsilon, evidence: Fields, numbers: Amounts) -> None:
    """`left[n]`, `right[n]`: row vectors of node n; `bounds[n][i][j]`; `flows[n][edge][i][j]`; `start`; `factor`."""
    parts = {name: evidence.items(name) for name in ("left", "right", "bounds", "flows", "start")}
    factor = _amount(evidence.take("factor"))
    evidence.finish()
    proof = Proof(words.graph.nodes, words.finals, parts, numbers.budget)
    for place in range(len(words.graph.nodes)):
        proof.node(place)
    left, right = words.start
    proof.carries(left, right, parts["start"], 0, factor)
    if not within(factor, ONE, epsilon):
        raise Invalid("the factor is more than the claim allows")


class Proof:
    """`finals[n]` is what the spots of node n count for, on either side."""

    def __init__(
        self, nodes: Sequence[Node], finals: Sequence[Finals], parts: dict[str, list[object]], budget: Budget
    ) -> None:
        self.nodes, self.finals, self.budget = nodes, finals, budget
        size = len(nodes)
        if any(len(parts[name]) != size for name in ("left", "right", "bounds", "flows")):
            raise Invalid("the bounds are not those of the nodes")
        self.left = [[_row(row, len(nodes[at].left)) for row in _list(data)] for at, data in enumerate(parts["left"])]
        self.right = [
            [_row(row, len(nodes[at].right)) for row in _list(data)] for at, data in enumerate(parts["right"])
        ]
        self.bounds = [self._table(place, data) for place, data in enumerate(parts["bounds"])]
        self.flows = parts["flows"]

    def node(self, place: int) -> None:
        node = self.nodes[place]
        edges = [_list(item) for item in _list(self.flows[place])]
        if len(edges) != len(node.edges):
            raise Invalid("the flows are not those of the edges")
        seen = self.finals[place]
        ends = [
            tuple(final if spot.kind == "end" else ZERO for spot, final in zip(side, finals, strict=True))
            for side, finals in zip((node.left, node.right), seen, strict=True)
        ]
        for i, u in enumerate(self.left[place]):
            for j, v in enumerate(self.right[place]):
                bound = self.bounds[place][i][j]
                if bound is None:
                    continue
                self.budget.spend(1 + len(edges))
                if sign(_total(u, seen[0]) - bound * _total(v, seen[1])) > 0:
                    raise Invalid(f"what is seen so far exceeds a bound at node {place}")
                if sign(_total(u, ends[0]) - bound * _total(v, ends[1])) > 0:
                    raise Invalid(f"an end exceeds a bound at node {place}")
                for edge, table in zip(node.edges, edges, strict=True):
                    supply, room = moved(u, edge.left), moved(v, edge.right)
                    self.carries(supply, room, _at(table, i, j), edge.target, bound)

    def whole(self, place: int) -> Fraction:
        """The bound of a node with one spot on each side, between the first vectors, which are 1 there."""
        first = (self.left[place][:1], self.right[place][:1])
        bound = self.bounds[place][0][0] if first == ([{0: ONE}], [{0: ONE}]) else None
        if bound is None or len(self.nodes[place].left) != 1 or len(self.nodes[place].right) != 1:
            raise Invalid("nothing bounds all words of a part")
        return bound

    def carries(self, supply: Row, room: Row, flow: object, target: int, factor: Fraction) -> None:
        """Whether the flow covers all of the supply and uses at most `factor` times the room, at every spot."""
        covered: Row = {}
        used: Row = {}
        for item in _list(flow):
            match item:
                case [int() as i, int() as j, str() as text] if not isinstance(i, bool) and not isinstance(j, bool):
                    amount = _amount(text)
                case _:
                    raise Invalid("a flow is not [left, right, fraction]")
            if not (0 <= i < len(self.left[target]) and 0 <= j < len(self.right[target])):
                raise Invalid("a flow leads to no vector")
            bound = self.bounds[target][i][j]
            if bound is None:
                raise Invalid("a flow leads to vectors without a bound")
            self.budget.spend()
            for spot, weight in self.left[target][i].items():
                covered[spot] = added(covered.get(spot, ZERO), multiplied(amount, weight))
            for spot, weight in self.right[target][j].items():
                used[spot] = added(used.get(spot, ZERO), multiplied(multiplied(amount, bound), weight))
        if any(sign(covered.get(spot, ZERO) - weight) < 0 for spot, weight in supply.items()):
            raise Invalid("a flow does not cover the left side")
        if any(sign(weight - factor * room.get(spot, ZERO)) > 0 for spot, weight in used.items()):
            raise Invalid("a flow uses more than the right side has")

    def _table(self, place: int, data: object) -> Table:
        table = [[None if item is None else _amount(item) for item in _list(line)] for line in _list(data)]
        if len(table) != len(self.left[place]) or any(len(line) != len(self.right[place]) for line in table):
            raise Invalid("the bounds are not those of the vectors")
        return table


def _list(data: object) -> list[object]:
    if not isinstance(data, list):
        raise Invalid("an array is expected")
    return data


def _at(table: list[object], i: int, j: int) -> object:
    lines = table[i] if i < len(table) else None
    flows = _list(lines)
    return flows[j] if j < len(flows) else None


def _amount(data: object) -> Fraction:
    amount = fraction_of(data)
    if amount < 0:
        raise Invalid("an amount is negative")
    return amount


def _row(data: object, size: int) -> Row:
    found: Row = {}
    for item in _list(data):
        match item:
            case [int() as spot, str() as text] if (
                not isinstance(spot, bool) and 0 <= spot < size and spot not in found
            ):
                found[spot] = _amount(text)
            case _:
                raise Invalid("a vector is not made of [spot, fraction]")
    return found


def _total(row: Row, finals: tuple[Number, ...]) -> Number:
    return total(multiplied(weight, finals[spot]) for spot, weight in row.items())
