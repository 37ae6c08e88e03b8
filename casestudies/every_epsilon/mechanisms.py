"""Every epsilon at once: what four mechanisms lose for any strength of their noise.

With noise geometric(exp(-EPS)) and every answer moving by at most one, naive Report Noisy Max over three
queries loses 3 * EPS, ties broken uniformly 2 * EPS, Above Threshold over three queries 3 * EPS, and not less than
a whole EPS less; k-ary response loses EPS, tight. Each claim holds for all EPS > 0 or names an EPS where it fails.
"""

from faier import Int, Positive, Public, Vector, categorical, clamp, each, exp, flip, geometric, mechanism, one, private

EPS = Positive(1)
N = 3


@private(epsilon=3 * EPS, neighbors=each(1))
@private(epsilon=2 * EPS, neighbors=each(1), expect="refuted")
@mechanism
def naive_noisy_max(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(exp(-EPS)), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner


@private(epsilon=2 * EPS, neighbors=each(1))
@private(epsilon=EPS, neighbors=each(1), expect="refuted")
@mechanism
def improved_noisy_max(answers: Vector[Int[0, 2], N]):
    best, winner, ties = -1, 0, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(exp(-EPS)), 0, 2)
        if noisy == best:
            ties += 1
            if flip(1 / ties):
                winner = index
        elif noisy > best:
            best, winner, ties = noisy, index, 1
    return winner


@private(epsilon=3 * EPS, neighbors=each(1))
@private(epsilon=2 * EPS, neighbors=each(1), expect="refuted")
@mechanism
def above_threshold(threshold: Public[Int[0, 2]], answers: Vector[Int[0, 2], 3]):
    noisy_threshold = clamp(threshold + geometric(exp(-2 * EPS)), 0, 2)
    for answer in answers:
        above = clamp(answer + geometric(exp(-EPS)), 0, 2) >= noisy_threshold
        yield above
        if above:
            return


@private(epsilon=EPS, neighbors=one())
@private(epsilon=EPS * 0.999999, neighbors=one(), expect="refuted")
@mechanism
def k_response(value: Int[0, 3]):
    return (value + categorical(exp(EPS), 1, 1, 1)) % 4
