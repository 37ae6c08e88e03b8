"""Priors that rule a run out after its secret is told, and records later: the tight factor is the referee's."""

from __future__ import annotations

import asked
import pytest
from referee import brute
from referee.brute import Tight
from referee.contest import number

TEXT = """
from faier import Bool, Int, Stream, assume, flip, mechanism, prior, private, secret, uniform


@prior
def days():
{}


@private(epsilon=0, prior=days)
@mechanism
def told(records: Stream[Bool]):
    for record in records:
        yield record if flip(3 / 4) else not record
"""

PRIORS = {
    "at the end": """
    s = flip(1 / 2)
    secret(s)
    x = flip(1 / 2)
    yield x
    y = flip(1 / 2)
    yield y
    z = flip(1 / 2)
    yield z
    assume((x and y and z) or s)
""",
    "on one path alone": """
    s = flip(1 / 3)
    secret(s)
    x = flip(1 / 2)
    yield x
    if x:
        yield s
        assume(flip(1 / 5) or not s)
    else:
        yield not s
""",
    "in every turn of a loop": """
    s = flip(1 / 3)
    secret(s)
    for day in range(3):
        x = flip(1 / 2)
        yield x
        assume(x or s or day < 2)
""",
    "after a loop that ends some time": """
    s = flip(1 / 2)
    secret(s)
    yield s
    x = s
    while flip(1 / 2):
        x = not x
    yield True
    assume(x or flip(1 / 3))
""",
    "with the secret told late": """
    s = flip(1 / 2)
    x = flip(1 / 4)
    yield x
    yield s
    assume(x or flip(2 / 3))
    secret(s)
    y = flip(1 / 2)
    assume(y or x or not s)
""",
    "by a number that is counted": """
    s = uniform(0, 2)
    secret(s > 0)
    n = 0
    for day in range(3):
        x = flip(1 / 3)
        n += x
        yield x
    assume(n <= s)
""",
}


@pytest.mark.parametrize("name", PRIORS)
def test_the_tight_factor_is_that_of_the_referee(name: str) -> None:
    text = TEXT.format(PRIORS[name].strip("\n"))
    expected = brute.tight(text, "told", prior="days")
    assert isinstance(expected, Tight) and expected.ratio != 1
    found = asked.tight(text, "told", None, "days").tight
    assert found is not None
    assert number(found.upper) == expected.ratio
