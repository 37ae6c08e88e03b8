# ruff: noqa: E501
"""Streams that are taken whole, `sum(x for x in xs)`: what Python does with the records of a prior; and never a wait for
a stream that Python does not read."""

from __future__ import annotations

import asked
import pytest
from referee import brute
from referee.contest import number

from faier.deciding.faults import faults
from faier.lang import Rejected, parse

HEAD = """
from collections import Counter
from math import prod
from faier import Int, Stream, flip, mechanism, prior, secret, uniform


@prior
def days():
    x = uniform(0, 2)
    for t in range(3):
        if t == 1:
            secret(x)
        yield x
        x = x if flip(2 / 3) else uniform(0, 2)


def total(values, start=0):
    for value in values:
        start += value
    return start


def first(values, above):
    for at, value in enumerate(values):
        if value > above:
            return at


def thrice(values):
    return 3 * counted(values)


def counted(values):
    return sum(value == 2 for value in values)


def counted_twice(values):
    return counted(values) + counted(values)


@mechanism
def m(xs: Stream[Int[0, 2]]):
"""
TAKEN = [
    "return sum(xs)",
    "return flip(1 / 2) + sum(x == 1 for x in xs)",
    "return sum((x for x in xs if x), 3) - flip(1 / 3)",
    "return sum([x * y for x in xs for y in range(x)]) % 4",
    "kept = 2\n    kept += sum(x > 0 for x in xs)\n    return kept if flip(1 / 4) else 0",
    "return [any(x == 2 for x in xs), flip(1 / 2)]",
    "return all(x != 1 for x in xs) ^ flip(1 / 5)",
    "if any(xs):\n        return uniform(0, 1)\n    return uniform(0, 2)",
    "if not flip(1 / 2):\n        return 0\n    elif all(x < 2 for x in xs):\n        return uniform(0, 1)\n    return 2",
    "return max(x + flip(1 / 4) for x in xs)",
    "return min((abs(x - 1) for x in xs), default=5) + flip(1 / 2)",
    "return max(xs, key=abs) * flip(1 / 2)",
    "return max((2 - x for x in xs if x), default=4)",
    "top = sorted(x % 2 for x in xs)\n    return top[1]",
    "return sorted(xs, reverse=True)[0] ^ flip(1 / 4)",
    "n = len([x for x in xs if x == 2])\n    for _ in range(2):\n        yield n + flip(1 / 2)",
    "counts = Counter(xs)\n    yield counts[2]\n    yield counts[0] if flip(1 / 2) else -1",
    "return len(set(xs))",
    "return {x % 2 for x in xs} == {0, 1}",
    "seen = {x: flip(1 / 2) for x in xs}\n    return seen.get(1, 3)",
    "values = list(xs)\n    return values[-1] if flip(1 / 2) else values[0]",
    "for x in sorted(xs):\n        yield x",
    "x = 5\n    total = sum(x for x in xs)\n    return total % 2, x",
    "yield sum(xs) > 3\n    yield flip(1 / 2)",
    "match sum(xs):\n        case 0 | 1:\n            return flip(1 / 2)\n        case _:\n            return flip(1 / 3)",
    "return total(xs) % 3",
    "return flip(1 / 2) if total(start=1, values=xs) > 3 else 5",
    "at = first(xs, 0)\n    return at is None or flip(1 / 2)",
    "k = 2\n    return k * thrice(xs)",
    "kept = [counted(xs)]\n    kept.append(flip(1 / 3))\n    return kept",
    "weight = 2\n    return weight * sum(weight * x for x in xs)",
]
# What Python does not read, reads twice, or reads after something that may change what is taken.
REFUSED = [
    "return 0 if flip(1 / 2) else sum(xs)",
    "return sum(xs) if flip(3 / 4) else 7",
    "return flip(1 / 2) and any(xs)",
    "return sum(xs) + max(xs)",
    "for _ in range(2):\n        yield sum(xs)",
    "return (k := flip(1 / 2)) + sum(x + k for x in xs)",
    "try:\n        return 1 // sum(xs)\n    except ZeroDivisionError:\n        return 0",
    "return sum(x + y for x in xs for y in xs)",
    "return [sum(xs) for _ in range(2)]",
    "return len(xs)",
    "return counted_twice(xs)",
    "return 0 if flip(1 / 2) else counted(xs)",
    "return counted(xs) + total(xs)",
    "return [counted(xs) for _ in range(2)]",
    "return 0 < flip(1 / 2) < sum(xs)",
    "def total():\n        return sum(xs)\n    return total()",
]


@pytest.mark.parametrize("body", TAKEN)
def test_what_is_taken_is_what_python_takes(body: str) -> None:
    text = f"{HEAD}    {body}\n"
    expected = brute.tight(text, "m", prior="days")
    assert isinstance(expected, brute.Tight)
    found = asked.tight(text, "m", None, "days").tight
    assert found is not None and number(found.upper) == expected.ratio


@pytest.mark.parametrize("body", REFUSED)
def test_what_python_may_not_read_is_refused(body: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(f"{HEAD}    {body}\n", "m.py")
    assert "FA114" in {found.code for found in caught.value.diagnostics}


def test_names_of_python_that_the_file_gives_to_its_own_are_its_own() -> None:
    text = HEAD.replace("@prior", "def sum(values):\n    return 0\n\n\n@prior") + "    return sum(xs)\n"
    with pytest.raises(Rejected):
        parse(text, "m.py")


def test_what_grows_while_a_prior_goes_on_is_no_fault_beside_another_mistake() -> None:
    claimed = HEAD.replace("@mechanism", "@private(epsilon=1, prior=days)\n@mechanism").replace("Int,", "Int, private,")
    with pytest.raises(Rejected) as caught:
        parse(
            f"{claimed}    return sum(xs) + flip(1 / 2)\n\n\n@mechanism\ndef n(x: Int[0, 1]):\n    return y\n", "m.py"
        )
    assert caught.value.rest is not None
    assert [found.code for found in caught.value.diagnostics] == ["FA201"]
    assert faults(caught.value.rest, ["m"], 5) == ()
