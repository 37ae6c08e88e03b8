"""A claim about the divergence of a stream -> inputs of some length on which more is lost, computed a second time.

The worst inputs are those that the product along the words of the pair comes upon. What is shown of them, up to the
length, has the chances that `denote` computes from the file itself, and their sum is what is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from flint import arb, ctx, fmpq

from faier.deciding.comparison import LENGTH, comparisons
from faier.deciding.partial import known
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.measures.exceeding import exceeds
from faier.engines.measures.integrals import Infinite
from faier.engines.measures.orders import of_moment, renyi
from faier.engines.measures.pairing import Pairing
from faier.engines.measures.streams import Chosen, chosen
from faier.engines.verdict import Diverged, Witness
from faier.exact import ZERO, Epsilon, Number, TooLarge, Undecidable, compare, enclose
from faier.hmm.model import Pair
from faier.lang.syntax import Function, StreamType
from faier.lang.values import Sequence, Value
from faier.limits import LimitReached, Limits
from faier.semantics import denote
from faier.semantics.process import Entry

LENGTHS = (1, 2, 4, 8, LENGTH)
SHORT, BITS = (1, 2), 200

Orders = Iterable[tuple[fmpq, Epsilon]]

Inputs = dict[str, Value]


def exceeding(question: Question, alpha: fmpq, most: Number, store: Store, limits: Limits) -> Witness | None:
    """Two inputs of which the sum is more than that; None where none are found."""
    if question.subject.relation is None:
        return None
    for length in LENGTHS:
        try:
            found = _of_length(replace(question, length=length), length, alpha, most, store, limits)
        except (LimitReached, TooLarge, Undecidable):
            return None
        if found is not None:
            return found
    return None


def exceeding_soon(question: Question, orders: Orders, store: Store, limits: Limits) -> Witness | None:
    """The same of any orders, each with how great the divergence may be, for short inputs: chances are those that
    `denote` computes, and their sums have certified ends."""
    if question.subject.relation is None:
        return None
    with suppress(LimitReached, TooLarge, Undecidable):
        for length in SHORT:
            asked = replace(question, length=length)
            for comparison in comparisons(asked, store, limits):
                if comparison.unbounded or comparison.parts or known(asked, store) is not None:
                    return None
                sides = _picked(asked, comparison.pair, length, limits)
                found = None if sides is None else _at_any(asked, sides, length, orders, limits)
                if found is not None:
                    return found
    return None


def _picked(question: Question, pair: Pair, length: int, limits: Limits) -> tuple[Inputs, Inputs] | None:
    try:
        _, picked = chosen(pair, fmpq(2), length, limits)
    except Infinite as error:
        (picked,) = error.args or (None,)
    return None if picked is None else _sides(question.mechanism, picked)


def _at_any(
    question: Question, sides: tuple[Inputs, Inputs], length: int, orders: Orders, limits: Limits
) -> Witness | None:
    """The first order at which these inputs are too far apart."""
    laws = _laws(question, sides, length, limits)
    chances = {output: (chance, laws[1].get(output, ZERO)) for output, chance in laws[0].items() if chance != 0}
    others = ((ZERO, chance) for output, chance in laws[1].items() if output not in chances)
    pairing = Pairing((*chances.values(), *others), (), ())
    for alpha, allowed in orders:
        if not exceeds(pairing, alpha, allowed, limits):
            continue
        with ctx.workprec(BITS):
            sizes = {output: _size(*both, alpha) for output, both in chances.items()}
            best = max(sizes, key=lambda output: float(sizes[output].log().mid()))
            if not sum(sizes.values(), arb(0)) > (allowed.enclose(BITS) * arb(alpha - 1)).exp():
                continue  # it was not found twice
        left, right = chances[best]
        told = None if right == 0 else renyi(pairing, alpha, limits)
        diverged = Diverged(alpha, None, None) if told is None else Diverged(alpha, told.lower, told.upper, told.exact)
        return _told(sides, best, left, right, diverged)
    return None


def _size(left: Number, right: Number, alpha: fmpq) -> arb:
    """How much an output adds."""
    if right == 0:
        return arb("inf")
    one, other = enclose(left, BITS), enclose(right, BITS)
    return one * ((one / other).log() * arb(alpha - 1)).exp()


def _of_length(
    question: Question, length: int, alpha: fmpq, most: Number, store: Store, limits: Limits
) -> Witness | None:
    for comparison in comparisons(question, store, limits):
        if comparison.unbounded or comparison.parts or known(question, store) is not None:
            return None
        try:
            total, picked = chosen(comparison.pair, alpha, length, limits)
            if compare(total, most) <= 0:
                continue
        except Infinite as error:
            (picked,) = error.args or (None,)
        sides = None if picked is None else _sides(question.mechanism, picked)
        if sides is None:
            continue
        witness = _witness(question, sides, length, alpha, most, limits)
        if witness is not None:
            return witness
    return None


def _sides(function: Function, picked: Chosen) -> tuple[Inputs, Inputs] | None:
    """The inputs on both sides; None where not all of one was read."""
    sides: tuple[Inputs, Inputs] = ({}, {})
    for item in function.parameters:
        if isinstance(item.type, StreamType):
            arrivals: list[tuple[Value, Value]] = []
            while (Entry(item.name, None, True), len(arrivals) + 1) in picked:
                arrivals.append(picked[Entry(item.name, None, True), len(arrivals) + 1])
            for number, side in enumerate(sides):
                side[item.name] = Sequence("tuple", tuple(both[number] for both in arrivals))
        elif (Entry(item.name), 0) in picked:
            for side, value in zip(sides, picked[Entry(item.name), 0], strict=True):
                side[item.name] = value
        else:
            return None
    return sides


def _witness(
    question: Question, sides: tuple[Inputs, Inputs], length: int, alpha: fmpq, most: Number, limits: Limits
) -> Witness | None:
    """The sum of these inputs by the file itself, if it is more than that."""
    power, laws = int(alpha.p), _laws(question, sides, length, limits)
    terms: dict[denote.Output, Number | None] = {}
    for output, left in laws[0].items():
        right = laws[1].get(output, ZERO)
        if left != 0:
            terms[output] = None if right == 0 else left**power / right ** (power - 1)
    infinite = [output for output, term in terms.items() if term is None]
    sizes = {output: term for output, term in terms.items() if term is not None}
    total: Number = sum(sizes.values(), ZERO)
    if not infinite and compare(total, most) <= 0:
        return None
    best = infinite[0] if infinite else next(iter(sizes))
    for output, term in () if infinite else sizes.items():
        best = output if compare(term, sizes[best]) > 0 else best
    left, right = laws[0][best], laws[1].get(best, ZERO)
    told = None if infinite else of_moment(total, alpha)
    diverged = Diverged(alpha, None, None) if told is None else Diverged(alpha, told.lower, told.upper, told.exact)
    return _told(sides, best, left, right, diverged)


def _laws(
    question: Question, sides: tuple[Inputs, Inputs], length: int, limits: Limits
) -> list[Mapping[denote.Output, Number]]:
    name = question.subject.mechanism
    return [denote.outputs(question.program, name, side, length, limits) for side in sides]


def _told(
    sides: tuple[Inputs, Inputs], output: denote.Output, left: Number, right: Number, diverged: Diverged
) -> Witness:
    return Witness(
        left=tuple(sides[0].items()),
        right=tuple(sides[1].items()),
        output=tuple(output[0]),
        ended=output[1],
        probability_left=left,
        probability_right=right,
        ratio=None if right == 0 else left / right,
        diverged=diverged,
    )
