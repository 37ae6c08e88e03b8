"""Shifts of fresh draws, with what they cost: as many as may be of use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from faier.engines.alignment.region import Fact
from faier.semantics.kept import Draws

Shifted = tuple[int, tuple[int, ...]]
"""What it costs, and the shifts."""


@dataclass(frozen=True)
class Shifts:
    """A draw that is kept is shifted by at most `window`; `prices[draws]` has for each part of a sum its coefficient
    and the code of one step of it; nothing that costs more than `cap` is tried."""

    window: int
    cap: int
    prices: dict[Draws, tuple[tuple[int, int], ...]]

    def price(self, draws: Draws, shift: int) -> int | None:
        """What the shift of a sum of draws costs: one of its parts is shifted. None: none can be shifted so."""
        if not shift:
            return 0
        return min((abs(shift) // c * unit for c, unit in self.prices[draws] if shift % c == 0), default=None)

    def meeting(self, fresh: Sequence[Draws], kept: frozenset[int], asked: Sequence[Fact]) -> list[Shifted]:
        """Shifts of these draws that meet what is asked of them; of draws that are not kept the cheapest alone."""
        order = sorted(range(len(fresh)), key=lambda at: (at not in kept, at))
        found: list[Shifted] = []

        def choose(number: int, chosen: dict[int, int], cost: int) -> None:
            if number == len(order):
                found.append((cost, tuple(chosen[at] for at in range(len(fresh)))))
                return
            at, later = order[number], order[number + 1 :]
            low: int | None = None
            high: int | None = None
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

    def _candidates(self, draws: Draws, low: int | None, high: int | None, free: bool) -> Sequence[int]:
        """The shifts between the ends that are tried."""
        if low is not None and high is not None and low > high:
            return ()
        least = 0 if low is None else max(0, low)
        start = least if high is None else min(least, high)
        if free and not start:
            return (0,)
        if free:
            step = 1 if start > 0 else -1
            near = [start + step * at for at in range(max(c for c, _ in draws))]
            within = [x for x in near if (low is None or x >= low) and (high is None or x <= high)]
            priced = [(price, x) for x in within if (price := self.price(draws, x)) is not None]
            return (min(priced)[1],) if priced else ()
        window = range(-self.window, self.window + 1)
        return [x for x in window if (low is None or x >= low) and (high is None or x <= high)]
