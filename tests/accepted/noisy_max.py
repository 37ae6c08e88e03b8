"""Report Noisy Max over three counting queries, first winner reported."""
from faier import Int, Vector, clamp, each, geometric, log, mechanism, private

N = 3


@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def noisy_max(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner
