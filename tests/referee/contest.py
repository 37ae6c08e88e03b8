"""faier against the referee on one generated file: every way in which they may disagree.

This is the only module of the referee that imports faier, and it uses it as a caller would.
"""

import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import log
from pathlib import Path
from typing import Any

import asked
from flint import fmpq

from faier.engines.verdict import Proved, Refuted, Undecided, Witness
from faier.exact import Number, compare
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.values import Real, Sequence, Shape, make
from faier.limits import seconds
from faier.semantics import denote

from . import brute
from .brute import INF, Broken, Compared, Loaded, Outcome, Tight, Vacuous
from .chance import Unsupported
from .generate import GeneratedFile
from .logarithm import Epsilon

PATH = "mechanism.py"
VACUOUS = ("FA6", "FA307")
LONG = 100
TIME = 120
GRID = (Fraction(1, 5), Fraction(1, 2), Fraction(2, 3))
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
    """Judge every comparison of a generated file twice, and the least delta of every third file.
    `chance.Unsupported` says the referee cannot."""
    if made.reals:
        return contest_of_unknowns(made)
    outcomes, found = [], []
    loaded = brute.load(made.text())
    for index in range(max(1, len(made.relations))):
        outcome, compared = brute.judge(loaded, made.mechanism, **question(made, index))
        outcomes.append(outcome)
        for what in complaints(differences(made, index, outcome, compared)):
            found.append(Disagreement(made.seed, f"{made.comparison(index)}: {what}", made.text(index=index)))
        if isinstance(outcome, Tight) and index == 0 and made.seed % 3 == 0:
            for what in complaints(wrong_deltas(made, index, outcome, compared)):
                found.append(Disagreement(made.seed, f"{made.comparison(index)}: {what}", made.text(index=index)))
    if not found and any(isinstance(outcome, Tight) for outcome in outcomes):
        found += [Disagreement(made.seed, what, made.text()) for what in complaints(wrong_laws(made, loaded))]
    return Contest(tuple(outcomes), tuple(found))


def contest_of_unknowns(made: GeneratedFile) -> Contest:
    """The referee tries values of the unknown reals: the supremum is at least as large, and its witness real."""
    loaded = brute.load(made.text())
    grid = [dict(zip(made.reals, values, strict=True)) for values in product(GRID, repeat=len(made.reals))]
    outcomes = [brute.judge(loaded, made.mechanism, **question(made, 0), reals=reals)[0] for reals in grid]
    found = [
        Disagreement(made.seed, what, made.text()) for what in complaints(unknown_differences(made, outcomes, loaded))
    ]
    return Contest(tuple(outcomes), tuple(found))


def complaints(judging: Iterator[str]) -> list[str]:
    """What a judgement complains of; faier must never crash on a generated file."""
    try:
        return list(judging)
    except (Unsupported, AssertionError):
        raise
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return [f"faier crashed with {type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"]


def question(made: GeneratedFile, index: int) -> dict[str, Any]:
    if made.prior is None:
        return {"neighbors": made.relations[index], "length": made.length}
    return {"prior": made.prior, "pairs": made.pairs, "length": made.length}


def differences(made: GeneratedFile, index: int, expected: Outcome, compared: list[Compared]) -> Iterator[str]:
    epsilons = claims_around(expected)
    try:
        program = parse(made.text(*epsilons, index=index), PATH)
        claims = program.claims
        finding = asked.bound(program, claims[0].subject, approach(made), seconds(TIME))
    except Rejected as rejected:
        yield from wrongly_rejected(expected, rejected)
        return
    if not isinstance(expected, Tight):
        yield f"faier found {finding}, the referee {expected}"
        return
    tight, ratio = finding.tight, expected.ratio
    if tight is None or (number(tight.lower), number(tight.upper)) != (ratio, ratio):
        yield f"faier found {finding}, the referee {expected}"
        return
    if finding.coverage.length < made.length and not finding.coverage.all:
        yield f"faier covers only {finding.coverage} of length {made.length}"
    if tight.witness is not None:
        yield from wrong_witness(compared, tight.witness, ratio)
    verdicts = [asked.judge(claim, finding) for claim in claims]
    verdicts[made.seed % len(claims)] = asked.check(
        program, claims[made.seed % len(claims)], approach(made), seconds(TIME)
    )
    for verdict, (text, holds) in zip(verdicts, epsilons.items(), strict=True):
        if isinstance(verdict, Undecided) or isinstance(verdict, Proved) != holds:
            yield f"epsilon={text}: {verdict}, the referee's ratio is {ratio}"
        if isinstance(verdict, Refuted) and number(verdict.witness.ratio) != ratio:
            yield f"epsilon={text}: refuted by {verdict.witness}, the referee's ratio is {ratio}"


