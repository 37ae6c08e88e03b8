"""Rows with too many values to look at each: of boxes of them no less is told than of values."""

from __future__ import annotations

import random

import pytest
from asked import subject_of
from flint import fmpq

from faier.deciding.question import Question
from faier.deciding.side_by_side import STEPS, Told, _within, cells, neighbors, told_of_runs
from faier.deciding.side_by_side import WAYS as HOW
from faier.deciding.side_by_side.held import Unfollowed
from faier.exact import Epsilon, compare_epsilon
from faier.lang import parse
from faier.limits import Limits

START = """\
from collections import Counter, defaultdict
from dataclasses import dataclass

from faier import Int, Records, Vector, added, flip, laplace, mechanism, one


@dataclass(frozen=True)
class User:
    group: Int[0, 2]
    spent: Vector[Int[LOW, HIGH], 3]


def first_of(spent, most, high):
    kept = {}
    for at, one in enumerate(spent):
        if one == 0:
            continue
        if len(kept) == most:
            break
        kept[at] = min(one, high)
    return kept


def flattened(users):
    for user in users:
        placed = [one for one in user.spent if one > 0]
        for one in placed[:2]:
            yield user.group, one


@mechanism
def told(users: INPUT):
"""
RECORDS, VECTOR = "Records[User, 60]", "Vector[User, 60]"


def asked(body: str, low: int = 0, high: int = 300, input_: str = RECORDS) -> Question:
    text = START.replace("LOW", str(low)).replace("HIGH", str(high)).replace("INPUT", input_)
    program = parse(text + "".join(f"    {line}\n" for line in body.splitlines()), "a.py", {})
    return Question(program, subject_of(program, "told", "added()" if input_ == RECORDS else "one()", None))


def told(question: Question) -> Told:
    return told_of_runs(question, True, HOW[0], _within(Limits(), STEPS))


@pytest.mark.parametrize(
    ("body", "of_added", "of_one"),
    [
        (
            "days = [0] * 3\nfor user in users:\n    for at, one in first_of(user.spent, 2, 40).items():\n"
            "        days[at] += one\nreturn [day + laplace(1) for day in days]",
            80,
            120,
        ),
        (
            "rows = list(flattened(users))\n"
            "return [sum(min(one, 25) for g, one in rows if g == at) + laplace(1) for at in range(3)]",
            50,
            100,
        ),
        (
            "return sum(min(max(sum(user.spent), 10), 50) for user in users) + laplace(1), len(users) + laplace(1)",
            51,
            40,
        ),
        ("return sum(user.spent[0] for user in users if user.group) + laplace(1)", 300, 300),
        (
            "return sum(1 for user in users if user.spent[0] > 7 or user.spent[1] in (user.group, 9)) + laplace(1)",
            None,
            None,
        ),
        ("return sum(1 for user in users if 3 <= user.spent[0] < 70) + laplace(1)", 1, 1),
        ("return sum(100 - user.spent[0] for user in users if user.spent[0] <= 100) + laplace(1)", 100, 100),
        ("return sum(1 for user in users if user.spent[0]) + laplace(1)", 1, 1),
        ("return sum(1 for user in users if not user.spent[0] + 2 != 5) + laplace(1)", 1, 1),
        ("return sum(2 * user.spent[0] - user.spent[1] for user in users) + laplace(1)", 600, 900),
        ("return len(set(user.spent[0] for user in users)) + laplace(1)", None, None),
        ("return len(Counter(user.spent[0] for user in users)) + laplace(1)", None, None),
        ("return [user.spent[0] for user in users].count(7) + laplace(1)", None, None),
        ("return max((user.spent[0] for user in users), default=0) + laplace(1)", None, None),
        ("return sorted(user.spent[0] for user in users)[:0]", None, None),
        ("return sum(len(set(user.spent)) for user in users) + laplace(1)", None, None),
        ("return sum(user.spent[0] == user.spent[1] for user in users) + laplace(1)", None, None),
        ("return sum(user.spent.count(5) for user in users) + laplace(1)", None, None),
        ("return sum(sorted(user.spent)[0] for user in users) + laplace(1)", None, None),
        ("return sum([0, 1][user.spent[0] % 2] for user in users) + laplace(1)", None, None),
        ("return sum(user.spent[0] // 7 for user in users) + laplace(1)", None, None),
        ("return sum(flip(1 / (2 + user.spent[0])) for user in users) + laplace(1)", None, None),
        ("seen = {}\nfor user in users:\n    seen[user.spent[0]] = 1\nreturn len(seen) + laplace(1)", None, None),
        ("seen = set()\nfor user in users:\n    seen.add(user.spent[0])\nreturn len(seen) + laplace(1)", None, None),
        ("last = 0\nfor user in users:\n    last = user.spent[0]\nreturn last + laplace(1)", None, None),
        ("text = 0\nfor user in users:\n    text += len(str(user.spent[0]))\nreturn text + laplace(1)", None, None),
        (
            "found = defaultdict(int)\nfor user in users:\n    found[user.group] += user.spent[0]\nreturn len(found)",
            None,
            None,
        ),
        ("return [user.spent[0] for user in users]", None, None),
        ("return sum(user.spent[0] for user in users)", None, None),
        ("return sum(6 // user.spent[0] for user in users) + laplace(1)", None, None),
    ],
)
def test_what_is_told_of_rows_with_very_many_values(body: str, of_added: int | None, of_one: int | None) -> None:
    for input_, most in ((RECORDS, of_added), (VECTOR, of_one)):
        question = asked(body, input_=input_)
        if most is None:
            with pytest.raises(Unfollowed):
                told(question)
        else:
            assert told(question).most == Epsilon(fmpq(most))


