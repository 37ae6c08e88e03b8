"""Claims about one real that is shown: mechanisms, priors with real data, witnesses, and what is left undecided."""

from __future__ import annotations

import math
from dataclasses import replace

import asked
import pytest
from densities import STEP, density, noise
from flint import fmpq

from faier.deciding import by_density, plan
from faier.deciding.question import question_of
from faier.deciding.replay import Mismatch
from faier.deciding.store import Store
from faier.engines.density.engine import Place
from faier.engines.verdict import Proved, Refuted, Undecided, Verdict
from faier.exact import Epsilon, exceeds, nearest_float
from faier.lang import parse
from faier.lang.values import Between, Near, Sequence, Value
from faier.limits import Limits

WORDS = "Int, Public, Real, assume, categorical, each, flip, gaussian, laplace, log, mechanism, prior, private, secret"
MECHANISM = """
from faier import {words}
{before}
@private(epsilon={epsilon}, delta={delta}, {against})
@mechanism
def released({inputs}):
    {body}
"""
# Where one Laplace rate alone is shown the search decides, and is refuted by the same reals.
GAUSSIAN = "return count + gaussian(3.7304)"
SCALES = "return count + (laplace(2) if count < 3 else laplace(3))"
LEAKING = "return None if flip(1 / 100) else count + laplace(2) + gaussian(1)"
CUT = """noisy = count + gaussian(2)
    return noisy if noisy > 2 else False"""
TWICE = """noisy = count + gaussian(2)
    yield noisy
    yield noisy > 1"""


def verdict(body: str, epsilon: str, delta: str = "0", inputs: str = "count: Int[0, 4]", **more: str) -> Verdict:
    given = {"before": "", "against": "neighbors=each(1)"} | more
    text = MECHANISM.format(words=WORDS, epsilon=epsilon, delta=delta, body=body, inputs=inputs, **given)
    program = parse(text, "mechanism.py", {})
    return asked.check(program, program.claims[0])


def refuted(*parts: str, **more: str) -> Refuted:
    found = verdict(*parts, **more)
    assert isinstance(found, Refuted), found
    assert found.engine == "density"
    return found


def proved(*parts: str, **more: str) -> None:
    found = verdict(*parts, **more)
    assert isinstance(found, Proved), found
    assert found.coverage.all


def test_the_analytic_gaussian() -> None:
    proved(GAUSSIAN, "1", "1.00103143e-5")
    found = refuted(GAUSSIAN, "1", "1.00103141e-5").witness
    (((region,),)) = found.outputs
    assert isinstance(region, Between)
    assert region.low is None or region.high is None
    assert found.excess is not None
    assert exceeds(found.excess, fmpq(100103141, 10**13), Epsilon())
    assert nearest_float(found.probability_left) == pytest.approx(_normal_below(region, found.left, 3.7304), rel=1e-9)


def _normal_below(region: Between, inputs: tuple[tuple[str, Value], ...], spread: float) -> float:
    ((_, count),) = inputs
    assert isinstance(count, int)
    ends = [None if end is None else float(int(end.p)) / int(end.q) for end in (region.low, region.high)]
    distance = count - ends[1] if ends[1] is not None else (ends[0] or 0) - count
    return math.erfc(distance / spread / math.sqrt(2)) / 2


def test_normal_noise_has_no_pure_epsilon() -> None:
    found = refuted(GAUSSIAN, "20").witness
    (near,) = found.output
    assert isinstance(near, Near)
    assert abs(near.at) > 100
    assert exceeds(found.probability_left, found.probability_right, Epsilon.rational(20))


@pytest.mark.parametrize(
    ("scale", "epsilon"), [(1024, fmpq(1)), (100, fmpq(1)), (1024, fmpq(100)), (10**6, fmpq(1, 3))]
)
def test_wide_normal_noise_is_refuted_far_out(scale: int, epsilon: fmpq) -> None:
    found = refuted(f"return count + gaussian({scale})", f"{epsilon.p} / {epsilon.q}").witness
    (near,) = found.output
    ((_, left),), ((_, right),) = found.left, found.right
    assert isinstance(near, Near)
    assert isinstance(left, int)
    assert isinstance(right, int)
    lost = ((near.at - right) ** 2 - (near.at - left) ** 2) / (2 * fmpq(scale) ** 2)
    assert lost > epsilon
    assert found.ratio is not None
    assert nearest_float(found.ratio) == pytest.approx(math.exp(int(lost.p) / int(lost.q)), rel=1e-12)
    assert exceeds(found.probability_left, found.probability_right, Epsilon.rational(epsilon))


