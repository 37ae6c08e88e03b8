"""Numbers that are computed from noise in ways that are not followed: what is proved of the noise holds of them."""

from __future__ import annotations

import random

import pytest
from asked import subject_of
from flint import fmpq

from faier.deciding import plan
from faier.deciding.by_noise import loss
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.alignment.costs import logarithm_of
from faier.engines.verdict import Proved, Undecided, Verdict
from faier.exact import Epsilon, compare, exponential_of
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import Limits

START = """\
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from faier import Int, Positive, Public, Stream, Vector, clamp, exp, geometric, laplace, mechanism

EPS = Positive(1)
N = 4


@dataclass(frozen=True)
class Release:
    mean: float
    count: int


@mechanism
def shown(s: Int[0, 2], c: Int[0, 2], n: Public[Int[1, 3]]):
    total = s + geometric(1 / 2)
    count = c + geometric(1 / 2)
"""
QUIET = START.replace("    total = s + geometric(1 / 2)\n    count = c + geometric(1 / 2)\n", "")
STREAM = """\
from faier import Int, Stream, exp, geometric, laplace, mechanism


@mechanism
def shown(xs: Stream[Int[0, 3]]):
    last, t = 1, 0
"""


def asked(body: str, relation: str = "each(1)", start: str = START, epsilon: Epsilon | None = None) -> Question:
    program = parse(start + "".join(f"    {line}\n" for line in body.splitlines()), "a.py", {})
    return Question(program, subject_of(program, "shown", relation, None), epsilon)


def decided(body: str, epsilon: Epsilon, relation: str = "each(1)", start: str = START) -> Verdict:
    return plan.decide(asked(body, relation, start, epsilon), Store(), Limits())


def bits(count: int) -> Epsilon:
    found = logarithm_of(fmpq(2**count))
    assert found is not None
    return found


@pytest.mark.parametrize(
    "body",
    [
        "return total / N",
        "return total / n",
        "return 100 * total / N, 0.5 * total, total // 4, -total",
        "return round(total / N), int(total / 2), floor(total / 3), float(total), round(total, 1)",
        "return (total - 1.5) / 0.5",
        "return total ** 2, total * total, abs(total) / 2",
        "return max(0.0, min(1.0, total / N))",
        "return total / max(1, count)",
        "return total // max(1, count), Fraction(total, max(1, count))",
        "return total / count if count > 0 else 0",
        "return clamp(total / max(1, count), 0, 1)",
        "return total, count, total / max(1, count)",
        "return {'mean': total / max(1, count), 'count': count}",
        "return Release(total / N, count)",
        "return [part / max(1, abs(total) + abs(count)) for part in (total, count)]",
    ],
)
def test_what_is_computed_from_noise_costs_what_the_noise_does(body: str) -> None:
    assert isinstance(decided(body, bits(2)), Proved), body
    assert not isinstance(decided(body, Epsilon()), Proved), body


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("return 1 / total", "FA402"),
        ("return total / count", "FA402"),
        ("return total % count", "FA402"),
        ("return Fraction(1, total)", "FA402"),
        ("mean = total / N\nreturn mean, (1, 2)[3 if count > 5 else 0]", "FA401"),
        ("return (1, 2)[total]", "FA405"),
        ("return f'{total}' + 1", "FA409"),
    ],
)
def test_what_raises_is_told_first(body: str, code: str) -> None:
    with pytest.raises(Rejected, match=code):
        decided(body, bits(8))


@pytest.mark.parametrize(
    "body",
    [
        "return total / N + s",
        "return total / s if s > 0 else 0",
        "return total / 2 if s > 1 else total / 3",
        "return 1 / (total / 2)",
        "if total / N > 1:\n    return (1, 2)[3 if count > 5 else 0]\nreturn 1 // count",
        "return c / max(1, total)",
    ],
)
def test_what_looks_at_more_than_noise_or_may_raise_is_not_proved(body: str) -> None:
    assert isinstance(decided(body, bits(8)), Undecided)


@pytest.mark.parametrize(
    ("body", "relation", "units"),
    [
        ("for x in xs:\n    yield (x + geometric(1 / 2)) / 2", "one(1)", 1),
        ("for x in xs:\n    yield (x + geometric(1 / 2)) / 2", "one()", 3),
        ("for x in xs:\n    yield (x + geometric(1 / 2)) / 2", "total(2)", 2),
        ("for x in xs:\n    yield (x + geometric(1 / 2)) / 2", "each(1)", None),
        ("for x in xs:\n    now = x + geometric(1 / 2)\n    yield now / max(1, last)\n    last = now", "one(1)", 1),
        ("for t, x in enumerate(xs):\n    yield (2 * x + geometric(1 / 2)) / (t + 1)", "one(1)", 2),
        ("for x in xs:\n    yield (x + geometric(1 / 2)) / 2, x - geometric(1 / 4)", "one(1)", 3),
        ("for x in xs:\n    t += x\n    yield (t + geometric(1 / 2)) / 2", "one(1)", None),
        ("for x in xs:\n    yield (last + geometric(1 / 2)) / 2\n    last = x", "one(1)", None),
        ("for x in xs:\n    if x + geometric(1 / 2) > 3:\n        break\n    last = x\nyield last", "one(1)", None),
        ("for x in xs:\n    if x + geometric(1 / 2) > 3:\n        break\nyield t / 2", "one(1)", 1),
        ("for x in xs:\n    yield x / 2", "one(1)", None),
    ],
)
def test_streams(body: str, relation: str, units: int | None) -> None:
    found = loss(asked(body, relation, STREAM), Limits())
    assert found == (None if units is None else bits(units))


