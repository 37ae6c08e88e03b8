"""The automaton of a neighbor relation allows exactly the pairs of the definition, in every reading order."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hmm_examples import mechanism

from faier.hmm.model import AskLetter, TellLetter
from faier.hmm.neighbors import automaton, equality
from faier.hmm.wholes import holds, whole_pairs, wholes
from faier.lang.claim import Each, Edges, One, Pairs, PerInput, Total, Where
from faier.lang.syntax import BoolType, IntType, Literal, OneOfType, StreamType, VectorType
from faier.lang.values import Sequence
from faier.limits import LimitReached, Limits
from faier.semantics.process import Entry

BIT = IntType(0, 1)
TRIT = IntType(0, 2)
SCALAR = mechanism(x=IntType(-1, 2))
FLAG = mechanism(x=BoolType())
THREE = mechanism(x=VectorType(TRIT, 3))
FLAGS = mechanism(x=VectorType(BoolType(), 3))
NESTED = mechanism(x=VectorType(VectorType(BIT, 2), 2))
RAGGED = mechanism(x=VectorType(IntType(1, 1), 1), y=VectorType(TRIT, 2))
TWO = mechanism(x=VectorType(BIT, 2), y=TRIT)
OPEN = mechanism(public=("t",), t=BIT, x=VectorType(BIT, 2), y=TRIT)
MAYBE = mechanism(x=OneOfType((0, 1, None)))
MIXED = mechanism(x=VectorType(OneOfType((1, True, "a")), 2))
NUMBERS = mechanism(x=VectorType(OneOfType((5, True, -2)), 2), y=TRIT)
EMPTY = mechanism(x=VectorType(BIT, 0))
NO_INPUT = mechanism()
ALL_PUBLIC = mechanism(public=("x",), x=TRIT)


def seq(*items):
    return Sequence("tuple", items)


def evaluate(expression, names):
    """Predicates of these tests are named by a literal."""
    x, y = names["x"], names["y"]
    if expression.value == "same":
        return x == y
    flat = [leaves(x), leaves(y)]
    match expression.value:
        case "rises":
            return sum(flat[0]) < sum(flat[1])
        case "near":
            return sum(abs(a - b) for a, b in zip(*flat, strict=True)) <= 1
        case "same ends":
            return flat[0][0] == flat[1][-1]
        case "never":
            return False
    raise AssertionError(expression)


def leaves(value):
    return [leaf for item in value.items for leaf in leaves(item)] if isinstance(value, Sequence) else [int(value)]


def where(name):
    return Where("x", "y", Literal(name))


CASES = [
    *((relation, function) for relation in (Each(0), Each(1), Each(2), One(), One(1), Total(0), Total(1), Total(3))
      for function in (SCALAR, FLAG, THREE, FLAGS, NESTED, RAGGED, TWO, OPEN, EMPTY, NO_INPUT, ALL_PUBLIC)),
    *((relation, function) for relation in (One(), where("same")) for function in (MAYBE, MIXED)),
    *((relation, NUMBERS) for relation in (Each(0), Each(1), Each(4), One(), One(1), One(3), Total(3), Total(5))),
    (Edges(((0, None), (7, 1))), MAYBE),
    (Edges(((1, True), ("a", "b"))), MIXED),
    (Edges(((1, 5), (1, 2))), NUMBERS),
    (Pairs((("x", None), (None, 0), (False, 0))), MAYBE),
    (Pairs(((seq(1, True), seq(True, "a")), (seq(True, True), seq(1, 1)))), MIXED),
    (Edges(((0, 1),)), SCALAR),
    (Edges(((0, 2), (5, 1))), THREE),
    (Edges(((False, True),)), FLAGS),
    (Edges(((0, 1),)), FLAGS),
    (Edges(((0, 2),)), TWO),
    (Edges(((0, 1),)), NESTED),
    (Edges(((seq(0, 0), seq(1, 1)), (seq(0, 0), seq(0, 1)), (seq(1, 0), seq(1, 1)))), NESTED),
    (Edges(((seq(0, 1), seq(1, 0)),)), NESTED),
    (Pairs(((0, 1), (2, -1), (1, 1), (7, 0))), SCALAR),
    (Pairs(((seq(0, 0, 1), seq(1, 0, 1)), (seq(2, 2, 2), seq(0, 0, 0)), (seq(0, 0, 1), seq(0, 0, 2)))), THREE),
    (Pairs(((seq(seq(0, 0), 1), seq(seq(1, 0), 2)),)), TWO),
    (Pairs(((seq(0, 1), 1),)), TWO),
    (Pairs(((seq(seq(0, 0), 1), seq(seq(1, 0), 2)), (seq(seq(0, 1), 1), seq(seq(1, 1), 7)))), TWO),
    (Pairs(((seq(seq(0, 0), 1), seq(seq(1, 0), 2)), (seq(seq(0, 0), 0), seq(seq(1, 0), 0)))), OPEN),
    (Pairs(((False, True),)), FLAG),
    (Pairs(((0, 1),)), FLAG),
    (Pairs(()), SCALAR),
    *((where(name), function) for name in ("rises", "near", "same ends", "never")
      for function in (SCALAR, THREE, NESTED, TWO, OPEN)),
    (PerInput(()), OPEN),
    (PerInput((("x", One()),)), OPEN),
    (PerInput((("x", One()), ("y", One(1)))), TWO),
    (PerInput((("y", Each(1)), ("x", Total(1)))), TWO),
    (PerInput((("y", Edges(((0, 2),))), ("x", One()))), OPEN),
    (PerInput((("x", One()), ("y", One()))), RAGGED),
    (PerInput((("x", Pairs(((seq(0, 0), seq(1, 1)),))), ("y", One()))), TWO),
    (PerInput((("x", where("rises")), ("y", where("near")))), TWO),
    (PerInput((("x", One()),)), ALL_PUBLIC),
]  # fmt: skip


def entries_of(function):
    """Every entry at the leaves, with its input's values."""
    found = []
    for parameter in function.parameters:
        found += [Entry(parameter.name, path or None) for path in paths(parameter.type)]
    return found


