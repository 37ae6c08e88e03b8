"""Loops whose variables take infinitely many values are refused by a proof; large loops with an end are not."""

from __future__ import annotations

from random import Random

import asked
import pytest
from flint import fmpq

from faier.lang import parse, rays
from faier.lang.diagnostics import Diagnostic, Rejected
from faier.lang.rays import Dust, Ray, Rest, Unclear
from faier.limits import LimitReached, Limits
from faier.semantics.explore import explore
from faier.semantics.explore.silent import solve, visits

HEAD = (
    "from fractions import Fraction\n"
    "from faier import Int, Stream, clamp, flip, geometric, mechanism, prior, secret, uniform\n"
)
SMALL = Limits(states=40_000)


def refusal(body: str, parameters: str = "x: Int[0, 1]") -> Diagnostic:
    text = HEAD + f"@mechanism\ndef m({parameters}):\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    with pytest.raises(Rejected) as caught:
        explore(parse(text, "m.py"), "m", SMALL)
    (found,) = caught.value.diagnostics
    return found


# The body, the variable that is named, the line of the loop (the body begins on line 5).
ENDLESS = [
    ("n = x\nwhile flip(1 / 2):\n    n += 2\nreturn n", "`n`", 6),
    ("n = x\nwhile flip(1 / 2):\n    n -= 3\nreturn n", "`n`", 6),
    ("n = x\nwhile n != 5:\n    n += 1 if flip(1 / 2) else -1\nreturn flip(1 / 2)", "`n`", 6),
    ("n = x\nwhile n != 5000:\n    n += 1 if flip(1 / 2) else -1\nreturn flip(1 / 2)", "`n`", 6),
    ("n = x\nwhile n >= 0:\n    n += 1\nreturn n", "`n`", 6),
    ("n = x + 1\nwhile flip(1 / 2):\n    n *= 2\nreturn n", "`n`", 6),
    ("n = 1\nwhile flip(1 / 2):\n    n = -2 * n\nreturn n", "`n`", 6),
    (
        "n = x\nwhile any([flip(1 / 2) for _ in range(2)]):\n    n += uniform(0, 1)\nreturn n % 2",
        "`n`",
        6,
    ),
    ("n = x\nwhile flip(1 / 2):\n    n = max(n + 1, 3)\nreturn n", "`n`", 6),
    ("n = x\nwhile flip(1 / 2):\n    n = abs(n) + 1\nreturn n", "`n`", 6),
    (
        "a = b = 0\nwhile flip(1 / 2):\n    if flip(1 / 2):\n        a += 1\n    else:\n        b += 1\nreturn a > b",
        "`a`",
        6,
    ),
    ("a = b = 0\nwhile flip(1 / 2):\n    a, b = a + 1, b - 2\nreturn a > b", "`a`", 6),
    ("counts = [0, 0]\nwhile flip(1 / 2):\n    counts[flip(1 / 2)] += 1\nreturn counts[x]", "`counts`", 6),
    ("v = x\nwhile flip(1 / 2):\n    v = (v, 1)\nreturn v", "`v`", 6),
    ("v = x\nwhile flip(1 / 2):\n    v = [v, v]\nreturn v", "`v`", 6),
    ("v = [x]\nwhile flip(1 / 2):\n    v = v + [1]\nreturn len(v)", "`v`", 6),
    ("v = [x]\nwhile flip(1 / 2):\n    v = [1] + v\nreturn v[0]", "`v`", 6),
    ("v = (x,)\nwhile flip(1 / 2):\n    v = (*v, 1)\nreturn v", "`v`", 6),
    ("v = Fraction(1, 2)\nwhile flip(1 / 2):\n    v = v / 2\nreturn flip(v)", "`v`", 6),
    ("v = Fraction(1, 2)\nwhile flip(v):\n    v = v * Fraction(2, 3)\nreturn flip(1 - v)", "`v`", 6),
    ("while True:\n    n = x\n    while flip(1 / 2):\n        n += 2\n    yield n", "`n`", 7),
    ("n = x\nwhile True:\n    n += 1\n    yield flip(1 / (1 + n))", "`n`", 6),
    ("for _ in range(3):\n    n = x\n    while flip(1 / 2):\n        n += 2\nreturn n", "`n`", 7),
    ("n = 0\nwhile n < 3 or flip(1 / 2):\n    n += 1\nelse:\n    return n\nreturn x", "`n`", 6),
]


