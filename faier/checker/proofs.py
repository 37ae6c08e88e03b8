"""The rules for evidence about all words of a claim: by looking at each, with the boxes that the certificate lists for
unknowns; by vectors or by bounds, for every graph of words that is compared; by a cycle in one of them."""

from __future__ import annotations

from collections.abc import Callable

from .budgets import Epsilon
from .claims import Claim
from .compared import Compared, compared, conditions_hold
from .couplings import coupling
from .covering import cover
from .document import Fields
from .enumeration import enumerated, ranges_of
from .forms import Number, key_of
from .growing import growth
from .inequality import covered, name_of, unit_polynomial
from .joint import Joint
from .language import File
from .outcome import Budget, Invalid

Bounding = Callable[[Compared, Epsilon, Fields, Budget], None]
BOUNDING: dict[str, Bounding] = {"cover": cover, "coupling": coupling}


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


def bounded(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """`proofs` has one of kind "cover" or "coupling" for everything that the claim compares, in order."""
    proofs = evidence.items("proofs")
    evidence.finish()
    joint = Joint(file, claim, budget)
    used = 0
    for words in compared(joint, length):
        if used == len(proofs):
            raise Invalid("something that is compared has no proof")
        proof = Fields(proofs[used], "a proof")
        kind = proof.text("kind")
        if kind not in BOUNDING:
            raise Invalid("a proof is of no known kind")
        BOUNDING[kind](words, claim.epsilon, proof, budget)
        used += 1
    if not used or used != len(proofs):
        raise Invalid("the proofs are not those of what is compared")
    conditions_hold(joint)


def unbounded(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """`place` is the number of what is compared, from 0, in which words grow."""
    if length is not None:
        raise Invalid("growth has no length up to which it holds")
    joint, place = Joint(file, claim, budget), evidence.count("place")
    found = next((words for number, words in enumerate(compared(joint, None)) if number == place), None)
    if found is None:
        raise Invalid("nothing that is compared has this number")
    growth(found, evidence, budget)
    conditions_hold(joint)
