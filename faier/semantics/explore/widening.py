"""Ends of kept draws that go further out from state to state are forgotten, so that there are finitely many states.

A largest noisy integer is at least one more than the one before, which was at least one more than the one before that.
What a state knows of its draws only leaves out ways that no values take: knowing less is as right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from faier.semantics.explore.held import Draw, End, Held

MOST = 4
"""So many ends of one draw are told apart, where states differ in ends alone."""

Side = tuple[Hashable, Held, int, bool]
"""Where control is and what is held but for the ends of kept draws; which draw, and whether its upper end."""


@dataclass
class Widening:
    seen: dict[Side, set[End]] = field(default_factory=lambda: defaultdict(set))

    def widened(self, at: Hashable, held: Held) -> Held:
        """What is held without the ends that are too many."""
        bare = held.holding(tuple(_between(draw, None, None) for draw in held.draws))
        draws = tuple(
            _between(draw, self._end((at, bare, place, False), draw.low), self._end((at, bare, place, True), draw.high))
            for place, draw in enumerate(held.draws)
        )
        return held if draws == held.draws else held.holding(draws)

    def _end(self, side: Side, end: End) -> End:
        if end is None:
            return None
        seen = self.seen[side]
        if len(seen) < MOST:
            seen.add(end)
        return end if end in seen else None


def _between(draw: Draw, low: End, high: End) -> Draw:
    """A kept draw, of which that is known; a fresh one as it is."""
    if draw.origin is None or (low, high) == (draw.low, draw.high):
        return draw
    return replace(draw, low=low, high=high, before=(low, high))
