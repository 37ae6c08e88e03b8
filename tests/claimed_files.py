"""Mechanism files with one claim, and certificates that are written for them by hand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from faier.checker import FORMAT, check
from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.forms import Number
from faier.checker.language import read
from faier.checker.outcome import Budget


@dataclass(frozen=True)
class Claimed:
    """The mechanism is `m`; its decorator says `epsilon` and then what is given. Evidence looks at every word, if
    nothing else is said."""

    source: str
    epsilon: str
    decorator: str
    evidence: object = None
    verdict: str = "proved"

    def with_evidence(self, evidence: object) -> Claimed:
        return replace(self, evidence=evidence)

    def refuted(self, shown: list[object], left: object, right: object, at_epsilon: str | None = None) -> Claimed:
        """By one whole output."""
        outputs = [{"shown": shown, "ended": True}]
        sides = {"left": left, "right": right, "at_epsilon": at_epsilon}
        return replace(self, verdict="refuted", evidence={"kind": "violation", "outputs": outputs} | sides)

    @property
    def claim(self) -> dict[str, object]:
        parts = dict.fromkeys(("delta", "neighbors", "prior", "pairs"))
        said = (item.split("=", 1) for item in self.decorator.split(", "))
        return parts | dict(said) | {"mechanism": "m", "decorator": 0, "epsilon": self.epsilon}

    def certificate(self) -> bytes:
        digest = hashlib.sha256(self.source.encode()).hexdigest()
        head = {"format": FORMAT, "file": {"path": "m.py", "sha256": digest}, "set": {}, "claim": self.claim}
        evidence = self.evidence or {"kind": "enumeration", "boxes": {}}
        return json.dumps(head | {"verdict": self.verdict, "length": None, "evidence": evidence}).encode()

    def answer(self) -> tuple[str, str]:
        """With the reason."""
        found = check(self.certificate(), self.source.encode())
        return found.answer, found.reason

    def joint(self) -> Callable[[int], dict[tuple[object, ...], Number]]:
        """What each output weighs, for a value of `x`."""
        file = read(self.source, {})
        joint = Joint(file, claim_of(file, self.claim), Budget(10_000_000))

        def outputs(x: int) -> dict[tuple[object, ...], Number]:
            found: dict[tuple[object, ...], Number] = {}
            waiting = [((), joint.given({"x": x}))]
            while waiting:
                word, states = waiting.pop()
                tells, ended = joint.telling(states, lambda entry: x)
                for _, weight in joint.rest(ended).values():
                    found[word] = weight
                waiting += [((*word, letter), joint.told(tells, letter)) for letter in joint.letters(tells)]
            return found

        return outputs
