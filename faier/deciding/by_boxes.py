"""Priors whose means and deviations are unknown reals: claims decided in the middle of boxes, with room for the rest.

Where no density changes by more than e^r within a box, a claim of epsilon - 2 r in its middle is one of epsilon in all
of it, and one of a delta e^r times as large. Boxes where that is not proved are halved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

from flint import fmpq

from faier.calibration.normals.boxes import Box, at, boxed
from faier.deciding import by_density
from faier.deciding.finding import Finding
from faier.deciding.laws import compared
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.reading import Unread
from faier.engines.verdict import Coverage, Proved, Refuted, Undecided, Verdict
from faier.exact import Epsilon
from faier.lang.values import Real
from faier.limits import Limits
from faier.semantics.kept import Reals

# So many boxes are looked at; corners are, where there are so few unknowns.
MOST, CORNERS = 5_000, 6
LENGTH = 1
# Boxes within which less changes are not halved.
NARROW = fmpq(1, 10**9)


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where the unknowns are of another kind."""
    prior = question.subject.prior
    found = None if prior is None else boxed(question.program, question.subject.mechanism, prior)
    if prior is None or found is None or question.budget.unknowns or set(found.box) != set(question.unknown_reals):
        return None
    if len(found.box) <= CORNERS:
        for corner in product(*found.box.values()):
            verdict = _at(question, prior, dict(zip(found.box, corner, strict=True)), limits)
            if isinstance(verdict, Refuted):
                return verdict
    waiting: list[Box] = [found.box]
    for _ in range(MOST):
        if not waiting:
            return Proved(Coverage(LENGTH, True), "density")
        limits.check()
        box = waiting.pop()
        middle = {name: (low + high) / 2 for name, (low, high) in box.items()}
        data = _data(question, prior, middle, limits)
        if data is None:
            return None
        apart = found.apart(box, *data)
        if apart is not None and _proved_with_room(question, prior, middle, sum(apart.values(), fmpq(0)), limits):
            continue
        verdict = _at(question, prior, middle, limits)
        if isinstance(verdict, Refuted):
            return verdict
        if apart is not None and sum(apart.values(), fmpq(0)) < NARROW:
            return _open("the greatest loss for unknown means and deviations is too near to the claim")
        waiting += _halves(box, apart)
    return _open(f"{MOST:,} boxes of the unknown means and deviations do not tell the loss from the claim")


def _open(reason: str) -> Undecided:
    return Undecided(Coverage(0, False), "density", reason)


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding | None:
    """The tight epsilon of a box is left to others."""
    return None


def _halves(box: Box, apart: Mapping[str, fmpq] | None) -> list[Box]:
    """Cut where the box is widest, in what it changes if that is known."""
    sizes = apart or {name: high - low for name, (low, high) in box.items()}
    name = max(box, key=lambda one: sizes[one])
    low, high = box[name]
    middle = (low + high) / 2
    return [{**box, name: (low, middle)}, {**box, name: (middle, high)}]


def _point(question: Question, prior: str, values: Mapping[str, fmpq]) -> Question:
    return replace(question, program=at(question.program, prior, values))


def _at(question: Question, prior: str, values: Mapping[str, fmpq], limits: Limits) -> Verdict:
    """The verdict at one value of each unknown."""
    verdict = by_density.check_asked(_point(question, prior, values), Store(), limits)
    if not isinstance(verdict, Refuted):
        return verdict
    known = dict(verdict.witness.parameters) | {name: Real(value, "fraction") for name, value in values.items()}
    ordered = [item.name for item in question.program.function(prior).parameters]
    witness = replace(verdict.witness, parameters=tuple((name, known[name]) for name in ordered if name in known))
    return replace(verdict, witness=witness)


def _proved_with_room(question: Question, prior: str, values: Mapping[str, fmpq], room: fmpq, limits: Limits) -> bool:
    """Whether the claim holds with this much to spare on both sides."""
    epsilon = question.budget - Epsilon.rational(2 * room)
    if room >= 1 or not epsilon.bounds()[0] >= 0:
        return False
    # e^-room is at least 1 - room.
    delta = None if question.delta is None else question.delta * (1 - room)
    closer = replace(_point(question, prior, values), epsilon=epsilon, delta=delta)
    return isinstance(by_density.check_asked(closer, Store(), limits), Proved)


def _data(
    question: Question, prior: str, values: Mapping[str, fmpq], limits: Limits
) -> tuple[fmpq, tuple[fmpq, ...]] | None:
    """The scale of the noise, and the variances of the data; None where that is not all there is."""
    variances: set[fmpq] = set()
    noises: set[Reals] = set()
    try:
        for one in compared(_point(question, prior, values), Store(), limits):
            for law in (one.more, one.less):
                if law.atoms or len(law.densities) != 1:
                    return None
                for part in next(iter(law.densities.values())):
                    if part.low is not None or part.high is not None or not isinstance(part.noise.variance, fmpq):
                        return None
                    variances.add(part.noise.variance)
                    noises.add(Reals(part.noise.rates))
    except Unread:
        return None
    if len(noises) != 1:
        return None
    (noise,) = noises
    if len(noise.rates) != 1 or noise.rates[0].factor or noise.rates[0].multiples:
        return None
    return 1 / noise.rates[0].constant, tuple(variances)
