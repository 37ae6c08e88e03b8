"""Neighboring inputs of which some numbers go one way and all others the other way: rows that have the first few of
their fields and none of the others, entries of which the first few are greater and all others less.

What picks one of several, puts them in order, or says which are above a threshold tells these apart best: where all
numbers move together, as much as before is between any two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeAlias

from faier.hmm.wholes import Inputs
from faier.lang.claim import Added, Each, One, Relation, Total
from faier.lang.program import Program
from faier.lang.syntax import InputType, IntType, Literal, RecordsType, VectorType
from faier.lang.values import Sequence, Value
from faier.lang.walk import expressions, parts, statements
from faier.semantics.leaves import Place, element_of, places_of, value_of

Two: TypeAlias = tuple[Inputs, Inputs]

# How many rows there are beside the one that differs: none, or so many that what they have is far ahead.
ROWS = (0, 8, 40)

# So many numbers that stand in the file are taken for thresholds.
LEVELS = 3


def opposed(relation: Relation, types: Mapping[str, InputType], program: Program) -> Iterator[Two]:
    """What these inputs, which a relation is about, may be on both sides; there may be nothing."""
    match relation:
        case Added():
            lists = {name: type_ for name, type_ in types.items() if isinstance(type_, RecordsType)}
            yield from (two for name, type_ in lists.items() for two in _added(name, type_, types))
        case One(None):
            yield from (two for name, type_ in types.items() for two in _replaced(name, type_, types))
        case Each(distance):
            yield from _moved(types, distance, program)
        case Total(distance) if distance >= 2:
            yield from _moved(types, distance // 2, program, ends=True)


def _firsts(count: int) -> tuple[int, ...]:
    """How many of so many are the first ones: half of them, one, or all but one."""
    found = ((count + 1) // 2, 1, count - 1)
    return tuple(dict.fromkeys(first for first in found if 0 < first < count))


def _rows(item: InputType) -> Iterator[tuple[Value, Value]]:
    """A row with the greatest number in its first places and the least one elsewhere, and the opposite."""
    places = [place for place in places_of("", item, arrival=True) if not place.public]
    for first in _firsts(len(places)):
        ends = [(place.values()[-1], place.values()[0]) for place in places]
        one = [high if at < first else low for at, (high, low) in enumerate(ends)]
        other = [low if at < first else high for at, (high, low) in enumerate(ends)]
        yield _made(item, places, one), _made(item, places, other)


def _made(item: InputType, places: Iterable[Place], leaves: Iterable[int]) -> Value:
    """What is public is the same in all rows."""
    known = {place.path: place.values()[0] for place in places_of("", item, arrival=True)}
    return value_of(item, known | {place.path: leaf for place, leaf in zip(places, leaves, strict=True)})


def _different(item: InputType) -> Value:
    """A row of which each field has another number."""
    places = places_of("", item, arrival=True)
    return _made(item, places, [place.values()[at % len(place.values())] for at, place in enumerate(places)])


def _added(name: str, type_: RecordsType, types: Mapping[str, InputType]) -> Iterator[Two]:
    rest = _others(name, types)
    if len(places_of("", type_.item, arrival=True)) < 2:
        return
    rows = list(_rows(type_.item))
    yield rest | {name: _list()}, rest | {name: _list(_different(type_.item))}
    for size in ROWS:
        if size < type_.most:
            for row, other in chain(rows, (two[::-1] for two in rows)):
                yield rest | {name: _list(*[other] * size)}, rest | {name: _list(*[other] * size, row)}


def _replaced(name: str, type_: InputType, types: Mapping[str, InputType]) -> Iterator[Two]:
    """A row becomes the opposite, where all others are like the one, like the other, or like both."""
    rest, item = _others(name, types), element_of(type_)
    if len(places_of("", item, arrival=True)) < 2:
        return
    if item is type_:
        yield from ((rest | {name: row}, rest | {name: other}) for row, other in _rows(item))
    sizes: tuple[int, ...] = (type_.length - 1,) if isinstance(type_, VectorType) else ()
    if isinstance(type_, RecordsType):
        sizes = tuple(size for size in ROWS if size < type_.most)
    for size in sizes:
        for row, other in _rows(item):
            for like in (0, size // 2, size):
                beside = [row] * like + [other] * (size - like)
                yield rest | {name: _list(row, *beside)}, rest | {name: _list(other, *beside)}


def _moved(types: Mapping[str, InputType], distance: int, program: Program, *, ends: bool = False) -> Iterator[Two]:
    """The first entries rise and the others fall; of the `ends` alone, the first one and the last one move."""
    if any(isinstance(type_, RecordsType) for type_ in types.values()):
        return
    places = [place for name, type_ in types.items() for place in places_of(name, type_) if not place.public]
    numbers = [place for place in places if isinstance(place.domain, IntType)]
    if len(numbers) < 2 or len(numbers) < len(places):
        return
    for level in _levels(numbers, program):
        for first in _firsts(len(numbers)):
            low = {(place.input, place.path): _within(place, level) for place in numbers}
            high = {(place.input, place.path): _within(place, level + distance) for place in numbers}
            moving = [numbers[0], numbers[-1]] if ends else numbers
            risen = {(place.input, place.path) for at, place in enumerate(moving) if at < (1 if ends else first)}
            still = low.keys() - {(place.input, place.path) for place in moving}
            left = {key: low[key] if key in risen or key in still else high[key] for key in low}
            right = {key: high[key] if key in risen else low[key] for key in low}
            yield _inputs(types, left), _inputs(types, right)
            if ends:
                break


def _levels(places: list[Place], program: Program) -> list[int]:
    """What is in the middle, and the greatest numbers of the file that entries may be."""
    low = min(place.values()[0] for place in places)
    high = max(place.values()[-1] for place in places)
    found = [value for _, value in program.constants]
    for function in program.functions:
        for statement in statements(function.body):
            inside = (part for whole in expressions(statement) for part in parts(whole))
            found += [part.value for part in inside if isinstance(part, Literal)]
    named = {number for number in found if type(number) is int and low < number < high}
    return list(dict.fromkeys([(low + high) // 2, *sorted(named, reverse=True)[:LEVELS]]))


def _within(place: Place, number: int) -> int:
    return min(max(number, place.values()[0]), place.values()[-1])


def _inputs(types: Mapping[str, InputType], leaves: Mapping[tuple[str, tuple[int, ...]], int]) -> Inputs:
    found: dict[str, Value] = {}
    for name, type_ in types.items():
        known = {place.path: place.values()[0] for place in places_of(name, type_)}
        known |= {path: leaf for (of, path), leaf in leaves.items() if of == name}
        found[name] = value_of(type_, known)
    return found


def _others(name: str, types: Mapping[str, InputType]) -> dict[str, Value]:
    """The least that all other inputs may be."""
    return {
        other: _list() if isinstance(type_, RecordsType) else _inputs({other: type_}, {})[other]
        for other, type_ in types.items()
        if other != name
    }


def _list(*rows: Value) -> Sequence:
    return Sequence("list", rows)
