"""The numbers with unknowns that a run divides by, or that may not be 0 otherwise, for whoever explores it.

Where such a number is 0 Python raises, though it may leave no trace in the result: q / q is 1. Operations note it here
while somebody listens.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from faier.exact import Number, epsilons, unknowns

_listening: ContextVar[dict[Number, None] | None] = ContextVar("_listening", default=None)


@contextmanager
def noted(known: dict[Number, None] | None = None) -> Iterator[dict[Number, None]]:
    """The numbers that must not be 0, as they are met, beside those that are known."""
    found: dict[Number, None] = {} if known is None else known
    token = _listening.set(found)
    try:
        yield found
    finally:
        _listening.reset(token)


def note(number: Number) -> None:
    """The number must not be 0."""
    found = _listening.get()
    if found is not None and (unknowns(number) or epsilons(number)):
        found.setdefault(number)
