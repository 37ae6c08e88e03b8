"""Obligations with unknowns by themselves: what a proof consists of, which points are named, and suprema."""

from __future__ import annotations

import random
from itertools import product
from math import prod

import pytest
from flint import fmpq
from polynomial_claims import grid, mixture, polynomial_claim

from faier.engines.algebra import engine as algebra
from faier.engines.algebra import supremum
from faier.engines.algebra.domain import Domain, Variable, domain
from faier.engines.algebra.engine import Fails, Holds, Open, answers, decide, form_below, nonnegative, widest
from faier.engines.algebra.obligations import Obligation
from faier.exact import (
    Epsilon,
    Number,
    TooLarge,
    coefficients,
    compare,
    exponential,
    exponential_of,
    sign,
    substitute,
    unknown,
)
from faier.exact.bernstein import Bernstein, bernstein
from faier.limits import LimitReached, Limits

ONE, HALF, THIRD = fmpq(1), fmpq(1, 2), fmpq(1, 3)
FREE = Limits()
P, Q = unknown("p"), unknown("q")
OPEN_P, CLOSED_P = Variable("p", fmpq(0), ONE, True), Variable("p", fmpq(0), ONE, False)
OPEN_Q, CLOSED_Q = Variable("q", fmpq(0), ONE, True), Variable("q", fmpq(0), ONE, False)
OPEN, CLOSED = Domain((OPEN_P, OPEN_Q)), Domain((CLOSED_P, CLOSED_Q))
E = exponential(ONE)


def settled(number: Number, where: Domain = OPEN) -> algebra.Answer:
    """Whether the number is nowhere negative."""
    (found,) = decide([Obligation(fmpq(0), number, ())], where, Epsilon(), FREE)
    return found


# --- Proofs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_the_boxes_of_a_proof_are_the_whole_cube(first: int) -> None:
    for seed in range(first, first + 20):
        where, claim, c = polynomial_claim(seed)
        (found,) = decide([claim], where, Epsilon.log(c), Limits(deadline=None))
        if isinstance(found, Holds):
            assert sum((prod((high - low for low, high in box), start=ONE) for box in found.boxes), fmpq(0)) == 1
            assert found.digits == 0
            assert (found.roots is not None) is (
                len(where.names) == 1 and isinstance(c * claim.right - claim.left, type(P))
            )
            if found.roots is None and isinstance(c * claim.right - claim.left, type(P)):
                terms = coefficients(c * claim.right - claim.left, where.names)
                for box in found.boxes:
                    assert bernstein(terms, box).least >= 0


@pytest.fixture(autouse=True)
def few_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(algebra, "MAXIMAL_BOXES", 300)


HOLDS: list[tuple[Number, Domain, int]] = [
    (P + Q, CLOSED, 1),
    (fmpq(0) * P, CLOSED, 1),
    (P * Q + fmpq(1, 100), CLOSED, 1),
    (P * P - P + Q * Q - Q + fmpq(51, 100), CLOSED, 3),
    (E - 2 - P * Q / 2, CLOSED, 1),
    (E * P + Q, CLOSED, 1),
    (1 / (1 + P) - HALF, CLOSED, 1),
    (ONE, CLOSED, 1),
    (E - 2, CLOSED, 1),
]


@pytest.mark.parametrize(("number", "where", "boxes"), HOLDS, ids=str)
def test_what_holds(number: Number, where: Domain, boxes: int) -> None:
    found = settled(number, where)
    assert isinstance(found, Holds)
    assert len(found.boxes) >= boxes
    assert sum((prod((high - low for low, high in box), start=ONE) for box in found.boxes), fmpq(0)) == 1
    assert (found.digits > 0) is ("exp" in str(number))
    again = nonnegative(number, where, FREE)
    assert isinstance(again, Holds)
    assert again.boxes == found.boxes


