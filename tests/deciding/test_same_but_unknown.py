"""What is computed of values that are the same in both runs, but not known: what may raise is told, and what cannot."""

import pytest
from asked import subject_of

from faier.deciding.question import Question
from faier.deciding.side_by_side import How, told, told_of_runs
from faier.deciding.side_by_side.held import Unfollowed
from faier.lang import parse
from faier.limits import Limits

START = """\
from dataclasses import dataclass
from enum import Enum
from statistics import mean, median

from faier import Int, Records, added, categorical, choice, geometric, laplace, mechanism, shuffled, uniform


class Kind(Enum):
    OLD = "old"
    NEW = "new"


@dataclass(frozen=True)
class Pair:
    name: str
    size: int


PAIRS = [Pair("a", 1), Pair("b", 2)]
MIXED = [Pair("a", 1), Kind.NEW]


@mechanism
def shown(xs: Records[Int[0, 9], 50]):
    n = len(xs) + laplace(1)
    m = len(xs) + geometric(1 / 2)
    many = [len(xs) + laplace(9) for i in range(4)]
    some = [x for x in many if x > 3]
"""


def question(body: str) -> Question:
    program = parse(START + "".join(f"    {line}\n" for line in body.splitlines()), "a.py", {})
    return Question(program, subject_of(program, "shown", "added()", None))


def quiet(body: str) -> bool | None:
    """Whether nothing raises; None where nothing is told."""
    found = told(question(body), Limits())
    return None if found is None else found.quiet


@pytest.mark.parametrize(
    "body",
    [
        "return sorted(many, reverse=True)[:2]",
        "named = {k: v for k, v in zip('abcd', many)}\nreturn sorted(named, key=named.__getitem__)[1:]",
        "return mean(many), median(many)",
        "return round(n, 2), isinstance(n, float)",
        "return [10, 20, 30][categorical(1, 1, 1)]",
        "return [10, 20, 30][categorical([max(x, 1) for x in many[:3]])]",
        "kinds = list(Kind)\nreturn kinds[categorical(1, 2)].value",
        "return [(p.name, s.value) for p, s in [(PAIRS[categorical(1, 1)], choice([Kind.OLD, Kind.NEW]))]]",
        "return PAIRS[uniform(0, 1)].size / choice([1, 2])",
        "return choice({'a': [1], 'b': [2]}['a']) if n > 2 else shuffled([1, 2])",
        "return sum(some), len(some), [x + 1 for x in some], max(some, default=0)",
        "total = 0\nfor x in some:\n    if x > 9:\n        continue\n    total += x\nreturn total",
        "for x in some:\n    if x > 9:\n        return x\nelse:\n    return 0",
        "best = None\nfor x in some:\n    best = x\n    if n > 2:\n        break\nreturn best",
        "some.append(3)\nreturn [x / 2 for x in some[1:]]",
        "return {True: 1, False: 2}[n > 2] / {'a': 3, 'b': 4}[choice(['a', 'b'])]",
        "lines = [f'{k}: {m:>5,}' for k in 'ab']\nlines.append(str(m))\nreturn ', '.join(lines)",
    ],
)
def test_what_cannot_raise_is_quiet(body: str) -> None:
    assert quiet(body) is True


@pytest.mark.parametrize(
    "body",
    [
        "return [10, 20, 30][categorical(1, 1, 1, 1)]",
        "return [10, 20][m % 3]",
        "return [10, 20, 30][categorical([max(x, 0) for x in many[:3]])]",
        "return some[0]",
        "return max(some)",
        "return mean(some)",
        "return sorted([*many, 'a'])",
        "return many[::m]",
        "return MIXED[categorical(1, 1)].size",
        "return PAIRS[uniform(0, 2)].size",
        "return choice(some)",
        "return 1 / (PAIRS[uniform(0, 1)].size - 1)",
        "some.append('a')\nreturn [x / 2 for x in some]",
        "some.append('a')\nreturn sum(some)",
        "last = 1\nfor x in some:\n    last = 'a'\nreturn last / 2",
        "count = 2\nfor x in some:\n    count -= 1\nreturn 1 / count",
        "at = 0\nfor x in some:\n    at += 1\nreturn [1, 2][at]",
        "return {True: 1, 2: 2}[n > 2]",
        "return {'a': 3, 'b': 4}[choice(['a', 'b', 'c'])]",
        "return 1 / {True: 1, False: 0}[n > 2]",
        "return f'{n:d}'",
        "return f'{m:x}{m:c}'",
        "return ', '.join(['a', m])",
        "return ', '.join(['a', 'b'][: m] + [m])",
        "got = choice([0, 1])\nfor x in some:\n    got += 1\nreturn [1, 2][got]",
    ],
)
def test_what_may_raise_is_not_quiet(body: str) -> None:
    assert quiet(body) is not True


@pytest.mark.parametrize(
    "body",
    [
        "total = 0\nfor x in some:\n    total += laplace(1)\n    n += len(xs)\nreturn n",
        "total = 0\nfor x in some:\n    total += len(xs) + laplace(1)\nreturn total",
        "last = 0\nfor x in some:\n    last = len(xs)\nreturn last",
        "z = laplace(1)\nlast = 0\nfor x in some:\n    last = sum(xs) + z\nreturn last",
        "for x in some:\n    if len(xs) > 3:\n        return 1\nreturn 0",
        "return [len(xs) + laplace(9) for x in some]",
    ],
)
def test_nothing_is_paid_so_many_times(body: str) -> None:
    with pytest.raises(Unfollowed):
        told_of_runs(question(body), True, How(False), Limits())
