"""The checker is closed-world: of a file that `faier check` refuses, and of one that Python reads differently, no
certificate is valid."""

from __future__ import annotations

import ast
import random
from fractions import Fraction
from pathlib import Path

import pytest
from fuzzing.refused import SEEDS, certificates, pair, refusal, wrong

from faier.checker import check
from faier.checker.held import Float, rounded, stands
from faier.report import explain
from faier.sampling.simplest import simplest_fraction

HERE = Path(__file__).parent.parent
STEPS = 20_000
IMPORTS = (
    "from faier import Bool, Int, Stream, Vector, assume, clamp, each, flip, geometric, log\n"
    "from faier import mechanism, one, prior, private, secret, uniform\n"
)
CLAIM = "@private(epsilon=3, neighbors=one())\n@mechanism\ndef m(x: Bool):\n"
NOISY = "    return x if flip(3 / 4) else not x\n"
LISTS = "@private(epsilon=3, neighbors=one())\n@mechanism\ndef m(x: Bool, v: Vector[Int[0, 1], 2]):\n"
BELIEF = "@prior\ndef p():\n    s = flip(1 / 2)\n    secret(s)\n"
BELIEVED = (
    "@private(epsilon=3, prior=p)\n@mechanism\ndef m(s: Stream[Bool]):\n    for a in s:\n        yield flip(1 / 2)\n"
)
VALUED = "@private(epsilon=3, prior=p)\n@mechanism\ndef m(x: Bool):\n    return flip(1 / 2)\n"

