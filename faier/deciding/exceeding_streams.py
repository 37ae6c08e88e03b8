"""A claim about the divergence of a stream -> inputs of some length on which more is lost, computed a second time.

The worst inputs are those that the product along the words of the pair comes upon. What is shown of them, up to the
length, has the chances that `denote` computes from the file itself, and their sum is what is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flint import fmpq

from faier.deciding.comparison import LENGTH, comparisons
from faier.deciding.partial import known
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.measures.integrals import Infinite
from faier.engines.measures.orders import of_moment
from faier.engines.measures.streams import Chosen, chosen
from faier.engines.verdict import Diverged, Witness
from faier.exact import ZERO, Number, TooLarge, Undecidable, compare
from faier.lang.syntax import Function, StreamType
from faier.lang.values import Sequence, Value
from faier.limits import LimitReached, Limits
from faier.semantics import denote
from faier.semantics.process import Entry

LENGTHS = (1, 2, 4, 8, LENGTH)

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
    name, power = question.subject.mechanism, int(alpha.p)
    laws: list[Mapping[denote.Output, Number]] = [
        denote.outputs(question.program, name, side, length, limits) for side in sides
    ]
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
    return Witness(
        left=tuple(sides[0].items()),
        right=tuple(sides[1].items()),
        output=tuple(best[0]),
        ended=best[1],
        probability_left=left,
        probability_right=right,
        ratio=None if infinite else left / right,
        diverged=Diverged(alpha, None, None) if told is None else Diverged(alpha, told.lower, told.upper, told.exact),
    )
