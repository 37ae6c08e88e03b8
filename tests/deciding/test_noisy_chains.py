"""Laws of noisy queries along chains are those that are found by following mechanism and prior together."""

import random

import pytest
from flint import fmpq

from faier.certificate.write import certificate, heading
from faier.deciding import noisy_chains, plan
from faier.deciding.laws import along_chains, compared
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.density.engine import greatest
from faier.engines.verdict import Proved, Refuted
from faier.exact import Epsilon, compare, exponential_of
from faier.lang import parse
from faier.limits import Limits, Work

CHAIN = """
from faier import Int, Stream, Vector, categorical, clamp, flip, assume, laplace, mechanism, prior, private, secret

MOVES = {moves}

@prior
def chain(hidden: Int[0, {last}]):
    state = categorical(*{start})
    {made}
    for step in range({length}):
        if step == hidden:
            secret({secret})
        {record}
        state = categorical(*MOVES[state])
{more}
    {returned}

@private(epsilon={epsilon}, prior=chain)
@mechanism
def noisy(xs: {type}):
{body}
"""
SUM = "    total = 0\n    for x in xs:\n        total += x\n    return total + laplace({scale})"
BODIES = (
    SUM,
    "    return sum(xs) * 2 - laplace({scale}) + 1",
    "    return xs.count(1) / 2 + laplace({scale})",
    "    if max(xs) > 1:\n        return 7 + laplace({scale})\n    return sum(xs) + laplace({scale})",
)
OTHERS = (
    "    return clamp(sum(xs) + laplace({scale}), 0, 2)",
    "    return sum(xs) + laplace({scale}), 0",
    "    return (sum(xs) + laplace({scale}),)",
    "    return sum(xs) + laplace({scale} + xs[0])",
    "    return sum(xs) + laplace({scale}) + flip(1 / 2)",
    "    return xs[0] + laplace({scale})",
)


STREAM = {"made": "pass", "record": "yield state", "returned": "pass"}
LIST = {"made": "records = []", "record": "records.append(state)", "returned": "return records"}


def chances(draw: random.Random, states: int) -> tuple[int, ...]:
    return (draw.randint(1, 3), *(draw.choice((0, 1, 1, 2, 5)) for _ in range(states - 1)))


def drafted(seed: int, body: str, states: int | None = None) -> str:
    draw = random.Random(seed)
    states, length = states or draw.choice((2, 2, 3)), draw.choice((2, 3, 4))
    record = f"Int[0, {states - 1}]"
    return CHAIN.format(
        moves=[chances(draw, states) for _ in range(states)],
        start=(1,) * states,
        last=length - 1,
        length=length,
        secret=draw.choice(("state", "state == 0", "state > 0")),
        more=draw.choice(("", "", "", "    assume(state == 0 or flip(1 / 3))")),
        epsilon=draw.choice(("1", "1/2", "2")),
        type=f"Stream[{record}]" if body == SUM else f"Vector[{record}, {length}]",
        body=body.format(scale=draw.choice(("2", "1/2", "7/5"))),
        **(STREAM if body == SUM else LIST),
    )


def asked(text: str):
    program = parse(text, "chain.py", {})
    return question_of(program, program.claims[0])


def told(one):
    mixtures = [mixture for law in (one.more, one.less) for mixture in law.densities.values()]
    sides = [frozenset((part.at, part.weight, part.noise) for part in mixture) for mixture in mixtures]
    return one.parameters, str(one.left), str(one.right), *sides


@pytest.fixture
def any_length(monkeypatch):
    monkeypatch.setattr(noisy_chains, "FEWEST", 2)


@pytest.mark.parametrize("seed", range(16))
def test_the_laws_are_those_of_both_followed_together(seed, any_length):
    question = asked(drafted(seed, BODIES[seed % len(BODIES)] if seed % 3 else SUM))
    along = along_chains(question, Limits())
    if along is None:
        assert "assume" in question.program.source
        pytest.skip("conditional on this, records do not move alike at all times")
    assert {told(one) for one in along} == {told(one) for one in compared(question, Store(), Limits())}


@pytest.mark.parametrize("body", OTHERS)
def test_other_mechanisms_are_left_to_others(body, any_length):
    assert along_chains(asked(drafted(1, body)), Limits()) is None


GIVEN = {"moves": [(4, 1), (1, 4)], "start": (1, 1), "secret": "state", "more": "", "type": "Stream[Int[0, 1]]"}


def test_records_that_are_no_chain_are_left_to_others(any_length):
    text = CHAIN.format(**GIVEN, **STREAM, last=3, length=4, epsilon=1, body=SUM.format(scale=2))
    assert along_chains(asked(text), Limits()) is not None
    changed = text.replace("MOVES[state]", "MOVES[(state + step) % 2]")
    assert along_chains(asked(changed), Limits()) is None


@pytest.mark.parametrize(("epsilon", "verdict"), [("0.981", Proved), ("0.98", Refuted)])
def test_a_long_chain_is_decided_with_its_tight_epsilon(epsilon, verdict):
    text = CHAIN.format(**GIVEN, **STREAM, last=1, length=8, epsilon=epsilon, body=SUM.format(scale=3))
    question = asked(text)
    found = plan.decide(question, Store(), Limits())
    each = [greatest(one.more, one.less, Limits()).lower for one in compared(question, Store(), Limits())]
    assert found.tight is not None
    assert all(compare(found.tight.lower, one) >= 0 for one in each)
    assert any(compare(found.tight.lower, one) == 0 for one in each)
    assert isinstance(found, verdict)
    assert found.engine == "density"


ABSORBING = """
from faier import Int, Stream, flip, laplace, mechanism, prior, private, secret

T = 1000
scale = {scale}


@prior
def days(hidden: Int[0, T - 1]):
    state = flip(1 / 2)
    for step in range(T):
        if step == hidden:
            secret(state)
        yield state
        state = True if state else flip(1 / 100)


@private(epsilon=1, prior=days)
@mechanism
def total(states: Stream[bool]):
    count = 0
    for state in states:
        count += state
    return count + laplace(scale)
"""


@pytest.mark.parametrize(("scale", "verdict"), [(1000, Proved), (900, Refuted)])
def test_days_that_are_not_coupled_are_hidden_all_at_once(scale, verdict):
    question = asked(ABSORBING.format(scale=scale))
    assert isinstance(plan.decide(question, Store(), Limits()), verdict)
    found = plan.bound(question, Store(), Limits()).tight
    assert compare(found.lower, found.upper) <= 0
    assert compare(found.upper, exponential_of(Epsilon.rational(fmpq(1001, scale)))) < 0


@pytest.mark.parametrize("scale", [1000, 900])
def test_no_certificate_of_a_chain_that_is_too_long_is_looked_for(scale):
    """Nothing is spent on it: the limit would be reached else."""
    program = parse(ABSORBING.format(scale=scale), "m.py")
    (claim,) = program.claims
    verdict = plan.decide(question_of(program, claim), Store(), Limits())
    head = heading(program, claim, 0, {}, {}, None)
    made = certificate(program, claim, head, verdict, Limits(work=Work(0)))
    assert made.missing is not None
    assert "each of the sums" in made.missing
