"""Mechanisms that keep noise, for outputs of every length: proofs and upper ends by aligned runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from asked import Approach, bound, check
from flint import fmpq

from faier.deciding import by_alignment, by_search, comparison
from faier.engines.alignment import graph
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import exponential
from faier.lang import parse
from faier.lang.claim import Claim
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.limits import LimitReached, seconds

HEAD = "from faier import Int, Positive, Stream, Vector, each, exp, flip, geometric, log, mechanism, private\n"
SPARSE = """
EPS = Positive(1)

@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def sparse(answers: Stream[Int[-1, 1]]):
    threshold = geometric(exp(-EPS / 4))
    for answer in answers:
        if answer + geometric(exp(-EPS / 2)) >= threshold:
            yield {shown}
            return
        yield False
"""
ARGMAX = """
EPS = Positive(1)

@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def argmax(counts: Vector[Int[0, 1], 3]):
    best, top = 0, counts[0] + geometric(exp(-EPS / 2))
    for i in range(1, 3):
        noisy = counts[i] + geometric(exp(-EPS / 2))
        if noisy > top:
            best, top = i, noisy
    return best
"""
ABOVE = """
@private(epsilon={epsilon}, neighbors={neighbors})
@mechanism
def above(answers: Stream[Int[0, {top}]]):
    threshold = 1 + geometric(1 / 4)
    for answer in answers:
        if answer + geometric(1 / 2) >= threshold:
            yield True
            {then}
        yield False
"""
COIN = """
EPS = Positive(1)

@private(epsilon=3 * EPS, neighbors=each(1))
@mechanism
def coin(answers: Stream[Int[0, 1]]):
    threshold = geometric(exp(-EPS))
    for answer in answers:
        if answer + geometric(exp(-EPS)) >= threshold:
            yield flip({chance})
            return
        yield None
"""


def program(text: str, **given: object) -> Program:
    return parse(HEAD + text.format(**given), "m.py")


@pytest.mark.parametrize(
    "text",
    [
        program(SPARSE, epsilon="5 * EPS / 4", shown="True"),
        program(SPARSE, epsilon="7 * EPS / 4", shown="answer + geometric(exp(-EPS / 2))"),
        program(ARGMAX, epsilon="EPS"),
        program(ABOVE, epsilon="4 * log(2)", neighbors="each(1)", top=2, then="return"),
        program(ABOVE, epsilon="2.8", neighbors="each(1)", top=2, then="return"),
        program(COIN, chance="exp(EPS) / (1 + exp(EPS))"),
    ],
)
def test_proofs_for_every_length(text: Program) -> None:
    verdict = check(text, text.claims[0], limits=seconds(20))
    assert isinstance(verdict, Proved) and verdict.coverage.all and verdict.engine == "alignment"


def test_what_is_too_little_is_refuted_by_others() -> None:
    text = program(ABOVE, epsilon="2.7", neighbors="each(1)", top=2, then="return")
    assert isinstance(check(text, text.claims[0], limits=seconds(20)), Refuted)
    alone = check(text, text.claims[0], Approach("alignment"))
    assert isinstance(alone, Undecided) and alone.engine == "alignment"


def test_an_upper_end_for_every_length() -> None:
    text = program(ABOVE, epsilon="4 * log(2)", neighbors="each(1)", top=1, then="return")
    found = bound(text, text.claims[0].subject, limits=seconds(20))
    assert found.tight is not None and found.coverage.all
    assert found.tight.upper == 16 and 10 < found.tight.lower < 16
    alone = bound(text, text.claims[0].subject, Approach("alignment"))
    assert alone.tight is not None and (alone.tight.lower, alone.tight.upper) == (1, 16)


def test_an_upper_end_where_looking_at_outputs_comes_to_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: Any) -> Any:
        raise LimitReached("time", "the time is up")

    monkeypatch.setattr(by_search, "bound", slow)
    text = program(ABOVE, epsilon="4 * log(2)", neighbors="each(1)", top=1, then="return")
    found = bound(text, text.claims[0].subject, limits=seconds(20))
    assert found.tight is not None and found.tight.upper == 16 and found.coverage.all


def test_an_upper_end_for_every_epsilon() -> None:
    text = program(ARGMAX, epsilon="EPS")
    found = bound(text, text.claims[0].subject, Approach("alignment"))
    assert found.tight is not None and found.tight.upper == exponential(fmpq(1), "EPS")


@pytest.mark.parametrize("chance", ["exp(EPS)", "1 - exp(EPS) / 2"])
def test_what_is_no_probability_for_every_epsilon_is_rejected(chance: str) -> None:
    text = program(COIN, chance=chance)
    with pytest.raises(Rejected, match="FA410"):
        check(text, text.claims[0], Approach("alignment"), seconds(20))


def test_what_compares_nothing_is_rejected() -> None:
    text = program(ABOVE, epsilon="log(2)", neighbors="each(1)", top=0, then="return")
    for approach in (Approach(), Approach("alignment")):
        with pytest.raises(Rejected, match="FA601"):
            check(text, text.claims[0], approach)


def test_where_no_noise_is_kept_others_are_asked() -> None:
    text = parse(
        HEAD + "@private(epsilon=log(2), neighbors=each(1))\n@mechanism\ndef noisy(x: Int[0, 1]):\n"
        "    return min(max(x + geometric(1 / 2), 0), 1)\n",
        "m.py",
    )
    verdict = check(text, text.claims[0])
    assert isinstance(verdict, Proved) and verdict.engine == "search"
    alone = check(text, text.claims[0], Approach("alignment"))
    assert isinstance(alone, Proved) and alone.engine == "alignment"


ROUNDED = """from faier import Int, Positive, Stream, each, laplace, mechanism, private