def approach(made: GeneratedFile) -> asked.Approach:
    return asked.Approach(length=made.length)


def claims_around(expected: Outcome) -> dict[str, bool]:
    """Epsilons at the tight value, just above and just below it, as logarithms and as decimals, and whether
    they hold."""
    if not isinstance(expected, Tight):
        return {"log(2)": False}
    ratio = expected.ratio
    if not isinstance(ratio, Fraction):
        return {"log(1000000)": False, "20": False}
    around = [ratio, ratio * (1 + NEAR), ratio * (1 - NEAR)]
    epsilons = {f"log({n.numerator} / {n.denominator})": n >= ratio for n in around if n >= 1}
    for step in (-1, 0, 1):
        decimal = max(Fraction(0), Fraction(round(log(ratio) * 10**6) + step, 10**6))
        epsilons[f"{float(decimal):.6f}"] = Epsilon(decimal).allows(ratio)
    return epsilons


def wrong_deltas(made: GeneratedFile, index: int, expected: Tight, compared: list[Compared]) -> Iterator[str]:
    """An (epsilon, delta) claim at the least delta for some epsilon, and just below it. faier decides these
    without streams."""
    ratio = expected.ratio if isinstance(expected.ratio, Fraction) else Fraction(3)
    factor = (Fraction(1), (1 + ratio) / 2)[made.seed % 2]
    if made.shape in ("stream", "records") or not all(ended for pair in compared for _, ended in (*pair.p, *pair.q)):
        return
    delta = brute.delta(compared, factor)
    if delta == 0:
        return
    budgets = {f"log({factor}), delta={delta}": True, f"log({factor}), delta={delta * (1 - NEAR)}": False}
    program = parse(made.text(*budgets, index=index), PATH)
    for claim, (text, holds) in zip(program.claims, budgets.items(), strict=True):
        verdict = asked.check(program, claim, approach(made), seconds(TIME))
        if isinstance(verdict, Undecided) or isinstance(verdict, Proved) != holds:
            yield f"epsilon={text}: {verdict}, the referee's delta is {delta}"


def wrongly_rejected(expected: Outcome, rejected: Rejected) -> Iterator[str]:
    """The file must be wrong, and wrong in the same way: what compares nothing has codes of its own."""
    texts = "; ".join(f"{d.code} line {d.span.line}: {d.message}" for d in rejected.diagnostics)
    vacuous = all(diagnostic.code.startswith(VACUOUS) for diagnostic in rejected.diagnostics)
    if isinstance(expected, Tight) or vacuous != isinstance(expected, Vacuous):
        yield f"faier rejects it ({texts}), the referee found {expected}"


def number(value: Any) -> Fraction | str | None:
    """A factor of faier as the referee writes it; infinity is None there."""
    if value is None:
        return INF
    return Fraction(int(value.p), int(value.q)) if isinstance(value, fmpq) else None


# Unknown reals


def unknown_differences(made: GeneratedFile, outcomes: list[Outcome], loaded: Loaded) -> Iterator[str]:
    ratios = [outcome.ratio for outcome in outcomes if isinstance(outcome, Tight)]
    finite = [ratio for ratio in ratios if isinstance(ratio, Fraction)]
    best = INF if INF in ratios else max(finite, default=Fraction(0))
    below = best * (1 - NEAR) if isinstance(best, Fraction) else Fraction(10**6)
    try:
        program = parse(made.text(f"log({max(below, Fraction(1))})"), PATH)
        claim = program.claims[0]
        finding = asked.bound(program, claim.subject, approach(made), seconds(TIME))
        verdict = asked.check(program, claim, approach(made), seconds(TIME))
    except Rejected as rejected:
        if ratios:
            yield from wrongly_rejected(next(o for o in outcomes if isinstance(o, Tight)), rejected)
        return
    if any(isinstance(outcome, Broken) for outcome in outcomes):
        yield f"faier found {finding}, the referee {outcomes}"
        return
    if below >= 1 and not isinstance(verdict, Refuted):
        yield f"{verdict}, but some value has ratio {best}"
    tight = finding.tight
    if tight is None or (tight.upper is not None and not at_least(tight.upper, best)):
        yield f"faier found {finding}, but some value has ratio {best}"
    for witness in [tight.witness if tight else None, verdict.witness if isinstance(verdict, Refuted) else None]:
        if witness is not None and (wrong := wrong_unknown_witness(made, witness, loaded)):
            yield wrong


