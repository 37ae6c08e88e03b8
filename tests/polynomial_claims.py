"""Random claims with unknowns, as obligations: for tests and for `scripts/compare_solvers`."""

from __future__ import annotations

import random
from itertools import product

from flint import fmpq

from faier.engines.algebra.domain import Domain, Variable
from faier.engines.algebra.obligations import Obligation
from faier.exact import Number, unknown

ZERO = fmpq(0)
FACTORS = (fmpq(1), fmpq(3, 2), fmpq(2), fmpq(3), fmpq(7, 2))


def polynomial_claim(seed: int) -> tuple[Domain, Obligation, fmpq]:
    """A domain, an obligation left <= c * right on its unit cube, and c.

    Both sides are sums of products of u and 1 - u, as probabilities are; sometimes they are close to each other,
    and sometimes they touch inside the cube.
    """
    draw = random.Random(seed)
    names = ("p", "q", "r")[: draw.choice((1, 2, 2, 3))]
    domain = Domain(tuple(Variable(name, ZERO, fmpq(1), draw.random() < 0.7) for name in names))
    units = [unknown(name) for name in names]
    c = draw.choice(FACTORS)
    right = mixture(draw, units)
    match draw.choice(("free", "near", "touching")):
        case "free":
            left = mixture(draw, units)
        case "near":
            left = c * right - mixture(draw, units) * fmpq(draw.randint(-1, 3), 10)
        case _:
            gap = sum((draw.randint(-2, 2) * unit for unit in units), fmpq(draw.randint(-2, 2), 2))
            left = c * right - gap * gap * fmpq(draw.randint(1, 3), 4)
    return domain, Obligation(left, right, ()), c


def grid(domain: Domain, steps: int) -> list[dict[str, Number]]:
    """Points of the domain, its closed sides included."""
    axes = [
        [fmpq(at, steps) for at in range(steps + 1) if not variable.open or 0 < at < steps]
        for variable in domain.variables
    ]
    return [dict(zip(domain.names, point, strict=True)) for point in product(*axes)]


def mixture(draw: random.Random, units: list[Number]) -> Number:
    total: Number = ZERO
    for _ in range(draw.randint(1, 5)):
        term: Number = fmpq(draw.randint(1, 9), draw.randint(1, 9))
        for unit in units:
            term = term * unit ** draw.randint(0, 2) * (1 - unit) ** draw.randint(0, 2)
        total = total + term
    return total
