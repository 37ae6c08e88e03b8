"""Certificates of the claims of a text, made in this process, and the checker's answers."""

from __future__ import annotations

from dataclasses import dataclass

import asked

from faier.certificate.write import certificate, heading
from faier.checker import Result, check
from faier.engines.verdict import Proved, Undecided
from faier.lang import parse
from faier.limits import seconds


@dataclass(frozen=True)
class Certified:
    label: str
    proved: bool
    text: str
    source: str

    def answer(self, text: str | None = None, source: str | None = None, steps: int = 2_000_000) -> Result:
        data = self.text if text is None else text
        return check(data.encode(), (self.source if source is None else source).encode(), steps)


def certified(source: str, settings: dict[str, str] | None = None, time: float = 20) -> list[Certified]:
    """The certificate of every claim that is decided in this time."""
    program = parse(source, "mechanism.py", settings or {})
    found, places = [], dict.fromkeys((claim.subject.mechanism for claim in program.claims), 0)
    for claim in program.claims:
        place = places[claim.subject.mechanism]
        places[claim.subject.mechanism] += 1
        verdict = asked.check(program, claim, limits=seconds(time), certified=True)
        if not isinstance(verdict, Undecided):
            head = heading(program, claim, place, {}, settings or {}, verdict)
            text = certificate(program, claim, head, verdict, seconds(60)).text
            found.append(
                Certified(f"{claim.subject.mechanism} {claim.label}", isinstance(verdict, Proved), text, source)
            )
    return found
