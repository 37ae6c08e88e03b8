"""Tight epsilons of files with Laplace noise, against values known from elsewhere."""

from __future__ import annotations

from itertools import pairwise, product
from math import exp, inf, log

import pytest
from asked import Approach, bound, check
from flint import fmpq

from faier.engines.verdict import Proved, Refuted
from faier.exact import exponential, nearest_float
from faier.lang import parse

HEAD = """from faier import (
    Bool, Int, Positive, Stream, Vector, categorical, each, flip, laplace, log, mechanism, one, prior, private, secret
)

EPS = Positive(1)
T = 6


@prior
def flu():
    ill = flip(1 / 2)
    secret(ill)
    return 1 + categorical(1, 1, 1, 1) if ill else categorical(3, 1, 1, 1)


@prior
def chain():
    days = [0] * T
    days[0] = flip(1 / 2)
    for t in range(1, T):
        days[t] = days[t - 1] if flip(9 / 10) else not days[t - 1]
    secret(days[T // 2])
    return days


@private(epsilon={budget}, {against})
@mechanism
def f({inputs}):
    {body}
"""
SPARSE = """threshold = 1 + laplace(2)
    for answer in answers:
        if answer + laplace(4) >= threshold:
            yield True
            return
        yield False"""
MAXIMUM = """noisy = [count + laplace(2) for count in counts]
    return max(range(3), key=lambda i: noisy[i])"""
SCALES = "return n + laplace(1 if n == 0 else 2)"


def text(inputs: str, body: str, against: str = "neighbors=each(1)", budget: str = "1") -> str:
    return HEAD.format(inputs=inputs, body=body, against=against, budget=budget)


def chain_loss(days: int, scale: float) -> float:
    """That of the sum of a chain, by all of its runs; of ten days it is 1.00000018."""
    chances = [[0.0] * (days + 1) for _ in range(2)]
    for run in product((0, 1), repeat=days):
        stays = sum(one == other for one, other in pairwise(run))
        chances[run[days // 2]][sum(run)] += 0.9**stays * 0.1 ** (days - 1 - stays)
    dense = [
        [sum(p * exp(-abs(w - k) / scale) for k, p in enumerate(side)) for w in range(days + 1)] for side in chances
    ]
    return max(abs(log(one / other)) for one, other in zip(*dense, strict=True))


@pytest.mark.parametrize(
    ("inputs", "body", "against", "length", "loss"),
    [
        ("n: Int[0, 4]", "return n + laplace(2)", "neighbors=each(1)", None, 0.5),
        ("n: Int[0, 4]", "return n + laplace(1 / log(2))", "neighbors=each(1)", None, log(2)),
        ("n: Int[0, 4]", "return n + laplace(2)", "prior=flu", None, 0.7416949217865128),
        ("days: Vector[Bool, T]", "return sum(days) + laplace(5.97625)", "prior=chain", None, chain_loss(6, 5.97625)),
        ("answers: Stream[Int[0, 2]]", SPARSE, "neighbors=each(1)", 2, 0.424249072184007),
        ("answers: Stream[Int[0, 2]]", SPARSE, "neighbors=each(1)", 3, 0.614615538419701),
        ("counts: Vector[Int[0, 2], 3]", MAXIMUM, "neighbors=each(1)", None, 0.853279593806953),
        ("counts: Vector[Int[0, 2], 3]", MAXIMUM, "neighbors=one(1)", None, 0.447104430190929),
        ("n: Int[0, 2]", "return n + laplace(1) + laplace(1)", "neighbors=each(1)", None, 1),
        ("n: Vector[Int[0, 1], 2]", "return max(n[0] + laplace(1), n[1] + laplace(1))", "neighbors=each(1)", None, 2),
        ("n: Int[0, 1]", SCALES, "neighbors=each(1)", None, inf),
    ],
)
def test_tight_epsilons(inputs: str, body: str, against: str, length: int | None, loss: float) -> None:
    program = parse(text(inputs, body, against).replace("EPS = Positive(1)\n", ""), "kept.py")
    found = bound(program, program.claims[0].subject, approach=Approach(length=length)).tight
    assert found is not None
    for end in (found.lower, found.upper):
        assert (inf if end is None else log(nearest_float(end))) == pytest.approx(loss, abs=1e-9)


@pytest.mark.parametrize("base", [2, 3])
@pytest.mark.parametrize(
    ("body", "against"),
    [
        ("return n + {noise}", "neighbors=each(1)"),
        ("return (n if flip(1 / 3) else (2 * n + 1) % 4) + {noise}", "neighbors=each(1)"),
        ("yield n + {noise}\n    yield (0 if n > 1 else n) + {noise}", "neighbors=each(2)"),
        ("return n + {noise}", "prior=flu"),
    ],
)
def test_laplace_noise_is_geometric_noise_on_integers(base: int, body: str, against: str) -> None:
    found = []
    for noise in (f"laplace(1 / log({base}))", f"geometric(1 / {base})"):
        file = text("n: Int[0, 4]", body.format(noise=noise), against).replace("EPS = Positive(1)\n", "")
        program = parse(file.replace("flip,", "flip, geometric,", 1), "m.py")
        tight = bound(program, program.claims[0].subject).tight
        assert tight is not None and tight.lower == tight.upper
        found.append(tight.lower)
    assert found[0] == found[1] is not None


def test_every_epsilon() -> None:
    program = parse(text("n: Int[0, 4]", "return n + laplace(1 / EPS)", budget="EPS"), "kept.py")
    assert isinstance(check(program, program.claims[0]), Proved)
    found = bound(program, program.claims[0].subject).tight
    assert found is not None and found.lower == found.upper == exponential(fmpq(1), "EPS")


def test_no_tight_epsilon_is_told_where_noise_is_of_several_scales() -> None:
    program = parse(text("n: Int[0, 1]", SCALES, budget="20"), "kept.py")
    found = check(program, program.claims[0])
    assert isinstance(found, Refuted) and found.tight is not None and found.tight.upper is None


@pytest.mark.parametrize("noise", ["laplace(2)", "geometric(1 / 2)"])
def test_tuples_of_noise_about_data_from_a_prior(noise: str) -> None:
    """A tuple tells as much as its items one after the other."""
    one, other = f"n % 2 + {noise}", f"n // 2 + {noise}"
    found = []
    for body in (f"return {one}, {other}", f"yield {one}\n    yield {other}"):
        source = text("n: Int[0, 4]", body, "prior=flu").replace("EPS = Positive(1)\n", "")
        program = parse(source.replace("flip,", "flip, geometric,"), "kept.py")
        found.append(bound(program, program.claims[0].subject).tight)
    whole, items = found
    assert whole is not None and items is not None and whole.lower == whole.upper == items.upper
    assert whole.witness is not None and len(whole.witness.output) == 1
