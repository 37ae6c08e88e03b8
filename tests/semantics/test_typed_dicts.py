"""Classes that are `TypedDict`: what they make are dictionaries."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

FILE = """from typing import Generic, NotRequired, TypedDict, TypeVar

T = TypeVar("T")


class Person(TypedDict):
    \"\"\"Who is asked.\"\"\"

    ill: bool
    age: int


class Answers(Person, total=False):
    note: NotRequired[str]


class Pair(TypedDict, Generic[T]):
    left: T
    right: T


def answers(p: Person, *more: Person) -> list[Answers]:
    made: Answers = {{"ill": p["ill"]}}
    if p["age"] > 1:
        made["note"] = "old"
    return [made, *(Answers(ill=other["ill"], age=0) for other in more)]


@mechanism
def f(x: Int[0, 2]):
    n = [3]
    p = Person(age=x, ill=flip(1 / 2))
    return {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "p, answers(p), answers(p, Person(ill=True, age=1))",
        "Pair(left=n.pop(), right=len(n)), Person(p), Answers(), Pair({'left': x, 'right': 2})",
        "p | {'age': 5}, p.get('note', 'none')",
    ],
)
def test_they_are_dictionaries(body: str) -> None:
    assert_as_python(FILE.format(body=body), written=False)


@pytest.mark.parametrize(
    "body", ["Person", "isinstance(p, Person)", "Person([('ill', True)])", "Answers(**p)", "Person.__annotations__"]
)
def test_what_is_more_than_that_is_refused(body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(FILE.format(body=body), written=False)


def test_so_are_classes_that_say_more() -> None:
    with pytest.raises(Rejected):
        parse(HEAD + FILE.format(body="p").replace("age: int", "age: int = 3"), "file.py")
