"""Whether numbers with unknowns are positive on a whole domain: against values on a grid, and by hand at the ends."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from flint import fmpq

from faier.engines.algebra.domain import Domain, Variable
from faier.engines.algebra.positivity import positive
from faier.exact import ONE, exponential, sign, substitute, unknown
from faier.limits import DEFAULTS

p, q, r = unknown("p"), unknown("q"), unknown("r")
OPEN = Variable("p", fmpq(0), fmpq(1), True)
CLOSED = Variable("q", fmpq(0), fmpq(1), False)
WIDE = Variable("r", fmpq(-1), fmpq(3), False)
HALF = fmpq(1, 2)


def asked(number, *variables):
    return positive(number, Domain(variables), DEFAULTS)


@pytest.mark.parametrize(
    ("number", "variables"),
    [
        (ONE, ()),
        (exponential(ONE) - 2, ()),
        (ONE, (OPEN,)),
        (p, (OPEN,)),
        (1 - p, (OPEN,)),
        (p * (1 - p), (OPEN,)),
        (p**3 * (1 - p) ** 2, (OPEN,)),
        (1 / p, (OPEN,)),
        (1 / (p * (1 - p)) - 3, (OPEN,)),
        (1 + q, (CLOSED,)),
        (2 - q, (CLOSED,)),
        (q * q - q + fmpq(26, 100), (CLOSED,)),
        (p * (1 + q), (OPEN, CLOSED)),
        (p + q, (OPEN, CLOSED)),
        (1 - p * q, (OPEN, CLOSED)),
        (q + r + 2, (CLOSED, WIDE)),
        (r * r - 2 * r + 2, (WIDE,)),
        (exponential(ONE) - q - 1, (CLOSED,)),
        (exponential(ONE) - fmpq(27, 10) - q / 100, (CLOSED,)),
        (exponential(ONE) * (1 - q) + q / 10**9 + q * q / 10**10, (CLOSED,)),
        (p - p * p * exponential(-ONE), (OPEN,)),
    ],
    ids=str,
)
def test_numbers_that_are_positive(number, variables):
    assert asked(number, *variables) is None


@pytest.mark.parametrize(
    ("number", "variables"),
    [
        (fmpq(0), ()),
        (-ONE, (OPEN,)),
        (2 - exponential(ONE), ()),
        (q, (CLOSED,)),
        (1 - q, (CLOSED,)),
        (q * (1 - q), (CLOSED,)),
        (-1 / q, (CLOSED,)),
        (1 / q, (CLOSED,)),
        (1 / (1 - q), (CLOSED,)),
        (p - HALF, (OPEN,)),
        (HALF - p, (OPEN,)),
        (p * p - p + fmpq(1, 4), (OPEN,)),
        (p * q, (OPEN, CLOSED)),
        (p + q - 1, (OPEN, CLOSED)),
        (q - p, (CLOSED, OPEN)),
        (q, (OPEN, CLOSED)),
        (HALF - p, (OPEN, Variable("r", fmpq(0), fmpq(1), True))),
        (r, (WIDE,)),
        (r + 1, (WIDE,)),
        (3 - r, (WIDE,)),
        (r * r - 2 * r + 1, (WIDE,)),
        (p - exponential(-ONE), (OPEN,)),
        (exponential(ONE) * q, (CLOSED,)),
    ],
    ids=str,
)
def test_numbers_that_are_not_have_a_point(number, variables):
    domain = Domain(variables)
    point = positive(number, domain, DEFAULTS)
    assert isinstance(point, tuple) and domain.holds(point)
    try:
        assert sign(substitute(domain.unit(number), dict(zip(domain.names, point, strict=True)))) <= 0
    except ZeroDivisionError:
        assert number in (1 / q, -1 / q, 1 / (1 - q))


def test_what_touches_zero_at_no_simple_point_is_left_open():
    for number in ((3 * p - 1) ** 2, (p * p - HALF) ** 2):
        assert "boxes did not settle it" in asked(number, OPEN)


def test_random_polynomials():
    """A third of each comes out each way; no value on a grid contradicts the answer."""
    grid = {
        True: [fmpq(at, 12) for at in range(1, 12)],
        False: [fmpq(at, 12) for at in range(13)],
    }
    tally = {None: 0, tuple: 0}
    for seed in range(150):
        rng = Random(seed)
        variables = (OPEN, CLOSED) if seed % 2 else (CLOSED,)
        terms = [p, q, 1 - q, 1 - p] if seed % 2 else [q, 1 - q, q * q]
        number = fmpq(rng.randint(-1, 3), 8)
        for _ in range(rng.randint(1, 4)):
            number = number + rng.randint(-2, 4) * rng.choice(terms) * rng.choice(terms)
        answer = asked(number, *variables)
        points = product(*(grid[variable.open] for variable in variables))
        values = [substitute(number, dict(zip((v.name for v in variables), at, strict=True))) for at in points]
        if answer is None:
            tally[None] += 1
            assert min(values) > 0
        elif isinstance(answer, tuple):
            tally[tuple] += 1
            assert sign(substitute(number, dict(zip((v.name for v in variables), answer, strict=True)))) <= 0
        else:
            assert min(values) >= 0
    assert min(tally.values()) > 25
