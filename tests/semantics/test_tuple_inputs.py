"""Inputs that are tuples, `tuple[Int[0, 2], bool]`: as Python hands them over, and as samplers admit them."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier import Bool, Int, Records, Vector
from faier.lang import Rejected, parse, show
from faier.sampling.domains import as_domain

FILE = """Row = tuple[Int[0, 2], bool]


@mechanism
def f(x: {type_}, n: Int[0, 1]):
    {body}
"""


@pytest.mark.parametrize(
    ("type_", "body"),
    [
        ("Row", "return x, x[0] + n, x == (1, True), isinstance(x, tuple)"),
        ("Row", "count, known = x\n    return count * known"),
        ("tuple[Int[0, 1]]", "(count,) = x\n    return x + (n,), len(x)"),
        ("tuple[Row, Int[0, 1]]", "(count, known), other = x\n    return count, known, other"),
        ("tuple[Vector[Int[0, 1], 2], Bool]", "return x[0][n], x"),
        ("Vector[Row, 2]", "return sorted(x), [c for c, known in x if known], (n, True) in x, x.count((0, False))"),
        ("Vector[Row, 2]", "d = {row: i for i, row in enumerate(x)}\n    return d.get((n, False)), len(d)"),
        ("Vector[Row, 2]", "d = Counter(x)\n    return d[1, True], max(x), min(x, key=lambda r: (r[1], -r[0]))"),
        ("Vector[Row, 2]", "match x[n]:\n        case (2, _):\n            return 5\n        case (c, True):\n"
         "            return c\n        case _:\n            return None"),
        ("Row", "total = 0\n    for part in x:\n        total += part\n    return total, *x"),
    ],
)  # fmt: skip
def test_they_are_tuples(type_: str, body: str) -> None:
    assert_as_python(FILE.format(type_=type_, body=body))


@pytest.mark.parametrize(
    "type_", ["tuple[Int[0, 2], ...]", "tuple[()]", "tuple[int, Bool]", "tuple", "tuple[Bool, str]"]
)
def test_others_are_no_inputs(type_: str) -> None:
    with pytest.raises(Rejected, match=r"FA208|FA107"):
        parse(HEAD + f"@mechanism\ndef f(x: {type_}):\n    return 1\n", "f.py")


def test_they_are_written_as_they_are_read() -> None:
    program = parse(HEAD + FILE.format(type_="Vector[Row, 2]", body="return x[n]"), "f.py")
    assert "tuple[Int[0, 2], Bool]" in show(program)
    assert parse(show(program), "f.py").functions == program.functions


def test_samplers_admit_them() -> None:
    domain = as_domain(tuple[Int[0, 2], Vector[bool, 1]], "x")  # type: ignore[misc]
    assert domain.admit((1, [True]), "x") == (1, [True])
    assert as_domain(Records[tuple[Int[0, 2], Bool], 2], "x").admit([[1, True]], "x") == [(1, True)]  # type: ignore[misc]
    for wrong in [(3, [True]), (1,), (1, [True], 2), 1, "ab", (1, [2])]:
        with pytest.raises((TypeError, ValueError), match=r"x"):
            domain.admit(wrong, "x")
