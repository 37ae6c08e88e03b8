"""Report Noisy Max over three counting queries, ties broken uniformly at random.

The repair of `noisy_max_clamped.py`: among equal noisy answers each is reported with the same probability. The loss
falls from log(8) to log(24/7), but not to the log(2) that the proof for continuous noise promises. With ties broken
so, the clamp itself costs nothing: the same mechanism without it loses the same.
"""

from faier import Int, Vector, clamp, each, flip, geometric, log, mechanism, one, private

N = 3


@private(epsilon=log(24 / 7), neighbors=each(1))
@private(epsilon=log(24 / 7) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="equal answers happen at the ends of the range")
@private(epsilon=log(24 / 7), neighbors=one())
@private(epsilon=log(24 / 7) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(40 / 21), neighbors=one(1))
@private(epsilon=log(40 / 21) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def noisy_max_uniform_ties(answers: Vector[Int[0, 2], N]):
    best, winner, ties = -1, 0, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if noisy == best:
            ties += 1
            if flip(1 / ties):
                winner = index
        elif noisy > best:
            best, winner, ties = noisy, index, 1
    return winner


@private(epsilon=log(24 / 7), neighbors=each(1))
@private(epsilon=log(24 / 7) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(40 / 21), neighbors=one(1))
@private(epsilon=log(40 / 21) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def without_a_clamp(answers: Vector[Int[0, 2], N]):
    best, winner, ties = None, 0, 0
    for index, answer in enumerate(answers):
        noisy = answer + geometric(1 / 2)
        if best is None or noisy > best:
            best, winner, ties = noisy, index, 1
        elif noisy == best:
            ties += 1
            if flip(1 / ties):
                winner = index
    return winner
