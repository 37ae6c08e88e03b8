"""Markov quilts of Bayesian networks, against sums over all worlds; networks as mechanism files, decided."""

import random
from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product
from math import inf, log

import networkx
import pytest
from asked import check
from flint import fmpq

from faier.calibration.known import Missing
from faier.calibration.methods import METHODS
from faier.calibration.quilts import (
    chain,
    max_influence,
    mechanism_file,
    nearby,
    network,
    quilts_of_chains,
    quilts_of_networks,
)
from faier.calibration.quilts.networks import together
from faier.calibration.quilts.read_off import in_order
from faier.calibration.separated import separated
from faier.deciding.known import known_of
from faier.deciding.question import question_of
from faier.engines.verdict import Proved
from faier.exact import from_ratio
from faier.lang import parse
from faier.limits import DEFAULTS


def exact(number):
    return Fraction(int(number.p), int(number.q))


def random_network(rng, size, values=2, zeros=False):
    """Nodes a, b, ... with edges forwards."""
    names = "abcdef"[:size]
    graph = networkx.DiGraph()
    graph.add_nodes_from(rng.sample(names, size))
    graph.add_edges_from((one, other) for one, other in combinations(names, 2) if rng.random() < 0.5)
    tables = {}
    for node in graph.nodes:
        tables[node] = {}
        for given in product(range(values), repeat=graph.in_degree(node)):
            weights = [rng.randint(0 if zeros else 1, 40) for _ in range(values)]
            weights[0] += 1
            tables[node][given] = {value: Fraction(weight, sum(weights)) for value, weight in enumerate(weights)}
    return network(graph, tables), tables


def worlds(made, tables):
    nodes = list(made.graph.nodes)
    found = {}
    for values in product(*(made.values(node) for node in nodes)):
        world = dict(zip(nodes, values, strict=True))
        chance = Fraction(1)
        for node in nodes:
            given = tuple(world[parent] for parent in made.graph.predecessors(node))
            chance *= tables[node][given].get(world[node], Fraction(0))
        if chance:
            found[values] = chance
    return nodes, found


def chances(nodes, found, wanted):
    places = [nodes.index(node) for node in wanted]
    total = defaultdict(Fraction)
    for values, chance in found.items():
        total[tuple(values[place] for place in places)] += chance
    return total


def ratio(nodes, found, node, quilt):
    own, joint = chances(nodes, found, [node]), chances(nodes, found, [node, *quilt])
    most = Fraction(1)
    for values in {values[1:] for values in joint}:
        given = [joint[*value, *values] / chance for value, chance in own.items()]
        if not min(given):
            return None
        most = max(most, max(given) / min(given))
    return most


@pytest.mark.parametrize("seed", range(20))
def test_influences_and_quilts(seed):
    rng = random.Random(seed)
    made, tables = random_network(rng, 4, zeros=seed % 4 == 0)
    nodes, found = worlds(made, tables)
    for node in nodes:
        for size in range(4):
            for quilt in combinations([other for other in nodes if other != node], size):
                most, close = max_influence(made, node, quilt), nearby(made.graph, node, quilt)
                assert (None if most is None else exact(most)) == ratio(nodes, found, node, quilt)
                remote = [other for other in nodes if other not in close and other not in quilt]
                assert independent(nodes, found, node, remote, quilt)
                if seed % 4:
                    assert not any(independent(nodes, found, node, [other], quilt) for other in close if other != node)


def independent(nodes, found, node, remote, quilt):
    """Whether what is remote does not depend on the node, given the quilt."""
    whole, partial = chances(nodes, found, [*remote, node, *quilt]), chances(nodes, found, [*remote, *quilt])
    own, given = chances(nodes, found, [node, *quilt]), chances(nodes, found, quilt)
    count = len(remote)
    return all(
        whole[*values[:count], *key] * given[key[1:]] == partial[*values[:count], *key[1:]] * own[key]
        for values in {values[:count] for values in whole}
        for key in own
    )


