"""Verdicts and findings in exact numbers -> answers in plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from flint import fmpq

from faier.answers.answer import (
    INFINITE,
    Answer,
    Asked,
    Attempt,
    Bounded,
    Calibrated,
    Diverged,
    Divergence,
    Drawn,
    Ends,
    Exact,
    Judged,
    Loss,
    Measured,
    Method,
    Multiple,
    Point,
    Reach,
    Shown,
    Story,
)
from faier.deciding import measuring
from faier.deciding.calibrating import Calibration
from faier.deciding.curve import Curve
from faier.deciding.finding import Delta, Finding, Sampled
from faier.deciding.reported_event import Judgement
from faier.engines import verdict as verdicts
from faier.engines.measures import orders
from faier.engines.verdict import Coverage, Growth, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import (
    Epsilon,
    Number,
    TooLarge,
    exponential_of,
    float_above,
    float_below,
    from_ratio,
    nearest_float,
    number_text,
)
from faier.lang.claim import (
    Added,
    Budget,
    Claim,
    Concentrated,
    Each,
    Edges,
    Measure,
    Moves,
    One,
    Pairs,
    PerInput,
    Relation,
    Renyi,
    Total,
    Where,
)
from faier.lang.show_type import type_text
from faier.lang.syntax import (
    Function,
    Parameter,
)
from faier.lang.values import Near, Real, Value, json_value, leaves, show_value
from faier.lang.vocabulary import RelationKind

if TYPE_CHECKING:  # starting must be quick
    from faier.deciding.beside import Beside, Row

NO_EPSILON = Exact("", math.nan)


def answered(question: Asked, claim: Claim, verdict: Verdict, spent: float) -> Answer:
    """The answer to a claim."""
    reach = _reach(verdict.coverage)
    epsilon = claim.budget.epsilon if isinstance(claim.promise, Budget) else None
    allowed = NO_EPSILON if epsilon is None else _allowed(epsilon)
    loss = None if verdict.tight is None else loss_of(verdict.tight)
    match verdict:
        case Proved():
            return Answer(question, "proved", reach, verdict.engine, spent, allowed, loss)
        case Refuted():
            story = story_of(verdict.witness)
            if epsilon is not None:
                allowed = _allowed(epsilon.substitute(_at(verdict.witness)))
            if verdict.witness.diverged is not None:
                story = replace(story, diverged=_diverged(verdict.witness.diverged, claim.promise))
            return Answer(question, "refuted", reach, verdict.engine, spent, allowed, loss, story)
        case Undecided():
            tried = tuple(Attempt(one.engine, one.seconds, one.reason) for one in verdict.attempts)
            told = Answer(question, "undecided", reach, verdict.engine, spent, allowed, loss)
            return replace(told, reason=verdict.reason, attempts=tried)
        case _:
            assert_never(verdict)


def _diverged(found: verdicts.Diverged, promise: Budget | Measure) -> Diverged:
    match promise:
        case Renyi(rho=rho):
            most = rho
        case Concentrated(rho=rho):
            most = rho * found.alpha
        case _:
            raise AssertionError("a claim about an epsilon has no divergence")
    ends = _divergence_ends(orders.Divergence(found.lower, found.upper, found.exact))
    return Diverged(number_text(found.alpha), ends, budget(most, most.text))


def bounded(question: Asked, finding: Finding, spent: float) -> Bounded:
    """The answer to what the tight epsilon is."""
    loss = None if finding.tight is None else loss_of(finding.tight)
    return Bounded(question, loss, _reach(finding.coverage), finding.engine, spent, finding.reason)


def drawn(found: Sampled) -> Drawn:
    """What drawing runs has found."""
    witness = found.witness
    loss = None if witness is None else loss_of(Tight(witness.ratio, witness.ratio, True, witness))
    return Drawn(loss, found.computed, found.seed, found.reason)


def judged(question: Asked, claim: Claim, found: Judgement, spent: float) -> Judged:
    """The answer to whether a reported violation is real."""
    story = None if found.witness is None else story_of(found.witness)
    return Judged(question, found.real, spent, _allowed(claim.budget.epsilon), story, found.reason)


def calibrated(
    question: Asked, setting: str, found: Calibration, spent: float, compared: Beside | None = None
) -> Calibrated:
    """The answer to how much of a setting is enough, beside what published methods ask for."""
    proved, refuted = (None if value is None else exact(value) for value in (found.turn.proved, found.turn.refuted))
    closed = None if found.exact is None else exact(found.exact)
    if found.closed is not None:
        closed = Exact(found.closed.text, float(found.closed.ball.mid()))
    least = None if found.direction is None else found.direction == "least"
    answer = Calibrated(question, setting, spent, proved, refuted, least, closed, found.beyond, reason=found.reason)
    if found.throughout is not None:
        ends = None if found.ends is None else (exact(found.ends[0]), exact(found.ends[1]))
        answer = replace(answer, throughout=found.throughout, ends=ends)
    if compared is not None:
        answer = replace(answer, methods=tuple(map(_method, compared.rows)), others=compared.others)
    proof, refutation = found.at(found.turn.proved), found.at(found.turn.refuted)
    if proof is not None:
        answer = replace(answer, reach=_reach(proof.verdict.coverage), engine=proof.verdict.engine)
    if refutation is not None and isinstance(refutation.verdict, Refuted):
        witness, epsilon = refutation.verdict.witness, refutation.claim.budget.epsilon
        allowed = _allowed(epsilon.substitute(_at(witness)))
        return replace(answer, story=story_of(witness), allowed=allowed, engine=refutation.verdict.engine)
    return answer


def _method(row: Row) -> Method:
    error = None if row.error is None else row.error.value
    told = Method(row.method, row.source, exact(row.value), error, None, None, published=row.published)
    if row.tight is not None:
        told = replace(told, loss=loss_of(row.tight))
    match row.verdict:
        case Proved(coverage):
            reason = None if coverage.all else f"only outputs of up to {coverage.length} values were looked at"
            return replace(told, holds=True if coverage.all else None, reason=reason)
        case Refuted(witness=witness):
            allowed = _allowed(row.claim.budget.epsilon.substitute(_at(witness)))
            return replace(told, holds=False, story=story_of(witness), allowed=allowed)
        case Undecided(reason=reason):
            return replace(told, reason=reason)


def plotted(bound: Bounded, curve: Curve) -> Bounded:
    """The answer with the curve."""
    unknown = None if bound.loss is None or bound.loss.multiple is None else bound.loss.multiple.unknown
    points = tuple(
        Point(each.length, loss_of(Tight(each.lower, each.upper, True, None, unknown=unknown))) for each in curve.points
    )
    return replace(bound, curve=points, cut=curve.reason)


def measured(bound: Bounded, found: measuring.Measured) -> Bounded:
    """The answer with other measures."""
    told = Measured(
        alpha=None if found.alpha is None else number_text(found.alpha),
        renyi=None if found.renyi is None else _divergence_ends(found.renyi),
        rho=None if found.rho is None else _rho_ends(found.rho),
        order=None if found.rho is None or found.rho.alpha is None else exact(found.rho.alpha),
        variation=None if found.variation is None else _delta_ends(found.variation),
        profile=None
        if found.profile is None
        else tuple((exact(point.epsilon), _delta_ends(point)) for point in found.profile),
        reason=found.reason,
        length=found.length,
        per_value=None if found.per_value is None else _below(found.per_value),
    )
    return replace(bound, measured=told)


def _divergence_ends(found: orders.Divergence) -> Ends:
    known = found.exact
    if isinstance(known, Epsilon):
        return Ends(budget(known, known.text), _below(found.lower), _above(found.upper))
    closed = None if known is None else Exact(known.text, known.value)
    return Ends(INFINITE if found.lower is None else closed, _below(found.lower), _above(found.upper))


def _rho_ends(found: orders.Rho) -> Ends:
    closed = INFINITE if found.lower is None else None if found.exact is None else exact(found.exact)
    return Ends(closed, _below(found.lower), _above(found.upper))


def _delta_ends(found: measuring.Delta) -> Ends:
    closed = exact(found.upper) if found.lower == found.upper else None
    return Ends(closed, _below(found.lower), _above(found.upper))


def _below(number: Number | None) -> float:
    return math.inf if number is None else float_below(number)


def _above(number: Number | None) -> float:
    return math.inf if number is None else float_above(number)


def weighed(question: Asked, given: Exact, found: Delta, spent: float) -> Bounded:
    """The answer to what the least delta of an epsilon is."""
    delta = None
    if found.value is not None:
        closed = exact(found.value) if found.lower is None else None
        delta = Ends(closed, _below(found.value if found.lower is None else found.lower), _above(found.value))
    return Bounded(question, None, _reach(found.coverage), "outputs", spent, found.reason, given, delta)


def related(relation: Relation | None) -> tuple[RelationKind, int | None] | None:
    """The kind of a relation that is about all inputs, and its distance."""
    match relation:
        case None | PerInput():
            return None
        case Each(distance):
            return "each", distance
        case One(distance):
            return "one", distance
        case Total(distance):
            return "total", distance
        case Edges():
            return "edges", None
        case Pairs():
            return "pairs", None
        case Added():
            return "added", None
        case Moves():
            return "moves", None
        case Where():
            return "where", None
        case _:
            assert_never(relation)


def budget(epsilon: Epsilon, text: str) -> Exact:
    """A claimed epsilon as it is written; one with unknowns has no value."""
    return Exact(text, math.nan if epsilon.unknowns else epsilon.value)


def signature(function: Function) -> str:
    """`noisy_max(answers: Vector[Int[0, 2], 3])`."""
    parts = [_parameter(parameter) for parameter in function.parameters]
    if function.settings:
        parts += ["*", *(f"{name}={show_value(value)}" for name, value in function.settings)]
    return f"{function.name}({', '.join(parts)})"


def _parameter(parameter: Parameter) -> str:
    if parameter.type is None:
        return parameter.name
    text = type_text(parameter.type)
    return f"{parameter.name}: {f'Public[{text}]' if parameter.public else text}"


def _reach(coverage: Coverage) -> Reach:
    return Reach(coverage.length, coverage.all, coverage.counts)


def _allowed(epsilon: Epsilon) -> Exact:
    """The factor e^epsilon."""
    if epsilon.unknowns:
        return Exact(f"exp({epsilon.text})", math.nan)
    try:
        return exact(exponential_of(epsilon))
    except TooLarge:
        return Exact(f"exp({epsilon.text})", math.inf)


def loss_of(tight: Tight) -> Loss:
    lower, upper = _logarithm(tight.lower), _logarithm(tight.upper)
    known = tight.lower == tight.upper or tight.lower is None
    return Loss(
        exact=lower if known else None,
        least=lower,
        lower=_end(tight.lower, below=True),
        upper=_end(tight.upper, below=False),
        multiple=None if tight.unknown is None else _multiple(tight.lower, tight.unknown, known),
        finite=not upper.infinite if known or not upper.infinite else None,
        attained=tight.attained,
        story=None if tight.witness is None else story_of(tight.witness),
        divergence=None if tight.growth is None else _divergence(tight.growth),
        most=None if upper.infinite else upper,
    )


def _multiple(factor: Number | None, unknown: str, known: bool) -> Multiple:
    """The multiple of the unknown epsilon that a power of e is to, exactly if it is known."""
    if not known or factor is None:
        return Multiple(unknown, None if factor is not None else INFINITE)
    epsilon = from_ratio(factor)
    share = sum((share for _, share in epsilon.multiples), fmpq(0)) if isinstance(epsilon, Epsilon) else fmpq(0)
    return Multiple(unknown, exact(share))


def _end(factor: Number | None, below: bool) -> float:
    """A float that is certainly not above, or not below, the logarithm of the factor."""
    if factor is None:
        return math.inf
    epsilon = from_ratio(factor)
    low, high = (
        epsilon.multiples[0][1:] * 2 if isinstance(epsilon, Epsilon) and epsilon.multiples else epsilon.bounds(45)
    )
    return float_below(low) if below else float_above(high)


def story_of(found: Witness) -> Story:
    """A witness in plain data."""
    return Story(
        left=_values(found.left),
        right=_values(found.right),
        output=tuple(map(shown, found.output)),
        ended=found.ended,
        probability_left=_end_of(found, found.probability_left),
        probability_right=_end_of(found, found.probability_right),
        ratio=INFINITE if found.ratio is None else _end_of(found, found.ratio),
        epsilon=_logarithm(found.ratio),
        parameters=_values(found.parameters),
        outputs=tuple(tuple(map(shown, output)) for output in found.outputs),
        excess=None if found.excess is None else _end_of(found, found.excess),
        powers=tuple((f"exp({name})", _allowed(Epsilon.rational(value))) for name, value in _at(found).items()),
        dense=any(isinstance(value, Near) for value in leaves(found.output)),
    )


def _end_of(found: Witness, number: Number) -> Exact:
    return replace(exact(number), rounded=found.rounded)


def _at(found: Witness) -> Mapping[str, fmpq]:
    """The value that the unknown epsilon has at a witness."""
    return {
        name: value.exact
        for name, value in found.parameters
        if name == found.unknown and isinstance(value, Real) and isinstance(value.exact, fmpq)
    }


def _divergence(growth: Growth) -> Divergence:
    parts = (growth.prefix, growth.cycle, growth.suffix)
    prefix, cycle, suffix = (tuple(map(str, part)) for part in parts)
    return Divergence(prefix, cycle, suffix, exact(growth.per_cycle), _logarithm(growth.per_cycle))


def _logarithm(factor: Number | None) -> Exact:
    if factor is None:
        return INFINITE
    if factor == 0:
        return Exact("-inf", -math.inf)
    epsilon = from_ratio(factor)
    return budget(epsilon, epsilon.text) if isinstance(epsilon, Epsilon) else Exact(epsilon.text, epsilon.value)


def exact(number: Number) -> Exact:
    return Exact(number_text(number), nearest_float(number))


def _values(values: tuple[tuple[str, Value], ...]) -> tuple[tuple[str, Shown], ...]:
    return tuple((name, shown(value)) for name, value in values)


def shown(value: Value) -> Shown:
    return Shown(show_value(value), json_value(value))
