"""Range queries over a stream with Laplace noise, for every EPS and every number of values.

From the collection of DiPAut (Chadha, Sistla and Viswanathan, "On linear time decidability of differential privacy for
programs with unbounded inputs", 2021): is each value between two noisy ends, until one is outside? In k-min-max the
ends are the least and the greatest of the first K noisy values. To move both costs 2 each, a value between them 1, and
the last one, outside, 2; for two values 5 are enough. One value needs no noise on the ends; in the broken twin there is
none for many, and then values inside cost as well.
"""

from faier import Int, Positive, Stream, Vector, each, laplace, mechanism, private

EPS = Positive(1)
LOW = 0
HIGH = 2
K = 2
N = 3


@private(epsilon=EPS, neighbors=each(1))
@private(epsilon=0.999999 * EPS, neighbors=each(1), expect="refuted")
@mechanism
def above_the_end(value: Int[0, HIGH]):
    return value + laplace(1 / EPS) > HIGH


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def inside(values: Stream[Int[0, 2]]):
    low, high = LOW + laplace(4 / EPS), HIGH + laplace(4 / EPS)
    for value in values:
        noisy = value + laplace(4 / EPS)
        if noisy < low or noisy > high:
            yield "outside"
            return
        yield "inside"


@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="ends without noise")
@mechanism
def exact_ends(values: Vector[Int[0, 1], N]):
    for value in values:
        noisy = value + laplace(1 / EPS)
        if noisy < LOW or noisy > HIGH:
            yield "outside"
            return
        yield "inside"


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def min_max(first: Vector[Int[0, 1], K], values: Stream[Int[0, 1]]):
    low = high = first[0] + laplace((2 * K + 1) / EPS)
    for value in first[1:]:
        noisy = value + laplace((2 * K + 1) / EPS)
        low, high = min(low, noisy), max(high, noisy)
    for value in values:
        noisy = value + laplace((2 * K + 1) / EPS)
        if noisy < low or noisy > high:
            yield "outside"
            return
        yield "inside"
