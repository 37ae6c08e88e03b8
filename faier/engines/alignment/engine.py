"""A kept process and a neighbor relation -> an alignment that proves an epsilon for words of every length, or none."""

from __future__ import annotations

from itertools import product

from faier.engines.alignment.check import Broken, verify
from faier.engines.alignment.costs import at_most
from faier.engines.alignment.evidence import Aligned, Alignment, Bound, Covered, Following, Match, Piece
from faier.engines.alignment.graph import Choice, Graph, Line, NotAligned, codes_for, graph_of, reach
from faier.engines.alignment.search import ENDLESS, NOTHING, Chosen, Search, Vector, beside
from faier.engines.alignment.skeleton import Skeleton, skeleton_of
from faier.exact import Epsilon
from faier.hmm.lump_kept import lump_kept
from faier.hmm.neighbors import automaton
from faier.hmm.wholes import Evaluate
from faier.lang.claim import Relation
from faier.lang.syntax import Function
from faier.limits import DEFAULTS, LimitReached, Limits
from faier.semantics.kept import KeptProcess

WIDTHS = (1, 64)
"""So many vectors a node keeps before it joins them; first few, which is fast."""

MOST = 256
"""The most units of an epsilon that is looked for."""

WIDEST = 16
"""Shifts of kept draws are not larger than that."""


def align(
    kept: KeptProcess,
    function: Function,
    relation: Relation,
    epsilon: Epsilon,
    evaluate: Evaluate | None = None,
    limits: Limits = DEFAULTS,
) -> Alignment:
    """An alignment that proves the epsilon. `NotAligned` says why there is none."""
    if any(weight != 1 for _, weights in kept.finals for weight in weights) or len(kept.finals) != 1:
        raise NotAligned("runs of a prior are not aligned")
    rule = automaton(relation, function, evaluate, limits)
    skeleton = skeleton_of(lump_kept(kept, limits), [parameter.name for parameter in function.parameters], rule, limits)
    return aligned(skeleton, epsilon, limits)


def least(
    kept: KeptProcess,
    function: Function,
    relation: Relation,
    evaluate: Evaluate | None = None,
    limits: Limits = DEFAULTS,
) -> Alignment:
    """An alignment that proves as small an epsilon as is found: for one unit of costs, none smaller is."""
    found: Alignment | None = None
    codes = codes_for(lump_kept(kept, limits), False)
    unit = codes.units[0]
    for other in codes.units[1:]:
        unit = other if at_most(other, unit) else unit
    low, high = -1, 1
    try:
        while found is None and high <= MOST:
            try:
                found = align(kept, function, relation, unit * high, evaluate, limits)
            except NotAligned:
                low, high = high, 2 * high
        while found is not None and high - low > 1:
            middle = (low + high) // 2
            try:
                found, high = align(kept, function, relation, unit * middle, evaluate, limits), middle
            except NotAligned:
                low = middle
    except LimitReached:
        if found is None:
            raise
    if found is None:
        raise NotAligned("no alignment of the two runs was found")
    return found


def aligned(skeleton: Skeleton, epsilon: Epsilon, limits: Limits) -> Alignment:
    """The same, once it is known which words drive both runs."""
    for exact, window in product((False, True), windows(skeleton.kept)):
        graph = graph_of(skeleton, epsilon, window, exact, limits)
        if exact and graph.codes == codes_for(skeleton.kept, False):
            break
        for width in WIDTHS:
            search = Search(graph, width, limits)
            search.run()
            found = recorded(search)
            if found is None:
                continue
            try:
                verify(skeleton, found, limits)
            except Broken:
                continue
            return found
    raise NotAligned("no alignment of the two runs was found that costs so little")


def windows(kept: KeptProcess) -> list[int]:
    """The sizes of shifts that are tried, one after the other."""
    widest = min(reach(kept), WIDEST)
    return list(dict.fromkeys((min(2, widest), min(4, widest), widest)))


def recorded(search: Search) -> Alignment | None:
    """What the search came to, if every word is covered from the start."""
    graph, found = search.graph, search.found
    starts = []
    greatest = 0
    for vector in found[0]:
        cost, chosen = beside(graph.start, vector, graph.besides)
        if cost == ENDLESS or cost > graph.cap:
            return None
        greatest = max(greatest, cost)
        starts.append(_matches(graph, graph.start, chosen))
    nodes = []
    for node, place in enumerate(graph.places):
        letters = tuple(_following(search, node, line) for line in place.lines)
        bounds = tuple(
            Bound(vector.alive, tuple(_cost(graph, cost) for cost in vector.costs)) for vector in found[node]
        )
        nodes.append(Aligned(tuple(place.hypotheses), bounds, letters))
    return Alignment(graph.codes.decode(greatest), tuple(nodes), tuple(starts))


def _following(search: Search, node: int, line: Line) -> Following:
    last = _covering(search, node, search.last(node, line)) if line.does else None
    graph, then = search.graph, []
    for after in search.found[line.target]:
        vector = search.before(node, line, after)
        matches = tuple(
            None
            if choices is None or cost in (NOTHING, ENDLESS)
            else _matches(graph, choices, beside(choices, after, graph.besides)[1])
            for choices, cost in zip(line.choices, vector.costs, strict=True)
        )
        then.append(Covered(_covering(search, node, vector), matches))
    return Following(last, tuple(then))


def _covering(search: Search, node: int, vector: Vector) -> int | None:
    """The number of a vector that covers it; None if there are no such words."""
    if not vector.alive:
        return None
    return next(at for at, one in enumerate(search.found[node]) if one.covers(vector))


def _matches(graph: Graph, choices: tuple[Choice, ...], chosen: Chosen) -> tuple[Match, ...]:
    found = []
    for number, at in chosen:
        option = next(choice for choice in choices if choice.left == number).options[at]
        pieces = tuple(
            Piece(right, joint.coupled, graph.codes.decode(cost - price), target)
            for (right, price, _), joint, (cost, target) in zip(
                option.beside.pieces, option.beside.joints, option.pieces, strict=True
            )
        )
        found.append(Match(number, pieces))
    return tuple(found)


def _cost(graph: Graph, cost: int) -> Epsilon | None:
    return None if cost in (NOTHING, ENDLESS) else graph.codes.decode(cost)