EPS = Positive(1)


@private(epsilon=EPS, neighbors=each(1))
@private(epsilon=0.999 * EPS, neighbors=each(1))
@mechanism
def rounded(answers: Stream[Int[0, 2]]):
    threshold = {threshold}
    for answer in answers:
        above = answer + {noise} >= threshold
        yield above
        if above:
            return
"""


@pytest.mark.parametrize(
    ("threshold", "noise"),
    [
        ("laplace(2 / EPS)", "laplace(4 / EPS)"),
        ("round(laplace(2 / EPS))", "laplace(4 / EPS) // 1"),
        ("laplace(2 / EPS) + laplace(1 / EPS)", "3 * laplace(4 / EPS / 3)"),
    ],
)
def test_noise_on_the_reals_for_every_length_and_every_epsilon(threshold: str, noise: str) -> None:
    text = parse(ROUNDED.format(threshold=threshold, noise=noise), "m.py")
    proofs = [check(text, claim, Approach("alignment"), seconds(20)) for claim in text.claims]
    assert isinstance(proofs[0], Proved) and proofs[0].coverage.all and isinstance(proofs[1], Undecided)


def test_what_a_glance_finds_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is over soon is what decides: its model is made once."""
    made: list[object] = []
    real = comparison.unfold

    def counted(*arguments: Any, **named: Any) -> Any:
        made.append(arguments[0])
        return real(*arguments, **named)

    monkeypatch.setattr(comparison, "unfold", counted)
    body = "return rows[0] + geometric(1 / 2), rows[1] + geometric(1 / 3)"
    text = (
        f"{HEAD}\n@private(epsilon=2, neighbors=each(1))\n@mechanism\ndef f(rows: Vector[Int[0, 1], 2]):\n    {body}\n"
    )
    read = parse(text, "f.py")
    verdict = check(read, read.claims[0])
    assert isinstance(verdict, Proved) and verdict.engine == "search"
    assert len(made) == 1


@pytest.mark.parametrize(("epsilon", "engine"), [(2, "alignment"), ("1.9", "density")])
def test_an_output_refutes_what_is_shown_of_reals_before_a_search_of_all(
    epsilon: float | str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searched(*_: object) -> None:
        raise AssertionError("all outputs are searched")

    monkeypatch.setattr(by_alignment, "_found_soon", lambda *_: False)
    monkeypatch.setattr(by_search, "check", searched)
    body = "for i in range(4):\n        yield n + laplace(2)"
    head = "from faier import Int, each, laplace, mechanism, private\n"
    read = parse(
        f"{head}@private(epsilon={epsilon}, neighbors=each(1))\n@mechanism\ndef f(n: Int[0, 1]):\n    {body}\n",
        "f.py",
    )
    verdict = check(read, read.claims[0])
    assert isinstance(verdict, Proved if engine == "alignment" else Refuted) and verdict.engine == engine


LISTED = """
EPS = Positive(1)

@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def listed(counts: Vector[Int[0, 1], {count}]):
    noisy = [count + laplace(2 / EPS) for count in counts]
    return {shown}
"""


def listed(count: int, epsilon: str, shown: str) -> tuple[Program, Claim]:
    text = LISTED.format(count=count, epsilon=epsilon, shown=shown)
    tree = parse(HEAD.replace("log", "laplace, log") + text, "listed.py")
    return tree, tree.claims[0]


@pytest.mark.parametrize(("count", "told"), [(3, False), (4, True)])
def test_a_limit_tells_of_draws_that_are_compared_at_once(
    count: int, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "HYPOTHESES", 10)
    decided = check(*listed(count, "EPS / 8", "noisy.index(max(noisy))"), Approach(engine="alignment"))
    assert isinstance(decided, Undecided) and decided.reason.startswith("more than 10 ways to align two runs")
    assert (f"; {count} draws are compared with each other at once" in decided.reason) == told


@pytest.mark.parametrize("shown", ["noisy.index(max(noisy))", "max(range(6), key=lambda i: noisy[i])"])
def test_a_noisy_maximum_of_a_list_is_found_number_by_number(shown: str) -> None:
    proved = check(*listed(6, "EPS", shown), limits=seconds(60))
    assert isinstance(proved, Proved) and proved.engine == "alignment" and proved.coverage.all


def test_an_upper_end_of_a_noisy_maximum_of_a_list() -> None:
    text, claim = listed(4, "EPS", "noisy.index(max(noisy))")
    found = bound(text, claim.subject, Approach("alignment"))
    assert found.tight is not None and found.tight.upper == exponential(fmpq(1), "EPS")


def test_runs_are_taken_whole_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least and the greatest of four noisy values, to which others are compared for ever: the hypotheses grow with
    the number of values, where parts of runs are not looked at as well."""
    monkeypatch.setattr(graph, "HYPOTHESES", 1_000)
    path = Path(__file__).parents[2] / "models" / "laplace" / "ranges.py"
    program = parse(path.read_text(), str(path), {"K": "4"})
    (claim,) = (claim for claim in program.claims if claim.subject.mechanism == "min_max")
    assert isinstance(check(program, claim, limits=seconds(30)), Proved)
