"""The tight factor of a pair, exactly: a search over all words that keeps only the vectors that can matter.

Going backward from its end, a word is a pair of vectors over the states of a node: its weight from each left
state and from each right state. `dominance` says which may be forgotten. Where the pair's graph has no cycle all
words are searched in one pass; otherwise by the number of values they show, until the length asked for, or
until nothing new appears: then words of every length are covered.

Every step is kept as `Evidence`. When a limit is hit, what is missing is bounded from above
(`search_bound`), so the answer is an interval, together with the exact factors of the shorter words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from flint import fmpq

from faier.engines.dominance import Effort
from faier.engines.search_bound import bounding
from faier.engines.search_evidence import Evidence
from faier.engines.search_graph import plan
from faier.engines.search_layers import Ground, Progress, advance
from faier.engines.search_vectors import Vector, arithmetic_of, weighed
from faier.exact import Number, compare
from faier.hmm.model import Letter, Pair, Row
from faier.limits import LimitReached, Limits, seconds

Exceeds = Callable[[Number, Number], bool]
"""Whether left / right exceeds what is claimed, exactly. Both are positive."""

_GRACE = 1.0


@dataclass(frozen=True)
class Statistics:
    vectors: int  # ever kept
    peak: int  # most kept at one node at one time
    candidates: int  # vectors made
    layers: int
    programs: int  # linear programs


@dataclass(frozen=True)
class SearchResult:
    """`word` has the weights `left` and `right` and so the factor `lower` (None: infinite). No word of the
    length asked for exceeds `upper` (None: no finite bound is known, or there is none); it equals `lower`
    unless a limit was hit or the search stopped early.

    Words that show up to `length` values were searched (None: not even those that show nothing); with `all`
    the answer is about words of every length. `curve[k]` is the exact factor of words that show at most k
    values; in a pair without cycles all words are searched at once, and the curve is their factor alone.
    """

    lower: Number | None
    upper: Number | None
    word: tuple[Letter, ...]
    left: Number
    right: Number
    length: int | None
    all: bool
    curve: tuple[Number | None, ...]
    limit: LimitReached | None
    statistics: Statistics
    evidence: Evidence


@dataclass(frozen=True)
class Decision:
    """Whether some word exceeds the claim (None: a limit was hit first)."""

    exceeds: bool | None
    result: SearchResult


def decide(pair: Pair, exceeds: Exceeds, length: int | None, limits: Limits) -> Decision:
    """Is there a word of this length whose factor exceeds the claim? Stops at the first one found."""
    result = tightest(pair, length, limits, exceeds)
    if result.lower is None or exceeds(result.lower, fmpq(1)):
        return Decision(True, result)
    settled = result.upper is not None and not exceeds(result.upper, fmpq(1))
    return Decision(False if settled else None, result)


def tightest(
    pair: Pair,
    length: int | None,
    limits: Limits,
    enough: Exceeds | None = None,
    conic: bool = True,
    width: int = 20_000,
) -> SearchResult:
    """The greatest factor of words that show at most `length` values (None: of all words; where they have no
    end, only `limits` may stop that). Masses must be positive.

    Stops early at a word whose factor is infinite, or `enough`. Without `conic` only single vectors
    cover others. `width`: the most vectors kept at one node.
    """
    arithmetic, graph = arithmetic_of(pair), plan(pair, length)
    ground = Ground(pair, graph, arithmetic, Effort(arithmetic, conic, limits.expired), limits, width)
    progress = Progress([()] * len(pair.nodes))
    best = _Best(None, fmpq(0), fmpq(1))
    curve: list[Number | None] = []
    limit: LimitReached | None = None
    settled = stopped = False
    while not (settled or stopped or limit):
        try:
            more = advance(ground, progress, len(curve), length)
            best = _better(pair, best, progress.kept[pair.start])
            curve.append(best.factor(pair))
        except LimitReached as reached:
            limit = reached
            break
        settled = best.right == 0 or not graph.counting or not more
        stopped = len(curve) - 1 == length or (enough is not None and best.exceeds(pair, enough))
    if limit is not None:
        best = _better(pair, best, progress.kept[pair.start])
        upper = _bound(ground, progress, best, len(curve), length)
    else:
        upper = curve[-1] if settled or len(curve) - 1 == length else None
    edges = _edges(best.vector)
    left, right = _weights(pair, edges)
    return SearchResult(
        lower=best.factor(pair),
        upper=upper,
        word=_letters(pair, edges),
        left=left,
        right=right,
        length=graph.longest if settled and not graph.counting else len(curve) - 1 if curve else None,
        all=settled,
        curve=tuple(curve),
        limit=limit,
        statistics=_statistics(progress, len(curve)),
        evidence=_evidence(ground, progress),
    )


@dataclass(frozen=True)
class _Best:
    """The start vector with the greatest ratio so far; `left` and `right` are its weights up to one scale."""

    vector: Vector | None
    left: Number
    right: Number

    def factor(self, pair: Pair) -> Number | None:
        if self.right == 0:
            return None
        return (self.left * pair.right_mass) / (self.right * pair.left_mass)

    def exceeds(self, pair: Pair, claim: Exceeds) -> bool:
        return bool(self.left) and claim(self.left * pair.right_mass, self.right * pair.left_mass)


def _better(pair: Pair, best: _Best, items: Iterable[Vector]) -> _Best:
    for item in items:
        left = weighed(pair.left, item.shape.left_places, item.shape.left)
        right = weighed(pair.right, item.shape.right_places, item.shape.right)
        if compare(left * best.right, best.left * right) > 0:
            best = _Best(item, left, right)
    return best


def _bound(ground: Ground, progress: Progress, best: _Best, layer: int, length: int | None) -> Number | None:
    """An upper bound of the interrupted search, if it can be had in little time."""
    if best.right == 0:
        return None
    items = bounding(ground, progress, layer, length, seconds(_GRACE))
    return None if items is None else _better(ground.pair, best, items).factor(ground.pair)


def _edges(item: Vector | None) -> list[tuple[int, int]]:
    """The vector's word as edges: (node, number of the edge)."""
    edges = []
    while item is not None and item.edge is not None:
        edges.append((item.node, item.edge))
        item = item.rest
    return edges


