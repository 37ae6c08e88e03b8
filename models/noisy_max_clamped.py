"""Report Noisy Max with clamped answers, the first winner reported: the broken twin of `noisy_max.py`.

The clamp is the bug. Answers at the end of the range are equal again and again, always to the advantage of the
earlier query, and N of them lose N * log(2): with three, log(8) instead of the promised 2 * log(2). When only one
query moves, by at most one, log(2) holds. Uniform ties repair it: `noisy_max_uniform_ties.py`.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, one, private

N = 3


@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted", name="clamped answers are equal too often")
@private(epsilon=log(25 / 7), neighbors=one())
@private(epsilon=log(25 / 7) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=one(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def noisy_max(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner
