"""The automaton of a relation on records allows exactly the pairs of the definition, in every order of reading."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from hmm_examples import mechanism

from faier.hmm.model import AskLetter
from faier.hmm.neighbors import automaton
from faier.hmm.wholes import holds, whole_pairs
from faier.lang.claim import Added, Each, Edges, One, Pairs, PerInput, Total, Where
from faier.lang.syntax import BoolType, IntType, Literal, OneOfType, RecordsType, RecordType, VectorType
from faier.lang.values import Sequence, Shape
from faier.semantics.leaves import FLAG, leaves_of, places_of, value_of
from faier.semantics.process import Entry

BIT = IntType(0, 1)
TRIT = IntType(0, 2)
RECORDS = mechanism(x=RecordsType(TRIT, 2))
BITS = mechanism(x=RecordsType(BoolType(), 3))
COUPLES = mechanism(x=RecordsType(VectorType(BIT, 2), 2))
LABELS = mechanism(x=RecordsType(OneOfType(("a", None)), 2))
BESIDE = mechanism(x=RecordsType(BIT, 2), y=TRIT)
KNOWN = mechanism(public=("t",), t=RecordsType(BIT, 1), x=RecordsType(BIT, 2))
PERSON = RecordType(Shape("Person", ("age", "sick", "at"), "NamedTuple"), (TRIT, BoolType(), BIT), (False, False, True))
FEW = mechanism(x=RecordsType(replace(PERSON, fields=(BIT, BIT, BIT)), 2))
WHO = mechanism(x=PERSON, y=BIT)
PAIR = RecordType(None, (TRIT, BoolType()), (False, False))
PAIRS = mechanism(x=RecordsType(PAIR, 2))
ALONE = mechanism(x=PAIR, y=BIT)
NONE = mechanism(x=RecordsType(BIT, 0))


def seq(*items):
    return Sequence("tuple", items)


def evaluate(expression, names):
    x, y = names["x"], names["y"]
    return len(x.items) > len(y.items) if expression.value == "longer" else x == y


def where(name):
    return Where("x", "y", Literal(name))


CASES = [
    *((relation, function) for relation in (One(), One(1), Each(1), Total(1), Edges(((0, 1),)))
      for function in (RECORDS, BITS, COUPLES, BESIDE, KNOWN, NONE)),
    *((Added(), function) for function in (RECORDS, BITS, COUPLES, LABELS, KNOWN, NONE)),
    (One(), LABELS),
    *((relation, FEW) for relation in (One(), One(1), Each(1), Total(1), Added())),
    *((relation, WHO) for relation in (One(), One(1), Each(1), Total(2))),
    *((relation, ALONE) for relation in (One(), One(1), Each(1), Total(2))),
    *((relation, PAIRS) for relation in (One(), Added(), Edges(((seq(0, False), seq(1, True)),)))),
    (Edges(((seq(0, False), seq(1, True)),)), mechanism(x=PAIR)),
    (Pairs(((seq(0, False), seq(1, True)),)), mechanism(x=PAIR)),
    (PerInput((("x", Added()),)), BESIDE),
    (PerInput((("x", Added()), ("y", One()))), BESIDE),
    *((where(name), function) for name in ("same", "longer") for function in (RECORDS, BITS)),
    (Pairs(((seq(0), seq(1, 1)), (seq(), seq(0)), (seq(0, 1, 1), seq(0)))), RECORDS),
]  # fmt: skip


def orders(function):
    """Orders of reading in which a record's flag comes before it, and after those before it."""
    every = [place for item in function.parameters for place in places_of(item.name, item.type)]
    flags = [place for place in every if place.flag]
    yield every
    yield [*flags, *(place for place in reversed(every) if not place.flag)]
    rest = [place for place in every if not place.flag]
    random.Random(len(rest)).shuffle(rest)
    yield [*flags, *rest]
    columns = sorted(rest, key=lambda place: (place.path[1:], place.element))
    yield [place for at in columns for place in ([f for f in flags if f.element == at.element] + [at])]


