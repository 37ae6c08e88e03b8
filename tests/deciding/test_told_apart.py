"""Mechanisms that choose what they ask next by what they have seen: runs are told apart by that."""

from __future__ import annotations

from dataclasses import replace

import pytest
from asked import subject_of
from flint import fmpq
from told_apart_random import HEAD, wrong, wrong_of

from faier.deciding import plan
from faier.deciding.question import Question
from faier.deciding.side_by_side import loss
from faier.deciding.store import Store
from faier.engines.verdict import Proved
from faier.exact import Epsilon
from faier.lang import parse
from faier.limits import Limits

START = """\
from faier import Int, Positive, Records, Vector
from faier import added, categorical, each, exp, flip, geometric, laplace, log, mechanism, one, shuffled, uniform

TABLE = [(0, 1), (2, 3)]
BOUNDS = {0: 1, 1: 2, 2: 5}


"""
MEDIAN = """\
lo, hi = 0, 7
while lo < hi:
    mid = (lo + hi) // 2
    if sum(1 if x <= mid else -1 for x in xs) + laplace(3) > 0:
        hi = mid
    else:
        lo = mid + 1
return lo"""
CLIPPED = """\
bound = 1
for _ in range(3):
    if sum(x > bound for x in xs) + laplace(6) <= 5:
        break
    bound *= 2
return bound, sum(min(x, bound) for x in xs) + laplace(2 * bound)"""
TREE = """\
def grow(lo, hi, depth):
    noisy = sum(1 for x in xs if lo <= x < hi) + geometric(exp(-1 / 3))
    if depth == 0 or noisy < 4:
        return [(lo, hi, noisy)]
    mid = (lo + hi) // 2
    return grow(lo, mid, depth - 1) + grow(mid, hi, depth - 1)
return grow(0, 8, 2)"""
ROUNDS = """\
guess, truth = [5, 5, 5, 5], [sum(xs.count(k) for k in pair) for pair in TABLE]
for _ in range(2):
    chosen = categorical([exp(abs(t - sum(guess[k] for k in pair)) / 8) for t, pair in zip(truth, TABLE)])
    gap = truth[chosen] + laplace(4) - sum(guess[k] for k in TABLE[chosen])
    for k in TABLE[chosen]:
        guess[k] += gap / 2
return guess"""
WINNER = "counts = [xs.count(k) for k in range(4)]\nnoisy = [c + laplace(2) for c in counts]\n"


def asked(body: str, relation: str = "added()", header: str = "xs: Records[Int[0, 7], 100]") -> Question:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    program = parse(f"{START}@mechanism\ndef shown({header}):\n{lines}\n", "a.py", {})
    return Question(program, subject_of(program, "shown", relation, None))


@pytest.mark.parametrize(
    ("body", "most"),
    [
        (MEDIAN, fmpq(1)),
        (CLIPPED, fmpq(1)),
        (TREE, fmpq(1)),
        (ROUNDS, fmpq(1)),
        (f"{WINNER}at = noisy.index(max(noisy))\nreturn at, counts[at] + laplace(2)", fmpq(1)),
        (f"{WINNER}at = max(range(4), key=lambda k: noisy[k])\nreturn at, counts[at] + laplace(2)", fmpq(1)),
        (
            f"{WINNER}top = sorted(range(4), key=lambda k: -noisy[k])\nreturn top, counts[top[1]] + laplace(4)",
            fmpq(3, 4),
        ),
        ("at = uniform(0, 2)\nreturn at, BOUNDS[at] * len(xs) + laplace(5)", fmpq(1)),
        ("if len(xs) + laplace(2) > 3:\n    return len(xs) + laplace(2)\nreturn sum(xs) + laplace(28)", fmpq(1)),
        ("t = laplace(9)\nreturn sum(1 for x in xs if x > t) + laplace(9)", fmpq(1, 9)),
        ("n = len(xs) + laplace(2)\nreturn sum(x > n for x in xs) + laplace(2)", fmpq(1)),
        ("n = len(xs) + laplace(2)\nreturn sum(min(x, n) for x in xs) + laplace(2)", None),
    ],
)
def test_the_dearest_runs_count(body: str, most: fmpq | None) -> None:
    assert loss(asked(body), Limits(), careful=True) == (None if most is None else Epsilon(most))


@pytest.mark.parametrize(
    "body",
    [
        f"{WINNER}at = noisy.index(max(noisy))\nreturn at, counts[at]",
        f"{WINNER}at = max(range(4), key=lambda k: counts[k])\nreturn at, noisy[at]",
        f"{WINNER}at = max((c, n) for c, n in zip(counts, noisy))\nreturn at[1]",
        "n = 0\nwhile len(xs) + laplace(1) > 0:\n    n += 1\nreturn n",
        "n = len(xs)\nif flip(1 / 2):\n    n = 0\nreturn n",
    ],
)
def test_what_is_not_followed(body: str) -> None:
    assert loss(asked(body), Limits()) is None


ANSWERS = "answers: Vector[Int[0, 20], 6]"
SPARSE = """\
limit = 10 + laplace(2)
shown = []
for answer in answers:
    if {test}:
        shown.append({shown})
        {after}
    else:
        shown.append(0)
return shown"""


