"""Sums of counts with noise under moves: the loss is that of other engines and of arithmetic, the certificate is short.

What looks at a count, or uses a draw twice, is no such sum: neither for faier nor for the checker."""

from __future__ import annotations

import hashlib
import json
import random
from fractions import Fraction
from typing import Any

import asked
import pytest
from certificates import certified
from flint import fmpq
from policies_random import Release, brute_force, drawn, written

from faier.checker import FORMAT, check
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import Epsilon, exponential_of
from faier.lang import parse
from faier.lang.values import Near

HEAD = """\
from collections import deque
from fractions import Fraction
from itertools import accumulate
from faier import Bool, Int, Positive, Public, Vector, clamp, each, exp, flip, gaussian, geometric, laplace, log
from faier import mechanism, moves, private, shuffled, uniform

N = 3
LINE = [(i, i + 1) for i in range(N - 1)]
WEIGHTS = [[1, 1, 0], [2, 0, -1]]


def noisy(x):
    return x + geometric(1 / 2)


def same(x):
    return x


def positive(x):
    return 1 if x > 0 else 0


"""
INPUT = "x: Vector[Int[0, 2], N]"


def source(body: str, relation: str = "moves(*LINE)", epsilon: str = "1000", inputs: str = INPUT) -> str:
    lines = body.replace("\n", "\n    ")
    return f"{HEAD}@private(epsilon={epsilon}, neighbors={relation})\n@mechanism\ndef m({inputs}):\n    {lines}\n"


def by_shifts(text: str) -> Any:
    program = parse(text, "m.py")
    return asked.check(program, program.claims[0], asked.Approach("shifts"))


def checked(text: str, relation: str = "moves(*LINE)", epsilon: str = "1000") -> str:
    empty = dict.fromkeys(("decorator", "delta", "prior", "pairs"))
    certificate = {
        "format": FORMAT,
        "file": {"path": "m.py", "sha256": hashlib.sha256(text.encode()).hexdigest()},
        "set": {},
        "claim": empty | {"mechanism": "m", "epsilon": epsilon, "neighbors": relation},
        "verdict": "proved",
        "length": None,
        "evidence": {"kind": "shifts"},
    }
    return check(json.dumps(certificate).encode(), text.encode(), 200_000).answer


