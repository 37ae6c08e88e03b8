"""A pair -> its words, as the paths of a small graph without cycles from which a solver may choose.

Every path from the first vertex to the last one is a word that stops there, and its weights are the products
along the path. Three kinds of words are left out, exactly: some word of the pair exceeds c if and only if some
path does.

- A word whose weights are the sums of those of its continuations: if it exceeds c, one of them does.
- Of two letters with the same way on, one that weighs no more on the left and no less on the right, from every
  state to every state: the other one makes a word that exceeds c at least as much.
- A word that cannot be on the left.

A letter after which there is only one way on is joined with what follows, and so is one after which few values
can be shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from flint import fmpq

from faier.exact import ZERO, Number
from faier.hmm.model import Edge, Letter, Pair, TellLetter
from faier.hmm.shown import letter_identity
from faier.limits import LimitReached, Limits
from faier.semantics.process import Row

# Steps of the graph beyond which no query is written.
MAXIMAL_STEPS = 100_000
# Ways on after a node that shows something, up to which its steps are joined with the ones before.
FEW = 3

Matrix: TypeAlias = tuple[Row, ...]

Ending: TypeAlias = TellLetter | Literal["any", "nothing"]
"""Which words are meant: those whose last shown value is this one, all, or those that show nothing."""


@dataclass(frozen=True)
class Step:
    letters: tuple[Letter, ...]
    target: int  # the number of a later vertex
    left: Matrix
    right: Matrix


@dataclass(frozen=True)
class Vertex:
    """`left` and `right` are the numbers of states."""

    left: int
    right: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Words:
    """Words start in vertex 0, with the weights `left` and `right`, times the other side's mass. The last vertex
    has one state on each side: there they stop."""

    vertices: tuple[Vertex, ...]
    left: Row
    right: Row


def words(pair: Pair, length: int | None, least: int, ending: Ending, limits: Limits) -> Words | None:
    """The words that show at most `length` values (None: all, for a pair whose words all end) and at least
    `least`, among those with the ending; None if none has to be compared."""
    graph = _Graph(pair, length, least, ending, limits)
    steps: dict[_Place, tuple[_Step, ...]] = {}
    for place in graph.from_the_end():
        limits.check()
        steps[place] = graph.steps(place, steps)
        graph.count(len(steps[place]))
    if not steps[graph.start]:
        return None
    return _numbered(pair, graph.start, steps)


def endings(pair: Pair, most: int) -> tuple[Ending, ...]:
    """How words may end, if there are not more than `most` ways; else they are taken together."""
    shown = {
        letter_identity(edge.letter): edge.letter
        for node in pair.nodes
        for edge in node.edges
        if isinstance(edge.letter, TellLetter)
    }
    if len(shown) > most:
        return ("any",)
    return (*shown.values(), "nothing")


@dataclass(frozen=True)
class _Place:
    """A node of the pair after `shown` values (not counted where the length is None); `over`: the value with
    which words end has been shown."""

    node: int
    shown: int
    over: bool


@dataclass(frozen=True)
class _Step:
    letters: tuple[Letter, ...]
    target: _Place | None  # None: the word stops
    left: Matrix
    right: Matrix


class _Graph:
    def __init__(self, pair: Pair, length: int | None, least: int, ending: Ending, limits: Limits) -> None:
        self.pair = pair
        self.length = length
        self.least = least
        self.ending = ending
        self.limits = limits
        self.start = _Place(pair.start, 0, ending in ("any", "nothing"))
        self.matrices = _Matrices()
        self.total = 0

    def from_the_end(self) -> list[_Place]:
        """Every place that words reach, those that follow first."""
        done: list[_Place] = []
        state: dict[_Place, bool] = {self.start: False}  # whether it is done
        waiting = [(self.start, self.onward(self.start))]
        while waiting:
            place, following = waiting[-1]
            after = next(following, None)
            if after is None:
                state[place] = True
                done.append(place)
                waiting.pop()
            elif after[1] not in state:
                state[after[1]] = False
                waiting.append((after[1], self.onward(after[1])))
                self.limits.check()
            elif not state[after[1]]:
                raise LimitReached("query", "it may read on for ever without showing anything: no query has an end")
        return done

    def onward(self, place: _Place) -> Iterator[tuple[Edge, _Place]]:
        for edge in self.pair.nodes[place.node].edges:
            if not isinstance(edge.letter, TellLetter):
                yield edge, _Place(edge.target, place.shown, place.over)
            elif self._may_show(place):
                shown = place.shown + (self.length is not None)
                if self.ending == "any" or not place.over:
                    yield edge, _Place(edge.target, shown, place.over)
                if not place.over and letter_identity(edge.letter) == letter_identity(self._last()):
                    yield edge, _Place(edge.target, shown, True)

    def steps(self, place: _Place, known: dict[_Place, tuple[_Step, ...]]) -> tuple[_Step, ...]:
        """The steps from a place, when those of all that follow are known."""
        found = [self._stop(place)] if self._stops(place) else []
        for edge, after in self.onward(place):
            following = known[after]
            if following and self._joined(after, following):
                found += [self._join(edge, step) for step in following]
            elif following:
                found.append(_Step((edge.letter,), after, edge.left, edge.right))
        return self._undominated([step for step in found if any(step.left)])

    def count(self, more: int) -> None:
        self.total += more
        if self.total > MAXIMAL_STEPS:
            raise LimitReached("query", f"the query would have more than {MAXIMAL_STEPS:,} choices")

    def _last(self) -> Letter:
        assert isinstance(self.ending, TellLetter)
        return self.ending

    def _may_show(self, place: _Place) -> bool:
        return self.length is None or place.shown < self.length

    def _stops(self, place: _Place) -> bool:
        """Whether words that stop here have to be compared."""
        if not place.over or (self.length is not None and place.shown < self.least):
            return False
        node = self.pair.nodes[place.node]
        if node.kind == "ask":
            goes_on = self._may_show(place) and any(self._same([edge], place.node) for edge in node.edges)
        else:
            whole = self._may_show(place) or not any(isinstance(edge.letter, TellLetter) for edge in node.edges)
            goes_on = whole and bool(node.edges) and self._same(node.edges, place.node)
        return not goes_on

    def _same(self, edges: tuple[Edge, ...] | list[Edge], node: int) -> bool:
        """Whether the word at the node weighs as much as its continuations by these letters together."""
        nodes = self.pair.nodes
        return all(
            sum((weight * ends[target] for rows, ends in sides for target, weight in rows[state]), ZERO) == final
            for sides, finals in (
                ([(edge.left, nodes[edge.target].left_final) for edge in edges], nodes[node].left_final),
                ([(edge.right, nodes[edge.target].right_final) for edge in edges], nodes[node].right_final),
            )
            for state, final in enumerate(finals)
        )

    def _stop(self, place: _Place) -> _Step:
        node = self.pair.nodes[place.node]
        return _Step((), None, self.matrices.column(node.left_final), self.matrices.column(node.right_final))

    def _joined(self, place: _Place, following: tuple[_Step, ...]) -> bool:
        return len(following) == 1 or (self.pair.nodes[place.node].kind == "show" and len(following) <= FEW)

    def _join(self, edge: Edge, step: _Step) -> _Step:
        left = self.matrices.product(edge.left, step.left)
        right = self.matrices.product(edge.right, step.right)
        return _Step((edge.letter, *step.letters), step.target, left, right)

    def _undominated(self, steps: list[_Step]) -> tuple[_Step, ...]:
        """The steps without those that another makes superfluous; of equal ones the first stays."""
        kept: list[_Step] = []
        for step in steps:
            self.limits.check()
            if not any(self._dominates(other, step) for other in kept):
                kept = [other for other in kept if not self._dominates(step, other)]
                kept.append(step)
        return tuple(kept)

    def _dominates(self, one: _Step, other: _Step) -> bool:
        return (
            one.target == other.target
            and self.matrices.at_most(other.left, one.left)
            and self.matrices.at_most(one.right, other.right)
        )


class _Matrices:
    """Products and comparisons, each made once: models share matrices wherever they can. Every matrix is kept, so
    that its id stays its own."""

    def __init__(self) -> None:
        self.kept: list[object] = []
        self.products: dict[tuple[int, int], Matrix] = {}
        self.comparisons: dict[tuple[int, int], bool] = {}
        self.columns: dict[int, Matrix] = {}

    def product(self, one: Matrix, other: Matrix) -> Matrix:
        key = id(one), id(other)
        if key not in self.products:
            self.products[key] = tuple(_row_times(row, other) for row in one)
            self.kept += [one, other]
        return self.products[key]

    def at_most(self, one: Matrix, other: Matrix) -> bool:
        """Whether every weight is at most the one beside it; weights that hold unknowns only if they are equal."""
        key = id(one), id(other)
        if key not in self.comparisons:
            self.comparisons[key] = all(
                _at_most(weight, dict(beside).get(target, ZERO))
                for row, beside in zip(one, other, strict=True)
                for target, weight in row
            )
            self.kept += [one, other]
        return self.comparisons[key]

    def column(self, finals: tuple[Number, ...]) -> Matrix:
        if id(finals) not in self.columns:
            self.columns[id(finals)] = tuple(((0, final),) if final != 0 else () for final in finals)
            self.kept.append(finals)
        return self.columns[id(finals)]


def _row_times(row: Row, matrix: Matrix) -> Row:
    sums: dict[int, Number] = {}
    for state, amount in row:
        for target, weight in matrix[state]:
            sums[target] = sums.get(target, ZERO) + amount * weight
    return tuple(sorted((target, weight) for target, weight in sums.items() if weight != 0))


def _at_most(one: Number, other: Number) -> bool:
    return one == other or (isinstance(one, fmpq) and isinstance(other, fmpq) and one < other)


def _numbered(pair: Pair, start: _Place, steps: dict[_Place, tuple[_Step, ...]]) -> Words:
    """The places that words reach, numbered from the start on."""
    reached: set[_Place | None] = {start}
    order = list(reversed(steps))
    for place in order:
        if place in reached:
            reached.update(step.target for step in steps[place])
    numbers: dict[_Place | None, int] = {place: at for at, place in enumerate(p for p in order if p in reached)}
    numbers[None] = len(numbers)
    vertices = [
        Vertex(
            len(pair.nodes[place.node].left_final),
            len(pair.nodes[place.node].right_final),
            tuple(Step(step.letters, numbers[step.target], step.left, step.right) for step in steps[place]),
        )
        for place in numbers
        if place is not None
    ]
    left = tuple((state, weight * pair.right_mass) for state, weight in pair.left)
    right = tuple((state, weight * pair.left_mass) for state, weight in pair.right)
    return Words((*vertices, Vertex(1, 1, ())), left, right)