def test_every_epsilon() -> None:
    for noise in ("geometric(exp(-EPS / 2))", "laplace(2 / EPS)"):
        body = f"noisy = s + {noise}\nreturn noisy / N"
        assert isinstance(decided(body, Epsilon.positive("EPS", fmpq(1, 2)), start=QUIET), Proved)
        assert not isinstance(decided(body, Epsilon.positive("EPS", fmpq(1, 3)), start=QUIET), Proved)


def written(source: random.Random) -> str:
    """A small mechanism that computes with noise between ends, so that every output can be weighed."""

    def noisy() -> str:
        number = source.choice(["s", "s + c", "s - c", "2 * c", "max(s, c)", "n"])
        return (
            f"clamp({number} {source.choice('+-')} geometric(1 / {source.choice((2, 3))}), {source.choice((0, -1))}, 2)"
        )

    def shown(depth: int) -> str:
        if depth == 0:
            return source.choice(["a", "b", "2"])
        one, other = shown(depth - 1), shown(depth - 1)
        return source.choice(
            [
                f"({one} + {other})",
                f"({one} * {other})",
                f"({one} // 2)",
                f"({one} // max(1, {other}))",
                f"max({one}, {other})",
                f"abs({one})",
                f"({one} if {one} > {other} else 0)",
                f"Fraction({one}, 2)" if depth == 1 else f"(3 - {one})",
            ]
        )

    return f"a = {noisy()}\nb = {noisy()}\nreturn {shown(2)}, {shown(1)}"


@pytest.mark.parametrize("seed", range(8))
def test_no_tight_epsilon_is_above(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(seed)
    question = asked(written(source), source.choice(["one()", "one(1)", "each(1)", "total(2)"]), QUIET)
    most = loss(question, Limits())
    assert most is not None
    monkeypatch.setattr(plan, "above", lambda found, *_: found)
    tight = plan.bound(question, Store(), Limits()).tight
    assert tight is not None and tight.lower is not None
    assert compare(tight.lower, exponential_of(most)) <= 0


# Nothing pays more than once: that is seen where the noisy numbers are shown.
ONCE = "for t, n in enumerate(xs):\n    if t == 0:\n        yield (x + geometric(1 / 2)) / 3"
BESIDE = """\
from faier import Bool, Int, Stream, Vector, geometric, mechanism


@mechanism
def shown(x: Int[0, 1], v: Vector[Bool, 2], xs: Stream[Bool]):
"""


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        ("for n in xs:\n    yield (n + geometric(1 / 2)) / 3", True),
        ("y = (x + geometric(1 / 2)) / 3\nfor n in xs:\n    yield y + (n + geometric(1 / 2)) / 3", True),
        ("for n in xs:\n    yield (x + geometric(1 / 2)) / 3", False),
        ("for n in xs:\n    yield (n + x + geometric(1 / 2)) / 3", False),
        ("for n in xs:\n    yield [(b + geometric(1 / 2)) / 3 for b in v]", False),
        ("last = x\nfor n in xs:\n    yield (last + geometric(1 / 2)) / 3\n    last = x", False),
        (ONCE, False),
    ],
)
@pytest.mark.parametrize("relation", ["one()", '{"x": one(), "v": one(), "xs": one()}'])
def test_what_is_no_arrival_pays_at_every_turn(body: str, holds: bool, relation: str) -> None:
    question = asked(body, relation, BESIDE)
    most = loss(question, Limits())
    assert (most is not None) == holds
    units = 1 if not body.startswith("y") or relation == "one()" else 2
    assert isinstance(decided(body, bits(units), relation, BESIDE), Proved) == (holds or body == ONCE)


@pytest.mark.parametrize(
    ("scale", "size"),
    [("len([*[], 7])", 1), ("len([*[1, 1], 7]) - 2", 1), ("[*[1, 2], 5][1]", 2), ("[*(1, 2), 5][-2]", 2)],
)
def test_items_that_are_taken_out_of_others_are_counted(scale: str, size: int) -> None:
    question = asked(f"size = {scale}\nreturn (s + laplace(size)) ** 2", "each(1)", QUIET)
    assert loss(question, Limits()) == Epsilon(fmpq(1, size))


@pytest.mark.parametrize("body", ["return total ** -1", "return total ** (1 / 2)", "return log(total)"])
def test_what_raises_for_some_noise_is_not_careful(body: str) -> None:
    question = asked(body, start=START.replace("import Int", "import Int, log"))
    assert loss(question, Limits(), careful=True) is None
