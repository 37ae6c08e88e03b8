"""Inputs up to the order of their rows: what is said to make no difference makes none, and so is what is decided."""

from __future__ import annotations

import pytest

from faier.deciding import plan, up_to_order
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.deciding.unordered import takes_any_order
from faier.engines.verdict import Proved, Refuted
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.values import Sequence
from faier.limits import seconds
from tests.deciding.orderless_programs import depends, program

HEAD = """\
from collections import Counter, defaultdict
from typing import Literal
from faier import Int, Records, Vector, added, one, edges, choice, exp, categorical, flip, uniform, laplace, geometric
from faier import mechanism, private, sample, shuffled
"""


def _takes_any_order(body: str, rows: str = "Records[Int[0, 2], 3]", more: str = "") -> bool:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    claim = "@private(epsilon=1, neighbors=one())\n@mechanism\n"
    text = f"{HEAD}{more}\n{claim}def shown(rows: {rows}):\n{lines}"
    file = parse(text, "rows.py", {})
    return takes_any_order(file, file.function("shown"), "rows", seconds(20))


def test_random_programs_that_are_said_to_take_any_order_do() -> None:
    told = dependent = 0
    for seed in range(60):
        text = program(seed)
        try:
            file = parse(text, "rows.py", {})
        except Rejected:
            continue
        if takes_any_order(file, file.function("shown"), "rows", seconds(20)):
            assert not depends(text, 3), text
            told += 1
        else:
            dependent += depends(text, 3)
    assert told > 20
    assert dependent > 3


@pytest.mark.parametrize(
    "body",
    [
        "return sorted(rows)",
        "return len(set(rows)) + laplace(1)",
        "counts = Counter(rows)\nreturn max(counts, key=lambda row: (counts[row], row), default=0)",
        "counts = Counter({0: 0, 1: 0, 2: 0})\ncounts.update(rows)\nreturn counts.most_common(1)[0][0]",
        "counts = [0] * 3\nfor row in rows:\n    counts[row] += 1\nreturn counts.index(max(counts))",
        "best = 0\nfor row in rows:\n    if row > best:\n        best = row\nreturn best",
        "counts = {}\nfor row in rows:\n    try:\n        counts[row] += 1\n    except KeyError:\n"
        "        counts[row] = 1\n"
        "return sorted(counts.items())",
        "counts = {}\nfor row in rows:\n    if row in counts:\n        counts[row] += 1\n    else:\n"
        "        counts[row] = 1\n"
        "return max(counts.values(), default=0)",
        "counts = {}\nfor row in rows:\n    if row not in counts:\n        counts[row] = 0\n    counts[row] += 1\n"
        "return len(counts)",
        "for row in rows:\n    if row > 1:\n        return True\nreturn False",
        "return choice(rows) if rows else None",
        "return sorted(sample(rows, 2)) if len(rows) > 2 else shuffled(rows)",
        "return categorical({row: 1 + count for row, count in Counter(rows).items()} or {0: 1})",
        "weights = [exp(sum(1 for row in rows if row == k)) for k in range(3)]\nreturn categorical(*weights)",
        "rest = [row for row in rows if row]\nrest.sort()\nreturn rest[0] if rest else 0",
        "total = 0\nfor row in rows:\n    for other in rows:\n        total += row * other\nreturn total",
        "noisy = laplace(1)\nreturn sum(rows) + noisy > 2",
    ],
)
def test_what_takes_any_order(body: str) -> None:
    assert _takes_any_order(body)


@pytest.mark.parametrize(
    "body",
    [
        "return rows",
        "return rows[0] if rows else 0",
        "return rows[1:]",
        "return Counter(rows)",
        "return Counter(rows).most_common(1)",
        "counts = Counter({0: 0, 1: 0})\ncounts.update(rows)\nreturn counts.most_common(1)[0][0]",
        "counts = Counter(rows)\nreturn max(counts, key=lambda row: counts[row], default=0)",
        "return sorted(rows, key=lambda row: row // 2)",
        "return min(rows, key=lambda row: row // 2, default=0)",
        "return [flip(1 / 2) for row in rows]",
        "total = 0\nfor row in rows:\n    total += row if flip(1 / 2) else 0\nreturn total",
        "best = 0\nfor row in rows:\n    best = max(best, row + laplace(1))\nreturn best > 1",
        "last = 0\nfor row in rows:\n    last = row\nreturn last",
        "counts = {}\nfor row in rows:\n    try:\n        counts[row] += 1\n    except KeyError:\n"
        "        counts[row] = 1\nreturn counts",
        "counts = {}\nfor row in rows:\n    if row in counts:\n        counts[row] += 1\n    else:\n"
        "        counts[row] = row + 2\n"
        "    counts[0] = counts[row]\nreturn counts[0] if rows else 0",
        "for row in rows:\n    if 2 // row > 1:\n        return True\nreturn False",
        "for row in rows:\n    if row > 0:\n        return row\nreturn 0",
        "for row in rows:\n    if row > 0:\n        break\nelse:\n    return 1\nreturn row",
        "seen = []\nfor row in rows:\n    if row not in seen:\n        seen.append(row)\nreturn seen",
        "total = 0\nfor row in rows:\n    total = 2 * total + row\nreturn total",
        "total = 0\nfor row in rows:\n    if total < 3:\n        total += row\nreturn total",
        "kept = 1\nfor row in rows:\n    if row > 0:\n        kept += held\n    held = row\nreturn kept",
        "return any(2 // row > 1 for row in rows)",
        "counts = Counter()\nfor row in rows:\n    counts[row] += 1\n    counts[row > 0] += 1\nreturn sorted(counts)",
        "counts = Counter({0: True})\nreturn sorted(Counter(counts[row] for row in rows))",
        "def add(row):\n    found.append(row)\nfound = [0]\nfor row in rows:\n    add(row)\nreturn found",
        "total = 0.0\nfor row in rows:\n    total += row / 10\nreturn total",
        "return ''.join(str(row) for row in rows)",
        "return sum(place * row for place, row in enumerate(rows))",
        "return categorical(*[1 + row for row in rows], 1)",
        "first, *others = [*rows, 1]\nreturn first",
        "for row in rows:\n    yield row",
    ],
)
def test_what_may_depend_on_the_order(body: str) -> None:
    assert not _takes_any_order(body)


