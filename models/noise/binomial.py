"""The binomial mechanism: a count plus the number of heads in n coins.

Noise that many parties can make together (Dwork et al., "Our data, ourselves", 2006; Agarwal et al., "cpSGD",
2018). Its ends give the count away, so it is private with a delta only. With log(2), eight coins need the delta
below, and half as many coins need much more.
"""

from faier import Int, each, flip, log, mechanism, private

TOP = 1
COINS = 8


def heads(coins):
    return sum([flip(1 / 2) for _ in range(coins)])


@private(epsilon=log(2), neighbors=each(1), delta=19 / 256)
@private(epsilon=log(2), neighbors=each(1), delta=19 / 256 - 1 / 1000000, expect="refuted")
@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="no delta: 0 heads are never 1 head")
@mechanism
def binomial(count: Int[0, TOP]):
    return count + heads(COINS)


@private(epsilon=log(2), neighbors=each(1), delta=3 / 16)
@private(epsilon=log(2), neighbors=each(1), delta=3 / 16 - 1 / 1000000, expect="refuted")
@mechanism
def half_the_coins(count: Int[0, TOP]):
    return count + heads(COINS // 2)
