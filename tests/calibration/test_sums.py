"""Sums over chains whose steps are alike: laws, ends and couplings are those of brute force."""

import random
from itertools import combinations

import pytest
from flint import arb, ctx, fmpq

from faier.calibration.methods.wasserstein import infinity_distance
from faier.calibration.separated import separated
from faier.calibration.sums import balls, coupled, exactly, moved
from faier.deciding import noisy_chains, plan
from faier.deciding.in_steps import in_steps
from faier.deciding.laws import along_chains, compared
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import from_ratio
from faier.lang import parse
from faier.limits import Limits

TEXT = """
from faier import Int, Stream, categorical, flip, laplace, mechanism, prior, private, secret

MOVES = {moves}

@prior
def chain(hidden: Int[{low}, {high}]{more}):
    state = categorical(*{start})
    for step in range({count}):
{body}

@private(epsilon={epsilon}, prior=chain)
@mechanism
def noisy(xs: Stream[Int[0, 3]], *, scale={scale}):
    {total} = 1
    for x in xs:
        {adds}
    return {shown} + laplace(scale)
"""
TOLD = "if step == hidden:\n    secret(state)\nyield state\nstate = categorical(*MOVES[state])"
BODIES = (
    TOLD,
    "yield state\nif hidden == step:\n    secret(state > 0)\nstate = categorical(*MOVES[state])",
    TOLD.replace("yield state", "if flip(1 / 3):\n    yield state") + "\nyield 3",
    "before = state\nstate = categorical(*MOVES[state])\nyield before\nif step == hidden:\n    secret(state)",
)
ADDS = ("total += x", "total = total - x * x", "if x == 1:\n            total += 2", "y = x + 1\n        total += y")
SHOWN = ("total", "(2 - total) / 3", "5 * total")


def drafted(seed: int, **changed: object) -> str:
    draw = random.Random(seed)
    states = draw.choice((2, 2, 3))
    count = draw.choice((2, 3, 4))
    given: dict[str, object] = {
        "moves": [tuple(draw.choice((1, 1, 2, 5)) for _ in range(states)) for _ in range(states)],
        "start": (*(draw.choice((0, 1, 2)) for _ in range(states - 1)), 1),
        "low": 0,
        "high": count - 1,
        "count": count,
        "more": "",
        "body": BODIES[seed % len(BODIES)],
        "epsilon": 1,
        "scale": draw.choice(("2", "3/2")),
        "total": "total",
        "adds": draw.choice(ADDS),
        "shown": draw.choice(SHOWN),
    }
    given |= changed
    given["body"] = str(given["body"]).replace("\n", "\n        ").join(("        ", ""))
    return TEXT.format(**given)


def asked(text: str):
    program = parse(text, "chain.py", {})
    return question_of(program, program.claims[0])


def stepped(question):
    return in_steps(question, separated(question.program, question.subject.mechanism), Limits())


def told(one):
    mixtures = [mixture for law in (one.more, one.less) for mixture in law.densities.values()]
    sides = [frozenset((part.at, part.weight, part.noise) for part in mixture) for mixture in mixtures]
    return str(one.left), str(one.right), *sides


@pytest.mark.parametrize("seed", range(12))
def test_laws_for_all_steps_at_once_are_those_of_each(seed, monkeypatch):
    monkeypatch.setattr(noisy_chains, "FEWEST", 2)
    question = asked(drafted(seed))
    assert stepped(question) is not None
    along = {told(one) for one in along_chains(question, Limits())}
    assert along == {told(one) for one in compared(question, Store(), Limits())}


@pytest.mark.parametrize(
    "changed",
    [
        {"body": TOLD.replace("yield state", "yield step % 2")},
        {"body": TOLD.replace("yield state", "yield hidden % 2")},
        {"body": TOLD + "\nif state == 0:\n    break"},
        {"body": TOLD.replace("step == hidden", "step >= hidden")},
        {"adds": "total += x * total"},
        {"adds": "total = x"},
        {"adds": "if x == 1:\n            y = x\n        total += x"},
        {"shown": "total * total"},
        {"shown": "2 - total / 3"},
        {"shown": "total * 0.1"},
        {"adds": "total += x / 2"},
        {"shown": "(total + x)"},
        {"high": 9},
    ],
)
def test_others_are_not_taken_for_such_chains(changed):
    assert stepped(asked(drafted(0, **changed))) is None


def anything(one, other):
    return True