def test_equal_items_that_are_not_the_same_are_told_apart() -> None:
    assert not _takes_any_order("return sorted(rows)", "Records[Literal[1, True], 3]")
    assert not _takes_any_order("return len(Counter(rows))", "Records[Literal[1, True], 3]")
    assert _takes_any_order("return sorted(rows)", "Records[Literal['a', 'b'], 3]")
    assert _takes_any_order("return max(rows, default=(0, 1))", "Vector[tuple[Int[0, 1], Int[0, 2]], 3]")


# Mechanisms whose order makes no difference, with noise.
MECHANISMS = (
    "return categorical(*[exp(sum(1 for row in rows if row == k)) for k in range(3)])",
    "counts = Counter(rows)\nreturn max(range(3), key=lambda k: (counts[k], k)) if flip(3 / 4) else uniform(0, 2)",
    "return choice(rows) if rows and flip(1 / 2) else 2",
    "ordered = sorted([0, *rows, 2])\nreturn ordered[len(ordered) // 2] if flip(9 / 10) else uniform(0, 2)",
    "return len(set(rows)) + uniform(0, 3)",
    "return max(rows, default=0) + laplace(1)",
    "return sum(rows) + geometric(1 / 2)",
)


RELATIONS = (
    ("Records[Int[0, 2], 3]", "added()"),
    ("Vector[Int[0, 2], 3]", "one()"),
    ("Records[Int[0, 2], 2]", "one(1)"),
    ("Vector[Int[0, 2], 3]", "edges((0, 2))"),
)
TRIED = [(body, *RELATIONS[(at + more) % 4]) for at, body in enumerate(MECHANISMS) for more in (0, 2)]


@pytest.mark.parametrize(("body", "rows", "neighbors"), TRIED)
def test_decides_as_over_all_sequences(body: str, rows: str, neighbors: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    for delta in ("0", "1/100"):
        claim = f"@private(epsilon=1, delta={delta}, neighbors={neighbors})\n@mechanism\n"
        file = parse(f"{HEAD}\n{claim}def shown(rows: {rows}):\n{lines}", "rows.py", {})
        question = question_of(file, file.claims[0])
        over_all = plan.decide(question, Store(), seconds(60))
        with monkeypatch.context() as few:
            few.setattr(up_to_order, "MANY", 1)
            fewer = up_to_order.up_to_order(question, seconds(60))
            assert fewer is not None
            over_bags = plan.decide(question, Store(), seconds(60))
        found = plan.decide(fewer.question, Store(), seconds(60))
        assert type(over_bags) is type(over_all) is type(found)
        if isinstance(over_bags, Refuted) and isinstance(over_all, Refuted):
            assert over_bags.witness.excess == over_all.witness.excess
        if delta == "0":
            tight, known = (plan.bound(each, Store(), seconds(60)).tight for each in (fewer.question, question))
            assert tight is not None
            assert known is not None
            assert (tight.lower, tight.upper) == (known.lower, known.upper)


def test_two_lists_that_break_a_claim_are_neighbors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of rows that are replaced the other ones stay where they are."""
    monkeypatch.setattr(up_to_order, "MANY", 1)
    claim = "@private(epsilon=1/2, neighbors=one())\n@mechanism\n"
    body = "    return sum(rows) + uniform(0, 9)\n"
    file = parse(f"{HEAD}\n{claim}def shown(rows: Vector[Int[0, 2], 3]):\n{body}", "rows.py", {})
    question = question_of(file, file.claims[0])
    found = plan.decide(question, Store(), seconds(60))
    assert isinstance(found, Refuted)
    ((_, left),), ((_, right),) = found.witness.left, found.witness.right
    assert isinstance(left, Sequence)
    assert isinstance(right, Sequence)
    assert sum(one != other for one, other in zip(left.items, right.items, strict=True)) == 1


def test_many_rows_are_decided() -> None:
    """Of 3 blood groups and 15 people there are 21 million lists."""
    text = f"""{HEAD}
@private(epsilon=1, delta=1/10_000, neighbors=added())
@mechanism
def mode(types: Records[Literal["A", "B", "O"], 8]):
    counts = Counter(types)
    ranking = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    (top, most), (_, second), *_ = [*ranking, ("", 0), ("", 0)]
    return top if most - second + laplace(1) > 10 else None
"""
    file = parse(text, "rows.py", {})
    found = plan.decide(question_of(file, file.claims[0]), Store(), seconds(60))
    assert isinstance(found, Proved)