def paths(type_, path=()):
    if isinstance(type_, VectorType):
        return [found for at in range(type_.length) for found in paths(type_.item, (*path, at))]
    return [path]


def at(inputs, entry):
    value = inputs[entry.input]
    for index in entry.index or ():
        value = value.items[index]
    return value


def accepted(rule, entries):
    """Every word of ask letters for these entries in this order, as tuples of (left, right)."""
    words = [((), rule.start)]
    for entry in entries:
        words = [
            ((*word, (left, right)), after)
            for word, state in words
            for left, right, after in rule.letters(state, entry)
        ]
    return [word for word, _ in words]


def whole_entries(function, depth):
    """Entries that are read whole below a depth."""
    return list(dict.fromkeys(Entry(e.input, (e.index or ())[:depth] or None) for e in entries_of(function)))


@pytest.mark.parametrize("depth", [0, 1])
@pytest.mark.parametrize(("relation", "function"), CASES)
def test_vectors_read_whole_hold_exactly_the_neighbors(relation, function, depth):
    rule = automaton(relation, function, evaluate)
    entries = whole_entries(function, depth)
    for order in (entries, entries[::-1]):
        expected = [
            tuple((at(one, e), at(other, e)) for e in order) for one, other in whole_pairs(relation, function, evaluate)
        ]
        found = accepted(rule, order) if rule.exists() else []
        assert sorted(map(repr, found)) == sorted(map(repr, expected))


def name_of(case):
    relation, function = case
    return f"{relation}-{'-'.join(p.name for p in function.parameters)}"[:80]


