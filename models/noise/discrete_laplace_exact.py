"""Discrete Laplace noise from coins alone, by the sampler of Canonne, Kamath and Steinke.

"The discrete Gaussian for differential privacy" (2020), algorithm 2: a uniform digit, accepted or thrown away, a
run of coins, a sign, and no minus zero. The run of coins has no bound. Here it is cut at CUT; the tail then lies
on the cut, and clamping puts it where all of it belongs anyhow, so nothing is lost: exactly log(2), from base
ALPHA = 1/2. The published sampler uses coins of probability exp(-u / T) where this file has ALPHA ** u.

The twins cut carelessly: too early, so that some counts cannot happen, or by starting again and without clamping,
which needs a delta.
"""

from faier import Int, clamp, each, flip, log, mechanism, private, uniform

TOP = 2
ALPHA = 1 / 2
T = 2
CUT = 2


def run_of_coins(cut):
    """A uniform digit u below T, kept with probability ALPHA ** u, and T times the length of a run of coins."""
    u = uniform(0, T - 1)
    while not flip(ALPHA**u):
        u = uniform(0, T - 1)
    v = 0
    while v < cut and flip(ALPHA**T):
        v += 1
    return u + T * v


def discrete_laplace(cut):
    negative, size = flip(1 / 2), run_of_coins(cut)
    while negative and size == 0:
        negative, size = flip(1 / 2), run_of_coins(cut)
    return -size if negative else size


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def discrete_laplace_exact(count: Int[0, TOP]):
    return clamp(count + discrete_laplace(CUT), 0, TOP)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="the run of coins is cut below the range")
@mechanism
def cut_too_early(count: Int[0, TOP]):
    return clamp(count + discrete_laplace(0), 0, TOP)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="the noise has ends, and they are shown")
@private(epsilon=log(2), neighbors=each(1), delta=1 / 72)
@private(epsilon=log(2), neighbors=each(1), delta=1 / 72 - 1 / 1000000, expect="refuted")
@mechanism
def not_clamped(count: Int[0, TOP]):
    return count + discrete_laplace(CUT)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="minus zero is not thrown away")
@private(epsilon=log(4), neighbors=each(1))
@private(epsilon=log(4) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def zero_twice(count: Int[0, TOP]):
    size = run_of_coins(CUT)
    return clamp(count + (size if flip(1 / 2) else -size), 0, TOP)
