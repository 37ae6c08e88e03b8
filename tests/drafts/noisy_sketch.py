"""A central count-min sketch with geometric noise in each cell.

Each item goes into a cell of every row: the sensitivity is DEPTH, not one.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

WIDTH, DEPTH, N = 2, 2, 3


class CountMinSketch:
    """table[row][column]"""

    def __init__(self, width: int, depth: int):
        self.width = width
        self.depth = depth
        self.table = [[0] * width for _ in range(depth)]

    def _column(self, row: int, item: int) -> int:
        return (item >> row) % self.width

    def update(self, item: int) -> None:
        for r in range(self.depth):
            row = self.table[r]
            row[self._column(r, item)] += 1

    def release(self, alpha):
        for row in self.table:
            for j, count in enumerate(row):
                row[j] = clamp(count + geometric(alpha), 0, N)

    def estimate(self, item: int) -> int:
        return min(self.table[r][self._column(r, item)] for r in range(self.depth))


@private(epsilon=log(4), neighbors=one(), expect="refuted")
@mechanism
def noisy_sketch(items: Vector[Int[0, 3], N]):
    sketch = CountMinSketch(WIDTH, DEPTH)
    for item in items:
        sketch.update(item)
    sketch.release(alpha=1 / 2)
    return tuple(tuple(row) for row in sketch.table)
