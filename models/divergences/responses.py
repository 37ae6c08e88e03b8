"""Randomized response and what several answers of it lose, by Renyi divergences.

Of an answer that is true with chance p the divergence of order alpha has a closed form (Mironov, "Renyi differential
privacy", 2017, table II); of order 2 and for p = 3/4 it is log(7/3). Divergences of independent answers add up. As the
order falls to 1, the divergence over the order rises to log(3) / 2, so that is the rho of zero-concentrated privacy.
Broken twins ask twice on one budget, and mark what is true.
"""

from faier import Bool, flip, log, mechanism, one, private

TRUTH = 3 / 4


@private(renyi=(2, log(7 / 3)), neighbors=one())
@private(renyi=(2, log(7 / 3) - 1 / 1000000), neighbors=one(), expect="refuted")
@private(renyi=(4, log(547 / 27) / 3), neighbors=one())
@private(zcdp=0.5494, neighbors=one())
@private(zcdp=0.5492, neighbors=one(), expect="refuted", name="less than what low orders come to")
@mechanism
def response(answer: Bool):
    return answer if flip(TRUTH) else not answer


@private(renyi=(2, 2 * log(7 / 3)), neighbors=one())
@private(renyi=(2, 2 * log(7 / 3) - 1 / 1000000), neighbors=one(), expect="refuted")
@private(renyi=(2, log(7 / 3)), neighbors=one(), expect="refuted", name="asked twice on one budget")
@mechanism
def asked_twice(answer: Bool):
    first = answer if flip(TRUTH) else not answer
    second = answer if flip(TRUTH) else not answer
    return first, second


@private(renyi=(2, 100), neighbors=one(), expect="refuted", name="a truth that is marked as such")
@mechanism
def marked(answer: Bool):
    return (answer, True) if flip(TRUTH) else (not answer, False)
