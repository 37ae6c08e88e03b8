"""The first sensor is trusted more than the rest; a reading is repeated until it is in range."""

from faier import Int, Vector, each, geometric, log, mechanism, private


def rounds(readings):
    first, *rest = sorted(readings, reverse=True)
    return first * 2 + sum(rest)


@private(epsilon=log(16), neighbors=each(1))
@private(epsilon=log(8), neighbors=each(1), expect="refuted")
@mechanism
def reading(readings: Vector[Int[0, 1], 3]):
    value = rounds(readings)
    while not 0 <= (noisy := value + geometric(1 / 2)) <= 4:
        pass
    return noisy
