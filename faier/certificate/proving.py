"""Evidence that a claim holds, looked for on the checker's own model: one way after the other."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from flint import fmpq

from faier.certificate.again import GRAPH, NOT_MADE, Document, Timed, proof_in, read_again
from faier.certificate.boxes import Boxes
from faier.certificate.couplings import couplings
from faier.certificate.covers import all_rational, covers
from faier.certificate.places import placings
from faier.certificate.unwritten import Unwritten
from faier.certificate.ways import ways_of
from faier.checker.budgets import factor
from faier.checker.checking import MOST_STEPS
from faier.checker.claims import Claim
from faier.checker.compared import Compared, compared
from faier.checker.covering import cover
from faier.checker.enumeration import enumerated, ranges_of, require_conditions
from faier.checker.fed_process import Joint
from faier.checker.outcome import Invalid
from faier.checker.payments import payments
from faier.checker.proofs import aligned
from faier.checker.shifting import shifts, shown
from faier.engines.verdict import Proved
from faier.exact import rational
from faier.lang.program import Program
from faier.limits import LimitReached, Limits

# Steps of the checker that an enumeration may take, at first and at last.
QUICK, ENUMERATED = 20_000, 200_000

# Steps of the checker that an alignment may take, and the greatest shifts that are tried, one after the other.
ALIGNED = 4_000_000
SHIFTS = (1, 2, 4, 8)

# The parts of 1 by which reals are shifted, where whole numbers are not enough.
PARTS = (1, 2, 3, 4)

# Steps of the checker that its places may take.
PLACES = 10_000_000

# Steps of the checker that following two runs side by side may take.
PAYMENTS = 10_000_000

# Steps of the checker that comparing the laws of one real may take.
REALS = 6_000_000

# The shares of the time that one way to evidence may take, where another may have to follow; little is hoped for then.
HALF = 0.5
MOST = 0.8


Way = Callable[[Program, Document, int | None, Limits], dict[str, object]]


def proof_of(program: Program, document: Document, verdict: Proved, limits: Limits) -> dict[str, object]:
    """By the first way that comes to an end."""
    length = None if verdict.coverage.all else verdict.coverage.length
    reasons: list[str] = []
    for make, share in _ways(verdict.engine):
        within = limits.share(share)
        try:
            with Timed(MOST_STEPS, within).counting():
                return make(program, document, length, within)
        except NOT_MADE as reason:
            reasons.append(str(reason))
    raise Unwritten(f"no evidence was found: {'; '.join(dict.fromkeys(reasons))}")


def _ways(engine: str) -> list[tuple[Way, float]]:
    """With the share of the time for each; what another engine decided is short enough for those that follow words."""
    ways: list[tuple[Way, float]] = [(_quick, HALF), (_bounds, HALF), (_thorough, MOST), (_payments, 1)]
    match engine:
        case "density":
            return [(_reals, MOST), (_payments, 1)]
        case "coupling":
            return [(_places, MOST), *ways]
        case "shifts":
            return [(_shifts, HALF), (_aligned, HALF), *ways]
        case "alignment":
            return [(_aligned, HALF), *ways]
    return ways


def _quick(program: Program, document: Document, length: int | None, limits: Limits) -> dict[str, object]:
    return _enumeration(program, document, length, limits, QUICK)


def _places(program: Program, document: Document, length: int | None, limits: Limits) -> dict[str, object]:
    file, asked = read_again(program, document)
    return placings(Joint(file, asked, Timed(PLACES, limits)), length, limits)


def _aligned(program: Program, document: Document, length: int | None, limits: Limits) -> dict[str, object]:
    """The least shifts with which the checker finds an alignment."""
    file, asked = read_again(program, document)
    reals = "laplace" in file.words.values() or "faier" in file.modules.values()
    for part in PARTS if reals else PARTS[:1]:
        for shift in SHIFTS if part == 1 else SHIFTS[1:]:
            with suppress(Invalid):
                made: dict[str, object] = {"kind": "alignment", "shift": shift}
                made |= {"step": f"1/{part}"} if part > 1 else {}
                aligned(file, asked, length, proof_in(made), Timed(ALIGNED, limits))
                return made
    raise Unwritten("the checker finds no alignment")


def _shifts(program: Program, document: Document, length: int | None, limits: Limits) -> dict[str, object]:
    file, asked = read_again(program, document)
    budget = Timed(ALIGNED, limits)
    made: dict[str, object] = {"kind": "shifts"} | ways_of(shown(file, asked, budget), limits)
    shifts(file, asked, length, proof_in(made), budget)
    return made


def _payments(program: Program, document: Document, length: int | None, limits: Limits) -> dict[str, object]:
    file, asked = read_again(program, document)
    made: dict[str, object] = {"kind": "payments"}
    payments(file, asked, length, proof_in(made), Timed(PAYMENTS, limits))
    return made


def by_payments(program: Program, document: Document, limits: Limits) -> dict[str, object] | None:
    """Evidence by what each draw pays, if the checker is convinced by it."""
    try:
        with Timed(MOST_STEPS, limits).counting():
            return _payments(program, document, None, limits)
    except NOT_MADE:
        return None


def _reals(program: Program, document: Document, length: int | None, limits: Limits) -> dict[str, object]:
    return _enumeration(program, document, length, limits, REALS)


def _thorough(program: Program, document: Document, length: int | None, limits: Limits) -> dict[str, object]:
    return _enumeration(program, document, length, limits, ENUMERATED)


def _bounds(program: Program, document: Document, length: int | None, limits: Limits) -> dict[str, object]:
    file, asked = read_again(program, document)
    allowed = factor(asked.epsilon)
    wanted = rational(allowed) if isinstance(allowed, Fraction) else None
    joint = Joint(file, asked, Timed(GRAPH, limits))
    boxes = Boxes(ranges_of(file, asked), {}, Timed(MOST_STEPS, limits), limits=limits)
    proofs = [_bounding(words, asked, wanted, boxes) for words in compared(joint, length)]
    require_conditions(joint, boxes.settle)
    return {"kind": "bounds", "proofs": proofs} | ({"boxes": boxes.trees} if boxes.boxes else {})


def _bounding(words: Compared, asked: Claim, wanted: fmpq | None, boxes: Boxes) -> dict[str, object]:
    """By vectors where these come to an end soon, else by a coupling, which takes rational weights."""
    limits = boxes.limits
    if not all_rational(words):
        found = covers(words, boxes.ranges, limits)
        cover(words, asked.epsilon, proof_in(found), boxes)
        return found
    try:
        return covers(words, boxes.ranges, limits.share(HALF))
    except (LimitReached, Unwritten):
        limits.check()
        return couplings(words, wanted, limits)


def _enumeration(
    program: Program, document: dict[str, object], length: int | None, limits: Limits, steps: int
) -> dict[str, object]:
    """The checker's own enumeration, and the boxes it needs."""
    file, claim = read_again(program, document)
    boxes = Boxes(ranges_of(file, claim), {}, Timed(steps, limits), limits=limits)
    enumerated(Joint(file, claim, Timed(steps, limits)), length, boxes.settle)
    return {"kind": "enumeration", "boxes": boxes.trees}
