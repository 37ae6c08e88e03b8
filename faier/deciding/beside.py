"""A calibrated claim -> what becomes of it with as much noise as published methods ask for.

No method is believed: at each one's value the claim is decided, and its tight epsilon is found, as at any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from faier.calibration.known import Missing
from faier.calibration.mean_error import MeanError, mean_error
from faier.calibration.methods import METHODS
from faier.calibration.separated import Separated, separated
from faier.calibration.widths import setting_for
from faier.calibration.without import with_normal_noise, without
from faier.deciding import plan
from faier.deciding.calibrating import Asked, Calibration, Remade, calibrate, text_of
from faier.deciding.known import known_of
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.deciding.sweeping import Sweep
from faier.deciding.together import together
from faier.engines.verdict import Tight, Verdict
from faier.exact import ZERO
from faier.lang.claim import Claim
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.lang.values import Value
from faier.limits import Limits

Place = Callable[[Program], tuple[Question, Claim]]

# Of the time that is left, for finding out what methods ask for.
SHARE = 0.5

# Where what was found here is from.
HERE = "this calibration"

NAMES = {"laplace": "Laplace", "geometric": "geometric", "gaussian": "Gaussian"}


@dataclass(frozen=True)
class Row:
    """What becomes of the claim at a method's value of the setting. `tight` is None where nothing is known of it."""

    method: str
    source: str
    value: fmpq
    error: MeanError | None
    tight: Tight | None
    verdict: Verdict
    claim: Claim

    @property
    def published(self) -> bool:
        return self.source != HERE


@dataclass(frozen=True)
class Beside:
    """The methods that apply, and last what was found here; with those that do not, and why."""

    rows: tuple[Row, ...]
    others: tuple[tuple[str, str], ...]


def beside(setting: str, program: Program, remade: Remade, place: Place, found: Calibration, limits: Limits) -> Beside:
    """What the methods ask for, decided."""
    question, _ = place(program)
    question, query = _query(question)
    asked, others, normal = _asked(setting, question, query, limits.share(SHARE))
    name = "" if isinstance(query, Missing) else f" {NAMES[query.kind]}"
    if found.turn.proved is not None and not found.unneeded:
        best = found.turn.proved if found.exact is None else found.exact
        direction = "greatest" if found.direction == "greatest" and not name else "least"
        asked.append((f"{direction}{name or f' {setting}'}", HERE, best))
    rows = []
    for at, (method, source, value) in enumerate(asked):
        row = _decided(method, source, value, remade, place, limits.share(1 / (len(asked) - at)), found.swept)
        if isinstance(row, str):
            others.append((method, row))
        else:
            rows.append(row)
    if found.unneeded:
        bare = without(program, question.subject.mechanism, setting)
        row = _decided("no noise", HERE, fmpq(0), lambda text: bare, place, limits.share(SHARE))
        if isinstance(row, Row):
            rows.append(replace(row, error=MeanError(ZERO, ZERO)))
    if normal and question.delta and found.direction == "least":
        rows += _with_normal_noise(setting, program, remade, place, found, limits.share(SHARE))
    return Beside(tuple(rows), tuple(others))


def _query(question: Question) -> tuple[Question, Separated | Missing]:
    """What noise is added to; to numbers that are the same, as if it were one."""
    one = together(question)
    if one is None or one.width is None:
        return question, separated(question.program, question.subject.mechanism)
    query = separated(one.question.program, one.question.subject.mechanism)
    return one.question, query if isinstance(query, Missing) else replace(query, width=one.width)


def _asked(
    setting: str, question: Question, query: Separated | Missing, limits: Limits
) -> tuple[list[tuple[str, str, fmpq]], list[tuple[str, str]], bool]:
    """The methods that apply with their values, the others with the reasons, and whether normal data gets Laplace
    noise."""
    if question.epsilon is None or question.unknown_epsilon:
        query = Missing("it asks for an epsilon that is a number")
    if isinstance(query, Missing):
        return [], [(method.name, query.reason) for method in METHODS], False
    constants = {name: value for name, value in _constants(question) if name != setting}
    known = known_of(question, query, limits)
    asked, others = list[tuple[str, str, fmpq]](), list[tuple[str, str]]()
    for method in METHODS:
        scale = method.asks(known)
        value = scale if isinstance(scale, Missing) else setting_for(scale, query.kind, query.width, setting, constants)
        if isinstance(value, Missing):
            others.append((method.name, value.reason))
        else:
            asked.append((method.name, method.source, value))
    return asked, others, query.kind == "laplace" and not isinstance(known.normals, Missing)


def _with_normal_noise(
    setting: str, program: Program, remade: Remade, place: Place, found: Calibration, limits: Limits
) -> Iterator[Row]:
    """The least deviation of normal noise in place of Laplace noise."""
    subject = place(program)[0].subject

    def normal(other: Program) -> Program:
        return with_normal_noise(other, subject.mechanism, setting)

    assert found.turn.proved is not None
    assert found.turn.refuted is not None
    digits = len(str((found.turn.proved - found.turn.refuted).q)) - 1
    best = calibrate(Asked(setting, digits=digits), normal(program), lambda text: normal(remade(text)), place, limits)
    if best.turn.proved is not None:
        value = best.turn.proved
        row = _decided("least Gaussian", HERE, value, lambda text: normal(remade(text)), place, limits)
        if isinstance(row, Row):
            yield row


def _constants(question: Question) -> tuple[tuple[str, Value], ...]:
    return (*question.program.constants, *question.mechanism.settings)


def _decided(
    method: str,
    source: str,
    value: fmpq,
    remade: Remade,
    place: Place,
    limits: Limits,
    swept: Sweep | None = None,
) -> Row | str:
    """The claim at the value, or why that is no value for the setting."""
    store = Store()
    try:
        program = remade(text_of(value))
        question, claim = place(program)
        known = None if swept is None else swept.known_at(program, question)
        verdict = known or plan.decide(question, store, limits.share(SHARE))
        tight = verdict.tight
        if tight is None or tight.lower != tight.upper:
            tight = plan.bound(replace(question, epsilon=None), store, limits).tight or tight
    except Rejected as error:
        return error.diagnostics[0].message
    size = mean_error(question.program, question.subject.mechanism, limits)
    return Row(method, source, value, size, tight, verdict, claim)
