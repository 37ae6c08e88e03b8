"""Files of a project that import each other: which is found, what its names mean, where faults are told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from faier.importing import gathered, on_disk
from faier.lang import Rejected, parse
from faier.lang.syntax import OneOfType, RecordType, Type, VectorType
from faier.lang.values import show_value
from faier.running import cache
from faier.running.request import Read
from faier.semantics import denote

HEAD = "from faier import Int, clamp, flip, mechanism\n"
BODY = "@mechanism\ndef f(x: Int[0, 1]):\n    return "

FILES = {
    "clipping.py": "from enum import Enum\nfrom faier import Int, clamp\nfrom shared.base import LOW\n"
    "LIMIT = 2\n_own = 5\n"
    "Answer = Int[0, LIMIT]\nclass Color(Enum):\n    RED = 1\n    BLUE = 2\n"
    "def clip(x, top=LIMIT):\n    low = LOW\n    return clamp(x, low, top)\n"
    "def color(x):\n    return Color.RED if x else Color.BLUE\ndef first(values):\n    return values[0]\n",
    "shared/base.py": "LOW = 0\nTABLE = [4, 5, 6]\ndef twice(x):\n    return 2 * x\n",
    "Noise.py": "RED = 7\n",
}


def shown(text: str, files: dict[str, str] = FILES, x: int = 1) -> str:
    """What a mechanism without draws returns."""
    imports = gathered(text.encode(), ("project",), lambda place: files[place].encode() if place in files else None)
    (found,) = denote.outputs(parse(text, "main.py", {}, imports), "f", {"x": x})
    return show_value(found[0][0])


@pytest.mark.parametrize(
    ("imports", "value", "expected"),
    [
        ("from clipping import clip, LIMIT", "(clip(9), clip(x - 5), LIMIT, clip(4, top=3))", "(2, 0, 2, 3)"),
        ("from clipping import clip as c, LIMIT as M", "c(M + 7)", "2"),
        ("from .clipping import clip, _own", "clip(_own)", "2"),
        ("import clipping", "(clipping.clip(9), clipping.LIMIT, clipping.Color.RED.value)", "(2, 2, 1)"),
        ("import clipping as c", "(c.clip(9), c.LIMIT, [m.name for m in c.Color])", "(2, 2, ['RED', 'BLUE'])"),
        ("import shared.base", "(shared.base.TABLE[x], shared.base.twice(4))", "(5, 8)"),
        ("import shared.base\nimport shared.base as other", "(other.LOW, shared.base.LOW)", "(0, 0)"),
        ("from shared import base", "(base.TABLE, base.twice(x))", "([4, 5, 6], 2)"),
        ("from . import clipping", "clipping.clip(7)", "2"),
        ("from clipping import LOW", "LOW", "0"),
        ("from clipping import Color, color", "(color(1) is Color.RED, color(0) is Color['BLUE'])", "(True, True)"),
        ("from clipping import Color as C", "(C.RED, C(2), len(C))", "(clipping.Color.RED, clipping.Color.BLUE, 2)"),
        ("from clipping import Color", "(f'{Color.RED}', isinstance(Color.RED, Color))", "('Color.RED', True)"),
        ("import clipping as c", "isinstance(c.color(1), c.Color)", "True"),
        ("from clipping import Answer\nN: Answer = 2", "N", "2"),
        ("from clipping import clip\nLOW, LIMIT = 1, 9", "(clip(99), LOW, LIMIT)", "(2, 1, 9)"),
        ("from clipping import clip\ndef color(x):\n    return 'own'", "(color(1), clip(3))", "('own', 2)"),
        (
            "import clipping\nclass Noise:\n    pass".replace("class Noise:\n    pass", "import Noise"),
            "(Noise.RED, clipping.LIMIT)",
            "(7, 2)",
        ),
        (
            "from enum import Enum\nimport Noise as N\nclass Noise(Enum):\n    RED = 1",
            "(N.RED, Noise.RED.value)",
            "(7, 1)",
        ),
        ("import clipping as shared\nfrom shared.base import LOW as low", "(shared.LIMIT, low)", "(2, 0)"),
    ],
)
def test_names_of_other_files(imports: str, value: str, expected: str) -> None:
    text = f"{HEAD}{imports}\n{BODY}{value}\n"
    assert shown(text) == expected


def test_a_variable_hides_a_module() -> None:
    text = f"{HEAD}import clipping\ndef g(clipping):\n    return clipping\n{BODY}(g(3), clipping.LIMIT)\n"
    assert shown(text) == "(3, 2)"


PACKAGE = {
    "__init__.py": "",
    "clipping.py": "from ..low import LOW\nLIMIT = LOW + 1\n",
    "../__init__.py": "",
    "../low.py": "LOW = 3\n",
    "inner/noise.py": "from ..clipping import LIMIT\nfrom app.low import LOW\n",
}


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ("from .clipping import LIMIT as N", "4"),
        ("from ..low import LOW as N", "3"),
        ("from app.low import LOW as N", "3"),
        ("from app.parts.clipping import LIMIT as N", "4"),
        ("from .inner.noise import LIMIT as N", "4"),
        ("from app import low\nN = low.LOW", "3"),
    ],
)
def test_packages(imports: str, expected: str) -> None:
    text = f"{HEAD}{imports}\n{BODY}N\n"

    def look(place: str) -> bytes | None:
        return PACKAGE[place].encode() if place in PACKAGE else None

    imported = gathered(text.encode(), ("home", "app", "parts"), look)
    assert imported.package == "app.parts"
    (found,) = denote.outputs(parse(text, "main.py", {}, imported), "f", {"x": 0})
    assert show_value(found[0][0]) == expected


@pytest.mark.parametrize(
    ("imports", "files", "path", "message"),
    [
        ("from other import h", {"other.py": "x = 1\n"}, "main.py", "other.py has no `h`"),
        ("from other import g", {"other.py": "def g(x):\n    return y\n"}, "other.py", "`y` is not defined"),
        ("from other import g", {"other.py": "def g(x:\n"}, "other.py", "this is not Python"),
        (
            "from other import g",
            {"other.py": "import main\ndef g(x):\n    return 1\n", "main.py": ""},
            "other.py",
            "circle",
        ),
        (
            "from a import g",
            {"a.py": "import b\ndef g(x):\n    return 1\n", "b.py": "import a\n"},
            "b.py",
            "a.py imports b.py imports a.py",
        ),
        ("from ..up import g", {"../up.py": "g = 1\n"}, "main.py", "cannot be imported"),
        ("from nowhere import g", {}, "main.py", "cannot be imported"),
        ("from other import *", {"other.py": "g = 1\n"}, "main.py", "hides which"),
        ("import enum", {"enum.py": "g = 1\n"}, "main.py", "called like Python's `enum`"),
        (
            "from other import g",
            {"other.py": "import numpy\ndef g(x):\n    return 1\n"},
            "other.py",
            "`numpy` cannot be imported",
        ),
        ("from other import g", {"other.py": "print(1)\ndef g(x):\n    return 1\n"}, "other.py", "nothing runs"),
        (
            "from other import g",
            {"other.py": "def g(x):\n    a = [x]\n    x[0] = 1\n    return a\n"},
            "other.py",
            "FA210",
        ),
    ],
)
def test_faults_are_told_where_they_are(imports: str, files: dict[str, str], path: str, message: str) -> None:
    text = f"{HEAD}{imports}\n@mechanism\ndef f(x: Int[0, 1]):\n    return g([x])\n"
    imported = gathered(text.encode(), ("project",), lambda place: files[place].encode() if place in files else None)
    with pytest.raises(Rejected) as caught:
        parse(text, "main.py", {}, imported)
    first = caught.value.diagnostics[0]
    assert (first.path, message in f"{first.code}: {first.message}") == (path, True)
    assert len({item.path for item in caught.value.diagnostics}) == 1


ROWS = """\
from enum import Enum
from typing import Literal, NamedTuple

