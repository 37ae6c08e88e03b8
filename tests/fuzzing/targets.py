"""What is done with an input: bytes in, nothing out, an exception where faier does not do what it promises.

Refusals with a diagnostic, limits that are reached and claims that stay undecided are answers. `Wrong` is raised where
no exception says so: two parts of faier contradict each other, or something printed is not what it should be.
"""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from typing import Any

import asked
from asked import Approach

from faier.certificate.write import certificate, heading
from faier.checker import check
from faier.engines.verdict import Proved, Refuted, Undecided, Verdict
from faier.lang import parse, parse_epsilon, render
from faier.lang.claim import Budget, Claim
from faier.lang.claim_options import parse_delta
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.lang.source import text_of
from faier.limits import LimitReached, Limits, seconds
from faier.report.explain import codes

SEPARATOR = b"\x1e"
PATH = "fuzzed.py"
STEPS = 8_000
LENGTH = 2
CLAIMS = 2


class Wrong(Exception):
    """Something that faier says cannot be."""


def parser(data: bytes) -> None:
    """A text is read or refused; what is read, Python can compile, and its claims are decided and certified."""
    try:
        text = text_of(data, PATH)
    except Rejected as refused:
        _refused(refused, "")
        return
    try:
        program = parse(text, PATH)
    except Rejected as refused:
        _refused(refused, text)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compile(text, PATH, "exec")
    places = dict.fromkeys((claim.subject.mechanism for claim in program.claims), 0)
    for claim in program.claims[:CLAIMS]:
        _decided(program, claim, places[claim.subject.mechanism], text)
        places[claim.subject.mechanism] += 1


def checker(data: bytes) -> None:
    """A certificate and a mechanism file get an answer, and a valid one is not what faier finds to be otherwise."""
    document, _, source = data.partition(SEPARATOR)
    result = check(document, source, STEPS)
    if result.answer not in ("valid", "invalid", "holey") or not result.reason.isprintable():
        raise Wrong(f"the checker says {result}")
    if result.answer == "valid":
        verdict = _verdict_on(json.loads(document), text_of(source, PATH))
        if verdict is not None:
            _compare(json.loads(document), verdict)


def _refused(refused: Rejected, text: str) -> None:
    if not refused.diagnostics:
        raise Wrong("refused without a reason")
    for item in refused.diagnostics:
        if item.code not in codes() or not item.message:
            raise Wrong(f"a diagnostic is not known: {item}")
        if not render(item, text).replace("\n", "").isprintable():
            raise Wrong(f"a diagnostic cannot be printed: {item}")


def small(time: float = 0.1) -> Limits:
    return replace(seconds(time, states=60), bits=20_000, pairs=100, buffer=4)


def _decided(program: Program, claim: Claim, place: int, text: str) -> None:
    try:
        verdict = asked.check(program, claim, Approach(length=LENGTH), small())
    except Rejected as refused:
        _refused(refused, text)
        return
    if isinstance(verdict, Undecided):
        return
    head = heading(program, claim, place, {}, {}, verdict)
    written = certificate(program, claim, head, verdict, small()).text
    result = check(written.encode(), text.encode(), STEPS)
    if result.answer == "invalid":
        raise Wrong(f"{claim.label} is {type(verdict).__name__}, its certificate {result}")


def _verdict_on(document: dict[str, Any], text: str) -> Verdict | None:
    """What faier says about the claim of a certificate; None where it cannot say."""
    told = document["claim"]
    try:
        program = parse(text, PATH, document["set"])
        if told["decorator"] is not None:
            claims = [claim for claim in program.claims if claim.subject.mechanism == told["mechanism"]]
            claim = claims[told["decorator"]]
        elif told["pairs"] is None:
            claim = _typed(program, told)
        else:
            return None
        return asked.check(program, claim, Approach(length=document["length"]), small(0.5))
    except (Rejected, LimitReached):
        return None


def _typed(program: Program, told: dict[str, Any]) -> Claim:
    """The claim of a command line."""
    subject = asked.subject_of(program, told["mechanism"], told["neighbors"], told["prior"])
    budget = Budget(*parse_epsilon(told["epsilon"], program))
    if told["delta"] is not None:
        budget = replace(budget, delta=parse_delta(told["delta"], program)[0])
    return Claim(subject, budget)


def _compare(document: dict[str, Any], verdict: Verdict) -> None:
    """A valid proof about outputs of a length is contradicted by a violation among them, and the other way round."""
    match verdict:
        case Refuted() if document["verdict"] == "proved":
            raise Wrong(f"a certificate of a proof is valid, and faier finds {verdict.witness}")
        case Proved() if document["verdict"] == "refuted":
            shown = max(len(output["shown"]) for output in document["evidence"]["outputs"])
            if verdict.coverage.all or verdict.coverage.length >= shown:
                raise Wrong("a certificate of a refutation is valid, and faier proves the claim")
