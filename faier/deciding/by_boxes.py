"""Priors whose means and deviations are unknown reals: claims decided in boxes, and ends of what is lost in all of one.

`in_boxes` has what is known within a box. Boxes where nothing is proved are halved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flint import fmpq

from faier.deciding import box_ends, by_density
from faier.deciding.finding import Delta, Finding, nothing
from faier.deciding.in_boxes import broken, corners, halves, inside, laws_in, middle_of, size_of
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict
from faier.exact import Epsilon, Number, exponential_of
from faier.lang.judging import Box
from faier.lang.values import Real, Value
from faier.limits import Limits

# So many boxes are looked at; those within which less changes are not halved.
MOST, NARROW = 5_000, fmpq(1, 10**9)
ALL = Coverage(1, True)
# Seconds for a witness.
MOMENT = 5.0


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where the unknowns are of another kind."""
    read = laws_in(question, limits)
    if read is None:
        return None
    for corner in corners(read.box):
        if broken(question, read, corner, limits):
            return at_values(question, read.prior, corner, limits)
    waiting: list[Box] = [read.box]
    for _ in range(MOST):
        if not waiting:
            return Proved(ALL, "density")
        limits.check()
        box = waiting.pop()
        middle = middle_of(box)
        if all(inside(question, one, box, limits) for one in read.laws):
            continue
        if broken(question, read, middle, limits):
            return at_values(question, read.prior, middle, limits)
        size = size_of(read, box, middle)
        if size is not None and size < NARROW:
            return _open("the greatest loss for unknown means and deviations is too near to the claim")
        waiting += halves(read, box, middle)
    return _open(f"{MOST:,} boxes of the unknown means and deviations do not tell the loss from the claim")


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding | None:
    """The greatest epsilon of a box, between two ends; None where the unknowns are others."""
    read = laws_in(question, limits)
    if read is None:
        return None
    if question.delta:
        ends = box_ends.greatest_epsilon(question, read, limits)
        if isinstance(ends, str):
            return nothing(ends, "density")
        return Finding(Tight(_factor(ends.lower), _factor(ends.upper), False, None), ALL, "density", ends.reason)
    ends = box_ends.greatest_ratio(read, limits)
    tight = by_density.bound_asked(_point(question, read.prior, ends.place), Store(), limits.extended(MOMENT)).tight
    witness = None if tight is None else tight.witness
    if witness is not None:
        witness = replace(witness, parameters=_named(question, read.prior, dict(witness.parameters), ends.place))
    return Finding(Tight(ends.lower, ends.upper, False, witness), ALL, "density", ends.reason)


def least_delta(question: Question, limits: Limits) -> Delta | None:
    """The least delta that is enough in all of a box, between two ends; None where the unknowns are others."""
    read = laws_in(question, limits)
    if read is None:
        return None
    ends = box_ends.greatest_delta(question, read, limits)
    return Delta(ends.upper, ALL, ends.reason, None if ends.lower == ends.upper else ends.lower)


def _factor(epsilon: Number | None) -> Number | None:
    return exponential_of(Epsilon.rational(epsilon)) if isinstance(epsilon, fmpq) else None


def _open(reason: str) -> Undecided:
    return Undecided(Coverage(0, False), "density", reason)


def _point(question: Question, prior: str, values: Mapping[str, fmpq]) -> Question:
    """The question where the unknowns of the prior have these values."""
    functions = []
    for function in question.program.functions:
        if function.name == prior:
            known = tuple((name, Real(value, "fraction")) for name, value in values.items())
            left = tuple(item for item in function.parameters if item.name not in values)
            function = replace(function, parameters=left, settings=(*function.settings, *known))
        functions.append(function)
    return replace(question, program=replace(question.program, functions=tuple(functions)))


def at_values(question: Question, prior: str, values: Mapping[str, fmpq], limits: Limits) -> Verdict:
    """The verdict at one value of each unknown, from the file with these values."""
    verdict = by_density.check_asked(_point(question, prior, values), Store(), limits)
    if not isinstance(verdict, Refuted):
        return verdict if isinstance(verdict, Undecided) else _open("what was found is not found in the file")
    parameters = _named(question, prior, dict(verdict.witness.parameters), values)
    return replace(verdict, witness=replace(verdict.witness, parameters=parameters))


def _named(
    question: Question, prior: str, known: dict[str, Value], values: Mapping[str, fmpq]
) -> tuple[tuple[str, Value], ...]:
    """All parameters of the prior, in their order."""
    known |= {name: Real(value, "fraction") for name, value in values.items()}
    ordered = [item.name for item in question.program.function(prior).parameters]
    return tuple((name, known[name]) for name in ordered if name in known)
