"""Sets of integer points: conjunctions of `sum of sign * y[variable] >= least` over one or two variables.

What follows from them is found by shortest paths between the variables and their negatives, tightened for integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Terms: TypeAlias = tuple[tuple[int, int], ...]
"""(sign, variable), variables ascending: one or two."""

Fact: TypeAlias = tuple[Terms, int]
"""The sum is at least this."""

Facts: TypeAlias = tuple[Fact, ...]

FAR = 1 << 60


@lru_cache(maxsize=1 << 17)
def closed(facts: Facts) -> dict[Terms, int] | None:
    """For each sum the greatest end that follows; None where no integers meet all facts."""
    names = sorted({variable for terms, _ in facts for _, variable in terms})
    place = {variable: 2 * at for at, variable in enumerate(names)}
    size = 2 * len(names)
    # table[i][j] is an upper end of V[j] - V[i], where V[2 k] is variable k and V[2 k + 1] its negative.
    table = [[0 if i == j else FAR for j in range(size)] for i in range(size)]
    for terms, least in facts:
        if not terms:
            if least > 0:
                return None
            continue
        first = place[terms[0][1]] + (terms[0][0] < 0)
        if len(terms) == 1:
            _lower(table, first, first ^ 1, -2 * least)
        else:
            second = place[terms[1][1]] + (terms[1][0] < 0)
            _lower(table, first, second ^ 1, -least)
            _lower(table, second, first ^ 1, -least)
    for k in range(size):
        row = table[k]
        for i in range(size):
            through = table[i][k]
            if through < FAR:
                here = table[i]
                for j in range(size):
                    if through + row[j] < here[j]:
                        here[j] = through + row[j]
    if any(table[i][i] < 0 for i in range(size)):
        return None
    ends = [min(table[i][i ^ 1], FAR) // 2 for i in range(size)]
    for i in range(0, size, 2):
        if table[i][i + 1] < FAR and table[i + 1][i] < FAR and ends[i] + ends[i + 1] < 0:
            return None
    known: dict[Terms, int] = {}
    for i in range(size):
        sign = -1 if i & 1 else 1
        if table[i][i ^ 1] < FAR:
            known[((sign, names[i >> 1]),)] = -ends[i]
        for j in range((i | 1) + 1, size):
            least = table[i][j ^ 1]
            if table[i][i ^ 1] < FAR and table[j][j ^ 1] < FAR:
                least = min(least, ends[i] + ends[j])
            if least < FAR:
                known[(sign, names[i >> 1]), (-1 if j & 1 else 1, names[j >> 1])] = -least
    return known


def _lower(table: list[list[int]], i: int, j: int, end: int) -> None:
    table[i][j] = min(table[i][j], end)


def joined(*facts: Iterable[Fact]) -> Facts:
    """All of them, in order, so that equal regions are looked at once."""
    strongest: dict[Terms, int] = {}
    for part in facts:
        for terms, least in part:
            strongest[terms] = max(least, strongest.get(terms, least))
    return tuple(sorted(strongest.items()))


def opposite(fact: Fact) -> Fact:
    """What holds where the fact does not."""
    terms, least = fact
    return tuple((-sign, variable) for sign, variable in terms), 1 - least


def empty(facts: Facts) -> bool:
    return closed(facts) is None


def follows(facts: Facts, fact: Fact) -> bool:
    """Whether the fact holds wherever the facts do."""
    known = closed(facts)
    return known is None or (fact[0] in known and known[fact[0]] >= fact[1])


def covered(facts: Facts, parts: Iterable[Facts]) -> bool:
    """Whether every point that meets the facts is in one of the parts."""
    rest = list(parts)
    if empty(facts):
        return True
    if not rest:
        return False
    inside = facts
    for fact in rest[0]:
        if not follows(inside, fact):
            if not covered(joined(inside, (opposite(fact),)), rest[1:]):
                return False
            inside = joined(inside, (fact,))
    return True
