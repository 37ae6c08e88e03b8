"""Questions without unknowns -> the tight factor, by searching all outputs that could still matter.

    comparisons -> factors, one by one -> the greatest, and the witness that attains it, recomputed by `denote`

Where runs need not end, what is known about outputs of every length is asked of couplings and of growing cycles. A
witness that `denote` does not confirm raises `Mismatch`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from flint import fmpq

from faier.deciding import factors
from faier.deciding.comparison import Comparison
from faier.deciding.endless import Endless, endless, exceeding, growing
from faier.deciding.factors import Hopeless, Weighed, weigh
from faier.deciding.finding import Finding, greater, nothing
from faier.deciding.in_turn import Turned, told, turned, whole
from faier.deciding.partial import known as known_partial
from faier.deciding.question import Question
from faier.deciding.replay import MOMENT, Mismatch, confirm, witness
from faier.deciding.store import Store
from faier.engines import Engine
from faier.engines.coupling.enclosure import Enclosure
from faier.engines.search.engine import SearchResult, tightest
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import Epsilon, Number, TooLarge, Undecidable, exceeds
from faier.limits import LimitReached, Limits

ONE = fmpq(1)

# For so many long pairs of a subject a search follows on their enclosure; it gives up at more vectors than NARROW.
EXACTLY, NARROW = 2, 64
# What is known before anything is: the empty output has factor 1.
EMPTY = Tight(ONE, None, False, None)
# Where ratios grow without end an output that shows it is searched for so many seconds.
SOON = 5.0
# A finding that a limit cut short is made again for a question that has so many times as much time.
AGAIN = 2.0


def check(question: Question, store: Store, limits: Limits) -> Verdict:
    return _judged(question, found(question, store, limits), limits)


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding:
    """With both ends that are certified for outputs of every length, where these are known."""
    finding = found(question, store, limits)
    tight, upper = finding.tight, finding.endless.upper
    if tight is None or upper is None or finding.coverage.all:
        return finding
    coverage = Coverage(finding.coverage.length, True)
    return replace(finding, tight=_whole(tight, upper), coverage=coverage, engine="coupling")


def check_coupled(question: Question, store: Store, limits: Limits) -> Verdict:
    return _judged(question, _coupled(question, store, limits, "coupling"), limits)


def bound_coupled(question: Question, store: Store, limits: Limits) -> Finding:
    return _coupled(question, store, limits, "coupling")


def check_growing(question: Question, store: Store, limits: Limits) -> Verdict:
    return _judged(question, _coupled(question, store, limits, "growth"), limits)


def bound_growing(question: Question, store: Store, limits: Limits) -> Finding:
    return _coupled(question, store, limits, "growth")


@dataclass(frozen=True)
class _Found:
    """A finding, and the seconds that there were for it (None: no end)."""

    finding: Finding
    seconds: float | None


def found(question: Question, store: Store, limits: Limits) -> Finding:
    """The tight factor, found once for all claims about the subject; by oneself, or with what others found."""
    key = ("found", question.compared)
    known, left = store.made.get(key), limits.left()
    if not isinstance(known, _Found) or _cut_short(known, left):
        known = store.made[key] = _Found(_found(question, store, limits), left)
    return known.finding


def keep(question: Question, store: Store, finding: Finding, limits: Limits) -> None:
    """The tight factor is known from elsewhere."""
    store.made["found", question.compared] = _Found(finding, limits.left())


def _cut_short(known: _Found, left: float | None) -> bool:
    if known.finding.reason is None or known.seconds is None:
        return False
    return left is None or left >= AGAIN * known.seconds


def _found(question: Question, store: Store, limits: Limits) -> Finding:
    about = turned(question, store, limits)
    if about is not None:
        finding = _in_turn(about, question, limits.share(factors.HALF))
        if finding is not None:
            return finding
    others = store.help
    parts = [part for part in others.parts if isinstance(part, factors.Part)]
    if others.missing is not None:
        parts.append(factors.Part((), (factors.Ended((0, 0), "limit", others.missing),)))
    if not parts and others.jobs > 1 and question.prior is not None:
        parts = [factors.divided(question, store, limits)]
    return find(question, store, limits, factors.replay(parts) if parts else None)


def _in_turn(about: Turned, question: Question, limits: Limits) -> Finding | None:
    """The tight factor by the items of what is shown; None where it was not found."""
    weighed = (factors.weighed(comparison, limits) for comparison in whole(about, limits))
    finding = find(about.question, about.store, limits, weighed)
    if known_partial(about.question, about.store) is not None:
        return None
    return None if finding.reason is not None or finding.tight is None else told(about, question, finding, limits)


def find(question: Question, store: Store, limits: Limits, weighed: Iterable[Weighed] | None = None) -> Finding:
    """The tight factor of the subject. `weighed` is what `weigh` would find, where that is known."""
    grown = growing(question, store, limits) if question.length is None and question.mechanism.yields else None
    if grown is None:
        return _searched(question, store, limits, weighed)
    finding = _searched(question, store, limits.share(factors.HALF).at_most(SOON), weighed)
    if finding.coverage.all or (finding.tight is not None and finding.tight.lower is None):
        return finding
    return _extended(replace(finding, tight=finding.tight or EMPTY), Endless(None, grown))


def _searched(question: Question, store: Store, limits: Limits, weighed: Iterable[Weighed] | None) -> Finding:
    searched: list[Weighed] = []
    patience = EXACTLY
    try:
        for item in weigh(question, store, limits) if weighed is None else weighed:
            if isinstance(item.result, Enclosure):
                patience -= not _settled(item.result, searched)
                result = _narrowed(item.comparison, item.result, patience >= 0, searched, limits)
                item = Weighed(item.comparison, result)
            searched.append(item)
            if item.result.lower is None:
                break  # nothing exceeds infinity
    except LimitReached as reached:
        if not searched:
            return Finding(EMPTY, Coverage(0, False), "search", reached.text)
        return _gathered(question, searched, reached.text, limits)
    except Hopeless as error:
        return nothing(str(error))
    except (TooLarge, Undecidable) as error:
        return nothing(f"a number cannot be handled exactly: {error}")
    finding = _gathered(question, searched, None, limits)
    tight = finding.tight
    if question.length is None and not finding.coverage.all and tight is not None and tight.lower is not None:
        return _extended(finding, endless(question, store, limits))
    return finding


def _settled(long: Enclosure, searched: list[Weighed]) -> bool:
    """Whether the pair cannot matter any more, or its ends meet."""
    if long.lower == long.upper:
        return True
    return any(item.result.lower is not None and not greater(long.upper, item.result.lower) for item in searched)


def _narrowed(
    comparison: Comparison, long: Enclosure, exactly: bool, searched: list[Weighed], limits: Limits
) -> SearchResult | Enclosure:
    """The exact factor, where it matters and a narrow search finds it."""
    if _settled(long, searched) or not exactly:
        return long
    result = tightest(comparison.pair, comparison.length, replace(limits, told=None), width=NARROW)
    return result if result.limit is None else long


def _extended(finding: Finding, known: Endless) -> Finding:
    """The finding, and what is known about outputs of every length."""
    found = finding.tight
    assert found is not None
    everything = Coverage(finding.coverage.length, True)
    _refuse_contradiction(found.lower, known.upper)
    if known.grown is not None:
        told = Tight(None, None, False, found.witness, known.grown.told)
        return Finding(told, everything, "growth", None, known, curve=finding.curve)
    if known.upper is not None and found.lower == known.upper:
        told = replace(found, upper=known.upper)
        return Finding(told, everything, "coupling", None, known, curve=finding.curve)
    return replace(finding, endless=known)


def _coupled(question: Question, store: Store, limits: Limits, engine: Literal["coupling", "growth"]) -> Finding:
    """What is known about outputs of every length alone. The empty output has factor 1. Both engines look together,
    and one of them finds; `growth` is not content with what a coupling proves."""
    unknown = ", ".join(question.unknown_reals)
    if unknown:
        return nothing(f"the {engine} engine needs values for {unknown}: use another one (--engine)", engine)
    known = endless(question, store, limits)
    if engine == "growth" and known.grown is None:
        return nothing("no outputs were found whose ratio grows without end", engine)
    if known.upper is None and known.grown is None:
        return nothing("no coupling was found", engine)
    return _extended(Finding(Tight(ONE, known.upper, False, None), Coverage(0, True), "coupling"), known)


def _judged(question: Question, finding: Finding, limits: Limits) -> Verdict:
    """The verdict; where ratios grow without end, with a witness that is long enough."""
    epsilon, grown, found = question.budget, finding.endless.grown, finding.tight
    verdict = judge(epsilon, finding)
    if not isinstance(verdict, Undecided) or epsilon.unknowns or grown is None or found is None:
        return verdict
    try:
        longer = exceeding(question, grown, limits)
    except LimitReached as reached:
        return replace(verdict, reason=reached.text)
    return verdict if longer is None else judge(epsilon, replace(finding, tight=replace(found, witness=longer)))


def judge(epsilon: Epsilon, finding: Finding) -> Verdict:
    """Compare the tight factor with e^epsilon, exactly."""
    coverage, engine, found = finding.coverage, finding.engine, finding.tight
    if epsilon.unknowns:
        names = ", ".join(sorted(epsilon.unknowns))
        return Undecided(Coverage(0, False), engine, f"the search engine needs a value for {names} (--set)")
    if found is None:
        return Undecided(coverage, engine, finding.reason or "nothing was found")
    known = finding.endless
    if found.witness is not None and _above(found.witness.ratio, epsilon):
        return Refuted(coverage, engine, found.witness, found, known.grown)
    if found.growth is not None:
        return Undecided(coverage, engine, "the ratio grows without end, but a long enough output was not made", found)
    if known.upper is not None and not _above(known.upper, epsilon):
        return Proved(Coverage(coverage.length, True), "coupling", _whole(found, known.upper), known.proofs)
    if found.upper is not None and not _above(found.upper, epsilon):
        return Proved(coverage, engine, found)
    return Undecided(coverage, engine, finding.reason or "its bounds are too far apart", found)


def _gathered(question: Question, searched: list[Weighed], missing: str | None, limits: Limits) -> Finding:
    """The greatest of all pairs' factors; `missing` is why some pairs were not searched."""
    best = searched[0]
    upper = searched[0].result.upper
    for item in searched[1:]:
        if greater(item.result.lower, best.result.lower):
            best = item
        if greater(item.result.upper, upper):
            upper = item.result.upper
    results = [item.result for item in searched]
    reason = missing or next((result.limit.text for result in results if result.limit is not None), None)
    if best.result.lower is None or (missing is None and best.result.lower == upper):
        reason = None  # nothing exceeds infinity, or an upper end that is attained
    if missing is not None or best.result.lower is None:
        upper = None
    coverage = _coverage(searched, reason is not None and upper is None and best.result.lower is not None)
    found = None
    if best.result.lower is None or best.result.lower != ONE:
        try:
            found = _witness(question, best, limits)
        except LimitReached as reached:
            reason = f"recomputing the witness did not come to an end: {reached.text}"
    coupled = any(isinstance(item.result, Enclosure) for item in searched)
    engine: Engine = "coupling" if coupled else "search"
    if upper is not None:
        _refuse_contradiction(best.result.lower, upper)
    attained = upper is None or best.result.lower == upper or not coupled
    told, curve = Tight(best.result.lower, upper, attained, found), () if missing else _curve(searched)
    return Finding(told, coverage, engine, reason, curve=curve)


