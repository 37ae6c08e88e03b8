"""`name: ClassVar[str]` without a value says nothing, and classes that are values are given their arguments by name."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

FAMILY = """\
import typing
from typing import ClassVar


class Noise:
    known: ClassVar[dict[str, type]] = {{}}
    name: {annotation}

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Noise.known[cls.name] = cls

    def __init__(self, *, chance, twice=False):
        self.chance, self.twice = chance, twice


class Flipped(Noise):
    name = "flipped"

    def noised(self, x):
        found = x != flip(self.chance)
        return found != flip(self.chance) if self.twice else found


class Never(Noise):
    name = "never"

    def __init__(self, *, told, **rest):
        super().__init__(**rest)
        self.told = told

    def noised(self, x):
        return self.told, self.name, flip(self.chance)


def made(word, **options):
    cls = Noise.known[word]
    return cls(**options)


@mechanism
def f(x: Bool):
    {body}
"""

BODIES = [
    'return made("flipped", chance=1 / 4).noised(x)',
    'return made("flipped", twice=x, chance=1 / 4).noised(x), made("never", told=x, chance=1 / 3).noised(x)',
]
ANNOTATIONS = ["ClassVar[str]", "typing.ClassVar[str]", '"ClassVar[str]"', "ClassVar"]


@pytest.mark.parametrize("annotation", ANNOTATIONS)
def test_names_are_promised(annotation: str) -> None:
    assert_as_python(FAMILY.format(annotation=annotation, body=BODIES[0]), written=False)


@pytest.mark.parametrize("body", BODIES[1:])
def test_a_class_is_given_what_a_dictionary_has(body: str) -> None:
    assert_as_python(FAMILY.format(annotation=ANNOTATIONS[0], body=body), written=False)


@pytest.mark.parametrize(
    "body",
    [
        'return made("flipped").noised(x)',  # chance is missing
        'return made("flipped", chance=1 / 2, told=3).noised(x)',  # told is too much
        'return made("never", chance=1 / 2).noised(x)',
    ],
)
def test_what_is_missing_or_too_much_fails(body: str) -> None:
    program = parse(HEAD + FAMILY.format(annotation=ANNOTATIONS[0], body=body), "a.py", {})
    with pytest.raises(Rejected):
        explore(program, "f", Limits())
