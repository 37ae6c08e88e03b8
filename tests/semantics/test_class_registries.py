# ruff: noqa: E501
"""Registries that classes have, and what decorators of the file put into lists and dictionaries: as Python, or refused."""

from __future__ import annotations

import random

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

SUBCLASSES = """class Noise:
    kinds = {}
    %s

    def __init_subclass__(cls, name=None, *, hidden=False, **kwargs):
        super().__init_subclass__(**kwargs)
        if not hidden:
            %s

    def __init__(self, scale=1):
        self.scale = scale

    @classmethod
    def make(cls, name, scale):
        return cls.kinds[name](scale)

    def others(self):
        return len(self.kinds)


class Up(Noise, name="up"):
    label = "U"

    def run(self, x):
        return x + self.scale + uniform(0, 1)


class Base(Noise, hidden=True):
    label = "B"

    def run(self, x):
        return -x


class Twice(Base):
    label = "T"

    def run(self, x):
        return x * self.scale


@mechanism
def f(x: Int[0, 1]):
    """
LISTED = SUBCLASSES.replace("kinds = {}", "kinds: list = []").replace("cls.kinds[name](scale)", "cls.kinds[0](scale)")
DICTS = [
    ("cls.kinds[name or cls.__name__] = cls", "up", "Twice"),
    ("Noise.kinds[cls.label] = cls", "U", "T"),
    ("cls.kinds[cls.__name__.lower()] = cls", "up", "twice"),
    ("cls.kinds[cls.__name__ if False else name] = cls", "", ""),
    ("cls.kinds['one'] = cls", "", ""),
    ("Noise.kinds[name] = cls()", "", ""),
]
REGISTERED = """class Registry:
    _steps = {}

    @classmethod
    def register(cls, name):
        def decorate(item):
            cls._steps[name] = item
            return item
        return decorate

    @classmethod
    def get(cls, name):
        return cls._steps[name]


STEPS = []
RULES = {}


def step(function):
    STEPS.append(function)
    return function


def rule(cls):
    RULES[cls.name] = cls()
    return cls


@Registry.register("clip")
def clip(x):
    return clamp(x, 0, 1)


@Registry.register("shift")
def shift(x, by=1):
    return x + by + uniform(0, 1)


@step
def first(x):
    return x + 1


@step
def second(x):
    return x * 2 - uniform(0, 1)


@rule
class Even:
    name = "even"

    def __call__(self, x):
        return x % 2 == 0


@rule
class Big:
    name = "big"

    def __call__(self, x):
        return x > 2


@mechanism
def f(x: Int[0, 1]):
    """


@pytest.mark.parametrize(("kept", "one", "other"), DICTS)
def test_what_subclasses_are_kept_under(kept: str, one: str, other: str) -> None:
    body = f"up, twice = Noise.kinds[{one!r}](2), Noise.make({other!r}, 3)\n    "
    body += (
        "return up.run(x), twice.run(x), up.others(), sorted(Noise.kinds), [c().run(2) for c in Noise.kinds.values()]\n"
    )
    text = SUBCLASSES % ("", kept) + body
    if one:
        assert_as_python(text, written=False)
        return
    with pytest.raises(Rejected):
        assert_as_python(text, written=False)


def test_lists_of_subclasses() -> None:
    body = "return [kind(2).run(x) for kind in Noise.kinds], len(Up.kinds), Noise.make(0, 5).run(1)\n"
    assert_as_python(LISTED % ("", "cls.kinds.append(cls)") + body, written=False)


@pytest.mark.parametrize(
    "body",
    [
        "return Registry.get('clip')(x + 3), Registry._steps['shift'](x, by=2), 'none' in Registry._steps",
        "y = x\n    for function in STEPS:\n        y = function(y)\n    return y, len(STEPS), STEPS[0](7)",
        "return [name for name, is_so in RULES.items() if is_so(x + 2)], RULES['big'](x)",
    ],
)
def test_what_decorators_put_somewhere(body: str) -> None:
    assert_as_python(REGISTERED + body + "\n", written=False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    _steps = {}\n", "    _steps = {'a': 1}\n"),
        ('@Registry.register("shift")', '@Registry.register("clip")'),
        ("y = x\n", "Registry._steps['y'] = clip\n    y = x\n"),
        ("y = x\n", "STEPS.append(clip)\n    y = x\n"),
        ("y = x\n", "registry = Registry()\n    registry._steps = {}\n    y = x\n"),
        ("y = x\n", "y = Registry.register('late')(clip)(x)\n"),
    ],
)
def test_what_is_refused(old: str, new: str) -> None:
    body = "y = x\n    return Registry.get('clip')(y), [step(y) for step in STEPS]\n"
    assert old in REGISTERED + body
    with pytest.raises(Rejected):
        assert_as_python((REGISTERED + body).replace(old, new), written=False)


def drawn(seed: int) -> str:
    """A random family of classes, and what is kept of them."""
    pick = random.Random(seed).choice
    key = pick(["name", "cls.__name__", "name or cls.__name__", "cls.tag", "cls.__name__.upper()"])
    kept = pick([f"cls.kinds[{key}] = cls", f"A.kinds[{key}] = cls", "cls.kinds.append(cls)"])
    when = pick(["", "", "if not hidden:", "if name is not None:", "if name:"])
    empty = "[]" if "append" in kept else "{}"
    text = f"class A:\n    kinds = {empty}\n    tag = 'a'\n\n    def __init_subclass__(cls, name=None, hidden=False):\n"
    text += f"        {when} {kept}\n" if when else f"        {kept}\n"
    text += "\n    def run(self):\n        return 0\n\n\n"
    known = ["A"]
    for name in ("B", "C", "D")[: pick([1, 2, 3, 3])]:
        given = pick(["", "", ", name='n'", f", name='{name}x'", ", hidden=True", ", name=''"])
        text += f"class {name}({pick(known)}{given}):\n"
        text += pick(
            ["", f"    tag = '{name}{name}'\n", "    tag = 't'\n", f"    kinds = {empty}\n" if seed % 9 == 0 else ""]
        )
        text += f"    def run(self):\n        return '{name}'\n\n\n"
        known.append(name)
    shown = "[c().run() for c in A.kinds]" if empty == "[]" else "{k: c().run() for k, c in A.kinds.items()}"
    return f"{text}@mechanism\ndef f():\n    return {shown}, len(A.kinds)\n"


def attacked(seed: int) -> bool:
    """Whether the random program is read: then it does what Python does."""
    try:
        assert_as_python(drawn(seed), written=False)
    except Rejected:
        return False
    return True


def test_random_families() -> None:
    assert sum(map(attacked, range(40))) >= 10
