"""Section 6.3: Above Threshold with truncated discrete noise (Algorithm 4) has no privacy budget at all.

With continuous noise of the same strength, 4 * log(2) would hold for any number of queries, and so it does with the
same discrete noise where it is not truncated: `above_threshold_unclamped.py`. Here k queries lose k * log(2): five of
them exceed that budget, and enough of them exceed any other.
"""

from faier import Int, Public, Stream, clamp, each, geometric, log, mechanism, private


@private(name="Table 2", epsilon=4 * log(2), neighbors=each(1), expect="refuted")
@private(name="section 7.2.2: 3 does not hold", epsilon=3, neighbors=each(1), expect="refuted")
@mechanism
def above_threshold(threshold: Public[Int[0, 2]], answers: Stream[Int[0, 2]]):
    noisy_threshold = clamp(threshold + geometric(1 / 4), 0, 2)
    for answer in answers:
        if clamp(answer + geometric(1 / 2), 0, 2) >= noisy_threshold:
            yield "top"
            return
        yield "bottom"
