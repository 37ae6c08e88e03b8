"""What one entry draws for itself, in the rule "payments"."""

from __future__ import annotations

import hashlib
import json

import pytest
from certificates import certified
from lots_random import wrong

from faier.checker.checking import FORMAT, check

HEAD = """\
from faier import Bool, Int, Records, Vector, categorical, choice, each, exp, flip, geometric, laplace, log, mechanism
from faier import added, assume, gaussian, one, sample, shuffled, uniform


def kept(value, high=3):
    if flip(1 / 2):
        return value
    return uniform(0, high)


def lied(truth):
    return truth if flip(3 / 4) else not truth


def coin(truth):
    return flip(3 / 4 if truth else 1 / 4)


def several(value):
    return [coin(value == i) for i in range(3)]


def marked(values, value):
    values[0] = flip(3 / 4)
    return value


def tried(value):
    while True:
        answer = coin(value)
        if answer or flip(1 / 2):
            return answer


"""
MANY = "xs: Vector[Int[0, 3], 30]"
TWO = "x: Int[0, 3], y: Bool"


def answered(body: str, parameters: str, relation: str, epsilon: str) -> tuple[str, str]:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"{HEAD}@mechanism\ndef shown({parameters}):\n{lines}"
    claim = {"mechanism": "shown", "decorator": None, "epsilon": epsilon, "delta": None}
    made = {
        "format": FORMAT,
        "file": {"path": "a.py", "sha256": hashlib.sha256(text.encode()).hexdigest()},
        "set": {},
        "claim": claim | {"neighbors": relation, "prior": None, "pairs": None},
        "verdict": "proved",
        "length": None,
        "evidence": {"kind": "payments"},
    }
    found = check(json.dumps(made).encode(), text.encode())
    return found.answer, found.reason


BOTH = "a = coin(xs[0] == 1)\nreturn [a, coin(xs[0] == 1)]"
ONCE = "a = coin(xs[0] == 1)\nreturn [a, a, coin(a), not a]"
BY_WHAT_CAME = "a = coin(xs[0] == 1)\nreturn [a, flip(2 / 3 if a and xs[0] > 0 else 1 / 3)]"
BITS = "return [flip(3 / 4 if x == i else 1 / 4) for i in range(4)]"

# A body, its inputs, a relation, the least epsilon that is valid, and a smaller one.
TIGHT = [
    ("return [lied(x > 1) for x in xs]", MANY, "one()", "log(3)", "log(299 / 100)"),
    ("return [lied(x > 1) for x in xs]", MANY, "each(3)", "30 * log(3)", "29 * log(3)"),
    ("return sum([kept(x) for x in xs])", MANY, "one()", "log(5)", "log(499 / 100)"),
    ("return [x if flip(1 / 2) else choice([0, 1, 2, 3]) for x in xs]", MANY, "one()", "log(5)", "log(499 / 100)"),
    ("return [categorical([1 + (x == i) for i in range(4)]) for x in xs]", MANY, "one()", "log(2)", "log(199 / 100)"),
    ("return sum([coin(x == 2) for x in xs[3:]]) + laplace(2)", MANY, "one()", "log(3)", "log(299 / 100)"),
    (BITS, TWO, '{"x": one()}', "2 * log(3)", "log(899 / 100)"),
    ("return several(x)", TWO, '{"x": one()}', "2 * log(3)", "log(899 / 100)"),
    (BOTH, MANY, "one()", "log(9)", "log(899 / 100)"),
    (ONCE, MANY, "one()", "log(3)", "log(299 / 100)"),
    (BY_WHAT_CAME, MANY, "one()", "log(6)", "log(599 / 100)"),
    ("return [2 if bit else 5 for bit in several(x)]", TWO, "one()", "2 * log(3)", "log(899 / 100)"),
    ("return [kept(x), lied(y)]", TWO, "one()", "log(5)", "log(499 / 100)"),
    ("return [kept(x), lied(y)]", TWO, '{"x": one(), "y": one()}', "log(15)", "log(1499 / 100)"),
    ("return [kept(x), x + laplace(3)]", TWO, '{"x": one()}', "log(5) + 1", "log(499 / 100) + 1"),
    ("return [flip((x + 1) / 8), laplace(2) / 2]", TWO, '{"x": one(1)}', "log(2)", "log(199 / 100)"),
    ("return flip(exp(2) / (1 + exp(2)) if y else 1 / (1 + exp(2)))", TWO, '{"y": one()}', "2", "199 / 100"),
    ("return tried(y)", TWO, '{"y": one()}', "log(21 / 5)", "log(419 / 100)"),
    ("return uniform(0, 3) + flip(1 / 2) > 2", TWO, "one()", "0", "-1"),
]


@pytest.mark.parametrize(("body", "parameters", "relation", "least", "less"), TIGHT)
def test_ratios_of_what_an_entry_draws_are_multiplied(body, parameters, relation, least, less):
    assert answered(body, parameters, relation, least) == ("valid", "")
    assert answered(body, parameters, relation, less)[0] != "valid"


@pytest.mark.parametrize(
    "body",
    [
        "return [x if flip(1 / 2) else 0 for x in xs]",
        "return [flip(x / 3) for x in xs]",
        "a = coin(xs[0] == 1)\nreturn [a, a == (xs[0] == 1)]",
        "a = coin(xs[0] == 1)\nreturn a if xs[0] == 1 else flip(0)",
        "return [lied(x > 1) for x in xs if x > 0]",
        "return [shuffled([x, 1]) for x in xs]",
        "return [sample(xs, 1)]",
        "return choice(xs)",
        "return [flip(1 / 2), *xs]",
        "if coin(xs[0] == 1):\n    return xs[1]\nreturn 0",
        "v = [0]\na = marked(v, 1)\nreturn [v[0] == (xs[0] == 1), a]",
        "n = 0\nfor x in xs:\n    while flip(1 / 2):\n        n += x\nreturn n",
        "return [x + geometric(1 / 2) * flip(1 / 2) for x in xs]",
        "return [max(0, x * geometric(1 / 2)) for x in xs]",
        "return [coin(x == 1) and x for x in xs]",
        "return xs[0] // 2 if flip(1 / 2) else coin(xs[1])",
        "for x in xs:\n    if coin(x > 1):\n        break\nreturn x",
    ],
)
def test_what_tells_an_entry_is_not_valid(body):
    assert answered(body, MANY, "one()", "1000")[0] in ("holey", "invalid")


def test_rows_without_number_and_their_draws_are_holes():
    assert answered("return [lied(x > 1) for x in xs]", "xs: Records[Int[0, 3], 30]", "added()", "9")[0] == "holey"
    assert answered("return sum(lied(x > 1) for x in xs)", "xs: Records[Int[0, 3], 30]", "one()", "9")[0] == "holey"


@pytest.mark.parametrize("seed", range(4))
def test_random_programs_lose_no_more(seed):
    assert not wrong(seed)


def test_certificates_are_written():
    text = (
        HEAD.replace("one, sample", "one, private, sample") + "@private(epsilon=log(3), neighbors=one())\n@mechanism\n"
    )
    (made,) = certified(f"{text}def shown({MANY}):\n    return sum([lied(x > 1) for x in xs])\n", time=2)
    assert json.loads(made.text)["evidence"] == {"kind": "payments"}
    assert made.answer().answer == "valid"
