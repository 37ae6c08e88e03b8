# ruff: noqa: E501
"""Functions that call themselves: what they return, drawn once for each of their arguments."""

from __future__ import annotations

from functools import partial

import pytest
from as_python import HEAD, assert_as_python
from processes import forward_process

from faier.exact import Number
from faier.lang import Rejected, parse
from faier.lang.failures import Failure
from faier.lang.values import Value, make
from faier.limits import LimitReached, Limits
from faier.semantics import denote
from faier.semantics.explore import explore, lower, systems
from faier.semantics.kept import KeptProcess
from faier.semantics.kept_words import held, likelihood
from faier.semantics.process import Process

PROGRAMS = [
    "def g(n):\n    return 1 if n == 0 else n * g(n - 1)\n\n@mechanism\ndef f(x: Int[0, 3]):\n    return g(x), g(2)\n",
    "def g(n):\n    return n if n < 2 else g(n - 1) + g(n - 2)\n\n@mechanism\ndef f(x: Int[0, 6]):\n    return g(x)\n",
    "def even(n):\n    return n == 0 or odd(n - 1)\n\ndef odd(n):\n    return n != 0 and even(n - 1)\n\n@mechanism\ndef f(x: Int[0, 3]):\n    return even(x), odd(x)\n",
    "def g(n):\n    if n == 0 or flip(1 / 3):\n        return n\n    return g(n - 1) + uniform(0, 1)\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return g(x) - g(1)\n",
    "def g(n):\n    if n:\n        return h(n - 1)\n\ndef h(n):\n    if flip(1 / 2):\n        return g(n)\n    return [n, g(n)]\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return g(x) == [1, None], g(x)\n",
    "def g(n):\n    for i in range(n):\n        if flip(1 / 2):\n            return g(i)\n    return n\n\n@mechanism\ndef f(x: Int[0, 3]):\n    return g(x)\n",
    "def sort(v):\n    if len(v) < 2:\n        return v\n    at = uniform(0, len(v) - 1)\n    low = [y for y in v if y < v[at]]\n    high = [y for y in v if y > v[at]]\n    return [*sort(low), v[at], *sort(high)]\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return sort([3, x, 5])\n",
    "@mechanism\ndef f(x: Int[0, 2]):\n    def g(n):\n        return x if n == 0 else g(n - 1) + n\n    x += 1\n    return g(2)\n",
    "@mechanism\ndef f(x: Int[0, 2]):\n    n = 0\n    def g(k):\n        nonlocal n\n        if k and flip(1 / 2):\n            n += k\n            g(k - 1)\n        return n\n    return g(x), n, g(1), n\n",
    "@mechanism\ndef f(x: Int[0, 2]):\n    return x if x == 0 or flip(1 / 2) else f(x - 1)\n",
    "def g(n, *, k=2):\n    return n if k == 0 else g(n + 1, k=k - 1)\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return [g(x) for _ in range(2)]\n",
    "def g(a, b):\n    return a if b == 0 else g(*(b, a % b))\n\n@mechanism\ndef f(x: Int[0, 6], y: Int[0, 4]):\n    return g(x, y)\n",
    "def g(v):\n    return v[0] + g(v[1:]) if v else 0\n\n@mechanism\ndef f(ys: Vector[Int[0, 1], 3]):\n    return g(ys), sorted([[1], [], [0, 0]], key=g)\n",
    "def g(v, i):\n    if i == len(v):\n        return []\n    out = g(v, i + 1)\n    out += [v[i]]\n    return out\n\n@mechanism\ndef f(ys: Vector[Int[0, 1], 2]):\n    return g(ys, 0)\n",
    "def g(v, n):\n    if n:\n        v[0] = n\n        g(v, n - 1)\n    return 0\n\n@mechanism\ndef f(x: Int[0, 1]):\n    v = [x]\n    g(v, 1)\n    return v\n",
]


@pytest.mark.parametrize("text", PROGRAMS)
def test_it_means_what_python_means(text: str) -> None:
    assert_as_python(text)


@pytest.mark.parametrize("deep", [1, 2])
@pytest.mark.parametrize("text", PROGRAMS)
def test_what_is_written_out_means_the_same(text: str, deep: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lower, "written_out", lambda _, circular, unlikely: dict.fromkeys(circular, deep))
    monkeypatch.setattr(
        systems, "lower", lambda program, function, settle, _: lower.lower(program, function, settle, True)
    )
    assert_as_python(text)


