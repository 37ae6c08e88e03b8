"""Presence: is somebody in the table at all?

The secret is whether a record is there, not what is in it. A person who comes with a family of unknown size adds
more than one record. Noise for one record hides one person, log(2); whoever knows that a family comes together or
not at all sees them with up to log(2) per member. A bound on family size is thus a bound on what is lost.
"""

from faier import Int, Probability, assume, clamp, each, flip, geometric, log, mechanism, prior, private, secret

OTHERS = 1
FAMILY = 2


@prior
def alone(rate: Probability):
    present = flip(1 / 2)
    secret(present)
    return present + flip(rate)


@prior
def with_family(size: Int[1, FAMILY], rate: Probability):
    present = flip(1 / 2)
    secret(present)
    return size * present + flip(rate)


@prior
def somebody_came(rate: Probability):
    """It is known that the table is not empty."""
    present, other = flip(rate), flip(rate)
    assume(present or other)
    secret(present)
    return present + other


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(2), prior=alone)
@private(epsilon=log(2) - 1 / 1000000, prior=alone, expect="refuted")
@private(epsilon=log(4), prior=with_family)
@private(epsilon=log(4) - 1 / 1000000, prior=with_family, expect="refuted")
@private(epsilon=log(2), prior=somebody_came)
@private(epsilon=log(2), prior=with_family, expect="refuted", name="a family comes together, the noise is for one")
@mechanism
def presence(records: Int[0, OTHERS + FAMILY]):
    return clamp(records + geometric(1 / 2), 0, OTHERS + FAMILY)
