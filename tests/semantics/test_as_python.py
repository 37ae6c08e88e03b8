"""Expressions that compute and draw nothing: both semantics say what Python says when it runs the same text.

Python itself is the truth: the file is executed as it is. Rows of a section are one tuple; what raises stands alone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from processes import forward_process

from faier.exact import fraction
from faier.lang import parse
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.values import Real, Sequence, make
from faier.limits import Limits
from faier.sampling.simplest import simplest_fraction
from faier.semantics import denote
from faier.semantics.explore import explore

HEAD = """
from fractions import Fraction
from faier import Bool, Int, Vector, mechanism

WORD = "hello"


@mechanism
def shown(x: Int[2, 2], y: Int[-3, -3], b: Bool, xs: Vector[Int[0, 3], 3]):
"""
INPUTS = {"x": 2, "y": -3, "b": True, "xs": [3, 1, 2]}

SECTIONS: dict[str, list[str]] = {
    "bits": [
        "x & 3, x | 1, x ^ 3, x << 3, 9 >> x, ~x, y & 5, y | 4, y ^ x, y >> 1, y << 2, ~y",
        "b & True, b | False, b ^ True, b & 1, b | x, b ^ x, b << 2, b >> 1, False & True",
        "x & 1 == 0, (x & 1) == 0, 1 | x ^ 3 & 2, 1 << x + 1, ~x ** 2, -1 >> 100_000, 0 << 100_000",
        "x | 4 == 4, not x & 1, x < 4 | 3, [*xs[x & 1 :]]",
    ],
}

RAISING: list[tuple[str, str]] = [
    ("1 << y", "FA411"),
    ("1 >> y", "FA411"),
    ("x & 0.5", "FA409"),
    ("~Fraction(x)", "FA409"),
    ("x | WORD", "FA409"),
    ("xs ^ x", "FA409"),
]


def program(body: str) -> Program:
    return parse(f"{HEAD}    {body}\n", "shown.py")


def by_python(body: str) -> Any:
    names: dict[str, Any] = {}
    exec(f"{HEAD}    {body}\n", names)
    return names["shown"](**INPUTS)


def typed(value: Any) -> Any:
    """What is shown, with the types that others see: a float and a Fraction are both numbers."""
    if isinstance(value, Real):
        assert isinstance(value.exact, fmpq)
        return "number", fraction(value.exact)
    if isinstance(value, Sequence):
        return value.kind, tuple(map(typed, value.items))
    if isinstance(value, float):
        return "number", simplest_fraction(value)
    if isinstance(value, Fraction):
        return "number", value
    if isinstance(value, (list, tuple)):
        return type(value).__name__, tuple(map(typed, value))
    return type(value).__name__, value


@pytest.mark.parametrize("section", SECTIONS)
def test_both_semantics_compute_what_python_computes(section: str) -> None:
    rows = SECTIONS[section]
    body = f"return ({', '.join(f'({row},)' for row in rows)},)"
    expected = by_python(body)
    tree = program(body)
    ((output, weight),) = denote.outputs(tree, "shown", {name: make(value) for name, value in INPUTS.items()}).items()
    ((found,), _) = output
    assert weight == 1
    assert isinstance(found, Sequence)
    for row, item, right in zip(rows, found.items, expected, strict=True):
        assert typed(item) == typed(right), row
    process = explore(tree, "shown", Limits())
    entries = {"x": 2, "y": -3, "b": True, "xs": make([3, 1, 2])}
    assert forward_process(process, entries, *output) == 1


@pytest.mark.parametrize(("text", "code"), RAISING)
def test_what_python_raises_is_a_failure(text: str, code: str) -> None:
    with pytest.raises((TypeError, ValueError, ZeroDivisionError, IndexError, OverflowError)):
        by_python(f"return {text}")
    with pytest.raises(Failure) as caught:
        denote.outputs(program(f"return {text}"), "shown", {name: make(value) for name, value in INPUTS.items()})
    assert caught.value.code == code