def at_least(upper: Number, ratio: Fraction | str) -> bool:
    return isinstance(ratio, Fraction) and compare(upper, fmpq(ratio.numerator, ratio.denominator)) >= 0


def wrong_unknown_witness(made: GeneratedFile, witness: Witness, loaded: Loaded) -> str | None:
    """The referee puts the witness's values in the place of the unknowns."""
    values = dict(witness.parameters)
    exact = {name: number(value.exact) for name, value in values.items() if isinstance(value, Real)}
    reals = {name: value for name, value in exact.items() if isinstance(value, Fraction)}
    if set(reals) != set(made.reals):
        return f"the witness {witness} names {exact}, the unknowns are {made.reals}"
    compared = brute.compared(loaded, made.mechanism, **question(made, 0), reals=reals)
    ratio = number(witness.ratio)
    wrong = list(wrong_witness(compared, witness, ratio)) if ratio is not None else []
    return wrong[0] if wrong else None


# The witness


def wrong_witness(compared: list[Compared], witness: Witness, ratio: Fraction | str) -> Iterator[str]:
    """The referee has both probabilities of faier's witness wherever it compares these two sides."""
    event = (tuple(shown(value) for value in witness.output), witness.ended)
    p, q = number(witness.probability_left), number(witness.probability_right)
    if not (isinstance(p, Fraction) and isinstance(q, Fraction)) or (p / q if q else INF) != ratio:
        yield f"the witness {witness} has not the ratio {ratio}"
        return
    left, right, parameters = dict(witness.left), dict(witness.right), dict(witness.parameters)
    found = [
        (brute.with_beginnings(pair.p).get(event, 0), brute.with_beginnings(pair.q).get(event, 0))
        for pair in compared
        if is_side(pair.left, left | parameters, pair.context) and is_side(pair.right, right | parameters, pair.context)
    ]
    if (p, q) not in found:
        yield f"the witness {witness} has {p} and {q}, the referee found {found}"


def is_side(side: Any, described: dict[str, Any], context: dict[str, Any]) -> bool:
    """Whether faier's description fits an input or a secret of the referee; streams may be described shorter."""
    if any(name in described and shown(described[name]) != brute.show(value) for name, value in context.items()):
        return False
    if "secret" in described:
        return bool(side == shown(described["secret"]))
    return all(begins(brute.show(side[name]), shown(value)) for name, value in described.items() if name in side)


def begins(whole: Any, part: Any) -> bool:
    if whole[0] not in ("list", "tuple") or part[0] not in ("list", "tuple"):
        return bool(whole == part)
    return len(part[1]) <= len(whole[1]) and all(map(begins, whole[1], part[1]))


def shown(value: Any) -> Any:
    """A value of faier as the referee shows it."""
    if isinstance(value, Sequence):
        return shown_sequence(value)
    if isinstance(value, Real):
        return ("fraction", number(value.exact))
    return brute.show(value)


def shown_sequence(value: Sequence) -> Any:
    items = tuple(shown(item) for item in value.items)
    if isinstance(value.of, Shape):
        is_enum = value.of.kind in ("Enum", "IntEnum")
        return ("Enum", value.of.name, value.items[0]) if is_enum else (value.of.name, items)
    if value.kind == "dict":
        kind = "Counter" if value.of == "Counter" else "dict" if value.of is None else "defaultdict"
        return (kind, tuple(pair for _, pair in items))
    return (value.kind, frozenset(items) if value.kind in ("set", "frozenset") else items)


# Laws


def wrong_laws(made: GeneratedFile, loaded: Loaded) -> Iterator[str]:
    """The short semantics gives every output of the first and last input the referee's probability."""
    if made.prior is not None:
        return
    mechanism = loaded.mechanism(made.mechanism)
    declared = brute.inputs_of(mechanism)
    if any(brute.is_stream(kind) for kind in declared.values()):
        return
    program = parse(made.text(), PATH)
    for end in (0, -1):
        inputs = {name: brute.input_values(kind, 1)[end] for name, kind in declared.items()}
        expected = brute.law_of(loaded, mechanism, declared, inputs, LONG)
        given = {name: make(value) for name, value in inputs.items()}
        outputs = denote.outputs(program, made.mechanism, given, None)
        found = {(tuple(map(shown, values)), ended): number(p) for (values, ended), p in outputs.items()}
        if found != expected:
            yield f"inputs {inputs}: denote gives {found}, the referee {expected}"
