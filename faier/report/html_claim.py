"""One claim as a section of the HTML report: the statement in words, what came of it, how to check that, the story."""

from __future__ import annotations

import hashlib
import shlex
from html import escape
from typing import assert_never

from faier.answers.answer import Answer, Asked, Promised, Report
from faier.engines import ENGINES
from faier.report.html_story import story
from faier.report.wording import advice, attempts, budget, claimed, covered, plural, tight, times, visible


def claim(answer: Answer, report: Report) -> str:
    question, kind = answer.question, kind_of(answer)
    facts = [
        ("Statement", statement(answer)),
        ("Expected", text(f"to be {question.expected}")),
        ("Covered", text(covered(answer.reach)) if answer.verdict != "undecided" else "nothing for certain"),
        ("Tight epsilon", text(tight(answer.loss)) or unknown(answer)),
        ("Decided by", text(_decider(answer))),
        ("Where", f"<code>{text(question.path)}</code>, line {question.line}"),
    ]
    if answer.reason:
        facts.insert(2, ("Reason", text(answer.reason)))
        facts[3:3] = [("Tried", text(tried)) for tried in attempts(answer)]
        help_ = advice(answer.reason, answer.engine)
        if help_ is not None:
            facts.insert(3, ("What may help", text(help_)))
    facts += _evidence(answer, report)
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts)
    told = growing(answer)
    if answer.story is not None and answer.verdict == "refuted":
        told += story(answer, answer.story, report.sources.get(question.path, ""))
    return (
        f'<section class="claim {kind}" id="{anchor(answer)}">\n'
        f"<h3>{text(title(answer))}</h3>\n<p>{badge(answer)}</p>\n<dl>{rows}</dl>\n{told}</section>"
    )


def _decider(answer: Answer) -> str:
    """`none` made no answer."""
    does = "".join(f": {does}" for engine, does in ENGINES.items() if engine == answer.engine)
    return f"the engine {answer.engine}{does}"


def unknown(answer: Answer) -> str:
    """Claims with a delta, or about a Renyi divergence, are decided without the least epsilon."""
    question = answer.question
    return "not needed for this claim" if question.delta != "0" or question.promised is not None else "not known"


def statement(answer: Answer) -> str:
    """What is claimed, in words."""
    question, allowed = answer.question, times(answer.allowed)
    slack = "" if question.delta == "0" else f", except for a probability of {question.delta}"
    if question.prior is not None:
        secrets = "two values of the secret" if question.pairs is None else f"the secrets {question.pairs}"
        who = f"{secrets} of the prior {question.prior}, whatever its unknown parameters are"
    else:
        who = _neighbors(question)
    if question.promised is not None:
        return text(f"For {who}, {_near(question.promised)}.")
    likely = f"no output of {question.mechanism} is more than {allowed} as likely for one as for the other"
    return text(f"For {who}, {likely}{slack}.")


def _near(promised: Promised) -> str:
    rho = promised.rho.text
    if promised.alpha is None:
        return f"the Renyi divergence of the outputs of each order above 1 is at most {rho} times the order"
    return f"the Renyi divergence of order {promised.alpha} of the outputs is at most {rho}"


def growing(answer: Answer) -> str:
    """Why no epsilon is enough, where outputs leak more with each turn of a cycle."""
    if answer.loss is None or answer.loss.divergence is None:
        return ""
    found = answer.loss.divergence
    parts = (("first", found.prefix), ("then, again and again,", found.cycle), ("at last", found.suffix))
    said = "; ".join(f"{heading} {'; '.join(words)}" for heading, words in parts if words)
    more = f"Each turn makes the ratio at least {times(found.factor)} as great: epsilon grows by "
    return f"<p>{text(f'Outputs leak without end: {said}. {more}{budget(found.per_cycle, 4)}.')}</p>\n"


def _neighbors(question: Asked) -> str:
    """The usual relations in words, others as they are written."""
    written = f"two data sets that are neighbors by {question.neighbors}"
    if question.relation is None:
        return written
    kind, distance = question.relation
    match kind:
        case "each":
            return f"two data sets each entry of which differs by {distance} at most"
        case "one":
            return "two data sets that differ in one entry" + ("" if distance is None else f", by {distance} at most")
        case "total":
            return f"two data sets whose differences add up to {distance} at most"
        case "added":
            return "two data sets one of which has one record more"
        case "moves":
            return f"two data sets whose histograms differ by one step of a record, by {question.neighbors}"
        case "edges" | "pairs" | "where":
            return written
        case _:
            assert_never(kind)


def _evidence(answer: Answer, report: Report) -> list[tuple[str, str]]:
    """The certificate's digest and the command that checks it; without one, how to get it."""
    question = answer.question
    where = command("faier", "check", f"{question.path}::{question.mechanism}", "--certificates", "certificates")
    if answer.verdict == "undecided":
        return [("How to check", f"there is nothing to check; to try again: {where}")]
    if question.promised is not None:
        return [("Certificate", "none: there is no kind for claims about Renyi divergences")]
    if answer.certificate is None:
        return [("Certificate", f"none was asked for; to get one: {where}")]
    digest = hashlib.sha256(answer.certificate.encode("utf-8", "backslashreplace")).hexdigest()
    file = report.certificates.get(question.id)
    named = "" if file is None else f"<code>{text(file)}</code>, "
    checked = command("faier", "verify", file or "CERTIFICATE", question.path)
    told = [("Certificate", f"{named}SHA-256 <code>{digest}</code>"), ("How to check", checked)]
    return told if answer.uncertified is None else [*told, ("No evidence", text(answer.uncertified))]


def command(*words: str) -> str:
    """As a shell reads it."""
    return f"<code>{text(' '.join(shlex.quote(visible(word)) for word in words))}</code>"


def title(answer: Answer) -> str:
    name = answer.question.name
    return f"{name}: {claimed(answer.question)}" if name else claimed(answer.question)


def badge(answer: Answer) -> str:
    """The verdict in words, with its color and a mark."""
    mark = {"ok": "✓", "bad": "✗", "open": "?"}[kind_of(answer)]
    said: str = answer.verdict
    if answer.verdict == "proved" and not answer.reach.all:
        said += f" up to {plural(answer.reach.length, 'value')}"
    if answer.failed:
        said += ", unexpectedly"
    elif answer.verdict == "refuted":
        said += ", as expected"
    return f'<span class="badge {kind_of(answer)}"><span aria-hidden="true">{mark}</span> {said}</span>'


def kind_of(answer: Answer) -> str:
    return "ok" if answer.ok else "bad" if answer.failed else "open"


def anchor(answer: Answer) -> str:
    """Hexadecimal digits, whatever the claim is called."""
    question = answer.question
    about = f"{question.id}\0{question.line}\0{question.number}"
    return f"claim-{hexadecimal(about)}"


def hexadecimal(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def text(raw: str) -> str:
    return escape(visible(raw))
