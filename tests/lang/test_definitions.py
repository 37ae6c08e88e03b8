"""The top level of a file: what gets names, what is skipped, what is refused."""

from __future__ import annotations

import pytest

from faier.lang import Rejected, parse
from faier.lang.syntax import IntType
from faier.lang.values import make, show_value


def constants_of(text: str, **settings: str) -> dict[str, str]:
    return {name: show_value(value) for name, value in parse(text, "file.py", settings).constants}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("LO, HI = -1, 2", {"LO": "-1", "HI": "2"}),
        ("A = B = [1, 2]", {"A": "[1, 2]", "B": "[1, 2]"}),
        ("(A, B), [C, *D] = (1, 2), (3, 4, 5)", {"A": "1", "B": "2", "C": "3", "D": "[4, 5]"}),
        ("*A, B = 'xy', 1, 2", {"A": "['xy', 1]", "B": "2"}),
        ("A = B, C = 1, 2", {"A": "(1, 2)", "B": "1", "C": "2"}),
        ("from typing import Final\nN: Final = 3\nM: Final[int] = N + 1", {"N": "3", "M": "4"}),
        ("N: int = 3\nT: 'tuple[int, ...]' = (1,)", {"N": "3", "T": "(1,)"}),
        ("from faier import Int\nN: Int[0, 3] = 3", {"N": "3"}),
        ("__all__ = ['f']\n_x = True", {"__all__": "['f']", "_x": "True"}),
        ("if __name__ == '__main__':\n    import sys\n    N = sys.argv\nN = 1", {"N": "1"}),
        (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from numpy import ndarray\n"
            "def f(x: 'ndarray') -> 'ndarray':\n    return x\nN = 1",
            {"N": "1"},
        ),
        ("import typing\nif typing.TYPE_CHECKING:\n    import numpy as np\nN: 'np.ndarray' = 1", {"N": "1"}),
    ],
)
def test_definitions(text: str, expected: dict[str, str]) -> None:
    assert constants_of(text) == expected


def test_settings_replace_each_name_by_itself() -> None:
    assert constants_of("LO, HI = -1, 2\nALL = (LO, HI)", HI="5") == {"LO": "-1", "HI": "5", "ALL": "(-1, 5)"}
    assert constants_of("A = B = 1", B="2") == {"A": "1", "B": "2"}


@pytest.mark.parametrize("alias", ["Answer = Int[0, 2]", "Answer: TypeAlias = Int[0, 2]"])
def test_names_of_types(alias: str) -> None:
    head = "from typing import TypeAlias\nfrom faier import Int, mechanism\n"
    text = f"{head}{alias}\n@mechanism\ndef f(x: Answer) -> Answer:\n    return x\n"
    assert parse(text, "file.py").functions[0].parameters[0].type == IntType(0, 2)


@pytest.mark.parametrize(
    "alias",
    [
        "Union[int, str]",
        "Optional[float]",
        "Optional[Union[list[int], dict[str, Sequence[int]]]]",
        "int | None",
        'Union[int, Literal["no"]]',
        "Union[A, B]",
        "A | B | None",
        "Optional[Either]",
        "Either | int",
    ],
)
def test_types_of_python_alone_say_nothing(alias: str) -> None:
    text = "from typing import Literal, NamedTuple, Optional, Sequence, Union\nfrom faier import Int, mechanism\n"
    text += "class A(NamedTuple):\n    x: int\nclass B(NamedTuple):\n    y: int\nEither = Union[A, B]\n"
    text += f"Cell = {alias}\n"
    text += "def f(x: Cell) -> Cell:\n    return x\n@mechanism\ndef g(x: Int[0, 1]) -> Cell:\n    return f(x)\n"
    assert parse(text, "file.py").functions


def test_a_helper_s_own_types_are_checked() -> None:
    text = "from faier import Int, mechanism\n@mechanism\ndef f(x: Int[0, 2]):\n    return g(x)\n"
    narrow = parse(f"{text}def g(y: Int[0, 1]):\n    return y\n", "file.py")
    plain = parse(f"{text}def g(y: int):\n    return y\n", "file.py")
    assert len(narrow.functions[1].body) == len(plain.functions[1].body) + 1


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("A, B = 1", "FA409", "cannot be iterated"),
        ("A, B = 1, 2, 3", "FA411", "3 values for 2 names"),
        ("A[0] = 1", "FA103", "a name with a value"),
        ("*A, *B = 1, 2", "FA107", "once among several"),
        ("A = A = 1", "FA203", "defined twice"),
        ("from faier import Int\nN: Int[0, 3] = 4", "FA404", "not of its declared type"),
        ("N: Nothing = 4", "FA208", "not a type"),
        ("N: Final = 4", "FA202", "`Final` is not imported"),
        ("if __name__ == '__main__':\n    pass\nelse:\n    N = 1", "FA103", "nothing runs"),
        ("if True:\n    N = 1", "FA103", "nothing runs"),
        (
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy as np\nN: np.ndarray = 1",
            "FA204",
            "before it is defined",
        ),
        ("X = 1\nfrom __future__ import annotations", "FA104", "at the very beginning"),
        ("def f(x: Later):\n    return x\nLater = 3", "FA204", "before it is defined"),
        ("from enum import Flag\nN = Flag(1)", "FA104", "`Flag` of enum"),
    ],
)
def test_what_is_refused(text: str, code: str, message: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(text, "file.py")
    assert (caught.value.diagnostics[0].code, message in str(caught.value)) == (code, True)


def test_a_constant_may_be_a_range() -> None:
    text = "C = range(1, 6, 2)\nN = [c for c in C], C[1], len(C), 3 in C, 2 in C, sum(C), sorted(C), max(C), list(C)"
    found = dict(parse(text, "file.py").constants)["N"]
    names: dict[str, object] = {}
    exec(text, names)
    assert found == make(names["N"])
