"""Where labels of marks on a chart are written, so that none covers another, a mark, or much of the lines.

Floats place what is drawn. Characters are taken to be wider than they are in any of the typefaces that charts name.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from faier.report.drawing import columns

Point = tuple[float, float]
Line = tuple[Point, Point]

CHARACTER, ABOVE, BELOW, NEAR = 7.4, 11.0, 4.0, 10.0
ACROSS = 4  # how far apart the places that are tried are
CROSSED, MIXED = 30.0, 200.0  # how far a label goes to cross one line less; for one that leads to another label


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Box) -> bool:
        apart = self.right <= other.left or other.right <= self.left
        return not (apart or self.bottom <= other.top or other.bottom <= self.top)

    def nearest(self, point: Point) -> Point:
        return min(max(point[0], self.left), self.right), min(max(point[1], self.top), self.bottom)

    def crossed(self, line: Line) -> bool:
        """Whether a part of the line that has a length lies within."""
        (x, y), (to_x, to_y) = line
        start, stop = 0.0, 1.0
        for low, high, at, step in ((self.left, self.right, x, to_x - x), (self.top, self.bottom, y, to_y - y)):
            if step == 0:
                if not low < at < high:
                    return False
                continue
            first, last = sorted(((low - at) / step, (high - at) / step))
            start, stop = max(start, first), min(stop, last)
        return start < stop


@dataclass(frozen=True)
class Label:
    """Where text begins, the box that it fills, and the line to its mark where it is not beside it."""

    text: str
    box: Box
    leader: Line | None

    @property
    def start(self) -> Point:
        return self.box.left, self.box.bottom - BELOW


def placed(marks: Sequence[tuple[float, float, str]], lines: Sequence[Line], within: Box, size: float) -> list[Label]:
    """A label for each mark, a square that reaches so far from its middle. Fewer labels than marks: they do not fit."""
    squares = [Box(x - size, y - size, x + size, y + size) for x, y, _ in marks]
    found = list[Label]()
    for (_, _, text), own in zip(marks, squares, strict=True):
        best = _best(own, text, within, lines, squares, found)
        if best is None:
            break
        found.append(best)
    return found


def _best(
    own: Box, text: str, within: Box, lines: Sequence[Line], squares: Sequence[Box], others: Sequence[Label]
) -> Label | None:
    """The label that is nearest to its mark, what it crosses counting as a way to go."""
    mark = (own.left + own.right) / 2, (own.top + own.bottom) / 2
    taken, leaders = [other.box for other in others], [other.leader for other in others if other.leader is not None]
    places = sorted((math.dist(mark, box.nearest(mark)), at, box) for at, box in enumerate(_boxes(own, text, within)))
    best, least = None, math.inf
    for away, _, box in places:
        if away >= least:
            break
        if any(map(box.covers, (*taken, *squares))):
            continue
        way = away + CROSSED * sum(map(box.crossed, lines)) + MIXED * sum(map(box.crossed, leaders))
        leader = None
        if away > NEAR:
            leader = own.nearest(box.nearest(mark)), box.nearest(mark)
            way += CROSSED * sum(each.crossed(leader) for each in squares)
            way += MIXED * sum(each.crossed(leader) for each in taken)
        if way < least:
            best, least = Label(text, box, leader), way
    return best


def _boxes(own: Box, text: str, within: Box) -> Iterator[Box]:
    """Beside the mark to its right and left, then everywhere."""
    wide, high = CHARACTER * columns(text), ABOVE + BELOW
    lefts = [own.right + BELOW, own.left - BELOW - wide]
    lefts += [within.left + ACROSS * step for step in range(int((within.right - within.left - wide) / ACROSS) + 1)]
    tops = [(own.top + own.bottom - high) / 2]
    tops += [within.top + ACROSS * step for step in range(int((within.bottom - within.top - high) / ACROSS) + 1)]
    for left in lefts:
        for top in tops:
            box = Box(left, top, left + wide, top + high)
            if within.nearest((left, top)) == (left, top) and box.right <= within.right and box.bottom <= within.bottom:
                yield box
