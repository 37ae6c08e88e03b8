"""What is known of the draws that a run holds: what each integer weighs, and which comparisons bind two draws.

A draw is one value, however often it is looked at: each answer narrows the ends between which it lies, or those of a
sum of two. What answers are worth is worked out when the run comes to its next place: there draws that nobody mentions
any more are summed out, leaves first, and what is left of each becomes as simple as it can be. Draws that are bound
form trees; a comparison that would close a circle is a `Hole`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd

from .forms import ONE, Number, multiplied, quotient
from .outcome import Hole, spend
from .reals import NO_REALS, KnownReals, RealDraws
from .values import Continuous, Floor, Noise, changed
from .weights import Weights

Pick = Callable[[list[tuple[object, Number]]], object]
Ends = tuple[int | None, int | None]


@dataclass(frozen=True)
class Bond:
    """Between draws x and y: p x + q y lies between `low` and `high`, both included (None: no end)."""

    p: int
    q: int
    low: int | None = None
    high: int | None = None

    def turned(self) -> Bond:
        return Bond(self.q, self.p, self.low, self.high)

    def negative(self) -> Bond:
        low, high = (None if end is None else -end for end in (self.high, self.low))
        return Bond(-self.p, -self.q, low, high)


@dataclass(frozen=True, eq=False)
class Known:
    """The draws of a run, by number. A draw without weights went into another one, and cannot be looked at."""

    draws: tuple[Weights | None, ...] = ()
    bonds: tuple[tuple[int, int, Bond], ...] = ()
    reals: KnownReals = NO_REALS

    @cached_property
    def key(self) -> tuple[object, ...]:
        draws = tuple(draw.key if draw is not None else () for draw in self.draws)
        bonds = tuple((*pair, bond.p, bond.q, bond.low, bond.high) for *pair, bond in self.bonds)
        return (draws, bonds, self.reals.key)

    @cached_property
    def mass(self) -> Number:
        """What all values of the draws weigh together."""
        formal = any(draw is not None and draw.formal for draw in self.draws)
        if not self.bonds and not formal and not self.reals.draws:
            return ONE
        draws = Draws(self)
        draws.settle({})
        return draws.scale


NOTHING = Known()


@dataclass
class _Draw:
    weights: Weights | None
    low: int | None = None
    high: int | None = None
    plain: bool = False  # the weights are in their simplest shape


class Draws:
    """Draws while a run goes on to its next place. `scale` is what was summed out, and taken out of the weights."""

    def __init__(self, known: Known, pick: Pick | None = None) -> None:
        self.pick = pick
        self.scale: Number = ONE
        self.held: dict[int, _Draw] = {}
        self.bonds: dict[int, dict[int, Bond]] = {}
        self.instead: dict[int, Noise | int] = {}
        self.names = 0
        self.reals = RealDraws(known.reals, self._answer)
        self.added(known)

    def added(self, known: Known) -> int:
        """The name of the first of these draws, which are numbered on from it."""
        first = self.names
        for weights in known.draws:
            self.new(weights, True)
        for one, other, bond in known.bonds:
            self._bind(first + one, first + other, bond)
        return first

    def new(self, weights: Weights | None, plain: bool = False) -> int:
        ends = weights.ends if weights is not None else (None, None)
        self.held[self.names] = _Draw(weights, *ends, plain)
        self.bonds[self.names] = {}
        self.names += 1
        return self.names - 1

    def weights(self, name: int) -> Weights:
        """What is known of a draw that is bound to no other."""
        draw = self._draw(name)
        if self.bonds[name]:
            raise Hole("a sum or a remainder of a geometric draw that was compared with another one")
        return self._narrowed(draw)

    def take(self, name: int) -> None:
        """From now on the draw is in another one."""
        self.held[name] = _Draw(None)

    def followed(self, noise: Noise) -> Noise | int:
        """The same by the names that draws have now."""
        inner: Noise | int
        if isinstance(noise.draw, Floor):
            part = self.followed(noise.draw.part)
            if isinstance(part, int):
                return noise.shift + noise.scale * (part // noise.draw.divisor)
            return replace(noise, draw=Floor(part, noise.draw.divisor))
        if noise.draw not in self.instead:
            return noise
        inner = self.instead[noise.draw]
        if isinstance(inner, int):
            return noise.shift + noise.scale * inner
        return self.followed(Noise(inner.draw, noise.shift + noise.scale * inner.shift, noise.scale * inner.scale))

    # Questions.

    def ends(self, name: int) -> Ends:
        draw = self._draw(name)
        return draw.low, draw.high

    def at_least(self, name: int, bound: int) -> bool:
        """Whether the draw is at least the bound."""
        low, high = self.ends(name)
        if low is not None and bound <= low:
            return True
        if high is not None and bound > high:
            return False
        answer = self._answer()
        self._narrow(name, bound if answer else None, None if answer else bound - 1)
        return answer

    def sum_at_least(self, p: int, one: int, q: int, other: int, bound: int) -> bool:
        """Whether p x + q y is at least the bound, for two draws x and y."""
        common = gcd(p, q)
        p, q, bound = p // common, q // common, -(-bound // common)
        known = self._implied(p, one, q, other)
        low, high = _both(known, _sum(self.ends(one), p, self.ends(other), q))
        if low is not None and bound <= low:
            return True
        if high is not None and bound > high:
            return False
        asked = self.bonds[one].get(other)
        if asked is None and other in self._tree(one):
            raise Hole("a comparison closes a circle of geometric draws that were compared")
        if asked is not None and known is _ANY:
            raise Hole("two geometric draws are compared in two ways")
        answer = self._answer()
        ends = _both(known, (bound, None) if answer else (None, bound - 1))
        self._bind(one, other, Bond(p, q, *ends))
        self._spread([one, other])
        return answer

    def picked(self, options: list[tuple[object, Number]]) -> object:
        if self.pick is None:
            raise Hole("a draw where none may be")
        return self.pick(options)

    def _answer(self) -> bool:
        return bool(self.picked([(False, ONE), (True, ONE)]))

    def _draw(self, name: int) -> _Draw:
        draw = self.held[name]
        if draw.weights is None:
            raise Hole("a geometric draw is used after a sum or a remainder of it was taken")
        return draw

    def _bind(self, one: int, other: int, bond: Bond) -> None:
        self.bonds[one][other] = bond
        self.bonds[other][one] = bond.turned()

    def _narrow(self, name: int, low: int | None, high: int | None) -> None:
        draw = self.held[name]
        draw.low, draw.high = _both((draw.low, draw.high), (low, high))
        self._spread([name])

    def _spread(self, changed_: list[int]) -> None:
        """What ends say of the draws that these are bound to."""
        while changed_:
            name = changed_.pop()
            here = self.held[name]
            for other, bond in self.bonds[name].items():
                spend(1)
                there = self.held[other]
                low, high = _both((there.low, there.high), _other(bond, (here.low, here.high)))
                if (low, high) != (there.low, there.high):
                    there.low, there.high = low, high
                    changed_.append(other)

    def _tree(self, name: int) -> dict[int, int]:
        """All draws that this one is bound to, perhaps through others, each with the one before it."""
        found, waiting = {name: name}, [name]
        while waiting:
            here = waiting.pop()
            for other in self.bonds[here]:
                if other not in found:
                    found[other] = here
                    waiting.append(other)
        return found

    def _implied(self, p: int, one: int, q: int, other: int) -> Ends:
        """What bonds on the way from one draw to the other say of p x + q y."""
        before = self._tree(one)
        if other not in before:
            return _ANY
        at = before[other]
        bond = self.bonds[at][other]
        while at != one:
            earlier = self.bonds[before[at]][at]
            if abs(earlier.q) != abs(bond.p):
                return _ANY
            if earlier.q == bond.p:
                earlier = earlier.negative()
            bond = Bond(earlier.p, bond.q, *_plus((earlier.low, earlier.high), (bond.low, bond.high)))
            at = before[at]
        for known in (bond, bond.negative()):
            if (known.p, known.q) == (p, q):
                return known.low, known.high
        return _ANY

    # Helpers.

    def handed(self, given: dict[str, object]) -> Handed:
        """The draws that values mention, and all that they are bound to, as they are now, by the same names."""
        names = sorted({name for mentioned in self.mentioned(given) for name in self._tree(mentioned)})
        part = Draws(NOTHING)
        part.held = {name: replace(self.held[name]) for name in names}
        part.bonds = {name: dict(self.bonds[name]) for name in names}
        part.instead, part.names = dict(self.instead), self.names
        reals = self.reals.handed([*self.mentioned_reals(given)], part.reals)
        return Handed(tuple(names), part, reals)

    def taken_back(self, handed: Handed, value: object, now: tuple[object, ...], known: Known) -> object:
        """A value that mentions draws as they are `known`, as it is among these; `now` is what has become of those that
        were handed on."""
        for name in handed.names:
            del self.held[name], self.bonds[name]
        first = self.added(known)
        number = {at: first + at for at in range(len(known.draws))}
        reals = self.reals.taken_back(handed.reals, known.reals)

        def renamed(found: object) -> object:
            return _renamed(found, number, reals)

        for name, found in zip((*handed.names, *handed.reals), now, strict=True):
            after = renamed(found)
            if isinstance(after, Continuous):
                self.reals.instead[name] = after
            elif isinstance(after, (int, Noise)):
                self.instead[name] = after
            else:
                raise Hole("a draw has become something else")
        return changed(value, renamed)

    # At the next place.

    def settle(self, variables: dict[str, object]) -> tuple[dict[str, object], Known]:
        """The variables, and what they need to know of draws."""
        if not self.held and not self.instead and not self.reals.names:
            return variables, NOTHING
        real, reals = self.reals.settle(self.mentioned_reals(variables))
        self.scale, self.reals.scale = multiplied(self.scale, self.reals.scale), ONE
        self._pin()
        mentioned = self.mentioned(variables)
        for one in self.held:
            for other, bond in list(self.bonds[one].items()):
                if self._idle(one, other, bond):
                    del self.bonds[one][other], self.bonds[other][one]
        self._sum_out(set(mentioned))
        for name in mentioned:
            self._center(name, mentioned[name])
        order = self._order(list(mentioned))
        number = {name: at for at, name in enumerate(order)}
        draws = tuple(self._simplest(self.held[name]) for name in order)
        bonds = tuple(
            (number[one], number[other], bond)
            for one in order
            for other, bond in sorted(self.bonds[one].items(), key=lambda item: number[item[0]])
            if number[one] < number[other]
        )

        def renamed(value: object) -> object:
            return _renamed(self.now(value), number, real)

        if not draws and not self.instead and not reals.draws:
            return variables, NOTHING
        return {name: changed(value, renamed) for name, value in variables.items()}, Known(draws, bonds, reals)

    def _pin(self) -> None:
        """A draw of which the value is known is that value."""
        waiting = list(self.held)
        while waiting:
            name = waiting.pop()
            draw = self.held[name]
            if draw.weights is None or draw.low is None or draw.low != draw.high:
                continue
            self.scale = multiplied(self.scale, draw.weights.at(draw.low))
            self._spread([name])
            for other in self.bonds[name]:
                del self.bonds[other][name]
                waiting.append(other)
            self.bonds[name] = {}
            self.instead[name] = draw.low
            self.take(name)

    def mentioned(self, variables: dict[str, object]) -> dict[int, Noise]:
        """The draws that variables mention, in their order, each as it is mentioned first."""
        found: dict[int, Noise] = {}

        def look(value: object) -> object:
            if isinstance(value, Noise):
                now = self.followed(value)
                if isinstance(now, Noise):
                    found.setdefault(_name(now), now)
            return value

        for name in sorted(variables):
            changed(variables[name], look)
        return found

    def mentioned_reals(self, variables: dict[str, object]) -> dict[int, Continuous]:
        """The same for real draws."""
        found: dict[int, Continuous] = {}

        def look(value: object) -> object:
            if isinstance(value, Continuous):
                now = self.reals.followed(value)
                found.setdefault(now.draw, now)
            return value

        for name in sorted(variables):
            changed(variables[name], look)
        return found

    def now(self, value: object) -> object:
        """Noise, by the names that draws have now; anything else is itself."""
        if isinstance(value, Continuous):
            return self.reals.followed(value)
        return self.followed(value) if isinstance(value, Noise) else value

    def _idle(self, one: int, other: int, bond: Bond) -> bool:
        """Whether the bond says nothing that the ends do not say."""
        low, high = _sum(self.ends(one), bond.p, self.ends(other), bond.q)
        return (bond.low is None or (low is not None and low >= bond.low)) and (
            bond.high is None or (high is not None and high <= bond.high)
        )

    def _sum_out(self, kept: set[int]) -> None:
        free = [name for name in self.held if name not in kept]
        while free:
            name = free.pop()
            bonds = self.bonds.get(name)
            if bonds is None or len(bonds) > 1:
                continue
            draw = self.held.pop(name)
            del self.bonds[name]
            if draw.weights is None:
                continue
            for other, bond in bonds.items():
                there = self.held[other]
                told = _message(self._narrowed(draw), bond)
                if there.weights is not None:
                    there.weights, there.plain = there.weights.times(told), False
                del self.bonds[other][name]
                if other not in kept:
                    free.append(other)
            if not bonds:
                self.scale = multiplied(self.scale, draw.weights.between(draw.low, draw.high))

    def _narrowed(self, draw: _Draw) -> Weights:
        if draw.weights is None:
            raise Hole("a geometric draw is used after a sum or a remainder of it was taken")
        if (draw.low, draw.high) != draw.weights.ends:
            draw.weights, draw.plain = draw.weights.restricted(draw.low, draw.high), False
            draw.low, draw.high = draw.weights.ends
        return draw.weights

    def _simplest(self, draw: _Draw) -> Weights | None:
        if draw.weights is None:
            return None
        found = self._narrowed(draw)
        if not draw.plain:
            found = found.shortest()
            if not found.formal:
                whole = found.total
                self.scale = multiplied(self.scale, whole)
                found = found.scaled(quotient(ONE, whole)) if whole else found
            draw.weights, draw.plain = found, True
        return found

    def _center(self, name: int, first: Noise) -> None:
        """The draw becomes what is mentioned first, if that is it, or its negative, and a number."""
        draw = self.held[name]
        if isinstance(first.draw, Floor) or abs(first.scale) > 1 or draw.weights is None:
            return
        shift, scale = first.shift, first.scale
        if (shift, scale) == (0, 1):
            return
        weights = self._narrowed(draw).along(-scale * shift, scale)
        new = self.new(weights, draw.plain and scale == 1)
        self.instead[name] = Noise(new, -scale * shift, scale)
        for other, bond in self.bonds.pop(name).items():
            more = bond.p * scale * shift
            low, high = (None if end is None else end + more for end in (bond.low, bond.high))
            del self.bonds[other][name]
            self._bind(new, other, Bond(bond.p * scale, bond.q, low, high))
        del self.held[name]

    def _order(self, mentioned: list[int]) -> list[int]:
        """The draws that are mentioned, and those that bind them, in an order that names do not decide."""
        order = list(dict.fromkeys(self._now(name) for name in mentioned))
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

    def _now(self, name: int) -> int:
        found = self.followed(Noise(name))
        return _name(found) if isinstance(found, Noise) else name


_ANY: Ends = (None, None)


@dataclass(frozen=True)
class Handed:
    """Some draws, and their names."""

    names: tuple[int, ...]
    draws: Draws
    reals: tuple[int, ...] = ()

    @property
    def values(self) -> tuple[object, ...]:
        return (*map(Noise, self.names), *map(Continuous, self.reals))


def _name(noise: Noise) -> int:
    return _name(noise.draw.part) if isinstance(noise.draw, Floor) else noise.draw


def _numbered(noise: Noise, number: dict[int, int]) -> Noise:
    if isinstance(noise.draw, Floor):
        return replace(noise, draw=Floor(_numbered(noise.draw.part, number), noise.draw.divisor))
    return replace(noise, draw=number[noise.draw])


def _renamed(value: object, number: dict[int, int], reals: dict[int, int]) -> object:
    if isinstance(value, Continuous):
        return replace(value, draw=reals[value.draw])
    return _numbered(value, number) if isinstance(value, Noise) else value


def _message(weights: Weights, bond: Bond) -> Weights:
    """What all values of a draw x weigh together, for each y that it is bound to."""
    if abs(bond.p) != 1:
        raise Hole("a geometric draw is forgotten that was compared with others in multiples")
    if bond.p < 0:
        bond = bond.negative()
    if bond.low is not None and bond.low == bond.high:
        return weights.along(bond.low, -bond.q)
    if bond.low is None and bond.high is None:
        raise Hole("a bond that says nothing")
    if bond.low is None:
        return weights.up_to.along(bond.high or 0, -bond.q)
    found = weights.from_on.along(bond.low, -bond.q)
    if bond.high is None:
        return found
    return found.plus(weights.from_on.along(bond.high + 1, -bond.q).scaled(-ONE))


def _times(ends: Ends, by: int) -> Ends:
    low, high = (None if end is None else end * by for end in ends)
    return (low, high) if by > 0 else (high, low)


def _plus(one: Ends, other: Ends) -> Ends:
    low, high = (None if x is None or y is None else x + y for x, y in zip(one, other, strict=True))
    return low, high


def _sum(one: Ends, p: int, other: Ends, q: int) -> Ends:
    return _plus(_times(one, p), _times(other, q))


def _both(one: Ends, other: Ends) -> Ends:
    lows = [low for low in (one[0], other[0]) if low is not None]
    highs = [high for high in (one[1], other[1]) if high is not None]
    return max(lows, default=None), min(highs, default=None)


def _other(bond: Bond, ends: Ends) -> Ends:
    """The ends of y, by the bond and the ends of x."""
    low, high = _plus((bond.low, bond.high), _times(ends, -bond.p))
    if bond.q < 0:
        low, high = (None if end is None else -end for end in (high, low))
    by = abs(bond.q)
    return None if low is None else -(-low // by), None if high is None else high // by
