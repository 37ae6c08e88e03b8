"""Inputs that nobody has looked at yet: whatever a run does with one, it does with what the input holds."""

import re

import pytest
from as_python import assert_as_python

from faier.lang.diagnostics import Rejected

HEAD = """\
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import Literal, NamedTuple
from faier import Records


class Row(NamedTuple):
    a: Bool
    b: Int[0, 1]


@dataclass(frozen=True)
class Cell:
    a: Bool
    b: Int[0, 1]


class Tone(Enum):
    LOW = 0
    HIGH = 1


class Size(IntEnum):
    SMALL = 0
    LARGE = 1


"""
# The type of the input, what is made of it, and two values like that.
KINDS = {
    "int": ("Int[0, 1]", "x", "1", "0"),
    "bool": ("Bool", "x", "True", "False"),
    "row": ("Row", "x", "Row(True, 1)", "Row(False, 0)"),
    "cell": ("Cell", "x", "Cell(True, 1)", "Cell(False, 0)"),
    "tone": ("Tone", "x", "Tone.HIGH", "Tone.LOW"),
    "size": ("Size", "x", "Size.LARGE", "Size.SMALL"),
    "vector": ("Vector[Bool, 2]", "x", "[True, True]", "[False, True]"),
    "tuple": ("Vector[Bool, 2]", "tuple(x)", "(True, True)", "(False, True)"),
    "pair": ("Row", "(x, 1)", "(Row(True, 1), 1)", "(Row(False, 0), 1)"),
    "display": ("Int[0, 1]", "[x, 0]", "[1, 0]", "[0, 0]"),
    "shown": ("Int[0, 1]", "(x, 0)", "(1, 0)", "(0, 0)"),
    "frozen": ("Int[0, 1]", "frozenset([x, 0])", "frozenset([1, 0])", "frozenset([0])"),
    "item": ("Records[Row, 2]", "x[0]", "Row(True, 1)", "Row(False, 0)"),
    "records": ("Records[Bool, 2]", "x", "[True]", "[]"),
    "sliced": ("Records[Bool, 2]", "x[:1]", "[True]", "[]"),
    "label": ('Literal["a", None]', "x", '"a"', "None"),
    "field": ("Row", "x.b", "1", "0"),
    "record of items": ("Int[0, 1]", "Row(x == 1, x)", "Row(True, 1)", "Row(False, 0)"),
    "dict": ("Int[0, 1]", "{0: x}", "{0: 1}", "{0: 0}"),
}
# Statements about `v` that give `n` a value; K and L are the two values.
KEYED = [
    "n = {K: 1}[v]",
    "n = {K: 1, L: 2}[v]",
    "d = Counter()\nd[K] = 3\nn = d[v]",
    "d = Counter()\nd[K] = 1\nd[v] += 1\nn = len(d), d[K]",
    "d = defaultdict(int)\nd[K] = 1\nd[v] += 1\nn = len(d), list(d.values())",
    "d = {K: 1}\nd[v] = 2\nn = sorted(d.values())",
    "d = {K: 1}\nd[v] += 2\nn = list(d.values())",
    "d = {v: 1}\nd[K] = 2\nn = sorted(d.values())",
    "d = {K: 1}\ndel d[v]\nn = len(d)",
    "d = {K: 1, L: 2}\nn = d.pop(v, 7), len(d)",
    "d = {K: 1}\nn = d.setdefault(v, 5), len(d)",
    "n = {K: 1}.get(v, 4)",
    "n = {v: 1}",
    "n = Counter([v, K])",
    "n = len({v: 1} | {K: 2})",
    "n = list(({v: 1} | {K: 2}).values())",
    """match v:
    case 1:
        n = 1
    case True:
        n = 2
    case Row(a=True):
        n = 3
    case Cell(b=1):
        n = 4
    case [True, *_]:
        n = 5
    case (1, 0):
        n = 6
    case None:
        n = 7
    case {0: 1}:
        n = 9
    case _:
        n = 8""",
    "n = {w: 1 for w in [v, K]}",
    "n = {w for w in [v, K, L]}",
    "n = len({w: 1 for w in [v, K]})",
    "n = {**{v: 1}, K: 2}",
    "n = {v: 1} == {K: 1}",
    "n = Counter([v]) == Counter([K])",
    "n = Counter([v, L]) - Counter([K])",
    "n = Counter([v, L]) & Counter([K])",
    "q = defaultdict(list)\nq[v].append(1)\nq[K].append(2)\nn = len(q)",
    "q = {}\nq.setdefault(v, []).append(1)\nq.setdefault(K, []).append(2)\nn = sorted(map(len, q.values()))",
    "q = Counter()\nq.update([v, K])\nn = sorted(q.values())",
    "q = {K: 1}\nq.update({v: 2})\nn = sorted(q.values())",
    "q = {K: {v: 1}}\nn = q[K][K]",
    "q = {K: 1}\nn = q.get(v)",
    "q = {v: 1}\nn = q.get(K), q[v]",
    "q = {(K, 1): 1}\nn = q[v, 1]",
    "q = {(K, 1): 1}\nq[v, 1] = 2\nn = len(q)",
    "q = {frozenset([K]): 1}\nn = q[frozenset([v])]",
    "n = list({K: 1, v: 2})",
]
OTHER = [
    "n = sorted({K: 1, v: 2}.items())",
    "q = defaultdict(lambda: {K: 0})\nq[0][v] += 1\nn = len(q[0])",
    "n = v in {K: 1}",
    "n = v in {K, L}",
    "n = v in [K]",
    "n = v in (K, L)",
    "n = v == K",
    "n = v != K",
    "n = v < K",
    "n = v >= L",
    "n = v is None",
    "n = not v",
    "n = bool(v)",
    "n = len(v)",
    "n = str(v)",
    'n = f"{v}"',
    "n = repr(v)",
    "n = isinstance(v, int)",
    "n = isinstance(v, (list, tuple))",
    "n = isinstance(v, Row)",
    "n = isinstance(v, bool)",
    "n = {v, K}",
    "n = len({v, K, L})",
    "n = len({K, v})",
    "n = frozenset([v]) == frozenset([K])",
    "n = Counter([K, v]).most_common(1)",
    "n = sorted([v, K])",
    "n = max(v, K)",
    "n = min([K, v])",
    "n = [K, L].index(v)",
    "n = [v, K].count(L)",
    "q = [K, L]\nq.remove(v)\nn = len(q)",
    "n = [v].index(K)",
    "n = v + v",
    "n = v * 2",
    "n = v + K",
    "n = -v",
    "n = any([v])",
    "n = all([v, K])",
    "n = sum([v])",
    "n = list(v)",
    "n = tuple(v)",
    "n = set(v)",
    "n = [w for w in v]",
    "n = [w == K for w in [v]]",
    "n = dict.fromkeys([v, K], 1)",
    "n = len({v} | {K})",
    "n = len({v} & {K})",
    "n = len({v, L} - {K})",
    "n = {v} <= {K}",
    "n = {v}.isdisjoint({K})",
    "q = {K}\nq.add(v)\nn = len(q)",
    "q = {K}\nq.discard(v)\nn = len(q)",
    "q = {K, L}\nq.remove(v)\nn = len(q)",
    """match v:
    case Tone.LOW:
        n = 1
    case Size.LARGE:
        n = 2
    case [a, b] if a:
        n = 3
    case str():
        n = 4
    case bool():
        n = 5
    case int():
        n = 6
    case _:
        n = 7""",
    "n = v[0]",
    "n = v[-1]",
    "n = v[K]",
    "n = [5, 6][v]",
    "n = (5, 6)[v]",
    'n = "ab"[v]',
    "n = v.a",
    "n = v.name",
    "n = v.value",
    "n = v[:1] == K",
    "a, b = v\nn = b",
    "a, *b = v\nn = b",
    "q = [0, 0]\nq[v] = 1\nn = q",
    "q = [0]\nq.append(v)\nn = q == [0, K]",
    "q = [K]\nq.insert(0, v)\nn = q",
    "q = [v, K]\nq.sort()\nn = q",
    "q = [K, v]\nq.reverse()\nn = q[0]",
    "n = 5 if v else 6",
    "n = v and 5",
    "n = v or 5",
    "n = 1 if v == K else 2",
    "n = K if v in (K,) else L",
    "n = range(3)[v]",
    "n = list(range(v))",
    "n = [0] * v",
    'n = "a" * v',
    "n = v // 1",
    "n = 1 / v",
    "n = v ** 2",
    "n = 2 ** v",
    "n = v % 2",
    "n = v & 1",
    "n = v << 1",
    "n = ~v",
    "n = abs(v)",
    "n = round(v)",
    "n = int(v)",
    "n = divmod(5, v)",
    "n = clamp(v, 0, 1)",
    "n = hash(v) == hash(K)",
    "n = list(zip([v], [K]))",
    "n = list(enumerate([v]))",
    "n = list(map(str, [v]))",
    "n = list(filter(None, [v, K]))",
    "n = sorted([v, K], key=lambda w: str(w))",
    "n = max([v, K], key=lambda w: w == K)",
    "n = list(reversed([v, K]))",
    "n = next(iter([v]))",
    "n = [*[v], K]",
    "n = (lambda w: w == K)(v)",
    "n = flip(1/2) and v == K",
    "q = deque([K])\nq.append(v)\nn = q.count(K)",
    "n = deque([K, v]).index(v)",
    "n = deque([K]) == deque([v])",
    "n = [v] == [K]",
    "n = (v, 1) == (K, 1)",
    "n = {1: v} == {1: K}",
    "n = {v} == {K}",
    "n = [v] < [K]",
    "n = (v, 1) < (K, 0)",
    "n = [v, K].index(K)",
    "q = [[0, 0], [0, 0]]\nq[v][v] = 1\nn = q",
    "n = Tone(v)",
    "n = Size(v).name",
    "n = Tone.LOW == v",
    "n = Row(v, K)",
    "n = Row(v, 1) == Row(K, 1)",
    "n = Cell(v, 1) == Cell(K, 1)",
    "n = {Cell(v, 1): 1}[Cell(K, 1)]",
    "n = replace(v, b=0) == L",
    "n = v._replace(b=0) == L",
    "n = [v, K, L].index(L)",
    "assert v == K\nn = 1",
    "assert v\nn = 1",
    "n = int(str(v))",
    'n = " ".join(v)',
    "n = str(v) == str(K)",
]
CAUGHT = ("LookupError", "ValueError", "ZeroDivisionError", "TypeError", "AttributeError", "AssertionError")


def written(kind: str, statements: str) -> str:
    """A mechanism that does this with its input."""
    type_, made, first, second = KINDS[kind]
    named = {"K": first, "L": second}
    told = re.sub(r"\b[KL]\b", lambda name: named[name.group()], statements)
    lines = [f"        {line}\n" for line in (f"v = {made}", *told.split("\n"))]
    handlers = [f"    except {error}:\n        n = {error!r}\n" for error in CAUGHT]
    return f"{HEAD}@mechanism\ndef f(x: {type_}):\n    try:\n{''.join(lines)}{''.join(handlers)}    return n\n"


@pytest.mark.parametrize("kind", ["row", "cell", "tuple", "pair", "item"])
@pytest.mark.parametrize("statements", KEYED[::3])
def test_a_key_is_looked_at(kind: str, statements: str) -> None:
    assert_as_python(written(kind, statements), written=False)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_what_the_input_holds(kind: str) -> None:
    wrong = []
    for statements in KEYED + OTHER:
        try:
            assert_as_python(written(kind, statements), written=False)
        except Rejected as refused:
            assert refused.diagnostics
        except AssertionError as told:
            wrong.append((statements, str(told)))
    assert wrong == []
