"""How much of a setting is enough: what a worker is asked about one claim, and the answer in plain data."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from faier.answers.answer import Calibrated, Mark
from faier.answers.to_answers import bounded, calibrated, exact, loss_of
from faier.calibration.mean_error import mean_error
from faier.calibration.methods import METHODS
from faier.calibration.rewriting import Edit, NotWrittenError, applied, edits
from faier.deciding import calibrating, plan
from faier.deciding.beside import Beside, beside
from faier.deciding.calibrating import Calibration, text_of
from faier.deciding.question import Question, about_one_epsilon, question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import fraction_text
from faier.lang import parse
from faier.lang.claim import Claim
from faier.lang.diagnostics import Rejected, rejected
from faier.lang.program import Program
from faier.limits import LimitReached, Limits
from faier.running.numbers import number_of
from faier.running.request import Decide, Varied

Place = Callable[[Program], tuple[Question, Claim]]

# Where epsilon is looked at for a plot: multiples of the value that was found, and whole numbers beside it.
AROUND = tuple(fmpq(part, 8) for part in (2, 4, 6, 7, 8, 9, 10, 12, 16, 24, 32))
BESIDE = range(-4, 5)
# The most seconds for the evidence of one certificate; so many of them also when all time is gone.
CERTIFYING, LEAST = 120.0, 0.5
# Why an answer goes no further whose process was ended while methods were compared.
COMPARING = "comparing published methods did not come to an end"


@dataclass(frozen=True)
class Task:
    """What is asked. `place` finds the claim in a file that was made again, and the question about it."""

    request: Decide
    varied: Varied
    program: Program
    place: Place

    def remade(self, text: str) -> Program:
        """The file where the setting has the value of this text."""
        return parse(self.request.source, self.request.question.path, self.settings(text), self.request.imports)

    def settings(self, text: str) -> dict[str, str]:
        return dict(self.request.options.settings) | {self.varied.name: text}


def enough(task: Task, limits: Limits, begin: float, tell: Callable[[Calibrated], None]) -> Calibrated:
    """Which values of the setting are enough for the claim; told before published methods are compared."""
    varied = task.varied
    asked = _asked(varied)
    found = calibrating.calibrate(asked, task.program, task.remade, task.place, limits)
    answer = calibrated(task.request.question, varied.name, found, 0.0)
    if varied.compared:
        tell(replace(answer, reason=answer.reason or COMPARING))
        try:
            compared = beside(varied.name, task.program, task.remade, task.place, found, limits)
        except LimitReached as reached:
            compared = Beside((), tuple((method.name, str(reached)) for method in METHODS))
        answer = calibrated(task.request.question, varied.name, found, 0.0, compared)
    proof = found.at(found.turn.proved)
    if proof is not None:
        error = mean_error(proof.program, proof.question.subject.mechanism, limits)
        answer = replace(answer, mean_error=None if error is None else exact(error.upper))
        if varied.plotted or task.request.options.pictures:
            answer = replace(answer, marks=tuple(_marks(task, asked, found, limits)))
        if varied.written and not varied.optimum:
            answer = _written(task, answer, found, limits)
    if varied.optimum:
        answer = _best(task, answer, found, limits)
    if task.request.options.certificates:
        answer = replace(answer, certificates=tuple(_certificates(task, found, limits)))
    return replace(answer, seconds=time.monotonic() - begin)


def within_error(task: Task, question: Callable[[Program], Question], limits: Limits, begin: float) -> Calibrated:
    """The setting with which what is released is so near on average, and the tight epsilon there."""
    varied = task.varied
    assert varied.error is not None
    most = number_of(varied.error, "--error", "5")
    found = calibrating.within_error(_asked(varied), most, task.program, task.remade, question, limits)
    bound = None if found.finding is None else bounded(task.request.question, found.finding, 0.0)
    error = None if found.program is None else mean_error(found.program, task.request.question.mechanism, limits)
    return Calibrated(
        task.request.question,
        varied.name,
        time.monotonic() - begin,
        proved=None if found.turn.proved is None else exact(found.turn.proved),
        refuted=None if found.turn.refuted is None else exact(found.turn.refuted),
        least=None if found.direction is None else found.direction == "least",
        beyond=found.beyond,
        engine="none" if bound is None else bound.engine,
        reason=None if bound is None else bound.reason,
        reach=None if bound is None else bound.reach,
        mean_error=None if error is None else exact(error.upper),
        most=exact(most),
        loss=None if bound is None else bound.loss,
    )


def _asked(varied: Varied) -> calibrating.Asked:
    ends = varied.between or ()
    low, high = [number_of(end, "--between", "1/2,10") for end in ends] or (None, None)
    if low is not None and high is not None and low >= high:
        raise rejected("FA804", "--between", "the first number must be less than the second", "write --between 1/2,10")
    return calibrating.Asked(varied.name, low, high, varied.digits)


def _marks(task: Task, asked: calibrating.Asked, found: Calibration, limits: Limits) -> Iterator[Mark]:
    """The tight epsilon and the mean error around the value that was found, as far as the time lasts."""
    middle = found.turn.proved
    assert middle is not None
    values = {middle + step for step in BESIDE} if found.whole else {middle * part for part in AROUND}
    for value in sorted(values):
        inside = (asked.low is None or asked.low <= value) and (asked.high is None or value <= asked.high)
        if not inside or limits.expired():
            continue
        try:
            program = task.remade(text_of(value))
            question, _ = task.place(program)
            question = replace(question, epsilon=None, program=about_one_epsilon(program, question.subject))
            tight = plan.bound(question, Store(), limits).tight
        except Rejected:
            continue
        if tight is not None:
            loss, error = loss_of(tight), mean_error(program, question.subject.mechanism, limits)
            mean = None if error is None else exact(error.upper).value
            yield Mark(exact(value).value, loss.lower, loss.upper, mean)


def _best(task: Task, answer: Calibrated, found: Calibration, limits: Limits) -> Calibrated:
    """The answer with the least error of all mechanisms: of the file as it stands, if what is shown without noise does
    not depend on the setting, else of the value that is enough."""
    from faier.running.least_of_all import Wanted, least_of_all, same_query

    question, claim = task.place(task.program)
    program, settings = task.program, dict(task.request.options.settings)
    proof = found.at(found.turn.proved)
    if proof is not None and not same_query(program, proof.program, question):
        assert found.turn.proved is not None
        program, settings = proof.program, task.settings(_decimal(found.turn.proved))
        question, claim = proof.question, proof.claim
    best = least_of_all(Wanted(task.request, program, question, claim, settings), limits)
    answer = replace(answer, optimum=best)
    if not task.varied.written:
        return answer
    return replace(answer, edits=best.edits, unwritten=best.unwritten or best.reason)


def _written(task: Task, answer: Calibrated, found: Calibration, limits: Limits) -> Calibrated:
    """The answer with what makes of the file one with the value, after that was decided once more."""
    assert found.turn.proved is not None
    try:
        return replace(answer, edits=_edits(task, found.turn.proved, limits))
    except NotWrittenError as reason:
        return replace(answer, unwritten=str(reason))
    except Rejected as refused:
        return replace(answer, unwritten=f"it would be wrong: {refused.diagnostics[0].message}")


def _edits(task: Task, value: fmpq, limits: Limits) -> tuple[Edit, ...]:
    request, options = task.request, task.request.options
    claim: dict[str, str] | None = None
    if options.epsilon is not None:
        subject = task.place(task.program)[0].subject
        about = {"neighbors": subject.neighbors} if subject.prior is None else {"prior": subject.prior}
        claim = {"epsilon": options.epsilon, **({"delta": options.delta} if options.delta else {})}
        claim |= {name: text for name, text in about.items() if text is not None}
    settings = task.settings(_decimal(value))
    made = edits(request.source, settings, request.question.mechanism, claim)
    program = parse(applied(request.source, made), request.question.path, {}, request.imports)
    claims = [one for one in program.claims if one.subject.mechanism == request.question.mechanism]
    again = question_of(program, claims[0 if claim is not None else request.question.number])
    again = replace(again, length=options.length, engine=options.engine, solver=options.solver)
    if not isinstance(plan.decide(again, Store(), limits), Proved):
        raise NotWrittenError("the claim is not proved of the file as it would be written")
    return made


def _decimal(value: fmpq) -> str:
    """As it is written in a file: Python's float of that text stands for exactly this number."""
    places = next(places for places in range(20) if 10**places % int(value.q) == 0)
    digits = f"{abs(int(value.p)) * 10**places // int(value.q):0{places + 1}d}"
    if places and len(digits) > 15:
        raise NotWrittenError(f"{fraction_text(value)} has more digits than a float holds; --digits asks for less")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 else text


