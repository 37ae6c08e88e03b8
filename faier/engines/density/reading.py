"""A process that keeps noise, and whole inputs -> the law of its outputs, where noisy numbers are shown.

Every way is walked. A kept draw is compared with exact numbers alone, which leaves an interval of it; when it is shown
that is where the number can be. What is not of this kind is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import prod
from typing import TypeAlias

from flint import fmpq

from faier.engines.density.exactly import chance_under
from faier.engines.density.law import PLACE, Formula, Lattice, Law, Output, Product
from faier.engines.density.mixture import Part
from faier.engines.density.weighing import Unread, made_of, mass_of_noise
from faier.exact import ONE, ZERO, Number, as_number, has_value
from faier.hmm.shown import identity
from faier.lang.values import Sequence, Value, same
from faier.limits import LimitReached, Limits
from faier.semantics.kept import (
    Constraint,
    Draws,
    Floors,
    KeptAsk,
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


@dataclass(frozen=True)
class Held:
    """A draw between two numbers (None: no end), ends that an integer may be; its weight is that of the interval."""

    noise: Reals | Draws
    low: fmpq | None = None
    high: fmpq | None = None
    floor: fmpq | None = None  # of a real and this, the greatest integer that is not above

    def cut(self, low: fmpq | None, high: fmpq | None) -> Held | None:
        """The draw between these numbers as well; None: it cannot be."""
        low = self.low if low is None or (self.low is not None and self.low > low) else low
        high = self.high if high is None or (self.high is not None and self.high < high) else high
        if low is not None and high is not None and (low >= high if self.real else low > high):
            return None
        return replace(self, low=low, high=high)

    @property
    def real(self) -> bool:
        return isinstance(self.noise, Reals) and self.floor is None

    @property
    def mass(self) -> Number:
        if self.floor is not None:
            return _lattice(self, 0, 1).mass
        return mass_of_noise(self.noise, self.low, self.high)


@dataclass(frozen=True)
class Told:
    """A draw that was shown, and in which of the noisy numbers. What is learned of it later is learned of that."""

    place: int


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
    """A state, the draws that it holds (None: one that is not looked at), what was told, the numbers in it, and the
    streams that were read, as often as they were."""

    state: int
    draws: tuple[Draw, ...] = ()
    told: tuple[Value, ...] = ()
    names: tuple[object, ...] = ()
    reals: tuple[Shown, ...] = ()
    read: tuple[str, ...] = ()


START = Run(-1)


@dataclass(frozen=True)
class Cut:
    """What is followed of runs that read streams: those that begin with these `arrivals`, until `length` values were
    shown; or what is shown from the state `begin`, which reads a stream, until it is read again, and then the number of
    the state that does that, or `ENDED`."""

    arrivals: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    length: int | None = None
    begin: int | None = None


WHOLE = Cut()
ENDED = -1


def law_of(
    kept: KeptProcess,
    weights: tuple[Number, ...],
    inputs: Mapping[Entry, Value],
    limits: Limits,
    several: bool = False,
    floors: bool = False,
    cut: Cut = WHOLE,
) -> Law:
    """The law of the outputs, each weighted with the final of its last state; with several noisy numbers in one, and
    with rounded normal noise, where that is said."""
    atoms: dict[Output, Number] = {}
    noisy: dict[Output, list[Product]] = {}
    formulas: dict[Output, list[Formula]] = {}
    level = _after(START, kept.start, ONE) if cut.begin is None else {_free(kept, cut.begin): ONE}
    count = 0
    while level:
        following: dict[Run, Number] = {}
        for run, weight in level.items():
            limits.check()
            count += 1
            if count > MOST:
                raise LimitReached("states", f"more than {MOST:,} states of runs that show reals")
            state = kept.states[run.state]
            if isinstance(state, KeptTell) and len(run.told) != cut.length:
                run = _shown(run, state.value, several)
                ways = state.ways
            elif isinstance(state, KeptAsk) and len(run.told) != cut.length:
                if cut.begin is not None and state.entry.input in run.read:
                    if state.entry != kept.states[cut.begin].entry:  # type: ignore[union-attr]
                        raise Unread("one stream is read more often than another")
                    _free(kept, run.state)
                    run = replace(run, told=(*run.told, run.state))
                    _ended(run, weight * weights[run.state], atoms, noisy, formulas)
                    continue
                ways = _read(run, state, inputs, cut)
                if state.entry.arrival:
                    run = replace(run, read=(*run.read, state.entry.input))
            else:
                if cut.begin is not None:
                    run = replace(run, told=(*run.told, ENDED))
                rest = prod((draw.mass for draw in run.draws if isinstance(draw, Held)), start=weight)
                _ended(run, rest * weights[run.state], atoms, noisy, formulas)
                continue
            for one, more in _after(run, ways, weight).items():
                following[one] = following.get(one, ZERO) + more
        level = following
    if not floors and any(map(_rounded, (one for found in noisy.values() for one in found))):
        raise Unread("normal noise is rounded to an integer that is shown")
    return made_of(atoms, noisy, formulas)


def _free(kept: KeptProcess, at: int) -> Run:
    """A run that begins there, where no noise is kept."""
    if kept.states[at].draws:  # type: ignore[union-attr]
        raise Unread("noise is kept from one arrival of a stream to the next")
    return Run(at)


def _read(run: Run, state: KeptAsk, inputs: Mapping[Entry, Value], cut: Cut) -> tuple[Way, ...]:
    entry = state.entry
    return _chosen(state, cut.arrivals[entry.input][run.read.count(entry.input)] if entry.arrival else inputs[entry])


def _chosen(state: KeptAsk, wanted: Value) -> tuple[Way, ...]:
    return next(ways for value, ways in zip(state.choices, state.ways, strict=True) if same(value, wanted))


def _rounded(product: Product) -> bool:
    return any(isinstance(factor, Lattice) and isinstance(factor.noise, Reals) for factor in product.factors)


def _after(before: Run, ways: Iterable[Way], weight: Number) -> dict[Run, Number]:
    """Where the ways lead to, with their weights."""
    found: dict[Run, Number] = {}
    for way in ways:
        step = _taken(way, before.draws, before.reals)
        if step is None or way.weight == 0:
            continue
        left, seen, share = step
        run = replace(before, state=way.target, draws=left, reals=seen)
        found[run] = found.get(run, ZERO) + weight * way.weight * share
    return found


def _taken(
    way: Way, draws: tuple[Draw, ...], reals: tuple[Shown, ...]
) -> tuple[tuple[Draw, ...], tuple[Shown, ...], Number] | None:
    """The draws after a way, the numbers that were shown, and the share of what is forgotten; None: no run takes it."""
    every: list[Draw] = list(draws)
    for fresh in way.fresh:
        if isinstance(fresh, Floors):
            if not fresh.real.variance or chance_under(fresh.real, ONE, ZERO) is None:
                raise Unread("the integer below a real with Laplace noise in it is kept")
            every.append(Held(fresh.real, floor=fresh.offset))
        else:
            every.append(Held(fresh))
    for constraint in way.constraints:
        sign, at, least = _single(constraint)
        low, high = (least, None) if sign > 0 else (None, -least)
        draw = every[at]
        if isinstance(draw, Told):
            sharper = reals[draw.place].draw.cut(low, high)
            if sharper is None:
                return None
            reals = tuple(
                replace(real, draw=sharper) if place == draw.place else real for place, real in enumerate(reals)
            )
        elif isinstance(draw, Held):
            every[at] = draw.cut(low, high)
            if every[at] is None:
                return None
        else:
            raise Unread("a draw is looked at after a sum with it was shown")
    share: Number = ONE
    for at, draw in enumerate(every):
        if at not in way.kept and isinstance(draw, Held):
            share = share * draw.mass
    return (tuple(every[at] for at in way.kept), reals, share)


def _single(constraint: Constraint) -> tuple[int, int, fmpq]:
    if len(constraint.terms) != 1:
        raise Unread("noise is compared with other noise")
    ((sign, at),) = constraint.terms
    return sign, at, as_number(constraint.least)


def _shown(run: Run, value: Value | Unbounded, several: bool) -> Run:
    """The run after it has shown that."""
    if not isinstance(value, Unbounded):
        return replace(run, told=(*run.told, value), names=(*run.names, identity(value)))
    if run.reals and not several:
        both = value.real and run.reals[0].draw.real
        raise Unread(f"more than one {'real' if both else 'noisy number'} is shown")
    shown, draws = _noisy(value, run.draws, len(run.reals))
    return replace(run, draws=draws, told=(*run.told, PLACE), names=(*run.names, PLACE), reals=(*run.reals, shown))


def _noisy(value: Unbounded, draws: tuple[Draw, ...], place: int) -> tuple[Shown, tuple[Draw, ...]]:
    """The noisy number that is shown, and the draws then."""
    if len(value.terms) == 1:
        ((sign, at),) = value.terms
        draw = draws[at]
        if not isinstance(draw, Held):
            raise Unread("a noisy number is shown that was shown before")
        return Shown(as_number(value.offset), sign, draw, value.unknown), (*draws[:at], Told(place), *draws[at + 1 :])
    held = [draws[at] for _, at in value.terms]
    rates: list[object] = []
    variance: Number = ZERO
    for draw in held:
        if not isinstance(draw, Held):
            raise Unread("a noisy number is shown that was shown before")
        if not draw.real or not isinstance(draw.noise, Reals):
            raise Unread("a sum of draws on the integers is shown")
        if draw.low is not None or draw.high is not None:
            raise Unread("a sum of draws is shown that were compared before")
        rates += draw.noise.rates
        variance = variance + draw.noise.variance
    noise = Reals(tuple(sorted(rates, key=rate_key)), variance)  # type: ignore[arg-type]
    left = tuple(None if at in {at for _, at in value.terms} else draw for at, draw in enumerate(draws))
    return Shown(as_number(value.offset), 1, Held(noise), value.unknown), left


def _ended(
    run: Run,
    weight: Number,
    atoms: dict[Output, Number],
    noisy: dict[Output, list[Product]],
    formulas: dict[Output, list[Formula]],
) -> None:
    output = Sequence("tuple", run.told)
    if not run.reals:
        atoms[output] = atoms.get(output, ZERO) + weight
        return
    if any(map(_unknown, run.reals)):
        if len(run.reals) > 1:
            raise Unread("a real with an unknown in it is shown beside another noisy number")
        (real,) = run.reals
        if real.draw.low is not None or real.draw.high is not None:
            raise Unread("a real with an unknown in it is compared")
        assert isinstance(real.draw.noise, Reals)
        formulas.setdefault(output, []).append(Formula(weight, real.offset + real.unknown, real.draw.noise))
        return
    noisy.setdefault(output, []).append(Product(weight, tuple(map(_factor, run.reals))))


def _unknown(real: Shown) -> bool:
    """Whether unknowns are in the number, or in its noise."""
    noise = real.draw.noise
    return isinstance(noise, Reals) and (real.unknown != 0 or not has_value(noise.variance))


def _factor(real: Shown) -> Part | Lattice:
    """A noisy number that was shown, with weight 1."""
    draw = real.draw
    if not draw.real or not isinstance(draw.noise, Reals):
        return _lattice(draw, int(real.offset.p), real.sign)
    low_, high_ = (draw.low, draw.high) if real.sign > 0 else (draw.high, draw.low)
    ends = (None if end is None else real.sign * end + real.offset for end in (low_, high_))
    return Part(ONE, real.offset, draw.noise, *ends)


def _lattice(draw: Held, at: int, sign: int) -> Lattice:
    low, high = (None if end is None else int(end.p) for end in (draw.low, draw.high))
    return Lattice(ONE, at, sign, draw.noise, low, high, draw.floor or ZERO)