@pytest.mark.parametrize(("body", "name", "line"), ENDLESS)
def test_a_loop_with_infinitely_many_states_is_named(body: str, name: str, line: int) -> None:
    found = refusal(body.replace("(*v, 1)", "v + (1,)"))
    assert (found.code, found.span.line) == ("FA408", line)
    assert found.message.startswith(f"{name} can grow without end in this loop")
    assert "None" not in found.message
    assert "bounded by clamp" in found.hint


def test_streams_that_are_counted() -> None:
    counted = "n = 0\nfor a in x:\n    n += a\n    yield flip(1 / 2)"
    found = refusal(counted, "x: Stream[Int[0, 1]]")
    assert (found.code, found.span.line) == ("FA408", 6) and "`n`" in found.message
    numbered = "for at, a in enumerate(x):\n    day = at\n    yield a"
    found = refusal(numbered, "x: Stream[Int[0, 1]]")
    assert (found.code, found.span.line) == ("FA408", 5) and "`enumerate` counts" in found.message
    both = "n = 0\nfor at, a in enumerate(x):\n    n += 1\n    day = n\n    yield flip(1 / 2)"
    found = refusal(both, "x: Stream[Int[0, 1]]")
    assert (found.code, found.span.line) == ("FA408", 6) and "`n`" in found.message


def test_a_loop_in_a_helper_is_named_there() -> None:
    text = HEAD + (
        "def waited():\n    n = 0\n    while flip(1 / 2):\n        n += 2\n    return n\n"
        "@mechanism\ndef m(x: Int[0, 1]):\n    return x + waited()\n"
    )
    with pytest.raises(Rejected) as caught:
        asked.tight(text, "m", "each(1)")
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.line) == ("FA408", 5)


def test_a_loop_in_a_prior_is_named_there() -> None:
    text = HEAD + (
        "@prior\ndef p():\n    s = flip(1 / 2)\n    secret(s)\n    n = 0\n"
        "    while flip(1 / 2):\n        n += 1\n    return n % 2\n"
        "@mechanism\ndef m(x: Int[0, 1]):\n    return x\n"
    )
    with pytest.raises(Rejected) as caught:
        asked.tight(text, "m", prior="p")
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.line) == ("FA408", 8)


FINITE = [
    "n = x\nwhile n < 2000 and flip(1 / 2):\n    n += 1\nreturn n > 1000",
    "n = x\nwhile n < 30000:\n    n += 1\nreturn flip(1 / 2)",
    "n = x\nwhile -60 < n < 60:\n    n += 1 if flip(1 / 2) else -1\nreturn n > 0",
    "n = x\nwhile flip(1 / 2):\n    n = min(n + 1, 700)\nreturn n > 3",
    "n = x\nwhile flip(1 / 2):\n    n = (n + 1) % 500\nreturn n > 3",
    "n = x\nwhile flip(1 / 2):\n    n = clamp(n + geometric(1 / 2), 0, 30)\nreturn n > 3",
    "n = x\nwhile flip(1 / 2):\n    n = 0 if n == 900 else n + 1\nreturn n > 3",
    "n = x\nwhile n * n < 500000:\n    n += 1\nreturn flip(1 / 2)",
    "n = x + 1\nwhile n < 10 ** 200:\n    n *= 2\nreturn flip(1 / 2)",
    "v = []\nwhile len(v) < 300:\n    v = v + [1]\nreturn flip(1 / 2)",
    "v = [x]\nfor i in range(400):\n    v = v + [1]\nreturn len(v) + flip(1 / 2)",
    "v = x\nfor i in range(120):\n    v = (v, 1)\nreturn flip(1 / 2)",
    "v = Fraction(1)\nwhile v > Fraction(1, 10 ** 100):\n    v = v / 2\nreturn flip(v)",
    "n = 0\nwhile [n, x] != [400, x]:\n    n += 1\nreturn flip(1 / 2)",
    "n = 0\nwhile n not in (300, 301):\n    n += 1\nreturn flip(1 / 2)",
    "n = 0\nwhile n // 7 < 100:\n    n += 1\nreturn flip(1 / 2)",
    "n = 0\nwhile 1 / (n + 1) > 1 / 300:\n    n += 1\nreturn flip(1 / 2)",
    "n = 0\nwhile True:\n    match n:\n        case 600:\n            return x\n    n += 1",
    "n = 0\nfor i in range(800):\n    n += 1\n    if flip(1 / 900):\n        break\nreturn n > 5",
]


