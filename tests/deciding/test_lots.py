"""Rows that draw for themselves: local randomizers, of which is told what they lose whatever the size of the input."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from asked import subject_of
from flint import fmpq
from referee import brute

from faier.deciding import plan
from faier.deciding.question import Question
from faier.deciding.side_by_side import told
from faier.deciding.store import Store
from faier.engines.verdict import Proved
from faier.exact import Epsilon, compare, compare_epsilon, exponential_of
from faier.lang import parse
from faier.limits import Limits

START = """\
from collections import Counter
from enum import Enum
from typing import NamedTuple
from faier import Bool, Int, Public, Positive, Records, Vector, added, categorical, choice, each, exp, flip
from faier import geometric, laplace, mechanism, one, sample, shuffled, uniform

EPS = Positive(1)


class Kind(Enum):
    A = "a"
    B = "b"
    C = "c"


class Row(NamedTuple):
    said: Bool
    group: Public[Int[1, 9]]


class Randomizer:
    def __init__(self, keep):
        self.keep = keep
        self.sent = 0

    def said(self, answer):
        return answer if flip(self.keep) else not answer

    def send(self, answer):
        self.sent += 1
        return self.said(answer)


def other(kind, keep=1 / 2):
    if flip(keep):
        return kind
    return choice([one for one in Kind if one is not kind])


coin = Randomizer(3 / 4)


