"""How likely one output of a process that keeps draws is, exactly, whatever numbers it tells; where it tells reals, the
density of that, in relation to their units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, cast

from faier.exact import ONE, ZERO, Number, as_number
from faier.exact.reals import Spot
from faier.lang import values
from faier.lang.values import Near, Value
from faier.limits import DEFAULTS, Limits
from faier.semantics.beliefs import NOTHING_KEPT, Belief, Found, after, told_real, told_sum
from faier.semantics.kept import KeptAsk, KeptEnd, KeptProcess, KeptTell, Unbounded, Way, draws_used
from faier.semantics.nodes import Shown, Watch
from faier.semantics.process import Entry
from faier.semantics.told_sums import told_real_sum

Read: TypeAlias = tuple[tuple[str, int], ...]
"""How many arrivals of each stream a run has read."""

Runs: TypeAlias = dict[tuple[int, Belief, Read], Number]


def likelihood(
    kept: KeptProcess,
    held: Callable[[Entry, int], Value],
    output: Sequence[Value],
    ended: bool,
    secret: int = 0,
    limits: Limits = DEFAULTS,
) -> Number:
    """The probability that a run tells the output, and then ends if `ended`, weighted with the final of that number.
    `held` has what an entry holds; its number is how many arrivals of that stream were read before."""
    current: Runs = {}
    _go(current, kept.start, NOTHING_KEPT, (), ONE)
    for value in output:
        limits.check()
        following: Runs = {}
        for (at, belief, read), weight in _waiting(kept, held, current).items():
            state = kept.states[at]
            if isinstance(state, KeptTell):
                known = _known(state, belief, value)
                if known is not None:
                    _go(following, state.ways, known[1], read, weight * known[0])
        current = following
    if ended:
        waiting = _waiting(kept, held, current).items()
        current = {run: weight for run, weight in waiting if isinstance(kept.states[run[0]], KeptEnd)}
    finals = kept.finals[secret][1]
    return sum((weight * belief.mass * finals[at] for (at, belief, _), weight in current.items()), ZERO)


def held(inputs: Mapping[str, Value], entry: Entry, read: int) -> Value:
    """What an entry holds, so many arrivals having been read."""
    value = inputs[entry.input]
    for index in (read,) if entry.arrival else entry.index or ():
        assert isinstance(value, values.Sequence)
        value = value.items[index]
    return value


def _waiting(kept: KeptProcess, held: Callable[[Entry, int], Value], current: Runs) -> Runs:
    """Where runs tell or end, having read what they asked for."""
    done: Runs = {}
    while current:
        following: Runs = {}
        for (at, belief, read), weight in current.items():
            state = kept.states[at]
            if not isinstance(state, KeptAsk):
                done[at, belief, read] = done.get((at, belief, read), ZERO) + weight
                continue
            counts = dict(read)
            choice = held(state.entry, counts.get(state.entry.input, 0))
            if state.entry.arrival:
                counts[state.entry.input] = counts.get(state.entry.input, 0) + 1
            ways = state.ways[state.choices.index(choice)]
            _go(following, ways, belief, tuple(sorted(counts.items())), weight)
        current = following
    return done


def _known(state: KeptTell, belief: Belief, value: Value) -> Found:
    """What is believed when the state tells the value, and how often."""
    if not isinstance(state.value, Unbounded):
        same = type(state.value) is type(value) and state.value == value
        return (ONE, belief) if same else None
    if state.value.real:
        return _known_real(state, state.value, belief, value) if isinstance(value, Near) else None
    if type(value) is not int:
        return None
    return told_sum(belief, state.value.terms, value - cast(int, state.value.offset), Watch())


def _known_real(state: KeptTell, told: Unbounded, belief: Belief, value: Near) -> Found:
    if len(told.terms) > 1:
        spot = Spot(value.at - told.offset, value.side)
        return told_real_sum(
            belief, told.terms, spot, draws_used(state, shown=False), Watch(), 0, as_number(told.offset)
        )
    ((sign, variable),) = told.terms
    spot = Spot(value.at, value.side).moved(sign, -sign * told.offset)
    known = belief.nodes[variable].weights
    if isinstance(known, Spot):
        return (ONE, belief) if known == spot else None
    return told_real(belief, variable, spot, Shown(0, sign, as_number(told.offset)), Watch())


def _go(runs: Runs, ways: Iterable[Way], belief: Belief, read: Read, weight: Number) -> None:
    for way in ways:
        step = after(belief, way, Watch())
        if step is not None:
            run = way.target, step[1], read
            runs[run] = runs.get(run, ZERO) + weight * way.weight * step[0]