@pytest.mark.parametrize(
    ("test", "shown", "after", "most"),
    [
        ("answer + laplace(4) >= limit", "1", "break", fmpq(1)),
        ("limit <= laplace(4) + answer", "1", "break", fmpq(1)),
        ("answer - laplace(4) > limit + 2", "1", "break", fmpq(1)),
        ("answer + laplace(4) < 20 - limit", "1", "break", fmpq(1)),
        ("answer + laplace(8) >= limit", "1", "if len([v for v in shown if v]) == 2:\n            break", fmpq(3, 4)),
        ("answer + laplace(4) >= limit", "answer + laplace(2)", "break", fmpq(3, 2)),
        ("answer + laplace(4) >= limit", "1", "pass", fmpq(3, 2)),  # as if the limit were known
        ("(n := answer + laplace(4)) >= limit", "n", "break", fmpq(3, 2)),
        ("(n := answer + laplace(4)) >= limit", "limit", "break", fmpq(3, 2)),
    ],
)
def test_numbers_that_a_noisy_limit_is_above_pay_nothing(test: str, shown: str, after: str, most: fmpq) -> None:
    body = SPARSE.format(test=test, shown=shown, after=after)
    assert loss(asked(body, "each(1)", ANSWERS), Limits(), careful=True) == Epsilon(most)


@pytest.mark.parametrize(
    ("body", "most"),
    [
        ("return noisy.index(max(noisy))", fmpq(1, 2)),
        ("return noisy.index(min(noisy))", fmpq(1, 2)),
        ("return max(range(6), key=lambda k: noisy[k])", fmpq(1, 2)),
        ("return min(range(6), key=noisy.__getitem__)", fmpq(1, 2)),
        ("best = max(noisy)\nreturn noisy.index(best), best", fmpq(3, 2)),
        ("best = noisy.index(max(noisy))\nreturn best, noisy[0]", fmpq(3, 2)),
        ("first = noisy[0]\nbest = noisy.index(max(noisy))\nreturn best, first", fmpq(3, 2)),
        ("noisy[1] = noisy[0]\nreturn noisy.index(max(noisy))", fmpq(5, 4)),
        ("best = max(noisy)\nnoisy[0] = 0\nreturn noisy.index(best) if best in noisy else 0", fmpq(3, 2)),
    ],
)
def test_the_winner_alone_pays_where_nothing_else_is_shown(body: str, most: fmpq) -> None:
    start = "noisy = [answer + laplace(4) for answer in answers]\n"
    assert loss(asked(start + body, "each(1)", ANSWERS), Limits()) == Epsilon(most)


@pytest.mark.parametrize(
    "body",
    [
        "return [answers[0] + geometric(A) for _ in range(abs(geometric(A)))]",
        "return [answers[0] + geometric(A) for _ in shuffled([1, 2, 3])]",
        "return [(answers[0] + geometric(A),) for _ in range(abs(geometric(A)))]",
        "return [answers[0] + geometric(A) > limit for _ in range(abs(geometric(A)))]",
        "return sum(1 for _ in range(abs(geometric(A))) if answers[0] + geometric(A) > limit)",
        "return [max(range(2), key=lambda k: answers[k] + geometric(A)) for _ in range(abs(geometric(A)))]",
        "return [max([answer + geometric(A) for answer in answers]) for _ in range(abs(geometric(A)))]",
    ],
)
def test_nobody_knows_what_any_number_of_noisy_numbers_pay(body: str) -> None:
    assert loss(asked(f"A = exp(-1)\nlimit = geometric(A)\n{body}", "each(1)", ANSWERS), Limits()) is None


def test_an_epsilon_of_the_file_may_be_in_the_weights() -> None:
    scores = "scores = [-abs(sum(x < c for x in xs) - sum(x > c for x in xs)) for c in range(8)]\n"
    for unit, most in (("log(3)", Epsilon.log(fmpq(3))), ("(-2 * log(3))", Epsilon.log(fmpq(3)) * 2)):
        question = asked(f"{scores}return categorical([exp({unit} * s / 4) for s in scores])", "one()")
        assert loss(question, Limits(), careful=True) == most
    mixed = "return categorical([exp(log(3) * len(xs)), exp(log(2) * len(xs))])"
    assert loss(asked(mixed), Limits()) is None


def test_the_least_of_two_that_never_raise_counts() -> None:
    scores = "scores = [-abs(sum(x < c for x in xs) - sum(x > c for x in xs)) for c in range(6)]\n"
    body = f"{scores}return categorical([exp(s / 4) for s in scores])"
    found = loss(asked(body, "one()", "xs: Vector[Int[0, 5], 9]"), Limits(), careful=True)
    assert found == Epsilon(fmpq(1))


def test_such_claims_are_proved_in_a_moment() -> None:
    for body in (MEDIAN, CLIPPED, TREE, ROUNDS):
        question = replace(asked(body), epsilon=Epsilon(fmpq(1)))
        assert isinstance(plan.decide(question, Store(), Limits().at_most(5)), Proved)


@pytest.mark.parametrize("seed", [1, 5, 9, 12])
def test_the_referee_loses_no_more(seed: int) -> None:
    assert not wrong(seed)


@pytest.mark.parametrize("keys", ["0", "01", "02", "-1"])
@pytest.mark.parametrize("start", ["Counter()", "Counter({0: 0})", "Counter([0, 0, 1])", "Counter(xs)"])
@pytest.mark.parametrize("header", ["xs: Vector[Bool, 2]", "xs: Records[Bool, 2]"])
def test_a_counter_has_nothing_where_it_has_no_such_key(keys: str, start: str, header: str) -> None:
    added = "".join(f"    c[{key}] += sum(xs)\n" for key in (keys if keys[0] != "-" else [keys]))
    body = f"    at = clamp(geometric(B), -1, 1)\n    c = {start}\n{added}"
    body += f"    return at, c[at] - c[{keys[-1]}] + geometric(A)\n"
    assert not wrong_of(f"{HEAD}@mechanism\ndef shown({header}):\n{body}", "one()")
