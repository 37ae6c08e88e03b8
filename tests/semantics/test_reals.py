"""Noise on the reals, as the fast semantics follows it: chances, roundings, what is kept and what is shown."""

from __future__ import annotations

import random

import asked
import pytest
from flint import fmpq
from reals_on_a_grid import HEAD, explored, made, on_a_grid, source

from faier.engines.verdict import Proved
from faier.exact import Epsilon, exponential, normal
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import DEFAULTS, LimitReached
from faier.semantics.explore import explore, explore_prior
from faier.semantics.floors import floor_weights
from faier.semantics.kept import Constraint, Floors, KeptProcess, KeptTell, Reals, Unbounded, Way
from faier.semantics.process import Process, Tell
from faier.semantics.real_chances import between

HALF = fmpq(1, 2)


def process(*lines: str, head: str = "") -> Process | KeptProcess:
    return explore(parse(head + source(list(lines)), "k.py"), "f", DEFAULTS)


def chance_of_true(line: str, head: str = "") -> object:
    found = process(line, head=head)
    assert isinstance(found, Process)
    told = {state.value: weight for at, weight in found.start if isinstance(state := found.states[at], Tell)}
    return told.get(True, fmpq(0))


def kept(*lines: str) -> KeptProcess:
    found = process(*lines)
    assert isinstance(found, KeptProcess)
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("return laplace(2) >= 3", HALF * exponential(fmpq(-3, 2))),
        ("return laplace(2) > -3", 1 - HALF * exponential(fmpq(-3, 2))),
        ("return 3 * laplace(2) - 1 < 5", 1 - HALF * exponential(fmpq(-1))),
        ("return laplace(1) + laplace(1) >= 3", fmpq(5, 4) * exponential(fmpq(-3))),
        ("return laplace(1) >= 3 - laplace(1)", fmpq(5, 4) * exponential(fmpq(-3))),
        ("return laplace(1) - laplace(2) >= 1", fmpq(2, 3) * exponential(-HALF) - fmpq(1, 6) * exponential(fmpq(-1))),
        ("return laplace(1 / math.log(3)) > 2", fmpq(1, 18)),
        ("return gaussian(2) >= Fraction(3, 2)", 1 - normal(fmpq(3, 4))),
        ("return gaussian(1) + 1 >= gaussian(2)", normal(fmpq(1), fmpq(5))),
        ("return round(laplace(1)) == 0", 1 - exponential(-HALF)),
        ("return int(laplace(1)) == 0", 1 - exponential(fmpq(-1))),
        ("return laplace(1) // 2 == 0", HALF - HALF * exponential(fmpq(-2))),
        ("return abs(laplace(1)) > 1", exponential(fmpq(-1))),
        ("return laplace(1) == 0", fmpq(0)),
        ("return bool(laplace(1))", fmpq(1)),
        ("return laplace(1) < math.inf", fmpq(1)),
    ],
)
def test_chances_are_exact(line: str, expected: object) -> None:
    if "math.log" in line:
        line = line.replace("math.log", "log")
    assert chance_of_true(line, head="from faier import log\n") == expected


def test_every_epsilon_is_a_rate() -> None:
    found = chance_of_true("return laplace(2 / (3 * EPS)) >= 4", head="from faier import Positive\nEPS = Positive(1)\n")
    assert found == HALF * exponential(fmpq(-6), "EPS")


@pytest.mark.parametrize("seed", range(12))
def test_one_draw_is_followed_as_python_would(seed: int) -> None:
    text = made(random.Random(seed), 1)
    try:
        found = explored(text)
    except LimitReached as reached:
        assert reached.text.startswith("line ")
        return
    grid = on_a_grid(text, 1000, 1)
    assert sum(found.values()) == pytest.approx(1)
    assert all(abs(found.get(output, 0) - grid.get(output, 0)) < 0.008 for output in {*found, *grid})


def test_a_shown_real_is_kept_until_it_is_told() -> None:
    found = kept("x = 1 - laplace(2)", "return x")
    assert found.start == (Way(0, fmpq(1), (Reals((Epsilon.rational(HALF),)),), (), (0,)),)
    assert found.states[0] == KeptTell(1, Unbounded(((-1, 0),), fmpq(1), real=True), (Way(1, fmpq(1)),))


def test_multiples_and_sums_that_nobody_looks_at_are_one_draw() -> None:
    found = kept("x = laplace(1) - 3 * laplace(2) + gaussian(2) / 2", "return x")
    (way,) = found.start
    assert way.fresh == (Reals((Epsilon.rational(fmpq(1, 6)), Epsilon.rational(fmpq(1))), fmpq(1)),)


def test_what_is_cut_off_is_an_atom() -> None:
    found = kept("return max(laplace(1), 0)")
    values = [state.value for state in found.states if isinstance(state, KeptTell)]
    assert 0 in values and Unbounded(((1, 0),), fmpq(0), fmpq(0), None, real=True) in values
    (bound,) = [way for way in found.start if way.fresh]
    assert bound.constraints == (Constraint(((1, 0),), fmpq(0)),)


