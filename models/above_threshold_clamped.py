"""Above Threshold with truncated noise: the broken twin of `above_threshold.py`.

The clamp is the bug. A noisy threshold at the end of its range cannot be shifted any further, and each query that
stays below can double the loss: outputs of length k lose k * log(2), so the claim of 4 * log(2) fails at the fifth
query. The same geometric noise without a clamp keeps 4 * log(2) however many queries are asked.
"""

from faier import Int, Public, Stream, clamp, each, geometric, log, mechanism, one, private

TOP = 2


@private(epsilon=4 * log(2), neighbors=each(1), expect="refuted", name="the noisy threshold has a greatest value")
@private(epsilon=log(2), neighbors=one(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def above_threshold(threshold: Public[Int[0, TOP]], answers: Stream[Int[0, TOP]]):
    noisy_threshold = clamp(threshold + geometric(1 / 4), 0, TOP)
    for answer in answers:
        above = clamp(answer + geometric(1 / 2), 0, TOP) >= noisy_threshold
        yield above
        if above:
            return
