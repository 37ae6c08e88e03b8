"""The binary tree counter: N prefix sums from noisy sums of intervals, each value in only log2(N) + 1 of them.

Dwork, Naor, Pitassi and Rothblum ("Differential privacy under continual observation", 2010) and Chan, Shi and Song
("Private and continual release of statistics", 2011). Four values, seven intervals; the tree is shown, any prefix
sum is a sum of at most three of its noisy nodes. One arrival is in three nodes: 3 * log(2), instead of 4 * log(2)
for four noisy prefix sums. The twin forgets to keep its nodes and draws the noise of an interval anew whenever a
sum needs it.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private


def node(values):
    return clamp(sum(values) + geometric(1 / 2), 0, len(values))


@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(8) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=2 * log(2), neighbors=one(), expect="refuted", name="levels counted as log2(N), without the leaves")
@mechanism
def binary_tree_counter(values: Vector[Int[0, 1], 4]):
    yield node(values[0:1])
    yield node(values[1:2])
    yield node(values[0:2])
    yield node(values[2:3])
    yield node(values[3:4])
    yield node(values[2:4])
    yield node(values)


@private(epsilon=3 * log(2), neighbors=one(), expect="refuted", name="noise of a node is drawn anew at every use")
@private(epsilon=5 * log(2), neighbors=one())
@private(epsilon=5 * log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def nodes_forgotten(values: Vector[Int[0, 1], 4]):
    yield node(values[0:1])
    yield node(values[0:2])
    yield node(values[0:2]) + node(values[2:3])
    yield node(values)
    yield node(values[0:2])
