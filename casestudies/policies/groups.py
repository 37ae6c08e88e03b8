"""Cells in a line: a record may be taken for one within a distance of 2. A tree of groups stretches that three times.

Each cell is next to the last one of its group, and that to the last one of the next group.
"""

from faier import Int, Vector, laplace, mechanism, moves, private

CELLS, REACH = 6, 2
NEAR = [(i, j) for i in range(CELLS) for j in range(i) if i - j <= REACH]
# Each cell goes to the last one of its group, and that to the last one of the next.
GROUPS = [(i, min(i + REACH - i % REACH - 1, CELLS - 1)) for i in range(CELLS) if i % REACH != REACH - 1]
CHAIN = [(i, i + REACH) for i in range(REACH - 1, CELLS - REACH, REACH)]
WITHIN = [*GROUPS, *CHAIN]


@private(epsilon=1, neighbors=moves(*WITHIN))
@private(epsilon=0.999, neighbors=moves(*WITHIN), expect="refuted", name="a thousandth less")
@private(epsilon=3, neighbors=moves(*NEAR), name="three times as much")
@private(epsilon=2.997, neighbors=moves(*NEAR), expect="refuted", name="three times as much, less a thousandth")
@mechanism
def by_groups(counts: Vector[Int[0, 1], CELLS]):
    """The flows of the tree: each cell that is not the last of its group, and all up to the end of each group."""
    total = 0
    for cell, count in enumerate(counts[:-1]):
        total += count
        if cell % REACH == REACH - 1:
            yield total + laplace(1)
        else:
            yield count + laplace(1)
