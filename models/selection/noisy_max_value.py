"""Report Noisy Max with the winning value: broken, and how to repair it.

Showing the noisy maximum along with its index looks like a small extra; the privacy of the index rests on all
noisy answers staying hidden (Ding et al., "Detecting violations of differential privacy", 2018, have it among
their broken variants). The promise of 2 * log(2) for N queries that may move by one each fails. The repair is a
fresh measurement of the winning answer, paid for by its own log(2).
"""

from faier import Int, Vector, clamp, each, flip, geometric, log, mechanism, private

N = 3
TOP = 1


def noisy_winner(answers):
    best, winner, ties = -1, 0, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, TOP)
        if noisy == best:
            ties += 1
            if flip(1 / ties):
                winner = index
        elif noisy > best:
            best, winner, ties = noisy, index, 1
    return winner, best


@private(epsilon=log(28 / 5), neighbors=each(1))
@private(epsilon=log(28 / 5) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def fresh_value(answers: Vector[Int[0, TOP], N]):
    winner, _ = noisy_winner(answers)
    yield winner
    yield clamp(answers[winner] + geometric(1 / 2), 0, TOP)


@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted", name="the winning noise is shown")
@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def noisy_max_value(answers: Vector[Int[0, TOP], N]):
    _, best = noisy_winner(answers)
    return best


@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted", name="the winning noise is shown, with its index")
@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def index_and_value(answers: Vector[Int[0, TOP], N]):
    return noisy_winner(answers)
