"""(epsilon, delta) claims about several noisy numbers that are shown.

Integers are held against sums far out, normal noise against the formula of one normal number, Laplace noise against its
integral."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product

import asked
import pytest
from flint import arb, fmpq

from faier.engines.density.boxes import chosen
from faier.engines.density.law import PLACE, Lattice, Law, Product, likeness
from faier.engines.density.mixture import Part
from faier.engines.verdict import Proved, Refuted, Tight, Verdict
from faier.exact import Number, enclose, nearest_float
from faier.lang import parse
from faier.lang.values import Between, Sequence, Value
from faier.limits import Limits
from faier.semantics.kept import Reals

MECHANISM = """
from faier import Int, Vector, edges, flip, gaussian, geometric, laplace, log, mechanism, one, private
@private(epsilon={epsilon}, delta={delta}, {against})
@mechanism
def released({inputs}):
    {body}
"""
FAR = 40


def verdict(body: str, epsilon: str, delta: object, inputs: str, against: str = "neighbors=one()") -> Verdict:
    text = MECHANISM.format(epsilon=epsilon, delta=delta, body=body, inputs=inputs, against=against)
    program = parse(text, "mechanism.py", {})
    return asked.check(program, program.claims[0])


def tells(
    body: str, epsilon: str, least: float, inputs: str, against: str = "neighbors=one()", below: float = 1e-5
) -> Refuted:
    """A millionth above the least delta the claim is proved, and so much below it is refuted."""
    near = Fraction(least).limit_denominator(10**9)
    found = verdict(body, epsilon, near + Fraction(1, 10**6), inputs, against)
    assert isinstance(found, Proved), (body, epsilon, least, found)
    found = verdict(body, epsilon, near - Fraction(below).limit_denominator(10**6), inputs, against)
    assert isinstance(found, Refuted), (body, epsilon, least, found)
    assert found.witness.excess is not None
    assert least - 1.1 * below < nearest_float(found.witness.excess) < least + 1e-12
    return found


def chances(offsets: list[int], base: Fraction, value: int, cut: int | None, instead: object) -> dict[object, float]:
    found: dict[object, float] = {}
    for draw in range(-FAR, FAR + 1):
        shown: object = offsets[value] + draw
        if cut is not None and offsets[value] + draw <= cut:
            shown = instead
        found[shown] = found.get(shown, 0.0) + float((1 - base) / (1 + base) * base ** abs(draw))
    return found


@pytest.mark.parametrize("seed", (0, 1, 2, 4))
def test_integers_are_as_likely_as_sums_say(seed: int) -> None:
    """Two branches, each with two noisy integers, or exact ones in their places, some of them only above a limit."""
    rng = random.Random(seed)
    bases = [Fraction(1, rng.randint(2, 4)) for _ in range(2)]
    coin = [rng.randint(0, 2) for _ in range(3)]
    laws: list[dict[tuple[object, ...], float]] = [{}, {}, {}]
    lines = []
    for share in (coin, [2 - each for each in coin]):
        ways, shown = [], []
        for place, base in enumerate(bases):
            offsets, cut, instead = [rng.randint(0, 2) for _ in range(3)], rng.choice([None, 1]), rng.choice([0, None])
            if rng.randint(0, 3) == 0:
                ways.append([{1: 1.0}] * 3)
                shown.append("1")
                continue
            ways.append([chances(offsets, base, value, cut, instead) for value in range(3)])
            limit = f" if n{place} > {cut} else {instead}" if cut is not None else ""
            lines.append(f"n{place} = {offsets}[x] + geometric({base})")
            shown.append(f"(n{place}{limit})")
        lines.append(f"{'if first: ' if share is coin else ''}return [{', '.join(shown)}]")
        for value in range(3):
            for parts in product(*(way[value].items() for way in ways)):
                key = tuple(part for part, _ in parts)
                amount = share[value] / 2 * math.prod(chance for _, chance in parts)
                laws[value][key] = laws[value].get(key, 0.0) + amount
    body = f"first = flip([{', '.join(f'{one} / 2' for one in coin)}][x])\n    " + "\n    ".join(lines)
    factor = rng.choice([1, 2])
    least = max(
        sum(max(0.0, chance - factor * less.get(key, 0.0)) for key, chance in more.items())
        for more in laws
        for less in laws
        if more is not less
    )
    if 1e-4 < least < 1:
        tells(body, f"log({factor})", least, "x: Int[0, 2]")


@pytest.mark.parametrize(
    ("far", "delta"), [(0, fmpq(1, 100)), (40, fmpq(1, 100)), (40, fmpq(7, 10)), (40, fmpq(74, 100))]
)
def test_a_set_of_exact_and_noisy_integers_has_the_chances_of_all_ways_to_show_them(far: int, delta: fmpq) -> None:
    """An exact integer is the same as a noisy one, also one far from all others: each pair is shown in both ways."""
    noise = ((1, fmpq(1, 2)),)

    def likely(draw: int) -> fmpq:
        return fmpq(1, 3) * fmpq(1, 2) ** abs(draw)

    def law(x: int) -> Law:
        exact = {Sequence("tuple", (far * (1 - x), PLACE)): (Lattice(fmpq(3, 4), 1 + 2 * x, 1, noise),)}
        both = Product(fmpq(1, 4), (Lattice(fmpq(1), 5 * x, 1, noise), Lattice(fmpq(1), 0, 1, noise)))
        return Law({}, {}, exact, several={Sequence("tuple", (PLACE, PLACE)): (both,)})

    def chance(first: int, second: int, x: int) -> fmpq:
        exact = fmpq(3, 4) * likely(second - 1 - 2 * x) if first == far * (1 - x) else fmpq(0)
        return exact + fmpq(1, 4) * likely(first - 5 * x) * likely(second)

    found = chosen(law(0), law(1), arb(1), delta, (), Limits())
    assert found is not None
    for x, told in ((0, found.left), (1, found.right)):
        exact = sum((chance(int(str(one)), int(str(two)), x) for one, two in found.outputs), fmpq(0))
        assert told.overlaps(arb(exact)), (x, told, exact)


def normal_delta(mean: float, epsilon: float) -> float:
    """Of normal noise of deviation 1 on numbers this far apart."""

    def below(x: float) -> float:
        return math.erfc(-x / math.sqrt(2)) / 2

    return below(mean / 2 - epsilon / mean) - math.exp(epsilon) * below(-mean / 2 - epsilon / mean)


def test_normal_numbers_are_one_normal_number() -> None:
    mean = math.sqrt((2 / 3) ** 2 + (1 / 2) ** 2)
    body = "return 2 * x + gaussian(3), flip(1 / 2), [x + gaussian(2), gaussian(5)]"
    found = tells(body, "1 / 2", normal_delta(mean, 0.5), "x: Int[0, 1]", below=0.01)
    reals = [item for output in found.witness.outputs for item in output[0].items]  # type: ignore[union-attr]
    assert any(isinstance(item, Between) for item in reals)


@pytest.mark.parametrize(
    ("body", "squared", "epsilon"),
    [
        ("return [x + gaussian(2), 7 - x + gaussian(3), flip(1 / 2), x + gaussian(1)]", 1 / 4 + 1 / 9 + 1, "1 / 2"),
        ("return (x / 3 + gaussian(1), gaussian(1), x + gaussian(4), x + gaussian(2))", 1 / 9 + 5 / 16, "1"),
        ("return 1, (2 * x + gaussian(3), [1, 2], x + gaussian(1)), gaussian(1)", 4 / 9 + 1, "2"),
    ],
)
def test_normal_numbers_in_one_list_are_told_by_a_sum_of_them(body: str, squared: float, epsilon: str) -> None:
    """Both are told apart as near as one likes: what exceeds is all that lies beyond a plane."""
    least = Fraction(normal_delta(math.sqrt(squared), float(Fraction(epsilon.replace(" ", "")))))
    assert isinstance(verdict(body, epsilon, least + Fraction(1, 10**11), "x: Int[0, 1]"), Proved)
    found = verdict(body, epsilon, least - Fraction(1, 10**11), "x: Int[0, 1]")
    assert isinstance(found, Refuted)
    assert len(found.witness.outputs) == body.count("flip") + 1


def laplace_delta(apart: list[float], after: Callable[[float], float], epsilon: float, steps: int = 400) -> float:
    """What exceeds for Laplace draws moved so far, beside what exceeds alone for another epsilon."""
    if not apart:
        return after(epsilon)
    a, rest = apart[0], apart[1:]
    ends = sum(
        chance * laplace_delta(rest, after, epsilon - loss, steps // 2)
        for chance, loss in ((1 / 2, a), (math.exp(-a) / 2, -a))
    )
    middle = 0.0
    for step in range(steps):
        loss = -a + 2 * a * (step + 0.5) / steps
        middle += math.exp((loss - a) / 2) / 4 * laplace_delta(rest, after, epsilon - loss, steps // 10)
    return ends + middle * 2 * a / steps


def nothing(epsilon: float) -> float:
    return max(0.0, 1 - math.exp(epsilon))


@pytest.mark.parametrize(
    ("body", "apart", "normal", "epsilon"),
    [
        ("return x + laplace(2), x + laplace(4)", [0.5, 0.25], 0.0, "1 / 2"),
        ("return x + laplace(2), 3 - x + laplace(2)", [0.5, 0.5], 0.0, "1 / 10"),
        pytest.param(
            "return x + laplace(3), [2 * x + laplace(3), flip(1 / 2), x + laplace(1)]",
            [1 / 3, 2 / 3, 1.0],
            0.0,
            "1",
            marks=pytest.mark.long,
        ),
        ("return x + laplace(2), x + gaussian(4)", [0.5], 0.25, "1 / 2"),
        pytest.param(
            "return x + laplace(2), 2 * x + gaussian(4), laplace(1), x + laplace(3)",
            [0.5, 1 / 3],
            0.5,
            "1 / 4",
            marks=pytest.mark.long,
        ),
    ],
)
def test_laplace_noise_of_several_scales_and_normal_noise(
    body: str, apart: list[float], normal: float, epsilon: str
) -> None:
    after = partial(normal_delta, normal) if normal else nothing
    delta = laplace_delta(apart, after, float(Fraction(epsilon.replace(" ", ""))))
    inputs = "x: Int[0, 1]"
    assert isinstance(verdict(body, epsilon, f"{delta * 1.005:.9f}", inputs), Proved)
    assert not isinstance(verdict(body, epsilon, f"{delta * 0.995:.9f}", inputs), Proved)
    assert isinstance(verdict(body, epsilon, f"{delta * 0.7:.9f}", inputs), Refuted)


def test_sums_of_losses_that_are_just_allowed_are_proved() -> None:
    body = "return x + laplace(3), x + laplace(3), x + laplace(3)"
    assert isinstance(verdict(body, "1", "1 / 1000000000", "x: Int[0, 1]"), Proved)


def test_least_epsilons_for_a_delta_need_no_common_steps_of_exponents() -> None:
    """Of one draw of scale 3 among others that are the same: 1 - exp((epsilon - 1 / 3) / 2) is the delta."""
    text = MECHANISM.format(
        epsilon=1,
        delta="1 / 100",
        body="return [x + laplace(3), 1 + laplace(3)]",
        inputs="x: Int[0, 1]",
        against="neighbors=one()",
    )
    program = parse(text, "mechanism.py", {})
    found = asked.bound(program, program.claims[0].subject, delta=fmpq(1, 100))
    assert found.tight is not None
    assert found.tight.lower is not None
    assert abs(math.log(nearest_float(found.tight.lower)) - (1 / 3 + 2 * math.log(0.99))) < 1e-9


def test_mixtures_on_a_line_are_followed_and_others_are_not() -> None:
    line = "at = 2 * x if flip(1 / 2) else 1\n    return at + gaussian(2), 3 * at + gaussian(6)"
    assert isinstance(verdict(line, "1", "9 / 10", "x: Int[0, 1]"), Proved)
    bent = "at = 2 * x if flip(1 / 2) else 1\n    return at + gaussian(2), at * at + gaussian(6)"
    assert not isinstance(verdict(bent, "1", "9 / 10", "x: Int[0, 1]"), Proved | Refuted)


def test_what_is_the_same_on_both_sides_tells_nothing() -> None:
    """Selected partitions with their counts: a new one is seen above the limit, the other is as it was."""
    body = """shown = []
    for cell in range(2):
        count = sum(1 for value in values if value == cell + 1)
        noisy = count + laplace(1)
        shown.append(noisy if count > 0 and noisy > 4 else None)
    return shown"""
    against = "neighbors=edges((0, 1), (0, 2))"
    tells(body, "1", math.exp(-3) / 2, "values: Vector[Int[0, 2], 2]", against)
    tells(body.replace("laplace(1)", "geometric(1 / 2)"), "log(2)", 1 / 24, "values: Vector[Int[0, 2], 2]", against)


def test_least_factors_of_integers_are_exact() -> None:
    text = MECHANISM.format(
        epsilon="1",
        delta="1 / 12",
        against="neighbors=one()",
        inputs="x: Int[0, 1]",
        body="return x + geometric(1 / 2), geometric(1 / 3)",
    )
    program = parse(text, "mechanism.py", {})
    found = asked.bound(program, program.claims[0].subject, delta=fmpq(1, 12))
    assert found.tight is not None
    assert found.tight.lower == found.tight.upper == fmpq(7, 4)


def test_laws_are_alike_where_they_differ_in_what_is_shown_alone() -> None:
    noise = Reals((), fmpq(4))

    def law(x: int, *items: Value) -> Law:
        return Law(
            {Sequence("tuple", (7,)): fmpq(1, 2)},
            {Sequence("tuple", (*items, PLACE)): (Part(fmpq(1, 2), fmpq(x), noise),)},
        )

    assert likeness(law(0, 1), law(1, 1)) == likeness(law(0, 5, 6), law(1, 5, 6))
    assert likeness(law(0, 1), law(1, 1)) != likeness(law(1, 1), law(0, 1))
    assert likeness(law(0, 1), law(1, 1)) != likeness(law(0, 1), law(1, 2))


def rounded_chances(mean: float, deviation: float, steps: range, offset: float) -> list[float]:
    """How likely each integer is the greatest that is at most a normal draw and the offset."""

    def below(x: float) -> float:
        return math.erfc((mean + offset - x) / deviation / math.sqrt(2)) / 2

    return [below(k + 1) - below(k) for k in steps]


@pytest.mark.parametrize(
    ("body", "deviation", "step", "offset", "below"),
    [
        ("return round(x + gaussian(2))", 2, 1, 0.5, 1e-9),
        ("return (7 - (3 * x / 2 + gaussian(3)) // 1, flip(1 / 3))", 3, 1.5, 0, 1e-9),
        ("n = round(x + gaussian(2))\n    return n if n > -100 else None", 2, 1, 0.5, 1e-9),
        ("return (round(x + gaussian(2)), gaussian(1))", 2, 1, 0.5, 1e-9),
    ],
)
def test_rounded_normal_numbers(body: str, deviation: float, step: float, offset: float, below: float) -> None:
    """Integers are compared one by one, and next to nothing is far out."""
    steps = range(-60, 60)
    laws = [rounded_chances(mean, deviation, steps, offset) for mean in (0.0, step)]
    least = max(
        sum(max(0.0, p - math.exp(0.5) * q) for p, q in zip(one, other, strict=True))
        for one, other in (laws, laws[::-1])
    )
    exact = Fraction(least)
    assert isinstance(verdict(body, "1 / 2", exact + Fraction(1, 10**10), "x: Int[0, 1]"), Proved)
    found = verdict(body, "1 / 2", exact - Fraction(below), "x: Int[0, 1]")
    assert isinstance(found, Refuted)
    assert all(not isinstance(item, Sequence) or item.kind != "part" for item in found.witness.output)


def bound(body: str, delta: int | fmpq = 0) -> Tight:
    text = MECHANISM.format(epsilon="1", delta=delta, body=body, inputs="x: Int[0, 1]", against="neighbors=one()")
    program = parse(text, "mechanism.py", {})
    found = asked.bound(program, program.claims[0].subject, delta=fmpq(delta)).tight
    assert found is not None
    return found


def test_the_least_epsilon_of_rounded_normal_numbers() -> None:
    """For a delta it has two ends next to each other; without one it is infinite where one side goes further."""
    found = bound("return round(x + gaussian(2))", fmpq(1, 100))
    assert found.lower is not None
    assert found.upper is not None
    ends = [logarithm(end) for end in (found.lower, found.upper)]
    assert ends == pytest.approx([0.899727437660052791558814551113] * 2, abs=1e-14)  # by bisection, with mpmath
    assert not found.attained
    for body in (
        "return round(x + gaussian(2))",
        "return 3 - round(x + gaussian(2))",
        "return round(gaussian(2 + x))",
        "return 7 if flip(1 / 2) else (x / 2 + gaussian(1)) // 1",
        "return round(x + gaussian(2)), round(x + gaussian(3)), x + geometric(1 / 2)",
        "n = round(x + gaussian(2))\n    return n if n > 5 else 0",
    ):
        found = bound(body)
        assert (found.lower, found.upper) == (None, None)
        assert found.witness is not None
        assert found.witness.ratio is not None
        assert logarithm(found.witness.ratio) > 8
    # What goes as far on both sides is no reason to say so: no more is lost than by who sees the reals.
    for body, most in (
        ("return round(gaussian(2)) if flip((1 + x) / 4) else 3", 2),
        ("return round(gaussian(1)) + 0 * x", 1),
    ):
        found = bound(body)
        assert found.lower is not None
        assert found.upper == most
        assert nearest_float(found.lower) == pytest.approx(most)


def test_what_is_not_told_one_by_one_refutes_nothing() -> None:
    found = verdict("return round(x + gaussian(2))", "50", "1 / 10**80", "x: Int[0, 1]")
    assert isinstance(found, Proved)  # as the real is that is rounded


def test_integers_far_out_are_told_one_by_one() -> None:
    found = verdict("return [x + geometric(1 / 2), x + gaussian(2), gaussian(1) + x]", "1", "1 / 10000", "x: Int[0, 1]")
    assert isinstance(found, Refuted)
    assert all(
        isinstance(item, int | Between)
        for output in found.witness.outputs
        for item in output[0].items  # type: ignore[union-attr]
    )


@pytest.mark.parametrize(
    ("body", "epsilon"),
    [
        ("return round(x + gaussian(2))", "1"),
        ("return round(x + gaussian(2))", "40"),
        ("return 7 if flip(1 / 2) else (3 - x + gaussian(1)) // 1", "5"),
        ("return round(x + gaussian(2)), round(x + gaussian(3))", "4"),
        ("yield x + geometric(1 / 2)\n    yield (x + gaussian(3)) // 2", "3"),
        ("return (round(x + gaussian(2)), round(gaussian(1))) if x else (round(gaussian(2)), 0)", "9"),
        ("return (5, round(x + gaussian(1))) if flip(1 / 2) else (round(2 * x + gaussian(1)), 5)", "5"),
    ],
)
def test_rounded_normal_numbers_have_no_pure_epsilon(body: str, epsilon: str) -> None:
    found = verdict(body, epsilon, 0, "x: Int[0, 1]")
    assert isinstance(found, Refuted)
    assert found.witness.ratio is not None
    assert logarithm(found.witness.ratio) > float(epsilon)


def logarithm(ratio: Number) -> float:
    return float(enclose(ratio, 64).log().mid())