# A program that is read, and the same with a change after which Python or faier reads it differently.
FAMILIES = {
    "a generator that returns a value": (
        CLAIM + "    if x:\n        yield 5\n        return\n    yield 5\n",
        "    return\n    yield 5\n",
        "    return\n    return 5\n",
    ),
    "a helper that cannot reach its yield": (
        "def g(a):\n    return a\n\n\n" + CLAIM + "    return g(x)\n",
        "    return a\n",
        "    return a\n    yield 1\n",
    ),
    "a belief that yields and returns a value": (
        BELIEF + "    yield s\n    yield s\n\n\n" + BELIEVED,
        "    yield s\n\n",
        "    return s\n\n",
    ),
    "assume in a mechanism": (CLAIM + "    y = 1\n" + NOISY, "y = 1", "assume(True)"),
    "secret in a mechanism": (CLAIM + "    y = 1\n" + NOISY, "y = 1", "secret(x)"),
    "a builtin that is a type": ("other = Bool\n\n\n" + CLAIM + "    return len([x, x])\n", "other", "len"),
    "a builtin that is a module": ("import faier as other\n\n\n" + CLAIM + "    return len([x])\n", "other", "len"),
    "a parameter that is there twice": ("def g(a, b):\n    return 1\n\n\n" + CLAIM + NOISY, "(a, b)", "(a, a)"),
    "a draw by another keyword": (CLAIM + NOISY, "flip(3 / 4)", "flip(q=3 / 4)"),
    "a keyword that is given twice": (CLAIM + NOISY, "flip(3 / 4)", "flip(p=3 / 4, p=1 / 4)"),
    "a word that has a look-alike": (CLAIM + "    y = flip(1 / 2)\n" + NOISY, "y = flip", "ﬂip = flip"),
    "a list with two names": (LISTS + "    w = [0, 1]\n    u = list(w)\n    w[0] = 1\n    return u\n", "list(w)", "w"),
    "a list that is passed in": (LISTS + "    w = list(v)\n    w[0] = 1\n    return w\n", "list(v)", "v"),
    "a list that is changed while it is gone over": (
        LISTS + "    w = [0, 1]\n    for i in list(w):\n        w[0] += i\n    return w\n",
        "list(w)",
        "w",
    ),
    "rows that are one list": (
        LISTS + "    w = [[0] * 2 for _ in range(2)]\n    w[0][0] = 1\n    return w\n",
        "[[0] * 2 for _ in range(2)]",
        "[[0] * 2] * 2",
    ),
    "a list that a helper changes": (
        "def g(w):\n    w = list(w)\n    w[0] = 1\n    return w\n\n\n" + LISTS + "    return g(v)\n",
        "list(w)",
        "w",
    ),
    "a list that a helper gives back": (
        "def g(w):\n    return list(w)\n\n\n" + LISTS + "    w = g(v)\n    w[0] = 1\n    return w\n",
        "list(w)",
        "w",
    ),
    "a helper with a name of Python's": (
        "def other(w):\n    return w\n\n\n"
        + LISTS
        + "    w = [0, 1]\n    for i in list(w):\n        w[0] += i\n    return w\n",
        "other",
        "list",
    ),
    "a copy by a helper with a name of Python's": (
        "def other(w):\n    return w\n\n\n" + LISTS + "    w = sorted(v)\n    w[0] = 1\n    return w\n",
        "other",
        "sorted",
    ),
    "a list that is kept by another": (
        LISTS + "    w = [0]\n    u = [list(w)]\n    w[0] = 1\n    return u\n",
        "list(w)",
        "w",
    ),
    "a list that is shown and changed": (
        LISTS + "    w = [0]\n    yield tuple(w)\n    w[0] = 1\n    yield tuple(w)\n",
        "yield tuple(w)\n    w[0]",
        "yield w\n    w[0]",
    ),
    "floats that are compared": (CLAIM + "    return 3 / 10 == 0.3\n", "3 / 10", "0.1 + 0.2"),
    "a float that is drawn with": (CLAIM + "    return flip(0.3)\n", "0.3", "0.1 + 0.2"),
    "a float that is shown": (CLAIM + "    return 0.3\n", "0.3", "0.1 + 0.2"),
    "a float that is a constant": ("N = 0.3\n\n\n" + CLAIM + NOISY, "0.3", "0.1 + 0.2"),
    "a float whose integer part is taken": (CLAIM + "    return int(0.5 * 2)\n", "0.5 * 2", "(0.1 + 0.7) * 10"),
    "floats that are summed": (CLAIM + "    return sum([0.5] * 10) == 5\n", "[0.5] * 10) == 5", "[0.1] * 10) == 1"),
    "a name that nobody defines, never read": (CLAIM + "    return 1 if x or True else 2\n", "else 2", "else nothing"),
    "a name that is defined later": (
        "N = 1\n" + CLAIM.replace("epsilon=3", "epsilon=N") + NOISY,
        "N = 1\n" + CLAIM.replace("epsilon=3", "epsilon=N") + NOISY,
        CLAIM.replace("epsilon=3", "epsilon=N") + NOISY + "\n\nN = 1\n",
    ),
    "a claim that says nothing": (
        "@private(epsilon=1, neighbors=one())\n" + CLAIM + NOISY,
        "epsilon=1, neighbors=one()",
        "epsilon=1",
    ),
    "claims below the mechanism": (
        CLAIM + NOISY,
        "@private(epsilon=3, neighbors=one())\n@mechanism",
        "@mechanism\n@private(epsilon=3, neighbors=one())",
    ),
    "a value that a variable is not declared for": (CLAIM + "    y: Int[0, 1] = 1\n" + NOISY, "= 1\n", "= 2\n"),
    "a return outside": ("N = 1\n" + CLAIM + NOISY, "N = 1", "return 1"),
    "a break outside": ("N = 1\n" + CLAIM + "    y = 1\n" + NOISY, "y = 1", "break"),
    "a generator as a value": (
        "def g(a):\n    yield a\n\n\n" + CLAIM + "    y = list(g(x))\n" + NOISY,
        "list(g(x))",
        "g(x)",
    ),
    "a function as a value": (
        CLAIM + "    def g(a):\n        return a\n\n    y = g(x)\n" + NOISY,
        "y = g(x)",
        "y = [g][0](x, x)",
    ),
    "another variable of a function around": (
        CLAIM + "    k = 1\n\n    def g():\n        nonlocal k\n        k = 2\n\n    g()\n" + NOISY,
        "nonlocal k\n",
        "nonlocal l\n",
    ),
    "an encoding": (CLAIM + NOISY, IMPORTS.splitlines()[0], "# coding: latin-1\n" + IMPORTS.splitlines()[0]),
    "a position that is named": ("def g(a, /):\n    return a\n\n\n" + CLAIM + "    return g(x)\n", "g(x)", "g(a=x)"),
}


# Lists that are one's own.
OWN = {
    "counted": "    n = 0\n    for i, row in enumerate([v, v]):\n        n += i + len(row)\n    return n\n",
    "in pairs": "    w = [0, 0]\n    for i, (a, b) in enumerate(zip(v, list(w))):\n"
    "        w[i] += a + b\n    return w\n",
    "given a new value": "    v = list(v)\n    v[0] = 1\n    return tuple(v)\n",
    "rows": "    w = [[0] * 2 for _ in range(2)]\n    w[0][1] += v[0]\n    w[1].append(2)\n    return w[0] + w[1]\n",
    "a helper's": "    w = g(v)\n    w[0] = 5\n    u = g(w)\n    u += [1]\n    return w, u\n",
    "exchanged": "    w = sorted(v)\n    w[0], w[1] = w[1], w[0]\n    for a in w:\n"
    "        if a:\n            return a\n",
}


