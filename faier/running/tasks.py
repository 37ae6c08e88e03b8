"""The worker's side of a run: a request in, an answer of plain data out.

Reading a file finds the questions it asks; deciding answers one of them. A worker answers many questions about
the same file, so what they share is kept: the tree, and the tight factor of each subject.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import assert_never

from flint import fmpq

from faier import importing
from faier.answers.answer import (
    Answer,
    Asked,
    Bounded,
    Calibrated,
    Compiled,
    Divided,
    Found,
    Judged,
    Listed,
    Loss,
    Modelled,
    Partly,
    Promised,
    Refusal,
    Response,
)
from faier.answers.to_answers import (
    NO_EPSILON,
    answered,
    bounded,
    budget,
    drawn,
    judged,
    plotted,
    related,
    signature,
    weighed,
)
from faier.deciding import factors, plan
from faier.deciding.curve import curve
from faier.deciding.faults import faults
from faier.deciding.finding import Finding, Sampled, nothing
from faier.deciding.question import Question, about_one_epsilon, question_of
from faier.deciding.reported_event import certify
from faier.deciding.shares import Share
from faier.deciding.store import Help, Store
from faier.engines.verdict import Proved, Refuted, Tight, Undecided, Verdict
from faier.exact import Epsilon, TooLarge, Undecidable, compare_epsilon, exponential_bounds
from faier.importing import Imports
from faier.lang import parse, parse_delta, parse_epsilon, parse_relation, read, text_of
from faier.lang.claim import Budget, Claim, Concentrated, Measure, Neighbors, Prior, Renyi, Subject
from faier.lang.diagnostics import Diagnostic, Rejected, rejected
from faier.lang.program import Program
from faier.lang.syntax import NOWHERE, Function
from faier.lang.walk import draws_reals
from faier.limits import LimitReached, Limits, room, seconds, working
from faier.running.request import Decide, Options, Purpose, Read, Request

Tell = Callable[[object], None]

# Seconds between two times that it is told how far a claim is.
PAUSE = 0.2

# Why there is no certificate.

# The part of the time left for drawing runs.
SAMPLING = 0.4

# The part of the time left that a share of a claim may take: an answer has to be made of all shares.
BEFORE = 0.9

# The most seconds for the evidence of a certificate; so many of them also when the claim took all of its time.
CERTIFYING, LEAST = 120.0, 0.5


def perform(request: Request, tell: Tell) -> Response:
    """Do what is asked, and `tell` now and then how far that is, as a number from 0 to 1."""
    source = ""
    path = request.path if isinstance(request, Read) else request.question.path
    try:
        if isinstance(request, Read):
            source = read(path) if request.data is None else text_of(request.data, path)
            if request.imports is None:
                request = replace(request, imports=importing.on_disk(path, source.encode("utf-8", "surrogatepass")))
            return _found(request, source)
        source = request.source
        return _decided(request, tell)
    except Rejected as refused:
        others = importing.texts_by_path(path, request.imports or Imports())
        sources = others | {path: source} | _texts(request.options)
        return Refusal(refused.diagnostics, sources, frozenset(others))


def _texts(options: Options) -> dict[str, str]:
    """The expressions of the command line, by the names their places are given under."""
    named = {"--epsilon": options.epsilon, "--delta": options.delta, "--neighbors": options.neighbors}
    typed = {name: text for name, text in named.items() if text is not None}
    if options.event is None:
        return typed
    event = options.event
    several = {"--left": event.left, "--right": event.right, "--with": event.given, "--output": event.outputs}
    return typed | {name: texts[0] for name, texts in several.items() if len(texts) == 1}


def _found(request: Read, source: str) -> Found:
    try:
        program = _program(source, request.path, request.options.settings, request.imports or Imports())
    except Rejected as refused:
        raise _with_faults(refused, request) from None
    if all(function.kind == "helper" for function in program.functions if function.own):
        hint = "a mechanism is a function with @mechanism above it"
        raise rejected("FA801", request.path, "there is no mechanism in this file", hint)
    wanted = _selected(program, request.mechanisms)
    if request.purpose == "list":
        return Found(request.path, source, (), tuple(_listed(program, request)), imports=program.imports)
    asked = tuple(
        item.asked for function in wanted for item in _items(program, function, request.purpose, request.options)
    )
    if request.mechanisms and not asked:
        named = " and ".join(function.name for function in wanted)
        nothing = "no epsilon is claimed of" if _measured(program, wanted) else "nothing is claimed about"
        message = f"{nothing} {named}, so there is nothing to {request.purpose}"
        hint = "give --neighbors or --prior" + (
            ", and --epsilon" if request.purpose in ("check", "certify", "calibrate", "audit") else ""
        )
        raise rejected("FA802", request.path, message, hint, wanted[0].span)
    varied = request.options.varied
    if varied is not None and varied.written and len(asked) != 1:
        message = f"--write is about one claim, and {len(asked)} are selected"
        raise rejected("FA804", "--write", message, "name one: PATH::MECHANISM, --epsilon and --neighbors or --prior")
    wrong = _unclaimed(program, wanted, request) if request.purpose == "check" else ()
    asked = asked[:1] if request.options.stage == "tree" else asked
    return Found(request.path, source, asked, problems=wrong, imports=program.imports)


def _measured(program: Program, wanted: list[Function]) -> bool:
    """Whether something else than an epsilon is claimed."""
    names = {function.name for function in wanted}
    claims = [claim for claim in program.claims if claim.subject.mechanism in names]
    return any(not isinstance(claim.promise, Budget) for claim in claims)


def _with_faults(refused: Rejected, request: Read) -> Rejected:
    """The rejection of a file, with what is wrong in runs of the mechanisms that could be read."""
    if refused.rest is None or request.purpose != "check":
        return refused
    names = [
        function.name
        for function in refused.rest.functions
        if function.kind == "mechanism"
        and function.own
        and (not request.mechanisms or function.name in request.mechanisms)
    ]
    found = faults(refused.rest, names, working(request.options.timeout))
    return Rejected((*refused.diagnostics, *found))


def _unclaimed(program: Program, wanted: list[Function], request: Read) -> tuple[Diagnostic, ...]:
    """What is wrong in runs of mechanisms about which nothing is asked, so that nothing else would find it."""
    if request.options.epsilon is not None:
        return ()
    claimed = {claim.subject.mechanism for claim in program.claims}
    names = [function.name for function in wanted if function.name not in claimed]
    return faults(program, names, working(request.options.timeout))


def _selected(program: Program, names: tuple[str, ...]) -> list[Function]:
    """The mechanisms named; all of the file where none is."""
    mechanisms = [function for function in program.functions if function.kind == "mechanism" and function.own]
    known = {function.name: function for function in mechanisms}
    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"it has {', '.join(known) or 'none'}"
            raise rejected("FA312", program.path, f"the file has no mechanism {name}", hint)
    return [function for function in mechanisms if not names or function.name in names]


@dataclass(frozen=True)
class Item:
    """What is asked, in words and for the engines; with the claim, where it is about one."""

    asked: Asked
    question: Question
    claim: Claim | None = None


def _items(program: Program, function: Function, purpose: Purpose, options: Options) -> list[Item]:
    """The questions about a mechanism, numbered in the order of the file."""
    by_error = options.varied is not None and options.varied.error is not None
    match purpose:
        case "audit":
            every = [claim for claim in _claims(program, function, options) if claim.expect == "proved"]
            about = [claim for claim in every if isinstance(claim.promise, Budget)]
            return [_about_claim(program, claim, 0) for claim in about[:1]]
        case "bound" | "calibrate" if purpose == "bound" or by_error:
            return [
                _about_subject(program, subject, number, delta)
                for number, (subject, delta) in enumerate(_subjects(program, function, options))
            ]
        case "check":
            claims = enumerate(_claims(program, function, options))
            return [_about_claim(program, claim, number) for number, claim in claims]
        case "certify" | "calibrate" | "bound":
            claims = enumerate(_claims(program, function, options))
            found = [(number, claim) for number, claim in claims if isinstance(claim.promise, Budget)]
            return [_about_claim(program, claim, number) for number, claim in found]
        case "compile":
            return [_alone(program, function, options)]
        case "list":
            return []
        case _:
            assert_never(purpose)


def _claims(program: Program, function: Function, options: Options) -> Iterator[Claim]:
    """The file's claims, or the one of the command line; what that leaves open is as in the file."""
    if options.epsilon is None:
        yield from (claim for claim in program.claims if claim.subject.mechanism == function.name)
        return
    allowed = Budget(*parse_epsilon(options.epsilon, program))
    if options.delta is not None:
        allowed = Budget(allowed.epsilon, allowed.epsilon_text, *parse_delta(options.delta, program))
    for subject, _ in _subjects(program, function, options):
        yield Claim(subject, allowed)


