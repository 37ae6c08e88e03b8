"""The mean of small integers, each clipped to a range first.

Clipping bounds what one person can do to the sum; noise for the bound on the sum, and division by the public
number of records, which is post-processing. Values up to CLIP = 1 count in full: log(2). A library clipped its
data and then used the data as they were (smartnoise-sdk pull request 624, 2024); a mean with noise for 1/N before
dividing is as wrong.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 2
TOP = 3
CLIP = 1


@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def clipped_mean(values: Vector[Int[0, TOP], N]):
    total = sum([min(value, CLIP) for value in values])
    return clamp(total + geometric(1 / 2), 0, N * CLIP) / N


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="values are clipped, and the unclipped ones used")
@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(8) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def clipped_in_vain(values: Vector[Int[0, TOP], N]):
    clipped = [min(value, CLIP) for value in values]
    return clamp(sum(values) + geometric(1 / 2), 0, len(clipped) * TOP) / N


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="divided by the true number of values that are not 0")
@mechanism
def mean_of_the_positive(values: Vector[Int[0, TOP], N]):
    positive = sum([value > 0 for value in values])
    return clamp(sum([min(value, CLIP) for value in values]) + geometric(1 / 2), 0, N) / max(positive, 1)
