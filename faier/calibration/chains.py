"""Records that are shown one by one -> the Markov chain that they are, where one of them is the secret.

Nothing is estimated. What may be known after a prefix is followed exactly, and the records are a chain only if the same
follows on a record whatever came before it, and whichever record it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from flint import fmpq

from faier.calibration.known import Chain, Missing
from faier.exact import Number
from faier.hmm.lump import lump, rows
from faier.lang.values import Value, same, sort_key
from faier.limits import Limits
from faier.semantics.process import End, Process, Tell

ZERO = fmpq(0)
DIFFERENT = Missing("the records are no Markov chain that moves alike at all times")

Belief = tuple[tuple[int, fmpq], ...]
"""How likely each state is, as far as the future counts: together 1."""


class _NoChain(Exception):
    """For this reason."""


@dataclass(frozen=True)
class Found:
    """A chain of records with these values, in its order, and which record the secret is about: `secrets` has the
    number of the secret for each value, or None for one that the record never has."""

    chain: Chain
    values: tuple[Value, ...]
    record: int
    secrets: tuple[int | None, ...]
    names: tuple[Value, ...]  # of the secrets, by their numbers


def chain_of(process: Process, limits: Limits) -> Found | Missing:
    """The chain of the records that the process shows, of which one says what the secret is."""
    try:
        every = [[_fraction(weight) for weight in weights] for _, weights in process.finals]
        together = tuple(sum(column, ZERO) for column in zip(*every, strict=True))
        # What the secret was tells nothing more of the records, and states that remember it need not be told apart.
        chain, values = _Records(lump(replace(process, finals=((None, together),)), limits), limits).chain()
        return _guarded(process, chain, values)
    except _NoChain as error:
        return Missing(str(error))


@dataclass
class _Records:
    process: Process
    limits: Limits

    def chain(self) -> tuple[Chain, tuple[Value, ...]]:
        start = self.normal({state: _fraction(weight) for state, weight in self.process.start})
        beliefs, levels = [start], list[dict[int, Belief]]()
        laws: dict[int, dict[int, fmpq]] = {}
        first: dict[int, fmpq] = {}
        last: set[int] = set()
        while True:
            self.limits.check()
            told = [self.told(belief) for belief in beliefs]
            if all(one is None for one in told):
                break
            if any(one is None for one in told):
                raise _NoChain("not always so many records are drawn")
            following: dict[int, Belief] = {}
            for place, one in enumerate(told):
                assert one is not None
                law = {value: mass for value, (mass, _) in one.items()}
                if not levels:
                    first = law
                else:
                    came = list(levels[-1])[place]
                    if laws.setdefault(came, law) != law:
                        raise _NoChain(DIFFERENT.reason)
                for value, (_, after) in one.items():
                    if following.setdefault(value, after) != after:
                        raise _NoChain(DIFFERENT.reason)
            levels.append(following)
            beliefs, last = list(following.values()), set(following)
        if not levels:
            raise _NoChain("no records are drawn")
        values = sorted({value for level in levels for value in level}, key=lambda value: sort_key(self.values[value]))
        if len(levels) > 1 and last - set(laws):
            raise _NoChain("how the records go on from the last one is not said")
        moves = tuple(tuple(laws.get(one, {}).get(other, ZERO) for other in values) for one in values)
        start = tuple(first.get(value, ZERO) for value in values)
        return Chain(start, moves, len(levels)), tuple(self.values[value] for value in values)

    @cached_property
    def values(self) -> list[Value]:
        """Each value that is shown, once."""
        return _values(self.process)

    @cached_property
    def numbers(self) -> list[int | None]:
        return _numbers(self.process, self.values)

    @property
    def futures(self) -> tuple[Number, ...]:
        """How likely it is at each state that all assumptions hold."""
        return self.process.finals[0][1]

    def normal(self, masses: dict[int, fmpq]) -> Belief:
        counted = {state: mass for state, mass in masses.items() if mass and self.futures[state]}
        total = sum((mass * _fraction(self.futures[state]) for state, mass in counted.items()), ZERO)
        if not total:
            raise _NoChain("the prior is impossible")
        return tuple(sorted((state, mass / total) for state, mass in counted.items()))

    def told(self, belief: Belief) -> dict[int, tuple[fmpq, Belief]] | None:
        """What may be shown next, how likely that is, and what is known then; None at the end."""
        masses: dict[int, fmpq] = {}
        after: dict[int, dict[int, fmpq]] = {}
        if all(isinstance(self.process.states[state], End) for state, _ in belief):
            return None
        for state, mass in belief:
            here, value = self.process.states[state], self.numbers[state]
            if not isinstance(here, Tell) or value is None:
                raise _NoChain("not always so many records are drawn")
            masses[value] = masses.get(value, ZERO) + mass * _fraction(self.futures[state])
            onward = after.setdefault(value, {})
            for target, weight in here.row:
                onward[target] = onward.get(target, ZERO) + mass * _fraction(weight)
        return {value: (mass, self.normal(after[value])) for value, mass in masses.items()}


def counted(process: Process) -> set[int]:
    """How many records runs show, where all end."""
    there, level, found = {state for state, _ in process.start}, 0, set[int]()
    while there:
        following = set[int]()
        for state in there:
            here = process.states[state]
            if isinstance(here, End):
                found.add(level)
            following |= {target for row in rows(here) for target, _ in row}
        there, level = following, level + 1
    return found


def _guarded(process: Process, chain: Chain, values: tuple[Value, ...]) -> Found | Missing:
    """Which record says what the secret is."""
    numbers = _numbers(process, list(values))
    there = {state for state, _ in process.start}
    for record in range(chain.length):
        secrets: list[set[int]] = [set() for _ in values]
        for state in there:
            place = numbers[state]
            if place is not None:
                secrets[place] |= {number for number, (_, weights) in enumerate(process.finals) if weights[state]}
        if all(len(found) <= 1 for found in secrets):
            told = tuple(next(iter(found), None) for found in secrets)
            return Found(chain, values, record, told, tuple(name for name, _ in process.finals))
        there = {target for state in there for row in rows(process.states[state]) for target, _ in row}
    return Missing("the secret is not one of the records")


def _values(process: Process) -> list[Value]:
    found: list[Value] = []
    for state in process.states:
        if isinstance(state, Tell) and not any(same(state.value, value) for value in found):
            found.append(state.value)
    return found


def _numbers(process: Process, values: list[Value]) -> list[int | None]:
    """For each state, the place of the value that it shows."""
    return [
        next(at for at, value in enumerate(values) if same(value, state.value)) if isinstance(state, Tell) else None
        for state in process.states
    ]


def _fraction(number: Number) -> fmpq:
    if not isinstance(number, fmpq):
        raise _NoChain("chances of the prior are no fractions")
    return number
