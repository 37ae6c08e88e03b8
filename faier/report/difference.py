"""A difference between two versions as text for people and as JSON for programs."""

from __future__ import annotations

import json
import textwrap

from faier.answers.answer import Answer, Asked, Bounded
from faier.report.to_json import answer_json, bounded_json, bug_json, notes, problem_json
from faier.report.wording import IDEAL, covered, plural, tight, visible, witnessed
from faier.version import VERSION
from faier.versions.difference import Compared, Difference, Fate, Tightness

Json = dict[str, object]

WIDTH = 80
MARKS = {"same": "  ", "better": "+ ", "worse": "! ", "undecided": "? "}
STYLES = {"same": "", "better": "32", "worse": "31;1", "undecided": "33;1"}


def written_as(form: str, difference: Difference, color: bool) -> str:
    return to_json(difference) if form == "json" else to_text(difference, color)


def to_text(difference: Difference, color: bool = False) -> str:
    """Every mechanism of a changed file, in lines that begin with a mark: `!` worse, `+` better, `?` undecided."""
    lines = []
    for compared in difference.compared:
        lines += [*_mechanism(compared, color), ""]
    if difference.problems or difference.earlier:
        from faier.lang.diagnostics import render

        for problem in (*difference.earlier, *difference.problems):
            lines += [*render(problem, difference.sources.get(problem.path, ""), color).split("\n"), ""]
    lines += [f"internal error: {visible(text)}" for text in difference.bugs]
    lines += [_closing(difference), *([f"{IDEAL}."] if _reals(difference) else [])]
    return "\n".join(lines) + "\n"


def to_json(difference: Difference) -> str:
    """The document `faier.diff/1`."""
    document: Json = {
        "schema": "faier.diff/1",
        "faier": VERSION,
        "old": difference.old,
        "new": difference.new,
        "results": [_compared(compared) for compared in difference.compared],
        "errors": [problem_json(problem) for problem in difference.problems]
        + [bug_json(bug) for bug in difference.bugs],
        "earlier_errors": [problem_json(problem) for problem in difference.earlier],
        "summary": {name: difference.count(name) for name in ("worse", "undecided", "better", "same")}
        | {"unchanged_files": difference.unchanged},
    }
    document |= notes(_reals(difference))
    if difference.interrupted:
        document["interrupted"] = True
    document["exit"] = difference.status
    return json.dumps(document, indent=1, allow_nan=False) + "\n"


def _mechanism(compared: Compared, color: bool) -> list[str]:
    head = f"{visible(compared.path)}::{visible(compared.mechanism)}"
    lines = [_painted(head, "1", color)]
    for item in compared.tightness:
        lines += _marked(item.status, _tightness(item), color)
    for fate in compared.fates:
        lines += _marked(fate.status, _fate(fate), color)
        now = fate.now
        if fate.status == "worse" and now is not None and now.failed and now.story is not None:
            lines += _marked("same", f"  {witnessed(now, now.story)}", color)
        if now is not None and now.verdict == "undecided":
            lines += _marked("same", f"  undecided: {visible(now.reason or 'no reason is known')}", color)
    return lines


def _tightness(item: Tightness) -> str:
    known = item.now or item.was
    assert known is not None
    about = _about(known.question)
    before = "" if item.was is None else f"was {_least(item.was)}"
    after = "not asked for any more" if item.now is None else f"is {_least(item.now)}"
    if item.status == "same" and item.was and item.now:
        text = f"the tight epsilon for {about} is still {_least(item.now)}"
    else:
        text = f"the tight epsilon for {about} {', '.join(part for part in (before, after) if part)}"
    return f"{text}: {item.note}" if item.note else text


def _fate(fate: Fate) -> str:
    known = fate.now or fate.was
    assert known is not None
    text = f"the claim {_claim(known.question)}"
    match fate.change:
        case "vanished":
            text += " is gone"
        case "appeared":
            text += f" is new: {_verdict(known)}"
        case "changed" | "kept":
            assert fate.was is not None
            before = _claim(fate.was.question)
            text += "" if before == _claim(known.question) else f" was {before}"
            text += f": {_verdicts(fate.was, known)}"
    return f"{text}; {visible(fate.note)}" if fate.note else text


def _verdicts(was: Answer, now: Answer) -> str:
    before, after = _verdict(was), _verdict(now)
    return f"still {after}" if before == after else f"was {before}, is {after}"


def _verdict(answer: Answer) -> str:
    text = answer.verdict
    if text == "proved" and not answer.reach.all:
        return f"proved for {covered(answer.reach)}"
    return f"{text}, as expected" if text == "refuted" and answer.ok else text


def _claim(question: Asked) -> str:
    name = "" if question.name is None else f"{question.name}: "
    return visible(f"{name}{question.budget} {_about(question)}")


def _about(question: Asked) -> str:
    pairs = "" if question.pairs is None else f" pairs={question.pairs}"
    return visible(
        f"prior={question.prior}{pairs}" if question.prior is not None else f"neighbors={question.neighbors}"
    )


def _least(bound: Bounded) -> str:
    if bound.loss is None:
        return "not known"
    text = tight(bound.loss)
    return text if bound.reach.all or bound.loss.exact is None else f"{text} for {covered(bound.reach)}"


def _marked(status: str, text: str, color: bool) -> list[str]:
    lines = textwrap.wrap(text, WIDTH - 4, subsequent_indent="  ", break_on_hyphens=False)
    mark = _painted(MARKS[status], STYLES[status], color and bool(STYLES[status]))
    return [f"{mark if at == 0 else '  '}  {line}".rstrip() for at, line in enumerate(lines)]


def _closing(difference: Difference) -> str:
    counts = [f"{difference.count(name)} {name}" for name in ("worse", "undecided", "better") if difference.count(name)]
    changed = len(difference.compared)
    parts = [f"{plural(changed, 'mechanism')} compared: {', '.join(counts) or 'nothing worse'}"]
    if difference.unchanged:
        parts.append(f"{plural(difference.unchanged, 'file')} unchanged")
    if difference.problems or difference.earlier:
        parts.append(plural(len(difference.problems) + len(difference.earlier), "error"))
    if difference.interrupted:
        parts.append("interrupted before the end")
    return "; ".join(parts)


def _reals(difference: Difference) -> bool:
    told = [each for compared in difference.compared for item in compared.fates for each in (item.was, item.now)]
    bounds = [each for compared in difference.compared for item in compared.tightness for each in (item.was, item.now)]
    return any(each is not None and each.question.reals for each in (*told, *bounds))


def _compared(compared: Compared) -> Json:
    return {
        "path": compared.path,
        "mechanism": compared.mechanism,
        "epsilons": [
            {
                "status": item.status,
                "note": item.note,
                "was": None if item.was is None else bounded_json(item.was),
                "is": None if item.now is None else bounded_json(item.now),
            }
            for item in compared.tightness
        ],
        "claims": [
            {
                "change": fate.change,
                "status": fate.status,
                "note": fate.note,
                "was": None if fate.was is None else answer_json(fate.was),
                "is": None if fate.now is None else answer_json(fate.now),
            }
            for fate in compared.fates
        ],
    }


def _painted(text: str, style: str, color: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if color else text
