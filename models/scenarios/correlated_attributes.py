"""Correlated attributes: two noisy columns about the same person.

Liu, Wang and Zhang (2020), section 6, let diseases depend on each other; the same happens to columns of one table.
Each column is randomized with budget log(3). If a second attribute depends on the first, as lung cancer on
smoking, both columns tell about both. How much, for the dependence that the adversary may believe in, is decided
below; nobody needs to believe more than log(9).
"""

from faier import Bool, Probability, Real, Vector, flip, log, mechanism, one, prior, private, secret

TRUTH = 3 / 4


@prior
def unrelated(smokes: Probability, cancer: Probability):
    smoker = flip(smokes)
    secret(smoker)
    return [smoker, flip(cancer)]


@prior
def related(smokes: Probability, cancer: Real[1 / 2, 9 / 10]):
    """Smokers have cancer with a probability that others do not have it with."""
    smoker = flip(smokes)
    secret(smoker)
    return [smoker, flip(cancer) if smoker else not flip(cancer)]


@prior
def the_same(rate: Probability):
    """Two columns with the same content."""
    bit = flip(rate)
    secret(bit)
    return [bit, bit]


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(3), prior=unrelated)
@private(epsilon=log(3) - 1 / 1000000, prior=unrelated, expect="refuted")
@private(epsilon=log(7), prior=related)
@private(epsilon=log(7) - 1 / 1000000, prior=related, expect="refuted")
@private(epsilon=log(9), prior=the_same)
@private(epsilon=log(9) - 1 / 1000000, prior=the_same, expect="refuted")
@private(epsilon=log(3), prior=related, expect="refuted", name="the second column is about the first as well")
@mechanism
def correlated_attributes(columns: Vector[Bool, 2]):
    return tuple([column == flip(TRUTH) for column in columns])
