"""A question -> its tight factor by the length of outputs: point k is about all outputs of up to k values.

Where all runs end, the curve ends with the longest output; else with the length asked for. What is still missing when
a limit is reached is left out, and the reason is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from faier.deciding.comparison import LENGTH, Comparison, comparisons
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.search.engine import tightest
from faier.engines.search.graph import plan
from faier.exact import Number, TooLarge, Undecidable, compare
from faier.limits import LimitReached, Limits

# No curve has more points than this.
MOST = 1_000


@dataclass(frozen=True)
class Point:
    """The least factor for outputs of up to `length` values is between the two (None: infinite)."""

    length: int
    lower: Number | None
    upper: Number | None


IN_PARTS = "a tuple or a list with noise without bounds in it is told in parts, which are not counted as outputs"


@dataclass(frozen=True)
class Curve:
    points: tuple[Point, ...]
    reason: str | None = None


def curve(question: Question, store: Store, limits: Limits, known: tuple[Number | None, ...] = ()) -> Curve:
    """The points from length 1 on. `known[k]` is the factor of outputs of up to k values, if it was found already."""
    length = question.length
    if len(known) == min(MOST, LENGTH if length is None else length) + 1:
        return Curve(_points(known))
    found = _found(question, store, limits)
    return found if len(known) <= len(found.points) + 1 else Curve(_points(known), found.reason)


def _points(factors: Sequence[Number | None]) -> tuple[Point, ...]:
    return tuple(Point(at, factor, factor) for at, factor in enumerate(factors) if at)


def _found(question: Question, store: Store, limits: Limits) -> Curve:
    try:
        return (_of_unknowns if question.parametric else _searched)(question, store, limits)
    except LimitReached as reached:
        return Curve((), reached.text)
    except (TooLarge, Undecidable) as error:
        return Curve((), f"a number cannot be handled exactly: {error}")


def _searched(question: Question, store: Store, limits: Limits) -> Curve:
    """For each length the greatest of all pairs' factors; only as far as all of them were searched."""
    best: list[Number | None] = []
    known: int | None = None
    reason = None
    end = 0
    for comparison in comparisons(question, store, limits):
        if comparison.parts:
            return Curve((), IN_PARTS)
        last, found, limit = _factors(comparison, question.length, limits)
        end = max(end, last)
        for at, factor in enumerate(found):
            if at == len(best):
                best.append(factor)
            else:
                best[at] = _greater(best[at], factor)
        if limit is not None:
            known, reason = min(len(found), len(found) if known is None else known), limit.text
    best += best[-1:] * (end + 1 - len(best))
    shown = best[: end + 1 if known is None else known]
    return Curve(_points(shown), reason)


def _factors(
    comparison: Comparison, length: int | None, limits: Limits
) -> tuple[int, list[Number | None], LimitReached | None]:
    """The last length, the factors of lengths 0 to it as far as they were found, and the limit that was reached."""
    pair = comparison.pair
    longest = plan(pair, None).longest
    asked = length if length is not None else comparison.length
    last = min(MOST, LENGTH if longest is None else longest, *(() if asked is None else (asked,)))
    if longest is None and asked is not None:
        last = min(MOST, asked)
    # The search goes by length where words are longer than asked for; the last length of all is searched at once.
    ahead = last if longest is None or last < longest else last - 1
    found: list[Number | None] = []
    if ahead >= 0:
        result = tightest(pair, ahead, limits)
        found = list(result.curve)
        if result.limit is not None:
            return last, found, result.limit
        found += found[-1:] * (ahead + 1 - len(found))
    if ahead < last:
        result = tightest(pair, None, limits)
        if result.limit is not None:
            return last, found, result.limit
        found.append(result.lower)
    return last, found, None


def _of_unknowns(question: Question, store: Store, limits: Limits) -> Curve:
    """Where parameters are unknown each length is a question of its own."""
    from faier.deciding import unknowns

    points: list[Point] = []
    for at in range(1, min(MOST, question.length or LENGTH) + 1):
        found = unknowns.bound(replace(question, length=at), store, limits)
        if found.tight is None:
            return Curve(tuple(points), found.reason)
        points.append(Point(at, found.tight.lower, found.tight.upper))
        if found.coverage.all:
            break
    return Curve(tuple(points))


def _greater(one: Number | None, other: Number | None) -> Number | None:
    if one is None or other is None:
        return None
    return one if compare(one, other) >= 0 else other
