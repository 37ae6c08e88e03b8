"""Deciding a claim with an SMT solver, and bounding epsilon by binary search.

A model of the solver is a word and values of the unknowns: both probabilities are recomputed exactly, and only an
exact violation is a witness. `unsat` for all queries of a length proves that length. Where c = e^epsilon is not
rational, or weights are not, rationals on the careful side are asked about: unsat still proves the claim, and a
model may turn out not to violate it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flint import fmpq

from faier.engines.algebra.domain import Domain
from faier.engines.smt.encode import Query, encode, word_of
from faier.engines.smt.polynomials import Output, encode_output, names_of, outputs
from faier.engines.smt.solve import Solved, solve
from faier.engines.smt.weights import enclosed
from faier.engines.smt.words import Words, endings, words
from faier.exact import Epsilon, Number, exceeds, exponential_bounds, exponential_of, sign, substitute
from faier.exact.simplest import simplest_between
from faier.hmm.forward import forward
from faier.hmm.model import Letter, Pair
from faier.limits import LimitReached, Limits

# Bits to which e^epsilon is enclosed when it is not rational.
BITS = 128
# Words are asked about by the value that they show last, if there are at most so many.
ENDINGS = 8
# Seconds for one query when the claim has no limit; with one, the share of what is left that one query may take,
# but for the last seconds: words that others would violate are to have their turn.
PATIENCE = 3600.0
SHARE = 0.5
LAST = 2.0
HALF = fmpq(1, 2)


@dataclass(frozen=True)
class Violation:
    """A word and a point of the cube; `left` and `right` are its weights there, times the other side's mass."""

    pair: Pair
    word: tuple[Letter, ...]
    point: tuple[fmpq, ...]
    left: Number
    right: Number


@dataclass(frozen=True)
class Answer:
    """A violation, or the length up to which there is none (-1: nothing is known); `complete`: it is the length
    asked for. `reason` tells why the rest is not known."""

    violation: Violation | None
    length: int
    complete: bool
    reason: str = ""


@dataclass(frozen=True)
class Item:
    """What one query is about: words of a pair, or with unknowns one word."""

    pair: Pair
    words: Words | Output


@dataclass(frozen=True)
class Gap:
    """Why a query was not answered."""

    reason: str


Found: TypeAlias = Violation | Gap | None


def decide(
    pairs: Sequence[Pair], domain: Domain, epsilon: Epsilon, length: int | None, solver: str, limits: Limits
) -> Answer:
    """Whether some word of up to `length` shown values (None: of any length, of pairs whose words all end)
    violates the claim in some pair; shorter words first."""
    below = factor_below(epsilon)
    if below is None:
        return Answer(None, -1, False, "e^epsilon is too large for a query")
    refuted: set[str] = set()
    for at in (None,) if length is None else range(length + 1):
        listed = list(items(pairs, domain, at, at or 0, limits))
        gap: Gap | None = None
        for item in listed:
            found = ask(item, domain, below, solver, limits, epsilon, refuted)
            if isinstance(found, Violation):
                return Answer(_simplest(found, listed, domain, epsilon), at or 0, False)
            gap = gap or found
        if gap is not None:
            return Answer(None, -1 if at is None else at - 1, False, gap.reason)
    return Answer(None, length or 0, True)


def factor_below(epsilon: Epsilon) -> fmpq | None:
    """e^epsilon, or a rational just below it where it is none; None if it is too large to be written."""
    factor = exponential_of(epsilon)
    if isinstance(factor, fmpq):
        return factor
    ends = exponential_bounds(epsilon, BITS)
    return None if ends is None else ends[0]


def items(pairs: Sequence[Pair], domain: Domain, length: int | None, least: int, limits: Limits) -> Iterator[Item]:
    """What has to be asked about words that show `least` to `length` values."""
    for pair in pairs:
        rational = enclosed(pair)
        for ending in endings(pair, ENDINGS):
            found = words(rational or pair, length, least, ending, limits)
            if found is not None and rational is None:
                yield from (Item(pair, output) for output in outputs(found, limits))
            elif found is not None:
                yield Item(pair, found)


def queries(pairs: Sequence[Pair], domain: Domain, c: fmpq, length: int | None, limits: Limits) -> Iterator[Query]:
    """The queries for all words of up to `length` shown values: as few as possible."""
    for pair in pairs:
        rational = enclosed(pair)
        found = words(rational or pair, length, 0, "any", limits)
        if found is not None and rational is None:
            texts = (encode_output(output, domain, c) for output in outputs(found, limits))
            yield from (query for query in texts if query is not None)
        elif found is not None:
            yield encode(found, c)


