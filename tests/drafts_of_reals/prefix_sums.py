"""A running count: each day's total with fresh noise."""

from faier import Bool, Vector, laplace, mechanism, one, private

DAYS = 3


@private(epsilon=1, neighbors=one())
@private(epsilon=0.99, neighbors=one(), expect="refuted")
@mechanism
def running(visits: Vector[Bool, 3]):
    total = 0
    for visit in visits:
        total += visit
        yield total + laplace(DAYS)


@private(epsilon=1, neighbors=one(), expect="refuted", name="noise is added up with the total")
@mechanism
def noisy_total(visits: Vector[Bool, 3]):
    total = 0
    for visit in visits:
        total += visit + laplace(1 / 2)
        yield total
