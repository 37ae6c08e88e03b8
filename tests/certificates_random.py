"""A random mechanism -> claims at, near and below its tight epsilon, and with a delta; and their certificates."""

from __future__ import annotations

import json
from collections.abc import Iterator

import asked
from certificates import Certified
from flint import fmpq
from referee.contest import approach
from referee.generate import GeneratedFile, generate

from faier.certificate.write import certificate, heading
from faier.engines.verdict import Proved, Undecided
from faier.exact import from_ratio
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import seconds


def random_certificates(seed: int, extras: frozenset[str] = frozenset(), time: float = 60) -> Iterator[Certified]:
    """Of every claim that is decided, for one of the comparisons of the random file."""
    made = generate(seed, extras)
    index = seed % max(1, len(made.relations))
    for budget in _budgets(made, index, time):
        source = made.text(budget, index=index)
        try:
            program = parse(source, "mechanism.py")
            claim = program.claims[0]
            verdict = asked.check(program, claim, approach(made), seconds(time))
        except Rejected:
            continue
        if not isinstance(verdict, Undecided):
            head = heading(program, claim, 0, {}, {}, verdict)
            text = certificate(program, claim, head, verdict, seconds(time)).text
            label = f"seed {seed}, {made.comparison(index)}, epsilon={budget}"
            yield Certified(label, isinstance(verdict, Proved), text, source)


def kind_of_evidence(item: Certified) -> str:
    evidence = json.loads(item.text)["evidence"]
    if evidence["kind"] == "bounds":
        return "bounds, " + ", ".join(sorted({proof["kind"] for proof in evidence["proofs"]}))
    return str(evidence["kind"]) + (" with boxes" if evidence.get("boxes") else "")


def _budgets(made: GeneratedFile, index: int, time: float) -> list[str]:
    """Expressions for epsilon, some with a delta."""
    try:
        program = parse(made.text(index=index), "mechanism.py")
        subject = program.claims[0].subject
        found = asked.bound(program, subject, approach(made), seconds(time)).tight
    except Rejected:
        return []
    budgets = [] if made.shape in ("stream", "records") else ["log(2) / 2, delta=1 / 7"]
    if found is None or found.lower is None:
        return [*budgets, "log(1000000)"]
    if isinstance(found.lower, fmpq):
        for ratio in (found.lower, (found.lower + 1) / 2):
            budgets.append(f"log({int(ratio.p)} / {int(ratio.q)})")
    near = from_ratio(found.lower).value
    return [*budgets, f"{near + 0.01:.4f}", f"{max(near - 0.01, 0):.4f}"]
