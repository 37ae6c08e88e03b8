"""How much dearer a word can be on the left than on the right: what it costs from every hypothesis, word by word.

A `Vector` stands for words from a node: which left states can show them, and for each hypothesis what is enough for
all of these words. It is made backward, letter by letter. Of a node's vectors those that another one covers are left
out, so that in the end nothing new is found: then the words of every length are covered. The shifts that are best may
depend on what is shown later; so a node keeps several vectors, up to `width`, before it joins them.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from faier.engines.alignment.besides import Besides
from faier.engines.alignment.graph import Choice, Graph, Line
from faier.limits import Limits

NOTHING, ENDLESS = -(1 << 900), 1 << 900
"""No cost, as the left run cannot go on so; and no bound."""

Chosen = tuple[tuple[int, int], ...]
"""For each left way that can go on, the way and the number of the option that is taken."""


@dataclass(frozen=True)
class Vector:
    """`costs[h]` is NOTHING where the left state of h is not alive."""

    alive: frozenset[int]
    costs: tuple[int, ...]

    def covers(self, other: Vector) -> bool:
        return other.alive <= self.alive and all(
            mine >= yours for mine, yours in zip(self.costs, other.costs, strict=True)
        )

    def joined(self, other: Vector) -> Vector:
        return Vector(self.alive | other.alive, tuple(map(max, self.costs, other.costs)))


@dataclass
class Search:
    """What costs more than the `cap` has no bound here."""

    graph: Graph
    width: int
    limits: Limits
    cap: int
    found: list[list[Vector]] = field(default_factory=list)

    def run(self) -> list[list[Vector]]:
        """The vectors of each node, with which no word of any length is left out."""
        places = self.graph.places
        self.found = [[] for _ in places]
        into: list[set[int]] = [set() for _ in places]
        for node, place in enumerate(places):
            for line in place.lines:
                into[line.target].add(node)
        rank = _ranks([[line.target for line in place.lines] for place in places])
        seen: dict[tuple[int, int], set[Vector]] = {}
        waiting = [(rank[node], node) for node in range(len(places))]
        heapq.heapify(waiting)
        queued = set(range(len(places)))
        while waiting:
            _, node = heapq.heappop(waiting)
            queued.discard(node)
            changed = False
            for number, line in enumerate(places[node].lines):
                done = seen.setdefault((node, number), set())
                if not done and line.does:
                    changed |= self._add(node, self.last(node, line))
                    done.add(Vector(frozenset(), ()))
                for vector in list(self.found[line.target]):
                    if vector not in done:
                        done.add(vector)
                        self.limits.check()
                        changed |= self._add(node, self.before(node, line, vector))
            if changed:
                for source in into[node] - queued:
                    queued.add(source)
                    heapq.heappush(waiting, (rank[source], source))
        return self.found

    def last(self, node: int, line: Line) -> Vector:
        """The word that ends with what is shown here."""
        hypotheses = self.graph.places[node].hypotheses
        costs = [
            (0 if shows else ENDLESS) if found.left in line.does else NOTHING
            for found, shows in zip(hypotheses, line.shows, strict=True)
        ]
        return Vector(line.does, tuple(costs))

    def before(self, node: int, line: Line, after: Vector) -> Vector:
        """Words of `after`, behind the letter of the line."""
        alive = frozenset(s for s, targets in line.ways.items() if any(target in after.alive for target in targets))
        costs = []
        for found, choices in zip(self.graph.places[node].hypotheses, line.choices, strict=True):
            if found.left not in alive:
                costs.append(NOTHING)
            elif choices is None:
                costs.append(ENDLESS)
            else:
                costs.append(self.cost(choices, after))
        return Vector(alive, tuple(costs))

    def cost(self, choices: tuple[Choice, ...], after: Vector) -> int:
        """What is enough for all left ways, each beside a right way of its own."""
        cost, _ = beside(choices, after, self.graph.besides)
        return cost if cost <= self.cap else ENDLESS

    def _add(self, node: int, vector: Vector) -> bool:
        """Whether the vector says something new; it is kept then, or joined to one."""
        known = self.found[node]
        if not vector.alive or any(one.covers(vector) for one in known):
            return False
        known[:] = [one for one in known if not vector.covers(one)]
        if len(known) >= self.width:
            near = min(known, key=lambda one: _distance(one, vector))
            vector = near.joined(vector)
            known[:] = [one for one in known if not vector.covers(one)]
        known.append(vector)
        return True


def beside(choices: Sequence[Choice], after: Vector, besides: Besides) -> tuple[int, Chosen]:
    """The least that is enough for the left ways that can go on, and the options taken."""
    rows = [(choice, priced(choice, after)) for choice in choices if choice.target in after.alive]
    if any(not row for _, row in rows):
        return ENDLESS, ()
    firsts = [(choice, min(row)) for choice, row in rows]
    cheapest = [(choice, at) for choice, (_, at) in firsts]
    worst = max((cost for _, (cost, _) in firsts), default=NOTHING)
    if not _meet(cheapest, besides):
        return worst, _numbers(cheapest)
    for most in sorted({cost for _, row in rows for cost, _ in row if cost >= worst}):
        found = _chosen([(choice, [at for cost, at in row if cost <= most]) for choice, row in rows], [], besides)
        if found is not None:
            return most, _numbers(found)
    return ENDLESS, ()


def priced(choice: Choice, after: Vector) -> list[tuple[int, int]]:
    """What each option costs from here, and its number."""
    found = []
    costs = after.costs
    for at, option in enumerate(choice.options):
        worst = NOTHING
        for cost, target in option.pieces:
            rest = costs[target]
            if rest == ENDLESS:
                break
            if cost + rest > worst:
                worst = cost + rest
        else:
            found.append((worst, at))
    return found


Taken = list[tuple[Choice, int]]


def _numbers(taken: Taken) -> Chosen:
    return tuple((choice.left, at) for choice, at in taken)


def _chosen(rows: list[tuple[Choice, list[int]]], taken: Taken, besides: Besides) -> Taken | None:
    """An option for each left way, so that no two use the same of a right way."""
    if not rows:
        return taken
    choice, numbers = rows[0]
    for at in numbers:
        mine = choice.options[at].beside
        if not any(besides.clash(mine, other.options[number].beside) for other, number in taken):
            found = _chosen(rows[1:], [*taken, (choice, at)], besides)
            if found is not None:
                return found
    return None


def _meet(taken: Taken, besides: Besides) -> bool:
    found = [choice.options[at].beside for choice, at in taken]
    return any(besides.clash(one, other) for number, one in enumerate(found) for other in found[:number])


def _distance(one: Vector, other: Vector) -> int:
    """How many costs differ."""
    return sum(mine != yours for mine, yours in zip(one.costs, other.costs, strict=True))


def _ranks(targets: list[list[int]]) -> list[int]:
    """Nodes in the order in which a walk from the start leaves them: what follows comes first, but for cycles."""
    ranks = [-1] * len(targets)
    count, seen = 0, {0}
    stack = [(0, iter(targets[0]))]
    while stack:
        node, rest = stack[-1]
        following = next((target for target in rest if target not in seen), None)
        if following is None:
            ranks[node] = count
            count += 1
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(targets[following])))
    return ranks
