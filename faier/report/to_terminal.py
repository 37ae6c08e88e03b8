"""A report as text for people: 80 columns wide, in color where asked.

One line for each claim, and under each surprise what was found, in words. The same findings give the same
text whatever the terminal's width is.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from faier.answers.answer import (
    Answer,
    Asked,
    Bounded,
    Calibrated,
    Compiled,
    Divergence,
    Drawn,
    Judged,
    Listed,
    Measured,
    Report,
    Story,
)
from faier.report import compared
from faier.report.chart import chart
from faier.report.enough import enough, nearest, subject
from faier.report.wording import (
    IDEAL,
    advice,
    amount,
    attempts,
    between,
    budget,
    covered,
    decimal,
    endless,
    exceeding,
    fraction,
    given,
    interval,
    least,
    likelier,
    named,
    plural,
    shown_outputs,
    tight,
    times,
    visible,
    weight,
    whole_tuples,
)

WIDTH = 80
ANY_COUNTS = "Where sums of counts are shown, proofs hold for counts of any size."

# Of claims: nothing but what failed or is undecided; each, with the witness where it is a surprise; with every witness.
Detail: TypeAlias = Literal["failures", "claims", "witnesses"]

Paint = Callable[[str, str], str]


def to_terminal(report: Report, color: bool = False, detail: Detail = "claims", width: int = WIDTH) -> str:
    """The report, in so much detail; charts are as wide as `width`."""
    paint = _painted if color else _plain
    lines: list[str] = []
    match report.command:
        case "check":
            told = [answer for answer in report.answers if detail != "failures" or not answer.ok]
            lines += _checked(told, paint, detail == "witnesses")
        case "bound":
            lines += _bounds(report.bounds, paint, width)
        case "calibrate":
            lines += _calibrations(report.calibrated, paint)
        case "audit":
            from faier.report.audit import audited_lines

            lines += audited_lines(report)
        case "certify":
            lines += _judgements(report.judged, paint)
        case "list":
            lines += _listing(report.listed, paint)
        case "compile":
            lines += _models(report.compiled)
    lines += _problems(report, color)
    for text in report.bugs:
        lines += [
            paint("internal error", "31;1") + f": {visible(text)}",
            "  this is a bug in faier: please report it",
            "",
        ]
    if detail != "failures" or lines or report.status:
        lines += _closing(report, paint)
    return "\n".join(lines) + "\n" if lines else ""


@dataclass(frozen=True)
class _Row:
    """A claim's line: mark, verdict, claim, tight epsilon, time."""

    mark: str
    verdict: str
    claim: str
    tight: str
    time: str


def _checked(answers: Sequence[Answer], paint: Paint, verbose: bool) -> list[str]:
    lines = []
    for place, group in groupby(answers, lambda answer: _place(answer.question)):
        mechanism = list(group)
        known, rows = _laid_out(mechanism, paint)
        title = " " * (known - len(place)) + "tight epsilon" if len(place) + 1 < known else ""
        lines.append(paint(place, "1") + title)
        for answer, row in zip(mechanism, rows, strict=True):
            lines += row
            lines += [*_explained(answer, verbose), *_uncertified(answer)]
        lines.append("")
    return lines


def _laid_out(answers: list[Answer], paint: Paint) -> tuple[int, list[list[str]]]:
    """The lines of each claim of a mechanism, in columns: with ten digits, with four, with none, or with the
    tight epsilon under the claim, whichever fits first. In front, the column of the tight epsilon (0: none)."""
    for digits in (10, 4, 0):
        rows = [_row(answer, digits) for answer in answers]
        verdict, claim, known, time = (
            max(len(getattr(row, column)) for row in rows) for column in ("verdict", "claim", "tight", "time")
        )
        if 7 + verdict + 2 + claim + 2 + known + 2 + time <= WIDTH:
            columns = f"{{.verdict:{verdict}}}  {{.claim:{claim}}}  {{.tight:{known}}}  {{.time:>{time}}}"
            lines = [[_mark(row, paint) + columns.format(row, row, row, row)] for row in rows]
            return 7 + verdict + 2 + claim + 2 if known else 0, lines
    return 0, [_stacked(_row(answer, 10), verdict, paint) for answer in answers]


def _stacked(row: _Row, verdict: int, paint: Paint) -> list[str]:
    margin = " " * (9 + verdict)
    claim = textwrap.wrap(row.claim, WIDTH - len(margin), break_on_hyphens=False) or [""]
    known = f"tight {row.tight}  {row.time}" if row.tight else row.time
    first = f"{_mark(row, paint)}{row.verdict:{verdict}}  {claim[0]}"
    return [first, *(margin + line for line in claim[1:]), *_wrapped(known, margin)]


