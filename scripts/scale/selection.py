"""The exponential mechanism over scores of 0 or 1."""

from faier import Int, Vector, categorical, each, log, mechanism, private

N = 16


@private(epsilon=2 * log(2), neighbors=each(1))
@mechanism
def selection(scores: Vector[Int[0, 1], N]):
    return categorical(*[2**score for score in scores])
