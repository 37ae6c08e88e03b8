"""Streams that show normal noise: refuted by their first values, proved for outputs of every length round by round."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import asked
import certificates
import pytest
from flint import fmpq

from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Coverage, Proved, Refuted, Undecided
from faier.exact import nearest_float
from faier.lang import parse
from faier.limits import seconds

HEAD = """from faier import Int, Public, Stream, Vector, each, edges, gaussian, laplace, mechanism, one, private, total

@private(epsilon={epsilon}, delta={delta}, neighbors={neighbors})
@mechanism
def m({inputs}):
{body}
"""
BITS, TERNARY = "xs: Stream[Int[0, 1]]", "xs: Stream[Int[0, 2]]"
EACH_NOISY = """    for x in xs:
        yield x + gaussian(2)"""
COIN = """    for x in xs:
        bit = 1 if x + gaussian(2) > 0 else 0
        yield bit + gaussian(1)"""
TO_A_LIMIT = """    for x in xs:
        noisy = x + gaussian(2)
        if noisy > limit:
            yield noisy
            return
        yield None"""
PARITY = """    parity = 0
    for x in xs:
        parity = (parity + x) % 2
        yield parity + gaussian(2)"""
TWO = """    for x, y in zip(xs, ys):
        yield x + y + gaussian(2)"""
THREE = """    shown = 0
    for x in xs:
        yield x + gaussian(2)
        shown += 1
        if shown == 3:
            return"""
ROUNDED = """    for x in xs:
        yield round(x + gaussian(2))"""


def normal(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def least(epsilon: float, distance: float) -> float:
    """Of two normal variables so many deviations apart (the analytic Gaussian mechanism)."""
    return normal(distance / 2 - epsilon / distance) - math.exp(epsilon) * normal(-distance / 2 - epsilon / distance)


def text(body: str, epsilon: str, delta: str = "0", neighbors: str = "one(1)", inputs: str = BITS) -> str:
    return HEAD.format(body=body, epsilon=epsilon, delta=delta, neighbors=neighbors, inputs=inputs)


def decided(source: str, length: int | None = None) -> Proved | Refuted | Undecided:
    program = parse(source, "m.py", {})
    return asked.check(program, program.claims[0], asked.Approach(length=length), seconds(20))


ONCE, TWICE = least(1, 1 / 2), least(1, math.sqrt(2) / 2)


@pytest.mark.parametrize(
    ("source", "holds"),
    [
        (text(EACH_NOISY, "1", str(round(ONCE + 1e-9, 12))), True),
        (text(EACH_NOISY, "1", str(round(ONCE + 1e-9, 12)), "total(1)"), True),
        (text(EACH_NOISY, "1", str(round(ONCE - 1e-9, 12))), False),
        (text(EACH_NOISY, "1", str(round(0.98 * TWICE, 12)), "each(1)"), False),
        (text(EACH_NOISY, "1"), False),
        (text(PARITY, "1", str(round(0.98 * TWICE, 12))), False),
        (text(TWO, "1", str(round(ONCE + 1e-9, 12)), "one()", f"{BITS}, ys: Stream[Int[0, 1]]"), True),
        (text(TO_A_LIMIT, "1", str(round(ONCE + 1e-9, 12)), inputs=f"limit: Public[Int[0, 1]], {BITS}"), True),
        (text(THREE, "1", str(round(ONCE + 1e-9, 12))), True),
        (text(THREE, "1", str(round(TWICE + 1e-9, 12)), "each(1)"), False),
        (text(THREE, "1", str(round(least(1, math.sqrt(3) / 2) + 1e-9, 12)), "each(1)"), True),
        (text(COIN, "0.5"), True),
        (text(COIN, "1.2", neighbors="each(1)"), False),
        (text(ROUNDED, "1", "0.01"), True),
        (text(ROUNDED, "1"), False),
    ],
)
def test_a_stream(source: str, holds: bool) -> None:
    verdict = decided(source)
    assert isinstance(verdict, Proved if holds else Refuted)
    if isinstance(verdict, Proved):
        assert verdict.coverage.all
    if isinstance(verdict, Refuted):
        assert verdict.witness.ended == ("return" in source)


def test_up_to_a_length() -> None:
    """Where each arrival may differ, longer outputs give away more; of one value no more than once."""
    verdict = decided(text(EACH_NOISY, "1", "0.008", "each(1)"), length=1)
    assert isinstance(verdict, Proved)
    assert verdict.coverage == Coverage(1, False)
    assert isinstance(decided(text(EACH_NOISY, "3", "0.02", "each(1)", TERNARY), length=1), Proved)


def test_other_pairs_than_those_of_one_arrival_again_and_again() -> None:
    """Of each two arrivals the difference is shown: with many values there are too many streams to compare all of the
    first two, and streams that repeat one arrival give nothing away."""
    body = """    before, odd = 0, False
    for x in xs:
        if odd:
            yield before - x + gaussian(1)
        before, odd = x, not odd"""
    for inputs, kind in ((BITS, Refuted), ("xs: Stream[Int[0, 9]]", Undecided)):
        assert isinstance(decided(text(body, "1", "0.1", "each(1)", inputs), length=1), kind)


AT_ONCE = "    yield count + gaussian(1)"
ONE_ARRIVAL = """    for x in xs:
        yield (count if x == 1 else 0) + gaussian(1)
        return"""


@pytest.mark.parametrize(
    ("body", "neighbors"),
    [(AT_ONCE, "one()"), (ONE_ARRIVAL, "one()"), (ONE_ARRIVAL, "edges((0, 2))"), (AT_ONCE, "each(1)")],
)
def test_what_differs_beside_arrivals_that_are_not_read(body: str, neighbors: str) -> None:
    """One arrival must differ, and may be one that no run reads; the count differs as well."""
    both = f'{{"count": each(1), "xs": {neighbors}}}'
    inputs = "count: Int[0, 1], xs: Stream[Int[0, 2]]"
    low, high = (text(body, "1", str(round(least(1, 1) + more, 12)), both, inputs) for more in (-1e-9, 1e-9))
    assert isinstance(decided(low), Refuted)
    assert isinstance(decided(high), Proved)
    (found,) = certificates.certified(low)
    assert found.answer().answer == "valid"


def test_nothing_is_read() -> None:
    """Two streams that differ in one arrival tell nothing: the least epsilon and the least delta are 0."""
    program = parse(text("    yield gaussian(1)", "1", "0.01"), "m.py", {})
    question = question_of(program, program.claims[0])
    assert plan.least_delta(replace(question, delta=None), Store(), seconds(20)).value == 0
    for body, delta in (("    yield gaussian(1)", fmpq(1, 100)), ("    yield laplace(1)", fmpq(0))):
        of = parse(text(body, "1"), "m.py", {})
        tight = asked.bound(of, of.claims[0].subject, limits=seconds(20), delta=delta).tight
        assert tight is not None and tight.lower == tight.upper == 1


@pytest.mark.parametrize(
    ("body", "delta", "neighbors", "why"),
    [
        ("    for x in xs:\n        yield x + gaussian(2), x + gaussian(3)", "0.001", "each(1)", "without end"),
        (
            "    limit = gaussian(9)\n    for x in xs:\n        yield x + gaussian(9) > limit",
            "0.9",
            "one(1)",
            "other noise",
        ),
    ],
)
def test_why_not(body: str, delta: str, neighbors: str, why: str) -> None:
    verdict = decided(text(body, "1", delta, neighbors))
    assert isinstance(verdict, Undecided)
    assert any(why in attempt.reason for attempt in verdict.attempts)


def test_bounds() -> None:
    program = parse(text(EACH_NOISY, "1", "0.01"), "m.py", {})
    question = question_of(program, program.claims[0])
    delta = plan.least_delta(replace(question, delta=None), Store(), seconds(30))
    assert delta.value is not None and nearest_float(delta.value) == pytest.approx(ONCE, abs=1e-12)
    coin = asked.bound(parse(text(COIN, "1"), "m.py", {}), program.claims[0].subject, limits=seconds(30)).tight
    assert coin is not None and coin.lower is not None and coin.upper is not None
    most = math.log(normal(0) / normal(-1 / 2))
    assert math.log(nearest_float(coin.lower)) <= most + 1e-12 <= math.log(nearest_float(coin.upper)) + 2e-12
    assert math.log(nearest_float(coin.upper)) == pytest.approx(most, abs=1e-9)


@pytest.mark.parametrize("shown", ["kept + x", "(kept / 2 < x, kept)"])
@pytest.mark.parametrize("noise", ["gaussian(2)", "laplace(1) + gaussian(1)"])
def test_noise_that_is_shown_twice_has_no_bound_from_here(shown: str, noise: str) -> None:
    """What is not read is not followed: that is no reason to end in any other way."""
    body = THREE.replace("    shown = 0", f"    kept, shown = {noise}, 0").replace(
        "yield x + gaussian(2)", f"yield {shown}"
    )
    program = parse(text(body, "1"), "m.py", {})
    found = asked.bound(program, program.claims[0].subject, limits=seconds(30))
    assert found.tight is None or found.tight.upper is None


@pytest.mark.parametrize(
    "source",
    [text(EACH_NOISY, "1", "0.01", "each(1)"), text(COIN, "1.2", neighbors="each(1)"), text(ROUNDED, "1")],
)
def test_certificates_of_refutations(source: str) -> None:
    (found,) = certificates.certified(source)
    assert not found.proved
    assert found.answer().answer == "valid"
    data = json.loads(found.text)
    data["evidence"]["left"] = data["evidence"]["right"]
    assert found.answer(json.dumps(data)).answer == "invalid"
