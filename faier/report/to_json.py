"""A report as JSON: documents that programs parse, the same bytes for the same findings.

Exact numbers are strings; `*_value`, `lower` and `upper` are the nearest floats, null where infinite. Results
are in the order of files and lines. Text is ASCII, so no character of a user's file can do harm.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from faier.answers.answer import (
    Answer,
    Asked,
    Audited,
    Bounded,
    Calibrated,
    Compiled,
    Divergence,
    Ends,
    Judged,
    Least,
    Listed,
    Loss,
    Measured,
    Method,
    Reach,
    Report,
    Shown,
    Story,
)
from faier.report import compared
from faier.report.wording import IDEAL, advice
from faier.version import VERSION

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic

Json = dict[str, object]


def to_json(report: Report) -> str:
    """The document of the report's command."""
    document: Json = {"schema": f"faier.{report.command}/1", "faier": VERSION}
    match report.command:
        case "check":
            document["results"] = [answer_json(answer) for answer in report.answers]
        case "bound":
            document["results"] = [bounded_json(bound) for bound in report.bounds]
        case "calibrate":
            document["results"] = [_calibrated(found) for found in report.calibrated]
        case "audit":
            document["results"] = [_audited(found) for found in report.audited]
            reasons = [{"mechanism": one.question.mechanism, "reason": one.model.reason} for one in report.modelled]
            document["undecided"] = [one for one in reasons if one["reason"] is not None]
        case "certify":
            document["results"] = [_judged(judged) for judged in report.judged]
        case "list":
            document["results"] = [_listed(listed) for listed in report.listed]
        case "compile":
            document["results"] = [_compiled(compiled) for compiled in report.compiled]
    document["errors"] = [problem_json(problem) for problem in report.problems] + [
        bug_json(text) for text in report.bugs
    ]
    if report.command == "check":
        document["summary"] = _summary(report)
    document |= notes(report.reals)
    if report.interrupted:
        document["interrupted"] = True
    document["exit"] = report.status
    return json.dumps(document, indent=1, allow_nan=False) + "\n"


def notes(reals: bool) -> Json:
    """What holds for everything in the document."""
    return {"notes": [IDEAL]} if reals else {}


def answer_json(answer: Answer) -> Json:
    return (
        {
            "id": answer.question.id,
            "path": answer.question.path,
            "line": answer.question.line,
            "mechanism": answer.question.mechanism,
            "name": answer.question.name,
            "claim": _claim(answer.question),
            "expected": answer.question.expected,
            "verdict": answer.verdict,
            "ok": answer.ok,
            "reason": answer.reason,
            "coverage": _reach(answer.reach),
            "engine": answer.engine,
            "seconds": round(answer.seconds, 3),
            "tight": None if answer.loss is None else _loss(answer.loss),
            "witness": None if answer.story is None else _story(answer.story),
        }
        | _advised(answer.reason, answer.engine)
        | _tried(answer)
        | _grown(answer.loss)
        | _certificate(answer)
    )


def _advised(reason: str | None, engine: str) -> Json:
    """Where a limit was reached."""
    found = advice(reason, engine)
    return {} if found is None else {"advice": found}


def _certificate(answer: Answer) -> Json:
    """Whether the certificate holds evidence, where certificates were asked for."""
    if answer.certificate is None and answer.uncertified is None:
        return {}
    return {"certificate": {"evidence": answer.uncertified is None, "reason": answer.uncertified}}


def _tried(answer: Answer) -> Json:
    """Of an undecided claim: what each engine that was asked came to."""
    tried = [{"engine": one.engine, "seconds": round(one.seconds, 3), "reason": one.reason} for one in answer.attempts]
    return {"attempts": tried} if tried else {}


def bounded_json(bound: Bounded) -> Json:
    question, loss = bound.question, bound.loss
    return (
        {
            "path": question.path,
            "line": question.line,
            "mechanism": question.mechanism,
            "neighbors": question.neighbors,
            "prior": question.prior,
            **_pairs(question),
            "epsilon": None if loss is None else _loss(loss),
            "reason": bound.reason,
            "coverage": _reach(bound.reach),
            "engine": bound.engine,
            "seconds": round(bound.seconds, 3),
            "witness": None if loss is None or loss.story is None else _story(loss.story),
        }
        | _advised(bound.reason, bound.engine)
        | _grown(loss)
        | _delta(bound)
        | _curve(bound)
        | _measured(bound.measured)
        | _sampled(bound)
    )


