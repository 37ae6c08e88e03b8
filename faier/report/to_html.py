"""A report as one HTML file for auditors: nothing from outside, no script, readable on paper and on a phone.

Everything of a user's file is made visible and escaped before it is text of the page; a policy in the page forbids
scripts and anything from elsewhere besides. Neither times nor dates are in it: the same verdicts give the same bytes.
"""

from __future__ import annotations

import hashlib
import math
from itertools import groupby

from faier.answers.answer import About, Answer, Diverged, Loss, Report, Story
from faier.report.diagram import diagram
from faier.report.drawing import leaks, losses
from faier.report.html_calibration import calibration_page
from faier.report.html_claim import anchor, badge, claim, command, hexadecimal, text, title, unknown
from faier.report.html_page import page, problems
from faier.report.wording import IDEAL, covered, diverging, likelier, named, plural, tight, times

# Claims that need attention are listed up to so many.
LISTED = 20

MEANING = (
    "A mechanism is a program that shows something about people's data. A claim with parameter epsilon says that "
    "whoever sees what is shown learns little about anyone: no output is more than e<sup>epsilon</sup> times as likely "
    "for one data set, or one value of a secret, as for another that must not be told apart from it. Epsilon 0 means "
    "that nothing is learned; log(2) doubles the odds of a guess at most; the larger, the less privacy."
)

WORDS = (
    ("proved", "shown by exact arithmetic for every pair of cases and every output that is covered"),
    (
        "refuted",
        "there is a witness: two cases and an output that is more likely than the claim allows for one of them",
    ),
    ("undecided", "a limit was reached first; neither good news nor bad, and no pass"),
    ("expected", "some claims are there to be refuted, to show that a smaller epsilon would be wrong"),
    ("tight epsilon", "the least epsilon for which the claim would hold"),
    ("neighbors", "data sets that must not be told apart, such as those that differ in one person's entry"),
    ("prior", "what the adversary may know beforehand; the claim is about what the output adds to that"),
    ("left, right", "the two cases of a witness, the one that makes the output likelier on the left"),
)

LIMITS = (
    "The claims are about the program as it is written, with ideal coins. Not covered are floating-point noise in "
    "other programs, timing, memory and other side channels, the quality of a machine's random numbers, data that "
    "leaves by another way, and whether the relation or the prior is right for the people concerned. Read the types of "
    "the inputs, the relation and the prior first, the verdict last."
)

ROUNDED = (
    "noise on the reals is followed without steps. Where Python runs the program, draws are exact too, and what is "
    "shown is the exact sum rounded to a multiple of 2<sup>-40</sup>, which tells no more than that sum. Programs that "
    "add floating-point noise are not covered."
)


def to_html(report: Report) -> str:
    """The page."""
    if report.command == "calibrate":
        return calibration_page(report)
    groups = [
        (place, list(group))
        for place, group in groupby(report.answers, lambda each: (each.question.path, each.question.mechanism))
    ]
    parts = [_overview(groups), *(_mechanism(*place, answers, report) for place, answers in groups)]
    parts += [problems(report), _checking(report), _limits(report)]
    return page("Privacy report", _summary(report), parts)


def _summary(report: Report) -> str:
    answers = report.answers
    ok, failed = sum(answer.ok for answer in answers), sum(answer.failed for answer in answers)
    undecided, wrong = len(answers) - ok - failed, len(report.problems) + len(report.bugs)
    about = len({(answer.question.path, answer.question.mechanism) for answer in answers})
    were = "was" if len(answers) == 1 else "were"
    subject = f" about {plural(about, 'mechanism')}" if about else ""
    said = f"{plural(len(answers), 'privacy claim')}{subject} {were} examined."
    verdict = " Every one came out as expected." if answers and ok == len(answers) and not wrong else ""
    counts = [
        ("bad", f"✗ {failed} not as expected" if failed else ""),
        ("bad", f"✗ {plural(wrong, 'error')}: something could not be checked" if wrong else ""),
        ("bad", "✗ The run was interrupted before the end." if report.interrupted else ""),
        ("open", f"? {undecided} undecided: neither proved nor refuted, and no pass" if undecided else ""),
        ("ok", f"✓ {ok} as expected" if ok else ""),
    ]
    items = "".join(f'<li class="{kind}">{counted}</li>' for kind, counted in counts if counted)
    words = "".join(f"<dt>{word}</dt><dd>{meaning}</dd>" for word, meaning in WORDS)
    outcome = f'<ul class="outcome">{items}</ul>\n' if items else ""
    outcome += _attention(answers)
    return (
        '<p class="product">faier · exact verification of privacy</p>\n<h1>Privacy report</h1>\n'
        f"<p>{said}{verdict}</p>\n{outcome}<p>{MEANING}</p>\n"
        f"<details><summary>The words in this report</summary>\n<dl>{words}</dl></details>"
    )


