"""What is believed of two draws whose sum is told, a difference perhaps: how likely each sum is, and what it leaves.

A sum that is told makes one draw a function of the other one: they become one draw, with the weights of both.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import ONE, as_number
from faier.exact.differences import difference
from faier.exact.integers import Weights, point
from faier.exact.reals import Density, Spot
from faier.limits import LimitReached
from faier.semantics.beliefs import Belief, Found, Graph, renamed, settled, told_real
from faier.semantics.kept import Constraint
from faier.semantics.nodes import Ambiguous, Node, Shown, Watch

Terms: TypeAlias = tuple[tuple[int, int], ...]
"""Two draws, each with its sign."""


def of_sum(belief: Belief, terms: Terms) -> Weights | Density | None:
    """The weights of sign * y + sign * z; None where comparisons bind the two in another way than by that sum."""
    (sign, one), (other_sign, other) = terms
    for (each, known), (own, free) in (terms, terms[::-1]):
        at = belief.nodes[known].weights
        if isinstance(at, Spot):
            density = belief.of(free)
            assert isinstance(density, Density)
            return (density if own > 0 else density.mirrored()).shifted(each * at.at)
    graph = Graph(dict(enumerate(belief.nodes)), list(belief.edges))
    graph.sum_out({one, other})
    if set(graph.nodes) != {one, other}:
        return None
    weights = _signed(graph.nodes[one], sign), _signed(graph.nodes[other], -other_sign)
    found = difference(*weights).scaled(graph.factor)
    for edge in graph.edges:
        way = _along(edge, terms)
        if way is None:
            return None
        ends = (edge.least, None) if way > 0 else (None, -edge.least)
        found = found.within(*cast("tuple[int | None, int | None]", ends))
    return found


def _signed(node: Node, sign: int) -> Weights | Density:
    weights = node.weights
    assert not isinstance(weights, Spot)
    return weights if sign > 0 else weights.mirrored()


def _along(edge: Constraint, terms: Terms) -> int | None:
    """1 or -1 where the edge is about the sum of the terms, or about its negative."""
    if edge.terms == terms:
        return 1
    return -1 if edge.terms == tuple((-sign, at) for sign, at in terms) else None


def without(belief: Belief, terms: Terms, later: Collection[int]) -> Belief | None:
    """What is believed of all other draws, where none that is used later bears on the two, or is one of them."""
    gone = {at for _, at in terms}
    while True:
        near = {at for edge in belief.edges for _, at in edge.terms if any(to in gone for _, to in edge.terms)}
        if near <= gone:
            break
        gone |= near
    if gone.intersection(later):
        return None
    staying = [at for at in range(len(belief.nodes)) if at < belief.draws or at not in gone]
    places = {at: place for place, at in enumerate(staying)}
    nodes = tuple(Node(point(0)) if at in gone else belief.nodes[at] for at in staying)
    edges = tuple(renamed(edge, places) for edge in belief.edges if edge.terms[0][1] not in gone)
    return Belief(belief.draws, nodes, edges)


def told_real_sum(
    belief: Belief, terms: Terms, spot: Spot, later: Collection[int], watch: Watch, place: int, offset: fmpq
) -> Found:
    """What is believed when the sum of two reals becomes known, of draws that are used later, weighted with its density
    there. It is told at a place of an output, with the offset added."""
    for (each, known), (own, free) in (terms, terms[::-1]):
        at = belief.nodes[known].weights
        if isinstance(at, Spot):
            return _beside_told(belief, free, own, at.moved(each, fmpq(0)), spot, watch, place, offset)
    (sign, gone), (other_sign, staying) = terms if terms[0][1] not in later else terms[::-1]
    if gone in later:
        raise LimitReached("draws", "two reals whose sum was told are both looked at again, which is not followed")
    one, other = belief.nodes[gone].weights, belief.nodes[staying].weights
    assert isinstance(one, Density) and isinstance(other, Density)
    # gone = sign * sum + turn * staying
    turn = -sign * other_sign
    along = one.shifted(-sign * spot.at) if turn > 0 else one.mirrored().shifted(sign * spot.at)
    nodes = dict(enumerate(belief.nodes))
    nodes[gone] = Node(point(0))
    nodes[staying] = replace(nodes[staying], weights=along * other)
    edges: list[Constraint] = []
    for edge in belief.edges:
        signs = {at: each for each, at in edge.terms}
        factor = signs.pop(gone, 0)
        if not factor:
            edges.append(edge)
            continue
        least = edge.least - factor * sign * spot.at
        signs[staying] = signs.get(staying, 0) + factor * turn
        if signs[staying] == 0:
            watch.reach_real(place, factor * sign * edge.least + offset, parted=True)
            holds = spot.least(factor * sign, as_number(edge.least))
            if holds is None:
                raise Ambiguous
            if not holds:
                return None
        elif abs(signs[staying]) == 2:
            edges.append(Constraint(((signs[staying] // 2, staying),), least / 2))
        else:
            edges.append(Constraint(tuple(sorted(((each, at) for at, each in signs.items()), key=_draw)), least))
    alone = [edge for edge in edges if len(edge.terms) == 1]
    graph = Graph(nodes, [edge for edge in edges if len(edge.terms) == 2], ONE, watch)
    return settled(graph, alone, range(belief.draws))


def _beside_told(
    belief: Belief, free: int, sign: int, known: Spot, total: Spot, watch: Watch, place: int, offset: fmpq
) -> Found:
    """The same where one of the two, with its sign, was told before."""
    sides = {sign * side for side in (total.side, -known.side) if side}
    if len(sides) > 1:
        raise LimitReached("draws", "a real that was told is in a sum that is told, just above and just below a number")
    spot = Spot(sign * (total.at - known.at), sides.pop() if sides else 0)
    return told_real(belief, free, spot, Shown(place, sign, offset + known.at), watch)


def _draw(term: tuple[int, int]) -> int:
    return term[1]
