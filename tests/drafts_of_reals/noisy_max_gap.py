"""The largest of noisy counts, and by how much."""

from faier import Int, Vector, each, laplace, mechanism, private


@private(epsilon=1, neighbors=each(1))
@private(epsilon=1 / 2, neighbors=each(1), expect="refuted")
@mechanism
def largest(counts: Vector[Int[0, 2], 3]) -> int:
    best, winner = None, 0
    for i, count in enumerate(counts):
        noisy = count + laplace(2)
        if best is None or noisy > best:
            best, winner = noisy, i
    return winner


@private(epsilon=1, neighbors=each(1))
@mechanism
def with_gap(counts: Vector[Int[0, 1], 2]) -> tuple[int, float]:
    noisy = [count + laplace(2) for count in counts]
    if noisy[0] > noisy[1]:
        return 0, noisy[0] - noisy[1]
    return 1, noisy[1] - noisy[0]