def _attention(answers: tuple[Answer, ...]) -> str:
    """The claims that are not as expected, each in a sentence."""
    items = []
    for answer in answers:
        if not answer.ok:
            name = text(f"{answer.question.mechanism}: {title(answer)}")
            items.append(f'<li><a href="#{anchor(answer)}">{name}</a>: {_told(answer)}</li>')
    more = f"<li>… and {len(items) - LISTED} more</li>" if len(items) > LISTED else ""
    return f"<p>What needs attention:</p>\n<ul>{''.join(items[:LISTED])}{more}</ul>\n" if items else ""


def _told(answer: Answer) -> str:
    match answer.verdict, answer.story:
        case "undecided", _:
            return text(f"undecided: {answer.reason or 'no reason is known'}")
        case "refuted", Story(diverged=Diverged() as found):
            return text(f"refuted: {diverging(found)}.")
        case "refuted", Story(excess=None) as story:
            other = "" if story.ratio.infinite else " in one case as in the other"
            return text(f"refuted. An output is {likelier(story, other)}; the claim allows {times(answer.allowed)}.")
        case "refuted", _:
            return "refuted"
    return "proved, although it is expected to be refuted"


def _overview(groups: list[tuple[tuple[str, str], list[Answer]]]) -> str:
    """The claims by mechanism, each with its verdict: the table of contents."""
    if not groups:
        return ""
    bodies = []
    for (path, mechanism), answers in groups:
        link = f'<a href="#{_place(path, mechanism)}">{text(mechanism)}</a>'
        rows = [f'<tr><th scope="rowgroup" colspan="2">{link} <span class="small">{text(path)}</span></th></tr>']
        for answer in answers:
            known = tight(answer.loss, 6) or unknown(answer)
            rows.append(
                f'<tr><td class="verdict">{badge(answer)}</td><td><a href="#{anchor(answer)}">{text(title(answer))}</a>'
                f'<br><span class="small">tight epsilon: {text(known)}</span></td></tr>'
            )
        bodies.append(f"<tbody>{''.join(rows)}</tbody>")
    head = '<thead><tr><th scope="col">Verdict</th><th scope="col">Claim</th></tr></thead>'
    return f'<section id="claims"><h2>All claims</h2>\n<table>{head}{"".join(bodies)}</table></section>'


def _place(path: str, mechanism: str) -> str:
    return f"mechanism-{hexadecimal(f'{path}::{mechanism}')}"


def _mechanism(path: str, mechanism: str, answers: list[Answer], report: Report) -> str:
    """What the mechanism is, what it gives away, and its claims."""
    known = [answer.about for answer in answers if answer.about is not None]
    about = next((each for each in known if each.diagram is not None), known[0] if known else None)
    where = f"{path}, line {answers[0].question.defined}" if answers[0].question.defined else path
    parts = [
        f'<section id="{_place(path, mechanism)}">\n<h2>{text(mechanism)}</h2>',
        f'<p class="where">{text(where)}</p>',
    ]
    if about is not None:
        paragraph = about.doc.split("\n\n")[0].strip()
        parts += [f"<p>{text(' '.join(paragraph.split())[:600])}</p>"] if paragraph else []
        parts.append(f"<p><code>{text(about.signature)}</code></p>")
    parts += _losses(answers)
    if about is not None:
        parts += _program(mechanism, about, report.sources.get(path, ""))
    parts += [claim(answer, report) for answer in answers]
    return "\n".join([*parts, "</section>"])


def _losses(answers: list[Answer]) -> list[str]:
    """For each relation and prior the tight epsilon, with a chart by length or by output."""
    subjects: dict[object, list[Answer]] = {}
    for answer in answers:
        question = answer.question
        if answer.loss is not None:
            subject = (question.neighbors, question.prior, question.pairs, question.delta)
            subjects.setdefault(subject, []).append(answer)
    return [part for alike in subjects.values() for part in _subject(alike)]


