"""Dataclasses with abstract methods are made by those that say what these do, as Python makes them."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

CLASSES = """
from abc import ABC, abstractmethod
from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement(ABC):
    epsilon: int

    @property
    @abstractmethod
    def sensitivity(self) -> int:
        "How much one record changes."

    @abstractmethod
    def __call__(self, values): ...


@dataclass(frozen=True)
class Bounded(Measurement):
    top: int = 2

    @property
    def sensitivity(self) -> int:
        return self.top


@dataclass(frozen=True)
class Sum(Bounded):
    def __call__(self, values):
        return sum(min(v, self.top) for v in values) * self.sensitivity + self.epsilon


@dataclass(frozen=True)
class Largest(Measurement):
    def __call__(self, values):
        return max(values)

    @property
    def sensitivity(self) -> int:
        return 1


@dataclass
class Stepper(ABC):
    left: int

    @abstractmethod
    def step(self): ...


@dataclass
class Twice(Stepper):
    seen: int = 0

    def __post_init__(self):
        self.seen = 2 * self.left

    def step(self):
        self.seen += 1
        return self.seen


def total(parts: list[Measurement], values):
    return [part(values) for part in parts], sum(part.epsilon for part in parts)


"""
SAME = [
    "return total((Sum(1, 1), Sum(x), Largest(epsilon=3)), [x, 3])",
    "return Sum(x), Sum(x) == Sum(1, top=2), isinstance(Sum(x), Measurement), Largest(x).sensitivity",
    "counter = Twice(x)\n    counter.step()\n    return counter.step(), counter.left",
    "try:\n        return Bounded(x).top\n    except TypeError:\n        return 'abstract'",
]


@pytest.mark.parametrize("body", SAME)
def test_they_are_what_python_makes(body: str) -> None:
    assert_as_python(f"{CLASSES}@mechanism\ndef f(x: Int[0, 2]):\n    {body}\n", written=False)


@pytest.mark.parametrize("made", ["Measurement(x)", "Bounded(x)", "Stepper(x)"])
def test_none_is_made_of_which_a_method_is_abstract(made: str) -> None:
    body = f"@mechanism\ndef f(x: Int[0, 2]):\n    made = {made}\n    return x\n"
    text = f"from faier import Int, mechanism\n{CLASSES}{body}"
    with pytest.raises(Rejected) as caught:
        explore(parse(text, "file.py"), "f", Limits())
    assert "raises TypeError" in caught.value.diagnostics[0].message
