"""Sums that share draws under moves: what the cheapest shifts cost, by another simplex and by adding up all outputs."""

from __future__ import annotations

import json
import math
import random
from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import asked
import pytest
import simplex
from certificates import certified
from flint import fmpq

from faier.checker import check
from faier.engines.shifts import Drawn, Row, made_up
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import Epsilon, exponential_of
from faier.lang import parse

HEAD = """\
from fractions import Fraction
from faier import Int, Positive, Vector, geometric, laplace, log, mechanism, moves, private

"""


def source(body: str, relation: str, epsilon: str = "1000", cells: int = 4, head: str = "") -> str:
    lines = body.replace("\n", "\n    ")
    claim = f"@private(epsilon={epsilon}, neighbors={relation})\n@mechanism\n"
    return f"{HEAD}{head}\n{claim}def m(x: Vector[Int[0, 1], {cells}]):\n    {lines}\n"


def by_shifts(text: str) -> Any:
    program = parse(text, "m.py")
    return asked.check(program, program.claims[0], asked.Approach("shifts"))


def least(text: str, relation: str) -> Any:
    found = asked.tight(text, "m", relation, engine="shifts")
    assert found.tight is not None
    assert found.tight.lower == found.tight.upper
    return found.tight


def drawn(seed: int) -> tuple[list[list[int]], list[list[int]], list[tuple[int, int | None]], list[int]]:
    """Factors of counts and of draws in each sum, moves, and rates."""
    draw = random.Random(seed)
    cells, sums, draws = draw.randint(2, 4), draw.randint(1, 3), draw.randint(2, 5)
    counts = [[draw.choice([-1, 0, 1, 2]) for _ in range(cells)] for _ in range(sums)]
    noise = [[draw.choice([-2, -1, 0, 0, 1, 1]) for _ in range(draws)] for _ in range(sums)]
    every = [(u, v) for u in range(cells) for v in [*range(u), None]]
    return counts, noise, draw.sample(every, draw.randint(1, len(every))), [draw.randint(1, 3) for _ in range(draws)]


@pytest.mark.parametrize("seed", range(60))
def test_the_cheapest_shifts_are_those_of_another_simplex(seed: int) -> None:
    counts, noise, moves, rates = drawn(seed)
    rows = [
        Row({at: fmpq(n) for at, n in enumerate(c)}, {at: fmpq(n) for at, n in enumerate(d) if n})
        for c, d in zip(counts, noise, strict=True)
    ]
    laws = {at: Drawn(Epsilon.rational(rate), whole=False) for at, rate in enumerate(rates)}
    changes = {move: {cell: by for cell, by in zip(move, (-1, 1), strict=True) if cell is not None} for move in moves}
    made = made_up(rows, laws, changes, lambda: None)
    costs = []
    for change in changes.values():
        wanted = [Fraction(-sum(c[cell] * by for cell, by in change.items())) for c in counts]
        both = [[*map(Fraction, d), *(Fraction(-n) for n in d)] for d in noise]
        costs.append(simplex.least([*map(Fraction, rates)] * 2, both, wanted))
    known = [cost for cost in costs if cost is not None]
    if made is None:
        assert len(known) < len(costs)
        return
    assert len(known) == len(costs)
    assert made.exact
    assert made.loss.epsilon == Epsilon.rational(fmpq(max(known).numerator, max(known).denominator))


def test_rates_that_are_no_multiples_of_each_other() -> None:
    for rates, expected in (("1 / 2", "log(2)"), ("1 / 4", "log(4)")):
        text = source(f"return x[0] + geometric({rates}) + laplace(2 / 3)", "moves((0, 1))", expected)
        assert isinstance(by_shifts(text), Proved)
        assert least(text, "moves((0, 1))").upper == (2 if rates == "1 / 2" else 4)
    text = source("return x[0] + geometric(1 / 5) + laplace(2 / 3)", "moves((0, 1))", "3 / 2")
    assert least(text, "moves((0, 1))").upper == exponential_of(Epsilon.rational(fmpq(3, 2)))


RING = "moves((0, 1), (1, 2), (2, 3), (3, 0))"
AROUND = "d = [{} for _ in range(4)]\nreturn [count + d[at] - d[at - 1] for at, count in enumerate(x)]"


