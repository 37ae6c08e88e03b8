"""A pair, a factor c and an observation length -> a query in SMT-LIB 2: is there a word with left > c * right?

The query is linear in everything the solver must find besides the unknowns of a prior. A word is a path of at
most so many letters through the pair's graph, one Boolean for each letter that may be taken at a step. The
two forward vectors are real variables, each defined as a sum over the letters that lead there:

    a[t+1, v', s'] = sum over letters x from v to v' of ite(x, sum over s of A_x[s, s'] * a[t, v, s], 0)

Weights are written as exact quotients of integers; c and the unknowns' bounds too. No float is ever written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flint import fmpq

from faier.engines.domain import Domain
from faier.exact import Number, Symbolic, numerator_denominator
from faier.hmm.model import Edge, Letter, Node, Pair, TellLetter
from faier.limits import LimitReached

# Letters of one word, and Booleans of one query, beyond which no query is written.
MAXIMAL_LETTERS = 2_000
MAXIMAL_CHOICES = 200_000


@dataclass(frozen=True)
class Query:
    """`text` ends before (check-sat). `choices` tells which letter each Boolean takes, in order of steps."""

    text: str
    choices: Mapping[str, tuple[int, Letter]]  # name -> (step, letter)
    unknowns: tuple[str, ...]  # the names declared for the unknowns, in the domain's order
    letters: int


@dataclass(frozen=True)
class _Vertex:
    """A node of the pair after `step` letters, of which `shown` were tells."""

    step: int
    node: int
    shown: int

    def name(self, prefix: str) -> str:
        return f"{prefix}_{self.step}_{self.node}_{self.shown}"


def encode(pair: Pair, domain: Domain, c: fmpq, length: int) -> Query:
    """The query for all words that show at most `length` values. Weights may hold unknowns of the domain, as
    functions of the unit variables; other symbols in them are not allowed."""
    layers = _layers(pair, length)
    lines = ["(set-logic QF_NRA)" if domain.variables else "(set-logic QF_LRA)"]
    for at, variable in enumerate(domain.variables):
        less = "<" if variable.open else "<="
        lines += [f"(declare-const u_{at} Real)", f"(assert (and ({less} 0.0 u_{at}) ({less} u_{at} 1.0)))"]
    names = {variable.name: f"u_{at}" for at, variable in enumerate(domain.variables)}
    writer = _Writer(pair, names, lines)
    writer.write(layers)
    writer.compare(layers, c)
    return Query("\n".join(lines) + "\n", writer.choices, tuple(names.values()), len(layers) - 1)


def rational_text(value: fmpq) -> str:
    """The rational in SMT-LIB 2."""
    size = f"{abs(int(value.p))}.0" if value.q == 1 else f"(/ {abs(int(value.p))}.0 {int(value.q)}.0)"
    return size if value >= 0 else f"(- {size})"


def number_text(number: Number, names: Mapping[str, str]) -> str:
    """A rational function of unknowns in SMT-LIB 2."""
    if not isinstance(number, Symbolic):
        return rational_text(number)
    above, below = numerator_denominator(number)
    if below != 1:
        return f"(/ {_polynomial_text(above, names)} {_polynomial_text(below, names)})"
    return _polynomial_text(above, names)


def _polynomial_text(number: Number, names: Mapping[str, str]) -> str:
    if not isinstance(number, Symbolic):
        return rational_text(number)
    members = number.ring.members
    terms = []
    for exponents, value in number.numerator.terms():
        factors = [rational_text(value)]
        for (generator, _), exponent in zip(members, exponents, strict=True):
            if exponent:
                name = names.get(getattr(generator, "name", ""))
                if name is None:
                    raise ValueError("the weight holds a number that no solver of real arithmetic knows")
                factors += [name] * int(exponent)
        terms.append(factors[0] if len(factors) == 1 else f"(* {' '.join(factors)})")
    return terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})"


def _layers(pair: Pair, length: int) -> list[list[_Vertex]]:
    """The vertices of every step, from the start on."""
    layers = [[_Vertex(0, pair.start, 0)]]
    total = 0
    while layers[-1]:
        following: dict[_Vertex, None] = {}
        for vertex in layers[-1]:
            for edge in pair.nodes[vertex.node].edges:
                after = _after(vertex, edge)
                if after.shown <= length:
                    following[after] = None
                    total += 1
        if total > MAXIMAL_CHOICES or len(layers) > MAXIMAL_LETTERS:
            raise LimitReached("query", f"the query would have over {MAXIMAL_CHOICES:,} choices")
        layers.append(list(following))
    return layers[:-1]


def _after(vertex: _Vertex, edge: Edge) -> _Vertex:
    return _Vertex(vertex.step + 1, edge.target, vertex.shown + isinstance(edge.letter, TellLetter))


class _Writer:
    """The lines of a query as they are written."""

    def __init__(self, pair: Pair, names: Mapping[str, str], lines: list[str]) -> None:
        self.pair = pair
        self.names = names
        self.lines = lines
        self.choices: dict[str, tuple[int, Letter]] = {}

    def write(self, layers: list[list[_Vertex]]) -> None:
        start = layers[0][0]
        self.lines.append(f"(define-fun {start.name('at')} () Bool true)")
        for side, row in (("a", self.pair.left), ("b", self.pair.right)):
            given = dict(row)
            for state in range(self._size(start, side)):
                value = number_text(given.get(state, fmpq(0)), self.names)
                self.lines.append(f"(define-fun {start.name(side)}_{state} () Real {value})")
        for here, following in zip(layers, [*layers[1:], []], strict=True):
            self._step(here, {vertex: [] for vertex in following})

    def compare(self, layers: list[list[_Vertex]], c: fmpq) -> None:
        """left * right_mass > c * right * left_mass at the vertex where the word stops."""
        sums = []
        for side, mass in (("a", self.pair.right_mass), ("b", self.pair.left_mass)):
            parts = []
            for layer in layers:
                for vertex in layer:
                    node = self.pair.nodes[vertex.node]
                    finals = node.left_final if side == "a" else node.right_final
                    value = self._combination(vertex, side, dict(enumerate(finals)))
                    if value != "0.0":
                        parts.append(f"(ite {vertex.name('stop')} {value} 0.0)")
            self.lines.append(f"(declare-const {side}_total Real)")
            self.lines.append(f"(assert (= {side}_total {_sum(parts)}))")
            sums.append(f"(* {number_text(mass, self.names)} {side}_total)")
        self.lines.append(f"(assert (> {sums[0]} (* {rational_text(c)} {sums[1]})))")

    def _step(self, here: list[_Vertex], arriving: dict[_Vertex, list[tuple[str, _Vertex, Edge]]]) -> None:
        for vertex in here:
            options = [vertex.name("stop")]
            for number, edge in enumerate(self.pair.nodes[vertex.node].edges):
                after = _after(vertex, edge)
                if after in arriving:
                    choice = f"{vertex.name('x')}_{number}"
                    self.choices[choice] = (vertex.step, edge.letter)
                    arriving[after].append((choice, vertex, edge))
                    options.append(choice)
            self.lines += [f"(declare-const {option} Bool)" for option in options]
            self.lines.append(f"(assert (= {vertex.name('at')} {_any(options)}))")
            self.lines += [
                f"(assert (not (and {one} {other})))" for at, one in enumerate(options) for other in options[at + 1 :]
            ]
        for after, incoming in arriving.items():
            self.lines.append(f"(define-fun {after.name('at')} () Bool {_any([choice for choice, _, _ in incoming])})")
            for side in ("a", "b"):
                self._vector(after, side, incoming)

    def _vector(self, after: _Vertex, side: str, incoming: list[tuple[str, _Vertex, Edge]]) -> None:
        for state in range(self._size(after, side)):
            parts = []
            for choice, vertex, edge in incoming:
                matrix = edge.left if side == "a" else edge.right
                weights = {
                    source: weight for source, row in enumerate(matrix) for target, weight in row if target == state
                }
                value = self._combination(vertex, side, weights)
                if value != "0.0":
                    parts.append(f"(ite {choice} {value} 0.0)")
            name = f"{after.name(side)}_{state}"
            self.lines += [f"(declare-const {name} Real)", f"(assert (= {name} {_sum(parts)}))"]

    def _combination(self, vertex: _Vertex, side: str, weights: Mapping[int, Number]) -> str:
        parts = []
        for state, weight in weights.items():
            if weight != 0:
                name = f"{vertex.name(side)}_{state}"
                parts.append(name if weight == 1 else f"(* {number_text(weight, self.names)} {name})")
        return _sum(parts)

    def _size(self, vertex: _Vertex, side: str) -> int:
        node: Node = self.pair.nodes[vertex.node]
        return len(node.left_final if side == "a" else node.right_final)


def _sum(parts: list[str]) -> str:
    return "0.0" if not parts else parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"


def _any(options: list[str]) -> str:
    return options[0] if len(options) == 1 else f"(or {' '.join(options)})"
