"""Two runs side by side: the least costs are those that are known, and no word of bounded length costs more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kept_noise import HEAD
from referee.kept import generate

from faier.checker.aligning import Aligned
from faier.checker.amounts import amounts
from faier.checker.budgets import Epsilon
from faier.checker.claims import Claim, claim_of
from faier.checker.document import Fields
from faier.checker.enumeration import enumerated, ranges_of
from faier.checker.fed_process import Joint
from faier.checker.file import File
from faier.checker.inputs import unread_inputs
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.proofs import aligned
from faier.checker.relation import by_inputs, rules_of

SPARSE = """
EPS = Positive(1)


@mechanism
def m(answers: Stream[Int[-1, 1]]):
    threshold = geometric(exp(-EPS / 4))
    for answer in answers:
        if answer + geometric(exp(-EPS / 2)) >= threshold:
            yield True
            return
        yield False
"""
FIXED = SPARSE.replace("exp(-EPS / 4)", "1 / 4").replace("exp(-EPS / 2)", "1 / 2")
NUMERIC = SPARSE.replace("yield True", "yield answer + geometric(exp(-EPS / 2))")
TWICE = SPARSE.replace("    for", "    found = 0\n    for").replace(
    "            return\n", "            found += 1\n            if found == 2:\n                return\n"
)
HELPER = "\n\ndef above(answer, t):\n    return answer + geometric(exp(-EPS / 2)) >= t\n\n\n".join(
    SPARSE.replace("answer + geometric(exp(-EPS / 2)) >= threshold", "above(answer, threshold)").split("\n\n\n")
)
ENDLESS = SPARSE.replace("            return\n", "            continue\n")
SHOWN = "@mechanism\ndef m(x: Int[0, 4]):\n    return x + geometric(1 / 2)\n"
STREAM = "@mechanism\ndef m(xs: Stream[Int[0, 3]]):\n    for x in xs:\n        yield x + geometric(1 / 2)\n"
LISTED = (
    "@mechanism\ndef m(x: Vector[Int[0, 1], 2]):\n    y = [c + geometric(1 / 2) for c in x]\n    yield y[1]\n"
    "    yield y[0]\n"
)
COIN = "@mechanism\ndef m(x: Int[0, 1]):\n    return flip(1 / 3) if x else flip(2 / 3)\n"
DRAWN_FIRST = "@mechanism\ndef m(x: Int[0, 1]):\n    return 1 if geometric(1 / 2) > 0 and geometric(1 / 2) > x else 0\n"
RISING = (
    "@mechanism\ndef m(xs: Stream[Int[0, 1]]):\n    best = geometric(1 / 2)\n    for x in xs:\n"
    "        y = x + geometric(1 / 2)\n        yield y >= best\n        if y >= best:\n            best = y\n"
)
COSTS = [
    (SPARSE, "each(1)", "5 / 4 * EPS", "1249 / 1000 * EPS"),
    (FIXED, "each(1)", "4 * log(2)", "4 * log(2) - 1 / 1000"),
    (NUMERIC, "each(1)", "7 / 4 * EPS", "1749 / 1000 * EPS"),
    (TWICE, "each(1)", "9 / 4 * EPS", "2249 / 1000 * EPS"),
    (HELPER, "each(1)", "5 / 4 * EPS", "1249 / 1000 * EPS"),
    (ENDLESS, "each(1)", None, "50 * EPS"),
    (SHOWN, "each(1)", "log(2)", "log(2) - 1 / 1000"),
    (STREAM, "one(1)", "log(2)", "log(2) - 1 / 1000"),
    (STREAM, "total(2)", "log(4)", "log(4) - 1 / 1000"),
    (STREAM, "each(1)", None, "50"),
    (LISTED, "each(1)", "log(4)", "log(4) - 1 / 1000"),
    (COIN, "each(1)", "log(2)", "log(2) - 1 / 1000"),
    (COIN, "pairs((0, 1))", "log(2)", "log(2) - 1 / 1000"),
    (SHOWN, "where(lambda x, y: x == y + 2)", "log(4)", "log(4) - 1 / 1000"),
    (SHOWN, "edges((0, 2))", "log(4)", "log(4) - 1 / 1000"),
    (DRAWN_FIRST, "each(1)", "log(2)", "log(2) - 1 / 1000"),
    (RISING, "each(1)", None, "50"),
]


def claim_about(source: str, epsilon: str, neighbors: str, mechanism: str = "m") -> tuple[File, Claim]:
    file = read(source, {})
    claim = {"mechanism": mechanism, "epsilon": epsilon, "neighbors": neighbors}
    return file, claim_of(file, dict.fromkeys(("decorator", "delta", "prior", "pairs")) | claim)


def answer(source: str, epsilon: str, neighbors: str, shift: int = 2) -> str:
    budget = Budget(2_000_000)
    file, claim = claim_about("from faier import edges, one, pairs, total, where\n" + HEAD + source, epsilon, neighbors)
    try:
        with budget.counting():
            aligned(file, claim, None, Fields({"shift": shift}, "the evidence"), budget)
    except Invalid:
        return "invalid"
    except Hole:
        return "holey"
    return "valid"


@pytest.mark.parametrize(("source", "neighbors", "enough", "less"), COSTS)
def test_the_least_costs(source: str, neighbors: str, enough: str | None, less: str) -> None:
    if enough is not None:
        assert answer(source, enough, neighbors) == "valid"
    assert answer(source, less, neighbors) == "invalid"


NOT_ALIGNED = {
    "another draw": ("return x + geometric(1 / 2 if x else 1 / 3)", "invalid"),
    "a ratio that is no power": ("return flip(exp(-1) if x else exp(-2))", "invalid"),
    "a sum": ("return x + geometric(1 / 2) + geometric(1 / 2) > 0", "holey"),
    "a remainder": ("return (x + geometric(1 / 2)) % 2", "holey"),
    "something else": ("return x", "invalid"),
    "halves": ("return (x + geometric(1 / 2)) // 2", "invalid"),
    "nothing": ("pass", "invalid"),
    "a silent loop": ("while geometric(1 / 2) > x:\n        pass\n    return 1", "holey"),
    "a number that is no chance": ("return x + geometric(1 + x)", "invalid"),
}


@pytest.mark.parametrize("name", NOT_ALIGNED)
def test_what_is_not_aligned(name: str) -> None:
    body, wanted = NOT_ALIGNED[name]
    assert answer(f"@mechanism\ndef m(x: Int[0, 1]):\n    {body}\n", "50", "each(1)") == wanted


def test_an_unknown_epsilon_that_draws_allow_for_some_values_only() -> None:
    source = "EPS = Positive(1)\n\n\n@mechanism\ndef m(x: Int[0, 1]):\n    return x + geometric(RATIO)\n"
    assert answer(source.replace("RATIO", "exp(-EPS)"), "EPS", "each(1)") == "valid"
    assert answer(source.replace("RATIO", "2 * exp(-EPS)"), "50 + 50 * EPS", "each(1)") != "valid"
    assert answer(source.replace("RATIO", "exp(EPS)"), "50 + 50 * EPS", "each(1)") != "valid"


def cost_of(source: str, neighbors: str, mechanism: str) -> tuple[File, Claim, Epsilon] | None:
    file, claim = claim_about(source, "40", neighbors, mechanism)
    budget = Budget(150_000)
    with budget.counting():
        joint = Joint(file, claim, budget)
        rules = rules_of(joint.asked, claim.mechanism, claim.neighbors)  # type: ignore[arg-type]
        if by_inputs(rules):
            return None
        found, unread = Aligned(joint, rules, claim.epsilon, 2), unread_inputs(claim, everything=True)
        found.explore(unread, unread)
        cost = found.cost()
    return None if cost is None else (file, claim, cost)


def confirmed(seed: int) -> int:
    """How many alignments there are for a random mechanism; none costs less than a word of up to two values."""
    made, found = generate(seed), 0
    for neighbors in made.relations if made.prior is None else ():
        try:
            known = cost_of(made.text(), neighbors, made.mechanism)
        except Hole:
            continue
        if known is not None:
            file, claim, cost = known
            budget = Budget(300_000)
            try:
                with budget.counting():
                    numbers = amounts(ranges_of(file, claim), {}, budget)
                    enumerated(Joint(file, replace(claim, epsilon=cost), budget), 2, numbers.settle)
            except Hole:
                continue
            found += 1
    return found


def test_no_word_costs_more() -> None:
    assert sum(map(confirmed, (1, 6, 20, 24, 33))) == 9
