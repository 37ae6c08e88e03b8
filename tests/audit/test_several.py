"""`faier audit` of mechanisms that show several noisy numbers, or read streams."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from command_line import faier

from faier.audit.expected import Expected, Place
from faier.audit.process import Tally
from faier.deciding.modelled import modelled
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.lang import parse
from faier.limits import Limits

MECHANISMS = """\
from faier import Bool, Int, Stream, Vector, each, exp, flip, geometric, laplace, mechanism, one, private


@private(epsilon=2, neighbors=each(1))
@mechanism
def two(x: Int[0, 3], y: Int[0, 3]):
    return x + geometric(exp(-1)), y + laplace(1)


@private(epsilon=2, neighbors=each(1))
@mechanism
def record(x: Int[0, 1]):
    if flip(1 / 2):
        return {"a": max(0, x + laplace(1)), "b": 3}
    return {"a": x + laplace(1), "b": x + geometric(1 / 2)}


@private(epsilon=2, neighbors=one())
@mechanism
def answers(xs: Stream[Bool]):
    for x in xs:
        yield x if flip(3 / 4) else not x


@private(epsilon=1, neighbors=each(1))
@mechanism
def above(xs: Stream[Int[0, 2]]):
    least = 1 + laplace(2)
    for x in xs:
        if x + laplace(4) >= least:
            yield True
            return
        yield False


@private(epsilon=1, neighbors=one(1))
@mechanism
def readings(xs: Stream[Int[0, 1]]):
    for x in xs:
        yield x + laplace(1)
"""

SHIPPED = """\
import math
import random


def draw(scale):
    return random.expovariate(1 / scale) - random.expovariate(1 / scale)


def geometric(base):
    return int(math.log(1 - random.random()) / math.log(base)) - int(math.log(1 - random.random()) / math.log(base))


def two(x, y):
    return x + geometric(math.exp(-1)), y + draw(1)


def reused(x, y):
    noise = draw(1)
    return x + round(noise), y + noise


def record(x):
    if random.random() < 0.5:
        return {"a": max(0, x + draw(1)), "b": 3}
    return {"a": x + draw(1), "b": x + geometric(1 / 2)}


def answers(xs):
    for x in xs:
        yield x if random.random() < 3 / 4 else not x


def often(xs):
    return [x if random.random() < 5 / 6 else not x for x in xs]


def above(xs, scale=4):
    least = 1 + draw(2)
    for x in xs:
        yield x + draw(scale) >= least
        if x > 2:
            return


def stopping(xs, scale=4):
    least, told = 1 + draw(2), []
    for x in xs:
        told.append(x + draw(scale) >= least)
        if told[-1]:
            break
    return told


def readings(xs):
    return [x + draw(1) for x in xs]


def rounded(xs):
    return [round(x + draw(1), 3) for x in xs]
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.py").write_text(MECHANISMS)
    (tmp_path / "shipped.py").write_text(SHIPPED)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("code", "mechanism", "status", "said"),
    [
        ("two", "two", 0, "consistent"),
        ("reused", "two", 1, "leaks"),
        ("record", "record", 0, "consistent"),
        ("answers", "answers", 0, "consistent  xs = [false, false, false, false]"),
        ("often", "answers", 1, "output [false, false, false, false]"),
        ("stopping", "above", 0, "consistent"),
        ("above", "above", 1, "differs"),
        ("readings", "readings", 0, "consistent"),
        ("rounded", "readings", 1, "reals that had been shown twice before"),
    ],
)
def test_what_is_right_and_what_is_not(
    capsys: pytest.CaptureFixture[str], code: str, mechanism: str, status: int, said: str
) -> None:
    run = faier(capsys, "audit", f"shipped:{code}", f"m.py::{mechanism}", "--samples", "4000", "--seed", "1")
    assert run.status == status, run.out
    assert said in run.out


def test_lists_that_are_given_for_a_stream(capsys: pytest.CaptureFixture[str]) -> None:
    given = [f'{{"xs": [true, false, {last}]}}' for last in ("true", "false")]
    asked = ["audit", "shipped:answers", "m.py::answers", "--samples", "2000", "--seed", "1", "--inputs", given[0]]
    run = faier(capsys, *asked, "--inputs", given[1])
    assert run.status == 0
    assert "xs = [true, false, true]" in run.out
    run = faier(capsys, *asked, "--inputs", '{"xs": [true]}')
    assert run.status == 2
    assert "xs has several lengths" in run.out + run.err


def expected(mechanism: str) -> tuple[tuple[Expected, ...], tuple[Place, ...]]:
    program = parse(MECHANISMS, "m.py")
    claim = next(claim for claim in program.claims if claim.subject.mechanism == mechanism)
    found = modelled(question_of(program, claim), (), Store(), Limits())
    assert found.reason is None
    return found.inputs, found.places


@pytest.mark.parametrize("mechanism", ["two", "record", "answers", "above", "readings"])
def test_all_outcomes_are_one(mechanism: str) -> None:
    for one in expected(mechanism)[0]:
        low, high = sum(each.low for each in one.outcomes), sum(each.high for each in one.outcomes)
        assert Fraction(10**9 - 1, 10**9) < low <= 1 <= high < Fraction(10**9 + 1, 10**9)


def test_each_cell_has_its_chance() -> None:
    """An integer and a real, each by itself."""
    inputs, (integers, reals) = expected("two")
    base = math.exp(-1)

    def up_to(z: float, at: int) -> float:
        return math.exp(z - at) / 2 if z < at else 1 - math.exp(at - z) / 2

    for one in inputs:
        x, y = one.arguments
        assert isinstance(x, int) and isinstance(y, int)
        chances = {each.key: float(each.low) for each in one.outcomes}
        counted = dict.fromkeys(range(len(integers.cuts) + 1), 0.0)
        for k in range(-60, 61):
            counted[integers.cell(x + k)] += (1 - base) / (1 + base) * base ** abs(k)
        ends = [-math.inf, *reals.cuts, math.inf]
        for cell, number in product(counted, range(len(ends) - 1)):
            real = up_to(ends[number + 1], y) - up_to(ends[number], y) if number else up_to(ends[1], y)
            name = f'["{integers.name(cell)}", "{reals.name(number)}"]'
            assert abs(chances[name] - counted[cell] * real) < 1e-9


def test_cells_are_found_where_the_places_are() -> None:
    (first, *_), places = expected("record")
    keys = [one.key for one in first.outcomes]
    asked = [
        {"path": one.path, "cuts": one.cuts, "names": [one.name(at) for at in range(len(one.cuts) + 1)]}
        | {"exact": one.exact, "real": one.real}
        for one in places
    ]
    tally = Tally(None, keys, False, False, asked)
    for shown in ({"a": 0, "b": 3}, {"a": 0.25, "b": 3}, {"a": -0.25, "b": -1}, {"a": 1.5}, {"b": 0.5, "a": True}):
        tally.add(shown)
    counted = {**tally.halves[0], **tally.halves[1]}
    assert sum(name in keys for name in counted) == 3
    assert tally.reals == ([-0.25], [0.25, 1.5])


def test_more_numbers_than_are_told_apart() -> None:
    text = "from faier import Int, each, laplace, mechanism, private\n\n\n@private(epsilon=9, neighbors=each(1))\n"
    text += "@mechanism\ndef many(x: Int[0, 1]):\n    return [x + laplace(1) for _ in range(9)]\n"
    program = parse(text, "m.py")
    found = modelled(question_of(program, program.claims[0]), (), Store(), Limits())
    assert found.reason == "more than 8 noisy numbers are shown"
