"""Hidden Markov models as text for people, as JSON and as DOT. The same model gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from textwrap import fill

from faier.exact import Number, number_text
from faier.hmm.forward import Hmm
from faier.semantics.process import Row

SCHEMA = "faier.compile/1"
WIDTH = 80


def to_text(hmm: Hmm) -> str:
    """One paragraph for each state; lines of at most 80 columns unless a single word is longer."""
    lines = [f"{_count(len(hmm.states), 'state')}, {_count(len(hmm.observations), 'observation')}", ""]
    starts = [("start", hmm.start)] if hmm.rival is None else [("left", hmm.start), ("right", hmm.rival)]
    for name, row in starts:
        lines += _paragraph(f"{name}:", (_weighted(f"s{state}", weight) for state, weight in row), "")
    for state, name in enumerate(hmm.states):
        lines += ["", fill(f"s{state}: {name}", WIDTH, subsequent_indent="    ", break_long_words=False)]
        observed = ((hmm.observations[at], weight) for at, weight in hmm.emissions[state])
        lines += _paragraph("observes", (_weighted(text, weight) for text, weight in observed), "  ")
        moves = (_weighted(f"s{target}", weight) for target, weight in hmm.transitions[state])
        lines += _paragraph("moves to", moves, "  ")
    return "\n".join(lines) + "\n"


def to_json(hmm: Hmm, **described: str) -> str:
    """States and observations are numbered from 0; weights are exact text. `described` is put in front."""
    model: dict[str, object] = {"schema": SCHEMA, **described}
    model["observations"] = list(hmm.observations)
    model["start"] = _pairs(hmm.start)
    if hmm.rival is not None:
        model["rival"] = _pairs(hmm.rival)
    model["states"] = [
        {"name": name, "observes": _pairs(hmm.emissions[at]), "moves": _pairs(hmm.transitions[at])}
        for at, name in enumerate(hmm.states)
    ]
    return json.dumps(model, indent=1) + "\n"


def to_dot(hmm: Hmm, name: str = "model") -> str:
    """A directed graph: a node shows its state's name and what it observes, an edge its weight."""
    lines = [f"digraph {_quoted(name)} {{", "  rankdir=LR;", "  node [shape=box];"]
    for state, label in enumerate(hmm.states):
        observed = [_weighted(hmm.observations[at], weight) for at, weight in hmm.emissions[state]]
        lines.append(f"  s{state} [label={_quoted(chr(10).join([label, *observed]))}];")
    starts = [("start", hmm.start)] if hmm.rival is None else [("left", hmm.start), ("right", hmm.rival)]
    for origin, row in starts:
        lines.append(f"  {origin} [shape=plaintext];")
        lines += _edges(origin, row)
    for state, row in enumerate(hmm.transitions):
        lines += _edges(f"s{state}", row)
    return "\n".join([*lines, "}"]) + "\n"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _weighted(text: str, weight: Number) -> str:
    """A thing with its probability; certain things alone."""
    return text if weight == 1 else f"{text} ({number_text(weight)})"


def _paragraph(head: str, items: Iterable[str], indent: str) -> list[str]:
    """`head item, item, ...`, wrapped between items."""
    lines = [indent + head]
    for item in items:
        first = lines[-1] == indent + head
        joined = f"{lines[-1]} {item}" if first else f"{lines[-1]}, {item}"
        if len(joined) <= WIDTH - 1 or first:
            lines[-1] = joined
        else:
            lines[-1] += ","
            lines.append(f"{indent}    {item}")
    return lines


def _pairs(row: Row) -> list[list[int | str]]:
    return [[at, number_text(weight)] for at, weight in row]


def _edges(origin: str, row: Row) -> list[str]:
    return [f"  {origin} -> s{target} [label={_quoted(number_text(weight))}];" for target, weight in row]


def _quoted(text: str) -> str:
    """A DOT string: backslashes and quotes escaped, line breaks as \\n."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