LOOKS = {
    "a comparison": "return geometric(1 / 2) + (x[0] if x[1] > 0 else 0)",
    "a comparison that changes nothing": "if x[0] > 1:\n    pass\nreturn noisy(x[0])",
    "a helper that compares": "return positive(x[0]) + geometric(1 / 2)",
    "a comparison with noise": "y = noisy(x[0])\nreturn y if y > 0 else geometric(1 / 2)",
    "noise compared with noise": "return noisy(x[0]) if noisy(x[1]) > 0 else 5",
    "a chosen draw": "if flip(1 / 2):\n    return noisy(x[0])\nreturn noisy(x[1])",
    "a clamp": "return clamp(x[0] + geometric(1 / 2), 0, 2)",
    "a clamp of a count": "return geometric(1 / 2) + clamp(x[0], 0, 1)",
    "min": "return geometric(1 / 2) + min(x)",
    "max": "return geometric(1 / 2) + max(x[0], x[1])",
    "abs": "return geometric(1 / 2) + abs(x[0] - 1)",
    "an absolute value that is a product": "return geometric(1 / 2) + x[0] * x[1]",
    "a square": "return geometric(1 / 2) + x[0] ** 2",
    "a quotient": "return geometric(1 / 2) + x[0] // 2",
    "a remainder": "return geometric(1 / 2) + x[0] % 2",
    "bits": "return geometric(1 / 2) + (x[0] & 1)",
    "how many binary digits": "return geometric(1 / 2) + x[0].bit_length()",
    "binary digits that are 1": "return geometric(1 / 2) + x[0].bit_count()",
    "how much a queue holds": "return geometric(1 / 2) + len(deque([1, 2, 3], x[0]))",
    "a truth value": "return geometric(1 / 2) + bool(x[0])",
    "not": "return geometric(1 / 2) + (not x[0])",
    "or": "return geometric(1 / 2) + (x[0] or 3)",
    "an index": "return geometric(1 / 2) + WEIGHTS[0][x[0]]",
    "a range": "total = 0\nfor _ in range(x[0]):\n    total += 2\nreturn total + geometric(1 / 2)",
    "a loop": "k = 0\nwhile k < x[0]:\n    k += 1\nreturn k + geometric(1 / 2)",
    "membership": "return geometric(1 / 2) + (1 if x[0] in (1, 2) else 0)",
    "equality of lists": "return geometric(1 / 2) + (1 if x == [1, 0, 0] else 0)",
    "sorted": "return [y + geometric(1 / 2) for y in sorted(x)]",
    "a dictionary": "d = {0: 3, 1: 0, 2: 0}\nreturn geometric(1 / 2) + d[x[0]]",
    "a set": "return geometric(1 / 2) + len({x[0], x[1]})",
    "a text": "return f'{x[0]}'",
    "a repeated list": "return [0] * x[0]",
    "a slice": "return [y + geometric(1 / 2) for y in WEIGHTS[0][: x[0]]]",
    "a parameter": "return geometric(Fraction(1, 2 + x[0]))",
    "a scale": "return x[1] + laplace(1 + x[0])",
    "a uniform draw": "return x[1] + uniform(0, x[0] + 1)",
    "shuffled": "return [y + geometric(1 / 2) for y in shuffled(x)]",
    "a rounded real": "return round(x[0] + laplace(1))",
    "an assertion": "assert x[0] < 3\nreturn noisy(x[0])",
    "match": "match x[0]:\n    case 0:\n        return 5\n    case _:\n        return noisy(x[1])",
    "one draw in two places, moved differently": "y = geometric(1 / 2)\nreturn [x[0] + y, x[1] + y]",
    "half a shift": "y, z = geometric(1 / 2), geometric(1 / 2)\nreturn [x[0] + y + z, x[1] + y - z, x[2]]",
    "a draw by itself beside the sum": "y = geometric(1 / 2)\nyield x[0] + y\nyield y",
    "reals with normal noise": "return x[0] + gaussian(1)",
}


@pytest.mark.parametrize("name", LOOKS)
def test_what_is_no_sum_is_not_taken_for_one(name: str) -> None:
    text = source(LOOKS[name])
    assert isinstance(by_shifts(text), Undecided)
    assert checked(text) == "holey"


@pytest.mark.parametrize(
    ("inputs", "relation"),
    [
        (INPUT, "each(1)"),
        (f"{INPUT}, y: Int[0, 1]", '{"x": moves(*LINE), "y": each(1)}'),
    ],
)
def test_other_relations_are_not_moves(inputs: str, relation: str) -> None:
    text = source("return noisy(sum(x))", relation, inputs=inputs)
    assert isinstance(by_shifts(text), Undecided)
    assert checked(text, relation) == "holey"


