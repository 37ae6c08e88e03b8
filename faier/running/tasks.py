"""The worker's side of a run: a request in, an answer of plain data out.

Reading a file finds the questions it asks; deciding answers one of them. A worker answers many questions about
the same file, so what they share is kept: the tree, and the tight factor of each subject.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from flint import fmpq

from faier.answers.answer import (
    About,
    Answer,
    Bounded,
    Compiled,
    Divided,
    Found,
    Judged,
    Listed,
    Partly,
    Question,
    Refusal,
    Response,
)
from faier.answers.to_answers import NO_EPSILON, answered, bounded, budget, judged, plotted, related, signature, weighed
from faier.deciding import driver, factors
from faier.deciding.comparison import Subject, model
from faier.deciding.curve import curve
from faier.deciding.driver import ZERO, Approach, Finding
from faier.deciding.faults import faults
from faier.deciding.reported_event import certify
from faier.deciding.shares import Share
from faier.engines.verdict import Refuted, Undecided, Verdict
from faier.exact import Epsilon, compare_epsilon, exponential_bounds
from faier.lang import parse, parse_delta, parse_epsilon, read, text_of
from faier.lang.claim import Claim
from faier.lang.diagnostics import Diagnostic, Rejected, rejected
from faier.lang.program import Program
from faier.lang.syntax import NOWHERE, Function
from faier.limits import LimitReached, Limits, room, seconds, working
from faier.running.request import Decide, Options, Purpose, Read, Request
from faier.semantics.process import Process

if TYPE_CHECKING:
    from faier.deciding.unknowns import Problem  # with the engines that most claims need not

Tell = Callable[[object], None]

# Seconds between two times that it is told how far a claim is.
PAUSE = 0.2

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
            return _found(request, source)
        source = request.source
        return _decided(request, tell)
    except Rejected as refused:
        return Refusal(refused.diagnostics, {path: source} | _texts(request.options))


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
        program = _program(source, request.path, request.options.settings)
    except Rejected as refused:
        raise _with_faults(refused, request) from None
    if all(function.kind == "helper" for function in program.functions):
        hint = "a mechanism is a function with @mechanism above it"
        raise rejected("FA801", request.path, "there is no mechanism in this file", hint)
    wanted = _selected(program, request.mechanisms)
    if request.purpose == "list":
        return Found(request.path, source, (), tuple(_listed(program, request)))
    asked = tuple(
        question for function in wanted for question, _ in _asked(program, function, request.purpose, request.options)
    )
    if request.mechanisms and not asked:
        named = " and ".join(function.name for function in wanted)
        message = f"nothing is claimed about {named}, so there is nothing to {request.purpose}"
        hint = "give --neighbors or --prior" + (", and --epsilon" if request.purpose in ("check", "certify") else "")
        raise rejected("FA802", request.path, message, hint, wanted[0].span)
    wrong = _unclaimed(program, wanted, request) if request.purpose == "check" else ()
    return Found(request.path, source, asked[:1] if request.options.stage == "tree" else asked, problems=wrong)


def _with_faults(refused: Rejected, request: Read) -> Rejected:
    """The rejection of a file, with what is wrong in runs of the mechanisms that could be read."""
    if refused.rest is None or request.purpose != "check":
        return refused
    names = [
        function.name
        for function in refused.rest.functions
        if function.kind == "mechanism" and (not request.mechanisms or function.name in request.mechanisms)
    ]
    found = faults(refused.rest, names, working(request.options.timeout))
    return Rejected((*refused.diagnostics, *found))


def _unclaimed(program: Program, wanted: list[Function], request: Read) -> tuple[Diagnostic, ...]:
    """What is wrong in runs of mechanisms about which nothing is asked, so that nothing else would find it."""
    if request.options.epsilon is not None:
        return ()
    claimed = {claim.mechanism for claim in program.claims}
    names = [function.name for function in wanted if function.name not in claimed]
    return faults(program, names, working(request.options.timeout))


def _selected(program: Program, names: tuple[str, ...]) -> list[Function]:
    """The mechanisms named; all of the file where none is."""
    mechanisms = [function for function in program.functions if function.kind == "mechanism"]
    known = {function.name: function for function in mechanisms}
    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"it has {', '.join(known) or 'none'}"
            raise rejected("FA312", program.path, f"the file has no mechanism {name}", hint)
    return [function for function in mechanisms if not names or function.name in names]


Asked = tuple[Question, Claim | Subject]


def _asked(program: Program, function: Function, purpose: Purpose, options: Options) -> list[Asked]:
    """The questions about a mechanism, numbered in the order of the file."""
    match purpose:
        case "check" | "certify":
            items: list[Claim | Subject] = list(_claims(program, function, options))
        case "bound":
            items = list(_subjects(program, function, options))
        case "compile":
            items = [_alone(program, function, options)]
        case "list":
            items = []
        case _:
            assert_never(purpose)
    return [(_question(program, item, number, options.delta), item) for number, item in enumerate(items)]


def _claims(program: Program, function: Function, options: Options) -> Iterator[Claim]:
    """The file's claims, or the one of the command line; what that leaves open is as in the file."""
    if options.epsilon is None:
        yield from (claim for claim in program.claims if claim.mechanism == function.name)
        return
    epsilon, text = parse_epsilon(options.epsilon, program)
    for subject in _subjects(program, function, options):
        claim = Claim(
            mechanism=function.name,
            epsilon=epsilon,
            epsilon_text=text,
            relation=subject.relation,
            relation_text=None if subject.relation is None else subject.words.removeprefix("neighbors="),
            prior=subject.prior,
            secret_pairs=subject.secret_pairs,
            span=subject.span,
            pairs_text=subject.pairs_text,
        )
        if options.delta is not None:
            delta, delta_text = parse_delta(options.delta, program)
            claim = replace(claim, delta=delta, delta_text=delta_text)
        yield claim


