"""Subset selection: a random subset of size 2 of 4 that holds the true item with a bias."""

from itertools import combinations

from faier import Int, choice, flip, log, mechanism, one, private, sample

DOMAIN = frozenset(range(4))
SIZE = 2


@private(epsilon=log(3), neighbors=one())
@mechanism
def subset(v: Int[0, 3]) -> frozenset[int]:
    others = sorted(DOMAIN - {v})
    if flip(3 / 4):
        return frozenset({v, *sample(others, SIZE - 1)})
    return frozenset(choice(list(combinations(others, r=SIZE))))