@pytest.mark.parametrize(("relation", "function"), CASES)
def test_the_automaton_accepts_exactly_the_neighbors(relation, function):
    rule = automaton(relation, function, evaluate)
    defined = list(whole_pairs(relation, function, evaluate))
    entries = entries_of(function)
    orders = list(permutations(entries))
    for order in (orders[0], orders[-1], orders[len(orders) // 3]):
        expected = sorted(repr(tuple((at(left, e), at(right, e)) for e in order)) for left, right in defined)
        assert (sorted(map(repr, accepted(rule, order))) if rule.exists() else []) == expected
    assert rule.exists() == bool(defined)
    assert rule.differs() == any(repr(left) != repr(right) for left, right in defined)


@pytest.mark.parametrize(("relation", "function"), CASES)
def test_every_prefix_is_completed_to_neighbors(relation, function):
    rule = automaton(relation, function, evaluate)
    entries = entries_of(function)
    for count in range(len(entries) + 1):
        for order in (entries[:count], entries[::-1][:count]):
            for word in accepted(rule, order):
                letters = [AskLetter(e, *ends) for e, ends in zip(order, word, strict=True)]
                if not rule.exists():
                    assert count == 0
                    with pytest.raises(ValueError, match="no neighboring inputs"):
                        rule.complete(letters)
                    continue
                left, right = rule.complete([TellLetter(0), *letters])
                assert holds(relation, function, left, right, evaluate)
                assert [(at(left, e), at(right, e)) for e in order] == list(word)


@pytest.mark.parametrize(("relation", "function"), CASES)
def test_left_and_right_can_be_exchanged_unless_pairs_are_listed(relation, function):
    if "Pairs" in repr(relation) or "Where" in repr(relation):
        return
    defined = [(repr(left), repr(right)) for left, right in whole_pairs(relation, function)]
    assert sorted(defined) == sorted((right, left) for left, right in defined)


def test_the_definition_by_hand():
    x = {"x": seq(0, 1, 2)}
    for relation, right, expected in [
        (Each(1), (1, 0, 2), True),
        (Each(1), (2, 1, 2), False),
        (One(), (2, 1, 2), True),
        (One(1), (2, 1, 2), False),
        (One(), (0, 1, 2), False),
        (One(), (1, 0, 2), False),
        (Total(2), (1, 0, 2), True),
        (Total(1), (1, 0, 2), False),
        (Edges(((1, 0),)), (1, 1, 2), True),
        (Edges(((1, 2),)), (1, 1, 2), False),
        (Pairs(((seq(0, 1, 2), seq(1, 1, 1)),)), (1, 1, 1), True),
        (Pairs(((seq(1, 1, 1), seq(0, 1, 2)),)), (1, 1, 1), False),
    ]:
        assert holds(relation, THREE, x, {"x": seq(*right)}) is expected


STREAM = mechanism(public=("t",), t=BIT, x=StreamType(TRIT))
ARRIVAL = Entry("x", None, True)


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        (Each(1), lambda d: max(d, default=0) <= 1),
        (Total(2), lambda d: sum(d) <= 2),
        (One(), lambda d: len([x for x in d if x]) <= 1),
        (One(1), lambda d: sum(d) <= 1),
        (Edges(((0, 2),)), lambda d: d.count(2) <= 1 and 1 not in d),
        (PerInput(()), lambda d: sum(d) == 0),
    ],
)
def test_arrivals_of_a_stream(relation, expected):
    rule = automaton(relation, STREAM)
    for count in range(4):
        words = set(accepted(rule, [ARRIVAL] * count))
        pairs = list(product(range(3), repeat=2))
        assert words == {w for w in product(pairs, repeat=count) if expected([abs(a - b) for a, b in w])}
    assert rule.exists()
    assert rule.differs() == (relation != PerInput(()))


def test_a_stream_is_completed_by_a_later_arrival():
    same = [AskLetter(ARRIVAL, 1, 1), AskLetter(ARRIVAL, 2, 2)]
    left, right = automaton(One(), STREAM).complete(same)
    assert left["x"].items[:2] == right["x"].items[:2] == (1, 2)
    assert len(left["x"].items) == 3
    assert left["x"].items[2] != right["x"].items[2]
    left, right = automaton(Each(1), STREAM).complete(same)
    assert left == right == {"t": 0, "x": Sequence("list", (1, 2))}
    spent = [*same, AskLetter(ARRIVAL, 0, 2)]
    left, right = automaton(One(), STREAM).complete(spent)
    assert (left["x"], right["x"]) == (Sequence("list", (1, 2, 0)), Sequence("list", (1, 2, 2)))