@pytest.mark.parametrize("seed", range(6))
def test_scores_are_the_least_of_all_quilts(seed):
    rng = random.Random(seed)
    made, tables = random_network(rng, 4)
    nodes, found = worlds(made, tables)
    epsilon = rng.choice([1, 3])
    result = quilts_of_networks(made, epsilon)
    scores = []
    for node in nodes:
        best = inf
        for size in range(4):
            for quilt in combinations([other for other in nodes if other != node], size):
                left = epsilon - log(ratio(nodes, found, node, quilt))
                best = min(best, len(nearby(made.graph, node, quilt)) / left if left > 0 else inf)
        assert 0 <= float(exact(result.quilts[node].score)) - best < 1e-8
        scores.append(best)
    assert 0 <= float(exact(result.scale)) - max(scores) < 1e-8


def path(length, stay, start):
    names = [f"day{number}" for number in range(length)]
    graph = networkx.path_graph(names, networkx.DiGraph)
    row = {0: {0: stay, 1: 1 - stay}, 1: {0: 1 - stay, 1: stay}}
    tables = {name: {(value,): row[value] for value in row} for name in names[1:]}
    return network(graph, tables | {names[0]: {(): {0: start, 1: 1 - start}}})


def test_a_chain_is_a_network():
    stay, start = Fraction(3, 5), Fraction(1, 3)
    made = path(6, stay, start)
    moves = [[stay, 1 - stay], [1 - stay, stay]]
    assert quilts_of_networks(made, 1).scale == quilts_of_chains(chain(moves, 6, [start, 1 - start]), 1).scale


def test_a_class_of_networks_and_quilts_that_are_given():
    low, high = path(5, Fraction(3, 5), Fraction(1, 2)), path(5, Fraction(4, 5), Fraction(1, 2))
    both = quilts_of_networks([low, high], 2)
    assert both.scale == quilts_of_networks(high, 2).scale > quilts_of_networks(low, 2).scale
    given = {node: [[]] for node in low.nodes}
    assert quilts_of_networks(low, 2, given=given).scale == fmpq(5, 2)
    with pytest.raises(ValueError, match="no quilt that was given for day0"):
        quilts_of_networks(high, 1, given={"day0": [["day1"]]}, nodes=["day0"])


def test_what_is_no_network():
    circle = networkx.DiGraph([("a", "b"), ("b", "a")])
    half = {0: "1/2", 1: "1/2"}
    with pytest.raises(ValueError, match="no cycles"):
        network(circle, {"a": {(0,): half, (1,): half}, "b": {(0,): half, (1,): half}})
    edge = networkx.DiGraph([("a", "b")])
    with pytest.raises(ValueError, match="from parents to children"):
        network(edge.to_undirected(), {"a": {(): half}, "b": {(0,): half, (1,): half}})
    with pytest.raises(ValueError, match="no other: b, c"):
        network(edge, {"a": {(): half}, "c": {(): half}})
    with pytest.raises(ValueError, match="less than 0"):
        network(edge, {"a": {(): {0: "3/2", 1: "-1/2"}}, "b": {(0,): half, (1,): half}})
    made = network(edge, {"a": {(): {"no": "1/2", "yes": "1/2"}}, "b": {("no",): half, ("yes",): half}})
    with pytest.raises(ValueError, match="those of a are not"):
        mechanism_file(made, 1, 1)
    with pytest.raises(ValueError, match="no node c"):
        quilts_of_networks(made, 1, nodes=["c"])
    with pytest.raises(ValueError, match="no node c"):
        quilts_of_networks(made, 1, given={"a": [["c"]]}, nodes=["a"])
    with pytest.raises(ValueError, match="no quilts were given for b"):
        quilts_of_networks(made, 1, given={"a": [[]]})
    with pytest.raises(ValueError, match="do not add up"):
        network(edge, {"a": {(): {0: "1/2"}}, "b": {(0,): half}})
    with pytest.raises(ValueError, match="has no chances for"):
        network(edge, {"a": {(): half}, "b": {(0,): half}})


