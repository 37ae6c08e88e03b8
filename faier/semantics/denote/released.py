"""A mechanism that adds up counts and noise and looks at neither -> what it shows, as sums of counts and draws.

The mechanism runs once, with draws of which nothing is known in place of its counts. Where nothing was ever asked of a
draw, the run is the same whatever the counts are: what is shown of any counts is these sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from flint import fmpq

from faier.exact import Number, TooLarge, Undecidable
from faier.lang import divisors
from faier.lang.failures import Failure
from faier.lang.judging import NotFollowed
from faier.lang.program import Program
from faier.lang.syntax import Function, IntType, Return, Type, VectorType, While
from faier.lang.values import Sequence, Value
from faier.lang.walk import statements
from faier.limits import Limits
from faier.semantics.denote.chance import Later
from faier.semantics.denote.config import Config, Ends, begun
from faier.semantics.denote.draws import Known
from faier.semantics.denote.noise import Affine, Drawn, Noise, real, rewritten
from faier.semantics.denote.planes import Law
from faier.semantics.denote.steps import Interpreter, taken
from faier.semantics.denote.weights import geometric

Cell = tuple[int, ...]
Count = tuple[str, Cell]  # an input, and where in it the count stands
O = TypeVar("O")  # noqa: E741

# Stands for a count: which law it has makes no difference, for nothing is asked of it.
SOME = geometric(fmpq(1, 2))


@dataclass(frozen=True)
class Sum:
    """The sum of factor * count, of factor * draw, and of `offset`; `dense` where it is a real."""

    counts: tuple[tuple[Count, fmpq], ...]
    draws: tuple[tuple[int, fmpq], ...]
    offset: fmpq
    dense: bool

    def without_noise(self, inputs: Mapping[Count, int]) -> fmpq:
        """What is shown of these counts where every draw is 0."""
        total = self.offset
        for count, factor in self.counts:
            total += factor * inputs[count]
        return total


@dataclass(frozen=True)
class Released:
    """The values that are shown, in each of which a `Sum` stands for a number; all sums, in their order; the laws of
    the draws in them; and the parameters of geometric noise that nobody has seen to be possible yet, also of noise that
    is not shown."""

    values: tuple[Value, ...]
    sums: tuple[Sum, ...]
    laws: Mapping[int, Law]
    unchecked: tuple[Number, ...] = ()

    @property
    def apart(self) -> bool:
        """Whether each sum has one draw at most, and each draw is in one sum."""
        used = [draw for one in self.sums for draw, _ in one.draws]
        return len(set(used)) == len(used) and all(len(one.draws) <= 1 for one in self.sums)


class _Asked(Exception):
    """Something depends on a draw."""


def released(program: Program, mechanism: str, limits: Limits) -> Released | None:
    """None where something else than sums is shown, or anything depends on a draw."""
    function = program.function(mechanism)
    last = [part for part in statements(function.body) if isinstance(part, Return) and part.value is not None]
    if (function.yields and last) or any(isinstance(part, While) for part in statements(function.body)):
        return None
    counts = list(_counts(function))
    unchecked: dict[Number, None] = {}
    try:
        with divisors.noted() as divided:
            ended = None if not counts else _run(program, function, counts, unchecked, limits)
    except (_Asked, Failure, NotFollowed, TooLarge, Undecidable):
        return None
    if ended is None or ended.known.conditions or divided:
        return None
    names: dict[int, Count] = {}
    for count, entry in zip(counts, ended.callers.items, strict=True):
        match cast(object, entry):
            case Noise(terms=((draw, 1),), offset=0) if draw not in names and ended.known.laws[draw] is SOME:
                names[draw] = count
            case _:
                return None
    found = _read(function, ended, names)
    return None if found is None else replace(found, unchecked=tuple(unchecked))


def _read(function: Function, ended: Ends, names: Mapping[int, Count]) -> Released | None:
    value = None if ended.value is None else ended.value.items[0]
    if function.yields and isinstance(value, Sequence):
        shown: tuple[Value, ...] = value.items
    else:
        shown = () if value is None else (value,)
    sums: list[Sum] = []

    def summed(drawn: Drawn) -> Value:
        sums.append(_sum(drawn, names))
        return cast(Value, sums[-1])

    values = tuple(rewritten(one, summed) for one in shown)
    laws = {draw: ended.known.laws[draw] for one in sums for draw, _ in one.draws}
    return Released(values, tuple(sums), laws) if values else None


def _sum(drawn: Drawn, names: Mapping[int, Count]) -> Sum:
    form = real(drawn)
    counts = tuple((names[draw], factor) for draw, factor in form.sides if draw in names)
    draws = tuple((draw, factor) for draw, factor in form.sides if draw not in names)
    return Sum(counts, draws, form.offset, isinstance(drawn, Affine))


def _run(
    program: Program, function: Function, counts: list[Count], unchecked: dict[Number, None], limits: Limits
) -> Ends:
    """The mechanism as a helper, whose caller has the counts."""
    helper = replace(function, kind="helper")
    functions = tuple(helper if other.name == function.name else other for other in program.functions)
    interpreter = Interpreter(replace(program, functions=functions), limits, unchecked=unchecked)
    entries = {count: cast(Value, Noise(((at, 1),))) for at, count in enumerate(counts)}
    arguments = {item.name: _entry(entries, item.name, item.type, ()) for item in function.parameters}
    config = replace(
        begun(helper, arguments),
        known=Known((SOME,) * len(counts)),
        callers=Sequence("tuple", tuple(entries.values())),
    )
    while True:
        limits.spend(1)
        event = taken(interpreter, config, _certain, asked="kept")
        if isinstance(event, Ends):
            return event
        if not isinstance(event, Config):
            raise _Asked
        config = event


def _certain(distribution: Mapping[O, Number]) -> O:
    """The only outcome."""
    if isinstance(distribution, Later):
        raise _Asked
    possible = [outcome for outcome, chance in distribution.items() if chance != 0]
    if len(possible) != 1:
        raise _Asked
    return possible[0]


def _entry(entries: Mapping[Count, Value], name: str, type_: Type | None, cell: Cell) -> Value:
    if isinstance(type_, VectorType):
        items = (_entry(entries, name, type_.item, (*cell, at)) for at in range(type_.length))
        return Sequence("list", tuple(items))
    return entries[name, cell]


def _counts(function: Function) -> Iterator[Count]:
    """Every count; none where an input has anything else in it."""
    found = [(item.name, path) for item in function.parameters for path in _paths(item.type)]
    if all(path is not None for _, path in found):
        yield from ((name, path) for name, path in found if path is not None)


def _paths(type_: Type | None, path: Cell = ()) -> Iterator[Cell | None]:
    match type_:
        case IntType():
            yield path
        case VectorType(item, length):
            for at in range(length):
                yield from _paths(item, (*path, at))
        case _:
            yield None