def _subject(answers: list[Answer]) -> list[str]:
    """Claims about the same subject: what is known most exactly of its epsilon, and the chart that one of them has."""
    best = next((answer for answer in answers if answer.loss is not None and answer.loss.exact is not None), answers[0])
    question = best.question
    about = f"Given the prior {question.prior}" if question.prior is not None else f"For neighbors {question.neighbors}"
    about += f" and delta {question.delta}" if question.delta != "0" else ""
    least = f"tight epsilon <strong>{text(tight(best.loss))}</strong> ({covered(best.reach)})"
    parts = [f"<p>{text(about)}: {least}.</p>"]
    for answer in (best, *answers):
        told = answer.story or (answer.loss.story if answer.loss is not None else None)
        if answer.curve:
            caption = "The tight epsilon of outputs of up to so many values."
            return [*parts, f"<figure>{losses(answer.curve)}<figcaption>{caption}</figcaption></figure>"]
        if told is not None and told.excess is None and len(told.likelihoods) > 1:
            return [*parts, _leaks(answer, told, best.loss)]
    return parts


def _leaks(answer: Answer, told: Story, loss: Loss | None) -> str:
    allowed = answer.question.epsilon.value
    worst = loss is not None and loss.exact is not None and loss.exact.text == told.epsilon.text
    where = "where it is worst" if worst else "in the cases of a witness"
    caption = (
        f"How much each output gives away {where}: left {named(told.left)}, right {named(told.right)}. Bars show how "
        "far an output speaks for the left case or for the right one, as an epsilon; ▶ marks the witness's output. "
    )
    limit = "" if math.isnan(allowed) else "Dashed lines: what the claim allows, where that is within the chart."
    drawn = leaks(told.likelihoods, math.inf if math.isnan(allowed) else allowed)
    return f"<figure>{drawn}<figcaption>{text(caption)}{limit}</figcaption></figure>"


def _program(name: str, about: About, source: str) -> list[str]:
    """The text of the mechanism, and its model where that is small."""
    parts = []
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")[about.first - 1 : about.last]
    if lines and source:
        width = len(str(about.last))
        numbered = "\n".join(f"{at:>{width}}  {text(line)}" for at, line in enumerate(lines, about.first))
        parts.append(
            f"<details><summary>The program</summary>\n"
            f'<pre tabindex="0" role="group" aria-label="{text(f"The program of {name}")}">{numbered}</pre></details>'
        )
    if about.diagram is not None:
        caption = (
            "The program as a hidden Markov model: a box is a state, with its line and what it remembers; under it, "
            "for each value that it reads, the probability of each state that may be next."
        )
        drawn = f"<figure>{diagram(about.diagram)}<figcaption>{caption}</figcaption></figure>"
        parts.append(
            f"<details><summary>Its model: {plural(len(about.diagram.states), 'state')}</summary>\n{drawn}</details>"
        )
    return parts


def _checking(report: Report) -> str:
    """How to get the same verdicts again, and which texts they are about."""
    paths = sorted({answer.question.path for answer in report.answers})
    if not paths:
        return ""
    items = []
    for path in paths:
        source = report.sources.get(path)
        digest = "" if source is None else hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
        items.append(
            f"<li><code>{text(path)}</code>" + (f"<br>SHA-256 <code>{digest}</code>" if digest else "") + "</li>"
        )
    typed = ["-" if path == "<stdin>" else path for path in paths]
    again = command("faier", "check", *typed) if len(paths) <= 8 else "<code>faier check</code> on these files"
    return (
        '<section id="checking"><h2>How to check this report</h2>\n'
        f"<p>Decide everything again: {again}. A witness needs no trust in faier: both probabilities can be computed "
        "by hand from the program, and <code>faier certify</code> does so from the program alone.</p>\n"
        "<p>A certificate holds all that is needed to follow a verdict step by step. <code>faier verify</code> does "
        "that with a checker that shares no code with the rest and needs nothing but Python. It answers "
        "<em>valid</em>, <em>invalid</em> or, where a step cannot be done again, <em>holey</em>.</p>\n"
        f"<p>The report is about these texts:</p>\n<ul>{''.join(items)}</ul></section>"
    )


def _limits(report: Report) -> str:
    if not report.answers:
        return ""
    ideal = f"\n<p>{IDEAL}: {ROUNDED}</p>" if report.reals else ""
    return f'<section id="limits"><h2>What this report does not say</h2>\n<p>{LIMITS}</p>{ideal}</section>'