Delta = tuple[fmpq, str]

NO_DELTA: Delta = (fmpq(0), "0")


def _subjects(program: Program, function: Function, options: Options) -> Iterator[tuple[Subject, Delta]]:
    """The relation or prior of the command line, or each one that the file claims something about; and the delta that
    the file claims with it, or the command line."""
    given = NO_DELTA if options.delta is None else (parse_delta(options.delta, program)[0], options.delta)
    subject = _named_subject(program, function, options)
    if subject is not None:
        yield subject, given
        return
    for_one = options.delta is not None or options.epsilon is not None
    claims = [claim for claim in program.claims if claim.subject.mechanism == function.name]
    budgets = ((claim, NO_DELTA if for_one else _delta(claim.promise)) for claim in claims)
    seen: set[tuple[str, fmpq]] = set()
    for claim, delta in budgets:
        key = (claim.subject.words, delta[0])
        if key not in seen:
            seen.add(key)
            yield claim.subject, given if for_one else delta


def _delta(promise: Budget | Measure) -> Delta:
    return (promise.delta, promise.delta_text) if isinstance(promise, Budget) else NO_DELTA


def _named_subject(program: Program, function: Function, options: Options) -> Subject | None:
    """What the command line compares."""
    if options.neighbors is not None:
        against: Neighbors | Prior = Neighbors(*parse_relation(options.neighbors, program, function.name))
    elif options.prior is not None:
        _require_prior(program, options.prior)
        against = Prior(options.prior)
    else:
        return None
    return Subject(function.name, against, function.span)