def _mark(row: _Row, paint: Paint) -> str:
    style = {"ok": "32", "FAIL": "31;1", "?": "33;1"}[row.mark]
    return f"  {paint(row.mark, style)}{' ' * (5 - len(row.mark))}"


def _row(answer: Answer, digits: int) -> _Row:
    mark = "ok" if answer.ok else "FAIL" if answer.failed else "?"
    verdict = answer.verdict if answer.reach.all or answer.verdict != "proved" else f"proved to {answer.reach.length}"
    return _Row(mark, verdict, _claimed(answer.question), _known(answer, digits), f"{answer.seconds:.2f}s")


def _known(answer: Answer, digits: int) -> str:
    """The tight epsilon; a lower bound of it where longer outputs are not covered."""
    text = tight(answer.loss, digits)
    exact = answer.reach.all or answer.loss is None or answer.loss.exact is None or answer.loss.exact.infinite
    return text if exact else f">= {text}"


def _claimed(question: Asked) -> str:
    """`log(8) neighbors=each(1)`: what is claimed, with the neighbors or the prior even where it has a name."""
    about = f"prior={question.prior}" if question.prior is not None else f"neighbors={question.neighbors}"
    about += "" if question.pairs is None else f" pairs={question.pairs}"
    text = visible(f"{question.budget} {about}")
    return text if question.name is None else f"{visible(question.name)}: {text}"


def _explained(answer: Answer, verbose: bool) -> list[str]:
    """Why a claim is a surprise."""
    if answer.verdict == "undecided":
        return [
            *_wrapped(f"undecided: {visible(answer.reason or 'no reason is known')}", "       "),
            *(line for tried in attempts(answer) for line in _wrapped(f"tried {tried}", "       ")),
            *_advised(answer.reason, answer.engine, "       "),
        ]
    if answer.story is not None and (answer.failed or verbose):
        growth = [] if answer.loss is None or answer.loss.divergence is None else _growing(answer.loss.divergence)
        beyond = exceeding(answer.story, answer.allowed, answer.question.delta)
        tuples = whole_tuples(answer.story, answer.question.neighbors)
        meant = [] if tuples is None else _wrapped(tuples, "       ")
        return [*_told(answer.story, "       "), *_wrapped(beyond, "       "), *meant, *growth]
    if answer.failed:
        text = "expected to be refuted, but it holds"
        return _wrapped(f"{text} for {covered(answer.reach)}", "       ")
    return []


def _advised(reason: str | None, engine: str, margin: str) -> list[str]:
    help_ = advice(reason, engine)
    return [] if help_ is None else _wrapped(f"what may help: {help_}", margin)


def _uncertified(answer: Answer) -> list[str]:
    if answer.uncertified is None:
        return []
    what = "it has no certificate" if answer.certificate is None else "its certificate holds no evidence"
    return _wrapped(f"{what}: {visible(answer.uncertified)}", "       ")


def _told(story: Story, margin: str) -> list[str]:
    """The two inputs or secrets, the output, and how likely each makes it."""
    lines = _wrapped(f"with    {given(story)}", margin, 8) if story.parameters else []
    lines += _wrapped(f"output  {shown_outputs(story)}", margin, 8)
    left, right = fraction(story.probability_left), fraction(story.probability_right)
    lines += _wrapped(f"left    {named(story.left)}: {weight(story)} {left}", margin, 8)
    lines += _wrapped(f"right   {named(story.right)}: {weight(story)} {right}", margin, 8)
    near = interval(story)
    return lines if near is None else [*lines, *_wrapped(f"nearby  {near}", margin, 8)]


def _judgements(judgements: tuple[Judged, ...], paint: Paint) -> list[str]:
    lines = []
    for place, group in groupby(judgements, lambda judged: _place(judged.question)):
        lines.append(paint(place, "1"))
        for judged in group:
            answer = {True: "a real violation", False: "no violation", None: "undecided"}[judged.real]
            reason = f": {visible(judged.reason)}" if judged.reason else ""
            lines += _wrapped(f"{_claimed(judged.question)}: {answer}{reason} ({judged.seconds:.2f}s)", "  ")
            story = judged.story
            if story is not None:
                lines += _told(story, "    ")
                if story.probability_left.value != 0:
                    lines += _wrapped(exceeding(story, judged.allowed, judged.question.delta), "    ")
        lines.append("")
    return lines


