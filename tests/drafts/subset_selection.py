"""Subset selection: a random set of two values which holds the true one more often than not."""

from faier import Int, flip, log, mechanism, one, private, sample

DOMAIN = set(range(4))
K = 2


@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(3 / 2), neighbors=one(), expect="refuted")
@mechanism
def subset(value: Int[0, 3]):
    others = DOMAIN - {value}
    if flip(2 / 3):
        return {value} | set(sample(sorted(others), K - 1))
    return set(sample(sorted(others), K))
