"""Constants that several statements at the top level build, and imports that are tried: as Python has them."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python
from built_random import attacked

from faier.lang import Rejected, parse
from faier.lang.syntax import IntType
from faier.limits import Limits
from faier.semantics.explore import explore

SHOWING = "\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return {}\n"
BUILT = [
    ("NAMES = 'abc'\nTABLE = {}\nfor i, name in enumerate(NAMES):\n    TABLE[name] = i\n", "TABLE[NAMES[x]]"),
    ("GROUPS = {}\nfor w in ['ab', 'ae']:\n    GROUPS.setdefault(w[0], []).append(w)\n", "GROUPS['a'][x:]"),
    ("C = Counter()\nC.update('hello')\nC['h'] += 3\n", "C['l'] + x, C['h']"),
    ("N = 3\nif N > 2:\n    N = 2\n", "N + x"),
    ("try:\n    K = 6 // 0\nexcept ZeroDivisionError:\n    K = 7\n", "K + x"),
    ("A = 1\nB = [A]\nA += 3\nB.append(A)\nD = B + [5]\n", "A, B, D"),
    ("def w(k):\n    return k * k\nT = [0] * 3\nfor i in range(3):\n    T[i] = w(i)\nL = T[-1]\n", "T[x] + L"),
    ("last = i = None\nfor i in range(3):\n    last = i - 1\n", "last, i"),
    ("FIB = [0, 1]\nwhile len(FIB) < 9:\n    FIB.append(FIB[-1] + FIB[-2])\n", "FIB[x + 5]"),
    ("class Box:\n    def __init__(self):\n        self.n = 0\n    def add(self, k):\n        self.n += k\n"
     "BOX = Box()\nBOX.add(3)\n", "BOX.n + x"),
    ("def sq(k):\n    return k * k\nREG = {}\nfor name, g in [('sq', sq), ('len', len)]:\n    REG[name] = g\n",
     "REG['sq'](x)"),
    ("LO, HI = 0, 1\nfor _ in range(4):\n    LO, HI = HI, LO + HI\n", "LO, HI"),
    ("T = {}\nfor i in range(3):\n    T[i] = i\nM = 2\ndel T[0]\n\n\ndef g(k):\n    return T[k] + M\n", "x and g(x)"),
]  # fmt: skip


@pytest.mark.parametrize(("top", "shown"), BUILT)
def test_they_are_what_python_makes_of_them(top: str, shown: str) -> None:
    assert_as_python(top + SHOWING.format(shown), written=False)


TOLD = [
    "T = {}\ndef g():\n    T[0] = 2\nT[1] = g()\n",  # a function changes it meanwhile
    "T = []\nT.append(LATER)\nLATER = 2\nT.append(3)\n",
    "T = []\nprint(T)\nT.append(3)\n",
    "T = 0\nfor i in range(3):\n    T += i\nfrom math import comb as T\n",
    "if len('ab') > 1:\n    T = 2\n    len = 3\nelse:\n    T = len = 4\n",
    "for T in range(3):\n    pass\n",  # it may have no value
    "N = 3\nN = 4\n",
]


@pytest.mark.parametrize("top", TOLD)
def test_what_could_tell_is_refused(top: str) -> None:
    with pytest.raises(Rejected):
        shown = "x if 3 in [T] else 1" if "T" in top else "N"
        explore(parse(HEAD + top + SHOWING.format(shown), "file.py"), "f", Limits())


def bound(top: str) -> int:
    """The number N of the file, where it is used in a type."""
    program = parse(f"{HEAD}{top}\n\n@mechanism\ndef f(x: Int[0, N]):\n    return x\n", "file.py")
    (parameter,) = program.function("f").parameters
    assert isinstance(parameter.type, IntType)
    return parameter.type.high


IN_TYPES = [
    "T = {}\nfor i in range(3):\n    T[i] = i\nN = len(T)",
    "T = []\nfor i in range(3):\n    T.append(i * i)\nN = max(T)",
    "N = 1\nfor k in (1, 2):\n    N += k",
    "def g():\n    a = [1]\n    a += (2,)\n    a[0] += 5\n    return a[0]\nN = g()",
    "C = Counter()\nfor k in 'hello':\n    C[k] += 1\nN = C['l']",
]


@pytest.mark.parametrize("top", IN_TYPES)
def test_types_and_claims_may_ask_for_them(top: str) -> None:
    known: dict[str, int] = {}
    exec(f"from collections import Counter\n{top}", known)
    assert bound(top) == known["N"]


SHARED = [
    "def g():\n    a = [1]\n    b = a\n    a += [2]\n    return len(b)\nN = g()",
    "def g():\n    a = [1]\n    b = a\n    a.append(2)\n    return len(b)\nN = g()",
    "def put(t):\n    t.append(1)\ndef g():\n    a = []\n    put(a)\n    return len(a)\nN = g()",
    "def g():\n    r = [1]\n    T = [r]\n    r.append(1)\n    return len(T[0])\nN = g()",
    "ROW = [1]\ndef g():\n    T = {}\n    T[0] = ROW\n    T[0] += [3]\n    return len(ROW)\nN = g()",
    "def g():\n    T = [1]\n    for t in T:\n        if t < 2:\n            T.append(3)\n    return len(T)\nN = g()",
    "def sorted(t):\n    return t\ndef g():\n    a = [1]\n    b = sorted(a)\n    a += [2]\n    return len(b)\nN = g()",
]


@pytest.mark.parametrize("top", SHARED)
def test_what_others_hold_is_not_changed_while_the_file_is_read(top: str) -> None:
    with pytest.raises(Rejected):
        bound(top)


CONSUMED = [
    ("[]", "extend", "combinations_with_replacement([4, 1], 2)"),
    ("[]", "extend", "zip([1, 2], [3, 4])"),
    ("[]", "extend", "(k for k in (1, 2) if k > 1)"),
    ("[]", "extend", "map(abs, [0 - 4, 1])"),
    ("[]", "extend", "{1: 2, 3: 4}.items()"),
    ("set()", "update", "enumerate([3, 3])"),
    ("{}", "update", "zip([1, 2], [3, 4])"),
    ("Counter()", "update", "combinations([1, 1, 1], 2)"),
    ("Counter()", "subtract", "reversed([1, 2, 2])"),
]


@pytest.mark.parametrize(("empty", "method", "given"), CONSUMED)
def test_iterators_are_taken_by_methods_that_go_over_them(empty: str, method: str, given: str) -> None:
    imports = "from itertools import combinations, combinations_with_replacement\n"
    function = f"def g():\n    t = {empty}\n    t.{method}({given})\n    return t\n"
    text = "def f(x: Int[0, len(T)]):\n    return x, T\n"
    program = assert_as_python(f"{imports}{function}T = g()\n\n\n@mechanism\n{text}", written=False)
    space: dict[str, object] = {}
    exec(f"from collections import Counter\n{imports}{function}N = len(g())", space)
    (parameter,) = program.function("f").parameters
    assert isinstance(parameter.type, IntType)
    assert parameter.type.high == space["N"]


@pytest.mark.parametrize(
    "top",
    [
        "def g():\n    t = [1]\n    t.extend(k for k in t)\n    return len(t)\nN = g()",  # never ends
        "def g():\n    t = {1}\n    t.update(k + 1 for k in t)\n    return len(t)\nN = g()",  # raises
        "def h():\n    return [1]\n    yield 2\ndef g():\n    t = []\n    t.extend(h())\n    return len(t)\nN = g()",
    ],
)
def test_iterators_over_what_changes_are_refused(top: str) -> None:
    with pytest.raises(Rejected):
        bound(top)


def test_imports_that_are_tried() -> None:
    assert bound("try:\n    from math import comb\nexcept ImportError:\n    comb = None\nN = comb(4, 2)") == 6
    assert bound("try:\n    import numpyx as np\nexcept ImportError:\n    np = None\nN = 3") == 3
    assert bound("try:\n    from typing import override\nexcept ImportError:\n"
                 "    from typing_extensions import override\nN = 2") == 2  # fmt: skip


@pytest.mark.parametrize(
    "top",
    [
        "try:\n    import numpyx\n    N = 2\nexcept ImportError:\n    N = 3",
        "try:\n    import numpyx as np\nexcept ImportError:\n    np = None\nN = 3 if np is None else 2",
        "try:\n    from itertools import batched\nexcept ImportError:\n    batched = 2\nN = int(batched == 2)",
        "try:\n    import numpyx\nexcept ImportError:\n    from faier import flip as N",
    ],
)
def test_what_is_not_known_to_be_there_is_refused(top: str) -> None:
    with pytest.raises(Rejected):
        bound(top)


def test_random_files_are_refused_or_do_what_python_does() -> None:
    counts = {"agreed": 0, "refused": 0, "fails": 0}
    for seed in range(16):
        counts[attacked(seed)] += 1
    assert counts["agreed"] >= 4, counts
    assert counts["fails"] >= 1, counts