@pytest.mark.parametrize("seed", range(3))
def test_a_network_as_a_mechanism_file(seed):
    """Its tight epsilon is that of sums over all worlds, and the scale that was asked for is enough."""
    rng = random.Random(seed)
    made, tables = random_network(rng, 3, values=rng.choice([2, 3]))
    step = max(max(made.values(node)) for node in made.nodes)
    scale = quilts_of_networks(made, 2, lipschitz=step).scale
    program = parse(mechanism_file(made, scale, 2), "network.py")
    verdict = check(program, program.claims[0])
    assert isinstance(verdict, Proved)
    nodes, found = worlds(made, tables)
    alpha = 2.718281828459045 ** -(1 / float(exact(scale)))
    losses = []
    for place in range(len(nodes)):
        sums = defaultdict(lambda: defaultdict(Fraction))
        for values, chance in found.items():
            sums[values[place]][sum(values)] += chance
        laws = [{total: chance / sum(law.values()) for total, chance in law.items()} for law in sums.values()]
        for shown in range(7):
            weights = [
                sum(float(chance) * alpha ** abs(shown - total) for total, chance in law.items()) for law in laws
            ]
            losses.append(log(max(weights) / min(weights)))
    assert verdict.tight is not None and verdict.tight.lower is not None
    assert abs(from_ratio(verdict.tight.lower).value - max(losses)) < 1e-9


@pytest.mark.parametrize("seed", range(8))
def test_a_network_is_read_off_the_chances_of_all_its_nodes(seed):
    """With fewest parents, and the same chances."""
    rng = random.Random(seed)
    made, tables = random_network(rng, 4, zeros=seed % 2 == 0)
    order = sorted(made.graph.nodes)
    nodes, found = worlds(made, tables)
    joint = {}
    for values, chance in found.items():
        ordered = tuple(values[nodes.index(node)] for node in order)
        joint[ordered] = fmpq(chance.numerator, chance.denominator)
    read = in_order(joint, 4)
    assert together(read, read.nodes) == joint
    edges = {(order[int(one[1:]) - 1], order[int(other[1:]) - 1]) for one, other in read.graph.edges}
    assert edges <= set(made.graph.edges) if seed % 2 == 0 else edges == set(made.graph.edges)


FAMILY = """
from faier import Bool, Int, Vector, flip, laplace, mechanism, prior, private, secret

scale = 4


@prior
def family(hidden: Int[0, 3]):
    child = flip(1 / 3)
    mother = flip(1 / 2) if child else flip(2 / 5)
    father = flip(11 / 20) if child else flip(9 / 20)
    aunt = flip(1 / 2) if mother else flip(2 / 5)
    if hidden < 2:
        secret(child if hidden == 0 else mother)
    else:
        secret(father if hidden == 2 else aunt)
    return [child, mother, father, aunt]


@prior
def how_many():
    ill = [flip(1 / 3), flip(1 / 2), flip(1 / 5), flip(1 / 2)]
    secret(sum(ill) > 1)
    return ill


@private(epsilon=1, prior=family)
@private(epsilon=1, prior=how_many)
@mechanism
def ill(people: Vector[Bool, 4]):
    return sum(people) + laplace(scale)
"""


def test_records_of_a_prior_are_a_network():
    program = parse(FAMILY, "family.py")
    asks = next(method.asks for method in METHODS if method.name == "Markov quilt, network")
    asked = []
    for claim in program.claims:
        question = question_of(program, claim)
        query = separated(question.program, question.subject.mechanism)
        assert not isinstance(query, Missing)
        asked.append((claim.subject.prior, known_of(question, query, DEFAULTS)))
    known = dict(asked)
    (made,) = known["family"].networks
    assert set(made.graph.edges) == {("x1", "x2"), ("x1", "x3"), ("x2", "x4")}
    assert exact(asks(known["family"])) == Fraction("1.966210817")
    assert known["how_many"].networks == Missing("the secret is not one of the records")
