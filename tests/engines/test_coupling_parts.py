"""Couplings and growth written by hand: `verify` accepts what proves them, and refuses whatever does not; and the parts
that they are found by."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from flint import fmpq
from pairs import chain_response_pair, random_pair

from faier.engines.coupling import engine as coupling
from faier.engines.coupling.acyclic_bounds import Common
from faier.engines.coupling.beliefs import further, plain
from faier.engines.coupling.check import Coupling, verify
from faier.engines.coupling.enclosure import enclosed
from faier.engines.coupling.flows import FLOATS, RATIONALS, Flow, cheapest
from faier.engines.growth import engine as growth
from faier.engines.growth.engine import Divergence
from faier.engines.search.engine import tightest
from faier.exact import unknown
from faier.hmm.forward import forward
from faier.hmm.model import AskLetter, Edge, Letter, Node, Pair, TellLetter
from faier.limits import Limits, Work
from faier.semantics.process import Entry, Row

ONE, HALF, THIRD = fmpq(1), fmpq(1, 2), fmpq(1, 3)


def told_once(left: fmpq = HALF, right: fmpq = THIRD) -> Pair:
    """One value is shown: the first one with these weights. The last node has a second state, which none leads to."""
    edges = tuple(
        Edge(TellLetter(value), 1, (((0, more),) if more else (),), (((0, less),) if less else (),))
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


# --- Flows -------------------------------------------------------------------------------------------------------

Table = list[list[fmpq | None]]


def drawn(draw: random.Random, rows: int, columns: int) -> tuple[list[tuple[int, fmpq]], list[tuple[int, fmpq]], Table]:
    def weights(count: int) -> list[tuple[int, fmpq]]:
        return [(at, fmpq(draw.randint(1, 6), draw.randint(1, 6))) for at in range(count)]

    options: list[fmpq | None] = [None, fmpq(0), *(fmpq(part, 2) for part in range(1, 9))]
    table = [[draw.choice(options[draw.choice((0, 1, 2, 2)) :]) for _ in range(columns)] for _ in range(rows)]
    return weights(rows), weights(columns), table


def used(flow: Flow[fmpq], supply: list[tuple[int, fmpq]], room: list[tuple[int, fmpq]], table: Table) -> fmpq:
    """The least factor for which the room suffices, of a flow that covers the supply."""
    taken = dict.fromkeys(range(len(room)), fmpq(0))
    for state, weight in supply:
        assert sum((amount for one, _, amount in flow.amounts if one == state), fmpq(0)) >= weight
    for one, other, amount in flow.amounts:
        bound = table[one][other]
        assert bound is not None and amount >= 0
        taken[other] += amount * bound
    return max((taken[state] / weight for state, weight in room), default=fmpq(0))


def corners(supply: list[tuple[int, fmpq]], room: list[tuple[int, fmpq]], table: Table) -> list[fmpq]:
    """What flows of two supplies to two rooms need: at the ends of their shares, and where both rooms need as much."""
    (_, a), (_, b) = supply
    (_, first), (_, second) = room
    (p, q), (r, s) = table

    def needed(x: fmpq, y: fmpq) -> tuple[fmpq, fmpq] | None:
        parts = [(x * a, p, 0), ((1 - x) * a, q, 1), (y * b, r, 0), ((1 - y) * b, s, 1)]
        if any(amount != 0 and bound is None for amount, bound, _ in parts):
            return None
        total = [
            sum((amount * bound for amount, bound, at in parts if at == side and bound is not None), fmpq(0))
            for side in range(2)
        ]
        return total[0] / first, total[1] / second

    found = [max(each) for x in (0, 1) for y in (0, 1) if (each := needed(fmpq(x), fmpq(y))) is not None]
    for fixed in (fmpq(0), ONE):
        for make in (lambda t, at=fixed: needed(t, at), lambda t, at=fixed: needed(at, t)):
            ends = make(fmpq(0)), make(ONE)
            if ends[0] is None or ends[1] is None or make(HALF) is None:
                continue
            gaps = [end[0] - end[1] for end in ends]
            if gaps[0] != gaps[1] and 0 <= gaps[0] / (gaps[0] - gaps[1]) <= 1:
                meeting = make(gaps[0] / (gaps[0] - gaps[1]))
                assert meeting is not None
                found.append(max(meeting))
    return found


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_the_cheapest_of_two_by_two(first: int) -> None:
    for seed in range(first, first + 50):
        supply, room, table = drawn(random.Random(seed), 2, 2)
        found = cheapest(supply, room, table, RATIONALS)
        possible = corners(supply, room, table)
        assert (found is None) is (not possible)
        if found is not None:
            assert found.factor == min(possible) == used(found, supply, room, table)
            near = cheapest(
                [(state, float(weight)) for state, weight in supply],
                [(state, float(weight)) for state, weight in room],
                [[None if bound is None else float(bound) for bound in line] for line in table],
                FLOATS,
            )
            assert near is not None
            assert near.factor == pytest.approx(float(found.factor), rel=1e-9)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_flows_use_what_they_say_and_more_room_never_hurts(first: int) -> None:
    for seed in range(first, first + 20):
        draw = random.Random(seed)
        supply, room, table = drawn(draw, draw.randint(1, 4), draw.randint(1, 4))
        found = cheapest(supply, room, table, RATIONALS)
        if found is None:
            assert any(all(bound is None for bound in table[state]) for state, _ in supply)
            continue
        assert used(found, supply, room, table) == found.factor
        # The order does not matter, nor does a scale; of half of each supply half is needed, of what is wider not more.
        turned = cheapest(supply[::-1], room[::-1], table, RATIONALS)
        halved = cheapest([(state, weight / 2) for state, weight in supply], room, table, RATIONALS)
        wider = cheapest(supply, [(state, weight * 2) for state, weight in room], table, RATIONALS)
        assert turned is not None and halved is not None and wider is not None
        assert turned.factor == found.factor == 2 * halved.factor == 2 * wider.factor
        closed = [[bound if draw.random() < 0.7 else None for bound in line] for line in table]
        less = cheapest(supply, room, closed, RATIONALS)
        assert less is None or less.factor >= found.factor


def test_nothing_flows_for_free() -> None:
    assert cheapest([], [(0, ONE)], [], RATIONALS) == Flow(fmpq(0), ())
    assert cheapest([(0, ONE)], [(0, ONE)], [[fmpq(0)]], RATIONALS) == Flow(fmpq(0), ((0, 0, ONE),))
    # A way that costs nothing needs no room.
    assert cheapest([(0, ONE)], [], [[None, fmpq(0)]], RATIONALS) == Flow(fmpq(0), ((0, 1, ONE),))
    assert cheapest([(0, ONE)], [], [[ONE]], RATIONALS) is None


# --- Beliefs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_beliefs_change_no_weight(seed: int) -> None:
    pair = random_pair(seed, cyclic=seed % 2 == 0)
    believed = plain(pair)
    for _ in range(2):
        before = believed
        further_on = further(before, 60, Limits())
        if further_on is None:
            return
        believed = further_on
        for word in words_of(pair, 3):
            assert forward(believed.pair, word) == forward(pair, word)
        for place, node in enumerate(pair.nodes):
            here = believed.pair.nodes[place]
            for beliefs, old, new in (
                (believed.left[place], node.left_final, here.left_final),
                (believed.right[place], node.right_final, here.right_final),
            ):
                assert len(beliefs) == len(new)
                for belief, final in zip(beliefs, new, strict=True):
                    assert [state for state, _ in belief] == sorted({state for state, _ in belief})
                    assert sum((share for _, share in belief), fmpq(0)) == 1
                    assert sum((share * old[state] for state, share in belief), fmpq(0)) == final
        assert all(len(rows) <= 60 for rows in believed.left)


def words_of(pair: Pair, length: int) -> list[tuple[Letter, ...]]:
    found: list[tuple[Letter, ...]] = []
    waiting: list[tuple[int, tuple[Letter, ...]]] = [(pair.start, ())]
    for place, word in waiting:
        found.append(word)
        if len(word) < length:
            waiting += [(edge.target, (*word, edge.letter)) for edge in pair.nodes[place].edges]
    return found


def test_too_many_beliefs_are_given_up() -> None:
    """Each value that is shown makes another belief."""
    pair = chain_response_pair(fmpq(9, 10), fmpq(3, 4))
    believed = further(plain(pair), 1_000, Limits())
    assert believed is not None
    most = max(len(rows) for rows in (*believed.left, *believed.right))
    assert further(plain(pair), most, Limits()) is not None
    assert further(plain(pair), most - 1, Limits()) is None
    # On one side alone, too.
    unit: tuple[Row, ...] = (((0, HALF),),)
    node = pair.nodes[0]
    for side in ("left", "right"):
        edges = tuple(replace(edge, **{side: unit}) for edge in node.edges)
        single = replace(node, **{"edges": edges, f"{side}_final": (ONE,)})
        one = replace(pair, nodes=(single,), **{side: ((0, HALF),)})
        assert further(plain(one), most, Limits()) is not None
        assert further(plain(one), most - 1, Limits()) is None


# --- What is found is looked at again ----------------------------------------------------------------------------


def test_what_is_not_verified_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    endless, short = again(HALF, HALF), told_once()
    assert coupling.prove(endless) is not None and coupling.prove(short) is not None
    assert growth.diverges(GROWING) is not None
    for module in (coupling, growth):
        monkeypatch.setattr(module, "verify", lambda *given: False)
    assert coupling.prove(endless) is None and coupling.prove(short) is None
    assert growth.diverges(GROWING) is None


def test_pairs_of_one_letter_are_bounded_exactly() -> None:
    for left, right in ((HALF, THIRD), (THIRD, HALF), (HALF, HALF), (fmpq(0), HALF), (HALF, fmpq(1, 1000))):
        found = coupling.prove(told_once(left, right))
        assert found is not None
        assert found.factor == max(left / right, (1 - left) / (1 - right), 1)
        doubled = coupling.prove(replace(told_once(left, right), left_mass=fmpq(2), right_mass=THIRD))
        assert doubled is not None
        assert doubled.factor == found.factor / 6
    assert coupling.prove(told_once(HALF, fmpq(0))) is None
    assert coupling.prove(replace(told_once(), left_mass=fmpq(0))) is None
    assert coupling.prove(replace(told_once(), right_mass=fmpq(0))) is None


def test_ends_that_are_seen_on_one_side_more_than_on_the_other_count() -> None:
    first, last = told_once().nodes
    for left, right in ((HALF, THIRD), (THIRD, HALF), (ONE, fmpq(1, 7))):
        ended = replace(last, left_final=(left, ONE), right_final=(right, ONE))
        found = coupling.prove(replace(told_once(), nodes=(first, ended)))
        assert found is not None
        assert found.factor == max(1, fmpq(3, 2) * left / right)
    ended = replace(last, left_final=(ONE, ONE), right_final=(fmpq(0), ONE))
    assert coupling.prove(replace(told_once(), nodes=(first, ended))) is None


def again(left: fmpq, right: fmpq) -> Pair:
    """A value is shown again and again, the one with these weights or nothing; it may stop at any time."""
    turn = Edge(TellLetter(0), 0, (((0, left),),), (((0, right),),))
    return Pair((Node("show", (ONE,), (ONE,), (turn,)),), 0, ((0, ONE),), ((0, HALF),), ONE, ONE)


def test_loops_are_bounded_where_they_do_not_grow() -> None:
    for left, right, factor in (
        (HALF, HALF, 2),
        (THIRD, HALF, 2),
        (HALF, THIRD, None),
        (fmpq(9, 10), fmpq(89, 100), None),
    ):
        found = coupling.prove(again(left, right))
        assert (None if found is None else found.factor) == factor
        grows = growth.diverges(again(left, right))
        assert (grows is None) is (factor is not None)
        if grows is not None:
            assert grows.per_cycle == left / right
    assert coupling.prove(again(HALF, HALF), fmpq(3, 2)) is None
    assert coupling.prove(again(HALF, HALF), fmpq(2)) is not None


def test_long_fractions_are_rounded_up() -> None:
    for number in (fmpq(1, 3**80), fmpq(3**90, 3**80 + 1), fmpq(3**300, 2**70 + 1), fmpq(7, 3), fmpq(2**200), fmpq(0)):
        found = coupling.shortened(number)
        assert number <= found <= number * (1 + fmpq(1, 2**60))
        assert found == number if number.q.bit_length() <= 64 else found.q.bit_length() < 400
        assert found == number or len(f"{int(found.p):b}".rstrip("0")) <= 66


# --- Growth ------------------------------------------------------------------------------------------------------

GROWING = again(fmpq(3, 4), HALF)
GROWTH = Divergence((), (0,), (), (ONE,), (ONE,), fmpq(3, 4), HALF)


def test_growth() -> None:
    assert growth.verify(GROWING, GROWTH)
    assert growth.verify(GROWING, replace(GROWTH, prefix=(0, 0), suffix=(0,), low=(HALF,), high=(HALF,)))
    assert growth.verify(GROWING, replace(GROWTH, cycle=(0, 0), left_rate=fmpq(9, 16), right_rate=fmpq(1, 4)))
    assert growth.verify(GROWING, replace(GROWTH, low=(HALF,), high=(fmpq(2),)))


WRONG_GROWTH: dict[str, dict[str, Any]] = {
    "a rate that is too high on the left": {"left_rate": fmpq(76, 100)},
    "a rate that is too low on the right": {"right_rate": fmpq(49, 100)},
    "equal rates": {"left_rate": HALF},
    "rates the other way around": {"left_rate": THIRD},
    "no rate on the right": {"right_rate": fmpq(0)},
    "a negative rate": {"right_rate": -HALF},
    "a rate with an unknown": {"left_rate": unknown("p")},
    "a rate that is no fraction": {"left_rate": 0.75},
    "more than is seen on the left": {"low": (fmpq(3, 2),)},
    "less than is seen on the right": {"high": (fmpq(9, 10),)},
    "nothing on the left": {"low": (fmpq(0),)},
    "nothing on the right": {"high": (fmpq(0),)},
    "a negative entry on the left": {"low": (-ONE,)},
    "a negative entry beside others": {"high": (ONE, -ONE)},
    "a negative entry on the right": {"high": (-ONE,)},
    "no entry on the left": {"low": ()},
    "an entry too many on the left": {"low": (ONE, fmpq(0))},
    "an entry too many on the right": {"high": (ONE, ONE)},
    "no cycle": {"cycle": ()},
    "an edge that is not there": {"cycle": (1,)},
    "more than the suffix leaves": {"suffix": (0,), "high": (HALF,)},
}


@pytest.mark.parametrize("name", WRONG_GROWTH)
def test_growth_that_is_none(name: str) -> None:
    assert not growth.verify(GROWING, replace(GROWTH, **WRONG_GROWTH[name]))


@pytest.mark.parametrize("weight", STRANGE, ids=str)
def test_growth_of_pairs_with_other_weights_is_refused(weight: Any) -> None:
    node = GROWING.nodes[0]
    edge = node.edges[0]
    strange = [replace(GROWING, **{side: ((0, weight),)}) for side in ("left", "right")]
    strange += [replace(GROWING, nodes=(replace(node, **{f"{side}_final": (weight,)}),)) for side in ("left", "right")]
    for side in ("left", "right"):
        changed = replace(edge, **{side: (((0, weight),),)})
        strange.append(replace(GROWING, nodes=(replace(node, edges=(changed,)),)))
    assert not any(growth.verify(pair, GROWTH) for pair in strange)


def test_growth_counts_where_the_right_side_can_be() -> None:
    """A second state on the right grows faster: that matters where some turn leads there."""
    for leads in (False, True):
        rows = (((0, HALF), (1, THIRD)) if leads else ((0, HALF),), ((1, fmpq(3, 4)),))
        turn = Edge(TellLetter(0), 0, (((0, fmpq(3, 4)),),), rows)
        pair = Pair((Node("show", (ONE,), (ONE, ONE), (turn,)),), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)
        proof = replace(GROWTH, high=(ONE, fmpq(0)))
        assert growth.verify(pair, proof) is not leads
        assert (growth.diverges(pair) is None) is leads
    # A cycle that leads elsewhere is none.
    turn = Edge(TellLetter(0), 1, (((0, fmpq(3, 4)),),), (((0, HALF),),))
    two = Pair((Node("show", (ONE,), (ONE,), (turn,)), GROWING.nodes[0]), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)
    assert not growth.verify(two, GROWTH)


# --- What is found -----------------------------------------------------------------------------------------------

# Random pairs with cycles whose factor for words of all lengths is that of short ones.
TIGHT = [6, 11, 16, 29, 36, 42, 54, 57, 61, 63, 67, 68, 71, 73, 78, 80, 85, 93, 95, 99, 116]


@pytest.mark.parametrize("seed", TIGHT)
def test_couplings_of_pairs_with_cycles_are_tight(seed: int) -> None:
    pair = random_pair(seed, cyclic=True)
    found = coupling.prove(pair)
    exact = tightest(pair, 6, Limits()).lower
    assert found is not None and isinstance(exact, fmpq)
    assert found.factor == exact
    turned = replace(pair, left_mass=3 * pair.left_mass, right_mass=2 * pair.right_mass)
    other = coupling.prove(turned, exact * fmpq(2, 3))
    assert other is not None and other.factor == exact * fmpq(2, 3)
    wanted = coupling.prove(pair, exact)
    assert wanted is not None and wanted.factor == exact
    less = coupling.prove(pair, exact * fmpq(9, 10)) if exact else None
    assert less is None or less.factor == exact


def test_couplings_of_pairs_with_cycles_are_close() -> None:
    for seed, room in ((41, fmpq(9, 8)), (102, fmpq(21, 20))):
        pair = random_pair(seed, cyclic=True)
        found, exact = coupling.prove(pair), tightest(pair, 6, Limits()).lower
        assert found is not None and isinstance(exact, fmpq)
        assert exact < found.factor <= exact * room


def test_a_bound_that_is_no_simple_fraction_is_rounded_up() -> None:
    """Two states whose bounds are the ends of a circle: the limit is a root."""
    left: tuple[Row, ...] = (((0, HALF), (1, fmpq(1, 4))), ((0, fmpq(1, 5)), (1, THIRD)))
    right: tuple[Row, ...] = (((0, fmpq(3, 5)), (1, THIRD)), ((0, fmpq(1, 4)), (1, HALF)))
    turn = Edge(TellLetter(0), 0, left, right)
    pair = Pair((Node("show", (ONE, HALF), (HALF, ONE), (turn,)),), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)
    found, exact = coupling.prove(pair), tightest(pair, 12, Limits()).lower
    assert found is not None and isinstance(exact, fmpq)
    assert exact <= found.factor < exact * 2
    assert verify(pair, found)


def test_couplings_in_no_time_are_none() -> None:
    assert coupling.prove(again(HALF, HALF), None, Limits(deadline=0.0)) is None
    assert coupling.prove(again(HALF, HALF), None, Limits(work=Work(0))) is None
    assert coupling.prove(again(HALF, HALF), None, Limits(work=Work(10**6))) is not None
    assert growth.diverges(GROWING, Limits(deadline=0.0)) is None
    assert growth.diverges(GROWING, Limits(work=Work(10))) is None
    assert growth.diverges(GROWING, Limits(work=Work(4_000))) is None
    assert growth.diverges(GROWING, Limits(work=Work(10**6))) is not None


def test_ends_of_pairs_without_cycles() -> None:
    """A coupling from above and a word from below; none where either side has no weight, or no coupling is found."""
    found = enclosed(told_once(), 1, Limits(), Common())
    assert found is not None
    assert (found.lower, found.upper, found.word, found.length) == (fmpq(3, 2), fmpq(3, 2), (TellLetter(0),), 1)
    assert (found.left, found.right) == (HALF, THIRD)
    doubled = enclosed(replace(told_once(), left_mass=fmpq(2), right_mass=THIRD), 1, Limits(), Common())
    assert doubled is not None
    assert (doubled.lower, doubled.upper) == (fmpq(1, 4), fmpq(1, 4))
    for nothing in (
        told_once(HALF, fmpq(0)),
        replace(told_once(), left_mass=fmpq(0)),
        replace(told_once(), right_mass=fmpq(0)),
        replace(told_once(), left_mass=unknown("p")),
    ):
        assert enclosed(nothing, 1, Limits(), Common()) is None


def looping(*edges: tuple[object, int, fmpq, fmpq], finals: tuple[int, int] = (1, 1)) -> Pair:
    """Two nodes of one state; an edge leads from the first node to the one that is named, and back from the second."""
    asked = AskLetter(Entry("x"), 0, 0)
    made = [
        Edge(TellLetter(number) if shown is None else asked, target, (((0, left),),), (((0, right),),))
        for number, (shown, target, left, right) in enumerate(edges)
    ]
    back = Edge(TellLetter("back"), 0, (((0, HALF),),), (((0, HALF),),))
    nodes = [Node("show", (fmpq(final),), (fmpq(final),), ()) for final in finals]
    nodes = [replace(nodes[0], edges=tuple(made)), replace(nodes[1], edges=(back,))]
    return Pair(tuple(nodes), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)


def test_the_cycle_that_grows_fastest_is_found() -> None:
    slow, fast = (None, 0, fmpq(3, 4), HALF), (None, 0, HALF, fmpq(1, 4))
    for edges, cycle in (((slow, fast), (1,)), ((fast, slow), (0,)), ((slow,), (0,))):
        found = growth.diverges(looping(*edges))
        assert found is not None
        assert (found.prefix, found.cycle, found.suffix) == ((), cycle, ())
        assert found.per_cycle == (2 if fast in edges else fmpq(3, 2))
    # By each value that is shown: three times in two values is less than twice in one.
    found = growth.diverges(looping((None, 1, fmpq(3, 4), fmpq(1, 4)), fast))
    assert found is not None
    assert (found.cycle, found.per_cycle) == ((1,), 2)
    # What is asked for counts nothing.
    found = growth.diverges(looping(("ask", 1, fmpq(3, 4), fmpq(1, 4)), fast))
    assert found is not None
    assert (found.cycle, found.per_cycle) == ((0, 0), 3)
    assert growth.letters(looping(("ask", 1, fmpq(3, 4), fmpq(1, 4)), fast), found) == (
        (),
        (AskLetter(Entry("x"), 0, 0), TellLetter("back")),
        (),
    )


def test_a_cycle_is_reached_by_a_prefix_and_left_by_a_suffix() -> None:
    """The cycle is at the first node; words end at the second alone, or begin there."""
    edges = (None, 0, fmpq(3, 4), HALF), (None, 1, HALF, HALF)
    pair = looping(*edges, finals=(0, 1))
    found = growth.diverges(pair)
    assert found is not None
    assert (found.prefix, found.cycle, found.suffix, found.per_cycle) == ((), (0,), (1,), fmpq(3, 2))
    assert growth.verify(pair, found)
    assert not growth.verify(pair, replace(found, suffix=()))
    pair = replace(looping(*edges), start=1)
    found = growth.diverges(pair)
    assert found is not None
    assert (found.prefix, found.cycle, found.per_cycle) == ((0,), (0,), fmpq(3, 2))
    assert growth.letters(pair, found) == ((TellLetter("back"),), (TellLetter(0),), ())


def test_cycles_that_do_not_grow_or_that_one_side_does_not_have() -> None:
    for left, right in ((HALF, HALF), (THIRD, HALF), (HALF, fmpq(0)), (fmpq(0), HALF)):
        assert growth.diverges(looping((None, 0, left, right))) is None
    assert growth.diverges(looping((None, 0, fmpq(3, 4), HALF), finals=(0, 0))) is None
    assert growth.diverges(replace(GROWING, left_mass=unknown("p"))) is None
