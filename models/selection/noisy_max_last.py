"""Report Noisy Max, the last winner reported: `>=` instead of `>`.

The mirror of `noisy_max.py`: among equal noisy answers the last one is reported, and the loss is the same log(8)
when every answer may move by one, log(2) when one does. Which of the two signs is typed is not what matters; that
ties always go to the same side is.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, one, private

N = 3


@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(8) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="ties always go to the later query")
@private(epsilon=log(2), neighbors=one(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def noisy_max_last(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if noisy >= best:
            best, winner = noisy, index
    return winner