def _sampled(bound: Bounded) -> Json:
    if bound.sampled is None:
        return {}
    found = bound.sampled
    loss = None if found.loss is None else _loss(found.loss)
    return {"sampled": {"epsilon": loss, "outputs": found.outputs, "seed": found.seed, "reason": found.reason}}


def _calibrated(found: Calibrated) -> Json:
    question = found.question
    value = None
    if found.proved is not None:
        refuted = None if found.refuted is None else found.refuted.text
        exact = None if found.closed is None else found.closed.text
        value = {"exact": exact, "proved": found.proved.text, "refuted": refuted}
    return (
        {
            "id": question.id,
            "path": question.path,
            "line": question.line,
            "mechanism": question.mechanism,
            "claim": _claim(question),
            "vary": found.setting,
            "direction": None if found.least is None else "least" if found.least else "greatest",
            "value": value,
            "refuted": None if found.refuted is None else found.refuted.text,
            "beyond": found.beyond,
            "throughout": found.throughout,
            "coverage": None if found.reach is None else _reach(found.reach),
            "reason": found.reason or (None if found.proved is not None else _none(found)),
            "witness": None if found.story is None else _story(found.story),
            "mean_error": None if found.mean_error is None else found.mean_error.value,
            "engine": found.engine,
            "seconds": round(found.seconds, 3),
        }
        | _by_error(found)
        | _compared(found)
        | _optimum(found)
    )


def _optimum(found: Calibrated) -> Json:
    """What no mechanism is better than, where that is asked."""
    best = found.optimum
    if best is None:
        return {}
    middle = None
    if best.trusting is not None:
        middle = {"error": _least(best.trusting), "epsilon": _ends_of(best.trusted)}
    factors = {method.name: factor for method, factor in compared.times(found)}
    return {
        "optimum": {
            "error": _least(best.error),
            "certified": best.certificate is not None and best.missing is None,
            "outputs": list(best.outputs),
            "epsilon": _ends_of(best.loss),
            "mean": _least(best.mean),
            "middle": middle,
            "times": factors,
            "reason": best.reason or best.missing,
        }
    }


def _least(error: Least | None) -> Json | None:
    if error is None:
        return None
    return {"lower": error.lower.value, "upper": None if error.upper is None else error.upper.value}


def _ends_of(loss: Loss | None) -> Json | None:
    if loss is None:
        return None
    exact = None if loss.exact is None else loss.exact.text
    return {"exact": exact, "lower": _float(loss.lower), "upper": _float(loss.upper)}


def _compared(found: Calibrated) -> Json:
    """What published methods ask for, where that is asked."""
    if found.methods is None:
        return {}
    others: list[Json] = [{"method": name, "reason": reason} for name, reason in found.others]
    return {"compare": [_method(method) for method in found.methods], "not_applicable": others}


def _method(method: Method) -> Json:
    told: Json = {
        "method": method.name,
        "from": method.source,
        "value": method.value.text,
        "mean_error": method.error,
        "epsilon": _ends_of(method.loss),
        "holds": method.holds,
    }
    if method.story is not None:
        told["witness"] = _story(method.story)
    if method.reason is not None:
        told["reason"] = method.reason
    return told


def _none(found: Calibrated) -> str:
    what = "satisfies the claim" if found.most is None else "has so small a mean error"
    return f"no value{'' if found.throughout else ' that was tried'} {what}"


def _by_error(found: Calibrated) -> Json:
    """Where an error was given in place of a claim."""
    if found.most is None:
        return {}
    return {"error": found.most.text, "epsilon": None if found.loss is None else _loss(found.loss)}


def _audited(one: Audited) -> Json:
    found = one.found
    told: Json = {
        "path": one.question.path,
        "mechanism": one.question.mechanism,
        "implementation": one.implementation,
        "claim": _claim(one.question),
        "input": found.expected.input,
        "samples": found.samples,
        "verdict": found.verdict,
        "p_value": found.p_value,
        "distance": found.distance,
        "epsilon": {"lower": found.lower, "claimed": one.claimed},
        "seconds": round(one.seconds, 3),
    }
    if found.difference is not None:
        seen = found.difference
        told["difference"] = {
            "event": seen.event,
            "outputs": list(seen.outputs),
            "found": seen.found,
            "expected": seen.expected,
        }
    if found.leak is not None:
        leak = found.leak
        told["leak"] = {"against": leak.against, "outputs": list(leak.outputs), "found": list(leak.frequency)}
    return told


