"""By how much one mixture exceeds a multiple of another, all over the line: the hockey-stick divergence, certified.

On a piece on which the logarithm of the ratio stays above that of the multiple, what exceeds is the difference of two
chances; where it stays below, nothing does; else at most the left chance times 1 - exp(-most) for the `most` by which
the logarithm may be above. Pieces that leave most open are halved.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, ctx, fmpq

from faier.engines.density.dominated import at_most
from faier.engines.density.exactly import mass_of
from faier.engines.density.mixture import Cell, Mixture, cells
from faier.engines.density.ratio import PRECISION, Piece, pieces_of
from faier.engines.density.single import ends, one_rate
from faier.engines.density.slopes import common, rise
from faier.engines.density.tail import greatest
from faier.exact import ONE, ZERO, Epsilon, LogRatio, Number, TooLarge, Undecidable, enclose, exceeds, exponential_of

# Exact numbers are made of so many parts at most.
SHORT = 12

Interval = tuple["fmpq | None", "fmpq | None"]


@dataclass(frozen=True)
class Open:
    """A piece on which between `low` and `high` exceeds."""

    piece: Piece
    low: arb
    high: arb

    @property
    def gap(self) -> arb:
        return self.high - self.low

    @property
    def interval(self) -> Interval:
        if not self.piece.mirrored:
            return self.piece.low, self.piece.high
        return None if self.piece.high is None else -self.piece.high, -self.piece.low


@dataclass(frozen=True)
class Settled:
    """Where the left side exceeds all over, and by how much, exactly."""

    amount: Number
    interval: Interval


@dataclass(frozen=True)
class Excess:
    """What is exact, and what is known up to ends."""

    settled: tuple[Settled, ...] = ()
    open: tuple[Open, ...] = ()


class Stick:
    """The divergence for one multiple, e to `epsilon`."""

    def __init__(self, epsilon: Epsilon | LogRatio) -> None:
        self.epsilon = epsilon
        with ctx.workprec(PRECISION):
            self.ball = epsilon.enclose(PRECISION)
            self.factor = self.ball.exp()

    def begin(self, left: Mixture, right: Mixture) -> Excess:
        """A first look."""
        with ctx.workprec(PRECISION):
            if self._nothing(left, right):
                return Excess()
            exact, settled, open_ = one_rate(left, right), list[Settled](), list[Open]()
            for cell in cells(left, right, PRECISION):
                signs = self._signs(cell) if exact else None if cell.right else {True}
                if signs == {False}:
                    continue
                amount = self._amount(cell) if signs == {True} else None
                if amount is not None:
                    settled.append(Settled(amount, (cell.low, cell.high)))
                else:
                    open_ += [self.look(piece, signs == {True}) for piece in pieces_of(cell)]
            return Excess(tuple(settled), tuple(one for one in open_ if not one.high <= 0))

    def halved(self, one: Open) -> list[Open]:
        with ctx.workprec(PRECISION):
            return [self.look(half) for half in one.piece.halves()]

    def look(self, piece: Piece, exceeds: bool = False) -> Open:
        """Both ends on a piece; where the left side is known to exceed all over, without looking at ratios."""
        cell = piece.cell
        above = sum((one.between(piece.low, piece.high) for one in cell.left), arb(0))
        below = sum((one.between(piece.low, piece.high) for one in cell.right), arb(0))
        least, most = (arb(0), None) if exceeds else self._ends(piece)
        if most is not None and most <= 0:
            return Open(piece, arb(0), arb(0))
        difference = above - self.factor * below
        if least is not None and least >= 0:
            return Open(piece, difference.lower().max(arb(0)), difference.upper())
        high = above.upper() if most is None else (above * (1 - (-most).exp())).upper()
        if not high.is_finite():
            high = above.upper()
        return Open(piece, difference.lower().max(arb(0)), high)

    def _ends(self, piece: Piece) -> tuple[arb | None, arb | None]:
        """Ends of the logarithm of the ratio, less that of the multiple."""
        cell = piece.cell
        if not cell.right:
            return arb(0), None
        if piece.high is None:
            most = greatest(cell.left, cell.right, piece.low, PRECISION)
            least = greatest(cell.right, cell.left, piece.low, PRECISION)
            return (None if least is None else -least - self.ball), (None if most is None else most - self.ball)
        alike = common(cell.left, cell.right, piece.low, piece.high)
        left = rise(cell.left, piece.low, piece.high, alike)
        right = rise(cell.right, piece.low, piece.high, alike)
        middle, half = left.middle - right.middle - self.ball, enclose((piece.high - piece.low) / 2, PRECISION)
        steep = (left.most - right.least).max(right.most - left.least).max(arb(0))
        return middle - half * steep, middle + half * steep

    def _nothing(self, left: Mixture, right: Mixture) -> bool:
        """Whether nothing exceeds, as far as that is seen at once."""
        try:
            bound = at_most(left, right)
            return bound is not None and not exceeds(bound, ONE, self.epsilon)
        except (Undecidable, TooLarge):
            return False

    def _signs(self, cell: Cell) -> set[bool] | None:
        """At the ends of a cell: whether the left side exceeds; a sign that it does not have at all is left out."""
        try:
            return {place.exceeds(self.epsilon, self.factor) for place in ends(cell)}
        except (Undecidable, TooLarge):
            return None

    def _amount(self, cell: Cell) -> Number | None:
        """The difference exactly, if that is a short number."""
        if sum(map(len, cell.parts)) > SHORT:
            return None
        sides = [mass_of(side, cell.low, cell.high) for side in cell.parts]
        if sides[0] is None or sides[1] is None:
            return None
        try:
            return sides[0] - exponential_of(self.epsilon) * sides[1] if sides[1] != 0 else sides[0]
        except TooLarge:
            return None


def intervals(found: list[Interval]) -> tuple[Interval, ...]:
    """In order, those that touch as one."""

    def first(interval: Interval) -> tuple[bool, fmpq]:
        return interval[0] is not None, interval[0] if interval[0] is not None else ZERO

    merged: list[Interval] = []
    for low, high in sorted(found, key=first):
        if merged and low is not None and merged[-1][1] == low:
            merged[-1] = merged[-1][0], high
        else:
            merged.append((low, high))
    return tuple(merged)
