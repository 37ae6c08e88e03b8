"""Priors whose means and deviations are unknown reals: the worst of a box is found, and what is not in it is not."""

import random
import re
import time
from dataclasses import replace
from functools import partial

import mpmath
import pytest
from flint import fmpq
from normals_by_quadrature import density, real

from faier.calibration.normals.boxes import rooms
from faier.calibration.normals.components import normal
from faier.deciding import box_ends, plan
from faier.deciding.in_boxes import laws_in
from faier.deciding.laws import within
from faier.deciding.measuring import Measures, measure
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.density.law import PLACE, Formula, Law
from faier.engines.density.mixture import Part
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import Epsilon, enclose, exponential, unknown
from faier.lang import parse
from faier.lang.values import Sequence
from faier.limits import DEFAULTS, Limits
from faier.semantics.kept import Reals

PLACED = Sequence("tuple", (PLACE,))

FILE = """from fractions import Fraction

from faier import Int, Real, flip, gaussian, laplace, mechanism, prior, private, secret


@prior
def p({parameters}):
    given = flip(1 / 2)
    secret(given)
    if given:
        return {given}
    return {other}


@private(epsilon={epsilon}, delta={delta}, prior=p)
@mechanism
def m(x: Real):
    return {shown}
"""


COMMON = {
    "parameters": "mean: Real[0, 1], deviation: Real[1, 2]",
    "given": "mean + gaussian(deviation)",
    "other": "gaussian(1)",
}


def verdict(epsilon, scale, delta="0", **changed):
    usual = COMMON | {"shown": f"x + laplace({scale})"}
    program = parse(FILE.format(epsilon=epsilon, delta=delta, **usual | changed), "m.py")
    return plan.decide(question_of(program, program.claims[0]), Store(), DEFAULTS)


def test_the_worst_corner_of_a_box_decides():
    assert isinstance(verdict("1", "2"), Proved)
    found = verdict("1", "1.822")
    assert isinstance(found, Refuted)
    assert {name: str(value) for name, value in found.witness.parameters} != {}
    assert {name: value.exact for name, value in found.witness.parameters} == {"mean": fmpq(1), "deviation": fmpq(2)}


def test_an_unknown_may_stand_in_both():
    """Both means depend on one unknown, and only their distance matters."""
    common = {"parameters": "mean: Real[0, 1]", "given": "2 * mean + gaussian(1)", "other": "1 - mean + gaussian(1)"}
    assert isinstance(verdict("5 / 2", "1", **common), Proved)
    assert isinstance(verdict("2", "1", **common), Proved)
    found = verdict("19 / 10", "1", **common)
    assert isinstance(found, Refuted)
    assert found.witness.parameters[0][1].exact == 1


def test_with_a_delta_there_is_room_too():
    assert isinstance(verdict("1", "2", "0.3"), Proved)
    assert isinstance(verdict("1", "1", "0.01"), Refuted)


@pytest.mark.parametrize(
    "changed",
    [
        {"given": "mean * mean + gaussian(deviation)"},
        {"given": "mean / 2 + gaussian(1 / 2 + deviation / 2)"},
        {"given": "mean + deviation * gaussian(1)"},
        {"given": "(mean - gaussian(1) * 3 / 2) * deviation / 2"},
        {"given": "gaussian(deviation) + mean if flip(1 / 3) else gaussian(1)"},
        {"given": "sum([mean / 4 + gaussian(deviation / 2) for _ in range(4)])"},
        {"shown": "2 * x + laplace(4)"},
        {"shown": "(x, flip(1 / 2))[0] + laplace(2)"},
        {
            "parameters": "mean: Real[0, 1], deviation: Real[1, 2], more: Int[0, 1]",
            "given": "mean + gaussian(deviation)",
        },
    ],
)
def test_unknowns_in_sums_and_squares_are_followed(changed):
    assert isinstance(verdict("1", "2", **changed), Proved)
    less = {"shown": changed["shown"].replace("laplace(4)", "laplace(2)")} if "shown" in changed else {}
    found = verdict("1 / 20", "2", **changed | less)
    assert isinstance(found, Refuted)


