"""A school class: above a threshold of cases it closes, and closing is what everybody sees.

A yes or no about a noisy count. For differential privacy the answer costs log(2) at most. An adversary who knows
that desks in a row share a cold compares rows, not pupils; the answer is one bit, so even a whole class is told
apart by a bounded amount, which is what is lost by an adversary who believes that all fall ill together.
"""

from faier import Int, Probability, Public, each, flip, geometric, log, mechanism, prior, private, secret

PUPILS = 4


@prior
def rows(rate: Probability):
    """Two rows of two; a row is ill or it is not."""
    row = flip(rate)
    secret(row)
    return 2 * row + 2 * flip(rate)


@prior
def whole_class(rate: Probability):
    ill = flip(rate)
    secret(ill)
    return PUPILS * ill


@private(epsilon=log(2), neighbors={"cases": each(1)})
@private(epsilon=log(2) - 1 / 1000000, neighbors={"cases": each(1)}, expect="refuted")
@private(epsilon=log(4), prior=rows)
@private(epsilon=log(4) - 1 / 1000000, prior=rows, expect="refuted")
@private(epsilon=4 * log(2), prior=whole_class)
@private(epsilon=4 * log(2) - 1 / 1000000, prior=whole_class, expect="refuted")
@private(epsilon=log(2), prior=rows, expect="refuted", name="a row is ill together, the noise is for one")
@mechanism
def school_class(limit: Public[Int[1, PUPILS]], cases: Int[0, PUPILS]):
    return cases + geometric(1 / 2) >= limit
