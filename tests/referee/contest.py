"""faier against the referee on one generated file: every way in which they may disagree.

This is the only module of the referee that imports faier, and it uses it as a caller would.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Any

from flint import fmpq

from faier import driver
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.syntax import Program
from faier.lang.values import Real, Sequence, make
from faier.limits import Limits
from faier.semantics import denote
from faier.verdict import Proved, Refuted, Undecided, Witness

from . import brute
from .brute import INF, Broken, Outcome, Tight, Vacuous
from .generate import GeneratedFile
from .logarithm import Epsilon

PATH = "mechanism.py"
NEAR = Fraction(1, 10**9)


@dataclass(frozen=True)
class Disagreement:
    """What differs, and the file that shows it."""

    seed: int
    what: str
    text: str

    def __str__(self) -> str:
        return f"seed {self.seed}: {self.what}\n{self.text}"


@dataclass(frozen=True)
class Contest:
    """What the referee found for a file's comparisons, and every disagreement."""

    outcomes: tuple[Outcome, ...]
    disagreements: tuple[Disagreement, ...]


def contest(made: GeneratedFile) -> Contest:
    """Judge every comparison of a generated file twice. `chance.Unsupported` says the referee cannot."""
    outcomes, found = [], []
    for index in range(max(1, len(made.relations))):
        expected = judged(made, index)
        outcomes.append(expected)
        found += [Disagreement(made.seed, what, made.text()) for what in differences(made, index, expected)]
    return Contest(tuple(outcomes), tuple(found))


def question(made: GeneratedFile, index: int) -> dict[str, Any]:
    if made.prior is None:
        return {"neighbors": made.relations[index], "length": made.length}
    return {"prior": made.prior, "pairs": made.pairs, "length": made.length}


def judged(made: GeneratedFile, index: int) -> Outcome:
    return brute.tight(made.text(), made.mechanism, **question(made, index))


def differences(made: GeneratedFile, index: int, expected: Outcome) -> Iterator[str]:
    where = made.comparison(index)
    try:
        program = parse(made.text("log(2)", index=index), PATH)
        claim = program.claims[0]
        finding = driver.bound(
            program, driver.subject_of_claim(claim), driver.Approach(length=made.length), Limits()
        )
    except Rejected as rejected:
        yield from wrongly_rejected(where, expected, rejected)
        return
    if not isinstance(expected, Tight):
        yield f"{where}: faier found {finding}, the referee {expected}"
        return
    tight, ratio = finding.tight, expected.ratio
    if tight is None:
        yield f"{where}: faier found nothing ({finding.reason}), the referee {ratio}"
        return
    if (number(tight.lower), number(tight.upper)) != (ratio, ratio):
        yield f"{where}: faier found {tight.lower} to {tight.upper}, the referee {expected}"
        return
    if finding.coverage.length < made.length and not finding.coverage.all:
        yield f"{where}: covers only {finding.coverage} of length {made.length}"
    if tight.witness is not None:
        yield from wrong_witness(made, index, program, tight.witness, ratio)
    yield from wrong_verdicts(made, index, ratio)
    yield from wrong_laws(made, program)


def wrongly_rejected(where: str, expected: Outcome, rejected: Rejected) -> Iterator[str]:
    codes = [diagnostic.code for diagnostic in rejected.diagnostics]
    texts = "; ".join(f"{d.code} {d.span.line}: {d.message}" for d in rejected.diagnostics)
    vacuous = all(code.startswith("FA7") for code in codes)
    if isinstance(expected, Tight) or vacuous != isinstance(expected, Vacuous):
        yield f"{where}: faier rejects it ({texts}), the referee found {expected}"


def number(value: Any) -> Fraction | str | None:
    """A factor of faier as the referee writes it; infinity is None there."""
    if value is None:
        return INF
    return Fraction(int(value.p), int(value.q)) if isinstance(value, fmpq) else None


# The witness


def wrong_witness(
    made: GeneratedFile, index: int, program: Program, witness: Witness, ratio: Fraction | str
) -> Iterator[str]:
    """The referee recomputes both probabilities of faier's witness."""
    where = made.comparison(index)
    event = (tuple(shown(value) for value in witness.output), witness.ended)
    claimed = (number(witness.probability_left), number(witness.probability_right))
    p, q = claimed
    if not (isinstance(p, Fraction) and isinstance(q, Fraction)) or (p / q if q else INF) != ratio:
        yield f"{where}: the witness has {claimed}, not the ratio {ratio}"
        return
    found = tuple(pair_of_probabilities(made, index, witness, event))
    if claimed not in found:
        yield f"{where}: the witness {witness} has {claimed}, the referee found {found}"


