"""Refused (FA405, "noise that is a part of a sum is looked at again"), though it is `answer + noise >= threshold`.

The sparse vector with gap needs it too: the gap is compared and shown, and after `below` the threshold is used again.
"""

from faier import Int, Stream, Vector, each, geometric, log, mechanism, private


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def difference_with_zero(answers: Stream[Int[0, 1]]):
    threshold = geometric(1 / 2)
    for answer in answers:
        yield answer + geometric(1 / 2) - threshold >= 0


@private(epsilon=3 * log(2), neighbors=each(1))
@mechanism
def gap(answers: Vector[Int[0, 1], 2]):
    threshold = 1 + geometric(1 / 2)
    for answer in answers:
        above = answer + geometric(1 / 2) - threshold
        if above >= 0:
            yield above
            return
        yield "below"
