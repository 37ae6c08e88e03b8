"""Differences of two kept draws that are shown: the gap between the largest and the second."""

import pytest
from asked import bound, check
from flint import fmpq

from faier.engines.verdict import Proved, Refuted
from faier.exact import compare, exponential
from faier.lang import parse

GAP = """
from faier import Int, Positive, Vector, each, exp, geometric, mechanism, private

EPS = Positive(1)

@private(epsilon=EPS, neighbors=each(1))
@private(epsilon=3 / 4 * EPS, neighbors=each(1), expect="refuted")
@mechanism
def gap(counts: Vector[Int[0, 1], 2]):
    a = counts[0] + geometric(exp(-EPS / 2))
    b = counts[1] + geometric(exp(-EPS / 2))
    if a > b:
        return 0, a - b
    return 1, b - a
"""
HALVES = GAP.replace("exp(-EPS / 2)", "1 / 2").replace("EPS = Positive(1)", "").replace("EPS", "2")


def test_a_gap_is_aligned_and_refuted_below() -> None:
    program = parse(GAP, "gap.py")
    proved, refuted = (check(program, claim) for claim in program.claims)
    assert isinstance(proved, Proved) and proved.engine == "alignment"
    assert isinstance(refuted, Refuted) and refuted.witness is not None


def test_what_is_further_out_is_not_left_out() -> None:
    """The ratio rises with the gap and comes near to 4, which no output has: what some outputs show is no bound."""
    program = parse(HALVES, "gap.py")
    tight = bound(program, program.claims[0].subject).tight
    assert tight is not None and tight.lower is not None and tight.upper is not None
    assert compare(tight.lower, fmpq(3)) > 0 and compare(tight.upper, fmpq(4)) == 0
    near = fmpq(139, 100)
    assert compare(tight.upper, exponential(near)) < 0


LOOP = """
from faier import Int, Vector, each, geometric, laplace, log, mechanism, private

@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def gap(counts: Vector[Int[0, 1], {count}]):
    winner, best, second = 0, None, None
    for number, count in enumerate(counts):
        noisy = count + {noise}
        if best is None or noisy > best:
            best, second, winner = noisy, best, number
        elif second is None or noisy > second:
            second = noisy
    return {shown}
"""


@pytest.mark.parametrize(
    ("count", "noise", "shown", "epsilon", "verdict"),
    [
        (2, "laplace(2)", "winner, best - second", "1", Proved),
        (2, "laplace(2)", "winner, best - second", "0.98", Refuted),
        (2, "laplace(1)", "winner, best - second", "1.9", Refuted),
        (2, "geometric(1 / 2)", "winner, best - second", "2 * log(2)", Proved),
        (2, "geometric(1 / 2)", "winner, best - second", "1.37", Refuted),
        (2, "laplace(2)", "best, best - second", "0.6", Refuted),
        pytest.param(3, "laplace(2)", "winner, best - second", "0.999999", Refuted, marks=pytest.mark.long),
        pytest.param(3, "laplace(2)", "winner, best - second", "1", Proved, marks=pytest.mark.long),
        pytest.param(3, "geometric(1 / 2)", "winner, best - second", "2 * log(2)", Proved, marks=pytest.mark.long),
        pytest.param(4, "laplace(2)", "winner, best - second", "0.999999", Refuted, marks=pytest.mark.long),
        pytest.param(4, "geometric(1 / 2)", "winner, best - second", "2 * log(2)", Refuted, marks=pytest.mark.long),
    ],
)
def test_gaps_that_are_shown(
    count: int, noise: str, shown: str, epsilon: str, verdict: type[Proved] | type[Refuted]
) -> None:
    """By how much the winner wins costs nothing; with geometric noise, ties of four do."""
    program = parse(LOOP.format(count=count, noise=noise, shown=shown, epsilon=epsilon), "gap.py")
    assert isinstance(check(program, program.claims[0]), verdict)
