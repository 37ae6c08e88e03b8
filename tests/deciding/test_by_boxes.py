"""Priors whose means and deviations are unknown reals: the worst of a box is found, and what is not in it is not."""

import mpmath
import pytest
from flint import fmpq
from normals_by_quadrature import density

from faier.calibration.normals.boxes import boxed
from faier.calibration.normals.components import normal
from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.lang import parse
from faier.limits import DEFAULTS

FILE = """from faier import Int, Real, flip, gaussian, laplace, mechanism, prior, private, secret


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


def verdict(epsilon, scale, delta="0", **changed):
    usual = {
        "parameters": "mean: Real[0, 1], deviation: Real[1, 2]",
        "given": "mean + gaussian(deviation)",
        "other": "gaussian(1)",
        "shown": f"x + laplace({scale})",
    }
    program = parse(FILE.format(epsilon=epsilon, delta=delta, **usual | changed), "m.py")
    return plan.decide(question_of(program, program.claims[0]), Store(), DEFAULTS)


def test_the_worst_corner_of_a_box_decides():
    assert isinstance(verdict("1", "2"), Proved)
    found = verdict("1", "1.822")
    assert isinstance(found, Refuted)
    assert {name: str(value) for name, value in found.witness.parameters} != {}
    assert {name: value.exact for name, value in found.witness.parameters} == {"mean": fmpq(1), "deviation": fmpq(2)}


def test_an_unknown_may_stand_in_both():
    """Both means depend on one unknown. A claim that is exactly tight is left open."""
    common = {"parameters": "mean: Real[0, 1]", "given": "2 * mean + gaussian(1)", "other": "1 - mean + gaussian(1)"}
    assert isinstance(verdict("5 / 2", "1", **common), Proved)
    assert isinstance(verdict("2", "1", **common), Undecided)
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
        {"given": "mean + gaussian(deviation) if mean > 0 else gaussian(1)"},
        {"shown": "2 * x + laplace(2)"},
        {"shown": "x + gaussian(2)"},
        {"parameters": "mean: Real[0, 1], deviation: Real[0, 2]"},
        {"given": "mean / 2 + gaussian(deviation)"},
    ],
)
def test_other_unknowns_are_left_to_others(changed):
    usual = {"parameters": "mean: Real[0, 1], deviation: Real[1, 2]", "given": "mean + gaussian(deviation)"}
    usual |= {"other": "gaussian(1)", "shown": "x + laplace(2)", "epsilon": "1", "delta": "0"}
    program = parse(FILE.format(**usual | changed), "m.py")
    assert boxed(program, "m", "p") is None


def test_an_unknown_that_decides_what_is_drawn_is_another():
    source = FILE.format(
        parameters="mean: Real[0, 1]",
        given="mean + gaussian(1)",
        other="gaussian(1)",
        epsilon=1,
        delta=0,
        shown="x + laplace(2)",
    )
    assert boxed(parse(source, "m.py"), "m", "p") is not None
    assert boxed(parse(source.replace("flip(1 / 2)", "flip(mean / 2)"), "m.py"), "m", "p") is None


def test_densities_change_within_a_box_by_no_more_than_is_said():
    program = parse(
        FILE.format(
            parameters="mean: Real[0, 1], deviation: Real[1, 2]",
            given="mean + gaussian(deviation)",
            other="gaussian(1)",
            epsilon=1,
            delta=0,
            shown="x + laplace(2)",
        ),
        "m.py",
    )
    found = boxed(program, "m", "p")
    assert found is not None
    for low, high in ((fmpq(1), fmpq(2)), (fmpq(3, 2), fmpq(7, 4)), (fmpq(1), fmpq(9, 8))):
        box, middle = {"mean": (fmpq(0), fmpq(1, 4)), "deviation": (low, high)}, (low + high) / 2
        for scale in (fmpq(1, 2), fmpq(3)):
            apart = found.apart(box, scale, (middle**2, fmpq(4)))
            if apart is None:
                continue
            room = float(mpmath.mpf(int(sum(apart.values()).p)) / int(sum(apart.values()).q))
            usual = density(normal(fmpq(1, 8), middle), scale)
            for mean in (fmpq(0), fmpq(1, 4)):
                for deviation in (low, high):
                    other = density(normal(mean, deviation), scale)
                    for x in range(-12, 13, 2):
                        assert abs(mpmath.log(other(mpmath.mpf(x)) / usual(mpmath.mpf(x)))) <= room + 1e-12