@pytest.mark.parametrize("body", FINITE)
def test_a_loop_with_an_end_is_explored(body: str) -> None:
    text = HEAD + "@mechanism\ndef m(x: Int[0, 1]):\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    process = explore(parse(text, "m.py"), "m", Limits())
    assert sum((weight for _, weight in process.start), 0) == 1


def test_many_silent_states_are_summed_out_exactly() -> None:
    """Eliminated one by one, they are visited as often as the linear system says."""
    choice = Random(7)
    for size in (1, 2, 5, 12):
        for _ in range(6):
            inner = [
                {target: fmpq(choice.randint(1, 4), 9 * size) for target in range(size) if choice.random() < 0.6}
                for _ in range(size)
            ]
            entering = [fmpq(choice.randint(0, 3)) for _ in range(size)]
            matrix = [[fmpq(int(a == b)) - inner[b].get(a, fmpq(0)) for b in range(size)] for a in range(size)]
            assert visits(inner, entering, lambda: None) == solve(matrix, entering)[0]


def test_a_silent_loop_keeps_the_time_limit() -> None:
    text = HEAD + (
        "@mechanism\ndef m(x: Int[0, 1]):\n    n = x\n    while n < 10 ** 9:\n        n += 1\n    return flip(1 / 2)\n"
    )
    with pytest.raises(LimitReached) as caught:
        explore(parse(text, "m.py"), "m", Limits(deadline=0))
    assert caught.value.name == "timeout"


def test_what_a_ray_decides_holds_for_all_its_values() -> None:
    for start in (-3, 0, 4):
        for up in (True, False):
            for slope in (-2, -1, 1, 3):
                for offset in (-1, 0, 2):
                    ray = Ray(0, start, up, slope, offset)
                    values = [
                        slope * x + offset for x in (range(start, start + 9) if up else range(start - 8, start + 1))
                    ]
                    _agrees(ray, values)


def _agrees(ray: Ray, values: list[int]) -> None:
    tests = {
        "==": lambda a, b: a == b,
        "!=": lambda a, b: a != b,
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
    }
    for bound in range(-20, 21):
        for sign, test in tests.items():
            for mirrored in (False, True):
                try:
                    said = rays.compare(sign, bound, ray) if mirrored else rays.compare(sign, ray, bound)
                except Unclear:
                    continue
                assert {test(bound, value) if mirrored else test(value, bound) for value in values} == {said}
    assert (rays.binary("+", ray, 3).nearest, rays.negative(ray).nearest) == (values_near(ray) + 3, -values_near(ray))
    if rays.grows(Ray(0, ray.start, ray.up), ray):
        xs = range(ray.start, ray.start + 9) if ray.up else range(ray.start - 8, ray.start + 1)
        assert all((value > x) == ray.up and value != x for x, value in zip(xs, values, strict=True))


def values_near(ray: Ray) -> int:
    return ray.slope * ray.start + ray.offset


def test_what_is_not_the_same_for_all_is_unclear() -> None:
    ray = Ray(0, 5, True)
    for operation in ("//", "%", "**"):
        with pytest.raises(Unclear):
            rays.binary(operation, ray, 2)
    with pytest.raises(Unclear):
        rays.binary("+", ray, Ray(1, 5, True))
    with pytest.raises(Unclear):
        bool(ray)
    with pytest.raises(Unclear):
        rays.compare("==", Rest(0, "list"), Rest(0, "list"))
    assert rays.binary("-", ray, ray) == 0
    assert not rays.compare(">", Dust(0, 1), 2) and rays.compare(">", Dust(0, 1), 0)


DOWN = "def down(n):\n    return 1 if n <= 0 else down(n - 1)\n\n\n"


def test_a_loop_may_call_what_calls_itself() -> None:
    body = "    n = x\n    while flip(1 / 2):\n        n += down(2)\n    return n\n"
    with pytest.raises(Rejected) as caught:
        explore(parse(f"{HEAD}{DOWN}@mechanism\ndef m(x: Int[0, 1]):\n{body}", "m.py"), "m", SMALL)
    assert "`n`" in caught.value.diagnostics[0].message


def test_what_calls_itself_with_a_variable_of_the_loop_is_run() -> None:
    body = "    n = x\n    while n < 60:\n        n += down(n)\n    return n % 2\n"
    process = explore(parse(f"{HEAD}{DOWN}@mechanism\ndef m(x: Int[0, 1]):\n{body}", "m.py"), "m", SMALL)
    assert len(process.states) < 10
