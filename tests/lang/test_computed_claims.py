"""Functions of the file that claims, types and relations are computed by, and those that are not followed there."""

from __future__ import annotations

import asked
import certificates
import pytest
from flint import fmpq

from faier.engines.verdict import Proved, Refuted
from faier.exact import Epsilon
from faier.lang import Rejected, parse
from faier.lang.claim import Budget, Each
from faier.lang.program import Program

HEAD = """import math
from faier import Bool, Int, Positive, Vector, each, flip, log, mechanism, private, uniform, where


"""
FUNCTIONS = """
def total(epsilon, times, *rest, more=0):
    whole = more
    for _ in range(times):
        whole += epsilon
    for one in rest:
        whole = whole + one
    return whole


def half(x):
    return x / 2


def least(xs):
    found = math.inf
    for x in xs:
        if x < found:
            found = x
    while found > 3:
        found -= 1
        if found == 5:
            break
    else:
        return found
    return [n * n for n in range(3)][found - 3]


def nested(n):
    if n == 0:
        return 0
    return n + nested(n - 1)


"""
MECHANISM = """@private(epsilon={}, neighbors={})
@mechanism
def m(x: {}, *, k={}):
    return flip(1 / 5) if x else flip(4 / 5)
"""


def read(
    epsilon: str = "1", neighbors: str = "each(1)", kind: str = "Int[0, 1]", setting: str = "2", above: str = ""
) -> Program:
    return parse(HEAD + FUNCTIONS + above + MECHANISM.format(epsilon, neighbors, kind, setting), "m.py")


@pytest.mark.parametrize(
    ("text", "epsilon"),
    [
        ("total(1 / 2, 3)", Epsilon.rational(fmpq(3, 2))),
        ("total(log(2), 2)", Epsilon.log(fmpq(4))),
        ("half(total(log(2), 2)) + half(1)", Epsilon.log(fmpq(2)) + Epsilon.rational(fmpq(1, 2))),
        ("total(1, 1, 2, 3, more=half(1))", Epsilon.rational(fmpq(13, 2))),
        ("E * total(2, 1)", Epsilon.log(fmpq(16))),
        ("total(epsilon=E, times=K)", Epsilon.log(fmpq(64))),
        ("nested(4)", Epsilon.rational(fmpq(10))),
        ("least([7, 4, 9])", Epsilon.rational(fmpq(3))),
        ("least((8, 7, 9))", Epsilon.rational(fmpq(4))),
        ("least([2])", Epsilon.rational(fmpq(2))),
    ],
)
def test_an_epsilon_is_what_the_function_returns(text: str, epsilon: Epsilon) -> None:
    program = read(text, above="E = total(log(2), 2)\nK = nested(2)\n")
    promise = program.claims[0].promise
    assert isinstance(promise, Budget)
    assert promise.epsilon == epsilon


CLASSES = """
class Loss:
    def __init__(self, epsilon, times=1):
        if times < 1:
            raise ValueError("times")
        self.epsilon = epsilon
        self.times = times
        self.calls = 0
    @property
    def whole(self):
        return self.times * self.epsilon
    def of_group(self, d):
        found = 0
        for _ in range(d):
            found += self.whole
        return found
    @classmethod
    def halved(cls, epsilon):
        return cls(epsilon / 2)
    @staticmethod
    def twice(epsilon):
        return 2 * epsilon
    def called(self):
        self.calls += 1
        return self.calls
    def drawn(self):
        return uniform(1, 2)
    def __add__(self, other):
        return Loss(self.whole + other.whole)
class Plain:
    def __init__(self, epsilon):
        self.epsilon = epsilon
    def of_group(self, d):
        return d * self.own()
    def own(self):
        return self.epsilon
class Scaled(Plain):
    def own(self):
        return 3 * super().own()
LOSS = Loss(log(2), 3)
SCALED = Scaled(1)
SUM = Loss(log(2)) + Loss.halved(log(4)) + LOSS
"""


@pytest.mark.parametrize(
    ("text", "epsilon"),
    [
        ("LOSS.epsilon", Epsilon.log(fmpq(2))),
        ("LOSS.whole", Epsilon.log(fmpq(8))),
        ("LOSS.of_group(2) + half(LOSS.whole + LOSS.epsilon)", Epsilon.log(fmpq(256))),
        ("Loss.halved(3).whole", Epsilon.rational(fmpq(3, 2))),
        ("Loss.twice(LOSS.whole)", Epsilon.log(fmpq(64))),
        ("Loss(1, times=2).of_group(d=3)", Epsilon.rational(fmpq(6))),
        ("SCALED.of_group(2)", Epsilon.rational(fmpq(6))),
        ("SUM.whole", Epsilon.log(fmpq(32))),
    ],
)
def test_an_epsilon_may_be_asked_of_an_object(text: str, epsilon: Epsilon) -> None:
    promise = read(text, above=CLASSES).claims[0].promise
    assert isinstance(promise, Budget)
    assert promise.epsilon == epsilon


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("LOSS.called()", "`called` is not followed"),
        ("LOSS.drawn()", "epsilon cannot be random"),
        ("Loss(1, times=0).whole", "is not followed"),
    ],
)
def test_what_an_object_is_not_asked(text: str, message: str) -> None:
    with pytest.raises(Rejected) as caught:
        read(text, above=CLASSES)
    assert any(message in found.message for found in caught.value.diagnostics), caught.value


