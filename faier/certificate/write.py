"""A decided claim -> the text of its certificate. The same claim and verdict give the same bytes."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from faier.certificate.evidence import evidence
from faier.certificate.unwritten import Unwritten
from faier.checker import FORMAT
from faier.checker.checking import digest
from faier.checker.claims import MEASURES
from faier.engines.verdict import Proved, Refuted
from faier.lang.claim import Claim
from faier.lang.claims import PROMISES
from faier.lang.program import Program
from faier.limits import Limits


@dataclass(frozen=True)
class Certificate:
    """`missing` says why it holds no evidence."""

    text: str
    missing: str | None = None


def heading(
    program: Program,
    claim: Claim,
    decorator: int | None,
    texts: Mapping[str, str | None],
    settings: Mapping[str, str],
    verdict: Proved | Refuted | None,
) -> dict[str, object]:
    """What a certificate says but for its evidence. `decorator` is the claim's place above its mechanism, None for one
    from the command line, whose `texts` are then its expressions. Without a verdict it is about the least error."""
    claimed = _written(program, claim, decorator) if decorator is not None else dict(texts)
    length = verdict.coverage.length if isinstance(verdict, Proved) and not verdict.coverage.all else None
    return {
        "format": FORMAT,
        "file": {"path": program.path, "sha256": digest(program.source)} | _imports(program),
        "set": dict(settings),
        "claim": {"mechanism": claim.subject.mechanism, "decorator": decorator} | claimed,
        "verdict": _verdict(verdict),
        "length": length,
    }


def _verdict(verdict: Proved | Refuted | None) -> str:
    match verdict:
        case Proved():
            return "proved"
        case Refuted():
            return "refuted"
        case None:
            return "least error"


def _imports(program: Program) -> dict[str, object]:
    """The other files of the project, where there are some."""
    if not program.imports.texts:
        return {}
    digests = {place: digest(text) for place, text in program.imports.texts}
    return {"package": program.imports.package, "imports": digests}


def certificate(
    program: Program, claim: Claim, head: dict[str, object], verdict: Proved | Refuted, limits: Limits
) -> Certificate:
    try:
        return text_of(head, evidence(program, claim, head, verdict, limits))
    except Unwritten as reason:
        return without_evidence(head, str(reason))


def without_evidence(head: dict[str, object], why: str) -> Certificate:
    return replace(text_of(head, {"kind": "none", "why": why}), missing=why)


def text_of(head: dict[str, object], found: dict[str, object]) -> Certificate:
    return Certificate(json.dumps(head | {"evidence": found}, ensure_ascii=True, separators=(",", ":")) + "\n")


def _written(program: Program, claim: Claim, decorator: int) -> dict[str, str | None]:
    """The claim's expressions as they stand in the file."""
    tree = ast.parse(program.source)
    functions = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == claim.subject.mechanism
    ]
    calls = [
        item
        for item in functions[0].decorator_list
        if isinstance(item, ast.Call) and any(keyword.arg in PROMISES for keyword in item.keywords)
    ]
    given = {keyword.arg: keyword.value for keyword in calls[decorator].keywords}
    names = ("epsilon", "delta", "neighbors", "prior", "pairs", *(name for name in MEASURES if name in given))
    return {name: ast.get_source_segment(program.source, given[name]) if name in given else None for name in names}


def texts_of(epsilon: str, delta: str | None, neighbors: str | None, prior: str | None) -> dict[str, str | None]:
    """The expressions of a claim from the command line."""
    return {
        "epsilon": epsilon,
        "delta": delta,
        "neighbors": neighbors,
        "prior": prior,
        "pairs": None,
    }
