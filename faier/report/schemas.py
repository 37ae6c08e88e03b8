"""The JSON Schemas of the documents that `to_json` writes, for programs that read them.

Documents only ever gain keys, so the schemas allow keys that they do not name. Exact numbers are strings.
"""

from __future__ import annotations

from faier.version import VERSION

Json = dict[str, object]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

TEXT: Json = {"type": "string"}
TRUTH: Json = {"type": "boolean"}
COUNT: Json = {"type": "integer", "minimum": 0}
FLOAT: Json = {"type": ["number", "null"]}
SECONDS: Json = {"type": "number", "minimum": 0}
ANYTHING: Json = {}
VALUES: Json = {"type": "object", "additionalProperties": True}


def schema(command: str) -> Json:
    """The schema of the document of a command."""
    if command == "diff":
        return _head(command) | _difference()
    if command == "verify":
        return _head(command) | _verification()
    if command == "learn":
        return _head(command) | _learned()
    if command == "plan":
        return _head(command) | _planned()
    items = {"check": _checked, "bound": _bounded, "certify": _judged, "list": _listed, "compile": _compiled}
    items["calibrate"] = _calibrated
    items["audit"] = _audited
    item = items[command]()
    keys: Json = {
        "schema": {"const": f"faier.{command}/1"},
        "faier": TEXT,
        "results": _several(item),
        "errors": _several(_error()),
        "exit": {"enum": [0, 1, 2, 3, 4, 130]},
    }
    if command == "audit":
        keys["undecided"] = _several(_record({"mechanism": TEXT, "reason": TEXT}))
    if command == "check":
        keys["summary"] = _record({"claims": COUNT, "ok": COUNT, "failed": COUNT, "undecided": COUNT})
    document = _record(keys, {"interrupted": {"const": True}, "notes": _several(TEXT)})
    return _head(command) | document


def _head(command: str) -> Json:
    return {"$schema": DIALECT, "title": f"faier {command} --format json", "description": f"faier {VERSION}"}


def _difference() -> Json:
    status: Json = {"status": {"enum": ["same", "better", "worse", "undecided"]}, "note": TEXT}
    epsilon = _record(status | {"was": _maybe(_bounded()), "is": _maybe(_bounded())})
    change: Json = {"change": {"enum": ["kept", "changed", "appeared", "vanished"]}}
    claim = _record(change | status | {"was": _maybe(_checked()), "is": _maybe(_checked())})
    item = _record({"path": TEXT, "mechanism": TEXT, "epsilons": _several(epsilon), "claims": _several(claim)})
    counts: Json = dict.fromkeys(("worse", "undecided", "better", "same", "unchanged_files"), COUNT)
    keys: Json = {
        "schema": {"const": "faier.diff/1"},
        "faier": TEXT,
        "old": TEXT,
        "new": TEXT,
        "results": _several(item),
        "errors": _several(_error()),
        "earlier_errors": _several(_error()),
        "summary": _record(counts),
        "exit": {"enum": [0, 1, 2, 3, 4, 130]},
    }
    return _record(keys, {"interrupted": {"const": True}, "notes": _several(TEXT)})


def _verification() -> Json:
    answer: Json = {"enum": ["valid", "invalid", "holey"]}
    verdict: Json = {"enum": ["proved", "refuted", "least error", None]}
    rho: Json = {"rho": TEXT, "rho_exact": _maybe(TEXT), "rho_value": FLOAT}
    claim = _record(
        {
            "epsilon": _maybe(TEXT),
            "epsilon_exact": _maybe(TEXT),
            "epsilon_value": FLOAT,
            "delta": _maybe(TEXT),
            "delta_exact": _maybe(TEXT),
            "neighbors": _maybe(TEXT),
            "prior": _maybe(TEXT),
        },
        {"pairs": TEXT, "renyi": _record({"alpha": _maybe(TEXT)} | rho), "zcdp": _record(rho)},
    )
    item = _record(
        {
            "certificate": TEXT,
            "about": TEXT,
            "answer": answer,
            "verdict": verdict,
            "statement": _maybe(TEXT),
            "reason": _maybe(TEXT),
            "mechanism": _maybe(TEXT),
            "claim": _maybe(claim),
            "set": _maybe({"type": "object", "additionalProperties": TEXT}),
            "length": _maybe(COUNT),
            "expected": _maybe(TEXT),
            "of_the_file": TRUTH,
        }
    )
    return _record(
        {
            "schema": {"const": "faier.verify/1"},
            "faier": TEXT,
            "results": _several(item),
            "errors": _several(_error()),
            "exit": {"enum": [0, 1, 2, 3, 4]},
        },
        {"notes": _several(TEXT)},
    )


