"""The wrapped geometric mechanism: the noisy count modulo the number of possible counts.

Noise on a ring, as used where shares of a secret sum are added modulo m. Neighbors are one step apart on the ring,
and log(2) holds; the ends of the range are neighbors on the ring too, so a little less than log(2) is lost. The
twin takes the noise modulo m and forgets the sum.
"""

from faier import Int, each, geometric, log, mechanism, private

TOP = 3
ALPHA = 1 / 2


@private(epsilon=log(17 / 10), neighbors=each(1))
@private(epsilon=log(17 / 10) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def wrapped_geometric(count: Int[0, TOP]):
    return (count + geometric(ALPHA)) % (TOP + 1)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="the noise is wrapped, not the sum")
@mechanism
def wrapped_noise(count: Int[0, TOP]):
    return count + geometric(ALPHA) % (TOP + 1)
