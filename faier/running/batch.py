"""Selected files -> one report: the jobs of a run are handed to workers, and their outcomes are gathered.

Whatever happens to a worker, every question gets an answer, and what is wrong in one file does not keep the
others from being decided. This module asks and gathers; `tasks` does the work on the other side.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from faier import importing
from faier.answers.answer import (
    INFINITE,
    NO_ENDS,
    Answer,
    Asked,
    Bounded,
    Calibrated,
    Compiled,
    Divided,
    Found,
    Judged,
    Listed,
    Modelled,
    Partly,
    Reach,
    Refusal,
    Report,
)
from faier.audit.expected import Model
from faier.limits import GRACE
from faier.running import cache
from faier.running.cache import Kept
from faier.running.portions import Compared, Sharing, compared_by
from faier.running.progress import Running, State
from faier.running.request import Decide, Options, Purpose, Read
from faier.running.selection import Selected
from faier.running.workers import Broken, Done, Job, Outcome, Stopped, run

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic
    from faier.running.elsewhere import Elsewhere

Progress = Callable[[State], None]
"""Told how far the run is, whenever that changes and each second."""

ENTRY = "faier.running.tasks:perform"


@dataclass(frozen=True)
class Plan:
    """What to do with which files, by how many workers within how many MiB for all of them; `kept` is what was
    decided before. `elsewhere`: not by processes that this one starts."""

    purpose: Purpose
    selected: tuple[Selected, ...]
    options: Options
    jobs: int = 1
    memory: int = 4096
    lenient: bool = False
    kept: Kept | None = None
    elsewhere: Elsewhere | None = None


def carry_out(
    plan: Plan,
    problems: Iterable[Diagnostic] = (),
    progress: Progress | None = None,
    entry: str = ENTRY,
) -> Report:
    """Read and decide everything. An interrupt ends the work, and what was decided by then is reported."""
    ledger = _Ledger(plan, progress, problems=set(problems))
    reads = [_reading(plan, file) for file in plan.selected]
    ledger.known = len(reads)
    jobs: list[Job] = []
    for read in reads:
        found = ledger.recall(read)
        if found is None:
            jobs.append(Job(read, _patience(plan.options), read.path))
        else:
            jobs += ledger.enter(Job(read, 0.0), Done(found, 0.0))
    try:
        seen = None if progress is None else ledger.seen
        work = run if plan.elsewhere is None else plan.elsewhere.run
        work(jobs, ledger.enter, entry, plan.jobs, max(plan.memory // plan.jobs, 1), seen)
    except KeyboardInterrupt:
        ledger.interrupted = True
    return ledger.report()


def _reading(plan: Plan, file: Selected) -> Read:
    """What is kept is found by what a file holds, which is then what is read, whatever becomes of the file."""
    from_path = plan.kept is None and plan.elsewhere is None
    data = file.data if file.data is not None or from_path else cache.contents(file.path)
    imports = file.imports
    if imports is None and data is not None:
        imports = importing.on_disk(file.path, data)
    return Read(file.path, file.mechanisms, plan.purpose, plan.options, data, imports)


def _named(request: Read | Decide) -> str:
    return request.path if isinstance(request, Read) else request.question.id


def _patience(options: Options) -> float:
    """When a job is killed, which stops by itself a little before the end of its time."""
    return options.timeout + GRACE


@dataclass
class _Ledger:
    """What is known so far."""

    plan: Plan
    progress: Progress | None
    problems: set[Diagnostic]
    answers: list[Answer] = field(default_factory=list)
    bounds: list[Bounded] = field(default_factory=list)
    listed: list[Listed] = field(default_factory=list)
    compiled: list[Compiled] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)
    calibrated: list[Calibrated] = field(default_factory=list)
    modelled: list[Modelled] = field(default_factory=list)
    sources: dict[str, str] = field(default_factory=dict)
    lent: set[str] = field(default_factory=set)  # paths of files that others import
    bugs: list[str] = field(default_factory=list)
    reads: dict[str, Read] = field(default_factory=dict)
    shared: dict[Compared, Sharing] = field(default_factory=dict)
    running: dict[Job, Running] = field(default_factory=dict)
    last: str = ""
    asked: int = 0
    done: int = 0
    known: int = 0
    interrupted: bool = False

    def enter(self, job: Job, outcome: Outcome) -> list[Job]:
        """Note an outcome; the questions found in a file are the next jobs."""
        request = job.request
        assert isinstance(request, Read | Decide)
        if isinstance(request, Read):
            more = self._read(request, outcome)
        elif request.share is not None:
            more = self._partly(request, outcome)
        else:
            more = self._decided(request, outcome)
        self.done += 1
        self.known += len(more)
        self.running.pop(job, None)
        self.last = _named(request)
        self._show()
        return more

    def seen(self, job: Job | None, part: float) -> None:
        """Note how far a job is."""
        now = time.monotonic()
        if job is not None:
            assert isinstance(job.request, Read | Decide)
            self.running.setdefault(job, Running(_named(job.request), [(now, 0.0)])).reached(now, part)
        self._show()

    def _show(self) -> None:
        if self.progress is not None:
            self.progress(State(self.done, self.known, tuple(self.running.values()), self.last))

    def recall(self, read: Read) -> Found | None:
        """What was found in this file before, under whatever name."""
        self.reads[read.path] = read
        key = cache.key_of_file(read) if self.plan.kept else None
        found = self.plan.kept.get(key) if self.plan.kept and key else None
        if not isinstance(found, Found):
            return None
        questions = tuple(replace(question, path=read.path) for question in found.questions)
        return replace(found, path=read.path, questions=questions)

    def report(self) -> Report:
        if not (self.asked or self.listed or self.problems or self.bugs or self.interrupted):
            self.problems.add(self._nothing())
        return Report(
            "compile" if self.plan.options.stage else self.plan.purpose,
            answers=tuple(sorted(self.answers, key=lambda answer: _order(answer.question))),
            bounds=tuple(sorted(self.bounds, key=lambda bound: _order(bound.question))),
            listed=tuple(sorted(self.listed, key=lambda item: (item.path, item.line))),
            compiled=tuple(sorted(self.compiled, key=lambda item: _order(item.question))),
            judged=tuple(sorted(self.judged, key=lambda item: _order(item.question))),
            calibrated=tuple(sorted(self.calibrated, key=lambda item: _order(item.question))),
            modelled=tuple(sorted(self.modelled, key=lambda item: _order(item.question))),
            problems=_each_once(item for item in self.problems if not self._is_lent(item)),
            sources=self.sources,
            bugs=tuple(sorted(set(self.bugs))),
            interrupted=self.interrupted,
            lenient=self.plan.lenient,
        )

    def _is_lent(self, problem: Diagnostic) -> bool:
        """Whether a file without a mechanism is there for others."""
        return problem.code == "FA801" and problem.path in self.lent

    def _read(self, request: Read, outcome: Outcome) -> list[Job]:
        match outcome:
            case Done(Found() as found):
                self.asked += len(found.questions)
                self.problems.update(found.problems)
                self.listed += found.listed
                others = importing.texts_by_path(found.path, found.imports)
                self.lent |= others.keys()
                self.sources |= others
                self.sources[found.path] = found.source
                self._keep(cache.key_of_file(request), found)
                return [self._job(question, found) for question in found.questions if not self._known(question)]
            case Done(Refusal() as refusal):
                self._refused(refusal)
            case Stopped(cause, text):
                self.problems.add(_unread(request.path, cause, text))
            case Broken(text):
                self.bugs.append(f"{request.path}: {text}")
            case Done(value):
                raise TypeError(f"a file was read as {value!r}")
        return []

    def _known(self, question: Asked) -> bool:
        """Whether it was answered before; then it is entered, and counts as done."""
        kept, read = self.plan.kept, self.reads.get(question.path)
        key = cache.key_of_question(question, read) if kept and read else None
        answer = kept.get(key) if kept and key else None
        if not isinstance(answer, Answer | Bounded):
            return False
        self._answered(cache.recalled(answer, question))
        return True

    def _keep(self, key: str | None, value: Found | Answer | Bounded) -> None:
        if self.plan.kept and key:
            self.plan.kept.put(key, value)

    def _job(self, question: Asked, found: Found) -> Job:
        plan = self.plan
        request = Decide(question, found.source, plan.purpose, plan.options, plan.jobs, imports=found.imports)
        return Job(request, _patience(self.plan.options), question.path)

    def _decided(self, request: Decide, outcome: Outcome) -> list[Job]:
        match outcome:
            case Done(Answer() | Bounded() | Compiled() | Judged() | Calibrated() | Modelled() as answer):
                self._answered(answer)
                read = self.reads.get(request.question.path)
                if isinstance(answer, Answer | Bounded) and read and cache.worth_keeping(answer):
                    self._keep(cache.key_of_question(request.question, read), answer)
            case Done(Divided() as divided):
                compared = compared_by(request.question, divided.shares[0])
                if compared not in self.shared:
                    self.shared[compared] = Sharing()
                return self.shared[compared].join(request, divided)
            case Done(Refusal() as refusal):
                self._refused(refusal)
            case Stopped(_, text, _, Answer(verdict="proved" | "refuted") as told):
                self._answered(_as_told(told, text))
            case Broken(text, _, Answer(verdict="proved" | "refuted") as told):
                self.bugs.append(f"{request.question.id}: {text}")
                self._answered(_as_told(told, "an internal error of faier"))
            case Stopped(_, text, seconds, Answer() | Bounded() as partial):
                self._answered(replace(partial, reason=text, seconds=seconds))
            case Stopped(_, text, seconds, Calibrated() as partial):
                self._answered(replace(partial, reason=partial.reason or text, seconds=seconds))
            case Broken(text, seconds, Calibrated() as partial):
                self.bugs.append(f"{request.question.id}: {text}")
                self._answered(replace(partial, reason="an internal error of faier", seconds=seconds))
            case Stopped(_, text, seconds):
                self._undecided(request, text, seconds)
            case Broken(text, seconds):
                self.bugs.append(f"{request.question.id}: {text}")
                self._undecided(request, "an internal error of faier", seconds)
            case Done(value):
                raise TypeError(f"a question was answered by {value!r}")
        return []

    def _partly(self, request: Decide, outcome: Outcome) -> list[Job]:
        assert request.share is not None
        sharing = self.shared[compared_by(request.question, request.share)]
        match outcome:
            case Done(Partly(known)):
                return sharing.enter(request, known, None)
            case Stopped(_, text):
                return sharing.enter(request, None, text)
            case Broken(text):
                self.bugs.append(f"{request.question.id}: {text}")
                return sharing.enter(request, None, "an internal error of faier")
            case Done(Refusal() as refusal):
                self._refused(refusal)
                return sharing.enter(request, None, "a part of it was refused")
            case Done(value):
                raise TypeError(f"a share was answered by {value!r}")

    def _answered(self, answer: Answer | Bounded | Compiled | Judged | Calibrated | Modelled) -> None:
        match answer:
            case Answer():
                self.answers.append(answer)
            case Bounded():
                self.bounds.append(answer)
            case Compiled():
                self.compiled.append(answer)
            case Judged():
                self.judged.append(answer)
            case Calibrated():
                self.calibrated.append(answer)
            case Modelled():
                self.modelled.append(answer)

    def _undecided(self, request: Decide, reason: str, seconds: float) -> None:
        question, nothing = request.question, Reach(0, False)
        if request.purpose == "check":
            self.answers.append(Answer(question, "undecided", nothing, "none", seconds, INFINITE, reason=reason))
        elif request.purpose == "bound":
            loss = NO_ENDS if request.options.epsilon is None else None
            self.bounds.append(Bounded(question, loss, nothing, "none", seconds, reason))
        elif request.purpose == "certify":
            self.judged.append(Judged(question, None, seconds, INFINITE, reason=reason))
        elif request.purpose == "calibrate":
            varied = request.options.varied
            self.calibrated.append(Calibrated(question, "" if varied is None else varied.name, seconds, reason=reason))
        elif request.purpose == "audit":
            self.modelled.append(Modelled(question, Model(reason=reason)))
        else:
            self.problems.add(_unread(question.path, "", reason))

    def _refused(self, refusal: Refusal) -> None:
        self.problems.update(refusal.diagnostics)
        self.sources.update(refusal.sources)
        self.lent |= refusal.lent

    def _nothing(self) -> Diagnostic:
        from faier.lang.diagnostics import Diagnostic
        from faier.lang.syntax import NOWHERE

        where = ", ".join(file.path for file in self.plan.selected)
        if self.plan.purpose == "list":
            return Diagnostic("FA802", "there is no mechanism and no prior in these files", "", where, NOWHERE)
        given = "" if self.plan.purpose == "bound" else "--epsilon and "
        hint = f"write @private(...) above a mechanism, or give {given}--neighbors or --prior"
        return Diagnostic("FA802", "no claim was selected, so nothing was checked", hint, where, NOWHERE)


def _as_told(answer: Answer, text: str) -> Answer:
    """A decided claim whose process ended with what is told beside the verdict."""
    return answer if answer.certificate is None else replace(answer, uncertified=f"{answer.uncertified}: {text}")


def _unread(path: str, cause: str, text: str) -> Diagnostic:
    from faier.lang.diagnostics import Diagnostic
    from faier.lang.syntax import NOWHERE

    code, hint = {
        "timeout": ("FA503", "give it more time with --timeout"),
        "memory": ("FA504", "give it more memory with --memory"),
    }.get(cause, ("FA803", ""))
    return Diagnostic(code, f"reading this file did not come to an end: {text}", hint, path, NOWHERE)


def _order(question: Asked) -> tuple[str, int, int, str]:
    return question.path, question.line, question.number, question.mechanism


def _each_once(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """In the order of the files; of one problem that was found on several ways, the one with the shortest story."""
    found: dict[object, Diagnostic] = {}
    for problem in sorted(problems, key=lambda item: (_place(item), sum(map(len, item.notes)), item.notes)):
        found.setdefault(_place(problem), problem)
    return tuple(found.values())


def _place(problem: Diagnostic) -> tuple[str, int, int, str, str]:
    return problem.path, problem.span.line, problem.span.column, problem.code, problem.message
