"""What the checker says of certificates, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from faier.checker.checking import Result
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
                "reason": visible(result.reason) or None,
            }
            for path, result in results
        ],
        "errors": errors,
        "exit": status,
    }
    return json.dumps(document, indent=1) + "\n"
