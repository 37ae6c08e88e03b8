"""A claim about all values of a setting at once: what is compared as polynomials in one unknown, and where they turn.

Floats say about where the claim turns; the two claims beside it are decided as any other. That all values further on
are enough, and that the claim turns at a number in closed form, is proved by the algebra engine on an interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

from flint import arb, arb_poly, ctx, fmpq, fmpq_poly

from faier.calibration.roots import Root, root_of
from faier.calibration.unknown_setting import Unknown, unknown_setting
from faier.deciding import assumptions, unknowns
from faier.deciding.guide import Guiding
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.deciding.unknowns import Problem
from faier.engines.algebra import engine as algebra
from faier.engines.algebra.domain import Domain, Variable
from faier.engines.algebra.obligations import Obligation
from faier.exact import (
    Number,
    Symbolic,
    TooLarge,
    Undecidable,
    coefficients,
    exponential_of,
    numerator_denominator,
    sign,
    substitute,
    unknown,
)
from faier.exact import unknowns as unknowns_of
from faier.exact.roots import NonNegative, sign_on
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.limits import LimitReached, Limits

# Of the time that is left, for reading the polynomials.
SHARE = 0.25
BITS = 128
STEP = fmpq(1, 2**20)

Ratio: TypeAlias = tuple[arb_poly, arb_poly]


@dataclass
class AtOnce(Guiding):
    """`items` are what is compared, once for each of the `ratios`, in their order; `drawn` must be at least 0."""

    program: Program
    question: Question
    unknown: Unknown
    problem: Problem
    items: tuple[Obligation, ...]
    ratios: tuple[Ratio, ...]
    drawn: tuple[Ratio, ...]
    limits: Limits

    def needed(self, allowed: float) -> bool:
        return False

    def rises(self, start: fmpq, allowed: float) -> bool | None:
        here, there = self.excess(start, allowed), self.excess(start * (1 + STEP), allowed)
        return None if here is None or there is None else there > here

    def excess(self, value: fmpq, allowed: float) -> float | None:
        with ctx.workprec(BITS):
            sizes = self._sizes(value)
            greatest = max(sizes, default=None)
            return None if greatest is None else math.inf if greatest == math.inf else math.log(greatest) - allowed

    def _sizes(self, value: fmpq) -> list[float]:
        """About how large each ratio is; nothing where a probability is none."""
        with ctx.workprec(BITS):
            at = self.unknown.at(value, BITS)
            if at is None or not all(_size(one, at) >= 0 for one in self.drawn):
                return []
            return [_size(one, at) for one in self.ratios]

    def between(self, low: fmpq | None, high: fmpq | None) -> Domain:
        """The unknown where the setting is strictly between two values; without an end, up to where no value may be."""
        ends = [end for value in (low, high) if value is not None for end in self.unknown.ends(value)]
        if low is None:
            ends.append(fmpq(0) if self.unknown.rises else fmpq(1))
        if high is None:
            ends.append(fmpq(1) if self.unknown.rises else fmpq(0))
        return Domain((Variable(self.unknown.name, min(ends), max(ends), True),))

    def holds(self, proved: fmpq, end: fmpq | None, up: bool) -> bool:
        """Whether the claim is proved for every value strictly between one where it is decided and another further up,
        or down, and all outputs."""
        place = self.between(proved, end) if up else self.between(end, proved)
        rising = up == self.unknown.rises
        (start,) = place.variables
        first, second = self.unknown.ends(proved)
        inside = Domain((replace(start, low=second) if rising else replace(start, high=first),))
        try:
            self._require(place)
            return all(
                self._kept(item, place)
                or (first < second and self._kept(item, inside) and self._improves(item, proved, rising))
                for item in self.items
            )
        except (Rejected, LimitReached, TooLarge, Undecidable):
            return False

    def ends_by_itself(self, up: bool) -> bool:
        """Whether no value further up, or down, is possible than those for which the unknown is between 0 and 1: some
        probability is below 0 everywhere there. An exponential is above 1 where the setting is below 0."""
        if self.unknown.standing != "itself" and up:
            return True
        above = up or self.unknown.standing != "itself"
        return any(_below_zero(one, self.unknown.name, above) for one in assumptions.numbers(self.problem.comparisons))

    def _improves(self, item: Obligation, value: fmpq, rising: bool) -> bool:
        """Whether e^epsilon times the denominator of the ratio, less the numerator, is at least 0 at the value, and no
        less further on where the unknown is between the ends that are known of it."""
        above, below = numerator_denominator(item.left / item.right)
        factor, place = exponential_of(self.question.budget), self.between(value, value)
        if sign(substitute(factor * below - above, {self.unknown.name: self.unknown.exactly(value)})) < 0:
            return False
        slope = factor * self._slope(below) - self._slope(above)
        signs = (below, slope if rising else -slope)
        return all(isinstance(algebra.nonnegative(one, place, self.limits), algebra.Holds) for one in signs)

    def _slope(self, polynomial: Number) -> Number:
        terms = coefficients(polynomial, (self.unknown.name,))
        at = unknown(self.unknown.name)
        return sum((power * value * at ** (power - 1) for (power,), value in terms.items() if power), start=fmpq(0))

    def closed(self, proved: fmpq, refuted: fmpq) -> Root | None:
        """Where the claim turns between the two, if one ratio alone is broken there, and has one root."""
        low, high = min(proved, refuted), max(proved, refuted)
        sizes = self._sizes(refuted)
        worst = max(range(len(sizes)), key=sizes.__getitem__, default=None)
        if worst is None:
            return None
        item, place = self.items[worst], self.between(low, high)
        root = root_of(item.left / item.right, self.question.budget, self.unknown, low, high)
        try:
            self._require(place)
            alone = root is not None and all(one is item or self._kept(one, place) for one in self.items)
        except (Rejected, LimitReached, TooLarge, Undecidable):
            return None
        return root if alone else None

    def _require(self, place: Domain) -> None:
        """What is compared is all that is shown, and chances are chances."""
        compared = self.problem.comparisons
        if not self.problem.coverage.all or any(one.cut or one.unbounded or one.parts for one in compared):
            raise LimitReached("length", "not all outputs are compared")
        assumptions.require(self.question, compared, place, self.limits)

    def _kept(self, item: Obligation, place: Domain) -> bool:
        (answer,) = algebra.decide((item,), place, self.question.budget, self.limits)
        return isinstance(answer, algebra.Holds)


def at_once(program: Program, question: Question, setting: str, limits: Limits) -> AtOnce | None:
    """None where what is compared is not known as polynomials in the setting."""
    subject = question.subject
    if question.engine != "auto" or question.delta or question.parametric or question.epsilon is None:
        return None
    if question.measure is not None or question.length is not None:
        return None
    within = limits.share(SHARE)
    try:
        known = unknown_setting(program, subject.mechanism, subject.prior, setting)
        if known is None:
            return None
        about = replace(question, program=known.program)
        problem = unknowns.problem_of(about, Store(), within)
        items = {item.left / item.right: item for item in problem.obligations if item.right and item.left}
        endless = any(not item.right and item.left for item in problem.obligations)
        found = tuple(_polynomials(ratio, known.name) for ratio in items)
        drawn = tuple(_polynomials(one, known.name) for one in assumptions.numbers(problem.comparisons))
    except (Rejected, Failure, LimitReached, TooLarge, Undecidable, ValueError, ZeroDivisionError):
        return None
    if endless:
        return None
    return AtOnce(program, about, known, problem, tuple(items.values()), found, drawn, limits)


def _polynomials(number: Number, name: str) -> Ratio:
    """Numerator and denominator; ValueError where there is more in them than the unknown and rationals."""
    above, below = numerator_denominator(number)
    return _polynomial(above, name), _polynomial(below, name)


def _polynomial(number: Number, name: str) -> arb_poly:
    if isinstance(number, Symbolic) and unknowns_of(number) - {name}:
        raise ValueError("another unknown")
    with ctx.workprec(BITS):
        return arb_poly(_rational(number, name))


def _rational(number: Number, name: str) -> fmpq_poly:
    terms = coefficients(number, (name,))
    known = {powers[0]: value for powers, value in terms.items() if isinstance(value, fmpq)}
    if len(known) != len(terms):
        raise ValueError("a coefficient is not rational")
    return fmpq_poly([known.get(power, fmpq(0)) for power in range(max(known, default=0) + 1)])


def _below_zero(number: Number, name: str, above_one: bool) -> bool:
    """Whether the number is below 0 wherever the unknown is above 1, or else wherever it is below 0."""
    above, below = (_rational(part, name) for part in numerator_denominator(number))
    turned = -(above * below)(fmpq_poly([0, 1 if above_one else -1]))
    if not turned:
        return False
    sign_there = sign_on(turned, fmpq(1 if above_one else 0), None)
    return isinstance(sign_there, NonNegative) and len(sign_there.square) == 1


def _size(ratio: Ratio, at: arb) -> float:
    above, below = ratio
    value = above(at) / below(at)
    return float(value.mid()) if value.is_finite() else math.inf
