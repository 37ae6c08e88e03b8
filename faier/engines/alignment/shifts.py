"""Shifts of fresh draws, with what they cost: as many as may be of use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flint import fmpq

from faier.engines.alignment.prices import times
from faier.engines.alignment.region import Fact, Size
from faier.semantics.kept import Floors, Fresh, Reals

Shifted = tuple[int, tuple[Size, ...]]
"""What it costs, and the shifts."""


class Window(NamedTuple):
    """How far draws that are kept are shifted: by so many integers, or so many steps of a grid of reals."""

    steps: int
    grid: fmpq


@dataclass(frozen=True)
class Shifts:
    """A draw that is kept is shifted within the window; `prices[draws]` has for each part of a sum by what it is
    shifted, and the code of one step; nothing that costs more than `cap` is tried."""

    window: Window
    cap: int
    prices: dict[Fresh, tuple[tuple[Size, int], ...]]

    def price(self, draws: Fresh, shift: Size) -> int | None:
        """What the shift of a sum of draws costs: one of its parts is shifted. None: none can be shifted so."""
        if not shift:
            return 0
        steps = ((times(shift, step), unit) for step, unit in self.prices[draws])
        return min((abs(count) * unit for count, unit in steps if count is not None), default=None)

    def meeting(self, fresh: Sequence[Fresh], kept: frozenset[int], asked: Sequence[Fact]) -> list[Shifted]:
        """Shifts of these draws that meet what is asked of them; of draws that are not kept the cheapest alone."""
        order = sorted(range(len(fresh)), key=lambda at: (at not in kept, at))
        found: list[Shifted] = []

        def choose(number: int, chosen: dict[int, Size], cost: int) -> None:
            if number == len(order):
                found.append((cost, tuple(chosen[at] for at in range(len(fresh)))))
                return
            at, later = order[number], order[number + 1 :]
            low: Size | None = None
            high: Size | None = None
            free = at not in kept
            for terms, least in asked:
                sign = next((sign for sign, variable in terms if variable == at), 0)
                if not sign:
                    continue
                if any(variable in later for _, variable in terms):
                    free = False
                    continue
                rest = least - sum(s * chosen[v] for s, v in terms if v != at)
                if sign > 0:
                    low = rest if low is None else max(low, rest)
                else:
                    high = -rest if high is None else min(high, -rest)
            for shift in self._candidates(fresh[at], low, high, free):
                price = self.price(fresh[at], shift)
                if price is not None and cost + price <= self.cap:
                    choose(number + 1, {**chosen, at: shift}, cost + price)

        if all(terms or least <= 0 for terms, least in asked):
            choose(0, {}, 0)
        return found

    def _candidates(self, draws: Fresh, low: Size | None, high: Size | None, free: bool) -> Sequence[Size]:
        """The shifts between the ends that are tried."""
        if low is not None and high is not None and low > high:
            return ()
        least = 0 if low is None else max(0, low)
        start = least if high is None else min(least, high)
        if free and (not start or isinstance(draws, Reals)):
            return (start,)
        if free:
            assert not isinstance(draws, Reals)
            step = 1 if start > 0 else -1
            widest = 1 if isinstance(draws, Floors) else max(c for c, _ in draws)
            near = [start + step * at for at in range(widest)]
            within = [x for x in near if (low is None or x >= low) and (high is None or x <= high)]
            priced = [(price, x) for x in within if (price := self.price(draws, x)) is not None]
            return (min(priced)[1],) if priced else ()
        grid = self.window.grid if isinstance(draws, Reals) else 1
        window: list[Size] = [count * grid for count in range(-self.window.steps, self.window.steps + 1)]
        if isinstance(draws, Reals):
            ends = (end for end in (low, high) if end is not None)
            window = sorted({*window, *(end for end in ends if window[0] < end < window[-1])})
        return [x for x in window if (low is None or x >= low) and (high is None or x <= high)]