# Where it fails, and the point that is named there.
FAILS: list[tuple[Number, Domain, tuple[fmpq, ...]]] = [
    (-ONE, OPEN, (HALF, HALF)),
    (2 - E, OPEN, (HALF, HALF)),
    (P - Q, OPEN, (fmpq(1, 10), fmpq(9, 10))),
    (fmpq(7, 10) - P - Q + P * Q, OPEN, (HALF, HALF)),
    (P + Q - 1 + fmpq(1, 3), OPEN, (fmpq(1, 4), fmpq(1, 4))),
    (fmpq(4, 3) - P - Q, OPEN, (fmpq(3, 4), fmpq(3, 4))),
    (P + Q - fmpq(2, 5), OPEN, (fmpq(1, 10), fmpq(1, 10))),
    (P + Q - fmpq(1, 20), OPEN, (fmpq(1, 100), fmpq(1, 100))),
    (fmpq(39, 20) - P - Q, OPEN, (fmpq(99, 100), fmpq(99, 100))),
    (P + Q, Domain((CLOSED_P, OPEN_Q)), ()),
    (P - fmpq(1, 5) + (1 - Q), OPEN, (fmpq(1, 11), fmpq(10, 11))),
    (P - fmpq(4, 5), Domain((OPEN_P,)), (HALF,)),
    (fmpq(4, 5) - P, Domain((OPEN_P,)), (fmpq(5, 6),)),
    (P - Q - 1 + fmpq(1, 10**6), CLOSED, ()),
]


@pytest.mark.parametrize(("number", "where", "point"), FAILS, ids=str)
def test_what_fails(number: Number, where: Domain, point: tuple[fmpq, ...]) -> None:
    found = settled(number, where)
    if isinstance(found, Holds):
        assert point == ()
        return
    assert isinstance(found, Fails)
    assert where.holds(found.point)
    assert sign(substitute(number, dict(zip(where.names, found.point, strict=True)))) < 0
    assert not point or found.point == point


@pytest.mark.parametrize("shift", [2, 20, 60, 100])
@pytest.mark.parametrize("where", [OPEN, CLOSED, Domain((OPEN_P, CLOSED_Q))])
def test_what_fails_in_a_corner_alone(shift: int, where: Domain) -> None:
    """At a corner that belongs to the domain, or else close to it."""
    little = fmpq(1, 2**shift)
    for one, other in product((P, 1 - P), (Q, 1 - Q)):
        found = settled(one + other - little, where)
        assert isinstance(found, Fails)
        assert where.holds(found.point)
        values = dict(zip(where.names, found.point, strict=True))
        assert sign(substitute(one + other - little, values)) < 0
        if shift == 60:
            assert all(
                near in (0, 1) for near, variable in zip(found.point, where.variables, strict=True) if not variable.open
            )
        assert isinstance(settled(one + other, where), Holds)


@pytest.mark.parametrize("seed", range(40))
def test_points_become_simpler(seed: int) -> None:
    """A point that is named is as good as the one given, inside the domain, and no more complicated."""
    draw = random.Random(seed)
    where = Domain((draw.choice((OPEN_P, CLOSED_P)), draw.choice((OPEN_Q, CLOSED_Q))))
    at = tuple(fmpq(draw.randint(1, 9_999), 10_000) for _ in range(2))
    size = fmpq(1, draw.choice((3, 50, 10**5)))
    number = (P - at[0]) ** 2 + (Q - at[1]) ** 2 - size * size
    claim = algebra._Inequality(Obligation(fmpq(0), number, ()), where, ONE)
    assert claim.negative_at(at)
    found = claim.simplified(at)
    assert where.holds(found)
    assert claim.negative_at(found)
    assert max(near.q for near in found) <= 10_000
    if size == THIRD:
        assert max(near.q for near in found) <= 4


def test_where_a_number_is_not_defined_nothing_is_violated() -> None:
    number = (P + Q) / (P - HALF) ** 2
    claim = algebra._Inequality(Obligation(fmpq(0), number, ()), OPEN, ONE)
    assert not claim.negative_at((HALF, HALF))
    assert not isinstance(settled(number), Fails)
    assert isinstance(settled(-number), Fails)


def test_of_many_obligations_the_first_that_fails_ends_it() -> None:
    """Simple points are tried on all of them first; without these, in their order."""
    items = [Obligation(fmpq(0), number, ()) for number in (P + Q, P - Q + fmpq(1, 50), P + Q - fmpq(11, 10), ONE)]
    (found,) = decide(items, OPEN, Epsilon(), FREE)
    assert isinstance(found, Fails)
    assert found.obligation is items[2]
    assert found.point == (HALF, HALF)
    listed = list(answers(items, OPEN, Epsilon(), FREE, simple=False))
    assert [type(one) for one in listed] == [Holds, Fails]
    assert listed[1].obligation is items[1]
    told: list[float] = []
    assert [type(one) for one in decide([items[0], items[3]], OPEN, Epsilon(), Limits(told=told.append))] == [Holds] * 2
    assert told == [0, 0.5]


