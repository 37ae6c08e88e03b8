"""A decided claim -> the text of its certificate. The same claim and verdict give the same bytes."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping

from faier.certificate.evidence import evidence
from faier.certificate.unwritten import Unwritten
from faier.checker import FORMAT
from faier.checker.checking import digest
from faier.engines.verdict import Proved, Refuted
from faier.lang.claim import Claim
from faier.lang.program import Program
from faier.limits import Limits


def certificate(
    program: Program,
    claim: Claim,
    decorator: int | None,
    texts: Mapping[str, str | None],
    settings: Mapping[str, str],
    verdict: Proved | Refuted,
    limits: Limits,
) -> str:
    """`decorator` is the claim's place above its mechanism, None for one from the command line, whose `texts` are
    then its expressions."""
    claimed = _written(program, claim, decorator) if decorator is not None else dict(texts)
    length = None if isinstance(verdict, Refuted) or verdict.coverage.all else verdict.coverage.length
    document: dict[str, object] = {
        "format": FORMAT,
        "file": {"path": program.path, "sha256": digest(program.source)},
        "set": dict(settings),
        "claim": {"mechanism": claim.subject.mechanism, "decorator": decorator} | claimed,
        "verdict": "refuted" if isinstance(verdict, Refuted) else "proved",
        "length": length,
    }
    try:
        document["evidence"] = evidence(program, claim, document, verdict, limits)
    except Unwritten as reason:
        document["evidence"] = {"kind": "none", "why": str(reason)}
    return json.dumps(document, ensure_ascii=True, separators=(",", ":")) + "\n"


def _written(program: Program, claim: Claim, decorator: int) -> dict[str, str | None]:
    """The claim's expressions as they stand in the file."""
    tree = ast.parse(program.source)
    functions = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == claim.subject.mechanism
    ]
    calls = [
        item
        for item in functions[0].decorator_list
        if isinstance(item, ast.Call) and any(keyword.arg == "epsilon" for keyword in item.keywords)
    ]
    given = {keyword.arg: keyword.value for keyword in calls[decorator].keywords}
    names = ("epsilon", "delta", "neighbors", "prior", "pairs")
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
