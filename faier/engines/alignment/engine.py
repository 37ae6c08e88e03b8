"""A kept process and a neighbor relation -> an alignment that proves an epsilon for words of every length, or none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from flint import fmpq

from faier.engines.alignment.besides import APART, WHOLE
from faier.engines.alignment.check import Broken, verify
from faier.engines.alignment.costs import at_most
from faier.engines.alignment.evidence import Aligned, Alignment, Bound, Covered, Following, Match, Piece
from faier.engines.alignment.graph import Attempt, Choice, Graph, Line, codes_for, graph_of, little
from faier.engines.alignment.late import late
from faier.engines.alignment.prices import NotAligned, every_fresh, every_way, grids, rational, reach
from faier.engines.alignment.search import ENDLESS, NOTHING, Chosen, Search, Vector, beside
from faier.engines.alignment.shifts import Window
from faier.engines.alignment.skeleton import Skeleton, skeleton_of
from faier.exact import Epsilon
from faier.hmm.lump_kept import lump_kept
from faier.hmm.neighbors import automaton
from faier.hmm.wholes import Evaluate
from faier.lang.claim import Relation
from faier.lang.syntax import Function
from faier.limits import DEFAULTS, LimitReached, Limits
from faier.semantics.kept import KeptProcess, Reals, Way

WIDTHS = (1, 64)
"""So many vectors a node keeps before it joins them; first few, which is fast."""

UNITS = (8, 64)
"""So many units of costs may be spent where no epsilon is given: little at first, which is fast."""

WIDEST = 16
"""Shifts of kept draws are not larger than that."""

MANY = 3
"""More draws that one step compares with each other are many: their shifts are tried together."""


def align(
    kept: KeptProcess,
    function: Function,
    relation: Relation,
    epsilon: Epsilon,
    evaluate: Evaluate | None = None,
    limits: Limits = DEFAULTS,
) -> Alignment:
    """An alignment that proves the epsilon. `NotAligned` says why there is none."""
    return aligned(skeleton_for(kept, function, relation, evaluate, limits), epsilon, limits)


def skeleton_for(
    kept: KeptProcess, function: Function, relation: Relation, evaluate: Evaluate | None, limits: Limits
) -> Skeleton:
    """What drives two runs; `NotAligned` where they are of a prior."""
    if any(weight != 1 for _, weights in kept.finals for weight in weights) or len(kept.finals) != 1:
        raise NotAligned("runs of a prior are not aligned")
    if not rational(kept):
        raise NotAligned("reals are compared with a number that is not rational, or it is added to them")
    rule = automaton(relation, function, evaluate, limits)
    return skeleton_of(
        lump_kept(late(kept), limits), [parameter.name for parameter in function.parameters], rule, limits
    )


def least(
    kept: KeptProcess,
    function: Function,
    relation: Relation,
    evaluate: Evaluate | None = None,
    limits: Limits = DEFAULTS,
) -> Alignment:
    """The alignment with the least epsilon that is found."""
    skeleton = skeleton_for(kept, function, relation, evaluate, limits)
    best: Alignment | None = None
    try:
        for units in UNITS:
            for one in _attempts(skeleton.kept):
                codes = codes_for(skeleton.kept, one.exact)
                most = little(skeleton.kept, codes, one.window) * units if best is None else best.epsilon
                found = _lowered(skeleton, graph_of(skeleton, most, one, limits), limits)
                if found is not None and (best is None or at_most(found.epsilon, best.epsilon)):
                    best = found
            if best is not None:
                break
    except LimitReached:
        if best is None:
            raise
    if best is None:
        raise NotAligned(why(kept, "no alignment of the two runs was found"))
    return best


def _lowered(skeleton: Skeleton, graph: Graph, limits: Limits) -> Alignment | None:
    """What is found in a graph, with ever less that may be spent."""
    best: Alignment | None = None
    cap = graph.cap
    for width in WIDTHS:
        while True:
            search = Search(graph, width, limits, cap)
            search.run()
            found = recorded(search)
            if found is None or not _holds(skeleton, found, limits):
                break
            best, cap = found, graph.codes.code(found.epsilon) - 1
    return best


def aligned(skeleton: Skeleton, epsilon: Epsilon, limits: Limits) -> Alignment:
    """The same, once it is known which words drive both runs."""
    for one in _attempts(skeleton.kept):
        graph = graph_of(skeleton, epsilon, one, limits)
        for width in WIDTHS:
            search = Search(graph, width, limits, graph.cap)
            search.run()
            found = recorded(search)
            if found is not None and at_most(found.epsilon, epsilon) and _holds(skeleton, found, limits):
                return found
    raise NotAligned(why(skeleton.kept, "no alignment of the two runs was found that costs so little"))


def why(kept: KeptProcess, reason: str) -> str:
    """The reason, with what makes it hard."""
    if any(isinstance(fresh, Reals) and not fresh.rates for fresh in every_fresh(kept)):
        return f"{reason}: shifting a normal variable has no finite price"
    together = max((len(_compared(way)) for way in every_way(late(kept))), default=0)
    if together <= MANY:
        return reason
    return (
        f"{reason}; {together} draws are compared with each other at once: a loop that compares each as it is drawn,"
        " and keeps only what it needs later, takes less"
    )


def _compared(way: Way) -> set[int]:
    return {variable for one in way.constraints if len(one.terms) > 1 for _, variable in one.terms}


def _attempts(kept: KeptProcess) -> Iterator[Attempt]:
    """With short codes and, if they are others, with those of all weights; how far draws are shifted; left ways taken
    whole first: there are fewer hypotheses then, by far where a loop keeps the least and the greatest of many draws."""
    both = codes_for(kept, False) != codes_for(kept, True)
    for exact, window, pieces in product((False, True) if both else (False,), windows(kept), (WHOLE, APART)):
        yield Attempt(exact, window, pieces)


def _holds(skeleton: Skeleton, found: Alignment, limits: Limits) -> bool:
    try:
        verify(skeleton, found, limits)
    except Broken:
        return False
    return True


def windows(kept: KeptProcess) -> list[Window]:
    """How far shifts go that are tried, one after the other."""
    whole = any(not isinstance(fresh, Reals) for fresh in every_fresh(kept))
    found = []
    for grid in grids(kept):
        steps = int((reach(kept) / grid).ceil())
        widest = min(max(steps, int(fmpq(reach(kept)).ceil())) if whole else steps, WIDEST)
        found += [Window(size, grid) for size in dict.fromkeys((min(2, widest), min(4, widest), widest))]
    return found


def recorded(search: Search) -> Alignment | None:
    """What the search came to, if every word is covered from the start."""
    graph, found = search.graph, search.found
    starts = []
    greatest = 0
    for vector in found[0]:
        cost, chosen = beside(graph.start, vector, graph.besides)
        if cost == ENDLESS or cost > search.cap:
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