from faier import Bool, Int, Public, Vector
from sizes import HI

Age = Int[0, HI]


class Sex(Enum):
    F = 1
    M = 2


class Name(NamedTuple):
    first: Literal["a", "b"]


class Row(NamedTuple):
    sex: Sex
    age: Age
    name: Name
    seen: Vector[Bool, HI]
    year: Public[Int[0, HI]]
"""
SIZES = "HI = 2\n"


@pytest.mark.parametrize(
    "before",
    [
        "from rows import Row",
        "from rows import Row\nfrom typing import Literal\nSex = Literal[7, 8]\nAge = Int[5, 6]\nHI = 9\nPublic = 1",
        "from rows import Row as R\nclass Sex:\n    def __init__(self):\n        self.x = 1\nHI = 0",
        "import rows\nfrom rows import Row\nSex, Age, Name, HI, Bool = 1, 2, 3, 4, 5",
    ],
)
def test_fields_of_records_are_what_they_are_in_their_file(before: str) -> None:
    """Whatever the names in their annotations are where the record is imported."""
    files = {"rows.py": ROWS, "sizes.py": SIZES}

    def typed(imports: str) -> Type | None:
        text = f"{HEAD}{imports}\n@mechanism\ndef f(x: {'R' if ' as R' in imports else 'Row'}):\n    return 1\n"
        gathers = gathered(text.encode(), ("project",), lambda at: files[at].encode() if at in files else None)
        return parse(text, "main.py", {}, gathers).function("f").parameters[0].type

    alone = ROWS.replace("from sizes import HI\n", SIZES) + "from faier import mechanism\n"
    record = parse(f"{alone}@mechanism\ndef f(x: Row):\n    return 1\n", "main.py").function("f").parameters[0].type
    found = typed(before.replace("\nRow = R", ""))
    assert isinstance(record, RecordType)
    assert isinstance(found, RecordType)
    assert [shape(part) for part in found.fields] == [shape(part) for part in record.fields]
    assert found.public == record.public


def shape(declared: Type) -> object:
    """A type without the names of files."""
    match declared:
        case RecordType(fields=fields, public=public):
            return [shape(part) for part in fields], public
        case OneOfType(values):
            return [show_value(value).rpartition("rows.")[2] for value in values]
        case VectorType(item=item, length=length):
            return shape(item), length
    return declared


def test_a_wrong_field_of_a_record_is_told_where_it_stands() -> None:
    files = {"rows.py": ROWS.replace("sex: Sex", "sex: Sexx"), "sizes.py": SIZES}
    text = f"{HEAD}from rows import Row\nSexx = Int[0, 1]\n@mechanism\ndef f(x: Row):\n    return 1\n"
    imported = gathered(text.encode(), ("project",), lambda at: files[at].encode() if at in files else None)
    with pytest.raises(Rejected) as caught:
        parse(text, "main.py", {}, imported)
    assert [(item.path, item.code) for item in caught.value.diagnostics] == [("rows.py", "FA208")]
    assert caught.value.rest is None


UNKNOWN = "from faier import Positive, exp\nEPS = Positive(1)\ndef weight():\n    return exp(EPS)\n"


def with_unknown(lines: str, claim: str, body: str = "") -> str:
    return (
        f"from faier import Int, Positive, categorical, mechanism, one, private\n{lines}\n"
        f"@private(epsilon={claim}, neighbors=one())\n@mechanism\ndef f(x: Int[0, 1]):\n{body}"
        "    return (x + categorical(weight(), 1)) % 2\n"
    )


@pytest.mark.parametrize(
    ("lines", "claim", "label"),
    [
        ("from params import EPS, weight", "EPS", "EPS"),
        ("from params import EPS as E, weight", "2 * E", "2 * E"),
        ("from params import weight\nimport params as p", "p.EPS / 2", "p.EPS / 2"),
    ],
)
def test_an_unknown_epsilon_of_another_file(lines: str, claim: str, label: str) -> None:
    text = with_unknown(lines, claim)
    imports = gathered(text.encode(), ("here",), lambda place: UNKNOWN.encode() if place == "params.py" else None)
    program = parse(text, "main.py", {}, imports)
    assert (program.epsilon_name, program.claims[0].budget.epsilon_text) == ("EPS", label)


@pytest.mark.parametrize(
    ("lines", "body", "code"),
    [
        ("from params import weight\nEPS = Positive(1)", "", "FA211"),
        ("from params import weight, EPS\nimport params as p", "    p.EPS = 3\n", "FA107"),
    ],
)
def test_unknown_epsilons_are_not_mixed(lines: str, body: str, code: str) -> None:
    text = with_unknown(lines, "EPS", body)
    imports = gathered(text.encode(), ("here",), lambda place: UNKNOWN.encode() if place == "params.py" else None)
    with pytest.raises(Rejected) as caught:
        parse(text, "main.py", {}, imports)
    assert caught.value.diagnostics[0].code == code


def test_a_prior_of_another_file() -> None:
    prior = "from faier import flip, prior, secret\n@prior\ndef believed():\n    x = flip(1 / 2)\n"
    prior += "    secret(x)\n    return x\n"
    text = (
        "from faier import Bool, mechanism, private\nfrom beliefs import believed\n"
        "@private(epsilon=1, prior=believed)\n@mechanism\ndef f(x: Bool):\n    return x\n"
    )
    imports = gathered(text.encode(), ("here",), lambda place: prior.encode() if place == "beliefs.py" else None)
    program = parse(text, "main.py", {}, imports)
    assert program.claims[0].subject.prior == "beliefs.believed"
    assert program.function("beliefs.believed").kind == "prior"
    assert [function.name for function in program.functions if function.own] == ["f"]
    assert set(denote.joint(program, "f", "beliefs.believed", {}, {})) == {False, True}


def test_python_finds_the_same(tmp_path: Path) -> None:
    for place, text in FILES.items():
        path = tmp_path / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    main = tmp_path / "main.py"
    text = (
        "import shared.base\nimport clipping as c\nfrom clipping import LIMIT, clip\nfrom shared import base\n"
        f"from faier import Int, mechanism\n{BODY}(c.LIMIT, clip(9), shared.base.TABLE, base.twice(LIMIT), c.LOW)\n"
    )
    main.write_text(f"{text}\nif __name__ == '__main__':\n    print(f(1))\n")
    imports = on_disk(str(main), main.read_bytes())
    (found,) = denote.outputs(parse(main.read_text(), str(main), {}, imports), "f", {"x": 1})
    ran = subprocess.run([sys.executable, str(main)], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == show_value(found[0][0])


def test_nothing_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text("LIMIT = 1\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "link.py").symlink_to(tmp_path / "outside.py")
    main = inner / "main.py"
    for line in ("from outside import LIMIT", "from ..outside import LIMIT", "from link import LIMIT"):
        main.write_text(line)
        assert on_disk(str(main), main.read_bytes()).texts == ()


def test_what_is_kept_depends_on_imported_files(tmp_path: Path) -> None:
    main, other = tmp_path / "main.py", tmp_path / "other.py"
    main.write_text("from other import N\n")

    def key() -> str | None:
        data = main.read_bytes()
        return cache.key_of_file(Read("main.py", (), "check", data=data, imports=on_disk(str(main), data)))

    keys = []
    for text in ("N = 1\n", "N = 2\n", "N = 1\n"):
        other.write_text(text)
        keys.append(key())
    assert keys[0] == keys[2] != keys[1]
    other.unlink()
    assert key() not in keys


def test_words_of_typing_are_sent_where_python_has_them() -> None:
    with pytest.raises(Rejected, match="has no `Literal`") as found:
        parse("from faier import Literal, mechanism\n", "file.py")
    assert found.value.diagnostics[0].hint == "write it where Python has it: from typing import Literal"
