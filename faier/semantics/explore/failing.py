"""After a first failure: the same system, going on around what fails, so that all failures of a run are found.

A branch that fails is noted with what was drawn on it, and left out; what is left is no model, only a way to more
failures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from faier.exact import Number
from faier.lang.failures import Failure
from faier.semantics.explore.held import Held
from faier.semantics.explore.machine import Configuration, Machine
from faier.semantics.explore.systems import System


@dataclass(frozen=True)
class Failed:
    """`drawn` is what led to it in the step that failed (None: nothing was drawn)."""

    failure: Failure
    drawn: str | None


def going_on(system: System, failed: list[Failed]) -> System:
    """The system that adds what fails in a step to the list, and goes on with the other branches."""
    return system.remade(lambda machine: _GoingOn(machine, failed))


class _GoingOn(Machine):
    def __init__(self, machine: Machine, failed: list[Failed]) -> None:
        super().__init__(machine.code, machine.parameters, machine.drawn, calls=machine.calls)
        self.failed = failed

    def _onward(
        self, at: int, env: list[Any], way: tuple[Number, Held, str | None], resumed: bool
    ) -> list[tuple[Number, Configuration, str | None]]:
        try:
            return super()._onward(at, env, way, resumed)
        except Failure as failure:
            self.failed.append(Failed(failure, way[2]))
            return []