def test_a_rounded_real_is_an_integer_that_is_shown() -> None:
    found = kept("return round(laplace(2) + 1)")
    assert found.start[0].fresh == (Floors(Reals((Epsilon.rational(HALF),)), HALF),)
    assert found.states[0] == KeptTell(1, Unbounded(((1, 0),), 1), (Way(1, fmpq(1)),))


def test_what_was_compared_with_an_integer_is_rounded() -> None:
    found = kept("x = laplace(2)", "return int(x) if x > 0 else -1")
    (way,) = [way for way in found.start if way.fresh]
    assert way.fresh == (Floors(Reals((Epsilon.rational(HALF),)), fmpq(0)),)
    assert way.constraints == (Constraint(((1, 0),), 0),)


def test_a_real_that_is_used_otherwise_too_is_compared_where_it_is_rounded() -> None:
    found = kept("x = laplace(1)", "return (round(x) >= 1, x)")
    (way, other) = sorted(found.start, key=lambda way: way.constraints[0].least)
    assert (way.constraints, other.constraints) == ((Constraint(((-1, 0),), -HALF),), (Constraint(((1, 0),), HALF),))


@pytest.mark.parametrize(
    "line",
    [
        "[5, 6, 7][int(x)] if 0 < x < 3 else 0",
        "(x > 1, clamp(2 * math.floor(x) + 1, -3, 3))",
        "round(x) % 2 == 0 if 0 < x < 3 else 1",
    ],
)
def test_an_integer_that_is_rounded_is_computed_with(line: str) -> None:
    text = source(["x = laplace(2)", f"return {line}"])
    found, grid = explored(text), on_a_grid(text, 1000, 1)
    assert found.keys() == grid.keys() and all(abs(found[output] - grid[output]) < 0.002 for output in grid)


def test_reals_that_are_compared_with_each_other_are_bound() -> None:
    found = kept("x, y = laplace(1), laplace(2)", "if x > y + 1:", "    return (x, y)", "return None")
    (way,) = [way for way in found.start if way.fresh]
    assert way.constraints == (Constraint(((1, 0), (-1, 1)), fmpq(1)),)


def test_atoms_inside_of_tuples_are_told_apart_from_densities() -> None:
    found = kept("x = laplace(1)", "return (x, 1) if x > 0 else (0, 1)")
    reals = [state for state in found.states if isinstance(state, KeptTell) and isinstance(state.value, Unbounded)]
    assert len(reals) == 1 and reals[0].value.real


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("return laplace(1) * laplace(1)", "the product of two reals"),
        ("x = laplace(1)\nreturn (2 * x, x) if x > 0 else 0", "showing multiples, or a sum"),
        ("return laplace(1) % 1", "`%` of reals"),
        ("return float(laplace(1))", "float of a real"),
        ("x, y = laplace(1), laplace(2)\nreturn round(x) if x > y else 0", "an integer that is rounded from a real"),
        ("return 1 / laplace(1)", "`/` of reals"),
        ("return round(laplace(1), 2)", "rounding a real to digits"),
        ("return isinstance(laplace(1), float)", "the type of a real"),
        ("return laplace(1) + laplace(1) + gaussian(1) > 1", "Laplace draws of which two are alike"),
        ("return clamp(laplace(1), 0, Fraction(1, 2))", "clamp of a real to ends"),
    ],
)
def test_what_is_not_followed_names_its_line(lines: str, said: str) -> None:
    body = lines.splitlines()
    with pytest.raises(LimitReached) as caught:
        process(*body)
    assert caught.value.text.startswith(f"line {HEAD.count(chr(10)) + len(body)}: ")
    assert said in caught.value.text


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("return laplace(0)", "FA411", "above 0"),
        ("return gaussian(-1)", "FA411", "above 0"),
        ("return laplace(True - 1)", "FA411", "above 0"),
        ("return (1, 2)[laplace(1)]", "FA405", "never one exact number"),
        ("return {laplace(1): 1}", "FA405", "never one exact number"),
        ("return list(range(laplace(1)))", "FA405", "never one exact number"),
        ("return laplace(laplace(1))", "FA405", "never one exact number"),
        ("return laplace(1) < 'a'", "FA409", "a real < a label"),
        ("return laplace(1) + [1]", "FA409", "a real + a list"),
        ("return laplace(1) / 0", "FA402", "division by zero"),
        ("return laplace(1) // 0", "FA402", "division by zero"),
        ("return laplace(1) & 1", "FA409", "not defined for reals"),
    ],
)
def test_what_python_would_not_do_is_an_error(line: str, code: str, said: str) -> None:
    with pytest.raises(Rejected) as caught:
        process(line)
    (found,) = caught.value.diagnostics
    assert found.code == code and said in found.message


