"""A report as one HTML file for auditors: nothing from outside, no script, readable on paper and on a phone.

Everything of a user's file is made visible and escaped before it is text of the page; a policy in the page forbids
scripts and anything from elsewhere besides.
"""

from __future__ import annotations

import hashlib
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from faier.answer import Answer, Exact, Report, Story
from faier.report.drawing import distributions, losses
from faier.report.wording import claimed, covered, fraction, named, plural, shown_outputs, tight, times, visible
from faier.version import VERSION

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic

STYLE = """
:root{color-scheme:light}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.6rem}h2{font-size:1.25rem;border-top:2px solid #555;padding-top:1rem;margin-top:2rem}
h3{font-size:1.05rem}
h1,h2,h3,p,li,td,th,dd,code{overflow-wrap:anywhere}
code{font-family:ui-monospace,monospace;font-size:.92em;background:#f2f2f2;padding:0 .2em}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .5rem;border-bottom:1px solid #bbb}
.badge{display:inline-block;font-weight:700;padding:0 .5em;border:2px solid}
.ok{color:#0b5a1e}.bad{color:#a30d0d}.open{color:#6b4400}
section.claim{border-left:4px solid #bbb;padding-left:1rem;margin:1.5rem 0;break-inside:avoid}
section.claim.bad{border-color:#a30d0d;color:inherit}section.claim.open{border-color:#6b4400;color:inherit}
section.claim.ok{border-color:#0b5a1e;color:inherit}
dl{display:grid;grid-template-columns:minmax(6rem,10rem) minmax(0,1fr);gap:.2rem 1rem;margin:.5rem 0}
dt{font-weight:600}dd{margin:0}
figure{margin:1rem 0;max-width:34rem}figcaption{font-size:.9rem;color:#444}
svg{width:100%;height:auto;display:block}svg text{font:12px system-ui,sans-serif;fill:#1a1a1a}
svg text.marked{font-weight:700}
.left{fill:#1b5e8a}.right{fill:#b4510f}.frame{fill:#fff6d6;stroke:#6b4400}
.axis{stroke:#555}.curve{fill:none;stroke:#1b5e8a;stroke-width:2}.dot{fill:#1b5e8a}
@media print{body{max-width:none;padding:0}h2,h3{break-after:avoid}figure,svg{break-inside:avoid}}
"""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


MEANING = (
    "A mechanism shows something about data. A claim with parameter epsilon says that whoever sees what is shown "
    "learns little about anyone: no output is more than e<sup>epsilon</sup> times as likely for one data set, or one "
    "value of a secret, as for another that must not be told apart from it."
)


def to_html(report: Report) -> str:
    """The page."""
    parts = [_summary(report)]
    for place, group in groupby(report.answers, lambda answer: (answer.question.path, answer.question.mechanism)):
        parts.append(_mechanism(f"{place[0]}::{place[1]}", list(group)))
    parts.append(_problems(report))
    body = "\n".join(part for part in parts if part)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Privacy report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        f"<footer><p>faier {VERSION}. Every number here is exact or cut off from an exact one; probabilities in charts "
        "are rounded.</p></footer>\n</body>\n</html>\n"
    )


def _summary(report: Report) -> str:
    answers = report.answers
    ok, failed = sum(answer.ok for answer in answers), sum(answer.failed for answer in answers)
    undecided = len(answers) - ok - failed
    said = f"{plural(len(answers), 'privacy claim')} {'was' if len(answers) == 1 else 'were'} examined."
    verdict = "Every one came out as expected." if answers and ok == len(answers) else ""
    counts = [
        ("ok", f"{ok} as expected" if ok else ""),
        ("bad", f"{failed} not as expected" if failed else ""),
        ("open", f"{undecided} undecided: neither proved nor refuted, and no pass" if undecided else ""),
        ("bad", plural(len(report.problems) + len(report.bugs), "error") if report.problems or report.bugs else ""),
        ("bad", "The run was interrupted before the end." if report.interrupted else ""),
    ]
    items = "".join(f'<li class="{kind}">{text}</li>' for kind, text in counts if text)
    head = f"<h1>Privacy report</h1>\n<p>{said} {verdict}</p>\n<ul>{items}</ul>\n<p>{MEANING}</p>"
    return f"{head}\n{_overview(answers)}" if answers else head


def _overview(answers: tuple[Answer, ...]) -> str:
    rows = "".join(
        f'<tr><td><a href="#{_anchor(answer)}">{_text(f"{answer.question.mechanism}: {_named(answer)}")}</a></td>'
        f"<td>{_badge(answer)}</td><td>{_text(tight(answer.loss, 6) or 'not known')}</td></tr>"
        for answer in answers
    )
    heads = "".join(f'<th scope="col">{name}</th>' for name in ("Claim", "Verdict", "Tight epsilon"))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _anchor(answer: Answer) -> str:
    """Hexadecimal digits, whatever the claim is called."""
    question = answer.question
    about = f"{question.id}\0{question.line}\0{question.number}"
    return f"claim-{hashlib.sha256(about.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _named(answer: Answer) -> str:
    name = answer.question.name
    return f"{name}: {claimed(answer.question)}" if name else claimed(answer.question)


