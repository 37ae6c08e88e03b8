# ruff: noqa: E501
"""Ranges that have names, stand in containers and are handed over are what Python takes them for."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import assert_as_python
from checked_laws import told
from ranges_random import generate
from referee.pythonic import PythonFile

from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import Limits
from faier.semantics.explore import explore

HEAD = """\
from dataclasses import dataclass

from faier import Int, choice, flip, mechanism

R = range(1, 7, 2)
BINS = {"low": range(2), "high": range(2, 4)}


@dataclass(frozen=True)
class Bin:
    name: str
    cells: range = range(2, 4)
    start: int = 9


def inside(v, cells: range) -> bool:
    return v in cells and cells.start <= v < cells.stop


def shape(v):
    match v:
        case []:
            return "empty"
        case [one]:
            return one
        case [first, *rest]:
            return first, rest


"""
SAME = {
    "constants": "return x in R, len(R), R[2], R[-1], list(R[1:]), R.index(5), R.count(x), R.start, R.stop, R.step",
    "twice": "r = range(x, 9, 3)\nn = 0\nfor i in r:\n    n += i\nfor i in reversed(r):\n    n = 2 * n + i\nreturn n, sum(r), max(r)",
    "in containers": "return [name for name, cells in BINS.items() if x in cells], [range(x), range(2)][x > 0][0:1] == R",
    "in fields": "b = Bin('a') if x else Bin('b', range(x))\nreturn x in b.cells, len(b.cells), b.start, b.cells.start",
    "either": "v = Bin('a') if x else R\nreturn v.start",
    "handed over": "return inside(x, range(1, 3)), inside(x, R), [inside(x, c) for c in BINS.values()]",
    "equal": "return range(0, 3, 2) == range(0, 4, 2), range(x) == range(0, x), R == (1, 3, 5), {range(0, 3, 2): x}[range(0, 4, 2)]",
    "slices": "r = R[::-1]\nreturn r.start, r.stop, r.step, R[x:].stop, list(r[1:x])",
    "patterns": "return shape(range(x)), shape(R), shape(range(1))",
    "types": "return isinstance(R, range), isinstance(R, (list, tuple)), str(R), f'{range(x)}', not range(x)",
    "draws": "r = range(x + 1)\nreturn choice(r), sum(flip(1 / 3) for _ in r)",
    "functions": "return list(map(range, [x, 1])) == [range(x), range(1)], sorted(R, key=lambda v: -v), dict(zip(R, 'abc'))",
}  # fmt: skip


def written(body: str) -> str:
    return f"{HEAD}@mechanism\ndef f(x: Int[0, 3]):\n" + indent(body, "    ") + "\n"


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_is_what_python_computes(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("as_python.HEAD", "")
    assert_as_python(written(body))


@pytest.mark.parametrize("seed", range(30))
def test_random_programs_mean_what_python_means(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("as_python.HEAD", "")
    assert_as_python(generate(seed))


REFUSED = {
    "shown": ("return R", "FA409"),
    "shown inside": ("return [x, (range(x), 1)]", "FA409"),
    "changed": ("r = range(4)\nr[0] = 1\nreturn x", "FA409"),
    "added up": ("return list(R + [x])", "FA409"),
    "ordered": ("return R < range(9)", "FA409"),
    "outside": ("return R[x]", "FA401"),
    "no fraction": ("return list(range(x / 2))", "FA409"),
    "a field of its class": ("return R.name", "FA409"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "code"), REFUSED.values(), ids=REFUSED)
def test_is_refused(body: str, code: str) -> None:
    with pytest.raises(Rejected) as caught:
        explore(parse(written(body), "file.py"), "f", Limits())
    assert code in [problem.code for problem in caught.value.diagnostics]


CHECKED = ["constants", "twice", "in containers", "in fields", "either", "handed over", "equal", "slices", "patterns"]


@pytest.mark.parametrize("name", CHECKED)
def test_the_checker_reads_them(name: str) -> None:
    head, _, rest = written(SAME[name]).partition("@mechanism\ndef f(")
    head = head.replace("mechanism\n", "log, mechanism, one, private\n", 1)
    answer = told(PythonFile(0, head, "@mechanism\ndef subject(" + rest, "one()", frozenset()))
    assert answer.kind == "read", answer.why
