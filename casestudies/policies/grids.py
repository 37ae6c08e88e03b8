"""A map of 3 by 3 places: nobody may tell a place from one that is near it, up to a distance along the streets."""

from faier import Int, Vector, laplace, mechanism, moves, private

SIDE = 3
PLACES = [(i, j) for i in range(SIDE) for j in range(SIDE)]
NEXT = [(p, q) for p in PLACES for q in PLACES if p < q and abs(p[0] - q[0]) + abs(p[1] - q[1]) <= 1]
NEAR = [(p, q) for p in PLACES for q in PLACES if p < q and abs(p[0] - q[0]) + abs(p[1] - q[1]) <= 2]


@private(epsilon=1, neighbors=moves(*NEXT), name="next to each other")
@private(epsilon=0.999, neighbors=moves(*NEXT), expect="refuted", name="next to each other, a thousandth less")
@private(epsilon=2, neighbors=moves(*NEAR), name="two streets apart")
@private(epsilon=1.998, neighbors=moves(*NEAR), expect="refuted", name="two streets apart, a thousandth less")
@mechanism
def rows_and_columns(people: Vector[Vector[Int[0, 1], SIDE], SIDE]):
    """How many are north of each street across, and west of each street along."""
    total = 0
    for row in people[:-1]:
        total += sum(row)
        yield total + laplace(1)
    total = 0
    for j in range(SIDE - 1):
        total += sum([row[j] for row in people])
        yield total + laplace(1)


@private(epsilon=2, neighbors=moves(*NEXT), name="next to each other")
@private(epsilon=1.998, neighbors=moves(*NEXT), expect="refuted", name="next to each other, a thousandth less")
@private(epsilon=2, neighbors=moves(*NEAR), name="two streets apart")
@mechanism
def places(people: Vector[Vector[Int[0, 1], SIDE], SIDE]):
    """All counts: a move changes two of them, however far it goes."""
    return [[count + laplace(1) for count in row] for row in people]
