"""Laplace and normal noise in the short semantics: exact probabilities, and densities where reals are shown."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import erfc, exp, log, sqrt
from typing import Any, Literal

import pytest
from flint import fmpq

from faier.exact import exponential, nearest_float, substitute, unknowns
from faier.lang import parse
from faier.lang.failures import Failure
from faier.lang.values import Between, Near, Sequence, Value, make
from faier.semantics import denote

HEAD = """from fractions import Fraction
from math import ceil, floor

from faier import Int, Positive, Vector, clamp, flip, gaussian, geometric, laplace, mechanism

EPS = Positive(1)


@mechanism
"""
ANY = Between(None, None)


def shown(value: Any) -> Value:
    if isinstance(value, tuple):
        return Sequence("tuple", tuple(map(shown, value)))
    return value if isinstance(value, Near | Between) else make(value)


def chance(body: str, *output: Any, ended: bool = True, **inputs: Any) -> float:
    """How likely, or how dense, the output of `f` is."""
    program = parse(HEAD + body, "m.py")
    values = tuple(map(shown, output))
    found = denote.probability(program, "f", {name: make(value) for name, value in inputs.items()}, values, ended)
    assert not unknowns(found), found
    return nearest_float(found)


def of(expression: str, *output: Any) -> float:
    return chance(f"def f(x: Int[0, 4]):\n    y = laplace(1)\n    return {expression}\n", *output, x=1)


@pytest.mark.parametrize(
    "expression, output, expected",
    [
        ("x + laplace(2)", Near(fmpq(3)), exp(-1) / 4),
        ("x + 2 * laplace(1)", Near(fmpq(3)), exp(-1) / 4),
        ("x - laplace(2) / 3", Near(fmpq(3)), 3 * exp(-3) / 4),
        ("laplace(1) + laplace(1)", Near(fmpq(2)), 3 * exp(-2) / 4),
        ("laplace(1) + laplace(2)", Near(fmpq(3)), (2 * exp(-1.5) - exp(-3)) / 6),
        ("x + laplace(2) >= 3", True, exp(-1) / 2),
        ("laplace(1) - laplace(1) > x", True, 3 * exp(-1) / 4),
        ("y", Between(fmpq(1), None), exp(-1) / 2),
        ("(y, round(y))", (Near(fmpq(1, 2), -1), 0), exp(-0.5) / 2),
        ("(y, round(y))", (Near(fmpq(1, 2), -1), 1), 0),
        ("(y, round(y))", (Near(fmpq(1, 2), 1), 1), exp(-0.5) / 2),
        ("y", Between(fmpq(-1), fmpq(2)), 1 - (exp(-1) + exp(-2)) / 2),
        ("y", Between(None, fmpq(2)), 1 - exp(-2) / 2),
        ("(y, laplace(1))", (ANY, Between(fmpq(2), None, ((0, fmpq(1)),))), exp(-2)),
        (
            "(2, x + gaussian(2), gaussian(3))",
            (2, ANY, Between(None, fmpq(7, 2), ((1, fmpq(2)),))),
            erfc(-0.3 / sqrt(2)) / 2,
        ),
        ("(y, 1, -y)", (ANY, 1, Between(fmpq(-1), None, ((0, fmpq(1)),))), 0),
        ("max(y, x)", Between(fmpq(0), fmpq(2)), (exp(-1) - exp(-2)) / 2),
        ("(gaussian(2), x)", (Between(fmpq(1), None), 1), erfc(0.5 / sqrt(2)) / 2),
        ("abs(y)", Near(fmpq(1)), exp(-1)),
        ("abs(y)", Near(fmpq(-1)), 0),
        ("max(y, x)", 1, 1 - exp(-1) / 2),
        ("max(y, x)", Near(fmpq(1), 1), exp(-1) / 2),
        ("max(y, x)", Near(fmpq(1), -1), 0),
        ("(y, y > 1)", (Near(fmpq(1), 1), True), exp(-1) / 2),
        ("(y, y > 1)", (Near(fmpq(1), -1), True), 0),
        ("(y, y + x)", (Near(fmpq(1)), Near(fmpq(3))), 0),
        ("(y, laplace(2) - y)", (Near(fmpq(1)), Near(fmpq(3))), exp(-1) / 2 * exp(-2) / 4),
        ("y", 0, 0),
        ("y - y", Near(fmpq(0)), 0),
        ("round(x + laplace(1))", 1, 1 - exp(-0.5)),
        ("int(y)", 0, 1 - exp(-1)),
        ("floor(y)", -1, (1 - exp(-1)) / 2),
        ("ceil(y)", 1, (1 - exp(-1)) / 2),
        ("y // 2", 0, (1 - exp(-2)) / 2),
        ("y // -2", -1, (1 - exp(-2)) / 2),
        ("y % 1 < Fraction(1, 2)", True, 0.5),
        ("round(y) == floor(y)", True, 0.5),
        ("round(y) % 2", 0, 1 - exp(-0.5) + (exp(0.5) - exp(-0.5)) * exp(-2) / (1 - exp(-2))),
        ("clamp(x + laplace(1), 0, 2)", 2, exp(-0.5) / 2),
        ("sorted([y, 2, 0])[1]", 2, exp(-2) / 2),
        ("min(round(y), 1)", 1, exp(-0.5) / 2),
        ("geometric(Fraction(1, 2)) + y >= 0", True, 0.5),
        ("bool(y)", True, 1),
        ("y == 0", False, 1),
        ("gaussian(2) > x", True, erfc(0.5 / sqrt(2)) / 2),
        ("-1 < gaussian(1) + gaussian(1) <= x", True, 1 - erfc(sqrt(0.5) / sqrt(2))),
        ("isinstance(y, int)", False, 1),
        ("sum([y, y, 1])", Near(fmpq(3)), exp(-1) / 4),
        ("[y, laplace(1)] < [0, 5]", True, 0.5),
    ],
)
def test_what_is_shown_has_this_weight(expression: str, output: Any, expected: float) -> None:
    assert of(expression, output) == pytest.approx(expected, rel=1e-12, abs=1e-15)


SHOWN_AGAIN = """def f(x: Int[0, 1]):
    best = laplace(1)
    yield best
    best = {}
    yield best
