"""Warner's randomized response: tell the truth with probability 3/4, lie otherwise.

The oldest private mechanism (Warner, "Randomized response", 1965). Telling the truth with probability 3/4
is log(3)-differentially private for the person who answers, and not a bit less.
"""

from faier import Bool, flip, log, mechanism, one, private

TRUTH = 3 / 4


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=1 / 2, neighbors=one(), expect="refuted", name="epsilon taken to be 2 * TRUTH - 1")
@mechanism
def randomized_response(answer: Bool):
    return answer if flip(TRUTH) else not answer
