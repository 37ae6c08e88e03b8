"""Noise folded by abs, rounded by //, cut off on one side: both semantics, the referee and the checker agree."""

from __future__ import annotations

import random
from pathlib import Path

import asked
import pytest
from asked import Approach
from command_line import faier
from referee import brute
from referee.brute import Tight
from referee.contest import number

from faier.engines.verdict import Refuted
from faier.lang import parse

TEXT = """
from faier import Int, Vector, clamp, each, geometric, mechanism, private


@private(epsilon=0, neighbors=each(1))
@mechanism
def noisy(values: Vector[Int[0, 2], 2]):
    return {}
"""

SHOWN = [
    "clamp(abs(values[0] + geometric(1 / 2)), 0, 3)",
    "min(abs(values[0] - values[1] + geometric(1 / 3)), 2)",
    "clamp((values[0] + geometric(1 / 2)) // 2, -1, 2)",
    "clamp((values[0] + geometric(1 / 2)) // -2, -1, 2)",
    "abs(values[0] + geometric(1 / 2)) // 2 > 0",
    "1 <= abs(sum(values) + geometric(1 / 2) - 2) // 2 <= 2",
    "clamp(abs(values[0] - values[1] + geometric(1 / 2) - geometric(1 / 3)) // 2, 0, 1)",
    "max(2 * (values[0] + geometric(1 / 2)) // 3, 0) < 2",
    "clamp(max(min(abs(v - 1 + geometric(1 / 2)), 2) for v in values), 0, 1)",
    "abs(abs(values[0] + geometric(1 / 2)) - 2) == 1",
    "values[0] == abs(geometric(1 / 2))",
]


def some(seed: int) -> str:
    """A noisy answer with a few steps, brought back into bounds."""
    chance = random.Random(seed)
    text = chance.choice(
        ["values[0] + geometric(1 / 2)", "values[1] - 2 * geometric(1 / 3)", "-geometric(2 / 3) - values[0]"]
    )
    for _ in range(chance.randint(1, 4)):
        k = chance.choice([-3, -2, -1, 2, 3])
        text = chance.choice(
            [
                *(f"abs({text})", f"(({text}) // {k})", f"(({text}) * {k})"),
                *(f"({text} + {k})", f"max({text}, {k})", f"min({k}, {text})"),
            ]
        )
    k = chance.randint(-3, 2)
    return chance.choice(
        [f"clamp({text}, {k}, {k + 2})", f"({text}) < {k}", f"{k} <= {text} < {k + 2}", f"{text} == {k}"]
    )


@pytest.mark.parametrize("shown", [*SHOWN, *map(some, range(60))])
def test_the_tight_factor_is_that_of_the_referee_and_the_witness_is_confirmed(shown: str) -> None:
    text = TEXT.format(shown)
    expected = brute.tight(text, "noisy", neighbors="each(1)")
    assert isinstance(expected, Tight)
    program = parse(text, "noisy.py", {})
    found = asked.bound(program, program.claims[0].subject, Approach()).tight
    assert found is not None
    assert number(found.upper) == expected.ratio
    verdict = asked.check(program, program.claims[0])
    assert isinstance(verdict, Refuted) == (expected.ratio != 1)
    if isinstance(verdict, Refuted):
        assert number(verdict.witness.ratio) == expected.ratio


def test_the_checker_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names = [f"noisy_{at}" for at in range(len(SHOWN))]
    for name, shown in zip(names, SHOWN, strict=True):
        Path(f"{name}.py").write_text(TEXT.format(shown).replace("epsilon=0", "epsilon=1 / 10"))
    faier(capsys, "check", *[f"{name}.py" for name in names], "--certificates", "kept")
    certificates = sorted(map(str, Path("kept").iterdir()))
    assert len(certificates) == len(SHOWN)
    verified = faier(capsys, "verify", *certificates)
    assert verified.status == 0
    answers = [line.split()[0] for line in verified.out.splitlines() if not line.startswith(" ")]
    assert answers == ["valid"] * len(SHOWN)
