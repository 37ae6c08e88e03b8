"""Sums of exponentials against root isolation of the same as polynomials, against values, and at any fineness; and the
checker's rule for their proofs."""

import math
import random
from fractions import Fraction

import pytest
from flint import fmpq

from faier.certificate.boxes import written
from faier.checker.exponentials import pieces, sums, terms_of
from faier.checker.forms import generator
from faier.checker.outcome import Budget, Invalid
from faier.exact import Epsilon, exponential, unknown
from faier.exact.exponential_sums import Below, Proof, excess, nonnegative, plus, positive, sign_at, times
from faier.exact.roots import NonNegative, sign_on

ZERO = fmpq(0)


def sum_of(*terms):
    return {(fmpq(rate), ZERO): fmpq(amount) for rate, amount in terms}


def drawn(seed, most=6):
    """A few terms; half of the sums are 0 at 0."""
    chance = random.Random(seed)
    below = chance.choice((1, 2, 3, 7))
    terms = {}
    for _ in range(chance.randint(2, most)):
        terms[(fmpq(chance.randint(-8, 8), below), ZERO)] = fmpq(chance.choice((-3, -2, -1, 1, 2, 3, 5)))
    if chance.random() < 0.5:
        total = sum(terms.values(), ZERO)
        terms = plus(terms, {(fmpq(chance.randint(-8, 8), below), ZERO): -total})
    return terms


def as_polynomial(terms):
    """Coefficients of the sum, times a power, as a polynomial in x = e^(t / 42), for x > 1."""
    least = min((rate for rate, _ in terms), default=ZERO)
    steps = {int((rate - least) * 42): amount for (rate, _), amount in terms.items()}
    return [steps.get(power, ZERO) for power in range(max(steps, default=0) + 1)]


def value(terms, t):
    return sum(float(amount) * math.exp(float(rate) * t + float(power)) for (rate, power), amount in terms.items())


@pytest.mark.parametrize("seed", range(400))
def test_as_root_isolation_says(seed):
    terms = drawn(seed)
    known = sign_on(as_polynomial(terms), fmpq(1), None)
    found = nonnegative(terms)
    assert isinstance(found, Proof) is isinstance(known, NonNegative)
    if isinstance(found, Below):
        assert found.at > 0 and sign_at(terms, found.at) < 0 and value(terms, float(found.at)) < 1e-9


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("share", [fmpq(1, 999_983), fmpq(999_983, 10**6), fmpq(1001, 7)])
def test_fineness_does_not_matter(seed, share):
    """Rates times a factor are the same sum at another t."""
    terms = drawn(seed)
    finer = {(rate * share, power): amount for (rate, power), amount in terms.items()}
    assert type(nonnegative(finer)) is type(nonnegative(terms))


@pytest.mark.parametrize("seed", range(200))
def test_the_checker_accepts_every_proof_and_no_proof_of_what_is_negative(seed):
    terms = drawn(seed)
    found = nonnegative(terms)
    if isinstance(found, Below):
        assert not sums(checked(terms), Budget(10**6))
        above = plus(terms, sum_of((max(rate for rate, _ in terms) + 1, 20)))
        borrowed = nonnegative(above)
        if isinstance(borrowed, Proof):
            assert not pieces(checked(terms), tree(borrowed), Budget(10**6))
        return
    assert isinstance(found, Proof)
    assert pieces(checked(terms), tree(found), Budget(10**6))
    least = min(value(terms, step / 50) for step in range(1, 500))
    lowered = plus(terms, sum_of((0, -fmpq(*(least * 1.01 + 1e-6).as_integer_ratio()))))
    assert not pieces(checked(lowered), tree(found), Budget(10**6))


def checked(terms):
    made = sum(
        (Fraction(int(amount.p), int(amount.q)) * generator("^EPS", Fraction(int(rate.p), int(rate.q))))
        * generator("e", Fraction(int(power.p), int(power.q)))
        for (rate, power), amount in terms.items()
    )
    top = getattr(made, "top", None)
    return terms_of({(): made} if top is None else top)


def tree(proof):
    return {"pieces": [[f"{int(low.p)}/{int(low.q)}", written(how)] for low, how in proof.pieces]}


def test_every_way_occurs():
    """What the search finds for sums that need each way."""
    ways = set()
    for seed in range(400):
        found = nonnegative(drawn(seed))
        if isinstance(found, Proof):
            for _, how in found.pieces:
                ways.add(how if isinstance(how, str) else how[0])
    assert ways == {"sums", "chord", "rise"}


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"pieces": []},
        {"pieces": [["0/1", "sums"]], "more": 0},
        {"pieces": ["sums"]},
        {"pieces": [["0/1", "sums", 0]]},
        {"pieces": [["1/2", "sums"]]},
        {"pieces": [["0/1", "sums"], ["0/1", "sums"]]},
        {"pieces": [["0/1", "sums"], ["-1/1", "sums"]]},
        {"pieces": [["0/1", ["chord", "1/2"]]]},
        {"pieces": [["0/1", "chord"], ["1/1", "sums"]]},
        {"pieces": [["0/1", "adds"]]},
        {"pieces": [["0/1", ["rise", 0, "sums"]]]},
        {"pieces": [["0/1", ["rise", "0/1"]]]},
        {"pieces": [["0/1", ["fall", "0/1", "sums"]]]},
    ],
)
def test_a_proof_of_no_shape_is_invalid(wrong):
    with pytest.raises(Invalid):
        pieces(checked(sum_of((1, 1), (0, 1))), wrong, Budget(10**6))