"""


def test_what_was_shown_is_known() -> None:
    """Shown again it is infinitely dense where it was: what is added to that is of another kind."""
    for kept in "best + x", "max(best, laplace(1))":
        for again in Near(fmpq(1), 1), Near(fmpq(2), -1):
            assert chance(SHOWN_AGAIN.format(kept), Near(fmpq(2), 1), again, x=0) == 0
    programs = [parse(HEAD + SHOWN_AGAIN.format(again), "m.py") for again in ("best", "max(best, laplace(1))")]
    output = Near(fmpq(2), 1), Near(fmpq(2), 1)
    once, largest = (denote.probability(program, "f", {"x": 0}, output, True) for program in programs)
    assert denote.comparable(once, 3 * once) == (exponential(fmpq(-2)) / 2, 3 * exponential(fmpq(-2)) / 2)
    with pytest.raises(Failure, match="infinite"):
        denote.comparable(once, largest)


def test_what_cannot_be_has_no_chance() -> None:
    """The real is below a number: that its floor is not, has measure 0."""
    body = """def f(x: Int[0, 1]):
    y = laplace(1)
    if Fraction(1, 2) <= y < Fraction(3, 2):
        n = round(y)
        return n >= 2, y
    return 0
"""
    assert chance(body, (False, Near(fmpq(1))), x=0) == pytest.approx(exp(-1) / 2, rel=1e-12)
    assert chance(body, (True, Near(fmpq(1))), x=0) == 0


def test_a_real_that_cannot_be_where_it_is_seen_ends_the_looking() -> None:
    """What is bound to a draw that cannot be there has no density of its own any more."""
    body = "def f(x: Int[0, 1]):\n    y, z = laplace(1), laplace(1)\n    return {} if y > 0 and z > y else 0\n"
    for together in "(y, z)", "[y, 1 + z, y + z]":
        rest = (Near(fmpq(1)),) if together == "(y, z)" else (Near(fmpq(2)), Near(fmpq(0)))
        program = parse(HEAD + body.format(together), "m.py")
        kind = "tuple" if together.startswith("(") else "list"
        output = Sequence(kind, (Near(fmpq(-1)), *rest))
        assert denote.probability(program, "f", {"x": make(0)}, (output,), True) == 0
    assert chance(body.format("(y, z)"), (Near(fmpq(1)), Near(fmpq(2))), x=0) == pytest.approx(exp(-3) / 4)


PRIORS = """
from faier import Real, laplace, gaussian, mechanism, prior, secret, flip, assume