def test_what_touches_zero_inside_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, tried in ((300, 122), (50, 50)):
        # Of boxes that are halved sixty times on each side no more are tried.
        monkeypatch.setattr(algebra, "MAXIMAL_BOXES", most)
        found = settled((P - Q) ** 2)
        assert isinstance(found, Open)
        assert found.reason == f"{tried} boxes did not settle it: it may touch zero inside the box"
    with pytest.raises(LimitReached):
        decide([Obligation(fmpq(0), (P - Q) ** 2, ())], OPEN, Epsilon(), Limits(deadline=0.0))
    # With one unknown, root isolation always decides.
    assert isinstance(settled((P - HALF) ** 2, Domain((OPEN_P,))), Holds)
    # Of constants that are not rational a closer enclosure is tried before that.
    digits: list[int] = []
    plain = form_below
    monkeypatch.setattr(algebra, "form_below", lambda terms, near: digits.append(near) or plain(terms, near))
    assert isinstance(settled((P - Q) ** 2 * E), Open)
    assert digits == [20, 60, 180]


@pytest.mark.parametrize("where", [OPEN, Domain((OPEN_P,)), Domain(())])
def test_factors_that_are_only_enclosed(where: Domain) -> None:
    """c = e^(1999997/3000000) beside a power of e of another denominator: what is closer to c than is known is open."""
    epsilon = Epsilon.rational(fmpq(1_999_997, 3_000_000))
    c = exponential_of(epsilon)
    third = exponential(THIRD)
    for times, kind in ((fmpq(999, 1000), Holds), (fmpq(1001, 1000), Fails)):
        (found,) = decide([Obligation(third * fmpq(1_947_732, 10**6) / third * times, ONE, ())], where, epsilon, FREE)
        assert isinstance(found, kind)
    beside = [Obligation(third * times, third / fmpq(2) + fmpq(1, 10), ()) for times in (fmpq(1, 2), fmpq(3))]
    assert isinstance(decide(beside[:1], where, epsilon, FREE)[0], Holds)
    (found,) = decide(beside[1:], where, epsilon, FREE)
    assert isinstance(found, Fails)
    assert where.holds(found.point)
    assert len(found.point) == len(where.names)
    assert compare(c, fmpq(19, 10)) > 0


def test_constants() -> None:
    """Without unknowns, or where these cancel, the sign is the same everywhere."""
    for where, box, point in ((Domain(()), (), ()), (OPEN, ((0, 1), (0, 1)), (HALF, HALF))):
        for number in (fmpq(0), ONE, E - 2, P - P):
            found = settled(number, where)
            assert isinstance(found, Holds)
            assert found.boxes == (box,)
        for number in (-ONE, 2 - E):
            failed = settled(number, where)
            assert isinstance(failed, Fails)
            assert failed.point == point


def test_forms_below() -> None:
    terms: dict[tuple[int, ...], Number] = {(0, 0): E - 2, (1, 0): -E, (0, 2): fmpq(1, 3), (1, 1): E * E}
    number = sum((value * P ** at[0] * Q ** at[1] for at, value in terms.items()), fmpq(0) * P)
    for digits in (3, 20):
        form = form_below(terms, digits)
        assert form.box == ((0, 1), (0, 1))
        assert form.degrees == (1, 2)
        for (p, first), (q, last) in product(((0, 0), (1, 1)), ((0, 0), (1, 2))):
            exact = substitute(number, {"p": fmpq(p), "q": fmpq(q)})
            near = fmpq(form.coefficients[3 * first + last], form.scale)
            assert compare(near, exact) <= 0 <= compare(near + fmpq(1, 10 ** (digits - 2)), exact)
    rational = form_below({(1, 0): fmpq(2), (0, 1): THIRD}, 0)
    assert rational == bernstein({(1, 0): fmpq(2), (0, 1): THIRD}, ((fmpq(0), ONE), (fmpq(0), ONE)))


def test_the_widest_axis_along_which_a_form_varies_is_halved() -> None:
    def form(*axes: tuple[int, int]) -> Bernstein:
        box = tuple((fmpq(0), fmpq(1, width)) for width, _ in axes)
        return Bernstein(box, tuple(degree for _, degree in axes), [], 1)

    for axes, axis in (
        (((1, 1), (2, 1)), 0),
        (((2, 1), (1, 1)), 1),
        (((1, 1), (1, 1)), 0),
        (((1, 0), (4, 1)), 1),
        (((4, 1), (4, 2), (2, 1)), 2),
        (((1, 0), (1, 0)), 0),
    ):
        assert widest(form(*axes)) == axis


# --- Domains -----------------------------------------------------------------------------------------------------


