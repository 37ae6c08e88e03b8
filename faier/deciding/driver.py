"""The pipeline: mechanism file -> tree -> process -> pairs -> tight factor -> verdict, each step one function.

    parse -> explore -> lump -> pair -> engine -> verdict -> the witness recomputed by `denote`

Claims with unknowns are decided in `parametric`, by a solver in `solving`, with a delta in `approximate`; each
is imported by the first claim that needs it, for most need none.
Everything here runs in one process, within the limits it is given; `tasks` runs it in a worker. A claim that
compares nothing is rejected, not proved. A witness that `denote` does not confirm raises `Mismatch`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from flint import fmpq

from faier.deciding.comparison import Comparison, Model, Subject, is_parametric, model, unknown_parameters
from faier.deciding.endless import Endless, endless, exceeding
from faier.deciding.factors import Hopeless, Weighed, weigh
from faier.deciding.replay import MOMENT, Mismatch, confirm, witness
from faier.engines import Engine, Wanted
from faier.engines.coupling.enclosure import Enclosure
from faier.engines.search.engine import SearchResult, tightest
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import Epsilon, Number, TooLarge, Undecidable, compare, exceeds
from faier.lang import parse, parse_relation
from faier.lang.claim import Claim
from faier.lang.program import Program
from faier.lang.syntax import NOWHERE
from faier.limits import DEFAULTS, LimitReached, Limits

ZERO, ONE = fmpq(0), fmpq(1)

# For so many long pairs of a subject a search follows on their enclosure; it gives up at more vectors than NARROW.
EXACTLY, NARROW = 2, 64

# What one engine may take of the time that is left, where another one may have to follow.
HALF = 0.5
# How near to a factor that is attained a solver is asked about the next one.
NEARBY = 1 + fmpq(1, 10**9)
# What is known before anything is: the empty output has factor 1.
EMPTY = Tight(ONE, None, False, None)


@dataclass(frozen=True)
class Finding:
    """The tight factor of a subject for the covered outputs (None: nothing is known). `reason` says why it is
    not known exactly; `endless` is what is known about outputs of every length besides. `curve[k]` is the factor of
    outputs of up to k values, where the search came upon it."""

    tight: Tight | None
    coverage: Coverage
    engine: Engine = "search"
    reason: str | None = None
    endless: Endless = Endless()
    curve: tuple[Number | None, ...] = ()


@dataclass(frozen=True)
class Approach:
    """How to decide: by the engine that is named, or by those that can tell. `solver` and `interval`, factors to start
    from, are for the engine "smt"; without `long` no time series with unknowns is taken for a long one."""

    engine: Wanted = "auto"
    length: int | None = None
    solver: str = "z3"
    interval: tuple[fmpq, fmpq] | None = None
    long: bool = True


AUTOMATIC = Approach()

Search: TypeAlias = Callable[[Subject], Finding]

Settle: TypeAlias = Callable[[Program, Subject, Epsilon, int | None, Limits], Verdict]


def tight(
    source: str,
    mechanism: str,
    neighbors: str | None = None,
    prior: str | None = None,
    *,
    path: str = "mechanism.py",
    settings: Mapping[str, str] | None = None,
    length: int | None = None,
    engine: Wanted = "auto",
    limits: Limits = DEFAULTS,
) -> Finding:
    """The whole pipeline on a text: the tight factor of a mechanism under a relation or given a prior."""
    program = parse(source, path, settings or {})
    return bound(program, subject_of(program, mechanism, neighbors, prior), Approach(engine, length), limits)


def check(
    program: Program,
    claim: Claim,
    approach: Approach = AUTOMATIC,
    limits: Limits = DEFAULTS,
    model: Model = model,
    search: Search | None = None,
    settle: Settle | None = None,
) -> Verdict:
    """The verdict on a claim. `search` stands for `find` where claims share what it finds, `settle` for
    `unknowns.check`."""
    subject = subject_of_claim(claim)
    engine = engine_for(program, subject, approach.engine, claim)
    try:
        return _checked(program, claim, engine, approach, limits, model, search, settle)
    except LimitReached as reached:  # wherever it was: comparing and recomputing what was found take time as well
        return Undecided(Coverage(0, False), engine, reached.text)
    except (TooLarge, Undecidable) as error:
        return Undecided(Coverage(0, False), engine, f"a number cannot be handled exactly: {error}")


def _checked(
    program: Program,
    claim: Claim,
    engine: Engine,
    approach: Approach,
    limits: Limits,
    model: Model,
    search: Search | None,
    settle: Settle | None,
) -> Verdict:
    subject, length = subject_of_claim(claim), approach.length
    match engine:
        case "outputs":
            from faier.deciding import with_delta

            return with_delta.check(program, subject, claim.epsilon, claim.delta, limits, model)
        case "algebra":
            return _for_all_values(program, subject, claim, approach, limits, model, settle)
        case "smt":
            from faier.deciding import by_solver

            return by_solver.check(program, subject, claim.epsilon, length, approach.solver, limits, model)
        case "coupling" | "growth":
            return _judged(program, subject, claim, _coupled(program, subject, engine, limits, model), limits)
        case "search":
            finding = search(subject) if search is not None else find(program, subject, length, limits, model)
            return _judged(program, subject, claim, finding, limits)
        case _:
            assert_never(engine)


def _for_all_values(
    program: Program,
    subject: Subject,
    claim: Claim,
    approach: Approach,
    limits: Limits,
    model: Model,
    settle: Settle | None,
) -> Verdict:
    """By the algebra engine; what it leaves open is asked of solvers, if no engine was asked for. An `unsat` of one
    solver over nonlinear reals has no proof that others can check, so two of them must agree."""
    from faier.deciding import unknowns

    settle = settle or unknowns.check
    if approach.engine != "auto":
        return settle(program, subject, claim.epsilon, approach.length, limits)
    if approach.long:
        long = unknowns.check_long(program, subject, claim.epsilon, approach.length, limits)
        if long is not None:
            return long
    first = settle(program, subject, claim.epsilon, approach.length, limits.share(HALF))
    if not isinstance(first, Undecided) or program.epsilon_name is not None or claim.epsilon.unknowns:
        return first
    from faier.deciding import by_solver

    said = by_solver.check(program, subject, claim.epsilon, approach.length, "z3", limits.share(HALF), model)
    if isinstance(said, Proved):
        second = by_solver.check(program, subject, claim.epsilon, approach.length, "cvc5", limits, model)
        if not isinstance(second, Undecided):
            return second
        hint = "z3 finds no violation, but no second solver confirms it (--engine smt takes its word)"
        return replace(first, reason=f"{first.reason}; {hint}")
    return first if isinstance(said, Undecided) else said


def bound(
    program: Program,
    subject: Subject,
    approach: Approach = AUTOMATIC,
    limits: Limits = DEFAULTS,
    model: Model = model,
    search: Search | None = None,
    delta: fmpq = ZERO,
) -> Finding:
    """The tight factor of a subject, by the engine that can tell; with a delta, the least that goes with it."""
    engine = engine_for(program, subject, approach.engine) if delta == 0 else "outputs"
    try:
        if delta != 0:
            return _with_delta(program, subject, delta, limits, model)
        return _bounded(program, subject, engine, approach, limits, model, search)
    except LimitReached as reached:
        return _nothing(reached.text, engine)
    except (TooLarge, Undecidable) as error:
        return _nothing(f"a number cannot be handled exactly: {error}", engine)


def _bounded(
    program: Program,
    subject: Subject,
    engine: Engine,
    approach: Approach,
    limits: Limits,
    model: Model,
    search: Search | None,
) -> Finding:
    match engine:
        case "algebra":
            return _bound_for_all_values(program, subject, approach, limits, model)
        case "smt":
            from faier.deciding import by_solver

            ends = by_solver.bound(program, subject, approach.length, approach.solver, approach.interval, limits, model)
            return Finding(ends.tight, ends.coverage, "smt", ends.reason)
        case "coupling" | "growth":
            return _coupled(program, subject, engine, limits, model)
        case "outputs":
            return _with_delta(program, subject, ZERO, limits, model)
        case "search":
            finding = search(subject) if search is not None else find(program, subject, approach.length, limits, model)
            return _enclosed(finding)
        case _:
            assert_never(engine)


def _enclosed(finding: Finding) -> Finding:
    """For outputs of every length, both ends that are certified, where these are known."""
    found, upper = finding.tight, finding.endless.upper
    if found is None or upper is None or finding.coverage.all:
        return finding
    return replace(
        finding, tight=_whole(found, upper), coverage=Coverage(finding.coverage.length, True), engine="coupling"
    )


def _whole(found: Tight, upper: Number) -> Tight:
    """What is known of the factor of all outputs: those that were searched attain the lower end."""
    return replace(found, upper=upper, attained=found.attained and found.lower == upper)


def _bound_for_all_values(
    program: Program, subject: Subject, approach: Approach, limits: Limits, model: Model
) -> Finding:
    """By the algebra engine. Where it cannot bring the ends together, as no engine was asked for, two solvers are asked
    whether anything exceeds the lower one: that is out of reach of halving where a ratio has its maximum on a curve."""
    from faier.deciding import unknowns

    long = unknowns.bound_long(program, subject, approach.length, limits) if approach.engine == "auto" else None
    if long is not None:
        return Finding(long.tight, long.coverage, "coupling", long.reason)
    share = limits if approach.engine != "auto" else limits.share(HALF)
    found = unknowns.bound(program, subject, approach.length, share)
    finding = Finding(found.tight, found.coverage, "algebra", found.reason)
    low = found.tight.lower if found.tight is not None else None
    if approach.engine != "auto" or found.reason is None or found.tight is None or not isinstance(low, fmpq):
        return finding
    from faier.deciding import by_solver

    interval, least, upper = (low, low * NEARBY), found.tight, low
    for solver, part in (("z3", HALF), ("cvc5", 1.0)):
        ends = by_solver.bound(program, subject, approach.length, solver, interval, limits.share(part), model).tight
        if ends is None or ends.lower is None or ends.upper is None:
            return finding
        if ends.witness is not None and least.lower is not None and compare(ends.lower, least.lower) > 0:
            least = ends
        upper = ends.upper if compare(ends.upper, upper) > 0 else upper
    return Finding(replace(least, upper=upper), found.coverage, "smt")


def _with_delta(program: Program, subject: Subject, delta: fmpq, limits: Limits, model: Model) -> Finding:
    from faier.deciding import with_delta

    worst = with_delta.least_epsilon(program, subject, delta, limits, model)
    if isinstance(worst, str):
        return _nothing(worst, "outputs")
    return Finding(Tight(worst.value, worst.value, True, None), Coverage(worst.length, True), "outputs")


@dataclass(frozen=True)
class Delta:
    """The least delta for an epsilon (None: not known, for the reason)."""

    value: Number | None
    coverage: Coverage
    reason: str | None = None


def least_delta(
    program: Program, subject: Subject, epsilon: Epsilon, limits: Limits = DEFAULTS, model: Model = model
) -> Delta:
    """The hockey-stick divergence: the least delta for which the epsilon holds."""
    from faier.deciding import with_delta

    nowhere = Coverage(0, False)
    try:
        worst = with_delta.least_delta(program, subject, epsilon, limits, model)
    except LimitReached as reached:
        return Delta(None, nowhere, reached.text)
    except (TooLarge, Undecidable) as error:
        return Delta(None, nowhere, f"a number cannot be handled exactly: {error}")
    return Delta(None, nowhere, worst) if isinstance(worst, str) else Delta(worst.value, Coverage(worst.length, True))


def engine_for(program: Program, subject: Subject, wanted: Wanted, claim: Claim | None = None) -> Engine:
    """The engine asked for; automatically, the one that decides claims of this kind."""
    if claim is not None and claim.delta != 0:
        return "outputs"
    if wanted != "auto":
        return wanted
    return "algebra" if is_parametric(program, subject, claim.epsilon if claim else None) else "search"


def subject_of_claim(claim: Claim) -> Subject:
    words = f"prior={claim.prior}" if claim.prior is not None else f"neighbors={claim.relation_text}"
    if claim.pairs_text is not None:
        words += f" pairs={claim.pairs_text}"
    return Subject(
        mechanism=claim.mechanism,
        relation=claim.relation,
        prior=claim.prior,
        secret_pairs=claim.secret_pairs,
        words=words,
        span=claim.span or NOWHERE,
        pairs_text=claim.pairs_text,
        delta=claim.delta,
        delta_text=claim.delta_text,
    )


def subject_of(program: Program, mechanism: str, neighbors: str | None, prior: str | None) -> Subject:
    """What the command line compares."""
    span = program.function(mechanism).span
    if neighbors is None:
        return Subject(mechanism, prior=prior, words=f"prior={prior}", span=span)
    relation, text = parse_relation(neighbors, program, mechanism)
    return Subject(mechanism, relation, words=f"neighbors={text}", span=span)


def find(
    program: Program,
    subject: Subject,
    length: int | None = None,
    limits: Limits = DEFAULTS,
    model: Model = model,
    weighed: Iterable[Weighed] | None = None,
) -> Finding:
    """The tight factor of the subject, and the witness that attains it, recomputed by `denote`. `weighed` is what
    `weigh` would find, where that is known."""
    searched: list[Weighed] = []
    patience = EXACTLY
    try:
        for item in weigh(program, subject, length, limits, model) if weighed is None else weighed:
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
        return _gathered(program, subject, searched, reached.text, limits)
    except Hopeless as error:
        return _nothing(str(error))
    except (TooLarge, Undecidable) as error:
        return _nothing(f"a number cannot be handled exactly: {error}")
    finding = _gathered(program, subject, searched, None, limits)
    if length is None and not finding.coverage.all and finding.tight is not None and finding.tight.lower is not None:
        return _extended(finding, endless(program, subject, limits, model))
    return finding


def _settled(long: Enclosure, searched: list[Weighed]) -> bool:
    """Whether the pair cannot matter any more, or its ends meet."""
    if long.lower == long.upper:
        return True
    return any(item.result.lower is not None and not _greater(long.upper, item.result.lower) for item in searched)


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


def _coupled(
    program: Program, subject: Subject, engine: Literal["coupling", "growth"], limits: Limits, model: Model
) -> Finding:
    """What is known about outputs of every length alone. The empty output has factor 1. Both engines look together,
    and one of them finds; `growth` is not content with what a coupling proves."""
    unknown = ", ".join(unknown_parameters(program, subject))
    if unknown:
        return _nothing(f"the {engine} engine needs values for {unknown}: use another one (--engine)", engine)
    known = endless(program, subject, limits, model)
    if engine == "growth" and known.grown is None:
        return _nothing("no outputs were found whose ratio grows without end", engine)
    if known.upper is None and known.grown is None:
        return _nothing("no coupling was found", engine)
    return _extended(Finding(Tight(ONE, known.upper, False, None), Coverage(0, True), "coupling"), known)


def _judged(program: Program, subject: Subject, claim: Claim, finding: Finding, limits: Limits) -> Verdict:
    """The verdict; where ratios grow without end, with a witness that is long enough."""
    verdict, grown, found = judge(claim, finding), finding.endless.grown, finding.tight
    if not isinstance(verdict, Undecided) or claim.epsilon.unknowns or grown is None or found is None:
        return verdict
    try:
        longer = exceeding(program, subject, grown, claim.epsilon, limits)
    except LimitReached as reached:
        return replace(verdict, reason=reached.text)
    return verdict if longer is None else judge(claim, replace(finding, tight=replace(found, witness=longer)))


def judge(claim: Claim, finding: Finding) -> Verdict:
    """Compare the tight factor with e^epsilon, exactly."""
    coverage, engine, found = finding.coverage, finding.engine, finding.tight
    if claim.epsilon.unknowns:
        names = ", ".join(sorted(claim.epsilon.unknowns))
        return Undecided(Coverage(0, False), engine, f"the search engine needs a value for {names} (--set)")
    if found is None:
        return Undecided(coverage, engine, finding.reason or "nothing was found")
    known = finding.endless
    if found.witness is not None and _above(found.witness.ratio, claim.epsilon):
        return Refuted(coverage, engine, found.witness, found, known.grown)
    if found.growth is not None:
        return Undecided(coverage, engine, "the ratio grows without end, but a long enough output was not made", found)
    if known.upper is not None and not _above(known.upper, claim.epsilon):
        return Proved(Coverage(coverage.length, True), "coupling", _whole(found, known.upper), known.proofs)
    if found.upper is not None and not _above(found.upper, claim.epsilon):
        return Proved(coverage, engine, found)
    return Undecided(coverage, engine, finding.reason or "its bounds are too far apart", found)


def _gathered(
    program: Program, subject: Subject, searched: list[Weighed], missing: str | None, limits: Limits
) -> Finding:
    """The greatest of all pairs' factors; `missing` is why some pairs were not searched."""
    best = searched[0]
    upper = searched[0].result.upper
    for item in searched[1:]:
        if _greater(item.result.lower, best.result.lower):
            best = item
        if _greater(item.result.upper, upper):
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
            found = _witness(program, subject, best, limits)
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
        best = factor if _greater(factor, best) else best
    return best