def _planned() -> Json:
    error = _record(
        {"total": _maybe(TEXT), "mean": FLOAT, "worst": FLOAT, "mean_exact": _maybe(TEXT), "worst_exact": _maybe(TEXT)}
    )
    method = _record(
        {
            "method": TEXT,
            "scale": TEXT,
            "stretch": COUNT,
            "error": error,
            "bound": FLOAT,
            "ratio": FLOAT,
            "measured": _maybe(COUNT),
            "mechanism": _maybe(TEXT),
        }
    )
    keys: Json = {
        "schema": {"const": "faier.plan/1"},
        "faier": TEXT,
        "policy": _maybe(TEXT),
        "workload": _maybe(TEXT),
        "epsilon": _maybe(TEXT),
        "queries": COUNT,
        "results": _several(method),
        "refused": _several(_record({"method": TEXT, "reason": TEXT})),
        "errors": _several(_error()),
        "exit": {"enum": [0, 2]},
    }
    return _record(keys, {"notes": _several(TEXT)})


def _learned() -> Json:
    """What every kind of prior has, and what some have."""
    texts, rows = _several(TEXT), _several(_several(COUNT))
    mixture = _record({"weights": texts, "means": texts, "deviations": texts})
    box = _record({"name": TEXT, "from": ANYTHING, "to": ANYTHING, "low": TEXT, "high": TEXT})
    some: Json = {
        "sequences": COUNT,
        "steps": COUNT,
        "gaps": COUNT,
        "left_out": COUNT,
        "states": _several(ANYTHING),
        "secrets": _several(ANYTHING),
        "values": _several(ANYTHING),
        "counts": rows,
        "first": texts,
        "start": {"enum": ["stationary", "sequences", "records"]},
        "boxes": _several(box),
        "emissions": {"enum": ["categorical", "normal"]},
        "next": _several(texts),
        "shown": _several(texts),
        "means": texts,
        "deviations": texts,
        "log_likelihood": {"type": "number"},
        "mixtures": _several(mixture),
    }
    item = _record(
        {
            "path": TEXT,
            "prior": TEXT,
            "kind": {"enum": ["chain", "hidden chain", "empirical", "mixture"]},
            "records": COUNT,
            "missing": COUNT,
            "notes": texts,
            "written": _maybe(TEXT),
            "program": TEXT,
        },
        some,
    )
    return _record(
        {
            "schema": {"const": "faier.learn/1"},
            "faier": TEXT,
            "results": _several(item),
            "errors": _several(_error()),
            "exit": {"enum": [0, 2]},
        }
    )


def _checked() -> Json:
    return _record(
        {
            "id": TEXT,
            "path": TEXT,
            "line": COUNT,
            "mechanism": TEXT,
            "name": _maybe(TEXT),
            "claim": _claim(),
            "expected": {"enum": ["proved", "refuted"]},
            "verdict": {"enum": ["proved", "refuted", "undecided"]},
            "ok": TRUTH,
            "reason": _maybe(TEXT),
            "coverage": _coverage(),
            "engine": TEXT,
            "seconds": SECONDS,
            "tight": _maybe(_epsilon()),
            "witness": _maybe(_witness()),
        },
        {
            "growth": _growth(),
            "advice": TEXT,
            "attempts": _several(_attempt()),
            "certificate": _record({"evidence": TRUTH, "reason": _maybe(TEXT)}),
        },
    )


def _calibrated() -> Json:
    value = _record({"exact": _maybe(TEXT), "proved": TEXT, "refuted": _maybe(TEXT)})
    return _record(
        {
            "id": TEXT,
            "path": TEXT,
            "line": COUNT,
            "mechanism": TEXT,
            "claim": _claim(),
            "vary": TEXT,
            "direction": {"enum": ["least", "greatest", None]},
            "value": _maybe(value),
            "refuted": _maybe(TEXT),
            "mean_error": FLOAT,
            "beyond": {"enum": ["post-processing", "algebra", None]},
            "throughout": {"enum": ["post-processing", "algebra", "tried", "apart", None]},
            "coverage": _maybe(_coverage()),
            "reason": _maybe(TEXT),
            "witness": _maybe(_witness()),
            "engine": TEXT,
            "seconds": SECONDS,
        },
        {
            "error": TEXT,
            "epsilon": _maybe(_epsilon()),
            "compare": _several(_method()),
            "not_applicable": _several(_record({"method": TEXT, "reason": TEXT})),
            "optimum": _optimum(),
        },
    )


