"""Upper ends by what numbers under noise differ by: never below the tight epsilon, and none of other forms."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from asked import subject_of
from command_line import faier
from flint import fmpq

from faier.deciding import plan
from faier.deciding.by_noise import above, loss
from faier.deciding.finding import Finding, nothing
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.alignment.costs import logarithm_of
from faier.engines.verdict import Coverage, Tight
from faier.exact import Epsilon, compare, exponential_of
from faier.lang import parse
from faier.limits import Limits

START = """\
from faier import Bool, Int, Public, Vector, clamp, each, flip, geometric, laplace, mechanism, one, total, where

RATIO = 1 / 2


def noised(value):
    if flip(1 / 3):
        return value + geometric(RATIO)
    return value - geometric(RATIO)


def doubled(value):
    return 2 * value


@mechanism
def shown(xs: Vector[Int[0, 3], 3], told: Bool, known: Public[Int[0, 2]]):
"""


ROWS = """\
from faier import Int, Vector, geometric, mechanism

RATIO = 1 / 2


@mechanism
def rows(xs: Vector[Vector[Int[0, 2], 2], 2], *, RATIO=1 / 8):
    return [sum(row) + geometric(RATIO) for row in xs]
"""


def asked(body: str, relation: str = "one()") -> Question:
    program = parse(START + "".join(f"    {line}\n" for line in body.splitlines()), "a.py", {})
    return Question(program, subject_of(program, "shown", relation, None))


def found(body: str, relation: str = "one()") -> float | None:
    """In units of log(2)."""
    most = loss(asked(body, relation), Limits())
    if most is None:
        return None
    return round(float(most.bounds(30)[1]) / 0.6931471805599453, 6)


@pytest.mark.parametrize(
    ("body", "units"),
    [
        ("return sum(xs) + geometric(1 / 2)", 3),
        ("return clamp(sum(xs) + geometric(1 / 2), 0, 9)", 3),
        ("return [noised(x) for x in xs]", 3),
        ("return sorted(clamp(x + geometric(1 / 4), 0, 3) for x in xs)", 6),
        ("return max(x + geometric(1 / 2) for x in xs) > known", 3),
        (
            "best = 0\nfor at, x in enumerate(xs):\n    if x - geometric(1 / 2) > best:\n        best = at\nreturn 0",
            3,
        ),
        ("for x in xs:\n    noisy = x + geometric(1 / 2)\n    if noisy > 2:\n        break\n    yield noisy", 3),
        ("shown = []\nfor x in xs:\n    shown.append(doubled(x) - geometric(1 / 2))\nreturn shown", 6),
        ("return (max(xs) - min(xs)) // 1 + geometric(1 / 2)", 6),
        ("return max(xs) - min(xs) + geometric(1 / 2)", 6),
        ("return xs[0] + geometric(1 / 2), xs[0] + xs[1] + geometric(1 / 2)", 6),
        ("return told + geometric(1 / 2)", 1),
        (
            "return clamp(xs[0], 0, known) + geometric(1 / 2)",
            None,
        ),  # `known` might be no whole number, for all that is seen
        ("return clamp(xs[0], 0, 2) + geometric(1 / 2)", 2),
        ("return max(xs[0] + 1 / 2, 3) + geometric(1 / 2)", None),
        ("return xs[0] / 2 + laplace(1)", 2.164043),
        ("return known + geometric(1 / 2)", 0),
        ("return sum(xs)", None),
        ("return 1 if told else known", None),
        ("return max((x, 1) for x in xs) + (geometric(1 / 2),)", None),
        ("return xs[0] * xs[1] + geometric(1 / 2)", None),
        ("noisy = xs[0] + geometric(1 / 2)\nwhile noisy > 3:\n    noisy = noisy - 1\nreturn noisy", None),
        ("return sum(x for x in xs if x > 1) + geometric(1 / 2)", 3),
        ("return sum(x > 1 for x in xs) + geometric(1 / 2)", 1),
        ("return (1 if xs[0] > xs[1] else -1) + geometric(1 / 2)", 6),
        ("return (1 if xs[0] > xs[1] else flip(1 / 2)) + geometric(1 / 2)", None),
        ("return (xs[0] if told else 7) - geometric(1 / 2)", None),
        ("return len(xs) + geometric(1 / 2), len([x for x in xs])", 0),
        ("for at in range(0, 5, 0):\n    pass\nreturn known", None),
        ("for at in range(10**9):\n    pass\nreturn known", None),
        ("return 10**12 * xs[0] + geometric(1 / 2)", 3 * 10**12),
        ("return 0 + laplace(1 + xs[0])", None),
        ("return laplace(1 + xs[0]) - known", None),
        ("heads = flip(1 / 2)\nif heads:\n    late = xs[0]\nif heads:\n    return late\nreturn 0", None),
        ("heads = flip(1 / 2)\nif heads:\n    RATIO = xs[0]\nreturn RATIO if heads else 0", None),
        ("for at in range(2):\n    if at == 0:\n        late = xs[0]\nreturn late + geometric(1 / 2)", 3),
    ],
)
def test_what_is_followed(body: str, units: float | None) -> None:
    assert found(body) == units


@pytest.mark.parametrize(
    ("relation", "units"),
    [("one(1)", 1), ("one()", 3), ("each(2)", 7), ("total(2)", 2), ("where(lambda x, y: x[0] == y[0])", None)],
)
def test_relations(relation: str, units: float | None) -> None:
    body = "return sum(xs) + geometric(1 / 2), told + geometric(1 / 2)"
    assert found(body, relation) == units


def test_an_entry_of_a_matrix_is_a_row() -> None:
    program = parse(ROWS, "a.py", {})
    for relation, units in (("one(1)", 6), ("one()", 12), ("each(1)", 12), ("total(1)", 3)):
        question = Question(program, subject_of(program, "rows", relation, None))
        assert loss(question, Limits()) == units * logarithm_of(fmpq(2)), relation


def written(source: random.Random) -> str:
    """A small mechanism."""
    noise = [f"geometric({ratio})" for ratio in ("1 / 2", "RATIO", "1 / 3")]

    def number(depth: int) -> str:
        some = ["xs[0]", "xs[1]", "sum(xs)", "max(xs)", "known", "told", "1", "2"]
        if depth == 0:
            return source.choice(some)
        one, other = number(depth - 1), number(depth - 1)
        return source.choice(
            [
                f"({one} + {other})",
                f"({one} - {other})",
                f"2 * {one}",
                f"min({one}, {other})",
                f"clamp({one}, 0, 2)",
                f"abs({one})",
                f"doubled({one})",
                f"({one} if flip(1 / 2) else {other})",
            ]
        )

    def noisy() -> str:
        wide = f"{number(source.randrange(3))} {source.choice('+-')} {source.choice(noise)}"
        return f"clamp({wide}, {source.choice((0, -1))}, {source.choice((1, 2))})"

    lines = [f"a = {noisy()}"]
    lines += source.choice(
        [
            ["return a"],
            [f"return a, {noisy()}"],
            [f"if a > 0:\n    return {noisy()}", "return a"],
            [
                "count = 0",
                f"for x in xs:\n    if clamp(x + {source.choice(noise)}, 0, 2) > a:\n        count += 1",
                "return count",
            ],
            [f"return sorted(clamp(x - {source.choice(noise)}, 0, 1) for x in xs)"],
        ]
    )
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(12))
def test_no_tight_epsilon_is_above(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(seed)
    body = written(source)
    question = asked(body, source.choice(["one()", "one(1)", "each(1)", "total(2)"]))
    most = loss(question, Limits())
    assert most is not None or "known" in body or "flip" in body, body
    monkeypatch.setattr(plan, "above", lambda found, *_: found)
    tight = plan.bound(question, Store(), Limits()).tight
    assert tight is not None
    if most is not None:
        assert tight.lower is not None, body
        assert compare(tight.lower, exponential_of(most)) <= 0, body


def test_only_what_has_no_end_gets_one() -> None:
    question = asked("return sum(xs) + geometric(1 / 2)")
    ended = above(nothing("why"), question, Limits())
    assert ended.tight is not None and (ended.tight.lower, ended.tight.upper, ended.reason) == (1, 8, "why")
    for tight in (Tight(fmpq(2), fmpq(4), True, None), Tight(None, None, True, None)):
        known = Finding(tight, Coverage(1, True))
        assert above(known, question, Limits()) is known
    assert loss(asked("return sum(xs) + laplace(2)"), Limits()) == Epsilon.rational(fmpq(3, 2))


def test_a_factor_that_cannot_be_written_is_no_end() -> None:
    question = asked("return 1000000000000 * xs[0] + geometric(1 / 2)")
    assert loss(question, Limits()) is not None
    assert above(nothing("why"), question, Limits()) == nothing("why")


def test_a_large_model_has_an_upper_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text(
        "from faier import Int, Vector, geometric, log, mechanism, one, private\n\n\n"
        "@private(epsilon=log(2), neighbors=one(1))\n@mechanism\ndef ages(age: Vector[Int[0, 100], 50]):\n"
        "    return sorted(years + geometric(1 / 2) for years in age)\n"
    )
    ran = faier(capsys, "bound", str(tmp_path / "a.py"), "--no-cache", "--sample", "--timeout", "1")
    assert "= log(2) = 0.6931471805 (all outputs" in " ".join(ran.out.split())
