"""The referee, which shares no code with faier, finds the same tight epsilon for every mechanism of the library.

It runs each file as plain Python along every random path. Unknown reals of
a prior are given a few values, and those of faier's witness: no value exceeds the tight factor, and the witness has the
ratio that it says. With a delta, what exceeds epsilon is added up. Streams are compared for short outputs.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Any

import asked
import pytest
from asked import Approach
from flint import fmpq
from library import DISCRETE, DISCRETE_STUDIES, program_of, relative, small
from referee import brute
from referee.brute import Compared, Loaded, Tight
from referee.chance import Unsupported
from referee.contest import number
from referee.domain import RealType, StreamType
from referee.far import far
from referee.logarithm import epsilon

from faier.engines.verdict import Tight as Factor
from faier.engines.verdict import Witness
from faier.lang import parse
from faier.lang.claim import Claim
from faier.lang.program import Program

LENGTH = 3
SHORT = 2
FLOORS = [Fraction(1, 2**bits) for bits in (8, 11, 14, 18, 24)]
QUICK = 0.15
FEW = Fraction(1, 1000)
POWERS = (Fraction(9, 8), Fraction(2), Fraction(3), Fraction(20))
SHARES = (Fraction(1, 7), Fraction(1, 2), Fraction(9, 10))


def one_epsilon(file: Path) -> bool:
    """The tests about the file ask again, once they have read it."""
    return "= Positive(" not in file.read_text()


@pytest.mark.parametrize("file", list(filter(one_epsilon, DISCRETE)), ids=relative)
def test_the_referee_finds_the_same(file: Path) -> None:
    text = small(file)
    loaded, program = brute.load(text), parse(text, str(file), {})
    assert program.epsilon_name is None
    found: dict[Any, Fraction | str] = {}
    for name in dict.fromkeys(claim.subject.mechanism for claim in program.claims):
        claims = [claim for claim in program.claims if claim.subject.mechanism == name]
        for claim, written in zip(claims, loaded.mechanism(name).claims, strict=True):
            if claim.budget.delta:
                same_delta(loaded, program, claim, written)
                continue
            subject = (name, claim.subject.neighbors, claim.subject.prior)
            if subject not in found:
                same = same_belief if claim.subject.relation is None else same_factor
                found[subject] = same(loaded, program, claim)
            if text == file.read_text() and not endless(loaded, name):
                assert holds(written, found[subject]) == (claim.expect == "proved"), claim


@pytest.mark.parametrize(
    "file", [file for file in (*DISCRETE, *DISCRETE_STUDIES) if not one_epsilon(file)], ids=relative
)
def test_claims_for_every_epsilon_come_out_the_same_at_some(file: Path) -> None:
    """What is proved holds at each of a few epsilons; what is refuted fails at one of them."""
    program = program_of(file)
    assert program.epsilon_name is not None
    verdicts: dict[str, list[bool]] = {}
    for base in POWERS:
        loaded = brute.load(file.read_text(), base)
        for name in dict.fromkeys(claim.subject.mechanism for claim in program.claims):
            claims = [claim for claim in program.claims if claim.subject.mechanism == name]
            for claim, written in zip(claims, loaded.mechanism(name).claims, strict=True):
                tight, _ = brute.judge(loaded, name, neighbors=claim.subject.neighbors)
                assert isinstance(tight, Tight)
                verdicts.setdefault(name + claim.label, []).append(holds(written, tight.ratio))
    for claim in program.claims:
        assert all(verdicts[claim.subject.mechanism + claim.label]) == (claim.expect == "proved"), claim


def holds(written: dict[str, Any], ratio: Fraction | str) -> bool:
    return isinstance(ratio, Fraction) and epsilon(written["epsilon"]).allows(ratio)


def endless(loaded: Loaded, name: str) -> bool:
    return any(isinstance(kind, StreamType) for kind in brute.inputs_of(loaded.mechanism(name)).values())


def same_factor(loaded: Loaded, program: Program, claim: Claim) -> Fraction | str:
    """The tight factor of a relation, the same from both."""
    length = LENGTH if endless(loaded, claim.subject.mechanism) else 12
    expected = exactly(loaded, claim, length)
    found = asked.bound(program, claim.subject, Approach(length=length)).tight
    assert found is not None
    if expected is None:
        return within(loaded, claim, length, found)
    if found.growth is None:
        assert (number(found.lower), number(found.upper)) == (expected.ratio, expected.ratio), claim
    return expected.ratio


def exactly(loaded: Loaded, claim: Claim, length: int) -> Tight | None:
    """The tight factor without a cut, where the referee can do without: where draws are compared with numbers."""
    try:
        expected, _ = brute.judge(loaded, claim.subject.mechanism, neighbors=claim.subject.neighbors, length=length)
    except Unsupported:
        return None
    return expected if isinstance(expected, Tight) else None


def within(loaded: Loaded, claim: Claim, length: int, found: Factor) -> Fraction | str:
    """The factor, which is within what the referee knows where draws are cut far out."""
    length = min(length, SHORT) if endless(loaded, claim.subject.mechanism) else length
    compared = as_far_as_is_quick(loaded, claim, length)
    known, lower, upper = brute.enclosed(compared), number(found.lower), number(found.upper)
    assert not isinstance(upper, Fraction) or known.least <= upper, claim
    lost = max(far(side).lost for pair in compared for side in (pair.p, pair.q))
    if known.most is not None and isinstance(lower, Fraction) and length != SHORT and lost < FEW:
        assert lower <= known.most, claim
    assert lower is not None
    return lower


def as_far_as_is_quick(loaded: Loaded, claim: Claim, length: int) -> list[Compared]:
    """The laws, cut further and further out while that is quick."""
    began, compared = monotonic(), list[Compared]()
    for floor in FLOORS:
        cut = loaded.cut(floor)
        compared = brute.compared(cut, claim.subject.mechanism, neighbors=claim.subject.neighbors, length=length)
        if monotonic() - began > QUICK:
            break
    return compared


def same_belief(loaded: Loaded, program: Program, claim: Claim) -> Fraction | str:
    """No value of the unknowns exceeds faier's factor, and its witness is right; the factor."""
    finding = asked.bound(program, claim.subject)
    assert finding.tight is not None and finding.tight.witness is not None
    upper = number(finding.tight.upper)
    assert isinstance(upper, Fraction)
    for reals in some_values(loaded, str(claim.subject.prior)):
        assert belief(loaded, claim, reals) <= upper, (claim, reals)
    ratio = number(finding.tight.witness.ratio)
    assert isinstance(ratio, Fraction)
    assert ratio <= belief(loaded, claim, named(finding.tight.witness)) <= upper
    assert finding.tight.attained == (ratio == upper)
    return upper


