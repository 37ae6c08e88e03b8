"""Report Noisy Max over three counting queries, the first winner reported.

The textbook mechanism (Dwork and Roth, "The algorithmic foundations of differential privacy", section 3.3)
with its continuous noise replaced by truncated geometric noise. Ties now happen, and always to the advantage
of the earlier query: when every answer may move by one, the loss is log(8) instead of log(2). When only one
query moves, by at most one, log(2) holds.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, one, private

N = 3


@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="ties always go to the earlier query")
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
