"""How a check comes out when it does not come out valid: something is wrong, or a step cannot be redone here."""

from __future__ import annotations


class Invalid(Exception):
    """The certificate does not prove what it says. The text names the step and the rule."""


class Hole(Exception):
    """A step that this checker cannot redo: what it would prove is not known to hold. The text names it."""


class Budget:
    """Steps of work that may still be done; every loop of the checker takes from it."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise Hole("redoing this takes more steps than are allowed")
