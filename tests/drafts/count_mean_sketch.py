"""Count mean sketch: one row of the sketch, chosen at random, with signs turned."""

from faier import Int, choice, flip, log, mechanism, one, private

M = 4
HASHES = [
    lambda value: (3 * value + 1) % M,
    lambda value: (value * value + value) % M,
]


@private(epsilon=log(9), neighbors=one())
@private(epsilon=log(8), neighbors=one(), expect="refuted")
@mechanism
def count_mean_sketch(value: Int[0, 3]):
    j = choice(range(len(HASHES)))
    row = [-1] * M
    row[HASHES[j](value)] = 1
    noisy = [sign if flip(3 / 4) else -sign for sign in row]
    return {"row": j, "vector": noisy}