def ask(
    item: Item,
    domain: Domain,
    c: fmpq | None,
    solver: str,
    limits: Limits,
    epsilon: Epsilon | None = None,
    refuted: set[str] | None = None,
) -> Found:
    """A violation of left <= c * right among the item's words (c None: a word with right = 0), rechecked exactly
    against e^epsilon if that is given; None if there is none. `refuted` are the queries that this solver answered
    with unsat: pairs of many secrets ask the same ones again and again."""
    query = encode(item.words, c) if isinstance(item.words, Words) else encode_output(item.words, domain, c)
    if query is None or (refuted is not None and query.text in refuted):
        return None
    solved = solve(solver, query.text, query.wanted, _seconds(limits))
    if solved.answer == "unknown":
        return Gap(solved.reason or f"{solver} gave up")
    if solved.answer == "unsat":
        if refuted is not None:
            refuted.add(query.text)
        return None
    found = recheck(item, domain, solved)
    if found is None:
        return Gap(f"{solver} named a model without rational values")
    if not _violates(found, c, epsilon):
        return Gap(f"the model that {solver} named does not violate the claim when it is computed exactly")
    return _simplified(found, domain, c, epsilon)


def recheck(item: Item, domain: Domain, solved: Solved) -> Violation | None:
    """The solver's word and values, with both sides' weights computed exactly; None if the model is incomplete."""
    if isinstance(item.words, Words):
        word = word_of(item.words, solved.truths)
        return None if word is None else _at(item.pair, word, domain, (HALF,) * len(domain.variables))
    values, names = dict(solved.reals), names_of(domain)
    if any(name not in values for name in names):
        return None
    return _at(item.pair, item.words.word, domain, tuple(values[name] for name in names))


def _at(pair: Pair, word: tuple[Letter, ...], domain: Domain, point: tuple[fmpq, ...]) -> Violation | None:
    """The word's weights at the point; None outside the domain, or where they are not defined."""
    for variable, at in zip(domain.variables, point, strict=True):
        if not (0 < at < 1 if variable.open else 0 <= at <= 1):
            return None
    left, right = forward(pair, word)
    values: dict[str, Number] = dict(zip(domain.names, point, strict=True))
    try:
        more = substitute(left * pair.right_mass, values)
        return Violation(pair, word, point, more, substitute(right * pair.left_mass, values))
    except ZeroDivisionError:
        return None


def _violates(found: Violation | None, c: fmpq | None, epsilon: Epsilon | None) -> bool:
    if found is None:
        return False
    if epsilon is not None:
        return exceeds(found.left, found.right, epsilon)
    if c is None:
        return found.right == 0 and sign(found.left) > 0
    return sign(found.left - c * found.right) > 0


def _simplest(found: Violation, listed: Sequence[Item], domain: Domain, epsilon: Epsilon) -> Violation:
    """A violation of another word where all unknowns are 1/2, if there is one and the given one is elsewhere."""
    half = (HALF,) * len(found.point)
    if found.point == half:
        return found
    others = (_at(item.pair, item.words.word, domain, half) for item in listed if isinstance(item.words, Output))
    return next((one for one in others if one is not None and _violates(one, None, epsilon)), found)


def _simplified(found: Violation, domain: Domain, c: fmpq | None, epsilon: Epsilon | None) -> Violation:
    """The word's violation at a point as simple as can be found: 1/2 if possible, else near the one given."""

    def better(best: Violation, point: tuple[fmpq, ...]) -> Violation:
        tried = _at(found.pair, found.word, domain, point)
        return tried if tried is not None and _violates(tried, c, epsilon) else best

    half = (HALF,) * len(found.point)
    best = better(found, half)
    if best.point == half:
        return best
    for width in (fmpq(1, 2**power) for power in range(1, 24)):
        near = tuple(simplest_between(max(at - width, fmpq(0)), min(at + width, fmpq(1))) for at in found.point)
        best = better(found, near)
        if best is not found:
            break
    for axis in range(len(best.point)):
        for simple in (HALF, fmpq(1, 3), fmpq(2, 3), fmpq(1, 4), fmpq(3, 4)):
            if best.point[axis].q > simple.q:
                best = better(best, (*best.point[:axis], simple, *best.point[axis + 1 :]))
    return best


def _seconds(limits: Limits) -> float:
    """What one query may take of the claim's time."""
    if limits.deadline is None:
        return PATIENCE
    rest = limits.deadline - time.monotonic()
    if rest <= 0:
        raise LimitReached("timeout", "the time limit was reached (--timeout)", "while a solver was asked")
    return max(rest * SHARE, min(rest, LAST))
