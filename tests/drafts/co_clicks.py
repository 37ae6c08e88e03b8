"""Item clicks to co-occurrence counts; shows the item most often clicked with another."""

from collections import defaultdict
from itertools import combinations
from faier import Vector, Int, clamp, geometric, log, mechanism, one, private

ITEMS = ("book", "film", "song")


class CoClicks:
    def __init__(self, cap=1):
        self.cap = cap
        self.table = defaultdict(lambda: defaultdict(int))

    def observe(self, basket):
        for left, right in list(combinations(sorted(basket), 2))[: self.cap]:
            self.table[left][right] += 1
            self.table[right][left] += 1

    def neighbours(self, item):
        return {other: self.table[item][other] for other in ITEMS if other != item}

    def privatise(self, alpha):
        for i, left in enumerate(ITEMS):
            for right in ITEMS[i + 1 :]:
                value = clamp(self.table[left][right] + geometric(alpha), 0, 2)
                self.table[left][right] = self.table[right][left] = value


def basket_of(mask):
    return {item for bit, item in enumerate(ITEMS) if mask & (1 << bit)}


@private(epsilon=2 * log(2), neighbors=one())
@mechanism
def recommend(masks: Vector[Int[0, 7], 2]):
    clicks = CoClicks()
    for mask in masks:
        clicks.observe(basket_of(mask))
    clicks.privatise(alpha=1 / 2)
    ranked = sorted(clicks.neighbours("book").items(), key=lambda pair: (-pair[1], pair[0]))
    return [name for name, _ in ranked]