def test_normal_noise_between_the_same_ends_has_a_pure_epsilon() -> None:
    body = "return (0 if flip(1 / 4) else 4 if flip(1 / 3) else count) + gaussian({})"
    for scale in ("1", "100", "1024"):
        proved(body.format(scale), "log(3)")
        assert refuted(body.format(scale), "log(3) - 1 / 10**6").witness.ratio is not None


def test_scales_that_depend_on_the_data() -> None:
    for epsilon in ("1 / 2", "30"):
        found = verdict(SCALES, epsilon)
        assert isinstance(found, Refuted)
        assert {found.witness.left, found.witness.right} == {(("count", 2),), (("count", 3),)}
    proved(SCALES, "1 / 2", "1 / 2")


def test_exact_outputs_and_a_real_are_told_apart() -> None:
    proved(LEAKING, "1 / 2")
    found = refuted(LEAKING.replace("1 / 100", "count / 100"), "0.6").witness
    assert found.output == ()
    assert found.probability_right == 0
    proved(LEAKING.replace("1 / 100", "count / 100"), "1 / 2", "1 / 10")


def test_a_real_that_was_compared() -> None:
    found = refuted(CUT, "1 / 5", "1 / 20").witness
    assert found.outputs
    proved(CUT, "1 / 5", "1 / 2")
    for body in (TWICE, "return count + gaussian(2)"):
        proved(body, "1", "0.00684")
        refuted(body, "1", "0.00682")


def test_a_real_inside_of_a_tuple() -> None:
    found = refuted("return (True, count + gaussian(1), [2])", "1").witness
    (shown,) = found.output
    assert isinstance(shown, Sequence)
    assert shown.items[0] is True
    assert isinstance(shown.items[1], Near)
    assert shown.items[2] == Sequence("list", (2,))


NORMAL = """
@prior
def data():
    ill = flip(1 / 2)
    secret(ill)
    return 1 + gaussian(2) if ill else gaussian(1)
"""


@pytest.mark.parametrize(("scale", "private"), [("1.8229", True), ("1.8228", False)])
def test_normal_data(scale: str, private: bool) -> None:
    given = {"inputs": "x: Real", "before": NORMAL, "against": "prior=data"}
    found = verdict(f"return x + laplace({scale})", "1", **given)
    assert isinstance(found, Proved if private else Refuted)
    known = verdict(f"return x + laplace({scale})", "1", "1e-5", **given)
    assert isinstance(known, Proved)


MIXTURE = """
@prior
def data():
    group = flip(1 / 3)
    secret(group)
    if group:
        return (9, 10, 13)[categorical(0.2, 0.3, 0.5)] + gaussian(1)
    return 10 + gaussian(1 / 2) if flip(0.4) else 12 + gaussian(3 / 2)
"""


def test_mixtures_against_a_grid() -> None:
    given = {"inputs": "x: Real", "before": MIXTURE, "against": "prior=data"}
    parts = [
        [(0.2, 9, 1.0), (0.3, 10, 1.0), (0.5, 13, 1.0)],
        [(0.4, 10, 0.25), (0.6, 12, 2.25)],
    ]
    spread = fmpq(3, 2)

    def value(side: list[tuple[float, int, float]], x: float) -> float:
        shapes = {v: density(noise(1 / spread, variance=fmpq(int(v * 4), 4))) for _, _, v in side}
        return sum(weight * shapes[v](x - at) for weight, at, v in side)

    grid = [(at + 0.5) * STEP * 2 for at in range(int(-20 / STEP), int(40 / STEP))]
    known = [(value(parts[0], x), value(parts[1], x)) for x in grid]
    worst = max(abs(math.log(a / b)) for a, b in known)
    above, below = (f"{worst + gap:.6f}" for gap in (1e-3, -1e-3))
    proved("return x + laplace(1.5)", above, **given)
    refuted("return x + laplace(1.5)", below, **given)
    sides = [
        sum(max(0.0, a - math.exp(0.1) * b) for a, b in pairs) * STEP * 2
        for pairs in (known, [(b, a) for a, b in known])
    ]
    proved("return x + laplace(1.5)", "0.1", f"{max(sides) + 1e-4:.6f}", **given)
    refuted("return x + laplace(1.5)", "0.1", f"{max(sides) - 1e-4:.6f}", **given)