WITHOUT_END = [
    ("def g(n):\n    return g(n)\n", "FA207", "g(2) calls g(2): this recursion may go on for ever"),
    ("def g(n):\n    return n if flip(1 / 2) else g(n)\n", "FA207", "g(2) calls g(2): this"),
    ("def g(n):\n    return 0 if flip(1 / 2) else g(n + 1)\n", "FA207", "g(2) calls g(3) calls g(4) calls ... calls"),
    ("def g(n):\n    return 0 if n == 450 else g(n + 1)\n", "FA207", "more than 400 calls inside each other"),
    ("def g(n):\n    return 6 // n + (g(n - 1) if flip(1 / 2) else 0)\n", "FA402", "division by zero"),
    ("def g(n):\n    assert n > 1\n    return g(n - 1)\n", "FA403", "this assertion fails"),
]


@pytest.mark.parametrize(("helper", "code", "message"), WITHOUT_END)
def test_runs_without_end_and_wrong_runs_are_told(helper: str, code: str, message: str) -> None:
    program = parse(f"{HEAD}{helper}\n@mechanism\ndef f(x: Int[2, 2]):\n    return g(x)\n", "file.py")
    with pytest.raises(Rejected) as caught:
        explore(program, "f", Limits())
    (item,) = caught.value.diagnostics
    assert (item.code, message in item.message) == (code, True), item
    with pytest.raises(Failure) as failed:
        denote.outputs(program, "f", {"x": make(2)})
    assert failed.value.code == code and message in failed.value.message


def test_depth_is_counted_though_calls_are_known() -> None:
    helper = "def g(n):\n    return 0 if n == 0 else g(n - 1)\n"
    body = "    return [g(300 * k) for k in range(3)]\n"
    program = parse(f"{HEAD}{helper}\n@mechanism\ndef f(x: Int[0, 0]):\n{body}", "file.py")
    with pytest.raises(Rejected) as caught:
        explore(program, "f", Limits())
    assert caught.value.diagnostics[0].code == "FA207"


KEPT = "from faier import Int, Vector, clamp, geometric, laplace, mechanism\n\n"
THROUGH = [
    (
        "def g(v, t):\n    if not v:\n        return 0\n    head, *rest = v\n    return (head >= t) + g(rest, t)\n",
        "g(v, geometric(1 / 2))",
        "t = geometric(1 / 2)\n    return (v[0] >= t) + ((v[1] >= t) + (v[2] >= t))",
    ),
    (
        "def g(v):\n    return v[0] + geometric(1 / 2) if len(v) == 1 else max(v[0] + geometric(1 / 2), g(v[1:]))\n",
        "clamp(g(v), 0, 2)",
        "a, b, c = (y + geometric(1 / 2) for y in v)\n    return clamp(max(a, max(b, c)), 0, 2)",
    ),
    (
        "def g(v):\n    if len(v) == 1:\n        return v[0] + laplace(1)\n    return g(v[:1]) + g(v[1:])\n",
        "g(v[:2]) > 0",
        "return v[0] + laplace(1) + (v[1] + laplace(1)) > 0",
    ),
    (
        "def g(n, noisy):\n    noisy[n] += geometric(1 / 2)\n    if n:\n        g(n - 1, noisy)\n",
        "noisy[0] > noisy[1]",
        "a, b = v[1] + geometric(1 / 2), v[0] + geometric(1 / 2)\n    return b > a",
    ),
]


@pytest.mark.parametrize(("helper", "call", "plain"), THROUGH)
def test_noise_goes_through(helper: str, call: str, plain: str) -> None:
    mechanism = "@mechanism\ndef f(v: Vector[Int[0, 1], 3]):\n    "
    called = f"noisy = [*v]\n    g(1, noisy)\n    return {call}" if "noisy[n]" in helper else f"return {call}"
    texts = (f"{KEPT}{helper}\n{mechanism}{called}\n", f"{KEPT}{mechanism}{plain if 'return' in plain else ''}\n")
    recursive, written = (parse(text, "file.py") for text in texts)
    given = {"v": make([0, 1, 1])}
    assert denote.outputs(recursive, "f", given) == denote.outputs(written, "f", given)
    outputs = denote.outputs(written, "f", given)
    process = explore(recursive, "f", Limits())
    for (shown, ended), chance in outputs.items():
        assert ended and told(process, given, shown) == chance


