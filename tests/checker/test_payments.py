"""The rule "payments": two runs told side by side, of inputs of any size."""

from __future__ import annotations

import hashlib
import json

import pytest
from certificates import certified
from payments_random import wrong, wrong_here

from faier.checker.checking import FORMAT, check

HEAD = """\
from collections import Counter, defaultdict
from dataclasses import dataclass
from faier import Bool, Int, Positive, Public, Records, Vector, added, clamp, each, flip, geometric, laplace, log
from faier import gaussian, mechanism, one, total


@dataclass(frozen=True)
class Person:
    age: Int[0, 9]
    smokes: Bool
    member: Public[Bool]


def noised(value, scale):
    return value + laplace(scale)


def later(values):
    return [*values, *values]


"""
MANY = "xs: Records[Int[0, 10], 1000]"


def answered(body: str, parameters: str, relation: str, epsilon: str, evidence: object = None) -> tuple[str, str]:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"{HEAD}@mechanism\ndef shown({parameters}):\n{lines}"
    made = {
        "format": FORMAT,
        "file": {"path": "a.py", "sha256": hashlib.sha256(text.encode()).hexdigest()},
        "set": {},
        "claim": {"mechanism": "shown", "decorator": None, "epsilon": epsilon, "delta": None}
        | {"neighbors": relation, "prior": None, "pairs": None},
        "verdict": "proved",
        "length": None,
        "evidence": evidence or {"kind": "payments"},
    }
    found = check(json.dumps(made).encode(), text.encode())
    return found.answer, found.reason


# A body, its inputs, a relation, the least epsilon that is valid, and a smaller one.
TIGHT = [
    ("return sum(xs) + laplace(10)", MANY, "added()", "1", "99 / 100"),
    ("return sum(xs) + laplace(10)", "xs: Records[Int[-4, 10], 1000]", "one()", "14 / 10", "139 / 100"),
    ("return sum(xs) + laplace(10)", "xs: Records[Int[-4, 10], 1000]", "added()", "1", "99 / 100"),
    ("return sum(xs) + laplace(10)", MANY, "one(3)", "3 / 10", "29 / 100"),
    ("return sum(min(x, 4) for x in xs) + geometric(1 / 2)", MANY, "added()", "4 * log(2)", "3 * log(2)"),
    ("return len(xs) + laplace(2)", MANY, "added()", "1 / 2", "49 / 100"),
    ("return len(xs) + laplace(2)", MANY, "one()", "0", "-1"),
    ("return [sum(x == b for x in xs) + laplace(2) for b in range(11)]", MANY, "one()", "1", "99 / 100"),
    ("c = Counter(xs)\nreturn [c[b] + laplace(2) for b in range(11)]", MANY, "added()", "1 / 2", "49 / 100"),
    ("t = [0] * 11\nfor x in xs:\n    t[x] += 1\nreturn [n + laplace(1) for n in t]", MANY, "one()", "2", "1"),
    (
        "d = {True: 0, False: 0}\nfor p in xs:\n    if p.age > 3:\n        d[p.smokes] += p.age\n"
        "return [max(0, noised(d[k], 18)) for k in d]",
        "xs: Records[Person, 500]",
        "one()",
        "1",
        "99 / 100",
    ),
    ("return [x + laplace(2) for x in xs]", "xs: Vector[Int[0, 9], 6]", "each(1)", "3", "29 / 10"),
    ("return [x + laplace(2) for x in xs]", "xs: Vector[Int[0, 9], 6]", "one(1)", "1 / 2", "49 / 100"),
    ("return xs[0] + xs[0] + laplace(2)", "xs: Vector[Int[0, 9], 6]", "one(2)", "2", "19 / 10"),
    ("return xs[0] - sum(xs) + laplace(2)", "xs: Vector[Int[0, 9], 3]", "one()", "9 / 2", "44 / 10"),
    ("n: int = 0\nfor x in xs:\n    n += x > 3\nreturn n + laplace(1)", MANY, "added()", "1", "99 / 100"),
    ("return x + laplace(1), y + laplace(1)", "x: Int[0, 4], y: Int[0, 3]", '{"x": one(), "y": each(2)}', "6", "5"),
]


@pytest.mark.parametrize(("body", "parameters", "relation", "least", "less"), TIGHT)
def test_what_is_paid_is_the_most_that_any_row_makes_it(body, parameters, relation, least, less):
    assert answered(body, parameters, relation, least)[0] == "valid"
    assert answered(body, parameters, relation, less)[0] != "valid"


