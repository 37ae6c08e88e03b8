"""Exact functions on the reals, against the integrals of balls."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest
from flint import acb, arb, ctx, fmpq

from faier.exact import Epsilon, Number, Undecidable, enclose
from faier.exact.bonds import Bond, seen
from faier.exact.exponential_polynomials import in_units
from faier.exact.reals import Density, Spot, constant, laplace, sum_of_laplace

ZERO, HALF = fmpq(0), fmpq(1, 2)
UNIT = in_units(Epsilon.rational(1))[0]
FAR = fmpq(60)
"""Farther out than this nothing is integrated: noise of rate 1 is less than 1e-24 there."""

RATES = (Epsilon.rational(1), Epsilon.rational(2), Epsilon.rational(fmpq(3, 2)))


@pytest.fixture(autouse=True)
def precise() -> Iterator[None]:
    with ctx.workprec(100):
        yield


def integrated(f: Callable[[acb], acb], breaks: Sequence[fmpq], low: fmpq, high: fmpq) -> arb:
    """The integral of a function that is analytic between its breaks."""
    inner = [low, *(each for each in sorted(set(breaks)) if low < each < high), high]
    return sum((acb.integral(lambda z, _: f(z), a, b).real for a, b in pairwise(inner)), arb(0))


def near(one: Number | arb, other: Number | arb) -> bool:
    left, right = (each if isinstance(each, arb) else enclose(each, 100) for each in (one, other))
    return bool(abs(left - right) < arb("1e-20"))


def by_formula(rate: float, z: acb) -> acb:
    return rate / 2 * (-rate * (z if z.real > 0 else -z)).exp()


def some(seed: int) -> Density:
    """A density after comparisons with numbers and with noise."""
    chance = random.Random(seed)
    found = sum_of_laplace(tuple(sorted(chance.choices(RATES, k=chance.choice((1, 1, 2))), key=lambda e: e.constant)))
    for _ in range(chance.randrange(3)):
        at = fmpq(chance.randrange(-6, 7), 2)
        match chance.randrange(4):
            case 0:
                found = found * laplace(chance.choice(RATES)).below().shifted(at)
            case 1:
                found = found * laplace(chance.choice(RATES)).above().shifted(at)
            case 2:
                found = found.shifted(at)
            case _:
                found = found.within(at, at + 2) if chance.random() < 0.5 else found.within(at)
    return constant(UNIT, HALF) * found


def as_function(density: Density) -> Callable[[acb], acb]:
    """The same function by its pieces."""

    def at(z: acb) -> acb:
        middle = z.real.mid()
        piece = density.pieces[sum(1 for each in density.breaks if arb(each) < middle)]
        return sum((acb(enclose(c, 100)) * z**k * (z * acb(rate)).exp() for rate, k, c in piece), acb(0))

    return at


@pytest.mark.parametrize("rates", [(1,), (1, 1), (1, 2), (2, 2, 2)])
def test_sums_of_laplace_draws(rates: tuple[int, ...]) -> None:
    found = sum_of_laplace(tuple(Epsilon.rational(rate) for rate in rates))
    assert found.total == 1 and found == found.mirrored()
    if len(rates) == 1:
        assert near(found.at(HALF), arb(rates[0]) / 2 * (-arb(rates[0]) / 2).exp())
        return
    before, rate = sum_of_laplace(tuple(Epsilon.rational(each) for each in rates[:-1])), rates[-1]
    inner = as_function(before)
    for x in (ZERO, HALF, fmpq(-3)):
        product = integrated(lambda z, x=x: inner(z) * by_formula(rate, acb(x) - z), [ZERO, x], -FAR, FAR)
        assert near(found.at(x), product)


@pytest.mark.parametrize("seed", range(12))
def test_integrals(seed: int) -> None:
    density = some(seed)
    f = as_function(density)
    assert near(density.total, integrated(f, density.breaks, -FAR, FAR))
    below, above = density.below(), density.above()
    assert below + above == constant(UNIT, density.total)
    for at in (fmpq(-2), ZERO, fmpq(5, 4)):
        assert near(below.at(at), integrated(f, density.breaks, -FAR, at))
    drawn = density.with_draw(fmpq(1))
    assert drawn.total == density.total
    at = fmpq(1, 3)
    product = integrated(lambda z: f(z) * by_formula(1, acb(at) - z), [*density.breaks, at], -FAR, FAR)
    assert near(drawn.at(at), product)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_seen_of_a_bound_real(seed: int) -> None:
    chance, density = random.Random(seed), some(seed)
    ends = [fmpq(chance.randrange(-4, 5), 2) if chance.random() < 0.6 else None for _ in range(4)]
    bond = Bond(*ends)
    found = seen(density, bond)
    assert isinstance(found, Density)
    below = density.below()
    for y in (fmpq(-9, 4), fmpq(1, 7), fmpq(2)):
        least, most, low, high = (
            None if end is None else end + move for end, move in zip(ends, (y, y, -y, -y), strict=True)
        )
        start = max(-FAR if end is None else end for end in (least, low))
        stop = min(FAR if end is None else end for end in (most, high))
        known = below.at(stop) - below.at(start) if start < stop else ZERO
        assert near(found.at(y, 1), known)


def test_equal_functions_are_equal_values() -> None:
    one = laplace(RATES[0])
    parts = one.within(None, HALF) + one.within(HALF)
    assert parts == one and hash(parts) == hash(one)
    assert one.shifted(HALF).shifted(-HALF) == one
    assert (one - one).zero and one.within(HALF, HALF).zero
    assert (one + one).scaled(HALF) == one
    assert one.scaled(fmpq(3)).first == 3 * one.first


def test_values_at_jumps() -> None:
    cut = laplace(RATES[0]).within(HALF)
    assert cut.jumps(HALF) and not cut.jumps(fmpq(0)) and cut.ends == (HALF, None)
    assert cut.at(HALF, -1) == 0 != cut.at(HALF, 1)
    with pytest.raises(Undecidable):
        cut.at(HALF)
    assert laplace(RATES[0]).at(ZERO) == HALF


def test_units() -> None:
    """Chances of noise of scale 1 / log(2) are rational at integers; powers of an unknown stand nowhere."""
    assert laplace(Epsilon.log(4)).below().at(fmpq(3)) == 1 - fmpq(1, 128)
    unknown = Epsilon.positive("EPS", 2)
    assert laplace(unknown).total == 1
    with pytest.raises(Undecidable):
        sum_of_laplace((unknown, unknown)).at(HALF)
    with pytest.raises(Undecidable):
        laplace(unknown) + laplace(RATES[0])


def test_known_reals() -> None:
    assert Spot(HALF).least(1, ZERO) and not Spot(HALF).least(-1, ZERO)
    assert Spot(HALF).least(1, HALF) is None
    assert Spot(HALF, 1).least(1, HALF) and not Spot(HALF, 1).least(-1, -HALF)
