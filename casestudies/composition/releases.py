"""The noisy sum of a chain, released more than once: the releases together lose less than the sum of their losses.

A state stays what it is with probability 4/5 from one day to the next, and any day is secret. All releases with Laplace
noise of the same scale together lose exactly what one release loses whose scale is divided by their number.
"""

from faier import Int, flip, laplace, mechanism, prior, private, secret

DAYS = 3
SCALE = 3


@prior
def any_day(hidden: Int[0, DAYS - 1]):
    state = flip(1 / 2)
    total = 0
    for day in range(DAYS):
        if day == hidden:
            secret(state)
        total += state
        state = state if flip(4 / 5) else not state
    return total


@private(epsilon=0.731, prior=any_day)
@mechanism
def once(total: Int[0, DAYS]):
    return total + laplace(SCALE)


@private(epsilon=1.4481, prior=any_day)
@mechanism
def twice(total: Int[0, DAYS]):
    return total + laplace(SCALE), total + laplace(SCALE)


@private(epsilon=1.4481, prior=any_day)
@mechanism
def once_at_half_the_scale(total: Int[0, DAYS]):
    return total + laplace(SCALE / 2)


@private(epsilon=2.1389, prior=any_day)
@mechanism
def three_times(total: Int[0, DAYS]):
    return total + laplace(SCALE), total + laplace(SCALE), total + laplace(SCALE)


@private(epsilon=2.1389, prior=any_day)
@mechanism
def once_at_a_third_of_the_scale(total: Int[0, DAYS]):
    return total + laplace(SCALE / 3)
