"""Numeric sparse vector: the answer above is shown, with fresh noise.

Dwork and Roth (2014), section 3.6: what is compared stays hidden, and a second measurement with its own budget is
shown. One answer above, so 3 * log(2) for the comparison and log(2) for the number are promised. The twin saves
the second draw and shows the threshold's distance instead, with no noise of its own.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, private

N = 2
TOP = 2
LIMIT = 1
WIDE = 1


@private(epsilon=log(7), neighbors=each(1))
@private(epsilon=log(7) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=4 * log(2), neighbors=each(1))
@mechanism
def svt_numeric(answers: Vector[Int[0, TOP], N]):
    threshold = clamp(LIMIT + geometric(1 / 2), LIMIT - WIDE, LIMIT + WIDE)
    for answer in answers:
        if answer + geometric(1 / 2) >= threshold:
            yield clamp(answer + geometric(1 / 2), 0, TOP)
            return
        yield "below"


@private(epsilon=4 * log(2), neighbors=each(1), expect="refuted", name="the true answer's distance is shown")
@mechanism
def true_distance(answers: Vector[Int[0, TOP], N]):
    threshold = clamp(LIMIT + geometric(1 / 2), LIMIT - WIDE, LIMIT + WIDE)
    for answer in answers:
        if answer + geometric(1 / 2) >= threshold:
            yield answer - threshold
            return
        yield "below"
