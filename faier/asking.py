"""The command line's questions from Python: a mechanism's claims are decided, its tight epsilon is found.

A mechanism is given as the function itself, whose file is read, or as a path, `PATH` or `PATH::MECHANISM`. The file is
read and never executed here, and everything is decided in worker processes, as from the command line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faier.answers.answer import Answer, Asked, Bounded, Calibrated, Report
from faier.extras import needed
from faier.lang.diagnostics import render

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from faier.learning.learning import Learned
    from faier.running.request import Purpose, Varied

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
    executor: Executor | str | None = None,
) -> tuple[Answer, ...]:
    """The answers to the claims of a mechanism, or of all of a file; `epsilon` and what follows are the options of
    that name. An answer has `verdict` ("proved", "refuted" or "undecided"), `ok`, `story` (the witness), `loss` (the
    tight epsilon) and `reason`. What is wrong with the file raises ValueError. An `executor` does the work: any of
    `concurrent.futures`, or what stands after --executor."""
    given = {"epsilon": epsilon, "delta": delta, "neighbors": neighbors, "prior": prior}
    limits = {"settings": settings, "length": length, "engine": engine, "timeout": timeout, "executor": executor}
    return _asked("check", [place(mechanism)], given | limits).answers


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
    executor: Executor | str | None = None,
    renyi: object = None,
    zcdp: bool = False,
    total_variation: bool = False,
    profile: bool = False,
    sample: bool = False,
    seed: int = 0,
) -> tuple[Bounded, ...]:
    """The tight epsilon for each relation and prior that the file claims something about, or for the one given. Other
    measures that are asked for are in `measured`, what drawing runs from a `seed` has found in `sampled`."""
    from faier.running.request import Measuring

    other = Measuring(_text(renyi), zcdp, total_variation, profile)
    given = {"delta": delta, "neighbors": neighbors, "prior": prior}
    given |= {"measuring": None if other == Measuring() else other, "sample": seed if sample else None}
    limits = {"settings": settings, "length": length, "engine": engine, "timeout": timeout, "executor": executor}
    return _asked("bound", [place(mechanism)], given | limits).bounds


def calibrate(
    mechanism: Mechanism,
    *,
    vary: str,
    between: tuple[object, object] | None = None,
    digits: int = 6,
    compare: bool = False,
    optimum: bool = False,
    error: object = None,
    epsilon: object = None,
    delta: object = None,
    neighbors: str | None = None,
    prior: str | None = None,
    settings: Mapping[str, object] | None = None,
    length: int | None = None,
    engine: str = "auto",
    timeout: float = 300.0,
    executor: Executor | str | None = None,
) -> tuple[Calibrated, ...]:
    """How much of the constant `vary` is enough for each claim of a mechanism, or for the one given. An answer has
    `proved` and `refuted`, two values one unit of the last digit apart, each with its `text`, and `least`: whether it
    is enough upwards from there; with `compare`, `methods`: what published ones ask for, and what is true of that; with
    `optimum`, the least error of all mechanisms under that name. An `error` is found the least epsilon for, in place
    of a claim: `loss`."""
    from faier.running.request import Varied

    if error is not None and (compare or optimum):
        raise ValueError("an error makes no claim: leave out compare and optimum")
    if optimum:
        needed("calibrate", "numpy", "scipy")

    given = {"epsilon": epsilon, "delta": delta, "neighbors": neighbors, "prior": prior}
    limits = {"settings": settings, "length": length, "engine": engine, "timeout": timeout, "executor": executor}
    ends = None if between is None else (str(between[0]), str(between[1]))
    varied = Varied(vary, ends, digits, _text(error), compared=compare, optimum=optimum)
    return _asked("calibrate", [place(mechanism)], given | limits, varied).calibrated


def learn(data: str | Path, **options: Any) -> Learned:
    """A prior program from a table of data. `options` are those of `faier learn`: `column="activity"`, `by=["person"]`,
    `where={"year": 2026}`, `no_header=True`. What was learned has the text of the `program`, the `name` of its prior, a
    `summary` and `notes`. With `write="prior.py"` it is in that file too. Data that cannot be learned from raises
    ValueError."""
    from faier.command.learning import typed
    from faier.lang.diagnostics import Rejected
    from faier.learning.learning import learned
    from faier.learning.table import text_for_quoting

    if "format" in options:
        raise ValueError("format is of the command line")
    path, write, asked = typed([str(data), *_words(options)])
    try:
        found = learned(asked)
    except Rejected as refused:
        text = text_for_quoting(path, asked.reading)
        raise ValueError("\n\n".join(render(one, text) for one in refused.diagnostics)) from None
    if write is not None:
        Path(write).write_text(found.program, encoding="utf-8")
    return found


def _words(options: Mapping[str, object]) -> Iterator[str]:
    """Options as they are typed."""
    for name, value in options.items():
        option = f"--{name.replace('_', '-')}"
        if value is None or value is False:
            continue
        if value is True:
            yield option
        elif isinstance(value, Mapping):
            yield from (f"{option}={key}={item}" for key, item in value.items())
        elif isinstance(value, list | tuple):
            yield from (f"{option}={item}" for item in value)
        else:
            yield f"{option}={value}"


def assert_private(mechanism: Mechanism, **options: Any) -> None:
    """Raise `PrivacyError` unless every claim comes out as expected; its message is what `faier check -q` prints. An
    undecided claim is no pass. The options are those of `check`."""
    answers = check(mechanism, **options)
    wrong = tuple(answer for answer in answers if not answer.ok)
    if wrong:
        raise PrivacyError(told(answers), wrong)


def told(answers: tuple[Answer, ...]) -> str:
    """A line, and what the terminal shows of answers that are not as expected."""
    from faier.report.to_terminal import to_terminal
    from faier.report.wording import headline, plural

    first, *others = (headline(answer) for answer in answers if not answer.ok)
    more = f", and {plural(len(others), 'other claim')} not as expected" if others else ""
    return f"{first}{more}\n\n{to_terminal(Report('check', answers), detail='failures').rstrip()}"


def listed(paths: Iterable[str]) -> Mapping[str, tuple[Asked, ...] | str]:
    """The claims of each of these files, or what is wrong with it."""
    from faier.command.invocation import cores
    from faier.running.batch import Plan, carry_out
    from faier.running.request import Options
    from faier.running.selection import Selected

    files = tuple(Selected(path, ()) for path in paths)
    report = carry_out(Plan("list", files, Options(), cores()))
    claims: dict[str, tuple[Asked, ...] | str] = {}
    for file in files:
        problems = tuple(problem for problem in report.problems if problem.path == file.path)
        try:
            refuse(replace(report, problems=problems))
            claims[file.path] = tuple(
                claim for item in report.listed if item.path == file.path for claim in item.claims
            )
        except (ValueError, RuntimeError) as error:
            claims[file.path] = str(error)
    return claims


def decided(paths: Iterable[str], timeout: float) -> tuple[Answer, ...]:
    """The answers to all claims of these files, which are decided side by side."""
    return _asked("check", paths, {"timeout": timeout}).answers


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


def _asked(purpose: Purpose, paths: Iterable[str], given: Mapping[str, Any], varied: Varied | None = None) -> Report:
    from faier.command.invocation import LEAST_MEMORY, cores
    from faier.engines import WANTED
    from faier.running.batch import Plan, carry_out
    from faier.running.clusters import placed
    from faier.running.request import Options
    from faier.running.selection import select

    engine = given.get("engine", "auto")
    if engine not in WANTED:
        raise ValueError(f"{engine!r} is not an engine: {', '.join(WANTED)}")
    options = Options(
        settings=tuple((name, repr(value)) for name, value in (given.get("settings") or {}).items()),
        epsilon=_text(given.get("epsilon")),
        delta=_text(given.get("delta")),
        neighbors=given.get("neighbors"),
        prior=given.get("prior"),
        length=given.get("length"),
        engine=WANTED[engine],
        timeout=given["timeout"],
        varied=varied,
        measuring=given.get("measuring"),
        sample=given.get("sample"),
    )
    selected, problems = select(paths)
    memory = 4096
    plan = Plan(purpose, selected, options, min(cores(), memory // LEAST_MEMORY), memory)
    with placed(plan, given.get("executor")) as plan:
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
        raise ValueError(
            "\n\n".join(render(problem, report.sources.get(problem.path, "")) for problem in report.problems)
        )


def _text(value: object) -> str | None:
    return None if value is None else str(value)
