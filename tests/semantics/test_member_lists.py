"""Enums that are handed over as sequences of their members, as Python runs them."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected, parse

HEAD = """
from abc import ABC
from enum import Enum


class Answer(Enum):
    NO = 0
    YES = 1
    NEVER = 0


class Options(ABC):
    def __init__(self, options, k=1):
        self.options = list(options)
        self.k = k


class Further(Options):
    pass


def count(options, *, found=None):
    total = len(options)
    for at, option in enumerate(options):
        total += at * option.value
    return total, [option.name for option in options]


def some(options):
    for option in reversed(options):
        if flip(1 / 2):
            return option.name
    return options is None


def first(options):
    return options[0]


def held(options):
    return [options]


"""
VALUES = [
    "[option.value for option in Options(Answer).options]",
    "[option.value for option in Options(k=2, options=Answer).options]",
    "count(Answer)",
    "count(Answer), count(options=Answer)",
    "count(list(Answer)), isinstance(x, Answer)",
    "Further(Answer).k, len(Further(Answer).options)",
]


@pytest.mark.parametrize("value", VALUES)
def test_members_are_handed_over(value: str) -> None:
    assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 1]):\n    return {value}\n", written=False)


REFUSED = ["first(Answer)", "held(Answer)", "some(Answer)"]


@pytest.mark.parametrize("value", REFUSED)
def test_the_class_itself_is_no_value(value: str) -> None:
    words = "from faier import Int, flip, mechanism\n"
    with pytest.raises(Rejected) as caught:
        parse(f"{words}{HEAD}@mechanism\ndef f(x: Int[0, 1]):\n    return {value}\n", "file.py")
    assert "FA205" in {item.code for item in caught.value.diagnostics}
