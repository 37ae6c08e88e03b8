"""A run that has gone on for long -> the proof that it can go on for ever with ever other values, if there is one.

The variables that have changed since control was last here are replaced by rays: each stands for its value and all
beyond. If the same draws lead back here, whatever the values are, with every one of them further out on its ray,
then they do so again and again, and there are infinitely many states. Nothing is concluded from size alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, cast

from flint import fmpq

from faier.exact import Number
from faier.lang import rays
from faier.lang.failures import Failure
from faier.lang.rays import Dust, Ray, Rest, Unclear, stands_in
from faier.lang.syntax import Span
from faier.lang.values import Real, Sequence, leaves
from faier.semantics.explore.code import Arrive, Head
from faier.semantics.explore.held import Held
from faier.semantics.explore.machine import Configuration, Machine
from faier.semantics.explore.recursion import Outcomes
from faier.semantics.explore.systems import Alone, Ask, Belief, Fed, Joint, Move, Place, Show, System

# How far back control is looked for at the same place, and how many such places are tried.
_BACK = 400
_CANDIDATES = 4

# Of the values of an entry that is asked for, so many are tried.
_VALUES = 8


@dataclass(frozen=True)
class Growth:
    """`name` goes from `before` to `after` in one turn of the loop at `span`, and so on. The two are not known
    (None) where it is no integer."""

    name: str
    span: Span
    before: int | None
    after: int | None


def growth(
    system: System, place: Place, reached: Mapping[Place, tuple[Place, str | None]], effort: int
) -> Growth | None:
    """The proof that infinitely many places can be reached from `place`; `effort` bounds the steps of a try.
    `reached` leads back from each place to the one before it."""
    if not isinstance(system, Alone | Fed):
        return None
    cautious = system.remade(lambda machine: _Cautious(machine))
    tried = set()
    place = _in_a_loop(system, place, reached)
    for earlier in _earlier(place, reached):
        for up in (None, True, False):
            raised = _raised(place, earlier, up)
            if raised is None or raised in tried:
                continue
            tried.add(raised)
            found = _pumped(cautious, raised, effort)
            if found is not None:
                return found
        if len(tried) >= 2 * _CANDIDATES:
            break
    return None


def _in_a_loop(system: Alone | Fed, place: Place, reached: Mapping[Place, tuple[Place, str | None]]) -> Place:
    """The last place at the head of a loop, where the variables that a turn changes have their names."""
    here = place
    for _ in range(_BACK):
        if any(isinstance(instruction, Head | Arrive) for instruction in cast(System, system).standing(here)):
            return here
        if here not in reached:
            break
        here = reached[here][0]
    return place


def _earlier(place: Place, reached: Mapping[Place, tuple[Place, str | None]]) -> Iterator[Place]:
    """The places before this one with control at the same points."""
    wanted = _control(place)
    here = place
    for _ in range(_BACK):
        if here not in reached:
            return
        here = reached[here][0]
        if _control(here) == wanted:
            yield here


def _pumped(system: Alone | Fed, start: Place, effort: int) -> Growth | None:
    """Go on from a place with rays in it until they have grown, everything else being as it was."""
    before: dict[Place, Place] = {}
    waiting, seen = deque([start]), {start}
    for _ in range(effort):
        if not waiting:
            return None
        here = waiting.popleft()
        for target in _following(system, here):
            if target in seen:
                continue
            grown = _grown(system, start, target)
            if grown is not None:
                return replace(grown, span=_loop(system, [target, *_back(here, before)]))
            seen.add(target)
            before[target] = here
            waiting.append(target)
    return None


def _following(system: Alone | Fed, place: Place) -> list[Place]:
    """What comes next with positive probability, so far as it is the same for all that the rays stand for."""
    try:
        match cast(System, system).step(place):
            case Move(moves):
                return [target for weight, target, _ in moves if weight != 0]
            case Ask(unread, resume):
                return [resume(value) for value in unread.choices[:_VALUES]]
            case Show(_, after):
                return [after]
    except (Unclear, Failure, RecursionError):
        pass
    return []


class _Cautious(Machine):
    """Runs rays; branches that are not the same for all they stand for are left out, and calls of functions that call
    themselves."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine.code, machine.parameters, {}, calls=machine.calls)

    def _returned(self, function: str, slots: tuple[int, ...], env: list[Any]) -> Outcomes:
        if any(map(stands_in, leaves(env[slot] for slot in slots))):
            raise Unclear
        return super()._returned(function, slots, env)

    def _onward(
        self, at: int, env: list[Any], way: tuple[Number, Held, str | None], resumed: bool
    ) -> list[tuple[Number, Configuration, str | None]]:
        try:
            return super()._onward(at, env, way, resumed)
        except (Unclear, Failure):
            return []


# Places are configurations, or a prior's beside the mechanism's.


def _configurations(place: Place) -> tuple[Configuration | None, Configuration | None]:
    """The prior's and the mechanism's."""
    if isinstance(place, Joint):
        return place.belief.at, place.mechanism
    return None, place if isinstance(place, Configuration) else None


def _with(place: Place, prior: Configuration | None, mechanism: Configuration | None) -> Place:
    if isinstance(place, Joint):
        return replace(place, belief=Belief(prior, place.belief.secret), mechanism=mechanism)
    return mechanism


