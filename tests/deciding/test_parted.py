"""Rows that are told apart by what noise decides of them, or by their own draws: what they lose at most."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from asked import subject_of
from flint import fmpq
from parted_random import HEAD, wrong
from side_by_side_random import wrong_of

from faier.deciding import plan
from faier.deciding.question import Question
from faier.deciding.side_by_side import told
from faier.deciding.store import Store
from faier.engines.verdict import Proved
from faier.exact import Epsilon
from faier.lang import parse
from faier.lang.claim import Concentrated
from faier.limits import Limits

POINTS = "xs: Records[Int[0, 9], 50]"
VISITS = "xs: Records[tuple[Bool, Bool, Bool], 40]"
CHOICES = "xs: Vector[tuple[Int[0, 3], Int[0, 3]], 30]"


def asked(parameters: str, body: str, relation: str) -> Question:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"{HEAD}from faier import gaussian, laplace\n\n\n@mechanism\ndef shown({parameters}):\n{lines}"
    program = parse(text, "a.py", {})
    return Question(program, subject_of(program, "shown", relation, None))


def rounds(labels: str, means: str) -> str:
    """Two rounds of clustering, each with four draws that lose 1."""
    lines = [*labels.splitlines(), f"centers = [{means} for k in range(2)]"]
    return "\n".join(["centers = [2, 7]", "for _ in range(2):", *(f"    {line}" for line in lines), "return centers"])


NEAREST = "labels = [nearest(x, centers) for x in xs]"
LOOP = """\
labels = []
for x in xs:
    labels.append(0 if abs(x - centers[0]) < abs(x - centers[1]) else 1)"""
GROUPS = """\
groups = {0: [], 1: []}
for x in xs:
    groups[nearest(x, centers)].append(x)"""
BINS = """\
totals, counts = [0, 0], [0, 0]
for x in xs:
    k = nearest(x, centers)
    totals[k] += x
    counts[k] += 1"""
OF_LABELS = "(sum(x for x, k_ in zip(xs, labels) if k_ == k) + laplace(9)) / max(1, labels.count(k) + laplace(1))"
STRICT = OF_LABELS.replace("labels)", "labels, strict=True)")
OF_GROUPS = "(sum(groups[k]) + laplace(9)) / max(1, len(groups[k]) + laplace(1))"
OF_BINS = "(totals[k] + laplace(9)) / max(1, counts[k] + laplace(1))"
SAMPLED = """\
totals = [0, 0, 0]
for x in xs:
    days = [day for day in range(3) if x[day]]
    for day in sample(days, min({}, len(days))):
        totals[day] += 1
