"""Words with constant weights, and a factor c -> a query in SMT-LIB 2: is there a word with left > c * right?

A word is a path, one Boolean for each step. Every vertex has its weights, one real for each state and side: how
much the rest of the word weighs from there. Going backward from the end they are linear, for the step taken:

    step => a[v, s] = sum over s' of A_step[s, s'] * a[v', s']        (and the same for b with B)

What these are at least and at most, whatever the word, is asserted as well: it is implied, and lets a solver give
up a wrong beginning early. Weights and c are written as exact quotients of integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from flint import fmpq

from faier.engines.smt.text import any_of, product, rational, total
from faier.engines.smt.words import Matrix, Step, Vertex, Words
from faier.exact import Number
from faier.hmm.hidden import letter_text
from faier.hmm.model import Letter
from faier.semantics.process import Row

# Pairs of steps of one vertex, of which at most one is taken, up to which that is said pair by pair. A solver may
# take two steps where this is not said: then both are words.
EXCLUSIONS = 5_000


@dataclass(frozen=True)
class Query:
    """`text` ends before (check-sat); `wanted` are the constants whose values make the model."""

    text: str
    wanted: tuple[str, ...]


def encode(words: Words, c: fmpq | None) -> Query:
    """The query for all of the words; c is None for infinity: left > 0 and right = 0."""
    lines = ["(set-logic QF_LRA)"]
    chosen = {
        _name(at, number): step for at, vertex in enumerate(words.vertices) for number, step in enumerate(vertex.steps)
    }
    lines += [f"(declare-const {name} Bool) ; {_comment(step)}" for name, step in chosen.items()]
    lines += _path(words)
    vectors = _Vectors(words)
    for at in reversed(range(len(words.vertices) - 1)):
        vectors.define(at, lines)
    left, right = vectors.value(words.left, 0, "a"), vectors.value(words.right, 0, "b")
    if c is None:
        lines += [f"(assert (> {left} 0.0))", f"(assert (= {right} 0.0))"]
    else:
        lines.append(f"(assert (> {left} {product([rational(c), right])}))")
    return Query("\n".join(lines) + "\n", tuple(chosen))


def word_of(words: Words, truths: frozenset[str]) -> tuple[Letter, ...] | None:
    """The word that a model takes; None if the model takes none."""
    letters: list[Letter] = []
    at = 0
    while words.vertices[at].steps:
        steps = enumerate(words.vertices[at].steps)
        step = next((step for number, step in steps if _name(at, number) in truths), None)
        if step is None:
            return None
        letters += step.letters
        at = step.target
    return tuple(letters)


def _name(vertex: int, step: int) -> str:
    return f"x_{vertex}_{step}"


def _comment(step: Step) -> str:
    """What the step reads, left first, and what it shows; on one line."""
    return ascii(", ".join(map(letter_text, step.letters)) or "stop")[1:-1]


def _path(words: Words) -> list[str]:
    """Steps lead to a vertex from which one is taken, until the last vertex; of two, only one is taken."""
    lines = []
    for at, vertex in enumerate(words.vertices[:-1]):
        names = [_name(at, number) for number in range(len(vertex.steps))]
        if at == 0:
            lines.append(f"(assert {any_of(names)})")
        for name, step in zip(names, vertex.steps, strict=True):
            if step.target < len(words.vertices) - 1:
                following = [_name(step.target, number) for number in range(len(words.vertices[step.target].steps))]
                lines.append(f"(assert (=> {name} {any_of(following)}))")
        if len(names) * (len(names) - 1) // 2 <= EXCLUSIONS:
            lines += [f"(assert (or (not {one}) (not {other})))" for one, other in combinations(names, 2)]
    return lines


_Ends: TypeAlias = tuple[fmpq, fmpq]


class _Vectors:
    """The weights of the rest of the word, from every vertex, and between which rationals each one lies."""

    def __init__(self, words: Words) -> None:
        last = len(words.vertices) - 1
        self.words = words
        self.ends: dict[tuple[str, int], tuple[_Ends, ...]] = {
            ("a", last): ((fmpq(1), fmpq(1)),),
            ("b", last): ((fmpq(1), fmpq(1)),),
        }

    def define(self, at: int, lines: list[str]) -> None:
        vertex = self.words.vertices[at]
        for side, size in (("a", vertex.left), ("b", vertex.right)):
            ends = tuple(self._between(vertex, side, state) for state in range(size))
            self.ends[side, at] = ends
            for state, (low, high) in enumerate(ends):
                name = f"{side}_{at}_{state}"
                lines.append(f"(declare-const {name} Real)")
                for number, step in enumerate(vertex.steps):
                    value = self.value(_matrix(step, side)[state], step.target, side)
                    lines.append(f"(assert (=> {_name(at, number)} (= {name} {value})))")
                lines.append(f"(assert (<= {rational(low)} {name} {rational(high)}))")

    def value(self, row: Row, at: int, side: str) -> str:
        if at == len(self.words.vertices) - 1:
            return rational(sum((_constant(weight) for _, weight in row), fmpq(0)))
        parts = []
        for state, weight in row:
            name = f"{side}_{at}_{state}"
            parts.append(name if weight == 1 else product([rational(_constant(weight)), name]))
        return total(parts)

    def _between(self, vertex: Vertex, side: str, state: int) -> _Ends:
        found = []
        for step in vertex.steps:
            following = self.ends[side, step.target]
            row = [(_constant(weight), following[target]) for target, weight in _matrix(step, side)[state]]
            low = sum((weight * ends[0] for weight, ends in row), fmpq(0))
            high = sum((weight * ends[1] for weight, ends in row), fmpq(0))
            found.append((low, high))
        return min(low for low, _ in found), max(high for _, high in found)


def _matrix(step: Step, side: str) -> Matrix:
    return step.left if side == "a" else step.right


def _constant(weight: Number) -> fmpq:
    if not isinstance(weight, fmpq):
        raise ValueError("the weight is not rational")
    return weight
