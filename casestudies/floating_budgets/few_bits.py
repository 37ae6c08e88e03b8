"""Geometric noise from a random number of BITS bits and a table of tail probabilities.

The way in which floating-point samplers work: a uniform number is compared with probabilities that were rounded to
the grid of the random numbers. With base 1/3, each tail is a third of the one before: 1/4, 1/12, 1/36. On the grid
it is not, and tails below the grid do not exist at all.
"""

from faier import Int, clamp, each, geometric, log, mechanism, private, uniform

BITS = 4
TOP = 3


def table_geometric(bits):
    """At least k with probability 3 ** (1 - k) / 4, rounded down to a multiple of 2 ** -bits, either sign alike."""
    size, drawn = 0, uniform(0, 2**bits - 1)
    low = drawn % 2
    for k in range(1, TOP + 1):
        if drawn // 2 < 2**bits // (4 * 3 ** (k - 1)):
            size = k
    return size if low == 0 else -size


@private(epsilon=log(3), neighbors=each(1))
@mechanism
def exact(count: Int[0, TOP]):
    return clamp(count + geometric(1 / 3), 0, TOP)


@private(epsilon=log(3), neighbors=each(1), expect="refuted", name="4 bits")
@mechanism
def few_bits(count: Int[0, TOP]):
    return clamp(count + table_geometric(BITS), 0, TOP)


@private(epsilon=log(3), neighbors=each(1), expect="refuted", name="8 bits")
@mechanism
def more_bits(count: Int[0, TOP]):
    return clamp(count + table_geometric(2 * BITS), 0, TOP)
