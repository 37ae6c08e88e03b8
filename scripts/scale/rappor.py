"""RAPPOR's permanent bits, shown together and one by one, and two reports of kept bits."""

from faier import Bool, Int, Vector, each, flip, log, mechanism, one, private

BITS = 32
VALUES = 32
KEPT = 8


def hashed(value, index):
    return index == value or index == (value + 7) % BITS


@private(epsilon=4 * log(3), neighbors=one())
@mechanism
def together(value: Int[0, VALUES - 1]):
    return tuple([(hashed(value, index) if flip(1 / 2) else flip(1 / 2)) for index in range(BITS)])


@private(epsilon=4 * log(3), neighbors=one())
@mechanism
def in_turn(value: Int[0, VALUES - 1]):
    for index in range(BITS):
        yield hashed(value, index) if flip(1 / 2) else flip(1 / 2)


@private(epsilon=BITS * log(3), neighbors=each(1))
@mechanism
def permanent(bits: Vector[Bool, BITS]):
    return tuple([bit if flip(1 / 2) else flip(1 / 2) for bit in bits])
