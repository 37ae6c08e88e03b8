"""Counts with normal noise under zero-concentrated privacy, and their Renyi divergences.

Normal noise of deviation d on a count that moves by 1 is 1 / (2 * d * d)-zero-concentrated private (Bun and Steinke,
"Concentrated differential privacy: simplifications, extensions, and lower bounds", 2016), and no epsilon at all is
enough. Its divergence of order alpha is alpha times that (Mironov, "Renyi differential privacy", 2017). In the
broken twins people count twice, and an epsilon is claimed for all outputs of noise with variance 4.
"""

from faier import Int, each, gaussian, mechanism, private

DEVIATION = 2


@private(zcdp=1 / 8, neighbors=each(1))
@private(zcdp=1 / 8 - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(renyi=(5 / 2, 5 / 16), neighbors=each(1))
@private(renyi=(5 / 2, 5 / 16 - 1 / 1000000), neighbors=each(1), expect="refuted")
@private(zcdp=1 / 32, neighbors=each(1), expect="refuted", name="a deviation of 4 taken for granted")
@mechanism
def count(x: Int[0, 3]):
    return x + gaussian(DEVIATION)


@private(zcdp=1 / 2, neighbors=each(1))
@private(zcdp=1 / 8, neighbors=each(1), expect="refuted", name="people count twice, the noise does not")
@mechanism
def counted_twice(x: Int[0, 3]):
    return 2 * x + gaussian(DEVIATION)


@private(zcdp=1 / 8, neighbors=each(1))
@private(epsilon=5, neighbors=each(1), expect="refuted", name="an epsilon for all outputs")
@mechanism
def of_variance_four(x: Int[0, 3]):
    return x + gaussian(4) / 2
