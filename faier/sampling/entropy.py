"""Where randomness comes from: the operating system, and nothing else unless a test says so.

No environment variable, argument or seed changes that. `entropy_for_tests` is the one exception, and
is no part of the vocabulary.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_source: Callable[[int], bytes] = os.urandom


def random_bits(count: int) -> int:
    """A uniform integer of `count` bits."""
    size = (count + 7) // 8
    return int.from_bytes(_source(size), "big") >> (8 * size - count)


def random_below(bound: int) -> int:
    """A uniform integer from 0 to bound - 1: draws that fall outside are thrown away, so none is favored."""
    count = (bound - 1).bit_length()
    while (drawn := random_bits(count)) >= bound:
        pass
    return drawn


@contextmanager
def entropy_for_tests(source: Callable[[int], bytes]) -> Iterator[None]:
    """Inside the block, `source(n)` stands for n bytes from the operating system. For tests only."""
    global _source
    before = _source
    _source = source
    try:
        yield
    finally:
        _source = before
