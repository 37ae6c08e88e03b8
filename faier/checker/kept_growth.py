"""Rule "growth in cells": words of a mechanism that keeps noise, whose ratio exceeds every bound.

The words are prefix, cycle n times. Runs are followed along these letters alone, on either side, at places whose draws
are in cells: on the left every chance is taken from below, on the right from above. With A, B the weights of one turn,
x between 0 and 1 with A x >= a x makes the left weight at least (prefix x) a^n; and y >= 1 with B y <= b y, wherever
the right side can be, makes the right weight at most (prefix y) b^n. With a > b > 0 and prefix x > 0 the ratio grows
without end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from .cells import Cells, Grid, Place, Row, at_value
from .compared import proper
from .document import Fields, items_of
from .enumeration import ranges_of
from .fed_process import Joint
from .forms import ONE, ZERO
from .inputs import unread_inputs
from .open_ways import OpenRuns, Rational
from .outcome import Hole, Invalid
from .relation import Rule, Watch, allowed, by_inputs, leaf_values, rules_of, watched
from .run_states import renamed
from .series import sign
from .values import Mark, fraction_of, shown_key, value_of

MOST_PLACES = 5_000
MOST_LETTERS = 200
MOST_CELLS = 400

Side = tuple[Place, ...]
Rows = tuple[dict[int, Fraction], ...]  # of each place: where it leads, by number
Letter = tuple[object, ...]  # what is shown, or what is read on the left and on the right


@dataclass(frozen=True)
class Node:
    """Where runs may be on the left and on the right, and what the relation has seen."""

    sides: tuple[Side, Side]
    watch: Watch


@dataclass
class Walk:
    """Words letter by letter."""

    joint: Joint
    grid: Grid
    value: Fraction | None  # of the unknown epsilon
    rules: tuple[Rule, ...] = field(init=False)
    cells: Cells = field(init=False)

    def __post_init__(self) -> None:
        claim = self.joint.claim
        if claim.neighbors is None or claim.delta:
            raise Hole("growth in cells of a claim with a prior or a delta")
        self.rules = rules_of(self.joint.asked, claim.mechanism, claim.neighbors)
        if by_inputs(self.rules) or not proper(self.rules):
            raise Hole("growth in cells under this relation")
        self.cells = Cells(OpenRuns(self.joint), self.grid, self.value)

    def start(self) -> tuple[Node, tuple[Rows, Rows]]:
        """The first node, and one row for each side that leads to it."""
        run = self.joint.mechanism.start(unread_inputs(self.joint.claim, True))
        row = self.cells.row(self.cells.runs.first(run), ())
        return self._node(([row], [row]), watched(self.rules))

    def path(self, node: Node, letters: tuple[Letter, ...]) -> tuple[Node, list[tuple[Rows, Rows]]]:
        found = []
        for letter in letters:
            node, rows = self.step(node, letter)
            found.append(rows)
        return node, found

    def step(self, node: Node, letter: Letter) -> tuple[Node, tuple[Rows, Rows]]:
        """The node one letter later, and how each place leads there."""
        marks = {place.spot.mark for side in node.sides for place in side if place.spot.kind != "end"}
        if len(marks) > 1:
            raise Hole("runs that read their inputs at different times are followed in cells")
        mark = next(iter(marks), None)
        if len(letter) != (1 if mark is None else 2):
            raise Invalid("a word reads and shows in another order than runs do")
        if mark is None:
            made = [[self._told(place, letter[0]) for place in side] for side in node.sides]
            return self._node((made[0], made[1]), node.watch)
        watch = self._allowed(node.watch, mark, letter)
        made = [[self._read(place, mark, letter[at]) for place in side] for at, side in enumerate(node.sides)]
        return self._node((made[0], made[1]), watch)

    def _told(self, place: Place, letter: object) -> Row:
        return self.cells.told(place, letter) if place.spot.kind == "tell" else {}

    def _read(self, place: Place, mark: Mark, value: object) -> Row:
        """A run that has ended stays where it is."""
        return self.cells.read(place, mark, value) if place.spot.kind == "ask" else {place: (ONE, ONE)}

    def _allowed(self, watch: Watch, mark: Mark, letter: Letter) -> Watch:
        values = leaf_values(self.joint.input_type(mark.name))
        for one, other, after in allowed(self.rules, watch, mark, values, self.joint.budget):
            if (shown_key(one), shown_key(other)) == (shown_key(letter[0]), shown_key(letter[1])):
                return after
        raise Invalid("a word gives inputs that are no neighbors")

    def _node(self, made: tuple[list[Row], list[Row]], watch: Watch) -> tuple[Node, tuple[Rows, Rows]]:
        """On the left places that are reached for sure, on the right all that may be; in the order of their keys."""
        ends = [
            [{place: pair[side] for place, pair in row.items() if pair[side]} for row in rows]
            for side, rows in enumerate(made)
        ]
        spots = [{place.spot: None for row in rows for place in row} for rows in ends]
        plain = renamed(spots, watch, {}, False)
        sides, rows_of = [], []
        for rows in ends:
            named = [
                {Place(plain.spot[place.spot], place.box): weight for place, weight in row.items()} for row in rows
            ]
            side = sorted({place for row in named for place in row}, key=_key)
            number = {place: at for at, place in enumerate(side)}
            sides.append(tuple(side))
            rows_of.append(tuple({number[place]: weight for place, weight in row.items()} for row in named))
        if sum(map(len, sides)) > MOST_PLACES:
            raise Hole("noise that is kept has too many cells")
        self.joint.budget.spend(sum(map(len, sides)))
        return Node((sides[0], sides[1]), plain.watch), (rows_of[0], rows_of[1])


@dataclass(frozen=True)
class Turning:
    """Where the cycle turns, what the prefix weighs there, and the rows of each of its letters; the last leads back."""

    node: Node
    start: tuple[dict[int, Fraction], dict[int, Fraction]]
    turn: tuple[list[Rows], list[Rows]]

    def earlier(self, side: int, vector: tuple[Fraction, ...]) -> list[Fraction]:
        """What a vector weighs one turn earlier."""
        known = list(vector)
        for rows in reversed(self.turn[side]):
            known = [sum((share * known[at] for at, share in row.items()), ZERO) for row in rows]
        return known


def turning(walk: Walk, prefix: tuple[Letter, ...], cycle: tuple[Letter, ...]) -> Turning:
    """The node that the prefix leads to, with all that turns lead to from there."""
    first, start = walk.start()
    here, rows = walk.path(first, prefix)
    weights = [_moved({0: ONE}, [start[side], *(row[side] for row in rows)]) for side in (0, 1)]
    node = here
    while True:
        after, rows = walk.path(node, cycle)
        if after.watch != here.watch:
            raise Invalid("the cycle does not come back to where it starts")
        wider = Node((_united(node, after, 0), _united(node, after, 1)), here.watch)
        if wider == node:
            break
        node = wider
    back = [[*(row[side] for row in rows), _placed(after, node, side)] for side in (0, 1)]
    left, right = (_moved(weight, [_placed(here, node, side)]) for side, weight in enumerate(weights))
    return Turning(node, (left, right), (back[0], back[1]))


def grown(joint: Joint, evidence: Fields) -> None:
    """`integers` and `reals` are where cells begin, `prefix` and `cycle` letters; `low` is x, `high` is y, and `rates`
    are a and b. With `at_epsilon` that is the unknown epsilon."""
    grid = Grid(tuple(map(_whole, evidence.items("integers"))), tuple(map(fraction_of, evidence.items("reals"))))
    at_epsilon = evidence.take("at_epsilon")
    value = None if at_epsilon is None else fraction_of(at_epsilon)
    prefix, cycle = (tuple(map(_letter, evidence.items(name))) for name in ("prefix", "cycle"))
    vectors = [tuple(map(fraction_of, evidence.items(name))) for name in ("low", "high")]
    rates = tuple(map(fraction_of, evidence.items("rates")))
    evidence.finish()
    _require_grid(grid)
    if value is not None and (joint.file.epsilon is None or value <= 0):
        raise Invalid("the value of an unknown epsilon must be positive")
    if not cycle or len(prefix) + len(cycle) > MOST_LETTERS:
        raise Invalid("the cycle is empty, or the words are too long")
    if len(rates) != 2 or not rates[0] > rates[1] > 0:
        raise Invalid("the rate of the left side is not the greater one")
    found = turning(Walk(joint, grid, value), prefix, cycle)
    for side, vector in enumerate(vectors):
        _require_rate(found, side, vector, rates[side])
    _require_conditions(joint, value)


def _require_rate(found: Turning, side: int, vector: tuple[Fraction, ...], rate: Fraction) -> None:
    if len(vector) != len(found.node.sides[side]):
        raise Invalid("a vector does not fit its node")
    if any(amount < 1 if side else not 0 <= amount <= 1 for amount in vector):
        raise Invalid("an amount is none that every word has")
    for amount, then in zip(vector, found.earlier(side, vector), strict=True):
        if then > rate * amount if side else then < rate * amount:
            raise Invalid("a turn of the cycle does not do what its rate says")
    if sum((weight * vector[at] for at, weight in found.start[side].items()), ZERO) <= 0:
        raise Invalid("the prefix is impossible, or leads to where nothing is known")


def _require_grid(grid: Grid) -> None:
    lines: tuple[tuple[Rational, ...], ...] = (grid.integers, grid.reals)
    for points in lines:
        if any(one >= other for one, other in pairwise(points)):
            raise Invalid("cells are not in order")
        if len(points) > MOST_CELLS:
            raise Hole("there are too many cells")


def _require_conditions(joint: Joint, value: Fraction | None) -> None:
    """Draws are possible, silent loops left, divisors not 0."""
    machine = joint.mechanism
    if ranges_of(joint.file, joint.claim) and value is None:
        raise Hole("growth in cells for every value of an unknown")
    if any(sign(at_value(number, value)) < 0 for number in machine.drawn.values()):
        raise Invalid("a draw has a probability that is negative")
    if any(sign(at_value(number, value)) <= 0 for number in machine.leaving.values()):
        raise Invalid("a silent loop that is never left")
    if any(not sign(at_value(number, value)) for number in machine.divided.values()):
        raise Invalid("a run divides by zero")


def _moved(row: dict[int, Fraction], path: list[Rows]) -> dict[int, Fraction]:
    for rows in path:
        after: dict[int, Fraction] = {}
        for at, weight in row.items():
            for target, share in rows[at].items():
                after[target] = after.get(target, ZERO) + weight * share
        row = after
    return row


def _united(one: Node, other: Node, side: int) -> Side:
    return tuple(sorted({*one.sides[side], *other.sides[side]}, key=_key))


def _placed(one: Node, other: Node, side: int) -> Rows:
    """Each place of a node by its number at another one that has it."""
    number = {place: at for at, place in enumerate(other.sides[side])}
    return tuple({number[place]: ONE} for place in one.sides[side])


def _key(place: Place) -> str:
    return place.key


def _letter(data: object) -> Letter:
    letter = tuple(map(value_of, items_of(data, "a letter")))
    if len(letter) not in (1, 2):
        raise Invalid("a letter is what is shown, or what is read on the left and on the right")
    return letter


def _whole(data: object) -> int:
    if isinstance(data, bool) or not isinstance(data, int):
        raise Invalid("a cell of integers begins at no integer")
    return data
