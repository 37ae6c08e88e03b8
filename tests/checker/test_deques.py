"""Patterns take a deque apart, whatever the file calls its type: the checker and faier against Python."""

import pytest
from as_python import assert_as_python
from test_functions import by_checker, by_python

TEXT = """{head}

@mechanism
def m(x: Int[0, 1]):
    match {made}([x, 1]):
        case [0, a]:
            return a + 3
        case [1, *_, a] if a == x:
            return 7
        case _:
            return 5
"""
FORMS = (
    ("import collections\n", "collections.deque"),
    ("import collections as c\n", "c.deque"),
    ("from collections import deque as row\n", "row"),
    ("", "list"),
    ("", "tuple"),
    ("", "set"),
)


@pytest.mark.parametrize(("head", "made"), FORMS)
def test_a_deque_is_taken_apart(head: str, made: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT.format(head=head, made=made)
    for x in (0, 1):
        whole = f"from faier import Int, mechanism\n{text}"
        assert by_checker(whole, x) == by_python(whole, x, monkeypatch)
    assert_as_python(text, "m")
