"""How likely marks are at each step, between ends that hold for all chances in a box, and what a mean may be where
weights lie between ends.

From step to step ends are the greatest and least sums of chances times parts of 1 that lie between the ends before.
They come together as the chain forgets where it began, and ends that such a step leads back into themselves hold from
there on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from flint import arb, fmpq

from faier.calibration.sums.bounds import Place
from faier.engines.density.rounding import above, below

Ends = tuple[fmpq, fmpq]
Weighed = Mapping[Place, Ends]
Vertex = tuple[dict[Place, fmpq], dict[Place, fmpq]]

# Ends that change by no more than this part in a step are made wider by it, and held against a further step.
SAME = fmpq(1, 10**12)
# Of so many places weights are put at either end, one by one; of more, all at once.
SINGLE = 4


@dataclass(frozen=True)
class Likely:
    """`steps[n]` are the ends at the mark n; the last are those of all further marks too, where it is `endless`."""

    steps: Sequence[Sequence[Ends]]
    endless: bool


def likely(start: Sequence[Ends], moves: Sequence[Sequence[Ends]], count: int) -> Likely:
    """`moves[y][z]` are the ends of the chance that a step leads from y to z."""
    steps = [list(start)]
    while len(steps) < count:
        following = _onward(steps[-1], moves)
        if all(map(_alike, following, steps[-1])):
            wide = [
                (min(low, there) * (1 - SAME), min(max(high, beyond) * (1 + SAME), fmpq(1)))
                for (low, high), (there, beyond) in zip(following, steps[-1], strict=True)
            ]
            after = _onward(wide, moves)
            if all(low <= here and there <= high for (low, high), (here, there) in zip(wide, after, strict=True)):
                return Likely([*steps, wide], True)
        steps.append(following)
    return Likely(steps, False)


def _alike(one: Ends, other: Ends) -> bool:
    return all(abs(here - there) <= SAME / 4 * there for here, there in zip(one, other, strict=True))


def _onward(ends: Sequence[Ends], moves: Sequence[Sequence[Ends]]) -> list[Ends]:
    def end(place: int) -> Ends:
        low = _greatest(ends, [-row[place][0] for row in moves])
        high = _greatest(ends, [row[place][1] for row in moves])
        return max(below(arb(-low)), fmpq(0)), min(above(arb(high)), fmpq(1))

    return [end(place) for place in range(len(moves))]


def _greatest(ends: Sequence[Ends], worths: Sequence[fmpq]) -> fmpq:
    """The greatest sum of worths times parts of 1 that lie between the ends."""
    left = 1 - sum((low for low, _ in ends), fmpq(0))
    total = sum((low * worth for (low, _), worth in zip(ends, worths, strict=True)), fmpq(0))
    for worth, (low, high) in sorted(zip(worths, ends, strict=True), reverse=True):
        more = min(left, high - low)
        total += more * worth
        left -= more
    return total


def vertices(supply: Weighed, room: Weighed) -> Iterator[Vertex]:
    """Parts of 1 in which means of any positive values are furthest apart, or further, where weights are between ends.

    A mean is greatest where weights are at their upper ends for values above it, and at their lower ones for others;
    the least is the other way round. If the one is more than the other, values above it are above the other too."""
    if not 1 < len({*supply, *room}) <= SINGLE:
        yield {place: _share(supply, place, 1) for place in supply}, {place: _share(room, place, 0) for place in room}
        return
    places = list({**supply, **room})
    for sides in product(range(3), repeat=len(places)):
        high = {place for place, side in zip(places, sides, strict=True) if side == 2}
        more = {place for place, side in zip(places, sides, strict=True) if side >= 1}
        if high and len(more) < len(places):
            yield (
                _parts({place: ends[place in high] for place, ends in supply.items()}),
                _parts({place: ends[place not in more] for place, ends in room.items()}),
            )


def _share(weights: Weighed, place: Place, end: int) -> fmpq:
    others = sum((ends[1 - end] for other, ends in weights.items() if other != place), fmpq(0))
    return weights[place][end] / (weights[place][end] + others)


def _parts(weights: Mapping[Place, fmpq]) -> dict[Place, fmpq]:
    total = sum(weights.values(), fmpq(0))
    return {place: weight / total for place, weight in weights.items()}
