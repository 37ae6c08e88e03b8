"""A run as a tree: every draw is a number that nobody knows, and what is computed of them a formula. The tree parts
where a formula decides what happens, and where one of finitely many things is drawn. It is grown where it is looked at.

The steps are those of all runs (`steps`), and what they do with formulas is in `formulas`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TypeAlias, TypeVar, cast

from faier.exact import Number, epsilons, unknowns
from faier.lang import operations
from faier.lang.failures import Failure
from faier.lang.noise import NotFollowed, not_followed
from faier.lang.program import Program
from faier.lang.values import Sequence, Value
from faier.limits import Limits
from faier.semantics.denote.chance import Choose
from faier.semantics.denote.config import Config, Ends, Shows, begun
from faier.semantics.denote.draws import Draws, Known
from faier.semantics.denote.evaluate import UNSET, Calling
from faier.semantics.denote.formulas import leaf
from faier.semantics.denote.held import Held
from faier.semantics.denote.noise import Formula
from faier.semantics.denote.planes import Law
from faier.semantics.denote.runs import Cut, Running, Runs
from faier.semantics.denote.steps import Interpreter, taken

O = TypeVar("O")  # noqa: E741 - the outcome of one choice

# More outcomes of one draw are not looked at one by one.
MOST = 1_000


@dataclass(frozen=True)
class Geometric:
    """The law of geometric(parameter)."""

    parameter: Number


@dataclass(frozen=True)
class Fork:
    """What happens depends on whether this holds."""

    asked: Formula
    yes: Place
    no: Place


@dataclass(frozen=True)
class Chances:
    """One of these is next, with its probability."""

    ways: tuple[tuple[Place, Number], ...]


@dataclass(frozen=True)
class Over:
    """All that the run shows, with formulas in it."""

    shown: tuple[Value, ...]


@dataclass(frozen=True)
class Lost:
    """What the run does here is not followed, or it raises."""

    why: str


Next: TypeAlias = Fork | Chances | Over | Lost


class _Forked(Exception):
    """The choice that is not made yet: what decides it, or what may come of it."""

    def __init__(self, choice: Formula | tuple[tuple[object, Number], ...]) -> None:
        super().__init__()
        self.choice = choice


class _Choices:
    """The choices of one step that are made, and how many numbers were drawn before."""

    def __init__(self, made: tuple[object, ...], drawn: int) -> None:
        self.made, self.drawn, self.position = made, drawn, 0

    def __call__(self, distribution: Mapping[O, Number]) -> O:
        options = tuple(option for option in distribution.items() if option[1] != 0)
        if len(options) > MOST:
            raise not_followed("a draw with very many outcomes")
        return options[0][0] if len(options) == 1 else cast(O, self.next(options))

    def next(self, choice: Formula | tuple[tuple[object, Number], ...]) -> object:
        if self.position == len(self.made):
            raise _Forked(choice)
        self.position += 1
        return self.made[self.position - 1]


class _Unknown(Draws):
    """Draws that are formulas."""

    choose: _Choices

    def fresh(self, parameter: Number) -> Formula:  # type: ignore[override]
        if unknowns(parameter) or epsilons(parameter):
            raise not_followed("noise with an unknown scale")
        super().fresh(parameter)
        return self._leaf(Geometric(parameter), whole=True)

    def fresh_real(self, law: Law) -> Formula:  # type: ignore[override]
        return self._leaf(law, whole=False)

    def holds(self, asked: Formula | bool) -> bool:
        return bool(self.choose.next(asked)) if isinstance(asked, Formula) else asked

    def _leaf(self, law: object, whole: bool) -> Formula:
        self.number = 0
        self.choose.drawn += 1
        return leaf(self.choose.drawn - 1, law, whole)


class _Following(Interpreter):
    """Runs on formulas: helpers are gone through by the same choices."""

    def draws(self, known: Known, choose: Choose) -> Draws:
        return _Unknown(known, choose)

    def calling(self, draws: Draws, choose: Choose) -> Calling:
        return partial(self._called, choose)

    def _called(
        self, choose: Choose, name: str, arguments: tuple[Held, ...], captured: tuple[Held, ...]
    ) -> tuple[Failure | None, tuple[Held, ...]]:
        function = self.function(name)
        operations.matched(name, arguments, len(function.parameters))
        names = [*(parameter.name for parameter in function.parameters), *function.captured]
        given = dict(zip(names, (*arguments, *captured), strict=True))
        config = begun(function, {name: cast(Value, value) for name, value in given.items() if value != UNSET})
        while True:
            self.limits.spend(1)
            event = taken(self, config, choose, "kept")
            if isinstance(event, Config):
                config = event
            elif isinstance(event, Ends):
                raised = None if event.thrown is None else event.thrown.failure()
                return raised, cast("tuple[Held, ...]", cast(Sequence, event.value).items)
            else:
                raise not_followed("what this function does")


@dataclass(frozen=True, eq=False)
class Place:
    """Where a run stands, what it has shown, and what it has chosen since."""

    interpreter: Interpreter
    config: Config
    shown: tuple[Value, ...] = ()
    made: tuple[object, ...] = ()
    drawn: int = 0

    @cached_property
    def then(self) -> Next:
        """What comes next."""
        here = self
        try:
            while True:
                self.interpreter.limits.spend(1)
                choices = _Choices(here.made, here.drawn)
                try:
                    event = taken(here.interpreter, here.config, choices, "kept")
                except _Forked as forked:
                    return here._parted(forked.choice)
                match event:
                    case Config():
                        here = replace(here, config=event, made=(), drawn=choices.drawn)
                    case Shows(value, then):
                        shown = (*here.shown, *value.items)
                        here = replace(here, config=then, shown=shown, made=(), drawn=choices.drawn)
                    case Ends(thrown=None, value=Sequence(items=(value, *_))):
                        return Over(here.shown if value is None else (*here.shown, value))
                    case _:
                        return Lost("it raises")
        except (NotFollowed, Failure) as failure:
            return Lost(failure.message)
        except RecursionError:
            return Lost("it calls itself too often")

    def _parted(self, choice: Formula | tuple[tuple[object, Number], ...]) -> Next:
        if isinstance(choice, Formula):
            yes, no = (replace(self, made=(*self.made, outcome)) for outcome in (True, False))
            return Fork(choice, yes, no)
        return Chances(tuple((replace(self, made=(*self.made, outcome)), chance) for outcome, chance in choice))


def tree(program: Program, mechanism: str, inputs: Mapping[str, Value], limits: Limits) -> Place:
    """The runs of a mechanism on these inputs."""
    runs = Runs(_Following(program, limits), program.function(mechanism), Cut(None))
    start = runs.start(inputs)
    assert isinstance(start, Running) and start.mechanism is not None
    return Place(runs.interpreter, start.mechanism)
