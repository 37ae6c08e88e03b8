"""The Markov quilt mechanism for Bayesian networks: Algorithm 2 of Song, Wang and Chaudhuri 2017.

Remote from a node, given a quilt, are the nodes that the graph separates from it by d-separation (networkx); all others
are nearby. That is all that the proof of the theorem uses, so no edge needs to be cut between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from faier.calibration.quilts.chains import Number, exact_number
from faier.calibration.quilts.networks import Network, together
from faier.calibration.quilts.scale import BITS, Budget, as_epsilon, asked
from faier.exact import Epsilon
from faier.extras import needed

if TYPE_CHECKING:
    import networkx

FEW = 10
"""Of no more nodes than these, every set is looked at."""

PAIR = 2


@dataclass(frozen=True)
class Separated:
    """A quilt of a node: the nodes near to it, and the greatest ratio of chances of the quilt's values given two of the
    node's (None: no bound). `score` is the scale that it asks for (None: none is enough)."""

    quilt: frozenset[str]
    near: frozenset[str]
    ratio: fmpq | None
    score: fmpq | None


@dataclass(frozen=True)
class Scaled:
    """The scale that is enough for every node, and the quilt of each."""

    scale: fmpq
    quilts: Mapping[str, Separated]


def quilts_of_networks(
    networks: Network | Iterable[Network],
    epsilon: Budget,
    *,
    lipschitz: Number = 1,
    given: Mapping[str, Sequence[Iterable[str]]] | None = None,
    nodes: Iterable[str] | None = None,
) -> Scaled:
    """The scale of Laplace noise that Algorithm 2 asks for, where the query moves by at most `lipschitz` when one node
    changes. The networks are a class on one graph. `given` has the quilts to choose from; else they are looked for.
    `nodes` are those that are secret (None: each of them)."""
    each = (networks,) if isinstance(networks, Network) else tuple(networks)
    graph = each[0].graph
    if any(set(other.graph.edges) != set(graph.edges) or set(other.nodes) != set(graph.nodes) for other in each):
        raise ValueError("the networks of a class have the same graph")
    secret = each[0].nodes if nodes is None else tuple(nodes)
    quilted = () if given is None else [node for node in secret for quilt in given.get(node, ()) for node in quilt]
    unknown = sorted({str(node) for node in (*secret, *quilted) if node not in graph})
    if unknown:
        raise ValueError(f"the network has no node {', '.join(unknown)}")
    budget, step = as_epsilon(epsilon), exact_number(lipschitz)
    found: dict[str, Separated] = {}
    for node in secret:
        if all(len(together(one, [node])) == 1 for one in each):
            continue
        candidates = candidate_quilts(graph, node) if given is None else map(frozenset, given.get(node, ()))
        found[node] = _best(each, node, candidates, budget, step)
    if not found:
        raise ValueError("every node has one value only: nothing is secret")
    scores = [best.score for best in found.values() if best.score is not None]
    if len(scores) < len(found):
        missing = next(node for node, best in found.items() if best.score is None)
        raise ValueError(f"no quilt that was given for {missing} has less influence than epsilon")
    return Scaled(max(scores), found)


def _best(
    each: tuple[Network, ...], node: str, candidates: Iterable[frozenset[str]], epsilon: Epsilon, lipschitz: fmpq
) -> Separated:
    """Fewer nearby nodes first: once they alone ask for more than the best, no further quilt is better."""
    graph = each[0].graph
    near = sorted(((nearby(graph, node, quilt), quilt) for quilt in candidates), key=lambda pair: _order(*pair))
    best: Separated | None = None
    for close, quilt in near:
        least = asked(len(close), lipschitz, epsilon, None)
        if best is not None and best.score is not None and least is not None and least >= best.score:
            break
        ratio = max_influence(each, node, quilt)
        if ratio is None:
            score = None
        else:
            with ctx.workprec(BITS):
                score = asked(len(close), lipschitz, epsilon, arb(ratio).log() if ratio != 1 else None)
        if best is None or (score is not None and (best.score is None or score < best.score)):
            best = Separated(quilt, close, ratio, score)
    if best is None:
        raise ValueError(f"no quilts were given for {node}")
    return best


def _order(close: frozenset[str], quilt: frozenset[str]) -> tuple[int, int, list[str]]:
    return len(close), len(quilt), sorted(quilt)


def max_influence(networks: Network | Iterable[Network], node: str, others: Iterable[str]) -> fmpq | None:
    """The exponential of the max-influence: the greatest ratio of chances of values of the others, given two values
    of the node (None: something is possible given one only)."""
    rest = sorted(others)
    most = fmpq(1)
    for made in (networks,) if isinstance(networks, Network) else networks:
        own = together(made, [node])
        joint = together(made, [node, *rest])
        for values in {values[1:] for values in joint}:
            given = [joint.get((*value, *values), fmpq(0)) / chance for value, chance in own.items()]
            if not min(given):
                return None
            most = max(most, max(given) / min(given))
    return most


def nearby(graph: networkx.DiGraph, node: str, quilt: Iterable[str]) -> frozenset[str]:
    """The node and all that the quilt does not separate from it."""
    given = set(quilt)
    if node in given:
        raise ValueError(f"{node} is no part of its own quilt")
    others = [other for other in graph.nodes if other != node and other not in given]
    return frozenset([node, *(other for other in others if not _separated(graph, node, other, given))])


def _separated(graph: networkx.DiGraph, one: str, other: str, given: set[str]) -> bool:
    needed("calibrate", "networkx")
    import networkx

    separator = getattr(networkx, "is_d_separator", None) or networkx.d_separated
    return bool(separator(graph, {one}, {other}, given))


def candidate_quilts(graph: networkx.DiGraph, node: str) -> Iterator[frozenset[str]]:
    """All sets of other nodes where these are few; else none, one or two, and all at one distance from the node, where
    parents of one child are neighbors."""
    import networkx

    others = sorted(other for other in graph.nodes if other != node)
    largest = len(others) if len(others) < FEW else PAIR
    seen = {frozenset(chosen) for size in range(largest + 1) for chosen in combinations(others, size)}
    distances = networkx.single_source_shortest_path_length(networkx.moral_graph(graph), node)
    for distance in set(distances.values()) - {0}:
        seen.add(frozenset(other for other, far in distances.items() if far == distance))
    yield from sorted(seen, key=lambda quilt: (len(quilt), sorted(quilt)))
