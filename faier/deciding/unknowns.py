"""Claims with unknowns: for every value of a prior's parameters, or for every epsilon of `Positive(...)`.

    comparisons -> obligations -> the algebra engine -> a verdict, or the supremum between certified ends

A violation names the unknowns as exact fractions, as simple as they can be found, and is recomputed by
`denote` at those values. A weight that is a probability for some values only is an error of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from flint import fmpq

from faier.deciding import assumptions, long_series, obligation_answers
from faier.deciding.comparison import Comparison, comparisons
from faier.deciding.endless import grown_at
from faier.deciding.finding import Finding, nothing
from faier.deciding.question import Question
from faier.deciding.replay import MOMENT, confirm, witness
from faier.deciding.shares import Share
from faier.deciding.store import Help, Store
from faier.engines.algebra import engine as algebra
from faier.engines.algebra import multiple, obligations, supremum
from faier.engines.algebra.domain import Domain, domain
from faier.engines.algebra.obligations import Obligation
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import (
    Epsilon,
    Number,
    TooLarge,
    Undecidable,
    epsilons,
    exceeds,
    exponential,
    substitute,
    substitute_epsilon,
)
from faier.exact.simplest import simplest_between
from faier.lang.values import Real
from faier.limits import LimitReached, Limits, Work, going_on

# Epsilons tried first, so that a refutation names a simple one.
SIMPLE_EPSILONS = tuple(
    fmpq(*value)
    for value in (
        *((1, 1), (1, 2), (2, 1), (1, 10), (5, 1), (1, 100), (20, 1)),
        *((100, 1), (500, 1), (2000, 1), (1, 10**4), (1, 10**6), (1, 10**9), (1, 10**15)),
    )
)
# What the other unknowns are then, as shares of the way from their low end to the high one: all the same, or mixed.
SIMPLE_SHARES = tuple(
    fmpq(*share) for share in ((1, 2), (1, 10), (9, 10), (1, 100), (99, 100), (1, 10**6), (10**6 - 1, 10**6))
)
MIXED = 16
UNTOLD = "recomputing the witness did not come to an end"
# Steps that are taken for the tight factor beside a verdict.
GLANCE = 5_000
# How near the ends of the factor of a long time series are brought to each other.
CLOSE = 1 + fmpq(1, 10**9)


@dataclass(frozen=True)
class _Item:
    comparison: Comparison
    obligation: Obligation


@dataclass(frozen=True)
class Problem:
    """Everything that the claim compares. `coverage` is what the obligations are about."""

    items: tuple[_Item, ...]
    coverage: Coverage
    comparisons: tuple[Comparison, ...]

    @property
    def obligations(self) -> tuple[Obligation, ...]:
        return tuple(item.obligation for item in self.items)

    @property
    def labels(self) -> tuple[obligation_answers.Label, ...]:
        return tuple((item.comparison.place, item.obligation.word) for item in self.items)

    def item(self, obligation: Obligation) -> _Item:
        return next(item for item in self.items if item.obligation is obligation)


def problem_of(question: Question, store: Store, limits: Limits) -> Problem:
    """Everything that questions about the subject compare."""
    key = ("problem", question.compared)
    return store.once(key, lambda: _gathered(question, store, limits))


def _gathered(question: Question, store: Store, limits: Limits) -> Problem:
    items: list[_Item] = []
    compared: list[Comparison] = []
    reached: list[Coverage] = []
    for comparison in comparisons(question, store, limits):
        compared.append(comparison)
        found = obligations.obligations(comparison.pair, comparison.length, limits)
        reached.append(Coverage(found.length, found.all and not comparison.cut))
        items += [_Item(comparison, obligation) for obligation in found.items]
    coverage = Coverage(max(one.length for one in reached), all(one.all for one in reached))
    return Problem(tuple(items), coverage, tuple(compared))


def check(question: Question, store: Store, limits: Limits) -> Verdict:
    """The verdict for every value of the unknowns; or `Divided`, if that is wanted of what takes long. Outputs that are
    too long for that may grow without end."""
    verdict = _settled(question, store, limits)
    if isinstance(verdict, Refuted) or verdict.coverage.all:
        return verdict
    return check_growing(question, store, limits) or verdict


def check_growing(question: Question, store: Store, limits: Limits) -> Refuted | None:
    """The violation by outputs that grow without end, if there is one."""
    grown = _grown(question, store, limits)
    return None if grown is None else Refuted(grown.coverage, "growth", *_told(grown))


def _grown(question: Question, store: Store, limits: Limits) -> Finding | None:
    """Outputs of any length whose ratio grows without end at a value of the unknown epsilon."""
    name = question.program.epsilon_name
    if name is None or question.length is not None or question.unknown_reals:
        return None
    found = grown_at(question, store, name, limits)
    if found is None:
        return None
    grown, told = found
    tight = Tight(None, None, False, told, grown.told, name)
    return Finding(tight, Coverage(0, True), "growth")


def _told(grown: Finding) -> tuple[Witness, Tight]:
    assert grown.tight is not None and grown.tight.witness is not None
    return grown.tight.witness, grown.tight


def _settled(question: Question, store: Store, limits: Limits) -> Verdict:
    epsilon = question.budget
    try:
        problem = problem_of(question, store, limits)
        numbers = _numbers(problem)
        names = sorted({name for number in numbers for name in epsilons(number)} | epsilon.unknowns)
        with going_on(
            lambda: f"while {len(problem.obligations):,} outputs were decided for all values of the unknowns"
        ):
            place, answers = _answers(question, problem, store.help, limits)
        if names and not all(isinstance(answer, algebra.Holds) for answer in answers):
            violation = _at_simple_epsilons(question, problem, names, limits)
            if violation is not None:
                known = _at_a_glance(question, problem, limits)
                return Refuted(problem.coverage, "algebra", violation, known or _attained(violation))
    except LimitReached as reached:
        return Undecided(Coverage(0, False), "algebra", reached.text)
    except (TooLarge, Undecidable) as error:
        return Undecided(Coverage(0, False), "algebra", f"a number cannot be handled exactly: {error}")
    last = answers[-1] if answers else None
    if isinstance(last, algebra.Fails):
        found = _violation(question, problem.item(last.obligation), place, last, limits)
        if found is None:
            reason = "it fails for some epsilon, but no rational one was found"
            return Undecided(problem.coverage, "algebra", reason)
        known = _at_a_glance(question, problem, limits) if names else None
        return Refuted(problem.coverage, "algebra", found, known or _attained(found), answers)
    for answer in answers:
        if isinstance(answer, algebra.Open):
            return Undecided(Coverage(0, False), "algebra", answer.reason)
    return Proved(problem.coverage, "algebra", _at_a_glance(question, problem, limits, proved=True), answers)


def _at_a_glance(question: Question, problem: Problem, limits: Limits, proved: bool = False) -> Tight | None:
    """The tight factor, where it is finite and found soon. Work is counted: it is told on every machine or on none.
    Where the budget is `proved`, that is not done again."""
    within = replace(limits, work=Work(GLANCE), told=None)
    found = _bounded(question, problem, within, question.budget if proved else None)
    return None if found.reason or found.tight is None or found.tight.upper is None else found.tight


def part(question: Question, store: Store, limits: Limits, share: Share) -> obligation_answers.Part:
    """What is found of a share of a claim that was divided: its conditions are whoever's that answers it."""
    try:
        problem = problem_of(question, store, limits)
        place = domain(question.prior, _numbers(problem), question.budget)
        return obligation_answers.part(problem.obligations, problem.labels, place, question.budget, limits, share)
    except LimitReached as reached:
        return obligation_answers.Part(limit=reached.text)


