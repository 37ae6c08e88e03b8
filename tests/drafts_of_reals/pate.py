"""Teachers vote, the winner of the noisy counts is told (PATE)."""

from faier import Int, Vector, gaussian, laplace, mechanism, one, private

LABELS = 3


@private(epsilon=2, neighbors=one())
@private(epsilon=0.5, neighbors=one(), expect="refuted")
@mechanism
def vote(votes: Vector[Int[0, 2], 3]) -> int:
    counts = [sum(1 for v in votes if v == label) for label in range(LABELS)]
    noisy = [count + laplace(1) for count in counts]
    return max(range(LABELS), key=lambda label: noisy[label])


@private(epsilon=2, neighbors=one())
@mechanism
def by_index(votes: Vector[Int[0, 2], 3]) -> int:
    noisy = [votes.count(label) + laplace(1) for label in range(LABELS)]
    return noisy.index(max(noisy))


@private(epsilon=3, delta=1 / 100, neighbors=one())
@mechanism
def confident(votes: Vector[Int[0, 2], 3]) -> int | None:
    counts = [votes.count(label) for label in range(LABELS)]
    if max(counts) + gaussian(2) < 2:
        return None
    return max(range(LABELS), key=lambda label: counts[label] + gaussian(1))