@pytest.mark.parametrize(
    "body",
    [
        "return sum(xs)",
        "return len(xs)",
        "return [sum(xs) + laplace(1), xs.count(1)]",
        "n = laplace(1)\nreturn [sum(xs) + n, len(xs) + n]",
        "return sum(xs) + 2 * laplace(1)",
        "return sum(xs) + laplace(len(xs) + 1)",
        "return sum(xs) + laplace(-1)",
        "return sum(xs) + geometric(2)",
        "return sum(xs) / 3 + laplace(1)",
        "return sum(xs) * 0.1 + laplace(1)",
        "return sum(xs) // 2 + laplace(1)",
        "return max(xs) + laplace(10)",
        "return xs[0] + laplace(10)",
        "return [x + laplace(10) for x in xs]",
        "return sum(x + laplace(10) for x in xs)",
        "for x in xs:\n    yield x + laplace(10)",
        "return sum(xs) + laplace(10) if len(xs) > 3 else 0",
        "if sum(xs) > 3:\n    return 1\nreturn laplace(1)",
        "t = 0\nfor x in xs:\n    t = x\nreturn t + laplace(10)",
        "t = 0\nfor x in xs:\n    if t < 5:\n        t += x\nreturn t + laplace(10)",
        "t = 0\nfor x in xs:\n    if x > 5:\n        break\n    t += x\nreturn t + laplace(10)",
        "t = 1\nfor x in xs:\n    t *= 2\nreturn t + laplace(10)",
        "t, u = 0, 1\nfor x in xs:\n    t, u = u, t\nreturn t + laplace(10)",
        "t, u = 0, 0\nfor x in xs:\n    u += 1\n    t += u\nreturn t + laplace(10)",
        "d = {}\nfor x in xs:\n    d[x] = 1\nreturn list(d)",
        "d = {0: 0}\nfor x in xs:\n    d[x] += 1\nreturn d[0] + laplace(1)",
        "d = {0: 0}\nfor x in xs:\n    d[x] = 1\nreturn len(d) + laplace(1)",
        "t = [0]\nfor x in xs:\n    t.append(x)\nreturn t[0] + laplace(1)",
        "return len(Counter(xs)) + laplace(1)",
        "return [k for k in Counter(xs)]",
        "return len(set(xs)) + laplace(1)",
        "s = (x for x in xs)\nreturn [sum(s) + laplace(10), sum(s) + laplace(10)]",
        "return sum(1 // x for x in xs) + laplace(1)",
        "return sum([5, 6][x] for x in xs) + laplace(1)",
        "t = 0\nfor x in xs:\n    for y in xs:\n        t += 1\nreturn t + laplace(10)",
        "t = 0\nfor x in xs:\n    last = x\nreturn last + laplace(10)",
        "return 1 // max(0, sum(xs) + geometric(1 / 2))",
        "return sum(sorted(xs)[:3]) + laplace(10)",
        "return sum(xs) + gaussian(1)",
        "n = sum(xs) + laplace(10)\nreturn n + sum(xs)",
        "t = [0]\nu = t\nfor x in xs:\n    t[0] += x\nreturn u",
        "m = {1: [0]}\nt = m[1]\nfor x in xs:\n    t[0] += x\nreturn m[1]",
        "m = [[0], [0]]\nfor row in m:\n    for x in xs:\n        row[0] += x\nreturn m",
        "x = 3\nfor x in xs:\n    pass\nreturn x",
        "xs.append(3)\nreturn 1",
        "return [1 for x in xs] == []",
        "for x in xs:\n    y = 1 // x\nreturn 1",
        "d = {3: 0}\nfor x in xs:\n    d[x] += 0\nreturn 1",
        "t, n = [0], 0\nfor x in xs:\n    n += len(t)\n    if x > 4:\n        t.append(x)\nreturn n + laplace(10)",
        "t, n = [0], 0\nfor x in xs:\n    n += len(t)\n    t = [0] if x else [0, 0]\nreturn n + laplace(10)",
        "d, n = {1: 0}, 0\nfor x in xs:\n    for k in d:\n        n += k\n    d[x] = 0\nreturn n + laplace(10)",
        "d, n = {1: 0}, 0\nfor x in xs:\n    n += d.get(5, 0)\n    d[5] = x\nreturn n + laplace(10)",
        "n, a = 0, 0\nfor x in xs:\n    n += a - a\n    a = [1]\nreturn n + laplace(10)",
        "return Counter(xs)[[1]] + laplace(10)",
        "return [-later([1]), sum(xs) + laplace(10)]",
    ],
)
def test_what_is_not_followed_is_a_hole(body):
    assert answered(body, MANY, "one()", "1000")[0] in ("holey", "invalid")


def test_only_some_relations_are_followed():
    body = "return sum(xs) + laplace(1)"
    assert answered(body, "xs: Vector[Int[0, 9], 3]", "total(1)", "9")[0] == "holey"
    assert answered(body, "xs: Vector[Int[0, 9], 3]", "added()", "9")[0] != "valid"
    assert answered(body, "xs: Vector[Int[3, 3], 3]", "one()", "9")[0] == "invalid"  # nothing is compared
    assert answered("return 3", "xs: Vector[Int[0, 9], 3]", "one()", "0")[0] == "valid"


def test_a_certificate_says_nothing_else():
    body = "return sum(xs) + laplace(10)"
    assert answered(body, MANY, "one()", "1", {"kind": "payments", "most": 1})[0] == "invalid"


@pytest.mark.parametrize("seed", range(3))
def test_random_programs_lose_no_more(seed):
    assert not wrong_here(seed)
    assert not wrong(seed)


def test_certificates_are_written_of_claims_about_many_rows():
    text = HEAD.replace("one, total", "one, private, total") + "@private(epsilon=1, neighbors=added())\n@mechanism\n"
    (made,) = certified(f"{text}def shown({MANY}):\n    return sum(xs) + laplace(10)\n", time=2)
    assert json.loads(made.text)["evidence"] == {"kind": "payments"}
    assert made.answer().answer == "valid"
