"""How many blocks of 1, 2, 4, ... places make up a range: blocks that reach beyond the last place end there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from faier.policies.strategies import height
from faier.policies.workloads import Kind


def total(kind: Kind, places: int) -> int:
    """The number of blocks of all queries: a block is used where it is inside of a range, and its parent is not."""
    result = 0
    for level in range(height(places) + 1):
        for first, last in _blocks(level, places):
            result += _holding(kind, first, last, places)
            if level < height(places):
                above = first >> (level + 1) << (level + 1)
                result -= _holding(kind, above, min(above + (2 << level), places) - 1, places)
    return result


def most(kind: Kind, places: int) -> int:
    """The number of blocks of the query that needs most."""
    if kind == "cells":
        return 1
    suffix, prefix, inside = _most(height(places), 0, places)
    return prefix if kind == "prefixes" else max(suffix, prefix, inside)


def _blocks(level: int, places: int) -> Iterator[tuple[int, int]]:
    for first in range(0, places, 1 << level):
        yield first, min(first + (1 << level), places) - 1


def _holding(kind: Kind, first: int, last: int, places: int) -> int:
    """The number of queries that ask for all places from first to last."""
    if kind == "ranges":
        return (first + 1) * (places - last)
    return places - last if kind == "prefixes" else int(first == last)


@lru_cache(maxsize=1 << 15)
def _most(level: int, first: int, places: int) -> tuple[int, int, int]:
    """Most blocks of a range that ends at the end of this block, that begins at its beginning, that is inside."""
    if level == 0:
        return 1, 1, 1
    middle = first + (1 << (level - 1))
    suffix, prefix, inside = _most(level - 1, first, places)
    if middle >= places:
        return suffix, prefix, inside
    after = _most(level - 1, middle, places)
    # Both halves whole are one block, so one of them has a part missing; a part needs at least one block.
    parts = [inside, after[2]]
    one, two = _parted(level - 1, first, places)[0], _parted(level - 1, middle, places)[1]
    parts += [one + after[1]] if one else []
    parts += [suffix + two] if two else []
    whole = [1, after[0], *([one + 1] if one else [])]
    start = [1, prefix, *([1 + two] if two else [])]
    return max(whole), max(start), max(1, *parts)


@lru_cache(maxsize=1 << 15)
def _parted(level: int, first: int, places: int) -> tuple[int, int]:
    """Most blocks of a suffix, and of a prefix, that is not all of the block; 0 where there is none."""
    if level == 0:
        return 0, 0
    middle = first + (1 << (level - 1))
    if middle >= places:
        return _parted(level - 1, first, places)
    after, one, two = (
        _most(level - 1, middle, places),
        _parted(level - 1, first, places),
        _parted(level - 1, middle, places),
    )
    return max(after[0], one[0] + 1 if one[0] else 0), max(
        _most(level - 1, first, places)[1], 1 + two[1] if two[1] else 0
    )