def test_arrivals_that_are_vectors_are_read_whole():
    function = mechanism(x=StreamType(VectorType(BIT, 2)))
    for relation, count in [(Each(1), 16), (Total(1), 12), (One(), 16), (Edges(((seq(0, 0), seq(1, 1)),)), 6)]:
        rule = automaton(relation, function)
        first = rule.letters(rule.start, ARRIVAL)
        assert len(first) == count
        assert all(isinstance(left, Sequence) and left.kind == "list" for left, _, _ in first)
        changed = [after for left, right, after in first if left != right]
        if relation != Each(1):
            assert all(len(rule.letters(after, ARRIVAL)) == 4 for after in changed)
        word = [AskLetter(ARRIVAL, left, right) for left, right, _ in first[:1]]
        assert rule.complete(word)[0]["x"].items[0] == first[0][0]


def test_whole_vectors_may_be_read_at_once():
    rule = automaton(One(), TWO)
    whole = rule.letters(rule.start, Entry("x"))
    assert len(whole) == 4 + 8
    assert {(left, right) for left, right, _ in whole} == {
        (left["x"], right["x"]) for left, right in whole_pairs(One(), TWO)
    }


def test_equality_lets_nothing_differ():
    rule = equality(OPEN)
    assert [(left, right) for left, right, _ in rule.letters(rule.start, Entry("y"))] == [(0, 0), (1, 1), (2, 2)]
    assert not rule.differs()


def test_predicates_have_a_limit():
    with pytest.raises(LimitReached, match="pairs of inputs"):
        automaton(where("near"), THREE, evaluate, Limits(pairs=700))
    assert automaton(where("near"), THREE, evaluate, Limits(pairs=729)).exists()
    with pytest.raises(LimitReached, match="pairs of inputs"):
        automaton(where("near"), SCALAR, evaluate, Limits(pairs=15))
    assert automaton(where("near"), SCALAR, evaluate, Limits(pairs=16)).exists()


def test_states_of_a_predicate_are_as_few_as_its_futures():
    """Total difference at most 1 written as a predicate: after each read, spent or not."""
    rule = automaton(where("near"), THREE, evaluate)
    states = {rule.start}
    for index in range(3):
        states = {after for state in states for _, _, after in rule.letters(state, Entry("x", (index,)))}
        assert len(states) <= 2


def test_long_vectors_are_completed():
    function = mechanism(x=VectorType(IntType(0, 1000), 3000))
    left, right = automaton(One(), function).complete([])
    assert sum(a != b for a, b in zip(left["x"].items, right["x"].items, strict=True)) == 1


def test_streams_have_no_listed_pairs():
    with pytest.raises(TypeError, match="stream"):
        automaton(Pairs(((0, 1),)), STREAM)
    assert wholes({"x": BIT}, Limits()) == [{"x": 0}, {"x": 1}]


@pytest.mark.parametrize(
    "relation",
    [
        Pairs(((seq(seq(0, 1), 2), seq(seq(1, 1), 0)),)),
        PerInput(
            (("x", Pairs(((seq(0, 1), seq(1, 1)), (seq(1, 1), seq(0, 1)), (seq(0, 1), seq(1, 1))))), ("y", Each(1)))
        ),
        PerInput((("y", Pairs(((0, 2), (2, 0), (7, 0)))),)),
    ],
)
def test_listed_pairs_are_those_of_the_definition(relation):
    """Each once, though they may be listed twice, or be no inputs."""
    for function in (TWO, OPEN):
        types = {item.name: item.type for item in function.parameters}
        every = wholes(types, Limits())
        wanted = [(a, b) for a, b in product(every, repeat=2) if holds(relation, function, a, b)]
        found = list(whole_pairs(relation, function))
        assert sorted(map(repr, found)) == sorted(map(repr, wanted))
        assert found
