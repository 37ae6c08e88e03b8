"""Sets of points: conjunctions of `sum of sign * y[variable] >= least` over one or two variables, integers or reals.

A sum is of integers alone or of reals alone. What follows from them is found by shortest paths between the variables
and their negatives, tightened for integers. Of reals what has measure 0 is left out: a set without an inside is empty,
and what is not in a half-space is in its opposite, ends and all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import lcm
from typing import NamedTuple, TypeAlias

from flint import fmpq

Size: TypeAlias = int | fmpq
"""An int of integers."""

Terms: TypeAlias = tuple[tuple[int, int], ...]
"""(sign, variable), variables ascending: one or two."""

Fact: TypeAlias = tuple[Terms, Size]
"""The sum is at least this."""

Facts: TypeAlias = tuple[Fact, ...]

FAR = 1 << 60


class Region(NamedTuple):
    """Where all facts hold. Variables are integers but for the `reals`."""

    facts: Facts
    reals: frozenset[int]

    def __hash__(self) -> int:
        """Regions are looked up so often that their rational numbers are left out."""
        return hash(tuple([(terms, least if isinstance(least, int) else int(least.p)) for terms, least in self.facts]))

    def within(self, *facts: Iterable[Fact]) -> Region:
        """Where these hold as well."""
        return Region(joined(self.facts, *facts), self.reals)


@lru_cache(maxsize=1 << 17)
def closed(region: Region) -> dict[Terms, Size] | None:
    """For each sum the greatest end that follows; None where no points meet all facts."""
    integers: list[tuple[Terms, int]] = []
    reals: list[tuple[Terms, fmpq]] = []
    for terms, least in region.facts:
        if not terms:
            if least > 0:
                return None
        elif all(variable in region.reals for _, variable in terms):
            reals.append((terms, fmpq(least)))
        elif isinstance(least, int) and not any(variable in region.reals for _, variable in terms):
            integers.append((terms, least))
        else:
            raise ValueError("integers and reals in one sum")
    known: dict[Terms, Size] = {}
    for found in (_of_integers(integers), _of_reals(reals)):
        if found is None:
            return None
        known.update(found)
    return known


def _of_integers(facts: Sequence[tuple[Terms, int]]) -> dict[Terms, int] | None:
    names, table = _table(facts, 0)
    size = len(table)
    if any(table[i][i] < 0 for i in range(size)):
        return None
    ends = [min(table[i][i ^ 1], FAR) // 2 for i in range(size)]
    for i in range(0, size, 2):
        if table[i][i + 1] < FAR and table[i + 1][i] < FAR and ends[i] + ends[i + 1] < 0:
            return None
    known: dict[Terms, int] = {}
    for i in range(size):
        if table[i][i ^ 1] < FAR:
            known[(_term(names, i),)] = -ends[i]
        for j in range((i | 1) + 1, size):
            least = table[i][j ^ 1]
            if table[i][i ^ 1] < FAR and table[j][j ^ 1] < FAR:
                least = min(least, ends[i] + ends[j])
            if least < FAR:
                known[_term(names, i), _term(names, j)] = -least
    return known


def _of_reals(facts: Sequence[tuple[Terms, fmpq]]) -> dict[Terms, fmpq] | None:
    """A path from a variable to itself adds up facts to: 0 is at most its length. If that is 0 all of them are met at
    their ends alone."""
    scale = lcm(*(int(least.q) for _, least in facts))
    names, table = _table([(terms, int((least * scale).p)) for terms, least in facts], FAR)
    size = len(table)
    if any(table[i][i] <= 0 for i in range(size)):
        return None
    known: dict[Terms, fmpq] = {}
    for i in range(size):
        if table[i][i ^ 1] < FAR:
            known[(_term(names, i),)] = fmpq(-table[i][i ^ 1], 2 * scale)
        for j in range((i | 1) + 1, size):
            twice = 2 * table[i][j ^ 1]
            if table[i][i ^ 1] < FAR and table[j][j ^ 1] < FAR:
                twice = min(twice, table[i][i ^ 1] + table[j][j ^ 1])
            if twice < FAR:
                known[_term(names, i), _term(names, j)] = fmpq(-twice, 2 * scale)
    return known


def _table(facts: Sequence[tuple[Terms, int]], still: int) -> tuple[list[int], list[list[int]]]:
    """The variables, and shortest paths: table[i][j] is an upper end of V[j] - V[i], where V[2 k] is variable k and
    V[2 k + 1] its negative. `still` is the length of staying where one is."""
    names = sorted({variable for terms, _ in facts for _, variable in terms})
    place = {variable: 2 * at for at, variable in enumerate(names)}
    size = 2 * len(names)
    table = [[still if i == j else FAR for j in range(size)] for i in range(size)]
    for terms, least in facts:
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
                    if row[j] < FAR and through + row[j] < here[j]:
                        here[j] = through + row[j]
    return names, table


def _term(names: Sequence[int], at: int) -> tuple[int, int]:
    return (-1 if at & 1 else 1), names[at >> 1]


def _lower(table: list[list[int]], i: int, j: int, end: int) -> None:
    table[i][j] = min(table[i][j], end)


def joined(*facts: Iterable[Fact]) -> Facts:
    """All of them, in order, so that equal regions are looked at once."""
    strongest: dict[Terms, Size] = {}
    for part in facts:
        for terms, least in part:
            strongest[terms] = max(least, strongest.get(terms, least))
    return tuple(sorted(strongest.items()))


def opposite(fact: Fact, reals: frozenset[int]) -> Fact:
    """What holds where the fact does not."""
    terms, least = fact
    less = -least if terms and terms[0][1] in reals else 1 - least
    return tuple((-sign, variable) for sign, variable in terms), less


def empty(region: Region) -> bool:
    return closed(region) is None


def follows(region: Region, fact: Fact) -> bool:
    """Whether the fact holds wherever the facts do."""
    known = closed(region)
    return known is None or _holds(known, fact)


def _holds(known: Mapping[Terms, Size], fact: Fact) -> bool:
    terms, least = fact
    return terms in known and known[terms] >= least


def covered(region: Region, parts: Iterable[Facts]) -> bool:
    """Whether every point of the region is in one of the parts."""
    rest = list(parts)
    known = closed(region)
    if known is None:
        return True
    if not rest:
        return False
    inside = region
    for fact in rest[0]:
        if known is not None and not _holds(known, fact):
            if not covered(inside.within((opposite(fact, region.reals),)), rest[1:]):
                return False
            inside = inside.within((fact,))
            known = closed(inside)
    return True