def _alone(program: Program, function: Function, options: Options) -> Item:
    """What is compiled: the mechanism by itself, unless a relation or prior is given."""
    subject = _named_subject(program, function, options) or Subject(function.name, None, function.span)
    return _about_subject(program, subject, 0, NO_DELTA)


def _require_prior(program: Program, name: str) -> None:
    priors = [function.name for function in program.functions if function.kind == "prior"]
    if name not in priors:
        close = get_close_matches(name, priors, n=1)
        hint = f"did you mean {close[0]}?" if close else f"it has {', '.join(priors) or 'none'}"
        raise rejected("FA306", program.path, f"the file has no prior {name}", hint)


def _about_subject(program: Program, subject: Subject, number: int, delta: Delta) -> Item:
    asked = _asked(program, subject, number, subject.words)
    return Item(replace(asked, delta=delta[1]), Question(program, subject, None, delta[0]))


def _about_claim(program: Program, claim: Claim, number: int) -> Item:
    asked = replace(
        _asked(program, claim.subject, number, claim.label),
        expected=claim.expect,
        name=claim.name,
    )
    match claim.promise:
        case Budget(epsilon, text, delta, delta_text):
            exact = (epsilon.text, str(delta))
            asked = replace(asked, epsilon=budget(epsilon, text), delta=delta_text, exact=exact)
        case Renyi(alpha, alpha_text, rho, rho_text):
            told = Promised(budget(rho, rho_text), alpha_text)
            asked = replace(asked, promised=told, exact=(rho.text, str(alpha)))
        case Concentrated(rho, rho_text):
            asked = replace(asked, promised=Promised(budget(rho, rho_text)), exact=(rho.text, ""))
        case _:
            assert_never(claim.promise)
    return Item(asked, question_of(program, claim), claim)


def _asked(program: Program, subject: Subject, number: int, label: str) -> Asked:
    return Asked(
        path=program.path,
        line=(subject.span or NOWHERE).line,
        number=number,
        mechanism=subject.mechanism,
        label=label,
        epsilon=NO_EPSILON,
        delta="0",
        neighbors=subject.neighbors,
        relation=related(subject.relation),
        prior=subject.prior,
        defined=program.function(subject.mechanism).span.line,
        pairs=subject.pairs_text,
        reals=draws_reals(program, filter(None, (subject.mechanism, subject.prior))),
    )


def _listed(program: Program, request: Read) -> Iterator[Listed]:
    for function in program.functions:
        if (
            function.kind == "helper"
            or not function.own
            or (request.mechanisms and function.name not in request.mechanisms)
        ):
            continue
        claims = [claim for claim in program.claims if claim.subject.mechanism == function.name]
        yield Listed(
            path=program.path,
            line=function.span.line,
            kind=function.kind,
            name=function.name,
            signature=signature(function),
            doc=(function.doc or "").strip().split("\n")[0].strip(),
            claims=tuple(_about_claim(program, claim, number).asked for number, claim in enumerate(claims)),
        )


