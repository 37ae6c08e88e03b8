"""The invariants of a process and of a pair, checked one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flint import fmpq

from faier.exact import ZERO, Number
from faier.hmm.lump import rows, sources
from faier.hmm.model import Ask, AskLetter, EndLetter, Entry, Letter, Node, Pair, Process, Row, TellLetter
from faier.hmm.shown import identity, letter_identity


class MalformedModel(Exception):
    """A model breaks an invariant: a bug in what made it. The text names the place and the rule."""


def wellformed(model: Process | Pair) -> None:
    """Raise `MalformedModel` unless every invariant holds."""
    if isinstance(model, Process):
        _process(model)
    else:
        _pair(model)


def _process(process: Process) -> None:
    count = len(process.states)
    if not (len(process.notes) == count):
        raise MalformedModel("one note for each state")
    if not (bool(process.finals)):
        raise MalformedModel("at least one final")
    for secret, weights in process.finals:
        if not (len(weights) == count):
            raise MalformedModel(f"final {secret!r} has one weight for each state")
        for at, weight in enumerate(weights):
            if not (not isinstance(weight, fmpq) or weight >= 0):
                raise MalformedModel(f"final {secret!r} of state {at} is not negative")
    _row(process.start, count, "the start")
    known: dict[Entry, tuple[object, ...]] = {}
    for at, state in enumerate(process.states):
        if isinstance(state, Ask):
            if not (len(state.rows) == len(state.choices) > 0):
                raise MalformedModel(f"state {at} has one row for each choice")
            names = tuple(map(identity, state.choices))
            if not (len(set(names)) == len(names)):
                raise MalformedModel(f"the choices of state {at} differ")
            if not (known.setdefault(state.entry, names) == names):
                raise MalformedModel(f"{state.entry} has the same choices everywhere")
        for row in rows(state):
            _row(row, count, f"state {at}")
            for secret, weights in process.finals:
                if not (_value(row, weights) == weights[at]):
                    raise MalformedModel(f"final {secret!r} of state {at} is that of its row")
    _read_once(process)


def _read_once(process: Process) -> None:
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
        if not (before.isdisjoint(states)):
            raise MalformedModel(f"no run asks twice for {entry}")


def _pair(pair: Pair) -> None:
    count = len(pair.nodes)
    if not (0 <= pair.start < count):
        raise MalformedModel("the start is a node")
    for at, node in enumerate(pair.nodes):
        _node(at, node, pair.nodes)
    start = pair.nodes[pair.start]
    for row, finals, mass in (
        (pair.left, start.left_final, pair.left_mass),
        (pair.right, start.right_final, pair.right_mass),
    ):
        _row(row, len(finals), "the start")
        if not (_value(row, finals) == mass):
            raise MalformedModel("the masses are the values of the empty word")


def _node(at: int, node: Node, nodes: Sequence[Node]) -> None:
    for weight in (*node.left_final, *node.right_final):
        if not (not isinstance(weight, fmpq) or weight >= 0):
            raise MalformedModel(f"no final of node {at} is negative")
    names = [letter_identity(edge.letter) for edge in node.edges]
    if not (len(set(names)) == len(names)):
        raise MalformedModel(f"node {at} has one edge for each letter")
    for edge in node.edges:
        if not (0 <= edge.target < len(nodes)):
            raise MalformedModel(f"node {at} leads to a node")
        if not (_of_kind(node, edge.letter)):
            raise MalformedModel(f"node {at} has letters of its kind")
        target = nodes[edge.target]
        for side, matrix, finals, here in (
            ("left", edge.left, target.left_final, node.left_final),
            ("right", edge.right, target.right_final, node.right_final),
        ):
            if not (len(matrix) == len(here)):
                raise MalformedModel(f"node {at} has one {side} row for each state")
            for row in matrix:
                _row(row, len(finals), f"node {at}, {side}")
    if node.kind == "ask":
        for edge in node.edges:
            _continued(at, node, nodes, (edge.target,), ((edge.left, edge.right),))
    elif node.edges:
        targets = tuple(edge.target for edge in node.edges)
        _continued(at, node, nodes, targets, tuple((edge.left, edge.right) for edge in node.edges))


def _of_kind(node: Node, letter: Letter) -> bool:
    if node.kind == "ask":
        return isinstance(letter, AskLetter)
    return node.kind == "show" and isinstance(letter, (TellLetter, EndLetter))


def _continued(
    at: int,
    node: Node,
    nodes: Sequence[Node],
    targets: tuple[int, ...],
    matrices: tuple[tuple[tuple[Row, ...], tuple[Row, ...]], ...],
) -> None:
    """What a word weighs is what its continuations weigh together: for each asked letter, or for all shown ones."""
    for side, finals in enumerate((node.left_final, node.right_final)):
        for state, weight in enumerate(finals):
            total = ZERO
            for target, pair in zip(targets, matrices, strict=True):
                ends = nodes[target].right_final if side else nodes[target].left_final
                total = total + _value(pair[side][state], ends)
            if not (total == weight):
                raise MalformedModel(f"the weight of state {state} of node {at} is that of its continuations")


def _row(row: Row, count: int, where: str) -> None:
    if not (all(0 <= target < count for target, _ in row)):
        raise MalformedModel(f"{where} leads to states that exist")
    if not (_ascending(target for target, _ in row)):
        raise MalformedModel(f"{where} has ascending targets")
    for _, weight in row:
        if not (weight != 0):
            raise MalformedModel(f"{where} has no weight zero")
        if not (not isinstance(weight, fmpq) or weight > 0):
            raise MalformedModel(f"{where} has positive weights")


def _ascending(numbers: Iterable[int]) -> bool:
    previous = -1
    for number in numbers:
        if number <= previous:
            return False
        previous = number
    return True


def _value(row: Row, finals: Sequence[Number]) -> Number:
    return sum((weight * finals[target] for target, weight in row), ZERO)
