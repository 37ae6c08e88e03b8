"""The rules for evidence about all words of a claim: by looking at each, with the boxes that the certificate lists for
unknowns; by vectors or by bounds, for every graph of words that is compared; by a cycle in one of them."""

from __future__ import annotations

from collections.abc import Callable

from .aligning import alignment
from .amounts import Amounts, amounts
from .budgets import Epsilon
from .claims import Claim
from .compared import Compared, compared
from .couplings import coupling
from .covering import cover
from .document import Fields
from .enumeration import enumerated, ranges_of, require_conditions
from .fed_process import Joint
from .file import File
from .growing import growth
from .kept_growth import grown
from .outcome import Budget, Invalid

Bounding = Callable[[Compared, Epsilon, Fields, Amounts], None]
BOUNDING: dict[str, Bounding] = {"cover": cover, "coupling": coupling}


def enumeration(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """`boxes` has a tree for every polynomial that is not seen to be nowhere negative without one, by `name_of`."""
    numbers = amounts(ranges_of(file, claim), evidence.take("boxes"), budget)
    evidence.finish()
    enumerated(Joint(file, claim, budget), length, numbers.settle)
    numbers.finish()


def bounded(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """`proofs` has one of kind "cover" or "coupling" for everything that the claim compares, in order; `boxes`, which
    may be left out, is what it is for an enumeration."""
    proofs = evidence.items("proofs")
    numbers = amounts(ranges_of(file, claim), evidence.take_or("boxes", {}), budget)
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
        BOUNDING[kind](words, claim.epsilon, proof, numbers)
        used += 1
    if not used or used != len(proofs):
        raise Invalid("the proofs are not those of what is compared")
    require_conditions(joint, numbers.settle)
    numbers.finish()


def aligned(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """For words of every length, whatever the certificate says of it."""
    joint = Joint(file, claim, budget)
    alignment(joint, evidence)
    require_conditions(joint, amounts(ranges_of(file, claim), {}, budget).settle)


def unbounded(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """`place` is the number of what is compared, from 0, in which words grow."""
    if length is not None:
        raise Invalid("growth has no length up to which it holds")
    joint, place = Joint(file, claim, budget), evidence.count("place")
    found = next((words for number, words in enumerate(compared(joint, None)) if number == place), None)
    if found is None:
        raise Invalid("nothing that is compared has this number")
    growth(found, evidence, budget)
    require_conditions(joint, amounts(ranges_of(file, claim), {}, budget).settle)


def in_cells(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """The same of noise that is kept, on cells."""
    if length is not None:
        raise Invalid("growth has no length up to which it holds")
    grown(Joint(file, claim, budget), evidence)