def _decided(
    request: Decide, tell: Tell
) -> Answer | Bounded | Compiled | Judged | Calibrated | Modelled | Divided | Partly:
    try:
        return _answer(request, tell)
    except factors.Divided as found:
        return Divided(found.begun, pickle.dumps(found.known), found.shares)


def _answer(request: Decide, tell: Tell) -> Answer | Bounded | Compiled | Judged | Calibrated | Modelled | Partly:
    asked, options = request.question, request.options
    begin = time.monotonic() if request.begun is None else request.begun
    program = _program(request.source, asked.path, options.settings, request.imports)
    item = _item(program, request)
    store = _store(request.source, asked.path, options, request.imports)
    store.certified = options.certificates
    store.help = Help(request.jobs, begin, tuple(map(pickle.loads, request.parts)), request.missing)
    if options.stage is not None or request.purpose == "compile":
        return _compiled(item, options, store)
    limits = Limits(begin + working(options.timeout), told=_now_and_then(tell), room=room())
    if request.share is not None:
        return Partly(pickle.dumps(_part(item.question, store, limits.share(BEFORE), request.share)))
    if request.purpose == "audit":
        from faier.deciding.modelled import modelled

        return Modelled(asked, modelled(item.question, options.inputs, store, limits))
    if request.purpose == "calibrate":
        return _calibrated(request, program, limits, begin, tell)
    if request.purpose == "certify":
        assert item.claim is not None
        assert options.event is not None
        judgement = certify(program, item.claim, options.event, limits)
        answer = judged(asked, item.claim, judgement, time.monotonic() - begin)
        if asked.reals and answer.story is not None and judgement.witness is not None:
            from faier.answers.nearby import with_interval

            epsilon, witness = item.claim.budget.epsilon, judgement.witness
            subject, laws = item.question.subject, (item.question, store)
            story = with_interval(program, subject, witness, answer.story, epsilon, limits.deadline, laws)
            answer = replace(answer, story=story)
        return answer
    if item.claim is not None:
        return _claimed(item, item.claim, options, store, limits, begin, tell)
    if options.epsilon is not None:
        epsilon, text = parse_epsilon(options.epsilon, program)
        about = replace(item.question, epsilon=epsilon, delta=None)
        if not epsilon.unknowns:
            about = replace(about, program=about_one_epsilon(program, item.question.subject))
        least = plan.least_delta(about, store, limits)
        return weighed(asked, budget(epsilon, text), least, time.monotonic() - begin)
    question = replace(item.question, program=about_one_epsilon(program, item.question.subject))
    more = options.curve or options.measuring is not None
    begun = _Begun(question, None) if options.sample is None else _sampled(item, question, options.sample, limits, tell)
    finding = begun.known or plan.bound(begun.question, store, limits.share(plan.HALF) if more else limits)
    if begun.found is not None:
        finding = begun.found.below(finding)
    told = bounded(asked, finding, time.monotonic() - begin)
    if begun.found is not None:
        told = replace(told, sampled=drawn(begun.found))
    if asked.reals and finding.tight is not None and told.loss is not None:
        told = replace(told, loss=_loss_with_interval(item, finding.tight, told.loss, store, limits))
    if options.curve:
        told = plotted(told, curve(question, store, limits, finding.curve))
    if options.measuring is not None:
        from faier.running.measuring import with_measures

        tell(told)
        told = with_measures(question, options.measuring, finding, told, store, limits)
    return replace(told, seconds=time.monotonic() - begin) if more else told


@dataclass(frozen=True)
class _Begun:
    """The question, with what was found by drawing runs; and what is known, where that is all there is to know."""

    question: Question
    found: Sampled | None
    known: Finding | None = None


def _sampled(item: Item, question: Question, seed: int, limits: Limits, tell: Tell) -> _Begun:
    """Draw runs first; what is found is told, and remains if nothing else comes to an end."""
    from faier.deciding.by_noise import above
    from faier.deciding.by_sampling import sampled

    unknown = above(nothing("nothing but runs that were drawn was looked at"), question, limits)
    tell(bounded(item.asked, unknown, 0.0))
    most = None if unknown.tight is None else unknown.tight.upper
    found = sampled(question, seed, limits.share(SAMPLING), most)
    below = found.below(unknown)
    tell(replace(bounded(item.asked, below, 0.0), sampled=drawn(found)))
    ended = below.tight is not None and below.tight.attained and below.coverage.all
    return _Begun(replace(question, start=found.witness), found, below if ended else None)


