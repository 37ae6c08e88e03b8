"""What is compared -> places, in which nodes with the same future are one, of whatever graph they are.

A place is a node without its letters: steps to places, with the weights of each spot on either side. Place 0 is the
end, with one spot on each side; a word that may stop is a step to it. Spots from which nothing can weigh anything are
left out, and so are steps that weigh nothing on the left.

Without cycles, a node that all words pass is a cut if all rows that lead to it are multiples of one row, on the left,
and of one on the right: a word's weight is then that of its beginning times that of its rest, and either is a part
that begins at a place of its own, with one spot on each side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .compared import Compared, cyclic
from .covering import empty_words
from .forms import ZERO, Form, Number, is_zero, key_of
from .graph import Edge, Row
from .outcome import Budget, Hole

Steps = tuple[Edge, ...]
Rows = tuple[Row, ...]
Vector = tuple[Number, ...]

END = 0


@dataclass
class Places:
    """`steps[n]` are those of place n. `sizes[n]` says how many spots it has on either side."""

    budget: Budget
    steps: list[Steps] = field(default_factory=lambda: [()])
    sizes: list[tuple[int, int]] = field(default_factory=lambda: [(1, 1)])
    known: dict[object, int] = field(default_factory=dict)
    names: dict[object, int] = field(default_factory=dict)

    def parts(self, words: Compared) -> list[int]:
        """The places where the parts of all words begin; what bounds these bounds, multiplied, the words."""
        endless, end = cyclic(words.graph), len(words.graph.nodes)
        steps = _steps(words, endless, self.budget)
        if endless:
            return [self._apart(steps, end)]
        numbers, begins = {end: END}, []
        for part in reversed(_parts(steps, end)):
            for at, edges in reversed(part):
                numbers[at] = self._place([_to(edge, numbers[edge.target]) for edge in edges])
            begins.append(numbers[part[0][0]])
        return begins

    def _apart(self, steps: list[list[Edge]], end: int) -> int:
        """A place for every node, however alike; words begin at the last one."""
        order = _order(steps, end)
        numbers = {at: len(self.steps) + number for number, at in enumerate(reversed(order))} | {end: END}
        for at in reversed(order):
            self._add(tuple(_to(edge, numbers[edge.target]) for edge in steps[at]))
        return numbers[order[0]]

    def _place(self, steps: list[Edge]) -> int:
        key = tuple((edge.target, self._named(edge.left), self._named(edge.right)) for edge in steps)
        if key not in self.known:
            self.known[key] = len(self.steps)
            self._add(tuple(steps))
        return self.known[key]

    def _add(self, steps: Steps) -> None:
        if not steps:
            raise Hole("words that come to nothing")
        self.steps.append(steps)
        self.sizes.append((len(steps[0].left), len(steps[0].right)))

    def _named(self, rows: Rows) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(tuple((at, self._name(row[at])) for at in sorted(row)) for row in rows)

    def _name(self, number: Number) -> int:
        return self.names.setdefault(key_of(number), len(self.names))


def _steps(words: Compared, endless: bool, budget: Budget) -> list[list[Edge]]:
    """Of the nodes of the graph, then of its end, then of the one spot before its start."""
    nodes = words.graph.nodes
    end = len(nodes)
    steps: list[list[Edge]] = []
    for node, finals in zip(nodes, words.finals, strict=True):
        stops = empty_words(node, finals, words.graph.length, endless)
        steps.append([*(Edge(end, _stopping(left), _stopping(right)) for left, right in stops), *node.edges])
    steps += [[], [Edge(0, (words.start[0],), (words.start[1],))]]
    kept = _kept(steps, end, 0, budget), _kept(steps, end, 1, budget)
    return [_trimmed(at, edges, kept) for at, edges in enumerate(steps)]


def _stopping(finals: Vector) -> Rows:
    return tuple({} if is_zero(final) else {0: final} for final in finals)


def _kept(steps: list[list[Edge]], end: int, side: int, budget: Budget) -> list[list[int]]:
    """The spots of the nodes, in order, from which something can weigh anything."""
    useful: list[set[int]] = [set() for _ in steps]
    useful[end] = {0}
    more = True
    while more:
        more = False
        for at in reversed(range(len(steps))):
            budget.spend(1 + len(steps[at]))
            for edge in steps[at]:
                for spot, row in enumerate(_side(edge, side)):
                    if spot not in useful[at] and not useful[edge.target].isdisjoint(row):
                        useful[at].add(spot)
                        more = True
    return [sorted(spots) for spots in useful]


def _trimmed(at: int, edges: list[Edge], kept: tuple[list[list[int]], list[list[int]]]) -> list[Edge]:
    found = []
    for edge in edges:
        left, right = (
            tuple(
                {
                    number: rows[spot][target]
                    for number, target in enumerate(spots[edge.target])
                    if not is_zero(rows[spot].get(target, ZERO))
                }
                for spot in spots[at]
            )
            for rows, spots in zip((edge.left, edge.right), kept, strict=True)
        )
        if any(left):
            found.append(Edge(edge.target, left, right))
    return found


def _order(steps: list[list[Edge]], end: int) -> list[int]:
    """The nodes that words come to, from before the start on: depth first, in the order of the steps, and then turned
    around, so that where there are no cycles a node comes before all that its steps lead to."""
    found: list[int] = []
    begin = end + 1
    seen, waiting = {begin, end}, [(begin, 0)]
    while waiting:
        at, number = waiting.pop()
        if number == len(steps[at]):
            found.append(at)
            continue
        waiting.append((at, number + 1))
        target = steps[at][number].target
        if target not in seen:
            seen.add(target)
            waiting.append((target, 0))
    return found[::-1]


def _parts(steps: list[list[Edge]], end: int) -> list[list[tuple[int, list[Edge]]]]:
    """The nodes in order, with their steps, cut where they can be."""
    order = _order(steps, end)
    position = {at: number for number, at in enumerate(order)} | {end: len(order)}
    into: dict[int, list[Edge]] = {at: [] for at in position}
    for at in order:
        for edge in steps[at]:
            into[edge.target].append(edge)
    found: list[list[tuple[int, list[Edge]]]] = [[]]
    furthest = 0
    for number, at in enumerate(order):
        if number and number == furthest:
            left, right = (_common(row for edge in into[at] for row in _side(edge, side)) for side in (0, 1))
            if left is not None and right is not None:
                found[-1] = [(before, [_ending(edge, at, end) for edge in edges]) for before, edges in found[-1]]
                found.append([(-1 - at, [Edge(at, (left,), (right,))])])
        found[-1].append((at, steps[at]))
        furthest = max([furthest, *(position[edge.target] for edge in steps[at])])
    return found


def _common(rows: Iterable[Row]) -> Row | None:
    """The row, with 1 in its first place, that all are rational multiples of, or multiples by something unknown."""
    found: Row | None = None
    for row in rows:
        if not row:
            continue
        first = row[min(row)]
        shares = {spot: weight / first for spot, weight in row.items()}
        if any(isinstance(share, Form) for share in shares.values()) or (found is not None and found != shares):
            return None
        found = shares
    return found


def _ending(edge: Edge, cut: int, end: int) -> Edge:
    """The step to the end instead of to the cut."""
    if edge.target != cut:
        return edge
    left, right = (tuple({0: row[min(row)]} if row else {} for row in rows) for rows in (edge.left, edge.right))
    return Edge(end, left, right)


def _side(edge: Edge, side: int) -> Rows:
    return edge.right if side else edge.left


def _to(edge: Edge, target: int) -> Edge:
    return Edge(target, edge.left, edge.right)
