"""The least error of all mechanisms under a claim: what a worker finds out, and the answer in plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flint import fmpq

from faier.answers.answer import Exact, LeastOfAll
from faier.answers.answer import Least as Between
from faier.answers.to_answers import exact, loss_of
from faier.calibration.added_last import concerned
from faier.calibration.forms import names
from faier.calibration.optimum.least import Optimum
from faier.calibration.optimum.silent import NoQueryError, silenced
from faier.calibration.optimum.writing import table_edits
from faier.calibration.rewriting import Edit, NotWrittenError, applied, edits
from faier.deciding import plan
from faier.deciding.least_of_all import TOLD, Least, first_points, least, multipliers
from faier.deciding.query_laws import Point, QueryLaws, mean_law, query_laws
from faier.deciding.question import Question, question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Tight, Verdict
from faier.exact import float_above, float_below, number_text
from faier.lang import parse
from faier.lang.claim import Claim
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.lang.values import Real
from faier.limits import LimitReached, Limits
from faier.running.request import Decide

# A prior's unknown reals are looked at in so many more points, each where the table before failed.
ROUNDS = 12
# Of the time that is left, so much goes to the certificate.
CERTIFYING = 0.5
NOT_PROVED = "the claim is not proved of the file as it would be written"
NOT_SOLVED = "the linear program was not solved (--timeout)"


@dataclass(frozen=True)
class Wanted:
    """A claim of a file where settings have these values."""

    request: Decide
    program: Program
    question: Question
    claim: Claim
    settings: Mapping[str, str]


def least_of_all(wanted: Wanted, limits: Limits) -> LeastOfAll:
    """The answer; where there is none, with the reason."""
    try:
        return _found(wanted, limits)
    except NoQueryError as reason:
        return LeastOfAll(reason=f"what is shown without noise is not known: {reason}")
    except LimitReached as reached:
        return LeastOfAll(reason=reached.text)


def same_query(one: Program, other: Program, question: Question) -> bool:
    """Whether what is shown without noise is the same in two files that differ in settings."""
    try:
        return _query(one, question) == _query(other, question)
    except NoQueryError:
        return True


def _query(program: Program, question: Question) -> object:
    subject = question.subject
    quiet = silenced(program, subject.mechanism)
    functions = list(concerned(quiet, *(name for name in (subject.mechanism, subject.prior) if name is not None)))
    used = {name for function in functions for name in names(function.body)}
    constants = [item for item in program.constants if item[0] in used]
    bodies = [(item.name, item.body, item.parameters, [s for s in item.settings if s[0] in used]) for item in functions]
    return constants, bodies


def _found(wanted: Wanted, limits: Limits) -> LeastOfAll:
    question = wanted.question
    laws, points = query_laws(question, limits), first_points(question)
    found = least(laws, points, None, None, limits)
    if found is None:
        return LeastOfAll(reason=NOT_SOLVED)
    table = _Table(wanted, limits)
    verdict = table.decided(found.optimum)
    for _ in range(ROUNDS if question.unknown_reals else 0):
        further = _point(question, verdict)
        if further is None or further in points:
            break
        points = [*points, further]
        better = least(laws, points, None, None, limits)
        if better is None:
            break
        found = better
        verdict = table.decided(found.optimum)
    proved = isinstance(verdict, Proved)
    upper = found.optimum.upper if proved or not question.unknown_reals else None
    answer = LeastOfAll(
        tuple(exact(output).text for output in found.optimum.problem.outputs),
        Between(_below(found.optimum.lower), None if upper is None else _above(upper)),
        loss=None if verdict is None or verdict.tight is None or not proved else loss_of(verdict.tight),
        edits=table.made if proved else (),
        unwritten=None if proved else table.reason,
        settings=tuple(wanted.settings.items()),
    )
    answer = _averaged(answer, laws, limits) if not question.unknown_reals else _trusting(answer, laws, table, limits)
    return _certified(answer, wanted, found, limits.share(CERTIFYING))


def _averaged(answer: LeastOfAll, laws: QueryLaws, limits: Limits) -> LeastOfAll:
    mean = mean_law(laws, {}, limits)
    found = None if mean is None else least(laws, [{}], None, mean, limits)
    if found is None:
        return answer
    return replace(answer, mean=Between(_below(found.optimum.lower), _above(found.optimum.upper)))


def _trusting(answer: LeastOfAll, laws: QueryLaws, table: _Table, limits: Limits) -> LeastOfAll:
    """What a mechanism would lose that takes the prior's unknown reals to be in the middle."""
    found = least(laws, first_points(laws.question)[:1], None, None, limits)
    if found is None:
        return answer
    answer = replace(answer, trusting=Between(_below(found.optimum.lower), _above(found.optimum.upper)))
    tight = table.lost(found.optimum)
    return answer if tight is None else replace(answer, trusted=loss_of(tight))


