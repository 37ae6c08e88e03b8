"""What remains of a program that keeps unbounded draws, when its silent steps are summed out.

As in `process`, each state is about to ask, to tell or to end. Beside that it holds `draws`: integers without bounds,
or reals, that were drawn, compared perhaps, and may be looked at again. Nobody has seen them whole, so a state stands
for all of their values at once, and a way to the next state is a kernel: a sum, or an integral, over what is forgotten,
of what meets constraints.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias, assert_never

from flint import fmpq

from faier.exact import ZERO, Epsilon, Number
from faier.lang.syntax import Span
from faier.lang.values import Value
from faier.limits import LimitReached
from faier.semantics.process import Entry

Draws: TypeAlias = tuple[tuple[int, Number], ...]
"""The sum of coefficient * Y over these pairs (coefficient > 0, a), each Y a fresh draw of its own: Y = y with
probability (1 - a) / (1 + a) * a ** abs(y)."""


@dataclass(frozen=True)
class Reals:
    """A fresh real: the sum of independent Laplace draws of these rates, y with density rate / 2 * exp(-rate * abs(y)),
    and a normal one of this variance and mean 0 (0: none)."""

    rates: tuple[Epsilon, ...]  # sorted by `rate_key`, all positive
    variance: Number = ZERO


@dataclass(frozen=True)
class Floors:
    """A fresh integer: the greatest one that is at most y + offset, for a fresh real y. 0 <= offset < 1."""

    real: Reals
    offset: fmpq


Fresh: TypeAlias = Draws | Reals | Floors


def integers(fresh: Fresh) -> Draws:
    """The draw, where reals are not followed."""
    if isinstance(fresh, Reals | Floors):
        raise LimitReached("draws", "noise on the reals is not followed here")
    return fresh


def rate_key(rate: Epsilon) -> tuple[object, ...]:
    """What the rates of a real are sorted by."""
    return rate.multiples, rate.constant, rate.factor, rate.base


@dataclass(frozen=True)
class Constraint:
    """sum of sign * y[variable] >= least. One or two terms (sign, variable); signs are 1 or -1, variables ascend.

    All of them are integers, and `least` is an int; or all are reals, and it is a number that has a value. Of reals,
    what has measure 0 is left out: the opposite of s >= r is -s >= -r.
    """

    terms: tuple[tuple[int, int], ...]
    least: int | Number


@dataclass(frozen=True)
class Way:
    """One way to the state `target`. Variables are the draws of the state that it leaves, 0 .. k - 1, and then one for
    each of `fresh`. From values y[0 .. k - 1] of those draws it leads to values z of the target's draws with weight

        weight * sum over fresh values y[k ...] of their probability * (all constraints hold)
                                             * (z[j] = y[kept[j]] + added[j])

    A variable is an integer or a real by where it came from; a sum over reals is an integral of their densities. A
    variable is kept once at most; with `added` empty nothing is added. Several ways may lead to the same target: their
    weights add up.
    """

    target: int
    weight: Number
    fresh: tuple[Fresh, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    kept: tuple[int, ...] = ()
    added: tuple[int | Number, ...] = ()


@dataclass(frozen=True)
class Unbounded:
    """What is told is the sum of sign * y[variable] over one or two terms, and offset. Signs are 1 or -1, variables
    ascend. Any integer within its ends may be told (None: no end); with `real` any real, which has a density: offset
    and ends are numbers then, and `unknown`, a polynomial of unknowns, is added."""

    terms: tuple[tuple[int, int], ...]
    offset: int | Number
    low: int | Number | None = None
    high: int | Number | None = None
    real: bool = False
    unknown: Number = ZERO


@dataclass(frozen=True)
class KeptAsk:
    """The state reads `entry`; `ways[i]` are taken when the entry holds `choices[i]`."""

    draws: int
    entry: Entry
    choices: tuple[Value, ...]
    ways: tuple[tuple[Way, ...], ...]


@dataclass(frozen=True)
class KeptTell:
    """The state shows `value` and goes on. What was unbounded is known from then on."""

    draws: int
    value: Value | Unbounded
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class KeptEnd:
    """The run has ended, and that is seen."""


KeptState: TypeAlias = KeptAsk | KeptTell | KeptEnd


def ways_of(state: KeptState) -> tuple[tuple[Way, ...], ...]:
    """The ways of a state: for each choice of an ask, of a tell, none of an end."""
    match state:
        case KeptAsk():
            return state.ways
        case KeptTell():
            return (state.ways,)
        case KeptEnd():
            return ()
        case _:
            assert_never(state)


def draws_used(state: KeptState, shown: bool = True) -> frozenset[int]:
    """The draws of a state that its ways look at, and if `shown` those that it tells."""
    used: set[int] = set()
    if shown and isinstance(state, KeptTell) and isinstance(state.value, Unbounded):
        used.update(at for _, at in state.value.terms)
    for way in chain(*ways_of(state)):
        used.update(at for constraint in way.constraints for _, at in constraint.terms)
        used.update(way.kept)
    return frozenset() if isinstance(state, KeptEnd) else frozenset(at for at in used if at < state.draws)


@dataclass(frozen=True)
class KeptProcess:
    """`start` are ways without draws to leave. The other fields are those of a `Process`; `finals` do not depend on the
    draws. A state is reached with some constraints on its draws known to hold: ways whose constraints contradict
    these are left out, but a way that is there may have weight 0 for some values of the draws."""

    states: tuple[KeptState, ...]
    start: tuple[Way, ...]
    finals: tuple[tuple[Value, tuple[Number, ...]], ...]
    notes: tuple[str, ...]
    drawn: tuple[tuple[Number, Span], ...] = ()
    loops: tuple[tuple[Number, Span], ...] = ()
