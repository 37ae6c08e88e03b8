"""The truncated geometric mechanism, alone and before a contagious household."""

from faier import Int, Probability, clamp, each, flip, geometric, log, mechanism, prior, private, secret


@prior
def contagious(p: Probability):
    """Both family members are sick, or neither is."""
    sick = flip(p)
    secret(sick)
    return 2 * sick


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(4), prior=contagious)
@mechanism
def truncated_geometric(count: Int[0, 2]):
    return clamp(count + geometric(1 / 2), 0, 2)
