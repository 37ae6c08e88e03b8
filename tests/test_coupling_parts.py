"""Couplings written by hand: `verify` accepts what proves its factor, and refuses whatever does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flint import fmpq

from faier.engines.coupling_check import Coupling, verify
from faier.exact import unknown
from faier.hmm.model import Edge, Node, Pair, TellLetter

ONE, HALF, THIRD = fmpq(1), fmpq(1, 2), fmpq(1, 3)


def told_once(left: fmpq = HALF, right: fmpq = THIRD) -> Pair:
    """One value is shown: the first one with these weights. The last node has a second state, which none leads to."""
    edges = tuple(
        Edge(TellLetter(value), 1, (((0, more),),), (((0, less),),))
        for value, (more, less) in enumerate(((left, right), (1 - left, 1 - right)))
    )
    last = Node("show", (ONE, HALF), (ONE, HALF), ())
    return Pair((Node("show", (ONE,), (ONE,), edges), last), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)


UNITS = ((((0, ONE),),), (((0, ONE),),))
FLOW = ((((0, 0, HALF),),),)
PROOF = Coupling(
    factor=fmpq(3, 2),
    left_beliefs=UNITS,
    right_beliefs=UNITS,
    bounds=(((fmpq(3, 2),),), ((ONE,),)),
    flows=((FLOW, FLOW), ()),
    start=((0, 0, ONE),),
)
PAIR = told_once()


def test_a_coupling() -> None:
    assert verify(PAIR, PROOF)
    assert verify(PAIR, replace(PROOF, factor=fmpq(2)))
    assert not verify(told_once(right=fmpq(3, 10)), PROOF)
    assert verify(told_once(right=fmpq(2, 5)), PROOF)


@pytest.mark.parametrize(("left", "right", "factor"), [(1, 1, (3, 2)), (2, 1, (3, 4)), (1, 2, (3, 1)), (3, 2, (1, 1))])
def test_a_factor_is_that_of_weights_by_their_masses(left: int, right: int, factor: tuple[int, int]) -> None:
    pair = replace(PAIR, left_mass=fmpq(left), right_mass=fmpq(right))
    assert verify(pair, replace(PROOF, factor=fmpq(*factor)))
    assert not verify(pair, replace(PROOF, factor=fmpq(*factor) * fmpq(99, 100)))


def bounds(first: object, second: object) -> dict[str, Any]:
    return {"bounds": (((first,),), ((second,),))}


def flows(first: object, second: object = ((0, 0, HALF),)) -> dict[str, Any]:
    return {"flows": ((((first,),), ((second,),)), ())}


WRONG: dict[str, dict[str, Any]] = {
    "a bound that is too low": bounds(fmpq(149, 100), ONE),
    "a factor below the bound": {"factor": fmpq(149, 100)},
    "a negative factor": {"factor": fmpq(-3, 2)},
    "a factor that is no number": {"factor": None},
    "a factor that is no fraction": {"factor": 2},
    "an end that exceeds its bound": bounds(fmpq(3, 2), fmpq(9, 10)),
    "a later bound that asks for more": bounds(fmpq(3, 2), fmpq(2)),
    "a negative bound": bounds(fmpq(3, 2), fmpq(-1)),
    "a bound with an unknown": bounds(fmpq(3, 2), unknown("p")),
    "no bound where a flow leads": bounds(fmpq(3, 2), None),
    "no bound at the start": bounds(None, ONE),
    "bounds of one node": {"bounds": (((fmpq(3, 2),),),)},
    "a flow too little": flows(((0, 0, THIRD),)),
    "a flow too little on the second edge": flows(((0, 0, HALF),), ((0, 0, THIRD),)),
    "a flow too much": flows(((0, 0, fmpq(2, 3)),)),
    "a negative flow": flows(((0, 0, ONE), (0, 0, -HALF))),
    "a flow to no vector on the left": flows(((1, 0, HALF),)),
    "a flow to no vector on the right": flows(((0, 1, HALF),)),
    "a flow to the left vector before the first": flows(((-1, 0, HALF),)),
    "a flow to the right vector before the first": flows(((0, -1, HALF),)),
    "an empty flow": flows(()),
    "no flow": flows(None),
    "flows of one edge": {"flows": ((FLOW,), ())},
    "flows of one node": {"flows": ()},
    "a start too little": {"start": ((0, 0, HALF),)},
    "a start too much": {"start": ((0, 0, fmpq(2)),)},
    "no start": {"start": ()},
    "a start at a vector that is not there": {"start": ((1, 0, ONE),)},
    "vectors of one node": {"left_beliefs": UNITS[:1]},
    "a left vector that is too small": {"left_beliefs": (UNITS[0], (((0, HALF),),))},
    "a right vector that is too large": {"right_beliefs": (UNITS[0], (((0, fmpq(2)),),))},
}


@pytest.mark.parametrize("name", WRONG)
def test_couplings_that_prove_nothing(name: str) -> None:
    assert not verify(PAIR, replace(PROOF, **WRONG[name]))


@pytest.mark.parametrize("side", ["left_beliefs", "right_beliefs"])
@pytest.mark.parametrize("entry", [(-1, ONE), (2, ONE), (0, -ONE), (0, unknown("p")), (0, None)], ids=str)
def test_vectors_that_nothing_uses_are_vectors_too(side: str, entry: tuple[int, object]) -> None:
    wide: dict[str, Any] = {"bounds": (PROOF.bounds[0], ((ONE, None), (None, None)))}
    harmless = ((0, HALF), (1, ONE))
    for row, expected in ((harmless, True), ((entry,), False)):
        rows = (UNITS[0], (*UNITS[1], row))
        assert verify(PAIR, replace(PROOF, **(wide | {side: rows}))) is expected


def test_the_room_of_a_flow_is_that_of_every_state() -> None:
    """The first value is shown from one of two states, which a right vector cannot mix otherwise than it is."""
    mixed = Edge(TellLetter(0), 1, (((0, HALF), (1, HALF)),), (((0, HALF), (1, HALF)),))
    pair = replace(PAIR, nodes=(replace(PAIR.nodes[0], edges=(mixed,)), PAIR.nodes[1]))
    both = (UNITS[0], (((0, ONE),), ((1, ONE),)))
    wide = replace(
        PROOF,
        factor=ONE,
        left_beliefs=both,
        right_beliefs=both,
        bounds=(((ONE,),), ((ONE, fmpq(2)), (HALF, ONE))),
        flows=((((((0, 0, HALF), (1, 1, HALF)),),),), ()),
    )
    assert verify(pair, wide)
    for flow in (((0, 0, HALF), (1, 0, HALF)), ((0, 1, HALF), (1, 1, HALF)), ((0, 0, HALF),), ((1, 1, HALF),)):
        assert not verify(pair, replace(wide, flows=((((flow,),),), ())))
    assert not verify(pair, replace(wide, flows=((((((0, 1, HALF), (1, 0, HALF)),),),), ())))
    # Each end alone is enough to refuse bounds that say less.
    for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
        table = tuple(
            tuple(bound * fmpq(99, 100) if (s, t) == (i, j) else bound for t, bound in enumerate(line))
            for s, line in enumerate(wide.bounds[1])
        )
        assert not verify(pair, replace(wide, factor=fmpq(2), bounds=(((fmpq(2),),), table)))
    assert verify(pair, replace(wide, factor=fmpq(2), bounds=(((fmpq(2),),), wide.bounds[1])))


STRANGE: list[object] = [-ONE, unknown("p"), None]


@pytest.mark.parametrize("weight", STRANGE, ids=str)
def test_pairs_with_other_weights_are_refused(weight: Any) -> None:
    first, last = PAIR.nodes
    edge = first.edges[0]
    strange: list[Pair] = [
        replace(PAIR, left_mass=weight),
        replace(PAIR, right_mass=weight),
        replace(PAIR, left=((0, weight),)),
        replace(PAIR, right=((0, weight),)),
    ]
    strange += [
        replace(PAIR, nodes=(first, replace(last, **{side: (ONE, weight)}))) for side in ("left_final", "right_final")
    ]
    for side in ("left", "right"):
        for row in (((0, weight),), ((0, HALF), (1, weight))):
            edges = (replace(edge, **{side: (row,)}), first.edges[1])
            strange.append(replace(PAIR, nodes=(replace(first, edges=edges), last)))
    assert not any(verify(pair, PROOF) for pair in strange)


def test_masses_of_nothing_are_refused() -> None:
    nothing: dict[str, Any] = {"left_mass": fmpq(0), "right_mass": fmpq(0)}
    for side, mass in nothing.items():
        assert not verify(replace(PAIR, **{side: mass}), PROOF)
        assert not verify(replace(PAIR, left=(), **{side: mass}), replace(PROOF, start=()))
    assert verify(replace(PAIR, left=()), replace(PROOF, start=(), factor=fmpq(0)))


def test_weights_of_nothing_are_weights() -> None:
    last = replace(PAIR.nodes[1], left_final=(ONE, fmpq(0)))
    assert verify(replace(PAIR, nodes=(PAIR.nodes[0], last), left=((0, ONE),)), PROOF)
    assert verify(PAIR, replace(PROOF, start=((0, 0, ONE), (0, 0, fmpq(0)))))


@pytest.mark.parametrize("entry", [(-1, ONE), (2, ONE), (1, -ONE), (1, unknown("p"))], ids=str)
def test_pairs_with_rows_that_are_none_are_refused(entry: Any) -> None:
    """Also where no vector comes by: the second state of the last node leads on."""
    onward = Edge(TellLetter(0), 1, (((0, HALF),), ((1, HALF),)), (((0, HALF),), ((1, HALF),)))
    pair = replace(PAIR, nodes=(PAIR.nodes[0], replace(PAIR.nodes[1], edges=(onward,))))
    proof = replace(PROOF, flows=(PROOF.flows[0], (FLOW,)))
    assert verify(pair, proof)
    strange = [replace(pair, **{side: ((0, ONE), entry)}) for side in ("left", "right")]
    for side in ("left", "right"):
        edge = replace(onward, **{side: (((0, HALF),), (entry,))})
        strange.append(replace(pair, nodes=(pair.nodes[0], replace(pair.nodes[1], edges=(edge,)))))
    assert not any(verify(each, proof) for each in strange)
