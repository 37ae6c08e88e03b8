"""The part of the schema of SARIF 2.1.0 that faier's logs touch, as strict as the whole: same types, same required
keys, same enumerations, and no key that the standard does not have. Objects faier never writes are left out, so their
keys count as unknown.

Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, sections 3.13 to 3.59.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
BAG: Json = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": TEXT, "uniqueItems": True}},
    "additionalProperties": True,
}
LEVEL: Json = {"enum": ["none", "note", "warning", "error"]}
URI: Json = {"type": "string", "pattern": r"^[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*$"}


def _object(required: list[str], **properties: Json) -> Json:
    known = properties | {"properties": BAG}
    return {"type": "object", "properties": known, "required": required, "additionalProperties": False}


def _several(name: str, unique: bool = False, least: int = 0) -> Json:
    return {"type": "array", "items": _of(name), "uniqueItems": unique, "minItems": least}


def _of(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


_MESSAGE = {"text": TEXT, "markdown": TEXT, "id": TEXT, "arguments": {"type": "array", "items": TEXT}}
_POSITIVE: Json = {"type": "integer", "minimum": 1}

DEFINITIONS: Json = {
    "message": _object([], **_MESSAGE) | {"anyOf": [{"required": ["text"]}, {"required": ["id"]}]},
    "multiformatMessageString": _object(["text"], text=TEXT, markdown=TEXT),
    "artifactLocation": _object(
        [], uri=URI, uriBaseId=TEXT, index={"type": "integer", "minimum": -1}, description=_of("message")
    ),
    "region": _object(
        [], startLine=_POSITIVE, startColumn=_POSITIVE, endLine=_POSITIVE, endColumn=_POSITIVE, message=_of("message")
    ),
    "physicalLocation": _object([], artifactLocation=_of("artifactLocation"), region=_of("region"))
    | {"anyOf": [{"required": ["address"]}, {"required": ["artifactLocation"]}]},
    "logicalLocation": _object([], name=TEXT, fullyQualifiedName=TEXT, decoratedName=TEXT, kind=TEXT),
    "location": _object(
        [],
        id={"type": "integer", "minimum": -1},
        physicalLocation=_of("physicalLocation"),
        logicalLocations=_several("logicalLocation", unique=True),
        message=_of("message"),
    ),
    "reportingConfiguration": _object([], enabled={"type": "boolean"}, level=LEVEL, rank={"type": "number"}),
    "reportingDescriptor": _object(
        ["id"],
        id=TEXT,
        name=TEXT,
        shortDescription=_of("multiformatMessageString"),
        fullDescription=_of("multiformatMessageString"),
        help=_of("multiformatMessageString"),
        helpUri=URI,
        defaultConfiguration=_of("reportingConfiguration"),
    ),
    "reportingDescriptorReference": _object([], id=TEXT, index={"type": "integer", "minimum": -1})
    | {"anyOf": [{"required": ["index"]}, {"required": ["guid"]}, {"required": ["id"]}]},
    "notification": _object(
        ["message"],
        message=_of("message"),
        level=LEVEL,
        descriptor=_of("reportingDescriptorReference"),
        locations=_several("location", unique=True),
    ),
    "invocation": _object(
        ["executionSuccessful"],
        executionSuccessful={"type": "boolean"},
        exitCode={"type": "integer"},
        toolExecutionNotifications=_several("notification"),
    ),
    "result": _object(
        ["message"],
        ruleId=TEXT,
        ruleIndex={"type": "integer", "minimum": -1},
        kind={"enum": ["notApplicable", "pass", "fail", "review", "open", "informational"]},
        level=LEVEL,
        message=_of("message"),
        locations=_several("location"),
        relatedLocations=_several("location", unique=True),
        codeFlows=_several("codeFlow"),
        partialFingerprints={"type": "object", "additionalProperties": TEXT},
    ),
    "codeFlow": _object(["threadFlows"], message=_of("message"), threadFlows=_several("threadFlow", least=1)),
    "threadFlow": _object(["locations"], message=_of("message"), locations=_several("threadFlowLocation", least=1)),
    "threadFlowLocation": _object([], location=_of("location"), kinds={"type": "array", "items": TEXT}),
    "toolComponent": _object(
        ["name"],
        name=TEXT,
        version=TEXT,
        semanticVersion=TEXT,
        informationUri=URI,
        rules=_several("reportingDescriptor", unique=True),
    ),
    "tool": _object(["driver"], driver=_of("toolComponent")),
    "runAutomationDetails": _object([], id=TEXT, description=_of("message")),
    "run": _object(
        ["tool"],
        tool=_of("tool"),
        invocations=_several("invocation"),
        originalUriBaseIds={"type": "object", "additionalProperties": _of("artifactLocation")},
        results=_several("result"),
        automationDetails=_of("runAutomationDetails"),
        columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    ),
}

LOG: Json = {
    "$defs": DEFINITIONS,
    "type": "object",
    "properties": {
        "$schema": {"type": "string"},
        "version": {"enum": ["2.1.0"]},
        "runs": _several("run"),
        "properties": BAG,
    },
    "required": ["version", "runs"],
    "additionalProperties": False,
}
