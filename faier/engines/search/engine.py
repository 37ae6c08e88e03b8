"""The tight factor of a pair, exactly: a search over all words that keeps only the vectors that can matter.

Going backward from its end, a word is a pair of vectors over the states of a node: its weight from each left
state and from each right state. `dominance` says which may be forgotten. Where the pair's graph has no cycle all
words are searched in one pass; otherwise by the number of values they show, until the length asked for, or
until nothing new appears: then words of every length are covered.

When a limit is hit, what is missing is bounded from above (`bound`), and some word is found in any case
(`forward`): the answer is an interval, together with the exact factors of the shorter words.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cmp_to_key

from faier.engines.search.beliefs import by_beliefs
from faier.engines.search.bound import Make, by_partner, by_support, exact_sweeps, promising, sweep
from faier.engines.search.dominance import Effort, Purse
from faier.engines.search.forward import favourable, one_sided
from faier.engines.search.graph import plan
from faier.engines.search.layers import advance
from faier.engines.search.meeting import meet
from faier.engines.search.rounds import settled
from faier.engines.search.state import Ground, Progress
from faier.engines.search.vectors import arithmetic_of
from faier.engines.words import Best, Edges, Exceeds, better, empty, letters, word_weights
from faier.exact import Number, compare
from faier.hmm.model import Letter, Pair, TellLetter
from faier.limits import NO_MEMORY, LimitReached, Limits

# The share of the time, and the most seconds, that are kept for bounds in case that the search does not end.
_SPARE, _SECONDS = 0.3, 10.0

# Steps of linear programs that are free; more must be earned (`layers`).
_CREDIT = 10_000_000

# In a pair with so many edges it is tried for so many steps to find a word that is impossible on the right.
_MANY, _STEPS = 500, 20_000

# In a pair whose matrices have so many rows words are first weighed by the beliefs that they leave.
_LARGE = 5_000

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
    values with `counting`; else all words are searched at once, and the curve is their factor alone.
    """

    lower: Number | None
    upper: Number | None
    word: tuple[Letter, ...]
    left: Number
    right: Number
    length: int | None
    all: bool
    curve: tuple[Number | None, ...]
    counting: bool
    limit: LimitReached | None
    statistics: Statistics


def tightest(
    pair: Pair,
    length: int | None,
    limits: Limits,
    enough: Exceeds | None = None,
    conic: bool = True,
    width: int = 20_000,
    start: Edges = (),
) -> SearchResult:
    """The greatest factor of words that show at most `length` values (None: of all words; where they have no
    end, only `limits` may stop that). Masses must be positive.

    Stops early at a word whose factor is infinite, or `enough`. Without `conic` only single vectors
    cover others. `width`: the most vectors kept at one node. `start` is a word to go on from.
    """
    arithmetic, graph = arithmetic_of(pair), plan(pair, length)
    whole, limits = limits, _sparing(limits)
    ground = Ground(pair, graph, arithmetic, Effort(arithmetic, conic, limits, Purse(_CREDIT)), limits, width)
    progress = Progress([()] * len(pair.nodes))
    best, limit = _better(pair, empty(pair), start), None
    if not graph.counting and sum(len(node.edges) for node in pair.nodes) > _MANY:
        best = _impossible(pair, length, _STEPS, best)
    curve: list[Number | None] = []
    done = stopped = False
    glimpse: _Glimpse | None = None
    large = sum(len(edge.left) + len(edge.right) for node in pair.nodes for edge in node.edges) > _LARGE
    found = best if best.right == 0 else by_beliefs(pair, graph, limits) if large else None
    if found is not None:
        best = found
        curve.append(best.factor(pair))
        done = True
    while not (done or stopped or limit):
        progress.before = [*progress.kept]
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
        except (LimitReached, MemoryError) as reached:
            limit = reached if isinstance(reached, LimitReached) else LimitReached("memory", NO_MEMORY)
            limit = limit.told(_searching(pair, len(curve), length))
            best = better(pair, best, progress.kept[pair.start])
            break
        done = best.right == 0 or not graph.counting or not more
        stopped = len(curve) - 1 == length or (enough is not None and best.exceeds(pair, enough))
    if limit is not None:
        best, upper = _bounds(ground, progress, best, len(curve), length, whole, glimpse)
    else:
        upper = curve[-1] if done or len(curve) - 1 == length else None
    left, right = word_weights(pair, best.edges)
    word = letters(pair, best.edges)
    reach = graph.longest if done and not graph.counting else len(curve) - 1 if curve else None
    if limit is not None and best.right == 0:
        reach = max(reach or 0, sum(isinstance(letter, TellLetter) for letter in word))
    return SearchResult(
        lower=best.factor(pair),
        upper=upper,
        word=word,
        left=left,
        right=right,
        length=reach,
        all=done or best.right == 0,
        curve=tuple(curve),
        counting=graph.counting,
        limit=limit,
        statistics=_statistics(progress, len(curve)),
    )


