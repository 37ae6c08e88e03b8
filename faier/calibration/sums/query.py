"""A mechanism that adds up what each record of a stream is worth -> how much one record adds, and what is shown of the
sum.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flint import fmpq

from faier.calibration.distances import numbers
from faier.calibration.forms import names
from faier.calibration.widths import number
from faier.lang.program import Program
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Block,
    Break,
    Call,
    Expression,
    For,
    Function,
    Literal,
    Name,
    Return,
    Statement,
    StreamType,
    Unary,
    Yield,
)
from faier.lang.values import Value, same
from faier.lang.walk import expressions, names_of, parts, read_in, statements, target_expressions, targets_of
from faier.limits import Limits
from faier.semantics.explore import explore
from faier.semantics.process import Ask, End, Process, Tell


@dataclass(frozen=True)
class Query:
    """What is shown is `offset` and, for each record with a value, what that is worth."""

    offset: fmpq
    values: tuple[Value, ...]
    worths: tuple[fmpq, ...]

    def worth(self, value: Value) -> fmpq | None:
        return next((worth for one, worth in zip(self.values, self.worths, strict=True) if same(one, value)), None)


def query(program: Program, mechanism: str, limits: Limits) -> Query | None:
    """None where the mechanism is not seen to be of this kind."""
    function = program.function(mechanism)
    body = _at_once(function.body)
    if len(function.parameters) != 1 or function.captured or len(body) < 2:
        return None
    (parameter,) = function.parameters
    *before, loop, after = body
    if not isinstance(parameter.type, StreamType) or not isinstance(loop, For) or not isinstance(after, Return):
        return None
    over = isinstance(loop.iterable, Name) and loop.iterable.name == parameter.name
    if not over or loop.otherwise or after.value is None or not isinstance(loop.target, Name):
        return None
    every = (dict(program.constants) | dict(function.settings)).items()
    constants: dict[str, Value] = {name: value for name, value in every if isinstance(value, int)}
    sums = {
        statement.targets[0].name: number(statement.value, constants)
        for statement in before
        if isinstance(statement, Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], Name)
    }
    shown = read_in(after.value)
    total = next((name for name in sums if name in shown), None)
    begin = None if total is None else sums[total]
    if total is None or begin is None or len(sums) != len(before):
        return None
    inside = {
        name for statement in statements(loop.body) for target in targets_of(statement) for name in names_of(target)
    }
    if (inside | set(sums) | {loop.target.name}) & (shown - {total}):
        return None
    line = _line(after.value, total, constants) if _is_exact(after.value) and int(begin.q) == 1 else None
    if line is None or not _adds(loop, total) or parameter.name in names((loop.body, after)):
        return None
    slope, offset = line
    step = _one_step(function, parameter.name, parameter.type, before, loop, total)
    made = replace(program, functions=tuple(step if one is function else one for one in program.functions))
    worths = _worths(explore(made, mechanism, limits))
    if worths is None:
        return None
    return Query(slope * begin + offset, tuple(worths[0]), tuple(slope * worth for worth in worths[1]))


def _at_once(body: Block) -> Block:
    """Variables that are given integers just before they are shown are left out, and what they are is shown."""
    match body:
        case (*before, Assign(targets=(Name(name=name),), type=None, value=value), Return(value=shown) as last) if (
            shown is not None and all(map(_of_integers, parts(value))) and all(map(_of_numbers, parts(shown)))
        ):
            return _at_once((*before, replace(last, value=_put(shown, name, value))))
    return body


def _put(shown: Expression, name: str, value: Expression) -> Expression:
    """What is shown, with the value in place of the variable."""
    match shown:
        case Name(name=known) if known == name:
            return value
        case Unary(operand=operand):
            return replace(shown, operand=_put(operand, name, value))
        case Binary(left=left, right=right):
            return replace(shown, left=_put(left, name, value), right=_put(right, name, value))
    return shown


def _of_numbers(part: Expression) -> bool:
    return isinstance(part, Name | Literal | Unary | Binary)


def _line(shown: Expression, total: str, constants: Mapping[str, Value]) -> tuple[fmpq, fmpq] | None:
    """How often the total is in what is shown, and what is added to that."""
    known = number(shown, constants)
    if known is not None and total not in read_in(shown):
        return fmpq(0), known
    match shown:
        case Name(name=name) if name == total:
            return fmpq(1), fmpq(0)
        case Unary(operator="-", operand=operand):
            inner = _line(operand, total, constants)
            return None if inner is None else (-inner[0], -inner[1])
        case Binary(operator=operator, left=left, right=right):
            one, other = _line(left, total, constants), _line(right, total, constants)
            if one is None or other is None:
                return None
            match operator:
                case "+":
                    return one[0] + other[0], one[1] + other[1]
                case "-":
                    return one[0] - other[0], one[1] - other[1]
                case "*" if one[0] == 0 or other[0] == 0:
                    (slope, offset), by = (one, other[1]) if other[0] == 0 else (other, one[1])
                    return slope * by, offset * by
                case "/" if other[0] == 0 and other[1] != 0:
                    return one[0] / other[1], one[1] / other[1]
    return None


def _is_exact(shown: Expression) -> bool:
    """Whether Python computes with integers, and divides once at most, at the end: then no digit is lost on the way."""
    match shown:
        case Binary(operator="+" | "-", left=left, right=Literal(value=0)) if not isinstance(left, Literal):
            return _is_exact(left)
        case Binary(operator="+", left=Literal(value=0), right=right):
            return _is_exact(right)
        case Binary(operator="/", left=left, right=right):
            return all(_of_integers(part) for side in (left, right) for part in parts(side))
    return all(map(_of_integers, parts(shown)))


def _of_integers(part: Expression) -> bool:
    return isinstance(part, Name | Literal | Unary) or (isinstance(part, Binary) and part.operator in ("+", "-", "*"))


def _adds(loop: For, total: str) -> bool:
    """Whether each turn does nothing but to add to the total something that depends on the record alone."""
    known: set[str] = {loop.target.name} if isinstance(loop.target, Name) else set()
    changed = {
        name for statement in statements(loop.body) for target in targets_of(statement) for name in names_of(target)
    }
    changed -= {total}
    for statement in loop.body:
        fresh = _assigned(statement)
        for inner in statements((statement,)):
            if isinstance(inner, Break | Return | Yield):
                return False
            read = {name for part in (*expressions(inner), *target_expressions(inner)) for name in read_in(part)}
            targets = {name for target in targets_of(inner) for name in names_of(target)}
            if total in targets:
                added = _added(inner, total)
                if added is None:
                    return False
                read = read_in(added)
            if total in read or any(name in changed and name not in known for name in read):
                return False
            if any(name in changed and name not in known and name != fresh for name in targets):
                return False
        if fresh is not None:
            known.add(fresh)
    return True


def _assigned(statement: Statement) -> str | None:
    """The variable that is given a value here, whatever it had."""
    match statement:
        case Assign(targets=(Name(name=name),)):
            return name
    return None


def _added(statement: Statement, total: str) -> Expression | None:
    match statement:
        case Augment(target=Name(), operator="+" | "-", value=value):
            return value
        case Assign(targets=(Name(),), value=Binary(operator="+" | "-", left=Name(name=name), right=value)) if (
            name == total
        ):
            return value
        case Assign(targets=(Name(),), value=Binary(operator="+", left=value, right=Name(name=name))) if name == total:
            return value
    return None


def _one_step(
    function: Function, name: str, type_: StreamType, before: list[Statement], loop: For, total: str
) -> Function:
    """What is added for one record, as a mechanism that reads it."""
    (parameter,) = function.parameters
    read = Assign((loop.target,), Name(name))
    once = For(Name(".once"), Call("range", (Literal(1),)), (read, *loop.body), ())
    zero: Block = (*before, Assign((Name(total),), Literal(0)), once, Return(Name(total)))
    return replace(function, parameters=(replace(parameter, type=type_.item),), body=zero)


def _worths(process: object) -> tuple[list[Value], list[fmpq]] | None:
    if not isinstance(process, Process) or len(process.start) != 1:
        return None
    begin = process.states[process.start[0][0]]
    if isinstance(begin, Tell):
        return None
    values: list[Value] = []
    worths: list[fmpq] = []
    if not isinstance(begin, Ask) or begin.entry.index is not None or begin.entry.arrival:
        return None
    for value, row in zip(begin.choices, begin.rows, strict=True):
        told = process.states[row[0][0]] if len(row) == 1 else None
        point = numbers(told.value) if isinstance(told, Tell) else None
        if point is None or len(point) != 1 or not isinstance(told, Tell):
            return None
        if not isinstance(told.value, int) or not all(isinstance(process.states[to], End) for to, _ in told.row):
            return None
        values.append(value)
        worths.append(point[0])
    return values, worths
