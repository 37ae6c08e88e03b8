"""Certificates on the command line -> what the checker says of each, in workers with hard limits.

Whatever a certificate or its file does to the checker, it costs that certificate its answer and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from faier.checker import Result
from faier.checker.command import head, verify
from faier.running.workers import Broken, Done, Job, Outcome, Stopped, run

ENTRY = "faier.running.verifying:perform"


@dataclass(frozen=True)
class Check:
    """One certificate, with the mechanism files that are named beside it."""

    certificate: str
    sources: tuple[str, ...]


def perform(request: Check, tell: Callable[[object], None]) -> Result:
    tell(head(request.certificate))
    return verify(request.certificate, request.sources)


def verified(
    certificates: Iterable[str],
    sources: Sequence[str],
    timeout: float,
    memory: int,
    jobs: int = 1,
    entry: str = ENTRY,
) -> tuple[list[tuple[str, Result]], list[str]]:
    """The answers in the order of the certificates, and what went wrong in the checker itself."""
    asked = [Check(path, tuple(sources)) for path in certificates]
    found: dict[str, Result] = {}
    bugs: list[str] = []

    def enter(job: Job, outcome: Outcome) -> list[Job]:
        request = job.request
        assert isinstance(request, Check)
        known = Result("holey", "?")
        match outcome:
            case Done(Result() as result):
                found[request.certificate] = result
                return []
            case Stopped(_, text, _, partial):
                reason = text
            case Broken(text, _, partial):
                reason = f"an internal error of the checker: {text}"
                bugs.append(f"{request.certificate}: {text}")
            case Done(value):
                raise TypeError(f"a certificate was checked as {value!r}")
        known = partial if isinstance(partial, Result) else known
        found[request.certificate] = replace(known, answer="holey", reason=reason)
        return []

    count = max(min(jobs, len(asked)), 1)
    run([Job(one, timeout) for one in asked], enter, entry, count, max(memory // count, 1))
    return [(one.certificate, found[one.certificate]) for one in asked], bugs
