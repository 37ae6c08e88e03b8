"""Under a tree of moves a histogram is as good as its flows: how many records are below each edge.

A move along an edge changes one flow by 1. So what is private for flows is private for the policy, and the other way
round, whatever it does with the data.
"""

from faier import Int, Vector, categorical, clamp, geometric, log, mechanism, moves, one, private, where

# Cells 0 and 2 hang below 1; a record comes to 1, or goes.
TREE = [(0, 1), (1, None), (2, 1)]
BELOW = [(0,), (0, 1, 2), (2,)]


def guessed(flows):
    """The first edge with the greatest flow, with noise: no sum of counts."""
    best, found = -1, 0
    for edge, flow in enumerate(flows):
        noisy = clamp(flow + geometric(1 / 2), 0, 2)
        if noisy > best:
            best, found = noisy, edge
    return found


@private(epsilon=log(2), neighbors=one(1))
@mechanism
def of_flows(flows: Vector[Int[0, 2], 3]):
    """Differential privacy: one flow differs by 1."""
    return guessed(flows)


@private(epsilon=log(2), neighbors=moves(*TREE))
@mechanism
def of_counts(counts: Vector[Int[0, 1], 3]):
    """The same algorithm on the flows of a histogram, for the policy."""
    return guessed([sum([counts[cell] for cell in cells]) for cells in BELOW])


def answered(counts):
    """Which of two cells a record is told to be in: depends on how many there are."""
    return categorical(2 ** min(counts[0], 3), 2 ** min(counts[1], 3)), clamp(sum(counts) + geometric(1 / 2), 0, 3)


@private(epsilon=log(10 / 3), neighbors=moves((0, 1), (1, None)))
@private(epsilon=log(3.33), neighbors=moves((0, 1), (1, None)), expect="refuted", name="a little less")
@mechanism
def about_counts(counts: Vector[Int[0, 2], 2]):
    return answered(counts)


@private(
    epsilon=log(10 / 3),
    neighbors=where(lambda x, y: x[0] <= x[1] and y[0] <= y[1] and abs(x[0] - y[0]) + abs(x[1] - y[1]) == 1),
)
@mechanism
def about_flows(flows: Vector[Int[0, 2], 2]):
    """The same of the histogram that has these flows, over all flows that some histogram has."""
    return answered([flows[0], flows[1] - flows[0]]) if flows[0] <= flows[1] else (0, 0)