# Sums, with the least epsilon under the line.
SUMS = {
    "a count": ("return noisy(x[0])", "log(2)"),
    "nothing of it": ("return geometric(1 / 2)", "0"),
    "all of it": ("return sum(x)", "0"),
    "a constant": ("return [3, 'label']", "0"),
    "all of it but noise": ("return x[0] - x[0] + geometric(1 / 3)", "0"),
    "a count without noise": ("return x[0]", "inf"),
    "parity": ("return x[0] + 2 * geometric(1 / 2)", "inf"),
    "doubled": ("return 2 * (x[0] + geometric(1 / 2))", "log(2)"),
    "twice as much": ("return 2 * x[0] - geometric(1 / 2)", "2 * log(2)"),
    "prefixes": ("total = 0\nfor count in x:\n    total += count\n    yield total + geometric(1 / 2)", "log(2)"),
    "reals": ("return [sum(x[: i + 1]) + laplace(2) for i in range(N)]", "1 / 2"),
    "scaled reals": ("return [x[0] + 2 * laplace(1), (x[1], 3 - laplace(1))]", "inf"),
    "several": ("yield x[0] + 2 * laplace(1)\nyield (x[1] * 3 + laplace(3), 7)", "3 / 2"),
    "weights": ("return [sum([w * y for w, y in zip(row, x)]) + geometric(1 / 3) for row in WEIGHTS]", "2 * log(3)"),
    "a list that grows": ("out = []\nfor y in x:\n    out.append(noisy(y))\nreturn out", "2 * log(2)"),
    "a list that changes": ("out = [0] * N\nfor i, y in enumerate(x):\n    out[i] += y\nout[0] += out[1]\n"
                            "return [noisy(o) for o in out]", "3 * log(2)"),
    "both sides": ("left, *rest = x\nreturn [noisy(left - sum(rest)), 'label', None]", "2 * log(2)"),
    "a condition on constants": ("return [noisy(x[i]) if i % 2 else 0 for i in range(N) if i != 2]", "log(2)"),
    "exponentials": ("return x[0] + geometric(exp(-1 / 3))", "1 / 3"),
    "prefixes by accumulate": ("return [noisy(y) for y in accumulate(x)]", "log(2)"),
}  # fmt: skip


@pytest.mark.parametrize("name", SUMS)
def test_sums_lose_what_their_shifts_cost(name: str) -> None:
    body, least = SUMS[name]
    text = source(body)
    found = asked.tight(text, "m", "moves(*LINE)", engine="shifts")
    assert found.coverage.counts
    assert found.tight is not None
    assert found.tight.lower == found.tight.upper
    if least == "inf":
        assert found.tight.upper is None
        refuted = by_shifts(text)
        assert isinstance(refuted, Refuted)
        assert refuted.witness.probability_right == 0
        assert checked(text) == "invalid"
        return
    epsilon = parse(source(body, epsilon=least), "m.py").claims[0].budget.epsilon
    assert found.tight.upper == exponential_of(epsilon)
    assert isinstance(by_shifts(source(body, epsilon=least)), Proved)
    assert checked(source(body, epsilon=least), epsilon=least) in ("valid", "holey")
    if least != "0":
        below = f"{least} - 1 / 1000000"
        assert isinstance(by_shifts(source(body, epsilon=below)), Refuted)
        assert checked(source(body, epsilon=below), epsilon=below) in ("invalid", "holey")


CHECKED = sorted({*SUMS} - {"a count without noise", "parity", "scaled reals", "both sides", "prefixes by accumulate"})


@pytest.mark.parametrize("name", CHECKED)
def test_the_checker_follows_sums_by_its_own_hand(name: str) -> None:
    body, least = SUMS[name]
    assert least is not None
    text = source(body, epsilon=least)
    assert checked(text, epsilon=least) == "valid"
    (found,) = certified(text)
    assert json.loads(found.text)["evidence"] == {"kind": "shifts"}
    assert found.answer().answer == "valid"


@pytest.mark.parametrize("name", ["a count", "prefixes", "twice as much", "reals", "parity", "all of it"])
def test_other_engines_find_the_same_for_the_counts_declared(name: str) -> None:
    body, _ = SUMS[name]
    text = source(body, inputs="x: Vector[Int[0, 1], N]")
    mine, other = (asked.tight(text, "m", "moves(*LINE)", engine=engine) for engine in ("shifts", "search"))
    assert mine.tight is not None
    assert other.tight is not None
    assert mine.tight.upper == other.tight.upper