NUMBERS = ("a", "b", "c", "min(a, 2)", "max(b, 1)", "a + b", "a - c", "-b", "2 * a", "a + 1", "min(a, b, 3)", "3", "m")
TESTS = (
    "a", "not b", "a < 2", "2 <= b", "a == 1", "c != 2", "a + 1 > 2", "-b < -1", "a < b", "1 <= a < 3",
    "a > 1 or b == 0",
    "a and c", "min(a, 2) == 2", "user.group == 1", "m > 1", "a is None", "2 > c - 1", "len(kept) > 1",
)  # fmt: skip
STATEMENTS = (
    "total += N", "total -= N", "counts[user.group] += N", "counts[K] += N", "items.append(N)", "kept.append(N)",
    "m = N", "items.extend(kept)", "total += sum(kept)", "total += len(kept)", "bins[K] = bins.get(K, 0) + N",
    "bins[K] += N", "kept = [one for one in kept if one > 1]", "total += any(kept)", "total += max([0, *kept])",
)  # fmt: skip


def written(draw: random.Random, depth: int = 0) -> list[str]:
    lines: list[str] = []
    for _ in range(draw.randint(1, 3)):
        if depth < 2 and draw.random() < 0.5:
            lines.append(f"if {draw.choice(TESTS)}:")
            lines += [f"    {line}" for line in written(draw, depth + 1)]
            if draw.random() < 0.4:
                lines += ["else:", *(f"    {line}" for line in written(draw, depth + 1))]
        else:
            one = draw.choice(STATEMENTS)
            lines.append(one.replace("N", draw.choice(NUMBERS)).replace("K", str(draw.randint(0, 1))))
    return lines


def of(question: Question) -> Told | None:
    try:
        return told(question)
    except Unfollowed:
        return None


def test_boxes_tell_no_less_than_values(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(7)
    both = exact = 0
    for _ in range(8):
        lines = ["total, counts, items, bins = 0, [0] * 3, [], {0: 0, 1: 0}", "for user in users:"]
        lines += ["    a, b, c = user.spent", "    m, kept = 1, [a, b]"]
        lines += [f"    {line}" for line in written(draw)]
        lines.append("shown = [total, *counts, sum(items), len(items), *bins.values()]")
        lines.append("return [one + laplace(1) for one in shown]")
        question = asked("\n".join(lines), high=2)
        values = of(question)
        monkeypatch.setattr(neighbors, "GROUPED", 0)
        monkeypatch.setattr(cells, "SMALL", 0)
        boxes = of(question)
        monkeypatch.undo()
        if values is None or boxes is None:
            continue
        both += 1
        assert values.most is not None and boxes.most is not None, lines
        least = compare_epsilon(boxes.most, values.most)
        assert least >= 0, lines
        assert boxes.quiet <= values.quiet, lines
        exact += least == 0
    assert both > 3 and exact > 2
