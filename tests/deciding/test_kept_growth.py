"""Streams that go on comparing with noise that is kept: their loss has no end, and every bound on it holds exactly."""

from __future__ import annotations

import pytest
from asked import check
from flint import fmpq

from faier.deciding.endless import growing, grown_at
from faier.deciding.kept_cells import boxed_pairs, weights_of
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.growth.engine import letters
from faier.engines.verdict import Refuted
from faier.exact import ONE, compare, exceeds, nearest_float
from faier.hmm.forward import forward
from faier.lang import parse
from faier.limits import Limits

FILE = """from faier import Int, Stream, each, exp, geometric, laplace, mechanism, one, private


@private(epsilon={epsilon}, neighbors={neighbors})
@mechanism
def stream(answers: Stream[Int[0, 1]]):
    kept = {noise}
    for answer in answers:
        noisy = answer + {fresh}
{shown}
"""

ABOVE = "        yield noisy >= kept"
BANDS = "        yield 2 if noisy >= kept + 2 else 1 if noisy >= kept else 0"
NUMBERS = "        yield noisy if noisy >= kept else None"
ONE_NUMBER = "        if noisy >= kept:\n            yield noisy\n            return\n        yield None"
GREATEST = (
    "        if noisy > kept:\n            kept = noisy\n            yield noisy\n        else:\n            yield None"
)
UNLESS_ABOVE = f"{ABOVE}\n        if noisy >= kept:\n            return"
RATIONAL, POWERS, REALS = "geometric(1 / 2)", "geometric(exp(-1 / 2))", "laplace(2)"


def text(noise: str, fresh: str, shown: str, epsilon: str = "5", neighbors: str = "each(1)") -> str:
    return FILE.format(noise=noise, fresh=fresh, shown=shown, epsilon=epsilon, neighbors=neighbors)


@pytest.mark.parametrize(
    ("noise", "fresh", "shown", "rate"),
    [
        (RATIONAL, RATIONAL, ABOVE, 3.9),
        (POWERS, POWERS, ABOVE, 2.7),
        (REALS, REALS, ABOVE, 1.5),
        (RATIONAL, RATIONAL, BANDS, 3.9),
        ("geometric(exp(-1 / 20))", "geometric(exp(-1 / 20))", ABOVE, 1.05),
        (RATIONAL, RATIONAL, NUMBERS, 1.9),
        (REALS, REALS, NUMBERS, 1.6),
        (RATIONAL, RATIONAL, ONE_NUMBER, 1.9),
        (REALS, REALS, ONE_NUMBER, 1.2),
        (REALS, REALS, GREATEST, 1.6),
    ],
)
def test_the_ratio_of_all_turns_is_at_least_what_is_said(noise: str, fresh: str, shown: str, rate: float) -> None:
    program = parse(text(noise, fresh, shown), "m.py")
    question = question_of(program, program.claims[0])
    grown = growing(question, Store(), Limits())
    assert grown is not None and grown.kept is not None
    assert nearest_float(grown.divergence.per_cycle) > rate
    prefix, cycle, suffix = letters(grown.comparison.pair, grown.divergence)
    for turns in range(1, 5):
        word = (*prefix, *cycle * turns, *suffix)
        left, right = weights_of(grown.kept, grown.comparison, word, Limits())
        less, more = forward(grown.comparison.pair, word)
        assert compare(less, left) <= 0 <= compare(more, right)


@pytest.mark.parametrize(("noise", "shown"), [(REALS, ABOVE)])
def test_it_is_refuted_by_a_word_that_is_long_enough(noise: str, shown: str) -> None:
    program = parse(text(noise, noise, shown, "3"), "m.py")
    found = check(program, program.claims[0], limits=Limits())
    assert isinstance(found, Refuted) and found.witness.ratio is not None and found.tight is not None
    assert found.tight.growth is not None and found.tight.lower is None
    assert exceeds(found.witness.ratio, ONE, program.claims[0].budget.epsilon)


@pytest.mark.parametrize(
    ("noise", "shown", "neighbors"),
    [(RATIONAL, ABOVE, "one(1)"), (RATIONAL, UNLESS_ABOVE, "each(1)"), (REALS, ABOVE, "one(1)")],
)
def test_nothing_grows_where_an_epsilon_is_enough(noise: str, shown: str, neighbors: str) -> None:
    program = parse(text(noise, noise, shown, neighbors=neighbors), "m.py")
    question = question_of(program, program.claims[0])
    assert next(boxed_pairs(question, Store(), Limits()))
    assert growing(question, Store(), Limits()) is None


def test_no_multiple_of_an_unknown_epsilon_is_enough() -> None:
    noise = "geometric(exp(-EPS / 2))"
    said = (
        text(noise, noise, ABOVE, "3 * EPS")
        .replace("Int,", "Int, Positive,")
        .replace("\n\n\n@", "\n\nEPS = Positive(1)\n\n\n@")
    )
    program = parse(said, "m.py")
    found = grown_at(question_of(program, program.claims[0]), Store(), "EPS", Limits())
    assert found is not None
    grown, told = found
    assert told.unknown == "EPS" and told.ratio is not None and grown.kept is not None
    assert exceeds(told.ratio, ONE, program.claims[0].budget.epsilon.substitute({"EPS": fmpq(1)}))
