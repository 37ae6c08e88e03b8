"""Report Noisy Max with the winning value: broken, and how to repair it.

Showing the noisy maximum along with its index looks like a small extra; the privacy of the index rests on all
noisy answers staying hidden (Ding et al., "Detecting violations of differential privacy", 2018, have it among
their broken variants). The promise of 2 * log(2) for queries that may move by one each fails: a noisy maximum that
is very low says how low all of the noise is. The repair is a fresh measurement of the winning answer, paid for by
its own log(2).
"""

from faier import Int, Vector, each, geometric, log, mechanism, private

N = 3
TOP = 1


def noisy_winner(answers):
    best, winner = None, 0
    for index, answer in enumerate(answers):
        noisy = answer + geometric(1 / 2)
        if best is None or noisy > best:
            best, winner = noisy, index
    return winner, best


@private(epsilon=log(164 / 25), neighbors=each(1))
@private(epsilon=log(164 / 25) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def fresh_value(answers: Vector[Int[0, TOP], N]):
    winner, _ = noisy_winner(answers)
    yield winner
    yield answers[winner] + geometric(1 / 2)


@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted", name="the winning noise is shown")
@private(epsilon=3 * log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def noisy_max_value(answers: Vector[Int[0, TOP], N]):
    _, best = noisy_winner(answers)
    return best


@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted", name="the winning noise is shown, with its index")
@private(epsilon=3 * log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def index_and_value(answers: Vector[Int[0, TOP], N]):
    winner, best = noisy_winner(answers)
    yield winner
    yield best
