"""What a noisy mean needs: a noisy sum and a noisy count, as one result."""

from typing import NamedTuple

from faier import Int, Records, added, clamp, geometric, log, mechanism, private


class Mean(NamedTuple):
    total: int
    count: int

    def value(self):
        return self.total / self.count


def noisy(value, lo, hi, *, a=1 / 2):
    return clamp(value + geometric(a), lo, hi)


@private(epsilon=log(8), neighbors=added())
@private(epsilon=log(6), neighbors=added(), expect="refuted")
@mechanism
def mean_parts(values: Records[Int[0, 2], 3]) -> Mean:
    return Mean(total=noisy(sum(values), 0, 6), count=noisy(len(values), 0, 3))


@private(epsilon=log(8), neighbors=added())
@private(epsilon=log(3), neighbors=added(), expect="refuted")
@mechanism
def mean(values: Records[Int[0, 2], 3]):
    total = noisy(sum(values), 0, 6)
    count = noisy(len(values), 1, 3)
    return Mean(total, count).value()
