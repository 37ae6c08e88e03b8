"""Examples 6.2 and 6.3, sections 6.2.2 and 7.3.2: ties broken uniformly at random (Algorithm 3).

The answers count two people's cases of the diseases A, B and C. When everybody falls ill independently,
log(2) protects whether John has A (6.2). When A is contagious in John's family, it does not (6.3).
Section 7.3.2 narrows the budget of differential privacy down to three decimals by binary search; it is log(24 / 7).
"""

from faier import Int, Probability, Vector, clamp, each, flip, geometric, log, mechanism, prior, private, secret


@prior
def independent(p_a: Probability, p_b: Probability, p_c: Probability):
    """John and one other person, three diseases, everything independent; whether John has A is the secret."""
    john = flip(p_a)
    secret(john)
    return (john + flip(p_a), flip(p_b) + flip(p_b), flip(p_c) + flip(p_c))


@prior
def contagious(p_a: Probability, p_b: Probability, p_c: Probability):
    """The same, but the two are a family and both have A or neither has."""
    john = flip(p_a)
    secret(john)
    return (2 * john, flip(p_b) + flip(p_b), flip(p_c) + flip(p_c))


@private(name="section 6.2.2: 1.3 holds", epsilon=1.3, neighbors=each(1))
@private(name="section 6.2.2: log(2) does not", epsilon=log(2), neighbors=each(1), expect="refuted")
@private(name="section 7.3.2: 1.232 is too little", epsilon=1.232, neighbors=each(1), expect="refuted")
@private(name="section 7.3.2: 1.233 is enough", epsilon=1.233, neighbors=each(1))
@private(name="section 7.3.2: exactly", epsilon=log(24 / 7), neighbors=each(1))
@private(name="Example 6.2", epsilon=log(2), prior=independent)
@private(name="Example 6.3", epsilon=log(2), prior=contagious, expect="refuted")
@private(name="Example 6.3, what holds", epsilon=log(4), prior=contagious)
@mechanism
def improved_noisy_max(answers: Vector[Int[0, 2], 3]):
    best, winner, ties = -1, 0, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if noisy == best:
            ties += 1
            if flip(1 / ties):
                winner = index
        if noisy > best:
            best, winner, ties = noisy, index, 1
    return winner
