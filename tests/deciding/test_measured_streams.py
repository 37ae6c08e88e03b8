"""Renyi divergences of streams, held against all inputs and all outputs, each by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
from asked import subject_of
from command_line import faier, write
from flint import fmpq

from faier.deciding.measuring import Measures, measure
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.exact import Number, from_ratio
from faier.lang import parse
from faier.lang.program import Program
from faier.lang.values import Sequence
from faier.limits import Limits
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
    assert "renyi" not in ran.json["results"][0]
    assert ran.json["results"][0]["measures_reason"]
