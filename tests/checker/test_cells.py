"""Words of mechanisms that keep noise weigh on the left at least what the checker's cells say, and on the right at most
that: for any cells, by the exact weights of `denote`."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from faier.checker.around import Others
from faier.checker.cells import Grid
from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.kept_growth import Walk
from faier.checker.language import read
from faier.checker.outcome import Budget
from faier.exact import compare
from faier.exact.rational import rational
from faier.lang import parse
from faier.lang.values import Sequence
from faier.limits import Limits
from faier.semantics.denote import probability

FILE = """from faier import Int, Stream, clamp, each, exp, flip, geometric, laplace, mechanism, private


@private(epsilon=5, neighbors=each(1))
@mechanism
def stream(answers: Stream[Int[0, 1]]):
    kept = {kept}
    for answer in answers:
        {fresh}
        {shown}
"""
BOTH, THREE = (False, True), (-1, 0, 1)
ENDING = "if noisy > kept:\n            return\n        yield 1"
CASES = [
    ("geometric(1 / 2)", "noisy = answer + geometric(1 / 3)", "yield noisy >= kept", BOTH),
    ("geometric(exp(-1))", "noisy = 3 - 2 * (answer + geometric(1 / 2))", "yield noisy >= 3 * kept + 1", BOTH),
    ("laplace(2)", "noisy = answer + laplace(1)", "yield noisy / 2 > kept - 1 / 2", BOTH),
    ("geometric(1 / 2)", "noisy = 2 * answer", "yield clamp(kept + noisy, -1, 1) if flip(1 / 3) else 0", THREE),
    ("1 - geometric(1 / 2)", "noisy = kept - answer", "yield noisy", (0, 1)),
    ("geometric(1 / 2)", "noisy = answer - geometric(1 / 2)", ENDING, (1,)),
]
Case = tuple[str, str, str, tuple[object, ...]]


@pytest.mark.parametrize("case", CASES)
def test_weights_are_ends(case: Case) -> None:
    kept, fresh, shows, letters = case
    text = FILE.format(kept=kept, fresh=fresh, shown=shows)
    program, file = parse(text, "m.py"), read(text, {}, Others((), {}))
    claimed = {"mechanism": "stream", "decorator": 0, "epsilon": "5", "neighbors": "each(1)"}
    claim = claim_of(file, claimed | {"delta": None, "prior": None, "pairs": None})
    random, said = Random(str(case)), 0
    for _ in range(10):
        walk = Walk(Joint(file, claim, Budget(10**7)), random_grid(random), None)
        given = [[random.randrange(2) for _ in range(2)] for _ in range(2)]
        shown = [random.choice(letters) for _ in range(2)]
        ends = ends_of(walk, given, shown)
        for items, end, order in zip(given, ends, (1, -1), strict=True):
            inputs = {"answers": Sequence("list", tuple(items))}
            exact = probability(program, "stream", inputs, tuple(shown), False, Limits())
            assert compare(exact, rational(end)) * order >= 0
        said += any(ends)
    assert said > 1


def random_grid(random: Random) -> Grid:
    integers = sorted(random.sample(range(-4, 5), random.randrange(2, 7)))
    reals = sorted({Fraction(random.randrange(-8, 9), 2) for _ in range(random.randrange(2, 7))})
    return Grid(tuple(integers), tuple(reals))


def ends_of(walk: Walk, given: list[list[int]], shown: list[object]) -> tuple[Fraction, Fraction]:
    """What a word weighs at least on the left and at most on the right, in these cells."""
    node, rows = walk.start()
    letters = [letter for *pair, value in zip(*given, shown, strict=True) for letter in (tuple(pair), (value,))]
    _, path = walk.path(node, tuple(letters))
    found = []
    for side in (0, 1):
        row = {0: Fraction(1)}
        for step in (rows, *path):
            after: dict[int, Fraction] = {}
            for at, weight in row.items():
                for target, share in step[side][at].items():
                    after[target] = after.get(target, Fraction(0)) + weight * share
            row = after
        found.append(sum(row.values(), Fraction(0)))
    return found[0], found[1]
