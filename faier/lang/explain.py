"""What every diagnostic means, with a file that is wrong and the same file put right.

Codes are stable. FA0xx: the file; FA1xx: what is not in the language; FA2xx: names and types; FA3xx: claims;
FA4xx: runs that could fail; FA5xx: limits; FA6xx: claims that say nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from faier.lang import explain_claims, explain_language, explain_names, explain_runs


@dataclass(frozen=True)
class Explanation:
    """`wrong` and `right` are whole mechanism files, tables `[tool.faier]`, or commands after a `$`; both are empty
    where nothing that is typed can show it."""

    title: str
    text: str
    wrong: str = ""
    right: str = ""


CODES: dict[str, Explanation] = {
    code: Explanation(*(part.strip() + "\n" if index > 1 else part for index, part in enumerate(parts)))
    for table in (explain_language.TABLE, explain_names.TABLE, explain_claims.TABLE, explain_runs.TABLE)
    for code, parts in table.items()
}