def test_unknowns_between_other_ends() -> None:
    where = Domain((Variable("p", fmpq(1, 4), fmpq(3, 4), False), OPEN_Q))
    assert where.unit(P * Q) == (fmpq(1, 4) + P / 2) * Q
    assert where.unit(ONE) == 1
    assert OPEN.unit(P * Q) == P * Q
    assert where.value((HALF, THIRD)) == {"p": HALF, "q": THIRD}
    assert where.value((fmpq(0), THIRD)) == {"p": fmpq(1, 4), "q": THIRD}
    assert [where.holds(point) for point in ((ONE, HALF), (HALF, ONE), (fmpq(0), HALF), (HALF, fmpq(0)))] == [
        True,
        False,
        True,
        False,
    ]
    assert not where.holds((fmpq(-1), HALF))
    assert not where.holds((fmpq(2), HALF))


def test_an_unknown_epsilon_is_a_unit_variable() -> None:
    """exp(EPS / 2) and exp(-EPS / 3) are u^-3 and u^2 for u = exp(-EPS / 6)."""
    epsilon = Epsilon.positive("EPS")
    half, minus = (exponential_of(epsilon * share) for share in (HALF, fmpq(-1, 3)))
    where = domain(None, [half, minus + 1], epsilon)
    assert where.variables == (Variable("EPS", fmpq(0), ONE, True, 6),)
    u = unknown("EPS")
    assert where.unit(half) == 1 / u**3
    assert where.unit(minus) == u**2
    assert where.value((HALF,)) == {}
    assert domain(None, [], epsilon * fmpq(2_000, 3)).variables == (Variable("EPS", fmpq(0), ONE, True, 3),)
    for numbers, fine in (([], epsilon * fmpq(2_001, 2)), ([half], epsilon * fmpq(2_001))):
        with pytest.raises(TooLarge):
            domain(None, numbers, fine).unit(half)


# --- Suprema -----------------------------------------------------------------------------------------------------

ALONE, ENDS = Domain((OPEN_P,)), Domain((CLOSED_P,))
# left and right, the domain, the supremum (None: infinite), and whether it is attained.
CLOSED_FORMS: list[tuple[Number, Number, Domain, Number | None, bool]] = [
    (2 * P, P, ALONE, fmpq(2), True),
    (1 + P, ONE, ENDS, fmpq(2), True),
    (1 + P, ONE, ALONE, fmpq(2), False),
    (2 - P, ONE, ENDS, fmpq(2), True),
    (2 - P, ONE, ALONE, fmpq(2), False),
    (HALF + P * (1 - P), HALF, ALONE, fmpq(3, 2), True),
    (ONE, P, ENDS, None, True),
    (ONE, P, ALONE, None, False),
    (ONE, 1 - P, ENDS, None, True),
    (P, P * P, ENDS, None, False),
    (P, P * (1 + P), ENDS, ONE, False),
    (P, P * (1 + P), ALONE, ONE, False),
    (P, fmpq(0), ALONE, None, True),
    (P * Q, P * Q + Q, CLOSED, HALF, True),
    (P * Q, P * Q + Q, OPEN, HALF, False),
    (P, Q, OPEN, None, False),
    (P, Q, CLOSED, None, True),
    (4 * P * (1 - P), Q, CLOSED, None, True),
    (4 * P * (1 - P), Q, OPEN, None, False),
    (4 * P * (1 - P), 1 - Q, OPEN, None, False),
    (P * Q, P * Q * (1 - Q), OPEN, None, False),
    (E * (1 + P), ONE, ENDS, 2 * E, True),
    (1 + P, E, ALONE, 2 / E, False),
    (ONE, 1 + (P - HALF) ** 2, ALONE, ONE, True),
    (ONE, (P - HALF) ** 2 + (Q - HALF) ** 2 + HALF, OPEN, fmpq(2), True),
    (1 + Q, (P - HALF) ** 2 + 1, Domain((OPEN_P, CLOSED_Q)), fmpq(2), True),
]


