"""The invariants of a process and of a pair, checked one by one.

Weights that are no rationals are checked for sums and zeros alone: signs are not asked of unknowns.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from faier.exact import ZERO, Number
from faier.hmm.lump import rows, sources
from faier.hmm.model import AskLetter, EndLetter, Letter, Node, Pair, TellLetter
from faier.hmm.shown import identity, letter_identity
from faier.semantics.process import Ask, Entry, Process, Row


class MalformedModel(Exception):
    """A model breaks an invariant: a bug in what made it. The text says what does not hold, and where."""


def wellformed(model: Process | Pair) -> None:
    """Raise `MalformedModel` unless every invariant holds."""
    if isinstance(model, Process):
        _process(model)
    else:
        _pair(model)


def _process(process: Process) -> None:
    count = len(process.states)
    _require(len(process.notes) == count, "there is one note for each state")
    _require(bool(process.finals), "there is a final")
    for secret, weights in process.finals:
        _require(len(weights) == count, "final {!r} has one weight for each state", secret)
        _require(not any(map(_negative, weights)), "final {!r} is nowhere negative", secret)
    _row(process.start, count, "the start")
    for at, state in enumerate(process.states):
        if isinstance(state, Ask):
            _require(len(state.rows) == len(state.choices) > 0, "state {} has one row for each choice", at)
        for row in rows(state):
            _row(row, count, "state", at)
            for secret, weights in process.finals:
                _require(_value(row, weights) == weights[at], "final {!r} of state {} is that of its row", secret, at)
    _choices_agree(process)
    _nothing_read_twice(process)


def _choices_agree(process: Process) -> None:
    known: dict[Entry, tuple[object, ...]] = {}
    for at, state in enumerate(process.states):
        if isinstance(state, Ask):
            names = tuple(map(identity, state.choices))
            _require(len(set(names)) == len(names), "the choices of state {} are different", at)
            _require(known.setdefault(state.entry, names) == names, "{} has the same choices everywhere", state.entry)


def _nothing_read_twice(process: Process) -> None:
    """No run asks twice for an entry that is no arrival."""
    into = sources(process)
    asked: dict[Entry, list[int]] = {}
    for at, state in enumerate(process.states):
        if isinstance(state, Ask) and not state.entry.arrival:
            asked.setdefault(state.entry, []).append(at)
    for entry, states in asked.items():
        before: set[int] = set()
        waiting = list(states)
        while waiting:
            new = into[waiting.pop()] - before
            before |= new
            waiting.extend(new)
        _require(before.isdisjoint(states), "no run asks twice for {}", entry)


def _pair(pair: Pair) -> None:
    _require(0 <= pair.start < len(pair.nodes), "the start is a node")
    start = pair.nodes[pair.start]
    for row, finals, mass in (
        (pair.left, start.left_final, pair.left_mass),
        (pair.right, start.right_final, pair.right_mass),
    ):
        _row(row, len(finals), "the start")
        _require(_value(row, finals) == mass, "the masses are the values of the empty word")
    for at, node in enumerate(pair.nodes):
        _require(not any(map(_negative, (*node.left_final, *node.right_final))), "no final of node {} is negative", at)
    for at, node in enumerate(pair.nodes):
        names = [letter_identity(edge.letter) for edge in node.edges]
        _require(len(set(names)) == len(names), "node {} has one edge for each letter", at)
        for edge in node.edges:
            _require(0 <= edge.target < len(pair.nodes), "node {} leads to nodes", at)
            _require(_of_kind(node, edge.letter), "node {} has letters of its kind", at)
        for side in (0, 1):
            _side(at, node, pair.nodes, side)


def _side(at: int, node: Node, nodes: Sequence[Node], side: int) -> None:
    """The matrices of one side at a node, and what a word weighs: the same as its continuations together, for
    each asked letter or for all shown ones. Behind a bound on the length there are none."""
    finals = _finals(node, side)
    totals = [ZERO for _ in finals]
    for edge in node.edges:
        matrix = edge.right if side else edge.left
        ends = _finals(nodes[edge.target], side)
        _require(len(matrix) == len(finals), "node {} has one row for each state", at)
        for state, row in enumerate(matrix):
            _row(row, len(ends), "node", at)
            value = _value(row, ends)
            totals[state] = totals[state] + value
            if node.kind == "ask":
                _require(value == finals[state], "state {} of node {} loses nothing by reading", state, at)
    if node.kind == "show" and node.edges:
        for state, weight in enumerate(finals):
            _require(totals[state] == weight, "state {} of node {} loses nothing by showing", state, at)


def _finals(node: Node, side: int) -> tuple[Number, ...]:
    return node.right_final if side else node.left_final


def _of_kind(node: Node, letter: Letter) -> bool:
    if node.kind == "ask":
        return isinstance(letter, AskLetter)
    return node.kind == "show" and isinstance(letter, (TellLetter, EndLetter))


def _row(row: Row, count: int, *where: object) -> None:
    previous = -1
    for target, weight in row:
        _require(target > previous, "targets ascend: {}", where)
        _require(target < count, "targets are states: {}", where)
        _require(weight != 0 and not _negative(weight), "weights are positive: {}", where)
        previous = target


def _negative(weight: Number) -> bool:
    return isinstance(weight, fmpq) and bool(weight < 0)


def _value(row: Row, finals: Sequence[Number]) -> Number:
    return sum((weight * finals[target] for target, weight in row), ZERO)


def _require(holds: bool, rule: str, *names: object) -> None:
    if not holds:
        raise MalformedModel("this does not hold: " + rule.format(*names))
