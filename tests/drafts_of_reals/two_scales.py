"""The answers that matter more get less noise."""

from faier import Int, Vector, gaussian, laplace, mechanism, one, private


@private(epsilon=1 / 2, neighbors=one(1))
@mechanism
def budgeted(counts: Vector[Int[0, 2], 2]) -> dict[str, float]:
    first, second = counts
    return {"first": first + laplace(2), "second": second + laplace(4)}


@private(epsilon=1, neighbors=one(1))
@mechanism
def plus_gaussian(counts: Vector[Int[0, 2], 2]) -> float:
    return sum(counts) + laplace(1) + gaussian(1)


@private(epsilon=1, neighbors=one(1))
@private(epsilon=0.99, neighbors=one(1), expect="refuted")
@mechanism
def twice(counts: Vector[Int[0, 2], 2]) -> float:
    """The sum of two draws leaks less near the middle, and nearly as much far out."""
    return sum(counts) + laplace(1) + laplace(1)