def pair_of_probabilities(
    made: GeneratedFile, index: int, witness: Witness, event: Any
) -> Iterator[tuple[Fraction, Fraction]]:
    """The probabilities of an event wherever the referee compares the two sides of the witness."""
    loaded = brute.load(made.text())
    asked = question(made, index)
    settings = brute.compared(
        loaded, made.mechanism, asked.get("neighbors"), made.prior, made.pairs, made.length, {}
    )
    left, right = dict(witness.left), dict(witness.right)
    for context, pairs in settings:
        if any(shown(value) != brute.show(context[name]) for name, value in witness.parameters if name in context):
            continue
        for x, y, p, q in pairs:
            if is_side(x, left, context) and is_side(y, right, context):
                yield (
                    brute.with_beginnings(p).get(event, Fraction(0)),
                    brute.with_beginnings(q).get(event, Fraction(0)),
                )


def is_side(side: Any, described: dict[str, Any], context: dict[str, Any]) -> bool:
    """Whether faier's description fits an input or a secret of the referee; streams may be described shorter."""
    if any(name in described and shown(described[name]) != brute.show(value) for name, value in context.items()):
        return False
    if "secret" in described:
        return bool(side == shown(described["secret"]))
    return all(begins(brute.show(side[name]), shown(value)) for name, value in described.items())


def begins(whole: Any, part: Any) -> bool:
    if whole[0] not in ("list", "tuple") or part[0] not in ("list", "tuple"):
        return bool(whole == part)
    return len(part[1]) <= len(whole[1]) and all(map(begins, whole[1], part[1]))


def shown(value: Any) -> Any:
    """A value of faier as the referee shows it."""
    if isinstance(value, Sequence):
        return (value.kind, tuple(shown(item) for item in value.items))
    if isinstance(value, Real):
        return ("fraction", number(value.exact))
    return brute.show(value)


# Verdicts


def wrong_verdicts(made: GeneratedFile, index: int, ratio: Fraction | str) -> Iterator[str]:
    """Claims at the tight value, just above and just below it, as logarithms and as decimals."""
    epsilons = {}
    if isinstance(ratio, Fraction):
        around = [ratio, ratio * (1 + NEAR), ratio * (1 - NEAR)]
        epsilons = {f"log({n.numerator}/{n.denominator})": n >= ratio for n in around if n >= 1}
        for step in (-1, 0, 1):
            decimal = max(Fraction(0), Fraction(round(log(ratio) * 10**6) + step, 10**6))
            epsilons[f"{float(decimal):.6f}"] = Epsilon(decimal).allows(ratio)
    else:
        epsilons = {"log(1000000)": False, "20": False}
    program = parse(made.text(*epsilons, index=index), PATH)
    for claim, (text, expected) in zip(program.claims, epsilons.items(), strict=True):
        verdict = driver.check(program, claim, driver.Approach(length=made.length), Limits())
        if isinstance(verdict, Undecided) or isinstance(verdict, Proved) != expected:
            yield f"{made.comparison(index)} epsilon={text}: {verdict}, the referee's ratio is {ratio}"
        if isinstance(verdict, Refuted) and number(verdict.witness.ratio) not in (ratio, None):
            yield f"{made.comparison(index)} epsilon={text}: refuted by {verdict.witness.ratio}, not {ratio}"


# Laws


def wrong_laws(made: GeneratedFile, program: Program) -> Iterator[str]:
    """The short semantics gives every output of the first and last input the referee's probability."""
    if made.prior is not None:
        return
    loaded = brute.load(made.text())
    mechanism = loaded.mechanism(made.mechanism)
    declared = brute.inputs_of(mechanism)
    if any(brute.is_stream(kind) for kind in declared.values()):
        return
    for end in (0, -1):
        inputs = {name: brute.input_values(kind, 1)[end] for name, kind in declared.items()}
        expected = brute.law_of(loaded, mechanism, declared, inputs, made.length)
        given = {name: make(value) for name, value in inputs.items()}
        outputs = denote.outputs(program, made.mechanism, given, made.length)
        found = {(tuple(map(shown, values)), ended): number(p) for (values, ended), p in outputs.items()}
        if found != expected:
            yield f"inputs {inputs}: denote gives {found}, the referee {expected}"