def _certified(answer: LeastOfAll, wanted: Wanted, found: Least, limits: Limits) -> LeastOfAll:
    from faier.certificate.optima import optimum
    from faier.certificate.write import heading, texts_of

    options, claim = wanted.request.options, wanted.claim
    decorator = wanted.request.question.number if options.epsilon is None else None
    texts = texts_of(options.epsilon or "", options.delta, claim.subject.neighbors, claim.subject.prior)
    head = heading(wanted.program, claim, decorator, texts, wanted.settings, None)
    made = optimum(wanted.program, head, multipliers(found), claim.subject.prior is not None, limits)
    return replace(answer, certificate=made.text, missing=made.missing)


class _Table:
    """A table as a mechanism in the file, and what is decided of it."""

    def __init__(self, wanted: Wanted, limits: Limits) -> None:
        self.wanted, self.limits = wanted, limits
        self.made: tuple[Edit, ...] = ()
        self.reason: str | None = None

    def decided(self, found: Optimum) -> Verdict | None:
        """Of the claim (None: the file cannot be written so)."""
        question = self._question(found)
        if question is None:
            return None
        verdict = plan.decide(question, Store(), self.limits)
        self.reason = None if isinstance(verdict, Proved) else NOT_PROVED
        return verdict

    def lost(self, found: Optimum) -> Tight | None:
        """The tight epsilon, where that is known."""
        question = self._question(found)
        return None if question is None else plan.bound(replace(question, epsilon=None), Store(), self.limits).tight

    def _question(self, found: Optimum) -> Question | None:
        request, options = self.wanted.request, self.wanted.request.options
        mechanism, number = request.question.mechanism, request.question.number
        claimed: dict[str, str] | None = None
        if options.epsilon is not None:
            subject = self.wanted.question.subject
            about = {"neighbors": subject.neighbors} if subject.prior is None else {"prior": subject.prior}
            claimed = {"epsilon": options.epsilon, **({"delta": options.delta} if options.delta else {})}
            claimed |= {name: text for name, text in about.items() if text is not None}
            number = -1
        problem = found.problem
        try:
            changes = table_edits(request.source, mechanism, number, problem.values, problem.outputs, found.table)
            others = edits(request.source, self.wanted.settings, mechanism, claimed)
            self.made = tuple(sorted((*changes, *others), key=lambda edit: (edit.start, edit.end)))
            program = parse(applied(request.source, self.made), request.question.path, {}, request.imports)
            (claim,) = (one for one in program.claims if one.subject.mechanism == mechanism)
        except NotWrittenError as reason:
            self.reason = str(reason)
            return None
        except Rejected as refused:
            self.reason = f"it would be wrong: {refused.diagnostics[0].message}"
            return None
        asked = question_of(program, claim)
        return replace(asked, engine=options.engine, solver=options.solver)


def _point(question: Question, verdict: Verdict | None) -> Point | None:
    """Where the table fails."""
    if not isinstance(verdict, Refuted):
        return None
    given = dict(verdict.witness.parameters)
    found: dict[str, fmpq] = {}
    for name in question.unknown_reals:
        value = given.get(name)
        if not isinstance(value, Real) or not isinstance(value.exact, fmpq):
            return None
        found[name] = value.exact
    return found


def _below(number: fmpq) -> Exact:
    told = fmpq((number * TOLD).floor(), TOLD)
    return Exact(number_text(told), float_below(told), rounded=True)


def _above(number: fmpq) -> Exact:
    told = fmpq((number * TOLD).ceil(), TOLD)
    return Exact(number_text(told), float_above(told), rounded=True)
