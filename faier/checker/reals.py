"""What is known of the real draws that a run holds: their densities, and which comparisons bind two of them.

It is done as for integers (`draws`): each answer narrows the ends between which a draw lies, or those of a sum of two;
at the next place draws that nobody mentions any more are integrated out, leaves first. That two reals are equal has
probability 0, so whether ends are included does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from .densities import Density
from .forms import ONE, ZERO, Number, multiplied
from .normals import Normal
from .outcome import Hole, spend
from .values import Continuous

Ends = tuple[Fraction | None, Fraction | None]
One = Density | Normal

TAKEN = "a real is used after something else was made of it"


@dataclass(frozen=True)
class RealBond:
    """Between draws x and y: x + q y lies between `low` and `high` (None: no end)."""

    q: Fraction
    low: Fraction | None = None
    high: Fraction | None = None

    def turned(self) -> RealBond:
        low, high = _times((self.low, self.high), 1 / self.q)
        return RealBond(1 / self.q, low, high)


@dataclass(frozen=True, eq=False)
class KnownReals:
    """The real draws of a run, by number. One without a density cannot be looked at."""

    draws: tuple[One | None, ...] = ()
    bonds: tuple[tuple[int, int, RealBond], ...] = ()

    @cached_property
    def key(self) -> tuple[object, ...]:
        draws = tuple(draw.key if draw is not None else () for draw in self.draws)
        return (draws, tuple((*pair, bond.q, bond.low, bond.high) for *pair, bond in self.bonds))


NO_REALS = KnownReals()


@dataclass
class _Real:
    density: One | None
    low: Fraction | None = None
    high: Fraction | None = None


class RealDraws:
    """Real draws while a run goes on to its next place. `scale` is what was integrated out, and taken out of the
    densities, and not yet looked at by who holds these draws."""

    def __init__(self, known: KnownReals, answer: Callable[[], bool]) -> None:
        self.answer = answer
        self.scale: Number = ONE
        self.held: dict[int, _Real] = {}
        self.bonds: dict[int, dict[int, RealBond]] = {}
        self.instead: dict[int, Continuous] = {}
        self.names = 0
        self.added(known)

    def added(self, known: KnownReals) -> int:
        """The name of the first of these draws, which are numbered on from it."""
        first = self.names
        for density in known.draws:
            self.new(density)
        for one, other, bond in known.bonds:
            self._bind(first + one, first + other, bond)
        return first

    def new(self, density: One | None) -> int:
        ends = density.ends if density is not None else (None, None)
        self.held[self.names] = _Real(density, *ends)
        self.bonds[self.names] = {}
        self.names += 1
        return self.names - 1

    def alone(self, name: int) -> One:
        """The density of a draw that is bound to no other."""
        if self.bonds[name]:
            raise Hole("something is made of a real that was compared with another one, or it is shown")
        return self._narrowed(self._draw(name))

    def take(self, name: int) -> None:
        """From now on the draw is in something else, or is shown."""
        self.held[name] = _Real(None)

    def followed(self, real: Continuous) -> Continuous:
        """The same by the names that draws have now."""
        while real.draw in self.instead:
            inner = self.instead[real.draw]
            real = Continuous(inner.draw, real.shift + real.scale * inner.shift, real.scale * inner.scale)
        return real

    # Questions.

    def at_least(self, name: int, bound: Fraction) -> bool:
        """Whether the draw is at least the bound."""
        draw = self._draw(name)
        if draw.low is not None and bound <= draw.low:
            return True
        if draw.high is not None and bound >= draw.high:
            return False
        answer = self.answer()
        draw.low, draw.high = (bound, draw.high) if answer else (draw.low, bound)
        self._spread([name])
        return answer

    def sum_at_least(self, p: Fraction, one: int, q: Fraction, other: int, bound: Fraction) -> bool:
        """Whether p x + q y is at least the bound, for two draws x and y."""
        self._draw(one), self._draw(other)
        if p < 0:
            return not self.sum_at_least(-p, one, -q, other, -bound)
        q, bound = q / p, bound / p
        asked = self.bonds[one].get(other)
        if asked is None and other in self._tree(one):
            raise Hole("a comparison closes a circle of reals that were compared")
        if asked is not None and asked.q != q:
            raise Hole("two reals are compared in two ways")
        known = (asked.low, asked.high) if asked is not None else (None, None)
        low, high = _both(known, _plus(self._ends(one), _times(self._ends(other), q)))
        if low is not None and bound <= low:
            return True
        if high is not None and bound >= high:
            return False
        answer = self.answer()
        ends = _both(known, (bound, None) if answer else (None, bound))
        self._bind(one, other, RealBond(q, *ends))
        self._spread([one, other])
        return answer

    def _draw(self, name: int) -> _Real:
        draw = self.held[name]
        if draw.density is None:
            raise Hole(TAKEN)
        return draw

    def _ends(self, name: int) -> Ends:
        return self.held[name].low, self.held[name].high

    def _bind(self, one: int, other: int, bond: RealBond) -> None:
        self.bonds[one][other] = bond
        self.bonds[other][one] = bond.turned()

    def _spread(self, changed: list[int]) -> None:
        """What ends say of the draws that these are bound to."""
        while changed:
            name = changed.pop()
            for other, bond in self.bonds[name].items():
                spend(1)
                there = self.held[other]
                told = _times(_plus((bond.low, bond.high), _times(self._ends(name), -ONE)), 1 / bond.q)
                ends = _both((there.low, there.high), told)
                if ends != (there.low, there.high):
                    there.low, there.high = ends
                    changed.append(other)

    def _tree(self, name: int) -> set[int]:
        """All draws that this one is bound to, perhaps through others."""
        found, waiting = {name}, [name]
        while waiting:
            for other in self.bonds[waiting.pop()]:
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    # Helpers.

    def handed(self, mentioned: list[int], to: RealDraws) -> tuple[int, ...]:
        """Hand these draws on, and all that they are bound to, by the same names."""
        names = sorted({name for at in mentioned for name in self._tree(at)})
        to.held = {name: _Real(here.density, here.low, here.high) for name in names for here in (self.held[name],)}
        to.bonds = {name: dict(self.bonds[name]) for name in names}
        to.instead, to.names = dict(self.instead), self.names
        return tuple(names)

    def taken_back(self, names: tuple[int, ...], known: KnownReals) -> dict[int, int]:
        """Draws that were handed on as they are `known` now: the names of these by their numbers."""
        for name in names:
            del self.held[name], self.bonds[name]
        first = self.added(known)
        return {at: first + at for at in range(len(known.draws))}

    # At the next place.

    def settle(self, mentioned: dict[int, Continuous]) -> tuple[dict[int, int], KnownReals]:
        """What variables need to know of the draws that they mention, each first as this, and the number of each."""
        for one in self.held:
            for other, bond in list(self.bonds[one].items()):
                if self._idle(one, other, bond):
                    del self.bonds[one][other], self.bonds[other][one]
        self._integrate(set(mentioned))
        for name in mentioned:
            self._center(name, mentioned[name])
        order = self._order([self.followed(real).draw for real in mentioned.values()])
        number = {name: at for at, name in enumerate(order)}
        draws = tuple(self._simplest(self.held[name]) for name in order)
        bonds = tuple(
            (number[one], number[other], bond)
            for one in order
            for other, bond in sorted(self.bonds[one].items(), key=lambda item: number[item[0]])
            if number[one] < number[other]
        )
        return number, KnownReals(draws, bonds)

    def _idle(self, one: int, other: int, bond: RealBond) -> bool:
        """Whether the bond says nothing that the ends do not say."""
        low, high = _plus(self._ends(one), _times(self._ends(other), bond.q))
        return (bond.low is None or (low is not None and low >= bond.low)) and (
            bond.high is None or (high is not None and high <= bond.high)
        )

    def _integrate(self, kept: set[int]) -> None:
        free = [name for name in self.held if name not in kept]
        while free:
            name = free.pop()
            bonds = self.bonds.get(name)
            if bonds is None or len(bonds) > 1:
                continue
            draw = self.held.pop(name)
            del self.bonds[name]
            if draw.density is None:
                if bonds:
                    raise Hole(TAKEN)
                continue
            for other, bond in bonds.items():
                there = self.held[other]
                if there.density is None:
                    raise Hole(TAKEN)
                there.density = _laplace(there.density).times(_message(_laplace(self._narrowed(draw)), bond))
                del self.bonds[other][name]
                if other not in kept:
                    free.append(other)
            if not bonds:
                self.scale = multiplied(self.scale, self._narrowed(draw).total)

    def _narrowed(self, draw: _Real) -> One:
        if draw.density is None:
            raise Hole(TAKEN)
        if (draw.low, draw.high) != draw.density.ends:
            draw.density = draw.density.restricted(draw.low, draw.high).simplest()
            draw.low, draw.high = draw.density.ends
        return draw.density

    def _simplest(self, draw: _Real) -> One | None:
        if draw.density is None:
            return None
        found = self._narrowed(draw).simplest()
        lead = found.lead
        if lead != 1:
            self.scale, found = multiplied(self.scale, lead), found.scaled(1 / lead)
        draw.density = found
        return found

    def _center(self, name: int, first: Continuous) -> None:
        """The draw becomes what is mentioned first."""
        draw = self.held[name]
        if draw.density is None or (not first.shift and first.scale == 1):
            return
        new = self.new(placed(self._narrowed(draw), first))
        self.instead[name] = Continuous(new, -first.shift / first.scale, 1 / first.scale)
        for other, bond in self.bonds.pop(name).items():
            del self.bonds[other][name]
            # With v = shift + scale * x, x + q y is (v - shift) / scale + q y.
            ends = _plus((bond.low, bond.high), (first.shift / first.scale,) * 2)
            self._bind(new, other, RealBond(bond.q * first.scale, *_times(ends, first.scale)))
        del self.held[name]

    def _order(self, mentioned: list[int]) -> list[int]:
        """The draws that are mentioned, and those that bind them, in an order that names do not decide."""
        order = list(dict.fromkeys(mentioned))
        found = set(order)
        for name in order:
            more = [other for other in self.bonds[name] if other not in found]
            more.sort(key=lambda other: repr((self._key(other), self.bonds[name][other])))
            order += more
            found.update(more)
        return order

    def _key(self, name: int) -> tuple[object, ...]:
        found = self._simplest(self.held[name])
        return found.key if found is not None else ()


def _laplace(density: One) -> Density:
    if isinstance(density, Normal):
        raise Hole("normal noise that is compared with other noise")
    return density


def placed(density: One, real: Continuous) -> One:
    """The density of the real, for that of its draw."""
    return density.along(-real.shift / real.scale, 1 / real.scale).scaled(1 / abs(real.scale))


def _message(density: Density, bond: RealBond) -> Density:
    """What all values of a draw x weigh together, for each y that it is bound to."""
    if bond.low is None and bond.high is None:
        raise Hole("a bond that says nothing")
    if bond.low is None:
        return density.up_to.along(bond.high or ZERO, -bond.q)
    found = density.from_on.along(bond.low, -bond.q)
    if bond.high is None:
        return found
    return found.plus(density.from_on.along(bond.high, -bond.q).scaled(-ONE))


def _times(ends: Ends, by: Fraction) -> Ends:
    low, high = (None if end is None else end * by for end in ends)
    return (low, high) if by > 0 else (high, low)


def _plus(one: Ends, other: Ends) -> Ends:
    low, high = (None if x is None or y is None else x + y for x, y in zip(one, other, strict=True))
    return low, high


def _both(one: Ends, other: Ends) -> Ends:
    lows = [low for low in (one[0], other[0]) if low is not None]
    highs = [high for high in (one[1], other[1]) if high is not None]
    return max(lows, default=None), min(highs, default=None)
