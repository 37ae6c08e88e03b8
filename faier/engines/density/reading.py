"""A process that keeps noise, and whole inputs -> the law of its outputs, where one noisy number at most is shown.

Every way is walked. A kept draw is compared with exact numbers alone, which leaves an interval of it; when it is shown
that is where the number can be. What is not of this kind is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from flint import fmpq

from faier.engines.density.exactly import chance_below
from faier.engines.density.law import PLACE, Formula, Lattice, Law, Output, mass_of_integers
from faier.engines.density.mixture import Part, merged
from faier.exact import ONE, ZERO, Number, Symbolic
from faier.hmm.shown import identity
from faier.lang.values import Sequence, Value, same
from faier.limits import LimitReached, Limits
from faier.semantics.kept import (
    Constraint,
    Draws,
    Floors,
    KeptEnd,
    KeptProcess,
    KeptTell,
    Reals,
    Unbounded,
    Way,
    rate_key,
)
from faier.semantics.process import Entry

# So many states of runs are followed for one input.
MOST = 200_000


class Unread(Exception):
    """The process is not of the kind that is read here; the text says why."""


@dataclass(frozen=True)
class Held:
    """A draw between two numbers (None: no end), ends that an integer may be; its weight is that of the interval."""

    noise: Reals | Draws
    low: fmpq | None = None
    high: fmpq | None = None

    def cut(self, low: fmpq | None, high: fmpq | None) -> Held | None:
        """The draw between these numbers as well; None: it cannot be."""
        low = self.low if low is None or (self.low is not None and self.low > low) else low
        high = self.high if high is None or (self.high is not None and self.high < high) else high
        if low is not None and high is not None and (low >= high if isinstance(self.noise, Reals) else low > high):
            return None
        return Held(self.noise, low, high)

    @property
    def mass(self) -> Number:
        if self.low is None and self.high is None:
            return ONE
        if isinstance(self.noise, Reals) and isinstance(self.noise.variance, Symbolic):
            raise Unread("a normal draw with an unknown deviation is compared")
        if not isinstance(self.noise, Reals):
            return mass_of_integers(self.noise, self.low, self.high)
        below, above = chance_below(self.noise, self.low, ZERO), chance_below(self.noise, self.high, ONE)
        if below is None or above is None:
            raise Unread("a sum of different noise is compared, whose chances are no exact numbers")
        return above - below


@dataclass(frozen=True)
class Told:
    """A draw that was shown. What is learned of it later is learned of the real."""

    sign: int


@dataclass(frozen=True)
class Shown:
    """The number that was shown: sign * draw + offset, and what unknowns add."""

    offset: fmpq
    sign: int
    draw: Held
    unknown: Number = ZERO


Draw: TypeAlias = Held | Told | None


@dataclass(frozen=True)
class Run:
    """A state, the draws that it holds (None: one that is not looked at), what was told, and the real in it."""

    state: int
    draws: tuple[Draw, ...]
    told: tuple[Value, ...]
    names: tuple[object, ...]
    real: Shown | None


def law_of(kept: KeptProcess, weights: tuple[Number, ...], inputs: Mapping[Entry, Value], limits: Limits) -> Law:
    """The law of the outputs, each weighted with the final of its last state."""
    atoms: dict[Output, Number] = {}
    parts: dict[Output, list[Part]] = {}
    spread: dict[Output, list[Lattice]] = {}
    formulas: dict[Output, list[Formula]] = {}
    level = _after((), kept.start, (), (), None, ONE)
    count = 0
    while level:
        following: dict[Run, Number] = {}
        for run, weight in level.items():
            limits.check()
            count += 1
            if count > MOST:
                raise LimitReached("states", f"more than {MOST:,} states of runs that show reals")
            state = kept.states[run.state]
            if isinstance(state, KeptEnd):
                _ended(run, weight * weights[run.state], atoms, parts, spread, formulas)
                continue
            told, names, real, draws = run.told, run.names, run.real, run.draws
            if isinstance(state, KeptTell):
                ways = state.ways
                if isinstance(state.value, Unbounded):
                    real, draws = _shown(state.value, draws, real)
                    told, names = (*told, PLACE), (*names, PLACE)
                else:
                    told, names = (*told, state.value), (*names, identity(state.value))
            else:
                wanted = inputs[state.entry]
                ways = next(ways for value, ways in zip(state.choices, state.ways, strict=True) if same(value, wanted))
            for one, more in _after(draws, ways, told, names, real, weight).items():
                following[one] = following.get(one, ZERO) + more
        level = following
    return Law(
        {output: weight for output, weight in atoms.items() if weight != 0},
        {output: mixture for output, found in parts.items() if (mixture := merged(found))},
        {output: tuple(part for part in found if part.weight != 0) for output, found in spread.items()},
        {output: tuple(part for part in found if part.weight != 0) for output, found in formulas.items()},
    )


def mass_of_law(law: Law) -> Number:
    """The weight of all outputs."""
    total: Number = sum(law.atoms.values(), start=ZERO)
    for mixture in law.densities.values():
        for part in mixture:
            held = Held(part.noise, *(None if end is None else end - part.at for end in (part.low, part.high)))
            total = total + part.weight * held.mass
    for lattices in law.integers.values():
        for lattice in lattices:
            total = total + lattice.weight * lattice.mass
    return total + sum((one.weight for found in law.formulas.values() for one in found), start=ZERO)


def divided(law: Law, mass: Number) -> Law:
    return Law(
        {output: weight / mass for output, weight in law.atoms.items()},
        {
            output: tuple(replace(part, weight=part.weight / mass) for part in mixture)
            for output, mixture in law.densities.items()
        },
        {
            output: tuple(replace(part, weight=part.weight / mass) for part in lattices)
            for output, lattices in law.integers.items()
        },
        {
            output: tuple(replace(part, weight=part.weight / mass) for part in formulas)
            for output, formulas in law.formulas.items()
        },
    )


def _after(
    draws: tuple[Draw, ...],
    ways: Iterable[Way],
    told: tuple[Value, ...],
    names: tuple[object, ...],
    real: Shown | None,
    weight: Number,
) -> dict[Run, Number]:
    """Where the ways lead to, with their weights."""
    found: dict[Run, Number] = {}
    for way in ways:
        step = _taken(way, draws, real)
        if step is None or way.weight == 0:
            continue
        left, seen, share = step
        run = Run(way.target, left, told, names, seen)
        found[run] = found.get(run, ZERO) + weight * way.weight * share
    return found


def _taken(
    way: Way, draws: tuple[Draw, ...], real: Shown | None
) -> tuple[tuple[Draw, ...], Shown | None, Number] | None:
    """The draws after a way, the real that was shown, and the share of what is forgotten; None: it cannot be taken."""
    every: list[Draw] = list(draws)
    for fresh in way.fresh:
        if isinstance(fresh, Floors):
            raise Unread("the integer below a real is kept")
        every.append(Held(fresh))
    for constraint in way.constraints:
        sign, at, least = _single(constraint)
        low, high = (least, None) if sign > 0 else (None, -least)
        draw = every[at]
        if isinstance(draw, Told):
            assert real is not None
            sharper = real.draw.cut(low, high)
            if sharper is None:
                return None
            real = replace(real, draw=sharper)
        elif isinstance(draw, Held):
            every[at] = draw.cut(low, high)
            if every[at] is None:
                return None
        else:
            raise AssertionError("a draw is looked at that nothing is known of")
    share: Number = ONE
    for at, draw in enumerate(every):
        if at not in way.kept and isinstance(draw, Held):
            share = share * draw.mass
    return (tuple(every[at] for at in way.kept), real, share)


def _single(constraint: Constraint) -> tuple[int, int, fmpq]:
    if len(constraint.terms) != 1:
        raise Unread("noise is compared with other noise")
    ((sign, at),) = constraint.terms
    return sign, at, fmpq(constraint.least)


def _shown(value: Unbounded, draws: tuple[Draw, ...], real: Shown | None) -> tuple[Shown, tuple[Draw, ...]]:
    """The real that is shown, and the draws then."""
    if real is not None:
        both = value.real and isinstance(real.draw.noise, Reals)
        raise Unread(f"more than one {'real' if both else 'noisy number'} is shown")
    if len(value.terms) == 1:
        ((sign, at),) = value.terms
        draw = draws[at]
        assert isinstance(draw, Held)
        return Shown(fmpq(value.offset), sign, draw, value.unknown), (*draws[:at], Told(sign), *draws[at + 1 :])
    held = [draws[at] for _, at in value.terms]
    rates: list[object] = []
    variance: Number = ZERO
    for draw in held:
        assert isinstance(draw, Held)
        if not isinstance(draw.noise, Reals):
            raise Unread("a sum of draws on the integers is shown")
        if draw.low is not None or draw.high is not None:
            raise Unread("a sum of draws is shown that were compared before")
        rates += draw.noise.rates
        variance = variance + draw.noise.variance
    noise = Reals(tuple(sorted(rates, key=rate_key)), variance)  # type: ignore[arg-type]
    left = tuple(None if at in {at for _, at in value.terms} else draw for at, draw in enumerate(draws))
    return Shown(fmpq(value.offset), 1, Held(noise), value.unknown), left


def _ended(
    run: Run,
    weight: Number,
    atoms: dict[Output, Number],
    parts: dict[Output, list[Part]],
    integers: dict[Output, list[Lattice]],
    formulas: dict[Output, list[Formula]],
) -> None:
    output = Sequence("tuple", run.told)
    if run.real is None:
        atoms[output] = atoms.get(output, ZERO) + weight
        return
    real, draw = run.real, run.real.draw
    if not isinstance(draw.noise, Reals):
        low, high = (None if end is None else int(end.p) for end in (draw.low, draw.high))
        lattice = Lattice(weight, int(real.offset.p), real.sign, draw.noise, low, high)
        integers.setdefault(output, []).append(lattice)
        return
    if real.unknown != 0 or isinstance(draw.noise.variance, Symbolic):
        if draw.low is not None or draw.high is not None:
            raise Unread("a real with an unknown in it is compared")
        formulas.setdefault(output, []).append(Formula(weight, real.offset + real.unknown, draw.noise))
        return
    low, high = (draw.low, draw.high) if real.sign > 0 else (draw.high, draw.low)
    ends = (None if end is None else real.sign * end + real.offset for end in (low, high))
    parts.setdefault(output, []).append(Part(weight, real.offset, draw.noise, *ends))
