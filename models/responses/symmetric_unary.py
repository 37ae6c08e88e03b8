"""Symmetric unary encoding: one bit for each value, every bit flipped with the same probability.

The basic one-time form of RAPPOR (Erlingsson, Pihur and Korolova, 2014; named SUE by Wang, Blocki, Li and Jha,
"Locally differentially private protocols for frequency estimation", 2017). Two people differ in two bits, and each
bit is log(3)-private, so the loss is 2 * log(3), not log(3).
"""

from faier import Int, flip, log, mechanism, one, private

K = 3
KEEP = 3 / 4


@private(epsilon=log(9), neighbors=one())
@private(epsilon=log(9) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(3), neighbors=one(), expect="refuted", name="a change of value changes two bits, not one")
@mechanism
def symmetric_unary(value: Int[0, K - 1]):
    return tuple([(value == index) == flip(KEEP) for index in range(K)])


@private(epsilon=2 * log(3), neighbors=one(), expect="refuted", name="bits after the first 1 are not flipped")
@mechanism
def stops_flipping(value: Int[0, K - 1]):
    bits, done = [False] * K, False
    for index in range(K):
        bits[index] = (value == index) if done else (value == index) == flip(KEEP)
        done = done or bits[index]
    return tuple(bits)
