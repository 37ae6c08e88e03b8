"""One layer of the search: every word that shows one value more than those searched before.

Within a layer nodes are processed so that those a free letter (one that costs no step) leads to come first, and only
vectors that are new are extended.
"""

from __future__ import annotations

from collections.abc import Iterable

from faier.engines.search.dominance import prune
from faier.engines.search.meeting import crowded
from faier.engines.search.state import Ground, Progress
from faier.engines.search.vectors import Shape, Vector, moved, stopping, vector
from faier.limits import LimitReached, Limits

# So many steps of linear programs are paid by each vector that is made: about what they cost together.
_EARNED = 2_000


def advance(ground: Ground, progress: Progress, layer: int, length: int | None) -> bool:
    """Search one layer; says whether anything new may still appear in a later one."""
    appeared: dict[int, tuple[Vector, ...]] = {}
    skipped = False
    progress.done = set()
    for number, (component, loops) in enumerate(zip(ground.graph.components, ground.graph.looping, strict=True)):
        _tell(ground, layer, length, number)
        if ground.beyond(component[0], layer, length):
            skipped = True
            continue
        if component[0] in progress.listed or (not loops and crowded(ground, progress, component[0])):
            continue
        _component(ground, progress, layer, component, loops, appeared)
        progress.done.update(component)
    progress.fresh = {place: items for place, items in appeared.items() if items}
    return skipped or bool(progress.fresh)


def _tell(ground: Ground, layer: int, length: int | None, number: int) -> None:
    """How many of the components of all layers are done, where it is known how many layers there are."""
    layers = 1 if not ground.graph.counting else 0 if length is None else length + 1
    if layers:
        ground.limits.reached((layer + number / len(ground.graph.components)) / layers)


def _component(
    ground: Ground,
    progress: Progress,
    layer: int,
    component: tuple[int, ...],
    loops: bool,
    appeared: dict[int, tuple[Vector, ...]],
) -> None:
    """Nodes that reach each other by free letters are repeated until nothing new appears."""
    found: dict[int, tuple[Vector, ...]] = {}
    for place in component:
        sources = []
        for number, edge in enumerate(ground.pair.nodes[place].edges):
            if not ground.free(edge):
                sources.append((number, progress.fresh.get(edge.target, ())))
            elif edge.target not in component:
                sources.append((number, appeared.get(edge.target, ())))
        found[place] = _extend(ground, progress, place, sources, stop=layer == 0)
        appeared[place] = found[place]
    while loops and any(found.values()):
        latest, found = found, {}
        for place in component:
            sources = [
                (number, latest.get(edge.target, ()))
                for number, edge in enumerate(ground.pair.nodes[place].edges)
                if ground.free(edge) and edge.target in component
            ]
            found[place] = _extend(ground, progress, place, sources, stop=False)
            alive = {item.identity for item in progress.kept[place]}
            both = (*appeared[place], *found[place])
            appeared[place] = tuple(item for item in both if item.identity in alive)


def _extend(
    ground: Ground,
    progress: Progress,
    place: int,
    sources: Iterable[tuple[int, tuple[Vector, ...]]],
    stop: bool,
) -> tuple[Vector, ...]:
    """Make the vectors of one node that follow from new ones, and prune; returns those that are kept."""
    known = {item.shape: item for item in progress.kept[place]}
    old = progress.kept[place]
    fresh: list[Vector] = []
    before = progress.candidates

    def candidate(edge: int | None, rest: Vector | None, shape: Shape) -> None:
        progress.candidates += 1
        if shape.left and shape not in known:
            item = vector(progress.candidates, place, shape, ground.arithmetic, edge, rest)
            _check_bits(item, ground.limits)
            known[shape] = item
            fresh.append(item)

    if stop:
        left, right = ground.graph.left_states[place], ground.graph.right_states[place]
        candidate(None, None, stopping(ground.pair.nodes[place], left, right, ground.arithmetic))
    for number, items in sources:
        if not items:
            continue
        step = ground.step(place, number)
        for rest in items:
            ground.limits.check()
            candidate(number, rest, moved(step, rest.shape, ground.arithmetic))
    if not fresh:
        return ()
    ground.effort.purse.spend(-_EARNED * (progress.candidates - before))
    pruned = prune(old, fresh, ground.effort)
    progress.programs += pruned.programs
    return _keep(ground, progress, place, old, pruned.kept)


def _keep(
    ground: Ground,
    progress: Progress,
    place: int,
    old: tuple[Vector, ...],
    kept: tuple[Vector, ...],
) -> tuple[Vector, ...]:
    before_it = {item.identity for item in old}
    added = tuple(item for item in kept if item.identity not in before_it)
    progress.kept[place] = kept
    progress.vectors += len(added)
    progress.peak = max(progress.peak, len(kept))
    if len(kept) > ground.width:
        raise LimitReached("vectors", f"more than {ground.width} vectors matter at one point of the word")
    return added


def _check_bits(item: Vector, limits: Limits) -> None:
    if max(item.left_sketch.exponent, item.right_sketch.exponent) > limits.bits:
        raise LimitReached("bits", f"a weight has more than {limits.bits} bits")
