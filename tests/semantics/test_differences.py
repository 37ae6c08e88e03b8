"""Sums of draws on all integers: a draw where nothing is known of the parts, else compared as they are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from faier.lang import parse
from faier.limits import LimitReached, Limits
from faier.semantics import denote
from faier.semantics.explore import explore
from faier.semantics.process import Process
from faier.semantics.unfold import unfold

HEAD = "from faier import Int, clamp, geometric, mechanism\n\n@mechanism\ndef shown(x: Int[0, 1]):\n"
BODIES = [
    "a, b = x + geometric(1 / 2), geometric(1 / 4)\n    return a - b >= 0, a >= b",
    "a, b = x + geometric(1 / 2), geometric(1 / 4)\n    return (a - b > 1) == (a > b + 1)",
    "a, b = x + geometric(1 / 2), geometric(1 / 4)\n    if a > b:\n        return a - b > 2\n    return b - a > 2",
    "a, b = x + geometric(1 / 2), geometric(1 / 4)\n    gap = a - b\n    return gap > 0, gap > 1, 2 * gap > 3",
    "a, b = x + geometric(1 / 2), geometric(1 / 4)\n    s = b + a\n    return clamp(s, 0, 2), clamp(abs(s), 0, 1)",
    "a, b = geometric(1 / 2), geometric(1 / 4)\n    return a + b - a > x, -(a - b) + x < b + x",
    "a, b = geometric(1 / 2), geometric(1 / 4)\n    return a - b == x, 1 / 2 < a + b, a - b != 0",
    "a, b = geometric(1 / 2), geometric(1 / 4)\n    while b - a + x > 1:\n        return 1\n    return 0",
    "return clamp(sum([geometric(1 / 2) for _ in range(2)]) - geometric(1 / 4) + x, -1, 1)",
]


def chances(body: str, x: int) -> tuple[dict[object, Fraction], dict[object, Fraction]]:
    """By both semantics."""
    program = parse(HEAD + f"    {body}\n", "differences.py")
    process = explore(program, "shown", Limits())
    if not isinstance(process, Process):
        process = unfold(process, None, Limits()).process
    found: dict[object, Fraction] = {}
    (start,) = process.start
    for target, weight in process.states[start[0]].rows[x]:
        value = process.states[target].value
        found[value] = found.get(value, Fraction(0)) + Fraction(int(weight.p), int(weight.q))
    obvious = denote.outputs(program, "shown", {"x": x})
    told = {output[0]: Fraction(int(chance.p), int(chance.q)) for (output, _), chance in obvious.items()}
    return found, told


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("x", [0, 1])
def test_both_semantics_say_the_same(body: str, x: int) -> None:
    found, told = chances(body, x)
    assert found == told and sum(told.values()) == 1


@pytest.mark.parametrize(
    "body",
    [
        "a, b = geometric(1 / 2), geometric(1 / 4)\n    return a - 2 * b if a > b else x",
        "a, b, c = geometric(1 / 2), geometric(1 / 4), geometric(1 / 4)\n    return a > b, a + b - c > x",
        "a, b = geometric(1 / 2), geometric(1 / 4)\n    return 2 * a > 3 * b + x",
    ],
)
def test_what_is_not_followed_is_no_error_of_the_file(body: str) -> None:
    with pytest.raises(LimitReached, match=r"line [0-9]+: .* is not followed") as reached:
        chances(body, 0)
    assert reached.value.name == "draws"
