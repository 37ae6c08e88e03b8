"""What a helper that draws nothing returns of some values."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.values import Sequence, Value
from faier.limits import Limits
from faier.semantics.denote.config import NOTHING_KNOWN
from faier.semantics.denote.steps import Interpreter, returned

_REMEMBERED = 50_000


@dataclass(frozen=True)
class Asking:
    """A program whose helpers are asked many times; what those that they call return is remembered for a while."""

    program: Program
    limits: Limits = field(default_factory=Limits)

    @cached_property
    def interpreter(self) -> Interpreter:
        return Interpreter(self.program, self.limits)

    def returned(self, name: str, values: tuple[Value, ...]) -> Value:
        """May raise `Failure`, also what an exception of the file that nothing catches tells."""
        if len(self.interpreter.returned) > _REMEMBERED:
            self.interpreter.returned.clear()
        found = list(returned(self.interpreter, name, Sequence("tuple", values), NOTHING_KNOWN))
        if len(found) != 1:
            raise Failure("FA304", "a predicate of inputs cannot draw at random")
        (only,) = found
        if only.thrown is not None:
            raise only.thrown.failure()
        return only.value.items[0]
