"""One run, drawn: what it shows, with the chances that the distribution has. Choices are made as they come, so none
of the other runs is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TypeVar, cast

from faier.exact import Number, nearest_float
from faier.lang.program import Program
from faier.lang.values import Value
from faier.limits import LimitReached, Limits
from faier.semantics.denote.distribution import Output, output_of
from faier.semantics.denote.draws import Ranges
from faier.semantics.denote.runs import Cut, Node, Over, Running, Runs
from faier.semantics.denote.showing import Asked
from faier.semantics.denote.steps import Interpreter, taken

O = TypeVar("O")  # noqa: E741 - the outcome of one choice

# A run that takes more steps is given up.
LONGEST = 20_000


class Drawer:
    """Runs of one mechanism, drawn one by one; `length`: what shows so many values is cut there."""

    def __init__(self, program: Program, mechanism: str, length: int | None, random: Random, limits: Limits) -> None:
        self.random, self.limits = random, limits
        self.interpreter = Interpreter(program, limits)
        self.program, self.mechanism, self.length = program, mechanism, length

    def shown(self, inputs: Mapping[str, Value]) -> Output:
        """What a run on these inputs shows, and whether it ended there."""
        runs = Runs(self.interpreter, self.program.function(self.mechanism), Cut(self.length))
        over = self._drawn(runs, runs.start(inputs))
        assert over is not None
        return output_of(over)

    def shown_given(
        self, prior: str, parameters: Mapping[str, Value | Number], public: Mapping[str, Value]
    ) -> tuple[Value, Output] | None:
        """The secret and what is shown of a run of the prior and the mechanism; None if its assumptions fail."""
        runs = Runs(self.interpreter, self.program.function(self.mechanism), Cut(self.length), public)
        over = self._drawn(runs, runs.start_of_prior(self.program.function(prior), parameters))
        return None if over is None else (over.told(), output_of(over))

    def _drawn(self, runs: Runs, node: Node) -> Over | None:
        for _ in range(LONGEST):
            if not isinstance(node, Running):
                return node if isinstance(node, Over) else None
            self.limits.spend(1)
            asked: Asked = "given" if node.turn == "data" else "drawn" if node.turn == "mechanism" else "every"
            node = runs.after(node, taken(self.interpreter, node.active, self._choose, asked))
        raise LimitReached("work", f"a run takes more than {LONGEST:,} steps")

    def _choose(self, distribution: Mapping[O, Number]) -> O:
        """Floats are near enough: nothing but which outputs are looked at depends on them."""
        if isinstance(distribution, Ranges):
            return cast(O, distribution.halved(self._happens))
        left = self.random.random()
        last: list[O] = []
        for outcome, chance in distribution.items():
            if chance == 0:
                continue
            last = [outcome]
            left -= nearest_float(chance)
            if left < 0:
                break
        (chosen,) = last
        return chosen

    def _happens(self, chance: Number) -> bool:
        self.limits.check()
        return self.random.random() < nearest_float(chance)