@pytest.mark.parametrize(
    ("terms", "tree_", "expected"),
    [
        # x - 1 grows from 0, x - 2 does not start at 0 or more, and 2 - x falls.
        (sum_of((1, 1), (0, -1)), [["0/1", ["rise", "0/1", "sums"]]], True),
        (sum_of((1, 1), (0, -2)), [["0/1", ["rise", "0/1", "sums"]]], False),
        (sum_of((1, -1), (0, 2)), [["0/1", ["rise", "0/1", "sums"]]], False),
        # x^2 - 3 x + 9/4 is 0 at x = 3/2 alone: close to it a chord is not enough.
        (sum_of((2, 1), (1, -3), (0, fmpq(9, 4))), [["0/1", ["chord", "0/1"]], ["1/1", "sums"]], False),
        (
            sum_of((2, 1), (1, -3), (0, 3)),
            [[f"{part}/4", ["chord", "0/1"]] for part in range(5)] + [["5/4", "sums"]],
            True,
        ),
        (sum_of((2, 1), (1, -3), (0, 3)), [["0/1", ["chord", "0/1"]], ["1/1", "sums"]], False),
    ],
)
def test_proofs_by_hand(terms, tree_, expected):
    assert pieces(checked(terms), {"pieces": tree_}, Budget(10**6)) is expected


def test_powers_of_e_are_amounts():
    """e^t - e^(1/2) is negative up to t = 1/2, and e^(t + 1/2) - e^(1/2) is not."""
    below = nonnegative({(fmpq(1), ZERO): fmpq(1), (ZERO, fmpq(1, 2)): fmpq(-1)})
    assert isinstance(below, Below) and below.at < fmpq(1, 2)
    assert isinstance(nonnegative({(fmpq(1), fmpq(1, 2)): fmpq(1), (ZERO, fmpq(1, 2)): fmpq(-1)}), Proof)


def test_what_touches_0_inside_is_left_open():
    """(e^t - 2)^2 is 0 at log(2), which is no rational: that is for polynomials."""
    root = sum_of((1, 1), (0, -2))
    assert nonnegative(times(root, root)) is None


def test_positive_is_strict():
    assert positive(sum_of((1, 1), (0, -1)))
    assert not positive({})
    assert not positive(sum_of((1, 1), (0, -2)))


def test_divisors_keep_the_sign():
    """With denominators that are positive, negative, or of either sign."""
    x, epsilon = exponential(fmpq(1), "EPS"), Epsilon.positive("EPS", fmpq(999, 1000))
    common = (x - 1) ** 12 * (x - 2) / (x + 1) ** 12
    for left, right in [
        (x / (x + 1), 1 / (x + 1)),
        (x / (1 - x), 1 / (x - 2)),
        (1 / x, x / (x - 3) ** 2),
        (common * x, common),
        (common * (x - 2), common * (x - 4)),
        (fmpq(0), 2 - x),
        (2 - x, fmpq(0)),
        (fmpq(-1), fmpq(0)),
    ]:
        terms = excess(left, right, epsilon, "EPS")
        for t in (0.1, 0.5, 0.9, 1.3, 3.0):
            at = math.exp(t)
            one, other = (_float(number, at) for number in (left, right))
            difference = math.exp(0.999 * t) * other - one
            assert (value(terms, t) > 0) is (difference > 0)


def test_a_common_factor_that_is_0_at_0_costs_nothing():
    """As of noise that is clamped on both sides and shown many times: each time (x - 1) / (x + 1) of all."""
    x, epsilon = exponential(fmpq(1, 2), "EPS"), Epsilon.positive("EPS", fmpq(20))
    middle = ((x - 1) / (x + 1)) ** 12
    terms = excess(middle * x / (x + 1), middle / (x + 1), epsilon, "EPS")
    assert terms == sum_of((20, 1), (fmpq(1, 2), -1))


def test_other_unknowns_are_no_sum():
    x = exponential(fmpq(1), "EPS")
    assert excess(unknown("p"), x, Epsilon(), "EPS") is None
    assert excess(fmpq(1), x, Epsilon.log(2) * fmpq(1, 2), "EPS") is None
    assert excess(fmpq(1), x, Epsilon.positive("OTHER"), "EPS") is None
    assert excess(fmpq(1), x, Epsilon.log(2), "EPS") == {(fmpq(1), ZERO): fmpq(2), (ZERO, ZERO): fmpq(-1)}


def _float(number, at):
    from faier.exact import enclose, substitute_epsilon

    x = fmpq(*math.log(at).as_integer_ratio())
    return float(enclose(substitute_epsilon(number, {"EPS": x}), 128).mid())
