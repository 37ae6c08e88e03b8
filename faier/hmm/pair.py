"""A process, twice, driven by one word: the paired model that a claim is decided on.

`pair_dp` pairs a mechanism's process with itself under a neighbor relation; `pairs_prior` compares, for each
ordered pair of secrets, a prior's process confined to the one secret with the same confined to the other.
Processes must be wellformed, and smaller if they were lumped before. For every pair of neighboring inputs
and every output there is exactly one word that reads a part of the inputs and shows the output.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from faier.exact import ZERO, Number
from faier.hmm.lump import sources
from faier.hmm.merge import merged
from faier.hmm.model import Edge, Node, Pair
from faier.hmm.neighbors import Automaton, automaton, equality
from faier.hmm.reading import Chart, Situation, chart_of, entries_of, restricted
from faier.hmm.schedule import ENDED, SHOW, Move, moved, plan
from faier.hmm.wholes import Evaluate
from faier.lang.claim import Relation
from faier.lang.syntax import Function
from faier.lang.values import Value, same
from faier.limits import DEFAULTS, LimitReached, Limits
from faier.semantics.process import Process, Row


def pair_dp(
    process: Process,
    function: Function,
    relation: Relation,
    evaluate: Evaluate | None = None,
    length: int | None = None,
    limits: Limits = DEFAULTS,
) -> Pair:
    """The pair of a DP claim. With a `length`, words that show more values than that may be missing: it bounds
    what runs must remember when they read a stream at different speeds."""
    rule = automaton(relation, function, evaluate, limits)
    alive = [True] * len(process.states)
    weights = process.finals[0][1]
    return _paired(process, function, rule, (alive, alive), (weights, weights), length, limits)


def pairs_prior(
    process: Process,
    function: Function,
    secret_pairs: tuple[tuple[Value, Value], ...] | None = None,
    parameters: tuple[tuple[str, Value], ...] = (),
    length: int | None = None,
    limits: Limits = DEFAULTS,
) -> tuple[Pair, ...]:
    """One pair for each ordered pair of different secrets that both have a nonzero mass; with `secret_pairs`,
    of those listed in either order. The process asks for public inputs alone."""
    rule = equality(function)
    masses = {at: _total(process.start, weights) for at, (_, weights) in enumerate(process.finals)}
    possible = [at for at, mass in masses.items() if mass != 0]
    found: dict[tuple[int, int], Pair] = {}
    for one in possible:
        for other in possible:
            names = (process.finals[one][0], process.finals[other][0])
            if one == other or not _listed(names, secret_pairs):
                continue
            if (other, one) in found:
                found[one, other] = _exchanged(found[other, one])
                continue
            finals = (process.finals[one][1], process.finals[other][1])
            alive = (_alive(process, finals[0]), _alive(process, finals[1]))
            pair = _paired(process, function, rule, alive, finals, length, limits)
            found[one, other] = replace(pair, left_name=names[0], right_name=names[1], parameters=parameters)
    return tuple(found.values())


def _paired(
    process: Process,
    function: Function,
    rule: Automaton,
    alive: tuple[Sequence[bool], Sequence[bool]],
    finals: tuple[Sequence[Number], Sequence[Number]],
    length: int | None,
    limits: Limits,
) -> Pair:
    entries = entries_of(process, [parameter.name for parameter in function.parameters])
    chart = chart_of(process, entries)
    drawn = plan(process, entries, chart, alive, rule, length, limits)
    left = Side(restricted(chart, alive[0]), finals[0], limits)
    right = left if alive[0] is alive[1] else Side(restricted(chart, alive[1]), finals[1], limits)
    starts = [tuple(move for move in process.start if lives[move[0]]) for lives in alive]
    there = (
        _reached(left, [[(step.left, step.target) for step in steps] for steps in drawn.steps], starts[0]),
        _reached(right, [[(step.right, step.target) for step in steps] for steps in drawn.steps], starts[1]),
    )
    nodes = []
    for at, (entry, steps) in enumerate(zip(drawn.nexts, drawn.steps, strict=True)):
        limits.check()
        edges = tuple(
            Edge(
                step.letter,
                step.target,
                left.matrix(there[0][at], there[0][step.target], step.left),
                right.matrix(there[1][at], there[1][step.target], step.right),
            )
            for step in steps
        )
        kind: Literal["ask", "show", "ended"] = "ended" if entry == ENDED else "show" if entry == SHOW else "ask"
        nodes.append(Node(kind, left.finals(there[0][at]), right.finals(there[1][at]), edges))
    pair = Pair(
        tuple(nodes),
        0,
        _local(starts[0], there[0][0]),
        _local(starts[1], there[1][0]),
        _total(starts[0], finals[0]),
        _total(starts[1], finals[1]),
    )
    return merged(pair, limits) if left.situations or right.situations else pair


@dataclass(frozen=True)
class Local:
    """The situations of one side at a node: their numbers, ascending, and the place of each."""

    numbers: tuple[int, ...]
    place: dict[int, int] = field(compare=False)


@dataclass(frozen=True)
class Side:
    """One copy's moves between numbered situations: a state that remembers nothing has its own number, the
    other situations follow as they are found."""

    chart: Chart
    weights: Sequence[Number]  # the final of each state
    limits: Limits
    numbers: dict[Situation, int] = field(default_factory=dict)
    situations: list[Situation] = field(default_factory=list)
    known: dict[tuple[int, Move], Row] = field(default_factory=dict)
    locals: dict[tuple[int, ...], Local] = field(default_factory=dict)
    matrices: dict[tuple[int, int, Move], tuple[Row, ...]] = field(default_factory=dict)

    def row(self, number: int, move: Move) -> Row:
        """Where a move leads."""
        chart = self.chart
        if number < len(chart.asks):
            if move.kind == "ask" and chart.asks[number] == move.entry:
                return chart.rows[number][move.choice]
            if move.kind == "tell":
                return chart.rows[number][0] if chart.tells[number] == move.value else ()
        key = (number, move)
        found = self.known.get(key)
        if found is None:
            moves = moved(chart, self._situation(number), move, self.limits)
            found = self.known[key] = tuple(sorted(((self._number(to), weight) for to, weight in moves), key=_first))
        return found

    def matrix(self, source: Local, target: Local, move: Move) -> tuple[Row, ...]:
        """The rows of a move from the situations of one node to those of another; made once for equal nodes."""
        key = (id(source), id(target), move)
        found = self.matrices.get(key)
        if found is None:
            self.limits.check()
            found = self.matrices[key] = tuple(_local(self.row(number, move), target) for number in source.numbers)
        return found

    def local(self, numbers: Iterable[int]) -> Local:
        """The situations at a node; the same value for the same situations, so it may be a key by its identity."""
        ascending = tuple(sorted(numbers))
        place = {number: at for at, number in enumerate(ascending)}
        return self.locals.setdefault(ascending, Local(ascending, place))

    def finals(self, local: Local) -> tuple[Number, ...]:
        return tuple(self.weights[self._situation(number)[0]] for number in local.numbers)

    def _situation(self, number: int) -> Situation:
        count = len(self.chart.asks)
        return (number, ()) if number < count else self.situations[number - count]

    def _number(self, situation: Situation) -> int:
        if not situation[1]:
            return situation[0]
        found = self.numbers.get(situation)
        if found is None:
            found = self.numbers[situation] = len(self.chart.asks) + len(self.situations)
            self.situations.append(situation)
        return found


def _reached(side: Side, steps: list[list[tuple[Move, int]]], start: Row) -> list[Local]:
    """The situations at each node that some word leads to."""
    there: list[set[int]] = [set() for _ in steps]
    there[0].update(number for number, _ in start)
    waiting = [(0, number) for number, _ in start]
    ways = [list(dict.fromkeys(found)) for found in steps]
    count = len(waiting)
    while waiting:
        node, number = waiting.pop()
        side.limits.check()
        for move, target in ways[node]:
            new = {to for to, _ in side.row(number, move)} - there[target]
            there[target] |= new
            waiting.extend((target, to) for to in new)
            count += len(new)
        if count > side.limits.states:
            raise LimitReached("states", f"more than {side.limits.states} states of the paired model")
    return [side.local(found) for found in there]


def _local(row: Row, target: Local) -> Row:
    """The row over a node's places."""
    return tuple((target.place[number], weight) for number, weight in row)


