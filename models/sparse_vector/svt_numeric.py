"""Numeric sparse vector: the answer above is shown, with fresh noise.

Dwork and Roth (2014), section 3.6: what is compared stays hidden, and a second measurement with its own budget is
shown. One answer above, so 3 * log(2) for the comparison and log(2) for the number are promised. The twin saves
the second draw and shows the threshold's distance instead, with no noise of its own: then every answer below costs.
"""

from faier import Int, Vector, each, geometric, log, mechanism, private

N = 3
TOP = 2
LIMIT = 1


@private(epsilon=log(1148 / 101), neighbors=each(1))
@private(epsilon=log(1148 / 101) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=4 * log(2), neighbors=each(1))
@mechanism
def svt_numeric(answers: Vector[Int[0, TOP], N]):
    threshold = LIMIT + geometric(1 / 2)
    for answer in answers:
        if answer + geometric(1 / 2) >= threshold:
            yield answer + geometric(1 / 2)
            return
        yield "below"


@private(epsilon=4 * log(2), neighbors=each(1), expect="refuted", name="the true answer's distance is shown")
@mechanism
def true_distance(answers: Vector[Int[0, TOP], N]):
    threshold = LIMIT + geometric(1 / 2)
    for answer in answers:
        if answer + geometric(1 / 2) >= threshold:
            yield answer - threshold
            return
        yield "below"
