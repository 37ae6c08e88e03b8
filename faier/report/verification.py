"""What the checker says of certificates, as JSON for programs."""

from __future__ import annotations

import ast
import contextlib
import json
from collections.abc import Sequence

from faier.checker.budgets import Epsilon, exponent
from faier.checker.checking import Result
from faier.checker.command import about_reals
from faier.checker.stated import Stated
from faier.report.to_json import notes
from faier.report.wording import visible
from faier.version import VERSION


def to_json(results: Sequence[tuple[str, Result]], status: int, wrong: str = "") -> str:
    """The document `faier.verify/1`; `wrong` is what is wrong with the command line."""
    errors = []
    if wrong:
        from faier.report.to_json import problem_json
        from faier.report.usage_error import problem

        errors.append(problem_json(problem("verify", wrong)))
    document = {
        "schema": "faier.verify/1",
        "faier": VERSION,
        "results": [
            {
                "certificate": visible(path),
                "about": visible(result.about),
                "answer": result.answer,
                "verdict": result.verdict or None,
                "statement": visible(result.statement) or None,
                "reason": visible(result.reason) or None,
                **_stated(result.stated),
            }
            for path, result in results
        ],
        "errors": errors,
        **notes(any(about_reals(result) for _, result in results)),
        "exit": status,
    }
    return json.dumps(document, indent=1) + "\n"


def _stated(stated: Stated | None) -> dict[str, object]:
    """The claim as `check` tells it; nothing is known of it where the certificate or its file cannot be read."""
    if stated is None:
        nothing: dict[str, object] = dict.fromkeys(("mechanism", "claim", "set", "length", "expected"))
        return nothing | {"of_the_file": False}
    texts = {name: None if text is None else visible(text) for name, text in stated.texts.items()}
    measured = _measured(stated)
    claim: dict[str, object] = {
        "epsilon": texts["epsilon"],
        "epsilon_exact": None if stated.epsilon is None else stated.epsilon.shown(stated.unknown or "EPS"),
        "epsilon_value": None if stated.epsilon is None else _float(stated.epsilon),
        "delta": None if measured else texts["delta"] or "0",
        "delta_exact": None if stated.delta is None else str(stated.delta),
        "neighbors": texts["neighbors"],
        "prior": texts["prior"],
    }
    return {
        "mechanism": visible(stated.mechanism),
        "claim": claim | ({} if texts["pairs"] is None else {"pairs": texts["pairs"]}) | measured,
        "set": {visible(name): visible(text) for name, text in stated.settings.items()},
        "length": stated.length,
        "expected": stated.expected,
        "of_the_file": stated.of_the_file,
    }


def _measured(stated: Stated) -> dict[str, object]:
    """What is claimed in place of an epsilon, each number as it is written."""
    rho = {
        "rho_exact": None if stated.rho is None else stated.rho.shown("EPS"),
        "rho_value": None if stated.rho is None else _float(stated.rho),
    }
    text = stated.texts.get("zcdp")
    if text is not None:
        return {"zcdp": {"rho": visible(text), **rho}}
    text = stated.texts.get("renyi")
    if text is None:
        return {}
    match ast.parse(text, mode="eval").body:
        case ast.Tuple(elts=[alpha, bound]):
            order, least = (visible(ast.get_source_segment(text, node) or "") for node in (alpha, bound))
            return {"renyi": {"alpha": order, "rho": least, **rho}}
    return {"renyi": {"alpha": None, "rho": visible(text), **rho}}


def _float(epsilon: Epsilon) -> float | None:
    """The nearest float, about; null for one with an unknown, or beyond all floats."""
    if epsilon.rate:
        return None
    low, high = exponent(epsilon, 128)
    with contextlib.suppress(OverflowError):
        return float((low + high) / 2)
    return None
