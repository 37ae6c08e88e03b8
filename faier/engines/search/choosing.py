"""Two related inputs and one shown value: the greatest chance of it on the left over the least on the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cmp_to_key
from typing import TypeAlias

from faier.engines.search.amounts import Amounts

Two: TypeAlias = tuple[int, int]
"""What belongs to the left side and what to the right one."""

Letters: TypeAlias = Sequence[tuple[int, int, int]]
"""What the left side reads, what the right one does, and the number of the letter that lets them."""

Chances: TypeAlias = Mapping[int, Mapping[int, int]]
"""For each thing that is read, the chance of each shown value that is possible after it."""

Spend: TypeAlias = Callable[[int], None]


class Unfit(Exception):
    """Too much to look at, or a word that is impossible on the right: this is not the way."""


def each(letters: Letters, gains: Chances, costs: Chances, amounts: Amounts, spend: Spend) -> tuple[int, int, int]:
    """The greatest ratio, its letter and its value: every letter with every value. What was compared is skipped."""
    seen: set[Two] = set()
    best: tuple[Two, int, int] | None = None
    for one, other, number in letters:
        spend(1)
        cost = costs[other]
        for value, gain in gains[one].items():
            ratio = (gain, cost.get(value, -1))
            if ratio not in seen:
                seen.add(ratio)
                if ratio[1] < 0:
                    raise Unfit
                if best is None or amounts.better(ratio, best[0]):
                    best = ratio, number, value
    if best is None:
        raise Unfit
    return amounts.over(*best[0]), best[1], best[2]


def ranked(letters: Letters, gains: Chances, costs: Chances, amounts: Amounts, spend: Spend) -> tuple[int, int, int]:
    """The same, value by value, the greatest chances on the left first, and for each the least on the right first."""
    allowed: dict[int, dict[int, int]] = {}
    for one, other, number in letters:
        allowed.setdefault(one, {})[other] = number
    rank = _ranks({chance for side in (gains, costs) for each in side.values() for chance in each.values()}, amounts)
    best: tuple[Two, int, int] | None = None
    for value in dict.fromkeys(value for each in gains.values() for value in each):
        spend(1)
        lefts = sorted((-rank[chances[value]], move) for move, chances in gains.items() if value in chances)
        if not all(value in chances for chances in costs.values()):
            raise Unfit
        rights = sorted((rank[chances[value]], move) for move, chances in costs.items())
        for _, one in lefts:
            gain = gains[one][value]
            if best is not None and not amounts.better((gain, costs[rights[0][1]][value]), best[0]):
                break
            for _, other in rights:
                ratio = gain, costs[other][value]
                if best is not None and not amounts.better(ratio, best[0]):
                    break
                if other in allowed[one]:
                    best = ratio, allowed[one][other], value
                    break
    if best is None:
        raise Unfit
    return amounts.over(*best[0]), best[1], best[2]


def _ranks(chances: set[int], amounts: Amounts) -> dict[int, int]:
    """The place of each in their order."""

    def order(one: int, other: int) -> int:
        return -1 if amounts.less(one, other) else 1

    return {chance: at for at, chance in enumerate(sorted(chances, key=cmp_to_key(order)))}
