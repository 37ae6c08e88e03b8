"""Renyi divergences of streams, held against all inputs and all outputs, each by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from math import log
from pathlib import Path
from random import Random

import pytest
from asked import check, subject_of
from command_line import faier, write
from flint import fmpq
from json_schema import faults

from faier.deciding.comparison import comparisons
from faier.deciding.measuring import Measures, measure
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.measures.fixed_points import Fixed, Grows, endless
from faier.engines.measures.streams import moments
from faier.exact import Number, from_ratio
from faier.lang import parse
from faier.lang.program import Program
from faier.lang.values import Sequence
from faier.limits import Limits
from faier.report.schemas import schema
from faier.semantics import denote

ENDS = """from faier import Bool, Stream, each, flip, mechanism, one


@mechanism
def shows(bits: Stream[Bool]):
    state = flip(A)
    for bit in bits:
        if bit and flip(B):
            state = not state
        if state and flip(C):
            return
        yield flip(D) if state else (bit if flip(E) else not bit)
"""

PRIOR = """from faier import Bool, Stream, flip, mechanism, prior, private, secret


@prior
def chain():
    state = flip(1 / 3)
    secret(state)
    while True:
        yield state
        state = state if flip(4 / 5) else not state


@private(epsilon=3, prior=chain)
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state
"""


def inputs(relation: str, length: int) -> Iterator[tuple[tuple[bool, ...], tuple[bool, ...]]]:
    every = list(product((False, True), repeat=length))
    for left, right in product(every, repeat=2):
        if relation == "each(1)" or sum(one != other for one, other in zip(left, right, strict=True)) <= 1:
            yield left, right


def moment(program: Program, pair: tuple[tuple[bool, ...], ...], alpha: int, length: int) -> fmpq | None:
    """The sum by its definition; None is infinite."""
    laws = [denote.outputs(program, "shows", {"bits": Sequence("tuple", side)}, length) for side in pair]
    total: Number = fmpq(0)
    for output, chance in laws[0].items():
        other = laws[1].get(output, fmpq(0))
        if chance == 0:
            continue
        if other == 0:
            return None
        total = total + chance**alpha / other ** (alpha - 1)
    assert isinstance(total, fmpq)
    return total


@pytest.mark.parametrize(("seed", "relation", "alpha"), [(0, "one()", 2), (1, "each(1)", 3), (2, "one()", 2)])
def test_ends_hold_what_the_definition_says(seed: int, relation: str, alpha: int) -> None:
    random, length = Random(seed), 2
    text = ENDS
    for name in "ABCDE":
        text = text.replace(f"flip({name})", f"flip({random.randrange(1, 6)} / 6)")
    program = parse(text, "k.py", {})
    question = Question(program, subject_of(program, "shows", relation, None), length=length)
    found = measure(question, Measures(fmpq(alpha)), None, Store(), Limits()).renyi
    assert found is not None and found.lower is not None and found.upper is not None
    sums = [moment(program, pair, alpha, length) for pair in inputs(relation, length)]
    worst = max(one for one in sums if one is not None)
    low, high = (end / (alpha - 1) for end in from_ratio(worst).bounds(40))
    assert found.lower <= high and low <= found.upper
    if found.exact is not None:
        assert abs(found.lower - low) < fmpq(1, 10**9)


def test_they_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"k.py": PRIOR})
    ran = faier(capsys, "bound", "k.py", "--renyi", "2", "--length", "1", "--format", "json")
    (result,) = ran.json["results"]
    assert result["renyi"]["length"] == 1
    # One value: 3/4 against 1/4.
    assert result["renyi"]["exact"] == "log(7/3)"
    ran = faier(capsys, "bound", "k.py", "--renyi", "3/2", "--length", "1", "--format", "json")
    assert ran.json["results"][0]["renyi"]["exact"] is None
    assert ran.json["results"][0]["measures_reason"]


FEW = """from faier import Bool, Stream, each, flip, mechanism, one


@mechanism
def shows(bits: Stream[Bool]):
    for bit in bits:
        if flip(A) if bit else flip(B):
            yield 0
            if flip(C):
                return
        else:
            yield 1
            if flip(D):
                yield flip(E)
                return