def _item(program: Program, request: Decide) -> Item:
    """What is asked, with how the command line wants it answered."""
    options = request.options
    items = _items(program, program.function(request.question.mechanism), request.purpose, options)
    found = next(item for item in items if item.asked.number == request.question.number)
    interval = _interval(program, options)
    wanted = replace(
        found.question, length=options.length, engine=options.engine, solver=options.solver, interval=interval
    )
    return Item(request.question, wanted, found.claim)


def _calibrated(request: Decide, program: Program, limits: Limits, begin: float, tell: Tell) -> Calibrated:
    """Which values of a setting are enough for a claim."""
    from faier.running.calibrating import Task, enough, within_error

    varied = request.options.varied
    assert varied is not None

    def place(program: Program) -> tuple[Question, Claim]:
        item = _item(program, request)
        assert item.claim is not None
        return item.question, item.claim

    task = Task(request, varied, program, place)
    if varied.error is not None:
        return within_error(task, lambda made: _item(made, request).question, limits, begin)
    return enough(task, limits, begin, tell)


def _claimed(
    item: Item, claim: Claim, options: Options, store: Store, limits: Limits, begin: float, tell: Tell
) -> Answer:
    """The answer to a claim, with what a report or an auditor wants besides."""
    if options.certificates:
        store.pays = lambda within: _pays(item, claim, options, within)
    verdict = plan.decide(item.question, store, limits)
    answer = answered(item.asked, claim, verdict, time.monotonic() - begin)
    # From here on the verdict stands, whatever becomes of what is told beside it.
    if item.asked.reals:
        epsilon = claim.budget.epsilon if isinstance(claim.promise, Budget) else None
        answer = _with_intervals(item, epsilon, verdict, answer, store, limits)
    if options.pictures:
        tell(answer)
        answer = _pictured(item, verdict, answer, store, limits)
    elif options.ways and isinstance(verdict, Refuted) and not answer.ok:
        tell(answer)
        answer = _told(item, verdict, answer, limits)
    return _certified(item, claim, verdict, answer, options, limits, tell) if options.certificates else answer


def _with_intervals(
    item: Item, claimed: Epsilon | None, verdict: Verdict, answer: Answer, store: Store, limits: Limits
) -> Answer:
    """The answer with intervals around the reals of its witnesses."""
    program, subject, tight = item.question.program, item.question.subject, verdict.tight
    if isinstance(verdict, Refuted) and answer.story is not None:
        from faier.answers.nearby import with_interval

        laws = item.question, store
        story = with_interval(program, subject, verdict.witness, answer.story, claimed, limits.deadline, laws)
        answer = replace(answer, story=story)
    if tight is None or answer.loss is None:
        return answer
    return replace(answer, loss=_loss_with_interval(item, tight, answer.loss, store, limits))


def _loss_with_interval(item: Item, tight: Tight, loss: Loss, store: Store, limits: Limits) -> Loss:
    if tight.witness is None or loss.story is None:
        return loss
    from faier.answers.nearby import with_interval

    program, subject = item.question.program, item.question.subject
    laws = item.question, store
    story = with_interval(program, subject, tight.witness, loss.story, None, limits.deadline, laws)
    return replace(loss, story=story)


def _part(question: Question, store: Store, limits: Limits, share: Share) -> object:
    """What is found of a share."""
    if not share.obligations:
        return factors.part(question, store, limits, share)
    from faier.deciding import unknowns

    within = limits.share(plan.HALF) if question.engine == "auto" else limits
    return unknowns.part(question, store, within, share)


def _now_and_then(tell: Tell) -> Callable[[float], None]:
    last = time.monotonic()

    def told(part: float) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE:
            last = time.monotonic()
            tell(part)

    return told


def _pays(item: Item, claim: Claim, options: Options, limits: Limits) -> bool:
    """Whether the checker is convinced by what each draw pays."""
    from faier.certificate.proving import by_payments

    if not isinstance(claim.promise, Budget):
        return False  # it knows no divergences
    return by_payments(item.question.program, _heading(item, claim, None, options), limits) is not None


def _heading(item: Item, claim: Claim, verdict: Proved | Refuted | None, options: Options) -> dict[str, object]:
    from faier.certificate.write import heading, texts_of

    decorator = item.asked.number if options.epsilon is None else None
    texts = texts_of(options.epsilon or "", options.delta, claim.subject.neighbors, claim.subject.prior)
    return heading(item.question.program, claim, decorator, texts, dict(options.settings), verdict)


