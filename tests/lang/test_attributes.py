"""What is read from a record without brackets: a field of one class, a property of another, a constant of a third."""

import pytest
from as_python import assert_as_python

from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import Limits
from faier.semantics.explore import explore

CLASSES = """
from dataclasses import dataclass


class Count:
    cost = 1

    def told(self):
        return self.cost


class Sum:
    def __init__(self, upper):
        self.upper = upper

    @property
    def cost(self):
        return self.upper + 1

    @property
    def count(self):
        return 5


@dataclass(frozen=True)
class Mean:
    cost: int

    @property
    def upper(self):
        return self.cost * 10


class Twice(Sum):
    @property
    def cost(self):
        return 2 * self.upper


class Third(Count):
    cost = 3


"""
SHOWN = {
    "each kind": "[q.cost for q in (Count(), Sum(x), Mean(x), Twice(x), Third())]",
    "field or property": "[q.upper for q in (Sum(x), Mean(x), Twice(x))]",
    "a property called like a method of lists": "(Sum(x).count, [x, 1].count(1))",
    "constants": "(Count().told(), Third().told(), Third().cost, Count.cost, Third.cost)",
    "of a chosen one": "(Count() if x else Mean(5)).cost",
    "of a class that is known": "Twice(x).cost",
}


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_is_as_in_python(shown: str) -> None:
    assert_as_python(f"{CLASSES}@mechanism\ndef f(x: Int[0, 1]):\n    return {shown}\n", written=False)


def test_of_an_argument() -> None:
    helper = "def of(q):\n    return q.cost + q.cost\n\n\n"
    shown = "[of(q) for q in (Count(), Sum(x), Mean(x))], of(Twice(x))"
    assert_as_python(f"{CLASSES}{helper}@mechanism\ndef f(x: Int[0, 1]):\n    return {shown}\n", written=False)


@pytest.mark.parametrize("error", ["AssertionError", "AttributeError", "Exception"])
@pytest.mark.parametrize("tried", ["Mean(x).told()", "Mean(x).count"])
def test_no_handler_catches_that_another_class_lacks_it(tried: str, error: str) -> None:
    start = (
        f"{CLASSES}from faier import Int, mechanism\n\n\ndef of(q):\n    return {tried.replace('Mean(x)', 'q')}\n\n\n"
    )
    body = f"    try:\n        return of(Mean(x))\n    except {error}:\n        return x\n"
    with pytest.raises(Rejected):
        explored(f"{start}@mechanism\ndef f(x: Int[0, 1]):\n{body}")


def explored(text: str) -> None:
    explore(parse(text, "file.py"), "f", Limits())
