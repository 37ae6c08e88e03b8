"""The binary tree counter: the noisy sum of every interval of the tree."""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

LEVELS = 4
N = 2**LEVELS


@private(epsilon=(LEVELS + 1) * log(2), neighbors=one())
@mechanism
def tree(values: Vector[Int[0, 1], N]):
    for level in range(LEVELS + 1):
        for node in range(N // 2**level):
            size = 2**level
            yield clamp(sum(values[node * size : (node + 1) * size]) + geometric(1 / 2), 0, size)


@private(epsilon=(LEVELS + 1) * log(2), neighbors=one())
@mechanism
def counter(values: Vector[Int[0, 1], N]):
    """The same nodes, each as soon as its last value is there; only open sums are kept."""
    sums = [0] * LEVELS
    for at, value in enumerate(values):
        total, level, rest = value, 0, at
        yield clamp(total + geometric(1 / 2), 0, 1)
        while rest % 2 == 1:
            total += sums[level]
            sums[level] = 0
            level += 1
            rest //= 2
            yield clamp(total + geometric(1 / 2), 0, 2**level)
        if level < LEVELS:
            sums[level] = total
