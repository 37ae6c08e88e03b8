"""Report Noisy Max over three counting queries, the first winner reported.

The textbook mechanism (Dwork and Roth, "The algorithmic foundations of differential privacy", section 3.3) with
geometric noise. When every answer may move by one, its promise is 2 * log(2), for any number of queries; three of
them lose log(376/103). Ties happen, and always to the advantage of the earlier query, but that breaks no promise.
Clamped noise does: see `noisy_max_clamped.py`.
"""

from faier import Int, Vector, each, geometric, log, mechanism, one, private

N = 3


@private(epsilon=2 * log(2), neighbors=each(1))
@private(epsilon=log(376 / 103), neighbors=each(1))
@private(epsilon=log(376 / 103) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="answers move against each other")
@private(epsilon=log(376 / 103), neighbors=one())
@private(epsilon=log(376 / 103) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(200 / 103), neighbors=one(1))
@private(epsilon=log(200 / 103) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def noisy_max(answers: Vector[Int[0, 2], N]):
    best, winner = None, 0
    for index, answer in enumerate(answers):
        noisy = answer + geometric(1 / 2)
        if best is None or best < noisy:
            best, winner = noisy, index
    return winner
