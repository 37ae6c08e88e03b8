"""What was calibrated as an HTML page: for each claim the value, why less is not enough, what others ask for."""

from __future__ import annotations

from faier.answers.answer import Asked, Calibrated, Exact, Report, Story
from faier.report import compared
from faier.report.calibration_chart import charts
from faier.report.drawing import svg
from faier.report.enough import enough, nearest, subject
from faier.report.html_claim import text
from faier.report.html_page import page, problems
from faier.report.wording import IDEAL, covered, exceeding, named, plural, rounded, shown_outputs, visible, weight

INTRODUCTION = (
    "For each claim: the least value of a setting with which it is proved, or the greatest, and the proof that the "
    "value beside it is not enough: an output that is more likely in one of two cases than the claim allows."
)


def calibration_page(report: Report) -> str:
    count = plural(len(report.calibrated), "claim")
    header = (
        '<p class="product">faier · exact verification of privacy</p>\n<h1>How much noise is enough</h1>\n'
        f"<p>{count} calibrated. {INTRODUCTION}</p>"
    )
    if report.interrupted:
        header += "\n<p>✗ The run was interrupted before the end.</p>"
    ideal = f"<p>{IDEAL}.</p>" if report.reals else ""
    return page("How much noise is enough", header, [*map(_section, report.calibrated), ideal, problems(report)])


def _section(found: Calibrated) -> str:
    question = found.question
    kind = {0: "ok", 1: "bad", 3: "open"}[found.status]
    claimed = subject(question) if found.most is not None else _claimed(question)
    said = enough(found) if found.most is None else nearest(found, found.most)
    facts = [("Answer", text(said)), ("Where", f"<code>{text(question.path)}</code>, line {question.line}")]
    if found.reach is not None:
        facts.append(("Covered", text(covered(found.reach))))
    if found.mean_error is not None:
        facts.append(("Mean error", text(rounded(found.mean_error.value))))
    if found.reason is not None:
        facts.append(("Undecided", text(found.reason)))
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts)
    parts = [
        f'<section>\n<h2>{text(question.mechanism)}</h2>\n<section class="claim {kind}"><h3>{text(claimed)}</h3>',
        f"<dl>{rows}</dl>",
        _methods(found),
        *(f"<figure>{svg(height, 'What is known', words, drawn)}</figure>" for height, words, drawn in charts(found)),
    ]
    if found.story is not None and found.allowed is not None and found.refuted is not None:
        where = f"{visible(found.setting)} = {found.refuted.text}"
        parts.append(_witness(f"Not enough: {where}", found.story, found.allowed, question.delta))
    return "\n".join([*(part for part in parts if part), "</section></section>"])


def _claimed(question: Asked) -> str:
    delta = "" if question.delta == "0" else f", delta {question.delta}"
    return f"epsilon {question.epsilon.text}{delta}, {subject(question)}"


def _methods(found: Calibrated) -> str:
    rows, notes = compared.table(found), [f"<p>{text(visible(note))}</p>" for note in compared.notes(found)]
    if not rows:
        return "\n".join(notes)
    head, *others = ["".join(f"<td>{text(cell)}</td>" for cell in row) for row in rows]
    body = "".join(f"<tr>{row}</tr>" for row in others)
    named = head.replace("td>", "th>").replace("<th></th>", "<td></td>")
    parts = [f"<table><thead><tr>{named}</tr></thead><tbody>{body}</tbody></table>", *notes]
    for method in compared.violations(found):
        where = f"{method.name} does not hold: {visible(found.setting)} = {method.value.text}"
        assert method.story is not None
        if method.allowed is not None:
            parts.append(_witness(where, method.story, method.allowed, found.question.delta))
    parts += [f"<p>{text(name)}: {text(visible(reason))}</p>" for name, reason in compared.unsettled(found)]
    sources = [
        f"<li>{text(method.name)}: {text(method.source)}</li>" for method in found.methods or () if method.published
    ]
    if not sources:
        return "\n".join(parts)
    return "\n".join([*parts, f"<details><summary>Where they are from</summary><ul>{''.join(sources)}</ul></details>"])


def _witness(heading: str, story: Story, allowed: Exact, delta: str) -> str:
    left, right = (
        f"{named(side)}: {weight(story)} {rounded(chance.value)}"
        for side, chance in ((story.left, story.probability_left), (story.right, story.probability_right))
    )
    said = exceeding(story, allowed, delta)
    shown = visible(shown_outputs(story))
    return (
        f"<h4>{text(heading)}</h4>\n<p>Shown: <code>{text(shown)}</code></p>\n"
        f"<p>left: {text(left)}<br>right: {text(right)}</p>\n<p>{text(said)}</p>"
    )