"""


@pytest.mark.parametrize("seed", [2, 5, 7, 8])
def test_sums_of_every_length_are_the_limit_of_those_of_longer_and_longer_outputs(seed: int) -> None:
    random, text, alpha = Random(seed), FEW, fmpq(2 + seed % 2)
    for name in "ABCDE":
        text = text.replace(f"flip({name})", f"flip({random.randrange(1, 12)} / 12)")
    program = parse(text, "k.py", {})
    question = Question(program, subject_of(program, "shows", "each(1)" if seed < 8 else "one()", None))
    (comparison,) = comparisons(question, Store(), Limits(), whole=True)
    found = endless(comparison.pair, alpha, Limits())
    sums = []
    for length in (1, 2, 10, 11):
        (bounded,) = comparisons(replace(question, length=length), Store(), Limits())
        lower, upper = moments(bounded.pair, alpha, length, Limits())
        assert lower == upper
        assert isinstance(lower, fmpq)
        sums.append(lower)
    if isinstance(found, Grows):
        assert found.factor > 1
        assert sums[-1] / sums[-2] > found.factor * (1 - fmpq(1, 10**2))
        return
    assert isinstance(found, Fixed)
    assert found.steady
    assert all(one <= following <= found.value for one, following in pairwise(sums))
    assert found.value == sums[0] or 4 * (found.value - sums[-1]) < 3 * (found.value - sums[0])


STREAMS = """from faier import Bool, Stream, each, flip, log, mechanism, one, private


@mechanism
def until(bits: Stream[Bool]):
    for bit in bits:
        if flip(1 / 3):
            yield bit if flip(3 / 4) else not bit
            return
        yield None


@mechanism
def now_and_then(bits: Stream[Bool]):
    for bit in bits:
        yield bit if flip(3 / 4) else not bit
        if flip(9 / 10):
            return


@mechanism
def for_ever(bits: Stream[Bool]):
    for bit in bits:
        yield bit if flip(3 / 4) else not bit


@mechanism
def bare(bits: Stream[Bool]):
    for bit in bits:
        yield flip(1 / 2)
        yield bit
"""


def test_closed_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With r = 7/3 for an answer: r itself (or 2/3 + r/3), (9/10) r / (1 - r / 10), and r for each value."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"k.py": STREAMS})
    found = {}
    for name in ("until", "now_and_then", "for_ever"):
        for relation in ("each(1)", "one()"):
            ran = faier(capsys, "bound", f"k.py::{name}", "--neighbors", relation, "--renyi", "2", "--format", "json")
            found[name, relation] = ran.json["results"][0]["renyi"]
            assert not faults(ran.json, schema("bound"), strict=True)
    assert [found[name, "one()"]["exact"] for name in ("until", "for_ever")] == ["log(13/9)", "log(7/3)"]
    assert found["now_and_then", "each(1)"]["exact"] == "log(63/23)"
    assert found["until", "each(1)"]["exact"] == "log(7/3)"
    grows = found["for_ever", "each(1)"]
    assert (grows["length"], grows["exact"]) == (12, "12 * log(7/3)")
    assert 0.84729786 < grows["per_value"] <= log(7 / 3)


@pytest.mark.parametrize(
    ("name", "rho", "verdict"),
    [
        ("until", "log(7 / 3)", "proved"),
        ("until", "log(7 / 3) - 1 / 10 ** 20", "undecided"),
        ("until", "log(2)", "refuted"),
        ("now_and_then", "log(63 / 23)", "proved"),
        ("now_and_then", "log(63 / 23) - 1 / 10 ** 20", "undecided"),
        ("now_and_then", "log(7 / 3)", "refuted"),
        ("for_ever", "100", "undecided"),
        ("bare", "100", "refuted"),
        ("for_ever", "8 * log(7 / 3)", "refuted"),
        ("for_ever", "log(7 / 3) - 1 / 10 ** 20", "refuted"),
    ],
)
def test_claims_about_streams(name: str, rho: str, verdict: str) -> None:
    claim = f"@private(renyi=(2, {rho}), neighbors=each(1))\n@mechanism\ndef {name}("
    program = parse(STREAMS.replace(f"@mechanism\ndef {name}(", claim), "k.py", {})
    assert type(check(program, program.claims[0])).__name__.lower() == verdict


@pytest.mark.parametrize(
    ("name", "measure", "relation", "verdict"),
    [
        ("until", "zcdp=0.5494", "each(1)", "proved"),
        ("until", "zcdp=0.549306", "each(1)", "undecided"),
        ("until", "zcdp=0.3", "each(1)", "refuted"),
        ("until", "renyi=(5 / 2, 1)", "each(1)", "proved"),
        ("for_ever", "zcdp=0.5494", "one()", "proved"),
        ("for_ever", "zcdp=1", "each(1)", "refuted"),
        ("for_ever", "zcdp=100", "each(1)", "undecided"),
        ("bare", "zcdp=100", "each(1)", "refuted"),
    ],
)
def test_claims_about_all_orders_of_streams(name: str, measure: str, relation: str, verdict: str) -> None:
    """Of an answer that is right three times as often as wrong: log(3) / 2 at most, as the order falls to 1."""
    claim = f"@private({measure}, neighbors={relation})\n@mechanism\ndef {name}("
    program = parse(STREAMS.replace(f"@mechanism\ndef {name}(", claim), "k.py", {})
    assert type(check(program, program.claims[0])).__name__.lower() == verdict
