"""Where a fuzzer starts: the repository's own mechanism files, random ones, their certificates, and command lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import asked
from asked import Approach
from referee.generate import generate

from faier.certificate import evidence
from faier.certificate.write import certificate, heading
from faier.engines.verdict import Refuted, Undecided
from faier.lang import Rejected, parse
from faier.limits import seconds
from fuzzing.targets import PATH, SEPARATOR

ROOT = Path(__file__).resolve().parent.parent.parent
RANDOM = 60
LARGEST = 12_000


def texts() -> list[str]:
    """Mechanism files, right and wrong ones."""
    folders = ("models", "casestudies", "tests/accepted", "tests/rejected")
    found = [path.read_text() for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [*found, *(generate(seed).text("log(2)", "log(3), delta=1 / 8") for seed in range(RANDOM))]


def certificates(found: list[str]) -> Iterator[bytes]:
    """The small certificates of the claims that are decided quickly, each with its file."""
    for text in found:
        try:
            program = parse(text, PATH)
        except Rejected:
            continue
        places = dict.fromkeys((claim.subject.mechanism for claim in program.claims), 0)
        for claim in program.claims[:4]:
            place = places[claim.subject.mechanism]
            places[claim.subject.mechanism] += 1
            for length in (None, 2):
                try:
                    verdict = asked.check(program, claim, Approach(length=length), seconds(0.5, states=3_000))
                except Rejected:
                    break
                if isinstance(verdict, Undecided):
                    continue
                for steps in (evidence.QUICK, 1):  # with one step vectors or bounds have to be found
                    with mock.patch.object(evidence, "QUICK", steps), mock.patch.object(evidence, "ENUMERATED", steps):
                        head = heading(program, claim, place, {}, {}, verdict)
                        written = certificate(program, claim, head, verdict, seconds(0.5, states=3_000)).text
                    if len(written) + len(text) <= LARGEST and json.loads(written)["evidence"]["kind"] != "none":
                        yield written.encode() + SEPARATOR + text.encode()
                    if isinstance(verdict, Refuted) or claim.subject.relation is None:
                        break
