"""What goes over a set where its order makes no difference means what Python means, and is refused where it may."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse, sets
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore

BEGINNING = """
LEVELS = frozenset({1, 2, 8})


def bucket(x):
    low = x // 2
    return low + 1


def lowest(group):
    return min(x + 1 for x in group)


@mechanism
def f(x: Int[0, 2], ys: Vector[Int[0, 1], 2]):
    seen = {x, 8, *ys}
"""
BODIES = """
return sum(v * 2 for v in seen), max(-v for v in seen), min((v % 2, v) for v in seen)

return sorted(v + 1 for v in seen if v), sorted([8 - v for v in seen], reverse=True), len([v for v in seen if v > 1])

odd = {v % 2 for v in seen if v > 0}
return odd, frozenset(-v for v in seen), set([bucket(v) for v in seen])

return any(v > 1 and v != 8 for v in seen), all(v < 8 for v in seen if v != 8), all([8 // (v + 1) for v in seen])

return max((v for v in seen if v > 9), default=x), min([v for v in seen if v > 1], default=None)

total = 0
for v in sorted(bucket(w) for w in seen):
    total = 3 * total + v
return total, lowest(seen), lowest(ys)

return sum(v for v in LEVELS if v > x), sum(v * w for v in seen for w in ys), {(v, w) for v in seen for w in ys}

names = {"a", "b"} if x else {"b", "c"}
return sorted(name + "!" for name in names), any(name == "c" for name in names), {len(name) for name in names}

noisy = x + uniform(0, 1)
return sum(noisy < v for v in seen), any(noisy == v for v in seen), {v + noisy for v in seen if v != x}

pairs = {(v, x) for v in seen}
return sorted(a + b for a, b in pairs), {a for a, _ in pairs}, max(b for _, b in pairs)

a, b = {x: 1, 1: 2}, dict.fromkeys(ys, 0)
return a.keys() & b.keys(), a.keys() | {5}, [1] - b.keys(), {7, *ys} ^ a.keys(), a.keys() - ys

a, b = {x: 1, 1: 2}, dict.fromkeys(ys, 0)
return a.keys() == b.keys(), a.keys() >= {1}, b.keys() != {0, 1}, 1 in a.keys(), {1} <= a.keys() <= {0, 1, 2}

groups = defaultdict(set)
for at, y in enumerate(ys):
    groups[y].add(at + x)
return {y: sum(v for v in group) for y, group in groups.items()}, len([v for v in groups[0]])
"""


@pytest.mark.parametrize("body", BODIES.strip().split("\n\n"))
def test_it_means_what_python_means_in_any_order(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = BEGINNING + indent(body, "    ") + "\n"
    program = assert_as_python(text)
    inputs = {"x": 2, "ys": sets.Sequence("tuple", (1, 0))}
    found = denote.outputs(program, "f", inputs)
    monkeypatch.setattr(sets, "unordered", lambda values: values.items[::-1])
    assert denote.outputs(program, "f", inputs) == found


REFUSED = [
    ("return any(8 // (v - 1) > 2 for v in seen)", "a set has no order"),
    ("return all(v > 3 or v < 'a' for v in seen)", "a set has no order"),
    ("return [v for v in seen]", "a set has no order"),
    ("return sum(v + flip(1 / 2) for v in seen)", "a set has no order"),
    ("total = 0\nreturn sorted((total := total + v) for v in seen)", "a set has no order"),
    ("left = [1, 2, 3, 4]\nreturn max(v * left.pop() for v in seen)", "a set has no order"),
    ("return sum(v * 0.1 for v in seen)", "sum of what is made of a set may depend on the order"),
    ("return {v > 1 or v for v in seen}", "set of what is made of a set may depend on the order"),
    ("return max((v % 2, v > 3 or 0) for v in seen)", "max of what is made of a set may depend on the order"),
    ("mixed = {'a', x}\nreturn any(v == 'a' for v in mixed)", "values of several kinds"),
    ("try:\n    return sum(8 // v for v in seen)\nexcept ZeroDivisionError:\n    return 0", "a set has no order"),
]


@pytest.mark.parametrize(("body", "message"), REFUSED)
def test_what_may_depend_on_the_order_is_refused(body: str, message: str) -> None:
    with pytest.raises(Rejected) as found:
        explore(parse(HEAD + BEGINNING + indent(body, "    ") + "\n", "file.py"), "f", Limits())
    assert message in found.value.diagnostics[0].message
