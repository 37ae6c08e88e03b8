"""Exceptions: which are made from which, and which handler catches what."""

from __future__ import annotations

import builtins
from collections.abc import Iterable

from faier.lang.syntax import Error, Handler

KEY = Error("KeyError")
INDEX = Error("IndexError")
ZERO = Error("ZeroDivisionError")
VALUE = Error("ValueError")
ASSERTION = Error("AssertionError")

# What Python raises by itself, where a run may catch it.
BY_ITSELF = (KEY, INDEX, ZERO, VALUE)

# What Python raises by itself in other places: which one is not said there.
UNSAID = (*BY_ITSELF, *map(Error, ["AttributeError", "OverflowError", "TypeError", "RecursionError"]))


def is_python(name: str) -> bool:
    """Whether this is an exception of Python that a mechanism may raise."""
    known = getattr(builtins, name, None)
    return isinstance(known, type) and issubclass(known, Exception)


def lineage(error: Error) -> frozenset[str]:
    """The exceptions that this one is: a file's own begin with a dot."""
    if error.bases:
        return frozenset([f".{error.name}"]).union(*map(lineage, error.bases))
    known = getattr(builtins, error.name)
    return frozenset(one.__name__ for one in known.__mro__)


def catcher(error: Error, handlers: Iterable[Handler]) -> Handler | None:
    """The handler that catches the exception."""
    found = lineage(error)
    for handler in handlers:
        if any((f".{caught.name}" if caught.bases else caught.name) in found for caught in handler.errors):
            return handler
    return None