def _better(pair: Pair, best: Best, start: Edges) -> Best:
    """The word to go on from, if it is better."""
    left, right = word_weights(pair, start)
    return Best(start, None, left, right) if start and best.beaten(left, right) else best


def _searching(pair: Pair, steps: int, length: int | None) -> str:
    """What was going on when a limit was reached."""
    most = "" if length is None else f" of {length}"
    return f"while outputs were searched, at step {steps}{most} on a pair of {len(pair.nodes):,} states"


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
    covers = sweep(ground, progress, layer, length, ground.limits, by_partner)
    words = None if covers is None else sweep(ground, progress, layer, length, ground.limits, promising)
    if covers is None or words is None:
        return nothing
    pair, factors, meets, first = ground.pair, list[Number | None](), True, best
    upper: Number | None = None
    for above, below in zip(covers, words, strict=True):
        best = better(pair, best, below)
        most = better(pair, best, above)
        meets = meets and best.right != 0 and most is best
        upper = most.factor(pair)
        factors.append(best.factor(pair))
    return _Glimpse(best, upper, tuple(factors)) if meets else _in_rounds(ground, progress, first, layer, length, upper)


def _in_rounds(
    ground: Ground, progress: Progress, best: Best, layer: int, length: int | None, upper: Number | None
) -> _Glimpse:
    """For each layer to come whether anything exceeds the best word, until nothing does."""
    factors: list[Number | None] = []
    for last in range(layer, (length or 0) + 1):
        found = settled(ground, progress, best, layer, last, ground.limits)
        if found is None:
            return _Glimpse(best, upper, None)
        best = found
        factors.append(best.factor(ground.pair))
    return _Glimpse(best, upper, tuple(factors))


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
    ways: list[tuple[Make, bool]] = [(by_support, False)]
    if exact_sweeps(ground):
        ways = [(promising, True), (by_partner, False), *ways]
    best = _impossible(pair, length, _STEPS * 10, best)
    best = favourable(ground, length, _within(limits, len(ways) + 2), best)
    exact = settled(ground, progress, best, layer, length, _within(limits, len(ways) + 1))
    if exact is not None:
        return exact, exact.factor(pair)
    for left, (make, words) in zip(range(len(ways), 0, -1), ways, strict=True):
        if best.right == 0:
            break
        layers = sweep(ground, progress, layer, length, _within(limits, left), make)
        if layers and words:
            best = better(pair, best, layers[-1])
        elif layers:
            factor = better(pair, best, layers[-1]).factor(pair)
            bounds += [] if factor is None else [factor]
    return best, None if best.right == 0 else min(bounds, key=cmp_to_key(compare), default=None)


def _impossible(pair: Pair, length: int | None, steps: int, best: Best) -> Best:
    """A word that is impossible on the right, if one is found in so many steps, or what was best before."""
    if best.right == 0:
        return best
    edges = one_sided(pair, length, steps)
    return best if edges is None else Best(edges, None, *word_weights(pair, edges))


def _within(limits: Limits, count: int) -> Limits:
    """One of so many equal shares of the time that is left; memory that was kept for this may be taken."""
    return Limits(limits.share(1 / count).deadline)


def _statistics(progress: Progress, layers: int) -> Statistics:
    return Statistics(progress.vectors, progress.peak, progress.candidates, layers, progress.programs)
