"""RAPPOR: a permanent randomized response of each bit, then an instantaneous one."""

from faier import Int, flip, log, mechanism, one, private

K = 4
F = 1 / 2
P, Q = 1 / 4, 3 / 4


def one_hot(value, size=K):
    return [1 if i == value else 0 for i in range(size)]


def permanent(bit):
    """Keeps the bit, or a fair coin takes its place."""
    if flip(F):
        return 1 if flip(1 / 2) else 0
    return bit


def instantaneous(bit):
    return int(flip(Q if bit else P))


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def rappor(value: Int[0, 3]):
    bits = list(map(permanent, one_hot(value)))
    return [instantaneous(bit) for bit in bits]
