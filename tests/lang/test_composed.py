"""Pipelines that `reduce` makes of functions are what Python makes of them."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

PARTS = """\
import functools
from functools import partial, reduce


def twice(x):
    return 2 * x


def below(limit, x):
    return min(x, limit)


def noisy(x):
    return x + flip(1 / 3)


def then(f, g):
    return lambda x: g(f(x))


def both(f, g):
    def inner(x):
        return f(x) * 10 + g(x)

    return inner


"""
COMPOSE = "def compose(*functions):\n    return {}\n\n\n"
MECHANISM = "@mechanism\ndef f(x: Int[1, 2]):\n    return {}\n"

FORWARD = "reduce(lambda f, g: lambda x: g(f(x)), functions)"
MADE = {
    "of three": (FORWARD, "compose(twice, partial(below, 4), noisy)"),
    "in the other order": (FORWARD.replace("g(f(x))", "f(g(x))"), "compose(twice, partial(below, 4), noisy)"),
    "of one": (FORWARD, "compose(noisy)"),
    "from the same": (FORWARD[:-1] + ", lambda x: x)", "compose(noisy, twice, noisy)"),
    "from the same alone": ("functools.reduce(then, functions, noisy)", "compose()"),
    "of lambdas": (FORWARD, "compose(lambda x: x + 1, lambda y: [y, noisy(y)], sum)"),
    "of what is composed": (FORWARD, "compose(compose(noisy, twice), compose(twice, noisy))"),
    "by a function": ("reduce(then, functions)", "compose(noisy, twice, noisy)"),
    "by a function in it": ("reduce(both, functions)", "compose(noisy, twice, noisy)"),
}


@pytest.mark.parametrize("name", MADE)
def test_of_all_that_is_given(name: str) -> None:
    composed, made = MADE[name]
    text = PARTS + COMPOSE.format(composed)
    assert_as_python(f"{text}release = {made}\n\n\n" + MECHANISM.format("release(x)"), written=False)


def test_where_it_is_called() -> None:
    composed, made = MADE["of three"]
    assert_as_python(PARTS + COMPOSE.format(composed) + MECHANISM.format(f"{made}(x)"), written=False)


@pytest.mark.parametrize(
    "made",
    [
        "reduce(then, [noisy, twice, noisy])",
        "functools.reduce(both, (noisy, twice, noisy))",
        "reduce(lambda f, g: lambda x: f(x) + 4 * g(x), [noisy, twice], noisy)",
    ],
)
def test_of_what_is_written(made: str) -> None:
    assert_as_python(f"{PARTS}release = {made}\n\n\n" + MECHANISM.format("release(x)"), written=False)
    assert_as_python(PARTS + MECHANISM.format(f"({made})(x)"), written=False)


@pytest.mark.parametrize(
    "text",
    [
        COMPOSE.format(FORWARD) + "STEPS = [noisy, twice]\nrelease = compose(*STEPS)\n",
        COMPOSE.format(FORWARD) + "release = compose()\n",
        "release = reduce(lambda f, g: lambda x, y=flip(1 / 2): g(f(x)), [noisy, twice])\n",
        "reduce = max\nrelease = reduce(then, [noisy, twice])\n",
    ],
)
def test_other_forms_are_left(text: str) -> None:
    with pytest.raises(Rejected):
        parse(HEAD + PARTS + text + MECHANISM.format("release(x)"), "a.py", {})


def test_what_is_around_a_lambda_is_not_lost() -> None:
    body = "reduce(lambda f, g: lambda y: g(f(y)) + x, [noisy, twice])(1)"
    with pytest.raises(Rejected):
        parse(HEAD + PARTS + MECHANISM.format(body), "a.py", {})
