"""`match` with patterns that take values apart: the same as Python does."""

from hashlib import sha256
from typing import Any

import pytest
from certificates import certified

from faier.lang import Rejected, parse
from faier.lang.values import show_value
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore.exploration import explore
from faier.semantics.process import Tell

TEXT = """
from enum import Enum
from typing import NamedTuple
from faier import Int, mechanism

class P(NamedTuple):
    x: int
    y: int

class C(Enum):
    A = 1
    B = 2

def of(v):
    name = "unbound"
    match v:
{cases}
        case _:
            return "none of them", name

@mechanism
def f(x: Int[0, 1]):
    return of({value})
"""
CASES = (
    ("P(0, y=name)", "1"),
    ("(name, 0)", "2"),
    ("(name, second) if name == second", "3"),
    ("[name, *rest]", "(4, rest)"),
    ("[*rest, (name, [])]", "(5, rest)"),
    ("C.A", "6"),
    ("bool()", "7"),
    ("int(name)", "8"),
    ('"x" | "y" as name', "9"),
    ("None | []", "10"),
    ("str()", "11"),
    ("[[_, [name]], *_, -1]", "12"),
    ('{"k": 0, **rest}', "(13, sorted(rest.items()))"),
    ('{"k": name, "j": [1, *_]}', "14"),
    ("{}", "15"),
)
VALUES = (
    *(
        "P(0, 3)",
        "{'k': 0, 'i': 1, 'j': 2}",
        "{'k': 3, 'j': [1, 2]}",
        "{'k': 3, 'j': [2]}",
        "P(1, 0)",
        "(2, 0)",
        "[5, 5]",
        "(1, 2, 3)",
        "[]",
        "()",
        "C.A",
        "C.B",
        "True",
        "4",
        "'x'",
        "'z'",
        "None",
    ),
    *("[[0, [1]], 7, -1]", "[(0, [1]), -1]", "(3, (2, []))", "[[0, [1, 2]], -1]"),
)


def written(cases: tuple[tuple[str, str], ...], value: str) -> str:
    lines = [f"        case {pattern}:\n            return {shown}, name" for pattern, shown in cases]
    return TEXT.format(cases="\n".join(lines), value=value)


@pytest.mark.parametrize("value", VALUES)
def test_patterns_fit_what_they_fit_in_python(value: str) -> None:
    reached = set()
    for at in range(len(CASES)):
        text = written(CASES[at:], value)
        names: dict[str, object] = {}
        exec(text, names)
        python = names["of"](eval(value, names))
        program = parse(text, "patterns.py")
        ((output, _),) = denote.outputs(program, "f", {"x": 0}).items()
        (told,) = {
            show_value(state.value) for state in explore(program, "f", Limits()).states if isinstance(state, Tell)
        }
        assert show_value(output[0][0]) == told == repr(python)
        reached.add(told)
    assert reached


CHECKED = """
from faier import Int, flip, log, mechanism, one, private

def of(v):
    match v:
        case (a, b) if a == b:
            return a
        case [first, *rest, last]:
            return first, rest, last
        case int(n) if n > 3:
            return n
        case 1 | "a" as it:
            return it
        case other:
            return other, None

def told(x):
    return of(x), of((x, 1)), of([x, 2, x, 4]), of([]), of("a"), of(x > 2)

TOLD = {table}

@private(epsilon=log(2), neighbors=one())
@mechanism
def f(x: Int[0, 5]):
    return flip(1 / 2) if told(x) == TOLD[x] else x
"""


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def test_the_checker_reads_them_too() -> None:
    """What it takes a value for is what Python does: else the input is shown."""
    names: dict[str, Any] = {}
    exec(CHECKED.format(table="()"), names)
    text = CHECKED.format(table=tuple(names["told"](x) for x in range(6)))
    (proof,) = certified(text)
    assert proof.proved and proof.answer().answer == "valid"
    for old, new in (("a == b", "a != b"), ("first, *rest, last", "first, last, *rest"), ("n > 3", "n > 4")):
        source = text.replace(old, new, 1)
        assert proof.answer(proof.text.replace(digest(text), digest(source)), source).answer == "invalid"


@pytest.mark.parametrize(
    "pattern",
    [
        "{1: name, **name}",
        "name",
        "(name, name)",
        "[*_, 1, *_]",
        "P(1, x=2)",
        "_ | 1",
        "(name, 1) | (1, other)",
        "name | (1, name)",
        "P(1, 2, 3)",
        "int(1, 2)",
    ],
)
def test_other_patterns_are_told(pattern: str) -> None:
    with pytest.raises(Rejected) as told:
        parse(written(((pattern, "1"), *CASES), "3"), "patterns.py")
    assert [diagnostic.code for diagnostic in told.value.diagnostics] == ["FA108"]


REBOUND = (
    "case (v, w):\n            return v, w",
    "case (v, w) if w == 0:\n            return w\n        case (a, b):\n            return a, b, v",
    'case {"a": v, "b": w}:\n            return v, w\n        case (_, {"a": w, **v}):\n            return v, w',
    "case (a, b) if (v := (5, 6))[0] > 5:\n            return a, b\n        case (a, b):\n            return a, b, v",
)


@pytest.mark.parametrize("cases", REBOUND)
@pytest.mark.parametrize("value", ["((1, 2), 3)", '{"a": {"b": 4}, "b": 5}', '(2, {"a": 1, "b": 3})'])
def test_what_is_looked_at_stays_what_it_was(cases: str, value: str) -> None:
    text = f"from faier import Int, mechanism\n\n\ndef of(v):\n    match v:\n        {cases}\n    return -1\n"
    text += f"\n\n@mechanism\ndef f(x: Int[0, 1]):\n    return of({value})\n"
    names: dict[str, object] = {}
    exec(text, names)
    python = names["of"](eval(value))  # type: ignore[operator]
    program = parse(text, "patterns.py")
    ((output, _),) = denote.outputs(program, "f", {"x": 0}).items()
    (told,) = {show_value(state.value) for state in explore(program, "f", Limits()).states if isinstance(state, Tell)}
    assert show_value(output[0][0]) == told == repr(python)
