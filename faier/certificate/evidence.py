"""A verdict -> its evidence, in the terms of the checker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from flint import fmpq

from faier.certificate.boxes import Boxes
from faier.certificate.couplings import couplings
from faier.certificate.covers import all_rational, covers
from faier.certificate.divergences import exceeding, orders
from faier.certificate.growths import growths
from faier.certificate.kept_growths import kept_growths
from faier.certificate.places import placings
from faier.certificate.unwritten import Unwritten
from faier.certificate.ways import ways_of
from faier.checker.around import Others
from faier.checker.budgets import factor
from faier.checker.checking import MOST_STEPS
from faier.checker.claims import Claim as Asked
from faier.checker.claims import claim_of
from faier.checker.compared import Compared, compared
from faier.checker.covering import cover
from faier.checker.divergences import divergence, divergences
from faier.checker.document import Fields
from faier.checker.enumeration import enumerated, ranges_of, require_conditions
from faier.checker.fed_process import Joint
from faier.checker.file import File
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.proofs import aligned
from faier.checker.shifting import shifts, shown
from faier.engines.verdict import Proved, Refuted, Witness
from faier.exact import fraction, rational
from faier.hmm.model import AskLetter, EndLetter, Letter, TellLetter
from faier.lang.claim import Budget as Promised
from faier.lang.claim import Claim
from faier.lang.failures import MAXIMAL_BITS
from faier.lang.program import Program
from faier.lang.values import Between, Near, Real, Sequence, Shape, Value
from faier.limits import LimitReached, Limits

# Steps of the checker that an enumeration may take, at first and at last.
QUICK, ENUMERATED = 20_000, 200_000

# Steps of the checker that making the graphs of all words may take.
GRAPH = 2_000_000

# Steps of the checker that an alignment may take, and the greatest shifts that are tried, one after the other.
ALIGNED = 4_000_000
SHIFTS = (1, 2, 4, 8)

# The parts of 1 by which reals are shifted, where whole numbers are not enough.
PARTS = (1, 2, 3, 4)

# Steps of the checker that its places may take.
PLACES = 10_000_000

# Steps of the checker that comparing the laws of one real may take.
REALS = 6_000_000

# The shares of the time that one way to evidence may take, where another may have to follow; little is hoped for then.
HALF = 0.5
MOST = 0.8

NOT_DENSITIES = (
    "the checker does not compare sets of outputs with noise without bounds, nor normal noise, nor several scales"
)

# A run that divides by zero, and what needs deeper calls or larger numbers than Python has, are not made either.
NOT_MADE = (Invalid, Hole, LimitReached, Unwritten, ArithmeticError, RecursionError)


def evidence(
    program: Program, claim: Claim, document: dict[str, object], verdict: Proved | Refuted, limits: Limits
) -> dict[str, object]:
    if not isinstance(claim.promise, Promised):
        return _measured(program, document, verdict, limits)
    if isinstance(verdict, Refuted):
        if verdict.tight is not None and verdict.tight.growth is not None:
            try:
                with Timed(MOST_STEPS, limits).counting():
                    return _growing(program, document, verdict, limits.share(HALF))
            except NOT_MADE:
                pass  # the witness is evidence too, though of less
        try:
            return _violation(program, claim, verdict.witness)
        except Unwritten as reason:
            raise Unwritten(NOT_DENSITIES if verdict.engine == "density" else str(reason)) from None
    length = None if verdict.coverage.all else verdict.coverage.length
    reasons: list[str] = []
    ways: list[tuple[Way, float]] = [(_quick, HALF), (_bounds, HALF), (_thorough, 1)]
    if verdict.engine == "density":
        ways = [(_reals, 1)]
    if verdict.engine == "coupling":  # other engines take what is short
        ways = [(_places, MOST), *ways]
    if verdict.engine == "shifts":
        ways = [(_shifts, HALF), (_aligned, HALF), *ways]
    if verdict.engine == "alignment":
        ways = [(_aligned, HALF), *ways]
    for make, share in ways:
        within = limits.share(share)
        try:
            with Timed(MOST_STEPS, within).counting():
                return make(program, document, length, within)
        except NOT_MADE as reason:
            reasons.append(str(reason))
    raise Unwritten(f"no evidence was found: {'; '.join(dict.fromkeys(reasons))}")


def _growing(program: Program, document: dict[str, object], verdict: Refuted, limits: Limits) -> dict[str, object]:
    found = verdict.tight.growth.on_cells if verdict.tight is not None and verdict.tight.growth is not None else None
    if found is None:
        return growths(_compared(program, document, None, limits), limits)
    file, asked = read_again(program, document)
    knob = dict(verdict.witness.parameters).get(program.epsilon_name or "")
    value = knob.exact if isinstance(knob, Real) and isinstance(knob.exact, fmpq) else None
    prefix, cycle = ([_letter(letter) for letter in part] for part in (found.prefix, found.cycle))
    return kept_growths(Joint(file, asked, Timed(MOST_STEPS, limits)), prefix, cycle, found.grid, value)


def _letter(letter: Letter) -> list[object]:
    match letter:
        case AskLetter(_, left, right):
            return [data_of(left), data_of(right)]
        case TellLetter(value):
            return [data_of(value)]
        case EndLetter():
            raise Unwritten("a word that ends does not go on")


def _measured(program: Program, document: Document, verdict: Proved | Refuted, limits: Limits) -> dict[str, object]:
    """About a Renyi divergence: whole laws of outputs are compared."""
    try:
        file, asked = read_again(program, document)
        budget = Timed(MOST_STEPS, limits)
        with budget.counting():
            if isinstance(verdict, Proved):
                made = orders(file, asked, None if verdict.coverage.all else verdict.coverage.length, budget)
                divergences(file, asked, None, _proof(made), budget)
            else:
                found = verdict.witness
                made = exceeding(asked, found) | _sides(asked.prior is not None, found, dict(found.parameters))
                divergence(file, asked, None, _proof(made), budget)
            return made
    except NOT_MADE as reason:
        raise Unwritten(f"no evidence was found: {reason}") from None


Document = dict[str, object]
Way = Callable[[Program, Document, int | None, Limits], dict[str, object]]


class Timed(Budget):
    """The checker's steps within limits of time too."""

    def __init__(self, steps: int, limits: Limits) -> None:
        super().__init__(steps)
        self.limits = limits

    def spend(self, steps: int = 1) -> None:
        super().spend(steps)
        self.limits.check()


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
                aligned(file, asked, length, _proof(made), Timed(ALIGNED, limits))
                return made
    raise Unwritten("the checker finds no alignment")