def _subjects(program: Program, function: Function, options: Options) -> Iterator[Subject]:
    """The relation or prior of the command line, or each one that the file claims something about."""
    if options.neighbors is not None or options.prior is not None:
        if options.prior is not None:
            _known_prior(program, options.prior)
        yield driver.subject_of(program, function.name, options.neighbors, options.prior)
        return
    seen = set()
    for claim in program.claims:
        subject = driver.subject_of_claim(claim)
        if options.delta is not None or options.epsilon is not None:
            subject = replace(subject, delta=ZERO, delta_text="0")
        key = (claim.relation_text, claim.prior, claim.pairs_text, subject.delta)
        if claim.mechanism == function.name and key not in seen:
            seen.add(key)
            yield subject


def _alone(program: Program, function: Function, options: Options) -> Subject:
    """What is compiled: the mechanism by itself, unless a relation or prior is given."""
    if options.prior is not None:
        _known_prior(program, options.prior)
    if options.neighbors is None and options.prior is None:
        return Subject(function.name, span=function.span)
    return driver.subject_of(program, function.name, options.neighbors, options.prior)


def _known_prior(program: Program, name: str) -> None:
    priors = [function.name for function in program.functions if function.kind == "prior"]
    if name not in priors:
        close = get_close_matches(name, priors, n=1)
        hint = f"did you mean {close[0]}?" if close else f"it has {', '.join(priors) or 'none'}"
        raise rejected("FA306", program.path, f"the file has no prior {name}", hint)


def _question(program: Program, item: Claim | Subject, number: int, delta: str | None = None) -> Question:
    if isinstance(item, Subject):
        return Question(
            path=program.path,
            line=item.span.line,
            number=number,
            mechanism=item.mechanism,
            label=item.words,
            epsilon=NO_EPSILON,
            delta=delta or item.delta_text,
            neighbors=item.words.removeprefix("neighbors=") if item.relation is not None else None,
            prior=item.prior,
            defined=program.function(item.mechanism).span.line,
            pairs=item.pairs_text,
            relation=related(item.relation),
        )
    return Question(
        path=program.path,
        line=(item.span or NOWHERE).line,
        number=number,
        mechanism=item.mechanism,
        label=item.label,
        epsilon=budget(item.epsilon, item.epsilon_text),
        delta=item.delta_text,
        neighbors=item.relation_text,
        relation=related(item.relation),
        prior=item.prior,
        pairs=item.pairs_text,
        expected=item.expect,
        name=item.name,
        defined=program.function(item.mechanism).span.line,
        exact=(item.epsilon.text, str(item.delta)),
    )


def _listed(program: Program, request: Read) -> Iterator[Listed]:
    for function in program.functions:
        if function.kind == "helper" or (request.mechanisms and function.name not in request.mechanisms):
            continue
        claims = [claim for claim in program.claims if claim.mechanism == function.name]
        yield Listed(
            path=program.path,
            line=function.span.line,
            kind=function.kind,
            name=function.name,
            signature=signature(function),
            doc=(function.doc or "").strip().split("\n")[0].strip(),
            claims=tuple(_question(program, claim, number) for number, claim in enumerate(claims)),
        )


def _decided(request: Decide, tell: Tell) -> Answer | Bounded | Compiled | Judged | Divided | Partly:
    try:
        return _answer(request, tell)
    except factors.Divided as found:
        return Divided(found.begun, pickle.dumps(found.known), found.shares)


