"""Above Threshold: yields whether each noisy answer reaches a noisy threshold, until the first does."""
from faier import Int, Public, Stream, clamp, each, geometric, log, mechanism, private


@private(epsilon=4 * log(2), neighbors=each(1), expect="refuted")
@mechanism
def above_threshold(threshold: Public[Int[0, 2]], answers: Stream[Int[0, 2]]):
    noisy_threshold = clamp(threshold + geometric(1 / 2), 0, 2)
    for answer in answers:
        if clamp(answer + geometric(1 / 2), 0, 2) >= noisy_threshold:
            yield True
            return
        yield False
