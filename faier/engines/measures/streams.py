"""The sum over all outputs of P**alpha * Q**(1 - alpha), for a whole alpha, as a product along the words of a pair.

A word leaves a belief on each side, which is all that matters for what follows. Of inputs that are read on the way the
worst are taken: from above by what was shown before, as somebody could who chooses them on the way; from below the
same ones for every output. Where the two meet the sum is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import fmpq

from faier.engines.measures.integrals import Infinite
from faier.exact import ONE, ZERO, Number, compare
from faier.hmm.model import AskLetter, Edge, Pair, TellLetter
from faier.lang.values import Value, same
from faier.limits import LimitReached, Limits
from faier.semantics.process import Entry, Row

# Words of more letters are not followed, nor are more beliefs kept.
LONGEST, MOST = 300, 100_000

Belief = tuple[tuple[int, Number], ...]
Read = tuple[tuple[str, int], ...]
"""How many arrivals were read of each stream."""

Place = tuple[int, Belief, Belief, int, Read]
"""A node, the beliefs on both sides, how many values may still be shown, and what was read."""


Chosen = dict[tuple[Entry, int], tuple[Value, Value]]
"""Of each entry, and of a stream's arrivals by their number, what both sides read."""


class Inconsistent(Exception):
    """Inputs that were chosen for one output are none that another one allows."""


@dataclass
class Sums:
    pair: Pair
    alpha: int
    limits: Limits
    chosen: Chosen | None
    known: dict[Place, Number] = field(default_factory=dict)

    def of(self, place: Place, depth: int = 0) -> Number:
        if place not in self.known:
            self.limits.check()
            if depth > LONGEST or len(self.known) > MOST:
                raise LimitReached(
                    "states", f"measuring them, outputs leave more than {MOST:,} beliefs, or are too long"
                )
            self.known[place] = self._of(place, depth)
        return self.known[place]

    def _of(self, place: Place, depth: int) -> Number:
        at, _, _, more, read = place
        node = self.pair.nodes[at]
        if node.kind == "ended" or not node.edges or more == 0:
            return ONE
        if node.kind == "ask":
            return self._asked(place, depth)
        total: Number = ZERO
        for edge in node.edges:
            following, one, other = self.after(place, edge)
            if one == 0:
                continue
            if other == 0:
                raise Infinite
            left_over = more - isinstance(edge.letter, TellLetter)
            rest = self.of((edge.target, *following, left_over, read), depth + 1)
            total = total + one**self.alpha / other ** (self.alpha - 1) * rest
        return total

    def _asked(self, place: Place, depth: int) -> Number:
        at, _, _, more, read = place
        edges = self.pair.nodes[at].edges
        first = edges[0].letter
        assert isinstance(first, AskLetter)
        counts = dict(read)
        if first.entry.arrival:
            counts[first.entry.input] = counts.get(first.entry.input, 0) + 1
        arrived = tuple(sorted(counts.items()))
        key = first.entry, counts.get(first.entry.input, 0)
        if self.chosen is not None and key in self.chosen:
            wanted = self.chosen[key]
            edges = tuple(edge for edge in edges if all(map(same, _values(edge), wanted)))
            if len(edges) != 1:
                raise Inconsistent
        if self.chosen is not None and len(edges) == 1:
            self.chosen[key] = _values(edges[0])
        best: Number | None = None
        worst: Edge | None = None
        for edge in edges:
            following, _, _ = self.after(place, edge)
            if self.chosen is not None and key not in self.chosen:
                try:
                    value = Sums(self.pair, self.alpha, self.limits, None).of(
                        (edge.target, *following, min(more, AHEAD), arrived), depth + 1
                    )
                except Infinite:
                    best, worst = ONE, edge
                    break
            else:
                value = self.of((edge.target, *following, more, arrived), depth + 1)
            if best is None or compare(value, best) > 0:
                best, worst = value, edge
        assert best is not None and worst is not None
        if self.chosen is None or key in self.chosen:
            return best
        self.chosen[key] = _values(worst)
        following, _, _ = self.after(place, worst)
        return self.of((worst.target, *following, more, arrived), depth + 1)

    def after(self, place: Place, edge: Edge) -> tuple[tuple[Belief, Belief], Number, Number]:
        """The beliefs after a letter, and how likely it was on each side."""
        at, left, right, _, _ = place
        end, target = self.pair.nodes[at], self.pair.nodes[edge.target]
        found: list[Belief] = []
        chances: list[Number] = []
        for belief, rows, before, after in (
            (left, edge.left, end.left_final, target.left_final),
            (right, edge.right, end.right_final, target.right_final),
        ):
            moved = _moved(belief, rows)
            mass, whole = _mass(moved, after), _mass(belief, before)
            found.append(tuple((state, weight / mass) for state, weight in moved) if mass != 0 else ())
            chances.append(mass / whole if whole != 0 else ZERO)
        return (found[0], found[1]), chances[0], chances[1]


# So many values are looked ahead to choose an input for every output.
AHEAD = 3


def moments(pair: Pair, alpha: fmpq, length: int, limits: Limits) -> tuple[Number, Number]:
    """Ends of the greatest sum over all inputs, of outputs of up to `length` values. Raises `Infinite`."""
    start: Place = (pair.start, tuple(pair.left), tuple(pair.right), length, ())
    upper = Sums(pair, int(alpha.p), limits, None).of(start)
    try:
        return Sums(pair, int(alpha.p), limits, {}).of(start), upper
    except Inconsistent:
        return ONE, upper


def chosen(pair: Pair, alpha: fmpq, length: int, limits: Limits) -> tuple[Number, Chosen]:
    """The sum of outputs of up to `length` values for inputs that are bad ones, and these. `Infinite` has them too."""
    found: Chosen = {}
    start: Place = (pair.start, tuple(pair.left), tuple(pair.right), length, ())
    try:
        return Sums(pair, int(alpha.p), limits, found).of(start), found
    except Inconsistent:
        return ONE, found
    except Infinite:
        raise Infinite(found) from None


def _values(edge: Edge) -> tuple[Value, Value]:
    assert isinstance(edge.letter, AskLetter)
    return edge.letter.left, edge.letter.right


def _moved(belief: Belief, rows: tuple[Row, ...]) -> Belief:
    after: dict[int, Number] = {}
    for state, weight in belief:
        for target, chance in rows[state]:
            after[target] = after.get(target, ZERO) + weight * chance
    return tuple(sorted(after.items(), key=lambda item: item[0]))


def _mass(belief: Belief, final: tuple[Number, ...]) -> Number:
    return sum((weight * final[state] for state, weight in belief), ZERO)