"""


def asked(parameters: str, body: str, relation: str) -> Question:
    text = f"{START}@mechanism\ndef shown({parameters}):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    program = parse(text, "a.py", {})
    return Question(program, subject_of(program, "shown", relation, None))


def most_of(parameters: str, body: str, relation: str) -> Epsilon | None:
    found = told(asked(parameters, body, relation), Limits())
    assert found is None or found.quiet
    return None if found is None else found.most


CLAIM = "from faier import Bool, Positive, log, mechanism, one, private\n\nEPS = Positive(1)\n\n\n"
YES, KINDS, NUMBERS = "xs: Vector[Bool, 300]", "xs: Vector[Kind, 300]", "xs: Records[Int[0, 60], 300]"


@pytest.mark.parametrize(
    ("parameters", "body", "relation", "most"),
    [
        (YES, "return [coin.said(x) for x in xs]", "one()", "log(3)"),
        (YES, "return sum(coin.said(x) for x in xs)", "one()", "log(3)"),
        (YES, "return [coin.said(x) for x in xs]", "each(1)", "300 * log(3)"),
        (YES, "return tuple(shuffled([coin.said(x) for x in xs]))", "one()", "log(3)"),
        (YES, "return sample([coin.said(x) for x in xs], 5)", "one()", "log(3)"),
        (YES, "return [(coin.said(x), coin.said(x)) for x in xs]", "one()", "2 * log(3)"),
        (YES, "ys = [coin.said(x) for x in xs]\nreturn ys, sum(xs) + laplace(2)", "one()", "log(3) + 1 / 2"),
        (YES, "yes = 0\nfor x in xs:\n    if coin.said(x):\n        yes += 1\nreturn 2 * yes - 150", "one()", "log(3)"),
        (
            YES,
            "r = Randomizer(2 / 3)\nbox = []\nfor x in xs:\n    box.append(r.send(x))\nreturn r.sent, sum(box)",
            "one()",
            "log(2)",
        ),
        (KINDS, "return [other(x).value for x in xs]", "one()", "log(2)"),
        (
            KINDS,
            "n = {k: 0 for k in Kind}\nfor x in xs:\n    n[other(x)] += 1\nreturn {k.value: m for k, m in n.items()}",
            "one()",
            "log(2)",
        ),
        (
            KINDS,
            "e = exp(2)\nq = 1 / (e + 1)\n"
            "return [sum(c) for c in zip(*[[flip(1 / 2 if x is k else q) for k in Kind] for x in xs])]",
            "one()",
            "2",
        ),
        (KINDS, "return [other(x, exp(EPS) / (exp(EPS) + 2)).value for x in xs]", "one()", "EPS"),
        (
            "xs: Vector[Int[0, 60], 300]",
            "e = exp(1)\nreturn sum([flip((1 + x * (e - 1) / 60) / (e + 1)) for x in xs])",
            "one()",
            "1",
        ),
        (NUMBERS, "e = exp(1)\nn = 0\nfor x in xs:\n    n += flip(1 / (x + 2))\nreturn n", "one(1)", "log(3 / 2)"),
        ("xs: Records[Row, 90]", "return [(coin.said(a), b) for a, b in xs]", "one()", "log(3)"),
        ("xs: Vector[Row, 9]", "return [flip((int(a) + b) / 11) for a, b in xs]", "one()", "log(2)"),
        # What is told apart by rows that come to different things, or that stand in an order of their own.
        (YES, "return [coin.said(x) for x in sorted(xs)]", "one()", None),
        (YES, "found = []\nfor x in sorted(xs):\n    found.append(coin.said(x))\nreturn found", "one()", None),
        (YES, "return [(x, coin.said(x)) for x in xs]", "one()", None),
        (YES, "return [coin.said(x) for x in xs if x]", "one()", None),
        (YES, "return [x if flip(1 / 2) else 1 for x in xs]", "one()", None),
        (YES, "return [sum(flip(1 / 2) for y in xs) for x in xs]", "one()", None),
        (NUMBERS, "return [flip(1 / (x + 2)) for x in xs]", "added()", None),
        (
            NUMBERS,
            "n, seen = 0, 0\nfor x in xs:\n    seen += x\n    n += flip(1 / (x + 2))\nreturn n, seen",
            "one()",
            None,
        ),
    ],
)
def test_what_rows_that_draw_lose(parameters: str, body: str, relation: str, most: str | None) -> None:
    found = most_of(parameters, body, relation)
    if most is None:
        assert found is None
        return
    claim = f"@private(epsilon={most}, neighbors=one())\n@mechanism\ndef f(x: Bool):\n    return x\n"
    wanted = parse(CLAIM + claim, "a.py", {}).claims[0].budget.epsilon
    assert found is not None
    assert compare_epsilon(found, wanted) == 0


TWICE = [
    "return [{element} for b, x in [(b, x) for b in (0, 1) for x in xs] if x // 2 == b]",
    "ys = [x for b in (1, 0) for x in xs if x // 2 == b]\nreturn [{element} for x in ys]",
    "return [{element} for x in [x for x in parted(xs)]]",
    "ys = []\nfor b in (0, 1):\n    for x in xs:\n        if x // 2 == b:\n            ys.append(x)\n"
    "return [{element} for x in ys]",
    "ys = [x for x in xs if x > 1]\nfor x in xs:\n    if x < 2:\n        ys.append(x)\nreturn [{element} for x in ys]",
    "ys = [x for b in (0, 1) for x in xs if x // 2 == b]\nfound = []\nfor x in ys:\n    found.append({element})\n"
    "return found",
    "ys = [x for b in (0, 1) for x in xs if x // 2 == b]\nzs = []\nfor x in reversed(ys):\n    zs.append(x % 2)\n"
    "return [{element} for x in zs]",
]


@pytest.mark.parametrize("body", TWICE)
def test_rows_that_draw_where_they_are_gone_over_twice_tell_by_their_places(body: str) -> None:
    """The least of two rows of four values comes first, whichever it is: that tells more than its draw."""
    parted = "def parted(xs):\n    for b in (0, 1):\n        for x in [x for x in xs if x // 2 == b]:\n"
    parted += "            yield x\n\n\n"
    drawn = body.format(element="flip(3 / 4 if x % 2 else 1 / 4)")
    text = f"{START}{parted}@mechanism\ndef shown(xs: Vector[Int[0, 3], 2]):\n"
    text += "".join(f"    {line}\n" for line in drawn.splitlines())
    program = parse(text, "a.py", {})
    assert told(Question(program, subject_of(program, "shown", "one()", None)), Limits()) is None


def test_rows_that_draw_each_time_they_are_gone_over_pay_for_each() -> None:
    most = most_of("xs: Vector[Bool, 9]", "return [coin.said(x) for _ in range(2) for x in xs]", "one()")
    assert most is not None
    assert compare_epsilon(most, Epsilon.log(9)) == 0


def test_a_ratio_that_is_no_product_of_powers_has_an_upper_end() -> None:
    found = most_of(YES, "e = exp(1)\nreturn [flip(1 / 3 if x else e / (e + 5)) for x in xs]", "one()")
    assert found is not None
    low, high = fmpq(5, 100), fmpq(6, 100)  # log(3 e / (e + 5)) is 0.0552...
    assert compare_epsilon(Epsilon(low), found) < 0 < compare_epsilon(Epsilon(high), found)


PLAIN = """\
from faier import Int, Records, Vector, categorical, choice, flip, geometric, mechanism, shuffled, uniform


