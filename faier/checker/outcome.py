"""How a check comes out when it does not come out valid: something is wrong, or a step cannot be redone here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Invalid(Exception):
    """The certificate does not prove what it says. The text names the step and the rule."""


class Fails(Invalid):
    """A run goes wrong as Python does, with an exception of this name: no proof, unless the file catches it."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(text)
        self.name = name


class Hole(Exception):
    """A step that this checker cannot redo: what it would prove is not known to hold. The text names it."""


class Budget:
    """Steps of work that may still be done; every loop of the checker takes from it. Operators on numbers cannot be
    handed one: theirs is the one that is `counting`."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise Hole("redoing this takes more steps than are allowed")

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Meanwhile arithmetic takes from this budget."""
        before = _COUNTING.set(self)
        try:
            yield
        finally:
            _COUNTING.reset(before)


_COUNTING: ContextVar[Budget | None] = ContextVar("_COUNTING", default=None)


def spend(steps: int) -> None:
    """Take steps from the budget that is counting."""
    budget = _COUNTING.get()
    if budget is not None and steps:
        budget.spend(steps)


def labour(bits: int) -> int:
    """About how many steps one operation on fractions of so many bits takes; 0 for few."""
    return bits // 256 + (bits // 2048) ** 2
