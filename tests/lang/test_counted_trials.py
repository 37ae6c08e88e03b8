"""Loops that count how often a coin comes up are one draw, as likely as Python's runs are."""

from __future__ import annotations

from fractions import Fraction

import asked
import certificates
import pytest
from trials_random import cut_law, generate

from faier.engines.verdict import Proved, Refuted
from faier.lang import Rejected, parse
from faier.lang.values import make
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore

HEAD = """from faier import Int, each, exp, flip, log, mechanism, private


def failures(p):
    count = 0
    while not flip(p):
        count += 1
    return count


def tries(p):
    n = 0
    while True:
        n = n + 1
        if flip(p):
            return n


def discrete_laplace():
    while True:
        negative = flip(1 / 2)
        magnitude = 0
        while flip(exp(-1)):
            magnitude += 1
        if negative and magnitude == 0:
            continue
        return -magnitude if negative else magnitude


"""
CLAIMS = [
    ("log(2)", "failures(1 / 2) - failures(1 / 2)", Proved),
    ("log(3)", "failures(2 / 3) - tries(2 / 3)", Proved),
    ("log(3) - 1 / 1000", "failures(2 / 3) - tries(2 / 3)", Refuted),
    ("1", "discrete_laplace()", Proved),
    ("0.999", "discrete_laplace()", Refuted),
    ("log(2)", "tries(1 / 2)", Refuted),
]


@pytest.mark.parametrize(("epsilon", "noise", "verdict"), CLAIMS)
def test_counts_are_noise(epsilon: str, noise: str, verdict: type) -> None:
    text = f"@private(epsilon={epsilon}, neighbors=each(1))\n@mechanism\ndef f(x: Int[0, 2]):\n    return x + {noise}\n"
    program = parse(HEAD + text, "file.py")
    assert isinstance(asked.check(program, program.claims[0]), verdict)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 7, 8, 9])
def test_they_are_as_likely_as_python_s_runs(seed: int) -> None:
    text = generate(seed)
    program = parse(text, "file.py")
    explore(program, "f", Limits())
    law = cut_law(text, 1, 9)
    left = 1 - sum(law.values())
    assert left < Fraction(1, 8)
    for (kind, _, key), least in sorted(law.items(), key=lambda item: -item[1])[:2]:
        shown = () if kind == "NoneType" else (make(list(key) if kind == "list" else key),)
        chance = denote.probability(program, "f", {"x": 1}, shown, True)
        assert least <= Fraction(int(chance.p), int(chance.q)) <= least + left  # type: ignore[union-attr]


def test_the_checker_says_that_it_does_not_redo_it() -> None:
    text = (
        "@private(epsilon=log(2), neighbors=each(1))\n@mechanism\ndef f(x: Int[0, 2]):\n    return x + tries(1 / 2)\n"
    )
    answers = [made.answer() for made in certificates.certified(HEAD + text)]
    assert [answer.answer for answer in answers] == ["holey"]


STILL_WITHOUT_END = [
    "    while flip(p := 1 / 2):\n        n += 1\n    return n",
    "    while flip(1 / (2 + n)):\n        n += 1\n    return n",
    "    while flip(1 / 2):\n        n *= 2\n    return n",
    "    while flip(1 / 2) or x:\n        n += 1\n    return n",
    "    while flip(1):\n        n += 1\n    return n",
    "    while True:\n        if flip(1 / 2):\n            n += 1\n        if flip(1 / 2):\n            return n",
]


@pytest.mark.parametrize("body", STILL_WITHOUT_END)
def test_other_loops_are_refused_as_before(body: str) -> None:
    with pytest.raises(Rejected):
        explore(parse(f"{HEAD}@mechanism\ndef f(x: Int[0, 1]):\n    n = 1\n{body}\n", "file.py"), "f", Limits())