@pytest.mark.parametrize("shown", ["x + gaussian(4)", "x"])
def test_normal_noise_or_none_beside_unknowns(shown):
    assert isinstance(verdict("1", "", "3 / 10", shown=shown), Proved)
    assert isinstance(verdict("1", "", "1 / 100000", shown=shown), Refuted)
    assert not isinstance(verdict("1", "", "0", shown=shown), Proved)


NORMAL = {"other": "gaussian(deviation)", "shown": "x + gaussian(2)"}
USERS = {
    "given": "sum([mean + gaussian(deviation) for _ in range(4)])",
    "other": "sum([mean + gaussian(deviation) for _ in range(3)])",
    "shown": "x + gaussian(2)",
}
PARTS = {
    "given": "mean + gaussian(deviation) if flip(3 / 10) else 5 + gaussian(1)",
    "other": "gaussian(1) if flip(4 / 10) else 5 + gaussian(3 / 2)",
    "shown": "x + gaussian(2)",
}


@pytest.mark.parametrize(
    ("changed", "less", "enough"),
    [(NORMAL, "0.7921", "0.7922"), (USERS, "0.8988", "0.8989"), (PARTS, "0.891", "0.892")],
)
def test_claims_near_the_turn_are_decided(changed, less, enough):
    """Sums over users of whom one is absent, and a mixture."""
    assert isinstance(verdict(enough, "", "1 / 100", **changed), Proved)
    assert isinstance(verdict(less, "", "1 / 100", **changed), Refuted)


@pytest.mark.parametrize(
    "changed",
    [
        {"parameters": "mean: Real[0, 1], deviation: Real[0, 2]"},
        {"given": "mean + gaussian(deviation) if flip(mean) else gaussian(1)"},
        {"parameters": "mean: Real[0, 1], deviation: Real[-1, 2]", "given": "mean + deviation * gaussian(1)"},
        {"given": "mean + deviation * laplace(1)"},
        {"given": "mean + gaussian(1) / deviation"},
        {"given": "mean + deviation * gaussian(1) if deviation * gaussian(1) > 1 else gaussian(1)"},
        {"shown": "(x > 1, x + laplace(2))"},
        {"shown": "round(x + laplace(2))"},
        {"shown": "max(0, x + laplace(2))"},
    ],
)
def test_other_unknowns_are_left_open(changed):
    assert isinstance(verdict("1", "2", **changed), Undecided)


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("mean + deviation * gaussian(1)", "mean + gaussian(deviation)"),
        ("[mean + deviation * z + z for z in [gaussian(1)]][0]", "mean + gaussian(deviation + 1)"),
        ("[mean + 3 * deviation * z - deviation * z for z in [gaussian(1)]][0]", "mean + gaussian(2 * deviation)"),
        (
            "mean + deviation * (2 + gaussian(1) + gaussian(1))",
            "mean + 2 * deviation + gaussian(deviation) + gaussian(deviation)",
        ),
    ],
)
def test_a_deviation_may_be_written_as_a_factor(written, same):
    """A draw that stands twice is one draw."""
    box = {"mean": (fmpq(0), fmpq(1)), "deviation": (fmpq(1), fmpq(2))}
    both = []
    for given in (written, same):
        program = parse(FILE.format(**COMMON | {"epsilon": 1, "delta": 0, "shown": "x", "given": given}), "m.py")
        both.append(within(question_of(program, program.claims[0]), DEFAULTS, box))
    assert both[0] == both[1]
    assert any(one.more.formulas for one in both[0])


def asked(**changed):
    program = parse(FILE.format(**COMMON | {"epsilon": "1", "delta": "0", "shown": "x + laplace(2)"} | changed), "m.py")
    return question_of(program, program.claims[0])


def test_the_greatest_epsilon_of_a_box_is_exact_where_tails_bind():
    found = plan.bound(replace(asked(), epsilon=None), Store(), DEFAULTS).tight
    assert found.lower == found.upper == exponential(fmpq(7, 8))
    assert {name: value.exact for name, value in found.witness.parameters} == {"mean": fmpq(1), "deviation": fmpq(2)}


