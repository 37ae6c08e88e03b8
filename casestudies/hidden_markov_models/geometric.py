"""Examples 4.2 to 4.5: one mechanism, three kinds of adversary.

The truncated 1/2-geometric mechanism for the number of sick people among two. Differential privacy holds at
log(2) (4.2). Against an adversary who knows that the disease is contagious it does not (4.3 and 4.4): log(4)
is needed, whatever the probability of falling ill. When people fall ill independently, log(2) holds again
(4.5), for every probability p.
"""

from faier import Int, Probability, assume, clamp, each, flip, geometric, log, mechanism, prior, private, secret


@prior
def contagious(p: Probability):
    """Example 4.4: both family members are sick, or neither is; John's illness is the secret."""
    john = flip(p)
    secret(john)
    return 2 * john


@prior
def independent(p: Probability):
    """Example 4.5: each of two people is sick with probability p. The secret is whether John's record, that of
    a sick person, is known to be among them: with it, the count is not 0."""
    with_john = flip(1 / 2)
    secret(with_john)
    count = flip(p) + flip(p)
    assume(count > 0 or not with_john)
    return count


@private(name="Example 4.2", epsilon=log(2), neighbors=each(1))
@private(name="Example 4.3 and 4.4", epsilon=log(2), prior=contagious, expect="refuted")
@private(name="Example 4.4, what holds", epsilon=log(4), prior=contagious)
@private(name="Example 4.5", epsilon=log(2), prior=independent)
@mechanism
def truncated_geometric(count: Int[0, 2]):
    return clamp(count + geometric(1 / 2), 0, 2)
