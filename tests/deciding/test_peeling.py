"""Selections in several rounds, at any number of rows, and of numbers that all may differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import exp, log

import pytest
from asked import subject_of

from faier.deciding.question import Question
from faier.deciding.side_by_side import loss
from faier.lang import parse
from faier.limits import Limits

START = """\
from faier import Int, Records, Vector, added, categorical, each, exp, laplace, mechanism, one

ITEMS = 5


def counted(rows):
    return {i: sum(x == i for x in rows) for i in range(ITEMS)}


"""

ROWS, SCORES = "xs: Records[Int[0, 4], 500]", "xs: Vector[Int[0, 1000], 6]"


def asked(parameters: str, body: str, relation: str) -> Question:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    program = parse(f"{START}@mechanism\ndef shown({parameters}):\n{lines}", "a.py", {})
    return Question(program, subject_of(program, "shown", relation, None))


def lost(parameters: str, body: str, relation: str) -> str | None:
    found = loss(asked(parameters, body, relation), Limits(), careful=True)
    return None if found is None else str(found.plain)


PEELED = """\
scores, out = counted(xs), []
for _ in range({rounds}):
    best = categorical({{i: exp({each} * s) for i, s in scores.items()}})
    out.append(best)
    del scores[best]
return {shown}"""


@pytest.mark.parametrize(
    ("rounds", "each", "relation", "most"),
    [
        (2, "1 / 2", "added()", "1"),
        (3, "1 / 2", "added()", "3/2"),
        (2, "1", "added()", "2"),
        (2, "1 / 2", "one()", "2"),
    ],
)
def test_each_round_pays_for_its_choice(rounds: int, each: str, relation: str, most: str) -> None:
    assert lost(ROWS, PEELED.format(rounds=rounds, each=each, shown="out"), relation) == most


@pytest.mark.parametrize(
    ("body", "most"),
    [
        (
            "scores, names = [sum(x == i for x in xs) for i in range(3)], ['a', 'b', 'c']\nout = []\n"
            "for _ in range(2):\n"
            "    at = categorical(*[exp(s / 2) for s in scores])\n"
            "    out.append(names[at])\n"
            "    del scores[at], names[at]\n"
            "return out",
            "1",
        ),
        (
            "scores, out = counted(xs), []\n"
            "for _ in range(2):\n"
            "    noisy = {i: s + laplace(1) for i, s in scores.items()}\n"
            "    best = max(noisy, key=noisy.get)\n"
            "    out.append(best)\n"
            "    del scores[best]\n"
            "return out",
            "2",
        ),
        (
            "left, scores = set(range(3)), counted(xs)\n"
            "best = categorical(*[exp(scores[i] / 2) for i in sorted(left)])\n"
            "left.discard(best)\n"
            "return best, sum(1 for x in xs if x == best) + laplace(1)",
            "3/2",
        ),
    ],
)
def test_what_is_left_is_known(body: str, most: str) -> None:
    assert lost(ROWS, body, "added()") == most


@pytest.mark.parametrize(
    "body",
    [
        PEELED.format(rounds=2, each="1 / 2", shown="out, scores"),
        PEELED.format(rounds=2, each="1 / 2", shown="out, max(scores, key=scores.get)"),
        PEELED.format(rounds=2, each="1 / 2", shown="out").replace(
            "del scores[best]", "del scores[max(scores.values())]"
        ),
        PEELED.format(rounds=1, each="1 / 2", shown="len(scores)").replace(
            "    del", "    if scores[0] > 3:\n        del"
        ),
        "left = {0: 0, 1: 0}\nfor x in xs:\n    left[0] += 1\n    if x == 3 and 1 in left:\n        del left[1]\n"
        "return len(left), left[0] + laplace(1)",
        "left = [0, 0]\nfor x in xs:\n    if x == 3 and len(left) > 1:\n        del left[1]\nreturn len(left)",
        "return sum(x for x in set(xs)) + laplace(1)",
        "seen = frozenset(xs)\nreturn sorted(x + 0 for x in seen)",
    ],
)
def test_what_is_left_may_differ(body: str) -> None:
    assert lost(ROWS, body, "added()") is None


@pytest.mark.parametrize(
    ("body", "relation", "most"),
    [
        ("return categorical(*[exp(s / 2) for s in xs])", "each(1)", "1"),
        ("return categorical(*[exp(s / 2) for s in xs])", "each(2)", "2"),
        ("return categorical(*[exp(s / 2) for s in xs])", "one(1)", "1/2"),
        ("return categorical(*[exp((xs[i] + xs[i - 1]) / 2) for i in range(6)])", "each(1)", "2"),
        ("return categorical(*[exp(s / 2) for s in xs]), xs[0] + laplace(1)", "each(1)", "2"),
        (
            "left, out = list(enumerate(xs)), []\n"
            "for _ in range(2):\n"
            "    at = categorical(*[exp(s / 2) for _, s in left])\n"
            "    out.append(left.pop(at)[0])\n"
            "return out",
            "each(1)",
            "2",
        ),
    ],
)
def test_scores_may_all_differ(body: str, relation: str, most: str) -> None:
    assert lost(SCORES, body, relation) == most


def _chances(scores: list[Fraction], rounds: int) -> Iterator[float]:
    """How likely each order of so many is."""
    for order in permutations(range(len(scores)), rounds):
        left, chance = list(range(len(scores))), 1.0
        for best in order:
            chance *= exp(scores[best]) / sum(exp(scores[one]) for one in left)
            left.remove(best)
        yield chance


def test_no_less_is_told_than_random_selections_lose() -> None:
    """Scores are sums of three numbers, each of which may rise or fall; all of them are enumerated."""
    found = []
    for seed in range(12):
        rng = random.Random(seed)
        factors = [[rng.randint(-2, 2) for _ in range(3)] for _ in range(3)]
        rounds, relation = rng.randint(1, 2), rng.choice(["each(1)", "one(1)", "total(1)"])
        sums = ", ".join(
            "(" + " + ".join(f"{much} * xs[{at}]" for at, much in enumerate(row)) + ") / 2" for row in factors
        )
        told = lost(
            "xs: Vector[Int[0, 2], 3]",
            f"left, out = list(enumerate([{sums}])), []\nfor _ in range({rounds}):\n"
            "    at = categorical(*[exp(s) for _, s in left])\n    out.append(left.pop(at)[0])\nreturn out",
            relation,
        )
        if told is None:
            continue
        most = 0.0
        for one, other in product(product(range(3), repeat=3), repeat=2):
            moved = [abs(a - b) for a, b in zip(one, other, strict=True)]
            if max(moved) > 1 or (relation != "each(1)" and sum(moved) > 1):
                continue
            sides = [
                _chances([Fraction(sum(f * x for f, x in zip(row, side, strict=True)), 2) for row in factors], rounds)
                for side in (one, other)
            ]
            most = max([most, *(log(a / b) for a, b in zip(*sides, strict=True))])
        assert float(Fraction(told)) >= most - 1e-9, (seed, relation, told, most)
        found.append(most / max(float(Fraction(told)), 1e-9))
    assert len(found) > 6
    assert max(found) > 0.6