"""
ELEMENTS = [
    "x if flip(1 / 2) else uniform(0, 2)",
    "flip((x + 1) / 4)",
    "(x + uniform(0, 2)) % 3",
    "categorical(x + 1, 1, 2)",
    "(flip(1 / 3), flip((x + 1) / 5))",
    "choice([x, 0, 1, 2])",
    "max(x, uniform(0, 2))",
    "x == uniform(0, 2)",
    "1 if flip(1 / 2) else flip(1 / (x + 2))",
]
SOURCES = ["xs", "list(xs)", "sorted(xs)", "[x + 0 for x in xs]", "[1 - x % 2 for x in xs]", "reversed(xs)"]
BODIES = [
    "return [{element} for x in {source}]",
    "return sum(1 for y in [{element} for x in {source}] if y)",
    "return shuffled([{element} for x in {source}])",
    "found = []\nfor x in {source}:\n    found.append({element})\nreturn found",
    "n = [0] * 3\nfor x in {source}:\n    if flip(1 / 2) and {element}:\n        n[0] += 1\n    n[1] += 1\nreturn n",
    "n, m = 0, 0\nfor x in {source}:\n    if {element}:\n        n += 1\n    m += x\nreturn n, m + geometric(1 / 4)",
    "ys = [{element} for x in {source}]\nreturn [y for y in ys if y], sum(xs) + geometric(1 / 2)",
    "n = {{}}\nfor x in {source}:\n    n[x] = 1\n    n[{element}] = 1\nreturn len(n)",
]
INPUTS = [
    ("xs: Vector[Int[0, 2], 2]", "one()"),
    ("xs: Vector[Int[0, 2], 2]", "one(1)"),
    ("xs: Vector[Int[0, 2], 2]", "each(1)"),
    ("xs: Records[Int[0, 2], 2]", "one()"),
    ("xs: Records[Int[0, 2], 2]", "added()"),
]


def _drawn(seed: int) -> tuple[str, str, str]:
    draw = random.Random(seed)
    parameters, relation = draw.choice(INPUTS)
    return parameters, draw.choice(BODIES).format(element=draw.choice(ELEMENTS), source=draw.choice(SOURCES)), relation


def test_nothing_is_told_that_python_does_not_keep() -> None:
    seen = 0
    for seed in range(40):
        parameters, body, relation = _drawn(seed)
        question = asked(parameters, body, relation)
        known = told(question, Limits())
        if known is None or known.most is None or not known.quiet:
            continue
        seen += 1
        text = f"{PLAIN}@mechanism\ndef shown({parameters}):\n"
        text += "".join(f"    {line}\n" for line in body.splitlines())
        found = brute.compared(brute.load(text, floor=Fraction(1, 2**10)), "shown", neighbors=relation)
        least = brute.enclosed(found).least
        assert compare(fmpq(least.numerator, least.denominator), exponential_of(known.most)) <= 0, (body, relation)
    assert seen >= 8


def test_such_claims_are_proved() -> None:
    question = asked(KINDS, "return [other(x).value for x in xs]", "one()")
    claimed = Question(question.program, question.subject, Epsilon.log(2))
    assert isinstance(plan.decide(claimed, Store(), Limits()), Proved)


@pytest.mark.parametrize(
    "chance", ["exp(EPS) / 3", "1 / (2 - 2 * exp(-EPS))", "categorical(exp(EPS) - 2, 1) / 2", "1 - 2 * exp(-EPS)"]
)
def test_a_draw_that_is_possible_for_some_epsilons_alone_proves_nothing(chance: str) -> None:
    assert most_of(YES, f"return [flip({chance}) for x in xs]", "one()") is None
    assert most_of(YES, f"return sum(xs) + laplace(1), flip({chance})", "one()") is None
