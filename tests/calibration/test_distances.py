"""How far apart values of a query are, against all pairs of whole inputs; and the chains of records."""

from itertools import pairwise, product

import pytest
from flint import fmpq

from faier.calibration.along import laws
from faier.calibration.known import Chain, Missing
from faier.calibration.methods.wasserstein import infinity_distance
from faier.calibration.separated import separated
from faier.deciding.known import known_of
from faier.deciding.question import question_of
from faier.hmm.lump import lump
from faier.lang.parse import parse
from faier.limits import DEFAULTS
from faier.semantics.explore import explore

HEAD = """from faier import Int, Stream, Vector, assume, each, flip, laplace, mechanism, one, prior, private
from faier import secret, uniform
scale = 2
n = 3
"""

QUERIES = {
    "sum(xs)": sum,
    "max(xs)": max,
    "2 * xs[0] - xs[2]": lambda xs: 2 * xs[0] - xs[2],
    "xs[0] if xs[1] > 1 else -3 * xs[2]": lambda xs: xs[0] if xs[1] > 1 else -3 * xs[2],
    "xs[0] * xs[1] * xs[2]": lambda xs: xs[0] * xs[1] * xs[2],
}


def known(text):
    program = parse(HEAD + text, "m.py")
    question = question_of(program, program.claims[0])
    found = separated(question.program, question.subject.mechanism)
    assert not isinstance(found, Missing)
    return known_of(question, found, DEFAULTS)


ANY = """
@prior
def anything():
    xs = [uniform(0, 2) for i in range(3)]
    secret(xs[0])
    return xs


@private(epsilon=1, prior=anything)
@mechanism
def m(xs: Vector[Int[0, 2], 3]):
    return {} + laplace(scale)
"""


def furthest(query, near):
    inputs = list(product(range(3), repeat=3))
    return max(
        sum(abs(a - b) for a, b in zip(query(x), query(y), strict=True))
        for x, y in product(inputs, repeat=2)
        if near(sum(a != b for a, b in zip(x, y, strict=True)))
    )


@pytest.mark.parametrize("query", QUERIES)
def test_one_number(query):
    found = known(ANY.format(f"({query})"))
    meaning = QUERIES[query]
    shown = furthest(lambda xs: (meaning(xs),), lambda count: True), furthest(lambda xs: (meaning(xs),), (1).__eq__)
    if "if" in query:
        assert isinstance(found.step, Missing) or found.step == shown[1]
        assert found.spread == shown[0]
    else:
        assert (found.spread, found.step) == shown
    assert found.records == 3


def test_several_numbers():
    text = ANY.replace("return {} + laplace(scale)", "return [xs.count(v) + laplace(scale) for v in range(3)]")
    found = known(text)

    def counts(xs):
        return [xs.count(v) for v in range(3)]

    assert found.spread == furthest(counts, lambda count: True) == 6
    assert found.step == furthest(counts, (1).__eq__) == 2
    turned = ANY.replace("return {} + laplace(scale)", "for x in xs:\n        yield 2 * x + laplace(scale)")
    found = known(turned)
    assert (found.spread, found.step) == (12, 4)


def test_neighbors():
    text = """
@private(epsilon=1, neighbors={})
@mechanism
def m(xs: Vector[Int[0, 4], 3]):
    return sum(xs) + laplace(scale)
"""
    assert known(text.format("each(1)")).neighboring == 3
    assert known(text.format("one()")).neighboring == 4
    assert known(text.format("one(2)")).neighboring == 2
    assert isinstance(known(text.format("one()")).conditionals, Missing)


CHAIN = """
@prior
def days(hidden: Int[0, n - 1]):
    state = 1 if flip(1 / 3) else 0
    for day in range(n):
        if day == hidden:
            secret(state)
        yield state
        state = (0 if flip(1 / 4) else 1) if state == 1 else (0 if flip(3 / 5) else 1)


@private(epsilon=1, prior=days)
@mechanism
def m(xs: Stream[Int[0, 1]]):
    count = 0
    for x in xs:
        count += x
    return count + laplace(scale)
"""