def _control(place: Place) -> tuple[object, ...]:
    """Where control is, and all else that is no variable."""
    points = tuple(None if at is None else at.at for at in _configurations(place))
    return (*points, place.prior_moves, place.belief.secret) if isinstance(place, Joint) else points


def _loop(system: Alone | Fed, turn: list[Place]) -> Span:
    """The place of a loop that the turn goes through."""
    spans: list[tuple[bool, Span]] = []
    for place in turn:
        for instruction in cast(System, system).standing(place):
            if isinstance(instruction, Head | Arrive):
                spans.append((isinstance(instruction, Arrive), instruction.span))
    return min(spans, key=lambda item: (item[0], item[1].line), default=(True, cast(System, system).line(turn[0])))[1]


def _machines(system: Alone | Fed) -> tuple[Machine | None, Machine]:
    return system.belief if isinstance(system, Fed) else None, system.machine


def _back(place: Place, before: Mapping[Place, Place]) -> Iterator[Place]:
    yield place
    while place in before:
        place = before[place]
        yield place


# Rays in place of what has changed.


def _raised(place: Place, earlier: Place, up: bool | None) -> Place | None:
    """The place with a ray for everything that differs from an earlier one; None if that cannot be. The rays lead
    up or down, or (None) to where the values have gone since."""
    symbols = count()
    parts: list[Configuration | None] = []
    for now, then in zip(_configurations(place), _configurations(earlier), strict=True):
        if now is None or then is None:
            parts.append(now)
            continue
        if now.held != then.held:
            return None
        try:
            values = tuple(_ray(a, b, up, symbols) for a, b in zip(now.values, then.values, strict=True))
        except Unclear:
            return None
        parts.append(Configuration(now.at, values, now.held))
    raised = _with(place, *parts)
    return None if next(symbols) == 0 else raised


def _ray(now: Any, then: Any, up: bool | None, symbols: count[int]) -> Any:
    if type(now) is type(then) and now == then:
        return now
    if type(now) is int and type(then) is int:
        return Ray(next(symbols), now, now > then if up is None else up)
    if isinstance(now, Real) and isinstance(now.exact, fmpq) and now.exact > 0 and not up:
        return Dust(next(symbols), now.exact)
    alike = isinstance(now, Sequence) and isinstance(then, Sequence) and (now.kind, now.of) == (then.kind, then.of)
    if alike and len(now.items) == len(then.items) and not _inside(then, now):
        return now.holding(_ray(a, b, up, symbols) for a, b in zip(now.items, then.items, strict=True))
    if isinstance(now, Sequence) and now.kind != "record":
        return Rest(next(symbols), now.kind)
    raise Unclear


def _inside(part: Sequence, whole: Sequence) -> bool:
    return any(item == part for item in whole.items)


def _grown(system: Alone | Fed, start: Place, target: Place) -> Growth | None:
    """What has grown between the two, provided that nothing else has changed."""
    if _control(start) != _control(target):
        return None
    found: list[Growth] = []
    for machine, one, other in zip(_machines(system), _configurations(start), _configurations(target), strict=True):
        if machine is None or one is None or other is None:
            continue
        if one.held != other.held:
            return None
        for slot, before, after in zip(machine.code.live[one.at], one.values, other.values, strict=True):
            steps = _steps(before, after)
            if steps is None:
                return None
            found += [Growth(_named(machine.code.names[slot]), machine.line(one), *ends) for ends in steps]
    return min(found, key=lambda item: not item.name.startswith("`"), default=None)


def _steps(before: Any, after: Any) -> list[tuple[int | None, int | None]] | None:
    """What has grown inside a value; None if something has changed otherwise."""
    if isinstance(before, Ray):
        if not rays.stays(before, after):
            return None
        return [(before.start, after.nearest)] if rays.grows(before, after) else []
    if isinstance(before, Dust):
        if not isinstance(after, Dust) or replace(after, factor=before.factor) != before:
            return None
        return ([(None, None)] if after.factor < 1 else []) if after.factor <= 1 else None
    if isinstance(before, Rest):
        if isinstance(after, Rest):
            same = replace(after, more=0) == replace(before, more=0)
            return ([(None, None)] if after.more > before.more else []) if same else None
        return [(None, None)] if isinstance(after, Sequence) and _holds(after, before) else None
    if isinstance(before, Sequence) and isinstance(after, Sequence):
        if before.kind != after.kind or len(before.items) != len(after.items):
            return None
        steps = [_steps(one, other) for one, other in zip(before.items, after.items, strict=True)]
        return None if None in steps else [step for part in steps for step in part or ()]
    return [] if type(before) is type(after) and before == after else None


def _holds(value: Sequence, rest: Rest) -> bool:
    """Whether the rest is in there, as it was."""
    return value.kind == rest.kind and any(
        item == rest or (isinstance(item, Sequence) and _holds(item, rest)) for item in value.items
    )


def _named(slot: str) -> str:
    """A variable's name; of those without one, what they are for."""
    return {".counter": "the number that `enumerate` counts"}.get(slot, f"`{slot}`" if slot[0] != "." else "a value")