@pytest.mark.parametrize(("left", "right", "where", "expected", "attained"), CLOSED_FORMS, ids=str)
def test_suprema(left: Number, right: Number, where: Domain, expected: Number | None, attained: bool) -> None:
    found = supremum.supremum([Obligation(left, right, ())], where, FREE)
    assert where.holds(found.point)
    values = dict(zip(where.names, found.point, strict=True))
    above, below = substitute(left, values), substitute(right, values)
    assert sign(above) > 0
    if expected is None:
        assert (found.lower, found.upper, found.attained) == (None, None, attained)
        assert (below == 0) is attained
        assert below == 0 or compare(above / below, fmpq(1000)) > 0
        return
    assert found.lower is not None and found.upper is not None
    assert compare(found.lower, expected) <= 0 <= compare(found.upper, expected)
    assert compare(found.upper, found.lower * supremum.PRECISION) <= 0
    assert found.attained is attained
    near = above / below
    assert compare(near, found.lower) == 0 if attained else compare(near, expected * fmpq(999, 1000)) > 0
    assert compare(near, expected) <= 0


def test_the_supremum_is_that_of_the_greatest_obligation() -> None:
    items = [Obligation(left, ONE, ()) for left in (1 + P / 2, HALF + P, 1 + P * (1 - P) * 3, 2 - P)]
    for order in (items, items[::-1], items[:2] + items[3:]):
        found = supremum.supremum(order, ENDS, FREE)
        assert (found.lower, found.upper, found.attained) == (fmpq(2), fmpq(2), True)
        assert found.obligation is items[3]
    # The first of these has its greatest value 9/5 inside; the corner of the other is 7/4.
    items = [Obligation(1 + P * (1 - P) * fmpq(16, 5), ONE, ()), Obligation(1 + P * fmpq(3, 4), ONE, ())]
    for order in (items, items[::-1]):
        found = supremum.supremum(order, ENDS, FREE)
        assert found.obligation is items[0]
        assert found.lower == fmpq(9, 5) == found.lower
        assert found.point == (HALF,)


def test_a_supremum_that_is_a_root_is_enclosed() -> None:
    """(1 + p) / (1 + p^2) is greatest at sqrt(2) - 1: (1 + sqrt(2)) / 2."""
    found = supremum.supremum([Obligation(1 + P * Q, 1 + P * P, ())], CLOSED, FREE)
    assert isinstance(found.lower, fmpq) and isinstance(found.upper, fmpq)
    assert (2 * found.lower - 1) ** 2 <= 2 <= (2 * found.upper - 1) ** 2
    assert found.upper <= found.lower * supremum.PRECISION


def test_a_greater_maximum_than_the_one_that_was_climbed_is_found() -> None:
    """The first is greatest in the middle, where the other is 1; that one is 7/2 at two roots."""
    items = [Obligation(1 + 2 * P * (1 - P), ONE, ()), Obligation(1 + 40 * P * (1 - P) * (1 - 2 * P) ** 2, ONE, ())]
    for where in (ALONE, ENDS):
        found = supremum.supremum(items, where, FREE)
        assert found.obligation is items[1]
        assert isinstance(found.lower, fmpq) and isinstance(found.upper, fmpq)
        assert found.lower <= fmpq(7, 2) <= found.upper <= found.lower * supremum.PRECISION
        assert found.attained


def test_a_pole_inside_is_found_by_what_is_violated() -> None:
    for where in (ALONE, ENDS):
        found = supremum.supremum([Obligation(ONE, (P - THIRD) ** 2, ())], where, FREE)
        assert (found.lower, found.upper, found.attained, found.point) == (None, None, True, (THIRD,))


@pytest.mark.parametrize(("is_open", "attained"), [(True, False), (False, True)])
def test_a_pole_beside_many_unknowns_is_found_in_a_corner(is_open: bool, attained: bool) -> None:
    where = Domain(tuple(Variable(name, fmpq(0), ONE, is_open) for name in "abcdefg"))
    right = unknown("a") + sum((fmpq(0) * unknown(name) for name in "bcdefg"), fmpq(0))
    found = supremum.supremum([Obligation(ONE, right, ())], where, FREE)
    assert (found.lower, found.upper, found.attained) == (None, None, attained)
    assert where.holds(found.point)
    assert found.point[0] < fmpq(1, 1000)


@pytest.mark.parametrize(("at", "power"), [(THIRD, 2), (fmpq(1, 4), 3), (fmpq(2, 7), 2)])
def test_a_maximum_at_a_point_between_is_enclosed(at: fmpq, power: int) -> None:
    """Two ends that meet to 1e-9, the lower one attained."""
    number = 2 - (P - at) ** 2 - (Q - at) ** (2 * (power - 1)) / 2
    found = supremum.supremum([Obligation(number, ONE, ())], OPEN, FREE)
    assert isinstance(found.lower, fmpq) and isinstance(found.upper, fmpq)
    assert found.lower <= 2 <= found.upper <= found.lower * supremum.PRECISION
    assert found.attained
    assert substitute(number, dict(zip(("p", "q"), found.point, strict=True))) == found.lower


