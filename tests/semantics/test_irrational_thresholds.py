"""Noise on the integers beside roots and logarithms, `1 + math.log(1 / delta) / eps`: the next integer decides."""

from __future__ import annotations

import mpmath
import pytest
from processes import forward_process

from faier.lang import Rejected, parse
from faier.limits import DEFAULTS
from faier.semantics import denote
from faier.semantics.explore import explore
from faier.semantics.process import Process

HEAD = """\
import math
from math import log, sqrt
from faier import Int, geometric, log as exact, mechanism

EPS, DELTA = 2, 1e-3
T = 1 + math.log(1 / (2 * DELTA)) / EPS


@mechanism
def m(x: Int[0, 2]):
    noisy = x + geometric(1 / 3)
    return {}
"""

THRESHOLDS = {
    "T": 1 + mpmath.log(500) / 2,
    "exact(20)": mpmath.log(20),
    "-sqrt(3)": -mpmath.sqrt(3),
    "sqrt(log(7))": mpmath.sqrt(mpmath.log(7)),
    "1 / sqrt(2) - 2": 1 / mpmath.sqrt(2) - 2,
    "log(2) * 10 ** 3": 1000 * mpmath.log(2),
}
OPERATORS = {">=": ">=", ">": ">=", "<": "<", "<=": "<"}


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_the_integer_above_decides(threshold: str) -> None:
    above = int(mpmath.ceil(THRESHOLDS[threshold]))
    for operator, whole in OPERATORS.items():
        text = HEAD.format(f"noisy {operator} {threshold}")
        plain = parse(HEAD.format(f"noisy {whole} {above}"), "m.py")
        program = parse(text, "m.py")
        assert explore(program, "m", DEFAULTS) == explore(plain, "m", DEFAULTS), text
        for x in range(3):
            assert denote.outputs(program, "m", {"x": x}) == denote.outputs(plain, "m", {"x": x}), text
    mirrored = parse(HEAD.format(f"{threshold} <= 5 - 2 * noisy"), "m.py")
    limit = mpmath.floor((5 - THRESHOLDS[threshold]) / 2)
    plain = parse(HEAD.format(f"noisy <= {int(limit)}"), "m.py")
    expected = denote.outputs(plain, "m", {"x": 1})
    assert denote.outputs(mirrored, "m", {"x": 1}) == expected
    process = explore(mirrored, "m", DEFAULTS)
    assert isinstance(process, Process)
    for output, weight in expected.items():
        assert forward_process(process, {"x": 1}, *output) == weight
    for operator, always in (("==", False), ("!=", True)):
        equal = parse(HEAD.format(f"noisy {operator} {threshold}"), "m.py")
        assert denote.outputs(equal, "m", {"x": 1}) == denote.outputs(
            parse(HEAD.format(str(always)), "m.py"), "m", {"x": 1}
        )


def test_where_python_rounds_to_the_other_side_of_an_integer_it_is_an_error() -> None:
    with pytest.raises(Rejected) as caught:
        explore(parse(HEAD.format("noisy >= sqrt(2) * sqrt(2)"), "m.py"), "m", DEFAULTS)
    (found,) = caught.value.diagnostics
    assert found.code == "FA407"
