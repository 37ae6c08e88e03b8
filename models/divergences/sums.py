"""Counts with Laplace and geometric noise, by Renyi divergences of order 2.

For Laplace noise of scale 1 on a count that moves by 1 the divergence is the logarithm of (2 * e + 1 / e**2) / 3, and
other orders have such a form too (Mironov, "Renyi differential privacy", 2017, table II). Geometric noise, its twin on
the integers, loses log(3 / 2) with base 1 / 2 at order 2, by sums of geometric series. At any order both lose less
than their epsilon, and their rho, 1 / e of Laplace noise, is less than half of its square. The broken twins never add
a negative number, and leave the noise out of half of the runs.
"""

from faier import Int, each, flip, geometric, laplace, log, mechanism, private


@private(renyi=(2, 0.619124), neighbors=each(1))
@private(renyi=(2, 0.619124 - 1 / 1000000), neighbors=each(1), expect="refuted")
@private(zcdp=0.368, neighbors=each(1))
@private(zcdp=0.25, neighbors=each(1), expect="refuted", name="a quarter of the squared epsilon")
@mechanism
def with_laplace_noise(x: Int[0, 2]):
    return x + laplace(1)


@private(renyi=(2, log(3 / 2)), neighbors=each(1))
@private(renyi=(2, log(3 / 2) - 1 / 1000000), neighbors=each(1), expect="refuted")
@mechanism
def with_geometric_noise(x: Int[0, 2]):
    return x + geometric(1 / 2)


@private(renyi=(2, 10), neighbors=each(1), expect="refuted", name="noise that never lowers the count")
@mechanism
def never_less(x: Int[0, 2]):
    return x + max(geometric(1 / 2), 0)


@private(renyi=(2, 10), neighbors=each(1), expect="refuted", name="without noise in half of the runs")
@mechanism
def now_and_then(x: Int[0, 2]):
    if flip(1 / 2):
        return x
    return x + laplace(1)
