"""Enums that are handed over, held in fields, lists and dictionaries: as Python runs them, or refused."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from as_python import assert_as_python

from faier.importing import gathered
from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

ENUMS = """
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
import itertools
from itertools import product


class Color(Enum):
    RED = "r"
    GREEN = "g"


class Size(IntEnum):
    S = auto()
    M = auto()
    L = auto()


"""
# How `kind` comes to hold an Enum where it is used: what stands before, and the body in which USE stands.
FUNCTION = "def used(kind, x):\n    return USE\n\n\n"
KEPT = "class Kept:\n    def __init__(self, kind):\n        self.kind = kind\n\n"
METHOD = "    def used(self, x):\n        return USED\n\n\n"
DATA = "@dataclass(frozen=True)\nclass Kept:\n    kind: type[Enum]\n    least: int = 0\n\n"
LOOP = "def used(kinds, x):\n    return [USE for kind in kinds]\n\n\n"
NAMED = """def used(kinds, x):
    found = []
    for at, kind in WAY:
        found.append((at, USE))
    return found


"""
WAYS = [
    (FUNCTION, "used(KIND, x)"),
    (FUNCTION, "used(kind=KIND, x=x)"),
    (FUNCTION, "used(KIND, x), used(Size, 0)"),
    (FUNCTION.replace("(kind, x)", "(x, kind=KIND)"), "used(x), used(x, Size)"),
    (FUNCTION + "def on(kind, x):\n    return used(kind, x)\n\n\n", "on(KIND, x)"),
    (FUNCTION.replace("return USE", "held = kind\n    return HELD"), "used(KIND, x)"),
    (KEPT + METHOD, "Kept(KIND).used(x)"),
    (KEPT + METHOD + "def on(kept, x):\n    return kept.used(x)\n\n\n", "on(Kept(kind=KIND), x)"),
    ("class Kept:\n    kind = KIND\n\n" + METHOD, "Kept().used(x)"),
    (
        KEPT
        + METHOD
        + "class More(Kept):\n    def __init__(self, of, x):\n        super().__init__(of)\n        self.x = x\n\n\n",
        "More(KIND, x).used(x)",
    ),
    (DATA + METHOD, "Kept(KIND).used(x), Kept(kind=Size, least=1) == Kept(Size, 1), Kept(Color) == Kept(Size)"),
    ("class Kept:\n    def used(self, kind, x):\n        return USE\n\n\n", "Kept().used(KIND, x)"),
    (LOOP, "used([KIND, Size], x)"),
    (LOOP.replace("used(kinds", "used(*kinds").replace("kinds, x", "kinds, x"), "used(KIND, Size, x=x)"),
    (LOOP.replace("in kinds", "in kinds.values()"), 'used({"a": KIND, "b": Size}, x)'),
    (NAMED.replace("WAY", "enumerate(kinds)"), "used((KIND, Color), x)"),
    (LOOP.replace("USE for", "len(kinds[kind]) for"), 'used({"a": KIND, "b": Size}, x)'),
    (NAMED.replace("WAY", "kinds.items()"), 'used({"a": Size, "b": KIND}, x)'),
    (NAMED.replace("WAY", "zip([x, 2], kinds)"), "used([KIND, Size], x)"),
    (
        'KINDS = {"a": KIND, 1: Size}\n\n\n'
        + FUNCTION.replace("return", "kind = KINDS[1 if x else 'a']\n    return").replace("kind, x", "x"),
        "used(x)",
    ),
]
USES = [
    "[m.value for m in kind]",
    "len(kind)",
    "list(kind)[x % len(kind)].name",
    "kind[('S', 'M')[x]].value if len(kind) == 3 else kind['RED'].name",
    "kind(x + 1).name if len(kind) == 3 else kind('g').value",
    "[list(kind).index(m) for m in reversed(kind)]",
    "Color.RED in kind, Size.M not in kind",
    "{m: int(i == x) for i, m in enumerate(kind)}",
    "[a.name + b.name for a, b in product(kind, kind)]",
    "[(a.name, b) for a, b in zip(kind, range(2))]",
    "kind(list(kind)[x]).name",
    "sum(1 for m in kind if m.name != 'S')",
]


def text_of(way: tuple[str, str], use: str, kind: str) -> str:
    before, call = way
    text = before.replace("USED", use.replace("kind", "self.kind")).replace("HELD", use.replace("kind", "held"))
    body = f"@mechanism\ndef f(x: Int[0, 1]):\n    return {call}\n"
    text = ENUMS + text.replace("USE", use) + body
    return re.sub(r"\bKIND\b", kind, text)


@pytest.mark.parametrize("number", range(len(WAYS)))
def test_as_python(number: int) -> None:
    random = Random(number)
    for use in random.sample(USES, 3):
        kind = random.choice(["Color", "Size"])
        assert_as_python(text_of(WAYS[number], use, kind), written=False)


@pytest.mark.parametrize("use", USES)
def test_each_use(use: str) -> None:
    assert_as_python(text_of(WAYS[6], use, "Color"), written=False)


def test_cells_of_several() -> None:
    text = "class Table:\n    def __init__(self, *kinds):\n        self.kinds = kinds\n\n"
    text += "    def cells(self):\n        return [tuple(m.name for m in cell) for cell in product(*self.kinds)]\n\n\n"
    text += "@mechanism\ndef f(x: Int[0, 1]):\n    table = Table(Color, Size)\n"
    assert_as_python(
        ENUMS + text + "    return table.cells()[x], len(table.kinds), len(table.kinds[0])\n", written=False
    )


@pytest.mark.parametrize("way", [WAYS[0], WAYS[6], WAYS[10]])
def test_what_is_not_there(way: tuple[str, str]) -> None:
    """What is raised where no member is found is caught as Python catches it."""
    for asked, error in (("kind['BLUE']", "KeyError"), ("kind(7)", "ValueError")):
        text = text_of(way, asked, "Color")
        head, _, tail = text.partition("@mechanism")
        line = tail.splitlines()[-1].strip()
        body = f"    try:\n        {line}\n    except {error}:\n        return {error!r}\n"
        assert_as_python(f"{head}@mechanism\ndef f(x: Int[0, 1]):\n{body}", written=False)


@pytest.mark.parametrize("way", [WAYS[0], WAYS[6], WAYS[10]])
@pytest.mark.parametrize("sought", ["'r' in kind", "x not in kind", "None in kind"])
def test_values_are_not_looked_for(way: tuple[str, str], sought: str) -> None:
    """Since Python 3.12 they are found, before that a TypeError is raised."""
    with pytest.raises(Rejected, match="only members are looked for"):
        explore(parse("from faier import Int, mechanism\n" + text_of(way, sought, "Color"), "sought.py"), "f", Limits())


TOLD = [
    "kind == Color",
    "kind is Size",
    "f'{kind}'",
    "kind",
    "kind.RED",
    "kind.__name__",
    "kind + kind",
    "list(kind) + [kind]",
    "kind[0:1]",
    "hash(kind)",
    "isinstance(kind, tuple)",
    "[k for k in [kind, 3]]",
    "kind('r', 'g')",
]


@pytest.mark.parametrize(("told", "number"), [*product(TOLD, (0, 6))])
def test_what_could_tell_is_refused(told: str, number: int) -> None:
    with pytest.raises(Rejected):
        parse("from faier import Int, mechanism\n" + text_of(WAYS[number], told, "Color"), "file.py")


MIXED = [
    ("def used(kind):\n    return len(kind), kind['RED']\n", "used(Color), used({'RED': 2})"),
    ("class A(Enum):\n    X = 1\n    Y = 1\n\n\ndef used(kind):\n    return kind['Y']\n", "used(A)"),
    ("from typing import NamedTuple\n\n\nclass P(NamedTuple):\n    kind: type\n", "len(P(Color).kind)"),
    ("def used(kinds):\n    return [k for k in kinds]\n", "used([Color])"),
    ("def used(kind):\n    for kind in (1, 2):\n        pass\n    return kind\n", "used(Color)"),
    ("def used(kind):\n    return (lambda kind: kind)(3), len(kind)\n", "used(Color)"),
    ("def used(kinds):\n    return [k for k in kinds.items()]\n", "used({'a': Color})"),
    ("def used(kinds):\n    return [k for k in zip(kinds, [1])]\n", "used([Color])"),
    ("class A:\n    def __init__(self, kind):\n        self.kind = kind\n", "[a.kind for a in [A(Color)]]"),
    ("class A:\n    def kind(self):\n        return 1\n\n\nclass B:\n    kind = Color\n", "len(B().kind), A().kind()"),
]


@pytest.mark.parametrize(("before", "value"), MIXED)
def test_what_is_not_followed_is_refused(before: str, value: str) -> None:
    text = f"{before}\n\n@mechanism\ndef f(x: Int[0, 1]):\n    return {value}\n"
    with pytest.raises(Rejected) as refused:
        parse("from faier import Int, mechanism\n" + ENUMS + text, "file.py")
    assert "FA205" in {problem.code for problem in refused.value.diagnostics}


OTHERS = [
    (
        "def seen(kept):\n    return kept.kind == (1, 2)\n",
        f"from other import seen\n{ENUMS}{KEPT}",
        "seen(Kept(Color))",
    ),
    (f"{ENUMS}{KEPT}KEPT = Kept(Color)\n", "from other import KEPT\n", "len(KEPT.kind)"),
    (
        f"{ENUMS}def used(kind):\n    return kind['RED']\n\n\ndef own():\n    return used(Color)\n",
        "from other import used\n",
        "used({'RED': 1})",
    ),
]


@pytest.mark.parametrize(("other", "head", "value"), OTHERS)
def test_what_other_files_may_see_is_refused(other: str, head: str, value: str) -> None:
    """A field that a function of another file could ask, and a function that others may call with anything."""
    text = f"from faier import Int, mechanism\n{head}\n@mechanism\ndef f(x: Int[0, 1]):\n    return {value}\n"
    imports = gathered(text.encode(), ("project",), {"other.py": other.encode()}.get)
    with pytest.raises(Rejected) as refused:
        parse(text, "main.py", {}, imports)
    assert "FA205" in {problem.code for problem in refused.value.diagnostics}
