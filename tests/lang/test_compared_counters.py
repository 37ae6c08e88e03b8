"""Counters that are compared: what is told to be written in their place is what Python computes of them."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang.comparing import compare
from faier.lang.failures import Failure
from faier.lang.values import Sequence

WRITTEN = """
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    a, b = Counter(xs), Counter([1])
    return {}
"""


@pytest.mark.parametrize("operation", ["<=", ">=", "<", ">"])
def test_they_are_refused_with_what_to_write(operation: str) -> None:
    table = Sequence("dict", (), "Counter")
    with pytest.raises(Failure, match="key by key") as raised:
        compare(operation, table, table)
    hint = raised.value.hint.removeprefix("ask for each key: ").replace(", and", " and")
    assert_as_python(WRITTEN.format(hint), written=False)
    for counts in ([], [0], [1], [1, 1], [0, 1], [1, 0, 1]):
        space: dict[str, object] = {}
        exec(
            f"from collections import Counter\na, b = Counter({counts}), Counter([1])\n"
            f"same = ({hint}) == (a {operation} b)",
            space,
        )
        assert space["same"]