def _shifts(program: Program, document: Document, length: int | None, limits: Limits) -> dict[str, object]:
    file, asked = read_again(program, document)
    budget = Timed(ALIGNED, limits)
    made: dict[str, object] = {"kind": "shifts"} | ways_of(shown(file, asked, budget), limits)
    shifts(file, asked, length, _proof(made), budget)
    return made


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


def _bounding(words: Compared, asked: Asked, wanted: fmpq | None, boxes: Boxes) -> dict[str, object]:
    """By vectors where these come to an end soon, else by a coupling, which takes rational weights."""
    limits = boxes.limits
    if not all_rational(words):
        found = covers(words, boxes.ranges, limits)
        cover(words, asked.epsilon, _proof(found), boxes)
        return found
    try:
        return covers(words, boxes.ranges, limits.share(HALF))
    except (LimitReached, Unwritten):
        limits.check()
        return couplings(words, wanted, limits)


def _proof(found: dict[str, object]) -> Fields:
    proof = Fields(found, "a proof")
    proof.take("kind")
    return proof


def _compared(program: Program, document: Document, length: int | None, limits: Limits) -> Iterator[Compared]:
    file, asked = read_again(program, document)
    return compared(Joint(file, asked, Timed(GRAPH, limits)), length)


def read_again(program: Program, document: dict[str, object]) -> tuple[File, Asked]:
    steps = tuple(filter(None, program.imports.package.split(".")))
    file = read(program.source, settings_of(document), Others(steps, dict(program.imports.texts)))
    return file, claim_of(file, document["claim"])


def settings_of(document: dict[str, object]) -> dict[str, str]:
    settings = document["set"]
    return settings if isinstance(settings, dict) else {}


def _enumeration(
    program: Program, document: dict[str, object], length: int | None, limits: Limits, steps: int
) -> dict[str, object]:
    """The checker's own enumeration, and the boxes it needs."""
    file, claim = read_again(program, document)
    boxes = Boxes(ranges_of(file, claim), {}, Timed(steps, limits), limits=limits)
    enumerated(Joint(file, claim, Timed(steps, limits)), length, boxes.settle)
    return {"kind": "enumeration", "boxes": boxes.trees}


def _violation(program: Program, claim: Claim, found: Witness) -> dict[str, object]:
    outputs = [(items, True) for items in found.outputs] or [(found.output, found.ended)]
    shown = [{"shown": [data_of(item) for item in items], "ended": ended} for items, ended in outputs]
    parameters = dict(found.parameters)
    at_epsilon = parameters.pop(program.epsilon_name, None) if program.epsilon_name is not None else None
    told: dict[str, object] = {
        "kind": "violation",
        "outputs": shown,
        "at_epsilon": None if at_epsilon is None else _fraction(at_epsilon),
    }
    return told | _sides(claim.subject.prior is not None, found, parameters)


def _sides(believed: bool, found: Witness, parameters: Mapping[str, Value]) -> dict[str, object]:
    """The inputs or secrets that are compared."""
    left, right = dict(found.left), dict(found.right)
    if not believed:
        return {
            "left": {name: data_of(value) for name, value in left.items()},
            "right": {name: data_of(value) for name, value in right.items()},
        }
    return {
        "left": data_of(left.pop("secret")),
        "right": data_of(right.pop("secret")),
        "parameters": {name: data_of(value) for name, value in parameters.items()},
        "public": {name: data_of(value) for name, value in left.items()},
    }


def data_of(value: Value) -> Any:
    """A value of the language as certificates write it."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return {"label": value}
    if isinstance(value, Near):
        return {"near": _fraction(Real(value.at, "fraction")), "side": value.side}
    if isinstance(value, Between):
        ends = [None if end is None else _fraction(Real(end, "fraction")) for end in (value.low, value.high)]
        return {"between": ends}
    if isinstance(value, Sequence):
        items = [data_of(item) for item in value.items]
        if value.kind == "list":
            return items
        of = value.of.written if isinstance(value.of, Shape) else value.of
        return {value.kind: items} if of is None else {value.kind: items, "of": of}
    return _fraction(value)


def _fraction(value: Value) -> str:
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        number = fraction(value.exact)
        if max(number.numerator.bit_length(), number.denominator.bit_length()) > MAXIMAL_BITS:
            raise Unwritten("a shown value has too many digits")
        return f"{number.numerator}/{number.denominator}"
    raise Unwritten("a shown value is not rational")
