"""The factor of a pair whose words leave few beliefs: letter by letter forward, the best ratio of each two beliefs.

What may follow a word depends on where each side may be after it, up to a scale. Where few such beliefs can arise, the
greatest ratio from each two of them on is a maximum over the letters of a product. Nodes where nothing but the last
shown value is left are not gone through letter by letter: each value is worth its greatest chance on the left over its
least on the right, among what the neighbor relation lets both sides read; where it lets the right side read anything,
the sides are looked at one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from faier.engines.search.amounts import UNIT, Amounts
from faier.engines.search.choosing import Two, Unfit, each, ranked
from faier.engines.search.graph import Plan
from faier.engines.search.moves import Side
from faier.engines.words import Best, Edges, word_weights
from faier.exact import Undecidable
from faier.hmm.model import AskLetter, EndLetter, Node, Pair, TellLetter
from faier.limits import LimitReached, Limits

# So many letters are followed from beliefs at most.
_STEPS = 2_000_000

# The part of the time that is left that this may take.
_PART = 0.5

# With so many letters in a choice for each value of either side, each pair of values is looked at.
_SPARSE = 8


def by_beliefs(pair: Pair, graph: Plan, limits: Limits) -> Best | None:
    """A word of the greatest factor of a pair without cycles, or None where this is not the way to find it."""
    if graph.counting or not all(map(_whole_or_nothing, pair.nodes)):
        return None
    try:
        edges = _Words(pair, graph, limits.share(_PART)).best()
    except (Unfit, Undecidable, LimitReached):
        return None
    return Best(edges, None, *word_weights(pair, edges))


def _whole_or_nothing(node: Node) -> bool:
    """Whether words that stop here count in every state, or in none: then no word that stops is better than all those
    that go on to the end."""
    finals = {(weight == 0, weight == 1) for weight in (*node.left_final, *node.right_final)}
    return finals == {(False, True)} or (finals == {(True, False)} and bool(node.edges))


@dataclass(frozen=True)
class _Choice:
    """The best that can follow: its ratio, the edges that are taken first, and where that leads (None: to the end)."""

    ratio: int
    edges: Edges
    onward: tuple[int, Two] | None = None


@dataclass(eq=False)
class _Words:
    pair: Pair
    graph: Plan
    limits: Limits
    amounts: Amounts = field(default_factory=Amounts)
    steps: int = 0

    def __post_init__(self) -> None:
        self.left = Side(self.pair, False, self.amounts, self.limits)
        self.right = Side(self.pair, True, self.amounts, self.limits)
        self.closing = {place for place in range(len(self.pair.nodes)) if self._closes(place)}
        self.apart: dict[int, int] = {}  # the node that each choice of either side leads to, whatever the other reads
        self.chances: dict[tuple[int, int, int], dict[Two, int]] = {}
        order = [place for component in self.graph.components for place in component]
        for place in order:
            target = self._free(place)
            if target is not None:
                self.apart[place] = target

    def best(self) -> Edges:
        """The word of the greatest ratio."""
        pair, left, right = self.pair, self.left.start(), self.right.start()
        if left is None or right is None:
            raise Unfit
        start = (left[1], right[1])
        order = [place for component in reversed(self.graph.components) for place in component]
        met: dict[int, dict[Two, None]] = {pair.start: {start: None}}
        ahead: list[tuple[int, Two]] = []
        for place in order:
            for two in met.get(place, {}):
                ahead.append((place, two))
                if not self._whole(place):
                    for target, after in self._following(place, two):
                        met.setdefault(target, {}).setdefault(after)
        found: dict[tuple[int, Two], _Choice] = {}
        for place, two in reversed(ahead):
            found[place, two] = self._choice(place, two, found)
        edges: list[tuple[int, int]] = []
        at: tuple[int, Two] | None = (pair.start, start)
        while at is not None:
            choice = found[at]
            edges += choice.edges
            at = choice.onward
        return tuple(edges)

    def _spend(self, steps: int) -> None:
        self.limits.check()
        self.steps += steps
        if self.steps > _STEPS:
            raise Unfit

    def _whole(self, place: int) -> bool:
        """Whether what follows the node is seen at once."""
        return place in self.closing or place in self.apart

    def _following(self, place: int, two: Two) -> Iterable[tuple[int, Two]]:
        """Where the letters lead, except to where a choice among letters is made at once."""
        onward = self.left.after(place, two[0]), self.right.after(place, two[1])
        moves = zip(self.left.moves_of(place), self.right.moves_of(place), strict=True)
        edges = self.pair.nodes[place].edges
        self._spend(len(edges))
        for edge, (one, other) in zip(edges, moves, strict=True):
            if one not in onward[0] or edge.target in self.closing:
                continue
            if other not in onward[1]:
                raise Unfit
            yield edge.target, (onward[0][one][1], onward[1][other][1])

    def _choice(self, place: int, two: Two, found: dict[tuple[int, Two], _Choice]) -> _Choice:
        node, amounts = self.pair.nodes[place], self.amounts
        if self._whole(place):
            value, ratio = self._separately(place, two)
            return _Choice(ratio, self._way(place, two, value))
        if not node.edges:
            return _Choice(amounts.over(self.left.mass(two[0]), self.right.mass(two[1])), ())
        onward = self.left.after(place, two[0]), self.right.after(place, two[1])
        best: _Choice | None = None
        together: dict[int, list[tuple[int, int, int]]] = {}
        moves = zip(self.left.moves_of(place), self.right.moves_of(place), strict=True)
        for number, (edge, (one, other)) in enumerate(zip(node.edges, moves, strict=True)):
            if one not in onward[0]:
                continue
            if other not in onward[1]:
                raise Unfit
            if edge.target in self.closing:
                together.setdefault(edge.target, []).append((one, other, number))
                continue
            (gain, left), (cost, right) = onward[0][one], onward[1][other]
            after = found[edge.target, (left, right)]
            ratio = amounts.times(amounts.over(gain, cost), after.ratio)
            if best is None or amounts.less(best.ratio, ratio):
                best = _Choice(ratio, ((place, number),), (edge.target, (left, right)))
        for target, letters in together.items():
            choice = self._together(place, two, target, letters)
            if best is None or amounts.less(best.ratio, choice.ratio):
                best = choice
        if best is None:
            raise Unfit
        return best

    def _closes(self, place: int) -> bool:
        """Whether one value is shown, and then nothing but the end."""
        node = self.pair.nodes[place]
        return bool(node.edges) and all(
            isinstance(edge.letter, TellLetter) and self._over(edge.target) for edge in node.edges
        )

    def _over(self, place: int) -> bool:
        """Whether nothing is left to tell of the one state that there is."""
        node = self.pair.nodes[place]
        if len(node.left_final) != 1 or len(node.right_final) != 1:
            return False
        if not node.edges:
            return True
        (edge, *others) = node.edges
        surely = all(len(row) == 1 and row[0][1] == 1 for row in (*edge.left, *edge.right))
        return not others and isinstance(edge.letter, EndLetter) and surely and self._over(edge.target)

    def _free(self, place: int) -> int | None:
        """The node that every letter leads to, if each value of the left side goes with each of the right one."""
        node = self.pair.nodes[place]
        targets = {edge.target for edge in node.edges}
        if len(targets) != 1 or not all(isinstance(edge.letter, AskLetter) for edge in node.edges):
            return None
        (target,) = targets
        if target not in self.closing and target not in self.apart:
            return None
        moves = {*zip(self.left.moves_of(place), self.right.moves_of(place), strict=True)}
        lefts, rights = {one for one, _ in moves}, {other for _, other in moves}
        return target if len(moves) == len(lefts) * len(rights) else None

    def _separately(self, place: int, two: Two) -> tuple[Two, int]:
        """The shown value, by its node and edge, with the greatest ratio, where both sides read what they like."""
        left, right = self._chances(place, two[0], False), self._chances(place, two[1], True)
        best: tuple[Two, Two] | None = None
        for value, gain in left.items():
            if value not in right:
                raise Unfit
            ratio = gain, right[value]
            if best is None or self.amounts.better(ratio, best[1]):
                best = value, ratio
        if best is None:
            raise Unfit
        return best[0], self.amounts.over(*best[1])

    def _chances(self, place: int, belief: int, right: bool) -> dict[Two, int]:
        """For each shown value the greatest chance that reading can give it on the left, or the least on the right;
        values that are impossible there are left out."""
        key = (place, belief, int(right))
        if key in self.chances:
            return self.chances[key]
        side, amounts = self.right if right else self.left, self.amounts
        best: dict[Two, int] = {}
        if place in self.closing:
            found = self._last(place, belief, right)
            best = {(place, number): chance for number, chance in found.items()}
        else:
            after = side.after(place, belief)
            self._spend(len(after))
            target = self.apart[place]
            for turn, (weight, onward) in enumerate(after.values()):
                known = self._chances(target, onward, right)
                if weight != UNIT:
                    known = {value: amounts.times(weight, chance) for value, chance in known.items()}
                if turn == 0:
                    best = dict(known)
                elif right:
                    best = {
                        value: chance if amounts.less(chance, known[value]) else known[value]
                        for value, chance in best.items()
                        if value in known
                    }
                else:
                    for value, chance in known.items():
                        if value not in best or amounts.less(best[value], chance):
                            best[value] = chance
        self.chances[key] = best
        return best

    def _last(self, place: int, belief: int, right: bool) -> dict[int, int]:
        """The chance of each edge of a node after which nothing but the end is left."""
        side = self.right if right else self.left
        chances = side.chances(place, belief)
        self._spend(1)
        return {number: chances[move] for number, move in enumerate(side.moves_of(place)) if move in chances}

    def _way(self, place: int, two: Two, value: Two) -> Edges:
        """The letters that lead both sides to the value with these chances."""
        edges: list[tuple[int, int]] = []
        while place != value[0]:
            picked: list[tuple[int, int]] = []
            for side, belief, right in ((self.left, two[0], False), (self.right, two[1], True)):
                aim = self._chances(place, belief, right)[value]
                picked.append(
                    next(
                        (move, onward)
                        for move, (weight, onward) in side.after(place, belief).items()
                        if value in self._chances(self.apart[place], onward, right)
                        and self.amounts.times(weight, self._chances(self.apart[place], onward, right)[value]) == aim
                    )
                )
            moves = list(zip(self.left.moves_of(place), self.right.moves_of(place), strict=True))
            edges.append((place, moves.index((picked[0][0], picked[1][0]))))
            place, two = self.apart[place], (picked[0][1], picked[1][1])
        return (*edges, value)

    def _together(self, place: int, two: Two, target: int, letters: list[tuple[int, int, int]]) -> _Choice:
        """The best of these letters and the value shown after it: (move of the left, of the right, edge)."""
        amounts = self.amounts
        onward = self.left.after(place, two[0]), self.right.after(place, two[1])
        shown = tuple(
            {
                move: _scaled(self._last(target, belief, bool(at)), weight, amounts)
                for move in dict.fromkeys(letter[at] for letter in letters)
                for weight, belief in (onward[at][move],)
            }
            for at in (0, 1)
        )
        if len(letters) <= _SPARSE * (len(shown[0]) + len(shown[1])):
            ratio, number, value = each(letters, shown[0], shown[1], amounts, self._spend)
        else:
            ratio, number, value = ranked(letters, shown[0], shown[1], amounts, self._spend)
        return _Choice(ratio, ((place, number), (target, value)))


def _scaled(chances: dict[int, int], weight: int, amounts: Amounts) -> dict[int, int]:
    return chances if weight == UNIT else {at: amounts.times(weight, chance) for at, chance in chances.items()}
