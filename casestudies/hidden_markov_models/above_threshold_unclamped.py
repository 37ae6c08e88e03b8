"""Above Threshold with the same discrete noise, not truncated: 4 * log(2) holds for any number of queries.

The threshold's noise may be shifted by one as often as the proof for continuous noise wants it. What section 6.3 finds
is due to the ends of the truncated noise, not to its being discrete.
"""

from faier import Int, Stream, each, geometric, log, mechanism, private

THRESHOLD = 1


@private(name="what continuous noise promises", epsilon=4 * log(2), neighbors=each(1))
@private(name="nearly all of it is lost", epsilon=2.7, neighbors=each(1), expect="refuted")
@mechanism
def above_threshold(answers: Stream[Int[0, 2]]):
    noisy_threshold = THRESHOLD + geometric(1 / 4)
    for answer in answers:
        if answer + geometric(1 / 2) >= noisy_threshold:
            yield "top"
            return
        yield "bottom"
