"""Propose, test, release: the most frequent value, if it is so by far enough."""

from collections import Counter

from faier import Bool, Vector, geometric, log, mechanism, one, private

MARGIN = 3


@private(epsilon=log(2), delta=1 / 6, neighbors=one())
@private(epsilon=log(2), delta=1 / 100, neighbors=one(), expect="refuted")
@mechanism
def mode(values: Vector[Bool, 5]):
    (first, top), *others = Counter(values).most_common()
    second = others[0][1] if others else 0
    gap = (top - second + 1) // 2
    if gap + geometric(1 / 2) > MARGIN:
        return first
    return None