MOVES = ((fmpq(3, 5), fmpq(2, 5)), (fmpq(1, 4), fmpq(3, 4)))


def test_a_chain_is_read_off_the_model():
    found = known(CHAIN)
    assert found.chains == (Chain((fmpq(2, 3), fmpq(1, 3)), MOVES, 3),)
    assert (found.spread, found.step, found.records) == (3, 1, 3)
    assert isinstance(found.conditionals, tuple)
    for pair in found.conditionals:
        assert sum(pair.left.values()) == sum(pair.right.values()) == 1


def test_the_conditional_distributions_are_those_of_all_series():
    found = known(CHAIN)
    start, every = (fmpq(2, 3), fmpq(1, 3)), {}
    for series in product((0, 1), repeat=3):
        chance = start[series[0]]
        for one, other in pairwise(series):
            chance *= MOVES[one][other]
        every[series] = chance

    def law(day, value):
        held = {series: chance for series, chance in every.items() if series[day] == value}
        shown = {}
        for series, chance in held.items():
            key = (fmpq(sum(series)),)
            shown[key] = shown.get(key, fmpq(0)) + chance / sum(held.values())
        return shown

    wanted = [(law(day, value), law(day, 1 - value)) for day in range(3) for value in (0, 1)]
    told = [(dict(pair.left), dict(pair.right)) for pair in found.conditionals]
    assert len(told) == len(wanted)
    assert all(pair in told for pair in wanted)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("flip(3 / 5)", "flip(3 / 5 if day else 1 / 2)", "moves alike"),
        ("secret(state)", "secret(flip(1 / 2))", "not one of the records"),
        ("yield state\n", "yield state\n        if flip(1 / 9):\n            return\n", ""),
    ],
)
def test_what_is_no_chain_of_secrets(old, new, reason):
    found = known(CHAIN.replace(old, new))
    assert isinstance(found.chains, Missing)
    assert reason in found.chains.reason


def test_a_chain_that_depends_on_the_day_before_last_is_none():
    text = CHAIN.replace("state = (0", "before, state = state, (0").replace(
        "state = 1 if flip(1 / 3)", "before = 0\n    state = 1 if flip(1 / 3)"
    )
    assert known(text).chains == known(CHAIN).chains
    text = text.replace("flip(1 / 4)", "flip(1 / 4 if before else 1 / 2)")
    assert isinstance(known(text).chains, Missing)


def test_a_list_is_a_chain_too_and_what_is_assumed_of_it_counts():
    text = """
@prior
def pairs():
    xs = [uniform(0, 1), uniform(0, 1)]
    assume({})
    secret(xs[1])
    return xs


@private(epsilon=1, prior=pairs)
@mechanism
def m(xs: Vector[Int[0, 1], 2]):
    return sum(xs) + laplace(scale)
"""
    half = fmpq(1, 2)
    assert known(text.format("True")).chains == (Chain((half, half), ((half, half), (half, half)), 2),)
    third, whole = fmpq(1, 3), fmpq(1)
    found = known(text.format("xs[0] + xs[1] > 0")).chains
    assert found == (Chain((third, 2 * third), ((fmpq(0), whole), (half, half)), 2),)


def test_the_wasserstein_distances_of_long_chains():
    """The table of calibration.md."""
    text = HEAD + CHAIN[CHAIN.index("@mechanism") :].replace("Stream[Int[0, 1]]", "Vector[Int[0, 1], 100]")
    query = lump(explore(parse(text.replace(" + laplace(scale)", ""), "m.py"), "m", DEFAULTS))
    half = fmpq(1, 2)
    for stay, distance in ((fmpq(3, 5), 2), (fmpq(4, 5), 5), (fmpq(9, 10), 10)):
        chain = Chain((half, half), ((stay, 1 - stay), (1 - stay, stay)), 100)
        given = laws(query, chain, [0, 1], DEFAULTS).given
        assert max(infinity_distance(*sides) for sides in given) == distance
