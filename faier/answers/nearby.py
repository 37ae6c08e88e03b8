"""A witness that shows reals -> a small interval around each, and how likely it is on both sides, for people.

A density is no probability. Where the ratio of two densities at a number violates a claim, that of the probabilities
of a small interval around it does as well: this finds one that is round and as wide as may be. Both probabilities are
exact, by the obvious semantics, or what certified densities say; where that takes long, nothing is told. Nothing is
decided here.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import cast

from flint import ctx, fmpq

from faier.answers.answer import Nearby, Shown, Story
from faier.answers.to_answers import exact, shown
from faier.answers.tracing import violated_at
from faier.answers.weighing import weighed
from faier.deciding.by_density import chances
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.rounding import above, below
from faier.engines.verdict import Witness
from faier.exact import (
    Epsilon,
    Number,
    TooLarge,
    compare,
    enclose,
    epsilons,
    exponential_of,
    nearest_float,
    substitute_epsilon,
    unknowns,
)
from faier.lang.claim import Subject
from faier.lang.program import Program
from faier.lang.values import Between, Near, Sequence, Value, leaves, show_value
from faier.limits import Limits, Work

DIGITS = 10
WIDTHS = tuple(fmpq(step, 10**places) for places in range(DIGITS + 1) for step in (5, 2, 1))
BITS = 256
STEPS, STATES, SECONDS = 20_000, 2_000, 5.0
# Without a claim, the logarithm of the ratio is to be so much of that of the densities.
NEARLY = 0.95


@dataclass(frozen=True)
class _Span:
    """An interval as it is told."""

    low: fmpq
    high: fmpq

    def __repr__(self) -> str:
        return f"real from {_decimal(self.low)} to {_decimal(self.high)}"


def with_interval(
    program: Program,
    subject: Subject,
    found: Witness,
    story: Story,
    claimed: Epsilon | None,
    deadline: float | None,
    known: tuple[Question, Store] | None = None,
) -> Story:
    """The story of a witness with the interval beside it, where it shows reals. What the obvious semantics
    does not weigh is weighed by the laws that are `known` of the question."""
    if not story.dense or story.excess is not None:
        return story
    end = time.monotonic() + SECONDS
    within = Limits(end if deadline is None else min(end, deadline), states=STATES, work=Work(STEPS))
    try:
        return replace(story, nearby=_nearby(program, subject, found, claimed, within))
    except Exception:  # the verdict stands, whatever goes wrong here
        pass
    try:
        within = Limits(within.deadline, states=STATES, work=Work(STEPS))
        return story if known is None else replace(story, nearby=_by_laws(*known, found, claimed, within))
    except Exception:
        return story


def _by_laws(
    question: Question, store: Store, found: Witness, claimed: Epsilon | None, limits: Limits
) -> Nearby | None:
    """The same, by certified ends."""
    with ctx.workprec(BITS):
        ratio = None if found.ratio is None else enclose(found.ratio, BITS)
        for width in WIDTHS:
            output = tuple(_widened(value, width) for value in found.output)
            sides = chances(question, store, found, output, limits)
            if sides is None:
                return None
            left, right = sides
            if claimed is not None:
                tells = left > claimed.enclose(BITS).exp() * right
            else:
                tells = left > right * ratio**NEARLY if ratio is not None else right == 0 and left > 0
            if tells:
                ends = (replace(exact(below(left)), rounded=True), replace(exact(above(right)), rounded=True))
                return Nearby(tuple(map(_shown, output)), *ends)
    return None


def _nearby(
    program: Program, subject: Subject, found: Witness, claimed: Epsilon | None, limits: Limits
) -> Nearby | None:
    """The widest interval that violates what is claimed, or where nothing is, is nearly as telling as the densities."""
    at_epsilon = violated_at(program, found)
    allowed = None if claimed is None else exponential_of(claimed.substitute(at_epsilon))
    for width in WIDTHS:
        output = tuple(_widened(value, width) for value in found.output)
        left, right = (
            substitute_epsilon(side, at_epsilon) for side in weighed(program, subject, found, output, limits)
        )
        if unknowns(left + right) or epsilons(left + right):
            return None
        if _tells(found, left, right, allowed):
            return Nearby(tuple(map(_shown, output)), exact(left), exact(right))
    return None


def _tells(found: Witness, left: Number, right: Number, allowed: Number | None) -> bool:
    if allowed is not None:
        try:
            return compare(left, allowed * right) > 0
        except TooLarge:
            with ctx.workprec(BITS):
                return bool(enclose(left, BITS) > enclose(allowed, BITS) * enclose(right, BITS))
    if right == 0 or found.ratio is None:
        return right == 0 and left != 0
    return math.log(nearest_float(left / right)) >= NEARLY * math.log(nearest_float(found.ratio))


def _widened(value: Value, width: fmpq) -> Value:
    if isinstance(value, Near):
        low = value.at if value.side > 0 else value.at - width
        return Between(low, value.at if value.side < 0 else value.at + width)
    return value.holding(_widened(item, width) for item in value.items) if isinstance(value, Sequence) else value


def _shown(value: Value) -> Shown:
    if any(isinstance(item, Between) for item in leaves([value])):
        text = show_value(_told(value))
        return Shown(text, text)
    return shown(value)


def _told(value: Value) -> Value:
    if isinstance(value, Between) and value.low is not None and value.high is not None:
        return cast(Value, _Span(value.low, value.high))
    return value.holding(map(_told, value.items)) if isinstance(value, Sequence) else value


def _decimal(number: fmpq) -> str:
    """`2.95` where it has so many digits at most."""
    unit = 10**DIGITS
    scaled = number * unit
    if scaled.q != 1:
        return str(number)
    whole, rest = divmod(abs(int(scaled.p)), unit)
    return f"{'-' if number < 0 else ''}{whole}" + (f".{rest:0{DIGITS}}".rstrip("0") if rest else "")