def test_what_algebra_cannot_settle_leaves_ends_and_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    number = 2 - (P - Q) ** 2
    monkeypatch.setattr(algebra, "MAXIMAL_BOXES", 40)
    found = supremum.supremum([Obligation(number, ONE, ())], OPEN, FREE)
    assert found.lower == 2
    assert found.reason == "the algebra engine gave up between the two ends"
    assert found.upper is None or (isinstance(found.upper, fmpq) and found.upper > 2)
    spent = iter(range(10**9))

    class Soon(Limits):
        def check(self) -> None:
            if next(spent) > 400:
                raise LimitReached("timeout", "so long")

    monkeypatch.setattr(algebra, "MAXIMAL_BOXES", 10**6)
    found = supremum.supremum([Obligation(number, ONE, ())], OPEN, Soon())
    assert found.lower == 2
    assert found.reason == "so long"


@pytest.mark.parametrize("seed", range(30))
def test_a_climb_never_leaves_the_domain_nor_goes_down(seed: int) -> None:
    draw = random.Random(seed)
    where = Domain((draw.choice((OPEN_P, CLOSED_P)), draw.choice((OPEN_Q, CLOSED_Q))))
    item = Obligation(mixture(draw, [P, Q]) + THIRD, mixture(draw, [P, Q]) + THIRD, ())
    ratio = supremum._Ratio(item, where)
    start = (HALF, fmpq(draw.randint(1, 9), 10))
    value = supremum._value(ratio, start)
    assert value is not None
    found = supremum._climbed(supremum._Inside(ratio, start, value), where, FREE)
    assert where.holds(found.at)
    assert compare(found.value, value) >= 0
    values = dict(zip(where.names, found.at, strict=True))
    assert compare(found.value, substitute(item.left, values) / substitute(item.right, values)) == 0
    # No step to a side is better by much.
    for point in grid(where, 8):
        apart = [name for name in where.names if point[name] != values[name]]
        if len(apart) == 1 and abs(point[apart[0]] - values[apart[0]]) < fmpq(1, 10**6):
            most = found.value * (1 + fmpq(1, 10**6))
            assert compare(substitute(item.left, point) / substitute(item.right, point), most) <= 0


def test_points_where_a_number_is_not_zero() -> None:
    for number in (P - HALF, (P - HALF) * (P - THIRD) * (P - fmpq(2, 3)), P * Q - fmpq(1, 4), (P - HALF) * (Q - HALF)):
        point = supremum._where_not_zero(number, (HALF, HALF), OPEN)
        assert OPEN.holds(point)
        assert substitute(number, dict(zip(("p", "q"), point, strict=True))) != 0
    # On a side: what is fixed there stays.
    point = supremum._where_not_zero(Q - HALF, (fmpq(0), HALF), CLOSED)
    assert point[0] == 0
    assert point[1] not in (0, HALF, 1)
    with pytest.raises(LimitReached):
        supremum._where_not_zero(P - P, (HALF, HALF), OPEN)


@pytest.mark.parametrize("corner", list(product((0, 1), repeat=2)))
@pytest.mark.parametrize("where", [OPEN, CLOSED, Domain((OPEN_P, CLOSED_Q))])
def test_points_near_a_corner_are_in_the_domain_and_possible(corner: tuple[int, int], where: Domain) -> None:
    at = tuple(map(fmpq, corner))
    for left in (1 + P + Q, P * Q, P * (1 - Q), (1 - P) * (1 - Q)):
        ratio = supremum._Ratio(Obligation(left, 1 + P, ()), where)
        found = supremum._near(supremum._Corner(ratio, at, ONE), where)
        assert where.holds(found)
        assert ratio.possible(found)
        assert all(abs(near - end) < fmpq(1, 10**5) for near, end in zip(found, at, strict=True))
        if left == 1 + P + Q:
            assert all(near == end for near, end, one in zip(found, at, where.variables, strict=True) if not one.open)


def test_between_two_numbers() -> None:
    for low, high in ((fmpq(1), fmpq(2)), (fmpq(3, 2), fmpq(3, 2) + fmpq(1, 10**9))):
        middle = supremum._middle(low, high)
        assert low + (high - low) / 3 <= middle <= high - (high - low) / 3
    assert supremum._rational_below(THIRD) == THIRD
    near = supremum._rational_below(E)
    assert compare(near, E) <= 0 < compare(near + fmpq(1, 10**15), E)