@pytest.mark.parametrize(("noise", "epsilon"), [("geometric(1 / 3)", "log(3)"), ("laplace(2)", "1 / 2")])
def test_flows_around_a_circle(noise: str, epsilon: str) -> None:
    text = source(AROUND.format(noise), RING, epsilon)
    proved = by_shifts(text)
    assert isinstance(proved, Proved)
    assert proved.coverage.counts
    assert proved.tight is not None and not proved.tight.attained
    below = by_shifts(source(AROUND.format(noise), RING, f"{epsilon} - 1 / 1000"))
    assert isinstance(below, Undecided)
    assert "far out" in below.reason
    (found,) = certified(text)
    assert found.answer().answer == "valid"
    document = json.loads(found.text)
    ways = document["evidence"]["ways"]
    assert len(ways) == 4
    for changed in (ways[:3], [], [[[9, "1/1"]], *ways], [[[0, "1/0"]], *ways], [way[:0] for way in ways], {}, [1]):
        document["evidence"]["ways"] = changed
        assert check(json.dumps(document).encode(), text.encode(), 200_000).answer == "invalid"
    document["evidence"]["ways"] = [[*way, [0, "1/1"], [1, "1/1"], [2, "1/1"], [3, "1/1"]] for way in ways]
    assert check(json.dumps(document).encode(), text.encode(), 200_000).answer == "invalid"  # all around costs more
    del document["evidence"]["ways"]
    assert check(json.dumps(document).encode(), text.encode(), 200_000).answer == "holey"


def test_every_epsilon_at_once() -> None:
    text = source(AROUND.format("laplace(2 / EPS)"), RING, "EPS / 2", head="EPS = Positive(1)\n")
    assert isinstance(by_shifts(text), Proved)
    (found,) = certified(text)
    assert found.answer().answer == "valid"
    assert not isinstance(by_shifts(text.replace("EPS / 2,", "EPS / 3,")), Proved)


def test_parts_of_reals_are_followed_by_the_checker_too() -> None:
    body = "y, z = laplace(2), laplace(2)\nreturn [x[0] + (y + z) / 2, x[1] + Fraction(1, 2) * (y - z)]"
    text = source(body, "moves((0, None), (1, None))", "1", cells=2)
    assert least(text, "moves((0, None), (1, None))").attained
    (found,) = certified(text)
    assert found.answer().answer == "valid"
    assert isinstance(by_shifts(source(body, "moves((0, 1))", "999 / 1000", cells=2)), Refuted | Undecided)


def test_outputs_that_tell_the_draws_are_computed() -> None:
    text = source("y = x[0] + laplace(1)\nyield y\nyield y + x[1] + laplace(1)", "moves((0, 1))", "1", cells=2)
    refuted = by_shifts(text)
    assert isinstance(refuted, Refuted)
    assert refuted.witness.ratio == exponential_of(Epsilon.rational(2))


@pytest.mark.parametrize("seed", range(3))
def test_no_output_loses_more_and_those_far_out_nearly_as_much(seed: int) -> None:
    """Two sums of three geometric draws, which all outputs are added up from: each of some in a row."""
    draw = random.Random(seed)
    noise = draw.sample([(1, 1, 0), (0, 1, 1), (1, 1, 1), (0, 0, 1)], 2)
    cell = draw.randrange(2)
    body = "d = [geometric(1 / 2), geometric(1 / 2), geometric(1 / 2)]\nreturn [" + ", ".join(
        f"x[{at}]" + "".join(f" + {n} * d[{i}]" for i, n in enumerate(row)) for at, row in enumerate(noise)
    )
    text = source(f"{body}]", f"moves(({cell}, None))", cells=2)
    found = least(text, f"moves(({cell}, None))").upper
    weights: dict[tuple[int, ...], float] = defaultdict(float)
    reach = range(-19, 20)
    for z in product(reach, repeat=3):
        shown = tuple(sum(n * at for n, at in zip(row, z, strict=True)) for row in noise)
        if max(map(abs, shown)) <= 9:
            weights[shown] += 0.5 ** sum(map(abs, z))
    losses = [
        math.log(weights[y] / weights[y[0] - (cell == 0), y[1] - (cell == 1)]) for y in product(range(-7, 8), repeat=2)
    ]
    expected = math.log(float(found))
    assert 0.75 * expected < max(map(abs, losses)) < expected + 1e-3
