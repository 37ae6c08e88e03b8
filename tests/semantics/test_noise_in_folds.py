"""Noise without bounds inside sum, min and max of a comprehension: faier's two semantics and the referee agree."""

from __future__ import annotations

import asked
import pytest
from referee import brute
from referee.brute import Tight
from referee.contest import number

from faier.engines.verdict import Refuted
from faier.lang import parse
from faier.lang.values import make
from faier.semantics import denote

TEXT = """
from faier import Int, Vector, clamp, each, geometric, mechanism, private


@private(epsilon=0, neighbors=each(1))
@mechanism
def noisy(values: Vector[Int[0, 1], 2]):
    return {}
"""


@pytest.mark.parametrize(
    "shown",
    [
        "clamp(sum([geometric(1 / 2) for _ in range(2)]) + values[0], 0, 2)",
        "clamp(sum(value + geometric(1 / 2) for value in values), 0, 2)",
        "clamp(sum(value + (geometric(1 / 2) if value else 0) for value in values), 0, 2)",
        "sum(value - geometric(1 / 3) for value in values) > 1",
        "clamp(min(value + geometric(1 / 2) for value in values[1:]), 0, 2)",
        "clamp(max([geometric(1 / 2) if place else values[0] for place in range(2)]), 0, 1)",
        "clamp(min([geometric(1 / 2) if place == 2 else values[place] for place in range(3)]), -1, 1)",
    ],
)
def test_the_tight_factor_is_that_of_the_referee_and_the_witness_is_confirmed(shown: str) -> None:
    text = TEXT.format(shown)
    expected = brute.tight(text, "noisy", neighbors="each(1)")
    assert isinstance(expected, Tight)
    program = parse(text, "noisy.py", {})
    verdict = asked.check(program, program.claims[0])
    assert isinstance(verdict, Refuted)
    assert verdict.tight is not None
    assert expected.ratio != 1
    assert number(verdict.tight.upper) == number(verdict.witness.ratio) == expected.ratio


def test_a_fraction_of_noise_between_two_ends_is_that_of_its_number() -> None:
    head = "from fractions import Fraction\nfrom faier import Int, geometric, mechanism\n\n@mechanism\n"
    head += "def f(x: Int[0, 2]):\n    y = x + geometric(1 / 2)\n    return "
    every = "Fraction(0, 2) if y == 0 else Fraction(1, 2) if y == 1 else 9"
    texts = (f"{head}Fraction(y, 2) if 0 <= y < 2 else 9\n", f"{head}{every}\n")
    at_once, one_by_one = (denote.outputs(parse(text, "file.py"), "f", {"x": make(1)}) for text in texts)
    assert at_once == one_by_one
    assert len(at_once) == 3
