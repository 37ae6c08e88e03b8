"""The tight factor of a pair, exactly: a search over all words that keeps only the vectors that can matter.

Going backward from its end, a word is a pair of vectors over the states of a node: its weight from each left
state and from each right state. `dominance` says which may be forgotten. Where the pair's graph has no cycle all
words are searched in one pass; otherwise by the number of values they show, until the length asked for, or
until nothing new appears: then words of every length are covered.

Every step is kept as `Evidence`. When a limit is hit, what is missing is bounded from above
(`search_bound`), so the answer is an interval, together with the exact factors of the shorter words.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cmp_to_key

from flint import fmpq

from faier.engines.dominance import Effort
from faier.engines.search_bound import Reduce, by_partner, by_support, exact_sweeps, promising, sweep
from faier.engines.search_evidence import Evidence
from faier.engines.search_graph import plan
from faier.engines.search_ground import Ground, Progress
from faier.engines.search_layers import advance
from faier.engines.search_meeting import meet
from faier.engines.search_vectors import arithmetic_of
from faier.engines.search_words import Best, Exceeds, better, empty, letters, word_weights
from faier.exact import Number, compare
from faier.hmm.model import Letter, Pair
from faier.limits import LimitReached, Limits, seconds

# The share of the time, and the most seconds, that are kept for bounds in case that the search does not end.
_SPARE, _SECONDS = 0.3, 10.0

# From so many vectors at one node on, it is tried once whether simple bounds settle the rest.
_CROWD = 64


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
    whole, limits = limits, _sparing(limits)
    ground = Ground(pair, graph, arithmetic, Effort(arithmetic, conic, limits.expired), limits, width)
    progress = Progress([()] * len(pair.nodes))
    best, limit = empty(pair), None
    curve: list[Number | None] = []
    settled = stopped = False
    glimpse: _Glimpse | None = None
    while not (settled or stopped or limit):
        if progress.peak > _CROWD and glimpse is None:
            glimpse = _glimpse(ground, progress, best, len(curve), length)
            if glimpse.factors is not None:
                best = glimpse.best
                curve += glimpse.factors
                break
        try:
            more = advance(ground, progress, len(curve), length)
            best = meet(ground, progress, better(pair, best, progress.kept[pair.start]))
            curve.append(best.factor(pair))
        except LimitReached as reached:
            limit = reached
            best = better(pair, best, progress.kept[pair.start])
            break
        settled = best.right == 0 or not graph.counting or not more
        stopped = len(curve) - 1 == length or (enough is not None and best.exceeds(pair, enough))
    if limit is not None:
        best, upper = _bounds(ground, progress, best, len(curve), length, whole, glimpse)
    else:
        upper = curve[-1] if settled or len(curve) - 1 == length else None
    left, right = word_weights(pair, best.edges)
    return SearchResult(
        lower=best.factor(pair),
        upper=upper,
        word=letters(pair, best.edges),
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
class _Glimpse:
    """A word, a factor that no word exceeds, and the factor of each layer to come, if words attain the bounds."""

    best: Best
    upper: Number | None
    factors: tuple[Number | None, ...] | None


def _glimpse(ground: Ground, progress: Progress, best: Best, layer: int, length: int | None) -> _Glimpse:
    """Go on to the last layer with few vectors, once with bounds and once with words."""
    nothing = _Glimpse(best, None, None)
    if not (ground.graph.counting and exact_sweeps(ground)):
        return nothing
    covers = sweep(ground, progress, layer, length, ground.limits, by_partner(ground))
    words = None if covers is None else sweep(ground, progress, layer, length, ground.limits, promising(ground), True)
    if covers is None or words is None:
        return nothing
    pair, factors, meets = ground.pair, list[Number | None](), True
    upper: Number | None = None
    for above, below in zip(covers, words, strict=True):
        best = better(pair, best, below)
        most = better(pair, best, above)
        meets = meets and best.right != 0 and most is best
        upper = most.factor(pair)
        factors.append(best.factor(pair))
    return _Glimpse(best, upper, tuple(factors) if meets else None)


def _sparing(limits: Limits) -> Limits:
    """Limits for the search proper."""
    if limits.deadline is None:
        return limits
    rest = max(limits.deadline - time.monotonic(), 0.0)
    return replace(limits, deadline=limits.deadline - min(_SPARE * rest, _SECONDS))


def _bounds(
    ground: Ground,
    progress: Progress,
    best: Best,
    layer: int,
    length: int | None,
    limits: Limits,
    glimpse: _Glimpse | None,
) -> tuple[Best, Number | None]:
    """A word and an upper bound of the interrupted search, if they can be had in the time that was kept for that."""
    pair = ground.pair
    bounds: list[Number] = []
    if glimpse is not None:
        best = glimpse.best if best.beaten(glimpse.best.left, glimpse.best.right) else best
        bounds += [] if glimpse.upper is None else [glimpse.upper]
    ways: list[tuple[Reduce, bool]] = [(by_support(ground), False)]
    if exact_sweeps(ground):
        ways = [(promising(ground), True), (by_partner(ground), False), *ways]
    for left, (reduce, words) in zip(range(len(ways), 0, -1), ways, strict=True):
        share = None if limits.deadline is None else max(limits.deadline - time.monotonic(), 0.0) / left
        layers = sweep(ground, progress, layer, length, seconds(share), reduce, words)
        if layers and words:
            best = better(pair, best, layers[-1])
        elif layers and best.right != 0:
            factor = better(pair, best, layers[-1]).factor(pair)
            bounds += [] if factor is None else [factor]
    return best, None if best.right == 0 else min(bounds, key=cmp_to_key(compare), default=None)


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
        listed=tuple(sorted(progress.listed)),
    )
