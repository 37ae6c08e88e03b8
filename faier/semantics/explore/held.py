"""What a run holds of draws without bounds: which there are, between which ends they lie, how they are bound together.

Draws are integers or reals. Of reals, what has measure 0 is left out: an end is neither inside nor outside.

A `Knower` is the judge of `lang.noise`. What is not settled is raised as a `Split`, with the ways that it can go: a
branch is a constraint, not a number. A number comes of it when nothing mentions the draws any more (`settled`), or a
kernel when others see something before that (`sealed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NoReturn, TypeAlias, cast

from flint import fmpq

from faier.exact import Number, Symbolic, TooLarge, Undecidable, as_number
from faier.lang.failures import TOO_LARGE, Failure
from faier.lang.judging import UNBOUNDED, Multiples, NotFollowed, Terms, goes_both_ways, not_followed
from faier.lang.noise import Apart, Computed, Noise
from faier.lang.reals import Linear, drawn, is_real
from faier.lang.values import Sequence
from faier.limits import LimitReached
from faier.semantics import geometric, real_chances
from faier.semantics.beliefs import NOTHING_KEPT, after
from faier.semantics.kept import Constraint, Draws, Floors, Fresh, Reals, Way
from faier.semantics.nodes import Watch

ONE, HALF = fmpq(1), fmpq(1, 2)

# More values of one draw than this are refused; of remainders, where it is only asked what raises.
MOST_VALUES = 20_000
FEW = 64

End: TypeAlias = int | Number | None
Ends: TypeAlias = tuple[End, End]


@dataclass(frozen=True)
class Draw:
    """A draw between two ends (None: no end). Others last saw something when it was known to lie between `before`. An
    old one is number `origin` of those that the state then kept; of a fresh one no more is known than its ends and
    `sources`. One that is made of others, a sum of multiples or that rounded down, says so by `parts`, as (scale,
    variable), until they are gone; of one whose `rest` = (modulus, remainder) was taken no more is known."""

    origin: int | None
    sources: Fresh
    low: End = None
    high: End = None
    before: Ends = (None, None)
    parts: Multiples = ()
    rest: tuple[int, int] | None = None
    real: bool = False

    def __hash__(self) -> int:
        """Parameters are slow to hash, and draws seldom differ in them alone."""
        return hash((self.origin, self.low, self.high, self.before, self.parts, self.rest, self.real))

    def within(self, low: End, high: End) -> Draw:
        return Draw(self.origin, self.sources, low, high, self.before, self.parts, self.rest, self.real)

    @property
    def untouched(self) -> bool:
        return self.origin is None and self.low is None and self.high is None and self.rest is None


@dataclass(frozen=True)
class Held:
    """The first `known` of the bonds held when others last saw something; the state then kept `base` draws. `answers`
    are what comparisons that are not followed come to in the instruction that is about to run."""

    draws: tuple[Draw, ...] = ()
    bonds: tuple[Constraint, ...] = ()
    known: int = 0
    base: int = 0
    answers: tuple[bool, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.draws, self.bonds, self.known, self.base))

    def drawn(self, sources: Draws) -> tuple[Held, Noise]:
        """With one draw more."""
        return self.holding((*self.draws, Draw(None, sources))), Noise(len(self.draws))

    def drawn_real(self, sources: Reals) -> tuple[Held, Linear]:
        """With one draw more, which is a real."""
        return self.holding((*self.draws, Draw(None, sources, real=True))), drawn(len(self.draws))

    def holding(self, draws: tuple[Draw, ...]) -> Held:
        return Held(draws, self.bonds, self.known, self.base)

    def changed(self, variable: int, draw: Draw) -> Held:
        return self.holding((*self.draws[:variable], draw, *self.draws[variable + 1 :]))

    def between(self, variable: int, low: End, high: End) -> Held | None:
        """Where the draw lies between these ends as well; None if it cannot."""
        draw = self.draws[variable]
        low = draw.low if low is None else low if draw.low is None else max(low, draw.low)
        high = draw.high if high is None else high if draw.high is None else min(high, draw.high)
        if low is not None and high is not None and (low >= high if draw.real else low > high):
            return None
        if (low, high) == (draw.low, draw.high):
            return self
        return self.changed(variable, draw.within(low, high))._tightened()

    def with_(self, constraint: Constraint) -> Held | None:
        """Where the constraint holds as well; None if it cannot."""
        if len(constraint.terms) == 2:
            return Held(self.draws, (*self.bonds, constraint), self.known, self.base)._tightened()
        ((sign, variable),) = constraint.terms
        least = constraint.least
        return self.between(variable, least, None) if sign > 0 else self.between(variable, None, -least)

    def _tightened(self) -> Held | None:
        """With the ends that follow from the bonds."""
        if not self.bonds:
            return self
        closed = _closure(self)
        if closed is None:
            return None
        held = self
        for variable, draw in enumerate(self.draws):
            low, high = closed.least(((1, variable),)), closed.least(((-1, variable),))
            ends = (low, None if high is None else -high)
            if ends != (draw.low, draw.high):
                held = held.changed(variable, draw.within(*ends))
        return held


NOTHING = Held()


class Split(Exception):
    """The run goes on in one of these ways, each with a weight and a text for people (None: nothing to tell)."""

    def __init__(self, ways: tuple[tuple[Number, Held, str | None], ...]) -> None:
        super().__init__()
        self.ways = ways


class Knower:
    """The judge of a run that holds these draws."""

    def __init__(self, held: Held) -> None:
        self.held = held
        self.asked = 0

    def either(self) -> bool:
        """What a comparison that is not followed comes to: the run goes on both ways."""
        self.asked += 1
        if self.asked <= len(self.held.answers):
            return self.held.answers[self.asked - 1]
        ways = [replace(self.held, answers=(*self.held.answers, way)) for way in (True, False)]
        raise Split(tuple((HALF, way, None) for way in ways))

    def at_least(self, terms: tuple[tuple[int, int], ...], least: int | Number) -> bool:
        found = _known(self.held, terms, least)
        real = self.held.draws[terms[0][1]].real
        for _, variable in terms:
            if found is None or not real:
                self._require_whole(variable)
        if found is not None:
            return found
        opposite = Constraint(tuple((-sign, variable) for sign, variable in terms), -least if real else 1 - least)
        ways = (self.held.with_(Constraint(terms, least)), self.held.with_(opposite))
        if ways[0] is None or ways[1] is None:
            return ways[0] is not None
        raise Split(tuple((ONE, way, None) for way in ways if way is not None))

    def ends(self, variable: int) -> tuple[int | None, int | None]:
        draw = self.held.draws[variable]
        assert not draw.real
        return cast("tuple[int | None, int | None]", (draw.low, draw.high))

    def real_ends(self, variable: int) -> tuple[Number | None, Number | None]:
        draw = self.held.draws[variable]
        return draw.low, draw.high

    def value(self, variable: int) -> int:
        low, high = self.ends(variable)
        assert low is not None and high is not None
        if low == high:
            return low
        if high - low >= MOST_VALUES:
            raise Failure(TOO_LARGE, f"a geometric draw has more than {MOST_VALUES:,} outcomes here")
        self._require_whole(variable)
        ways = []
        for number in range(low, high + 1):
            way = self.held.between(variable, number, number)
            if way is not None:
                ways.append((ONE, way, None))
        raise Split(tuple(ways))

    def parted(self, variable: int, first: int, last: int) -> None:
        low, high = self.ends(variable)
        if (high is not None and high <= first) or (low is not None and (low >= last or low == high)):
            return
        self._require_whole(variable)
        cells = [(None, first), *((number, number) for number in range(first + 1, last)), (last, None)]
        ways = [self.held.between(variable, *cell) for cell in cells]
        raise Split(tuple((ONE, way, None) for way in ways if way is not None))

    def added(self, terms: Multiples) -> int | None:
        real = self.held.draws[terms[0][1]].real
        found = self._made_of(terms, lambda draw: draw.real == real and not isinstance(draw.sources, Floors))
        if found is not None:
            return found
        if not self._loose(terms):
            return None
        if real:
            return self._make(Draw(None, self._sum(terms), parts=terms, real=True))
        if any(isinstance(self.held.draws[variable].sources, Floors) for _, variable in terms):
            return None
        parts = [(int(scale), cast(Draws, self.held.draws[at].sources)) for scale, at in cast(Terms, terms)]
        return self._make(Draw(None, _added(*parts), parts=terms))

    def floored(self, terms: Terms, offset: fmpq) -> int | None:
        found = self._made_of(terms, lambda draw: isinstance(draw.sources, Floors) and draw.sources.offset == offset)
        if found is not None:
            return found
        if self._loose(terms):
            return self._make(Draw(None, Floors(self._sum(terms), offset), parts=terms))
        if len(terms) > 1 or abs(terms[0][0]) != 1 or not self._alone(terms[0][1]):
            return None
        ((sign, variable),) = terms
        draw = self.held.draws[variable]
        ends = (draw.low, draw.high) if sign > 0 else (_opposite(draw.high), _opposite(draw.low))
        low, high = (None if end is None else end + offset for end in ends)
        if any(end is not None and (isinstance(end, Symbolic) or end.q != 1) for end in (low, high)):
            return None
        floors = Floors(self._sum(terms), offset)
        return self._make(
            Draw(None, floors, None if low is None else int(low), None if high is None else int(high) - 1, parts=terms)
        )

    def untouched(self, variable: int) -> bool:
        draw = self.held.draws[variable]
        return draw.untouched and not _bound(self.held, variable)

    def _loose(self, terms: Multiples) -> bool:
        """Whether nothing is known of the draws, and they are part of nothing."""
        return all(self.untouched(variable) and not self._summed(variable) for _, variable in terms)

    def _alone(self, variable: int) -> bool:
        """Whether nothing but its ends is known of the draw, and nobody has seen something since it was drawn."""
        draw = self.held.draws[variable]
        fresh = draw.origin is None and draw.before == (None, None)
        return fresh and not _bound(self.held, variable) and not self._summed(variable)

    def _made_of(self, terms: Multiples, alike: Callable[[Draw], bool]) -> int | None:
        """The draw that was made of these."""
        for variable, draw in enumerate(self.held.draws):
            if draw.parts and sorted(draw.parts, key=_variable) == sorted(terms, key=_variable) and alike(draw):
                return variable
        return None

    def _sum(self, terms: Multiples) -> Reals:
        return real_chances.added(
            tuple((scale * ONE, cast(Reals, self.held.draws[variable].sources)) for scale, variable in terms)
        )

    def _make(self, draw: Draw) -> NoReturn:
        raise Split(((ONE, self.held.holding((*self.held.draws, draw)), None),))

    def remainder(self, variable: int, modulus: int) -> int:
        if goes_both_ways() and modulus <= FEW:
            return next((rest for rest in range(modulus - 1) if self.either()), modulus - 1)
        draw = self.held.draws[variable]
        if draw.rest is not None and draw.rest[0] % modulus == 0:
            return draw.rest[1] % modulus
        if isinstance(draw.sources, Floors):
            raise not_followed("the remainder of a real that was rounded")
        if not draw.untouched or _bound(self.held, variable) or self._summed(variable):
            raise not_followed("the remainder of a draw of which something is known")
        ways = []
        for rest, weight in geometric.remainder(cast(Draws, draw.sources), modulus).items():
            way = self.held.changed(variable, replace(draw, rest=(modulus, rest)))
            ways.append((weight, way, f"{rest} as a remainder of noise"))
        raise Split(tuple(way for way in ways if way[0] != 0))

    def _summed(self, variable: int) -> bool:
        return any(part == variable for draw in self.held.draws for _, part in draw.parts)

    def _require_whole(self, variable: int) -> None:
        if self.held.draws[variable].rest is not None:
            raise _looked_at("noise whose remainder was taken")
        if self._summed(variable):
            raise _looked_at("noise that is a part of a sum")


def _opposite(end: End) -> End:
    return None if end is None else -end


def _variable(term: tuple[int | fmpq, int]) -> int:
    return term[1]


def _looked_at(what: str) -> Failure:
    return not_followed(f"{what} that is looked at again")


# Draws that nothing mentions any more.


@dataclass(frozen=True)
class Settled:
    """`weight` is the chance of what was known of the draws that are gone. `places` says where each draw went."""

    held: Held
    weight: Number
    places: dict[int, int]


@lru_cache(maxsize=65536)
def settled(held: Held, mentioned: tuple[int, ...], again: bool, folded: bool) -> Settled:
    """Without the draws that nothing mentions and that bear on none that is mentioned, or on an old one.

    With `again` an instruction is about to run a second time: sums that it made stay as long as their parts do. Unless
    it is `folded`, what is known of a draw stays as well.
    """
    held = _without_parts(held, mentioned, again)
    wanted = set(mentioned)
    weight: Number = ONE
    staying: list[int] = []
    for component in _components(held):
        if any(_matters(held, variable, wanted, folded) for variable in component):
            staying += component
        else:
            weight = weight * _mass(held, tuple(component))
    order = [*mentioned, *sorted(variable for variable in staying if variable not in wanted)]
    places = {variable: place for place, variable in enumerate(order)}
    draws = tuple(_with_parts_at(held.draws[variable], places) for variable in order)
    known = _moved(held.bonds[: held.known], places)
    fresh = tuple(bond for bond in _moved(held.bonds[held.known :], places) if bond not in known)
    return Settled(Held(draws, (*known, *fresh), len(known), held.base), weight, places)


def _with_parts_at(draw: Draw, places: dict[int, int]) -> Draw:
    return replace(draw, parts=tuple((scale, places[part]) for scale, part in draw.parts)) if draw.parts else draw


def _matters(held: Held, variable: int, wanted: set[int], folded: bool) -> bool:
    draw = held.draws[variable]
    if variable in wanted:
        return True
    return (draw.origin is not None or (not folded and draw.rest is None)) and (
        (draw.low, draw.high) != draw.before or _bound(held, variable)
    )


def _without_parts(held: Held, mentioned: tuple[int, ...], again: bool) -> Held:
    """Sums whose parts are gone are draws by themselves; sums that nobody looks at are no more."""
    if not any(draw.parts for draw in held.draws):
        return held
    draws = list(held.draws)
    for variable in range(len(draws) - 1, -1, -1):
        draw = draws[variable]
        idle = variable not in mentioned and draw.untouched and not _bound(held, variable)
        if draw.parts and idle and not any(part == variable for other in draws for _, part in other.parts):
            draws[variable] = replace(draw, parts=())
    uses: dict[int, int] = {}
    for draw in draws:
        for _, part in draw.parts:
            uses[part] = uses.get(part, 0) + 1
    if any(count > 1 for count in uses.values()):
        raise _looked_at("noise that is a part of two sums")
    for variable, draw in enumerate(draws):
        if draw.parts and not any(part in mentioned for _, part in draw.parts):
            draws[variable] = replace(draw, parts=())
            for _, part in draw.parts:  # what was known of these is known of the sum
                draws[part] = draws[part].within(None, None)
        elif draw.parts and not again:
            raise _looked_at("noise that is a part of a sum")
    return held.holding(tuple(draws))


def _components(held: Held) -> list[list[int]]:
    """The draws that bear on each other, in their order."""
    group = list(range(len(held.draws)))
    ties = [[variable for _, variable in bond.terms] for bond in held.bonds]
    ties += [[at, part] for at, draw in enumerate(held.draws) for _, part in draw.parts]
    for one, *others in ties:
        for other in others:
            group = [group[one] if known == group[other] else known for known in group]
    return [
        [variable for variable in range(len(group)) if group[variable] == number] for number in dict.fromkeys(group)
    ]


def _bound(held: Held, variable: int) -> bool:
    return any(variable == bound for bond in held.bonds for _, bound in bond.terms)


def _moved(bonds: tuple[Constraint, ...], places: dict[int, int]) -> tuple[Constraint, ...]:
    found = []
    for bond in bonds:
        if all(variable in places for _, variable in bond.terms):
            terms = tuple(sorted(((sign, places[variable]) for sign, variable in bond.terms), key=lambda term: term[1]))
            found.append(Constraint(terms, bond.least))
    return tuple(sorted(dict.fromkeys(found), key=lambda bond: ([term[::-1] for term in bond.terms], bond.least)))


def _mass(held: Held, component: tuple[int, ...]) -> Number:
    """The chance that draws meet what is known of them, given what was known before."""
    draws = [held.draws[variable] for variable in component]
    if any(draw.origin is not None for draw in draws):
        return ONE
    bonds = [bond for bond in held.bonds if bond.terms[0][1] in component]
    if not bonds:
        weight: Number = ONE
        for draw in draws:
            weight = weight * _narrowed(draw)
        return weight
    if any(draw.rest is not None for draw in draws):
        raise _looked_at("noise whose remainder was taken")
    joint = _of_untouched(draws, bonds)
    if joint is not None:
        return joint
    places = {variable: place for place, variable in enumerate(component)}
    constraints = [*_moved(tuple(bonds), places)]
    for variable, draw in zip(component, draws, strict=True):
        constraints += _ends_of(places[variable], draw.low, draw.high)
    try:
        found = after(NOTHING_KEPT, Way(0, ONE, tuple(draw.sources for draw in draws), tuple(constraints)), Watch())
    except (Undecidable, TooLarge) as reason:
        raise not_followed(f"noise whose chance is no number that is followed ({reason}),") from None
    except LimitReached as reached:
        if reached.name != "draws":
            raise
        raise NotFollowed(UNBOUNDED, reached.text) from None
    chance: Number = fmpq(0) if found is None else found[0]
    for draw in draws:
        chance = chance / _between(draw.sources, *draw.before)
    return chance


def _of_untouched(draws: list[Draw], bonds: list[Constraint]) -> Number | None:
    """The chance of one comparison of two reals of which nothing else is known."""
    if len(draws) != 2 or len(bonds) != 1 or not all(draw.real and draw.untouched for draw in draws):
        return None
    one, other = (cast(Reals, draw.sources) for draw in draws)
    return _between(real_chances.added(((fmpq(1), one), (fmpq(1), other))), bonds[0].least, None)


def _ends_of(variable: int, low: End, high: End) -> list[Constraint]:
    found = [] if low is None else [Constraint(((1, variable),), low)]
    return found if high is None else [*found, Constraint(((-1, variable),), -high)]


def _narrowed(draw: Draw) -> Number:
    """The chance that a fresh draw lies between its ends, given those before."""
    if draw.rest is not None or (draw.low, draw.high) == draw.before:
        return ONE
    return _between(draw.sources, draw.low, draw.high) / _between(draw.sources, *draw.before)


def _between(sources: Fresh, low: End, high: End) -> Number:
    """The chance that the draw lies there."""
    if low is None and high is None:
        return ONE
    if isinstance(sources, Reals):
        return real_chances.between(sources, low, high)
    if isinstance(sources, Floors):
        ends = None if low is None else low - sources.offset, None if high is None else high + 1 - sources.offset
        return real_chances.between(sources.real, *ends)
    known = _CHANCES.get((id(sources), low, high))
    if known is None:
        chance = _chance_of_many(sources, low, high) if len(sources) > 2 else _chance(sources, low, high)
        if len(_CHANCES) >= MOST_CHANCES:
            _CHANCES.clear()
        known = _CHANCES[id(sources), low, high] = sources, chance
    return known[1]


def _chance(sources: Draws, low: End, high: End) -> Number:
    above = ONE if low is None else geometric.at_least(sources, low)
    return above if high is None else above - geometric.at_least(sources, high + 1)


def _chance_of_many(sources: Draws, low: End, high: End) -> Number:
    found = after(NOTHING_KEPT, Way(0, ONE, (sources,), tuple(_ends_of(0, low, high))), Watch())
    return fmpq(0) if found is None else found[0]


# By the identity of the sources, which stay there as long: numbers are slow to hash.
_CHANCES: dict[tuple[int, End, End], tuple[Draws, Number]] = {}
MOST_CHANCES = 1 << 16


def _added(*parts: tuple[int, Draws]) -> Draws:
    """The sum of multiples of sums: a draw and its negative have the same distribution."""
    every = [(abs(scale) * coefficient, ratio) for scale, sources in parts for coefficient, ratio in sources]
    return tuple(sorted(every, key=lambda item: (item[0], str(item[1]))))


# What is known without asking, from ends and bonds.


def _known(held: Held, terms: tuple[tuple[int, int], ...], least: int | Number) -> bool | None:
    opposite = tuple((-sign, variable) for sign, variable in terms)
    low, high = _least(held, terms), _least(held, opposite)
    if low is not None and low >= least:
        return True
    real = held.draws[terms[0][1]].real
    return False if high is not None and (-high <= least if real else -high < least) else None


def _least(held: Held, terms: tuple[tuple[int, int], ...]) -> End:
    """The least value of a sum, as far as it is known."""
    if len(terms) == 2 and held.bonds:
        closed = _closure(held)
        assert closed is not None
        return closed.least(terms)
    total: int | Number = 0
    for sign, variable in terms:
        draw = held.draws[variable]
        end = draw.low if sign > 0 else draw.high
        if end is None:
            return None
        total += sign * end
    return total


class _Closed:
    """Differences of signed draws, closed under addition: `most[p][q]` bounds p - q, where 2v is draw v and 2v + 1 its
    negative. `real` says of each draw whether it is one."""

    def __init__(self, most: list[list[End]], real: list[bool]) -> None:
        self.most = most
        self.real = real

    def least(self, terms: tuple[tuple[int, int], ...]) -> End:
        (sign, variable), *others = terms
        up = 2 * variable + (sign < 0)
        if not others:
            # up - down is twice the term; -(down - up) / 2 is its least value.
            most = self.most[up ^ 1][up]
            if most is None:
                return None
            return -as_number(most) / 2 if self.real[variable] else -(cast(int, most) // 2)
        ((other, second),) = others
        # sign * y + other * z = p - q with q the negative of the second term.
        p, q = up, 2 * second + (other > 0)
        most = self.most[q][p]
        return None if most is None else -most


@lru_cache(maxsize=16384)
def _closure(held: Held) -> _Closed | None:
    """All that follows; None if it contradicts itself."""
    size = 2 * len(held.draws)
    real = [draw.real for draw in held.draws]
    most: list[list[End]] = [[0 if p == q else None for q in range(size)] for p in range(size)]

    def note(p: int, q: int, bound: int | Number) -> None:
        known = most[p][q]
        most[p][q] = bound if known is None else min(known, bound)

    for variable, draw in enumerate(held.draws):
        up, down = 2 * variable, 2 * variable + 1
        if draw.high is not None:
            note(up, down, 2 * draw.high)
        if draw.low is not None:
            note(down, up, -2 * draw.low)
    for bond in held.bonds:
        (one, y), (other, z) = bond.terms
        # one * y + other * z >= least: the negative of the first is at most the second less that.
        p, q = 2 * y + (one > 0), 2 * z + (other < 0)
        note(p, q, -bond.least)
        note(q ^ 1, p ^ 1, -bond.least)
    for _ in range(2):  # once, then again with the halves of what is twice a draw rounded
        for middle in range(size):
            for p in range(size):
                first = most[p][middle]
                if first is None:
                    continue
                for q in range(size):
                    second = most[middle][q]
                    if second is not None:
                        note(p, q, first + second)
        for p in range(size):
            twice = most[p][p ^ 1]
            if twice is not None and not real[p // 2]:
                most[p][p ^ 1] = 2 * (cast(int, twice) // 2)
    if any((most[p][p] or 0) < 0 for p in range(size)):
        return None
    if any(
        (most[p][p ^ 1] or 0) + (most[p ^ 1][p] or 0) < 0
        for p in range(size)
        if None not in (most[p][p ^ 1], most[p ^ 1][p])
    ):
        return None
    if any(_empty(most[p][q], most[q][p]) for p in range(size) if real[p // 2] for q in range(p)):
        return None
    return _Closed(most, real)


def _empty(most: End, opposite: End) -> bool:
    """Whether a difference of reals is left an interval without length."""
    return most is not None and opposite is not None and most + opposite <= 0


# What others have seen since.


def sealed(held: Held, mentioned: int, shown: frozenset[int], folded: bool) -> tuple[Held, Way]:
    """The draws of a state that is seen, of which the first `mentioned` matter from now on and `shown` are about to be
    seen; and the way to it, whose target is for others to say.

    A fresh draw of which nothing is known, or if it is `folded` nothing but its ends, is no more than a part of the
    state. All others are kept.
    """
    if any(draw.rest is not None for draw in held.draws):
        raise _looked_at("noise whose remainder was taken")
    if any(draw.parts for draw in held.draws):
        raise _looked_at("noise that is a part of a sum")
    plain = [
        folded and draw.origin is None and variable < mentioned and variable not in shown and not _bound(held, variable)
        for variable, draw in enumerate(held.draws)
    ]
    weight: Number = ONE
    numbers: dict[int, int] = {}
    fresh: list[Fresh] = []
    constraints: list[Constraint] = []
    for variable, draw in enumerate(held.draws):
        if plain[variable]:
            weight = weight * _narrowed(draw)
            continue
        if draw.origin is None:
            numbers[variable] = held.base + len(fresh)
            fresh.append(draw.sources)
            weight = weight / _between(draw.sources, *draw.before)
        else:
            numbers[variable] = draw.origin
        known = (None, None) if draw.origin is None else draw.before
        low, high = (now if now != before else None for now, before in zip((draw.low, draw.high), known, strict=True))
        constraints += _ends_of(numbers[variable], low, high)
    for bond in held.bonds[held.known :]:
        terms = tuple(sorted(((sign, numbers[variable]) for sign, variable in bond.terms), key=lambda term: term[1]))
        constraints.append(Constraint(terms, bond.least))
    keeping = [variable for variable in range(mentioned) if not plain[variable]]
    way = Way(0, weight, tuple(fresh), tuple(constraints), tuple(numbers[variable] for variable in keeping))
    draws = tuple(
        replace(draw, origin=keeping.index(variable), sources=(), before=(draw.low, draw.high))
        if variable in keeping
        else replace(draw, before=(draw.low, draw.high))
        for variable, draw in enumerate(held.draws[:mentioned])
    )
    bonds = tuple(_projected(held, mentioned))
    return Held(draws, bonds, len(bonds), len(keeping)), way


def _projected(held: Held, mentioned: int) -> Iterable[Constraint]:
    """What is known of pairs of the first draws, beside their ends."""
    if not held.bonds:
        return
    closed = _closure(held)
    assert closed is not None
    ends = Held(held.draws)
    for one in range(mentioned):
        for other in range(one + 1, mentioned):
            for sign in (1, -1):
                for second in (1, -1):
                    terms = ((sign, one), (second, other))
                    least, without = closed.least(terms), _least(ends, terms)
                    if least is not None and (without is None or least > without):
                        yield Constraint(terms, least)


# Noise inside values.


def mentioned(values: Iterable[Any]) -> tuple[int, ...]:
    """The draws inside, in the order in which they stand."""
    return tuple(dict.fromkeys(every_mention(values)))


def every_mention(values: Iterable[Any]) -> list[int]:
    """The draws inside, each as often as it is mentioned."""
    found: list[int] = []

    def look(value: Any) -> None:
        if type(value) is Noise:
            if isinstance(value.variable, Linear):
                look(value.variable)
            else:
                found.append(value.variable)
        elif type(value) is Apart or type(value) is Linear:
            found.extend(variable for _, variable in value.terms)
        elif type(value) is Sequence:
            for item in value.items:
                look(item)
        elif type(value) is tuple:
            for item in value:
                look(item)

    for value in values:
        look(value)
    return found


def holds_real(value: Any) -> bool:
    """Whether there is a real inside that was drawn."""
    return is_real(value) or (type(value) is Sequence and any(map(holds_real, value.items)))


def holds_integer(value: Any) -> bool:
    """Whether there is an integer inside that was drawn."""
    if type(value) is Sequence:
        return any(map(holds_integer, value.items))
    return type(value) is Noise or type(value) is Apart


def computed_in(value: Any) -> Computed | None:
    """A number inside that was computed from noise in a way that is not followed."""
    if type(value) is Sequence:
        return next((found for found in map(computed_in, value.items) if found is not None), None)
    return value if type(value) is Computed else None


def renumbered(value: Any, places: Callable[[int], int]) -> Any:
    """The value with its draws numbered anew."""
    if type(value) is Noise:
        variable = value.variable
        return replace(
            value, variable=renumbered(variable, places) if isinstance(variable, Linear) else places(variable)
        )
    if type(value) is Apart:
        first, second = sorted(((scale, places(variable)) for scale, variable in value.terms), key=lambda term: term[1])
        return Apart((first, second), value.offset)
    if type(value) is Linear:
        terms = sorted(((scale, places(variable)) for scale, variable in value.terms), key=lambda term: term[1])
        return replace(value, terms=tuple(terms))
    if type(value) is tuple:
        return tuple(renumbered(item, places) for item in value)
    if type(value) is Sequence:
        items = tuple(renumbered(item, places) for item in value.items)
        return value if all(a is b for a, b in zip(items, value.items, strict=True)) else value.holding(items)
    return value