def _optimum() -> Json:
    error = _maybe(_record({"lower": FLOAT, "upper": FLOAT}))
    epsilon = _maybe(_record({"exact": _maybe(TEXT), "lower": FLOAT, "upper": FLOAT}))
    return _record(
        {
            "error": error,
            "certified": TRUTH,
            "outputs": _several(TEXT),
            "epsilon": epsilon,
            "mean": error,
            "middle": _maybe(_record({"error": error, "epsilon": epsilon})),
            "times": {"type": "object", "additionalProperties": FLOAT},
            "reason": _maybe(TEXT),
        }
    )


def _method() -> Json:
    epsilon = _record({"exact": _maybe(TEXT), "lower": FLOAT, "upper": FLOAT})
    return _record(
        {
            "method": TEXT,
            "from": TEXT,
            "value": TEXT,
            "mean_error": FLOAT,
            "epsilon": _maybe(epsilon),
            "holds": _maybe(TRUTH),
        },
        {"witness": _witness(), "reason": TEXT},
    )


def _audited() -> Json:
    kind: Json = {"event": {"enum": ["outputs", "twice", "repeated"]}}
    event = _record(kind | {"outputs": _several(TEXT), "found": FLOAT, "expected": FLOAT})
    return _record(
        {
            "path": TEXT,
            "mechanism": TEXT,
            "implementation": TEXT,
            "claim": _claim(),
            "input": VALUES,
            "samples": COUNT,
            "verdict": {"enum": ["consistent", "differs", "leaks", "too few"]},
            "p_value": FLOAT,
            "distance": FLOAT,
            "epsilon": _record({"lower": _maybe(FLOAT), "claimed": _maybe(FLOAT)}),
            "seconds": SECONDS,
        },
        {
            "difference": event,
            "leak": _record({"against": VALUES, "outputs": _several(TEXT), "found": _several(FLOAT)}),
        },
    )


def _attempt() -> Json:
    return _record({"engine": TEXT, "seconds": SECONDS, "reason": TEXT})


def _bounded() -> Json:
    return _record(
        {
            "path": TEXT,
            "line": COUNT,
            "mechanism": TEXT,
            "neighbors": _maybe(TEXT),
            "prior": _maybe(TEXT),
            "epsilon": _maybe(_epsilon()),
            "reason": _maybe(TEXT),
            "coverage": _coverage(),
            "engine": TEXT,
            "seconds": SECONDS,
            "witness": _maybe(_witness()),
        },
        {
            "pairs": TEXT,
            "advice": TEXT,
            "growth": _growth(),
            "curve": _several(_record({"length": COUNT, "epsilon": _epsilon(), "epsilon_value": FLOAT})),
            "curve_reason": _maybe(TEXT),
            "given": _record({"epsilon": TEXT, "epsilon_value": FLOAT}),
            "delta": _maybe(_record({"exact": _maybe(TEXT), "value": FLOAT}, {"lower": FLOAT})),
            "renyi": _record(
                {"alpha": TEXT, "exact": _maybe(TEXT), "lower": FLOAT, "upper": FLOAT},
                {"length": COUNT, "per_value": FLOAT},
            ),
            "zcdp": _record({"rho": _ends(), "alpha": _maybe(TEXT)}),
            "total_variation": _ends(),
            "profile": _several(
                _record({"epsilon": FLOAT, "delta": _record({"exact": _maybe(TEXT), "value": FLOAT}, {"lower": FLOAT})})
            ),
            "measures_reason": _maybe(TEXT),
            "sampled": _record(
                {"epsilon": _maybe(_epsilon()), "outputs": COUNT, "seed": COUNT, "reason": _maybe(TEXT)}
            ),
        },
    )


def _ends() -> Json:
    return _record({"exact": _maybe(TEXT), "lower": FLOAT, "upper": FLOAT})


