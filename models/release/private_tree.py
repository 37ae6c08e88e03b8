"""A private tree: cells are split as long as their noisy count is large.

PrivTree (Zhang, Xiao and Xie, "PrivTree: a differentially private algorithm for hierarchical decompositions",
2016), in the collection of FuzzDP: a cell's count is lowered with its depth (DECAY) before noise is added, so that
the loss does not grow with the depth of the tree. Four cells in two levels; what is shown is which cells were
split. The broken twin has no decay and no noise at the second level.
"""

from faier import Int, Vector, each, geometric, log, mechanism, one, private

LIMIT = 1
DECAY = 1


@private(epsilon=log(4), neighbors=one(1))
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(1), expect="refuted")
@private(epsilon=log(46), neighbors=each(1))
@private(epsilon=log(46) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def private_tree(cells: Vector[Int[0, 1], 4]):
    if sum(cells) + geometric(1 / 2) < LIMIT:
        return None
    left = cells[0] + cells[1] - DECAY + geometric(1 / 2) >= LIMIT
    return left, cells[2] + cells[3] - DECAY + geometric(1 / 2) >= LIMIT


@private(epsilon=log(4), neighbors=one(1), expect="refuted", name="the second level is split by true counts")
@mechanism
def true_counts_below(cells: Vector[Int[0, 1], 4]):
    if sum(cells) + geometric(1 / 2) < LIMIT:
        return None
    return cells[0] + cells[1] >= LIMIT, cells[2] + cells[3] >= LIMIT
