"""Geometric noise in the checker: every use of a draw has the distribution that faier's first meaning gives it."""

from __future__ import annotations

import hashlib
import json

import pytest
from test_meaning import differences

from faier.checker import FORMAT, check

G, H = "geometric(1 / 2)", "geometric(2 / 7)"

SHOWN = [
    *(f"x + {G} {operator} {bound}" for operator in ("<", "<=", ">", ">=", "==", "!=") for bound in (-1, 0, 2)),
    *(f"{bound} {operator} {G} - x" for operator in ("<", "<=", ">", ">=", "==", "!=") for bound in (0, 1)),
    *(f"{G} + x {operator} {H} - 1" for operator in ("<", "<=", ">", ">=", "==", "!=")),
    f"x - 1 < {G} <= 2",
    f"x < 2 * {G} + 1 < 3",
    f"3 > x - {G} >= 0 > -1",
    f"{G} < 3 / 2",
    f"{G} != 3 / 2",
    f"1 / 2 < {G} - x",
    f"{G} == x + 1 / 2",
    f"clamp(x + {G}, 0, 2)",
    f"clamp(x - 2 * {G}, -3, 2)",
    f"clamp(-{G} - x, -1, 1)",
    f"clamp(+{G} * x, -2, 2)",
    f"clamp(2 * {H} - 2 * {G} + x, -2, 3)",
    f"clamp({G} - {G} + x, -1, 1)",
    f"clamp({G} + {H} - 1, x, 3)",
    f"clamp({G}, x, x)",
    f"min(max({G} + x, 0), 2)",
    f"max(min(2, x - {H}), -1)",
    f"min(max(2 * {G} + 1, -2), x + 1)",
    f"max(0, min({G}, 1)) + x",
    f"clamp(({G} + x) // 2, -1, 1)",
    f"clamp({G} // -2 + x, -1, 2)",
    f"clamp((2 * {G} + 1) // 3, -2, x)",
    f"(x - {G}) // 3 >= 1",
    f"0 <= {G} // 2 < 2",
    f"({G} + x) % 3",
    f"(2 * {G} - x) % 5",
    f"({G} + x) % -3",
    f"clamp(sum([{G} for _ in range(2)]) + x, -1, 2)",
    f"clamp(sum(n - {H} for n in range(2)) - x, -1, 2)",
    f"clamp(max([{G} if n else x for n in range(2)]), 0, 2)",
    f"clamp(min([{G} if n else x for n in range(2)]), -2, 1)",
    f"clamp(min(x, {G}), -2, 1)",
    f"0 if {G} > x else (1 if {G} == 0 else 2)",
    f"[n for n in range(2) if {G} > n]",
    f"any({G} > n + x for n in range(2))",
    f"all({G} < n + 1 for n in range(2))",
]


def source(shown, ratio="1 / 2"):
    return (
        "from faier import Int, each, clamp, geometric, mechanism, private\n"
        "@private(epsilon=9, neighbors=each(1))\n@mechanism\ndef m(x: Int[-1, 2]):\n"
        f"    return {shown.replace('1 / 2', ratio)}\n"
    )


@pytest.mark.parametrize("shown", SHOWN)
def test_every_use_of_a_draw(shown):
    assert differences(source(shown), "m", 6) == (6, [])


@pytest.mark.parametrize("shown", [G + " > x", f"clamp(x + {G}, 0, 2)", f"({G} - x) % 3", f"x < {G} + {G}"])
def test_parameters_that_are_not_rational(shown):
    for ratio in ("exp(-1)", "exp(-1 / 3) / 2"):
        assert differences(source(shown, ratio).replace("clamp, geometric", "clamp, exp, geometric"), "m", 4) == (4, [])


@pytest.mark.parametrize(
    ("shown", "answer"),
    [
        (f"clamp(x + {G}, 0, 2)", "valid"),
        ("clamp(geometric(1), 0, 2)", "invalid"),
        ("clamp(geometric(0), 0, 2)", "invalid"),
        ("clamp(geometric(-1 / 2), 0, 2)", "invalid"),
        (f"clamp({G}, 2, 1)", "invalid"),
        (f"{G} % 0", "invalid"),
        (f"{G} // 0 > 1", "invalid"),
        (f"[1] * {G} == []", "holey"),
        ("[1] * 'a' == []", "holey"),
        (f"{G} // 2", "holey"),
        (f"{G} * {G}", "holey"),
        (f"max({G}, 0) % 2", "holey"),
        (f"({G} + {H}) % 2", "holey"),
        (f"clamp(3 * {H} + 2 * {G}, -2, 3)", "holey"),
        (f"clamp({G} + {G} + {G}, 0, 1)", "valid"),
        (f"max({G}, {G}) > 0", "valid"),
        (f"clamp({G}, 0, 10 ** 7)", "holey"),
        (f"{G} > 10 ** 9", "holey"),
        (f"{G} + {G} > 10 ** 9", "holey"),
        (f"{G} % -20_000", "holey"),
        ("geometric(1 / 10 ** 300) > 2_000", "holey"),
        (G, "valid"),
        (f"x * {G}", "holey"),
    ],
)
def test_what_the_checker_makes_of_other_uses(shown, answer):
    assert answered(source(shown)) == answer


def test_work_on_large_numbers_counts_for_more():
    """A wide clamp is one instruction with few outcomes, and many questions about long fractions."""
    assert answered(source(f"clamp({G}, 0, 300)"), 30_000) == "valid"
    assert answered(source(f"clamp({G}, 0, 5_000)"), 30_000) == "holey"


def answered(text, *steps):
    claim = {"mechanism": "m", "decorator": 0, "epsilon": "9", "delta": None, "neighbors": "each(1)"}
    certificate = {
        "format": FORMAT,
        "file": {"path": "m.py", "sha256": hashlib.sha256(text.encode()).hexdigest()},
        "set": {},
        "claim": claim | {"prior": None, "pairs": None},
        "verdict": "proved",
        "length": None,
        "evidence": {"kind": "enumeration", "boxes": {}},
    }
    return check(json.dumps(certificate).encode(), text.encode(), *steps).answer
