"""A histogram of n people's k-ary responses, added up by somebody who is not trusted with the answers.

The histogram is computed from responses that are private already, so no more than log(3) is lost. How much privacy
is won if only the histogram is seen shows with a delta only: everybody may still report the same bin. The twin
leaves the first answer as it is, "for quality control".
"""

from faier import Int, Vector, categorical, log, mechanism, one, private

N = 3
K = 3
WEIGHT = 3


def histogram(responses):
    return tuple([sum([response == value for response in responses]) for value in range(K)])


def response(value):
    return (value + categorical(WEIGHT, *[1] * (K - 1))) % K


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=one(), delta=2 / 25)
@private(epsilon=log(2), neighbors=one(), delta=2 / 25 - 1 / 1000000, expect="refuted")
@mechanism
def local_histogram(values: Vector[Int[0, K - 1], N]):
    return histogram([response(value) for value in values])


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="the first answer is not randomized")
@mechanism
def quality_control(values: Vector[Int[0, K - 1], N]):
    return histogram([values[0], *[response(value) for value in values[1:]]])