def _alive(process: Process, weights: Sequence[Number]) -> list[bool]:
    """Whether a run that gets to a state may count: there, or later where it is about to tell a real."""
    found = [weight != 0 for weight in weights]
    before, waiting = sources(process), [at for at, known in enumerate(found) if known]
    while waiting:
        new = [at for at in before[waiting.pop()] if not found[at]]
        waiting += new
        for at in new:
            found[at] = True
    return found


def _total(start: Row, weights: Sequence[Number]) -> Number:
    """The value of the empty word."""
    return sum((weight * weights[state] for state, weight in start), ZERO)


def _first(move: tuple[int, Number]) -> int:
    return move[0]


def _listed(names: tuple[Value, Value], secret_pairs: tuple[tuple[Value, Value], ...] | None) -> bool:
    """Whether the secrets are to be compared: listed in either order. A listed 1 also means the secret True."""
    if secret_pairs is None:
        return True
    one, other = names
    return any((_means(x, one) and _means(y, other)) or (_means(y, one) and _means(x, other)) for x, y in secret_pairs)


def _means(listed: Value, secret: Value) -> bool:
    return same(listed, secret) or (isinstance(listed, int) and isinstance(secret, int) and listed == secret)


def _exchanged(pair: Pair) -> Pair:
    """The pair with its sides exchanged; both sides read the same in each of its letters."""
    nodes = tuple(
        Node(
            node.kind,
            node.right_final,
            node.left_final,
            tuple(Edge(edge.letter, edge.target, edge.right, edge.left) for edge in node.edges),
        )
        for node in pair.nodes
    )
    return Pair(
        nodes,
        pair.start,
        pair.right,
        pair.left,
        pair.right_mass,
        pair.left_mass,
        pair.right_name,
        pair.left_name,
        pair.parameters,
    )
