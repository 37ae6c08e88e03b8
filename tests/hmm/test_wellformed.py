"""Each broken invariant of a process and of a pair is named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flint import fmpq
from hmm_examples import ONE, above_threshold, noisy_max, truncated_geometric
from wellformed import MalformedModel, wellformed

from faier.hmm import pair_dp
from faier.hmm.model import EndLetter
from faier.lang.claim import Each
from faier.semantics.process import Ask, End, Entry, Process, Tell

HALF = fmpq(1, 2)
X, Y = Entry("x"), Entry("y")


def whole(*states, start=((0, ONE),), finals=None, notes=None):
    ones = (ONE,) * len(states)
    return Process(states, start, ((None, ones),) if finals is None else finals, notes or ("",) * len(states))


GOOD = [
    whole(End()),
    whole(Tell(1, ((1, ONE),)), End()),
    whole(Tell(1, ((0, ONE),))),
    whole(Ask(Entry("x", None, True), (0,), (((0, ONE),),))),
    whole(Ask(X, (0, 1), (((1, ONE),), ((1, HALF), (2, HALF)))), End(), Ask(Y, (0,), (((1, ONE),),))),
    whole(
        Ask(X, (0, 1), (((1, ONE),), ((2, ONE),))), Ask(Y, (0,), (((3, ONE),),)), Ask(Y, (0,), (((3, ONE),),)), End()
    ),
    whole(Tell(1, ((1, HALF),)), End(), start=((0, HALF),), finals=(("a", (HALF, ONE)), ("b", (fmpq(0), fmpq(0))))),
]

BAD = [
    ("one note", whole(End(), notes=("", ""))),
    ("there is a final", whole(End(), finals=())),
    ("one weight for each state", whole(End(), finals=((None, ()),))),
    ("nowhere negative", whole(End(), finals=((None, (fmpq(-1),)),))),
    ("targets ascend", whole(Tell(1, ((1, HALF), (0, HALF))), End())),
    ("targets ascend", whole(Tell(1, ((0, HALF), (0, HALF))))),
    ("targets ascend", whole(Tell(1, ((-1, ONE),)))),
    ("targets are states", whole(Tell(1, ((1, ONE),)))),
    ("targets are states", whole(End(), start=((1, ONE),))),
    ("weights are positive", whole(Tell(1, ((0, ONE), (1, fmpq(0)))), End())),
    ("weights are positive", whole(Tell(1, ((0, fmpq(2)), (1, fmpq(-1)))), End())),
    ("is that of its row", whole(Tell(1, ((0, HALF),)))),
    ("is that of its row", whole(Tell(1, ((0, HALF), (1, ONE))), End())),
    ("is that of its row", whole(Ask(X, (0, 1), (((1, ONE),), ((1, HALF),))), End())),
    ("one row for each choice", whole(Ask(X, (0, 1), (((1, ONE),),)), End())),
    ("one row for each choice", whole(Ask(X, (), ()), End())),
    ("are different", whole(Ask(X, (0, 0), (((1, ONE),), ((1, ONE),))), End())),
    ("same choices everywhere", whole(Ask(X, (0,), (((2, ONE),),)), Ask(X, (1,), (((2, ONE),),)), End())),
    ("asks twice", whole(Ask(X, (0,), (((0, ONE),),)))),
    ("asks twice", whole(Ask(X, (0,), (((1, ONE),),)), Tell(1, ((2, ONE),)), Ask(X, (0,), (((3, ONE),),)), End())),
]


@pytest.mark.parametrize("model", GOOD)
def test_good_processes(model):
    wellformed(model)


@pytest.mark.parametrize(("rule", "model"), BAD)
def test_bad_processes(rule, model):
    with pytest.raises(MalformedModel, match=rule):
        wellformed(model)


def edged(pair, node, edge, **changes):
    """The pair with one edge changed."""
    edges = list(pair.nodes[node].edges)
    edges[edge] = replace(edges[edge], **changes)
    nodes = list(pair.nodes)
    nodes[node] = replace(nodes[node], edges=tuple(edges))
    return replace(pair, nodes=tuple(nodes))


def noded(pair, node, **changes):
    nodes = list(pair.nodes)
    nodes[node] = replace(nodes[node], **changes)
    return replace(pair, nodes=tuple(nodes))


def test_bad_pairs():
    model, function = truncated_geometric()
    pair = pair_dp(model, function, Each(1))
    first, last = pair.nodes[0], len(pair.nodes) - 1
    show = next(at for at, node in enumerate(pair.nodes) if node.kind == "show" and len(node.edges) == 3)
    matrix = first.edges[0].left
    wrong = [
        ("start is a node", replace(pair, start=9)),
        ("values of the empty word", replace(pair, left_mass=HALF)),
        ("values of the empty word", replace(pair, right=())),
        ("no final of node", noded(pair, last, left_final=(fmpq(-1),))),
        ("letters of its kind", noded(pair, 0, kind="show")),
        ("letters of its kind", edged(pair, 0, 0, letter=EndLetter())),
        ("one edge for each letter", edged(pair, 0, 0, letter=first.edges[1].letter)),
        ("leads to nodes", edged(pair, 0, 0, target=-1)),
        ("one row for each state", edged(pair, 0, 0, left=())),
        ("loses nothing by reading", edged(pair, 0, 0, left=(matrix[0][:2],))),
        ("loses nothing by showing", noded(pair, show, edges=pair.nodes[show].edges[:2])),
        ("targets are states", edged(pair, 0, 0, right=(((7, ONE),),))),
        ("targets ascend", edged(pair, 0, 0, right=(matrix[0][::-1],))),
        ("weights are positive", edged(pair, 0, 0, left=(((0, fmpq(2)), (1, fmpq(-1))),))),
    ]
    wellformed(pair)
    for rule, broken in wrong:
        with pytest.raises(MalformedModel, match=rule):
            wellformed(broken)


def test_examples_are_wellformed():
    for model, function in (truncated_geometric(), noisy_max(4), noisy_max(3, uniform=True), above_threshold(3)):
        wellformed(model)
        wellformed(pair_dp(model, function, Each(1)))