@pytest.mark.parametrize(
    "given", ["mean + gaussian(deviation)", "70 + mean + gaussian(deviation) if flip(1 / 4) else gaussian(1)"]
)
def test_a_claim_that_is_exactly_tight_in_a_corner_is_proved(given):
    changed = {
        "given": given,
        "other": "70 + gaussian(1) if flip(1 / 4) else gaussian(1)" if "7" in given else "gaussian(1)",
    }
    assert isinstance(verdict("7 / 8", "2", **changed), Proved)
    assert isinstance(verdict("7 / 8 - 1 / 100", "2", **changed), Refuted)
    if "7" not in given:
        assert isinstance(verdict("7 / 8 - 1 / 1000000000", "2", **changed), Refuted)


def test_inside_of_a_box_ends_meet():
    """The narrow one is compared with a wider one in the middle."""
    changed = {"parameters": "deviation: Real[7 / 4, 2]", "given": "gaussian(deviation)", "other": "gaussian(1)"}
    found = plan.bound(replace(asked(**changed, shown="x + laplace(8)"), epsilon=None), Store(), DEFAULTS).tight
    low, high = (enclose(end, 128).log() for end in (found.lower, found.upper))
    assert 0 < high - low < 2e-9
    point = {"parameters": "", "given": "gaussian(2)", "shown": "x + laplace(8)"}
    there = plan.bound(replace(asked(**point), epsilon=None), Store(), DEFAULTS).tight
    assert abs(enclose(there.lower, 128).log() - low) < 1e-9


NARROW = {"parameters": "mean: Real[1 / 2, 1]", "given": "mean + gaussian(2)"}
CORNER = {"parameters": "", "given": "1 + gaussian(2)"}


def test_a_least_epsilon_for_a_delta_is_that_of_the_worst_place():
    question = replace(asked(**NARROW), epsilon=None, delta=fmpq(1, 100))
    found = plan.bound(question, Store(), DEFAULTS).tight
    there = plan.bound(replace(asked(**CORNER), epsilon=None, delta=fmpq(1, 100)), Store(), DEFAULTS).tight
    low, high, exact = (enclose(end, 128).log() for end in (found.lower, found.upper, there.lower))
    assert abs(low - exact) < 1e-11
    assert 0 <= high - low < 1e-9


def test_a_least_delta_is_that_of_the_worst_place():
    half = Epsilon.rational(fmpq(1, 2))
    found = plan.least_delta(replace(asked(**NARROW), epsilon=half), Store(), DEFAULTS)
    there = plan.least_delta(replace(asked(**CORNER), epsilon=half), Store(), DEFAULTS)
    assert abs(found.lower - there.value) < fmpq(1, 10**11)
    assert found.lower <= found.value < found.lower + fmpq(1, 10**9)


def test_no_least_delta_is_above_one():
    """Not even where corners lose nearly everything, and the few boxes that are looked at leave room."""
    far = {"parameters": "mean: Real[-2, 2]", "given": "20 + 4 * mean + gaussian(1 / 2)"}
    mixed = {"other": "gaussian(1 / 2) if flip(1 / 2) else mean / 2 + gaussian(1 / 2)", "shown": "x + gaussian(3)"}
    question = replace(asked(**far, **mixed), epsilon=Epsilon.rational(fmpq(1, 10)))
    read = laws_in(question, DEFAULTS)
    assert box_ends.greatest_delta(question, read, DEFAULTS, 4).upper <= 1


def test_no_epsilon_is_needed_where_nothing_differs():
    alike = {"given": "mean + gaussian(deviation)", "other": "mean + gaussian(deviation)"}
    question = replace(asked(**alike), epsilon=None, delta=fmpq(1, 100))
    found = plan.bound(question, Store(), DEFAULTS).tight
    assert found.lower == found.upper == 1


@pytest.mark.parametrize("delta", [None, fmpq(1, 100)])
def test_ends_that_do_not_meet_are_told_with_the_reason(monkeypatch, delta):
    monkeypatch.setattr(box_ends, "MOST", 12)
    changed = {"parameters": "deviation: Real[7 / 4, 2]", "given": "gaussian(deviation)", "shown": "x + laplace(8)"}
    found = plan.bound(replace(asked(**changed), epsilon=None, delta=delta), Store(), DEFAULTS)
    assert found.reason == box_ends.MANY
    assert found.tight.lower is not None
    assert found.tight.lower != found.tight.upper


