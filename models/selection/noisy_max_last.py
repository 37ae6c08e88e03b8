"""Report Noisy Max, the last winner reported: `>=` instead of `>`.

The mirror of `noisy_max.py`: among equal noisy answers the last one is reported, and the loss is the same. Which of
the two signs is typed is not what matters. Below it stands the same with clamped answers, which are equal much more
often, and always to the advantage of the later query: the promise of 2 * log(2) fails.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, one, private

N = 3


@private(epsilon=log(376 / 103), neighbors=each(1))
@private(epsilon=log(376 / 103) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(200 / 103), neighbors=one(1))
@private(epsilon=log(200 / 103) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def noisy_max_last(answers: Vector[Int[0, 2], N]):
    best, winner = None, 0
    for index, answer in enumerate(answers):
        noisy = answer + geometric(1 / 2)
        if best is None or noisy >= best:
            best, winner = noisy, index
    return winner


@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted", name="clamped answers are equal too often")
@private(epsilon=log(2), neighbors=one(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def clamped_answers(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if noisy >= best:
            best, winner = noisy, index
    return winner
