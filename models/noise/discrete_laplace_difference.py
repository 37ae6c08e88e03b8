"""Discrete Laplace noise as the difference of two runs of coins, each cut at CUT.

Two-sided geometric noise is the difference of two one-sided ones, which a loop of coins draws. Bounding the loops
changes the distribution of the difference: the ratio of neighbors' probabilities is not 2 any more but a little
above. The longer the runs may be, the smaller the excess; a delta pays for it at exactly log(2). The tail that is
cut is thus accounted for, not forgotten.
"""

from faier import Int, clamp, each, flip, log, mechanism, private

TOP = 2
ALPHA = 1 / 2
CUT = 5


def coins(cut):
    run = 0
    while run < cut and flip(ALPHA):
        run += 1
    return run


@private(epsilon=log(341 / 170), neighbors=each(1))
@private(epsilon=log(341 / 170) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="the cut tail is forgotten")
@private(epsilon=log(2), neighbors=each(1), delta=1 / 1024)
@private(epsilon=log(2), neighbors=each(1), delta=1 / 1024 - 1 / 1000000, expect="refuted")
@mechanism
def discrete_laplace_difference(count: Int[0, TOP]):
    return clamp(count + coins(CUT) - coins(CUT), 0, TOP)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="the runs are cut at the top of the range")
@private(epsilon=log(5 / 2), neighbors=each(1))
@private(epsilon=log(5 / 2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def short_runs(count: Int[0, TOP]):
    return clamp(count + coins(TOP) - coins(TOP), 0, TOP)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="one run for both signs, so the noise is 0")
@mechanism
def same_run(count: Int[0, TOP]):
    run = coins(CUT)
    return clamp(count + run - run, 0, TOP)
