# ruff: noqa: E501
"""Generators that are given to functions that count and collect: what Python does, or refused."""

from __future__ import annotations

import ast

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected
from faier.lang.iterators import with_iterators

FILE = """

def rows(xs):
    for at, x in enumerate(xs):
        yield at % 2, x + uniform(0, 1)


def collected(pairs, limit):
    kept = defaultdict(list)
    seen, total = set(), 0
    for key, value in pairs:
        bucket = kept[key]
        if len(bucket) < limit:
            bucket.append(value)
        seen.add(value)
        total += value
    return dict(kept), sorted(seen), total


def listed(pairs):
    kept = {}
    for key, value in pairs:
        kept.setdefault(key, []).append(value)
        kept[key].append(key)
    return kept


def counted(values):
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    for value in (0, 1):
        counts[value] = counts.setdefault(value, 0) + 2
    return counts


def tallied(values):
    found = Counter()
    for value in values:
        found[value] += 1
    return found.most_common(1)


def censor(items, least):
    return {key: value for key, value in items if value >= least}


@mechanism
def f(x: Int[0, 2]):
    zs = [x]
"""

CHANGES = """
def shared(values, into):
    kept = {0: into}
    for value in values:
        kept[0].append(value)
    return len(into)


def taken(values, into):
    kept = {}
    for value in values:
        kept[value] = into
        kept[value] += [value]
    return len(into)


def nested(values, into):
    kept = [[into]]
    for value in values:
        kept[0][0].append(value)
    return len(into)


def doubled(values, into):
    kept = {0: [into] * 2}
    for value in values:
        kept[0][1].append(value)
    return len(into)


def hidden(values, many):
    out = []
    for value in values:
        [out.append(value) for out in many]
    return out


def either(values, into):
    out = []
    if into:
        out = into
    for value in values:
        out.append(value)
    return len(out)


def added(values, into):
    for value in values:
        into += [value]
    return len(into)


def plainly(values, into):
    kept = {0: []}
    for value in values:
        kept[0].append(value)
    return len(into)


@mechanism
def f(x: Int[0, 2]):
    zs = [x]
"""

ACCEPTED = [
    "return listed(rows([x, 1, 2]))",
    "return collected(rows([x, 1, 2]), 2)",
    "pairs = rows(zs)\n    return collected(pairs, 1)",
    "return counted(v % 2 for _, v in rows([x, 1]))",
    "values = (n + uniform(0, 1) for n in zs)\n    return tallied(values)",
    "both = sorted(Counter([x, 1]).items())\n    noisy = ((k, n + uniform(0, 1)) for k, n in both)\n    kept = censor(noisy, 1)\n    return sorted(kept)",
    "lazily = (uniform(0, n) for n in zs)\n    counts = counted(lazily)\n    return counts, zs",
]

HELPED = """

def cut(v):
    return min(v, 1)


def drawn(v):
    return v + uniform(0, 1)


def low(v, lo=1):
    return 0 if v < lo else v - lo


def push(values, v):
    values.append(v)
    return v


def bump(row):
    row[0] += 1
    return row[0]


@mechanism
def f(xs: Vector[Int[0, 2], 2]):
"""

# Generators that have names, beside calls of helpers that change nothing.
BESIDE_HELPERS = [
    "kept = (x for x in xs if x > 0)\n    return sum(cut(x) for x in kept)",
    "kept = (x for x in xs if low(x, 0) > 0)\n    return [low(x) for x in kept]",
    "kept = (drawn(x) for x in xs)\n    t = drawn(0)\n    return t, [drawn(x) + cut(x) for x in kept]",
    "n = 1\n    kept = (x for x in xs if x > n)\n    m = cut(n)\n    return m, [low(x, lo=n) for x in kept]",
    "kept = (x for x in xs if cut(x))\n    done = (cut(x) for x in kept)\n    return sum(low(x) for x in done)",
    "kept = (6 // x for x in xs if x)\n    for x in kept:\n        if low(x):\n            return low(x)\n    return 9",
]

# These change what the generator reads, or goes over.
CHANGED_BY_HELPERS = [
    "n = 1\n    kept = (x for x in xs if x > n)\n    n = 0\n    return [cut(x) for x in kept]",
    "ys = list(xs)\n    kept = (y for y in ys)\n    t = push(ys, 1)\n    return t, [cut(y) for y in kept]",
    "ys = list(xs)\n    kept = (y for y in ys)\n    return [push(ys, y) for y in kept if len(ys) < 5]",
    "rows = [[x] for x in xs]\n    kept = (r for r in rows if r[0])\n    return [bump(r) for r in kept], rows",
]

# What the generator reads is changed while it is gone over, but by `plainly`.
CHANGING = {
    "shared": "zs",
    "taken": "zs",
    "nested": "zs",
    "doubled": "zs",
    "hidden": "[zs]",
    "either": "zs",
    "added": "zs",
    "plainly": "zs",
}


@pytest.mark.parametrize("body", ACCEPTED)
def test_is_what_python_does(body: str) -> None:
    assert_as_python(f"{FILE}    {body}\n", written=False)


@pytest.mark.parametrize("name", CHANGING)
def test_what_changes_in_between_is_no_list(name: str) -> None:
    text = f"{HEAD}{CHANGES}    return {name}((len(zs) for _ in range(2)), {CHANGING[name]})\n"
    written = ast.unparse(with_iterators(ast.parse(text), []))
    assert (f"{name}(list(" in written) == (name == "plainly")


def test_what_comes_between_a_generator_and_its_use_is_refused() -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{FILE}    lazily = (n for n in zs)\n    return zs.append(1), counted(lazily)\n")


@pytest.mark.parametrize("body", BESIDE_HELPERS)
def test_helpers_that_change_nothing_stand_beside_generators_with_names(body: str) -> None:
    assert_as_python(f"{HELPED}    {body}\n", written=False)


@pytest.mark.parametrize("body", CHANGED_BY_HELPERS)
def test_helpers_that_change_what_a_generator_reads_do_not(body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{HELPED}    {body}\n", written=False)
