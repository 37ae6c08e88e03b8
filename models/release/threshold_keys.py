"""Which keys occur? Noisy counts of those that do, shown if they reach a threshold.

Korolova, Kenthapadi, Mishra and Ntoulas ("Releasing search queries and clicks privately", 2009), the histogram of
stability in textbooks. Keys that nobody has are not known and get no noise, so a person with a new key is
protected by a delta: the probability that a count of 1 reaches the threshold. At log(2) and threshold 3 that is
1/6. A library reported less for thresholded noise: it left out the probability that the noisy count is exactly the
threshold (OpenDP issue 2922, 2026).
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 2
KEYS = 2
THRESHOLD = 3
TOP = 4


def noisy(count):
    return clamp(count + geometric(1 / 2), 0, TOP) if count > 0 else 0


@private(epsilon=log(2), neighbors=one(1), delta=1 / 6)
@private(epsilon=log(2), neighbors=one(1), delta=1 / 6 - 1 / 1000000, expect="refuted")
@private(
    epsilon=log(2), neighbors=one(1), expect="refuted", name="no delta: a new key is never shown without its person"
)
@private(
    epsilon=log(2), neighbors=one(1), delta=1 / 12, expect="refuted", name="counts of exactly the threshold left out"
)
@mechanism
def threshold_keys(counts: Vector[Int[0, N], KEYS]):
    shown = [noisy(count) for count in counts]
    return tuple([value if value >= THRESHOLD else 0 for value in shown])


@private(epsilon=log(2), neighbors=one(1), delta=1 / 6, expect="refuted", name="the threshold is for the true count")
@mechanism
def true_counts_decide(counts: Vector[Int[0, N], KEYS]):
    return tuple([noisy(count) if count >= 2 else 0 for count in counts])
