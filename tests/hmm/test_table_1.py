"""Table 1 of Liu, Wang and Zhang: the tool derives the six polynomials, sympy compares them with the paper's."""

from __future__ import annotations

from pathlib import Path

import pytest
import sympy

from faier.exact import number_text, unknown
from faier.lang import parse
from faier.semantics import denote

FILE = Path(__file__).parent.parent.parent / "casestudies/hidden_markov_models/geometric.py"
p = sympy.Symbol("p")

# (with John's record?, the shown value) -> the probability. The table's first row is over 6 in the text of the
# example, and the last entry is 2 / (6 - 3 p) there; the printed table has other denominators in these places.
PAPER = {
    (False, 0): (p**2 - 4 * p + 4) / 6,
    (False, 1): (-2 * p**2 + 2 * p + 1) / 6,
    (False, 2): (p**2 + 2 * p + 1) / 6,
    (True, 0): (4 - 3 * p) / (12 - 6 * p),
    (True, 1): (4 - 3 * p) / (12 - 6 * p),
    (True, 2): 2 / (6 - 3 * p),
}


@pytest.mark.parametrize(("with_john", "shown"), list(PAPER))
def test_the_polynomial_is_the_paper_s(with_john: bool, shown: int) -> None:
    program = parse(FILE.read_text(), str(FILE), {})
    weights, masses = denote.joint_probability(
        program, "truncated_geometric", "independent", {"p": unknown("p")}, {}, (shown,), True
    )
    ours = sympy.sympify(number_text(weights[with_john] / masses[with_john]), locals={"p": p})
    assert sympy.simplify(ours - PAPER[with_john, shown]) == 0