def test_every_epsilon_at_once() -> None:
    text = source("return [y + laplace(1 / EPS) for y in x]", epsilon="2 * EPS").replace(
        "N = 3", "EPS = Positive(1)\nN = 3"
    )
    proved = by_shifts(text)
    assert isinstance(proved, Proved)
    assert checked(text, epsilon="2 * EPS") == "valid"
    assert checked(text.replace("2 * EPS", "EPS + 1"), epsilon="EPS + 1") == "invalid"


@pytest.mark.parametrize(
    "body",
    [
        "return x[0] + geometric(exp(EPS))",
        "return x[0] + geometric(2 * exp(-EPS))",
        "y = geometric(2 * exp(-EPS))\nreturn x[0] + laplace(1 / EPS)",
        "y = 1 / (exp(EPS) - 2)\nreturn x[0] + laplace(1 / EPS)",
        "y = same(1) / (same(exp(EPS)) - 2)\nreturn x[0] + laplace(1 / EPS)",
    ],
)
def test_what_is_not_possible_for_every_epsilon_is_not_proved_for_all(body: str) -> None:
    text = source(body, epsilon="EPS").replace("N = 3", "EPS = Positive(1)\nN = 3")
    assert isinstance(by_shifts(text), Undecided)
    assert checked(text, epsilon="EPS") in ("invalid", "holey")


def test_counts_of_any_size_and_many_cells() -> None:
    """A grid of 10 by 10 cells with counts up to a million: all rows and columns."""
    relation = "moves(*[((i, j), (i + 1, j)) for i in range(9) for j in range(10)], ((0, 0), None))"
    body = (
        "yield [sum(row) + laplace(2) for row in x]\nyield [sum([row[j] for row in x]) + laplace(2) for j in range(10)]"
    )
    grid = source(body, relation, "1", "x: Vector[Vector[Int[0, 1000000], 10], 10]")
    proved = by_shifts(grid)
    assert isinstance(proved, Proved)
    assert proved.coverage.counts
    assert proved.tight is not None
    assert proved.tight.upper == exponential_of(Epsilon.rational(1))
    assert checked(grid, relation, "1") == "valid"


def test_a_part_of_a_logarithm_is_one_number_however_it_is_written() -> None:
    relation, body = "moves((0, None), (1, None))", "return [y + laplace(2 / log(3)) for y in x]"
    for epsilon, verdict, answer in (("log(3) / 2", Proved, "valid"), ("999 / 2000 * log(3)", Refuted, "invalid")):
        text = source(body, relation, epsilon)
        assert isinstance(by_shifts(text), verdict)
        assert checked(text, relation, epsilon) == answer


def test_the_witness_is_one_of_the_counts_declared() -> None:
    refuted = by_shifts(source("return [y + laplace(1) for y in x]", epsilon="1", inputs="x: Vector[Int[3, 5], N]"))
    assert isinstance(refuted, Refuted)
    (shown,) = refuted.witness.output
    assert [item.at for item in shown.items] == [4, 3, 3]  # type: ignore[union-attr]
    assert all(isinstance(item, Near) for item in shown.items)  # type: ignore[union-attr]
    assert refuted.witness.ratio == exponential_of(Epsilon.rational(2))


@pytest.mark.parametrize("seed", range(40))
def test_random_policies_and_linear_releases(seed: int) -> None:
    """Against the greatest ratio over related histograms of 0 and 1, and outputs around."""
    release = drawn(random.Random(seed))
    found = asked.tight(written(release), "m", "moves(*POLICY)", engine="shifts")
    expected = brute_force(release)
    assert found.tight is not None
    assert found.tight.upper == (None if expected is None else fmpq(expected.numerator, expected.denominator))


def test_the_brute_force_by_hand() -> None:
    release = Release(2, ((0, 1),), (((1, 0), Fraction(1, 2)), ((0, 1), None)))
    assert brute_force(release) is None
    assert brute_force(Release(2, ((0, 1),), (((2, 0), Fraction(1, 2)),))) == 4
