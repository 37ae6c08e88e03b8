"""Sums over chains whose chances are unknown in boxes: no chain of a box loses more; where both ends meet, one does."""

import math
import random

import pytest
from flint import arb, ctx, fmpq

from faier.calibration.methods import METHODS
from faier.calibration.separated import separated
from faier.calibration.sums import boxes, exactly
from faier.deciding import plan
from faier.deciding.known import known_of
from faier.deciding.long_sums import _long
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import from_ratio
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.values import Real
from faier.limits import Limits

TEXT = """
from faier import Int, Real, Stream, categorical, flip, laplace, mechanism, prior, private, secret

@prior
def chain(hidden: Int[0, {last}], {unknowns}):
    state = categorical({start})
    for step in range({count}):
        if step == hidden:
            secret({secret})
        {record}
        {moves}

@private(epsilon={epsilon}, prior=chain)
@mechanism
def noisy(xs: Stream[Int[0, 2]], *, scale={scale}):
    total = 0
    for x in xs:
        total += x
    return total + laplace(scale)
"""
TWO = "state = categorical(1 - a, a) if state == 0 else categorical(c, 1 - c)"
SYMMETRIC = "state = categorical(1 - a, a) if state == 0 else categorical(a, 1 - a)"
THREE = """
        if state == 0:
            state = categorical(1 - a - c, a, c)
        elif state == 1:
            state = categorical(a, 1 - a - d, d)
        else:
            state = categorical(1 / 5, d, 4 / 5 - d)
"""
SCALED = "state = categorical(1, a, c) if state == 0 else categorical(d, 1, 1) if state == 1 else categorical(1, 2, 2)"
KINDS = (
    ("ac", "c, a", TWO),
    ("a", "1, 1", SYMMETRIC),
    ("ac", "1, 2", TWO),
    ("acd", "1, 1, 1", THREE),
    ("ac", "1 - c, c", TWO),
    ("acd", "1, a, c", SCALED),
)
SECRETS, RECORDS = ("state", "state > 0"), ("yield state", "yield state if flip(2 / 3) else 0")


