"""Chains of steps, put together by operators, lists and `reduce`, as Python runs them."""

from __future__ import annotations

from random import Random

import pytest
from as_python import assert_as_python

HEAD = """
from functools import reduce


class Listed:
    def __init__(self, *steps):
        self.steps = steps

    def __or__(self, step):
        return Listed(*self.steps, step)

    def __rshift__(self, step):
        return Listed(*self.steps, step)

    def __call__(self, x):
        for step in self.steps:
            x = step(x)
        return x


class Nested:
    def __init__(self, fn):
        self.fn = fn

    def __rshift__(self, other):
        return Nested(lambda x: other(self.fn(x)))

    def __or__(self, other):
        return Nested(lambda x: other(self.fn(x)))

    def __call__(self, x):
        return self.fn(x)


class Plus:
    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        return x + self.k


def twice(x):
    return 2 * x


def coin(x):
    return x + flip(1 / 3)


def times(k):
    return lambda x: k * x


def above(least):
    def found(x):
        return x if x > least else least

    return found


def compose(*steps):
    return reduce(lambda f, g: lambda x: g(f(x)), steps)


def then(f, g):
    return lambda x: g(f(x))


def in_turn(steps):
    def run(x):
        for step in steps:
            x = step(x)
        return x

    return run


shift = lambda k: lambda x: x - k


"""
STEPS = [
    "abs",
    "twice",
    "coin",
    "Plus(2)",
    "times(3)",
    "above(1)",
    "shift(1)",
    "(lambda y: y * y)",
    "(lambda y: y + x)",
]
STEPS += ["compose(abs, coin)", "Listed(twice, coin)", "Nested(twice)"]
FORMS = [
    lambda steps: f"(Listed() | {' | '.join(steps)})(x)",
    lambda steps: f"(Listed() >> {' >> '.join(steps)})(x - 1)",
    lambda steps: f"(Nested(lambda v: v) >> {' >> '.join(steps)})(x)",
    lambda steps: f"(Nested({steps[0]}) | {' | '.join(steps)})(x - 1)",
    lambda steps: f"compose({', '.join(steps)})(x)",
    lambda steps: f"reduce(then, [{', '.join(steps)}])(x)",
    lambda steps: f"in_turn([{', '.join(steps)}])(x - 1)",
    lambda steps: f"reduce(lambda v, step: step(v), [{', '.join(steps)}], x)",
]


@pytest.mark.parametrize("seed", range(4))
def test_chains_of_steps(seed: int) -> None:
    random = Random(seed)
    form = random.choice(FORMS)
    steps = random.sample(STEPS, random.randint(1, 4))
    call, given = form(steps).rsplit("(", 1)
    body = f"    run = {call}\n    return run({given}\n" if not call.startswith("reduce(lambda") else ""
    body = body or f"    return {form(steps)}\n"
    assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 2]):\n{body}", written=False)


CURRIED = [
    "reduce(lambda f, g: lambda v: g(f(v)), [abs, twice])(x)",
    "(lambda a: lambda b: a - b)(x)(3)",
    "[step(k)(x) for k in range(2) for step in (shift, times)]",
    "{'a': lambda a: lambda b: a + b}['a'](x)(2)",
    "in_turn([(lambda k: lambda v: v - k)(x), abs])(1)",
]


def test_lambdas_that_make_others() -> None:
    value = ", ".join(CURRIED)
    assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 2]):\n    return {value}\n", written=False)