def _growth() -> Json:
    return _record({"prefix": _several(TEXT), "cycle": _several(TEXT), "suffix": _several(TEXT), "per_cycle": TEXT})


def _judged() -> Json:
    return _record(
        {
            "id": TEXT,
            "path": TEXT,
            "line": COUNT,
            "mechanism": TEXT,
            "claim": _claim(),
            "violation": {"type": ["boolean", "null"]},
            "reason": _maybe(TEXT),
            "seconds": SECONDS,
            "witness": _maybe(_witness()),
        }
    )


def _listed() -> Json:
    claim = _record(
        {
            "id": TEXT,
            "line": COUNT,
            "name": _maybe(TEXT),
            "claim": _claim(),
            "expected": {"enum": ["proved", "refuted"]},
        }
    )
    return _record(
        {
            "path": TEXT,
            "line": COUNT,
            "kind": {"enum": ["mechanism", "prior"]},
            "name": TEXT,
            "signature": TEXT,
            "doc": TEXT,
            "claims": _several(claim),
        }
    )


def _compiled() -> Json:
    row = _several({"type": "array", "prefixItems": [COUNT, TEXT], "minItems": 2, "maxItems": 2})
    state = _record({"name": TEXT, "observes": row, "moves": row})
    keys: Json = {"heading": TEXT, "observations": _several(TEXT), "start": row, "states": _several(state)}
    model: Json = {"anyOf": [TEXT, _record(keys, {"rival": row})]}  # a tree or a query is a text
    return _record(
        {
            "path": TEXT,
            "mechanism": TEXT,
            "prior": _maybe(TEXT),
            "neighbors": _maybe(TEXT),
            "models": _several(model),
        }
    )


def _claim() -> Json:
    return _record(
        {
            "epsilon": _maybe(TEXT),
            "epsilon_value": FLOAT,
            "delta": _maybe(TEXT),
            "neighbors": _maybe(TEXT),
            "prior": _maybe(TEXT),
        },
        {
            "pairs": TEXT,
            "renyi": _record({"alpha": TEXT, "rho": TEXT, "rho_value": FLOAT}),
            "zcdp": _record({"rho": TEXT, "rho_value": FLOAT}),
        },
    )


def _coverage() -> Json:
    return _record({"length": COUNT, "all": TRUTH}, {"counts": {"const": "any"}})


def _epsilon() -> Json:
    return _record(
        {"exact": _maybe(TEXT), "lower": FLOAT, "upper": FLOAT, "finite": {"type": ["boolean", "null"]}}
        | {"attained": TRUTH},
        {"multiple": _record({"exact": _maybe(TEXT), "lower": FLOAT, "upper": FLOAT})},
    )


def _witness() -> Json:
    exact, floats = _record({"left": TEXT, "right": TEXT}), _record({"left": FLOAT, "right": FLOAT})
    interval = _record({"output": _several(ANYTHING), "probability": exact, "probability_value": floats})
    likely = {"probability": exact, "probability_value": floats, "density": floats, "density_exact": exact}
    dense: Json = {"interval": _maybe(interval), "rounded": {"const": True}}
    return _record(
        {
            "left": VALUES,
            "right": VALUES,
            "output": _several(ANYTHING),
            "ended": TRUTH,
            "ratio": TEXT,
            "epsilon": TEXT,
            "epsilon_value": FLOAT,
            "parameters": VALUES,
            "ratio_value": FLOAT,
        },
        {"powers": VALUES, "outputs": _several(_several(ANYTHING)), "delta": TEXT, "delta_value": FLOAT}
        | likely
        | {"renyi": _record({"alpha": TEXT, "exact": _maybe(TEXT), "lower": FLOAT, "upper": FLOAT, "allowed": TEXT})}
        | dense,
    )


def _error() -> Json:
    number: Json = {"type": ["integer", "null"], "minimum": 1}
    place: Json = {"line": number, "column": number, "end_line": number, "end_column": number}
    return _record(
        {"code": TEXT, "message": TEXT, "hint": TEXT, "path": _maybe(TEXT)} | place, {"notes": _several(TEXT)}
    )


def _record(required: Json, optional: Json | None = None) -> Json:
    return {"type": "object", "properties": required | (optional or {}), "required": list(required)}


def _several(item: Json) -> Json:
    return {"type": "array", "items": item}


def _maybe(item: Json) -> Json:
    return {"anyOf": [{"type": "null"}, item]}
