"""Every type, names for types, and constants in types."""
from fractions import Fraction

import faier
from faier import Bool, Int, Probability, Public, Real, Stream, Vector, flip, mechanism, prior, secret

N = 2
SIZES = (1, N + 1)
Answer = Int[-N, 2 * N]
Row = Vector[Answer, SIZES[1]]
Grid = Vector[Row, max(SIZES)]
Flag = Bool
Short = Vector[faier.Bool, 0]


@mechanism
def inputs(
    one: Answer, grid: Grid, flag: Flag, none: Short, public: Public[Int[0, 1]], listed: Public[Vector[Flag, 1]]
):
    local: Row = grid[0]
    return one == local[0] and flag


@mechanism
def stream(limit: Public[Int[0, 3]], values: Stream[Vector[Int[0, 1], 2]]):
    for left, right in values:
        yield left + right > limit


@mechanism
def public_stream(values: Public[Stream[Bool]], other: Bool):
    for value in values:
        yield value and other


@prior
def parameters(day: Int[0, 1], known: Bool, p: Probability, q: Real[0.25, 3 / 4], r: Real[Fraction(1, 3), 1]):
    state = flip(p * q) if known else flip(r)
    secret(state)
    return 1 if state and day else 0