def _answer(request: Decide, tell: Tell) -> Answer | Bounded | Compiled | Judged | Partly:
    question, options = request.question, request.options
    program = _program(request.source, question.path, options.settings)
    asked = _asked(program, program.function(question.mechanism), request.purpose, options)
    item = asked[question.number][1]
    if options.stage is not None or request.purpose == "compile":
        return _compiled(program, question, item, options)
    begin = time.monotonic() if request.begun is None else request.begun
    limits = Limits(begin + working(options.timeout), told=_now_and_then(tell), room=room())
    approach = _approach(program, options)
    keep = _Kept(request.source, question.path, options, request, limits, begin)
    if request.share is not None:
        return Partly(pickle.dumps(_part(program, item, keep, limits.share(BEFORE), request.share)))
    if request.purpose == "certify":
        assert isinstance(item, Claim) and options.event is not None
        judgement = certify(program, item, options.event, limits)
        return judged(question, item, judgement, time.monotonic() - begin)
    if isinstance(item, Claim):
        # What was divided was not settled as a long series before.
        approach = replace(approach, long=not request.parts)
        verdict = driver.check(program, item, approach, limits, keep.model, keep.search, keep.settle)
        answer = answered(question, item, verdict, time.monotonic() - begin)
        if options.certificates or options.ways or options.pictures:
            tell(answer)  # whatever becomes of what goes with it
        if options.certificates:
            text = _certificate(program, question, item, verdict, options, limits)
            answer = replace(answer, certificate=text)
        if options.ways and not options.pictures and isinstance(verdict, Refuted) and not answer.ok:
            return _told(program, item, verdict, answer, keep)
        return _pictured(program, item, verdict, answer, keep) if options.pictures else answer
    if options.epsilon is not None:
        epsilon, text = parse_epsilon(options.epsilon, program)
        found = driver.least_delta(program, item, epsilon, limits, keep.model)
        return weighed(question, budget(epsilon, text), found, time.monotonic() - begin)
    delta = parse_delta(options.delta, program)[0] if options.delta is not None else item.delta
    within = limits.share(driver.HALF) if options.curve else limits
    kept = replace(keep, limits=within)
    finding = driver.bound(program, item, approach, within, kept.model, kept.search, delta)
    told = bounded(question, finding, time.monotonic() - begin)
    if options.curve:
        points = curve(program, item, options.length, limits, keep.model, finding.curve)
        return plotted(replace(told, seconds=time.monotonic() - begin), points)
    return told


def _part(program: Program, item: Claim | Subject, keep: _Kept, limits: Limits, share: Share) -> object:
    """What is found of a share."""
    subject, length = driver.subject_of_claim(item) if isinstance(item, Claim) else item, keep.options.length
    if not share.obligations:
        return factors.part(program, subject, length, limits, keep.model, share)
    from faier.deciding import unknowns

    assert isinstance(item, Claim)
    within = limits.share(driver.HALF) if keep.options.engine == "auto" else limits
    return unknowns.part(program, subject, item.epsilon, length, within, keep.problem, share)


def _now_and_then(tell: Tell) -> Callable[[float], None]:
    last = time.monotonic()

    def told(part: float) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE:
            last = time.monotonic()
            tell(part)

    return told


def _certificate(
    program: Program, question: Question, claim: Claim, verdict: Verdict, options: Options, limits: Limits
) -> str | None:
    """The certificate of a decided claim, with the evidence that is found in the time that is left."""
    if isinstance(verdict, Undecided):
        return None
    from faier.certificate.write import certificate, texts_of

    decorator = question.number if options.epsilon is None else None
    texts = texts_of(options.epsilon or "", options.delta, claim.relation_text, claim.prior)
    left = CERTIFYING if limits.deadline is None else limits.deadline - time.monotonic()
    within = seconds(min(max(left, LEAST), CERTIFYING))
    return certificate(program, claim, decorator, texts, dict(options.settings), verdict, within)


def _told(program: Program, claim: Claim, verdict: Refuted, answer: Answer, keep: _Kept) -> Answer:
    """The answer with how runs come to its witness."""
    from faier.answers.picturing import ways

    assert answer.story is not None
    told = ways(program, driver.subject_of_claim(claim), verdict.witness, keep.limits.deadline)
    return replace(answer, story=replace(answer.story, runs=told))


def _pictured(program: Program, claim: Claim, verdict: Verdict, answer: Answer, keep: _Kept) -> Answer:
    """The answer with what is drawn beside it: the witness, or where there is none what is worst."""
    from faier.answers.picturing import curve, pictured

    subject, story, loss, end = driver.subject_of_claim(claim), answer.story, answer.loss, keep.limits.deadline
    if isinstance(verdict, Refuted) and story is not None:
        story = pictured(program, subject, verdict.witness, story, end)
    elif (
        loss is not None and loss.story is not None and verdict.tight is not None and verdict.tight.witness is not None
    ):
        loss = replace(loss, story=pictured(program, subject, verdict.tight.witness, loss.story, end))
    plain = claim.delta == 0 and answer.engine in ("search", "coupling", "growth")
    points = curve(program, subject, verdict.coverage, keep.model, end) if plain else ()
    return replace(answer, story=story, loss=loss, curve=points, about=_about(keep, claim.mechanism))


