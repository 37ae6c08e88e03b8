"""Adversaries with different beliefs about the same report.

A colleague believes that people answer independently. A relative knows that two siblings answer the same. A rival
knows that they always disagree. For the relative, log(3) of differential privacy is too little: two votes tell
about one. For the rival it is too much: whatever the two answer, the sum is distributed in the same way, and tells
nothing at all.
"""

from faier import Bool, Probability, Vector, flip, log, mechanism, one, prior, private, secret

TRUTH = 3 / 4


@prior
def colleague(rate: Probability):
    answers = [flip(rate) for _ in range(3)]
    secret(answers[0])
    return answers


@prior
def relative(rate: Probability):
    """The second person answers as the first does."""
    answer = flip(rate)
    secret(answer)
    return [answer, answer, flip(rate)]


@prior
def rival(rate: Probability):
    """The second person answers the opposite."""
    answer = flip(rate)
    secret(answer)
    return [answer, not answer, flip(rate)]


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(3), prior=colleague)
@private(epsilon=log(3) - 1 / 1000000, prior=colleague, expect="refuted")
@private(epsilon=log(9), prior=relative)
@private(epsilon=log(9) - 1 / 1000000, prior=relative, expect="refuted")
@private(epsilon=0, prior=rival)
@private(epsilon=log(3), prior=relative, expect="refuted", name="two siblings answer the same")
@mechanism
def noisy_sum(answers: Vector[Bool, 3]):
    return sum([answer == flip(TRUTH) for answer in answers])
