"""RAPPOR's permanent response: a Bloom filter with noisy bits, drawn once and kept for ever.

Erlingsson, Pihur and Korolova ("RAPPOR", 2014): with h hash functions, each bit is replaced by a coin with
probability f, and the loss is 2 h log((1 - f/2) / (f/2)), here 4 * log(3) for h = 2 and f = 1/2. The formula is
met by values whose bits have nothing in common; values 0 and 1 below share one bit and are told apart less.
Drawing the permanent bits anew for every report forgets what they are for.
"""

from faier import Bool, Int, edges, flip, log, mechanism, one, private

BITS = 4
HASHES = ((0, 1), (1, 2), (2, 3))
F = 1 / 2
PUBLISHED_BITS = 20
PUBLISHED_HASHES = 4


def permanent(value):
    return [(index in HASHES[value] if flip(1 - F) else flip(1 / 2)) for index in range(BITS)]


@private(epsilon=4 * log(3), neighbors=one())
@private(epsilon=4 * log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(9), neighbors=edges((0, 1)))
@private(epsilon=log(9) - 1 / 1000000, neighbors=edges((0, 1)), expect="refuted")
@private(epsilon=2 * log(3), neighbors=one(), expect="refuted", name="h log(...), half of the formula")
@mechanism
def rappor_permanent(value: Int[0, 2]):
    return tuple(permanent(value))


@private(epsilon=4 * log(3), neighbors=one(), expect="refuted", name="permanent bits drawn anew for each report")
@private(epsilon=8 * log(3), neighbors=one())
@private(epsilon=8 * log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def drawn_anew(value: Int[0, 2]):
    yield tuple(permanent(value))
    yield tuple(permanent(value))


@private(epsilon=8 * log(21 / 19), neighbors=one())
@private(epsilon=8 * log(21 / 19) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=0.8, neighbors=one(), expect="refuted", name="0.8007 rounded down")
@mechanism
def published_size(value: Bool):
    """Four hash functions into twenty bits and f = 0.95."""
    for index in range(PUBLISHED_BITS):
        hashed = index < PUBLISHED_HASHES if value else PUBLISHED_HASHES <= index < 2 * PUBLISHED_HASHES
        yield hashed if flip(0.05) else flip(1 / 2)