def _compiled(program: Program, question: Question, item: Claim | Subject, options: Options) -> Compiled:
    from faier.answers.emitted import compiled

    try:
        return compiled(program, question, item, options.stage, options.length, seconds(working(options.timeout)))
    except LimitReached as reached:
        code = {"timeout": "FA503", "states": "FA502"}.get(reached.name, "FA501")
        span = program.function(question.mechanism).span
        raise rejected(code, program.path, reached.text, "", span) from None


def _approach(program: Program, options: Options) -> Approach:
    interval = None if options.interval is None else _interval(program, options.interval)
    if interval is not None and options.engine != "smt":
        raise rejected("FA804", "--interval", "only a binary search has a start interval", "add --engine smt")
    return Approach(options.engine, options.length, options.solver, interval)


def _interval(program: Program, text: str) -> tuple[fmpq, fmpq]:
    """The two epsilons of --interval as factors, from a rational just below e^LO to one just above e^HI."""
    parts = text.split(",")
    hint = "write --interval 1.2,1.3"
    if len(parts) != 2:
        raise rejected("FA804", "--interval", "two epsilons are expected, with a comma between them", hint)
    low, high = (parse_epsilon(part.strip(), program)[0] for part in parts)
    if low.unknowns or high.unknowns or compare_epsilon(low, high) >= 0 or compare_epsilon(low, Epsilon()) < 0:
        raise rejected("FA804", "--interval", "the first epsilon must be at least 0 and less than the second", hint)
    ends = [exponential_bounds(epsilon, 128) for epsilon in (low, high)]
    if ends[0] is None or ends[1] is None:
        raise rejected("FA804", "--interval", "e to the power of these epsilons is too large", hint)
    return max(ends[0][0], fmpq(1)), ends[1][1]


@dataclass(frozen=True)
class _Kept:
    """What the claims of a file share: made for the first that needs it."""

    source: str
    path: str
    options: Options
    request: Decide = field(compare=False)
    limits: Limits = field(compare=False)
    begun: float = field(compare=False)

    def model(self, program: Program, mechanism: str, limits: Limits) -> Process:
        return _model(self, mechanism)

    def search(self, subject: Subject) -> Finding:
        return _search(self, subject)

    def problem(self, program: Program, subject: Subject, length: int | None, limits: Limits) -> Problem:
        return _problem(replace(self, limits=limits), subject)

    def settle(
        self, program: Program, subject: Subject, epsilon: Epsilon, length: int | None, limits: Limits
    ) -> Verdict:
        from faier.deciding import obligation_answers, unknowns

        request = self.request
        parts = tuple(pickle.loads(known) for known in request.parts)
        how = obligation_answers.Settling(request.jobs, self.begun, parts, request.missing)
        return unknowns.check(program, subject, epsilon, length, limits, self.problem, how)


@lru_cache(maxsize=8)
def _program(source: str, path: str, settings: tuple[tuple[str, str], ...]) -> Program:
    return parse(source, path, dict(settings))


@lru_cache(maxsize=64)
def _search(kept: _Kept, subject: Subject) -> Finding:
    program = _program(kept.source, kept.path, kept.options.settings)
    length, limits, request = kept.options.length, kept.limits, kept.request
    parts = [pickle.loads(known) for known in request.parts]
    if request.missing is not None:
        parts.append(factors.Part((), (factors.Ended((0, 0), "limit", request.missing),)))
    if not parts and request.jobs > 1 and subject.prior is not None:
        parts = [factors.divided(program, subject, length, limits, kept.model, request.jobs)]
    weighed = factors.replay(parts) if parts else None
    return driver.find(program, subject, length, limits, kept.model, weighed)


@lru_cache(maxsize=1)
def _problem(kept: _Kept, subject: Subject) -> Problem:
    from faier.deciding import unknowns

    program = _program(kept.source, kept.path, kept.options.settings)
    return unknowns.gather(program, subject, kept.options.length, kept.limits)


@lru_cache(maxsize=4)
def _model(kept: _Kept, mechanism: str) -> Process:
    program = _program(kept.source, kept.path, kept.options.settings)
    return model(program, mechanism, kept.limits)


@lru_cache(maxsize=4)
def _about(kept: _Kept, mechanism: str) -> About:
    from faier.answers.picturing import about

    program = _program(kept.source, kept.path, kept.options.settings)
    return about(program, mechanism, kept.limits.deadline)
