"""`--set`, `--epsilon`, `--delta` and `--neighbors`: what the command line adds to a file."""

from __future__ import annotations

import pytest
from flint import fmpq

from faier.exact import Epsilon
from faier.lang import Rejected, parse, parse_delta, parse_epsilon, parse_relation, show
from faier.lang.claim import Each, One, Pairs, PerInput
from faier.lang.syntax import IntType, VectorType
from faier.lang.values import Budget, Real, Sequence

SOURCE = """
from faier import Int, Positive, Public, Vector, each, exp, flip, log, mechanism, one, prior, private, secret

N = 2
M = N + 1
EPS = Positive(1)
WEIGHTS = (1, 2)
BUDGET = 2 * log(3)
Answer = Int[0, N]


@prior
def belief(*, bias=1 / 3):
    x = flip(bias)
    secret(x)
    return (x, (x, x))


@private(epsilon=M * EPS, neighbors=each(N))
@mechanism
def f(x: Int[0, N], xs: Vector[Answer, M], public: Public[Int[0, 1]], *, rounds=3):
    return flip(exp(-EPS * rounds))
"""


def message(source: str, **settings: str) -> str:
    with pytest.raises(Rejected) as caught:
        parse(source, "file.py", settings)
    (item,) = caught.value.diagnostics
    assert item.code == "FA212"
    return f"{item.message} | {item.hint}"


def test_set_replaces_constants_and_what_depends_on_them() -> None:
    program = parse(SOURCE, "file.py", {"N": "2 + 2"})
    assert dict(program.constants)["M"] == 5
    function = program.function("f")
    assert function.parameters[0].type == IntType(0, 4)
    assert function.parameters[1].type == VectorType(IntType(0, 4), 5)
    assert program.claims[0].subject.relation == Each(4)
    assert program.claims[0].subject.neighbors == "each(N)"
    assert parse(show(program), "file.py") == program


def test_set_replaces_settings() -> None:
    program = parse(SOURCE, "file.py", {"rounds": "N + 5", "bias": "0.25", "WEIGHTS": "[1, N]"})
    assert program.function("f").settings == (("rounds", 7),)
    assert program.function("belief").settings == (("bias", Real(fmpq(1, 4), 0.25)),)
    assert dict(program.constants)["WEIGHTS"] == Sequence("list", (1, 2))


def test_set_makes_epsilon_a_number() -> None:
    program = parse(SOURCE, "file.py")
    assert (program.epsilon_name, program.epsilon_default) == ("EPS", fmpq(1))
    assert dict(program.constants)["EPS"] == Budget(fmpq(1), "EPS")
    assert program.claims[0].budget.epsilon == Epsilon.positive("EPS", 3)
    program = parse(SOURCE, "file.py", {"EPS": "0.1"})
    assert program.epsilon_name is None
    assert program.claims[0].budget.epsilon == Epsilon.rational(fmpq(3, 10))


def test_wrong_settings() -> None:
    assert "did you mean `rounds`?" in message(SOURCE, round="3")
    assert "the file has no such constant or setting" in message(SOURCE, x="3")
    assert "it has BUDGET" in message(SOURCE, qqq="3")
    assert "this is a type" in message(SOURCE, Answer="3")
    assert "division by zero" in message(SOURCE, N="1 / 0")
    assert "not Python" in message(SOURCE, N="1 +")
    assert "`K` is not defined" in message(SOURCE, N="K")
    assert "one expression" in message(SOURCE, N="1; 2")
    assert "one expression" in message(SOURCE, N="")
    assert "cannot be random" in message(SOURCE, N="flip(1 / 2)")
    assert "positive number" in message(SOURCE, EPS="-1")
    assert "14,000 bits" in message(SOURCE, N="10 ** 10 ** 10")
    assert "null byte" in message(SOURCE, N="\0")


