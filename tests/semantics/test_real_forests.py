"""Beliefs about reals against numbers on a grid: functions by their values at Gauss-Legendre nodes of short pieces, on
which they are analytic, as all bounds are multiples of their length."""

from __future__ import annotations

import random
from math import exp

import numpy as np
import pytest
from flint import fmpq

from faier.exact import ONE, Epsilon, nearest_float
from faier.exact.reals import Density
from faier.limits import LimitReached
from faier.semantics.beliefs import NOTHING_KEPT, after
from faier.semantics.kept import Constraint, Reals, Way
from faier.semantics.nodes import Watch

REACH, ORDER = 40, 9
PIECES = 4 * REACH
"""From -REACH to REACH by halves."""

NODES, WEIGHTS = np.polynomial.legendre.leggauss(ORDER)
POINTS = (np.arange(PIECES)[:, None] + 0.5 - PIECES / 2) / 2 + NODES[None, :] / 4
POWERS = np.arange(ORDER)
RUNNING = (NODES[:, None] ** (POWERS + 1) - (-1.0) ** (POWERS + 1)) / (POWERS + 1)
RUNNING = RUNNING @ np.linalg.inv(np.vander(NODES, increasing=True)) / 4
"""From values at nodes to integrals from the begin of the piece up to each node."""


def laplace(rate: float) -> np.ndarray:
    return rate / 2 * np.exp(-rate * np.abs(POINTS))


def ends(values: np.ndarray) -> np.ndarray:
    """The integral of everything before each piece, and of all."""
    return np.concatenate([[0], np.cumsum(values @ WEIGHTS / 4)])


def reaching(values: np.ndarray, sign: int, other: int, least: float) -> np.ndarray:
    """The function of y that is the integral over the z with sign * z + other * y >= least."""
    if sign < 0:
        return reaching(values[::-1, ::-1], 1, other, least)
    below = ends(values)[:-1, None] + values @ RUNNING.T
    above = ends(values)[-1] - below
    at = above[::-1, ::-1] if other > 0 else above  # at least -y, or at least y
    moved = round(2 * least) * (-1 if other > 0 else 1)
    steps = np.arange(PIECES) + moved
    found = at[np.clip(steps, 0, PIECES - 1)]
    far = ends(values)[-1] if other > 0 else 0
    found[steps >= PIECES] = far
    found[steps < 0] = ends(values)[-1] - far
    return found


def near(density: Density, x: float) -> float:
    """The value at x."""
    piece = density.pieces[sum(nearest_float(each) < x for each in density.breaks)]
    return sum(nearest_float(c) * x**k * exp(nearest_float(rate) * x) for rate, k, c in piece)


def tree(seed: int) -> tuple[list[Reals], list[Constraint], list[float]]:
    """Draws, and comparisons of each with one that came before it, and of some with numbers."""
    chance = random.Random(seed)
    count = chance.choice((2, 3, 4))
    rates = [chance.choice((fmpq(1), fmpq(3, 2), fmpq(2))) for _ in range(count)]
    edges = []
    for at in range(1, count):
        beside = chance.randrange(at)
        signs = chance.choice((1, -1)), chance.choice((1, -1))
        edges.append(Constraint(((signs[0], beside), (signs[1], at)), fmpq(chance.randrange(-3, 4), 2)))
        if chance.random() < 0.4:
            edges.append(Constraint(((signs[0], at),), fmpq(chance.randrange(-4, 3), 2)))
    return [Reals((Epsilon.rational(rate),)) for rate in rates], edges, [float(rate) for rate in rates]


@pytest.mark.parametrize("seed", range(40))
def test_what_is_believed_of_the_first_of_some_compared_reals(seed: int) -> None:
    fresh, edges, rates = tree(seed)
    values = [laplace(rate) for rate in rates]
    for edge in reversed(edges):  # leaves first
        if len(edge.terms) == 1:
            ((sign, at),) = edge.terms
            values[at] = values[at] * (sign * POINTS >= float(edge.least))
            continue
        (sign, beside), (other, at) = edge.terms
        values[beside] = values[beside] * reaching(values[at], other, sign, float(edge.least))
    step = after(NOTHING_KEPT, Way(0, ONE, tuple(fresh), tuple(edges), (0,)), Watch())
    assert step is not None
    factor, belief = step
    assert nearest_float(factor * belief.mass) == pytest.approx(ends(values[0])[-1], abs=1e-9)
    weights = belief.of(0)
    assert isinstance(weights, Density)
    for place in (PIECES // 2 - 7, PIECES // 2, PIECES // 2 + 4):
        found = nearest_float(factor) * near(weights, POINTS[place, 0])
        assert found == pytest.approx(values[0][place, 0], abs=1e-9)


def test_reals_that_are_compared_in_a_circle() -> None:
    """Three draws, each above the one before by at most 1, and the last not far above the first."""
    unit = Reals((Epsilon.rational(1),))
    pairs = [(0, 1), (1, 2), (0, 2)]
    circle = tuple(Constraint(((-1, one), (1, other)), fmpq(-1)) for one, other in pairs)
    with pytest.raises(LimitReached, match="circle"):
        after(NOTHING_KEPT, Way(0, ONE, (unit,) * 3, circle), Watch())
    follows = (
        *(Constraint(((-1, at), (1, at + 1)), fmpq(0)) for at in (0, 1)),
        Constraint(((-1, 0), (1, 2)), fmpq(-1)),
    )
    step = after(NOTHING_KEPT, Way(0, ONE, (unit,) * 3, follows), Watch())
    assert step is not None and step[0] * step[1].mass == fmpq(1, 6)
