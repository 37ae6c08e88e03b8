"""The tight factor of a question and an output that attains it -> ends of other measures, where laws are not listed.

From above: of all laws whose ratios are at most a factor, the two of randomized response are furthest apart by every
measure here, or where the factor holds in one direction alone, those of which one shows nothing else. From below:
whether an output is shown or not is a law of two outcomes, which no measure takes for further apart than the laws.
Where the total variation is known, divergences are at least twice its square (Pinsker), as none is less than that of
order 1; and where one is known, rho is at least what it leaves for its order.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from flint import ctx, fmpq

from faier.deciding.finding import Finding
from faier.deciding.measuring import Delta, Measured, Measures, grid
from faier.deciding.question import Question
from faier.engines.measures.exceeding import exceeds, exceeds_any
from faier.engines.measures.excess import excess
from faier.engines.measures.orders import PRECISION, Divergence, Rho, concentrated, renyi
from faier.engines.measures.pairing import Pairing
from faier.engines.verdict import Proved, Witness
from faier.exact import ONE, ZERO, Epsilon, Number, TooLarge, Undecidable, compare, enclose
from faier.exact.enclosure import ends as bounds
from faier.lang.claim import Concentrated, Pairs, PerInput, Relation, Renyi, Where
from faier.lang.values import Near, leaves
from faier.limits import LimitReached, Limits


def with_ends(
    found: Measured,
    question: Question,
    asked: Measures,
    finding: Finding,
    limits: Limits,
    variation: Delta | None = None,
) -> Measured:
    """What is missing in what was found, between two ends; `variation` is the total variation, where it is known."""
    tight = finding.tight
    if found.reason is None or tight is None or tight.unknown or question.delta != 0:
        return found
    covered = finding.coverage.all or (question.length is not None and finding.coverage.length >= question.length)
    most = tight.upper if covered else None
    one_way = question.subject.relation is not None and not _both_ways(question.subject.relation)
    try:
        ends = _Ends(_event(tight.witness), None if most is None else _furthest(most, one_way), most, limits)
    except (TooLarge, Undecidable):
        return found
    for more in (_deltas, _divergences):
        with suppress(LimitReached, TooLarge, Undecidable):
            found = more(found, asked, ends)
    return _raised(found, variation)


def _raised(found: Measured, variation: Delta | None) -> Measured:
    """With lower ends of divergences that follow from other measures."""
    least = ZERO if variation is None else _rational(2 * variation.lower * variation.lower)
    if found.renyi is not None and found.renyi.lower is not None and found.renyi.lower < least:
        found = replace(found, renyi=Divergence(least, found.renyi.upper))
    if found.rho is None or found.rho.lower is None:
        return found
    known: list[tuple[fmpq, fmpq | None]] = [(found.rho.lower, found.rho.alpha), (least, None)]
    if found.alpha is not None and found.renyi is not None and found.renyi.lower is not None:
        known.append((found.renyi.lower / found.alpha, found.alpha))
    lower, alpha = max(known, key=lambda one: one[0])
    return replace(found, rho=replace(found.rho, lower=lower, alpha=alpha))


def _rational(number: Number) -> fmpq:
    """A rational that is not above it, and not below 0."""
    with ctx.workprec(PRECISION):
        return max(bounds(enclose(number, PRECISION))[0], ZERO)


def proved(question: Question, finding: Finding, limits: Limits) -> Proved | None:
    """A claim about divergences, where laws with the tight factor that are furthest apart keep it."""
    tight = finding.tight
    if tight is None or tight.unknown or tight.upper is None or not finding.coverage.all:
        return None
    one_way = question.subject.relation is not None and not _both_ways(question.subject.relation)
    laws, kept = _furthest(tight.upper, one_way), False
    with suppress(LimitReached, TooLarge, Undecidable):
        match question.measure:
            case Renyi(alpha=alpha, rho=rho):
                kept = exceeds(laws, alpha, rho, limits) is False
            case Concentrated(rho=rho):
                kept = exceeds_any(laws, rho, lambda: tight.upper, limits) is None
            case None:
                raise AssertionError("the question is about an epsilon")
    return Proved(finding.coverage, finding.engine) if kept else None


def _divergences(found: Measured, asked: Measures, ends: _Ends) -> Measured:
    """With divergences where they are missing."""
    if asked.alpha is not None and found.renyi is None:
        found = replace(found, renyi=ends.divergence(asked.alpha))
    if asked.concentrated and found.rho is None:
        found = replace(found, rho=ends.rho())
    return found


def _deltas(found: Measured, asked: Measures, ends: _Ends) -> Measured:
    """With least deltas where they are missing."""
    if asked.variation and found.variation is None:
        found = replace(found, variation=ends.delta(ZERO))
    if asked.profile and found.profile is None:
        found = replace(found, profile=tuple(ends.delta(epsilon) for epsilon in grid(ends.most)))
    return found


def _both_ways(relation: Relation) -> bool:
    """Whether with two inputs it always relates them the other way round too."""
    match relation:
        case PerInput(relations=relations):
            return all(_both_ways(inner) for _, inner in relations)
        case Pairs() | Where():
            return False
        case _:
            return True


def _event(witness: Witness | None) -> Pairing | None:
    """Whether an output is shown, on both sides."""
    if witness is None or any(isinstance(value, Near) for value in leaves(witness.output)):
        return None
    left, right = witness.probability_left, witness.probability_right
    if compare(left, right) <= 0:
        return None
    return Pairing(((left, right), (ONE - left, ONE - right)), (), ())


def _furthest(most: Number, one_way: bool) -> Pairing:
    """The laws that are furthest apart of all whose ratios are at most that."""
    if one_way:
        return Pairing(((ONE, ONE / most), (ZERO, ONE - ONE / most)), (), ())
    often, seldom = most / (most + 1), ONE / (most + 1)
    return Pairing(((often, seldom), (seldom, often)), (), ())


class _Ends:
    """Measures of two outcomes from below, and of the laws that are furthest apart from above."""

    def __init__(self, below: Pairing | None, above: Pairing | None, most: Number | None, limits: Limits) -> None:
        self.below, self.above, self.most, self.limits = below, above, most, limits

    def divergence(self, alpha: fmpq) -> Divergence:
        low = Divergence(ZERO, ZERO) if self.below is None else renyi(self.below, alpha, self.limits)
        high = Divergence(ZERO, None) if self.above is None else renyi(self.above, alpha, self.limits)
        if low.exact is not None and low.exact == high.exact:
            return low
        return Divergence(low.lower, None if low.lower is None else high.upper)

    def rho(self) -> Rho:
        low, high = (
            Rho(ZERO, None, None) if one is None else concentrated(one, lambda: self.most, self.limits)
            for one in (self.below, self.above)
        )
        return Rho(low.lower, None if low.lower is None else high.upper, low.alpha)

    def delta(self, epsilon: fmpq) -> Delta:
        low: Number = ZERO
        high: Number = ONE
        if self.below is not None:
            low, _ = excess(self.below, Epsilon.rational(epsilon), self.limits)
        if self.above is not None:
            _, high = excess(self.above, Epsilon.rational(epsilon), self.limits)
        return Delta(epsilon, low, high)