PRIOR = """from faier import Bool, Real, flip, gaussian, laplace, mechanism, one, prior, private, secret


@prior
def belief():
    x = laplace(1)
    ill = x > 1
    secret(ill)
    return x + gaussian(1)


@private(epsilon=1, prior=belief)
@mechanism
def f(x: Real):
    return x + laplace(2)
"""


def test_a_prior_draws_reals_that_the_mechanism_gets() -> None:
    found = explore_prior(parse(PRIOR, "k.py"), "f", "belief", {}, DEFAULTS)
    assert isinstance(found, KeptProcess)
    assert {way.constraints for way in found.start} == {
        (Constraint(((1, 0),), fmpq(1)),),
        (Constraint(((-1, 0),), fmpq(-1)),),
    }
    added = Reals((Epsilon.rational(HALF),), fmpq(1))
    assert all(sorted(way.fresh, key=lambda reals: len(str(reals)))[-1] == added for way in found.start)
    secrets = {secret: [weights[way.target] for way in found.start] for secret, weights in found.finals}
    assert sorted(map(str, secrets[True])) == sorted(map(str, secrets[False])) == ["0", "1"]


def test_a_real_input_is_followed_with_a_prior_alone() -> None:
    with pytest.raises(LimitReached, match=r"^line 14: `x`"):
        explore(parse(PRIOR, "k.py"), "f", DEFAULTS)


def test_a_real_that_does_not_fit_an_input_is_an_error() -> None:
    with pytest.raises(Rejected) as caught:
        explore_prior(parse(PRIOR.replace("x: Real", "x: Bool"), "k.py"), "f", "belief", {}, DEFAULTS)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message[:38]) == ("FA310", "belief returns a real that was drawn, ")


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("prior=belief)", "neighbors=one())", "FA305", "no neighbor relation compares"),
        ("def belief()", "def belief(y: Real)", "FA208", "lies between two ends"),
        ("x: Real", "x: Public[Real]", "FA208", "so it is not public"),
    ],
)
def test_a_real_without_ends_stands_for_nothing_else(old: str, new: str, code: str, said: str) -> None:
    text = PRIOR.replace(old, new).replace("import Bool", "import Bool, Public")
    with pytest.raises(Rejected) as caught:
        parse(text, "k.py")
    assert any(found.code == code and said in found.message for found in caught.value.diagnostics)


@pytest.mark.parametrize("draw", ["laplace(2)", "laplace(1) + laplace(1)", "gaussian(2)", "geometric(1 / 2)"])
def test_draws_that_are_not_folded_are_kept(draw: str) -> None:
    text = source([f"x = {draw}", "return x >= 1"])
    found = explore(parse(text.replace("clamp, ", "clamp, geometric, "), "k.py"), "f", DEFAULTS, folded=False)
    assert isinstance(found, KeptProcess)
    assert all(way.weight == 1 and len(way.fresh) == len(way.constraints) == 1 for way in found.start)


def test_sums_of_noise_for_every_epsilon_are_not_proved_by_their_shape() -> None:
    text = source(["return count + laplace(1 / EPS) + laplace(1 / EPS) >= 1"])
    text = text.replace("clamp, ", "Bool, Positive, clamp, one, private, ").replace("f()", "f(count: Bool)")
    text = text.replace("@mechanism", "EPS = Positive(1)\n\n\n@private(epsilon=EPS / 100, neighbors=one())\n@mechanism")
    program = parse(text, "k.py")
    assert not isinstance(asked.check(program, program.claims[0]), Proved)


@pytest.mark.parametrize("offset", [fmpq(0), HALF, fmpq(2, 3)])
@pytest.mark.parametrize(
    "rates",
    [
        (Epsilon.rational(1),),
        (Epsilon.positive("EPS", fmpq(3, 2)),),
        (Epsilon.log(3),),
        (Epsilon.rational(HALF), Epsilon.rational(2)),
        (Epsilon.rational(1), Epsilon.rational(1)),
        (Epsilon.log(3), Epsilon.log(3), Epsilon.log(9)),
    ],
)
def test_a_rounded_real_has_the_chances_of_its_intervals(rates: tuple[Epsilon, ...], offset: fmpq) -> None:
    real = Reals(rates)
    weights = floor_weights(Floors(real, offset))
    assert weights.total == 1
    for at in range(-4, 5):
        assert weights.at(at) == between(real, at - offset, at + 1 - offset)


@pytest.mark.parametrize(("epsilon", "proved"), [("EPS", True), ("EPS / 2", False)])
def test_integers_that_are_rounded_from_reals_are_aligned(epsilon: str, proved: bool) -> None:
    text = source(["noisy = count + laplace(1 / EPS)", "return int(noisy) if noisy > 0 else 0"])
    text = text.replace("clamp, ", "Bool, Positive, clamp, one, private, ").replace("f()", "f(count: Bool)")
    text = text.replace(
        "@mechanism", f"EPS = Positive(1)\n\n\n@private(epsilon={epsilon}, neighbors=one())\n@mechanism"
    )
    program = parse(text, "k.py")
    assert isinstance(asked.check(program, program.claims[0]), Proved) == proved
