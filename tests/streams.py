"""Random streaming mechanisms with priors or relations, as texts, and words that attack what is proved about them.

Everything follows from the seed. Weights are evaluated in integers: no code of the engines is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from random import Random

from flint import fmpq

from faier.hmm.model import Edge, Letter, Pair
from faier.semantics.process import Row

HEAD = """from faier import (
    Bool, Int, Stream, assume, categorical, clamp, each, edges, flip, geometric, log, mechanism, one, prior, private,
    secret, total, uniform
)


"""

CHANCES = ("1 / 2", "1 / 3", "1 / 4", "3 / 4", "1 / 10", "2 / 5")


def stream_text(seed: int) -> str:
    """A mechanism that reads a stream, with one claim about it."""
    draw = Random(seed)
    top = draw.choice((1, 1, 2))
    if draw.random() < 0.55:
        belief, about = _prior(draw, top), "prior=chain"
    else:
        relations = ("each(1)", "one()", "one(1)", "total(1)", "total(2)", f"edges((0, {top}))")
        belief, about = "", f"neighbors={draw.choice(relations)}"
    return f"{HEAD}{belief}@private(epsilon=1, {about})\n{_mechanism(draw, top)}"


def _prior(draw: Random, top: int) -> str:
    """A Markov chain whose secret is its first state, a later one, or one that is chosen on the way."""
    lines = ["@prior", "def chain():", f"    state = {_categorical(draw, top)}"]
    steps: list[str] = []
    for value in range(top):
        keyword = "if" if value == 0 else "elif"
        steps += [f"{keyword} state == {value}:", f"    after = {_categorical(draw, top)}"]
    steps += ["else:", f"    after = {_categorical(draw, top)}", "state = after"]
    secret = draw.choice(("state", "state == 0", "state"))
    kind = draw.choice(("first", "first", "later", "sometime"))
    record = draw.choice(("state", "state", f"state if flip({draw.choice(CHANCES)}) else {draw.randint(0, top)}"))
    if draw.random() < 0.2:
        lines.append(f"    assume(state != {top} or flip({draw.choice(CHANCES)}))")
    if kind == "first":
        lines.append(f"    secret({secret})")
    elif kind == "later":
        lines += [f"    for _ in range({draw.randint(1, 3)}):", f"        yield {record}"]
        lines += ["        " + line for line in steps] + [f"    secret({secret})"]
    else:
        lines.append("    told = False")
    loop = draw.choice(("while True:", "while True:", f"while flip({draw.choice(CHANCES)}):", "for _ in range(4):"))
    if kind == "sometime":
        loop = "while True:"
    lines.append("    " + loop)
    if kind == "sometime":
        lines += [f"        if not told and flip({draw.choice(CHANCES)}):"]
        lines += [f"            secret({secret})", "            told = True"]
    lines.append(f"        yield {record}")
    return "\n".join(lines + ["        " + line for line in steps]) + "\n\n\n"


def _categorical(draw: Random, top: int) -> str:
    weights = [draw.choice((0, 1, 1, 2, 3, 5)) for _ in range(top + 1)]
    if not any(weights):
        weights[0] = 1
    return f"categorical({', '.join(map(str, weights))})"


def _mechanism(draw: Random, top: int) -> str:
    p, q, a = (draw.choice(CHANCES) for _ in range(3))
    size = top + 1
    begin = draw.choice(("0", f"uniform(0, {top})", f"clamp({draw.randint(0, top)} + geometric({a}), 0, {top})"))
    seen = draw.choice(
        (
            f"x if flip({p}) else uniform(0, {top})",
            f"x if flip({p}) else uniform(0, {top})",
            f"clamp(x + geometric({a}), 0, {top})",
            f"clamp(x + geometric({a}), 0, {top}) >= level",
            f"clamp(x + geometric({a}), 0, {top}) >= level",
            f"(x + level) % {size}",
            f"(x == level) if flip({p}) else flip({q})",
            f"level if flip({p}) else {draw.randint(0, top)}",
            "x >= level",
        )
    )
    update = draw.choice(
        ("", "", "", "level = x", f"level = x if flip({q}) else level", f"level = (level + x) % {size}")
    )
    shows = draw.choice(("", "", "", f"if flip({q}):", "if x >= 1:"))
    ending = draw.choice(("", "", "", f"if flip({q}): return", f"if level == {top}: return", "if seen: return"))
    lines = ["@mechanism", f"def watched(records: Stream[Int[0, {top}]]):", f"    level = {begin}"]
    lines += ["    for x in records:", f"        seen = {seen}"]
    lines += [f"        {shows}", "            yield seen"] if shows else ["        yield seen"]
    for line in (update, ending):
        if ": " in line:
            condition, action = line.split(": ")
            lines += [f"        {condition}:", f"            {action}"]
        elif line:
            lines.append(f"        {line}")
    return "\n".join(lines) + "\n"


Vector = dict[int, int]
Table = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True)
class Attack:
    """A pair in integers: each matrix is multiplied by a common denominator, the same on both sides, so a word's two
    weights are known up to one factor."""

    pair: Pair

    @cached_property
    def tables(self) -> dict[tuple[int, int], tuple[Table, Table]]:
        return {
            (place, number): _whole(edge)
            for place, node in enumerate(self.pair.nodes)
            for number, edge in enumerate(node.edges)
        }

    @cached_property
    def ends(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        found = []
        for node in self.pair.nodes:
            scale = lcm(*(int(weight.q) for weight in (*node.left_final, *node.right_final)))
            found.append(
                (
                    tuple(int((weight * scale).p) for weight in node.left_final),
                    tuple(int((weight * scale).p) for weight in node.right_final),
                )
            )
        return tuple(found)

    def words(self, seed: int, count: int, length: int) -> Iterator[tuple[tuple[Letter, ...], int, int]]:
        """Random words and all their beginnings, with both weights: letters at random, or such as favour the left, or
        the same ones again and again."""
        draw = Random(seed)
        for _ in range(count):
            yield from self._word(draw, length)

    def _word(self, draw: Random, length: int) -> Iterator[tuple[tuple[Letter, ...], int, int]]:
        pair = self.pair
        scale = lcm(*(int(weight.q) for _, weight in (*pair.left, *pair.right)))
        left, right = ({s: int((w * scale).p) for s, w in row} for row in (pair.left, pair.right))
        place, word = pair.start, ()
        greed, habit = draw.choice((0.0, 0.6, 0.95, 1.0)), draw.choice((0.0, 0.0, 0.9))
        taken: dict[int, int] = {}
        for _ in range(length):
            ends = self.ends[place]
            yield word, _dot(left, ends[0]), _dot(right, ends[1])
            options = []
            for number, edge in enumerate(pair.nodes[place].edges):
                tables = self.tables[place, number]
                after = _moved(left, tables[0])
                if after:
                    options.append((number, edge, after, _moved(right, tables[1])))
            if not options:
                return
            chosen = draw.choice(options)
            if draw.random() < habit and place in taken:
                chosen = next((each for each in options if each[0] == taken[place]), chosen)
            elif draw.random() < greed:
                chosen = max(options, key=lambda each: _ratio(each, self.ends[each[1].target], draw))
            taken[place] = chosen[0]
            word, place, left, right = (*word, chosen[1].letter), chosen[1].target, chosen[2], chosen[3]


def exceeded(pair: Pair, factor: fmpq, seed: int, count: int, length: int) -> tuple[int, tuple[Letter, ...] | None]:
    """How many words were weighed, and one whose factor is greater, if there is one."""
    allowed = factor * pair.left_mass / pair.right_mass
    top, bottom = int(allowed.p), int(allowed.q)
    tried = 0
    for word, left, right in Attack(pair).words(seed, count, length):
        tried += 1
        if left * bottom > top * right:
            return tried, word
    return tried, None


def _whole(edge: Edge) -> tuple[Table, Table]:
    rows = (*edge.left, *edge.right)
    scale = lcm(*(int(weight.q) for row in rows for _, weight in row))

    def table(rows: tuple[Row, ...]) -> Table:
        return tuple(tuple((target, int((weight * scale).p)) for target, weight in row) for row in rows)

    return table(edge.left), table(edge.right)


def _moved(vector: Vector, table: Table) -> Vector:
    after: Vector = {}
    for state, weight in vector.items():
        for target, chance in table[state]:
            after[target] = after.get(target, 0) + weight * chance
    return after


def _dot(vector: Vector, column: tuple[int, ...]) -> int:
    return sum(weight * column[state] for state, weight in vector.items())


def _ratio(
    option: tuple[int, Edge, Vector, Vector], ends: tuple[tuple[int, ...], tuple[int, ...]], draw: Random
) -> tuple[float, float]:
    """How much the letter favours the left so far."""
    left, right = _dot(option[2], ends[0]), _dot(option[3], ends[1])
    if right == 0:
        return (float("inf") if left else 0.0), draw.random()
    return min((left << 40) // right, 10**300) / 2**40, draw.random()
