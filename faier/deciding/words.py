"""An output that somebody names -> the word of a pair that says the same."""

from __future__ import annotations

from typing import assert_never

from faier.deciding.whole_inputs import entries
from faier.engines.verdict import Witness
from faier.engines.words import Edges
from faier.hmm.model import AskLetter, EndLetter, Letter, Pair, TellLetter
from faier.lang.syntax import Function
from faier.lang.values import Sequence, Value, same
from faier.semantics.process import Entry


def word_of(function: Function, pair: Pair, named: Witness) -> Edges | None:
    """The edges that are taken by these inputs and this output; None where the pair has none of them."""
    sides = [{name: value for name, value in side if name != "secret"} for side in (named.left, named.right)]
    read = [entries(function, side) for side in sides]
    arrived = dict.fromkeys(sides[0], 0)
    output = list(named.output)
    edges: list[tuple[int, int]] = []
    place = pair.start

    def held(side: int, entry: Entry) -> Value:
        if not entry.arrival:
            return read[side].get(entry)
        stream = sides[side].get(entry.input)
        at = arrived[entry.input]
        return stream.items[at] if isinstance(stream, Sequence) and at < len(stream.items) else None

    def fits(letter: Letter) -> bool:
        match letter:
            case AskLetter(entry, left, right):
                return same(held(0, entry), left) and same(held(1, entry), right)
            case TellLetter(value):
                return bool(output) and same(output[0], value)
            case EndLetter():
                return not output and named.ended
            case _:
                assert_never(letter)

    while output or (named.ended and pair.nodes[place].edges):
        node = pair.nodes[place]
        number = next((at for at, edge in enumerate(node.edges) if fits(edge.letter)), None)
        if number is None:
            return None
        edge = node.edges[number]
        edges.append((place, number))
        if isinstance(edge.letter, AskLetter) and edge.letter.entry.arrival:
            arrived[edge.letter.entry.input] += 1
        elif isinstance(edge.letter, TellLetter):
            output.pop(0)
        place = edge.target
    return tuple(edges)