def _letters(pair: Pair, edges: Sequence[tuple[int, int]]) -> tuple[Letter, ...]:
    return tuple(pair.nodes[place].edges[number].letter for place, number in edges)


def _weights(pair: Pair, edges: Sequence[tuple[int, int]]) -> tuple[Number, Number]:
    """Both weights of a word, multiplied forward."""
    left, right, place = dict(pair.left), dict(pair.right), pair.start
    for source, number in edges:
        edge = pair.nodes[source].edges[number]
        left, right, place = _onward(left, edge.left), _onward(right, edge.right), edge.target
    end = pair.nodes[place]
    return (
        sum((weight * end.left_final[state] for state, weight in left.items()), fmpq(0)),
        sum((weight * end.right_final[state] for state, weight in right.items()), fmpq(0)),
    )


def _onward(vector: dict[int, Number], rows: tuple[Row, ...]) -> dict[int, Number]:
    after: dict[int, Number] = {}
    for state, weight in vector.items():
        for target, probability in rows[state]:
            after[target] = after.get(target, fmpq(0)) + weight * probability
    return after


def _statistics(progress: Progress, layers: int) -> Statistics:
    return Statistics(len(progress.vectors), progress.peak, progress.candidates, layers, progress.programs)


def _evidence(ground: Ground, progress: Progress) -> Evidence:
    return Evidence(
        counting=ground.graph.counting,
        vectors=tuple(progress.vectors),
        born=tuple(progress.born),
        records=tuple(progress.records),
        retired=tuple(progress.retired),
        left_states=ground.graph.left_states,
        right_states=ground.graph.right_states,
    )