def _mechanism(place: str, answers: list[Answer]) -> str:
    parts = [f"<h2>{_text(place)}</h2>"]
    drawn = set()
    for answer in answers:
        parts.append(_claim(answer))
        subject = (answer.question.neighbors, answer.question.prior)
        if answer.curve and subject not in drawn:
            drawn.add(subject)
            about = f"prior {subject[1]}" if subject[1] is not None else f"neighbors {subject[0]}"
            caption = f"The tight epsilon of outputs of up to so many values, for {about}."
            parts.append(f"<figure>{losses(answer.curve)}<figcaption>{_text(caption)}</figcaption></figure>")
    return "\n".join(parts)


def _claim(answer: Answer) -> str:
    question = answer.question
    facts = [
        ("Claim", _statement(answer)),
        ("Expected", _text(f"to be {question.expected}")),
        ("Verdict", _badge(answer)),
        ("Covered", _text(covered(answer.reach)) if answer.verdict != "undecided" else "nothing for certain"),
        ("Tight epsilon", _text(tight(answer.loss) or "not known")),
        ("Decided by", _text(f"the engine {answer.engine}")),
        ("Where", f"<code>{_text(question.path)}</code>, line {question.line}"),
    ]
    if answer.reason:
        facts.append(("Reason", _text(answer.reason)))
    rows = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts)
    story = _story(answer, answer.story) if answer.story is not None and answer.verdict == "refuted" else ""
    kind = _kind(answer)
    return (
        f'<section class="claim {kind}" id="{_anchor(answer)}">\n'
        f"<h3>{_text(_named(answer))}</h3>\n<dl>{rows}</dl>\n{story}"
        "</section>"
    )


def _statement(answer: Answer) -> str:
    question, allowed = answer.question, times(answer.allowed)
    slack = "" if question.delta == "0" else f", except for a probability of {question.delta}"
    who = f"two inputs that are neighbors by {question.neighbors}"
    if question.prior is not None:
        who = f"two values of the secret of the prior {question.prior}, whatever its unknown parameters are"
    likely = f"no output of {question.mechanism} is more than {allowed} as likely for one as for the other"
    return _text(f"for {who}, {likely}{slack}")


def _story(answer: Answer, story: Story) -> str:
    """What an adversary learns, in words and as a drawing."""
    where = f" with {named(story.parameters)}" if story.parameters else ""
    left, right = fraction(story.probability_left), fraction(story.probability_right)
    text = [
        f"<p>Take two cases{_text(where)} that must look alike:</p><ul>",
        f"<li>left: <code>{_text(named(story.left))}</code></li>",
        f"<li>right: <code>{_text(named(story.right))}</code></li></ul>",
        f"<p>The mechanism shows <code>{_text(shown_outputs(story))}</code>. ",
        f"That has probability {_text(left)} on the left and {_text(right)} on the right.</p>",
        f"<p>{_odds(answer, story)}</p>",
    ]
    if story.likelihoods:
        caption = "How likely each output is on the left (L) and on the right (R); what the story is about is marked ▶."
        text.append(f"<figure>{distributions(story.likelihoods)}<figcaption>{caption}</figcaption></figure>")
    return f"<h4>{'What leaks' if answer.failed else 'The witness'}</h4>\n{''.join(text)}\n"


def _odds(answer: Answer, story: Story) -> str:
    if story.excess is not None:
        left = f"Beyond {times(answer.allowed)} as likely, {fraction(story.excess)} of probability is left"
        return _text(f"{left}; the claim allows {answer.question.delta}.")
    if story.ratio.infinite:
        return "Whoever sees it knows for certain that it was the left case: on the right it never happens."
    before = "Whoever held both cases for equally likely, odds of 1 to 1, now has odds of"
    allowed = f"The claim allows {_short(answer.allowed)} to 1 at most."
    return _text(f"{before} {_short(story.ratio)} to 1 for the left one. {allowed}")


def _short(number: Exact) -> str:
    return number.text if len(number.text) <= 30 else f"about {number.value:.6g}"


def _kind(answer: Answer) -> str:
    return "ok" if answer.ok else "bad" if answer.failed else "open"


def _badge(answer: Answer) -> str:
    mark = {"ok": "✓", "bad": "✗", "open": "?"}[_kind(answer)]
    text: str = answer.verdict
    if answer.verdict == "proved" and not answer.reach.all:
        text += f" up to {plural(answer.reach.length, 'value')}"
    if answer.failed:
        text += ", unexpectedly"
    elif answer.verdict == "refuted":
        text += ", as expected"
    return f'<span class="badge {_kind(answer)}"><span aria-hidden="true">{mark}</span> {text}</span>'


def _problems(report: Report) -> str:
    if not report.problems and not report.bugs:
        return ""
    items = [f"<li>{_problem(problem)}</li>" for problem in report.problems]
    items += [f"<li><strong>internal error</strong>: {_text(bug)}</li>" for bug in report.bugs]
    return f"<h2>What could not be checked</h2>\n<ul>{''.join(items)}</ul>"


def _problem(problem: Diagnostic) -> str:
    line = f", line {problem.span.line}" if problem.span.line else ""
    hint = f" ({_text(problem.hint)})" if problem.hint else ""
    place = f"<code>{_text(problem.path)}</code>{line}"
    return f"<strong>{problem.code}</strong> {place}: {_text(problem.message)}{hint}"


def _text(text: str) -> str:
    return escape(visible(text))
