"""The command line's questions from Python: a mechanism's claims are decided, its tight epsilon is found.

A mechanism is given as the function itself, whose file is read, or as a path, `PATH` or `PATH::MECHANISM`. The file is
read and never executed here, and everything is decided in worker processes, as from the command line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from faier.answer import Answer, Bounded, Report

Mechanism = Callable[..., Any] | str | Path


class PrivacyError(AssertionError):
    """Some claim did not come out as expected, or is undecided; `answers` are those."""

    def __init__(self, message: str, answers: tuple[Answer, ...]) -> None:
        super().__init__(message)
        self.answers = answers


def check(
    mechanism: Mechanism,
    *,
    epsilon: object = None,
    delta: object = None,
    neighbors: str | None = None,
    prior: str | None = None,
    settings: Mapping[str, object] | None = None,
    length: int | None = None,
    engine: str = "auto",
    timeout: float = 300.0,
) -> tuple[Answer, ...]:
    """The answers to the claims of a mechanism, or of all of a file; `epsilon` and what follows are the options of
    that name. An answer has `verdict` ("proved", "refuted" or "undecided"), `ok`, `story` (the witness), `loss` (the
    tight epsilon) and `reason`. What is wrong with the file raises ValueError."""
    given = {"epsilon": epsilon, "delta": delta, "neighbors": neighbors, "prior": prior}
    limits = {"settings": settings, "length": length, "engine": engine, "timeout": timeout}
    return _asked("check", mechanism, given | limits).answers


def bound(
    mechanism: Mechanism,
    *,
    delta: object = None,
    neighbors: str | None = None,
    prior: str | None = None,
    settings: Mapping[str, object] | None = None,
    length: int | None = None,
    engine: str = "auto",
    timeout: float = 300.0,
) -> tuple[Bounded, ...]:
    """The tight epsilon for each relation and prior that the file claims something about, or for the one given."""
    given = {"delta": delta, "neighbors": neighbors, "prior": prior}
    limits = {"settings": settings, "length": length, "engine": engine, "timeout": timeout}
    return _asked("bound", mechanism, given | limits).bounds


def assert_private(mechanism: Mechanism, **options: Any) -> None:
    """Raise `PrivacyError` with the witness as its message unless every claim comes out as expected. An undecided
    claim is no pass. The options are those of `check`."""
    from faier.report.wording import finding

    wrong = tuple(answer for answer in check(mechanism, **options) if not answer.ok)
    if wrong:
        raise PrivacyError("\n".join(finding(answer) for answer in wrong), wrong)


def place(mechanism: Mechanism) -> str:
    """`PATH::MECHANISM` of a function, or the path that is given."""
    if isinstance(mechanism, str | Path):
        return str(mechanism)
    function = inspect.unwrap(mechanism)
    code = getattr(function, "__code__", None)
    if getattr(mechanism, "__mechanism__", False) is not True or code is None:
        raise TypeError(f"{mechanism!r} is no mechanism: @mechanism stands above one, or name its file")
    if not Path(code.co_filename).is_file():
        raise ValueError(f"{function.__name__} is in no file, so it cannot be read")
    return f"{code.co_filename}::{function.__name__}"


def _asked(purpose: Any, mechanism: Mechanism, given: Mapping[str, Any]) -> Report:
    from faier.batch import Plan, carry_out
    from faier.engines import WANTED
    from faier.invocation import LEAST_MEMORY, cores
    from faier.request import Options
    from faier.selection import select

    if given["engine"] not in WANTED:
        raise ValueError(f"{given['engine']!r} is not an engine: {', '.join(WANTED)}")
    settings = tuple((name, repr(value)) for name, value in (given.get("settings") or {}).items())
    options = Options(
        settings=settings,
        epsilon=_text(given.get("epsilon")),
        delta=_text(given.get("delta")),
        neighbors=given["neighbors"],
        prior=given["prior"],
        length=given["length"],
        engine=WANTED[given["engine"]],
        timeout=given["timeout"],
    )
    selected, problems = select([place(mechanism)])
    memory = 4096
    plan = Plan(purpose, selected, options, min(cores(), memory // LEAST_MEMORY), memory)
    report = carry_out(plan, problems)
    refuse(report)
    return report


def refuse(report: Report) -> None:
    """Raise for what is no answer: an error of the file, of an option, or of faier; an interrupt."""
    if report.interrupted:
        raise KeyboardInterrupt
    if report.bugs:
        raise RuntimeError("; ".join(report.bugs))
    if report.problems:
        from faier.lang.diagnostics import render

        raise ValueError(
            "\n\n".join(render(problem, report.sources.get(problem.path, "")) for problem in report.problems)
        )


def _text(value: object) -> str | None:
    return None if value is None else str(value)
