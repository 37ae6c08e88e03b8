"""The greatest ratio of two mixtures: certified ends, by branch and bound on pieces of the line.

On a piece the logarithm of the ratio is at most that in the middle, plus half the width times its steepest slope; where
it only rises or only falls, that at an end. What is beyond all points is bounded by `tail`. The piece that may hold
most is halved until none holds more than the goal, a point does, or both ends meet.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from flint import arb, ctx, fmpq

from faier.engines.density.exactly import value_of
from faier.engines.density.mixture import Cell, Mixture, Side, cells
from faier.engines.density.slopes import common, rise
from faier.engines.density.tail import greatest, outgrows, slowest
from faier.exact import ONE, Epsilon, LogRatio, enclose, exceeds
from faier.limits import Limits
from faier.semantics.kept import Reals

PRECISION = 128
# So many pieces are looked at for one pair of mixtures. Both ends meet when they are so close, or with a goal so close.
PIECES, CLOSE, CLOSER = 5_000, arb(2) ** -46, arb(2) ** -56


@dataclass(frozen=True)
class Seen:
    """A point, or where densities jump there one side of it; with the logarithm of the ratio there."""

    at: fmpq
    side: Side
    ratio: arb


@dataclass(frozen=True)
class Ends:
    """The logarithm of the greatest ratio is between the two (None: infinite, which is known of `lower` only). What is
    `seen` has about the ratio `lower`, and one above the goal if there is any. At `bare` the left side has a density
    and the right one has none. `reason` says why the ends do not meet; with a goal it is `settled` if nothing is above.
    """

    lower: arb | None
    upper: arb | None
    seen: Seen | None = None
    bare: fmpq | None = None
    reason: str | None = None
    settled: bool = False


@dataclass(frozen=True)
class Piece:
    """Of a cell, which may be mirrored. What has no `high` end goes on; the next `step` is taken from it."""

    cell: Cell
    low: fmpq
    high: fmpq | None
    step: fmpq
    mirrored: bool = False

    def halves(self) -> tuple[Piece, Piece]:
        if self.high is None:
            middle = self.low + self.step
            return (
                Piece(self.cell, self.low, middle, self.step, self.mirrored),
                Piece(self.cell, middle, None, 2 * self.step, self.mirrored),
            )
        middle = (self.low + self.high) / 2
        return (
            Piece(self.cell, self.low, middle, self.step, self.mirrored),
            Piece(self.cell, middle, self.high, self.step, self.mirrored),
        )


def pieces_of(cell: Cell) -> list[Piece]:
    """The cell as pieces; a cell without a lower end is mirrored, one without any is two."""
    step = min((width(one.part.noise) for one in (*cell.left, *cell.right)), default=ONE)
    if cell.low is None and cell.high is None:
        return [Piece(cell, fmpq(0), None, step), Piece(cell.mirrored, fmpq(0), None, step, True)]
    if cell.low is None:
        assert cell.high is not None
        return [Piece(cell.mirrored, -cell.high, None, step, True)]
    return [Piece(cell, cell.low, cell.high, step)]


def width(noise: Reals) -> fmpq:
    """A power of two that is about the width of the noise."""
    slow = slowest(noise)
    with ctx.workprec(64):
        ball = 1 / slow[0].enclose(64) if slow is not None else enclose(noise.variance, 64).sqrt()
        power = int(float((ball.log() / arb(2).log()).mid()))
    return fmpq(2) ** power


@dataclass
class _Search:
    goal: Epsilon | LogRatio | None
    floor: arb | None
    ball: arb | None = None
    best: arb | None = None
    seen: Seen | None = None
    heap: list[tuple[float, int, Piece, arb | None]] = field(default_factory=list)
    count: int = 0
    dropped: arb | None = None

    def add(self, piece: Piece) -> None:
        above = self.above(piece)
        if above is not None and self.ball is not None and (above is self.ball or above <= self.ball):
            return
        if above is not None and self.floor is not None and above <= self.floor:
            self.dropped = above if self.dropped is None else self.dropped.max(above)
            return
        self.count += 1
        first = float("-inf") if above is None else -float(above.mid())
        heapq.heappush(self.heap, (first, self.count, piece, above))

    def above(self, piece: Piece) -> arb | None:
        """An upper end on the piece; None: not known."""
        cell = piece.cell
        if piece.high is None:
            self.look(piece, piece.low, 1)
            return greatest(cell.left, cell.right, piece.low, PRECISION)
        alike = common(cell.left, cell.right, piece.low, piece.high)
        left = rise(cell.left, piece.low, piece.high, alike)
        right = rise(cell.right, piece.low, piece.high, alike)
        middle, half = left.middle - right.middle, enclose((piece.high - piece.low) / 2, PRECISION)
        self.note(piece, (piece.low + piece.high) / 2, 0, middle)
        most, least = left.most - right.least, left.least - right.most
        found = middle + half * most.max(-least).max(arb(0))
        for monotone, end, side in ((most <= 0, piece.low, 1), (least >= 0, piece.high, -1)):
            if monotone:
                here = self.look(piece, end, 1 if side > 0 else -1)
                if self.ball is not None and here.overlaps(self.ball) and self.within(cell, end):
                    return self.ball
                found = found.min(here)
        return found

    def look(self, piece: Piece, x: fmpq, side: Side) -> arb:
        """The logarithm of the ratio at an end of a piece."""
        above, below = (sum((one.value(x) for one in balls), arb(0)) for balls in (piece.cell.left, piece.cell.right))
        ratio = above.log() - below.log()
        jump = x in (piece.cell.low, piece.cell.high) and piece.cell.cut(x)
        self.note(piece, x, side if jump else 0, ratio)
        return ratio

    def note(self, piece: Piece, x: fmpq, side: Side, ratio: arb) -> None:
        """A point takes the place of another where its ratio is noticeably greater: those far out are not told."""
        if not ratio.is_finite() or (self.best is not None and ratio.lower() <= self.best):
            return
        self.best = ratio.lower()
        enough = self.ball is not None and self.best > self.ball
        if self.seen is None or enough or self.best > self.seen.ratio + CLOSER * abs(self.best).max(arb(1)):
            sign = -1 if piece.mirrored else 1
            self.seen = Seen(sign * x, -side if piece.mirrored else side, ratio)

    def within(self, cell: Cell, x: fmpq) -> bool:
        """Whether the ratio at a point is known exactly, and is not above the goal."""
        assert self.goal is not None
        above, below = (value_of(side, x) for side in cell.parts)
        return above is not None and below is not None and not exceeds(above, below, self.goal)


def ends(
    left: Mixture,
    right: Mixture,
    limits: Limits,
    goal: Epsilon | LogRatio | None = None,
    floor: arb | None = None,
) -> Ends:
    """With a goal they are good enough to tell whether the ratio exceeds it; with a floor, what is below it."""
    with ctx.workprec(PRECISION):
        search = _Search(goal, floor, None if goal is None else goal.enclose(PRECISION))
        for cell in cells(left, right, PRECISION):
            if not cell.right:
                return Ends(None, None, bare=cell.inside)
            for piece in pieces_of(cell):
                if piece.high is None and goal is None and outgrows(piece.cell.left, piece.cell.right):
                    return Ends(None, None)
                search.add(piece)
        close = CLOSE if goal is None else CLOSER
        while search.heap:
            limits.check()
            lower = search.best
            if lower is not None and search.ball is not None and lower > search.ball:
                return Ends(lower, None, search.seen)
            _, _, piece, above = search.heap[0]
            if above is not None and lower is not None and (above.upper() - lower) <= close * abs(lower).max(arb(1)):
                return Ends(lower, above.upper(), search.seen)
            if search.count >= PIECES:
                reason = f"{PIECES:,} pieces of the line do not tell the greatest ratio"
                return Ends(lower, _upper(search), search.seen, reason=reason)
            heapq.heappop(search.heap)
            for half in piece.halves():
                search.add(half)
        lower = search.best
        return Ends(lower, _last(search, lower), search.seen, settled=True)


def _upper(search: _Search) -> arb | None:
    uppers = [above for *_, above in search.heap]
    if any(above is None for above in uppers):
        return None
    found = search.dropped
    for above in uppers:
        assert above is not None
        found = above if found is None else found.max(above)
    return None if found is None else found.upper()


def _last(search: _Search, lower: arb | None) -> arb | None:
    """Nothing is left that may exceed the goal or the floor."""
    if search.ball is not None:
        return search.ball.upper()
    if search.dropped is None or lower is None:
        return lower if search.dropped is None else search.dropped.upper()
    return lower.max(search.dropped).upper()
