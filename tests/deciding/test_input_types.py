"""Mechanisms whose inputs are of all types lose as much as trying all inputs, draws and outputs says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import asked
import pytest
from brute_inputs import function_of, worst

IMPORTS = (
    "from typing import Literal\n\nfrom faier import Int, Public, Vector, categorical, flip, mechanism, uniform\n\n"
)

SCALARS = {
    "bool": [False, True],
    "Int[0, 2] | None": [0, 1, 2, None],
    'Literal[1, "a", None, True]': [1, "a", None, True],
}
BODIES = (
    "    return x if flip(1 / 3) else None",
    "    return (x == 1) == flip(2 / 3)",
    "    if x is None or x is True:\n        return uniform(0, 2)\n    return 2 if x == 1 else uniform(1, 2)",
)


def loses(text: str, neighbors: str) -> Fraction | None:
    """The tight factor of the mechanism m; None if it has no end."""
    tight = asked.tight(text, "m", neighbors).tight
    assert tight is not None and tight.lower == tight.upper
    return None if tight.lower is None else Fraction(str(tight.lower))


def differ(one: object, other: object) -> bool:
    return repr(one) != repr(other)


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("declared", SCALARS)
def test_a_scalar_loses_what_all_pairs_lose(declared: str, body: str) -> None:
    text = f"{IMPORTS}\n@mechanism\ndef m(x: {declared}):\n{body}\n"
    pairs = [((x,), (y,)) for x, y in product(SCALARS[declared], repeat=2) if differ(x, y)]
    expected = worst(function_of(text, "m"), pairs)
    assert loses(text, "one()") == expected


@pytest.mark.parametrize("declared", SCALARS)
def test_a_vector_and_a_public_input(declared: str) -> None:
    text = f"""{IMPORTS}
@mechanism
def m(xs: Vector[{declared}, 2], known: Public[{declared}]):
    count = 0
    for x in xs:
        if x == known:
            count += 1
    return categorical(1 + count, 1, 2 - (known is None))
"""
    values = SCALARS[declared]
    every = [list(row) for row in product(values, repeat=2)]
    for words, related in (
        ("one()", lambda x, y: sum(map(differ, x, y)) == 1),
        ("where(lambda x, y: x[0] == y[1])", lambda x, y: x[0] == y[1]),
    ):
        pairs = [((x, k), (y, k)) for x, y, k in product(every, every, values) if related(x, y)]
        expected = worst(function_of(text, "m"), pairs)
        assert loses(text, words) == expected


def test_a_distance_between_labels_is_refused() -> None:
    for declared in ("Int[0, 2] | None", 'Literal["a", "b"]', "Literal[1, True]"):
        text = f"{IMPORTS}\n@mechanism\ndef m(x: {declared}):\n    return flip(1 / 2)\n"
        for words in ("each(1)", "one(1)", "total(2)"):
            with pytest.raises(Exception, match="distances are between numbers"):
                asked.tight(text, "m", words)
