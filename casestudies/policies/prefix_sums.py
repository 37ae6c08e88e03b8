"""Prefix sums of a histogram, with noise of scale 1 on each: what they cost depends on which moves must be hidden."""

from faier import Int, Vector, exp, geometric, laplace, mechanism, moves, private

CELLS = 4
LINE = [(i, i + 1) for i in range(CELLS - 1)]
COMPLETE = [(i, j) for i in range(CELLS) for j in range(i)]
STAR = [(i, None) for i in range(CELLS)]
NEAR = [(i, j) for i in range(CELLS) for j in range(i) if i - j <= 2]


@private(epsilon=1, neighbors=moves(*LINE), name="the next cell")
@private(epsilon=0.999, neighbors=moves(*LINE), expect="refuted", name="the next cell, a thousandth less")
@private(epsilon=2, neighbors=moves(*NEAR), name="two cells on")
@private(epsilon=1.998, neighbors=moves(*NEAR), expect="refuted", name="two cells on, a thousandth less")
@private(epsilon=3, neighbors=moves(*COMPLETE), name="any other cell")
@private(epsilon=2.997, neighbors=moves(*COMPLETE), expect="refuted", name="any other cell, a thousandth less")
@private(epsilon=3, neighbors=moves(*STAR), name="a record more")
@private(epsilon=2.997, neighbors=moves(*STAR), expect="refuted", name="a record more, a thousandth less")
@mechanism
def with_laplace(counts: Vector[Int[0, 1], CELLS]):
    total = 0
    for count in counts[:-1]:
        total += count
        yield total + laplace(1)


@private(epsilon=1, neighbors=moves(*LINE), name="the next cell")
@private(epsilon=0.999, neighbors=moves(*LINE), expect="refuted", name="the next cell, a thousandth less")
@private(epsilon=3, neighbors=moves(*COMPLETE), name="any other cell")
@private(epsilon=2.997, neighbors=moves(*COMPLETE), expect="refuted", name="any other cell, a thousandth less")
@private(epsilon=3, neighbors=moves(*STAR), name="a record more")
@private(epsilon=2.997, neighbors=moves(*STAR), expect="refuted", name="a record more, a thousandth less")
@mechanism
def with_geometric(counts: Vector[Int[0, 1], CELLS]):
    total = 0
    for count in counts[:-1]:
        total += count
        yield total + geometric(exp(-1))
