"""The values that runs may be about to show, as finitely many letters.

An integer with noise in it may be any integer. Where, from some place on, what every run shows there falls by one and
the same factor, and nothing else depends on what it is, that place stands for all that are further out: every word with
another one there weighs a fixed part of what it weighs with this one, in every run.

A real with a density may be any real, and nothing else may depend on what it is. Its letters are the places where what
some run shows there changes its form, just above and just below where a density jumps. Between two of them all
densities are sums of the same two functions g > 0 and h, and h / g goes up or down all the way: so l - c r, for what a
word weighs on the left and on the right, is g times something that lies between its two ends, and nowhere above 0 if it
is not so at the letters. Further out all are multiples of one function, and the last letter stands for all. With
several reals in a word that holds for each of them, whatever the others are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from . import noise
from .densities import Density, two_at_most
from .draws import Draws
from .forms import Number, is_zero
from .machine import Run
from .normals import Normal
from .outcome import Hole, spend
from .reals import placed
from .values import Box, Continuous, List, Near, Noise, changed, holding, noisy, parts, shown_key
from .weights import Terms

MOST_LETTERS = 10_000

About = tuple[object, Run]  # what is about to be shown, and the run


def letters(tells: Sequence[About], endless: bool = True) -> list[object]:
    """In the order of those who are about to show them, noise as ascending integers. Unless `endless`, none may stand
    for others."""
    groups: dict[tuple[object, ...], list[About]] = {}
    for value, run in tells:
        groups.setdefault(_shape(value), []).append((value, run))
    known = {
        shape: list(_listed(members, endless))
        for shape, members in groups.items()
        if any(noisy(value) for value, _ in members)
    }
    found: dict[tuple[object, ...], object] = {}
    for value, _ in tells:
        for letter in known.get(_shape(value), [value]):
            found.setdefault(shown_key(letter), letter)
    return list(found.values())


def _listed(members: list[About], endless: bool) -> Iterable[object]:
    leaves = [[*_leaves(value)] for value, _ in members]
    ranges = [
        _range([(row[at], run) for row, (_, run) in zip(leaves, members, strict=True)], endless)
        for at in range(len(leaves[0]))
    ]
    many = 1
    for choices in ranges:
        many *= len(choices)
    if many > MOST_LETTERS:
        raise Hole("too many values may be shown")
    spend(many)
    for chosen in product(*ranges):
        yield _filled(members[0][0], list(chosen))


@dataclass
class _End:
    """Where letters end on one side: `last`, which stands for all beyond it if there is a `ratio`."""

    last: int | None = None
    ratio: Number | None = None

    def reach(self, place: int, ratio: Number | None) -> None:
        """Something is at this place and not beyond, or from here on falls by the ratio."""
        if ratio is not None:
            if self.ratio is not None and not is_zero(self.ratio - ratio):
                raise Hole("what is shown falls by different factors far out")
            self.ratio = ratio
        self.last = place if self.last is None else max(self.last, place)


def _range(members: list[About], endless: bool) -> Sequence[object]:
    if isinstance(members[0][0], Continuous):
        if not endless:
            raise Hole("infinitely many values may be shown")
        return _near([_density(value, run) for value, run in members])
    return _integers(members, endless)


def _near(every: list[Density]) -> list[Near]:
    """The letters of one real."""
    if any(density.unit != every[0].unit for density in every):
        raise Hole("densities of which the quotient is no number")
    places = sorted({place for density in every for place in density.places})
    if not places:
        raise Hole("a real without a place is shown")
    for low, high in zip((None, *places), (*places, None), strict=True):
        if not two_at_most((density.on(low, high) for density in every), low is None or high is None):
            raise Hole("densities of which the quotient may go up and down")
    found = []
    for place in places:
        sides = (-1, 1) if any(density.jumps(place) for density in every) else (0,)
        found += [Near(place, side) for side in sides]
    return found


def _density(value: object, run: Run) -> Density:
    if not isinstance(value, Continuous):
        raise Hole("a real beside something else")
    if _mentions(run, value.draw, Continuous) > 1:
        raise Hole("a real is shown and looked at again")
    found = placed(Draws(run.known).reals.alone(value.draw), value).simplest()
    if isinstance(found, Normal):
        raise Hole("normal noise is shown")
    return found


def _integers(members: list[About], endless: bool) -> list[int]:
    """The letters of one integer. Ends are those of the values, and of their negatives for what is below."""
    above, below, exact = _End(), _End(), set()
    only = not any(isinstance(value, Noise) for value, _ in members)
    for value, run in members:
        if isinstance(value, int):
            exact.add(value)
            above.reach(value, None)
            below.reach(-value, None)
        elif isinstance(value, Noise):
            _reach(value, run, above, below)
    if only:
        return sorted(exact)
    if (above.ratio is not None or below.ratio is not None) and not endless:
        raise Hole("infinitely many values may be shown")
    low, high = below.last, above.last
    if low is None or high is None or high + low > MOST_LETTERS:
        raise Hole("too many values may be shown")
    return list(range(-low - (below.ratio is not None), high + 1 + (above.ratio is not None)))


def _reach(value: Noise, run: Run, above: _End, below: _End) -> None:
    low, high = noise.ends(Draws(run.known), value)
    if low is not None:
        below.reach(-low, None)
    if high is not None:
        above.reach(high, None)
    if low is not None and high is not None:
        return
    if not isinstance(value.draw, int) or abs(value.scale) != 1:
        raise Hole("a geometric draw is shown in multiples, or divided")
    if any(value.draw in pair for *pair, _ in run.known.bonds) or _mentions(run, value.draw, Noise) > 1:
        raise Hole("a geometric draw is shown and looked at again")
    weights = run.known.draws[value.draw]
    if weights is None:
        raise Hole("a geometric draw is shown of which a sum or a remainder was taken")
    weights = weights.along(-value.scale * value.shift, value.scale)
    if high is None:
        above.reach(weights.high, _ratio(weights.above))
    if low is None:
        below.reach(1 - weights.low, _ratio(weights.below))


def _ratio(terms: Terms) -> Number:
    match terms:
        case ((ratio, (_,)),):
            return ratio
    raise Hole("what is shown does not fall by one factor far out")


def _mentions(run: Run, draw: int, kind: type[Noise | Continuous]) -> int:
    found = 0

    def look(value: object) -> object:
        nonlocal found
        while isinstance(value, Noise) and not isinstance(value.draw, int):
            value = value.draw.part
        found += isinstance(value, kind) and value.draw == draw
        return value

    for _, value in run.variables:
        changed(value, look)
    return found


def _shape(value: object) -> tuple[object, ...]:
    """The same for values that differ in integers only."""
    if isinstance(value, Noise) or (isinstance(value, int) and not isinstance(value, bool)):
        return ("integer",)
    if isinstance(value, Continuous):
        return ("real",)
    inside = _open(value)
    if inside is None or not inside:
        return shown_key(value)
    if isinstance(value, Box):
        keys = tuple(shown_key(pair[0]) for pair in _pairs(value))
        return (value.kind, value.of, keys, *map(_shape, inside))
    return ("list" if isinstance(value, List) else "tuple", *map(_shape, inside))


def _open(value: object) -> tuple[object, ...] | None:
    """What a container holds that may be noise: none of what is in a set, of a dictionary the values."""
    if isinstance(value, Box) and value.kind in ("set", "frozenset"):
        return ()
    pairs = _pairs(value)
    return tuple(pair[1] for pair in pairs) if pairs else parts(value)


def _pairs(value: object) -> list[tuple[object, ...]]:
    dictionary = isinstance(value, Box) and value.kind == "dict"
    return [pair for pair in parts(value) or () if isinstance(pair, tuple)] if dictionary else []


def _leaves(value: object) -> Iterable[object]:
    if _leaf(value):
        yield value
    else:
        for item in _open(value) or ():
            yield from _leaves(item)


def _leaf(value: object) -> bool:
    """Whether it is an integer or a real that noise may be in."""
    return isinstance(value, (Noise, Continuous)) or (isinstance(value, int) and not isinstance(value, bool))


def _filled(value: object, numbers: list[object]) -> object:
    """With the next ones in place of its own."""
    if _leaf(value):
        return numbers.pop(0)
    made = [_filled(item, numbers) for item in _open(value) or ()]
    if pairs := _pairs(value):
        made = [(pair[0], item) for pair, item in zip(pairs, made, strict=True)]
    return holding(value, made) if made else value