def _certified(
    item: Item, claim: Claim, verdict: Verdict, answer: Answer, options: Options, limits: Limits, tell: Tell
) -> Answer:
    """The answer with the certificate of a decided claim, and the evidence that is found in the time that is left.
    It is told before as it is without evidence: that remains if looking for it ends otherwise."""
    if isinstance(verdict, Undecided):
        return answer
    from faier.certificate.write import Certificate, certificate, without_evidence

    def with_(made: Certificate) -> Answer:
        return replace(answer, certificate=made.text, uncertified=made.missing)

    program, now = item.question.program, time.monotonic()
    head = _heading(item, claim, verdict, options)
    tell(with_(without_evidence(head, "looking for evidence did not come to an end")))
    left = CERTIFYING if limits.deadline is None else limits.deadline - now
    within = replace(limits, deadline=now + min(max(left, LEAST), CERTIFYING), told=None)
    return with_(certificate(program, claim, head, verdict, within))


def _told(item: Item, verdict: Refuted, answer: Answer, limits: Limits) -> Answer:
    """The answer with how runs come to its witness."""
    from faier.answers.picturing import ways

    assert answer.story is not None
    told = ways(item.question.program, item.question.subject, verdict.witness, limits.deadline)
    return replace(answer, story=replace(answer.story, runs=told))


def _pictured(item: Item, verdict: Verdict, answer: Answer, store: Store, limits: Limits) -> Answer:
    """The answer with what is drawn beside it: the witness, or where there is none what is worst."""
    from faier.answers.picturing import curve, described, pictured

    question, story, loss, end = item.question, answer.story, answer.loss, limits.deadline
    program, subject, tight = question.program, question.subject, verdict.tight
    if isinstance(verdict, Refuted) and story is not None:
        story = pictured(program, subject, verdict.witness, story, end)
    elif loss is not None and loss.story is not None and tight is not None and tight.witness is not None:
        loss = replace(loss, story=pictured(program, subject, tight.witness, loss.story, end))
    plain = question.delta == 0 and answer.engine in ("search", "coupling", "growth")
    points = curve(question, verdict.coverage, store, end) if plain else ()
    about = store.once(("about", subject.mechanism), lambda: described(question, end))
    return replace(answer, story=story, loss=loss, curve=points, about=about)


def _compiled(item: Item, options: Options, store: Store) -> Compiled:
    from faier.answers.emitted import compiled

    program = item.question.program
    try:
        return compiled(item.asked, item.question, options.stage, store, seconds(working(options.timeout)))
    except LimitReached as reached:
        code = {"timeout": "FA503", "states": "FA502"}.get(reached.name, "FA501")
        raise rejected(code, program.path, reached.text, "", item.question.mechanism.span) from None
    except (TooLarge, Undecidable) as error:
        message = f"a number cannot be handled exactly: {error}"
        raise rejected("FA501", program.path, message, "", item.question.mechanism.span) from None


def _interval(program: Program, options: Options) -> tuple[fmpq, fmpq] | None:
    """The two epsilons of --interval as factors, from a rational just below e^LO to one just above e^HI."""
    if options.interval is None:
        return None
    if options.engine != "smt":
        raise rejected("FA804", "--interval", "only a binary search has a start interval", "add --engine smt")
    parts = options.interval.split(",")
    hint = "write --interval 1.2,1.3"
    if len(parts) != 2:
        raise rejected("FA804", "--interval", "two epsilons are expected, with a comma between them", hint)
    low, high = (parse_epsilon(part.strip(), program, "--interval")[0] for part in parts)
    if low.unknowns or high.unknowns or compare_epsilon(low, high) >= 0 or compare_epsilon(low, Epsilon()) < 0:
        raise rejected("FA804", "--interval", "the first epsilon must be at least 0 and less than the second", hint)
    ends = [exponential_bounds(epsilon, 128) for epsilon in (low, high)]
    if ends[0] is None or ends[1] is None:
        raise rejected("FA804", "--interval", "e to the power of these epsilons is too large", hint)
    return max(ends[0][0], fmpq(1)), ends[1][1]


@lru_cache(maxsize=8)
def _program(source: str, path: str, settings: tuple[tuple[str, str], ...], imports: Imports) -> Program:
    return parse(source, path, dict(settings), imports)


@lru_cache(maxsize=8)
def _store(source: str, path: str, options: Options, imports: Imports) -> Store:
    """What the questions about a file have in common: made for the first that needs it."""
    return Store()
