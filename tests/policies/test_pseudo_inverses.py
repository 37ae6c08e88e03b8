"""Where the pseudo-inverse of a product is no product of pseudo-inverses, and what holds all the same, exactly."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq, fmpq_mat

Matrix = fmpq_mat


def matrix(rows: list[list[int]]) -> Matrix:
    return Matrix(len(rows), len(rows[0]), [fmpq(entry) for row in rows for entry in row])


def pseudo_inverse(a: Matrix) -> Matrix:
    """By a factorization of full rank: a = b c, and then c^T (c c^T)^-1 (b^T b)^-1 b^T."""
    reduced, rank = a.rref()
    if not rank:
        return a.transpose()
    pivots = [next(j for j in range(a.ncols()) if reduced[i, j] != 0) for i in range(rank)]
    b = Matrix(a.nrows(), rank, [a[i, j] for i in range(a.nrows()) for j in pivots])
    c = Matrix(rank, a.ncols(), [reduced[i, j] for i in range(rank) for j in range(a.ncols())])
    return c.transpose() * (c * c.transpose()).inv() * (b.transpose() * b).inv() * b.transpose()


def squares(a: Matrix) -> fmpq:
    return sum((a[i, j] ** 2 for i in range(a.nrows()) for j in range(a.ncols())), fmpq(0))


def incidence(cells: int, edges: list[tuple[int, int | None]]) -> Matrix:
    found = [[0] * len(edges) for _ in range(cells)]
    for at, (u, v) in enumerate(edges):
        found[u][at] += 1
        if v is not None:
            found[v][at] -= 1
    return matrix(found)


def drawn(rng: random.Random) -> tuple[Matrix, Matrix, Matrix, bool]:
    """A policy's matrix, a strategy, a workload that it answers, and whether the policy's has full row rank."""
    cells = rng.randint(1, 4)
    every = [(u, v) for u in range(cells) for v in [*range(u), None]]
    p = incidence(cells, rng.sample(every, rng.randint(1, len(every))))
    entries = (-1, 0, 1, 1, 2)
    a = matrix([[rng.choice(entries) for _ in range(cells)] for _ in range(rng.randint(1, 4))])
    x = matrix([[rng.choice(entries) for _ in range(a.nrows())] for _ in range(rng.randint(1, 3))])
    return p, a, x * a, p.rank() == cells


def test_the_smallest_case() -> None:
    p, a = incidence(2, [(0, 1), (1, None)]), matrix([[1, 0]])
    assert pseudo_inverse(a * p) == matrix([[1], [0]])
    assert pseudo_inverse(p) * pseudo_inverse(a) == matrix([[1], [1]])


def test_there_is_none_with_one_cell() -> None:
    """One cell has one edge: P is 1, and a strategy that asks anything has full column rank."""
    p = incidence(1, [(0, None)])
    for rows in product((-2, -1, 0, 1, 3), repeat=2):
        a = matrix([[entry] for entry in rows])
        assert pseudo_inverse(a * p) == pseudo_inverse(p) * pseudo_inverse(a)


def test_a_policy_without_none() -> None:
    p, a = incidence(2, [(0, 1)]), matrix([[1, 0], [0, 2]])
    assert pseudo_inverse(a * p) != pseudo_inverse(p) * pseudo_inverse(a)
    assert squares(a * pseudo_inverse(a)) == 2
    assert squares(a * p * pseudo_inverse(a * p)) == 1


def test_what_the_step_needs_and_what_survives() -> None:
    rng, failed, smaller = random.Random(41), 0, 0
    for _ in range(400):
        p, a, w, full = drawn(rng)
        direct, through = w * pseudo_inverse(a), w * p * pseudo_inverse(a * p)
        if full and a.rank() == a.ncols():
            assert pseudo_inverse(a * p) == pseudo_inverse(p) * pseudo_inverse(a)
        failed += pseudo_inverse(a * p) != pseudo_inverse(p) * pseudo_inverse(a)
        if full:
            assert direct == through
        assert squares(through) <= squares(direct)
        smaller += squares(through) < squares(direct)
    assert failed > 50
    assert smaller > 50


@pytest.mark.parametrize("cells", range(3, 13))
def test_a_circle_is_a_set_of_points_with_its_distances(cells: int) -> None:
    """In steps of half an edge, a cell is inside of all half circles that begin up to half a circle before it."""
    quarter = Fraction(1, 4)
    points = [
        [quarter if (2 * i - j) % (2 * cells) < cells else Fraction(0) for j in range(2 * cells)] for i in range(cells)
    ]
    for one, other in product(range(cells), repeat=2):
        apart = sum(abs(a - b) for a, b in zip(points[one], points[other], strict=True))
        around = (one - other) % cells
        assert apart == min(around, cells - around)
