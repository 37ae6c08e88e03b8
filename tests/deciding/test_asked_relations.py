"""`where` that calls functions of the file and methods of records relates what Python says that it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product

import pytest

from faier.hmm.wholes import input_type, satisfying
from faier.lang import Rejected, parse, show
from faier.lang.claim import Where
from faier.lang.values import Sequence
from faier.limits import Limits
from faier.semantics.explore.predicate import truth_of
from faier.versions.meaning import meanings

HEAD = """from dataclasses import dataclass
from typing import NamedTuple
from faier import Int, Vector, flip, mechanism, private, uniform, where
KINDS = ((0, 1), (2,))
class Cell(NamedTuple):
    x: Int[0, 2]
    y: Int[0, 1]
    def distance(self, other):
        return abs(self.x - other.x) + abs(self.y - other.y)
    def is_left_of(self, other, by=1):
        return self.x + by == other.x
    @property
    def at_edge(self):
        return self.x in (0, 2)
def alike(a, b):
    return any(a in kind and b in kind for kind in KINDS)
def apart(x, y):
    differing = [(a, b) for a, b in zip(x, y) if a != b]
    return len(differing) == 1 and alike(*differing[0])
def steps(x, y):
    total = 0
    for a, b in zip(x, y):
        if a == b:
            continue
        total += abs(a - b)
    return total == 1
def first(x, y):
    for at, a in enumerate(x):
        if a != y[at]:
            return at
    return None
def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)
def nearly(x, y):
    try:
        return 2 // (x[0] + y[0]) == 1
    except ZeroDivisionError:
        return x[1] < y[1]
"""

CASES = [
    ("cell: Cell", "lambda a, b: a.distance(b) == 1"),
    ("cell: Cell", "lambda a, b: a.is_left_of(b)"),
    ("cell: Cell", "lambda a, b: a.at_edge and b.is_left_of(a, by=2)"),
    ("xs: Vector[Int[0, 2], 2]", "apart"),
    ("xs: Vector[Int[0, 2], 2]", "steps"),
    ("xs: Vector[Int[0, 2], 2]", "lambda x, y: first(x, y) == 1"),
    ("xs: Vector[Int[0, 2], 2]", "lambda x, y: first(x, y) is not None and not apart(y, x)"),
    ("xs: Vector[Int[0, 2], 2]", "lambda x, y: depth(x[0]) == depth(y[1]) + 1"),
    ("xs: Vector[Int[0, 2], 2]", "nearly"),
]


def text_of(parameter: str, asked: str) -> str:
    name = parameter.partition(":")[0]
    claim = f"@private(epsilon=1, neighbors=where({asked}))"
    return f"{HEAD}{claim}\n@mechanism\ndef f({parameter}):\n    return flip(1 / 2) if {name} else 0\n"


def plain(value: object) -> object:
    return tuple(map(plain, value.items)) if isinstance(value, Sequence) else value


def pythons(text: str) -> Iterator[tuple[object, object]]:
    names: dict[str, object] = {}
    exec(compile(text, "f.py", "exec", dont_inherit=True), names)
    call = next(node for node in ast.walk(ast.parse(text)) if ast.unparse(node).startswith("where("))
    related = eval(ast.unparse(call.args[0]), names)
    if "cell" in text.partition("def f")[2]:
        wholes = [names["Cell"](x, y) for x, y in product(range(3), range(2))]
    else:
        wholes = [list(pair) for pair in product(range(3), repeat=2)]
    for one, other in product(wholes, repeat=2):
        if related(one, other):
            yield tuple(one), tuple(other)


@pytest.mark.parametrize(("parameter", "asked"), CASES)
def test_pairs_are_those_of_python(parameter: str, asked: str) -> None:
    text = text_of(parameter, asked)
    program = parse(text, "f.py")
    assert "is_left_of" in asked or parse(show(program), "f.py").claims == program.claims
    relation = program.claims[0].subject.relation
    assert isinstance(relation, Where)
    (input_,) = program.function("f").parameters
    found = satisfying(relation, {input_.name: input_type(input_)}, truth_of(program), Limits())
    pairs = [(plain(left[input_.name]), plain(right[input_.name])) for left, right in found]
    wanted = list(pythons(text))
    assert wanted and sorted(pairs) == sorted(wanted)
    assert len(wanted) < len(list(product(range(9 if "xs" in parameter else 6), repeat=2)))


@pytest.mark.parametrize(
    ("helper", "message"),
    [
        ("def bad(x, y):\n    return flip(1 / 2)", "cannot be random"),
        ("def coin():\n    return uniform(0, 1)\ndef bad(x, y):\n    return x[coin()] < 1", "cannot be random"),
        ("def bad(x, y, z):\n    return True", "takes a lambda of two"),
    ],
)
def test_refused(helper: str, message: str) -> None:
    text = text_of("xs: Vector[Int[0, 2], 2]", "bad").replace("@private", f"{helper}\n@private")
    with pytest.raises(Rejected, match=message):
        parse(text, "f.py")


def test_another_helper_is_another_relation() -> None:
    """`faier diff` tells that the relation is another one where only what it calls has changed."""
    text = text_of("xs: Vector[Int[0, 2], 2]", "steps")
    same, other = parse(text + "\n", "f.py"), parse(text.replace("total == 1", "total == 2"), "f.py")
    before = meanings(parse(text, "f.py"), "f")
    assert before == meanings(same, "f") != meanings(other, "f")
