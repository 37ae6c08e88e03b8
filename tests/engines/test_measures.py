"""Other measures of two laws against closed forms, and against sums and integrals of fifty digits."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from flint import fmpq

from faier.engines.density.law import PLACE, Lattice, Law
from faier.engines.density.mixture import Part
from faier.engines.density.weighing import Unread
from faier.engines.measures import integrals
from faier.engines.measures.excess import excess
from faier.engines.measures.integrals import Infinite
from faier.engines.measures.moments import exact_moment, moment
from faier.engines.measures.orders import Divergence, Rho, concentrated, renyi
from faier.engines.measures.pairing import Pairing, gathered, paired
from faier.exact import ONE, Epsilon, Number, exponential_of, nearest_float
from faier.lang.values import Sequence
from faier.limits import Limits
from faier.semantics.kept import Reals

mpmath.mp.dps = 50
ORDERS = (fmpq(3, 2), fmpq(2), fmpq(5), fmpq(11, 10))
REAL = Sequence("tuple", (PLACE,))


def number(value: fmpq | Fraction) -> mpmath.mpf:
    p, q = (value.p, value.q) if isinstance(value, fmpq) else (value.numerator, value.denominator)
    return mpmath.mpf(int(p)) / int(q)


def close(found: Divergence | Rho, truth: mpmath.mpf, apart: float = 1e-12) -> bool:
    assert found.lower is not None
    assert found.upper is not None
    slack = mpmath.mpf(10) ** -40
    inside = number(found.lower) <= truth + slack and truth <= number(found.upper) + slack
    return bool(inside and number(found.upper) - number(found.lower) <= apart * (1 + truth))


def table(chances: dict[int, Fraction]) -> Law:
    weights = {Sequence("tuple", (at,)): fmpq(one.numerator, one.denominator) for at, one in chances.items() if one}
    return Law(weights, {})


def drawn(source: random.Random, size: int) -> dict[int, Fraction]:
    weights = [source.randint(1, 20) for _ in range(size)]
    return {at: Fraction(weight, sum(weights)) for at, weight in enumerate(weights)}


def true_divergence(p: dict[int, Fraction], q: dict[int, Fraction], alpha: fmpq) -> mpmath.mpf:
    order = number(alpha)
    total = mpmath.fsum(number(p[at]) ** order * number(q[at]) ** (1 - order) for at in p)
    return mpmath.log(total) / (order - 1)


@pytest.mark.parametrize("seed", range(6))
def test_tables(seed: int) -> None:
    source = random.Random(seed)
    size = source.randint(2, 6)
    p, q = drawn(source, size), drawn(source, size)
    pairing = paired(table(p), table(q))
    for alpha in ORDERS:
        assert close(renyi(pairing, alpha, Limits()), true_divergence(p, q, alpha))
    rho = concentrated(pairing, lambda: fmpq(max(int(p[at] / q[at]) + 1 for at in p)), Limits())
    tried = [true_divergence(p, q, alpha) / number(alpha) for alpha in (fmpq(1) + fmpq(k, 16) for k in range(1, 200))]
    assert rho.lower is not None
    assert rho.upper is not None
    assert max(tried) <= number(rho.upper)
    assert number(rho.upper) - number(rho.lower) <= mpmath.mpf(10) ** -8 * number(rho.lower)
    assert rho.alpha is None or true_divergence(p, q, rho.alpha) / number(rho.alpha) >= number(rho.lower)
    for epsilon in (fmpq(0), fmpq(1, 3)):
        factor = mpmath.exp(number(epsilon))
        truth = mpmath.fsum(max(0, number(p[at]) - factor * number(q[at])) for at in p)
        low, high = excess(pairing, Epsilon.rational(epsilon), Limits())
        assert low == high
        assert abs(nearest_float(low) - float(truth)) < 1e-12


def product_of(*sides: dict[int, Fraction]) -> list[dict[int, Fraction]]:
    """What is shown twice."""
    return [{3 * a + b: side[a] * side[b] for a in range(3) for b in range(3)} for side in sides]


@pytest.mark.parametrize("seed", range(4))
def test_outputs_of_one_ratio_are_as_one(seed: int) -> None:
    source = random.Random(seed)
    p, q = drawn(source, 3), drawn(source, 3)
    both = paired(*map(table, product_of(p, q)))
    fewer = gathered(both)
    assert len(fewer.listed) <= 6 < len(both.listed)
    assert gathered(paired(table({0: Fraction(1)}), table({1: Fraction(1)}))).listed == ((0, 1), (1, 0))
    for alpha in ORDERS:
        assert close(renyi(fewer, alpha, Limits()), true_divergence(*product_of(p, q), alpha))
    for epsilon in (Epsilon(), Epsilon.rational(fmpq(1, 3))):
        assert excess(fewer, epsilon, Limits()) == excess(both, epsilon, Limits())


def test_what_the_right_side_never_shows_is_infinite() -> None:
    pairing = paired(table({0: Fraction(1, 2), 1: Fraction(1, 2)}), table({0: Fraction(1)}))
    assert renyi(pairing, fmpq(2), Limits()) == Divergence(None, None)
    assert concentrated(pairing, lambda: None, Limits()) == Rho(None, None, None)
    back = paired(table({0: Fraction(1)}), table({0: Fraction(1, 2), 1: Fraction(1, 2)}))
    assert renyi(back, fmpq(2), Limits()).exact == Epsilon.log(2)


def test_randomized_response_in_closed_form() -> None:
    p, q = table({0: Fraction(3, 4), 1: Fraction(1, 4)}), table({0: Fraction(1, 4), 1: Fraction(3, 4)})
    assert renyi(paired(p, q), fmpq(2), Limits()).exact == Epsilon.log(fmpq(7, 3))
    assert close(concentrated(paired(p, q), lambda: fmpq(3), Limits()), mpmath.log(3) / 2, 1e-8)


def lattice(at: int, base: Number, weight: Number = ONE, sign: int = 1) -> Lattice:
    return Lattice(weight, at, sign, ((1, base),))


def integers(*parts: Lattice, atoms: dict[int, fmpq] | None = None) -> Law:
    exact = {Sequence("tuple", (at,)): weight for at, weight in (atoms or {}).items()}
    return Law(exact, {}, {REAL: parts})


def geometric(base: mpmath.mpf, at: int) -> mpmath.mpf:
    return (1 - base) / (1 + base) * base ** abs(at)


@pytest.mark.parametrize("alpha", ORDERS)
def test_geometric_noise(alpha: fmpq) -> None:
    base, order = mpmath.mpf(1) / 3, number(alpha)
    found = renyi(paired(integers(lattice(2, fmpq(1, 3))), integers(lattice(0, fmpq(1, 3)))), alpha, Limits())
    total = mpmath.fsum(geometric(base, k - 2) ** order * geometric(base, k) ** (1 - order) for k in range(-120, 120))
    assert close(found, mpmath.log(total) / (order - 1))


def test_exact_and_noisy_integers_are_one_output() -> None:
    half = fmpq(1, 2)
    left = integers(lattice(0, fmpq(1, 2), half), atoms={5: half})
    right = integers(lattice(1, fmpq(1, 2), half, -1), atoms={5: half})
    truth = mpmath.fsum(
        (geometric(mpmath.mpf(1) / 2, k) / 2 + (mpmath.mpf(1) / 2 if k == 5 else 0)) ** 2
        / (geometric(mpmath.mpf(1) / 2, k - 1) / 2 + (mpmath.mpf(1) / 2 if k == 5 else 0))
        for k in range(-150, 150)
    )
    exact = exact_moment(paired(left, right), fmpq(2))
    assert exact is not None
    assert abs(nearest_float(exact) - float(truth)) < 1e-13
    low, high = excess(paired(left, right), Epsilon(), Limits())
    distance = mpmath.fsum(
        max(0, geometric(mpmath.mpf(1) / 2, k) / 2 - geometric(mpmath.mpf(1) / 2, k - 1) / 2) for k in range(-150, 150)
    )
    assert low == high
    assert abs(nearest_float(low) - float(distance)) < 1e-13


def reals(*parts: tuple[fmpq, fmpq, Reals]) -> Law:
    return Law({}, {REAL: tuple(Part(weight, at, noise) for weight, at, noise in parts)})


def laplace(rate: int) -> Reals:
    return Reals((Epsilon.rational(rate),))


def laplace_density(x: mpmath.mpf, rate: int) -> mpmath.mpf:
    return mpmath.exp(-rate * abs(x)) * rate / 2


def test_laplace_noise_in_closed_form() -> None:
    pairing = paired(reals((fmpq(1), fmpq(1), laplace(1))), reals((fmpq(1), fmpq(0), laplace(1))))
    exact = exact_moment(pairing, fmpq(3))
    assert exact == (3 * exponential_of(Epsilon.rational(2)) + 2 * exponential_of(Epsilon.rational(-3))) / 5
    for alpha in ORDERS:
        order = number(alpha)
        total = order * mpmath.exp(order - 1) + (order - 1) * mpmath.exp(-order)
        assert close(renyi(pairing, alpha, Limits()), mpmath.log(total / (2 * order - 1)) / (order - 1))


@pytest.mark.parametrize("rates", [(1, 1), (1, 2), (2, 1)])
def test_mixtures_of_laplace_noise(rates: tuple[int, int]) -> None:
    """Where the left side falls half as fast as the right one the moment of order 2 is infinite, that of 3/2 is not."""
    left = reals((fmpq(1, 3), fmpq(0), laplace(rates[0])), (fmpq(2, 3), fmpq(2), laplace(rates[0])))
    right = reals((fmpq(1), fmpq(1), laplace(rates[1])))
    order = fmpq(3, 2) if rates == (1, 2) else fmpq(3)
    alpha = number(order)

    def value(x: mpmath.mpf) -> mpmath.mpf:
        one = laplace_density(x, rates[0]) / 3 + 2 * laplace_density(x - 2, rates[0]) / 3
        return one**alpha * laplace_density(x - 1, rates[1]) ** (1 - alpha)

    if rates == (1, 2):
        with pytest.raises(Infinite):
            moment(paired(left, right), fmpq(2), 96, Limits())
    truth = mpmath.quad(value, [-mpmath.inf, 0, 1, 2, mpmath.inf])
    assert close(renyi(paired(left, right), order, Limits()), mpmath.log(truth) / (alpha - 1))


def normal(variance: int) -> Reals:
    return Reals((), fmpq(variance))


@pytest.mark.parametrize("alpha", ORDERS)
@pytest.mark.parametrize("variances", [(1, 1), (1, 2), (3, 2)])
def test_normal_noise_in_closed_form(alpha: fmpq, variances: tuple[int, int]) -> None:
    one, other = variances
    pairing = paired(reals((fmpq(1), fmpq(2), normal(one))), reals((fmpq(1), fmpq(0), normal(other))))
    order, mixed = number(alpha), number(alpha * other + (1 - alpha) * one)
    found = renyi(pairing, alpha, Limits())
    if mixed <= 0:
        assert found == Divergence(None, None)
        return
    gap = mpmath.log(mpmath.mpf(other) / one) / 2 + mpmath.log(other / mixed) / (2 * (order - 1))
    assert close(found, gap + order * 4 / (2 * mixed))


def test_mixtures_of_normal_noise() -> None:
    left = reals((fmpq(1, 4), fmpq(0), normal(1)), (fmpq(3, 4), fmpq(3), normal(1)))
    right = reals((fmpq(1, 2), fmpq(0), normal(1)), (fmpq(1, 2), fmpq(1), normal(2)))

    def density(x: mpmath.mpf, at: int, variance: int) -> mpmath.mpf:
        return mpmath.exp(-((x - at) ** 2) / (2 * mpmath.mpf(variance))) / mpmath.sqrt(2 * mpmath.pi * variance)

    def value(x: mpmath.mpf) -> mpmath.mpf:
        one = density(x, 0, 1) / 4 + 3 * density(x, 3, 1) / 4
        return one**2 / (density(x, 0, 1) / 2 + density(x, 1, 2) / 2)

    truth = mpmath.log(mpmath.quad(value, [-30, -5, 0, 3, 8, 40]))
    assert close(renyi(paired(left, right), fmpq(2), Limits()), truth)


@pytest.mark.parametrize("alpha", [fmpq(2), fmpq(3, 2)])
def test_sums_of_laplace_and_normal_noise(alpha: fmpq) -> None:
    """Laplace draws of scales 1 and 2 and a normal one, moved by 1; a sum over a fine grid is the integral."""
    noise = Reals((Epsilon.rational(fmpq(1)), Epsilon.rational(fmpq(1, 2))), fmpq(1, 4))

    def side(rate: mpmath.mpf, x: mpmath.mpf) -> mpmath.mpf:
        height = mpmath.exp(rate * rate / 8 - rate * x) / 2
        return height * mpmath.erfc((rate / 4 - x) * mpmath.sqrt(2))

    def density(x: mpmath.mpf) -> mpmath.mpf:
        one, half = mpmath.mpf(1), mpmath.mpf(1) / 2
        return sum((side(half, y) / 3 - side(one, y) / 6) for y in (x, -x))

    order, step = number(alpha), mpmath.mpf(1) / 4
    points = [step * at for at in range(-50 * 4, 51 * 4)]
    truth = step * mpmath.fsum(density(x) ** order * density(x - 1) ** (1 - order) for x in points)
    pairing = paired(reals((fmpq(1), fmpq(0), noise)), reals((fmpq(1), fmpq(1), noise)))
    found = renyi(pairing, alpha, Limits())
    assert found.lower is not None and found.upper is not None and found.upper - found.lower < fmpq(1, 10**20)
    assert abs(number(found.lower) - mpmath.log(truth) / (order - 1)) < 1e-9
    twice = Reals((Epsilon.rational(fmpq(1)),) * 2, fmpq(1))
    with pytest.raises(Unread, match="two are alike"):
        renyi(paired(reals((fmpq(1), fmpq(0), twice)), reals((fmpq(1), fmpq(1), twice))), alpha, Limits())


def test_what_is_cut_off_has_no_tail() -> None:
    """A part that would fall too slowly makes nothing infinite where it ends."""
    left = Law({}, {REAL: (Part(fmpq(1), fmpq(0), laplace(1), fmpq(-1), fmpq(2)),)})
    right = reals((fmpq(1), fmpq(0), laplace(4)))
    truth = mpmath.quad(lambda x: laplace_density(x, 1) ** 2 / laplace_density(x, 4), [-1, 0, 2])
    assert abs(float(moment(paired(left, right), fmpq(2), 160, Limits()).mid()) - float(truth)) < 1e-9 * float(truth)


def test_a_shifted_normal_is_concentrated_exactly() -> None:
    pairing = paired(reals((fmpq(1), fmpq(3), normal(2))), reals((fmpq(1), fmpq(0), normal(2))))
    assert concentrated(pairing, lambda: None, Limits()) == Rho(fmpq(9, 4), fmpq(9, 4), None, fmpq(9, 4))


def test_reals_of_which_the_right_side_shows_none() -> None:
    with pytest.raises(Infinite):
        exact_moment(paired(reals((fmpq(1), fmpq(3), laplace(2))), Law({}, {})), fmpq(2))
    assert paired(Law({}, {}), Law({}, {})) == Pairing((), (), ())


def test_laplace_draws_of_one_rate_are_integrated_as_two_exponentials(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = (
        tuple(Part(fmpq(1, 4), fmpq(at), laplace(rate)) for at, rate in zip(places, (1, 1, 2, 1), strict=True))
        for places in ((0, 1, 3, 4), (1, 2, 2, 5))
    )
    plain = integrals.integral(left, right, fmpq(3, 2), 100, Limits())
    monkeypatch.setattr(integrals, "_plain", lambda parts, low, precision: ([], parts))
    each = integrals.integral(left, right, fmpq(3, 2), 100, Limits())
    assert plain.overlaps(each)
    assert abs(plain - each) < 1e-20
    assert 1 < plain < 2