return [total + laplace(2) for total in totals]"""


@pytest.mark.parametrize(
    ("parameters", "body", "relation", "most"),
    [
        (POINTS, rounds(NEAREST, OF_LABELS), "added()", 4),
        (POINTS, rounds(LOOP, STRICT), "added()", 4),
        (POINTS, rounds(GROUPS, OF_GROUPS), "added()", 4),
        (POINTS, rounds(BINS, OF_BINS), "added()", 4),
        (POINTS, rounds(BINS, OF_BINS), "one()", "62/9"),
        (POINTS, rounds(BINS, OF_BINS.replace("laplace(1)", "laplace(1 / 2)")), "added()", 6),
        (VISITS, SAMPLED.format(2), "added()", 1),
        (VISITS, SAMPLED.format(3), "added()", "3/2"),
        (VISITS, SAMPLED.format(2), "one()", "3/2"),
        (POINTS, "return sum([x for x in xs if flip(1 / 2)]) + laplace(9)", "added()", 1),
        (
            CHOICES,
            "k = [choice([a, b]) for a, b in xs]\nreturn [k.count(j) + laplace(1) for j in range(4)]",
            "one()",
            2,
        ),
        (
            CHOICES,
            "k = [choice([a, b]) for a, b in xs]\nl = [choice([a, b]) for a, b in xs]\n"
            "return sum(i == j for i, j in zip(k, l)) + laplace(1), k.count(0) + laplace(1), l.count(0) + laplace(1)",
            "one()",
            3,
        ),
    ],
)
def test_what_is_lost_where_rows_are_parted(parameters: str, body: str, relation: str, most: int | str) -> None:
    question = asked(parameters, body, relation)
    found = told(question, Limits())
    assert found is not None
    assert found.quiet
    assert found.most == Epsilon.rational(fmpq(*map(int, str(most).split("/"))))
    assert isinstance(plan.decide(replace(question, epsilon=found.most), Store(), Limits()), Proved)


HALVES = "n = len(xs) + laplace(1)\n{}low = [x for x in xs if {}]\nhigh = [x for x in xs if {}]\n{}"
OF_HALVES = "return [len(half) + laplace(1) for half in (low, high)]"
LATER = "m = n\nfor k in [k for k in range(3) if flip(1 / 2)]:\n    n = n + 1\n"


@pytest.mark.parametrize(
    ("before", "one", "other", "most"),
    [
        ("", "x < n", "x >= n", 2),
        ("", "n > x", "not x < n", 2),
        ("", "x <= n / 2", "x > n / 2", 2),
        ("", "abs(x - n) <= abs(x - 2 * n)", "abs(x - n) > abs(x - 2 * n)", 2),
        ("", "nearest(x, [2, n]) == 0", "nearest(x, [2, n])", 2),
        ("m = n\n", "x < n", "x >= m", 2),
        ("", "x < n", "x > n", 2),
        ("", "x <= n", "x >= n", 3),
        ("", "x < n", "x < n", 3),
        ("", "x < n", "x + 1 >= n", 3),
        ("", "x <= n / 2", "x > n / 3", 3),
        ("m = n + laplace(1)\n", "x < n", "x >= m", 3),
        ("m = n\nn = n + 1\n", "x < n", "x >= m", 3),
        (LATER, "x < n", "x >= m", 3),
        (LATER, "x < m", "x >= m", 2),
        ("m = n if flip(1 / 2) else n + 1\n", "x < n", "x >= m", 3),
    ],
)
def test_what_is_decided_twice_is_decided_alike(before: str, one: str, other: str, most: int) -> None:
    found = told(asked(POINTS, HALVES.format(before, one, other, OF_HALVES), "added()"), Limits())
    assert found is not None
    assert found.most == Epsilon.rational(most)


@pytest.mark.parametrize(
    "body",
    [
        rounds(NEAREST, "sum(x for x, k_ in zip(xs, labels) if k_ == k) / 9 + laplace(1)") + ", labels",
        rounds(NEAREST, "sum(x for x, k_ in zip(xs, labels) if k_ == k) / max(1, labels.count(k))"),
        rounds("labels = [int(x > sum(xs)) for x in xs]", OF_LABELS),
        rounds(NEAREST, OF_LABELS.replace("zip(xs", "zip(sorted(xs)")),
        rounds(NEAREST, OF_LABELS.replace("zip(xs", "zip(list(reversed(xs))")),
        rounds(NEAREST, OF_LABELS.replace("zip(xs", "zip([x for x in xs if x]")),
        rounds(NEAREST, OF_LABELS.replace("zip(xs", "zip([x for b in (0, 1) for x in xs if x % 2 == b]")),
        "z = laplace(1)\nn = z + len(xs)\nlabels = [int(x > n) for x in xs]\nreturn n, labels.count(1) + z",
        "return [x for x in xs if flip(1 / 2)]",
        "kept = [x for x in xs if flip(1 / 2)]\nreturn kept[0] if kept else 0",
        "z = laplace(9)\nreturn [sum([x for x in xs if flip(1 / 2)]) + z for _ in range(2)]",
    ],
)
def test_what_is_not_told_where_rows_are_parted(body: str) -> None:
    assert told(asked(POINTS, body, "added()"), Limits()) is None


@pytest.mark.parametrize(("rho", "enough"), [("1", True), ("999/1000", False)])
def test_divergences_where_rows_are_parted(rho: str, enough: bool) -> None:
    body = rounds(NEAREST, OF_LABELS.replace("laplace(9)", "gaussian(9)").replace("laplace(1)", "gaussian(1)"))
    question = asked(POINTS, body, "added()")
    most = Epsilon.rational(fmpq(*map(int, rho.split("/"))) * 2)
    promised = replace(question, measure=Concentrated(most, rho))
    found = told(promised, Limits())
    assert found is not None
    assert found.is_enough(promised) == enough
    kept = told(replace(question, epsilon=Epsilon.rational(9), delta=fmpq(1, 1000)), Limits())
    assert kept is not None
    assert kept.keeps(Epsilon.rational(9), fmpq(1, 1000))
    assert not kept.keeps(Epsilon.rational(4), fmpq(1, 1000))


TURNED = [
    ("[z for x in reversed(xs) for z in (x, 0)]", "[z for x in reversed(xs) for z in (x, 0)]", True),
    ("reversed([z for x in xs for z in (0, x)])", "[z for x in reversed(xs) for z in (x, 0)]", True),
    ("reversed([z for x in reversed(xs) for z in (0, x)])", "[z for x in xs for z in (x, 0)]", True),
    ("reversed([z for x in reversed(xs) for z in (x, 0)])", "[z for x in xs for z in (x, 0)]", False),
    ("reversed([z for x in xs for z in (x, 0)])", "[z for x in reversed(xs) for z in (x, 0)]", False),
    ("[y for y in reversed(list(reversed([z for x in xs for z in (x, 0)])))]", "[z for x in xs for z in (x, 0)]", True),
    ("sorted([z for x in xs for z in (x, 0)])", "[z for x in xs for z in (x, 0)]", False),
    ("[z for x in reversed(xs) for z in (x, 0)]", "[z for x in xs for z in (x, 0)]", False),
    ("reversed(appended(reversed(xs)))", "[z for x in xs for z in (x, 0)]", False),
    ("reversed(appended(reversed(xs)))", "[z for x in xs for z in (0, x)]", True),
]
APPENDED = """\
def appended(rows):
    found = []
    for row in rows:
        found.append(row)
        found.append(0)
    return found


"""


@pytest.mark.parametrize(("one", "other", "same"), TURNED)
def test_rows_beside_each_other_stand_as_python_has_them(one: str, other: str, same: bool) -> None:
    """As many are equal as there are of both, or else how many are tells of the rows."""
    body = f"a = list({one})\nb = list({other})\nreturn sum(p == q for p, q in zip(a, b)) + geometric(RATIO)"
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"{HEAD}{APPENDED}@mechanism\ndef shown(xs: Vector[Int[0, 2], 2]):\n{lines}"
    program = parse(text, "a.py", {})
    found = told(Question(program, subject_of(program, "shown", "one()", None)), Limits())
    assert (found is not None and found.most == Epsilon()) == same
    assert not wrong_of(text, "one()", Fraction(1, 2**12))


def test_the_referee_loses_no_more_where_rows_are_parted() -> None:
    found = [wrong(seed) for seed in (0, 1, 2, 3, 4, 5, 6, 7)]
    assert {one for one in found if one} == set()
    assert None in found
