"""A claim at many values of a setting that is nothing but how wide Laplace noise is which is added last.

The laws of what the noise is added to are read once: only the noise differs from value to value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from faier.calibration.added_last import added_last
from faier.calibration.constants import Varying, constant
from faier.calibration.forms import last_draws
from faier.calibration.least import Outcome
from faier.deciding import by_density
from faier.deciding.guide import Guide, greatest, weights_of
from faier.deciding.laws import Compared, along_chains, compared
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.engine import Broken, breaks
from faier.engines.density.law import Law
from faier.engines.density.mixture import Mixture
from faier.engines.density.weighing import Unread
from faier.engines.verdict import Refuted, Undecided, Verdict
from faier.exact import Epsilon, TooLarge, Undecidable
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import Draw
from faier.limits import LimitReached, Limits
from faier.semantics import draw_arguments
from faier.semantics.kept import Reals


@dataclass
class Sweep(Guide):
    """`laws` are those of the file as it is. What broke the claim last is looked at first."""

    limits: Limits
    first: int = 0
    confirmed: int | None = None  # the laws of this pair were computed again from the file

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
        sizes = [max(greatest(weights, rate) for weights in weights_of(one)) for one in self.laws]
        return sorted(range(len(sizes)), key=lambda number: -sizes[number])


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
    weights = tuple(weights for one in laws for weights in weights_of(one))
    return Sweep(program, subject.mechanism, setting, sense, draws[0], weights, laws, limits)


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