def test_a_limit_that_is_reached_is_told():
    late = plan.bound(replace(asked(), epsilon=None, delta=fmpq(1, 100)), Store(), Limits(time.monotonic() + 0.4))
    assert late.reason is not None


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 20))])
def test_densities_change_within_a_box_by_no_more_than_is_said(seed):
    """At places of the box: logarithms up and down, and the integral of the difference."""
    chance = random.Random(seed)
    low, wide = fmpq(chance.randint(1, 6), 2), fmpq(chance.randint(0, 6), 4)
    box = {"m": (fmpq(-1), fmpq(chance.randint(-3, 4), 4)), "s": (low, low + wide)}
    scale = fmpq(chance.randint(1, 12), 4)
    formula = Formula(fmpq(1), unknown("m") * 2, Reals((Epsilon.rational(1 / scale),), unknown("s") ** 2))
    still = Law({}, {PLACED: (Part(fmpq(1), fmpq(0), Reals((Epsilon.rational(1 / scale),))),)})
    middle = {name: (ends[0] + ends[1]) / 2 for name, ends in box.items()}
    room, _ = rooms(Law({}, {}, {}, {PLACED: (formula,)}), still, box, middle)
    usual = density(normal(2 * middle["m"], middle["s"]), scale)
    up, down, moved = (real(one) for one in (room.up, room.down, room.moved))
    places = [mpmath.mpf(x) / 4 for x in range(-100, 101)]
    for _ in range(3):
        mean, deviation = (end[chance.randint(0, 1)] for end in box.values())
        other = density(normal(2 * mean, deviation), scale)
        changes = [mpmath.log(other(x) / usual(x)) for x in places]
        assert max(changes) <= up + 1e-12
        assert -min(changes) <= down + 1e-12
        assert sum(abs(other(x) - usual(x)) for x in places) / 8 <= moved + 1e-3


@pytest.mark.parametrize("seed", range(4))
def test_what_is_proved_of_a_box_is_proved_of_its_places(seed):
    chance = random.Random(seed)
    noise = chance.choice(["laplace(2)", "gaussian(3)", "laplace(1) + gaussian(1)"])
    changed = {
        "parameters": "a: Real[0, 1], b: Real[1, 2]",
        "given": chance.choice(["a + gaussian(b)", "a * b + gaussian(1)", "a + gaussian(b) + gaussian(1)"]),
        "other": chance.choice(["gaussian(b)", "b / 2 + gaussian(1)", "gaussian(1 + a / 4)"]),
        "shown": f"x + {noise}",
    }
    delta = "0" if noise == "laplace(2)" else "1 / 10"
    ends = ("1 / 4", "1 / 2", "3 / 4", "1", "2", "4")
    proved = next(end for end in ends if isinstance(verdict(end, "", delta, **changed), Proved))
    for _ in range(3):
        known = {"a": f"Fraction({chance.randint(0, 8)}, 8)", "b": f"Fraction({chance.randint(8, 16)}, 8)"}
        fixed = {key: re.sub(r"\b[ab]\b", partial(_value, known), changed[key]) for key in ("given", "other")}
        assert isinstance(verdict(proved, "", delta, **changed | fixed | {"parameters": ""}), Proved)


def _value(known, name):
    return known[name[0]]


def test_profiles_are_those_of_the_worst_place():
    """Means 0 and at most 1, and a deviation of at least 1 on both sides."""
    question = replace(asked(**NORMAL), epsilon=None)
    found = measure(question, Measures(variation=True, profile=True), None, Store(), DEFAULTS)
    assert found.reason is None
    exact = mpmath.erf(1 / mpmath.sqrt(40))
    assert real(found.variation.lower) <= exact <= real(found.variation.upper) < exact + 1e-9
    assert [point.epsilon for point in found.profile][:2] == [0, fmpq(1, 2)]
