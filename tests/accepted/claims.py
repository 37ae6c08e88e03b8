"""Every relation, and every form of epsilon and delta."""
from fractions import Fraction

import faier
from faier import Bool, Int, Public, Stream, Vector, each, edges, log, mechanism, one, pairs, private, total, where

BUDGET = log(2)
D = 2
EDGES = ((0, 1), (1, 2))


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=4 * log(2), neighbors=each(D), expect="proved")
@private(epsilon=1.10, neighbors=one())
@private(epsilon=3 / 2, neighbors=one(2))
@private(epsilon=0, neighbors=total(D + 1))
@private(epsilon=BUDGET + log(3) / 2, neighbors=edges((0, 1), (2, 1)))
@private(epsilon=2 * (BUDGET - log(1 / 2)) + 1, neighbors=edges(*EDGES))
@private(epsilon=log(2), neighbors=pairs(((0, 0), (1, 1)), ([0, 1], [2, 2])), delta=0.01)
@private(epsilon=log(2) * Fraction(1, 3), neighbors=where(lambda x, y: sum(x) == sum(y) and x != y), delta=1 / 3)
@private(epsilon=+log(9 / 8), neighbors=faier.where(lambda a, b: all(abs(i - j) < D for i, j in zip(a, b))))
@private(
    epsilon=log(2),
    neighbors=each(
        1
    ),
    name="a name",
)
@mechanism
def listed(queries: Vector[Int[0, 2], 2]):
    return 0


@private(epsilon=log(2), neighbors={"queries": each(1), "sizes": one()})
@private(epsilon=log(2), neighbors={"flag": pairs((False, True))})
@private(epsilon=log(2), neighbors={"sizes": where(lambda x, y: x < y)})
@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2), neighbors=pairs((((0, 1), 1, True), ([1, 1], 1, False))))
@mechanism
def several(queries: Vector[Int[0, 2], 2], sizes: Int[1, 3], limit: Public[Int[0, 1]], flag: Bool):
    return limit


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(2), neighbors=total(1))
@private(epsilon=log(2), neighbors=edges((0, 1)))
@mechanism
def streamed(values: Stream[Int[0, 1]]):
    for value in values:
        yield 0


@mechanism
def no_claims(value: Int[0, 1]):
    return value
