"""A claim at many values of a setting that is nothing but how wide Laplace noise is which is added last.

The laws of what the noise is added to are read once: only the noise differs from value to value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from flint import fmpq

from faier.calibration.added_last import Sense, added_last
from faier.calibration.constants import Varying, constant, value_at
from faier.calibration.forms import last_draws
from faier.calibration.least import Outcome
from faier.deciding import by_density
from faier.deciding.laws import Compared, along_chains, compared
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.engine import Broken, breaks
from faier.engines.density.law import Law
from faier.engines.density.mixture import Mixture
from faier.engines.density.weighing import Unread
from faier.engines.verdict import Refuted, Undecided, Verdict
from faier.exact import Epsilon, TooLarge, Undecidable, nearest_float
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import Draw
from faier.limits import LimitReached, Limits
from faier.semantics import draw_arguments
from faier.semantics.kept import Reals

# So often the setting of the file is doubled or halved, and then the interval between two values.
DOUBLINGS, HALVINGS = 60, 80
# Nearer than this to what is allowed, an epsilon may be exactly that.
CLOSE = 1e-9

Weights = tuple[tuple[float, float, float], ...]
"""Where noise is added, how likely that is on the left and on the right."""


@dataclass
class Sweep:
    """`laws` are those of the file as it is. What broke the claim last is looked at first."""

    program: Program
    subject: str
    setting: str
    sense: Sense
    draw: Draw
    laws: list[Compared]
    limits: Limits
    first: int = 0
    confirmed: int | None = None  # the laws of this pair were computed again from the file
    weights: tuple[Weights, ...] = field(default=())

    def at(self, program: Program) -> list[Compared] | None:
        """The laws of the file with another value; None where the noise there is none."""
        try:
            noise = Reals((_rate(program, self.subject, self.draw),))
        except (Varying, Failure, TooLarge, Undecidable):
            return None
        return [replace(one, more=_with(one.more, noise), less=_with(one.less, noise)) for one in self.laws]

    def outcome(self, question: Question, laws: list[Compared]) -> Outcome:
        """Whether the claim holds."""
        order = [self.first, *(at for at in range(len(laws)) if at != self.first)]
        for number in order:
            self.limits.check()
            found = breaks(laws[number].more, laws[number].less, question.budget, self.limits)
            if isinstance(found, Broken):
                self.first = number
                return "refuted"
            if found is not None:
                return "undecided"
        return "proved"

    def verdict(self, question: Question, laws: list[Compared]) -> Verdict | None:
        """The verdict, with a witness that is computed again from the file."""
        verdict = by_density.check(question, _store(question, laws), self.limits)
        if isinstance(verdict, Refuted) and not verdict.witness.rounded:
            told = verdict.witness
            for number, one in enumerate(self.laws):
                if (tuple(one.left.items()), tuple(one.right.items()), one.parameters) == (
                    told.left,
                    told.right,
                    told.parameters,
                ):
                    self.confirmed = number
        return verdict

    def tight(self, question: Question, laws: list[Compared]) -> Verdict | None:
        """A verdict that knows the tight epsilon."""
        verdict = self.verdict(question, laws)
        finding = by_density.bound(question, _store(question, laws), self.limits)
        return None if verdict is None or finding is None else replace(verdict, tight=finding.tight)

    def known_at(self, program: Program, question: Question) -> Verdict | None:
        """The verdict of the file with another value, with the ends of its tight epsilon; None where the laws that are
        known say nothing of it."""
        laws = self.at(program) if alike(self.program, self.setting)(program) else None
        if laws is None:
            return None
        try:
            again = None if self.confirmed is None else laws[self.confirmed]
            verdict = None if again is None else by_density.refuted_by(question, again, self.limits)
            verdict = verdict or self.verdict(question, laws)
            if verdict is None or isinstance(verdict, Undecided):
                return None
            worst_first = [laws[number] for number in self._by_size(program)]
            return replace(verdict, tight=by_density.ends_of(question, _store(question, worst_first), self.limits))
        except (TooLarge, Undecidable, LimitReached):
            return None

    def _by_size(self, program: Program) -> list[int]:
        """The numbers of the laws, those with the greatest ratios in floats first."""
        rate = _rate(program, self.subject, self.draw).value
        sizes = [max(_greatest(_weights(*sides), rate) for sides in _sides(one)) for one in self.laws]
        return sorted(range(len(sizes)), key=lambda number: -sizes[number])

    def about(self, low: fmpq | None, high: fmpq | None, start: fmpq, epsilon: Epsilon) -> fmpq | None:
        """About where epsilon is what is allowed, in floats."""
        allowed = epsilon.value
        inside, outside = start, start
        here = self.excess(start, allowed)
        if here is None or start <= 0:
            return None
        up = (here > 0) == (self.sense == 1)
        end = high if up else low
        for _ in range(DOUBLINGS):
            outside = inside * 2 if up else inside / 2
            if end is not None and (outside - end > 0) == up:
                outside = end
            there = self.excess(outside, allowed)
            if there is None or (outside == inside):
                return None
            if (there > 0) != (here > 0):
                break
            inside = outside
        else:
            return None
        for _ in range(HALVINGS):
            middle = (inside + outside) / 2
            middle = fmpq(round(int(middle.p) * 2**60 / int(middle.q)), 2**60) if middle.q > 2**70 else middle
            there = self.excess(middle, allowed)
            if there is None or middle in (inside, outside):
                break
            inside, outside = (inside, middle) if (there > 0) != (here > 0) else (middle, outside)
        return inside

    def excess(self, value: fmpq, allowed: float) -> float | None:
        """About how far the tight epsilon is above what is allowed."""
        try:
            rate = _rate(value_at(self.program, self.setting, value), self.subject, self.draw).value
        except (Varying, Failure, TooLarge, Undecidable):
            return None
        return max(_greatest(weights, rate) for weights in self.weights) - allowed

    def needed(self, allowed: float) -> bool:
        """Whether, in floats, more than what is allowed is lost without any noise."""
        every = (chances for weights in self.weights for _, *chances in weights)
        return any(left > right * math.exp(allowed) * (1 + CLOSE) for left, right in every)


def sweep(program: Program, question: Question, setting: str, limits: Limits) -> Sweep | None:
    """None where the setting is something else, or more is shown than the laws are about."""
    subject = question.subject
    sense = added_last(program, subject.mechanism, subject.prior, setting)
    if sense is None or question.engine != "auto" or question.delta or question.parametric:
        return None
    draws = last_draws(program, subject.mechanism, setting)
    try:
        rates = {_rate(program, subject.mechanism, draw).text for draw in draws if draw.kind == "laplace"}
        if len(rates) != 1 or any(draw.kind != "laplace" for draw in draws):
            return None
        noise = Reals((_rate(program, subject.mechanism, draws[0]),))
        laws = list(along_chains(question, limits) or compared(question, Store(), limits))
    except (Varying, Failure, Unread, Rejected, TooLarge, Undecidable, LimitReached):
        return None
    parts = [part for one in laws for mixture in _mixtures(one) for part in mixture]
    known = all(part.noise == noise and part.low is None and part.high is None for part in parts)
    # What is shown without a real may be what noise was cut off to, and then its chance depends on the noise.
    others = any(law.atoms or law.integers for one in laws for law in (one.more, one.less))
    if not laws or not known or others:
        return None
    weights = tuple(_weights(*sides) for one in laws for sides in _sides(one))
    return Sweep(program, subject.mechanism, setting, sense, draws[0], laws, limits, weights=weights)


def alike(first: Program, setting: str) -> Callable[[Program], bool]:
    """Whether a file differs from the first in nothing but the value of the setting."""

    def bare(program: Program) -> object:
        functions = tuple(
            replace(function, settings=tuple(item for item in function.settings if item[0] != setting))
            for function in program.functions
        )
        constants = tuple(item for item in program.constants if item[0] != setting)
        return functions, constants, program.claims, program.classes

    known = bare(first)
    return lambda program: bare(program) == known


def _store(question: Question, laws: list[Compared]) -> Store:
    return Store(made={("laws", question.compared): laws})


def _rate(program: Program, mechanism: str, draw: Draw) -> Epsilon:
    function = program.function(mechanism)
    values = [constant(program, function, argument) for argument in draw.arguments]
    return draw_arguments.rate(draw.kind, values)


def _with(law: Law, noise: Reals) -> Law:
    densities = {
        output: tuple(replace(part, noise=noise) for part in mixture) for output, mixture in law.densities.items()
    }
    return replace(law, densities=densities)


def _mixtures(one: Compared) -> Iterator[Mixture]:
    for law in (one.more, one.less):
        yield from law.densities.values()


def _sides(one: Compared) -> Iterator[tuple[Mixture, Mixture]]:
    for output, mixture in one.more.densities.items():
        yield mixture, one.less.densities.get(output, ())


def _weights(left: Mixture, right: Mixture) -> Weights:
    known: dict[float, list[float]] = {}
    for number, mixture in enumerate((left, right)):
        for part in mixture:
            known.setdefault(nearest_float(part.at), [0.0, 0.0])[number] += nearest_float(part.weight)
    return tuple((at, one, other) for at, (one, other) in sorted(known.items()))


def _greatest(weights: Weights, rate: float) -> float:
    """The greatest logarithm of the ratio of both densities: at one of the numbers that noise is added to."""
    sums = [[0.0, 0.0] for _ in weights]
    for order in (range(len(weights)), range(len(weights) - 1, -1, -1)):
        one = other = 0.0
        last: float | None = None
        for number in order:
            at, left, right = weights[number]
            faded = 0.0 if last is None else math.exp(-rate * abs(at - last))
            one, other, last = one * faded, other * faded, at
            sums[number][0] += one
            sums[number][1] += other
            one, other = one + left, other + right
    found = -math.inf
    for (_, left, right), (more, less) in zip(weights, sums, strict=True):
        above, below = left + more, right + less
        found = max(found, math.inf if below == 0 else -math.inf if above == 0 else math.log(above / below))
    return found
