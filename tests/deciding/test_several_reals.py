"""Several noisy numbers in one output without a delta: refuted on a line, proved beside the same other numbers."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import asked
import pytest
from flint import fmpq

from faier.deciding import by_density, plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.density import slices
from faier.engines.density.law import PLACE, Law, Output, Product
from faier.engines.density.mixture import Part
from faier.engines.verdict import Proved, Refuted
from faier.exact import ONE, Epsilon, exceeds, nearest_float
from faier.lang import parse
from faier.lang.values import Between, Near, Sequence, Value
from faier.limits import seconds
from faier.semantics.kept import Reals

HEAD = """from faier import Int, Vector, each, flip, gaussian, geometric, laplace, log
from faier import mechanism, one, prior, private, secret

@prior
def people():
    ill = flip(1 / 2)
    secret(ill)
    return (1 if flip(1 / 4 if ill else 3 / 4) else 0), (1 if flip(1 / 2) else 0)

@private(epsilon={epsilon}, {against})
@mechanism
def m({inputs}):
    {body}
"""
VECTOR, BIT = "counts: Vector[Int[0, 2], 2]", "bit: Int[0, 1]"
PAIR = {"against": "prior=people", "inputs": "a: Int[0, 1], b: Int[0, 1]"}
HULL = """x = 1 if flip(1 / 2) else 0
    return x + gaussian(2), (x if bit else 1 - x) + gaussian(2)"""
ENDS = """x = bit if flip(1 / 2) else 0 if flip(1 / 2) else 1
    return 2 * x + gaussian(2), -x + gaussian(1)"""

EVERYWHERE = (
    ("return [count + gaussian(10) for count in counts]", {"inputs": VECTOR, "against": "neighbors=one(1)"}),
    ("return counts[0] + gaussian(10), counts[1] + laplace(2)", {"inputs": VECTOR, "against": "neighbors=each(1)"}),
    ("return bit + gaussian(10), gaussian(3)", {"inputs": BIT, "against": "neighbors=each(1)"}),
    ("return bit + geometric(1 / 2), bit + gaussian(2)", {"inputs": BIT, "against": "neighbors=each(1)"}),
    (HULL, {"inputs": BIT, "against": "neighbors=each(1)"}),
)
TIGHT = (
    ("return a + gaussian(1), b + gaussian(1)", PAIR),
    ("return a + gaussian(1), a + b + laplace(1)", PAIR),
    (ENDS, {"inputs": BIT, "against": "neighbors=each(1)"}),
)


def question(body: str, epsilon: str, said: dict[str, str]) -> object:
    program = parse(HEAD.format(epsilon=epsilon, body=body, **said), "m.py", {})
    return program, program.claims[0]


@pytest.mark.parametrize(("body", "said"), EVERYWHERE)
@pytest.mark.parametrize("epsilon", ["1", "7"])
def test_normal_noise_in_one_of_several_reals_has_no_pure_epsilon(
    body: str, said: dict[str, str], epsilon: str
) -> None:
    found = asked.check(*question(body, epsilon, said))
    assert isinstance(found, Refuted)
    assert found.engine == "density"
    assert exceeds(found.witness.probability_left, found.witness.probability_right, Epsilon.rational(int(epsilon)))


@pytest.mark.parametrize(("body", "said"), TIGHT)
def test_several_reals_between_the_same_ends_are_tight(body: str, said: dict[str, str]) -> None:
    assert isinstance(asked.check(*question(body, "log(3)", said)), Proved)
    assert isinstance(asked.check(*question(body, "log(3) - 1 / 10**5", said)), Refuted)
    tight = by_density.bound(question_of(*question(body, "1", said)), Store(), seconds(20))
    assert tight is not None
    assert (tight.tight.lower, tight.tight.upper) == (3, 3)


def test_what_a_place_of_an_integer_says_is_not_left_out() -> None:
    body = "return bit + geometric(1 / 2), bit * flip(1 / 2) + laplace(1), gaussian(1) + bit * laplace(1)"
    said = {"inputs": BIT, "against": "neighbors=each(1)"}
    assert not isinstance(asked.check(*question(body, "3 / 4", said)), Proved)


@pytest.mark.parametrize(
    ("body", "inputs", "delta", "share"),
    [
        (
            "for count in counts:\n        yield count + gaussian(3)",
            VECTOR.replace("2]", "1]", 1),
            0.00463495496422485,
            0.99,
        ),
        pytest.param(
            "return a + gaussian(3), b + laplace(4)", PAIR["inputs"], 0.001074095517067741, 0.98, marks=pytest.mark.long
        ),
    ],
)
def test_deltas_of_two_reals_are_refuted_near_the_least(body: str, inputs: str, delta: float, share: float) -> None:
    said = {"inputs": inputs, "against": "delta={:.12f}, neighbors=each(1)"}
    above, below = (said | {"against": said["against"].format(delta * by)} for by in (1.000001, share))
    assert isinstance(asked.check(*question(body, "1", above)), Proved)
    found = asked.check(*question(body, "1", below))
    assert isinstance(found, Refuted)
    assert found.witness.excess is not None
    assert delta * share < nearest_float(found.witness.excess) < delta
    first, second = (_box(output) for output in found.witness.outputs[:2])
    assert first != second


def _box(output: tuple[Value, ...]) -> tuple[Value, ...]:
    reals = output[0].items if isinstance(output[0], Sequence) else output
    assert all(isinstance(one, Between) for one in reals)
    return reals


OUTPUT: Output = Sequence("tuple", (PLACE, PLACE))
NOISES = (Reals((), fmpq(1)), Reals((), fmpq(1, 4)), Reals((Epsilon.rational(1),), fmpq(0)))
POINTS = [fmpq(n, 2) for n in range(-12, 13)]


def random_laws(seed: int) -> tuple[Law, Law]:
    """Of two reals around the same few points, or nearly so."""
    random = Random(seed)
    noises = random.choices(NOISES, k=2)
    places = [[fmpq(random.randrange(2)) for _ in range(2)] for _ in range(3)]

    def law() -> Law:
        chosen = places if random.random() < 0.8 else places[:2]
        weights = [fmpq(random.randrange(1, 5)) for _ in chosen]
        factors = [tuple(Part(ONE, at, noise) for at, noise in zip(place, noises, strict=True)) for place in chosen]
        products = tuple(Product(w / sum(weights), f) for w, f in zip(weights, factors, strict=True))
        return Law({}, {}, several={OUTPUT: products})

    return law(), law()


def density(law: Law, x: fmpq, y: fmpq) -> float:
    total = 0.0
    for product in law.several[OUTPUT]:
        amount = nearest_float(product.weight)
        for factor, at in zip(product.factors, (x, y), strict=True):
            assert isinstance(factor, Part)
            away, variance = abs(nearest_float(at - factor.at)), nearest_float(factor.noise.variance)
            amount *= math.exp(-away) / 2 if factor.noise.rates else math.exp(-away * away / 2 / variance)
        total += amount
    return total


@pytest.mark.parametrize("seed", range(30))
def test_random_laws_on_a_grid(seed: int) -> None:
    left, right = random_laws(seed)
    worst = max(density(left, x, y) / density(right, x, y) for x in POINTS for y in POINTS)
    for share in (0.9, 1.02, 1.3):
        if worst * share <= 1:
            continue
        epsilon = Epsilon.log(fmpq(round(worst * share * 10**6), 10**6))
        place = slices.broken_on_a_line(left, right, epsilon, seconds(20))
        kept = slices.kept_beside(left, right, epsilon, seconds(20))
        assert not kept or (place is None and share > 1)
        if place is not None:
            at = [item.at for item in place.output if isinstance(item, Near)]
            assert len(at) == 2
            assert exceeds(place.left, place.right, epsilon)
            if all(abs(one) < 30 for one in at):
                told = nearest_float(place.left / place.right)
                assert told == pytest.approx(density(left, *at) / density(right, *at), rel=1e-9)


@pytest.mark.parametrize("shown", ["(abs(laplace(1) - x), x)", "(-abs(laplace(1) - x), x)"])
def test_numbers_that_begin_or_end_where_they_are_put(shown: str) -> None:
    """Where densities jump at a place, the witness says on which side of it: it is computed again from the file."""
    body = f"for x in xs:\n        yield {shown}\n        yield {shown}\n        return"
    inputs = "xs: Stream[Int[0, 2]]"
    text = HEAD.format(epsilon=3, against="neighbors=each(1)", inputs=inputs, body=body).replace(
        "Int, ", "Int, Stream, ", 1
    )
    program = parse(text, "a.py", {})
    (claim,) = program.claims
    found = plan.bound(replace(question_of(program, claim), length=1), Store(), seconds(30))
    assert found.tight is not None
    assert found.tight.witness is not None
