"""The rules for proofs by looking at every word, with the boxes that the certificate lists for unknowns."""

from __future__ import annotations

from .claims import Claim
from .document import Fields
from .enumeration import enumerated, ranges_of
from .forms import Number, key_of
from .inequality import covered, name_of, unit_polynomial
from .joint import Joint
from .language import File
from .outcome import Budget, Invalid


def enumeration(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """`boxes` has a tree for every polynomial that is not seen to be nowhere negative without one, by `name_of`."""
    boxes = evidence.take("boxes")
    evidence.finish()
    if not isinstance(boxes, dict):
        raise Invalid("`boxes` is not an object")
    ranges = ranges_of(file, claim)
    settled: set[object] = set()
    used: set[str] = set()

    def settle(number: Number) -> bool:
        key = key_of(number)
        if key not in settled:
            budget.spend(10)
            polynomial = unit_polynomial(number, ranges)
            if not covered(polynomial, len(ranges), 0):
                name = name_of(polynomial)
                used.add(name)
                if name not in boxes or not covered(polynomial, len(ranges), boxes[name]):
                    return False
            settled.add(key)
        return True

    enumerated(Joint(file, claim, budget), length, settle)
    if set(boxes) - used:
        raise Invalid("there are boxes for a polynomial that does not come up")
