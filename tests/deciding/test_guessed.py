"""Violations of claims about every epsilon that are guessed in floats and weighed exactly."""

from __future__ import annotations

import math
from functools import partial

import pytest
from flint import fmpq

from faier.deciding import guessed
from faier.deciding.comparison import kept_by
from faier.deciding.finding import Finding
from faier.deciding.question import Question, question_of
from faier.deciding.store import Store
from faier.engines.verdict import Coverage, Refuted
from faier.exact import compare, exceeds, exponential, nearest_float
from faier.lang import parse
from faier.lang.values import Near, Sequence
from faier.limits import DEFAULTS
from faier.semantics.kept_floats import Rough, mass
from faier.semantics.kept_given import given as process_given
from faier.semantics.kept_words import held, likelihood

HEAD = "from faier import Int, Positive, Stream, Vector, each, exp, gaussian, geometric, laplace, mechanism, private\n"
ARGMAX = """
EPS = Positive(1)

@private(epsilon={budget}, neighbors=each(1))
@mechanism
def argmax(counts: Vector[Int[0, 1], 3]):
    best, top = 0, counts[0] + {noise}
    for i in range(1, 3):
        noisy = counts[i] + {noise}
        if noisy > top:
            best, top = i, noisy
    return best
"""
RUNNER_UP = """
EPS = Positive(1)

@private(epsilon={budget}, neighbors=each(1))
@mechanism
def runner_up(counts: Vector[Int[0, 1], 3]):
    best, second, number = 0, 0, 0
    for at, count in enumerate(counts):
        noisy = count + {noise}
        if at == 0 or noisy > best:
            best, second = noisy, best
        elif at == 1 or noisy > second:
            second, number = noisy, at
    return number
"""
SPARSE = """
EPS = Positive(1)

@private(epsilon={budget}, neighbors=each(1))
@mechanism
def sparse(answers: Stream[Int[-1, 1]]):
    threshold = geometric(exp(-EPS / 4))
    for answer in answers:
        if answer + {noise} >= threshold:
            yield True
            return
        yield False
"""
GEOMETRIC = "geometric(exp(-EPS / 2))"


def question(text: str, budget: str, noise: str = GEOMETRIC) -> Question:
    program = parse(HEAD + text.format(budget=budget, noise=noise), "guessed.py")
    return question_of(program, program.claims[0])


@pytest.mark.parametrize(
    ("text", "budget", "noise"),
    [
        (ARGMAX, "0.99 * EPS", GEOMETRIC),
        (ARGMAX, "0.7 * EPS", "laplace(2 / EPS)"),
        (ARGMAX, "EPS / 2", "(geometric(exp(-EPS)) > 0)"),
        (RUNNER_UP, "0.95 * EPS", GEOMETRIC),
        (SPARSE, "6 / 5 * EPS", GEOMETRIC),
    ],
)
def test_what_is_too_little_is_refuted_at_an_epsilon(text: str, budget: str, noise: str) -> None:
    asked = question(text, budget, noise)
    found = guessed.check(asked, Store(), DEFAULTS)
    assert isinstance(found, Refuted) and found.witness is not None
    ((name, value),) = found.witness.parameters
    given = asked.budget.substitute({name: value.exact})
    assert exceeds(found.witness.probability_left, found.witness.probability_right, given)


@pytest.mark.parametrize(
    ("text", "budget", "noise"),
    [
        (ARGMAX, "EPS", GEOMETRIC),
        (SPARSE, "5 / 4 * EPS", GEOMETRIC),
        (SPARSE, "5 / 4 * EPS", "laplace(2 / EPS)"),
    ],
)
def test_nothing_is_guessed_of_what_holds_or_is_not_looked_at(text: str, budget: str, noise: str) -> None:
    assert guessed.check(question(text, budget, noise), Store(), DEFAULTS) is None


def test_small_mechanisms_are_left_to_others() -> None:
    assert guessed.check_first(question(ARGMAX, "EPS / 2"), Store(), DEFAULTS) is None


