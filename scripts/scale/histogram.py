"""Noisy cells, shown together and one by one."""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

CELLS = 64
N = 3


@private(epsilon=log(2), neighbors=one(1))
@mechanism
def histogram(counts: Vector[Int[0, N], CELLS]):
    return tuple([clamp(count + geometric(1 / 2), 0, N) for count in counts])


@private(epsilon=log(2), neighbors=one(1))
@mechanism
def cells(counts: Vector[Int[0, N], CELLS]):
    for count in counts:
        yield clamp(count + geometric(1 / 2), 0, N)
