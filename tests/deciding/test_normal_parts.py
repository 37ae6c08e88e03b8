"""What is read of data that is normal given a secret, off the file."""

from flint import fmpq

from faier.calibration.known import Missing
from faier.calibration.normals.components import mixture, normal
from faier.deciding.normal_parts import NONE, normals_of
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.lang import parse
from faier.limits import DEFAULTS

HEAD = "from faier import Int, Real, categorical, flip, gaussian, laplace, mechanism, prior, private, secret\n"
SHOWN = "@private(epsilon=1, prior=p)\n@mechanism\ndef m(x: Real):\n    return x\n"


def read(body, shown=SHOWN):
    program = parse(f"{HEAD}\n\n@prior\n{body}\n\n\n{shown}", "m.py")
    return normals_of(question_of(program, program.claims[0]), Store(), DEFAULTS)


def test_sums_of_users_are_normal():
    body = """def p(who: Int[0, 1]):
    there = flip(1 / 3)
    secret(there)
    total = 0
    for user in range(2):
        if user != who or there:
            total += user + gaussian(2 - user)
    return total"""
    whole, first, second = normal(1, 1)[0], normal(1, 1)[0], normal(0, 2)[0]
    found = read(body)
    assert not isinstance(found, Missing)
    pairs = {frozenset((left[0].mean, left[0].variance) for left in pair) for pair in found}
    assert pairs == {frozenset({(whole.mean, fmpq(5)), (one.mean, one.variance)}) for one in (first, second)}


def test_mixtures_are_read_part_by_part():
    body = """def p():
    given = flip(1 / 2)
    secret(given)
    part = categorical(1, 2, 1) if given else flip(1 / 2)
    return 3 * part + gaussian(1 + part)"""
    found = read(body)
    assert not isinstance(found, Missing)
    three = mixture((fmpq(1, 4), 0, 1), (fmpq(1, 2), 3, 2), (fmpq(1, 4), 6, 3))
    two = mixture((fmpq(1, 2), 0, 1), (fmpq(1, 2), 3, 2))
    assert {frozenset(side) for pair in found for side in pair} == {frozenset(three), frozenset(two)}


def test_unknown_means_and_deviations_are_those_of_corners():
    body = """def p(mean: Real[0, 1], deviation: Real[1, 2]):
    given = flip(1 / 2)
    secret(given)
    return mean + gaussian(deviation) if given else gaussian(1)"""
    found = read(body)
    assert not isinstance(found, Missing)
    ends = {normal(mean, deviation) for mean in (0, 1) for deviation in (1, 2)}
    assert set(found) == {pair for end in ends for pair in ((end, normal(0, 1)), (normal(0, 1), end))}


def test_other_data_is_not_normal():
    assert read("def p():\n    given = flip(1 / 2)\n    secret(given)\n    return given + laplace(1)") == NONE
    whole = SHOWN.replace("x: Real", "x: Int[0, 1]")
    assert read("def p():\n    given = flip(1 / 2)\n    secret(given)\n    return given", whole) == NONE
    two = SHOWN.replace("return x", "return x, 1")
    assert read("def p():\n    given = flip(1 / 2)\n    secret(given)\n    return given + gaussian(1)", two) == NONE
    cut = SHOWN.replace("return x", "return max(x, 0)")
    assert read("def p():\n    given = flip(1 / 2)\n    secret(given)\n    return given + gaussian(1)", cut) == NONE
