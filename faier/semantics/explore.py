"""A mechanism -> the process it is: the fast semantics.

Explores the configurations that are reachable, sums out the silent steps between two visible ones, and keeps
the visible ones as states. Everything that a run with positive probability could do wrong is raised as
`Rejected`, with inputs and draws that get there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq

from faier.exact import Number
from faier.hmm.model import Ask as AskState
from faier.hmm.model import End, Process, Row, State
from faier.hmm.model import Tell as TellState
from faier.lang.diagnostics import Diagnostic, Rejected
from faier.lang.syntax import NOWHERE, Program, Span
from faier.lang.values import Failure, Sequence, Value, show_value, sort_key
from faier.limits import LimitReached, Limits
from faier.semantics.machine import Configuration, Ends, Tells
from faier.semantics.silent import settle
from faier.semantics.systems import Alone, Ask, Belief, Event, Fed, Joint, Move, Place, Show, Stop, System

ONE = fmpq(1)


def explore(program: Program, mechanism: str, limits: Limits) -> Process:
    """The process of a mechanism alone: every input entry is asked for when it is needed."""
    function = program.function(mechanism)
    drawn: dict[Number, Span] = {}
    exploration = _located(program, lambda: _Exploration(Alone(program, function, drawn), program, limits))
    states, start, notes, _ = exploration.run()
    ones: tuple[Number, ...] = (ONE,) * len(states)
    return Process(states, start, ((None, ones),), notes, tuple(drawn.items()), tuple(exploration.loops.items()))


def explore_prior(
    program: Program,
    mechanism: str,
    prior: str,
    parameters: dict[str, Value],
    limits: Limits,
) -> Process:
    """The process of a mechanism fed by a prior, one final for each value of the secret."""
    function, belief = program.function(mechanism), program.function(prior)
    drawn: dict[Number, Span] = {}
    system = _located(program, lambda: Fed(program, function, belief, parameters, drawn))
    exploration = _Exploration(system, program, limits)
    states, start, notes, places = exploration.run()
    odds = _Odds(system, exploration)
    chances = [odds.at(place) for place in places]
    secrets = sorted({secret for chance in chances for secret in chance}, key=lambda one: sort_key(one.items[0]))
    finals = tuple((secret.items[0], tuple(chance.get(secret, fmpq(0)) for chance in chances)) for secret in secrets)
    return Process(states, start, finals, notes, tuple(drawn.items()), tuple(exploration.loops.items()))


class _Exploration:
    """The configurations found so far, the step each takes, and how each was reached first."""

    def __init__(self, system: System, program: Program, limits: Limits) -> None:
        self.system = system
        self.program = program
        self.limits = limits
        self.steps: dict[Place, Event] = {}
        self.reached: dict[Place, tuple[Place, str | None]] = {}
        self.loops: dict[Number, Span] = {}

    def run(self) -> tuple[tuple[State, ...], Row, tuple[str, ...], list[Any]]:
        numbers: dict[Place, int] = {}
        places: list[Any] = []

        def number(distribution: dict[Place, Number]) -> Row:
            for place in distribution:
                if place not in numbers:
                    numbers[place] = len(places)
                    places.append(place)
            return tuple(sorted((numbers[place], weight) for place, weight in distribution.items()))

        initial = _located(self.program, self.system.start)
        start = number(self.settle(initial))
        states: list[State] = []
        while len(states) < len(places):
            place = places[len(states)]
            states.append(self.state(place, number))
        notes = tuple(self.system.describe(place) for place in places)
        return tuple(states), start, notes, places

    def state(self, place: Place, number: Callable[[dict[Place, Number]], Row]) -> State:
        match self.step(place):
            case Ask(unread, resume):
                rows = []
                for value in unread.choices:
                    after = resume(value)
                    what = _entry(unread.entry.input, unread.entry.index)
                    self.reached.setdefault(after, (place, f"{what} = {show_value(value)}"))
                    rows.append(number(self.settle(after)))
                return AskState(unread.entry, unread.choices, tuple(rows))
            case Show(value, after):
                self.reached.setdefault(after, (place, f"shows {show_value(value)}"))
                return TellState(value, number(self.settle(after)))
            case Stop():
                return End()
            case Move():
                raise AssertionError("a silent configuration is no state")

    def settle(self, place: Place) -> dict[Place, Number]:
        found: dict[Place, Number] = self.guarded(place, lambda: settle([(place, ONE)], self.moves, self.depends))
        return found

    def depends(self, place: Place, determinant: Number) -> None:
        """A silent loop at the place is left where the determinant is positive."""
        self.loops.setdefault(determinant, self.system.line(place))

    def moves(self, place: Place) -> tuple[tuple[Number, Place], ...] | None:
        step = self.step(place)
        if not isinstance(step, Move):
            return None
        return tuple((weight, target) for weight, target, _ in step.moves)

    def step(self, place: Place) -> Event:
        known = self.steps.get(place)
        if known is not None:
            return known
        if len(self.steps) >= self.limits.states:
            raise self.too_many("states", f"the mechanism has more than {self.limits.states:,} configurations")
        if len(self.steps) % 1024 == 0 and self.limits.expired():
            raise self.too_many("timeout", "the time limit was reached (--timeout)")
        step: Event = self.guarded(place, lambda: self.system.step(place))
        self.steps[place] = step
        if isinstance(step, Move):
            for _, target, text in step.moves:
                self.reached.setdefault(target, (place, text))
        return step

    def guarded(self, place: Place, action: Callable[[], Any]) -> Any:
        """The action; a failure in it is told with the way from the start to the place."""
        try:
            return action()
        except Failure as failure:
            failure.at(self.system.line(place))
            raise Rejected((_diagnostic(self.program, failure, self.path(place)),)) from None

    def path(self, place: Place) -> tuple[str, ...]:
        """The inputs read and the draws made on the way to a configuration."""
        texts: list[str] = []
        seen: set[Place] = set()
        while place in self.reached and place not in seen:
            seen.add(place)
            place, text = self.reached[place]
            if text is not None:
                texts.append(text)
        return tuple(reversed(texts))

    def too_many(self, limit: str, text: str) -> Exception:
        """A variable that keeps growing is the user's to mend; anything else is a limit."""
        recent = list(self.steps)[-1000:]
        early = list(self.steps)[: len(self.steps) // 2]
        growing = _growing(map(self.system.variables, early), map(self.system.variables, recent))
        if growing is not None:
            name, value = growing
            failure = Failure(
                "FA408",
                f"{name} keeps growing without end: it has reached {value}",
                "bound it, with clamp(...), min(...) or % n",
            )
            return Rejected((_diagnostic(self.program, failure, ()),))
        return LimitReached(limit, text)


class _Odds:
    """How likely it is, from a point of a prior's run on, that each value turns out to be the secret."""

    def __init__(self, system: Fed, exploration: _Exploration) -> None:
        self.system = system
        self.exploration = exploration
        self.known: dict[Belief, dict[Sequence, Number]] = {}

    def at(self, place: Joint) -> dict[Sequence, Number]:
        odds: dict[Sequence, Number] = self.exploration.guarded(place, lambda: self.of(place.belief))
        return odds

    def of(self, belief: Belief) -> dict[Sequence, Number]:
        if belief.at is None:
            assert belief.secret is not None
            return {belief.secret: ONE}
        if belief not in self.known:
            if belief.secret is not None and not self._may_fail(belief):
                self.known[belief] = {belief.secret: ONE}
            else:
                ends = settle([(belief, ONE)], self._moves, self._depends)
                odds: dict[Sequence, Number] = {}
                for end, weight in ends.items():
                    assert end.secret is not None
                    odds[end.secret] = odds.get(end.secret, fmpq(0)) + weight
                self.known[belief] = odds
        return self.known[belief]

    def _may_fail(self, belief: Belief) -> bool:
        """Whether a run whose secret is known can still fail an assumption or reveal a second secret."""
        seen = {belief}
        waiting = [belief]
        while waiting:
            here = waiting.pop()
            steps = self._moves(here)
            if steps is None:
                continue
            if not steps:
                return True
            for _, after in steps:
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return False

    def _depends(self, belief: Belief, determinant: Number) -> None:
        self.exploration.depends(Joint(belief, None, True), determinant)

    def _moves(self, belief: Belief) -> tuple[tuple[Number, Belief], ...] | None:
        if belief.at is None:
            return None
        outcome = self.system.believe(belief)
        if isinstance(outcome, Tells):
            return ((ONE, Belief(outcome.after, belief.secret)),)
        if isinstance(outcome, Ends):
            return ((ONE, Belief(None, belief.secret)),)
        return tuple((weight, after) for weight, after, _ in outcome)


def _located(program: Program, action: Callable[[], Any]) -> Any:
    try:
        return action()
    except Failure as failure:
        raise Rejected((_diagnostic(program, failure, ()),)) from None


def _diagnostic(program: Program, failure: Failure, path: tuple[str, ...]) -> Diagnostic:
    notes = ("this happens with " + ", ".join(path),) if path else ()
    return Diagnostic(failure.code, failure.message, failure.hint, program.path, failure.span or NOWHERE, notes)


def _entry(name: str, index: tuple[int, ...] | None) -> str:
    return name + "".join(f"[{at}]" for at in index or ())


def _growing(early: Any, recent: Any) -> tuple[str, int] | None:
    """The variable whose recent values are all beyond every early one, if there is one."""
    before: dict[str, int] = {}
    for variables in early:
        for name, value in variables.items():
            if type(value) is int:
                before[name] = max(before.get(name, 0), abs(value))
    after: dict[str, list[int]] = {}
    for variables in recent:
        for name, value in variables.items():
            if type(value) is int:
                after.setdefault(name, []).append(abs(value))
    for name, values in sorted(after.items()):
        if name in before and max(values) > before[name]:
            return name, max(values)
    return None


__all__ = ["Configuration", "explore", "explore_prior"]
