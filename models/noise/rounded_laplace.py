"""Rounded Laplace noise instead of geometric noise: rounding to the nearest integer is private, towards zero is not.

Rounding Laplace noise of scale 1/epsilon to integers puts 1 - a**(1/2) on 0 and (a**(-1/2) - a**(1/2)) / 2 * a**n
on each n > 0, where a = exp(-epsilon). A library had this instead of two-sided geometric noise (a code review of
the Cardinality Estimation Evaluation Framework, 2021, found 0.393 at 0 instead of 0.462). Steps between neighbors
are still a factor of a, except the one at 0. With a = 1/4 the weights are rational: 1/2 at 0 and 3/4 * (1/4)**n
beyond, so 0 to 1 is 1/2 to 3/16, a factor of 8/3, less than 4. Rounding towards zero doubles what lies on 0.
"""

from faier import Int, categorical, clamp, each, log, mechanism, private

TOP = 2
ROUNDED = (3 / 16, 1 / 2, 3 / 16)
TAIL = 1 / 16
TOWARDS_ZERO = (3 / 32, 3 / 4, 3 / 32)
TOWARDS_ZERO_TAIL = 1 / 32


@private(epsilon=log(4), neighbors=each(1))
@private(epsilon=log(4) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def rounded_laplace(count: Int[0, TOP]):
    return clamp(count + categorical(TAIL, *ROUNDED, TAIL) - 2, 0, TOP)


@private(epsilon=log(4), neighbors=each(1), expect="refuted", name="rounding towards zero doubles what lies on 0")
@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def towards_zero(count: Int[0, TOP]):
    return clamp(count + categorical(TOWARDS_ZERO_TAIL, *TOWARDS_ZERO, TOWARDS_ZERO_TAIL) - 2, 0, TOP)