def entry(place):
    return Entry(place.input, place.path or None)


def padded(inputs, function):
    """All leaves, those of records that there are not as well."""
    return {
        (p.name, path): leaf for p in function.parameters for path, leaf in leaves_of(inputs[p.name], p.type).items()
    }


def read(place, leaf):
    return value_of(place.domain, {(): leaf})


def is_there(place, leaves):
    """Whether a run reads it: a flag after flags that say yes, a record that there is."""
    if not place.element:
        return True
    return all(leaves[place.input, (FLAG, at)] for at in range(place.element[0] + (not place.flag)))


def going_on(rule, order, word, state):
    """The word with one place more, which is not read if there is no such record on either side."""
    place = order[len(word)]
    known = {(p.input, p.path): ends for p, ends in zip(order, word, strict=False)}
    sides = [{key: ends is not None and ends[side] for key, ends in known.items()} for side in (0, 1)]
    if not any(is_there(place, side) for side in sides):
        yield (*word, None), state
        return
    for left, right, after in rule.letters(state, entry(place)):
        yield (*word, (left, right)), after


def once(order):
    return list(dict.fromkeys(order))


@pytest.mark.parametrize(("relation", "function"), CASES)
def test_the_automaton_accepts_exactly_the_neighbors(relation, function):
    rule = automaton(relation, function, evaluate)
    defined = list(whole_pairs(relation, function, evaluate))
    assert rule.exists() == bool(defined)
    assert rule.differs() == any(left != right for left, right in defined)
    both = [(padded(left, function), padded(right, function)) for left, right in defined]
    for order in map(once, orders(function)):
        words = [((), rule.start)] if rule.exists() else []
        for _ in order:
            words = [longer for word, state in words for longer in going_on(rule, order, word, state)]
        keys = [(place.input, place.path) for place in order]
        expected = [
            tuple(
                (read(place, one[key]), read(place, other[key]))
                if is_there(place, one) or is_there(place, other)
                else None
                for place, key in zip(order, keys, strict=True)
            )
            for one, other in both
        ]
        assert sorted(map(repr, (word for word, _ in words))) == sorted(map(repr, expected))


@pytest.mark.parametrize(("relation", "function"), CASES)
def test_every_prefix_is_completed_to_neighbors(relation, function):
    rule = automaton(relation, function, evaluate)
    if not rule.exists():
        return
    for order in map(once, orders(function)):
        words = [((), rule.start)]
        for count in range(len(order) + 1):
            for word, _ in words:
                letters = [AskLetter(entry(p), *ends) for p, ends in zip(order, word, strict=False) if ends]
                left, right = rule.complete(letters)
                assert holds(relation, function, left, right, evaluate)
                known = padded(left, function), padded(right, function)
                for place, ends in zip(order, word, strict=False):
                    if ends is not None:
                        assert tuple(read(place, side[place.input, place.path]) for side in known) == ends
            if count < len(order):
                words = [longer for word, state in words for longer in going_on(rule, order, word, state)][:40]


def test_added_by_hand():
    every = [[list(row) for row in product(range(2), repeat=length)] for length in range(3)]
    lists = [row for rows in every for row in rows]
    expected = {
        (repr(x), repr(y))
        for x, y in product(lists, repeat=2)
        if any(x == y[:at] + y[at + 1 :] for at in range(len(y)))
        or any(y == x[:at] + x[at + 1 :] for at in range(len(x)))
    }
    function = mechanism(x=RecordsType(BIT, 2))
    found = {
        (repr(list(left["x"].items)), repr(list(right["x"].items))) for left, right in whole_pairs(Added(), function)
    }
    assert found == expected


def test_the_states_of_added_are_few_where_records_are_read_in_turn():
    function = mechanism(x=RecordsType(IntType(0, 3), 20))
    rule = automaton(Added(), function)
    states = {rule.start}
    for place in places_of("x", function.parameters[0].type):
        states = {after for state in states for _, _, after in rule.letters(state, entry(place))}
        assert len(states) <= 75
