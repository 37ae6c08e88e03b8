"""What a claim with a prior compares, where weights may depend on the prior's unknown reals.

The graphs, their order and their letters are those of `compared`. Nothing is divided by the probability of a secret:
the weights at the start are multiplied by that of the other side's. What spots count for is told only where words stop.
"""

from __future__ import annotations

from collections.abc import Iterator

from .compared import MOST_NODES, Compared, Finals, cyclic, final, pairs_of
from .fed_process import Joint, Key
from .forms import ZERO, Number, multiplied
from .graph import Graph, Node
from .inputs import parameter_values, unread_inputs
from .outcome import Hole


def believed(joint: Joint, length: int | None) -> Iterator[Compared]:
    claim = joint.claim
    if claim.prior is None or claim.delta:
        raise Hole("places for a claim without a prior, or with a delta")
    for parameters in parameter_values(joint):
        start = joint.believed(parameters, unread_inputs(claim, everything=False))
        masses = joint.rest(start)
        pairs = pairs_of(joint, masses)
        if not pairs:
            continue
        graph = Graph(joint, (), length, MOST_NODES)
        graph.build(start, start)
        endless = cyclic(graph)
        stops = [_stops(node, length, endless) for node in graph.nodes]
        told = {
            key: [_told(joint, node, key, stop) for node, stop in zip(graph.nodes, stops, strict=True)]
            for key in {key for pair in pairs for key in pair}
        }
        for one, other in pairs:
            left, right = (
                {at: multiplied(weight, masses[key][1]) for at, weight in row.items()}
                for row, key in zip(graph.start, (other, one), strict=True)
            )
            finals: tuple[Finals, ...] = tuple(zip(told[one], told[other], strict=True))
            yield Compared(graph, (left, right), finals, True)


def _stops(node: Node, length: int | None, endless: bool) -> bool:
    """Whether a word that comes here may stop here."""
    return endless or (node.telling and (node.shown == length or any(spot.kind == "end" for spot in node.left)))


def _told(joint: Joint, node: Node, key: Key, stops: bool) -> tuple[Number, ...]:
    return tuple(final(joint, spot, key) if stops else ZERO for spot in node.left)
