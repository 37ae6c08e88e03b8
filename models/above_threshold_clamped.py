"""Above Threshold: which counting query in a stream is the first above a public threshold?

The sparse vector technique (Dwork and Roth, section 3.6) with truncated geometric noise: 1/4-geometric on
the threshold, 1/2-geometric on every answer. With continuous noise the loss would be bounded however many
queries are asked. Here each query that stays below can double it: outputs of length k lose k * log(2), so
the claim of 4 * log(2) fails at the fifth query.
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
