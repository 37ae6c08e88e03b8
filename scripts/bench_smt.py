"""Deciding by solvers: the product encoding of the literature, ours with two solvers, and the other engines.

Two questions, each asked in five ways with a time limit: whether Above Threshold exceeds 16 = e^(4 log 2) with so
many observations (the threshold is read, then a query and an answer in turn), and whether Noisy Max with ties
broken uniformly exceeds 2 when the diseases are independent.

The product encoding is Algorithm 1 of "Verifying Pufferfish Privacy in Hidden Markov Models" (Liu, Wang, Zhang),
over the hidden Markov model that `faier compile` shows: one real variable for each observation, and the weight of
a state multiplied with what a nest of if-then-else selects by it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from flint import fmpq

from faier.deciding.comparison import comparisons
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines import smt
from faier.engines.algebra import engine as algebra
from faier.engines.algebra import obligations
from faier.engines.algebra.domain import Domain, domain
from faier.engines.search.engine import tightest
from faier.engines.smt.text import any_of, number, product, rational, total
from faier.engines.smt.weights import irrational, on_cube
from faier.exact import Epsilon, Number, exceeds
from faier.hmm.hidden import paired_hmm
from faier.hmm.model import Pair
from faier.lang import parse, parse_relation
from faier.lang.claim import Neighbors, Prior, Subject
from faier.limits import LimitReached, Limits
from faier.limits import seconds as within
from faier.semantics.process import Row

STUDY = Path(__file__).resolve().parent.parent / "casestudies" / "hidden_markov_models"
LENGTHS = (3, 5, 7, 9, 11)
SIXTEEN, TWO = fmpq(16), fmpq(2)
LIMIT = 20.0

Way = Callable[[], str]


def table(limit: float = LIMIT) -> str:
    """Every way on every question, `limit` seconds each. The baseline of the ratios is the search; where it has no
    answer, for it knows no unknowns, the algebra engine."""
    lines = [
        f"Does some output exceed e^epsilon? {limit:.0f} s at most for each way; times the search's seconds",
        f"{'question':<32} {'states':>6} {'letters':>7}  {'decided by':<18} {'seconds':>8} {'ratio':>8}  answer",
    ]
    for length in LENGTHS:
        lines += _rows(
            f"Above Threshold, {length} observations", [_above_threshold(length // 2)], Domain(()), length, limit
        )
    pairs, place = _independent()
    lines += _rows("Noisy Max, independent (6.2)", pairs, place, 2, limit)
    return "\n".join([*lines, ""])


def _rows(question: str, pairs: list[Pair], place: Domain, length: int, limit: float) -> list[str]:
    model = paired_hmm(pairs[0])
    c = TWO if place.variables else SIXTEEN
    measured = []
    for name, way in _ways(pairs, place, c, length, limit).items():
        begin = time.perf_counter()
        answer = way()
        measured.append((name, time.perf_counter() - begin, answer))
    baseline = min(seconds for name, seconds, _ in measured if name == ("algebra" if place.variables else "search"))
    rows: list[str] = []
    for name, seconds, answer in measured:
        ratio = "" if answer == "no unknowns" else f"{seconds / baseline:.1f}"
        sizes = f"{len(model.states):>6} {len(model.observations):>7}" if not rows else " " * 14
        rows.append(f"{'' if rows else question:<32} {sizes}  {name:<18} {seconds:>8.2f} {ratio:>8}  {answer}")
    return rows


def _ways(pairs: list[Pair], place: Domain, c: fmpq, length: int, limit: float) -> dict[str, Way]:
    """The product encoding counts observations, the others the values that are shown."""
    shown = length // 2
    return {
        "product, z3": lambda: _solved("z3", [product_query(pair, place, c, length) for pair in pairs], limit),
        "linear, z3": lambda: _solved("z3", list(smt.queries(pairs, place, c, shown, Limits())), limit),
        "linear, cvc5": lambda: _solved("cvc5", list(smt.queries(pairs, place, c, shown, Limits())), limit),
        "algebra": lambda: _by_algebra(pairs, place, c, shown, limit),
        "search": lambda: _by_search(pairs, place, c, shown, limit),
    }


def _solved(solver: str, queries: list[smt.Query], limit: float) -> str:
    """The queries one after the other, within the limit together."""
    end = time.monotonic() + limit
    answers = []
    for query in queries:
        answers.append(smt.solve(solver, query.text, (), max(end - time.monotonic(), 0.01)).answer)
        if answers[-1] == "sat":
            return "exceeded"
    return "holds" if set(answers) <= {"unsat"} else "unknown"


def _by_algebra(pairs: list[Pair], place: Domain, c: fmpq, shown: int, limit: float) -> str:
    limits = within(limit)
    try:
        items = [item for pair in pairs for item in obligations.obligations(pair, shown, limits).items]
        answers = algebra.decide(items, place, Epsilon.log(c), limits)
    except LimitReached:
        return "unknown"
    if any(isinstance(answer, algebra.Fails) for answer in answers):
        return "exceeded"
    return "holds" if all(isinstance(answer, algebra.Holds) for answer in answers) else "unknown"


def _by_search(pairs: list[Pair], place: Domain, c: fmpq, shown: int, limit: float) -> str:
    if place.variables:
        return "no unknowns"
    limits = within(limit)

    def over(left: Number, right: Number) -> bool:
        return exceeds(left, right, Epsilon.log(c))

    found = [tightest(pair, shown, limits, over) for pair in pairs]
    if any(each.lower is None or over(each.lower, fmpq(1)) for each in found):
        return "exceeded"
    return "holds" if all(each.upper is not None and not over(each.upper, fmpq(1)) for each in found) else "unknown"


def product_query(pair: Pair, place: Domain, c: fmpq, length: int) -> smt.Query:
    """Algorithm 1 for `length` observations; the unknowns are on the unit cube."""
    model = paired_hmm(pair)
    assert model.rival is not None
    names = {variable.name: f"u_{at}" for at, variable in enumerate(place.variables)}
    lines = ["(set-logic QF_NRA)"]
    lines += [f"(declare-const {name} Real)\n(assert (< 0.0 {name} 1.0))" for name in names.values()]
    observed = range(len(model.observations))
    for at in range(length):
        lines.append(f"(declare-const w_{at} Real)")
        lines.append(f"(assert {any_of(f'(= w_{at} {seen}.0)' for seen in observed)})")
    for side, start in (("a", model.start), ("b", model.rival)):
        for at in range(length):
            for state, emission in enumerate(model.emissions):
                if at == 0:
                    weight = sum((weight for known, weight in start if known == state), fmpq(0))
                    before = number(weight * pair.left_mass * pair.right_mass, names)
                else:
                    before = _dot(f"{side}_{at - 1}", model.transitions, state)
                value = product([before, _select(f"w_{at}", emission, len(observed))])
                lines.append(f"(define-fun {side}_{at}_{state} () Real {value})")
    sums = [total(f"{side}_{length - 1}_{state}" for state in range(len(model.states))) for side in ("a", "b")]
    lines.append(f"(assert (> {sums[0]} (* {rational(c)} {sums[1]})))")
    return smt.Query("\n".join(lines) + "\n", ())


def _dot(vector: str, transitions: tuple[Row, ...], state: int) -> str:
    return total(
        product([rational(weight), f"{vector}_{source}"])
        for source, row in enumerate(transitions)
        for target, weight in row
        if target == state and isinstance(weight, fmpq)
    )


def _select(variable: str, emission: Row, count: int) -> str:
    weights = dict(emission)
    text = "0.0"
    for seen in reversed(range(count)):
        weight = weights.get(seen, fmpq(0))
        assert isinstance(weight, fmpq)
        text = f"(ite (= {variable} {seen}.0) {rational(weight)} {text})"
    return text


def _above_threshold(length: int) -> Pair:
    path = STUDY / "above_threshold.py"
    program = parse(path.read_text(), str(path), {})
    against = Neighbors(*parse_relation("each(1)", program, "above_threshold"))
    question = Question(program, Subject("above_threshold", against), length=length)
    (found,) = comparisons(question, Store(), Limits())
    return found.pair


def _independent() -> tuple[list[Pair], Domain]:
    path = STUDY / "improved_noisy_max.py"
    program = parse(path.read_text(), str(path), {})
    question = Question(program, Subject("improved_noisy_max", Prior("independent")))
    found = list(comparisons(question, Store(), Limits()))
    weights = [weight for one in found for weight in irrational(one.pair)]
    place = domain(program.function("independent"), weights, Epsilon())
    return [on_cube(one.pair, place) for one in found], place


if __name__ == "__main__":
    print(table(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0), end="")