@pytest.mark.parametrize("name", OWN)
def test_lists_of_ones_own_may_be_changed(name: str) -> None:
    helper = "def g(w):\n    made = []\n    for a in w:\n        made.append(a + 1)\n    return made\n\n\n"
    text = IMPORTS + helper + LISTS.replace("epsilon=3", "epsilon=3, delta=1") + OWN[name]
    assert refusal(text) is None
    assert "valid" in answers(text)


def answers(text: str) -> set[str]:
    return {check(data, text.encode(), STEPS).answer for data in certificates(text, text)}


@pytest.mark.parametrize("name", FAMILIES)
def test_what_is_read_differently_is_not_valid(name: str) -> None:
    body, old, new = FAMILIES[name]
    right = IMPORTS + body
    assert old in right
    assert "valid" in answers(right)
    assert "valid" not in answers(right.replace(old, new))


def rejected() -> list[tuple[str, str]]:
    """Every statement of the rejected files by itself, with the imports and constants of its file."""
    found = []
    for path in sorted((HERE / "rejected").glob("*.py")):
        text = path.read_text()
        found.append((path.stem, text))
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        lines = text.split("\n")
        kept = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
        for node in tree.body:
            above = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", []))])
            parts = [*(item for item in kept if item is not node), node] if node not in kept else [node]
            pieces = [ast.get_source_segment(text, item) or "" for item in parts[:-1]]
            pieces.append("\n".join(lines[above - 1 : node.end_lineno]))
            found.append((f"{path.stem} {above}", "\n".join(pieces) + "\n"))
    return found


# What can be asked about beside the wrong statement, with names that no file has.
ASKED = (
    "\n\nfrom faier import Bool as Asked_, mechanism as mechanism_, flip as flip_\n"
    "from faier import one as one_, private as private_, log as log_\n"
    "\n\n@private_(epsilon=log_(9), neighbors=one_())\n@mechanism_\ndef asked_(x: Asked_):\n"
    "    return x if flip_(3 / 4) else not x\n"
)


def test_the_mechanism_that_is_asked_about_is_valid() -> None:
    assert "valid" in answers(ASKED.lstrip())


@pytest.mark.parametrize(("name", "text"), [pytest.param(*one, id=one[0]) for one in rejected()])
def test_nothing_about_a_rejected_file_is_valid(name: str, text: str) -> None:
    """Neither of the claims in it nor of one that has nothing to do with what is wrong."""
    for whole in (text, text + ASKED):
        if refusal(whole) is not None:
            assert "valid" not in answers(whole)


@pytest.mark.parametrize("code", explain.codes())
def test_nothing_about_a_wrong_example_is_valid(code: str) -> None:
    text = explain.find(code).wrong
    for whole in (text, text + ASKED):
        if refusal(whole) is not None:
            assert "valid" not in answers(whole)


@pytest.mark.parametrize("start", range(0, 240, 30))
def test_nothing_about_a_changed_file_that_is_refused_is_valid(start: int) -> None:
    """`scripts/fuzz_refused` tries many more."""
    refused = 0
    for number in range(start, start + 30):
        rng = random.Random(number)
        seed = rng.choice(SEEDS)
        text = pair(seed, SEEDS, rng)
        pairs, _, told = wrong(text, seed, lambda: False)
        refused += pairs
        assert told == []
    assert refused > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_changed_is_read_before(seed: str) -> None:
    assert refusal(seed) is None
    assert "valid" in answers(seed)


def test_numbers_are_rounded_as_python_rounds_them() -> None:
    rng = random.Random(5)
    for _ in range(3_000):
        number = Fraction(rng.randint(-(10 ** rng.randint(1, 20)), 10 ** rng.randint(1, 20)), rng.randint(1, 10**9))
        number *= Fraction(2) ** rng.choice((0, 0, 1, -3, 50, -1060, -1075, 900))
        held = float(number)
        assert rounded(number) == Fraction(held)
        simplest = simplest_fraction(held)
        assert stands(Float.of(simplest, Fraction(held)))
        assert stands(Float.of(number, Fraction(held))) == (number == simplest)