def _certificates(task: Task, found: Calibration, limits: Limits) -> Iterator[tuple[tuple[tuple[str, str], ...], str]]:
    """What was set, and the certificate of the claim: proved at one value, refuted at the other. Both are decided once
    more, of the values as decimals, which the checker reads."""
    for value in (found.turn.proved, found.turn.refuted):
        if value is not None:
            text = _decimal(value)
            question, claim = task.place(task.remade(text))
            verdict = plan.decide(question, Store(), limits)
            if not isinstance(verdict, Undecided):
                settings = task.settings(text)
                yield tuple(settings.items()), _certificate(task, question.program, claim, verdict, settings, limits)


def _certificate(
    task: Task, program: Program, claim: Claim, verdict: Proved | Refuted, settings: dict[str, str], limits: Limits
) -> str:
    from faier.certificate.write import certificate, heading, texts_of, without_evidence

    options = task.request.options
    decorator = task.request.question.number if options.epsilon is None else None
    texts = texts_of(options.epsilon or "", options.delta, claim.subject.neighbors, claim.subject.prior)
    head = heading(program, claim, decorator, texts, settings, verdict)
    now = time.monotonic()
    left = CERTIFYING if limits.deadline is None else limits.deadline - now
    within = replace(limits, deadline=now + min(max(left, LEAST), CERTIFYING), told=None)
    try:
        return certificate(program, claim, head, verdict, within).text
    except LimitReached as reached:
        return without_evidence(head, reached.text).text