def test_floats_are_near_what_is_exact() -> None:
    asked, given = question(ARGMAX, "EPS"), {"EPS": fmpq(2)}
    kept = kept_by(asked, Store(), DEFAULTS)
    assert kept is not None
    kept = process_given(kept, given)
    rough = Rough(20)
    for counts in ((0, 1, 0), (1, 0, 1)):
        runs = rough.moved({-1: {(): 1.0}}, {-1: kept.start})
        for count in counts:
            runs = rough.moved(runs, {at: kept.states[at].ways[count] for at in runs})
        for winner in range(3):
            exact = likelihood(kept, partial(held, {"counts": Sequence("list", counts)}), (winner,), True)
            told = {at: weights for at, weights in runs.items() if kept.states[at].value == winner}
            assert mass(told) == pytest.approx(nearest_float(exact), abs=1e-6)


ABOVE = """
@private(epsilon={budget}, neighbors=each(1))
@mechanism
def above(answers: Stream[Int[0, 1]]):
    threshold = laplace(2)
    for answer in answers:
        found = answer + {noise} >= threshold
        yield found
        if found:
            return
"""


NUMERIC = """
EPS = Positive(1)

@private(epsilon={budget}, neighbors=each(1))
@mechanism
def numeric(answers: Stream[Int[0, 2]]):
    threshold = {threshold}
    for answer in answers:
        if answer + {answer} >= threshold:
            yield answer + {shown}
            return
        yield False
"""


@pytest.mark.parametrize("budget", ["9 / 10", "97 / 100"])
def test_words_grow_until_they_exceed_a_number(budget: str) -> None:
    asked = question(ABOVE, budget, "laplace(4)")
    found = guessed.check_first(asked, Store(), DEFAULTS)
    assert isinstance(found, Refuted) and found.witness is not None
    assert exceeds(found.witness.probability_left, found.witness.probability_right, asked.budget)
    assert found.witness.output[-1] is True and not any(found.witness.output[:-1])


@pytest.mark.parametrize(
    ("noise", "budget"), [("laplace({} / EPS)", "9 / 10 * EPS"), ("geometric(exp(-EPS / {}))", "9 / 10 * EPS")]
)
def test_numbers_that_are_shown_are_guessed_too(noise: str, budget: str) -> None:
    text = NUMERIC.format(budget=budget, threshold=noise.format(3), answer=noise.format(6), shown=noise.format(3))
    program = parse(HEAD + text, "guessed.py")
    asked = question_of(program, program.claims[0])
    found = guessed.check_first(asked, Store(), DEFAULTS)
    assert isinstance(found, Refuted) and found.witness is not None
    ((name, value),) = found.witness.parameters
    budget_there = asked.budget.substitute({name: value.exact})
    assert exceeds(found.witness.probability_left, found.witness.probability_right, budget_there)
    assert isinstance(found.witness.output[-1], Near if "laplace" in noise else int)


def test_nothing_is_guessed_of_normal_noise() -> None:
    assert guessed.check(question(ABOVE, "9 / 10", "gaussian(4)"), Store(), DEFAULTS) is None


def test_the_lower_end_of_what_is_lost_is_raised() -> None:
    """As far as to the upper end but for a millionth."""
    asked, nothing = question(ABOVE, "1", "laplace(4)"), Finding(None, Coverage(0, False))
    found = guessed.raised(nothing, asked, Store(), DEFAULTS)
    assert found.tight is not None and found.tight.lower is not None and found.tight.witness is not None
    assert found.tight.witness.ratio == found.tight.lower and compare(found.tight.lower, exponential(fmpq(1))) < 0
    assert nearest_float(found.tight.lower) == pytest.approx(math.e, rel=1e-6)
    assert guessed.raised(found, asked, Store(), DEFAULTS) == found


def test_noise_that_is_not_kept_is_guessed_under_an_unknown_epsilon() -> None:
    """All outputs of such a stream are looked at for minutes."""
    found = guessed.check_first(question(SPARSE.replace("= geometric(exp(-EPS / 4))", "= 0"), "EPS"), Store(), DEFAULTS)
    assert isinstance(found, Refuted) and len(found.witness.output) < 8
