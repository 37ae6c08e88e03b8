"""A mechanism -> the process it is: the fast semantics.

Explores the configurations that are reachable, sums out the silent steps between two visible ones, and keeps
the visible ones as states. Everything that a run with positive probability could do wrong is raised as
`Rejected`, with inputs and draws that get there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar, cast

from flint import fmpq

from faier.exact import ZERO, Number
from faier.lang import decimals, divisors
from faier.lang.comparing import as_equal
from faier.lang.diagnostics import Diagnostic, Rejected
from faier.lang.failures import Failure
from faier.lang.judging import NotFollowed, Terms, not_followed
from faier.lang.noise import UNBOUNDED, Apart, Computed, Noise, Noisy, is_noise
from faier.lang.program import Program
from faier.lang.reals import Linear
from faier.lang.syntax import NOWHERE, Span
from faier.lang.values import Sequence, Value, show_value, sort_key
from faier.limits import LimitReached, Limits
from faier.semantics.binding import range_of
from faier.semantics.explore.code import Head
from faier.semantics.explore.failing import Failed, going_on
from faier.semantics.explore.held import computed_in
from faier.semantics.explore.machine import Ends, Tells
from faier.semantics.explore.parts import parts, shapes_to_open
from faier.semantics.explore.pumping import growth
from faier.semantics.explore.silent import Forever, settle
from faier.semantics.explore.systems import Alone, Ask, Belief, Event, Fed, Joint, Move, Place, Show, Stop, System
from faier.semantics.kept import KeptAsk, KeptEnd, KeptProcess, KeptState, KeptTell, Unbounded, Way, ways_of
from faier.semantics.leaves import FLAG, require_few
from faier.semantics.process import Ask as AskState
from faier.semantics.process import End, Process, Row, State
from faier.semantics.process import Tell as TellState

ONE = fmpq(1)

Finals: TypeAlias = tuple[tuple[Value, tuple[Number, ...]], ...]
Placed: TypeAlias = tuple[tuple[Number, Span], ...]

# After a failure so many more steps are taken to find others, until there are so many.
_MORE, _MOST = 4_000, 20

# The code of growth without end, which needs no story: the turn of the loop is one.
_GROWS = "FA408"

# Of a longer story the beginning and the end are told.
_TOLD = 12

# After so many steps it is asked whether a variable grows without end.
_MILESTONES = frozenset(2 * 4**power for power in range(2, 16))


def explore(
    program: Program,
    mechanism: str,
    limits: Limits,
    folded: bool = True,
    centered: bool = False,
    both_ways: bool = False,
) -> Process | KeptProcess:
    """The process of a mechanism alone: every input entry is asked for when it is needed. Unless it is `folded`, draws
    on all integers are kept where their chances would do. With `both_ways`, runs go on both ways where a comparison is
    not followed: what raises on none of these runs does not raise, and nothing else is known of what comes of it."""
    function = program.function(mechanism)
    require_few(function, limits)

    def alone(drawn: dict[Number, Span], through: bool) -> Alone:
        system = Alone(program, function, drawn, folded, limits, through)
        system.machine.centered = centered
        if both_ways:
            system.machine.go_both_ways()
        return system

    with divisors.noted() as divided:
        _, drawn, exploration, found = _explored(program, alone, limits)
    # Between the parts of one value nothing has been shown yet.
    ones = tuple(fmpq(0) if isinstance(place, _Inside) else ONE for place in found.places)
    positive = exploration.positive() + _not_zero(divided, function.span)
    return found.process(((None, ones),), tuple(drawn.items()), positive)


def explore_prior(
    program: Program,
    mechanism: str,
    prior: str,
    parameters: dict[str, Value],
    limits: Limits,
) -> Process | KeptProcess:
    """The process of a mechanism fed by a prior, one final for each value of the secret."""
    function, belief = program.function(mechanism), program.function(prior)
    require_few(function, limits)

    def fed(drawn: dict[Number, Span], through: bool) -> Fed:
        return Fed(program, function, belief, parameters, drawn, limits, through)

    with divisors.noted() as divided:
        system, drawn, exploration, found = _explored(program, fed, limits)
        known = iter(_Odds(system, exploration).along([at for at in found.places if not isinstance(at, _Inside)]))
        chances = _of_equals([{} if isinstance(place, _Inside) else next(known) for place in found.places])
    secrets = sorted({secret for chance in chances for secret in chance}, key=lambda one: sort_key(one.items[0]))
    finals = tuple((secret.items[0], tuple(chance.get(secret, fmpq(0)) for chance in chances)) for secret in secrets)
    positive = exploration.positive() + _not_zero(divided, belief.span)
    return found.process(finals, tuple(drawn.items()), positive)


S = TypeVar("S", Alone, Fed)


def _explored(
    program: Program, system_of: Callable[[dict[Number, Span], bool], S], limits: Limits, through: bool = False
) -> tuple[S, dict[Number, Span], _Exploration, _Found]:
    """The system, the chances that were drawn with, and what is found; once more with calls written out, where noise
    has come to functions that call themselves."""
    drawn: dict[Number, Span] = {}
    system: S = _located(program, lambda: system_of(drawn, through))
    exploration = _Exploration(system, program, limits)
    try:
        return system, drawn, exploration, exploration.run()
    except LimitReached:
        if through or not system.noise_came_to_calls():
            raise
    return _explored(program, system_of, limits, through=True)


def _of_equals(chances: list[dict[Sequence, Number]]) -> list[dict[Sequence, Number]]:
    """The chances of secrets, of which those that Python takes to be equal are one."""
    every = sorted({secret for chance in chances for secret in chance}, key=lambda one: sort_key(one.items[0]))
    first: dict[Value, Sequence] = {}
    known = {secret: first.setdefault(as_equal(secret), secret) for secret in every}
    if len(first) == len(every):
        return chances
    found: list[dict[Sequence, Number]] = [{} for _ in chances]
    for chance, merged in zip(chances, found, strict=True):
        for secret, weight in chance.items():
            merged[known[secret]] = merged.get(known[secret], fmpq(0)) + weight
    return found


@dataclass(frozen=True)
class _Found:
    """The states in the order of their places, and the ways to the first ones."""

    states: tuple[KeptState, ...]
    start: tuple[Way, ...]
    notes: tuple[str, ...]
    places: list[Any]

    def process(self, finals: Finals, drawn: Placed, loops: Placed) -> Process | KeptProcess:
        """With draws that are kept, or as an ordinary process where no state has any."""
        kept = KeptProcess(self.states, self.start, finals, self.notes, drawn, loops)
        if any(not isinstance(state, KeptEnd) and (state.draws or _unbounded(state)) for state in self.states):
            return kept
        every = (*self.start, *(way for state in self.states for ways in ways_of(state) for way in ways))
        if any(way.fresh for way in every):
            return kept
        states = tuple(map(_ordinary, self.states))
        return Process(states, _row(self.start), finals, self.notes, drawn, loops)


def _unbounded(state: KeptState) -> bool:
    return isinstance(state, KeptTell) and isinstance(state.value, Unbounded)


def _ordinary(state: KeptState) -> State:
    match state:
        case KeptAsk(_, entry, choices, ways):
            return AskState(entry, choices, tuple(map(_row, ways)))
        case KeptTell(_, value, ways):
            assert not isinstance(value, Unbounded)
            return TellState(value, _row(ways))
        case KeptEnd():
            return End()


def _row(ways: tuple[Way, ...]) -> Row:
    return tuple(sorted((way.target, way.weight) for way in ways))


def _not_zero(numbers: Iterable[Number], span: Span) -> tuple[tuple[Number, Span], ...]:
    return tuple((number * number, span) for number in numbers)


@dataclass(frozen=True)
class _Inside:
    """At a place that shows a value with holes, about to show what is in this one."""

    place: Place
    at: int


def _outside(place: Place) -> Place:
    return place.place if isinstance(place, _Inside) else place


class Unshown(LimitReached):
    """Nothing raises, but what is shown somewhere is not followed."""


class _Exploration:
    """The configurations found so far, the step each takes, and how each was reached first."""

    def __init__(self, system: System, program: Program, limits: Limits) -> None:
        self.system = system
        self.program = program
        self.limits = limits
        self.steps: dict[Place, Event] = {}
        self.reached: dict[Place, tuple[Place, str | None]] = {}
        self.failures: dict[tuple[str, Span | None], Diagnostic] = {}
        self.patience = 0
        self.loops: dict[Number, Span] = {}
        self.shown: dict[Value, None] = {}
        self.opened: frozenset[Sequence] = frozenset()
        self.unfollowed: LimitReached | None = None
        """Why what is shown somewhere is not followed: whatever raises elsewhere is told first."""

    def positive(self) -> tuple[tuple[Number, Span], ...]:
        """What must be positive for the silent loops to be left."""
        return tuple(self.loops.items())

    def run(self) -> _Found:
        found = self.followed()
        if any(isinstance(place, _Inside) for place in found.places):
            self.opened = shapes_to_open(self.shown)
        return self.followed() if self.opened else found

    def followed(self) -> _Found:
        numbers: dict[Place, int] = {}
        places: list[Any] = []

        def number(distribution: dict[Place, Number]) -> tuple[Way, ...]:
            plain: dict[int, Number] = {}
            others: dict[Way, Number] = {}
            for place, weight in distribution.items():
                state, kernel = self.sealed(place)
                target = numbers.get(state)
                if target is None:
                    target = numbers[state] = len(places)
                    places.append(state)
                if kernel is not None:
                    weight = weight * kernel.weight
                if kernel is None or not (kernel.fresh or kernel.constraints or kernel.kept):
                    plain[target] = weight + plain[target] if target in plain else weight
                else:
                    way = replace(kernel, target=target, weight=ONE)
                    others[way] = weight + others[way] if way in others else weight
            ways = [Way(target, weight) for target, weight in plain.items()]
            return (*ways, *(replace(way, weight=weight) for way, weight in others.items()))

        initial = _located(self.program, self.system.start)
        start = number(self.settle(initial))
        states: list[KeptState] = []
        while len(states) < len(places):
            place = places[len(states)]
            states.append(self.state(place, number))
        if self.failures:
            raise self.rejected()
        if self.unfollowed is not None:
            raise Unshown(self.unfollowed.name, self.unfollowed.text)
        notes = tuple(self.system.describe(_outside(place)) for place in places)
        return _Found(tuple(states), start, notes, places)

    def sealed(self, place: Place) -> tuple[Place, Way | None]:
        """The place as others see it."""
        if isinstance(place, _Inside):
            return place, None
        try:
            state, way = self.system.sealed(place)
        except NotFollowed as failure:
            if self.failures:
                return place, None
            raise self.not_followed(failure, place) from None
        except Failure as failure:
            self.fail(failure, place)
            return place, None
        if state is not place:
            self.reached.setdefault(state, (place, None))
        return state, way

    def state(self, place: Place, number: Callable[[dict[Place, Number]], tuple[Way, ...]]) -> KeptState:
        if isinstance(place, _Inside):
            return self.inside(place, number)
        draws = self.system.draws(place)
        match self.step(place):
            case Ask(unread, resume):
                ways = []
                for value in unread.choices:
                    what = f"{_entry(unread.entry.input, unread.entry.index)} = {show_value(value)}"
                    after = self.resumed(place, resume, value, what)
                    ways.append(number(self.settle(after)) if after is not None else ())
                return KeptAsk(draws, unread.entry, unread.choices, tuple(ways))
            case Show(value, after) if (computed := computed_in(value)) is not None:
                self.leave(NotFollowed(UNBOUNDED, computed.why), place)
                self.reached.setdefault(after, (place, "shows noise"))
                return KeptTell(draws, None, number(self.settle(after)))
            case Show(Noise() | Apart() | Linear() as value, after):
                self.reached.setdefault(after, (place, "shows noise"))
                return KeptTell(draws, self.unbounded(place, value), number(self.settle(after)))
            case Show(value, after):
                self.shown[value] = None
                frame, holes = parts(value, self.opened)
                self.reached.setdefault(after, (place, f"shows {show_value(frame if holes else value)}"))
                if holes:
                    return KeptTell(draws, frame, self.onward(_Inside(place, 0), draws, number))
                return KeptTell(draws, value, number(self.settle(after)))
            case Stop():
                return KeptEnd()
            case Move():
                raise AssertionError("a silent configuration is no state")

    def inside(self, place: _Inside, number: Callable[[dict[Place, Number]], tuple[Way, ...]]) -> KeptState:
        """One of the holes of a value that was shown but for these."""
        step, draws = self.step(place.place), self.system.draws(place.place)
        assert isinstance(step, Show)
        _, holes = parts(cast(Value, step.value), self.opened)
        value, following = holes[place.at], _Inside(place.place, place.at + 1)
        more = following.at < len(holes)
        ways = self.onward(following, draws, number) if more else number(self.settle(step.after))
        return KeptTell(draws, self.unbounded(place.place, cast(Noisy, value)) if is_noise(value) else value, ways)

    def onward(
        self, place: _Inside, draws: int, number: Callable[[dict[Place, Number]], tuple[Way, ...]]
    ) -> tuple[Way, ...]:
        (way,) = number({place: ONE})
        return (replace(way, kept=tuple(range(draws))),)

    def unbounded(self, place: Place, value: Noisy) -> Unbounded:
        assert not isinstance(value, Computed)
        terms: Terms = ()
        if isinstance(value, Apart | Linear):
            terms = value.terms
        elif not value.steps and not isinstance(value.variable, Linear):
            terms = ((value.scale, value.variable),)
        if not terms or any(abs(scale) != 1 for scale, _ in terms):
            self.leave(not_followed("showing a multiple or a quotient of draws"), place)
        if self.failures or self.unfollowed:
            return Unbounded(((1, 0),), 0)
        found = [(int(scale), *self.system.told(place, variable)) for scale, variable in terms]
        ends = zip(*(range_of(scale, (low, high)) for scale, _, low, high in found), strict=True)
        low, high = (
            None if None in side else value.offset + sum(end for end in side if end is not None) for side in ends
        )
        numbered = sorted(((scale, number) for scale, number, _, _ in found), key=lambda term: term[1])
        unknown = value.unknown if isinstance(value, Linear) else ZERO
        if unknown != 0 and (low is not None or high is not None):
            raise self.not_followed(not_followed("a real with ends to which an unknown is added"), place)
        return Unbounded(tuple(numbered), value.offset, low, high, isinstance(value, Linear), unknown)

    def resumed(self, place: Place, resume: Callable[[Value], Place], value: Value, what: str) -> Place | None:
        """The place after a value was read; None if what follows at once fails."""
        try:
            after = resume(value)
        except NotFollowed as failure:
            raise self.not_followed(failure, place) from None
        except Failure as failure:
            self.fail(failure, place, what)
            return None
        self.reached.setdefault(after, (place, what))
        return after

    def settle(self, place: Place) -> dict[Place, Number]:
        try:
            return settle([(place, ONE)], self.moves, self.depends, self.limits.check)
        except Forever as failure:
            self.fail(failure.at(self.loop(failure.places)), failure.places[0])
            return {}

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
        self.keep_limits()
        if len(self.steps) in _MILESTONES:
            self.refuse_growth(place)
        step = self.steps[place] = self.stepped(place)
        if isinstance(step, Move):
            for _, target, text in step.moves:
                self.reached.setdefault(target, (place, text))
        return step

    def stepped(self, place: Place) -> Event:
        """The step of the system; around what fails in it, if something does."""
        try:
            return self.system.step(place)
        except NotFollowed as failure:
            raise self.not_followed(failure, place) from None
        except Failure:
            pass
        except RecursionError:
            self.fail(Failure("FA501", "a value is nested too deeply here", "keep it in a flat list"), place)
            raise self.rejected() from None
        failed: list[Failed] = []
        step: Event = Stop()
        try:
            step = going_on(self.system, failed).step(place)
        except Failure as failure:
            self.fail(failure, place)
        for item in failed:
            self.fail(item.failure, place, item.drawn)
        return step

    def not_followed(self, failure: NotFollowed, place: Place) -> LimitReached:
        line = failure.at(self.system.line(_outside(place))).span
        return LimitReached("draws", f"{line.words if line else 'line 0'}: {failure.message}")

    def leave(self, failure: NotFollowed, place: Place) -> None:
        """What is shown is not followed; what comes after it may raise."""
        self.unfollowed = self.unfollowed or self.not_followed(failure, place)

    def fail(self, failure: Failure, place: Place, what: str | None = None) -> None:
        """Note a failure with the way from the start to it, once for each place of the file."""
        failure.at(self.system.line(place))
        key = (failure.code, failure.span)
        if key not in self.failures:
            path = () if failure.code == _GROWS else self.path(place) + (() if what is None else (what,))
            self.failures[key] = _diagnostic(self.program, failure, path)
            self.patience = len(self.steps) + _MORE
        if len(self.failures) >= _MOST:
            raise self.rejected()

    def rejected(self) -> Rejected:
        found = self.failures.values()
        return Rejected(tuple(sorted(found, key=lambda item: (item.span.line, item.span.column, item.code))))

    def keep_limits(self) -> None:
        """A limit is reached, unless something has failed: then enough is known."""
        try:
            if len(self.steps) >= self.limits.states:
                raise LimitReached("states", f"the mechanism has more than {self.limits.states:,} configurations")
            if len(self.steps) % 256 == 0:
                self.limits.check()
        except LimitReached as reached:
            if self.failures:
                raise self.rejected() from None
            raise reached.told(f"while the program was explored, at {len(self.steps):,} states") from None
        if self.failures and len(self.steps) > self.patience:
            raise self.rejected()

    def guarded(self, place: Place, action: Callable[[], Any]) -> Any:
        """The action; a failure in it is told with the way from the start to the place."""
        try:
            return action()
        except Failure as failure:
            self.fail(failure, place)
            raise self.rejected() from None

    def loop(self, places: tuple[Any, ...]) -> Span:
        """The head of the loop that goes through these places."""
        heads = [item for place in places for item in self.system.standing(place) if isinstance(item, Head)]
        spans = [head.span for head in heads] or [self.system.line(place) for place in places]
        return min(spans, key=lambda span: (span.line, span.column))

    def refuse_growth(self, place: Place) -> None:
        """Where there are many configurations, they may be without end."""
        found = growth(self.system, place, self.reached, max(32, len(self.steps) // 16))
        if found is None:
            return
        turn = "" if found.before is None else f": a turn takes it from {found.before} to {found.after}, and so on"
        failure = Failure(
            _GROWS,
            f"{found.name} can grow without end in this loop{turn}",
            "bounded by clamp, min, % or a range it is another mechanism wherever the bound can be seen",
        )
        self.fail(failure.at(found.span), place)
        raise self.rejected()

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


class _Odds:
    """How likely it is, from a point of a prior's run on, that each value turns out to be the secret."""

    def __init__(self, system: Fed, exploration: _Exploration) -> None:
        self.system = system
        self.exploration = exploration
        self.known: dict[Belief, dict[Sequence, Number]] = {}
        self.steps: dict[Belief, tuple[tuple[Number, Belief], ...] | None] = {}
        self.failing: dict[Belief, bool] = {}

    def along(self, places: list[Joint]) -> list[dict[Sequence, Number]]:
        """The odds at each place. Later places go first, so that what comes before them builds on theirs; where one
        fails, the first that does is told."""
        for place in reversed(places):
            try:
                self.of(place.belief)
            except Failure:
                break
        return [self.at(place) for place in places]

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
                ends = settle([(belief, ONE)], self._unknown_moves, self._depends, self.exploration.limits.check)
                odds: dict[Sequence, Number] = {}
                for end, weight in ends.items():
                    for secret, chance in self.of(end).items():
                        odds[secret] = odds.get(secret, fmpq(0)) + weight * chance
                self.known[belief] = odds
        return self.known[belief]

    def _may_fail(self, belief: Belief) -> bool:
        """Whether a run whose secret is known can still fail an assumption or reveal a second secret."""
        if belief not in self.failing:
            seen = {belief}
            waiting = [belief]
            while waiting:
                here = waiting.pop()
                steps = self._moves(here)
                if steps == () or self.failing.get(here):
                    self.failing[belief] = True
                    return True
                for _, after in steps or ():
                    if after not in seen and self.failing.get(after) is not False:
                        seen.add(after)
                        waiting.append(after)
            self.failing.update(dict.fromkeys(seen, False))
        return self.failing[belief]

    def _unknown_moves(self, belief: Belief) -> tuple[tuple[Number, Belief], ...] | None:
        """The moves of a belief; None where its odds are known: a prior without end is not followed for ever."""
        if belief in self.known or (belief.secret is not None and not self._may_fail(belief)):
            return None
        return self._moves(belief)

    def _depends(self, belief: Belief, determinant: Number) -> None:
        self.exploration.depends(Joint(belief, None, True), determinant)

    def _moves(self, belief: Belief) -> tuple[tuple[Number, Belief], ...] | None:
        if belief not in self.steps:
            self.steps[belief] = self._stepped(belief)
        return self.steps[belief]

    def _stepped(self, belief: Belief) -> tuple[tuple[Number, Belief], ...] | None:
        if belief.at is None:
            return None
        outcome = self.system.believe(belief)
        if isinstance(outcome, Tells):
            return ((outcome.weight, Belief(outcome.after, belief.secret)),)
        if isinstance(outcome, Ends):
            return ((ONE, Belief(None, belief.secret)),)
        return tuple((weight, after) for weight, after, _ in outcome)


def _located(program: Program, action: Callable[[], Any]) -> Any:
    try:
        return action()
    except Failure as failure:
        raise Rejected((_diagnostic(program, failure, ()),)) from None


def _diagnostic(program: Program, failure: Failure, path: tuple[str, ...]) -> Diagnostic:
    if len(path) > _TOLD:
        left_out = len(path) - _TOLD
        path = (*path[: _TOLD // 2], f"... ({left_out} more) ...", *path[-_TOLD // 2 :])
    notes = ("this happens with " + ", ".join(path),) if path else ()
    span = failure.span or NOWHERE
    named = decimals.in_fractions(program, span) if "in fractions" in failure.hint else ""
    return Diagnostic(failure.code, failure.message, named or failure.hint, program.path, span, notes)


def _entry(name: str, index: tuple[int, ...] | None) -> str:
    if index is not None and index[0] == FLAG:
        return f"len({name}) > {index[1]}"
    return name + "".join(f"[{at}]" for at in index or ())
