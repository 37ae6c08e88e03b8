"""How far off what is released is on average: the expected absolute error, for the input where that is worst.

The error is the distance from what would be shown without the noise, summed over all numbers that are shown. What draws
no such noise, as a table of chances does, is held against its one input.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from flint import arb, ctx, fmpq

from faier.calibration.added_last import SHAPING, added, concerned, stored
from faier.calibration.constants import Varying, constant
from faier.calibration.forms import NOISE
from faier.exact import Number, TooLarge, Undecidable, compare, enclose, nearest_float, unknowns
from faier.exact.enclosure import ball_bounds
from faier.lang.arithmetic import exact_number
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import (
    Binary,
    Block,
    BoolType,
    Break,
    Call,
    Comprehension,
    Continue,
    Display,
    Draw,
    Expression,
    For,
    Function,
    If,
    IntType,
    Literal,
    Name,
    Return,
    Span,
    VectorType,
    Yield,
)
from faier.lang.values import Real, Value
from faier.lang.walk import expressions, parts, statements, target_expressions
from faier.limits import DEFAULTS, LimitReached, Limits
from faier.semantics import denote, draw_arguments
from faier.semantics.explore import explore
from faier.semantics.geometric import require_parameter
from faier.semantics.process import Process, Tell

# Certified ends agree in so many digits.
DIGITS = 20
# A table with more inputs, or what is shown with more values before the noise, is not gone through.
MOST = 4096


@dataclass(frozen=True)
class MeanError:
    """The number is at least `lower` and at most `upper`, which are the same where it is a fraction."""

    lower: fmpq
    upper: fmpq

    @property
    def value(self) -> float:
        """A float near the upper end."""
        return nearest_float(self.upper)


class _Unknown(Exception):
    """The error is none that is computed here."""


@dataclass(frozen=True)
class _Error:
    """A number, and the expected size of normal noise with these variances besides."""

    number: Number = fmpq(0)
    variances: tuple[fmpq, ...] = ()

    def __add__(self, other: _Error) -> _Error:
        return _Error(self.number + other.number, tuple(sorted((*self.variances, *other.variances))))

    def times(self, count: int) -> _Error:
        return _Error(self.number * count, self.variances * count)


def mean_error(program: Program, mechanism: str, limits: Limits = DEFAULTS) -> MeanError | None:
    """The expected absolute error of what the mechanism shows, for the worst input (None: it is not known)."""
    function = program.function(mechanism)
    try:
        found = _of_function(program, function, limits)
        if unknowns(found.number):
            return None
        if isinstance(found.number, fmpq) and not found.variances:
            return MeanError(found.number, found.number)
        return MeanError(*ball_bounds(lambda precision: _ball(found, precision), DIGITS))
    except (_Unknown, Varying, Failure, Rejected, LimitReached, TooLarge, Undecidable):
        return None


def _ball(error: _Error, precision: int) -> arb:
    with ctx.workprec(precision):
        normal = sum(((2 * arb(variance) / arb.pi()).sqrt() for variance in error.variances), arb(0))
        return enclose(error.number, precision) + normal


def _of_function(program: Program, function: Function, limits: Limits) -> _Error:
    every = [draw for each in concerned(program, function.name) for draw in _draws(each) if draw.kind in NOISE]
    if not every:
        return _of_table(program, function, limits)
    own = [draw for draw in _draws(function) if draw.kind in NOISE]
    if len(own) < len(every):
        raise _Unknown
    shaped = _shaped(function)
    if shaped is not None:
        return _of_shaped(program, function, shaped, limits)
    if len(list(_noises(function))) < len(every):
        raise _Unknown
    return _of_block(_Reader(program, function, stored(function)), function.body)


@dataclass(frozen=True)
class _Reader:
    """A function that is gone through, and what its variables hold that are nothing but names of it."""

    program: Program
    function: Function
    known: Mapping[str, Expression]

    def value(self, expression: Expression) -> Value:
        """The value of what depends on no input."""
        return constant(self.program, self.function, expression)


def _of_block(reader: _Reader, block: Block) -> _Error:
    """The error of every way through the block, where that is the same for all."""
    total = _Error()
    for at, statement in enumerate(block):
        match statement:
            case Return(value=value):
                return total if value is None else total + _of_shown(reader, value)
            case Yield(value=value):
                total += _of_shown(reader, value)
            case If(then=then, otherwise=otherwise):
                rest = block[at + 1 :]
                one, other = (_of_block(reader, (*branch, *rest)) for branch in (then, otherwise))
                if one != other:
                    raise _Unknown
                return total + one
            case For(iterable=iterable, body=body, otherwise=otherwise) if _shows(body):
                if otherwise or any(isinstance(inner, Break | Continue | Return) for inner in statements(body)):
                    raise _Unknown
                total += _of_block(reader, body).times(_count(reader, iterable))
            case _ if any(isinstance(inner, Yield | Return) for inner in statements((statement,))):
                raise _Unknown
    return total


def _shows(block: Block) -> bool:
    return any(isinstance(inner, Yield | Return | Break) for inner in statements(block))


def _of_shown(reader: _Reader, shown: Expression) -> _Error:
    match shown:
        case Display(items=items):
            return sum((_of_shown(reader, item) for item in items), _Error())
        case Comprehension(element=element, clauses=clauses):
            if any(clause.conditions for clause in clauses):
                raise _Unknown
            count = 1
            for clause in clauses:
                count *= _count(reader, clause.iterable)
            return _of_shown(reader, element).times(count)
        case Name(name=name) if name in reader.known:
            return _of_shown(reader, reader.known[name])
    noises, inner = _summed(shown)
    if any(isinstance(part, Draw) and part.kind in NOISE for part in parts(inner)) or len(noises) > 1:
        raise _Unknown
    return _of_noise(reader, noises[0]) if noises else _Error()


def _summed(shown: Expression) -> tuple[list[Draw], Expression]:
    """The noise that is added to what is shown, and the sum without it."""
    match shown:
        case Binary(operator="+" | "-", left=left, right=right):
            sides = [_summed(side) for side in (left, right)]
            return sides[0][0] + sides[1][0], replace(shown, left=sides[0][1], right=sides[1][1])
        case Draw(kind=kind) if kind in NOISE:
            return [shown], Literal(0)
    return [], shown


def _of_noise(reader: _Reader, draw: Draw) -> _Error:
    """The expected size of the noise."""
    values = [reader.value(argument) for argument in draw.arguments]
    match draw.kind:
        case "laplace":
            draw_arguments.rate(draw.kind, values)
            return _Error(exact_number(values[0]))
        case "geometric":
            base = draw_arguments.probability(draw.kind, values)
            require_parameter(base)
            return _Error(2 * base / (1 - base * base))
        case "gaussian":
            variance = draw_arguments.variance(draw.kind, values)
            if isinstance(variance, fmpq):
                return _Error(variances=(variance,))
    raise _Unknown


def _count(reader: _Reader, iterable: Expression) -> int:
    """How often a loop over it goes round, whatever the input."""
    match iterable:
        case Name(name=name):
            for parameter in reader.function.parameters:
                if parameter.name == name and isinstance(parameter.type, VectorType):
                    return parameter.type.length
        case Call(function="enumerate" | "reversed" | "sorted" | "list" | "tuple", arguments=(first, *_)):
            return _count(reader, first)
        case Call(function="range", arguments=arguments):
            ends = [reader.value(argument) for argument in arguments]
            if all(isinstance(end, int) for end in ends):
                return len(range(*[int(str(end)) for end in ends]))
    raise _Unknown


@dataclass(frozen=True)
class _Shaped:
    """What is returned at the end: a function of one number, `inner`, with noise added to it."""

    inner: Expression
    noise: Draw
    around: tuple[Call, ...]  # innermost last

    def of(self, number: Expression) -> Expression:
        """What is made of this number instead."""
        for call in reversed(self.around):
            number = replace(call, arguments=(number, *call.arguments[1:]))
        return number


def _shaped(function: Function) -> _Shaped | None:
    ends = [statement for statement in statements(function.body) if isinstance(statement, Return | Yield)]
    if len(ends) != 1 or function.body[-1] is not ends[0]:
        return None
    shown, known = ends[0].value, stored(function)
    around: list[Call] = []
    while True:
        match shown:
            case Name(name=name) if name in known:
                shown = known[name]
            case Call(function=shaping, arguments=(first, *_)) if shaping in SHAPING:
                around.append(shown)
                shown = first
            case None:
                return None
            case _:
                break
    noises, inner = _summed(shown)
    return _Shaped(inner, noises[0], tuple(around)) if around and len(noises) == 1 else None


def _of_shaped(program: Program, function: Function, shaped: _Shaped, limits: Limits) -> _Error:
    """The worst error over all numbers that the noise is added to."""
    draws = [draw for each in concerned(program, function.name) for draw in _draws(each)]
    if shaped.noise.kind != "geometric" or len(draws) > 1:
        raise _Unknown
    bare = replace(function, body=_quiet((*function.body[:-1], Return(shaped.inner))))
    worst: Number = fmpq(0)
    for number in _told(_with(program, bare), function.name, limits):
        limits.check()
        place = Literal(number)
        quiet, noisy = (
            _with(program, replace(function, parameters=(), body=(Return(shaped.of(sum_)),)))
            for sum_ in (place, Binary("+", place, shaped.noise))
        )
        ((truth, _),) = _law(quiet, function.name, {}, limits)
        worst = _greater(worst, _distance(_law(noisy, function.name, {}, limits), truth))
    return _Error(worst)


def _told(program: Program, mechanism: str, limits: Limits) -> Iterator[int]:
    """Every number that is shown for some input, where nothing is drawn."""
    process = explore(program, mechanism, limits)
    if not isinstance(process, Process):
        raise _Unknown
    told = {state.value for state in process.states if isinstance(state, Tell)}
    if len(told) > MOST:
        raise _Unknown
    for value in told:
        if not isinstance(value, int):
            raise _Unknown
        yield int(value)


def _of_table(program: Program, function: Function, limits: Limits) -> _Error:
    """What draws no noise tells its one input, more or less."""
    if len(function.parameters) != 1:
        raise _Unknown
    (parameter,) = function.parameters
    match parameter.type:
        case IntType(low=low, high=high) if high - low < MOST:
            values: Iterable[Value] = range(low, high + 1)
        case BoolType():
            values = (False, True)
        case _:
            raise _Unknown
    worst: Number = fmpq(0)
    for value in values:
        limits.check()
        worst = _greater(worst, _distance(_law(program, function.name, {parameter.name: value}, limits), value))
    return _Error(worst)


def _law(
    program: Program, mechanism: str, inputs: Mapping[str, Value], limits: Limits
) -> tuple[tuple[Value, Number], ...]:
    """What is shown, one value by itself, and how likely that is."""
    found = denote.outputs(program, mechanism, inputs, limits=limits)
    if not all(ended and len(output) == 1 for output, ended in found):
        raise _Unknown
    return tuple((output[0], chance) for (output, _), chance in found.items())


def _distance(law: Iterable[tuple[Value, Number]], truth: Value) -> Number:
    """The expected distance from the truth."""
    center = _number(truth)
    total: Number = fmpq(0)
    for value, chance in law:
        off = _number(value) - center
        total = total + (off if compare(off, fmpq(0)) >= 0 else -off) * chance
    return total


def _number(value: Value) -> Number:
    if isinstance(value, int | Real):
        return exact_number(int(value) if isinstance(value, bool) else value)
    raise _Unknown


def _greater(one: Number, other: Number) -> Number:
    return one if compare(one, other) >= 0 else other


def _draws(function: Function) -> Iterator[Draw]:
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            yield from (part for part in parts(expression) if isinstance(part, Draw))


def _noises(function: Function) -> Iterator[Draw]:
    """The noise that is added last."""
    known = stored(function)
    for statement in statements(function.body):
        if isinstance(statement, Return | Yield) and statement.value is not None:
            yield from added(statement.value, known)


def _with(program: Program, function: Function) -> Program:
    """The file with the function in place of the one of its name."""
    return replace(
        program, functions=tuple(function if each.name == function.name else each for each in program.functions)
    )


def _quiet(node: Any) -> Any:
    """The tree with 0 in place of noise."""
    if isinstance(node, tuple):
        return tuple(map(_quiet, node))
    if isinstance(node, Draw) and node.kind in NOISE:
        return Literal(0)
    if not is_dataclass(node) or isinstance(node, Span | type):
        return node
    return replace(node, **{each.name: _quiet(getattr(node, each.name)) for each in fields(node)})