def _calibrations(calibrated: tuple[Calibrated, ...], paint: Paint) -> list[str]:
    lines = []
    for place, group in groupby(calibrated, lambda found: paint(_place(found.question), "1")):
        for found in group:
            if found.most is not None:
                lines.append(f"{place}, {subject(found.question)}: {nearest(found, found.most)} ({found.seconds:.2f}s)")
                lines += [] if found.reason is None else _wrapped(f"undecided: {visible(found.reason)}", "    ")
                continue
            about = "" if found.reach is None or found.reach.all else f"{covered(found.reach)}, "
            question = found.question
            delta = "" if question.delta == "0" else f" and delta {visible(question.delta)}"
            claim = f"epsilon {visible(question.epsilon.text)}{delta} {subject(question)}"
            named = "" if question.name is None else f"{visible(question.name)}: "
            lines.append(f"{place}, {named}{claim}: {enough(found)} ({about}{found.seconds:.2f}s)")
            if found.reason is not None:
                lines += _wrapped(f"undecided: {visible(found.reason)}", "    ")
                lines += _advised(found.reason, found.engine, "    ")
            lines += _compared(found)
            if found.story is not None and found.allowed is not None and found.refuted is not None:
                lines += _wrapped(f"at {visible(found.setting)} = {amount(found.refuted)}:", "    ")
                lines += _told(found.story, "    ")
                lines += _wrapped(exceeding(found.story, found.allowed, found.question.delta), "    ")
        lines.append("")
    return lines


def _compared(found: Calibrated) -> list[str]:
    """What published methods ask for, and what is wrong with those with which the claim does not hold."""
    lines = [f"  {visible(line)}" for line in compared.lines(found)]
    for method in compared.violations(found):
        lines += _wrapped(f"{method.name} does not hold: at {visible(found.setting)} = {amount(method.value)}:", "    ")
        assert method.story is not None
        lines += _told(method.story, "    ")
        if method.allowed is not None:
            lines += _wrapped(exceeding(method.story, method.allowed, found.question.delta), "    ")
    for name, reason in compared.unsettled(found):
        lines += _wrapped(f"{name}: {visible(reason)}", "    ")
    for note in compared.notes(found):
        lines += _wrapped(visible(note), "    ")
    return lines


def _bounds(bounds: tuple[Bounded, ...], paint: Paint, width: int) -> list[str]:
    lines = []
    for place, group in groupby(bounds, lambda bound: _place(bound.question)):
        lines.append(paint(place, "1"))
        for bound in group:
            question = bound.question
            about = f"given prior {question.prior}" if question.prior is not None else f"for {question.neighbors}"
            about += "" if question.pairs is None else f" and the secrets {question.pairs}"
            delta = "" if question.delta == "0" else f" and delta {question.delta}"
            if bound.given is not None:
                about += f" and epsilon {bound.given.text}"
            lines += _wrapped(f"{visible(about + delta)}: {_bounded(bound)}", "  ")
            lines += _why(bound)
            lines += [] if bound.sampled is None else _drawn(bound.sampled)
            lines += [] if bound.curve is None else ["", *chart(bound.curve, width)]
            if bound.cut is not None:
                lines += _wrapped(f"the curve is incomplete: {visible(bound.cut)}", "    ")
            lines += [] if bound.measured is None else _measured(bound.measured, width)
        lines.append("")
    return lines


def _drawn(found: Drawn) -> list[str]:
    """What drawing runs has found."""
    known = "nothing" if found.loss is None else f"epsilon >= {tight(found.loss)}"
    computed = f"{plural(found.outputs, 'output')} computed exactly, seed {found.seed}"
    lines = _wrapped(f"by drawn runs: {known} ({computed})", "    ")
    return lines + (_wrapped(f"not of more: {visible(found.reason)}", "    ") if found.reason else [])


def _measured(found: Measured, width: int) -> list[str]:
    lines = []
    if found.renyi is not None:
        covers = "" if found.length is None else f" (outputs of up to {plural(found.length, 'value')})"
        if found.per_value is not None:
            covers = f"{covers[:-1]}; each more adds {decimal(found.per_value, 10)} at least)"
        lines.append(f"    Renyi divergence of order {found.alpha}: {between(found.renyi)}{covers}")
    if found.rho is not None:
        at = f" (at order {found.order.value:.6g})" if found.order is not None and not found.rho.infinite else ""
        lines.append(f"    zero-concentrated: rho = {between(found.rho)}{at}")
    if found.variation is not None:
        lines.append(f"    total variation: {between(found.variation)}")
    if found.profile is not None:
        lines += ["", "    epsilon  least delta"]
        lines += [f"    {epsilon.value:<7g}  {between(delta)}" for epsilon, delta in found.profile]
    if found.reason is not None:
        told = "between ends that epsilon and its output leave" if lines else "not known"
        lines += _wrapped(f"other measures are {told}: {visible(found.reason)}", "    ")
    return lines


