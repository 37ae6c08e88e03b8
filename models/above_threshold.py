"""Above Threshold: which counting query in a stream is the first above a public threshold?

The sparse vector technique (Dwork and Roth, section 3.6) with geometric noise: 1/4-geometric on the threshold,
1/2-geometric on every answer. However many queries are asked, the loss stays below 4 * log(2): log(4) for the
threshold, which may be shifted by one, and 2 * log(2) for the one answer above. Noise that is clamped cannot be
shifted at the end of its range, and then no epsilon is enough: see `above_threshold_clamped.py`.
"""

from faier import Int, Public, Stream, each, geometric, log, mechanism, one, private

TOP = 2


@private(epsilon=4 * log(2), neighbors=each(1))
@private(epsilon=5 / 2, neighbors=each(1), expect="refuted", name="the budget of four queries")
@private(epsilon=log(2), neighbors=one(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def above_threshold(threshold: Public[Int[0, TOP]], answers: Stream[Int[0, TOP]]):
    noisy_threshold = threshold + geometric(1 / 4)
    for answer in answers:
        above = answer + geometric(1 / 2) >= noisy_threshold
        yield above
        if above:
            return
