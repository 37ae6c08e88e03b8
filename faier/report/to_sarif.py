"""A report as SARIF 2.1.0, for code scanning.

One run; a rule for every code that is reported and for every kind of verdict, with its help; a result for every
finding, at the line of its claim. Fingerprints name the claim, not its line, so that a finding stays the same one
when text moves. What is at no place of a file is a notification. Text is ASCII and without control characters.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from urllib.parse import quote

from faier.answers.answer import Answer, Report, Step, Story
from faier.report.explain import find
from faier.report.findings import VERDICTS, Finding, Place, findings
from faier.report.wording import IDEAL, fraction, named, visible, weight
from faier.version import VERSION

Json = dict[str, object]

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

# How likely a finding is to be true. A refutation is exact and recomputed; so is everything else.
_PRECISION = "very-high"


def to_sarif(report: Report) -> str:
    """The log file."""
    found = findings(report)
    codes = sorted({*VERDICTS.values(), *(item.code for item in found)})
    placed = [item for item in found if item.place is not None]
    run: Json = {
        "tool": {
            "driver": {
                "name": "faier",
                "semanticVersion": VERSION,
                "version": VERSION,
                "rules": [_rule(code) for code in codes],
            }
        },
        "automationDetails": {"id": "faier/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The folder faier was run in."}}},
        "invocations": [_invocation(report, [item for item in found if item.place is None])],
        "results": [_result(item, codes) for item in placed],
        "properties": {
            "faier/claims": len(report.answers),
            "faier/asExpected": sum(answer.ok for answer in report.answers),
        },
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, allow_nan=False) + "\n"


def _rule(code: str) -> Json:
    meaning = find(code)
    examples = [(name, text) for name, text in (("Wrong", meaning.wrong), ("Right", meaning.right)) if text]
    markdown = [meaning.text, *(f"{name}:\n\n```{_language(text)}\n{text.strip()}\n```" for name, text in examples)]
    text = [meaning.text, *(f"{name}:\n\n{text.strip()}" for name, text in examples)]
    finding = code in VERDICTS.values()
    properties: Json = {"tags": ["privacy", "security"] if finding else ["privacy"], "precision": _PRECISION}
    if code == "FA701":
        properties["security-severity"] = "8.0"
    return {
        "id": code,
        "name": _name(meaning.title),
        "shortDescription": {"text": meaning.title},
        "fullDescription": {"text": meaning.text},
        "help": {"text": "\n\n".join(text), "markdown": "\n\n".join(markdown)},
        "defaultConfiguration": {"level": "warning" if code == "FA703" else "error"},
        "properties": properties,
    }


def _name(title: str) -> str:
    """The title as one word, `PrivacyClaimIsRefuted`."""
    words = title.replace("[", " ").split()
    return "".join(word.capitalize() for word in words if word.isalnum() and word not in ("a", "an", "the"))


def _language(example: str) -> str:
    return "console" if example.startswith("$ ") else "toml" if example.startswith("[") else "python"


def _invocation(report: Report, told: list[Finding]) -> Json:
    invocation: Json = {
        "executionSuccessful": report.status in (0, 1, 3),
        "exitCode": report.status,
    }
    notes: list[Json] = [
        {"descriptor": {"id": item.code}, "level": item.level, "message": {"text": _plain(item)}} for item in told
    ]
    if report.reals:
        notes.append({"level": "note", "message": {"text": IDEAL}})
    if notes:
        invocation["toolExecutionNotifications"] = notes
    return invocation


def _result(item: Finding, codes: list[str]) -> Json:
    assert item.place is not None
    result: Json = {
        "ruleId": item.code,
        "ruleIndex": codes.index(item.code),
        "level": item.level,
        "message": {"text": _plain(item)},
        "locations": [_location(item.place)],
        "partialFingerprints": {"faier/finding/v1": _fingerprint(item.code, item.identity)},
    }
    if item.answer is not None:
        result |= _claim(item.answer, item.place)
    return result


def _claim(answer: Answer, place: Place) -> Json:
    """What only a claim has: the mechanism and both sides of the witness as related places, and its figures."""
    question = answer.question
    definition = Place(question.path, question.defined or place.line)
    related: list[Json] = [{"id": 1, **_location(definition), "message": {"text": "the mechanism"}}]
    properties: Json = {"faier/id": question.id, "faier/verdict": answer.verdict, "faier/engine": answer.engine}
    flows: list[Json] = []
    if answer.loss is not None and answer.loss.exact is not None:
        properties["faier/tightEpsilon"] = answer.loss.exact.text
    if answer.verdict == "refuted" and answer.story is not None:
        related += _sides(answer.story, definition)
        properties["faier/ratio"] = answer.story.ratio.text
        flows = _flows(answer.story, question.path)
    name = visible(question.mechanism)
    logical = {"name": name, "fullyQualifiedName": f"{visible(question.path)}::{name}", "kind": "function"}
    location = _location(place) | {"logicalLocations": [logical]}
    told: Json = {"locations": [location], "relatedLocations": related, "properties": properties}
    return told | {"codeFlows": flows} if flows else told


def _flows(story: Story, path: str) -> list[Json]:
    """A likely run to the output on each side, statement by statement, as far as they are known."""
    flows: list[Json] = []
    for given, run in zip((story.left, story.right), story.runs, strict=False):
        steps = [
            {"location": _location(Place(step.path or path, step.line)) | {"message": {"text": _unlinked(text)}}}
            for step in run.steps
            if (text := _happening(step))
        ]
        if steps:
            message = f"given {named(given)}: a run of probability {fraction(run.probability)}"
            flows.append({"message": {"text": _unlinked(message)}, "threadFlows": [{"locations": steps}]})
    return flows


def _happening(step: Step) -> str:
    """What a statement does in a run; nothing for one that only looks."""
    told = [f"draws {visible(value.text)} with probability {fraction(chance)}" for value, chance in step.drawn]
    told += [f"{visible(name)} = {visible(value.text)}" for name, value in step.changed]
    return "; ".join(told + ([f"shows {visible(step.shows.text)}"] if step.shows is not None else []))


def _sides(story: Story, place: Place) -> list[Json]:
    sides = (("left", story.left, story.probability_left), ("right", story.right, story.probability_right))
    return [
        {
            "id": number,
            **_location(place),
            "message": {"text": _unlinked(f"{side}: {named(values)}: {weight(story)} {fraction(probability)}")},
        }
        for number, (side, values, probability) in enumerate(sides, 2)
    ]


def _location(place: Place) -> Json:
    physical: Json = {"artifactLocation": _artifact(place.path)}
    if place.line:
        region = {"startLine": place.line}
        if place.column:
            region["startColumn"] = place.column
        if place.end_line >= place.line and place.end_column:
            region |= {"endLine": place.end_line, "endColumn": place.end_column}
        physical["region"] = region
    return {"physicalLocation": physical}


def _artifact(path: str) -> Json:
    """Relative to where faier was run; an absolute path is a `file` URI. Every byte of the name survives."""
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:
        name = path.encode("utf-8", "surrogatepass")
    if Path(path).is_absolute():
        return {"uri": f"file://{quote(name)}"}
    return {"uri": quote(name), "uriBaseId": "%SRCROOT%"}


def _fingerprint(code: str, identity: str) -> str:
    return hashlib.sha256(f"{code}\0{identity}".encode("utf-8", "surrogatepass")).hexdigest()


def _plain(item: Finding) -> str:
    text = item.message if item.message.endswith(".") else f"{item.message[:1].upper()}{item.message[1:]}."
    return _unlinked(f"{text} {item.hint[:1].upper()}{item.hint[1:]}.") if item.hint else _unlinked(text)


def _unlinked(text: str) -> str:
    """The text without what readers of SARIF take for a link, `[text](target)`."""
    return text.replace("](", "] (")
