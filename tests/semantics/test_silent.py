"""Silent steps summed out, against the inverse of one whole matrix: dense, sparse and with unknowns."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq, fmpq_mat

from faier.exact import ONE, ZERO, Epsilon, exponential, exponential_of, substitute, unknown
from faier.semantics.components import components
from faier.semantics.explore.silent import Forever, _eliminate, settle, visits

HALF = fmpq(1, 2)
POINT = {"p": fmpq(2, 5), "q": fmpq(3, 7)}


def chain(rng, size, exits, weights):
    """Moves of configurations 0 .. size - 1 among themselves and to the exits -1, -2, ...; some weight may be lost."""
    moves = {}
    for at in range(size):
        near = {(at + rng.choice((-2, -1, 0, 1, 1, 2, 3))) % size for _ in range(rng.randint(1, 3))}
        targets = sorted(near) + ([-rng.randint(1, exits)] if rng.random() < 0.4 or at == size - 1 else [])
        moves[at] = tuple((weight, to) for weight, to in zip(weights(rng, len(targets)), targets, strict=True))
        if rng.random() < 0.2:
            moves[at] += ((ZERO, targets[0]),)
    return moves


def rational(rng, count):
    parts = [rng.randint(1, 5) for _ in range(count)]
    whole = sum(parts) + (rng.randint(0, 2) if rng.random() < 0.3 else 0)
    return [fmpq(part, whole) for part in parts]


def symbolic(rng, count):
    p, q = unknown("p"), unknown("q")
    share = rng.choice((p, q, p * q, 1 - p, HALF))
    return [share / (count - 1) if at else 1 - share for at in range(count)] if count > 1 else [rng.choice((ONE, p))]


def expected(moves, start, exits):
    """Visits x solve x (I - P) = start; what arrives at an exit is what the visits send there."""
    size, there = len(moves), reached(moves, start)
    moves = {at: steps if at in there else () for at, steps in moves.items()}
    matrix = fmpq_mat(size, size, [fmpq(int(row == column)) for row in range(size) for column in range(size)])
    for at, steps in moves.items():
        for weight, to in steps:
            if to >= 0:
                matrix[to, at] -= weight
    visited = matrix.solve(fmpq_mat(size, 1, [start.get(at, ZERO) for at in range(size)]))
    arrived = {
        -way: start.get(-way, ZERO)
        + sum((visited[at, 0] * weight for at in moves for weight, to in moves[at] if to == -way), ZERO)
        for way in range(1, exits + 1)
    }
    return {at: weight for at, weight in arrived.items() if weight != 0}


def reached(moves, start):
    found = list(start)
    for at in found:
        found += [to for weight, to in moves.get(at, ()) if to not in found]
    return found


def leaves(moves, start):
    """Whether every configuration that is reached can lose weight or come to an exit."""
    out = {at for at in moves if sum((weight for weight, _ in moves[at]), ZERO) != 1}
    for _ in moves:
        out |= {at for at in moves if any(weight != 0 and (to < 0 or to in out) for weight, to in moves[at])}
    return all(at < 0 or at in out for at in reached(moves, start))


def at_point(number):
    return substitute(number, POINT)


@pytest.mark.parametrize("size", [1, 2, 3, 6, 12, 30, 60])
def test_rational_chains(size):
    compared = 0
    for seed in range(25):
        rng = Random(100 * size + seed)
        moves = chain(rng, size, 3, rational)
        start = {rng.randrange(-3, size): HALF, rng.randrange(size): fmpq(1, 3)}
        entered = [*start.items(), (0, fmpq(1, 6))]
        start[0] = start.get(0, ZERO) + fmpq(1, 6)
        if leaves(moves, start):
            compared += 1
            told = {}
            assert settle(entered, moves.get, told.__setitem__) == expected(moves, start, 3)
            assert told == {}
    assert compared > 5


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_chains_with_unknowns(size):
    """At a point they are the chains of that point; so are the determinants that the result depends on."""
    compared = 0
    for seed in range(20):
        rng = Random(1000 * size + seed)
        moves = chain(rng, size, 2, symbolic)
        fixed = {at: tuple((at_point(weight), to) for weight, to in steps) for at, steps in moves.items()}
        if not leaves(fixed, {0: ONE}):
            continue
        compared += 1
        told = {}
        found = settle([(0, ONE)], moves.get, told.__setitem__)
        assert {at: at_point(weight) for at, weight in found.items()} == expected(fixed, {0: ONE}, 2)
        for component in components([0], lambda at, moves=moves: [to for _, to in moves.get(at, ())]):
            inside = [[sum((w for w, to in fixed.get(a, ()) if to == b), ZERO) for a in component] for b in component]
            matrix = fmpq_mat([[int(a == b) - inside[a][b] for b in range(len(inside))] for a in range(len(inside))])
            determinants = [at_point(told[at]) for at in component if at in told]
            assert determinants in ([], [matrix.det()])
    assert compared > 3


@pytest.mark.parametrize("number", [unknown("p"), exponential(ONE), exponential(-HALF)])
def test_a_loop_that_is_left_unless_an_unknown_is_1(number):
    """Unknowns are told of, a constant power of e is not: it is not 1."""
    told = []
    moves = {0: ((1 - number, 1), (number, 0))}
    assert settle([(0, ONE)], moves.get, lambda at, determinant: told.append((at, determinant))) == {1: ONE}
    assert told == ([(0, 1 - number)] if number == unknown("p") else [])


EPS = exponential_of(Epsilon(multiples=(("EPS", fmpq(-1)),)))


@pytest.mark.parametrize("number", [unknown("p"), EPS, unknown("p") * EPS])
@pytest.mark.parametrize("size", [1, 5, 30])
def test_every_loop_with_an_unknown_is_told_of(number, size):
    """However long it is: a ring that is left at one place, unless the number is 1."""
    told = []
    moves = {at: ((ONE, (at + 1) % size),) for at in range(size)} | {size - 1: ((number, 0), (1 - number, -1))}
    assert settle([(0, ONE)], moves.get, lambda at, determinant: told.append(determinant)) == {-1: ONE}
    assert told == [1 - number]


def test_elimination_exchanges_rows():
    """A leading 0 is no pivot, and every exchange turns the sign of the determinant."""
    p = unknown("p")
    for rows, right, solution, determinant in (
        ([[ZERO, p], [ONE, ZERO]], [p, p], [p, ONE], -p),
        ([[ZERO, ONE, ZERO], [ZERO, ZERO, p], [ONE, ZERO, ZERO]], [ONE, p, p], [p, ONE, ONE], p),
        ([[p, ONE], [p, p]], [p + 1, 2 * p], [ONE, ONE], p * p - p),
        ([[ONE, ONE, ZERO], [ONE, ONE, p], [p, ZERO, ONE]], [ONE, 1 + p, ONE], [ZERO, ONE, ONE], p * p),
    ):
        assert _eliminate([list(row) for row in rows], list(right)) == (solution, determinant)


def test_the_sparse_solution_is_the_dense_one():
    for seed in range(40):
        rng = Random(seed)
        size = rng.randint(1, 14)
        inner = [
            {to: fmpq(rng.randint(1, 3), 20) for to in rng.sample(range(size), min(size, rng.randint(0, 4)))}
            for _ in range(size)
        ]
        entering = [fmpq(rng.randint(0, 3), 4) for _ in range(size)]
        matrix = fmpq_mat([[int(a == b) - inner[b].get(a, ZERO) for b in range(size)] for a in range(size)])
        solution = matrix.solve(fmpq_mat(size, 1, entering))
        assert visits(inner, entering, lambda: None) == [solution[at, 0] for at in range(size)]


def test_a_loop_that_is_never_left():
    moves = {0: ((HALF, 1), (HALF, -1)), 1: ((ONE, 2),), 2: ((HALF, 1), (HALF, 2))}
    with pytest.raises(Forever) as forever:
        settle([(0, ONE)], moves.get, lambda *_: None)
    assert sorted(forever.value.places) == [1, 2]
    # Weight that is lost leaves a loop too, and what is never entered may go on for ever.
    assert settle([(0, ONE)], (moves | {2: ((HALF, 1),)}).get, lambda *_: None) == {-1: HALF}
    assert settle([(3, ONE)], (moves | {3: ((ONE, -1),)}).get, lambda *_: None) == {-1: ONE}


def test_parts_come_after_those_they_lead_to():
    for seed in range(60):
        rng = Random(seed)
        size = rng.randint(1, 12)
        onward = {at: rng.sample(range(size), rng.randint(0, min(size, 2))) for at in range(size)}
        roots = rng.sample(range(size), rng.randint(1, size))
        found = components(roots, onward.__getitem__)
        moves = {at: tuple((ONE, to) for to in targets) for at, targets in onward.items()}
        beyond = {at: set(reached(moves, [at])) for at in range(size)}
        assert sorted(at for part in found for at in part) == sorted(set().union(*(beyond[root] for root in roots)))
        for number, part in enumerate(found):
            assert all(one in beyond[other] for one in part for other in part)
            assert all(part[0] not in beyond[at] for earlier in found[:number] for at in earlier)
