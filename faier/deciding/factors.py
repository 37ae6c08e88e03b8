"""A subject's comparisons -> the factor of each by itself, or its ends; all by one process, or shared out.

What is found about one comparison depends on no other, so whoever does it, and in whatever order, the same is known.
`by_search.find` makes one finding of it. Shares are numbers alone: a process makes its comparisons from the file again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from faier.deciding.comparison import Comparison, combinations, comparisons
from faier.deciding.question import Question
from faier.deciding.shares import Share
from faier.deciding.store import Store
from faier.deciding.words import word_of
from faier.engines.coupling.acyclic_bounds import Common
from faier.engines.coupling.enclosure import Enclosure, enclosed
from faier.engines.coupling.engine import prove
from faier.engines.search.engine import SearchResult, tightest
from faier.engines.search.graph import plan
from faier.engines.words import Edges
from faier.exact import TooLarge, Undecidable, compare, epsilons, unknowns
from faier.lang.diagnostics import Diagnostic, Rejected
from faier.lang.values import same
from faier.limits import LimitReached, Limits

# A time series that shows so many values is enclosed before it is searched.
LONG = 24

# Seconds after which what is left of a claim is worth the cost of sharing it out.
ALONE = 0.3

# What one of several comparisons may take of the time that is left.
HALF = 0.5

# Shares for each worker where they are combinations of parameters: some take longer than others.
SHARES = 4


class Hopeless(Exception):
    """No search finds the factor, for this reason."""


class Divided(Exception):
    """What is left is worth sharing out. `known` has what was found by then: a `Part` of this module, or of
    `obligation_answers` if the shares are of obligations."""

    def __init__(self, known: object, shares: tuple[Share, ...], begun: float) -> None:
        super().__init__()
        self.known = known
        self.shares = shares
        self.begun = begun


@dataclass(frozen=True)
class Weighed:
    """The factor of a comparison, or where its pair is long the ends of it."""

    comparison: Comparison
    result: SearchResult | Enclosure


@dataclass(frozen=True)
class Ended:
    """Why nothing more is known from `place` on."""

    place: tuple[int, int]
    kind: Literal["limit", "hopeless", "refused"]
    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Part:
    """What is known of some of the comparisons."""

    weighed: tuple[Weighed, ...] = ()
    ended: tuple[Ended, ...] = ()


def weigh(
    question: Question, store: Store, limits: Limits, share: Share | None = None, common: Common | None = None
) -> Iterator[Weighed]:
    """All comparisons of the subject, or those of a share, in their order. Each may take half of the time that is left,
    the last one all of it: so every one has ends. `common` is what is known already; it saves time and changes
    nothing."""
    common = common or Common()
    count = combinations(question)
    for comparison in _shared(question, store, limits, share):
        unknown = _unknown(question, comparison)
        if unknown:
            raise Hopeless(f"the search engine needs values for {unknown}: use another one (--engine)")
        mine = limits if _last(comparison, count, share) else limits.share(HALF)
        within = _within(comparison, count, mine)
        long = _long(comparison, question, within, common)
        yield Weighed(comparison, _searched(comparison, within, _begun(question, comparison)) if long is None else long)


def _searched(comparison: Comparison, limits: Limits, start: Edges = ()) -> SearchResult:
    """The factor as the search finds it, or its ends: in the time that an interrupted search has left, a coupling may
    give a lower upper one."""
    result = tightest(comparison.pair, comparison.length, limits, start=start)
    if result.limit is None or result.lower is None or result.lower == result.upper:
        return result
    try:
        found = prove(comparison.pair, None, Limits(limits.deadline))
        if found is None or (result.upper is not None and compare(found.factor, result.upper) >= 0):
            return result
    except (LimitReached, TooLarge, Undecidable):
        return result
    return replace(result, upper=found.factor)


def _begun(question: Question, comparison: Comparison) -> Edges:
    """The output that is known already, as a word of the pair to go on from."""
    start, pair = question.start, comparison.pair
    if start is None or (question.prior is not None and dict(start.parameters) != dict(pair.parameters)):
        return ()
    names = [dict(side).get("secret") for side in (start.left, start.right)]
    if question.prior is not None and not (same(names[0], pair.left_name) and same(names[1], pair.right_name)):
        return ()
    return word_of(question.mechanism, pair, start) or ()


def weighed(comparison: Comparison, limits: Limits) -> Weighed:
    """The factor of a comparison, by the search."""
    return Weighed(comparison, _searched(comparison, limits))


def divided(question: Question, store: Store, limits: Limits) -> Part:
    """All that `weigh` finds, or `Divided` among those who help when that takes long and several shares are left."""
    begin, known = time.monotonic(), list[Weighed]()
    try:
        for item in weigh(question, store, limits):
            known.append(item)
            if item.result.lower is None:
                break
            if time.monotonic() - begin >= ALONE:
                shares = _left(item.comparison, combinations(question), store.help.jobs)
                if len(shares) > 1:
                    raise Divided(Part(tuple(known)), shares, begin)
    except (LimitReached, Hopeless, TooLarge, Undecidable) as error:
        return Part(tuple(known), (_ended(_after(known), error),))
    return Part(tuple(known))


def part(question: Question, store: Store, limits: Limits, share: Share) -> Part:
    """What is found of a share; a combination of parameters that fails ends it, and so does the end of the time."""
    known, ended, common = list[Weighed](), list[Ended](), Common()
    every = range(share.first, combinations(question))
    numbers = (share.combination,) if share.pairs else [at for at in every if at % share.count == share.number]
    for number in numbers:
        one = share if share.pairs else Share(0, 1, 0, number, pairs=True)
        within = limits if number == numbers[-1] else limits.share(HALF)
        try:
            for item in weigh(question, store, within, one, common):
                known.append(item)
                if item.result.lower is None:
                    return Part(tuple(known))
        except (LimitReached, Hopeless, TooLarge, Undecidable, Rejected) as error:
            ended.append(_ended(max(_after(known), (number, 0)), error))
            if not isinstance(error, LimitReached) or limits.expired():
                break
    return Part(tuple(known), tuple(ended))


def replay(parts: Iterable[Part]) -> Iterator[Weighed]:
    """What one process would have found, in the same order; a limit that was reached is told when all is known."""
    items: list[tuple[tuple[int, int], Weighed | Ended]] = []
    for found in parts:
        items += [(item.comparison.place, item) for item in found.weighed]
        items += [(item.place, item) for item in found.ended]
    limit: Ended | None = None
    for _, item in sorted(items, key=lambda one: one[0]):
        if isinstance(item, Weighed):
            yield item
        elif item.kind == "refused":
            raise Rejected(item.diagnostics)
        elif item.kind == "hopeless":
            raise Hopeless(item.text)
        else:
            limit = limit or item
    if limit is not None:
        raise LimitReached("timeout", limit.text)


def _shared(question: Question, store: Store, limits: Limits, share: Share | None) -> Iterator[Comparison]:
    if share is None:
        return comparisons(question, store, limits)
    found = comparisons(question, store, limits, only=share.combination)
    mine = (one for one in found if one.place[1] % share.count == share.number)
    return (one for one in mine if one.place[1] >= share.first)


def _within(comparison: Comparison, count: int, limits: Limits) -> Limits:
    """The limits for this comparison, as a part of all of them."""
    number, index = comparison.place
    several = index + 1 + comparison.following
    begin = (number + index / several) / count
    limits.reached(begin)
    return limits.within(begin, begin + 1 / (several * count))


def _last(comparison: Comparison, count: int, share: Share | None) -> bool:
    if share is not None:
        return comparison.following < share.count
    return comparison.following == 0 and comparison.place[0] == count - 1


def _left(comparison: Comparison, count: int, jobs: int) -> tuple[Share, ...]:
    """The shares of what follows a comparison: combinations of parameters, or where there is one, pairs of secrets."""
    number, index = comparison.place
    if count == 1:
        several = min(jobs, comparison.following)
        return tuple(Share(at, several, index + 1, number, pairs=True) for at in range(several))
    if comparison.following:
        return ()
    several = min(jobs * SHARES, count - number - 1)
    return tuple(Share(at, several, number + 1) for at in range(several))


def _after(known: list[Weighed]) -> tuple[int, int]:
    if not known:
        return 0, 0
    number, index = known[-1].comparison.place
    return number, index + 1


def _ended(place: tuple[int, int], error: Exception) -> Ended:
    match error:
        case LimitReached():
            return Ended(place, "limit", error.text)
        case Rejected():
            return Ended(place, "refused", diagnostics=error.diagnostics)
        case Hopeless():
            return Ended(place, "hopeless", str(error))
    return Ended(place, "hopeless", f"a number cannot be handled exactly: {error}")


def _long(comparison: Comparison, question: Question, limits: Limits, common: Common) -> Enclosure | None:
    """The ends of the factor of a long time series that ends, where a coupling gives them."""
    pair = comparison.pair
    if question.prior is None or comparison.length is not None or len(pair.nodes) <= LONG:
        return None
    longest = plan(pair, None).longest
    return None if longest is None or longest < LONG else enclosed(pair, longest, limits, common)


def _unknown(question: Question, comparison: Comparison) -> str:
    """The unknowns that the pair's weights, its prior, or draws that left no trace in the weights depend on."""
    names = set(question.unknown_reals) | comparison.conditional
    for weight in {id(weight): weight for weight in comparison.pair.weights()}.values():
        names |= unknowns(weight) | epsilons(weight)
    return ", ".join(sorted(names))