@prior
def incomes():
    rich = flip(1 / 4)
    secret(rich)
    income = laplace(1)
    assume(income > -1)
    return income + rich


@mechanism
def f(x: Real):
    yield x > 1
    yield x + laplace(1)
"""


def test_a_prior_gives_reals() -> None:
    """Given that the first draw exceeds 0 it is as far above, for one of the secrets; for the other it exceeds 1."""
    program = parse(PRIORS, "m.py")
    weights, masses = denote.joint_probability(program, "f", "incomes", {}, {}, (True,), False)
    shown, _ = denote.joint_probability(program, "f", "incomes", {}, {}, (True, Near(fmpq(0))), True)
    found = {yes: [nearest_float(each[yes]) for each in (weights, masses, shown)] for yes in (True, False)}
    above = 1 - exp(-1) / 2
    assert found[True] == pytest.approx([1 / 8, above / 4, exp(-1) / 32])
    assert found[False] == pytest.approx([3 * exp(-1) / 8, 3 * above / 4, 3 * exp(-2) / 32])


def test_a_normal_density_is_known_up_to_a_constant() -> None:
    """The same everywhere, whatever the deviation is."""
    program = parse(HEAD + "def f(x: Int[0, 4]):\n    return x + gaussian(2)\n", "m.py")
    found = denote.probability(program, "f", {"x": 1}, (Near(fmpq(2)),), True)
    (name,) = unknowns(found)
    assert nearest_float(substitute(found, {name: fmpq(1)})) == pytest.approx(exp(-1 / 8) / 2, rel=1e-12)


def test_an_unknown_epsilon_is_a_rate() -> None:
    body = "def f(x: Int[0, 4]):\n    return laplace(1 / EPS) + x >= 2\n"
    found = denote.probability(parse(HEAD + body, "m.py"), "f", {"x": 1}, (True,), True)
    assert str(found) == "<exp(-EPS) / 2>"


def test_normal_noise_is_not_looked_at_in_two_ways() -> None:
    with pytest.raises(Failure, match="normal"):
        chance("def f():\n    y, z = laplace(1), gaussian(1)\n    return z > y, y > 0\n", (True, True))


SPARSE_VECTOR = """def f(x: Vector[Int[0, 2], 2]):
    threshold = 1 + laplace(2)
    for answer in x:
        if answer + laplace(4) >= threshold:
            yield True
            return
        yield False
"""
NOISY_MAXIMUM = """def f(x: Vector[Int[0, 2], 3]):
    noisy = [count + laplace(2) for count in x]
    return max(range(3), key=lambda i: noisy[i])
"""


@pytest.mark.parametrize(
    "body, outputs, inputs, expected",
    [
        (SPARSE_VECTOR, [(True,), (False, True), (False, False)], product(range(3), repeat=2), 0.424249072184007),
        (NOISY_MAXIMUM, [(0,)], product((0, 1), (1, 2), (1, 2)), 0.853279593806953),
    ],
)
def test_known_mechanisms_lose_what_they_lose(
    body: str, outputs: list[Any], inputs: Iterable[Any], expected: float
) -> None:
    rows = [(row, [chance(body, *output, x=[*row]) for output in outputs]) for row in inputs]
    near = [
        (p, q) for (x, p), (y, q) in product(rows, repeat=2) if all(abs(a - b) <= 1 for a, b in zip(x, y, strict=True))
    ]
    assert max(log(a / b) for p, q in near for a, b in zip(p, q, strict=True)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("made", ["y + clamp(y, -1, 1)", "2 * y - round(y)"])
@pytest.mark.parametrize("asked", ["clamp(z, 0, 1)", "clamp(-z, 0, 1)", "ceil(z) - z // 1"])
@pytest.mark.parametrize("at, side", [(fmpq(1, 2), -1), (fmpq(1, 2), 1), (fmpq(1), -1)])
def test_a_real_seen_just_beside_a_number_was_rounded_to_something(
    made: str, asked: str, at: fmpq, side: Literal[-1, 1]
) -> None:
    body = f"def f():\n    y = laplace(1 / 2)\n    z = {made}\n    whole = {asked}\n    yield %s\n"
    seen = Near(at, side)
    ways = sum(chance(body % "(z, whole)", (seen, k), ended=False) for k in (0, 1))
    assert ways == pytest.approx(chance(body % "z", seen, ended=False))
