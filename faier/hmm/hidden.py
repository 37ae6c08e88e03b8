"""Processes and pairs as hidden Markov models in the textbook sense, to read and to hand to other tools.

A state of the process that asks becomes one state for each value it may read, which observes that value; all
values are equally likely there, so a sequence of observations has the probability of its output divided by
the number of ways its inputs could be chosen. Told values that lead to the same future are one state with a
distribution of observations. The end is a state that is never left.

`paired_hmm` has two copies of every state. Both sides of a letter are one observation, equally likely with the
other letters of its node on both sides: so the ratio of the two probabilities is that of the pair.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

from flint import fmpq

from faier.exact import ONE, ZERO, Number
from faier.hmm.forward import Hmm
from faier.hmm.lump import gathered
from faier.hmm.model import AskLetter, EndLetter, Letter, Node, Pair, TellLetter
from faier.hmm.shown import identity
from faier.lang.values import Value, show_value, sort_key
from faier.semantics.process import Ask, End, Entry, Process, Row, Tell

Key: TypeAlias = Hashable
Weighted: TypeAlias = list[tuple[Key, Number]]


@dataclass(frozen=True)
class Sketch:
    """One state of the model while it is found: its name, what it observes and where it goes."""

    name: str
    observes: tuple[tuple[str, Number], ...]
    goes: Weighted


def hidden_markov_model(process: Process) -> Hmm:
    """The model of a process whose runs go on with probability 1 (`given` makes such a process of a prior's)."""
    return _model(_expanded(process, process.start), lambda key: _sketched(process, key))


def paired_hmm(pair: Pair) -> Hmm:
    """The model of both copies: `start` is the left one's, `rival` the right one's."""
    left = _entered(pair, 0, pair.start, pair.left, pair.left_mass)
    right = _entered(pair, 1, pair.start, pair.right, pair.right_mass)
    return _model(left, lambda key: _copied(pair, key), right)


def letter_text(letter: Letter) -> str:
    """A letter as people read it: `answers[0] = 1 | 2`, left first, or the value shown, or `end`."""
    match letter:
        case AskLetter(entry, left, right):
            return f"{entry_text(entry)} = {show_value(left)} | {show_value(right)}"
        case TellLetter(value):
            return show_value(value)
        case EndLetter():
            return "end"


def entry_text(entry: Entry) -> str:
    """`count`, `answers[0]`, `grid[0][1]`, or `next queries` for an arrival."""
    if entry.arrival:
        return f"next {entry.input}"
    return entry.input + "".join(f"[{index}]" for index in entry.index or ())


@dataclass(frozen=True)
class Read:
    """The process state that asks, about to read this choice."""

    state: int
    choice: int


@dataclass(frozen=True)
class Show:
    """Tells that lead to the same row, with their shares: (share, value), in the order of the values."""

    shares: tuple[tuple[Number, Value], ...] = field(compare=False)
    names: tuple[Hashable, ...]
    row: Row


@dataclass(frozen=True)
class Stop:
    """The end, or where a model goes that was cut."""

    observes: str = "end"


def _expanded(process: Process, row: Row) -> Weighted:
    """A row over the states of the model."""
    found: Weighted = []
    told: dict[Row, list[tuple[Number, Value]]] = {}
    for target, weight in row:
        match process.states[target]:
            case Ask(choices=choices):
                found += [(Read(target, at), weight / fmpq(len(choices))) for at in range(len(choices))]
            case Tell(value, onward):
                told.setdefault(onward, []).append((weight, value))
            case End():
                found.append((Stop(), weight))
    for onward, tells in told.items():
        whole = sum((weight for weight, _ in tells), ZERO)
        shares = []
        ordered = sorted(tells, key=lambda tell: sort_key(tell[1]))
        for _, same in groupby(ordered, key=lambda tell: identity(tell[1])):
            equal = list(same)
            shares.append((sum((weight for weight, _ in equal), ZERO) / whole, equal[0][1]))
        names = tuple((share, identity(value)) for share, value in shares)
        found.append((Show(tuple(shares), names, onward), whole))
    return found


def _sketched(process: Process, key: Key) -> Sketch:
    match key:
        case Read(state, choice):
            ask = process.states[state]
            assert isinstance(ask, Ask)
            text = f"{entry_text(ask.entry)} = {show_value(ask.choices[choice])}"
            note = process.notes[state]
            name = f"{text} at {note}" if note else text
            return Sketch(name, ((text, ONE),), _expanded(process, ask.rows[choice]))
        case Show(shares, _, row):
            shown = tuple((show_value(value), share) for share, value in shares)
            return Sketch("shows " + ", ".join(text for text, _ in shown), shown, _expanded(process, row))
        case _:
            return _stopped(key)


def _stopped(key: Key) -> Sketch:
    assert isinstance(key, Stop)
    return Sketch(key.observes, ((key.observes, ONE),), [(key, ONE)])


@dataclass(frozen=True)
class Copy:
    """A state of one side at a node, about to follow an edge of the node."""

    side: int
    node: int
    state: int
    edge: int


def _entered(pair: Pair, side: int, at: int, row: Row, mass: Number) -> Weighted:
    """A row over the states of a node, as a distribution over the states of the model. Each state is as likely
    as runs through it are to come true: its final, in relation to the `mass` they all come from."""
    node = pair.nodes[at]
    if node.kind == "ended":
        return [(Stop(), ONE)]
    if not node.edges:
        return [(Stop("cut"), ONE)]
    finals = node.right_final if side else node.left_final
    found: Weighted = []
    for state, weight in row:
        edges = range(len(node.edges)) if node.kind == "ask" else _onward(node, side, state)
        if not edges:
            found.append((Stop("cut"), weight * finals[state] / mass))
            continue
        share = weight * finals[state] / mass / fmpq(len(edges))
        found += [(Copy(side, at, state, edge), share) for edge in edges]
    return found


def _onward(node: Node, side: int, state: int) -> list[int]:
    """The edge on which a state at a node that shows can go on; none where it is not followed any further."""
    return [at for at, edge in enumerate(node.edges) if (edge.right if side else edge.left)[state]][:1]


def _copied(pair: Pair, key: Key) -> Sketch:
    if not isinstance(key, Copy):
        return _stopped(key)
    node = pair.nodes[key.node]
    edge = node.edges[key.edge]
    text = letter_text(edge.letter)
    name = f"{'right' if key.side else 'left'} {key.node}.{key.state}"
    if isinstance(edge.letter, EndLetter):
        return Sketch(f"{name} {text}", ((text, ONE),), [(key, ONE)])
    row = (edge.right if key.side else edge.left)[key.state]
    mass = (node.right_final if key.side else node.left_final)[key.state]
    return Sketch(f"{name} {text}", ((text, ONE),), _entered(pair, key.side, edge.target, row, mass))


def _model(start: Weighted, sketch: Callable[[Key], Sketch], rival: Weighted | None = None) -> Hmm:
    """The states reachable from the starts, numbered as they are found; observations likewise."""
    number: dict[Key, int] = {}
    sketches: list[Sketch] = []
    waiting = [key for key, _ in (*start, *(rival or ()))]
    for key in waiting:
        if key not in number:
            number[key] = len(sketches)
            sketches.append(sketch(key))
            waiting.extend(target for target, _ in sketches[-1].goes)
    seen = {text: at for at, text in enumerate(dict.fromkeys(text for s in sketches for text, _ in s.observes))}

    def row(weighted: Weighted) -> Row:
        return gathered((number[key], weight) for key, weight in weighted)

    return Hmm(
        states=tuple(each.name for each in sketches),
        start=row(start),
        transitions=tuple(row(each.goes) for each in sketches),
        emissions=tuple(gathered((seen[text], weight) for text, weight in each.observes) for each in sketches),
        observations=tuple(seen),
        rival=None if rival is None else row(rival),
    )
