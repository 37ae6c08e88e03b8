"""The truncated geometric mechanism for a count between 0 and 2.

A counting query answered with two-sided geometric noise, clamped to the range of the count (Ghosh,
Roughgarden and Sundararajan, "Universally utility-maximizing privacy mechanisms"). For alpha = 1/2 it is
log(2)-differentially private. Against an adversary who knows that the two members of a household fall ill
together or not at all, it protects one member only at log(4): the count never changes by just one.
"""

from faier import Int, Probability, clamp, each, flip, geometric, log, mechanism, prior, private, secret

TOP = 2
ALPHA = 1 / 2


@prior
def contagious(p: Probability):
    """Both family members are sick, or neither is."""
    sick = flip(p)
    secret(sick)
    return TOP * sick


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(4), prior=contagious)
@private(epsilon=log(4) - 1 / 1000000, prior=contagious, expect="refuted")
@private(epsilon=log(2), prior=contagious, expect="refuted", name="the count never changes by just one")
@mechanism
def truncated_geometric(count: Int[0, TOP]):
    return clamp(count + geometric(ALPHA), 0, TOP)
