"""Powers of a matrix of chances, as floats and as balls: by doubling, so that a million steps are twenty products."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flint import arb, arb_mat, ctx, fmpq

from faier.calibration.quilts.scale import BITS
from faier.exact import nearest_float
from faier.extras import needed

if TYPE_CHECKING:
    import numpy

    Floats = numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float64]]


class FloatPowers:
    """Powers in floats."""

    def __init__(self, moves: Sequence[Sequence[fmpq]]) -> None:
        needed("calibrate", "numpy")
        import numpy

        self.doubled = [numpy.array([[nearest_float(chance) for chance in row] for row in moves])]
        self.known: dict[int, Floats] = {0: numpy.eye(len(moves))}

    def at(self, steps: int) -> Floats:
        if steps not in self.known:
            place = steps.bit_length() - 1
            while len(self.doubled) <= place:
                self.doubled.append(self.doubled[-1] @ self.doubled[-1])
            self.known[steps] = self.doubled[place] @ self.at(steps - (1 << place))
        return self.known[steps]


class BallPowers:
    """Powers in balls, which know which chances are 0."""

    def __init__(self, moves: Sequence[Sequence[fmpq]]) -> None:
        with ctx.workprec(BITS):
            self.doubled = [arb_mat([[arb(chance) for chance in row] for row in moves])]
        self.known: dict[int, arb_mat] = {}

    def at(self, steps: int) -> arb_mat:
        """A positive power."""
        if steps not in self.known:
            with ctx.workprec(BITS):
                place = steps.bit_length() - 1
                while len(self.doubled) <= place:
                    self.doubled.append(self.doubled[-1] * self.doubled[-1])
                rest = steps - (1 << place)
                self.known[steps] = self.doubled[place] * self.at(rest) if rest else self.doubled[place]
        return self.known[steps]
