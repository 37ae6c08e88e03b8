"""Rule "growth": words whose ratio exceeds every bound, so that no epsilon is enough.

The words are prefix, cycle n times, suffix. With A, B the weights of one turn of the cycle and f, h what the suffix
weighs from each spot on either side: x >= 0 with A x >= a x and x <= f makes the left weight at least (prefix x) a^n.
And y >= 0 with B y <= b y and y >= h, wherever the
right side can be, makes the right weight at most (prefix y) b^n. With a > b > 0 and prefix x > 0 the
ratio grows without end.
"""

from __future__ import annotations

from fractions import Fraction

from .compared import Compared
from .document import Fields, count
from .forms import ONE, ZERO, Number, multiplied, total
from .graph import Edge, Row, moved
from .outcome import Budget, Hole, Invalid
from .series import sign
from .values import fraction_of

Vector = tuple[Number, ...]


def growth(words: Compared, evidence: Fields, budget: Budget) -> None:
    """`prefix`, `cycle` and `suffix` are numbers of edges, `ended` says that the word ends after them; `low` is x,
    `high` is y, and `rates` are a and b."""
    numbers = [_numbers(evidence.items(name)) for name in ("prefix", "cycle", "suffix")]
    ended = evidence.truth("ended")
    low, high, rates = (_vector(evidence.items(name)) for name in ("low", "high", "rates"))
    evidence.finish()
    if not words.proper:
        raise Hole("growth under a relation of which several parts want a difference")
    here, prefix = _path(words, 0, numbers[0])
    back, cycle = _path(words, here, numbers[1])
    last, suffix = _path(words, here, numbers[2])
    if back != here or not cycle:
        raise Invalid("the cycle does not come back to where it starts")
    if len(rates) != 2 or not rates[0] > rates[1] > 0:
        raise Invalid("the rate of the left side is not the greater one")
    for side, (start, vector, rate) in enumerate(zip(words.start, (low, high), rates, strict=True)):
        if sign(_total(_moved(start, prefix, side, budget), vector, here, words, side)) <= 0:
            raise Invalid("the prefix is impossible, or leads to where nothing is known")
        seen = _seen(words, last, suffix, side, ended, budget)
        after = _earlier(vector, cycle, side, budget)
        for spot in _possible(_moved(start, prefix, side, budget), cycle, budget) if side else range(len(vector)):
            one, other, then = vector[spot], seen[spot], after[spot]
            signs = sign(one - other), sign(rate * one - then)
            if min(signs) < 0 if side else max(signs) > 0:
                raise Invalid("a turn of the cycle does not do what its rate says")


def _path(words: Compared, place: int, numbers: list[int]) -> tuple[int, list[Edge]]:
    edges = []
    for number in numbers:
        here = words.graph.nodes[place].edges
        if number >= len(here):
            raise Invalid("a word takes an edge that is not there")
        edges.append(here[number])
        place = here[number].target
    return place, edges


def _moved(row: Row, edges: list[Edge], side: int, budget: Budget) -> Row:
    for edge in edges:
        budget.spend(1 + len(row))
        row = moved(row, edge.right if side else edge.left)
    return row


def _possible(row: Row, cycle: list[Edge], budget: Budget) -> set[int]:
    """The spots where the right side may be after any number of turns."""
    found = {spot for spot, weight in row.items() if weight}
    waiting = list(found)
    while waiting:
        onward = {spot for spot, weight in _moved({waiting.pop(): ONE}, cycle, 1, budget).items() if weight}
        waiting += onward - found
        found |= onward
    return found


def _earlier(vector: Vector, edges: list[Edge], side: int, budget: Budget) -> Vector:
    """What a vector weighs some edges earlier."""
    for edge in reversed(edges):
        rows = edge.right if side else edge.left
        budget.spend(1 + sum(len(row) for row in rows))
        known = vector
        vector = tuple(total(multiplied(share, known[target]) for target, share in row.items()) for row in rows)
    return vector


def _seen(words: Compared, place: int, suffix: list[Edge], side: int, ended: bool, budget: Budget) -> Vector:
    """The weight of the suffix from each spot."""
    node, finals = words.graph.nodes[place], words.finals[place][side]
    if ended:
        if not node.telling:
            raise Invalid("a word ends where an entry is asked for")
        spots = node.right if side else node.left
        finals = tuple(final if spot.kind == "end" else ZERO for spot, final in zip(spots, finals, strict=True))
    return _earlier(finals, suffix, side, budget)


def _total(row: Row, vector: Vector, place: int, words: Compared, side: int) -> Number:
    node = words.graph.nodes[place]
    if len(vector) != len(node.right if side else node.left):
        raise Invalid("a vector does not fit its node")
    return total(multiplied(weight, vector[spot]) for spot, weight in row.items())


def _numbers(data: list[object]) -> list[int]:
    return [count(item, "an edge") for item in data]


def _vector(data: list[object]) -> tuple[Fraction, ...]:
    found = tuple(fraction_of(item) for item in data)
    if any(item < 0 for item in found):
        raise Invalid("an amount is negative")
    return found
