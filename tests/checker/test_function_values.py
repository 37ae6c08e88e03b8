# ruff: noqa: E501
"""Functions as values, of constants, of variables and as arguments: the checker against Python, every draw tried."""

import pytest
from test_functions import ONE, by_checker, by_python

from faier.checker.outcome import Hole

HEAD = """from faier import Int, Vector, choice, flip, mechanism, uniform


def double(x, by=2):
    return x * by


def noisy(x):
    return x + flip(1 / 3)


def twice(f, x):
    return f(f(x))


def rows(x):
    return [[x], [1]]


FS = [double, noisy, lambda x: x - N]
NAMED = {"a": (noisy, 1), "b": (lambda x: double(x) + 1, 2)}
N = 3


"""
BODIES = [
    "    return [f(x) for f in FS], FS[x](1), FS[x - 1](x)\n",
    "    return {name: f(x) * k for name, (f, k) in NAMED.items()}['b'], twice(noisy, x), twice(FS[2], x)\n",
    "    f = double if flip(1 / 2) else noisy\n    g = f\n    out = []\n    while x < 3:\n        x = x + 1\n        out.append(g(x))\n        g = FS[2]\n    return out\n",
    "    f, k = NAMED['a']\n    return f(k), list(map(double, [x, 1])), sorted([x, 1], key=double), f is None, FS[0](x) + FS[1](0)\n",
    "    def inner(y):\n        return y + x\n\n    return twice(inner, 1), FS[0](x, 3), FS[0](x=x), FS[0](*[x]), FS[0](x, **{'by': x})\n",
]
HOLES = [
    "    return noisy\n",
    "    return noisy == double\n",
    "    return noisy in FS\n",
    "    return f'{noisy}'\n",
    "    return {noisy: 1}[noisy]\n",
    "    return FS[0](x, 3, 4)\n",
    "    return FS[0](y=x)\n",
    "    return FS[0](*[x] * 3)\n",
    "    return N(x)\n",
    "    f = [noisy]\n    return f(x)\n",
    "    return 1 if noisy else 0\n",
    "    f = rows\n    table = f(x)\n    table[0].append(1)\n    return table\n",
    "    len = noisy\n    return len(x)\n",
    "    return list(map(FS[uniform(0, 1)], [x, 1]))\n",
    "    return sorted([x, 1], key=FS[uniform(0, 1)])\n",
    "    return list(filter(FS[2 * flip(1 / 2)], [x, 1]))\n",
    "    f = noisy\n    return list(map(f, [len([f := double]), x]))\n",
    "    i = 0\n    return list(filter(FS[i], [(i := 1), x]))\n",
]


def test_functions_are_values(monkeypatch) -> None:
    for body in BODIES:
        text = HEAD + ONE + body
        for x in range(3):
            expected = by_python(text, x, monkeypatch)
            assert {tuple(key): weight for key, weight in by_checker(text, x).items()} == expected


@pytest.mark.parametrize("body", HOLES)
def test_what_is_done_to_a_function_is_a_hole(body) -> None:
    with pytest.raises(Hole):
        by_checker(HEAD + ONE + body, 1)


@pytest.mark.parametrize(
    "more",
    [
        "def put(t):\n    t.append(1)\n    return 1\n\n\nGS = [put]\n\n\n",
        "def some(t):\n    yield t\n\n\nGS = [some]\n\n\n",
        "GS = [lambda x: sorted([x, 1], key=lambda y: -y)]\n\n\n",
        "GS = [lambda x: list(map(lambda y: -y, [x]))]\n\n\n",
        "GS = [lambda x, y=N: x]\n\n\n",
    ],
)
def test_functions_that_are_no_values(more) -> None:
    with pytest.raises(Hole):
        by_checker(HEAD + more + ONE + "    return FS[0](x)\n", 1)