def test_an_unknown_epsilon_goes_through_functions() -> None:
    promise = read("half(half(3 * EPS)) * total(1, 2)", above="EPS = Positive(1)\n").claims[0].promise
    assert isinstance(promise, Budget)
    assert promise.epsilon == Epsilon.positive("EPS", fmpq(3, 2))


def test_types_settings_and_distances() -> None:
    program = read("log(4)", "each(nested(1))", "Int[0, nested(1)]", "total(2, 3)")
    relation = program.claims[0].subject.relation
    assert relation is not None
    assert relation == Each(1)
    assert program.function("m").settings == (("k", 6),)
    assert isinstance(asked.check(program, program.claims[0]), Proved)
    assert {
        made.answer().answer
        for made in certificates.certified(
            HEAD + FUNCTIONS + MECHANISM.format("log(4)", "each(nested(1))", "Int[0, 1]", "2")
        )
    } <= {"valid", "holey"}


@pytest.mark.parametrize(
    ("above", "text", "message"),
    [
        ("def f(n):\n    return uniform(0, n)\n", "f(2)", "epsilon cannot be random"),
        ("def f(n):\n    xs = ys = []\n    xs.append(n)\n    return ys[0]\n", "f(2)", "`f` is not followed"),
        ("def f(n):\n    return n + LATER\n", "f(2)", "`LATER` is not defined"),
        ("def f(n):\n    if n > 3:\n        y = 1\n    return y\n", "f(2)", "`y` has no value here"),
        ("def f(n):\n    while True:\n        n += 1\n", "f(2)", "steps"),
        ("def f(n):\n    return f(n + 1)\n", "f(2)", "calls deep"),
        ("def f(n):\n    assert n > 3\n    return n\n", "f(2)", "assertion fails"),
        ("def f(n):\n    return -n\n", "f(2)", "epsilon is negative"),
        ("def f(n):\n    yield n\n", "f(2)", "yields values"),
        ("def f(n):\n    return (n, n)\n", "f(2)", "epsilon must be made of numbers"),
        ("def f(n):\n    return 1 / (n - 2)\n", "f(2)", "division by zero"),
    ],
)
def test_what_is_refused(above: str, text: str, message: str) -> None:
    with pytest.raises(Rejected) as caught:
        read(text, above=above)
    assert any(message in found.message for found in caught.value.diagnostics), caught.value


PREDICATES = """
LIMIT = 1


def distance(a, b):
    \"\"\"How far.\"\"\"
    d = a - b
    if d < 0:
        d = -d
    return d


def near(a, b):
    if a == b:
        return False
    elif a == 2:
        return distance(b, a) <= LIMIT
    return distance(a, b) <= LIMIT


def close(xs, ys):
    return sum(abs(a - b) for a, b in zip(xs, ys)) <= LIMIT


def looping(a, b):
    for _ in range(a):
        b += 1
    return b


"""


GRADED = (
    "@private(epsilon=log({}), neighbors=where({}))\n@mechanism\ndef m(x: {}):\n    return flip([1, 2, 4][{}] / 5)\n"
)


@pytest.mark.parametrize(
    ("text", "kind", "at", "factor"),
    [
        ("near", "Int[0, 2]", "x", 3),
        ("lambda x, y: near(y, x)", "Int[0, 2]", "x", 3),
        ("lambda a, b: distance(b, a) == 2 or not near(a, b)", "Int[0, 2]", "x", 4),
        ("close", "Vector[Bool, 2]", "sum(x)", 3),
        ("lambda xs, ys: all(near(x, y) for x, y in zip(xs, ys))", "Vector[Bool, 2]", "sum(x)", 4),
        ("lambda LIMIT, y: near(LIMIT, y)", "Int[0, 2]", "x", 3),  # near reads the constant
        ("lambda x, y: any(near(x, LIMIT) for LIMIT in range(2))", "Int[0, 2]", "x", 4),
        ("looping", "Int[0, 2]", "x", 4),
    ],
)
def test_a_relation_may_call_functions(text: str, kind: str, at: str, factor: int) -> None:
    """The factor is that of the worst pair among those that the functions relate."""
    for allowed, verdict in ((factor, Proved), (factor - 1, Refuted)):
        program = parse(HEAD + PREDICATES + GRADED.format(allowed, text, kind, at), "m.py")
        assert isinstance(asked.check(program, program.claims[0]), verdict)


@pytest.mark.parametrize("text", ["lambda x, y: three(x, y)", "three"])
def test_functions_that_take_something_else_are_refused(text: str) -> None:
    more = "def three(a, b, c):\n    return a\n"
    with pytest.raises(Rejected) as caught:
        parse(HEAD + PREDICATES + more + GRADED.format(2, text, "Int[0, 2]", "x"), "m.py")
    assert {item.code for item in caught.value.diagnostics} <= {"FA206", "FA209", "FA304", "FA203"}