WRAPPED = """\
@dataclass(frozen=True)
class Step:
    function: object
    cost: object

    def __call__(self, arg):
        return self.function(arg)

@dataclass(frozen=True)
class Release:
    function: object
    cost: object

    def __call__(self, arg):
        return self.function(arg)

def chained(second, first):
    return Step(lambda arg: second(first(arg)), lambda d: second.cost(first.cost(d)))

def released(second, first):
    return Release(lambda arg: second(first(arg)), lambda d: second.cost(first.cost(d)))

def total():
    return Step(lambda arg: sum(arg), lambda d: d)

def shifted(by):
    return Step(lambda arg: arg + by, lambda d: d)

def noisy(alpha):
    return Release(lambda arg: arg + geometric(alpha), lambda d: d)

"""


def test_noise_goes_through_functions_that_fields_hold() -> None:
    called = "return released(noisy(1 / 2), chained(shifted(2), chained(shifted(1), total())))(v)"
    mechanism = "@mechanism\ndef f(v: Vector[Int[0, 1], 3]):\n    "
    head = KEPT.replace("\n", "\nfrom dataclasses import dataclass\n", 1)
    through, written = (
        parse(text, "file.py")
        for text in (
            f"{head}{WRAPPED}{mechanism}{called}\n",
            f"{KEPT}{mechanism}return v[0] + v[1] + v[2] + 3 + geometric(1 / 2)\n",
        )
    )
    found, wanted = (explore(program, "f", Limits()) for program in (through, written))
    assert isinstance(found, KeptProcess) and isinstance(wanted, KeptProcess)
    for items in ([0, 0, 0], [0, 1, 1], [1, 1, 1]):
        given = {"v": make(items)}
        for shown in range(2, 8):
            assert told(found, given, (shown,)) == told(wanted, given, (shown,))


def told(process: Process | KeptProcess, given: dict[str, Value], output: tuple[Value, ...]) -> Number:
    if isinstance(process, KeptProcess):
        return likelihood(process, partial(held, given), output, True)
    return forward_process(process, given, output, True)


@pytest.mark.parametrize(
    "text",
    [
        "def g(n):\n    return geometric(1 / 2) if n == 0 else g(n - 1)\n\n@mechanism\ndef f(x: Int[0, 1]):\n    return g(x + 20) > 0\n",
        "def g(n, y):\n    return y if n == 0 else g(n - 1, y)\n\n@mechanism\ndef f(x: Int[0, 1]):\n    return g(x + 20, geometric(1 / 2)) > 0\n",
    ],
)
def test_noise_that_goes_through_far_is_not_followed(text: str) -> None:
    with pytest.raises(LimitReached, match=r"(which|that) calls itself"):
        explore(parse(KEPT + text, "file.py"), "f", Limits())


def test_noise_inside_is_a_chance() -> None:
    text = "def g(n):\n    return n if geometric(1 / 2) > 0 or n == 0 else g(n - 1)\n\n"
    program = parse(f"{KEPT}{text}@mechanism\ndef f(x: Int[0, 2]):\n    return g(x)\n", "file.py")
    assert isinstance(explore(program, "f", Limits()), Process)
    found = denote.outputs(program, "f", {"x": make(1)})
    assert sorted(str(chance) for chance in found.values()) == ["1/3", "2/3"]


SHARED = [
    "def g(v, n):\n    return v if n == 0 else g(v, n - 1)\n\n@mechanism\ndef f(x: Int[0, 1]):\n    v = [x]\n    w = g(v, 1)\n    w[0] = 5\n    return v\n",
    "def g(v, n):\n    return [v] if n == 0 else g(v, n - 1)\n\n@mechanism\ndef f(x: Int[0, 1]):\n    v = [x]\n    w = g(v, 1)\n    v[0] = 5\n    return w\n",
    "def g(v, n):\n    return h(v, n) if n else v\n\ndef h(v, n):\n    return g([v], n - 1)\n\n@mechanism\ndef f(x: Int[0, 1]):\n    v = [x]\n    w = g(v, 1)\n    v[0] = 5\n    return w\n",
]


@pytest.mark.parametrize("text", SHARED)
def test_no_list_that_changes_has_two_names(text: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(HEAD + text, "file.py")
    assert {item.code for item in caught.value.diagnostics} == {"FA210"}