def _judged(judged: Judged) -> Json:
    question = judged.question
    return {
        "id": question.id,
        "path": question.path,
        "line": question.line,
        "mechanism": question.mechanism,
        "claim": _claim(question),
        "violation": judged.real,
        "reason": judged.reason,
        "seconds": round(judged.seconds, 3),
        "witness": None if judged.story is None else _story(judged.story),
    }


def _curve(bound: Bounded) -> Json:
    if bound.curve is None:
        return {}
    points = [
        {"length": point.length, "epsilon": _loss(point.loss), "epsilon_value": _loss(point.loss)["lower"]}
        for point in bound.curve
    ]
    return {"curve": points, "curve_reason": bound.cut}


def _measured(found: Measured | None) -> Json:
    if found is None:
        return {}
    told: Json = {"measures_reason": found.reason}
    if found.renyi is not None:
        covered = {} if found.length is None else {"length": found.length}
        grows = {} if found.per_value is None else {"per_value": _float(found.per_value)}
        told["renyi"] = {"alpha": found.alpha, **_ends(found.renyi), **covered, **grows}
    if found.rho is not None:
        told["zcdp"] = {"rho": _ends(found.rho), "alpha": None if found.order is None else found.order.text}
    if found.variation is not None:
        told["total_variation"] = _ends(found.variation)
    if found.profile is not None:
        told["profile"] = [{"epsilon": epsilon.value, "delta": _point(ends)} for epsilon, ends in found.profile]
    return told


def _ends(found: Ends) -> Json:
    exact = None if found.exact is None else found.exact.text
    return {"exact": exact, "lower": _float(found.lower), "upper": _float(found.upper)}


def _point(found: Ends) -> Json:
    """A delta, or the greater end of it."""
    if found.exact is not None:
        return {"exact": found.exact.text, "value": found.exact.value}
    return {"exact": None, "value": found.upper, "lower": found.lower}


def _delta(bound: Bounded) -> Json:
    """The least delta, and the epsilon it goes with, where they were asked for."""
    if bound.given is None:
        return {}
    delta = None if bound.delta is None else _point(bound.delta)
    return {"given": {"epsilon": bound.given.text, "epsilon_value": bound.given.value}, "delta": delta}


def _listed(listed: Listed) -> Json:
    return {
        "path": listed.path,
        "line": listed.line,
        "kind": listed.kind,
        "name": listed.name,
        "signature": listed.signature,
        "doc": listed.doc,
        "claims": [
            {"id": question.id, "line": question.line, "name": question.name, "claim": _claim(question)}
            | {"expected": question.expected}
            for question in listed.claims
        ],
    }


def _compiled(compiled: Compiled) -> Json:
    question = compiled.question
    head = {"path": question.path, "mechanism": question.mechanism, "prior": question.prior}
    return head | {"neighbors": question.neighbors, "models": [json.loads(model["json"]) for model in compiled.models]}


def _claim(question: Asked) -> Json:
    return {
        "epsilon": None if question.promised else question.epsilon.text,
        "epsilon_value": _float(question.epsilon.value),
        "delta": None if question.promised else question.delta,
        "neighbors": question.neighbors,
        "prior": question.prior,
    } | (_pairs(question) | _promised(question))


def _promised(question: Asked) -> Json:
    """What is claimed in place of an epsilon."""
    found = question.promised
    if found is None:
        return {}
    rho: Json = {"rho": found.rho.text, "rho_value": _float(found.rho.value)}
    return {"zcdp": rho} if found.alpha is None else {"renyi": {"alpha": found.alpha} | rho}


def _pairs(question: Asked) -> Json:
    return {} if question.pairs is None else {"pairs": question.pairs}


def _loss(loss: Loss) -> Json:
    """A multiple of an unknown epsilon has ends; that epsilon itself has none."""
    lower, upper = _float(loss.lower), _float(loss.upper)
    told: Json = {"exact": None if loss.exact is None else loss.exact.text, "lower": lower, "upper": upper}
    if loss.multiple is not None:
        exact = None if loss.multiple.exact is None else loss.multiple.exact.text
        told |= {"lower": None, "upper": None, "multiple": {"exact": exact, "lower": lower, "upper": upper}}
    return told | {"finite": loss.finite, "attained": loss.attained}


