"""Draws of other modules are refused, each with the draw of faier that has the same distribution, for that line."""

from __future__ import annotations

import re

import pytest

from faier.lang import Rejected, parse

HEAD = """
import random
import secrets
import numpy as np
from random import randint as between

from faier import Int, Vector, mechanism


@mechanism
def m(x: Int[1, 3], xs: Vector[Int[0, 1], 3], rng: Int[0, 1]):
    y = {line}
    return y
"""

SAME = {
    "random.random() < 3 / 4": "flip(3 / 4)",
    "random.random() <= x / 4": "flip(x / 4)",
    "x / 4 > np.random.random()": "flip(x / 4)",
    "np.random.uniform() > 0.25": "not flip(0.25)",
    "0.25 < random.uniform(0, 1)": "not flip(0.25)",
    "rng.random() < 0.5": "flip(0.5)",
    "random.randint(0, 9)": "uniform(0, 9)",
    "between(1, x)": "uniform(1, x)",
    "random.randrange(6)": "uniform(0, 5)",
    "random.randrange(1, x)": "uniform(1, x - 1)",
    "random.getrandbits(3)": "uniform(0, 2 ** 3 - 1)",
    "np.random.randint(0, 10)": "uniform(0, 9)",
    "np.random.randint(low=0, high=x + 1)": "uniform(0, x + 1 - 1)",
    "rng.integers(0, 10)": "uniform(0, 9)",
    "rng.integers(1, 6, endpoint=True)": "uniform(1, 6)",
    "secrets.randbelow(x)": "uniform(0, x - 1)",
    "secrets.choice(xs)": "choice(xs)",
    "random.choice(xs)": "choice(xs)",
    "np.random.choice(5)": "choice(range(5))",
    "rng.choice([1, 2, 3], p=[0.25, 0.25, 0.5])": "[1, 2, 3][categorical(*[0.25, 0.25, 0.5])]",
    "np.random.choice(2, p=[0.25, 0.75])": "categorical(*[0.25, 0.75])",
    "random.choices(xs, weights=[1, 2, 3], k=2)": "[xs[categorical(*[1, 2, 3])] for _ in range(2)]",
    "random.choices(xs, k=2)": "[choice(xs) for _ in range(2)]",
    "random.sample(xs, 2)": "sample(xs, 2)",
    "np.random.permutation(xs)": "shuffled(xs)",
    "rng.permutation(3)": "shuffled(range(3))",
    "np.random.binomial(1, 0.5)": "int(flip(0.5))",
    "np.random.binomial(x, 0.5)": "sum(flip(0.5) for _ in range(x))",
    "np.random.geometric(1 / 4) - np.random.geometric(1 / 4)": "geometric(1 - 1 / 4)",
    "np.zeros(3, dtype=int)": "[0] * 3",
    "np.random.laplace(scale=2)": "laplace(2)",
    "np.random.laplace(x, 1 / 3)": "(x + laplace(1 / 3))",
    "np.random.laplace(loc=x if x else 1, scale=3)": "((x if x else 1) + laplace(3))",
    "np.random.normal(0, 1)": "gaussian(1)",
    "random.gauss(mu=x - 1, sigma=2)": "(x - 1 + gaussian(2))",
    "rng.laplace(0, 2)": "laplace(2)",
}

TOLD = {
    "random.random()": "compare it",
    "np.random.laplace(0, 1, size=3)": "each draw by itself",
    "np.random.gumbel()": "laplace(b) and gaussian(s)",
    "np.random.geometric(1 / 2)": "difference of two",
    "rng.randint(1, 6)": "uniform(1, 6) for random's, uniform(1, 5) for numpy's",
    "np.random.default_rng()": "no generator",
    "np.random.randint(0, 10, size=3)": "draw with",
    "np.linspace(0, 1)": "lists and comprehensions",
}


def told(line: str) -> str:
    with pytest.raises(Rejected) as caught:
        parse(HEAD.format(line=line), "m.py")
    (found,) = [item for item in caught.value.diagnostics if item.code != "FA104"]
    assert found.span.line == 12
    return found.hint


@pytest.mark.parametrize("line", SAME)
def test_the_draw_that_takes_its_place_is_written_out_and_accepted(line: str) -> None:
    hint = told(line)
    assert hint.startswith(f"write {SAME[line]}")
    words = re.search(r"from faier import (.*)", hint)
    text = HEAD.format(line=SAME[line]).replace(
        "import Int, Vector, mechanism", f"import Int, Vector, mechanism, {words[1] if words else 'flip'}"
    )
    parse(re.sub(r"^(import|from) (random|secrets|numpy).*$", "", text, flags=re.MULTILINE), "m.py")


@pytest.mark.parametrize("line", TOLD)
def test_what_has_no_such_draw_is_told(line: str) -> None:
    assert TOLD[line] in told(line)


def test_shuffling_is_a_statement() -> None:
    assert (
        told("0\n    random.shuffle(xs)".replace("0\n    ", ""))
        == "write xs = shuffled(xs): from faier import shuffled"
    )
