"""Files that give names of Python to something of their own: what faier writes out for a form means Python's, and is
refused there; classes that are asked for are not taken for those of Python."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected, parse

END = "\n\n@mechanism\ndef f(x: Int[0, 2]):\n"
IMPORTS = "import collections\nfrom faier import Int, mechanism\n\n\n"
OWN = "def {}(*values):\n    return 'own'\n"
WORDED = """class P:
    def __init__(self, a):
        self.a = a

    def __str__(self):
        return f'P{self.a}'

"""
SUMMED = """class P:
    def __init__(self, a):
        self.a = a

    def __add__(self, o):
        return P(self.a + o.a)

"""
TOLD = """    try:
        if x:
            raise ValueError('k', x)
        return 0
    except ValueError as e:
        return str(e)
"""
CALLED = """    try:
        if x == 1:
            {}
        return 0
    except TypeError:
        return 1
"""
UNLIKE = """class P:
    def __init__(self, a):
        self.a = a

    def __add__(self, o):
        if not isinstance(o, P):
            return NotImplemented
        return P(1)

"""
PARTLY = """from abc import ABC, abstractmethod


class B(ABC):
    @abstractmethod
    def f(self): ...


class C(B):
    pass

"""

REFUSED = {
    "the length of a pattern": (
        "len",
        "",
        "    match [x, 1]:\n        case [a, b]:\n            return len(a)\n    return 1\n",
    ),
    "a record in a text": ("str", WORDED, "    return f'{P(x)}', str(x)\n"),
    "a record in a template": ("str", WORDED, "    return '{}'.format(P(x)), str(x)\n"),
    "which operator": (
        "isinstance",
        SUMMED,
        "    rows = [P(x), P(1)]\n    return (rows[0] + rows[1]).a, isinstance(1)\n",
    ),
    "what an exception tells": ("len", "", TOLD),
    "its text": ("str", "", TOLD),
    "its one argument": ("repr", "", TOLD.replace("ValueError", "KeyError")),
}

CLASSES = {
    "int": "    return isinstance(x, int)\n",
    "str": "    return isinstance('a', str)\n",
    "list": "    match [x]:\n        case list():\n            return 1\n    return 0\n",
    "Counter": "    return isinstance(collections.Counter([x]), Counter)\n",
    "deque": "    return isinstance(collections.deque([x]), deque)\n",
}

ERRORS = {
    "an operator": (UNLIKE, "P(x) + 1"),
    "an abstract class": (PARTLY, "C()"),
}

ACCEPTED = {
    "a function": OWN.format("sum")
    + END
    + "    ways = [sum, max]\n    return sum(x), ways[0](x), list(map(sum, [x]))\n",
    "a method of the file": SUMMED + OWN.format("len") + END + "    return (P(x) + P(1)).a, len(x)\n",
    "an exception": "class TypeError(Exception):\n    pass\n\n" + END + TOLD.replace("ValueError", "TypeError"),
}


@pytest.mark.parametrize(("name", "before", "body"), REFUSED.values(), ids=REFUSED)
def test_what_is_written_out_means_what_python_has(name: str, before: str, body: str) -> None:
    text = IMPORTS + before + "\n" + OWN.format(name) + END + body
    with pytest.raises(Rejected) as refused:
        parse(text, "f.py")
    assert f"needs Python's own `{name}`" in refused.value.diagnostics[0].message
    other = text.replace(OWN.format(name), OWN.format("other")).replace(f"{name}(a)", "2").replace(f"{name}(1)", "2")
    assert_as_python(other.removeprefix("import collections\nfrom faier import Int, mechanism\n"), written=False)


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_is_not_taken_for_one_of_python(name: str) -> None:
    with pytest.raises(Rejected) as refused:
        parse(
            IMPORTS + f"class {name}:\n    def __init__(self, a):\n        self.a = a\n" + END + CLASSES[name], "f.py"
        )
    assert refused.value.diagnostics[0].code == "FA203"


def test_a_class_may_be_called_like_one_that_nothing_uses() -> None:
    made = "class Counter:\n    def __init__(self, a):\n        self.a = a\n"
    parse(
        "from faier import Int, mechanism\n\n\n" + made + END + "    return isinstance(x, Counter), Counter(x).a\n",
        "f.py",
    )


@pytest.mark.parametrize(("before", "called"), ERRORS.values(), ids=ERRORS)
def test_an_exception_of_python_is_not_the_one_of_the_file(before: str, called: str) -> None:
    body = CALLED.format(called)
    parse(IMPORTS + before + END + body.replace("TypeError", "ValueError"), "f.py")
    with pytest.raises(Rejected, match="needs Python's own `TypeError`"):
        parse(IMPORTS + before + "\nclass TypeError(Exception):\n    pass\n\n" + END + body, "f.py")


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_names_that_nothing_else_needs(text: str) -> None:
    assert_as_python(text, written=False)
