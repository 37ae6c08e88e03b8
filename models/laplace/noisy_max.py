"""Report Noisy Max with Laplace noise, for every EPS.

Dwork and Roth (2014), section 3.3: the index of the greatest noisy answer loses EPS, however many answers there are. By
how much it wins may be shown too (Ding, Wang, Zhang and Kifer, 2019), and costs no more. Showing the greatest noisy
answer as well, or in its place, loses EPS / 2 for each answer (Ding, Wang, Wang, Zhang and Kifer, "Detecting violations
of differential privacy", 2018, have both among their broken variants).
"""

from faier import Int, Positive, Vector, each, laplace, mechanism, one, private

EPS = Positive(1)
N = 3


@private(epsilon=EPS, neighbors=each(1))
@private(epsilon=EPS / 2, neighbors=one(1))
@mechanism
def index(answers: Vector[Int[0, 1], N]):
    best, winner = None, 0
    for number, answer in enumerate(answers):
        noisy = answer + laplace(2 / EPS)
        if best is None or noisy > best:
            best, winner = noisy, number
    return winner


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def index_and_gap(answers: Vector[Int[0, 1], N]):
    best, second, winner = None, None, 0
    for number, answer in enumerate(answers):
        noisy = answer + laplace(2 / EPS)
        if best is None or noisy > best:
            best, second, winner = noisy, best, number
        elif second is None or noisy > second:
            second = noisy
    return winner, best - second


@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="the greatest noisy answer is shown")
@private(epsilon=N / 2 * EPS, neighbors=each(1))
@private(epsilon=0.999999 * N / 2 * EPS, neighbors=each(1), expect="refuted")
@mechanism
def value(answers: Vector[Int[0, 1], N]):
    best = None
    for answer in answers:
        noisy = answer + laplace(2 / EPS)
        if best is None or noisy > best:
            best = noisy
    return best


@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="the greatest noisy answer is shown, with its index")
@private(epsilon=N / 2 * EPS, neighbors=each(1))
@mechanism
def index_and_value(answers: Vector[Int[0, 1], N]):
    best, winner = None, 0
    for number, answer in enumerate(answers):
        noisy = answer + laplace(2 / EPS)
        if best is None or noisy > best:
            best, winner = noisy, number
    yield winner
    yield best