def _answers(
    question: Question, problem: Problem, others: Help, limits: Limits
) -> tuple[Domain, tuple[algebra.Answer, ...]]:
    """What the algebra engine says; when the exponents are too fine for it, nothing is settled."""
    place, epsilon = Domain(()), question.budget
    try:
        place = domain(question.prior, _numbers(problem), epsilon)
        _require(question, problem, limits)
        return place, obligation_answers.settle(problem.obligations, problem.labels, place, epsilon, limits, others)
    except TooLarge as error:
        return place, (algebra.Open(problem.obligations[0], f"a number cannot be handled exactly: {error}"),)


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding:
    """The tight factor over all values of the unknowns."""
    grown = _grown(replace(question, epsilon=Epsilon()), store, limits)
    if grown is not None:
        return grown
    try:
        return _bounded(question, problem_of(question, store, limits), limits)
    except LimitReached as reached:
        return nothing(reached.text, "algebra")


def _bounded(question: Question, problem: Problem, limits: Limits, proved: Epsilon | None = None) -> Finding:
    if not problem.items:
        return Finding(None, problem.coverage, "algebra", "no output is possible")
    try:
        place = domain(question.prior, _numbers(problem), Epsilon())
        if any(variable.scale for variable in place.variables) and not algebra.only_epsilon(place):
            names = ", ".join(variable.name for variable in place.variables if variable.scale)
            reason = f"the tight epsilon depends on {names}: give it a value with --set"
            return Finding(None, problem.coverage, "algebra", reason)
        _require(question, problem, limits)
        if algebra.only_epsilon(place):
            return _multiple(question, problem, place.names[0], limits, proved)
        found = supremum.supremum(problem.obligations, place, limits)
    except LimitReached as reached:
        return nothing(reached.text, "algebra")
    except (TooLarge, Undecidable) as error:
        return nothing(f"a number cannot be handled exactly: {error}", "algebra")
    try:
        moment = limits.extended(MOMENT)
        told = _witness(question, problem.item(found.obligation), place.value(found.point), {}, moment)
    except LimitReached as reached:
        return nothing(f"{UNTOLD}: {reached.text}", "algebra")
    tight = Tight(found.lower, found.upper, found.attained, told)
    return Finding(tight, problem.coverage, "algebra", found.reason or None)