def losses(one, rate):
    """The greatest loss of each mark, by all sums and all values that are noisy."""
    for mark, given in enumerate(exactly.laws(one.kernel, one.steps.count, one.query.offset, Limits())):
        sides = dict(given)
        points = sorted({point[0] for law in sides.values() for point in law})
        for left in sides:
            for right in sides:
                if left != right:
                    yield mark, max(weight(sides[left], at, rate) / weight(sides[right], at, rate) for at in points)


def weight(law, at, rate):
    return sum(float(chance) * float((-rate * abs(arb(point[0] - at))).exp()) for point, chance in law.items())


LONGER = [
    pytest.param(seed, wanted, marks=pytest.mark.long) for seed, wanted in ((1, 1.0), (5, 1e9), (6, 1e9), (6, 1.0))
]


@pytest.mark.parametrize(("seed", "wanted"), [*((seed, 1e9) for seed in (0, 1, 2, 3)), *LONGER])
def test_ends_of_long_chains_hold_what_all_outputs_lose(seed, wanted):
    count = 18
    question = asked(drafted(seed, count=count, high=count - 1, body=BODIES[seed % 2], adds=ADDS[0], shown="total"))
    (one,) = stepped(question)
    rate, marks = arb(fmpq(1, 1 + seed % 3)), (0, count - 1)
    worst = max(loss for _, loss in losses(one, rate))
    with ctx.workprec(160):
        low = max(float(found.factor) for found in balls.extremes(one.kernel, count, marks, rate, anything, Limits()))
        high = coupled.at_most(one.kernel, count, marks, rate, anything, arb(wanted), Limits())
    assert low <= worst * (1 + 1e-9)
    assert high is None or float(high) >= worst * (1 - 1e-9)
    assert high is not None


@pytest.mark.parametrize("count", [1_000, 10_000, 10**9])
@pytest.mark.parametrize(("scale", "kind"), [("3.848874", Proved), ("3.848873", Refuted)])
def test_chains_of_any_length_turn_where_the_closed_form_says(count, scale, kind):
    text = drafted(
        0, count=count, high=count - 1, scale=scale, moves=[(4, 1), (1, 4)], start=(1, 1), adds=ADDS[0], shown="total"
    )
    question = asked(text)
    found = plan.decide(question, Store(), Limits())
    assert isinstance(found, kind)
    finding = plan.bound(question, Store(), Limits())
    ends = [from_ratio(end).value for end in (finding.tight.lower, finding.tight.upper)]
    assert ends[1] - ends[0] < 1e-9
    assert (ends[1] <= 1) == (kind is Proved)


@pytest.mark.long
@pytest.mark.parametrize(("scale", "kind"), [("0.56302", Proved), ("0.563019", Refuted)])
def test_so_do_chains_that_alternate(scale, kind):
    chain = {"count": 1_000, "high": 999, "moves": [(1, 9), (9, 1)], "start": (1, 1)}
    question = asked(drafted(0, **chain, scale=scale, adds=ADDS[0], shown="total"))
    assert isinstance(plan.decide(question, Store(), Limits()), kind)


def test_what_is_open_between_both_ends_is_not_asked_of_others(monkeypatch):
    chain = {"count": 100_000, "high": 99_999, "moves": [(1, 9), (9, 1)], "start": (1, 1)}
    question = asked(drafted(0, **chain, scale="4/5", adds=ADDS[0], shown="total"))
    monkeypatch.setattr(coupled, "at_most", lambda *_: None)
    found = plan.decide(question, Store(), Limits())
    assert isinstance(found, Undecided)
    assert [attempt.engine for attempt in found.attempts] == ["density"]


@pytest.mark.parametrize("precision", [192, 4])
@pytest.mark.parametrize("seed", range(9))
def test_chances_are_moved_as_far_as_their_quantiles_say(monkeypatch, seed, precision):
    count = 2 + seed * 3
    question = asked(drafted(seed, count=count, low=0, high=count - 1, more=""))
    (one,) = stepped(question)
    monkeypatch.setattr(moved, "PRECISION", precision)
    for marks in (range(count), range(1, count, 1), range(count - 1, count)):
        laws = exactly.laws(one.kernel, count, one.query.offset, Limits())
        wanted = fmpq(0)
        for given in [dict(given) for mark, given in enumerate(laws) if mark in marks]:
            wanted = max([wanted, *(infinity_distance(*sides) for sides in combinations(given.values(), 2))])
        assert moved.farthest(one.kernel, count, marks, anything, Limits()) == wanted


def test_only_secrets_that_are_compared_ask_for_chances_to_be_moved():
    question = asked(drafted(3, count=9, low=0, high=8, more=""))
    (one,) = stepped(question)
    assert moved.farthest(one.kernel, 9, range(9), lambda a, b: False, Limits()) == 0