def belief(loaded: Loaded, claim: Claim, reals: dict[str, Fraction]) -> Fraction:
    outcome, _ = brute.judge(loaded, claim.subject.mechanism, prior=claim.subject.prior, reals=reals)
    assert isinstance(outcome, Tight) and isinstance(outcome.ratio, Fraction), outcome
    return outcome.ratio


def some_values(loaded: Loaded, prior: str) -> list[dict[str, Fraction]]:
    kinds = loaded.names[prior].function.__annotations__
    reals = {name: kind for name, kind in kinds.items() if isinstance(kind, RealType)}
    points = [[kind.low + share * (kind.high - kind.low) for share in SHARES] for kind in reals.values()]
    return [dict(zip(reals, values, strict=True)) for values in product(*points)]


def named(witness: Witness) -> dict[str, Fraction]:
    """The unknown reals of a witness."""
    exact = {name: getattr(value, "exact", None) for name, value in witness.parameters}
    return {name: Fraction(int(value.p), int(value.q)) for name, value in exact.items() if isinstance(value, fmpq)}


def same_delta(loaded: Loaded, program: Program, claim: Claim, written: dict[str, Any]) -> None:
    """The least delta for the epsilon of a claim, which is the logarithm of a rational number here."""
    bounded = epsilon(written["epsilon"])
    factor = bounded.terms[0][1] if bounded.terms else Fraction(1)
    found = number(asked.least_delta(program, claim.subject, claim.budget.epsilon).value)
    assert isinstance(found, Fraction)
    try:
        compared = brute.compared(loaded, claim.subject.mechanism, neighbors=claim.subject.neighbors)
        expected = brute.delta(compared, factor)
        assert found == expected, claim
    except Unsupported:
        compared = as_far_as_is_quick(loaded, claim, 12)
        low, high = brute.delta_enclosed(compared, factor)
        assert low <= found <= high, claim
        expected = found
    assert (claim.budget.delta >= fmpq(expected.numerator, expected.denominator)) == (claim.expect == "proved"), claim
