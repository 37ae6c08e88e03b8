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
