"""`it = iter(xs)`, and then `next(it)`, `next(it, 0)`, `for x in it`, `sum(it)`: what is left comes."""

from __future__ import annotations

import random

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

BODIES = [
    "it = iter(xs)\n    first = next(it)\n    rest = sum(it)\n    return first, rest",
    "it = iter(xs)\n    out = []\n    while (a := next(it, None)) is not None:\n"
    "        out.append((a, next(it, 7)))\n    return out",
    "ys = [x + 1 for x in xs]\n    it = iter(ys)\n    out = [next(it)]\n"
    "    for a in it:\n        out.append(a * next(it, 3))\n"
    "        if len(out) > 2:\n            break\n    else:\n        out.append(9)\n    return out, ys, xs[0], len(xs)",
    "it, total = 3, 0\n    its = iter(xs)\n    for _ in range(2):\n        total += next(its) if flip(1 / 3) else 5\n"
    "    return [total + y for y in its]",
    "ys = list(xs)\n    it = iter(ys)\n    ys.append(3)\n    return next(it)",
    "it = iter(xs)\n    def f():\n        return next(it)\n    return f()",
    "it = iter(xs)\n    try:\n        return next(it)\n    except IndexError:\n        return 5",
]
REFUSED = [
    "ys = list(xs)\n    it = iter(ys)\n    zs = ys\n    zs.append(3)\n    return next(it)",
    "it = iter(xs)\n    return [(a, next(it)) for a in it]",
]


@pytest.mark.parametrize("body", BODIES)
def test_one_after_the_other(body: str) -> None:
    assert_as_python(f"@mechanism\ndef f(xs: Vector[Int[0, 1], 3]):\n    {body}\n", written=False)


@pytest.mark.parametrize(
    "body",
    [
        "it = iter(xs)\n    return sum(it), next(it)",
        "it = iter(xs)\n    for _ in range(2):\n        y = sum(it)\n    return y + next(it)",
    ],
)
def test_nothing_is_left(body: str) -> None:
    with pytest.raises(Rejected, match="FA403: this raises StopIteration"):
        assert_as_python(f"@mechanism\ndef f(xs: Vector[Int[0, 1], 3]):\n    {body}\n")


@pytest.mark.parametrize("body", REFUSED)
def test_what_python_does_otherwise_is_refused(body: str) -> None:
    with pytest.raises(Rejected):
        parse(f"{HEAD}@mechanism\ndef f(xs: Vector[Int[0, 1], 3]):\n    {body}\n", "file.py")


def attacked(seed: int) -> bool:
    """Whether a random program of such steps is read: then it does what Python does."""
    pick = random.Random(seed).choice
    lines = ["ys = [*xs, 2, 3, 4]", "it = iter(ys)", "out = []"]
    steps = ["out.append(next(it, 9))", "for a in it:", "if xs[0] == next(it, 0):", "out += [next(it, None)]"]
    steps += ["while len(out) < 3:", "out.append(len(ys))", "out.append(sum(it))", "ys.append(1)", "out += list(it)"]
    depth = 0
    for _ in range(pick([3, 4, 5, 6])):
        line = pick(steps)
        lines.append("    " * depth + line)
        depth += line.endswith(":")
    if lines[-1].endswith(":"):
        lines.append("    " * depth + "out.append(next(it, 8))")
    lines += [pick(["return out, sum(it)", "return out", "return out, next(it, 5)"])]
    text = "@mechanism\ndef f(xs: Vector[Int[0, 1], 1]):\n" + "".join(f"    {line}\n" for line in lines)
    if "while" in text and "out.append" not in text.partition("while")[2].partition("return")[0]:
        return False  # a loop without end
    try:
        assert_as_python(text, written=False)
    except Rejected:
        return False
    return True


def test_random_steps() -> None:
    assert sum(map(attacked, range(30))) >= 3