def _multiple(
    question: Question, problem: Problem, name: str, limits: Limits, proved: Epsilon | None = None
) -> Finding:
    """The least multiple of an unknown epsilon that holds for all its values."""
    enough = None if proved is None else dict(proved.multiples).get(name)
    enough = enough if enough is not None and proved == Epsilon.positive(name, enough) else None
    found = multiple.least_multiple(problem.obligations, name, limits, enough)
    if isinstance(found, str):
        return Finding(None, problem.coverage, "algebra", found)
    try:
        item, moment = problem.item(found.obligation), limits.extended(MOMENT)
        told = _witness(question, item, {}, {name: found.at}, moment)
    except LimitReached as reached:
        return nothing(f"{UNTOLD}: {reached.text}", "algebra")
    lower, upper = (None if end is None else exponential(end, name) for end in (found.lower, found.upper))
    tight = Tight(lower, upper, found.attained, told, unknown=name)
    return Finding(tight, problem.coverage, "algebra", found.reason or None)


def check_long(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """The verdict on a long time series; None: it is none, or series without end were not settled as a whole."""
    epsilon = question.budget
    if question.prior is None or epsilon.unknowns or store.help.parts:
        return None  # what was divided was not settled as a long series before

    def above(factor: fmpq) -> bool:
        return exceeds(factor, fmpq(1), epsilon)

    found = long_series.ends(question, store, limits, above)
    if found is None:
        return None
    best = found.best
    if best is not None and above(best.factor):
        try:
            told = _attaining(question, best, limits.extended(MOMENT))
        except LimitReached as reached:
            return Undecided(found.coverage, "coupling", f"{UNTOLD}: {reached.text}")
        return Refuted(found.coverage, "coupling", told, _attained(told))
    if found.upper is not None and not above(found.upper):
        return Proved(found.coverage, "coupling", None)
    if found.endless:
        return None
    return Undecided(Coverage(0, False), "coupling", found.reason or "its bounds are too far apart")


def bound_long(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding | None:
    """The ends of the factor of a long time series; None as in `check_long`."""
    found = None if question.prior is None else long_series.ends(question, store, limits, None, CLOSE)
    if found is None or found.best is None or (found.endless and found.upper is None):
        return None
    try:
        told = _attaining(question, found.best, limits.extended(MOMENT))
    except LimitReached as reached:
        return nothing(f"{UNTOLD}: {reached.text}", "coupling")
    tight = Tight(found.best.factor, found.upper, found.best.factor == found.upper, told)
    return Finding(tight, found.coverage, "coupling", found.reason or None)


def _attaining(question: Question, best: long_series.Attained, limits: Limits) -> Witness:
    return _witness(question, _Item(best.comparison, best.obligation), best.values, {}, limits)


def _numbers(problem: Problem) -> list[Number]:
    sides = [number for item in problem.obligations for number in (item.left, item.right)]
    return sides + assumptions.numbers(problem.comparisons)


def _require(question: Question, problem: Problem, limits: Limits) -> None:
    """The conditions know nothing of the claim's epsilon: its fractions do not make their polynomials larger."""
    place = domain(question.prior, assumptions.numbers(problem.comparisons), Epsilon())
    assumptions.require(question, problem.comparisons, place, limits)


def _at_simple_epsilons(question: Question, problem: Problem, names: Sequence[str], limits: Limits) -> Witness | None:
    """A violation at simple values of the unknown epsilon and of what else is unknown."""
    beliefs = domain(question.prior, (), Epsilon())
    for values in _simple_values(beliefs):
        numbers = [(substitute(one.left, values), substitute(one.right, values)) for one in problem.obligations]
        for simple in SIMPLE_EPSILONS:
            given = dict.fromkeys(names, simple)
            budget = question.budget.substitute(given)
            for item, (left, right) in zip(problem.items, numbers, strict=True):
                limits.check()
                if exceeds(substitute_epsilon(left, given), substitute_epsilon(right, given), budget):
                    return _witness(question, item, values, given, limits)
    return None


def _simple_values(beliefs: Domain) -> Iterator[dict[str, fmpq]]:
    """Simple values of a prior's unknowns, inside their intervals."""
    count = len(beliefs.variables)
    yield beliefs.value((SIMPLE_SHARES[0],) * count)
    if count:
        yield from (beliefs.value((share,) * count) for share in SIMPLE_SHARES[1:])
    if count > 1:
        mixed = product(SIMPLE_SHARES[1:3], repeat=count)
        yield from (beliefs.value(point) for point in islice(mixed, MIXED))


def _violation(question: Question, item: _Item, place: Domain, fails: algebra.Fails, limits: Limits) -> Witness | None:
    """The witness at a point of the cube; an unknown epsilon becomes a rational near what the point says."""
    if fails.epsilon is not None:
        return _witness(question, item, {}, {place.names[0]: fails.epsilon}, limits)
    values = place.value(fails.point)
    at_epsilon: dict[str, fmpq] = {}
    for variable, at in zip(place.variables, fails.point, strict=True):
        if variable.scale:
            found = _rational_epsilon(item.obligation, variable.name, variable.scale, at, values, question.budget)
            if found is None:
                return None
            at_epsilon[variable.name] = found
    return _witness(question, item, values, at_epsilon, limits)


def _rational_epsilon(
    item: Obligation, name: str, scale: int, at: fmpq, values: dict[str, fmpq], epsilon: Epsilon
) -> fmpq | None:
    """The simplest rational near -scale * log(at) at which the obligation fails."""
    low, high = (Epsilon.log(at) * -scale).bounds(40)
    middle = (low + high) / 2
    for width in (fmpq(1, 2), fmpq(1, 8), fmpq(1, 100), fmpq(1, 10**4), fmpq(1, 10**8), fmpq(1, 10**16)):
        value = simplest_between(middle * (1 - width), middle * (1 + width))
        given = {name: value}
        left = substitute_epsilon(substitute(item.left, values), given)
        right = substitute_epsilon(substitute(item.right, values), given)
        if exceeds(left, right, epsilon.substitute(given)):
            return value
    return None


def _witness(
    question: Question,
    item: _Item,
    values: dict[str, fmpq],
    at_epsilon: dict[str, fmpq],
    limits: Limits,
) -> Witness:
    """The witness of an obligation at values of the unknowns, confirmed by `denote`."""

    def at(number: Number) -> Number:
        return substitute_epsilon(substitute(number, values), at_epsilon)

    pair, obligation = item.comparison.pair, item.obligation
    masses = at(pair.left_mass) * at(pair.right_mass)
    left, right = at(obligation.left) / masses, at(obligation.right) / masses
    named = tuple((name, Real(value, "fraction")) for name, value in (values | at_epsilon).items())
    told = witness(question, item.comparison, obligation.word, left, right)
    told = replace(told, parameters=(*pair.parameters, *named), unknown=next(iter(at_epsilon), None))
    return confirm(question, told, limits, at_epsilon)


def _attained(found: Witness) -> Tight:
    """What a violation says about the tight factor: it is at least this."""
    return Tight(found.ratio, None, True, found)
