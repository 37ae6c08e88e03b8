"""Numbers that are clipped differ by no more than there is between their ends: what is told, beside all neighbors."""

from __future__ import annotations

import random
from itertools import product

import pytest
from asked import subject_of
from flint import fmpq

from faier.deciding.by_noise import loss
from faier.deciding.question import Question
from faier.exact import Epsilon, compare_epsilon
from faier.lang import parse
from faier.limits import Limits

START = """\
from faier import Int, Vector, clamp, each, laplace, mechanism, one, total


@mechanism
def told(xs: Vector[Int[LOW, HIGH], 3]):
"""


def lost(body: str, relation: str, low: int = -100, high: int = 100) -> Epsilon | None:
    text = START.replace("LOW", str(low)).replace("HIGH", str(high))
    program = parse(text + "".join(f"    {line}\n" for line in body.splitlines()), "a.py", {})
    return loss(Question(program, subject_of(program, "told", relation, None)), Limits())


@pytest.mark.parametrize(
    ("body", "relation", "most"),
    [
        ("return [max(-5, min(5, x)) + laplace(1) for x in xs]", "one()", 10),
        ("return [clamp(x, -5, 5) + laplace(1) for x in xs]", "each(200)", 30),
        ("return [clamp(x, -5, 5) + laplace(1) for x in xs]", "each(3)", 9),
        ("return [clamp(x, -5, 5) + laplace(1) for x in xs]", "one(3)", 3),
        ("return [max(min(x, 5), -5) + xs[1] + laplace(1) for x in xs]", "one()", 610),
        ("return min(max(2 * xs[0] - xs[1], 0), 7) + laplace(1)", "one()", 7),
        ("return 10 * max(0, min(1, xs[0])) + laplace(1)", "one()", 10),
        ("return max(0, min(9, xs[0])) - max(0, min(9, xs[0])) + laplace(1)", "one()", 18),
        ("return max(xs[0], 0) + laplace(1), min(xs[0], 0) + laplace(1)", "one()", 200),
        ("total = 0\nfor x in xs:\n    total = clamp(total + x, 0, 4)\nreturn total + laplace(1)", "one()", 4),
        ("return max(0, min(xs)) + laplace(1)", "one()", 100),
        ("return min(max(xs[0], 0) - 104, 1) + laplace(1)", "one()", 100),
        ("return max(104 - min(xs[0], 100), 1) + laplace(1)", "one()", 200),
    ],
)
def test_what_is_lost_of_clipped_numbers(body: str, relation: str, most: int) -> None:
    assert lost(body, relation) == Epsilon(fmpq(most))


NUMBERS = (
    "xs[0]",
    "xs[1]",
    "sum(xs)",
    "xs[0] - xs[1]",
    "2 * xs[2]",
    "y",
    "z",
    "y - z",
    "3 - y",
    "-z",
    "xs[0] + y",
    "4",
)
CLIPS = (
    "max(A, min(B, N))", "min(B, max(A, N))", "clamp(N, A, B)", "max(N, A)", "min(N, B)", "max(N, M)", "min(N, M, B)",
    "N", "N - M", "max(A, min(B, N)) - N", "2 * clamp(N, A, B)", "abs(N)", "clamp(N, A, B) // 2", "max(A, N) + 1",
)  # fmt: skip


def clipped(draw: random.Random) -> str:
    low = draw.randint(-3, 3)
    chosen = draw.choice(CLIPS).replace("A", str(low)).replace("B", str(low + draw.randint(0, 3)))
    return chosen.replace("N", draw.choice(NUMBERS)).replace("M", draw.choice(NUMBERS))


def are_neighbors(relation: str, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    apart = [abs(x - y) for x, y in zip(one, other, strict=True)]
    match relation:
        case "one()":
            return sum(map(bool, apart)) == 1
        case "one(1)":
            return sum(apart) == 1
        case "each(1)":
            return 0 < max(apart) <= 1
        case "each(2)":
            return 0 < max(apart) <= 2
        case _:
            return 0 < sum(apart) <= 2


def test_no_less_is_told_than_the_worst_neighbors_lose() -> None:
    draw = random.Random(3)
    exact = told = 0
    for _ in range(40):
        low = draw.choice((-2, 0))
        lines = ["y, z = 0, 1", f"y = {clipped(draw)}", f"z = {clipped(draw)}"]
        shown = [clipped(draw) for _ in range(draw.randint(1, 2))]
        relation = draw.choice(("one()", "one(1)", "each(1)", "each(2)", "total(2)"))
        most = lost(
            "\n".join([*lines, f"return [n + laplace(1) for n in [{', '.join(shown)}]]"]), relation, low, low + 3
        )
        if most is None:
            continue
        values = {}
        for xs in product(range(low, low + 4), repeat=3):
            names = {"xs": xs, "clamp": lambda x, a, b: max(a, min(b, x))}
            exec("\n".join(lines), names)
            values[xs] = [eval(one, names) for one in shown]
        pairs = [(one, other) for one in values for other in values if are_neighbors(relation, one, other)]
        worst = max(sum(abs(a - b) for a, b in zip(values[one], values[other], strict=True)) for one, other in pairs)
        told += 1
        assert compare_epsilon(most, Epsilon(fmpq(worst))) >= 0, (lines, shown, relation)
        exact += most == Epsilon(fmpq(worst))
    assert told > 30 and exact > 10
