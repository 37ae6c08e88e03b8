"""RAPPOR's report: permanent noisy bits, and fresh noise on top of them for every report.

Erlingsson, Pihur and Korolova ("RAPPOR", 2014). A permanent 1 is reported as 1 with probability q = 3/4, a
permanent 0 with probability p = 1/4. For one hash function and f = 1/2 a report shows the true bit with
probability 5/8, and two bits differ: log(25/9) is lost, less than the 2 * log(3) of the permanent bits. Two
reports of the same person lose more than one, but however many there are, never more than the permanent bits do.
Without those there is no such end.
"""

from faier import Bool, Int, flip, log, mechanism, one, private

K = 2
F = 1 / 2
P = 1 / 4
Q = 3 / 4
BITS = 20
HASHES = 4


def permanent(value):
    return [(index == value if flip(1 - F) else flip(1 / 2)) for index in range(K)]


def report(bits):
    return tuple([flip(Q) if bit else flip(P) for bit in bits])


@private(epsilon=log(25 / 9), neighbors=one())
@private(epsilon=log(25 / 9) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def rappor_one_time(value: Int[0, K - 1]):
    return report(permanent(value))


@private(epsilon=2 * log(5 / 3), neighbors=one(), expect="refuted", name="two reports, the budget of one")
@private(epsilon=log(49 / 9), neighbors=one())
@private(epsilon=log(49 / 9) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=2 * log(3), neighbors=one())
@mechanism
def two_reports(value: Int[0, K - 1]):
    bits = permanent(value)
    yield report(bits)
    yield report(bits)


@private(epsilon=2 * log(3), neighbors=one(), expect="refuted", name="no permanent bits: reports add up without end")
@private(epsilon=4 * log(3), neighbors=one())
@private(epsilon=4 * log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def without_permanent_bits(value: Int[0, K - 1]):
    bits = [index == value for index in range(K)]
    yield report(bits)
    yield report(bits)


@private(epsilon=8 * log(41 / 39), neighbors=one())
@private(epsilon=8 * log(41 / 39) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=0.4, neighbors=one(), expect="refuted", name="0.4001 rounded down")
@mechanism
def published_size(value: Bool):
    """Four hash functions into twenty bits, f = 0.75, p = 0.45, q = 0.55: a report shows the true bit with 0.5125."""
    for index in range(BITS):
        hashed = index < HASHES if value else HASHES <= index < 2 * HASHES
        kept = hashed if flip(1 / 4) else flip(1 / 2)
        yield flip(0.55) if kept else flip(0.45)