def _refuse_contradiction(lower: Number | None, upper: Number | None) -> None:
    """No output that was found may exceed what was proved of all."""
    if upper is not None and _greater(lower, upper):
        raise Mismatch(f"an output has the factor {lower}, and {upper} was proved")


def _witness(program: Program, subject: Subject, best: Weighed, limits: Limits) -> Witness:
    """The witness of the greatest factor, recomputed; a moment is left for that when the time is up."""
    pair, result = best.comparison.pair, best.result
    left, right = result.left / pair.left_mass, result.right / pair.right_mass
    found = witness(program, subject, best.comparison, result.word, left, right)
    confirm(program, subject, found, replace(limits.extended(MOMENT), room=None))
    return found


def _coverage(searched: list[Weighed], interrupted: bool) -> Coverage:
    """What the factors are about: everything asked for, unless the search was interrupted without a bound."""
    results = [item.result for item in searched]
    if interrupted:
        return Coverage(min(result.length or 0 for result in results), False)
    lengths = [_length(item) for item in searched]
    everything = all(item.result.all or item.comparison.length is None for item in searched)
    return Coverage(max(lengths), everything)


def _length(item: Weighed) -> int:
    """The length up to which the ends hold: an upper end of an interrupted search is about all that was asked for."""
    result, asked = item.result, item.comparison.length
    if asked is not None and result.limit is not None:
        return asked
    return result.length if result.length is not None else asked or 0


def _greater(factor: Number | None, than: Number | None) -> bool:
    if than is None:
        return False
    return factor is None or compare(factor, than) > 0


def _above(factor: Number | None, epsilon: Epsilon) -> bool:
    return factor is None or exceeds(factor, ONE, epsilon)


def _nothing(reason: str, engine: Engine = "search") -> Finding:
    return Finding(None, Coverage(0, False), engine, reason)