def test_translated_data_is_as_private_as_its_distance() -> None:
    """The ratio comes near to the claim's far out, without an end."""
    before = NORMAL.replace("1 + gaussian(2)", "2 + gaussian(1)")
    given = {"inputs": "x: Real", "before": before, "against": "prior=data"}
    proved("return x + laplace(3)", "2 / 3", **given)
    refuted("return x + laplace(3)", "0.6666", **given)


def test_sums_of_independent_people() -> None:
    before = """
@prior
def data():
    present = flip(1 / 2)
    secret(present)
    own = 5 + gaussian(2) if present else 0
    return gaussian(3) + 2 + gaussian(1) + own
"""
    given = {"inputs": "x: Real", "before": before, "against": "prior=data"}
    low = 5 / 10 + 4 / 2 / 100
    proved("return x + laplace(10)", f"{low + 1e-4:.6f}", **given)
    refuted("return x + laplace(10)", f"{low - 1e-4:.6f}", **given)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("a, b = gaussian(1), gaussian(2)\n    return count + a if a > b else 0", "compared with other noise"),
        ("a = gaussian(1)\n    return count + a + gaussian(1) if a > 0 else 0", "a sum of draws is shown"),
    ],
)
def test_what_is_not_read_is_told(body: str, reason: str) -> None:
    given = {"before": "", "against": "neighbors=each(1)", "inputs": "count: Int[0, 4]"}
    program = parse(MECHANISM.format(words=WORDS, epsilon="1", delta="0", body=body, **given), "mechanism.py", {})
    found = plan.decide(replace(question_of(program, program.claims[0]), engine="density"), Store(), Limits())
    assert isinstance(found, Undecided)
    assert any(reason in attempt.reason for attempt in found.attempts)


def test_bounds_and_least_deltas_meet() -> None:
    text = MECHANISM.format(
        words=WORDS,
        before="",
        epsilon="1",
        delta="0.001",
        against="neighbors=each(1)",
        inputs="count: Int[0, 4]",
        body=GAUSSIAN,
    )
    program = parse(text, "mechanism.py", {})
    question = question_of(program, program.claims[0])
    least = by_density.least_delta(question, Store(), Limits())
    assert least is not None
    assert least.value is not None
    assert least.lower is not None
    assert nearest_float(least.value) == pytest.approx(1.0010314283742e-5, rel=1e-11)
    assert nearest_float(least.value - least.lower) < 1e-17
    found = by_density.bound(question, Store(), Limits())
    assert found is not None
    assert found.tight is not None
    assert found.tight.lower is not None
    assert found.tight.upper is not None
    ends = [math.log(nearest_float(end)) for end in (found.tight.lower, found.tight.upper)]
    assert 0 <= ends[1] - ends[0] < 1e-11
    at = [
        math.erfc(-z / math.sqrt(2)) / 2
        for e in ends[:1]
        for z in (0.5 / 3.7304 - e * 3.7304, -0.5 / 3.7304 - e * 3.7304)
    ]
    assert at[0] - math.exp(ends[0]) * at[1] == pytest.approx(1e-3, rel=1e-9)


@pytest.mark.parametrize(("apart", "noise"), [(-100, "gaussian(2)"), (100, "gaussian(1)"), (-300, "laplace(1)")])
def test_sets_that_are_hardly_possible_on_one_side(apart: int, noise: str) -> None:
    """The chance on the right is far below what numbers near 1 are computed to."""
    before = f"""
@prior
def far():
    further = flip(1 / 2)
    secret(further)
    return {apart} * further + gaussian(1)
"""
    found = refuted(f"return x + {noise}", "1", "0.01", inputs="x: Real", before=before, against="prior=far").witness
    assert exceeds(found.probability_right, fmpq(1, 10**60), Epsilon()) is False
    assert found.excess is not None
    assert exceeds(found.excess, fmpq(49, 100), Epsilon())


def test_a_witness_that_is_not_so_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> by_density.Broken:
        return by_density.Broken(Place((Near(fmpq(1)),), fmpq(1, 2), fmpq(1, 10)))

    monkeypatch.setattr(by_density, "breaks", wrong)
    with pytest.raises(Mismatch, match="a density is"):
        verdict(GAUSSIAN, "1")


def test_real_data_is_recomputed_by_integrating(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[object] = []
    original = by_density.again.density

    def noted(*arguments: object) -> object:
        called.append(arguments)
        return original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(by_density.again, "density", noted)
    refuted("return x + laplace(1)", "1", inputs="x: Real", before=NORMAL, against="prior=data")
    assert len(called) == 2
