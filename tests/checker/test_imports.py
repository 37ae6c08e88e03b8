"""Files that import others: the checker finds each as Python does, and knows what its names mean, or is holey."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from fuzzing.refused import SEEDS, digest, two_files, wrong_together

from faier.checker import Result, check
from faier.checker.around import Around
from faier.importing import gathered
from faier.lang import Rejected, parse

HEAD = "from faier import Bool, Int, flip, log, mechanism, one, private\n"
CLAIM = "@private(epsilon=log(3), neighbors=one())\n@mechanism\ndef m(x: Int[0, 1]):\n"
MAIN = HEAD + "from other import kept\n" + CLAIM + "    return x if flip(kept) else 1 - x\n"
OTHER = "from fractions import Fraction\nkept = Fraction(3, 4)\n"


def around(files: Mapping[str, str], folders: tuple[str, ...] = ("project",)) -> Around:
    return Around(folders, lambda place: files[place].encode() if place in files else None)


def refused(main: str, files: Mapping[str, str], folders: tuple[str, ...] = ("project",)) -> bool:
    """Whether faier refuses the file with those that it imports."""
    try:
        parse(main, "main.py", {}, gathered(main.encode(), folders, around(files).look))
    except Rejected:
        return True
    return False


def document(main: str, files: Mapping[str, str], folders: tuple[str, ...] = ("project",), **more: object) -> bytes:
    """A certificate that lists what faier would."""
    imports = gathered(main.encode(), folders, around(files).look)
    file: dict[str, object] = {"path": "main.py", "sha256": digest(main)}
    if imports.texts:
        file |= {"package": imports.package, "imports": {place: digest(text) for place, text in imports.texts}}
    claim = {"mechanism": "m", "decorator": 0, "epsilon": "log(3)", "delta": None, "neighbors": "one()"}
    whole = {
        "format": "faier.certificate/1",
        "file": file | dict(more.pop("file", {})),  # type: ignore[call-overload]
        "set": {},
        "claim": claim | {"prior": None, "pairs": None} | dict(more.pop("claim", {})),  # type: ignore[call-overload]
        "verdict": "proved",
        "length": None,
        "evidence": {"kind": "enumeration", "boxes": {}},
    }
    return json.dumps(whole | more).encode()


def checked(main: str, files: Mapping[str, str], folders: tuple[str, ...] = ("project",), **more: object) -> Result:
    return check(document(main, files, folders, **more), main.encode(), around=around(files, folders))


def written(lines: str, kept: str, other: str = "") -> str:
    return f"{HEAD}{lines}\n{other}{CLAIM}    return x if flip({kept}) else 1 - x\n"


FILES = {
    "other.py": "from deep.base import low\n" + OTHER + "_own = kept\ndef half(n):\n    return n / 2\n",
    "deep/base.py": '"""Deep."""\nlow = 1 / 4\ndef turned(p, by=low):\n    q = 1 - p\n    return q + 0 * by\n',
    "pack/__init__.py": "from .inside import least\n",
    "pack/inside.py": "least = 3 / 4\n",
    "word.py": "from faier import flip as drawn\nimport math as m\n"
    "def f(x):\n    return x if drawn(m.gcd(6, 9) / 4) else 1 - x\n",
    "kinds.py": "from typing import NamedTuple\nfrom enum import Enum\nclass Row(NamedTuple):\n    p: int\n"
    "class Odds(Enum):\n    MOST = 3\n",
}

RIGHT = [
    ("from other import kept", "kept"),
    ("from other import kept as k", "k"),
    ("from .other import _own as k", "k"),
    ("import other", "other.kept"),
    ("import other as o", "o.half(o.kept * 2)"),
    ("import deep.base", "deep.base.turned(deep.base.low)"),
    ("import deep.base\nimport deep.base as b", "b.turned(deep.base.low)"),
    ("from deep import base", "base.turned(base.low)"),
    ("from other import low", "1 - low"),
    ("from pack import least", "least"),
    ("from pack.inside import least", "least"),
    ("import kinds", "kinds.Odds.MOST.value / 4"),
    ("from kinds import Row", "Row(3).p / 4"),
    ("from other import kept\nlow, half = 1, 2", "kept * low"),
    ("from deep.base import turned as t\nlow = 9", "t(1 / 4)"),
]


@pytest.mark.parametrize(("lines", "kept"), RIGHT)
def test_what_other_files_define(lines: str, kept: str) -> None:
    main = written(lines, kept)
    assert not refused(main, FILES)
    assert checked(main, FILES).answer == "valid"
    assert checked(main, FILES | {"other.py": FILES["other.py"].replace("3, 4", "4, 5")}).answer in ("valid", "invalid")
    wrong = checked(main, FILES, claim={"decorator": None, "epsilon": "log(2)"})
    assert (wrong.answer, "e^epsilon" in wrong.reason or wrong.reason != "") == ("invalid", True)


def test_words_that_another_file_imports() -> None:
    main = f"{HEAD}from word import f\n{CLAIM}    return f(x)\n"
    assert checked(main, FILES).answer == "valid"


def test_claims_are_in_the_words_of_the_file() -> None:
    params = "from faier import log\nLOW = log(3)\n"
    main = f"{HEAD}import params as p\n{CLAIM.replace('log(3)', 'p.LOW')}    return x if flip(3 / 4) else 1 - x\n"
    files = {"params.py": params}
    assert checked(main, files, claim={"epsilon": "p.LOW"}).answer == "valid"
    assert checked(main, files, claim={"epsilon": "p.LOW", "decorator": None}).answer == "valid"
    assert checked(main, files, claim={"epsilon": "log(3)"}).answer == "invalid"


def test_an_unknown_epsilon_of_another_file() -> None:
    params = "from faier import Positive, exp\nEPS = Positive(1)\ndef p():\n    return exp(EPS) / (1 + exp(EPS))\n"
    main = f"{HEAD}from params import EPS as E, p\n{CLAIM.replace('log(3)', 'E')}    return x if flip(p()) else 1 - x\n"
    found = checked(main, {"params.py": params}, claim={"epsilon": "E"})
    assert found.answer == "valid"
    assert found.stated is not None
    assert found.stated.unknown == "EPS"
    half = main.replace("=E", "=E / 2")
    assert checked(half, {"params.py": params}, claim={"epsilon": "E / 2"}).answer == "invalid"


def test_a_prior_of_another_file() -> None:
    prior = "from faier import flip, prior, secret\n@prior\ndef believed():\n    s = flip(1 / 2)\n    secret(s)\n"
    main = f"{HEAD}from beliefs import believed\n" + CLAIM.replace("neighbors=one()", "prior=believed")
    main = main.replace("Int[0, 1]", "Bool") + "    return x if flip(3 / 4) else not x\n"
    told = {"neighbors": None, "prior": "believed"}
    assert checked(main, {"beliefs.py": prior + "    return s\n"}, claim=told).answer == "valid"


PACKAGE = {
    "__init__.py": "",
    "clipping.py": "from ..low import LOW\nkept = LOW / 4\n",
    "../__init__.py": "",
    "../low.py": "LOW = 3\n",
    "inner/noise.py": "from ..clipping import kept\nfrom app.low import LOW\n",
}


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        ("from .clipping import kept", "kept"),
        ("from ..low import LOW", "LOW / 4"),
        ("from app.low import LOW", "LOW / 4"),
        ("from app.parts.clipping import kept", "kept"),
        ("from .inner.noise import kept", "kept"),
        ("from .inner.noise import LOW as low", "low / 4"),
        ("from app import low", "low.LOW / 4"),
    ],
)
def test_packages(lines: str, kept: str) -> None:
    main, folders = written(lines, kept), ("home", "app", "parts")
    assert not refused(main, PACKAGE, folders)
    assert checked(main, PACKAGE, folders).answer == "valid"
    data = document(main, PACKAGE, folders)
    for moved in (("home", "app"), ("home", "other", "parts"), ("parts",)):
        assert check(data, main.encode(), around=around(PACKAGE, moved)).answer == "invalid"


# Files that import each other so that faier refuses them, or Python reads them in another way than they look.
WRONG = {
    "a circle": (MAIN, {"other.py": "from more import a\nkept = 3 / 4\n", "more.py": "import other\na = 1\n"}),
    "itself": (MAIN, {"other.py": "import main\n" + OTHER, "main.py": MAIN}),
    "a name that is not there": (MAIN, {"other.py": "keep = 3 / 4\n"}),
    "everything": (MAIN.replace("kept\n", "*\n", 1), {"other.py": OTHER}),
    "a name of the one that imports": (
        MAIN.replace("from other import kept\n", "from other import kept\nN = 3\n"),
        {"other.py": "kept = 3 / 4\ndef g():\n    return N\n"},
    ),
    "a word of the one that imports": (
        written("from other import g", "3 / 4").replace("return x", "return g() if x else x"),
        {"other.py": "def g():\n    return flip(1 / 2)\n"},
    ),
    "a name of nothing": (MAIN, {"other.py": "kept = 3 / 4\ndef g():\n    return nothing\n"}),
    "a builtin of its own": (MAIN, {"other.py": "kept = 3 / 4\ndef len(x):\n    return 0\n"}),
    "a builtin of the one that imports": (
        written("from other import g", "3 / 4", "def sum(x):\n    return 1\n"),
        {"other.py": "def g(x):\n    return sum(x)\n"},
    ),
    "a name twice": (written("from other import kept", "kept", "kept = 3 / 4\n"), {"other.py": OTHER}),
    "two files with one name": (
        written("from other import kept\nfrom more import kept", "kept"),
        {"other.py": OTHER, "more.py": OTHER},
    ),
    "a variable with the name": (
        written("from other import kept", "kept").replace("    return", "    kept = 3 / 4\n    return"),
        {"other.py": OTHER},
    ),
    "a parameter with the name of the module": (
        written("import other", "other.kept", "def g(other):\n    return other.kept\n"),
        {"other.py": OTHER},
    ),
    "a name of a module twice": (
        written("import other\nimport more as other", "other.kept"),
        {"other.py": OTHER, "more.py": OTHER},
    ),
    "a module as a value": (written("import other", "other.kept", "N = other\n"), {"other.py": OTHER}),
    "a module of Python": (written("import math", "math.gcd(3, 6) / 4"), {"math.py": "def gcd(a, b):\n    return 3\n"}),
    "a folder of Python": (written("from json import kept", "kept"), {"json/__init__.py": "kept = 3 / 4\n"}),
    "a folder before a file": (MAIN, {"other.py": OTHER, "other/__init__.py": "kept = 9 / 10\n"}),
    "a file before a folder": (written("from a.other import kept", "kept"), {"a.py": "", "a/other.py": OTHER}),
    "a module that hides a name": (
        written("from a import g\nimport a.b", "g()"),
        {"a/__init__.py": "b = 3 / 4\ndef g():\n    return b\n", "a/b.py": "n = 1\n"},
    ),
    "a folder that does not load": (
        written("from a.other import kept", "kept"),
        {"a/__init__.py": "import numpy\n", "a/other.py": OTHER},
    ),
    "a file that does not load": (MAIN, {"other.py": OTHER + "n = 1 / 0\n"}),
    "a file that prints": (MAIN, {"other.py": OTHER + "print(1)\n"}),
    "a file that is no Python": (MAIN, {"other.py": OTHER + "def\n"}),
    "a name before its file": (HEAD + "N = kept\n" + MAIN.removeprefix(HEAD), {"other.py": OTHER}),
    "a private name": (written("import other", "other.__kept"), {"other.py": "__kept = 3 / 4\n"}),
    "above the top": (written("from ..other import kept", "kept"), {"../other.py": OTHER}),
    "two unknown epsilons": (
        MAIN.replace("kept\n", "kept\nfrom faier import Positive\nE = Positive(1)\n", 1),
        {"other.py": OTHER + "from faier import Positive\nF = Positive(1)\n"},
    ),
    "a name in an expression": (
        MAIN.replace("flip(kept)", "flip(kept * n)"),
        {"other.py": "kept = (n := 3) / 4\n"},
    ),
    "a given value": (MAIN.replace("    return", "    kept += 1\n    return"), {"other.py": OTHER}),
    "an annotation of the one that imports": (
        written("from other import g\nSmall = Int[0, 1]", "g(3) / 4"),
        {"other.py": "def g(a):\n    b: Small = 1\n    return a\n"},
    ),
    "a field of a type that the file does not have": (
        HEAD.replace("Int, ", "")
        + "import rows as r\n"
        + CLAIM.replace("Int[0, 1]", "r.Row")
        + "    return flip(1 / 2)\n",
        {
            "rows.py": "from enum import Enum\nfrom typing import NamedTuple\nclass Sex(Enum):\n    F = 1\n    M = 2\n"
            "class Row(NamedTuple):\n    sex: Sex\n"
        },
    ),
    "a class twice": (
        written("from a import R\nfrom b import R as S", "3 / 4"),
        {f"{name}.py": "from enum import Enum\nclass R(Enum):\n    A = 1\n" for name in "ab"},
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_refused_or_not_surely_known_is_not_valid(name: str) -> None:
    main, files = WRONG[name]
    assert checked(main, files).answer != "valid"


def test_nearly_all_of_these_are_refused() -> None:
    assert sum(refused(*WRONG[name]) for name in WRONG) > len(WRONG) / 2


def test_forged_lists() -> None:
    files = {"other.py": OTHER}
    data, source, there = document(MAIN, files), MAIN.encode(), around(files)
    assert check(data, source, around=there).answer == "valid"
    other = {"other.py": OTHER.replace("3, 4", "1, 2")}
    assert check(data, source, around=around(other)).reason.startswith("other.py is not the file")
    assert check(data, source, around=around({})).reason == "other.py is not there"
    assert check(data, source).answer == "invalid"
    shadowed = files | {"other/__init__.py": "kept = 1\n"}
    assert check(data, source, around=around(shadowed)).reason.startswith(
        "the certificate does not list other/__init__.py"
    )
    library = files | {"fractions.py": "def Fraction(a, b):\n    return 1 / 2\n"}
    assert check(data, source, around=around(library)).answer == "invalid"
    sha = hashlib.sha256(OTHER.encode()).hexdigest()
    for imports in (
        {},
        {"../other.py": sha},
        {"/other.py": sha},
        {"other.py": "", "x": ""},
        {"other.py": sha, "a//b.py": sha},
    ):
        forged = document(MAIN, files, file={"imports": imports})
        assert check(forged, source, around=there).answer != "valid"


def test_settings_and_mechanisms_of_other_files() -> None:
    shared = OTHER + MAIN.replace("from other import kept\n", "").replace("x: Int[0, 1]", "x: Int[0, 1], *, n=1")
    main = MAIN.replace("kept\n", "kept\nimport other as o\nn = 1\n", 1)
    files = {"other.py": shared}
    assert checked(main, files).answer == "valid"
    for settings in ({"other:kept": "1 / 2"}, {"kept": "1 / 2"}, {"o.kept": "1 / 2"}, {"n": "kept"}):
        assert checked(main, files, set=settings).answer != "valid"
    assert checked(main, files, set={"n": "2"}).answer == "valid"
    for mechanism in ("other:m", "o.m", "other.m"):
        assert checked(main, files, claim={"mechanism": mechanism}).answer == "invalid"


LENT = """def double(x, by=2):
    return x * by