def _curve(searched: list[Weighed]) -> tuple[Number | None, ...]:
    """The factors by length, as far as every pair was searched by length; `searched` are all pairs."""
    curves: list[tuple[Number | None, ...]] = []
    for item in searched:
        result, asked = item.result, item.comparison.length
        if isinstance(result, Enclosure) or not result.counting or asked is None or not result.curve:
            return ()
        missing = 0 if result.limit is not None else asked + 1 - len(result.curve)
        curves.append((*result.curve, *result.curve[-1:] * missing))
    return tuple(_largest(factors) for factors in zip(*curves, strict=False))


def _largest(factors: tuple[Number | None, ...]) -> Number | None:
    best = factors[0]
    for factor in factors[1:]:
        best = factor if greater(factor, best) else best
    return best


def _refuse_contradiction(lower: Number | None, upper: Number | None) -> None:
    """No output that was found may exceed what was proved of all."""
    if upper is not None and greater(lower, upper):
        raise Mismatch(f"an output has the factor {lower}, and {upper} was proved")


def _witness(question: Question, best: Weighed, limits: Limits) -> Witness:
    """The witness of the greatest factor, recomputed; a moment is left for that when the time is up."""
    pair, result = best.comparison.pair, best.result
    left, right = result.left / pair.left_mass, result.right / pair.right_mass
    found = witness(question, best.comparison, result.word, left, right)
    return confirm(question, found, replace(limits.extended(MOMENT), room=None))


def _coverage(searched: list[Weighed], interrupted: bool) -> Coverage:
    """What the factors are about: everything asked for, unless the search was interrupted without a bound."""
    results = [item.result for item in searched]
    if interrupted:
        return Coverage(min(result.length or 0 for result in results), False)
    lengths = [_length(item) for item in searched]
    everything = all(
        (item.result.all and not item.comparison.cut) or item.comparison.length is None for item in searched
    )
    return Coverage(max(lengths), everything)


def _length(item: Weighed) -> int:
    """The length up to which the ends hold: an upper end of an interrupted search is about all that was asked for."""
    result, asked = item.result, item.comparison.length
    if asked is not None and result.limit is not None:
        return asked
    return result.length if result.length is not None else asked or 0


def _above(factor: Number | None, epsilon: Epsilon) -> bool:
    return factor is None or exceeds(factor, ONE, epsilon)


def _whole(found: Tight, upper: Number) -> Tight:
    """What is known of the factor of all outputs: those that were searched attain the lower end."""
    return replace(found, upper=upper, attained=found.attained and found.lower == upper)