def drafted(seed: int, **changed: object) -> str:
    draw = random.Random(seed)
    names, start, moves = KINDS[seed % len(KINDS)]
    ends = {name: sorted(draw.sample(range(1, 40), 2)) for name in names}
    given: dict[str, object] = {
        "unknowns": ", ".join(f"{name}: Real[{low} / 100, {high} / 100]" for name, (low, high) in ends.items()),
        "start": start,
        "moves": moves,
        "count": 7,
        "secret": SECRETS[seed // 6 % 2],
        "record": RECORDS[seed // 12 % 2],
        "epsilon": 1,
        "scale": 2,
    }
    given |= changed
    return TEXT.format(**({"last": int(str(given["count"])) - 1} | given))


def asked(text: str):
    program = parse(text, "chain.py", {})
    return question_of(program, program.claims[0])


def worst_of(chain, rate):
    """The greatest factor of all marks and outputs, as floats have it."""

    def weight(law, at):
        return sum(float(chance) * math.exp(-rate * abs(float(point[0]) - at)) for point, chance in law.items())

    worst = 1.0
    for given in exactly.laws(chain.kernel, chain.steps.count, chain.query.offset, Limits()):
        sides = [law for _, law in given]
        points = sorted({float(point[0]) for law in sides for point in law})
        for at in points:
            weights = [weight(law, at) for law in sides]
            worst = max(worst, max(weights) / min(weights))
    return worst


@pytest.mark.parametrize("seed", [*range(7), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(7, 24))])
def test_no_chain_of_the_box_loses_more_than_the_bound(seed):
    question = asked(drafted(seed))
    long = _long(question, Limits())
    (one,) = long.classes
    draw = random.Random(seed)
    with ctx.workprec(128):
        high = boxes.at_most(one.chain, long.box, 7, (0, 6), arb(fmpq(1, 2)), lambda a, b: True, Limits())
    for _ in range(6):
        shares = {name: fmpq(draw.randint(0, 4), 4) for name in long.box}
        values = {name: bottom + shares[name] * (top - bottom) for name, (bottom, top) in long.box.items()}
        assert worst_of(one.at(values), 0.5) <= float(high) * (1 + 1e-9)
    looked = max(worst_of(one, 0.5) for one in long.chains)
    assert float(high) < math.exp(7)  # what the range of the sum is hidden by
    assert looked <= float(high) * (1 + 1e-9)
    if seed % 6 == 0 and seed < 12:  # stationary, of two states
        assert float(high) <= looked * (1 + 1e-9)


def scale_of(a, c, epsilon=1.0):
    """What calibration.md says of chains without end, of days inside: the greater of both directions."""

    def one(a, c):
        b = a * math.exp(epsilon / 2) - c * math.exp(-epsilon / 2)
        y = (b + math.sqrt(b * b + 4 * (1 - a) * (1 - c))) / (2 * (1 - c))
        return 1 / (2 * math.log(y))

    return max(one(a, c), one(c, a))


@pytest.mark.parametrize("count", [400, 10**6])
def test_chains_of_two_states_turn_where_the_closed_form_of_the_worst_corner_says(count):
    turn = scale_of(0.2, 0.25)
    unknowns = "a: Real[1 / 5, 2 / 5], c: Real[1 / 4, 1 / 2]"
    for scale, kind in ((turn * (1 + 1e-6), Proved), (turn * (1 - 1e-6), Refuted)):
        text = drafted(0, unknowns=unknowns, count=count, scale=f'Fraction("{scale:.9f}")')
        text = "from fractions import Fraction\n" + text
        found = plan.decide(asked(text), Store(), Limits())
        assert isinstance(found, kind)
    named = dict(found.witness.parameters)
    assert (named["a"], named["c"]) == (Real(fmpq(1, 5), "fraction"), Real(fmpq(1, 4), "fraction"))


def test_what_the_ends_leave_open_is_told_at_once():
    text = drafted(2, unknowns="a: Real[.05, .3], c: Real[.1, .3]", count=120)
    finding = plan.bound(asked(text), Store(), Limits())
    low, high = (from_ratio(end).value for end in (finding.tight.lower, finding.tight.upper))
    assert low < high < 3 * low
    assert finding.reason is not None
    for epsilon, kind in ((high * 1.001, Proved), ((low + high) / 2, Undecided), (low * 0.999, Refuted)):
        found = plan.decide(asked(text.replace("epsilon=1", f"epsilon={epsilon}")), Store(), Limits())
        assert isinstance(found, kind)


def test_noise_for_the_range_of_the_sum_is_enough_whatever_the_chances_are():
    found = plan.decide(asked(drafted(3, count=50, scale=100, epsilon=1)), Store(), Limits())
    assert isinstance(found, Proved)


OTHERS = "a: Real[0, 1/4], c: Real[0, 1/4]"


@pytest.mark.parametrize(
    ("unknowns", "start", "code"),
    [(f"{OTHERS}, d: Real[1/5, 2]", "c, 1, 1", "FA410"), (f"{OTHERS}, d: Real[1/5, 1/4]", "c, a, 0", "FA411")],
)
def test_boxes_in_which_a_chance_is_none_are_told_as_before(unknowns, start, code):
    question = asked(drafted(3, unknowns=unknowns, start=start, count=2, scale=100, epsilon=8))
    assert _long(question, Limits()) is None
    with pytest.raises(Rejected) as caught:
        plan.decide(question, Store(), Limits())
    assert caught.value.diagnostics[0].code == code


def test_published_methods_are_told_how_far_the_sum_moves_and_that_the_class_is_not_listed():
    question = asked(drafted(0, unknowns="a: Real[.2, .4], c: Real[.25, .5]", count=100))
    query = separated(question.program, question.subject.mechanism)
    known = known_of(question, query, Limits(states=1000))
    answers = {method.name: method.asks(known) for method in METHODS}
    assert answers["group privacy"] == 200
    assert answers["entry privacy"] == 2
    for name in ("Wasserstein", "Markov quilt, exact", "Markov quilt, approximate", "Markov quilt, network"):
        assert "have unknown reals" in answers[name].reason


@pytest.mark.parametrize(("scale", "kind"), [("4.62", Refuted), ("4.66", Proved)])
def test_with_three_states_both_ends_come_near_to_each_other(scale, kind):
    unknowns = "a: Real[.1, .14], c: Real[.15, .2], d: Real[.15, .2]"
    assert isinstance(plan.decide(asked(drafted(3, unknowns=unknowns, count=4, scale=scale)), Store(), Limits()), kind)