def _story(story: Story) -> Json:
    return (
        {
            "left": _values(story.left),
            "right": _values(story.right),
            "output": [value.json for value in story.output],
            "ended": story.ended,
            **_likely(story),
            "ratio": story.ratio.text,
            "epsilon": story.epsilon.text,
            "epsilon_value": _float(story.epsilon.value),
            "parameters": _values(story.parameters),
            "ratio_value": _float(story.ratio.value),
        }
        | _powers(story)
        | _set(story)
        | _densities(story)
        | _diverged(story)
    )


def _likely(story: Story) -> Json:
    """Both probabilities, or where reals are shown both densities."""
    sides = {"left": story.probability_left, "right": story.probability_right}
    texts, values = (
        {name: side.text for name, side in sides.items()},
        {name: side.value for name, side in sides.items()},
    )
    if story.dense:
        return {"density": values, "density_exact": texts}
    return {"probability": texts, "probability_value": values}


def _diverged(story: Story) -> Json:
    """Where a claim is about a Renyi divergence: that of all outputs, and its order."""
    told = story.diverged
    if told is None:
        return {}
    exact = None if told.found.exact is None else told.found.exact.text
    ends: Json = {"exact": exact, "lower": _float(told.found.lower), "upper": _float(told.found.upper)}
    return {"renyi": {"alpha": told.alpha} | ends | {"allowed": told.allowed.text}}


def _densities(story: Story) -> Json:
    """Where reals are shown: the probabilities of intervals around them; whether densities are certified ends, the left
    one and the ratio from below, the right one from above."""
    ends: Json = {"rounded": True} if story.probability_left.rounded else {}
    if not story.dense:
        return ends
    near = story.nearby
    if near is None:
        return ends | {"interval": None}
    told: Json = {
        "output": [value.json for value in near.output],
        "probability": {"left": near.left.text, "right": near.right.text},
        "probability_value": {"left": near.left.value, "right": near.right.value},
    }
    return ends | {"interval": told}


def _powers(story: Story) -> Json:
    """Where an epsilon is unknown: what exp of it is at the witness."""
    powers: Json = {name: {"exact": power.text, "value": _float(power.value)} for name, power in story.powers}
    return {"powers": powers} if powers else {}


def _set(story: Story) -> Json:
    """Where a claim has a delta: the set of outputs whose probabilities are told, and the delta it needs."""
    if story.excess is None:
        return {}
    outputs = [[value.json for value in output] for output in story.outputs]
    return {"outputs": outputs, "delta": story.excess.text, "delta_value": _float(story.excess.value)}


def _grown(loss: Loss | None) -> Json:
    return {} if loss is None or loss.divergence is None else {"growth": _growth(loss.divergence)}


def _growth(divergence: Divergence) -> Json:
    return {
        "prefix": list(divergence.prefix),
        "cycle": list(divergence.cycle),
        "suffix": list(divergence.suffix),
        "per_cycle": divergence.per_cycle.text,
    }


def _values(values: tuple[tuple[str, Shown], ...]) -> Json:
    return {name: value.json for name, value in values}


def _reach(reach: Reach) -> Json:
    counts: Json = {"counts": "any"} if reach.counts else {}
    return {"length": reach.length, "all": reach.all} | counts


def _float(value: float) -> float | None:
    return value + 0.0 if math.isfinite(value) else None  # never -0.0


def problem_json(problem: Diagnostic) -> Json:
    """Places count from 1; a problem that is not at a place has null for them."""
    span = problem.span
    return {
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint,
        "path": problem.path,
        "line": span.line or None,
        "column": span.column or None,
        "end_line": span.end_line or None,
        "end_column": span.end_column or None,
        "notes": list(problem.notes),
    }


def bug_json(text: str) -> Json:
    place = dict.fromkeys(("path", "line", "column", "end_line", "end_column"))
    return {"code": "FA899", "message": text, "hint": "this is a bug in faier: please report it"} | place


def _summary(report: Report) -> Json:
    answers = report.answers
    return {
        "claims": len(answers),
        "ok": sum(answer.ok for answer in answers),
        "failed": sum(answer.failed for answer in answers),
        "undecided": sum(answer.verdict == "undecided" for answer in answers),
    }