def twice(f, x):
    return f(f(x))
NAMED = {'a': (double, 1), 'b': (lambda x: double(x) + 1, 2)}
"""
TOLD = """def told():
    total = 0
    for f, k in NAMED.values():
        total += f(k)
    f = NAMED['a'][0]
    return total, f(total), twice(double, 1), twice(NAMED['b'][0], 2)
"""


@pytest.mark.parametrize(
    ("old", "new"), [("", ""), ("+ 1", "+ 2"), ("by=2", "by=3"), ("f(f(x))", "f(x)"), ("1)", "2)")]
)
def test_functions_that_other_files_keep_are_what_they_are_in_python(old: str, new: str) -> None:
    """A reading that is another one shows the input, or hides it."""
    names: dict[str, Any] = {}
    exec(LENT + TOLD, names)
    claim = CLAIM + f"    return x if told() != {names['told']()} or flip(3 / 4) else 1 - x\n"
    lent = LENT.replace(old, new, 1) if old else LENT
    exec(lent + TOLD, names)
    right = "valid" if str(names["told"]()) in claim else "invalid"
    main = HEAD + "from other import NAMED, double, twice\n" + TOLD + claim
    assert checked(main, {"other.py": lent}).answer == right == ("valid" if old == "" else "invalid")


def test_on_disk_as_python_finds_them(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    for place, text in ({"main.py": MAIN} | FILES).items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    certificate = tmp_path / "c.json"
    certificate.write_bytes(document(MAIN, FILES))

    def told() -> str:
        command = [sys.executable, "-m", "faier.checker", str(certificate), str(folder / "main.py")]
        return subprocess.run(command, capture_output=True, text=True).stdout

    assert told().startswith("valid ")
    (folder / "other").mkdir()
    (folder / "other" / "__init__.py").write_text("kept = 1 / 2\n")
    assert told().startswith("invalid ")


def test_of_changed_pairs_of_files_that_are_refused_none_is_valid() -> None:
    refused, valid = 0, 0
    for number in range(25):
        rng = random.Random(number)
        seed = SEEDS[number % 4]
        pairs, accepted, told = wrong_together(*two_files(seed, SEEDS, rng), seed)
        refused, valid = refused + pairs, valid + accepted
        assert told == []
    assert refused > 10
    assert valid > 2
