"""A secret that is a function of the data: which side has the majority?

A Pufferfish secret need not be a record. Voters may not mind that their own vote is nearly told, but the outcome
of a ballot should stay secret until it is over. The noisy turnout for one side is log(2)-private for each voter;
the majority is separated by at least one vote, and what is known about it depends on how divided the adversary
thinks that voters are.
"""

from faier import Int, Real, clamp, each, flip, geometric, log, mechanism, prior, private, secret

VOTERS = 3


@prior
def majority(rate: Real[1 / 4, 3 / 4]):
    votes = sum([flip(rate) for _ in range(VOTERS)])
    secret(votes > VOTERS // 2)
    return votes


@prior
def one_vote(rate: Real[1 / 4, 3 / 4]):
    first = flip(rate)
    secret(first)
    return first + sum([flip(rate) for _ in range(VOTERS - 1)])


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(2), prior=one_vote)
@private(epsilon=log(2) - 1 / 1000000, prior=one_vote, expect="refuted")
@private(epsilon=log(60 / 19), prior=majority)
@private(epsilon=log(60 / 19) - 1 / 1000000, prior=majority, expect="refuted")
@private(epsilon=log(2), prior=majority, expect="refuted", name="the majority is more than a vote")
@mechanism
def turnout(votes: Int[0, VOTERS]):
    return clamp(votes + geometric(1 / 2), 0, VOTERS)
