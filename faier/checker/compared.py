"""A claim -> everything that it compares, as graphs of words: one for related inputs that are read entry by entry, one
for each pair of whole inputs that is listed, and with a prior one for each pair of secrets and its finite parameters.

The weight of a word is the product of the start, the rows of its letters and `finals`: what a spot counts for. That is
1 for inputs, and with a prior the probability that the secret is the one of the side; where that is 0, rows do not
lead. Where a run keeps draws, it is that times the mass of what is known of them. Starts are divided by the probability
of the secret, so that the claim says left <= e^epsilon * right for every word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .fed_process import Joint, Key, States, listed_secrets
from .forms import ONE, ZERO, Number, generators, is_zero
from .graph import Edge, Graph, Node, Row
from .inputs import parameter_values, unread_inputs, whole_pairs
from .outcome import Hole
from .relation import Rule, alike, by_inputs, rules_of
from .run_states import Spot

MOST_NODES = 20_000

Finals = tuple[tuple[Number, ...], tuple[Number, ...]]


@dataclass(frozen=True)
class Compared:
    """`finals[n]` are those of the left and of the right spots of node n. `proper`: a word that is more likely on the
    left is always one of inputs that are related, or of secrets that are compared."""

    graph: Graph
    start: tuple[Row, Row]
    finals: tuple[Finals, ...]
    proper: bool


def compared(joint: Joint, length: int | None) -> Iterator[Compared]:
    """In the order of `enumeration`; secrets in the order of their keys' texts, the left one first."""
    claim = joint.claim
    if claim.delta:
        raise Hole("the words of a claim with a delta")
    if claim.neighbors is None:
        for parameters in parameter_values(joint):
            yield from _secrets(joint, parameters, length)
        return
    rules = rules_of(joint.asked, claim.mechanism, claim.neighbors)
    if not by_inputs(rules):
        start = joint.given(unread_inputs(claim, everything=True))
        yield _plain(Graph(joint, rules, length, MOST_NODES), start, start, proper(rules))
        return
    for left, right in whole_pairs(joint, rules):
        if not all(alike(left[name], right[name]) for name in left):
            graph = Graph(joint, (), length, MOST_NODES)
            yield _plain(graph, joint.given(left), joint.given(right), True)


def cyclic(graph: Graph) -> bool:
    """Whether a word can come back to a node: nodes that nothing leads to are taken away until none is left."""
    into = [0] * len(graph.nodes)
    for node in graph.nodes:
        for edge in node.edges:
            into[edge.target] += 1
    free = [at for at, number in enumerate(into) if not number]
    taken = 0
    while free:
        taken += 1
        for edge in graph.nodes[free.pop()].edges:
            into[edge.target] -= 1
            if not into[edge.target]:
                free.append(edge.target)
    return taken < len(graph.nodes)


def proper(rules: tuple[Rule, ...]) -> bool:
    """Watching allows equal entries too. Where two rules each want a difference, one of them may not have it."""
    return sum(rule.kind not in ("each", "total", "pairs", "where") for rule in rules) <= 1


def _plain(graph: Graph, left: States, right: States, differs: bool) -> Compared:
    graph.build(left, right)
    finals = tuple(
        (tuple(spot.mass for spot in node.left), tuple(spot.mass for spot in node.right)) for node in graph.nodes
    )
    return Compared(graph, graph.start, finals, differs)


def _secrets(joint: Joint, parameters: dict[str, object], length: int | None) -> Iterator[Compared]:
    start = joint.believed(parameters, unread_inputs(joint.claim, everything=False))
    masses = {key: (secret, _divisor(mass)) for key, (secret, mass) in joint.rest(start).items()}
    pairs = pairs_of(joint, masses)
    if not pairs:
        return
    graph = Graph(joint, (), length, MOST_NODES)
    graph.build(start, start)
    told = {key: [_told(joint, node, key) for node in graph.nodes] for key in {key for pair in pairs for key in pair}}
    for one, other in pairs:
        finals = tuple(zip(told[one], told[other], strict=True))
        left, right = (
            {at: weight / masses[key][1] for at, weight in row.items() if not is_zero(told[key][0][at])}
            for row, key in zip(graph.start, (one, other), strict=True)
        )
        yield Compared(_telling(graph, finals), (left, right), finals, True)


def pairs_of(joint: Joint, masses: Mapping[Key, tuple[object, Number]]) -> list[tuple[Key, Key]]:
    """The ordered pairs of secrets that are possible and compared."""
    possible = sorted((key for key, (_, mass) in masses.items() if not is_zero(mass)), key=repr)
    return [
        (one, other)
        for one in possible
        for other in possible
        if one != other and listed_secrets(joint, masses[one][0], masses[other][0])
    ]


def _telling(graph: Graph, finals: tuple[Finals, ...]) -> Graph:
    """Without the ways to spots that do not count, for nothing that follows them does."""
    nodes = []
    for node in graph.nodes:
        edges = []
        for edge in node.edges:
            left, right = (
                tuple({at: weight for at, weight in row.items() if not is_zero(counts[at])} for row in rows)
                for rows, counts in zip((edge.left, edge.right), finals[edge.target], strict=True)
            )
            edges.append(Edge(edge.target, left, right))
        nodes.append(replace(node, edges=edges))
    return replace(graph, nodes=nodes)


def _told(joint: Joint, node: Node, key: Key) -> tuple[Number, ...]:
    return tuple(final(joint, spot, key) for spot in node.left)


def final(joint: Joint, spot: Spot, key: Key) -> Number:
    """The probability that a run from this spot on tells the secret."""
    state = spot.state()
    found = joint.rest({state.key(): (state, ONE)})
    return found[key][1] if key in found else ZERO


def _divisor(mass: Number) -> Number:
    """The probability of a secret, which no unknown may make 0."""
    if generators(mass) - {"e", "^EPS"}:
        raise Hole("the probability of a secret depends on an unknown")
    return mass