def test_epsilon_option() -> None:
    program = parse(SOURCE, "file.py")
    assert parse_epsilon("log( 2 )", program) == (Epsilon.log(2), "log(2)")
    assert parse_epsilon("1.10", program) == (Epsilon.rational(fmpq(11, 10)), "1.10")
    assert parse_epsilon("M*EPS+1", program) == (Epsilon.positive("EPS", 3) + Epsilon.rational(1), "M * EPS + 1")
    assert parse_epsilon("BUDGET / 2", program) == (Epsilon.log(3), "BUDGET / 2")
    assert parse_epsilon("1/3 + log(2)/2", program)[0] == Epsilon.rational(fmpq(1, 3)) + Epsilon.log(2) / 2


def test_delta_option() -> None:
    program = parse(SOURCE, "file.py")
    assert parse_delta("1e-6", program) == (fmpq(1, 10**6), "1e-6")
    assert parse_delta("1/N", program) == (fmpq(1, 2), "1 / N")


def test_neighbors_option() -> None:
    program = parse(SOURCE, "file.py")
    assert parse_relation("each(N)", program, "f") == (Each(2), "each(N)")
    assert parse_relation('{"x":one( )}', program, "f") == (PerInput((("x", One()),)), '{"x": one()}')
    relation, text = parse_relation("pairs(((0, (0, 0, 0)), (1, (0, 0, 1))))", program, "f")
    left = Sequence("tuple", (0, Sequence("list", (0, 0, 0))))
    right = Sequence("tuple", (1, Sequence("list", (0, 0, 1))))
    assert relation == Pairs(((left, right),))
    assert text == "pairs(((0, (0, 0, 0)), (1, (0, 0, 1))))"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "FA004"),
        ("log(", "FA004"),
        ("log(2) log(3)", "FA004"),
        ("1; 2", "FA004"),
        ("x = 1", "FA004"),
        ("-1", "FA302"),
        ("log(0)", "FA302"),
        ("EPSILON", "FA201"),
        ("'two'", "FA302"),
        ("(" * 5000, "FA005"),
        ("1e100000000", "FA115"),
        ("__import__('os')", "FA205"),
        ("log(10 ** 10 ** 9)", "FA501"),
    ],
)
def test_wrong_epsilon_option(text: str, code: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse_epsilon(text, parse(SOURCE, "file.py"))
    (item,) = caught.value.diagnostics
    assert (item.code, item.path) == (code, "--epsilon")


def test_wrong_neighbors_and_delta_options() -> None:
    program = parse(SOURCE, "file.py")
    for text, code in (("each(0)", "FA304"), ('{"y": each(1)}', "FA305"), ("lambda: 1", "FA304"), ("each(", "FA004")):
        with pytest.raises(Rejected) as caught:
            parse_relation(text, program, "f")
        assert [(item.code, item.path) for item in caught.value.diagnostics] == [(code, "--neighbors")]
    with pytest.raises(Rejected) as caught:
        parse_delta("2", program)
    assert [(item.code, item.path) for item in caught.value.diagnostics] == [("FA303", "--delta")]


SCALES = """
from faier import Positive, laplace, mechanism

EPS = Positive(1)
SCALE = 2 / EPS


def noisy(x, eps):
    return x + laplace(3 / eps)


@mechanism
def f():
    half = EPS / 2
    {line}
"""


@pytest.mark.parametrize(
    "line",
    ["return noisy(1, EPS)", "return laplace(SCALE)", "return laplace(1 / half)", "return laplace(-1 / (2 * EPS))"],
)
def test_what_is_divided_by_every_epsilon_is_read_and_shown(line: str) -> None:
    program = parse(SCALES.format(line=line), "k.py")
    assert dict(program.constants)["SCALE"] == Budget(fmpq(2), "EPS", inverse=True)
    assert parse(show(program), "k.py") == program


@pytest.mark.parametrize("line", ["return EPS", "if EPS > 1:\n        return 1", "flip(2 / EPS)", "return [EPS]"])
def test_every_epsilon_does_not_stand_where_nothing_can_be_done_with_it(line: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(SCALES.format(line=line).replace("laplace,", "flip, laplace,"), "k.py")
    assert {item.code for item in caught.value.diagnostics} == {"FA211"}