def _bounded(bound: Bounded) -> str:
    loss = bound.loss
    about = f"{covered(bound.reach)}, {bound.seconds:.2f}s"
    if bound.given is not None:
        return f"delta is unknown ({about})" if bound.delta is None else f"delta {least(bound.delta)} ({about})"
    if loss is None:
        return f"epsilon is unknown ({about})"
    if loss.exact is not None and loss.exact.infinite:
        return f"{endless(loss)} ({about})"
    if loss.exact is None:
        unknown = "; no upper end is known" if math.isinf(loss.upper) else ""
        return f"epsilon is {tight(loss)}{unknown} ({about})"
    attained = "" if loss.attained else ", approached but not attained"
    return f"epsilon = {budget(loss.exact)} ({about}{attained})"


def _why(bound: Bounded) -> list[str]:
    lines = []
    if bound.reason:
        lines += _wrapped(f"undecided: {visible(bound.reason)}", "    ")
        lines += _advised(bound.reason, bound.engine, "    ")
    loss = bound.loss
    if loss is not None and loss.story is not None:
        lines += _told(loss.story, "    ")
        lines += _wrapped(likelier(loss.story), "    ")
    if loss is not None and loss.divergence is not None:
        lines += _growing(loss.divergence, "    ")
    return lines


def _growing(divergence: Divergence, margin: str = "       ") -> list[str]:
    lines = []
    for heading, words in (
        ("first", divergence.prefix),
        ("then, again and again,", divergence.cycle),
        ("at last", divergence.suffix),
    ):
        if words:
            lines += _wrapped(f"{heading} {visible('; '.join(words))}", margin, 4)
    factor, more = times(divergence.factor), budget(divergence.per_cycle, 0)
    return lines + _wrapped(f"each turn makes the ratio at least {factor} as great: epsilon grows by {more}", margin)


def _listing(listed: tuple[Listed, ...], paint: Paint) -> list[str]:
    lines = []
    for path, group in groupby(listed, lambda item: item.path):
        lines.append(paint(visible(path), "1"))
        for item in group:
            lines += _wrapped(f"{item.kind:9}  {visible(item.signature)}", "  ", 11)
            if item.doc:
                lines += _wrapped(visible(item.doc), " " * 13)
            for question in item.claims:
                expected = "" if question.expected == "proved" else "  (expected to be refuted)"
                lines += _wrapped(f"line {question.line}: {_claimed(question)}{expected}", " " * 13, 4)
        lines.append("")
    return lines


def _models(compiled: tuple[Compiled, ...]) -> list[str]:
    texts = [model["text"] for item in compiled for model in item.models]
    lines: list[str] = []
    for text in texts:
        if lines and "(check-sat)" in text:
            lines.append("(reset)")
        lines += [*map(visible, text.rstrip("\n").split("\n")), ""]
    return lines


def _problems(report: Report, color: bool) -> list[str]:
    if not report.problems:
        return []
    from faier.lang.diagnostics import render

    lines = []
    for problem in report.problems:
        lines += [*render(problem, report.sources.get(problem.path, ""), color).split("\n"), ""]
    return lines


def _closing(report: Report, paint: Paint) -> list[str]:
    """The last line: how many claims came out how."""
    parts = [plural(len(report.problems), "error")] if report.problems else []
    if report.interrupted:
        parts.append("interrupted before the end")
    queries = any("(check-sat)" in model["text"] for item in report.compiled for model in item.models)
    ideal = [f"{'; ' if queries else ''}{IDEAL}."] if report.reals else []  # solvers read what queries are printed
    if report.command != "check":
        return [*(["; ".join(parts)] if parts else []), *ideal]
    answers = report.answers
    undecided = sum(answer.verdict == "undecided" for answer in answers)
    failed = sum(answer.failed for answer in answers)
    counts = [f"{sum(answer.ok for answer in answers)} as expected"]
    if failed:
        counts.append(f"{failed} not")
    if undecided:
        counts.append(f"{undecided} undecided" + (" (only a warning)" if report.lenient else ""))
    text = "; ".join([f"{plural(len(answers), 'claim')}: {', '.join(counts)}", *parts])
    lines = [paint(text, "32" if report.status == 0 else "31;1")]
    if any(answer.verdict == "proved" and not answer.reach.all for answer in answers):
        lines += _wrapped('"proved to K" covers outputs of up to K values (--length), and none that are longer', "")
    if any(answer.verdict == "proved" and answer.reach.counts for answer in answers):
        lines += _wrapped(ANY_COUNTS, "")
    return lines + ideal


def _place(question: Asked) -> str:
    return f"{visible(question.path)}::{visible(question.mechanism)}"


def _wrapped(text: str, margin: str, hang: int = 0) -> list[str]:
    """The text between the margin and the right edge; later lines are indented by `hang` more."""
    hanging = margin + " " * hang
    return textwrap.wrap(text, WIDTH, initial_indent=margin, subsequent_indent=hanging, break_on_hyphens=False)


def _painted(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m"


def _plain(text: str, style: str) -> str:
    return text
