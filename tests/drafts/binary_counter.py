"""Continual counting with the binary mechanism (Chan, Shi, Song)."""

from faier import Bool, Vector, geometric, log, mechanism, one, private

LEVELS = 3


@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(4), neighbors=one(), expect="refuted")
@mechanism
def binary_counter(arrivals: Vector[Bool, 4]):
    alpha = [0] * LEVELS
    noisy = [0] * LEVELS
    shown = []
    for t, arrived in enumerate(arrivals, 1):
        level = (t & -t).bit_length() - 1
        alpha[level] = sum(alpha[:level]) + arrived
        for i in range(level):
            alpha[i] = noisy[i] = 0
        noisy[level] = alpha[level] + geometric(1 / 2)
        shown.append(sum(noisy[i] for i in range(LEVELS) if t >> i & 1))
    return shown
