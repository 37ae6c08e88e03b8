"""Above Threshold, asked for ever: no epsilon is enough.

Each query that stays below the threshold multiplies the ratio by 2, so a claim about some number of queries can be
true, and no claim about all of them is. faier finds the queries that are repeated. It is the clamp that loses: without
it, 4 * log(2) is enough for ever (`models/above_threshold.py`).
"""

from faier import Int, Public, Stream, clamp, each, geometric, log, mechanism, one, private


@private(epsilon=100, neighbors=each(1), expect="refuted")
@private(epsilon=log(2), neighbors=one(1))
@mechanism
def above_threshold(threshold: Public[Int[0, 2]], answers: Stream[Int[0, 2]]):
    level = clamp(threshold + geometric(1 / 4), 0, 2)
    for answer in answers:
        above = clamp(answer + geometric(1 / 2), 0, 2) >= level
        yield above
        if above:
            return
